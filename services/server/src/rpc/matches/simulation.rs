use tablero_api::v1 as pb;
use tablero_game::{Level, UnknownLevel};
use tablero_store::SimulationGame;
use uuid::Uuid;

use crate::edge::Person;
use crate::error::{Error, Fault, Result};
use crate::matches::{Contest, NewContest};
use crate::rpc::problem::read_filter;
use crate::rpc::write::time;

const MOST_PROBLEMS: usize = 100;

pub(super) fn read(request: pb::StartSimulationRequest, person: &Person) -> Result<NewContest> {
    let mut faults = Vec::new();
    let mut level = |field, word: &str| {
        let unknown = |unknown: UnknownLevel| Fault::new(field, "UNKNOWN_LEVEL", unknown.to_string());
        word.parse::<Level>().map_err(|error| faults.push(unknown(error))).ok()
    };
    let levels = level("first_level", &request.first_level).zip(level("second_level", &request.second_level));
    let ids: Vec<_> = request.problem_ids.iter().map(|text| Uuid::try_parse(text).ok()).collect();
    if ids.iter().any(Option::is_none) {
        faults.push(Fault::new("problem_ids", "BAD_ID", "one of problem_ids is not a UUID"));
    }
    let count = if ids.is_empty() { request.count as usize } else { ids.len() };
    if !(1..=MOST_PROBLEMS).contains(&count) {
        let words = format!("a simulation has 1 to {MOST_PROBLEMS} problems");
        faults.push(Fault::new("count", "BAD_COUNT", words));
    }
    let filter = read_filter(request.filter.unwrap_or_default(), person, &mut faults);
    match (levels, faults.is_empty()) {
        (Some((first, second)), true) => Ok(NewContest {
            levels: [first, second],
            problems: ids.into_iter().flatten().collect(),
            filter,
            count,
            seed: request.seed,
        }),
        _ => Err(Error::Invalid(faults)),
    }
}

pub(super) fn write(contest: Contest) -> pb::Simulation {
    let Contest { row, games } = contest;
    let finished = row.state == "finished";
    let (first, second) = (score(row.first_level, &games, true), score(row.second_level, &games, false));
    let winner = match first.solved.cmp(&second.solved) {
        _ if !finished => pb::Winner::Unspecified,
        std::cmp::Ordering::Greater => pb::Winner::First,
        std::cmp::Ordering::Less => pb::Winner::Second,
        std::cmp::Ordering::Equal => pb::Winner::Nobody,
    };
    pb::Simulation {
        id: row.id.to_string(),
        state: match row.state.as_str() {
            "running" => pb::SimulationState::Running,
            "finished" => pb::SimulationState::Finished,
            _ => pb::SimulationState::Cancelled,
        }
        .into(),
        first: Some(first),
        second: Some(second),
        done: number(games.iter().filter(|game| game.solved.is_some()).count() as i64),
        games: games.into_iter().map(game).collect(),
        winner: winner.into(),
        create_time: Some(time(row.created_at)),
    }
}

fn score(level: String, games: &[SimulationGame], first: bool) -> pb::SimulationScore {
    let attacks = || games.iter().filter(|game| game.first_attacks == first);
    pb::SimulationScore {
        level,
        solved: number(attacks().filter(|game| game.solved == Some(true)).count() as i64),
        moves: number(attacks().map(|game| i64::from(game.played)).sum()),
        elapsed_ms: attacks().map(|game| game.elapsed_ms).sum::<i64>().unsigned_abs(),
    }
}

fn game(game: SimulationGame) -> pb::SimulationGame {
    pb::SimulationGame {
        problem_id: game.problem_id.map(|id| id.to_string()).unwrap_or_default(),
        first_attacks: game.first_attacks,
        done: game.solved.is_some(),
        solved: game.solved.unwrap_or_default(),
        moves: number(game.played.into()),
        elapsed_ms: game.elapsed_ms.unsigned_abs(),
        line: game.line.split_whitespace().map(ToOwned::to_owned).collect(),
    }
}

fn number(number: i64) -> u32 {
    u32::try_from(number).unwrap_or_default()
}
