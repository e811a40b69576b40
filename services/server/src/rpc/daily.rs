use std::sync::Arc;

use tablero_api::v1 as pb;
use tablero_game::{Ground, Side};
use tablero_store::{DailyResult, DailyStreak, Problem};
use tracing::warn;
use uuid::Uuid;

use super::picture;
use super::problem::{solution, told_problem};
use super::write::time;
use crate::daily::{Ended, Today, Told};
use crate::error::Result;
use crate::picture::Picture;
use crate::ranking::Rankings;

pub(super) async fn today(rankings: &Rankings, viewer: Uuid, today: Today) -> Result<pb::GetDailyResponse> {
    Ok(pb::GetDailyResponse {
        daily: today.open.map(daily),
        last: match today.last {
            Some(last) => Some(ended(rankings, viewer, last).await?),
            None => None,
        },
        streak: today.streak.map(streak),
        streaks: today.streaks.into_iter().map(streak).collect(),
        next_time: today.next.map(time),
    })
}

pub(super) fn daily(told: Told) -> pb::Daily {
    let Told { daily, problem, solvers, solved, over } = told;
    pb::Daily {
        number: daily.number.unsigned_abs(),
        day: daily.day.to_string(),
        problem: problem.map(told_problem),
        open_time: Some(time(daily.opens_at)),
        close_time: Some(time(daily.closes_at)),
        solver_count: u32::try_from(solvers).unwrap_or(u32::MAX),
        solved,
        over,
    }
}

/// With the solution, but not as an animation.
async fn ended(rankings: &Rankings, owner: Uuid, ended: Ended) -> Result<pb::DailyEnd> {
    let Ended { told, first, table, streaks } = ended;
    let line = match told.problem.as_ref() {
        Some(listed) => solution(&rankings.brain, owner, listed.problem.clone()).await?.line,
        None => Vec::new(),
    };
    let first = first.map(|result| {
        let place = table.iter().position(|other| other.profile_id == result.profile_id);
        entry((place.map_or(0, |at| at + 1), result))
    });
    Ok(pb::DailyEnd {
        daily: Some(daily(told)),
        line,
        first,
        entries: (1..).zip(table).map(entry).collect(),
        streaks: streaks.into_iter().map(streak).collect(),
        ..pb::DailyEnd::default()
    })
}

/// With the solution as an animation too, in the language of the place where it is posted.
pub(super) async fn ended_with_film(
    rankings: &Rankings,
    owner: Uuid,
    language: &str,
    end: Ended,
) -> Result<pb::DailyEnd> {
    let problem = end.told.problem.as_ref().map(|listed| listed.problem.clone());
    let mut written = ended(rankings, owner, end).await?;
    if let Some(problem) = problem.filter(|_| !written.line.is_empty()) {
        match film(rankings, &problem, &written.line, language).await {
            Ok(film) => {
                written.film = film.bytes.clone();
                written.film_alt_text = film.alt_text.clone();
            }
            // A table without a film is better than none.
            Err(error) => warn!(?error, problem = %problem.id, "a solution could not be drawn"),
        }
    }
    Ok(written)
}

async fn film(
    rankings: &Rankings,
    problem: &Problem,
    line: &[pb::Play],
    language: &str,
) -> Result<Arc<Picture>> {
    let wanted = pb::DrawnPosition {
        game: problem.game.clone(),
        rules: problem.rules.clone(),
        position: problem.position.clone(),
        moves: line.iter().map(|play| play.code.clone()).collect(),
    };
    let game = tablero_game::find(&problem.game);
    let table = game.and_then(|game| game.decode(&problem.rules, &problem.position).ok());
    let flipped = table.is_some_and(|table| {
        table.side_to_move() == Side::Second && table.diagram().ground == Ground::Chequered
    });
    picture::film(&rankings.press, &wanted, flipped, language).await
}

fn entry((place, result): (usize, DailyResult)) -> pb::DailyEntry {
    pb::DailyEntry {
        place: u32::try_from(place).unwrap_or(u32::MAX),
        profile: Some(profile(result.profile_id, result.name)),
        errors: result.errors.unsigned_abs(),
        elapsed_ms: result.elapsed_ms.unsigned_abs(),
        hinted: result.hinted,
        solve_time: Some(time(result.solved_at)),
    }
}

fn streak(streak: DailyStreak) -> pb::DailyStreak {
    pb::DailyStreak {
        profile: Some(profile(streak.profile_id, streak.name)),
        days: streak.days.unsigned_abs(),
        best_days: streak.best.unsigned_abs(),
    }
}

fn profile(id: Uuid, name: String) -> pb::Profile {
    pb::Profile { id: id.to_string(), name, create_time: None }
}
