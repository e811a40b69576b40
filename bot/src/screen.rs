use serenity::all::{
    CreateActionRow, CreateAllowedMentions, CreateAttachment, CreateButton,
    CreateInteractionResponseFollowup, CreateInteractionResponseMessage, CreateMessage, EditAttachments,
    EditInteractionResponse, EditMessage,
};

use crate::words::cut;

const LONGEST_CONTENT: usize = 2000;
const LONGEST_ALT_TEXT: usize = 1024;

/// What one message shows.
#[derive(Debug, Clone, Default)]
pub(crate) struct Screen {
    text: String,
    files: Vec<CreateAttachment>,
    rows: Vec<CreateActionRow>,
}

impl Screen {
    pub(crate) fn saying(text: impl Into<String>) -> Screen {
        Screen { text: cut(&text.into(), LONGEST_CONTENT), ..Screen::default() }
    }

    pub(crate) fn row(mut self, row: CreateActionRow) -> Screen {
        self.rows.push(row);
        self
    }

    pub(crate) fn rows(mut self, rows: impl IntoIterator<Item = CreateActionRow>) -> Screen {
        self.rows.extend(rows);
        self
    }

    /// A row of buttons, if there are any.
    pub(crate) fn buttons(self, buttons: Vec<CreateButton>) -> Screen {
        if buttons.is_empty() { self } else { self.row(CreateActionRow::Buttons(buttons)) }
    }

    /// With this to press and nothing else.
    pub(crate) fn only_row(mut self, row: CreateActionRow) -> Screen {
        self.rows = vec![row];
        self
    }

    /// A picture, told in words for those who do not see it.
    pub(crate) fn picture(mut self, picture: Picture) -> Screen {
        let alt = cut(&picture.alt, LONGEST_ALT_TEXT);
        self.files.push(CreateAttachment::bytes(picture.bytes, picture.name).description(alt));
        self
    }

    pub(crate) fn file(mut self, name: &str, bytes: Vec<u8>) -> Screen {
        self.files.push(CreateAttachment::bytes(bytes, name));
        self
    }

    pub(crate) fn response(self, private: bool) -> CreateInteractionResponseMessage {
        CreateInteractionResponseMessage::new()
            .content(self.text)
            .components(self.rows)
            .files(self.files)
            .allowed_mentions(nobody())
            .ephemeral(private)
    }

    /// A message beside the answer; one that is there already stays as private as it is.
    pub(crate) fn follow_up(self, private: Option<bool>) -> CreateInteractionResponseFollowup {
        let message = CreateInteractionResponseFollowup::new()
            .content(self.text)
            .components(self.rows)
            .files(self.files)
            .allowed_mentions(nobody());
        private.into_iter().fold(message, CreateInteractionResponseFollowup::ephemeral)
    }

    /// Replaces everything the message showed.
    pub(crate) fn edit(self) -> EditInteractionResponse {
        EditInteractionResponse::new()
            .attachments(attachments(self.files))
            .content(self.text)
            .components(self.rows)
            .allowed_mentions(nobody())
    }

    pub(crate) fn message(self) -> CreateMessage {
        CreateMessage::new()
            .content(self.text)
            .components(self.rows)
            .files(self.files)
            .allowed_mentions(nobody())
    }

    /// Replaces everything a message of the channel showed.
    pub(crate) fn edit_message(self) -> EditMessage {
        EditMessage::new()
            .attachments(attachments(self.files))
            .content(self.text)
            .components(self.rows)
            .allowed_mentions(nobody())
    }
}

fn attachments(files: Vec<CreateAttachment>) -> EditAttachments {
    files.into_iter().fold(EditAttachments::new(), EditAttachments::add)
}

/// Nobody is pinged, whatever a text says.
fn nobody() -> CreateAllowedMentions {
    CreateAllowedMentions::new()
}

/// A picture as it is sent.
#[derive(Debug, Clone)]
pub(crate) struct Picture {
    pub(crate) name: &'static str,
    pub(crate) bytes: Vec<u8>,
    pub(crate) alt: String,
}
