//! Slash commands. The doc comment of each is what the person reads; the Spanish is in `words::commands`.

mod choices;
mod compete;
mod complete;
mod daily;
mod help;
mod moderate;
mod play;
mod problem;
mod profile;
mod read;
mod server;
mod share;
mod solve;
mod tourney;
mod turn;
mod watch;

use std::sync::Arc;

use crate::error::{Error, Result};
use crate::house::{House, Visit};
use crate::talk::{Answer, Expect};

pub(crate) type Command = poise::Command<Arc<House>, Error>;
type Context<'a> = poise::ApplicationContext<'a, Arc<House>, Error>;

pub(crate) fn all() -> Vec<Command> {
    let mut commands = vec![
        solve::solve(),
        daily::daily(),
        problem::problem(),
        play::play(),
        play::play_move(),
        play::matches(),
        watch::watch(),
        watch::simulate(),
        compete::ranking(),
        compete::leaderboard(),
        share::share(),
        server::server(),
        tourney::tourney(),
        moderate::moderate(),
        profile::profile(),
        profile::settings(),
        help::help(),
        read::read_board(),
    ];
    for command in &mut commands {
        use serenity::all::{InstallationContext, InteractionContext};
        command.install_context = Some(vec![InstallationContext::Guild, InstallationContext::User]);
        command.interaction_context = Some(vec![
            InteractionContext::Guild,
            InteractionContext::BotDm,
            InteractionContext::PrivateChannel,
        ]);
    }
    commands
}

async fn visit(context: &Context<'_>) -> Visit {
    Visit::command(context.data(), &context.serenity_context().http, context.interaction).await
}

/// Answers a command, and lets the bot wait for it when it is asked to stop.
async fn answer(visit: &Visit, expect: Expect, work: impl Future<Output = Result<Answer>>) -> Result<()> {
    visit.house.tasks.track_future(visit.answer(expect, work)).await;
    Ok(())
}
