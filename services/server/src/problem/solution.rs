use tablero_game::Side;
use tablero_store::{DecidedSeat, Problem, ProblemState};
use uuid::Uuid;

use super::Problems;
use super::desk::visible;
use super::unguarded;
use crate::edge::{Call, Person};
use crate::error::{Error, Refusal, Result};

impl Problems {
    /// A playable problem whose solution the caller may know: as its author, after an attempt that has ended, or after a tourney.
    pub(crate) async fn explained(&self, call: &Call, person: &Person, id: Uuid) -> Result<Problem> {
        let me = person.profile.id;
        let mut db = self.db(call).await?;
        let (problem, author) = visible(&mut db, person, id).await?;
        if problem.state != ProblemState::Playable {
            return Err(Error::Refused(Refusal::ProblemNotPlayable));
        }
        unguarded(&mut db, id, me, self.store.clock().now()).await?;
        let finished = author.id == me
            || Problem::revealed(&mut db, id, me).await?
            || Problem::is_tried_by(&mut db, id, me).await?
            || Problem::decided_seats(&mut db, id, me).await?.iter().any(attacks);
        if finished { Ok(problem) } else { Err(Error::NotFinished) }
    }
}

/// The side to move at the start attacks.
fn attacks(seat: &DecidedSeat) -> bool {
    let table = tablero_game::find(&seat.game).and_then(|game| game.decode(&seat.rules, &seat.start).ok());
    let side = if seat.first { Side::First } else { Side::Second };
    table.is_some_and(|table| table.side_to_move() == side)
}
