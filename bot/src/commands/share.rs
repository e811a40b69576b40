use super::choices::Form;
use super::complete::{own_match, playable_problem};
use super::{Context, answer, visit};
use crate::error::Result;
use crate::panels::share::{self, What};
use crate::talk::Expect;

/// Show everybody a problem, a match or your last solve
#[poise::command(slash_command)]
pub(super) async fn share(
    context: Context<'_>,
    #[description = "A problem"]
    #[autocomplete = "playable_problem"]
    problem: Option<String>,
    #[description = "Or a match of yours; nothing for your last solve"]
    #[rename = "match"]
    #[autocomplete = "own_match"]
    game: Option<String>,
    #[description = "How, a picture if you say nothing"]
    #[rename = "as"]
    form: Option<Form>,
) -> Result<()> {
    let visit = visit(&context).await;
    let what = match (problem, game) {
        (Some(problem), _) => What::Problem(problem),
        (None, Some(game)) => What::Match(game),
        (None, None) => What::LastSolve,
    };
    let work = async { share::share(&visit, what, form.unwrap_or(Form::Picture).into()).await };
    answer(&visit, Expect::Public, work).await
}
