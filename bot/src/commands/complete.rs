use std::sync::Arc;
use std::time::Duration;

use serenity::all::{AutocompleteChoice, CreateAutocompleteResponse, GuildId, Permissions};
use tablero_api::v1::seat::Who;
use tablero_api::v1::{
    Game, GetMatchRequest, ListMatchesRequest, ListProblemsRequest, Match, MatchState, Problem,
    ProblemFilter, Seat, game_option,
};

use super::{Context, turn};
use crate::api::Identity;
use crate::house::{House, Offers, Typist, chosen_language, profile};
use crate::words::{Language, cut, game_name, language_of, level_name, spell, stipulation};

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
    let interaction = context.interaction;
    let to = (interaction.user.id.get(), interaction.guild_id.map(GuildId::get), mine);
    let asked = ask(house.clone(), to, identity(context), language_of(&interaction.locale));
    let offers = match house.last_offers(to) {
        Some((offers, true)) => Some(offers),
        Some((offers, false)) => {
            house.tasks.spawn(asked);
            Some(offers)
        }
        None => tokio::time::timeout(PATIENCE, asked).await.ok().flatten(),
    };
    fitting(&offers.unwrap_or_default(), typed)
}

fn fitting(offers: &[(String, String)], typed: &str) -> CreateAutocompleteResponse {
    let typed = typed.to_lowercase();
    let fits =
        |(name, id): &&(String, String)| name.to_lowercase().contains(&typed) || id.starts_with(&typed);
    offer(offers.iter().filter(fits).cloned())
}

async fn ask(house: Arc<House>, to: Typist, who: Identity, language: Language) -> Option<Offers> {
    let filter = ProblemFilter { mine: to.2, ..ProblemFilter::default() };
    let offers = Offers::new(find(&house, &who, filter, language).await?);
    house.remember_offers(to, offers.clone());
    Some(offers)
}

async fn find(
    house: &House,
    who: &Identity,
    filter: ProblemFilter,
    language: Language,
) -> Option<Vec<(String, String)>> {
    let request =
        ListProblemsRequest { filter: Some(filter), page_size: 100, ..ListProblemsRequest::default() };
    let answer = house.api.acting_for(who).problems.list_problems(request).await.ok()?.into_inner();
    let name = |problem: &Problem| {
        let goal = stipulation(&problem.game, problem.moves, language);
        let author = problem.author.as_ref().map_or("", |author| &author.name);
        format!("{goal} · {} {} · {author} · {}", problem.title, problem.theme, problem.rating.round())
    };
    Some(answer.problems.into_iter().map(|problem| (name(&problem), problem.id)).collect())
}

pub(super) async fn playable_problem(context: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    problems(&context, typed, false).await
}

pub(super) async fn own_problem(context: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    problems(&context, typed, true).await
}

/// What is hidden in this Discord server, for who manages it.
pub(super) async fn hidden_problem(context: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let permissions = context.interaction.member.as_ref().and_then(|member| member.permissions);
    let manager = permissions.is_some_and(Permissions::manage_guild);
    let who = Identity { manager, ..identity(&context) };
    let filter = ProblemFilter { hidden: true, ..ProblemFilter::default() };
    let asked = find(context.data(), &who, filter, language_of(&context.interaction.locale));
    let found = tokio::time::timeout(PATIENCE, asked).await.ok().flatten();
    fitting(&found.unwrap_or_default(), typed)
}

/// The person's own matches, those that they touched last first.
pub(super) async fn own_match(context: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let language = language_of(&context.interaction.locale);
    let mut matches = context.data().api.acting_for(&identity(&context)).matches;
    let request = ListMatchesRequest { page_size: 100, ..ListMatchesRequest::default() };
    let asked = tokio::time::timeout(PATIENCE, matches.list_matches(request)).await;
    let Ok(Ok(answer)) = asked else { return offer([]) };
    let name = |game: &Match| {
        let what = match game.moves {
            0 => game_name(&game.game, language),
            moves => stipulation(&game.game, moves, language),
        };
        let [first, second] = [&game.first, &game.second].map(|seat| sitter(seat.as_ref(), language));
        format!("{what} · {first} – {second}")
    };
    let begun = answer.into_inner().matches.into_iter().filter(|game| game.state() != MatchState::Open);
    let named: Vec<_> = begun.map(|game| (name(&game), game.id)).collect();
    fitting(&named, typed)
}

fn sitter(seat: Option<&Seat>, language: Language) -> String {
    match seat.and_then(|seat| seat.who.as_ref()) {
        Some(Who::Person(person)) => person.name.clone(),
        Some(Who::Machine(level)) => level_name(level, language),
        _ => "?".into(),
    }
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
