use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use serenity::all::{
    Cache, ChannelId, ChannelType, CommandInteraction, ComponentInteraction, GuildId, Http, InteractionId,
    ModalInteraction, Permissions, User,
};
use tablero_api::v1::{Game, GetMyProfileRequest, ListGamesRequest, Match, OwnProfile, Settings};
use tablero_picture::draw::{Style, Theme};
use tokio::sync::OnceCell;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::debug;

use crate::api::{Api, Desk, Identity};
use crate::error::{Error, Result};
use crate::pen::Pen;
use crate::talk::{Answer, Expect, Talk};
use crate::words::{Language, language_of};

/// Names and ids to choose from.
pub(crate) type Offers = Arc<Vec<(String, String)>>;

/// Who types, in which Discord server, and whether it is about their own problems.
pub(crate) type Typist = (u64, Option<u64>, bool);

/// What everything in the bot shares. Losing it loses nothing: all of it can be asked for again.
#[derive(Debug)]
pub(crate) struct House {
    pub(crate) api: Api,
    pub(crate) pen: Pen,
    pub(crate) tasks: TaskTracker,
    /// What only keeps a message up to date ends with it.
    pub(crate) stopping: CancellationToken,
    games: OnceCell<Vec<Game>>,
    /// What Discord told of its servers.
    guilds: OnceLock<Arc<Cache>>,
    /// Who people are and how they like it, for a while.
    profiles: Mutex<HashMap<u64, (Instant, OwnProfile)>>,
    /// The problems that a person was offered last, to offer again while they type.
    offers: Mutex<HashMap<Typist, (Instant, Offers)>>,
    /// The match that a person saw last, to complete moves from.
    seen: Mutex<HashMap<u64, (Instant, Arc<Match>)>>,
}

const PROFILES_LIVE: Duration = Duration::from_secs(60);
/// Longer than this, and a person is served without their settings.
const PROFILE_PATIENCE: Duration = Duration::from_millis(400);
/// While somebody types, a list does not change.
const OFFERS_LIVE: Duration = Duration::from_secs(5);
const MOST_KEPT: usize = 10_000;

impl House {
    pub(crate) fn new(api: Api) -> House {
        House {
            api,
            pen: Pen::default(),
            tasks: TaskTracker::new(),
            stopping: CancellationToken::new(),
            games: OnceCell::new(),
            guilds: OnceLock::new(),
            profiles: Mutex::default(),
            offers: Mutex::default(),
            seen: Mutex::default(),
        }
    }

    /// The games of the register.
    pub(crate) async fn games(&self) -> Result<&[Game]> {
        let asked = async {
            let answer = self.api.games().list_games(ListGamesRequest {}).await?;
            Ok::<_, Error>(answer.into_inner().games)
        };
        Ok(self.games.get_or_try_init(|| asked).await?)
    }

    /// From now on names of Discord servers are known.
    pub(crate) fn connect(&self, cache: Arc<Cache>) {
        // A second connection brings the same cache.
        self.guilds.set(cache).ok();
    }

    /// The name of a Discord server and the language of its people.
    pub(crate) fn guild(&self, id: GuildId) -> Option<(String, Language)> {
        let guild = self.guilds.get()?.guild(id)?;
        Some((guild.name.clone(), language_of(&guild.preferred_locale)))
    }

    pub(crate) fn remember_match(&self, user: u64, game: &Match) {
        keep(&self.seen, user, Arc::new(game.clone()));
    }

    pub(crate) fn last_match(&self, user: u64) -> Option<Arc<Match>> {
        let seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.get(&user).map(|(_, game)| game.clone())
    }

    pub(crate) fn remember_offers(&self, to: Typist, offers: Offers) {
        keep(&self.offers, to, offers);
    }

    /// What was offered before, and whether it is still fresh.
    pub(crate) fn last_offers(&self, to: Typist) -> Option<(Offers, bool)> {
        let offers = self.offers.lock().unwrap_or_else(PoisonError::into_inner);
        offers.get(&to).map(|(at, offers)| (offers.clone(), at.elapsed() < OFFERS_LIVE))
    }

    /// After something that nobody shall be offered any more.
    pub(crate) fn forget_offers(&self) {
        self.offers.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    pub(crate) fn remember_profile(&self, user: u64, profile: OwnProfile) {
        keep(&self.profiles, user, profile);
    }

    /// After something that may have made them somebody else.
    pub(crate) fn forget_profile(&self, user: u64) {
        self.profiles.lock().unwrap_or_else(PoisonError::into_inner).remove(&user);
    }

    fn kept_profile(&self, user: u64) -> Option<OwnProfile> {
        let profiles = self.profiles.lock().unwrap_or_else(PoisonError::into_inner);
        profiles.get(&user).filter(|(at, _)| at.elapsed() < PROFILES_LIVE).map(|(_, profile)| profile.clone())
    }
}

fn keep<K: Eq + Hash, T>(shelf: &Mutex<HashMap<K, (Instant, T)>>, key: K, thing: T) {
    let mut shelf = shelf.lock().unwrap_or_else(PoisonError::into_inner);
    if shelf.len() >= MOST_KEPT {
        shelf.retain(|_, (at, _)| at.elapsed() < PROFILES_LIVE);
    }
    shelf.insert(key, (Instant::now(), thing));
}

/// A person at the door: who they are, where, how they like it, and what they want answered.
#[derive(Debug, Clone)]
pub(crate) struct Visit {
    pub(crate) house: Arc<House>,
    pub(crate) talk: Talk,
    pub(crate) user: User,
    pub(crate) identity: Identity,
    pub(crate) guild: Option<GuildId>,
    pub(crate) channel: ChannelId,
    pub(crate) in_thread: bool,
    /// What the bot may do here.
    pub(crate) allowed: Permissions,
    /// Empty while the server does not answer.
    pub(crate) profile_id: String,
    pub(crate) settings: Settings,
    /// Of their Discord client.
    pub(crate) locale: Language,
    /// Their own choice, else that of their client.
    pub(crate) language: Language,
}

struct Arrival<'a> {
    id: InteractionId,
    token: &'a str,
    user: &'a User,
    nick: Option<&'a str>,
    permissions: Permissions,
    guild: Option<GuildId>,
    channel: ChannelId,
    in_thread: bool,
    allowed: Option<Permissions>,
    locale: &'a str,
}

