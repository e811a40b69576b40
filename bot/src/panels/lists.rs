use serenity::all::{CreateButton, CreateSelectMenuOption};
use tablero_api::v1::{
    DeleteMatchRequest, GetProblemRankingRequest, ListMatchesRequest, ListProblemsRequest, Match, MatchList,
    MatchState, Problem, ProblemFilter, ProblemOrder, RankingOrder, ScoreColumn, SolvedFilter,
};

use super::board::{Board, MATCH, SOLVE, get, is_machine, seat_name};
use super::card::{about, get_problem};
use super::parts::{button, buttons, danger_button, menu, option};
use super::report::{self, list_line};
use super::{leaders, scores};
use crate::error::Result;
use crate::house::Visit;
use crate::id::Id;
use crate::router::Deed;
use crate::screen::Screen;
use crate::talk::Answer;
use crate::words::{Language, clock, counted, game_name, plain, relative, say, stipulation};

pub(crate) const PROBLEMS: &str = "list";
pub(crate) const LEADERBOARD: &str = "top";
pub(crate) const SCORES: &str = "scores";
pub(crate) const RANKING: &str = "ranking";
pub(crate) const MATCHES: &str = "matches";

pub(super) const ON_A_PAGE: usize = 10;
/// Entries fetched at once: pages of a chat are walked, and a token would not fit into an id.
pub(super) const FETCHED: usize = 100;

pub(crate) async fn act(visit: &Visit, deed: &Deed) -> Result<Answer> {
    let id = &deed.id;
    let page = id.ply as usize;
    match (id.what.as_str(), id.action.as_str()) {
        (PROBLEMS, "open") => {
            let problem = get_problem(visit, deed.value()?).await?;
            Ok(Answer::private(report::screen(visit, &problem).await?))
        }
        (PROBLEMS, _) => Ok(Answer::update(problems(visit, &Choice::read(&id.rest), page).await?)),
        (RANKING, "rank") => Ok(Answer::private(ranking(visit, &id.subject, &id.rest, page).await?)),
        (RANKING, _) => Ok(Answer::update(ranking(visit, &id.subject, &id.rest, page).await?)),
        (SCORES, _) => {
            let column = ScoreColumn::try_from(id.rest.parse::<i32>().unwrap_or(0)).unwrap_or_default();
            Ok(Answer::update(scores::screen(visit, column, page).await?))
        }
        (LEADERBOARD, _) => {
            Ok(Answer::update(leaders::screen(visit, leaders::Choice::read(&id.rest), page).await?))
        }
        (_, "open") => open(visit, deed.value()?).await,
        (_, "delete") => Ok(Answer::update(delete_screen(visit, &id.subject))),
        (_, "delete!") => {
            let request = DeleteMatchRequest { match_id: id.subject.clone(), confirm: true };
            visit.desk().matches.delete_match(request).await?;
            Ok(Answer::update(Screen::saying(say!(
                visit.language,
                "🗑️ It is gone from your list.",
                "🗑️ Ya no está en tu lista."
            ))))
        }
        _ => Ok(Answer::update(matches(visit, page).await?)),
    }
}

/// Buttons to the pages before and after; none where one page holds everything.
pub(super) fn pager(
    visit: &Visit,
    page: usize,
    more: bool,
    id: impl Fn(u32, &str) -> Id,
) -> Vec<CreateButton> {
    let language = visit.language;
    let number = u32::try_from(page).unwrap_or(u32::MAX);
    if page == 0 && !more {
        return Vec::new();
    }
    vec![
        button(id(number.saturating_sub(1), "before"), say!(language, "Back", "Atrás"))
            .emoji('◀')
            .disabled(page == 0),
        button(id(number + 1, "after"), say!(language, "More", "Más")).emoji('▶').disabled(!more),
    ]
}

/// Which problems a list shows. It rides in the ids of its buttons: 93 characters at most, with the longest theme and author.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Choice {
    pub(crate) order: i32,
    pub(crate) solved: i32,
    pub(crate) mine: bool,
    pub(crate) moves: u32,
    pub(crate) theme: String,
    pub(crate) author: String,
}

impl Choice {
    fn read(rest: &str) -> Choice {
        let mut parts = rest.splitn(3, '|');
        let digits: Vec<u32> =
            parts.next().unwrap_or_default().chars().filter_map(|c| c.to_digit(10)).collect();
        let digit = |at: usize| digits.get(at).copied().unwrap_or(0);
        let mut next = || parts.next().unwrap_or_default().to_owned();
        Choice {
            order: digit(0) as i32,
            solved: digit(1) as i32,
            mine: digit(2) == 1,
            moves: digit(3),
            author: next(),
            theme: next(),
        }
    }

    fn write(&self) -> String {
        let Choice { order, solved, mine, moves, theme, author } = self;
        format!("{order}{solved}{}{moves}|{author}|{theme}", u8::from(*mine))
    }

