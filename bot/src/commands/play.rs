use serenity::all::User;
use tablero_api::v1::{GetMyProfileRequest, Match, MatchState, NewSeat, StartMatchRequest, new_seat::Who};

use super::choices::{Level, Seat};
use super::complete::{game, legal_move, options, playable_problem};
use super::{Context, answer, turn, visit};
use crate::api::Identity;
use crate::error::{Error, Result};
use crate::house::Visit;
use crate::id::Id;
use crate::panels::{board, card, challenge, lists};
use crate::router::Deed;
use crate::talk::{Answer, Expect, Show};
use crate::words::{game_name, plain, say};

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
        let mut me_first = side != Some(Seat::Second);
        if let Some(problem) = &problem
            && !card::first_attacks(&visit, &card::get_problem(&visit, problem).await?).await?
        {
            me_first = !me_first;
        }
        let (first, second) = if me_first { (me, other) } else { (other, me) };
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
    let what = game_name(&game.game, visit.language);
    let machine =
        if board::is_machine(game.first.as_ref()) { game.first.as_ref() } else { game.second.as_ref() };
    let machine = board::seat_name(machine, visit);
    let words = say!(
        visit.language,
        "⚔️ {name} plays **{what}** against {machine}.",
        "⚔️ {name} juega al **{what}** contra {machine}."
    );
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
        community_name: None,
        manager: false,
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
        let machine = board::is_machine(game.first.as_ref()) || board::is_machine(game.second.as_ref());
        let alone = machine && !game.problem_id.is_empty();
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

/// The match that a move without a board is meant for.
async fn my_turn(visit: &Visit) -> Result<Match> {
    let last = visit.house.last_match(visit.user_id());
    let last = last.as_ref().map(|game| game.id.as_str());
    turn::find(visit.desk(), &visit.profile_id, last).await?.ok_or_else(|| {
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
