use chrono::{DateTime, Utc};
use tablero_game::{Level, Side};
use tablero_store::{
    AsyncConnection, AsyncPgConnection, Guard, Match, MatchChange, NewMatch, NewSeat, Problem, ProblemState,
    Profile, Tourney,
};
use uuid::Uuid;

use super::desk::{enqueue, locked};
use super::{Matches, Record, RecordState, Seated};
use crate::edge::{Call, Person};
use crate::error::{Error, Fault, Missing, Refusal, Result};
use crate::moderation::sees;
use crate::problem::{find_game, flaws, refuse, too_long, unguarded, unguarded_position};
use crate::tourney::note_progress;

/// Matches of one person that are open or running.
const MOST_UNFINISHED: i64 = 200;

/// Who is to sit somewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sitter {
    Me,
    Profile(Uuid),
    Anybody,
    Machine(Level),
}

/// What is to be played.
#[derive(Debug)]
pub(crate) struct NewGame {
    pub(crate) problem: Option<Uuid>,
    pub(crate) game: String,
    pub(crate) rules: String,
    pub(crate) position: String,
    pub(crate) seats: [Sitter; 2],
    pub(crate) take_back: bool,
    pub(crate) tourney: Option<Entry>,
}

/// An attempt at a problem of a tourney.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) tourney: Uuid,
    pub(crate) number: i16,
    /// The community for which it counts.
    pub(crate) side: Uuid,
}

struct Setting {
    game: String,
    rules: String,
    start: String,
    problem: Option<(Uuid, i16)>,
}

impl Setting {
    /// Refuses what is kept from somebody. A daily problem is there to be solved, but in no other way.
    async fn unguarded(
        &self,
        db: &mut AsyncPgConnection,
        seats: [Sitter; 2],
        me: Uuid,
        now: DateTime<Utc>,
    ) -> Result<()> {
        let Some(game) = tablero_game::find(&self.game) else { return Ok(()) };
        let Some((problem, _)) = self.problem else {
            return unguarded_position(db, game, &self.rules, &self.start, me, now).await;
        };
        let guard = Problem::guard(db, problem, me, now).await?;
        let opener = game.decode(&self.rules, &self.start).map(|table| table.side_to_move());
        let [attacker, defender] = if opener == Ok(Side::Second) { [seats[1], seats[0]] } else { seats };
        let solves = matches!((attacker, defender), (Sitter::Me, Sitter::Machine(_)));
        refuse(guard.filter(|guard| *guard != Guard::Daily || !solves))
    }
}

impl Matches {
    pub(crate) async fn start(&self, call: &Call, person: &Person, wanted: &NewGame) -> Result<Seated> {
        let events = self.events.subscribe();
        let me = person.profile.id;
        let setting = match wanted.problem {
            Some(id) => self.problem_setting(call, person, id).await?,
            None => game_setting(wanted)?,
        };
        let now = self.store.clock().now();
        let mut db = self.db(call).await?;
        if wanted.tourney.is_none() {
            setting.unguarded(&mut db, wanted.seats, me, now).await?;
        }
        for profile in wanted.seats.iter().filter_map(|sitter| match sitter {
            Sitter::Profile(id) => Some(*id),
            _ => None,
        }) {
            Profile::by_id(&mut db, profile).await?.ok_or(Error::Missing(Missing::Profile))?;
        }
        let [first, second] = wanted.seats.map(|sitter| new_seat(sitter, me));
        let ready = first.ready && second.ready;
        let new = NewMatch {
            game: &setting.game,
            rules: &setting.rules,
            start: &setting.start,
            problem_id: setting.problem.map(|(id, _)| id),
            moves: setting.problem.map(|(_, moves)| moves),
            take_back: wanted.take_back,
            state: if ready { "running" } else { "open" },
            creator_id: me,
            first,
            second,
            seed: rand::random(),
            tourney: wanted.tourney.map(|entry| (entry.tourney, entry.number)),
        };
        let row = db
            .transaction(async |db| {
                if Match::count_unfinished(db, me).await? >= MOST_UNFINISHED {
                    return Err(Error::Refused(Refusal::TooManyMatches));
                }
                if let Some(Entry { tourney, side, .. }) = wanted.tourney {
                    Tourney::enter(db, tourney, me, side).await?;
                }
                let record = Record::replay(new.insert(db).await?, Vec::new())?;
                note_progress(db, &record.row, now).await?;
                begin(db, &record).await?;
                Ok(record.row)
            })
            .await?;
        drop(db);
        self.settle(call, person, row.id, events).await
    }

    async fn problem_setting(&self, call: &Call, person: &Person, id: Uuid) -> Result<Setting> {
        let mut db = self.db(call).await?;
        let (problem, author) = Problem::by_id(&mut db, id).await?.ok_or(Error::Missing(Missing::Problem))?;
        match problem.state {
            ProblemState::Playable if !sees(&mut db, person, &problem).await? => {
                Err(Error::Missing(Missing::Problem))
            }
            ProblemState::Playable => Ok(Setting {
                game: problem.game,
                rules: problem.rules,
                start: problem.position,
                problem: Some((problem.id, problem.moves)),
            }),
            _ if author.id == person.profile.id => Err(Error::Refused(Refusal::ProblemNotPlayable)),
            _ => Err(Error::Missing(Missing::Problem)),
        }
    }

