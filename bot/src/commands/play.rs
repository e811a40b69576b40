use serenity::all::User;
use tablero_api::v1::{
    GetMyProfileRequest, ListMatchesRequest, Match, MatchList, MatchState, NewSeat, StartMatchRequest,
    new_seat::Who,
};

use super::choices::{Level, Seat};
use super::complete::{game, legal_move, options, playable_problem};
use super::{Context, answer, visit};
use crate::api::Identity;
use crate::error::{Error, Result};
use crate::house::Visit;
use crate::id::Id;
use crate::panels::{board, challenge, lists};
use crate::router::Deed;
use crate::talk::{Answer, Expect, Show};
use crate::words::{plain, say};

/// Play a game, or a problem, against a machine or somebody here
#[expect(clippy::too_many_arguments, reason = "a command's options are its arguments")]
#[poise::command(slash_command)]
pub(super) async fn play(
    context: Context<'_>,
    #[description = "Chess if you say nothing"]
    #[autocomplete = "game"]
    game: Option<String>,
    #[description = "Somebody here"] opponent: Option<User>,
    #[description = "Or a machine of this level"] level: Option<Level>,
    #[description = "Who moves first"] side: Option<Seat>,
    #[description = "Let anybody accept"] open: Option<bool>,
    #[description = "Options of the game"]
    #[autocomplete = "options"]
    #[max_length = 100]
    options: Option<String>,
    #[description = "Begin with this problem: who moves first attacks"]
    #[autocomplete = "playable_problem"]
    problem: Option<String>,
    #[description = "Begin with this position"]
    #[max_length = 1000]
    position: Option<String>,
) -> Result<()> {
    let visit = visit(&context).await;
    let work = async {
        let other = match (opponent, open, level) {
            (Some(user), ..) => seat_for(&visit, &user).await?,
            (None, Some(true), _) => Who::Open(true),
            (None, _, level) => Who::Machine(level.unwrap_or(Level::Normal).word()),
        };
        let (me, other) = (NewSeat { who: Some(Who::Me(true)) }, NewSeat { who: Some(other) });
        let (first, second) = if side == Some(Seat::Second) { (other, me) } else { (me, other) };
        let request = StartMatchRequest {
            problem_id: problem.unwrap_or_default(),
            game: game.unwrap_or_default(),
            rules: options.unwrap_or_default().trim().to_owned(),
            position: position.unwrap_or_default(),
            first: Some(first),
            second: Some(second),
            ..StartMatchRequest::default()
        };
        let started = visit.desk().matches.start_match(request).await?.into_inner();
        begun(&visit, started.r#match.unwrap_or_default()).await
    };
    answer(&visit, Expect::Public, work).await
}

async fn begun(visit: &Visit, game: Match) -> Result<Answer> {
    if game.state() == MatchState::Open {
        return Ok(Answer::public(challenge::screen(visit, &game).await?));
    }
    let name = plain(&visit.identity.name);
    let words =
        say!(visit.language, "⚔️ {name} plays against a machine.", "⚔️ {name} juega contra una máquina.");
    challenge::begin(visit, game, Answer::public, words, None).await
}

/// The seat for a member, who may never have used Tablero: they get a profile as if they had.
async fn seat_for(visit: &Visit, user: &User) -> Result<Who> {
    if user.bot {
        let words = say!(
            visit.language,
            "Bots do not play. For a machine, choose a `level` instead.",
            "Los bots no juegan. Para una máquina, elige un `nivel`."
        );
        return Err(Error::Told(words));
    }
    let identity = Identity {
        id: user.id.to_string(),
        name: user.display_name().to_owned(),
        community: visit.identity.community.clone(),
    };
    let mut profiles = visit.house.api.acting_for(&identity).profiles;
    let own = profiles.get_my_profile(GetMyProfileRequest {}).await?.into_inner().profile.unwrap_or_default();
    Ok(Who::ProfileId(own.profile.unwrap_or_default().id))
}

/// Play a move in your match
#[poise::command(slash_command, rename = "move")]
pub(super) async fn play_move(
    context: Context<'_>,
    #[description = "Your move"]
    #[rename = "move"]
    #[autocomplete = "legal_move"]
    #[max_length = 32]
    text: String,
) -> Result<()> {
    let visit = visit(&context).await;
    let work = async {
        let game = my_turn(&visit).await?;
        let alone = !game.problem_id.is_empty() && has_machine(&game);
        let what = if alone { board::SOLVE } else { board::MATCH };
        let deed = Deed {
            id: Id::new(what, &game.id, game.ply, "typed", "0"),
            values: Vec::new(),
            fields: vec![("line".into(), text)],
            message: None,
        };
        let played = board::act(&visit, &deed).await?;
        // There is no board to renew here: a new one is shown, a problem's to its solver alone.
        let show = match played.show {
            Show::Update(screen) if alone => Show::Private(screen),
            Show::Update(screen) => Show::Public(screen),
            other => other,
        };
        Ok(Answer { show, ..played })
    };
    answer(&visit, Expect::Private, work).await
}

fn has_machine(game: &Match) -> bool {
    let machine = |seat: &Option<tablero_api::v1::Seat>| {
        matches!(
            seat.as_ref().and_then(|seat| seat.who.as_ref()),
            Some(tablero_api::v1::seat::Who::Machine(_))
        )
    };
    machine(&game.first) || machine(&game.second)
}

/// The match in which it is the person's turn: the one they saw last, else the one that changed last.
async fn my_turn(visit: &Visit) -> Result<Match> {
    let request =
        ListMatchesRequest { list: MatchList::Running.into(), page_size: 100, page_token: String::new() };
    let running = visit.desk().matches.list_matches(request).await?.into_inner().matches;
    let mine = |game: &&Match| {
        let seat = if game.first_to_move { &game.first } else { &game.second };
        matches!(seat.as_ref().and_then(|seat| seat.who.as_ref()),
            Some(tablero_api::v1::seat::Who::Person(person)) if person.id == visit.profile_id)
    };
    let last = visit.house.last_match(visit.user_id()).map(|game| game.id.clone());
    let found = running.iter().filter(mine).find(|game| Some(&game.id) == last.as_ref());
    found.or_else(|| running.iter().find(mine)).cloned().ok_or_else(|| {
        Error::Told(say!(
            visit.language,
            "It is not your turn anywhere. Begin with /play or /solve.",
            "No te toca en ninguna partida. Empieza con /jugar o /resolver."
        ))
    })
}

/// Your matches: go on where you left
#[poise::command(slash_command)]
pub(super) async fn matches(context: Context<'_>) -> Result<()> {
    let visit = visit(&context).await;
    let work = async { Ok(Answer::private(lists::matches(&visit, 0).await?)) };
    answer(&visit, Expect::Private, work).await
}
