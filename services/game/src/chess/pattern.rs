use shakmaty::{CastlingSide, File, Move, Rank, Role, Square};

use super::words::role_of;
use crate::Language;

/// What a person may have meant by a move text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pattern {
    Castle(CastlingSide),
    Step { role: Option<Role>, file: Option<File>, rank: Option<Rank>, to: Square, promotion: Option<Role> },
}

impl Pattern {
    /// Whether a legal move is what was meant, its promotion aside.
    pub(super) fn fits(self, play: Move) -> bool {
        match (self, play) {
            (Pattern::Castle(side), _) => play.castling_side() == Some(side),
            // The king's two steps, or the king taking its rook, as programs write castling.
            (
                Pattern::Step { role, file: Some(file), rank: Some(rank), to, .. },
                Move::Castle { king, rook },
            ) => {
                let target =
                    play.castling_side().map(|side| Square::from_coords(side.king_to_file(), king.rank()));
                role.is_none_or(|role| role == Role::King)
                    && king == Square::from_coords(file, rank)
                    && (Some(to) == target || to == rook)
            }
            (Pattern::Step { role, file, rank, to, .. }, _) => {
                !play.is_castle()
                    && play.to() == to
                    && role.is_none_or(|role| role == play.role())
                    && file.is_none_or(|file| play.from().is_some_and(|from| from.file() == file))
                    && rank.is_none_or(|rank| play.from().is_some_and(|from| from.rank() == rank))
            }
        }
    }

    pub(super) const fn promotion(self) -> Option<Role> {
        match self {
            Pattern::Castle(_) => None,
            Pattern::Step { promotion, .. } => promotion,
        }
    }
}

/// Every reading of a text, the likeliest first. A lower-case letter is a file before it is a piece.
pub(super) fn readings(text: &str, language: Language) -> Vec<Pattern> {
    let bare = strip(text);
    if let Some(side) = castling(&bare) {
        return vec![Pattern::Castle(side)];
    }
    let mut signs: Vec<char> = bare.chars().filter(|sign| !"xX:×-–—=()/.*".contains(*sign)).collect();
    let mut promotion = None;
    if let Some(&last) = signs.last().filter(|last| !last.is_ascii_digit()) {
        promotion = role_of(last, language);
        if promotion.is_none() {
            return Vec::new();
        }
        signs.pop();
    }
    let Some(at) = signs.len().checked_sub(2) else {
        return Vec::new();
    };
    let (Some(file), Some(rank)) = (file_of(signs[at]), Rank::from_char(signs[at + 1])) else {
        return Vec::new();
    };
    let to = Square::from_coords(file, rank);
    let prefix = &signs[..at];
    let plain = origin(prefix).map(|(file, rank)| {
        let role = (file.is_none() || rank.is_none()).then_some(Role::Pawn);
        Pattern::Step { role, file, rank, to, promotion }
    });
    let pieced = prefix.split_first().and_then(|(&letter, rest)| {
        let (role, (file, rank)) = (role_of(letter, language)?, origin(rest)?);
        Some(Pattern::Step { role: Some(role), file, rank, to, promotion })
    });
    let piece_first = prefix.first().is_some_and(|letter| !letter.is_lowercase());
    let order = if piece_first { [pieced, plain] } else { [plain, pieced] };
    order.into_iter().flatten().collect()
}

/// Removes move numbers before and signs of check, mate, praise and en passant after the move.
fn strip(text: &str) -> String {
    let mut bare: String = text.split_whitespace().collect();
    if let Some(dot) = bare.find('.').filter(|&dot| bare[..dot].bytes().all(|sign| sign.is_ascii_digit())) {
        bare = bare[dot..].trim_start_matches(['.', '…']).to_owned();
    }
    loop {
        let shorter = bare.trim_end_matches(['+', '#', '!', '?', '‡', '†', '.']);
        let shorter = ["e.p", "ep", "a.p", "mate", "ch"]
            .iter()
            .fold(shorter, |s, end| s.strip_suffix(end).unwrap_or(s));
        if shorter.len() == bare.len() {
            return bare;
        }
        bare = shorter.to_owned();
    }
}

fn castling(bare: &str) -> Option<CastlingSide> {
    let signs: Vec<char> = bare.chars().filter(|sign| !"-–—".contains(*sign)).collect();
    if !signs.iter().all(|sign| "0Oo".contains(*sign)) {
        return None;
    }
    match signs.len() {
        2 => Some(CastlingSide::KingSide),
        3 => Some(CastlingSide::QueenSide),
        _ => None,
    }
}

fn file_of(sign: char) -> Option<File> {
    File::from_char(sign.to_ascii_lowercase())
}

fn origin(signs: &[char]) -> Option<(Option<File>, Option<Rank>)> {
    match *signs {
        [] => Some((None, None)),
        [one] => match (file_of(one), Rank::from_char(one)) {
            (None, None) => None,
            hints => Some(hints),
        },
        [file, rank] => Some((Some(file_of(file)?), Some(Rank::from_char(rank)?))),
        _ => None,
    }
}
