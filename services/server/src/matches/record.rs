use std::collections::HashMap;

use tablero_game::{Level, Outcome, Side, Table};
use tablero_store::{AsyncPgConnection, Match, Play};
use uuid::Uuid;

use crate::error::{Error, Result};
use crate::spot::Spot;

/// Games without an end of their own end here, drawn.
const MOST_PLIES: i32 = 512;

/// A match with its plays, played through.
#[derive(Debug)]
pub(crate) struct Record {
    pub(crate) row: Match,
    pub(crate) plays: Vec<Play>,
    pub(crate) table: Box<dyn Table>,
    /// The side to move at the start: in a problem, the attacker.
    pub(crate) opener: Side,
    /// How often the present position has been on the board.
    repetitions: usize,
    /// The attacker's moves that are used up, before the first play and after each.
    attacks: Vec<i32>,
    wins_by_own_moves: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RecordState {
    Open,
    Running,
    Finished,
    Cancelled,
}

impl Record {
    pub(crate) async fn load(db: &mut AsyncPgConnection, row: Match) -> Result<Record> {
        let plays = row.plays(db).await?;
        Record::replay(row, plays)
    }

    /// Plays that were made after the row was read are left for the next time.
    pub(crate) fn replay(row: Match, mut plays: Vec<Play>) -> Result<Record> {
        plays.retain(|play| play.ply <= row.ply);
        let broken = |words: String| Error::Internal(format!("match {}: {words}", row.id).into());
        let game = tablero_game::find(&row.game).ok_or_else(|| broken(format!("no game {}", row.game)))?;
        let mut table = game.decode(&row.rules, &row.start).map_err(|faults| broken(faults.to_string()))?;
        let opener = table.side_to_move();
        let mut seen: HashMap<String, usize> = HashMap::from([(table.repeats_as(), 1)]);
        let mut attacks = vec![0];
        for play in &plays {
            let attacked = table.side_to_move() == opener;
            let played = table
                .play(&play.code, tablero_game::Language::English)
                .map_err(|refused| broken(refused.to_string()))?;
            attacks.push(attacks.last().copied().unwrap_or(0) + i32::from(attacked && played.spends));
            *seen.entry(table.repeats_as()).or_default() += 1;
        }
        let repetitions = seen.get(&table.repeats_as()).copied().unwrap_or_default();
        let wins_by_own_moves = game.wins_by_own_moves;
        Ok(Record { row, plays, table, opener, repetitions, attacks, wins_by_own_moves })
    }

    pub(crate) fn state(&self) -> RecordState {
        match self.row.state.as_str() {
            "open" => RecordState::Open,
            "running" => RecordState::Running,
            "finished" => RecordState::Finished,
            _ => RecordState::Cancelled,
        }
    }

    pub(crate) fn turn(&self) -> Side {
        self.table.side_to_move()
    }

    pub(crate) fn is_attackers_turn(&self) -> bool {
        self.row.moves.is_some() && self.turn() == self.opener
    }

    /// In a problem, how many moves the attacker has left.
    pub(crate) fn moves_left(&self) -> Option<u8> {
        self.moves_left_after(self.plays.len())
    }

    /// The same after so many plays.
    pub(crate) fn moves_left_after(&self, plays: usize) -> Option<u8> {
        let attacks = self.attacks.get(plays).copied().unwrap_or_default();
        self.row.moves.map(|moves| u8::try_from(i32::from(moves) - attacks).unwrap_or_default())
    }

    /// The position on the board now, with its game.
    pub(crate) fn spot(&self) -> Spot {
        let Match { game, rules, .. } = &self.row;
        Spot { game: game.clone(), rules: rules.clone(), position: self.table.position() }
    }

    pub(crate) fn profile_at(&self, side: Side) -> Option<Uuid> {
        match side {
            Side::First => self.row.first_profile_id,
            Side::Second => self.row.second_profile_id,
        }
    }

    pub(crate) fn seat_of(&self, profile: Uuid) -> Option<Side> {
        Side::ALL.into_iter().find(|side| self.profile_at(*side) == Some(profile))
    }

    /// What a side has thought so far.
    pub(crate) fn elapsed_ms(&self, side: Side) -> i64 {
        match side {
            Side::First => self.row.first_ms,
            Side::Second => self.row.second_ms,
        }
    }

    /// The level of the machine at a side, if one sits there.
    pub(crate) fn machine_at(&self, side: Side) -> Option<Level> {
        let level = match side {
            Side::First => &self.row.first_level,
            Side::Second => &self.row.second_level,
        };
        level.as_deref()?.parse().ok()
    }

    /// Whether a machine owes a move.
    pub(crate) fn awaits_machine(&self) -> bool {
        self.state() == RecordState::Running && self.machine_at(self.turn()).is_some()
    }

    /// Who wins and why, if this is the end: `first`, `second` or `nobody`.
    pub(crate) fn verdict(&self) -> Option<(&'static str, &'static str)> {
        let outcome = self.table.outcome();
        if self.row.moves.is_some() {
            let attackers_win = outcome.and_then(Outcome::winner) == Some(self.opener);
            // Where a side may win by a move of the other, the defender still has to make it.
            let waits = self.turn() != self.opener && !self.wins_by_own_moves;
            let out_of_moves = self.moves_left() == Some(0) && !waits;
            return match outcome {
                Some(outcome) if attackers_win => Some((seat(self.opener), outcome.by())),
                Some(outcome) => Some((seat(self.opener.other()), outcome.by())),
                None if out_of_moves => Some((seat(self.opener.other()), "out_of_moves")),
                None => None,
            };
        }
        match outcome {
            Some(outcome) => Some((outcome.winner().map_or("nobody", seat), outcome.by())),
            None if self.repetitions >= 3 => Some(("nobody", "repetition")),
            None if self.row.ply >= MOST_PLIES => Some(("nobody", "too_long")),
            None => self.table.drawn().map(|by| ("nobody", by)),
        }
    }
}

/// Whether somebody is at a problem to solve it against a machine.
pub(crate) fn solves(row: &Match, profile: Uuid) -> bool {
    let table = tablero_game::find(&row.game).and_then(|game| game.decode(&row.rules, &row.start).ok());
    match table.map(|table| table.side_to_move()) {
        Some(Side::First) => row.first_profile_id == Some(profile) && row.second_level.is_some(),
        Some(Side::Second) => row.second_profile_id == Some(profile) && row.first_level.is_some(),
        None => false,
    }
}

/// The word for who sits at a side.
pub(crate) fn seat(side: Side) -> &'static str {
    match side {
        Side::First => "first",
        Side::Second => "second",
    }
}
