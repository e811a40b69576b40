//! Which requests are understood, what is judged of them, and who answers.

use super::{Call, Outcome, callbacks, channels, commands, messages, meta, threads, webhooks};
use crate::faults::Faults;
use crate::ids::Id;
use crate::rules;
use crate::world::World;

/// A message of an interaction's webhook.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Which {
    Original,
    Id(Id),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Route {
    Gateway,
    GatewayBot,
    Application,
    Me,
    User(Id),
    OpenDirect,
    MyGuilds,
    Guild(Id),
    GuildChannels(Id),
    GuildRoles(Id),
    GuildMembers(Id),
    GuildMember(Id, Id),
    ActiveThreads(Id),
    Commands(Id, Option<Id>),
    ReplaceCommands(Id, Option<Id>),
    AddCommand(Id, Option<Id>),
    Command(Id, Option<Id>, Id),
    EditCommand(Id, Option<Id>, Id),
    RemoveCommand(Id, Option<Id>, Id),
    Callback(Id, String),
    FollowUp(Id, String),
    WebhookMessage(Id, String, Which),
    EditWebhookMessage(Id, String, Which),
    RemoveWebhookMessage(Id, String, Which),
    Channel(Id),
    EditChannel(Id),
    RemoveChannel(Id),
    Typing(Id),
    Messages(Id),
    Post(Id),
    Message(Id, Id),
    Edit(Id, Id),
    Remove(Id, Id),
    Pins(Id),
    OldPins(Id),
    Pin(Id, Id),
    Unpin(Id, Id),
    React(Id, Id, String),
    OpenThread(Id),
    OpenThreadOn(Id, Id),
    JoinThread(Id),
    LeaveThread(Id),
    AddToThread(Id, Id),
}

impl Route {
    pub(crate) fn find(call: &Call) -> Option<Route> {
        let path: Vec<&str> = call.path.trim_matches('/').split('/').collect();
        let id = |text: &str| text.parse::<Id>().ok();
        Some(match (call.method.as_str(), path.as_slice()) {
            ("GET", ["gateway"]) => Route::Gateway,
            ("GET", ["gateway", "bot"]) => Route::GatewayBot,
            ("GET", ["oauth2", "applications", "@me"] | ["applications", "@me"]) => Route::Application,
            ("GET", ["users", "@me"]) => Route::Me,
            ("GET", ["users", "@me", "guilds"]) => Route::MyGuilds,
            ("POST", ["users", "@me", "channels"]) => Route::OpenDirect,
            ("GET", ["users", user]) => Route::User(id(user)?),
            ("GET", ["guilds", guild]) => Route::Guild(id(guild)?),
            ("GET", ["guilds", guild, "channels"]) => Route::GuildChannels(id(guild)?),
            ("GET", ["guilds", guild, "roles"]) => Route::GuildRoles(id(guild)?),
            ("GET", ["guilds", guild, "members"]) => Route::GuildMembers(id(guild)?),
            ("GET", ["guilds", guild, "members", user]) => Route::GuildMember(id(guild)?, id(user)?),
            ("GET", ["guilds", guild, "threads", "active"]) => Route::ActiveThreads(id(guild)?),
            (method, ["applications", app, "guilds", guild, "commands", rest @ ..]) => {
                of_commands(method, id(app)?, Some(id(guild)?), rest)?
            }
            (method, ["applications", app, "commands", rest @ ..]) => {
                of_commands(method, id(app)?, None, rest)?
            }
            ("POST", ["interactions", it, token, "callback"]) => {
                Route::Callback(id(it)?, (*token).to_owned())
            }
            (method, ["webhooks", app, token, rest @ ..]) => of_webhooks(method, id(app)?, token, rest)?,
            (method, ["channels", channel, rest @ ..]) => of_channels(method, id(channel)?, rest)?,
            _ => return None,
        })
    }

    /// Whether the address itself proves who asks.
    pub(crate) fn carries_its_own_token(&self) -> bool {
        matches!(
            self,
            Route::Gateway
                | Route::Callback(..)
                | Route::FollowUp(..)
                | Route::WebhookMessage(..)
                | Route::EditWebhookMessage(..)
                | Route::RemoveWebhookMessage(..)
        )
    }

    /// Holds the body against the rules that hold always.
    pub(crate) fn judge(&self, call: &Call) -> Faults {
        match self {
            Route::Callback(..) => rules::callback(&call.body, &call.files),
            Route::Post(_) | Route::Edit(..) | Route::FollowUp(..) | Route::EditWebhookMessage(..) => {
                rules::message(&call.body, &call.files)
            }
            Route::ReplaceCommands(..) => rules::command_list(&call.body),
            Route::AddCommand(..) => rules::command(&call.body),
            Route::OpenThread(_) | Route::OpenThreadOn(..) => rules::thread(&call.body),
            _ => Faults::default(),
        }
    }

