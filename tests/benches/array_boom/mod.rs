//! Boom on an array of cells, as one would write it first: the unit in which speed is compared.

/// Rows from the bottom; 0 is empty, 1 and 2 are pieces, 4 and 5 bombs.
#[derive(Debug, Clone)]
pub(crate) struct Board {
    cells: [[u8; 7]; 7],
    next: u32,
    winner: u8,
}

const WON: i32 = 1_000_000;
const WORTH: [i32; 5] = [0, 2, 5, 10, 0];
const STEPS: [(isize, isize); 4] = [(0, 1), (1, 0), (1, 1), (-1, 1)];

impl Board {
    pub(crate) fn start() -> Board {
        Board { cells: [[0; 7]; 7], next: 1, winner: 0 }
    }

    pub(crate) fn mover(&self) -> u8 {
        if (self.next / 2).is_multiple_of(2) { 1 } else { 2 }
    }

    fn bomb(&self, player: u8) -> Option<(usize, usize)> {
        (0..49).map(|at| (at / 7, at % 7)).find(|&(row, column)| self.cells[row][column] == player + 3)
    }

    fn legal(&self) -> Vec<u8> {
        if self.winner != 0 {
            return Vec::new();
        }
        let mut actions: Vec<u8> = (0..7).filter(|&column| self.cells[6][usize::from(column)] == 0).collect();
        if self.bomb(self.mover()).is_some() {
            actions.push(7);
        }
        actions
    }

    pub(crate) fn play(&mut self, action: u8) {
        let mover = self.mover();
        let bomb = self.bomb(mover);
        if let Some((row, own)) = bomb.filter(|_| action == 7) {
            for column in 0..7 {
                let cell = self.cells[row][column];
                if column == own || (cell != 0 && cell % 3 != mover) {
                    for above in row..6 {
                        self.cells[above][column] = self.cells[above + 1][column];
                    }
                    self.cells[6][column] = 0;
                }
            }
        } else {
            let column = usize::from(action);
            let armed = (self.next / 4 + 1).is_multiple_of(4) && bomb.is_none();
            if let Some(row) = (0..7).find(|&row| self.cells[row][column] == 0) {
                self.cells[row][column] = if armed { mover + 3 } else { mover };
            }
        }
        self.next += 1;
        self.winner = match [self.has_line(1), self.has_line(2)] {
            [true, true] => mover,
            [true, false] => 1,
            [false, true] => 2,
            [false, false] if self.legal().is_empty() => 3 - self.mover(),
            [false, false] => 0,
        };
    }

    fn windows() -> impl Iterator<Item = [(usize, usize); 4]> {
        let starts = (0..7isize).flat_map(|row| (0..7isize).map(move |column| (row, column)));
        starts.flat_map(|(row, column)| {
            STEPS.into_iter().filter_map(move |(up, right)| {
                let (last_row, last_column) = (row + 3 * up, column + 3 * right);
                ((0..7).contains(&last_row) && (0..7).contains(&last_column)).then(|| {
                    [0, 1, 2, 3].map(|at| ((row + at * up) as usize, (column + at * right) as usize))
                })
            })
        })
    }

    fn has_line(&self, player: u8) -> bool {
        Board::windows().any(|window| {
            window.into_iter().all(|(row, column)| {
                let cell = self.cells[row][column];
                cell != 0 && cell % 3 == player % 3
            })
        })
    }

    fn value(&self, me: u8) -> i32 {
        let other = 3 - me;
        if (0..7).all(|column| self.cells[6][column] != 0) {
            return 0;
        }
        let mut sum = 0;
        for window in Board::windows() {
            let (mut own, mut theirs) = (0, 0);
            for (row, column) in window {
                own += usize::from(self.cells[row][column] == me);
                theirs += usize::from(self.cells[row][column] == other);
            }
            if theirs == 0 {
                sum += WORTH[own];
            } else if own == 0 {
                sum -= WORTH[theirs];
            }
        }
        sum + 30 * (i32::from(self.bomb(me).is_some()) - i32::from(self.bomb(other).is_some()))
    }

    pub(crate) fn perft(&self, depth: u32) -> u64 {
        if depth == 0 || self.winner != 0 {
            return 1;
        }
        let after = |action| {
            let mut next = self.clone();
            next.play(action);
            next.perft(depth - 1)
        };
        self.legal().into_iter().map(after).sum()
    }

    /// The first best action and its value; `nodes` counts what was looked at.
    pub(crate) fn look(&self, depth: u32, nodes: &mut u64) -> (i32, u8) {
        let me = self.mover();
        let mut best = (-WON - 1, 0);
        for action in self.legal() {
            let mut next = self.clone();
            next.play(action);
            let value = next.alpha_beta(depth - 1, me, best.0, WON + 1, nodes);
            if value > best.0 {
                best = (value, action);
            }
        }
        best
    }

    fn alpha_beta(&self, depth: u32, me: u8, mut alpha: i32, mut beta: i32, nodes: &mut u64) -> i32 {
        *nodes += 1;
        if self.winner != 0 {
            return if self.winner == me { WON } else { -WON };
        }
        if depth == 0 {
            return self.value(me);
        }
        let mine = self.mover() == me;
        for action in self.legal() {
            let mut next = self.clone();
            next.play(action);
            let value = next.alpha_beta(depth - 1, me, alpha, beta, nodes);
            if mine {
                alpha = alpha.max(value);
            } else {
                beta = beta.min(value);
            }
            if alpha >= beta {
                break;
            }
        }
        if mine { alpha } else { beta }
    }
}