/// An administrator may do everything.
pub(crate) fn permissions_of(told: Option<Permissions>) -> Permissions {
    let told = told.unwrap_or_default();
    if told.administrator() { Permissions::all() } else { told }
}

fn is_thread(kind: ChannelType) -> bool {
    matches!(kind, ChannelType::PublicThread | ChannelType::PrivateThread | ChannelType::NewsThread)
}

macro_rules! arrival {
    ($interaction:expr) => {
        Arrival {
            id: $interaction.id,
            token: &$interaction.token,
            user: &$interaction.user,
            nick: $interaction.member.as_ref().and_then(|member| member.nick.as_deref()),
            permissions: permissions_of($interaction.member.as_ref().and_then(|member| member.permissions)),
            guild: $interaction.guild_id,
            channel: $interaction.channel_id,
            in_thread: $interaction.channel.as_ref().is_some_and(|channel| is_thread(channel.kind)),
            allowed: $interaction.app_permissions,
            locale: &$interaction.locale,
        }
    };
}

impl Visit {
    pub(crate) async fn command(house: &Arc<House>, http: &Arc<Http>, by: &CommandInteraction) -> Visit {
        Visit::arriving(house, http, arrival!(by)).await
    }

    pub(crate) async fn component(house: &Arc<House>, http: &Arc<Http>, by: &ComponentInteraction) -> Visit {
        Visit::arriving(house, http, arrival!(by)).await
    }

    pub(crate) async fn modal(house: &Arc<House>, http: &Arc<Http>, by: &ModalInteraction) -> Visit {
        Visit::arriving(house, http, arrival!(by)).await
    }

    async fn arriving(house: &Arc<House>, http: &Arc<Http>, by: Arrival<'_>) -> Visit {
        let identity = Identity {
            id: by.user.id.to_string(),
            name: by.nick.unwrap_or_else(|| by.user.display_name()).to_owned(),
            community: by.guild.map(|guild| guild.to_string()),
            community_name: by.guild.and_then(|guild| house.guild(guild)).map(|(name, _)| name),
            manager: by.permissions.manage_guild(),
        };
        let own = profile(house, by.user.id.get(), &identity).await;
        let settings = own.settings.unwrap_or_default();
        let locale = language_of(by.locale);
        let language = chosen_language(&settings, locale);
        Visit {
            house: house.clone(),
            talk: Talk { http: http.clone(), id: by.id, token: by.token.to_owned(), language, instead: None },
            user: by.user.clone(),
            identity,
            guild: by.guild,
            channel: by.channel,
            in_thread: by.in_thread,
            allowed: by.allowed.unwrap_or_default(),
            profile_id: own.profile.map(|profile| profile.id).unwrap_or_default(),
            settings,
            locale,
            language,
        }
    }

    /// The services, for this person.
    pub(crate) fn desk(&self) -> Desk {
        self.house.api.acting_for(&self.identity)
    }

    pub(crate) fn user_id(&self) -> u64 {
        self.user.id.get()
    }

    /// How this person likes boards to look.
    pub(crate) fn style(&self, flipped: bool) -> Style {
        Style {
            theme: self.settings.theme.parse().unwrap_or(Theme::default()),
            flipped,
            coordinates: !self.settings.hide_coordinates,
            language: self.language,
            ..Style::default()
        }
    }

    pub(crate) async fn answer(&self, expect: Expect, work: impl Future<Output = Result<Answer>>) {
        self.talk.answer(expect, work).await;
    }
}

/// The language that a person wants to be served in.
pub(crate) fn chosen_language(settings: &Settings, locale: Language) -> Language {
    if settings.language.is_empty() { locale } else { language_of(&settings.language) }
}

/// Who a person is: from memory, else from the server if it answers soon.
pub(crate) async fn profile(house: &House, user: u64, identity: &Identity) -> OwnProfile {
    if let Some(profile) = house.kept_profile(user) {
        return profile;
    }
    let mut profiles = house.api.acting_for(identity).profiles;
    let asked = tokio::time::timeout(PROFILE_PATIENCE, profiles.get_my_profile(GetMyProfileRequest {})).await;
    let Ok(Ok(answer)) = asked else {
        debug!("a person is served without their settings");
        return OwnProfile::default();
    };
    let profile = answer.into_inner().profile.unwrap_or_default();
    house.remember_profile(user, profile.clone());
    profile
}
