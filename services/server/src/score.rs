use tablero_game::{Level, Side};
use tablero_store::{AsyncPgConnection, Opponent, Profile, Score, ScoreOrder, ScoreRow};
use uuid::Uuid;

use crate::edge::{Call, Person};
use crate::error::{Error, Fault, Missing, Refusal, Result};
use crate::matches::Record;
use crate::problem::find_game;
use crate::ranking::Rankings;

/// A page of a table of scores.
#[derive(Debug)]
pub(crate) struct ScoreTable {
    pub(crate) rows: Vec<ScoreRow>,
    /// The last place of this page and who has it, if more come.
    pub(crate) next: Option<(i64, Uuid)>,
    pub(crate) mine: Option<ScoreRow>,
}

impl Rankings {
    pub(crate) async fn scores(
        &self,
        call: &Call,
        person: &Person,
        game: &str,
        order: ScoreOrder,
        behind: Option<(i64, Uuid)>,
        size: usize,
    ) -> Result<ScoreTable> {
        let game = scoring(game)?;
        let mut db = self.db(call).await?;
        let one_more = i64::try_from(size + 1).unwrap_or(i64::MAX);
        let mut rows = order.page(&mut db, game, behind, one_more).await?;
        let more = rows.len() > size;
        rows.truncate(size);
        let next = rows.last().filter(|_| more).map(|row| (row.place, row.profile_id));
        let mine = order.of(&mut db, game, person.profile.id).await?;
        Ok(ScoreTable { rows, next, mine })
    }

    /// Takes somebody out of a table: oneself, or anybody if one is an administrator. False if there was nobody to take out.
    pub(crate) async fn remove_scores(
        &self,
        call: &Call,
        person: &Person,
        game: &str,
        profile: Uuid,
    ) -> Result<bool> {
        let game = scoring(game)?;
        if profile != person.profile.id {
            self.administrators.check(person)?;
        }
        let mut db = self.db(call).await?;
        Profile::by_id(&mut db, profile).await?.ok_or(Error::Missing(Missing::Profile))?;
        Ok(Score::remove(&mut db, Some(game), profile).await? > 0)
    }

    /// Empties a table; answers how many people were in it.
    pub(crate) async fn reset_scores(
        &self,
        call: &Call,
        person: &Person,
        game: &str,
        confirm: bool,
    ) -> Result<usize> {
        let game = scoring(game)?;
        self.administrators.check(person)?;
        if !confirm {
            return Err(Error::Refused(Refusal::ConfirmReset));
        }
        Ok(Score::reset(&mut *self.db(call).await?, game).await?)
    }
}

/// The name of a game that counts points.
fn scoring(name: &str) -> Result<&'static str> {
    let game = find_game(name, "").map_err(Error::Invalid)?;
    let counts = game.lay_out("").is_ok_and(|table| table.score(Side::First).is_some());
    match counts {
        true => Ok(game.name),
        false => {
            let words = format!("{} counts no points", game.name);
            Err(Error::Invalid(vec![Fault::new("game", "NO_SCORES", words)]))
        }
    }
}

/// Counts the points of a whole game that has just been played to its end; of one that was given up nobody has any.
pub(crate) async fn count(db: &mut AsyncPgConnection, record: &Record) -> Result<()> {
    if record.row.moves.is_some() || record.row.winner.is_none() || record.table.outcome().is_none() {
        return Ok(());
    }
    let of = |side: Side| {
        let profile = record.profile_at(side)?;
        let points = i32::try_from(record.table.score(side)?).ok()?;
        Some((profile, opponent(record.machine_at(side.other())), points))
    };
    let mut made: Vec<(Uuid, Opponent, i32)> = Side::ALL.into_iter().filter_map(of).collect();
    // Two games of the same two people may end at once: both go about it in the same order.
    made.sort_by_key(|(profile, ..)| *profile);
    for (profile, opponent, points) in made {
        Score::add(db, &record.row.game, profile, opponent, points).await?;
    }
    Ok(())
}

fn opponent(machine: Option<Level>) -> Opponent {
    match machine {
        Some(Level::Easy) => Opponent::Easy,
        Some(Level::Normal) => Opponent::Normal,
        Some(Level::Hard | Level::Expert) => Opponent::Hard,
        None => Opponent::People,
    }
}
