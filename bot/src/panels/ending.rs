use serenity::all::CreateActionRow;
use tablero_api::v1::{
    DrawBoardRequest, DrawnPosition, GetProblemRankingRequest, GetSolutionRequest, GetStandingRequest, Match,
    MatchState, Problem, ProblemFilter, SuggestProblemRequest, Winner, draw_board_request,
};

use super::board::{Board, MATCH, SOLVE, drawing, effort, get, seat_name, shown};
use super::card::{first_attacks, start};
use super::daily;
use super::parts::{button, buttons, main_button};
use super::tourney::back_button;
use super::votes;
use crate::error::Result;
use crate::house::Visit;
use crate::id::Id;
use crate::screen::{Picture, Screen};
use crate::talk::Answer;
use crate::words::{cut, ending, plain, say, spell, stipulation};

/// Whether the attacker of a problem, who is a person here, has won.
pub(super) fn solved(game: &Match) -> bool {
    let attacker = if game.first_attacks { Winner::First } else { Winner::Second };
    !game.problem_id.is_empty() && game.state() == MatchState::Finished && game.winner() == attacker
}

/// What can be done with a match that is over.
pub(super) fn rows(board: &Board<'_>) -> Vec<CreateActionRow> {
    let language = board.visit.language;
    let id = |action: &str| Id::new(board.what, &board.game.id, board.game.ply, action, "0");
    if board.game.state() == MatchState::Cancelled {
        return Vec::new();
    }
    if board.what == SOLVE && !board.game.tourney_id.is_empty() {
        return vec![buttons([back_button(&board.game.tourney_id, language)])];
    }
    let mut row = Vec::new();
    if board.what == SOLVE {
        if !solved(&board.game) {
            row.push(button(id("again"), say!(language, "Try again", "Otra vez")));
        }
        row.push(main_button(id("next"), say!(language, "Next problem", "Otro problema")));
        row.push(button(id("film"), say!(language, "Solution", "Solución")));
        let ranking = Id::new(super::lists::RANKING, &board.game.problem_id, 0, "rank", "0");
        row.push(button(ranking, say!(language, "Ranking", "Clasificación")));
    } else {
        row.push(button(id("film"), say!(language, "Replay", "Repetición")));
    }
    let mut rows = vec![buttons(row)];
    if board.what == SOLVE && solved(&board.game) {
        rows.push(votes::row(&board.game.problem_id));
    }
    rows
}

/// How a match ended, with who won it.
pub(super) fn result(board: &Board<'_>) -> String {
    let (visit, game) = (board.visit, &board.game);
    let language = visit.language;
    let how = ending(game, language);
    let winner = match game.winner() {
        Winner::First => seat_name(game.first.as_ref(), visit),
        Winner::Second => seat_name(game.second.as_ref(), visit),
        Winner::Nobody => return format!("🤝 {how}"),
        Winner::Unspecified => return say!(language, "It did not begin.", "No llegó a empezar."),
    };
    if game.reason == "abandoned" {
        let loser = if game.winner() == Winner::First { game.second.as_ref() } else { game.first.as_ref() };
        let loser = seat_name(loser, visit);
        return say!(language, "🏁 {winner} wins: {loser} gave up.", "🏁 Gana {winner}: {loser} abandona.");
    }
    say!(language, "🏁 {winner} wins: {how}.", "🏁 Gana {winner}: {how}.")
}

/// What everybody may know of a solve, without spoiling anything. Also tells the solver, in the board's note, what it brought.
pub(super) async fn public_line(board: &Board<'_>) -> Option<Screen> {
    if board.what != SOLVE || !solved(&board.game) || !board.game.tourney_id.is_empty() {
        return None;
    }
    let visit = board.visit;
    let name = plain(&visit.identity.name);
    let goal = stipulation(&board.game.game, board.game.moves, visit.language);
    let effort = effort(&board.game, visit);
    let solved = say!(visit.language, "🧩 **{name}** solved it!", "🧩 ¡**{name}** lo ha resuelto!");
    Some(Screen::saying(format!("{solved} {goal} · {effort}")))
}

