use super::Theme;

/// How a picture is to look.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Style {
    /// The width of the picture in pixels, frame and coordinates included.
    pub size: u16,
    pub theme: Theme,
    /// Seen from the other side: the last row is at the top.
    pub flipped: bool,
    pub coordinates: bool,
    pub language: Language,
}

impl Default for Style {
    fn default() -> Style {
        Style {
            size: 720,
            theme: Theme::default(),
            flipped: false,
            coordinates: true,
            language: Language::default(),
        }
    }
}

/// The reader's language.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Language {
    #[default]
    English,
    Spanish,
}
