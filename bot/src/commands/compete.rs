use tablero_api::v1::Period;

use super::choices::{Kind, Ladder, When, Who};
use super::complete::playable_problem;
use super::{Context, answer, visit};
use crate::error::Result;
use crate::panels::{leaders, lists, scores};
use crate::talk::{Answer, Expect};

/// Everybody who solved a problem
#[poise::command(slash_command)]
pub(super) async fn ranking(
    context: Context<'_>,
    #[description = "Which one"]
    #[autocomplete = "playable_problem"]
    problem: String,
    #[description = "Fewest errors first instead of best time"] errors: Option<bool>,
) -> Result<()> {
    let visit = visit(&context).await;
    let order = if errors == Some(true) { "1" } else { "0" };
    let work = async { Ok(Answer::public(lists::ranking(&visit, &problem, order, 0).await?)) };
    answer(&visit, Expect::Public, work).await
}

/// Who is best, here or everywhere
#[poise::command(slash_command)]
pub(super) async fn leaderboard(
    context: Context<'_>,
    #[description = "By what"] by: Option<Kind>,
    #[description = "Since when"] when: Option<When>,
    #[description = "Among whom"] who: Option<Who>,
) -> Result<()> {
    let visit = visit(&context).await;
    let kind = match Ladder::from(by.unwrap_or(Kind::Rating)) {
        Ladder::Leaders(kind) => kind,
        Ladder::Scores(column) => {
            let work = async { Ok(Answer::public(scores::screen(&visit, column, 0).await?)) };
            return answer(&visit, Expect::Public, work).await;
        }
    };
    let choice = leaders::Choice {
        kind,
        period: when.map_or(Period::AllTime, Period::from),
        everyone: who == Some(Who::Everyone),
    };
    let work = async { Ok(Answer::public(leaders::screen(&visit, choice, 0).await?)) };
    answer(&visit, Expect::Public, work).await
}
