use std::sync::Arc;
use std::time::Duration;

use futures_util::future::BoxFuture;
use serenity::all::{
    Builder, CreateInteractionResponse, CreateInteractionResponseMessage, CreateModal, Http, InteractionId,
};
use tracing::{debug, warn};

use crate::error::{Error, Result};
use crate::screen::Screen;
use crate::words::Language;

/// Discord takes no first answer after three seconds; a person wonders after one.
const PATIENCE: Duration = Duration::from_millis(600);

/// What an interaction is answered with.
pub(crate) struct Answer {
    pub(crate) show: Show,
    /// Done one after the other once the answer is there.
    pub(crate) then: Vec<Then>,
}

pub(crate) enum Show {
    /// A message that everybody sees.
    Public(Screen),
    /// A message that only the person sees.
    Private(Screen),
    /// The message with the component that was used, anew.
    Update(Screen),
    /// A form to fill in. It cannot come late, so what answers with it asks nobody.
    Form(CreateModal),
}

pub(crate) enum Then {
    /// One more message, for everybody.
    Tell(Screen),
    /// Work that goes on by itself.
    Work(Box<dyn FnOnce(Talk) -> BoxFuture<'static, Result<()>> + Send>),
}

/// How an answer that takes long is announced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Expect {
    Public,
    Private,
    Update,
}

/// One interaction that wants to be answered.
#[derive(Debug, Clone)]
pub(crate) struct Talk {
    pub(crate) http: Arc<Http>,
    pub(crate) id: InteractionId,
    pub(crate) token: String,
    pub(crate) language: Language,
}

impl Answer {
    pub(crate) fn public(screen: Screen) -> Answer {
        Answer { show: Show::Public(screen), then: Vec::new() }
    }

    pub(crate) fn private(screen: Screen) -> Answer {
        Answer { show: Show::Private(screen), then: Vec::new() }
    }

    pub(crate) fn update(screen: Screen) -> Answer {
        Answer { show: Show::Update(screen), then: Vec::new() }
    }

    pub(crate) fn form(form: CreateModal) -> Answer {
        Answer { show: Show::Form(form), then: Vec::new() }
    }

    pub(crate) fn then(mut self, then: Then) -> Answer {
        self.then.push(then);
        self
    }

    pub(crate) fn then_work<F>(self, work: impl FnOnce(Talk) -> F + Send + 'static) -> Answer
    where
        F: Future<Output = Result<()>> + Send + 'static,
    {
        self.then(Then::Work(Box::new(move |talk| Box::pin(work(talk)))))
    }
}

impl Talk {
    /// Answers with what the work brings: at once if it is quick, else with a sign of life first. An error is told to the person alone.
    pub(crate) async fn answer(&self, expect: Expect, work: impl Future<Output = Result<Answer>>) {
        tokio::pin!(work);
        let (answer, late) = match tokio::time::timeout(PATIENCE, &mut work).await {
            Ok(answer) => (answer, false),
            Err(_) => {
                if let Err(error) = self.defer(expect).await {
                    warn!(%error, "no sign of life could be given");
                }
                (work.await, true)
            }
        };
        let (show, then) = match answer {
            Ok(Answer { show, then }) => (show, then),
            Err(error) => {
                self.log(&error);
                (Show::Private(Screen::saying(format!("⚠️ {}", error.words(self.language)))), Vec::new())
            }
        };
        let shown = if late { self.show_late(expect, show).await } else { self.show(show).await };
        if let Err(error) = shown {
            warn!(%error, "an answer did not reach Discord");
            return;
        }
        for then in then {
            let done = match then {
                Then::Tell(screen) => self.tell(screen, false).await,
                Then::Work(work) => work(self.clone()).await,
            };
            if let Err(error) = done {
                self.log(&error);
            }
        }
    }

    fn log(&self, error: &Error) {
        if error.is_ours() {
            warn!(%error, "a person could not be served");
        } else {
            debug!(%error, "a person was refused");
        }
    }

    async fn show(&self, show: Show) -> Result<()> {
        let response = match show {
            Show::Public(screen) => CreateInteractionResponse::Message(screen.response(false)),
            Show::Private(screen) => CreateInteractionResponse::Message(screen.response(true)),
            Show::Update(screen) => CreateInteractionResponse::UpdateMessage(screen.response(false)),
            Show::Form(form) => CreateInteractionResponse::Modal(form),
        };
        Ok(response.execute(&self.http, (self.id, &self.token)).await?)
    }

    async fn defer(&self, expect: Expect) -> Result<()> {
        let message = CreateInteractionResponseMessage::new();
        let response = match expect {
            Expect::Public => CreateInteractionResponse::Defer(message),
            Expect::Private => CreateInteractionResponse::Defer(message.ephemeral(true)),
            Expect::Update => CreateInteractionResponse::Acknowledge,
        };
        Ok(response.execute(&self.http, (self.id, &self.token)).await?)
    }

    /// After a sign of life the original answer is edited; what does not belong there gets a message of its own.
    async fn show_late(&self, expect: Expect, show: Show) -> Result<()> {
        match (expect, show) {
            (Expect::Public, Show::Public(screen))
            | (Expect::Private, Show::Private(screen) | Show::Public(screen))
            | (Expect::Update, Show::Update(screen)) => self.edit(screen).await,
            (Expect::Public | Expect::Private, Show::Update(screen)) => self.edit(screen).await,
            (Expect::Public, Show::Private(screen)) => {
                self.tell(screen, true).await?;
                Ok(self.http.delete_original_interaction_response(&self.token).await?)
            }
            (Expect::Update, Show::Private(screen)) => self.tell(screen, true).await,
            (Expect::Update, Show::Public(screen)) => self.tell(screen, false).await,
            (_, Show::Form(_)) => Err(Error::Unexpected("a form came too late".into())),
        }
    }

    /// Replaces the first answer, or the message with the component that was used. Possible for fifteen minutes.
    pub(crate) async fn edit(&self, screen: Screen) -> Result<()> {
        screen.edit().execute(&self.http, &self.token).await?;
        Ok(())
    }

    /// One more message. Possible for fifteen minutes.
    pub(crate) async fn tell(&self, screen: Screen, private: bool) -> Result<()> {
        screen.follow_up(private).execute(&self.http, (None, &self.token)).await?;
        Ok(())
    }
}
