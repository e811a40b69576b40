use super::{Context, answer, visit};
use crate::error::Result;
use crate::panels::people;
use crate::talk::{Answer, Expect};

/// Tablero in three steps
#[poise::command(slash_command)]
pub(super) async fn help(context: Context<'_>) -> Result<()> {
    let visit = visit(&context).await;
    let work = async { Ok(Answer::private(people::help_screen(&visit, 1))) };
    answer(&visit, Expect::Private, work).await
}