    pub(crate) fn filter(&self) -> ProblemFilter {
        ProblemFilter {
            min_moves: self.moves,
            max_moves: self.moves,
            theme: self.theme.clone(),
            author_name: self.author.clone(),
            solved: SolvedFilter::try_from(self.solved).unwrap_or_default().into(),
            mine: self.mine,
            ..ProblemFilter::default()
        }
    }
}

/// A page of the library.
pub(crate) async fn problems(visit: &Visit, choice: &Choice, page: usize) -> Result<Screen> {
    let language = visit.language;
    let mut desk = visit.desk().problems;
    let mut request = ListProblemsRequest {
        filter: Some(choice.filter()),
        order: ProblemOrder::try_from(choice.order).unwrap_or_default().into(),
        page_size: FETCHED as u32,
        page_token: String::new(),
    };
    let mut answer = desk.list_problems(request.clone()).await?.into_inner();
    for _ in 0..page * ON_A_PAGE / FETCHED {
        request.page_token = answer.next_page_token;
        answer = desk.list_problems(request.clone()).await?.into_inner();
    }
    let skipped = page * ON_A_PAGE % FETCHED;
    let shown: Vec<Problem> = answer.problems.iter().skip(skipped).take(ON_A_PAGE).cloned().collect();
    let more = answer.problems.len() > skipped + ON_A_PAGE || !answer.next_page_token.is_empty();
    if shown.is_empty() {
        return Ok(Screen::saying(say!(
            language,
            "Nothing here. Compose something with /problem create.",
            "No hay nada. Compón algo con /problema crear."
        )));
    }
    let lines: Vec<_> = shown.iter().map(|problem| list_line(visit, problem)).collect();
    let options = shown.iter().map(|problem| {
        let goal = stipulation(&problem.game, problem.moves, language);
        let title = if problem.title.is_empty() { &problem.theme } else { &problem.title };
        let author = problem.author.as_ref().map_or("", |author| &author.name);
        option(format!("{goal} {title}"), &problem.id)
            .description(format!("{author} · {}", problem.rating.round()))
    });
    let id = |page, action: &str| Id::new(PROBLEMS, "", page, action, choice.write());
    let open = menu(id(page as u32, "open"), &say!(language, "Open one", "Abrir uno"), options.collect());
    Ok(Screen::saying(lines.join("\n")).row(open).buttons(pager(visit, page, more, id)))
}

/// Everybody who solved a problem.
pub(crate) async fn ranking(visit: &Visit, problem_id: &str, order: &str, page: usize) -> Result<Screen> {
    let language = visit.language;
    let by_errors = order == "1";
    let mut desk = visit.desk().rankings;
    let mut request = GetProblemRankingRequest {
        problem_id: problem_id.into(),
        order: if by_errors { RankingOrder::Errors } else { RankingOrder::Time }.into(),
        page_size: FETCHED as u32,
        page_token: String::new(),
    };
    let mut answer = desk.get_problem_ranking(request.clone()).await?.into_inner();
    for _ in 0..page * ON_A_PAGE / FETCHED {
        request.page_token = answer.next_page_token;
        answer = desk.get_problem_ranking(request.clone()).await?.into_inner();
    }
    let skipped = page * ON_A_PAGE % FETCHED;
    let more = answer.entries.len() > skipped + ON_A_PAGE || !answer.next_page_token.is_empty();
    let problem = about(visit, &get_problem(visit, problem_id).await?);
    let mut lines = vec![format!("🏅 {}", problem.lines().next().unwrap_or_default())];
    lines.push(if by_errors {
        say!(language, "-# Fewest errors, then time", "-# Menos errores, luego tiempo")
    } else {
        say!(language, "-# Best time", "-# Mejor tiempo")
    });
    for entry in answer.entries.iter().skip(skipped).take(ON_A_PAGE) {
        let name = plain(entry.profile.as_ref().map_or("", |profile| &profile.name));
        let mut line = format!("{} **{name}** {}", medal(entry.place), clock(entry.elapsed_ms));
        if entry.errors > 0 {
            let errors = match language {
                Language::English => counted(entry.errors.into(), "error", "errors"),
                Language::Spanish => counted(entry.errors.into(), "error", "errores"),
            };
            line += &format!(" · {errors}");
        }
        if entry.hinted {
            line += " 💡";
        }
        if entry.is_author {
            line += &say!(language, " (author)", " (autor)");
        }
        lines.push(line);
    }
    if answer.entries.is_empty() {
        lines.push(say!(language, "Nobody yet. Be the first!", "Nadie todavía. ¡Sé el primero!"));
    }
    let id = |page, action: &str| Id::new(RANKING, problem_id, page, action, order);
    let other = Id::new(RANKING, problem_id, 0, "other", if by_errors { "0" } else { "1" });
    let words = if by_errors {
        say!(language, "By time", "Por tiempo")
    } else {
        say!(language, "By errors", "Por errores")
    };
    let mut row = pager(visit, page, more, id);
    row.push(button(other, words));
    Ok(Screen::saying(lines.join("\n")).buttons(row))
}

