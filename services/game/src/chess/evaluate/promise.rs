use shakmaty::{Board, Color, Move, Role, Square};

const fn rank(role: Role) -> i32 {
    match role {
        Role::Pawn => 1,
        Role::Knight => 3,
        Role::Bishop => 4,
        Role::Rook => 6,
        Role::Queen => 11,
        Role::King => 20,
    }
}

/// Captures and promotions: the most valuable victim by the least valuable attacker first. A dearer piece
/// that takes a cheaper one under guard promises a loss.
pub(super) fn promise(board: &Board, turn: Color, play: Move) -> Option<i32> {
    let victim = match play {
        Move::EnPassant { .. } => Some(Role::Pawn),
        _ => play.capture(),
    };
    let (won, risked) = match (victim, play.promotion()) {
        (None, None) => return None,
        (victim, Some(role)) => {
            // Promotions below a queen are exceptions: they come last.
            let gain = if role == Role::Queen { rank(role) } else { -rank(role) };
            (victim.map_or(0, rank) + gain, Role::Pawn)
        }
        (Some(victim), None) => (rank(victim), play.role()),
    };
    let loses = rank(risked) > won && guarded(board, turn, play.from(), play.to());
    Some(if loses { won - rank(risked) } else { won * 32 - rank(risked) })
}

fn guarded(board: &Board, turn: Color, from: Option<Square>, to: Square) -> bool {
    let mut occupied = board.occupied();
    if let Some(from) = from {
        occupied.discard(from);
    }
    board.attacks_to(to, !turn, occupied).any()
}

#[cfg(test)]
mod tests {
    use super::super::super::read_position;
    use crate::{Evaluate as _, Game as _, Language};

    #[test]
    fn captures_are_ranked_by_victim_and_then_by_attacker() {
        let position = read_position("4k3/8/2p1p3/3q1r2/2P1B1N1/8/8/K2Q4 w").unwrap();
        let promise = |text| position.promise(position.read(text, Language::English).unwrap());
        let ranked = [promise("cxd5"), promise("Bxd5"), promise("Bxf5")];
        assert!(ranked.is_sorted_by(|a, b| a > b), "{ranked:?}");
        assert!(promise("Bxd5") > Some(0), "even a guarded queen is worth a bishop");
        assert_eq!(promise("Kb1"), None);
    }

    #[test]
    fn a_queen_that_takes_a_guarded_pawn_promises_a_loss() {
        let position = read_position("4k3/8/2p5/3p4/8/8/8/K2Q4 w").unwrap();
        let takes = position.read("Qxd5", Language::English).unwrap();
        assert!(position.promise(takes) < Some(0));
    }
}
