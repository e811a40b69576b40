use shakmaty::{Bitboard, Board, Color, Position as _, Role, Square, attacks};

use super::{
    super::Chess,
    endgame::correct,
    pawns::{formation, is_open},
    tables::placement,
    taper::{Taper, taper},
};

const BISHOP_PAIR: Taper = taper(30, 45);
const OPEN_FILE: Taper = taper(22, 10);
const HALF_OPEN_FILE: Taper = taper(10, 6);
const SHIELD: Taper = taper(9, 0);
const TO_MOVE: i32 = 10;

/// The judgement of the strongest machine, for the side to move: material, tables, mobility, pawns and
/// kings, tapered from the middle game to the endgame, and corrected where an endgame has its own truth.
pub(super) fn judge(position: &Chess) -> i32 {
    let board = position.board();
    let balance = side(board, Color::White) - side(board, Color::Black);
    let value = correct(position, balance.at(phase(board)));
    position.turn().fold_wb(value, -value) + if value == 0 { 0 } else { TO_MOVE }
}

fn phase(board: &Board) -> i32 {
    let minors = board.knights().count() + board.bishops().count();
    (minors + 2 * board.rooks().count() + 4 * board.queens().count()) as i32
}

const fn worth(role: Role) -> Taper {
    match role {
        Role::Pawn => taper(88, 105),
        Role::Knight => taper(325, 300),
        Role::Bishop => taper(335, 315),
        Role::Rook => taper(480, 530),
        Role::Queen => taper(980, 960),
        Role::King => taper(0, 0),
    }
}

/// For every square a piece attacks that its own men do not hold.
const fn mobility(role: Role) -> Taper {
    match role {
        Role::Knight | Role::Bishop => taper(4, 4),
        Role::Rook => taper(2, 4),
        Role::Queen => taper(1, 2),
        Role::Pawn | Role::King => taper(0, 0),
    }
}

/// For a piece that attacks the squares around the enemy king.
const fn assault(role: Role) -> i32 {
    match role {
        Role::Knight | Role::Bishop => 2,
        Role::Rook => 3,
        Role::Queen => 5,
        Role::Pawn | Role::King => 0,
    }
}

fn side(board: &Board, color: Color) -> Taper {
    let ours = board.by_color(color);
    let ring = board.king_of(!color).map_or(Bitboard::EMPTY, attacks::king_attacks);
    let mut value = formation(board, color);
    let (mut assailants, mut force) = (0, 0);
    for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
        for square in board.by_role(role) & ours {
            let reach = board.attacks_from(square) & !ours;
            value += worth(role) + both(placement(role, color, square));
            value += mobility(role) * reach.count() as i32;
            let hits = (reach & ring).count() as i32;
            if hits > 0 {
                assailants += 1;
                force += assault(role) * hits;
            }
            if role == Role::Rook {
                value += file(board, color, square);
            }
        }
    }
    for square in board.pawns() & ours {
        value += worth(Role::Pawn) + taper(placement(Role::Pawn, color, square), 0);
    }
    // A lone attacker seldom mates; several together are worth more than their sum.
    value += taper(force * assailants.min(5), 0);
    if (board.bishops() & ours).more_than_one() {
        value += BISHOP_PAIR;
    }
    value + board.king_of(color).map_or(Taper::default(), |king| home(board, color, king))
}

/// The king: behind its pawns in the middle game, in the centre in the endgame.
fn home(board: &Board, color: Color, king: Square) -> Taper {
    let pawns = board.pawns() & board.by_color(color);
    let shield = (attacks::king_attacks(king) & pawns).count() as i32;
    let off = |line: u32| (2 * line as i32 - 7).abs() / 2;
    let outside = off(king.file().into()) + off(king.rank().into());
    taper(placement(Role::King, color, king), 25 - 9 * outside) + SHIELD * shield
}

fn file(board: &Board, color: Color, rook: Square) -> Taper {
    match (is_open(board, rook.file(), color), is_open(board, rook.file(), !color)) {
        (true, true) => OPEN_FILE,
        (true, false) => HALF_OPEN_FILE,
        (false, _) => Taper::default(),
    }
}

const fn both(value: i32) -> Taper {
    taper(value, value)
}

#[cfg(test)]
mod tests {
    use super::{super::super::read_position, *};

    #[test]
    fn the_judgement_does_not_know_colours() {
        for (white, black) in [
            (
                "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq",
                "r3k2r/pppbbppp/2n2q1P/1P2p3/3pn3/BN2PNP1/P1PPQPB1/R3K2R b KQkq",
            ),
            ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w", "8/4p1p1/8/1r3P1K/kp5R/3P4/2P5/8 b"),
            ("4k3/8/8/8/8/8/8/R3K3 w", "r3k3/8/8/8/8/8/8/4K3 b"),
        ] {
            assert_eq!(judge(&read_position(white).unwrap()), judge(&read_position(black).unwrap()));
        }
    }
}
