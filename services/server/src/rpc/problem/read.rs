use tablero_api::v1 as pb;
use tablero_api::v1::position_edit::What;
use tablero_game::Edit;
use tablero_store::{HiddenIn, Order, ProblemFilter, ProblemState, Scope};
use uuid::Uuid;

use crate::edge::Person;
use crate::error::{Error, Fault, Result};
use crate::problem::{ChangeRule, PageToken, RawDraft, Revision, check_moves};
use crate::profile::Name;
use crate::rpc::read::{id, mask, page_size, page_token};

const MOST_EDITS: usize = 128;
const MOST_WORDS: usize = 8;

/// What somebody wants to see.
#[derive(Debug)]
pub(super) struct List {
    pub(super) filter: ProblemFilter,
    pub(super) order: Order,
    pub(super) after: Option<PageToken>,
    pub(super) size: usize,
}

pub(super) fn new_problem(request: pb::CreateProblemRequest) -> RawDraft {
    RawDraft {
        game: request.game,
        rules: request.rules,
        position: request.position,
        moves: request.moves,
        title: request.title,
        theme: request.theme,
        difficulty: request.difficulty,
    }
}

pub(super) fn update(request: pb::UpdateProblemRequest) -> Result<(Uuid, Revision, ChangeRule)> {
    let rule = match request.change_rule() {
        pb::ChangeRule::Unspecified | pb::ChangeRule::Unplayed => ChangeRule::WhileUnplayed,
        pb::ChangeRule::Unsolved => ChangeRule::WhileUnsolved,
    };
    let problem = id("problem_id", &request.problem_id)?;
    let known = ["rules", "position", "moves", "title", "theme", "difficulty"];
    let (paths, faults) = mask(request.update_mask, &known);
    if !faults.is_empty() {
        return Err(Error::Invalid(faults));
    }
    let wanted = |path: &str| paths.iter().any(|named| named == path);
    let revision = Revision {
        rules: wanted("rules").then_some(request.rules),
        position: wanted("position").then_some(request.position),
        moves: wanted("moves").then_some(request.moves),
        title: wanted("title").then_some(request.title),
        theme: wanted("theme").then_some(request.theme),
        difficulty: wanted("difficulty").then_some(request.difficulty),
    };
    Ok((problem, revision, rule))
}

pub(super) fn list(request: pb::ListProblemsRequest, person: &Person) -> Result<List> {
    let order = match request.order() {
        pb::ProblemOrder::Unspecified | pb::ProblemOrder::Newest => Order::Newest,
        pb::ProblemOrder::Hardest => Order::Hardest,
        pb::ProblemOrder::MostPlayed => Order::MostPlayed,
    };
    if request.filter.as_ref().is_some_and(|filter| filter.hidden) {
        person.managed()?;
    }
    let mut faults = Vec::new();
    let size = page_size(request.page_size, &mut faults);
    let after = page_token(&request.page_token, &mut faults, |text| PageToken::read(text, order));
    let filter = filter(request.filter.unwrap_or_default(), person, &mut faults);
    match faults.is_empty() {
        true => Ok(List { filter, order, after, size }),
        false => Err(Error::Invalid(faults)),
    }
}

/// What a suggestion is to be like: one of the playable problems, whatever else the filter says.
pub(super) fn suggestion(request: pb::SuggestProblemRequest, person: &Person) -> Result<ProblemFilter> {
    let mut faults = Vec::new();
    let wanted = pb::ProblemFilter { mine: false, hidden: false, ..request.filter.unwrap_or_default() };
    let filter = filter(wanted, person, &mut faults);
    if faults.is_empty() { Ok(filter) } else { Err(Error::Invalid(faults)) }
}

pub(crate) fn filter(filter: pb::ProblemFilter, person: &Person, faults: &mut Vec<Fault>) -> ProblemFilter {
    let mut moves = |number: u32| match number {
        0 => None,
        number => check_moves(number, None).map(i16::from).map_err(|fault| faults.push(fault)).ok(),
    };
    let (min_moves, max_moves) = (moves(filter.min_moves), moves(filter.max_moves));
    let difficulty = i16::try_from(filter.difficulty).ok().filter(|number| *number <= 5);
    if difficulty.is_none() {
        faults.push(Fault::new("difficulty", "BAD_DIFFICULTY", "a difficulty is 0 to 5"));
    }
    let author_id = Some(&filter.author_id).filter(|text| !text.is_empty()).and_then(|text| {
        id("author_id", text)
            .map_err(|_| faults.push(Fault::new("author_id", "BAD_ID", "author_id is not a UUID")))
            .ok()
    });
    let state = match filter.state() {
        pb::ProblemState::Unspecified => None,
        pb::ProblemState::Draft => Some(ProblemState::Draft),
        pb::ProblemState::Checking => Some(ProblemState::Checking),
        pb::ProblemState::Playable => Some(ProblemState::Playable),
        pb::ProblemState::Refused => Some(ProblemState::Refused),
    };
    let solved = match filter.solved() {
        pb::SolvedFilter::Unspecified => None,
        pb::SolvedFilter::SolvedByMe => Some(true),
        pb::SolvedFilter::NotSolvedByMe => Some(false),
    };
    let place = person.place().filter(|_| !filter.mine);
    let said = |text: String| Some(text.replace('\0', "")).filter(|text| !text.is_empty());
    ProblemFilter {
        scope: if filter.mine { Scope::Of { author: person.profile.id, state } } else { Scope::Playable },
        game: said(filter.game),
        min_moves,
        max_moves,
        theme: said(filter.theme),
        difficulty: difficulty.filter(|number| *number > 0),
        author_id,
        author_key: said(Name::key_of(&filter.author_name)),
        solved,
        words: said(filter.query)
            .unwrap_or_default()
            .split_whitespace()
            .take(MOST_WORDS)
            .map(ToOwned::to_owned)
            .collect(),
        hidden_in: place.map(|place| HiddenIn {
            provider: place.provider.clone(),
            external_id: place.community.clone(),
            only: filter.hidden && place.manager,
        }),
    }
}

/// Which problem, and how many stars it gets.
pub(super) fn vote(request: &pb::VoteProblemRequest) -> Result<(Uuid, i16)> {
    let problem = id("problem_id", &request.problem_id)?;
    let stars = i16::try_from(request.stars).ok().filter(|stars| (1..=5).contains(stars));
    let fault = || Error::Invalid(vec![Fault::new("stars", "BAD_STARS", "a vote has 1 to 5 stars")]);
    Ok((problem, stars.ok_or_else(fault)?))
}

pub(super) fn edits(edits: Vec<pb::PositionEdit>) -> Result<Vec<Edit>> {
    let fault = |words: String| Error::Invalid(vec![Fault::new("edits", "NO_EDIT", words)]);
    if edits.is_empty() || edits.len() > MOST_EDITS {
        return Err(fault(format!("there are 1 to {MOST_EDITS} edits")));
    }
    let edits = edits.into_iter().map(|edit| match edit.what {
        Some(What::Put(put)) => Ok(Edit::Put { piece: put.piece, square: put.square }),
        Some(What::Remove(remove)) => Ok(Edit::Remove { square: remove.square }),
        Some(What::Move(step)) => Ok(Edit::Move { from: step.from_square, to: step.to_square }),
        Some(What::Recolour(recolour)) => Ok(Edit::Recolour { square: recolour.square }),
        Some(What::SideToMove(side)) => Ok(Edit::SideToMove(side)),
        None => Err(fault("an edit says nothing".into())),
    });
    edits.collect()
}
