use super::board::Ply;

/// What refuted and what mated before, to try it first the next time.
#[derive(Debug, Clone)]
pub(super) struct Habits {
    /// The last two refutations before the attacker's last move.
    killers: [Ply; 2],
    /// The last such refutation of an attacker's move, by its role and target.
    answers: Vec<Ply>,
    defences: Vec<u32>,
    last_defences: Vec<u32>,
    attacks: Vec<u32>,
}

const SIZE: usize = 6 * 64;
const CAP: u32 = 1 << 20;

impl Habits {
    pub(super) fn new() -> Habits {
        Habits {
            killers: [Ply::NONE; 2],
            answers: vec![Ply::NONE; SIZE],
            defences: vec![0; SIZE],
            last_defences: vec![0; SIZE],
            attacks: vec![0; SIZE],
        }
    }

    pub(super) fn refuted(&mut self, attack: Ply, defence: Ply, moves: u8) {
        if moves == 1 {
            if self.killers[0] != defence {
                self.killers = [defence, self.killers[0]];
            }
            self.answers[attack.habit()] = defence;
            credit(&mut self.last_defences, defence, moves);
        } else {
            credit(&mut self.defences, defence, moves);
        }
    }

    pub(super) fn mated(&mut self, attack: Ply, moves: u8) {
        credit(&mut self.attacks, attack, moves);
    }

    pub(super) fn killers(&self, attack: Ply) -> [Ply; 3] {
        let [first, second] = self.killers;
        [self.answers[attack.habit()], first, second]
    }

    pub(super) fn last_defence(&self, ply: Ply) -> u32 {
        self.last_defences[ply.habit()]
    }

    pub(super) fn defence(&self, ply: Ply) -> u32 {
        self.defences[ply.habit()]
    }

    pub(super) fn attack(&self, ply: Ply) -> u32 {
        self.attacks[ply.habit()]
    }
}

fn credit(table: &mut [u32], ply: Ply, moves: u8) {
    let count = &mut table[ply.habit()];
    *count += 1 << (2 * moves.min(6));
    if *count > CAP {
        for count in table {
            *count /= 2;
        }
    }
}
