use std::collections::HashMap;

use tablero_api::v1 as pb;
use tablero_api::v1::seat::Who;
use tablero_api::v1::watch_match_response::What;
use tablero_game::{Diagram, MarkKind, MoveText, Side};
use tablero_search::mate::Hint;
use tablero_store::{Mistake, Play, Profile};
use uuid::Uuid;

use crate::matches::{News, Record, RecordState, Seated};
use crate::rpc::{board, write};

/// A match with all that is needed to go on with it.
pub(in crate::rpc) fn record(seated: &Seated) -> pb::Match {
    let running = seated.record.state() == RecordState::Running;
    let legal_moves = if running { seated.record.table.legal_moves() } else { Vec::new() };
    pb::Match { legal_moves: legal_moves.into_iter().map(legal_move).collect(), ..listed(seated) }
}

pub(super) fn listed(seated: &Seated) -> pb::Match {
    let Seated { record, people } = seated;
    let row = &record.row;
    let over = record.table.outcome().is_some();
    pb::Match {
        id: row.id.to_string(),
        game: row.game.clone(),
        rules: row.rules.clone(),
        problem_id: row.problem_id.map(|id| id.to_string()).unwrap_or_default(),
        state: state(record.state()).into(),
        first: Some(seat(record, people, Side::First)),
        second: Some(seat(record, people, Side::Second)),
        wrong_moves: if row.take_back { pb::WrongMoves::TakeBack } else { pb::WrongMoves::Stand }.into(),
        start_position: row.start.clone(),
        position: record.table.position(),
        diagram: Some(board::diagram(diagram(record))),
        ply: number(row.ply),
        side_to_move: if over { String::new() } else { record.table.side_name(record.turn()).to_owned() },
        first_to_move: record.turn() == Side::First,
        first_attacks: row.moves.is_some() && record.opener == Side::First,
        moves: row.moves.map(|moves| number(moves.into())).unwrap_or_default(),
        moves_left: record.moves_left().unwrap_or_default().into(),
        errors: number(row.errors),
        hints: number(row.hints.into()),
        plays: record.plays.iter().map(play).collect(),
        legal_moves: Vec::new(),
        winner: winner(row.winner.as_deref()).into(),
        reason: row.reason.clone().unwrap_or_default(),
        create_time: Some(write::time(row.created_at)),
        update_time: Some(write::time(row.updated_at)),
        turn_start_time: Some(write::time(row.turn_started_at)),
        tourney_id: row.tourney_id.map(|id| id.to_string()).unwrap_or_default(),
        tourney_number: row.tourney_number.map(|at| number(at.into())).unwrap_or_default(),
    }
}

/// The board with the last move marked, and what a problem asks for.
pub(in crate::rpc) fn diagram(record: &Record) -> Diagram {
    let mut diagram = record.table.diagram();
    if let Some(last) = record.plays.last() {
        for square in [&last.from_square, &last.to_square].into_iter().filter(|square| !square.is_empty()) {
            diagram.mark(square, MarkKind::LastMove);
        }
    }
    if let Some(left) = record.moves_left().filter(|_| record.state() == RecordState::Running) {
        diagram.captions.push(tablero_game::Caption::MovesLeft(left));
    }
    diagram
}

fn seat(record: &Record, people: &HashMap<Uuid, Profile>, side: Side) -> pb::Seat {
    let row = &record.row;
    let (kind, ready, elapsed) = match side {
        Side::First => (&row.first_kind, row.first_ready, row.first_ms),
        Side::Second => (&row.second_kind, row.second_ready, row.second_ms),
    };
    let person = record.profile_at(side).and_then(|id| people.get(&id)).cloned();
    let who = match (kind.as_str(), record.machine_at(side), person) {
        (_, Some(level), _) => Who::Machine(level.as_str().to_owned()),
        (_, None, Some(person)) => Who::Person(write::profile(person)),
        ("open", None, None) => Who::Open(true),
        _ => Who::DeletedPlayer(true),
    };
    pb::Seat { who: Some(who), ready, elapsed_ms: elapsed.unsigned_abs() }
}

fn play(play: &Play) -> pb::MatchPlay {
    pb::MatchPlay {
        ply: number(play.ply),
        play: Some(pb::Play { text: play.text.clone(), code: play.code.clone() }),
        from_square: play.from_square.clone(),
        to_square: play.to_square.clone(),
        elapsed_ms: play.elapsed_ms.unsigned_abs(),
    }
}

fn legal_move(spelled: MoveText) -> pb::LegalMove {
    pb::LegalMove {
        play: Some(pb::Play { text: spelled.text, code: spelled.code }),
        from_square: spelled.from.unwrap_or_default(),
        to_square: spelled.to.unwrap_or_default(),
    }
}

pub(super) fn taken_back(mistake: Mistake) -> pb::TakenBack {
    let refutation = mistake.refutation_text.zip(mistake.refutation_code);
    pb::TakenBack {
        play: Some(pb::Play { text: mistake.text, code: mistake.code }),
        refutation: refutation.map(|(text, code)| pb::Play { text, code }),
    }
}

pub(super) fn hint(hint: Hint) -> pb::GetHintResponse {
    pb::GetHintResponse {
        from_square: hint.from,
        to_square: hint.to.unwrap_or_default(),
        play: hint.play.map(|play| pb::Play { text: play.san, code: play.uci }),
    }
}

pub(super) fn news(news: News) -> pb::WatchMatchResponse {
    let what = match news {
        News::Play(made) => What::Play(play(&made)),
        News::Match(seated) => What::Match(record(&seated)),
    };
    pb::WatchMatchResponse { what: Some(what) }
}

fn state(state: RecordState) -> pb::MatchState {
    match state {
        RecordState::Open => pb::MatchState::Open,
        RecordState::Running => pb::MatchState::Running,
        RecordState::Finished => pb::MatchState::Finished,
        RecordState::Cancelled => pb::MatchState::Cancelled,
    }
}

fn winner(word: Option<&str>) -> pb::Winner {
    match word {
        Some("first") => pb::Winner::First,
        Some("second") => pb::Winner::Second,
        Some(_) => pb::Winner::Nobody,
        None => pb::Winner::Unspecified,
    }
}

fn number(number: i32) -> u32 {
    u32::try_from(number).unwrap_or_default()
}
