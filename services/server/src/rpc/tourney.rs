use prost::Message;
use tablero_api::v1 as pb;
use tablero_store::{Match, SetProblem, Stand, TourneyState};
use uuid::Uuid;

use super::{community, write};
use crate::error::{Error, Fault, Result};
use crate::tourney::{Side, Start, View, WishedSet, WishedTourney};

pub(super) fn wish(request: pb::CreateTourneyRequest) -> Result<WishedTourney> {
    let fault = |field, reason, words: &str| Err(Error::Invalid(vec![Fault::new(field, reason, words)]));
    let set = match (request.problem_ids.is_empty(), request.count) {
        (true, 0) => return fault("count", "NO_PROBLEMS", "name problems, or say how many"),
        (true, count) => WishedSet::Chosen { count, moves: request.moves, game: request.game },
        (false, 0) => {
            let ids = request.problem_ids.iter().map(|text| Uuid::try_parse(text));
            match ids.collect::<std::result::Result<_, _>>() {
                Ok(ids) => WishedSet::Named(ids),
                Err(_) => return fault("problem_ids", "BAD_ID", "one of problem_ids is not a UUID"),
            }
        }
        (false, _) => return fault("count", "NO_PROBLEMS", "name problems or say how many, but not both"),
    };
    let start = match request.start_time {
        None => Start::In(chrono::TimeDelta::minutes(request.start_in_minutes.into())),
        Some(time) => {
            let nanos = u32::try_from(time.nanos).ok();
            let read = nanos.and_then(|nanos| chrono::DateTime::from_timestamp(time.seconds, nanos));
            match read {
                Some(read) => Start::At(read),
                None => return fault("start_time", "BAD_START", "start_time is no moment"),
            }
        }
    };
    Ok(WishedTourney {
        title: request.title.trim().chars().filter(|c| !c.is_control()).collect(),
        start,
        minutes: request.minutes,
        channel: request.channel_id,
        set,
        guest: community::named(request.guest)?,
    })
}

pub(super) fn tourney(view: &View) -> pb::Tourney {
    let started = view.state != TourneyState::Announced;
    let place = |side: &Side| match started {
        true => 1 + view.sides.iter().filter(|other| other.order() < side.order()).count(),
        false => 0,
    };
    let side = |side: &Side| pb::TourneySide {
        name: side.community.name.clone(),
        mine: side.here,
        accepted: side.accepted,
        points: number(side.points),
        errors: number(side.errors),
        elapsed_ms: side.elapsed_ms.unsigned_abs(),
        place: write::count(place(side)),
    };
    pb::Tourney {
        id: view.tourney.id.to_string(),
        title: view.tourney.title.clone(),
        state: state(view.state).into(),
        start_time: Some(write::time(view.tourney.starts_at)),
        end_time: Some(write::time(view.tourney.ends_at)),
        problems: view.problems.iter().map(|one| problem(view, one)).collect(),
        sides: view.sides.iter().map(side).collect(),
        entries: view.stands.iter().map(entry).collect(),
        entry_count: write::count(view.people),
        mine: view.mine.as_ref().map(entry),
    }
}

/// Before the start nothing but what it asks for.
fn problem(view: &View, one: &SetProblem) -> pb::TourneyProblem {
    let kind = pb::TourneyProblem { number: number(one.number.into()), ..Default::default() };
    let Some(problem) = &one.problem else { return kind };
    let kind = pb::TourneyProblem { game: problem.game.clone(), moves: number(problem.moves.into()), ..kind };
    if !view.is_revealed() {
        return kind;
    }
    let mine = view.attempts.iter().find(|row| row.tourney_number == Some(one.number));
    pb::TourneyProblem {
        problem_id: problem.id.to_string(),
        title: problem.title.clone(),
        mine: mine.map(attempt),
        is_author: view.me == Some(problem.author_id),
        ..kind
    }
}

fn attempt(row: &Match) -> pb::TourneyAttempt {
    let first = row.first_profile_id == row.creator_id;
    let won = row.winner.as_deref() == Some(if first { "first" } else { "second" });
    let points = match (won, row.ply) {
        (true, _) => Stand::SOLVED,
        (false, 0) => 0,
        (false, _) => Stand::KEY,
    };
    pb::TourneyAttempt {
        match_id: row.id.to_string(),
        points: number(points),
        errors: number(row.errors),
        elapsed_ms: if first { row.first_ms } else { row.second_ms }.unsigned_abs(),
        over: row.state == "finished",
    }
}

fn entry(stand: &Stand) -> pb::TourneyEntry {
    pb::TourneyEntry {
        place: number(stand.place),
        profile: Some(pb::Profile {
            id: stand.profile_id.to_string(),
            name: stand.name.clone(),
            create_time: None,
        }),
        points: number(stand.points),
        errors: number(stand.errors),
        elapsed_ms: stand.elapsed_ms.unsigned_abs(),
    }
}

/// A tourney that is over, with the keys that the validations found.
pub(super) fn end(view: &View) -> pb::TourneyEnd {
    let key = |one: &SetProblem| {
        let report = one.problem.as_ref().and_then(|problem| problem.report.as_deref());
        let report = report.and_then(|bytes| pb::ValidationReport::decode(bytes).ok())?;
        Some(report.keys.into_iter().next()?.line?.play?.text)
    };
    let solution = |one: &SetProblem| pb::TourneySolution {
        number: number(one.number.into()),
        key: key(one).unwrap_or_default(),
    };
    pb::TourneyEnd { tourney: Some(tourney(view)), solutions: view.problems.iter().map(solution).collect() }
}

fn state(state: TourneyState) -> pb::TourneyState {
    match state {
        TourneyState::Announced => pb::TourneyState::Announced,
        TourneyState::Running => pb::TourneyState::Running,
        TourneyState::Ended => pb::TourneyState::Ended,
        TourneyState::Cancelled => pb::TourneyState::Cancelled,
    }
}

fn number(number: i32) -> u32 {
    u32::try_from(number).unwrap_or_default()
}
