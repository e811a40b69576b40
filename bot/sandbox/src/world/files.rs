//! Files that people or the bot attach.

use axum::body::Bytes;
use serde_json::{Value, json};

use super::World;
use crate::ids::Id;

/// A file attached to a message, or uploaded for a command.
#[derive(Clone, Debug)]
pub struct Attachment {
    pub id: Id,
    pub filename: String,
    pub content_type: String,
    /// The alternative text.
    pub description: Option<String>,
    pub bytes: Bytes,
    pub(crate) channel: Id,
}

impl Attachment {
    pub fn is_picture(&self) -> bool {
        self.content_type.starts_with("image/")
    }

    /// Where it lies below the sandbox's address.
    pub(crate) fn path(&self) -> String {
        format!("/cdn/attachments/{}/{}/{}", self.channel, self.id, self.filename)
    }

    pub(crate) fn json(&self, base: &str) -> Value {
        let url = format!("{base}{}", self.path());
        let mut json = json!({
            "id": self.id, "filename": self.filename, "size": self.bytes.len(), "url": url, "proxy_url": url,
            "content_type": self.content_type,
        });
        if let Some(description) = &self.description {
            json["description"] = json!(description);
        }
        if let Some((width, height)) = dimensions(&self.bytes) {
            json["width"] = json!(width);
            json["height"] = json!(height);
        }
        json
    }
}

/// As the value of an attachment option of a command.
impl From<&Attachment> for Value {
    fn from(attachment: &Attachment) -> Value {
        json!(attachment.id)
    }
}

impl World {
    /// A file that was uploaded, or that some message still shows.
    pub(crate) fn find_file(&self, id: Id) -> Option<&Attachment> {
        let attached = || self.messages.values().flat_map(|it| &it.attachments).find(|it| it.id == id);
        self.uploads.get(&id).or_else(attached)
    }
}

/// A name as Discord keeps it: without spaces, accents or anything that an address would have to escape.
pub(crate) fn tidy_name(filename: &str) -> String {
    let spaced = filename.chars().map(|c| if c.is_whitespace() { '_' } else { c });
    let plain: String =
        spaced.filter(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-')).collect();
    if plain.trim_matches('.').is_empty() { "file".to_owned() } else { plain }
}

/// The type that a file name tells.
pub(crate) fn kind_of_file(filename: &str) -> &'static str {
    let ending = filename.rsplit('.').next().unwrap_or_default().to_lowercase();
    match ending.as_str() {
        "png" => "image/png",
        "gif" => "image/gif",
        "jpg" | "jpeg" => "image/jpeg",
        "webp" => "image/webp",
        "txt" | "pgn" | "epd" | "fen" => "text/plain; charset=utf-8",
        "json" => "application/json",
        _ => "application/octet-stream",
    }
}

/// Width and height of a PNG or GIF.
fn dimensions(bytes: &[u8]) -> Option<(u32, u32)> {
    if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        let number = |at: usize| Some(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
        return Some((number(16)?, number(20)?));
    }
    if bytes.starts_with(b"GIF8") {
        let number = |at: usize| Some(u32::from(u16::from_le_bytes(bytes.get(at..at + 2)?.try_into().ok()?)));
        return Some((number(6)?, number(8)?));
    }
    None
}