    /// Takes the seat that was offered.
    pub(crate) async fn accept(&self, call: &Call, person: &Person, id: Uuid) -> Result<Seated> {
        let events = self.events.subscribe();
        let me = person.profile.id;
        let at = self.store.clock().now();
        let mut db = self.db(call).await?;
        db.transaction(async |db| {
            let (row, now) = locked(db, person, id, at).await?;
            if let Some(problem) = row.problem_id {
                unguarded(db, problem, me, at).await?;
            }
            let mut change = row.as_change();
            match row.state.as_str() {
                "open" => {}
                "running" => return Err(Error::Refused(Refusal::SeatTaken)),
                _ => return Err(Error::Refused(Refusal::MatchOver)),
            }
            if row.creator_id == Some(me) {
                return Err(Error::Refused(Refusal::OwnChallenge));
            }
            let offered = |kind: &str, profile: Option<Uuid>| kind == "open" || profile == Some(me);
            if !row.first_ready && offered(&row.first_kind, row.first_profile_id) {
                (change.first_kind, change.first_profile_id, change.first_ready) =
                    ("person".into(), Some(me), true);
            } else if !row.second_ready && offered(&row.second_kind, row.second_profile_id) {
                (change.second_kind, change.second_profile_id, change.second_ready) =
                    ("person".into(), Some(me), true);
            } else {
                return Err(Error::Refused(Refusal::SeatTaken));
            }
            if change.first_ready && change.second_ready {
                change.state = "running".into();
                change.turn_started_at = now;
            }
            let row = row.change(db, &change).await?;
            row.list_for(db, me).await?;
            begin(db, &Record::replay(row, Vec::new())?).await
        })
        .await?;
        drop(db);
        self.settle(call, person, id, events).await
    }

    /// Refuses an offer, or takes it back.
    pub(crate) async fn decline(&self, call: &Call, person: &Person, id: Uuid) -> Result<Seated> {
        let me = Some(person.profile.id);
        let at = self.store.clock().now();
        let mut db = self.db(call).await?;
        db.transaction(async |db| {
            let (row, _) = locked(db, person, id, at).await?;
            if ![row.creator_id, row.first_profile_id, row.second_profile_id].contains(&me) {
                return Err(Error::NotYourMatch);
            }
            match Record::replay(row.clone(), Vec::new())?.state() {
                RecordState::Open => {}
                RecordState::Running => return Err(Error::Refused(Refusal::SeatTaken)),
                RecordState::Finished | RecordState::Cancelled => {
                    return Err(Error::Refused(Refusal::MatchOver));
                }
            }
            row.change(db, &MatchChange { state: "cancelled".into(), ..row.as_change() }).await?;
            Ok(())
        })
        .await?;
        drop(db);
        self.get(call, person, id).await
    }
}

/// What happens when everybody sits: a problem counts as played, and a machine that opens is called.
async fn begin(db: &mut AsyncPgConnection, record: &Record) -> Result<()> {
    if record.state() != RecordState::Running {
        return Ok(());
    }
    if let (Some(problem), Some(solver)) = (record.row.problem_id, record.profile_at(record.opener)) {
        Match::note_played(db, problem, solver).await?;
    }
    enqueue(db, record).await
}

fn game_setting(wanted: &NewGame) -> Result<Setting> {
    let mut faults: Vec<Fault> = too_long(&wanted.position).into_iter().collect();
    let game = find_game(&wanted.game, &wanted.rules).map_err(|more| faults.extend(more));
    let table = match game {
        Ok(game) if faults.is_empty() => match wanted.position.trim() {
            "" => game.start(&wanted.rules),
            position => game.decode(&wanted.rules, position),
        }
        .map_err(|more| faults.extend(flaws(more))),
        _ => Err(()),
    };
    let table = table.map_err(|()| Error::Invalid(faults))?;
    if let Some(flaw) = table.unfit() {
        return Err(Error::Invalid(vec![Fault::new("position", flaw.reason, flaw.words)]));
    }
    if table.outcome().is_some() {
        return Err(Error::Invalid(vec![Fault::new(
            "position",
            "GAME_OVER",
            "in this position the game is over",
        )]));
    }
    Ok(Setting { game: table.game().into(), rules: table.rules(), start: table.position(), problem: None })
}

fn new_seat(sitter: Sitter, me: Uuid) -> NewSeat {
    match sitter {
        Sitter::Me => NewSeat { kind: "person", profile_id: Some(me), ready: true, level: None },
        Sitter::Profile(id) => NewSeat { kind: "person", profile_id: Some(id), ready: id == me, level: None },
        Sitter::Anybody => NewSeat { kind: "open", ..NewSeat::default() },
        Sitter::Machine(level) => {
            NewSeat { kind: "machine", level: Some(level.as_str()), ready: true, profile_id: None }
        }
    }
}

/// Who sits at the sides, for faults that only show when both are known.
pub(crate) fn same_person(seats: [Sitter; 2], me: Uuid) -> bool {
    let person = |sitter| match sitter {
        Sitter::Me => Some(me),
        Sitter::Profile(id) => Some(id),
        Sitter::Anybody | Sitter::Machine(_) => None,
    };
    let [first, second] = seats.map(person);
    first.is_some() && first == second
}