    pub(crate) fn perform(&self, world: &mut World, call: &Call) -> Outcome {
        match self {
            Route::Gateway => meta::gateway(world),
            Route::GatewayBot => meta::gateway_bot(world),
            Route::Application => meta::application(world),
            Route::Me => meta::me(world),
            Route::User(id) => meta::user(world, *id),
            Route::OpenDirect => channels::open_direct(world, &call.body),
            Route::MyGuilds => meta::my_guilds(world),
            Route::Guild(id) => meta::guild(world, *id),
            Route::GuildChannels(id) => meta::guild_channels(world, *id),
            Route::GuildRoles(id) => meta::guild_roles(world, *id),
            Route::GuildMembers(id) => meta::members(world, *id, call),
            Route::GuildMember(guild, user) => meta::member(world, *guild, *user),
            Route::ActiveThreads(id) => threads::active(world, *id),
            Route::Commands(app, guild) => commands::all(world, *app, *guild),
            Route::ReplaceCommands(app, guild) => commands::replace(world, *app, *guild, &call.body),
            Route::AddCommand(app, guild) => commands::add(world, *app, *guild, &call.body),
            Route::Command(app, guild, id) => commands::one(world, *app, *guild, *id),
            Route::EditCommand(app, guild, id) => commands::edit(world, *app, *guild, *id, &call.body),
            Route::RemoveCommand(app, guild, id) => commands::remove(world, *app, *guild, *id),
            Route::Callback(id, token) => callbacks::answer(world, *id, token, call),
            Route::FollowUp(app, token) => webhooks::follow_up(world, *app, token, call),
            Route::WebhookMessage(app, token, which) => webhooks::show(world, *app, token, *which),
            Route::EditWebhookMessage(app, token, which) => webhooks::edit(world, *app, token, *which, call),
            Route::RemoveWebhookMessage(app, token, which) => webhooks::remove(world, *app, token, *which),
            Route::Channel(id) => channels::show(world, *id),
            Route::EditChannel(id) => channels::edit(world, *id, &call.body),
            Route::RemoveChannel(id) => channels::remove(world, *id),
            Route::Typing(id) => channels::typing(world, *id),
            Route::Messages(id) => messages::all(world, *id, call),
            Route::Post(id) => messages::post(world, *id, call),
            Route::Message(channel, id) => messages::show(world, *channel, *id),
            Route::Edit(channel, id) => messages::edit(world, *channel, *id, call),
            Route::Remove(channel, id) => messages::remove(world, *channel, *id),
            Route::Pins(id) => messages::pins(world, *id),
            Route::OldPins(id) => messages::old_pins(world, *id),
            Route::Pin(channel, id) => messages::pin(world, *channel, *id, true),
            Route::Unpin(channel, id) => messages::pin(world, *channel, *id, false),
            Route::React(channel, id, emoji) => messages::react(world, *channel, *id, emoji),
            Route::OpenThread(id) => threads::open(world, *id, None, &call.body),
            Route::OpenThreadOn(channel, id) => threads::open(world, *channel, Some(*id), &call.body),
            Route::JoinThread(id) | Route::LeaveThread(id) => threads::visit(world, *id),
            Route::AddToThread(id, user) => threads::invite(world, *id, *user),
        }
    }
}

fn of_commands(method: &str, app: Id, guild: Option<Id>, rest: &[&str]) -> Option<Route> {
    Some(match (method, rest) {
        ("GET", []) => Route::Commands(app, guild),
        ("PUT", []) => Route::ReplaceCommands(app, guild),
        ("POST", []) => Route::AddCommand(app, guild),
        ("GET", [id]) => Route::Command(app, guild, id.parse().ok()?),
        ("PATCH", [id]) => Route::EditCommand(app, guild, id.parse().ok()?),
        ("DELETE", [id]) => Route::RemoveCommand(app, guild, id.parse().ok()?),
        _ => return None,
    })
}

fn of_webhooks(method: &str, app: Id, token: &str, rest: &[&str]) -> Option<Route> {
    let token = token.to_owned();
    let which = |text: &str| match text {
        "@original" => Some(Which::Original),
        id => id.parse().ok().map(Which::Id),
    };
    Some(match (method, rest) {
        ("POST", []) => Route::FollowUp(app, token),
        ("GET", ["messages", it]) => Route::WebhookMessage(app, token, which(it)?),
        ("PATCH", ["messages", it]) => Route::EditWebhookMessage(app, token, which(it)?),
        ("DELETE", ["messages", it]) => Route::RemoveWebhookMessage(app, token, which(it)?),
        _ => return None,
    })
}

fn of_channels(method: &str, channel: Id, rest: &[&str]) -> Option<Route> {
    let id = |text: &str| text.parse::<Id>().ok();
    Some(match (method, rest) {
        ("GET", []) => Route::Channel(channel),
        ("PATCH", []) => Route::EditChannel(channel),
        ("DELETE", []) => Route::RemoveChannel(channel),
        ("POST", ["typing"]) => Route::Typing(channel),
        ("POST", ["threads"]) => Route::OpenThread(channel),
        ("PUT", ["thread-members", "@me"]) => Route::JoinThread(channel),
        ("DELETE", ["thread-members", "@me"]) => Route::LeaveThread(channel),
        ("PUT", ["thread-members", user]) => Route::AddToThread(channel, id(user)?),
        ("GET", ["messages", "pins"]) => Route::Pins(channel),
        ("GET", ["pins"]) => Route::OldPins(channel),
        ("PUT", ["messages", "pins", it] | ["pins", it]) => Route::Pin(channel, id(it)?),
        ("DELETE", ["messages", "pins", it] | ["pins", it]) => Route::Unpin(channel, id(it)?),
        ("GET", ["messages"]) => Route::Messages(channel),
        ("POST", ["messages"]) => Route::Post(channel),
        ("GET", ["messages", it]) => Route::Message(channel, id(it)?),
        ("PATCH", ["messages", it]) => Route::Edit(channel, id(it)?),
        ("DELETE", ["messages", it]) => Route::Remove(channel, id(it)?),
        ("POST", ["messages", it, "threads"]) => Route::OpenThreadOn(channel, id(it)?),
        ("PUT", ["messages", it, "reactions", emoji, "@me"]) => {
            Route::React(channel, id(it)?, (*emoji).to_owned())
        }
        _ => return None,
    })
}
