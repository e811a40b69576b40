use prost_types::FieldMask;
use serenity::all::User;
use tablero_api::v1::{
    CreateLinkCodeRequest, FindProfileRequest, RedeemLinkCodeRequest, UnlinkIdentityRequest,
    UpdateProfileRequest,
};

use super::{Context, answer, visit};
use crate::api::PROVIDER;
use crate::error::Result;
use crate::panels::people;
use crate::screen::Screen;
use crate::talk::{Answer, Expect};
use crate::words::{plain, relative, say};

/// Your profile, and what belongs to it
#[poise::command(
    slash_command,
    subcommand_required,
    subcommands("show", "rename", "link", "unlink", "delete")
)]
pub(super) async fn profile(_: Context<'_>) -> Result<()> {
    Ok(())
}

/// How you stand, or somebody else
#[poise::command(slash_command)]
async fn show(context: Context<'_>, #[description = "Somebody else"] member: Option<User>) -> Result<()> {
    let visit = visit(&context).await;
    let work = async {
        let id = match &member {
            None => visit.profile_id.clone(),
            Some(user) => {
                let request =
                    FindProfileRequest { provider: PROVIDER.into(), external_id: user.id.to_string() };
                let found = visit.desk().profiles.find_profile(request).await?.into_inner();
                found.profile.unwrap_or_default().id
            }
        };
        let name = member.as_ref().map_or(visit.identity.name.as_str(), |user| user.display_name());
        Ok(Answer::public(people::profile_screen(&visit, &id, name).await?))
    };
    answer(&visit, Expect::Public, work).await
}

/// Choose another name for the rankings
#[poise::command(slash_command)]
async fn rename(
    context: Context<'_>,
    #[description = "2 to 32 letters, digits, and _ - ."]
    #[max_length = 32]
    name: String,
) -> Result<()> {
    let visit = visit(&context).await;
    let work = async {
        let request = UpdateProfileRequest {
            update_mask: Some(FieldMask { paths: vec!["name".into()] }),
            name,
            ..UpdateProfileRequest::default()
        };
        visit.desk().profiles.update_profile(request).await?;
        visit.house.forget_profile(visit.user_id());
        let name = plain(&people::own_name(&visit).await?);
        let words = say!(visit.language, "You are **{name}** from now on.", "Desde ahora eres **{name}**.");
        Ok(Answer::private(Screen::saying(words)))
    };
    answer(&visit, Expect::Private, work).await
}

/// Join this Discord account with a profile of another client
#[poise::command(slash_command)]
async fn link(
    context: Context<'_>,
    #[description = "The code that the other client showed; nothing to get one for it"]
    #[max_length = 32]
    code: Option<String>,
) -> Result<()> {
    let visit = visit(&context).await;
    let work = async {
        let mut profiles = visit.desk().profiles;
        let words = match code {
            Some(code) => {
                let linked = profiles.redeem_link_code(RedeemLinkCodeRequest { code }).await?.into_inner();
                visit.house.forget_profile(visit.user_id());
                let own = linked.profile.and_then(|own| own.profile).unwrap_or_default();
                let name = plain(&own.name);
                say!(
                    visit.language,
                    "Done: here you are **{name}** now.",
                    "Hecho: aquí eres **{name}** ahora."
                )
            }
            None => {
                let made = profiles.create_link_code(CreateLinkCodeRequest {}).await?.into_inner();
                let (code, until) = (made.code, relative(made.expire_time.as_ref()));
                say!(
                    visit.language,
                    "Your code: `{code}` (expires {until}). Log in with the other client and redeem it there. Show it to nobody.",
                    "Tu código: `{code}` (caduca {until}). Entra con el otro cliente y canjéalo allí. No se lo enseñes a nadie."
                )
            }
        };
        Ok(Answer::private(Screen::saying(words)))
    };
    answer(&visit, Expect::Private, work).await
}

/// Part this Discord account from your profile
#[poise::command(slash_command)]
async fn unlink(context: Context<'_>) -> Result<()> {
    let visit = visit(&context).await;
    let work = async {
        visit.desk().profiles.unlink_identity(UnlinkIdentityRequest { provider: PROVIDER.into() }).await?;
        visit.house.forget_profile(visit.user_id());
        let words = say!(
            visit.language,
            "Parted: this Discord account begins anew.",
            "Hecho: esta cuenta de Discord empieza de nuevo."
        );
        Ok(Answer::private(Screen::saying(words)))
    };
    answer(&visit, Expect::Private, work).await
}

/// Delete your profile with all that belongs to it
#[poise::command(slash_command)]
async fn delete(context: Context<'_>) -> Result<()> {
    let visit = visit(&context).await;
    let work = async { Ok(Answer::private(people::farewell_screen(&visit))) };
    answer(&visit, Expect::Private, work).await
}

/// Board colours, language, coordinates
#[poise::command(slash_command)]
pub(super) async fn settings(context: Context<'_>) -> Result<()> {
    let visit = visit(&context).await;
    let work = async { Ok(Answer::private(people::settings_screen(&visit).await?)) };
    answer(&visit, Expect::Private, work).await
}
