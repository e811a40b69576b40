//! Standard Othello for tests: published endgames, positions by chance, and the rule of flipping, step by step.

use std::{
    ops::RangeInclusive,
    path::{Path, PathBuf},
};

use super::random::Dice;

/// Endgames of the FFO test: number, board, side to move, result, best moves.
pub const FFO: [&str; 7] = [
    "1 --XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X +18 G8",
    "8 ---X-X--X-XXXX--XXXXOXXXXXXOOOOOXXOXXXO-XOXXXXO-XOOXXX--XOOXXO-- O +8 E1",
    "15 ----O------OOX---OOOXX-XOOOXOOOOOXXOXXOOOXXXOOOOOXXXOOXO--OOOOOX X +4 G3,B8",
    "19 --OXXO--XOXXXX--XOOOOXXXXOOOXXXXX-OOOXXX--OOOOXX--XXOOO----XXOO- X +8 B6",
    "20 XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X +6 H5",
    "23 --O-------OOX---OOOXXXO-OOOOXOXXXXXOOXOXXXXXXOOXX-XXXXOX--XXXX-- X +4 A2",
    "24 --O--O-----OOOX--X-XOXOO--XXXOOOXXXXOOOOXXXOXXOOXXXXXX--XOXX-O-- O +0 C3",
];

/// The five of them that speed is compared by.
pub const FFO_40_TO_44: [&str; 5] = [
    "40 O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X +38 A2",
    "41 -OOOOO----OOOOX--OOOOOO-XXXXXOO--XXOOX--OOXOXX----OXXO---OOO--O- X +0 H4",
    "42 --OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO-- X +6 G2",
    "43 --XXXXX---XXXX---OOOXX---OOXXXX--OOXXXO-OOOOXOO----XOX----XXXXX- O -12 G3,C7",
    "44 --O-X-O---O-XO-O-OOXXXOOOOOOXXXOOOOOXX--XXOOXO----XXXX-----XXX-- O -14 D2,B8",
];

/// A position with its published result.
#[derive(Debug, Clone)]
pub struct Position {
    pub id: u32,
    pub mover: u64,
    pub other: u64,
    pub score: i32,
    pub best: Vec<usize>,
}

impl Position {
    /// Reads a line as above.
    pub fn read(line: &str) -> Position {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [id, board, side, score, best] = words[..] else {
            panic!("five words: {line}");
        };
        let set = |side: &str| {
            let squares = board.chars().enumerate().filter(|(_, sign)| side.contains(*sign));
            squares.fold(0, |set, (at, _)| set | 1u64 << at)
        };
        Position {
            id: id.parse().expect("a number"),
            mover: set(side),
            other: set(if side == "X" { "O" } else { "X" }),
            score: score.parse().expect("a result"),
            best: best.split(',').map(square).collect(),
        }
    }
}

fn square(name: &str) -> usize {
    let [column, row] = name.as_bytes() else {
        panic!("a square: {name}");
    };
    usize::from(row - b'1') * 8 + usize::from(column.to_ascii_lowercase() - b'a')
}

/// The FFO endgames, where this machine has them all.
pub fn ffo_file() -> Option<Vec<Position>> {
    let given = std::env::var_os("TABLERO_SHARED").map(PathBuf::from);
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().map(|folder| folder.join("shared"));
    let files = given.into_iter().chain(beside).map(|shared| shared.join("data/othello/ffo.tsv"));
    let text = files.filter_map(|file| std::fs::read_to_string(file).ok()).next()?;
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let position = |line: &str| {
        let words: Vec<&str> = line.split('\t').collect();
        Position::read(&[words[0], words[1], words[2], words[4], words[5]].join(" "))
    };
    Some(lines.map(position).collect())
}

/// The discs of `other` that turn over, step by step.
pub fn flips(mover: u64, other: u64, square: usize) -> u64 {
    let mut flips = 0;
    for (down, right) in [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)] {
        let (mut row, mut column) = (square as i32 / 8 + down, square as i32 % 8 + right);
        let mut run = 0;
        while (0..8).contains(&row) && (0..8).contains(&column) {
            let at = 1u64 << (row * 8 + column);
            if other & at == 0 {
                flips |= if mover & at == 0 { 0 } else { run };
                break;
            }
            run |= at;
            (row, column) = (row + down, column + right);
        }
    }
    flips
}

/// Positions of games by chance, with so many squares left empty; sometimes without a move.
pub fn late_positions(empties: RangeInclusive<u32>, count: usize) -> impl Iterator<Item = (u64, u64)> {
    let mut dice = Dice::new(11);
    std::iter::repeat_with(move || {
        let wanted = empties.start() + dice.below(u64::from(empties.end() - empties.start() + 1)) as u32;
        by_chance(&mut dice, wanted)
    })
    .flatten()
    .take(count)
}

fn by_chance(dice: &mut Dice, empties: u32) -> Option<(u64, u64)> {
    let (mut mover, mut other) = (0x0000_0008_1000_0000u64, 0x0000_0010_0800_0000u64);
    let mut passes = 0;
    while (mover | other).count_zeros() > empties && passes < 2 {
        let free = (0..64).filter(|square| (mover | other) >> square & 1 == 0);
        let moves: Vec<usize> = free.filter(|square| flips(mover, other, *square) != 0).collect();
        if moves.is_empty() {
            passes += 1;
            (mover, other) = (other, mover);
            continue;
        }
        passes = 0;
        let square = moves[dice.below(moves.len() as u64) as usize];
        let flipped = flips(mover, other, square);
        (mover, other) = (other & !flipped, mover | flipped | 1 << square);
    }
    ((mover | other).count_zeros() == empties).then_some((mover, other))
}
