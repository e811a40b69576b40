use super::{Context, answer, visit};
use crate::error::Result;
use crate::panels::daily as panel;
use crate::talk::Expect;

/// The daily problem of this server, and your streak
#[poise::command(slash_command)]
pub(super) async fn daily(context: Context<'_>) -> Result<()> {
    let visit = visit(&context).await;
    answer(&visit, Expect::Public, panel::answer(&visit)).await
}
