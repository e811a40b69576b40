use tablero_api::v1 as pb;
use tablero_game::{Language, MarkKind};
use tablero_store::{DailyResult, DailyStreak, Problem};
use uuid::Uuid;

use super::board;
use super::problem::{solution, told_problem};
use super::write::time;
use crate::daily::{Ended, Today, Told};
use crate::error::{Error, Result};
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

/// With the solution; who wants it thought out is its owner.
pub(super) async fn ended(rankings: &Rankings, owner: Uuid, ended: Ended) -> Result<pb::DailyEnd> {
    let Ended { told, riddle, first, table, streaks } = ended;
    let (mut line, mut drawn) = (Vec::new(), Vec::new());
    if let Some(listed) = told.problem.as_ref().filter(|_| !riddle) {
        line = solution(&rankings.brain, owner, listed.problem.clone()).await?.line;
        drawn = boards(&listed.problem, &line)?;
    }
    let first = first.map(|result| {
        let place = table.iter().position(|other| other.profile_id == result.profile_id);
        entry((place.map_or(0, |at| at + 1), result))
    });
    Ok(pb::DailyEnd {
        daily: Some(daily(told)),
        line,
        boards: drawn,
        first,
        entries: (1..).zip(table).map(entry).collect(),
        streaks: streaks.into_iter().map(streak).collect(),
    })
}

/// The problem's board, and the board after each move of a line.
fn boards(problem: &Problem, line: &[pb::Play]) -> Result<Vec<pb::Diagram>> {
    let broken = |words: String| Error::Internal(format!("problem {}: {words}", problem.id).into());
    let game =
        tablero_game::find(&problem.game).ok_or_else(|| broken(format!("no game {}", problem.game)))?;
    let mut table =
        game.decode(&problem.rules, &problem.position).map_err(|faults| broken(faults.to_string()))?;
    let mut boards = vec![board::diagram(table.diagram())];
    for play in line {
        let made =
            table.play(&play.code, Language::English).map_err(|refused| broken(refused.to_string()))?;
        let mut diagram = table.diagram();
        for square in [made.from, made.to].into_iter().flatten() {
            diagram.mark(&square, MarkKind::LastMove);
        }
        boards.push(board::diagram(diagram));
    }
    Ok(boards)
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
