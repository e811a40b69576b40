//! What came back to a person who acted.

use std::future::{Future, IntoFuture};
use std::pin::Pin;

use serde_json::Value;

use super::Modal;
use crate::ids::Id;
use crate::sandbox::Sandbox;
use crate::world::{Answer, Message, World};

/// An act under way. Awaiting it waits for what the bot finally shows: after a deferred answer, for the edit.
#[must_use = "await it to see what the bot answers"]
#[derive(Debug)]
pub struct Pending {
    sandbox: Sandbox,
    interaction: Id,
    what: String,
}

/// What came back, as the person sees it.
#[derive(Clone, Debug)]
pub struct Reply {
    what: String,
    outcome: Outcome,
    recent: String,
}

#[derive(Clone, Debug)]
enum Outcome {
    New(Box<Message>),
    Updated(Box<Message>),
    Modal(Modal),
    Choices(Vec<Value>),
    /// Acknowledged; whatever was shown is gone again.
    Nothing,
    Failed,
}

impl Pending {
    pub(super) fn new(sandbox: Sandbox, interaction: Id, what: String) -> Pending {
        Pending { sandbox, interaction, what }
    }

    pub fn interaction(&self) -> Id {
        self.interaction
    }

    /// Only what the bot answered first, such as that it is thinking.
    ///
    /// # Panics
    /// When the sandbox hangs.
    pub async fn first_answer(self) -> Reply {
        self.wait(first).await
    }

    async fn wait(self, look: impl Fn(&World, Id) -> Option<Outcome>) -> Reply {
        let Pending { sandbox, interaction, what } = self;
        let outcome = sandbox.until(&format!("{what} is answered"), |world| look(world, interaction)).await;
        let recent = match outcome {
            Outcome::Failed => sandbox.read(World::recent),
            _ => String::new(),
        };
        Reply { what, outcome, recent }
    }
}

impl IntoFuture for Pending {
    type Output = Reply;
    type IntoFuture = Pin<Box<dyn Future<Output = Reply> + Send>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.wait(last))
    }
}

fn first(world: &World, id: Id) -> Option<Outcome> {
    let it = world.interactions.get(&id)?;
    Some(match it.answer.as_ref()? {
        Answer::Message(id) | Answer::Deferred(id) => shown(world, *id, Outcome::New),
        Answer::Updated => shown(world, it.source?, Outcome::Updated),
        Answer::DeferredUpdate => Outcome::Nothing,
        Answer::Modal(json) => Outcome::Modal(Modal::read(id, json)),
        Answer::Choices(choices) => Outcome::Choices(choices.clone()),
        Answer::Expired => Outcome::Failed,
    })
}

fn last(world: &World, id: Id) -> Option<Outcome> {
    let it = world.interactions.get(&id)?;
    let followed = it.followups.first().map(|id| shown(world, *id, Outcome::New));
    match it.answer.as_ref()? {
        Answer::Deferred(message) => match world.message(*message) {
            Some(message) if message.is_thinking() => None,
            Some(message) if message.state == crate::world::State::Failed => Some(Outcome::Failed),
            Some(message) => Some(Outcome::New(Box::new(message.clone()))),
            None => Some(followed.unwrap_or(Outcome::Nothing)),
        },
        Answer::DeferredUpdate if it.touched => Some(shown(world, it.source?, Outcome::Updated)),
        Answer::DeferredUpdate => followed,
        _ => first(world, id),
    }
}

fn shown(world: &World, id: Id, how: impl Fn(Box<Message>) -> Outcome) -> Outcome {
    world.message(id).map_or(Outcome::Nothing, |message| how(Box::new(message.clone())))
}

impl Reply {
    /// The message that was written in answer.
    ///
    /// # Panics
    /// When the answer was something else.
    #[track_caller]
    pub fn message(&self) -> &Message {
        match &self.outcome {
            Outcome::New(message) => message,
            _ => self.unexpected("a message"),
        }
    }

    /// The message whose component was used, as the bot left it.
    ///
    /// # Panics
    /// When the answer was something else.
    #[track_caller]
    pub fn updated(&self) -> &Message {
        match &self.outcome {
            Outcome::Updated(message) => message,
            _ => self.unexpected("an update of the message"),
        }
    }

    /// The message that the person looks at now, written or updated.
    ///
    /// # Panics
    /// When the answer was no message.
    #[track_caller]
    pub fn shown(&self) -> &Message {
        match &self.outcome {
            Outcome::New(message) | Outcome::Updated(message) => message,
            _ => self.unexpected("a message"),
        }
    }

    /// The modal that was opened.
    ///
    /// # Panics
    /// When the answer was something else.
    #[track_caller]
    pub fn modal(&self) -> &Modal {
        match &self.outcome {
            Outcome::Modal(modal) => modal,
            _ => self.unexpected("a modal"),
        }
    }

    /// Whether the person reads that the application did not respond.
    pub fn failed(&self) -> bool {
        matches!(self.outcome, Outcome::Failed)
    }

    /// Whether the act was acknowledged and nothing is shown.
    pub fn is_nothing(&self) -> bool {
        matches!(self.outcome, Outcome::Nothing)
    }

    pub fn is_update(&self) -> bool {
        matches!(self.outcome, Outcome::Updated(_))
    }

    #[track_caller]
    pub(super) fn choices(&self) -> &[Value] {
        match &self.outcome {
            Outcome::Choices(choices) => choices,
            _ => self.unexpected("choices"),
        }
    }

    #[track_caller]
    fn unexpected(&self, wanted: &str) -> ! {
        let got = match &self.outcome {
            Outcome::New(message) => format!("a message that says {:?}", message.text()),
            Outcome::Updated(message) => format!("an update that says {:?}", message.text()),
            Outcome::Modal(modal) => format!("the modal {:?}", modal.title),
            Outcome::Choices(_) => "choices".to_owned(),
            Outcome::Nothing => "nothing".to_owned(),
            Outcome::Failed => format!("“The application did not respond”\n{}", self.recent),
        };
        panic!("{} should bring {wanted}, but brought {got}", self.what)
    }
}

impl AsRef<Message> for Reply {
    fn as_ref(&self) -> &Message {
        self.shown()
    }
}

impl AsRef<Message> for Message {
    fn as_ref(&self) -> &Message {
        self
    }
}
