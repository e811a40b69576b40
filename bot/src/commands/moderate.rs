use serenity::all::User;
use tablero_api::v1::{FindProfileRequest, GetProfileRequest, Profile, get_profile_request::Which};

use super::complete::{hidden_problem, playable_problem};
use super::{Context, answer, visit};
use crate::api::PROVIDER;
use crate::error::{Error, Result};
use crate::house::Visit;
use crate::panels::moderation::{self, Subject};
use crate::talk::{Answer, Expect};
use crate::words::say;

/// Keep order, for those who manage this server and for administrators
#[poise::command(
    slash_command,
    subcommand_required,
    subcommands("hide", "unhide", "delete", "rename", "reports", "acts"),
    default_member_permissions = "MANAGE_GUILD"
)]
pub(super) async fn moderate(_: Context<'_>) -> Result<()> {
    Ok(())
}

/// Hide a problem here, or a member from this server's boards
#[poise::command(slash_command)]
async fn hide(
    context: Context<'_>,
    #[description = "Why; it is recorded"]
    #[max_length = 300]
    reason: String,
    #[description = "Which one"]
    #[autocomplete = "playable_problem"]
    problem: Option<String>,
    #[description = "Somebody else"] member: Option<User>,
) -> Result<()> {
    let visit = visit(&context).await;
    let work = async {
        let subject = subject(&visit, problem, member.as_ref()).await?;
        moderation::set_hidden(&visit, subject, true, reason).await
    };
    answer(&visit, Expect::Private, work).await
}

/// Show again what is hidden here
#[poise::command(slash_command)]
async fn unhide(
    context: Context<'_>,
    #[description = "Which one"]
    #[autocomplete = "hidden_problem"]
    problem: Option<String>,
    #[description = "Somebody else"] member: Option<User>,
    #[description = "Why; it is recorded"]
    #[max_length = 300]
    reason: Option<String>,
) -> Result<()> {
    let visit = visit(&context).await;
    let work = async {
        let subject = subject(&visit, problem, member.as_ref()).await?;
        moderation::set_hidden(&visit, subject, false, reason.unwrap_or_default()).await
    };
    answer(&visit, Expect::Private, work).await
}

/// Delete anybody's problem for good, for administrators
#[poise::command(slash_command)]
async fn delete(
    context: Context<'_>,
    #[description = "Which one"]
    #[autocomplete = "playable_problem"]
    problem: String,
    #[description = "Why; it is recorded"]
    #[max_length = 300]
    reason: String,
) -> Result<()> {
    let visit = visit(&context).await;
    let work = async { moderation::delete(&visit, problem, reason).await };
    answer(&visit, Expect::Private, work).await
}

/// Take an offensive name from somebody, for administrators
#[poise::command(slash_command)]
async fn rename(
    context: Context<'_>,
    #[description = "Why; it is recorded"]
    #[max_length = 300]
    reason: String,
    #[description = "Somebody else"] member: Option<User>,
    #[description = "Or the name as it is in the rankings"]
    #[max_length = 32]
    name: Option<String>,
) -> Result<()> {
    let visit = visit(&context).await;
    let work = async {
        let profile = match (&member, name) {
            (Some(user), _) => profile_of(&visit, user).await?,
            (None, Some(name)) => {
                let request = GetProfileRequest { which: Some(Which::Name(name)) };
                let found = visit.desk().profiles.get_profile(request).await?.into_inner();
                found.profile.unwrap_or_default()
            }
            (None, None) => return Err(unsaid(&visit)),
        };
        moderation::rename(&visit, &profile, reason).await
    };
    answer(&visit, Expect::Private, work).await
}

/// What members reported
#[poise::command(slash_command)]
async fn reports(context: Context<'_>) -> Result<()> {
    let visit = visit(&context).await;
    let work = async { Ok(Answer::private(moderation::reports(&visit, 0).await?)) };
    answer(&visit, Expect::Private, work).await
}

/// What was done, by whom and why
#[poise::command(slash_command)]
async fn acts(context: Context<'_>) -> Result<()> {
    let visit = visit(&context).await;
    let work = async { Ok(Answer::private(moderation::acts(&visit, 0).await?)) };
    answer(&visit, Expect::Private, work).await
}

async fn subject(visit: &Visit, problem: Option<String>, member: Option<&User>) -> Result<Subject> {
    match (problem, member) {
        (Some(id), None) => Ok(Subject::Problem(id)),
        (None, Some(user)) => Ok(Subject::Member(profile_of(visit, user).await?)),
        _ => Err(unsaid(visit)),
    }
}

async fn profile_of(visit: &Visit, user: &User) -> Result<Profile> {
    let request = FindProfileRequest { provider: PROVIDER.into(), external_id: user.id.to_string() };
    let found = visit.desk().profiles.find_profile(request).await?.into_inner();
    Ok(found.profile.unwrap_or_default())
}

fn unsaid(visit: &Visit) -> Error {
    Error::Told(say!(
        visit.language,
        "Say one thing: either a problem or a person.",
        "Di una sola cosa: un problema o una persona."
    ))
}
