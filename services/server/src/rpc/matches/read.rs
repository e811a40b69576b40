use tablero_api::v1 as pb;
use tablero_api::v1::new_seat::Who;
use tablero_game::Language;
use tablero_search::mate::HintStep;
use tablero_store::MatchScope;
use uuid::Uuid;

use crate::edge::Person;
use crate::error::{Error, Fault, Result};
use crate::matches::{MatchPageToken, Move, NewGame, Sitter, same_person};
use crate::rpc::read::{id, page_size, page_token};

const LONGEST_REQUEST_ID: usize = 64;

pub(super) fn start(request: pb::StartMatchRequest, person: &Person) -> Result<NewGame> {
    let mut faults = Vec::new();
    let take_back = request.wrong_moves() == pb::WrongMoves::TakeBack;
    let problem = match request.problem_id.as_str() {
        "" => None,
        text => Some(id("problem_id", text)?),
    };
    let first = sitter("first", request.first).map_err(|fault| faults.push(fault));
    let second = sitter("second", request.second).map_err(|fault| faults.push(fault));
    let (Ok(first), Ok(second)) = (first, second) else { return Err(Error::Invalid(faults)) };
    let seats = [first, second];
    if same_person(seats, person.profile.id) {
        let words = "nobody sits on both sides";
        return Err(Error::Invalid(vec![Fault::new("second", "SAME_PERSON", words)]));
    }
    Ok(NewGame {
        problem,
        game: request.game,
        rules: request.rules,
        position: request.position,
        seats,
        take_back,
        tourney: None,
    })
}

fn sitter(field: &'static str, seat: Option<pb::NewSeat>) -> std::result::Result<Sitter, Fault> {
    match seat.and_then(|seat| seat.who) {
        Some(Who::Me(true)) => Ok(Sitter::Me),
        Some(Who::Open(true)) => Ok(Sitter::Anybody),
        Some(Who::ProfileId(text)) => Uuid::try_parse(&text)
            .map(Sitter::Profile)
            .map_err(|_| Fault::new(field, "BAD_ID", "profile_id is not a UUID")),
        Some(Who::Machine(level)) => {
            level.parse().map(Sitter::Machine).map_err(|unknown: tablero_game::UnknownLevel| {
                Fault::new(field, "UNKNOWN_LEVEL", unknown.to_string())
            })
        }
        Some(Who::Me(false) | Who::Open(false)) | None => {
            Err(Fault::new(field, "NO_SEAT", format!("say who sits at the {field} seat")))
        }
    }
}

pub(super) fn play(request: pb::PlayMoveRequest) -> Result<(Uuid, Move)> {
    let id = id("match_id", &request.match_id)?;
    if request.request_id.chars().count() > LONGEST_REQUEST_ID {
        let words = format!("a request id has at most {LONGEST_REQUEST_ID} characters");
        return Err(Error::Invalid(vec![Fault::new("request_id", "REQUEST_ID_TOO_LONG", words)]));
    }
    let language = if request.language.starts_with("es") { Language::Spanish } else { Language::English };
    let request_id = Some(request.request_id.replace('\0', "")).filter(|text| !text.is_empty());
    Ok((id, Move { ply: request.ply, text: request.r#move, language, request_id }))
}

pub(super) fn hint(request: &pb::GetHintRequest) -> Result<(Uuid, HintStep)> {
    let id = id("match_id", &request.match_id)?;
    let step = (request.step as usize).checked_sub(1).and_then(|at| HintStep::ALL.get(at));
    let fault = || Error::Invalid(vec![Fault::new("step", "BAD_STEP", "a hint has the steps 1 to 3")]);
    Ok((id, *step.ok_or_else(fault)?))
}

pub(super) fn list(request: &pb::ListMatchesRequest) -> Result<(MatchScope, Option<MatchPageToken>, usize)> {
    let mut faults = Vec::new();
    let size = page_size(request.page_size, &mut faults);
    let after = page_token(&request.page_token, &mut faults, MatchPageToken::read);
    if !faults.is_empty() {
        return Err(Error::Invalid(faults));
    }
    let scope = match request.list() {
        pb::MatchList::Unspecified => MatchScope::All,
        pb::MatchList::Running => MatchScope::Running,
        pb::MatchList::Finished => MatchScope::Finished,
        pb::MatchList::Challenges => MatchScope::Challenges,
    };
    Ok((scope, after, size))
}