/// What the end of a problem brought its solver, in several lines.
pub(super) async fn summary(visit: &Visit, game: &Match) -> Result<String> {
    let language = visit.language;
    if !game.tourney_id.is_empty() {
        return Ok(tourney_summary(visit, game));
    }
    let today = daily::running(visit, &game.problem_id).await;
    if let Some(today) = today.as_ref().filter(|_| !solved(game)) {
        return Ok(daily::not_solved(language, today));
    }
    if !solved(game) {
        return Ok(say!(
            language,
            "Not solved this time. Look at the solution, or try again.",
            "Esta vez no. Mira la solución, o prueba otra vez."
        ));
    }
    let mut lines = vec![say!(language, "🎉 **Solved!**", "🎉 **¡Resuelto!**") + " " + &effort(game, visit)];
    let mut rankings = visit.desk().rankings;
    let request =
        GetProblemRankingRequest { problem_id: game.problem_id.clone(), page_size: 1, ..Default::default() };
    let ranking = rankings.get_problem_ranking(request).await?.into_inner();
    let mine = |entry: &&tablero_api::v1::RankingEntry| {
        entry.profile.as_ref().is_some_and(|profile| profile.id == visit.profile_id)
    };
    if let Some(entry) = ranking.around_me.iter().find(mine) {
        let place = entry.place;
        lines.push(say!(
            language,
            "🏅 Place {place} by time in this problem's ranking.",
            "🏅 Puesto {place} por tiempo en la clasificación de este problema."
        ));
    }
    let standing = rankings.get_standing(GetStandingRequest::default()).await?.into_inner();
    if let Some((last, before)) = standing.history.split_last()
        && last.time.as_ref().map(|time| time.seconds) >= game.create_time.as_ref().map(|time| time.seconds)
    {
        let before = before.last().map_or(1500.0, |point| point.rating);
        let (rating, change) = (last.rating.round(), (last.rating - before).round());
        lines.push(say!(
            language,
            "📈 Your rating: {rating} ({change:+}).",
            "📈 Tu puntuación: {rating} ({change:+})."
        ));
    }
    lines.extend(today.as_ref().map(|today| daily::solved(language, today)));
    lines.push(say!(language, "-# How did you like it?", "-# ¿Te ha gustado?"));
    Ok(lines.join("\n"))
}

/// What a problem of a tourney brought; its answer is kept until the tourney is over.
fn tourney_summary(visit: &Visit, game: &Match) -> String {
    let (language, effort) = (visit.language, effort(game, visit));
    match (solved(game), game.ply) {
        (true, _) => {
            say!(language, "🎉 **Solved: 5 points!** {effort}", "🎉 **¡Resuelto: 5 puntos!** {effort}")
        }
        (false, 0) => say!(language, "Given up: no points.", "Te rendiste: ningún punto."),
        _ => say!(language, "Given up: 2 points for the key.", "Te rendiste: 2 puntos por la clave."),
    }
}

/// The solution of a problem or the course of a game, as an animation for the person alone.
pub(super) async fn film(visit: &Visit, id: &Id) -> Result<Answer> {
    let language = visit.language;
    let game = get(visit, &id.subject).await?;
    if id.what == MATCH {
        let request = DrawBoardRequest {
            board: Some(draw_board_request::Board::MatchId(game.id.clone())),
            animated: true,
            ..drawing(visit)
        };
        let drawn = visit.desk().pictures.draw_board(request).await?.into_inner();
        let words = say!(language, "The whole game:", "La partida entera:");
        let film = Picture { name: "game.gif", bytes: drawn.picture, alt: drawn.alt_text };
        return Ok(Answer::private(Screen::saying(words).picture(film)));
    }
    let problem = super::card::get_problem(visit, &game.problem_id).await?;
    solution(visit, &problem).await
}

/// The solution of a problem, as an animation for the person alone.
pub(super) async fn solution(visit: &Visit, problem: &Problem) -> Result<Answer> {
    let language = visit.language;
    let request = GetSolutionRequest { problem_id: problem.id.clone() };
    let solution = match visit.desk().problems.get_solution(request).await {
        Ok(solution) => solution.into_inner(),
        Err(status) => return Err(daily::refused(visit, &problem.id, status.into()).await),
    };
    let request = DrawBoardRequest {
        board: Some(draw_board_request::Board::Position(DrawnPosition {
            game: problem.game.clone(),
            rules: problem.rules.clone(),
            position: problem.position.clone(),
            moves: solution.line.iter().map(|play| play.code.clone()).collect(),
        })),
        animated: true,
        flipped: !first_attacks(visit, problem).await?,
        ..drawing(visit)
    };
    let drawn = visit.desk().pictures.draw_board(request).await?.into_inner();
    let line = solution
        .line
        .iter()
        .map(|play| spell(&problem.game, &play.text, language))
        .collect::<Vec<_>>()
        .join(" ");
    let report = solution.report.map(|report| cut(&report.text, 1500)).unwrap_or_default();
    let words = say!(language, "**Solution:** {line}", "**Solución:** {line}");
    let film = Picture { name: "solution.gif", bytes: drawn.picture, alt: drawn.alt_text };
    let words = if report.is_empty() { words } else { format!("{words}\n```\n{report}\n```") };
    Ok(Answer::private(Screen::saying(words).picture(film)))
}

/// Another problem of this length, in the same panel.
pub(super) async fn next(visit: &Visit, match_id: &str) -> Result<Answer> {
    let game = get(visit, match_id).await?;
    let filter =
        ProblemFilter { game: game.game, min_moves: game.moves, max_moves: game.moves, ..Default::default() };
    let request = SuggestProblemRequest { filter: Some(filter) };
    let problem =
        visit.desk().problems.suggest_problem(request).await?.into_inner().problem.unwrap_or_default();
    let game = start(visit, &problem).await?;
    shown(Board::new(visit, SOLVE, game)).await
}

/// The same problem from the beginning.
pub(super) async fn again(visit: &Visit, match_id: &str) -> Result<Answer> {
    let game = get(visit, match_id).await?;
    let problem = super::card::get_problem(visit, &game.problem_id).await?;
    let game = start(visit, &problem).await?;
    shown(Board::new(visit, SOLVE, game)).await
}
