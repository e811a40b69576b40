use std::sync::Arc;
use std::time::Duration;

use serenity::all::{AutocompleteChoice, CreateAutocompleteResponse};
use tablero_api::v1::{Game, GetMatchRequest, ListProblemsRequest, Problem, ProblemFilter, game_option};

use super::{Context, turn};
use crate::api::Identity;
use crate::house::{House, Offers, chosen_language, profile};
use crate::words::{Language, cut, game_name, language_of, spell, stipulation};

/// Discord's limit.
const MOST: usize = 25;

/// What the server does not say in time is left out: Discord takes no answer after three seconds.
pub(super) const PATIENCE: Duration = Duration::from_secs(2);

pub(super) fn offer(choices: impl IntoIterator<Item = (String, String)>) -> CreateAutocompleteResponse {
    let choices =
        choices.into_iter().take(MOST).map(|(name, value)| AutocompleteChoice::new(cut(&name, 100), value));
    CreateAutocompleteResponse::new().set_choices(choices.collect())
}

pub(super) fn identity(context: &Context<'_>) -> Identity {
    let interaction = context.interaction;
    Identity {
        id: interaction.user.id.to_string(),
        name: interaction.user.display_name().to_owned(),
        community: interaction.guild_id.map(|guild| guild.to_string()),
        community_name: None,
        manager: false,
    }
}

/// From memory while somebody types; what is stale is renewed for the next letter.
async fn problems(context: &Context<'_>, typed: &str, mine: bool) -> CreateAutocompleteResponse {
    let house = context.data();
    let user = context.interaction.user.id.get();
    let asked = ask(house.clone(), user, identity(context), language_of(&context.interaction.locale), mine);
    let offers = match house.last_offers(user, mine) {
        Some((offers, true)) => Some(offers),
        Some((offers, false)) => {
            house.tasks.spawn(asked);
            Some(offers)
        }
        None => tokio::time::timeout(PATIENCE, asked).await.ok().flatten(),
    };
    let typed = typed.to_lowercase();
    let fits =
        |(name, id): &&(String, String)| name.to_lowercase().contains(&typed) || id.starts_with(&typed);
    offer(offers.unwrap_or_default().iter().filter(fits).cloned())
}

async fn ask(house: Arc<House>, user: u64, who: Identity, language: Language, mine: bool) -> Option<Offers> {
    let filter = ProblemFilter { mine, ..ProblemFilter::default() };
    let request =
        ListProblemsRequest { filter: Some(filter), page_size: 100, ..ListProblemsRequest::default() };
    let answer = house.api.acting_for(&who).problems.list_problems(request).await.ok()?.into_inner();
    let name = |problem: &Problem| {
        let goal = stipulation(&problem.game, problem.moves, language);
        let author = problem.author.as_ref().map_or("", |author| &author.name);
        format!("{goal} · {} {} · {author} · {}", problem.title, problem.theme, problem.rating.round())
    };
    let named = answer.problems.into_iter().map(|problem| (name(&problem), problem.id));
    let offers = Offers::new(named.collect());
    house.remember_offers(user, mine, offers.clone());
    Some(offers)
}

pub(super) async fn playable_problem(context: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    problems(&context, typed, false).await
}

pub(super) async fn own_problem(context: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    problems(&context, typed, true).await
}

async fn games<'a>(context: &Context<'a>) -> &'a [Game] {
    tokio::time::timeout(PATIENCE, context.data().games()).await.ok().and_then(Result::ok).unwrap_or_default()
}

pub(super) async fn game(context: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let language = language_of(&context.interaction.locale);
    let typed = typed.to_lowercase();
    let named = games(&context).await.iter().map(|game| (game_name(&game.name, language), game.name.clone()));
    offer(named.filter(|(name, id)| name.to_lowercase().contains(&typed) || id.contains(&typed)))
}

