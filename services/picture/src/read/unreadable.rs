use thiserror::Error;

/// Why no board was read.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Unreadable {
    #[error("this is not a picture, or a broken one")]
    NotAnImage,
    #[error("only PNG, JPEG, WebP and GIF are read")]
    UnsupportedFormat,
    #[error("a picture has at most {bytes} bytes and {pixels} pixels")]
    TooLarge { bytes: usize, pixels: u64 },
    #[error("no diagram of a chess board is in the picture")]
    NoBoard,
    #[error("a part of the board is outside the picture")]
    HalfBoard,
    #[error("there is a board, but not with pieces that are known; real boards are not read")]
    NotADiagram,
    #[error("reading was stopped")]
    Stopped,
}

impl Unreadable {
    /// A name that does not change.
    #[must_use]
    pub fn reason(&self) -> &'static str {
        match self {
            Unreadable::NotAnImage => "NOT_AN_IMAGE",
            Unreadable::UnsupportedFormat => "UNSUPPORTED_FORMAT",
            Unreadable::TooLarge { .. } => "TOO_LARGE",
            Unreadable::NoBoard => "NO_BOARD",
            Unreadable::HalfBoard => "HALF_BOARD",
            Unreadable::NotADiagram => "NOT_A_DIAGRAM",
            Unreadable::Stopped => "STOPPED",
        }
    }
}
