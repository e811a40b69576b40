use serenity::all::{Attachment, Message};

use super::{Context, answer, visit};
use crate::error::Result;
use crate::panels::reading;
use crate::talk::Expect;

/// Read a board from a picture
#[poise::command(slash_command, rename = "from-image")]
pub(super) async fn from_image(
    context: Context<'_>,
    #[description = "A screenshot, a diagram from a book, or one of our boards"] image: Attachment,
) -> Result<()> {
    let visit = visit(&context).await;
    answer(&visit, Expect::Private, reading::read(&visit, vec![image])).await
}

/// The same for a picture that somebody has posted.
#[poise::command(context_menu_command = "Read board")]
pub(super) async fn read_board(context: Context<'_>, message: Message) -> Result<()> {
    let visit = visit(&context).await;
    answer(&visit, Expect::Private, reading::read(&visit, message.attachments)).await
}