/// The options of the game that is already named: what was typed so far, with one more word.
pub(super) async fn options(context: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let named =
        context.args.iter().find(|option| option.name == "game").and_then(|option| match option.value {
            serenity::all::ResolvedValue::String(text) => Some(text),
            _ => None,
        });
    let games = games(&context).await;
    let Some(game) = games.iter().find(|game| Some(game.name.as_str()) == named).or_else(|| games.first())
    else {
        return offer([]);
    };
    let (before, last) = match typed.rsplit_once(' ') {
        Some((before, last)) => (format!("{before} "), last),
        None => (String::new(), typed),
    };
    let words = game.options.iter().flat_map(|option| {
        let said = before.split(' ').any(|word| word.starts_with(&format!("{}=", option.name)));
        if said { Vec::new() } else { words_of(option) }
    });
    let fitting = words.filter(|word| word.starts_with(last));
    offer(fitting.map(|word| (format!("{before}{word}"), format!("{before}{word}"))))
}

/// `size=8`, `size=10`, ...: some values of an option.
fn words_of(option: &tablero_api::v1::GameOption) -> Vec<String> {
    use game_option::Kind;
    let values: Vec<String> = match &option.kind {
        Some(Kind::Number(number)) => (number.min..=number.max)
            .step_by(usize::try_from(number.step.max(1)).unwrap_or(1))
            .map(|n| n.to_string())
            .collect(),
        Some(Kind::One(choices)) => choices.choices.iter().map(|choice| choice.value.clone()).collect(),
        Some(Kind::Some(choices)) => {
            subsets(&choices.choices.iter().map(|choice| choice.value.as_str()).collect::<Vec<_>>())
        }
        Some(Kind::PerSide(number)) => (number.min..=number.max)
            .flat_map(|one| (number.min..=number.max).map(move |other| format!("{one},{other}")))
            .collect(),
        None => Vec::new(),
    };
    values.into_iter().map(|value| format!("{}={value}", option.name)).collect()
}

/// Every choice of some of a few words, all of them first.
fn subsets(words: &[&str]) -> Vec<String> {
    let all = 1_u32 << words.len().min(4);
    let chosen =
        |set: u32| words.iter().enumerate().filter(move |(at, _)| set >> at & 1 == 1).map(|(_, word)| *word);
    (1..all).rev().map(|set| chosen(set).collect()).collect()
}

/// The legal moves of the match that the person saw last, from memory; asked for where it was not their turn then.
pub(super) async fn legal_move(context: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let asked = async {
        let (house, user, identity) = (context.data(), context.interaction.user.id.get(), identity(&context));
        let own = profile(house, user, &identity).await;
        let locale = language_of(&context.interaction.locale);
        let language = chosen_language(&own.settings.unwrap_or_default(), locale);
        let me = own.profile.unwrap_or_default().id;
        let seen = house.last_match(user);
        if let Some(game) = seen.as_ref().filter(|game| turn::is_mine(game, &me)) {
            return Some((game.clone(), language));
        }
        let desk = house.api.acting_for(&identity);
        let game = turn::find(desk.clone(), &me, seen.as_ref().map(|game| game.id.as_str())).await.ok()??;
        let request = GetMatchRequest { match_id: game.id };
        let game = desk.matches.clone().get_match(request).await.ok()?.into_inner().r#match?;
        house.remember_match(user, &game);
        Some((game.into(), language))
    };
    let Ok(Some((game, language))) = tokio::time::timeout(PATIENCE, asked).await else { return offer([]) };
    let typed = typed.to_lowercase();
    let plays = game.legal_moves.iter().filter_map(|legal| legal.play.as_ref());
    let named = plays.map(|play| (spell(&game.game, &play.text, language), play.code.clone()));
    offer(named.filter(|(text, code)| text.to_lowercase().starts_with(&typed) || code.starts_with(&typed)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_choice_of_some_words_is_offered_once() {
        assert_eq!(subsets(&["h", "v"]), ["hv", "v", "h"]);
        assert_eq!(subsets(&["h", "v", "d"]).len(), 7);
    }
}
