use std::sync::Arc;

use serenity::all::{
    ActionRowComponent, ComponentInteraction, ComponentInteractionDataKind, Http, Interaction, Message,
    ModalInteraction,
};

use crate::error::{Error, Result};
use crate::house::{House, Visit};
use crate::id::Id;
use crate::panels::{
    board, card, challenge, editor, lists, moderation, people, reading, report, server, shows, tourney, votes,
};
use crate::talk::{Answer, Expect};

/// What a person did with a component or sent with a form.
#[derive(Debug)]
pub(crate) struct Deed {
    pub(crate) id: Id,
    /// What was chosen in a menu.
    pub(crate) values: Vec<String>,
    /// What was typed into a form, by the names of its fields.
    pub(crate) fields: Vec<(String, String)>,
    /// The message with the component.
    pub(crate) message: Option<Box<Message>>,
}

impl Deed {
    pub(crate) fn value(&self) -> Result<&str> {
        let value = self.values.first().map(String::as_str);
        value.ok_or_else(|| Error::Unexpected("a menu without a choice".into()))
    }

    pub(crate) fn field(&self, name: &str) -> &str {
        self.fields.iter().find(|(field, _)| field == name).map_or("", |(_, text)| text.trim())
    }
}

/// Serves components and forms; commands are poise's.
pub(crate) async fn route(house: &Arc<House>, http: &Arc<Http>, interaction: &Interaction) {
    match interaction {
        Interaction::Component(component) => {
            let visit = Visit::component(house, http, component).await;
            serve(&visit, from_component(component)).await;
        }
        Interaction::Modal(modal) => {
            let visit = Visit::modal(house, http, modal).await;
            serve(&visit, from_modal(modal)).await;
        }
        _ => {}
    }
}

fn from_component(component: &ComponentInteraction) -> Option<Deed> {
    let values = match &component.data.kind {
        ComponentInteractionDataKind::StringSelect { values } => values.clone(),
        _ => Vec::new(),
    };
    let message = Some(component.message.clone());
    Some(Deed { id: Id::read(&component.data.custom_id)?, values, fields: Vec::new(), message })
}

fn from_modal(modal: &ModalInteraction) -> Option<Deed> {
    let inputs = modal.data.components.iter().flat_map(|row| &row.components);
    let fields = inputs.filter_map(|input| match input {
        ActionRowComponent::InputText(input) => {
            Some((input.custom_id.clone(), input.value.clone().unwrap_or_default()))
        }
        _ => None,
    });
    let fields = fields.collect();
    let message = modal.message.clone();
    Some(Deed { id: Id::read(&modal.data.custom_id)?, values: Vec::new(), fields, message })
}

async fn serve(visit: &Visit, deed: Option<Deed>) {
    let Some(deed) = deed else {
        let old = async { Err(Error::Told(out_of_date(visit))) };
        return visit.answer(Expect::Private, old).await;
    };
    let expect = match (deed.id.what.as_str(), deed.id.action.as_str()) {
        ("card" | "vote", _) | ("tourney", "join") | (_, "film" | "rank") | ("read", "fen" | "validated") => {
            Expect::Private
        }
        _ => Expect::Update,
    };
    visit.answer(expect, dispatch(visit, &deed)).await;
}

async fn dispatch(visit: &Visit, deed: &Deed) -> Result<Answer> {
    match deed.id.what.as_str() {
        board::SOLVE | board::MATCH => board::act(visit, deed).await,
        card::CARD => card::act(visit, deed).await,
        challenge::CHALLENGE => challenge::act(visit, deed).await,
        editor::EDITOR => editor::act(visit, deed).await,
        reading::READING => reading::act(visit, deed).await,
        report::PROBLEM => report::act(visit, deed).await,
        lists::PROBLEMS | lists::LEADERBOARD | lists::SCORES | lists::RANKING | lists::MATCHES => {
            lists::act(visit, deed).await
        }
        people::SETTINGS | people::FAREWELL | people::HELP => people::act(visit, deed).await,
        server::SERVER => server::act(visit, deed).await,
        shows::SHOW | shows::SIMULATION => shows::act(visit, deed).await,
        tourney::TOURNEY => tourney::act(visit, deed).await,
        moderation::REPORTS | moderation::ACTS => moderation::act(visit, deed).await,
        votes::VOTE => votes::act(visit, deed).await,
        _ => Err(Error::Told(out_of_date(visit))),
    }
}

fn out_of_date(visit: &Visit) -> String {
    crate::words::say!(
        visit.language,
        "This button is from another time. Ask again with a command, for example /solve.",
        "Este botón es de otra época. Pídelo otra vez con un comando, por ejemplo /resolver."
    )
}
