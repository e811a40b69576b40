use tablero_api::v1::draw_board_request::Board;
use tablero_api::v1::{
    DrawBoardRequest, DrawnPosition, GetMatchNotationRequest, GetSolutionNotationRequest, GetSolutionRequest,
    ListMatchesRequest, Match, MatchList, Notation, NotationKind,
};

use super::board::{drawing, effort, get};
use super::card;
use super::ending::solved;
use super::lists::match_name;
use crate::error::{Error, Result};
use crate::house::Visit;
use crate::screen::{Picture, Screen};
use crate::talk::Answer;
use crate::words::{game_name, plain, say, spell, stipulation};

/// What somebody shows to everybody.
pub(crate) enum What {
    Problem(String),
    Match(String),
    LastSolve,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum As {
    Picture,
    Animation,
    Position,
    Notation,
}

/// Shows it. What tells the solution of a problem is covered until somebody wants to see it.
pub(crate) async fn share(visit: &Visit, what: What, form: As) -> Result<Answer> {
    let screen = match what {
        What::Problem(id) => problem(visit, &id, form).await?,
        What::Match(id) => {
            let game = get(visit, &id).await?;
            let name = match_name(visit, &game);
            let heading = heading(visit, &say!(visit.language, "a match", "una partida"), &name);
            course(visit, &game, form, heading).await?
        }
        What::LastSolve => {
            let game = last_solve(visit).await?;
            let goal = stipulation(&game.game, game.moves, visit.language);
            let words = format!("**{goal}** · {}", effort(&game, visit));
            let heading = heading(visit, &say!(visit.language, "a solve", "una solución"), &words);
            course(visit, &game, form, heading).await?
        }
    };
    Ok(Answer::public(screen))
}

fn heading(visit: &Visit, what: &str, about: &str) -> String {
    let name = plain(&visit.identity.name);
    say!(visit.language, "📤 **{name}** shares {what}: {about}", "📤 **{name}** comparte {what}: {about}")
}

async fn problem(visit: &Visit, id: &str, form: As) -> Result<Screen> {
    let language = visit.language;
    let problem = card::get_shown_problem(visit, id).await?;
    let about = card::about(visit, &problem);
    let heading = heading(visit, &say!(language, "a problem", "un problema"), &about);
    let mut problems = visit.desk().problems;
    match form {
        As::Picture => {
            let name = plain(&visit.identity.name);
            let line =
                say!(language, "📤 **{name}** shares a problem:\n", "📤 **{name}** comparte un problema:\n");
            card::headed(visit, &problem, &line).await
        }
        As::Position => Ok(Screen::saying(format!("{heading}\n`{}`", problem.position))),
        As::Animation => {
            let request = GetSolutionRequest { problem_id: id.into() };
            let line = problems.get_solution(request).await?.into_inner().line;
            let words: Vec<String> =
                line.iter().map(|play| spell(&problem.game, &play.text, language)).collect();
            let request = DrawBoardRequest {
                flipped: !card::first_attacks(visit, &problem).await?,
                board: Some(Board::Position(DrawnPosition {
                    game: problem.game.clone(),
                    rules: problem.rules.clone(),
                    position: problem.position.clone(),
                    moves: line.into_iter().map(|play| play.code).collect(),
                })),
                animated: true,
                ..drawing(visit)
            };
            let film = drawn(visit, request, "SPOILER_solution.gif").await?;
            Ok(Screen::saying(format!("{heading}\n||{}||", words.join(" "))).picture(film))
        }
        As::Notation => {
            let request = GetSolutionNotationRequest { problem_id: id.into() };
            let answer = problems.get_solution_notation(request).await?.into_inner();
            Ok(written(visit, &problem.game, answer.notation, heading, true))
        }
    }
}

/// A match as far as it has come. Of a problem it tells the solution, or a part of it.
async fn course(visit: &Visit, game: &Match, form: As, heading: String) -> Result<Screen> {
    let spoils = game.moves > 0;
    if !game.problem_id.is_empty() {
        card::get_shown_problem(visit, &game.problem_id).await?;
        // What is kept from others for now is not shown to them by who found it either.
        let request = GetSolutionRequest { problem_id: game.problem_id.clone() };
        visit.desk().problems.get_solution(request).await?;
    }
    let request = DrawBoardRequest {
        board: Some(Board::MatchId(game.id.clone())),
        flipped: spoils && !game.first_attacks,
        animated: form == As::Animation,
        ..drawing(visit)
    };
    Ok(match form {
        As::Picture => {
            let name = if spoils { "SPOILER_board.png" } else { "board.png" };
            Screen::saying(heading).picture(drawn(visit, request, name).await?)
        }
        As::Animation => {
            let name = if spoils { "SPOILER_match.gif" } else { "match.gif" };
            Screen::saying(heading).picture(drawn(visit, request, name).await?)
        }
        As::Position => {
            let bars = if spoils { "||" } else { "" };
            Screen::saying(format!("{heading}\n{bars}`{}`{bars}", game.position))
        }
        As::Notation => {
            let request = GetMatchNotationRequest { match_id: game.id.clone() };
            let answer = visit.desk().matches.get_match_notation(request).await?.into_inner();
            written(visit, &game.game, answer.notation, heading, spoils)
        }
    })
}

async fn drawn(visit: &Visit, request: DrawBoardRequest, name: &'static str) -> Result<Picture> {
    let drawn = visit.desk().pictures.draw_board(request).await?.into_inner();
    Ok(Picture { name, bytes: drawn.picture, alt: drawn.alt_text })
}

/// A notation as a file. Where there is no PGN, that is said.
fn written(visit: &Visit, game: &str, notation: Option<Notation>, heading: String, spoils: bool) -> Screen {
    let notation = notation.unwrap_or_default();
    let transcript = notation.kind() == NotationKind::Transcript;
    let cover = if spoils { "SPOILER_" } else { "" };
    let file = format!("{cover}{game}.{}", if transcript { "txt" } else { "pgn" });
    let words = if transcript {
        let game = game_name(game, visit.language);
        say!(
            visit.language,
            "{heading}\n-# {game} has no PGN: this is a plain transcript.",
            "{heading}\n-# {game} no tiene PGN: esto es una simple transcripción."
        )
    } else {
        heading
    };
    Screen::saying(words).file(&file, notation.text.into_bytes())
}

/// The problem that the person solved last.
async fn last_solve(visit: &Visit) -> Result<Match> {
    let list = MatchList::Finished.into();
    let request = ListMatchesRequest { list, page_size: 100, page_token: String::new() };
    let matches = visit.desk().matches.list_matches(request).await?.into_inner().matches;
    let mine = |game: &&Match| {
        let attacker = if game.first_attacks { game.first.as_ref() } else { game.second.as_ref() };
        solved(game) && super::board::is_person(attacker, &visit.profile_id)
    };
    let time = |game: &&Match| game.update_time.as_ref().map(|time| (time.seconds, time.nanos));
    matches.iter().filter(mine).max_by_key(time).cloned().ok_or_else(|| {
        Error::Told(say!(
            visit.language,
            "You have not solved anything yet. Begin with /solve.",
            "Todavía no has resuelto nada. Empieza con /resolver."
        ))
    })
}
