use tablero_api::v1::diagram::caption::What;
use tablero_api::v1::{
    GetProblemRequest, ListMatchesRequest, Match, MatchList, NewSeat, Problem, StartMatchRequest, WrongMoves,
    new_seat,
};
use tablero_picture::draw::Style;

use super::board::{Board, SOLVE, is_machine};
use super::parts::{buttons, main_button};
use super::votes;
use crate::error::{Error, Result};
use crate::house::{House, Visit};
use crate::id::Id;
use crate::router::Deed;
use crate::screen::Screen;
use crate::talk::Answer;
use crate::words::{Language, plain, say, stipulation};

/// A problem for everybody in the channel, to be solved by each alone.
pub(crate) const CARD: &str = "card";
/// The defender that refutes every wrong try.
const DEFENDER: &str = "expert";

/// The card: the board, what is asked, and one button.
pub(crate) async fn screen(visit: &Visit, problem: &Problem) -> Result<Screen> {
    headed(visit, problem, "").await
}

/// The same below a line of words.
pub(crate) async fn headed(visit: &Visit, problem: &Problem, heading: &str) -> Result<Screen> {
    let words = format!("{heading}{}", about(visit, problem));
    dealt(&visit.house, visit.style(false), words, problem).await
}

/// A card with these words on it.
pub(super) async fn dealt(house: &House, style: Style, words: String, problem: &Problem) -> Result<Screen> {
    let language = style.language;
    let diagram = problem.diagram.clone().unwrap_or_default();
    let flipped = !opens_first(house, problem).await?
        && diagram.ground() == tablero_api::v1::diagram::Ground::Chequered;
    let picture = house.pen.board(&diagram, Style { flipped, ..style }).await?;
    let solve = Id::new(CARD, &problem.id, 0, "solve", "");
    Ok(Screen::saying(words).picture(picture).row(buttons([main_button(
        solve,
        say!(language, "Solve", "Resolver"),
    )
    .emoji('🧩')])))
}

/// What everybody may know of a problem, in two lines.
pub(crate) fn about(visit: &Visit, problem: &Problem) -> String {
    about_in(visit.language, problem)
}

pub(super) fn about_in(language: Language, problem: &Problem) -> String {
    let goal = stipulation(&problem.game, problem.moves, language);
    let mut first = format!("**{goal}**");
    if !problem.title.is_empty() {
        first += &format!(" · *{}*", plain(&problem.title));
    }
    let author = plain(problem.author.as_ref().map_or("", |author| &author.name));
    first += &say!(language, " · by {author}", " · de {author}");
    let rating = problem.rating.round();
    let (plays, solves) = (problem.play_count, problem.solve_count);
    let record = if plays == 0 {
        say!(language, "nobody has tried it yet", "nadie lo ha intentado aún")
    } else {
        say!(language, "solved by {solves} of {plays}", "resuelto por {solves} de {plays}")
    };
    let mut second = say!(language, "-# rating {rating} · {record}", "-# dificultad {rating} · {record}");
    if problem.vote_count > 0 {
        second += &format!(" · {}", votes::words(problem.quality, problem.vote_count, language));
    }
    if !problem.theme.is_empty() {
        second += &format!(" · {}", plain(&problem.theme));
    }
    format!("{first}\n{second}")
}

pub(crate) async fn get_problem(visit: &Visit, problem_id: &str) -> Result<Problem> {
    let request = GetProblemRequest { problem_id: problem_id.into() };
    let answer = visit.desk().problems.get_problem(request).await?.into_inner();
    answer.problem.ok_or_else(|| Error::Unexpected("a problem without itself".into()))
}

/// A problem that this server shows to everybody.
pub(crate) async fn get_shown_problem(visit: &Visit, problem_id: &str) -> Result<Problem> {
    let problem = get_problem(visit, problem_id).await?;
    if problem.hidden {
        return Err(Error::Told(say!(
            visit.language,
            "That problem is hidden in this server. /moderate unhide shows it again.",
            "Ese problema está oculto en este servidor. /moderar mostrar lo vuelve a mostrar."
        )));
    }
    Ok(problem)
}

pub(crate) async fn act(visit: &Visit, deed: &Deed) -> Result<Answer> {
    let problem = get_problem(visit, &deed.id.subject).await?;
    let game = start(visit, &problem).await?;
    Ok(Answer::private(Board::new(visit, SOLVE, game).screen().await?))
}

/// Whether the side of the first seat is to move, and so attacks.
pub(crate) async fn first_attacks(visit: &Visit, problem: &Problem) -> Result<bool> {
    opens_first(&visit.house, problem).await
}

pub(super) async fn opens_first(house: &House, problem: &Problem) -> Result<bool> {
    let games = house.games().await?;
    let first = games.iter().find(|game| game.name == problem.game).and_then(|game| game.sides.first());
    let captions = problem.diagram.iter().flat_map(|diagram| &diagram.captions);
    let to_move = captions.filter_map(|caption| caption.what.as_ref()).find_map(|what| match what {
        What::ToMove(side) => Some(side),
        _ => None,
    });
    Ok(first.is_none() || to_move.is_none() || first == to_move)
}

/// Sits the person down to attack: at the match they left unfinished, or at a new one.
pub(crate) async fn start(visit: &Visit, problem: &Problem) -> Result<Match> {
    let mut matches = visit.desk().matches;
    let request =
        ListMatchesRequest { list: MatchList::Running.into(), page_size: 100, page_token: String::new() };
    let running = matches.list_matches(request).await?.into_inner().matches;
    let left = running.iter().find(|game| {
        let defender = if game.first_attacks { game.second.as_ref() } else { game.first.as_ref() };
        game.problem_id == problem.id && is_machine(defender)
    });
    if let Some(left) = left {
        return super::board::get(visit, &left.id).await;
    }
    let me = NewSeat { who: Some(new_seat::Who::Me(true)) };
    let machine = NewSeat { who: Some(new_seat::Who::Machine(DEFENDER.into())) };
    let (first, second) = if first_attacks(visit, problem).await? { (me, machine) } else { (machine, me) };
    let request = StartMatchRequest {
        problem_id: problem.id.clone(),
        first: Some(first),
        second: Some(second),
        wrong_moves: WrongMoves::TakeBack.into(),
        ..StartMatchRequest::default()
    };
    let started = matches.start_match(request).await?.into_inner();
    started.r#match.ok_or_else(|| Error::Unexpected("a match without itself".into()))
}
