//! Looking at the clock for the person who waits.

use std::sync::Arc;
use std::time::Duration;

use crate::ids::Id;
use crate::shared::Shared;
use crate::world::{Answer, State, World};

/// The next limit that an interaction can break.
enum Limit {
    None,
    Answer { in_ms: u64 },
    Token { in_ms: u64 },
}

/// Fails the interaction when the bot misses a limit.
pub(super) fn watch_over(shared: &Arc<Shared>, id: Id) {
    let mut changes = shared.changes();
    let shared = Arc::downgrade(shared);
    tokio::spawn(async move {
        loop {
            let wait = {
                let Some(shared) = shared.upgrade() else { return };
                changes.borrow_and_update();
                match shared.read(|world| limit(world, id)) {
                    Limit::None => return,
                    Limit::Answer { in_ms: 0 } => return shared.write(|world| world.expire(id)),
                    Limit::Token { in_ms: 0 } => return shared.write(|world| world.abandon(id)),
                    Limit::Answer { in_ms } | Limit::Token { in_ms } => Duration::from_millis(in_ms),
                }
            };
            tokio::select! {
                () = tokio::time::sleep(wait) => {}
                changed = changes.changed() => if changed.is_err() { return },
            }
        }
    });
}

fn limit(world: &World, id: Id) -> Limit {
    let Some(it) = world.interactions.get(&id) else { return Limit::None };
    // A callback is in time until the very end of the last millisecond.
    let left = |due: u64| due.saturating_add(1).saturating_sub(world.now_ms());
    match &it.answer {
        None => Limit::Answer { in_ms: left(world.answer_due_ms(it)) },
        Some(Answer::Deferred(message)) => {
            let thinking = world.message(*message).is_some_and(|it| it.state == State::Thinking);
            if thinking { Limit::Token { in_ms: left(world.token_due_ms(it)) } } else { Limit::None }
        }
        Some(_) => Limit::None,
    }
}
