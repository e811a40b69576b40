use tablero_api::v1::{ProblemFilter, SuggestProblemRequest};

use super::complete::playable_problem;
use super::{Context, answer, visit};
use crate::error::Result;
use crate::house::Visit;
use crate::panels::card;
use crate::talk::{Answer, Expect};

/// A problem to solve: one that fits you, or the one you ask for
#[poise::command(slash_command)]
pub(super) async fn solve(
    context: Context<'_>,
    #[description = "Mate in so many moves"]
    #[min = 1]
    #[max = 9]
    moves: Option<u32>,
    #[description = "What it is about, for example Zugzwang"]
    #[max_length = 40]
    theme: Option<String>,
    #[description = "Who made it"]
    #[max_length = 32]
    author: Option<String>,
    #[description = "This very problem"]
    #[autocomplete = "playable_problem"]
    problem: Option<String>,
) -> Result<()> {
    let visit = visit(&context).await;
    let filter = ProblemFilter {
        min_moves: moves.unwrap_or(0),
        max_moves: moves.unwrap_or(0),
        theme: theme.unwrap_or_default(),
        author_name: author.unwrap_or_default(),
        ..ProblemFilter::default()
    };
    answer(&visit, Expect::Public, show(&visit, filter, problem)).await
}

async fn show(visit: &Visit, filter: ProblemFilter, problem: Option<String>) -> Result<Answer> {
    let problem = match problem {
        Some(id) => card::get_shown_problem(visit, &id).await?,
        None => {
            let request = SuggestProblemRequest { filter: Some(filter) };
            visit.desk().problems.suggest_problem(request).await?.into_inner().problem.unwrap_or_default()
        }
    };
    Ok(Answer::public(card::screen(visit, &problem).await?))
}
