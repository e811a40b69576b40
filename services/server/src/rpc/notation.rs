use tablero_api::v1 as pb;

use crate::notation::Notation;

pub(super) fn notation(notation: Notation) -> pb::Notation {
    let (kind, text) = match notation {
        Notation::Pgn(text) => (pb::NotationKind::Pgn, text),
        Notation::Transcript(text) => (pb::NotationKind::Transcript, text),
    };
    pb::Notation { kind: kind.into(), text }
}