pub(super) fn medal(place: u64) -> String {
    match place {
        1 => "🥇".into(),
        2 => "🥈".into(),
        3 => "🥉".into(),
        _ => format!("`{place:>2}.`"),
    }
}

/// The person's matches: those that run first.
pub(crate) async fn matches(visit: &Visit, page: usize) -> Result<Screen> {
    let language = visit.language;
    let request = ListMatchesRequest {
        list: MatchList::Unspecified.into(),
        page_size: FETCHED as u32,
        page_token: String::new(),
    };
    let mut all = visit.desk().matches.list_matches(request).await?.into_inner().matches;
    all.sort_by_key(|game| !matches!(game.state(), MatchState::Running | MatchState::Open));
    let shown: Vec<&Match> = all.iter().skip(page * ON_A_PAGE).take(ON_A_PAGE).collect();
    if shown.is_empty() {
        return Ok(Screen::saying(say!(
            language,
            "No matches yet. Begin with /play or /solve.",
            "Ninguna partida todavía. Empieza con /jugar o /resolver."
        )));
    }
    let lines: Vec<_> = shown.iter().map(|game| match_line(visit, game)).collect();
    let options: Vec<CreateSelectMenuOption> = shown
        .iter()
        .map(|game| option(match_name(visit, game).replace("**", "").replace('\\', ""), &game.id))
        .collect();
    let id = |page, action: &str| Id::new(MATCHES, "", page, action, "");
    let open = menu(id(page as u32, "open"), &say!(language, "Open one", "Abrir una"), options);
    let more = all.len() > (page + 1) * ON_A_PAGE;
    Ok(Screen::saying(lines.join("\n")).row(open).buttons(pager(visit, page, more, id)))
}

pub(super) fn match_name(visit: &Visit, game: &Match) -> String {
    let (first, second) = (seat_name(game.first.as_ref(), visit), seat_name(game.second.as_ref(), visit));
    let what = match game.moves {
        0 => game_name(&game.game, visit.language),
        moves => stipulation(&game.game, moves, visit.language),
    };
    format!("**{what}**: {first} – {second}")
}

fn match_line(visit: &Visit, game: &Match) -> String {
    let mark = match game.state() {
        MatchState::Open => "⏳",
        MatchState::Running => "▶️",
        _ => "🏁",
    };
    format!("{mark} {} {}", match_name(visit, game), relative(game.update_time.as_ref()))
}

/// Resumes a match, or shows one that is over.
async fn open(visit: &Visit, match_id: &str) -> Result<Answer> {
    let game = get(visit, match_id).await?;
    let alone =
        !game.problem_id.is_empty() && (is_machine(game.first.as_ref()) || is_machine(game.second.as_ref()));
    match game.state() {
        MatchState::Running if alone => Ok(Answer::private(Board::new(visit, SOLVE, game).screen().await?)),
        MatchState::Running => Ok(Answer::public(Board::new(visit, MATCH, game).screen().await?)),
        MatchState::Open => Ok(Answer::public(super::challenge::screen(visit, &game).await?)),
        _ => {
            let delete = Id::new(MATCHES, match_id, 0, "delete", "");
            let words = say!(visit.language, "Delete from my list", "Borrar de mi lista");
            let screen = Board::new(visit, MATCH, game).screen().await?;
            Ok(Answer::private(screen.row(buttons([danger_button(delete, words)]))))
        }
    }
}

fn delete_screen(visit: &Visit, match_id: &str) -> Screen {
    let language = visit.language;
    let id = Id::new(MATCHES, match_id, 0, "delete!", "");
    Screen::saying(say!(
        language,
        "Remove this match from your list for good?",
        "¿Quitar esta partida de tu lista para siempre?"
    ))
    .row(buttons([
        danger_button(id, say!(language, "Yes, delete it", "Sí, borrarla")),
        button(Id::new(MATCHES, "", 0, "keep", ""), say!(language, "No, keep it", "No, dejarla")),
    ]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_of_problems_is_read_as_it_was_written_and_fits_into_an_id() {
        let choice = Choice {
            order: 2,
            solved: 1,
            mine: true,
            moves: 9,
            theme: "a theme that is as long as can be, 40 c.".into(),
            author: "the-longest-name-anyone-may-have".into(),
        };
        assert_eq!(Choice::read(&choice.write()), choice);
        let id = Id::new(PROBLEMS, "", 999, "before", choice.write());
        assert!(id.to_string().chars().count() <= 100, "{id}");
    }
}
