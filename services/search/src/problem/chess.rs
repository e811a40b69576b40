use shakmaty::{Chess, Move};
use tablero_game::chess::write_uci;

use super::{Continuation, Dual, Key, Report, Said, Solve, Stake, Try, Variation};
use crate::{
    Budget,
    mate::{self, Defence, Detail, Hint, HintStep, Judgement, Progress, Undecided, WinningMove, print},
};

impl Solve<Chess> for mate::Solver {
    fn report(
        &mut self,
        position: &Chess,
        moves: u8,
        budget: Budget,
        detail: Detail,
        progress: &(dyn Fn(Progress) + Sync),
    ) -> Report {
        Report::from(&self.report(position, moves, budget, detail, progress))
    }

    fn wins_in(&mut self, position: &Chess, moves_left: u8, budget: Budget) -> Result<Option<u8>, Undecided> {
        self.wins_in(position, moves_left, budget)
    }

    fn winning_moves(
        &mut self,
        position: &Chess,
        moves_left: u8,
        budget: Budget,
    ) -> Result<Vec<WinningMove>, Undecided> {
        self.winning_moves(position, moves_left, budget)
    }

    fn defences(
        &mut self,
        position: &Chess,
        moves_left: u8,
        budget: Budget,
    ) -> Result<Vec<Defence>, Undecided> {
        self.defences(position, moves_left, budget)
    }

    fn judge(
        &mut self,
        position: &Chess,
        play: Move,
        moves_left: u8,
        budget: Budget,
    ) -> Result<Judgement, Undecided> {
        self.judge(position, play, moves_left, budget)
    }

    fn hint(
        &mut self,
        position: &Chess,
        moves_left: u8,
        step: HintStep,
        budget: Budget,
    ) -> Result<Option<Hint>, Undecided> {
        self.hint(position, moves_left, step, budget)
    }
}

impl From<&mate::Report> for Report {
    fn from(report: &mate::Report) -> Report {
        let solution = &report.solution;
        Report {
            verdict: solution.verdict,
            shortest: solution.shortest,
            keys: report.keys.iter().map(key).collect(),
            keys_complete: solution.keys_complete,
            refuted: solution.refuted,
            tries: report.tries.iter().map(attempt).collect(),
            set_play: report.set_play.iter().map(variation).collect(),
            duals: report.duals.iter().map(dual).collect(),
            complete: report.complete,
            nodes: solution.nodes,
            elapsed_ms: solution.elapsed_ms,
            text: print(report),
        }
    }
}

fn said(text: &str, play: Move) -> Said {
    Said { text: text.to_owned(), code: write_uci(play) }
}

fn key(key: &mate::Key) -> Key {
    Key {
        line: continuation(&key.line),
        is_check: key.is_check,
        is_capture: key.is_capture,
        is_promotion: key.is_promotion,
        flights_taken: key.flights_taken.iter().map(ToString::to_string).collect(),
        flights_given: key.flights_given.iter().map(ToString::to_string).collect(),
    }
}

fn continuation(after: &mate::Continuation) -> Continuation {
    let stake = match &after.stake {
        mate::Stake::Mate => Stake::Win,
        mate::Stake::Check => Stake::Check,
        mate::Stake::Threat(threats) => Stake::Threat(threats.iter().map(continuation).collect()),
        mate::Stake::Zugzwang => Stake::Zugzwang,
    };
    let variations = after.variations.iter().map(variation).collect();
    Continuation { play: Some(said(&after.san, after.play)), stake, variations }
}

fn variation(variation: &mate::Variation) -> Variation {
    Variation {
        defence: Some(said(&variation.san, variation.defence)),
        wins_in: variation.mate_in,
        parries: variation.parries,
        continuations: variation.continuations.iter().map(continuation).collect(),
    }
}

fn attempt(attempt: &mate::Try) -> Try {
    Try {
        play: said(&attempt.san, attempt.play),
        refutation: said(&attempt.refutation_san, attempt.refutation),
        answered: attempt.answered,
        threatens: attempt.threatens,
        is_check: attempt.is_check,
    }
}

fn dual(dual: &mate::Dual) -> Dual {
    Dual {
        line: dual.line.clone(),
        move_number: dual.move_number,
        continuations: dual.continuations.clone(),
        major: dual.major,
    }
}
