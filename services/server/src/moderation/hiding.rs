use tablero_store::{
    AsyncConnection, AsyncPgConnection, NewAct, PlaceKey, Post, Problem, Profile, hide_member,
};
use uuid::Uuid;

use super::rights::{key, managed};
use crate::edge::{Call, Person};
use crate::error::{Error, Missing, Result};
use crate::problem::Problems;
use crate::ranking::Rankings;

/// Whether somebody sees a problem where they are: what is hidden there is seen by its author and by managers alone.
pub(crate) async fn sees(db: &mut AsyncPgConnection, person: &Person, problem: &Problem) -> Result<bool> {
    Ok(keeps(person, problem) || !hidden_from(db, person, problem).await?)
}

/// Whether a problem is hidden where somebody is, who sees it nevertheless.
pub(crate) async fn known_hidden(
    db: &mut AsyncPgConnection,
    person: &Person,
    problem: &Problem,
) -> Result<bool> {
    Ok(keeps(person, problem) && hidden_from(db, person, problem).await?)
}

fn keeps(person: &Person, problem: &Problem) -> bool {
    problem.author_id == person.profile.id || person.managed().is_ok()
}

async fn hidden_from(db: &mut AsyncPgConnection, person: &Person, problem: &Problem) -> Result<bool> {
    match person.place() {
        Some(place) => Ok(Problem::is_hidden_in(db, problem.id, key(place)).await?),
        None => Ok(false),
    }
}

impl Problems {
    /// Hides a problem in the community that the caller manages, or shows it again. False if that was so already.
    pub(crate) async fn set_hidden(
        &self,
        call: &Call,
        person: &Person,
        id: Uuid,
        named: Option<&(String, String)>,
        hidden: bool,
        reason: &str,
    ) -> Result<bool> {
        let place = managed(person, named)?;
        let problem = self.get(call, person, id).await?.problem;
        let mut db = self.db(call).await?;
        db.transaction(async |db| {
            let changed = match hidden {
                true => Problem::hide(db, id, place).await?,
                false => Problem::unhide(db, id, place).await?,
            };
            if changed {
                let kind = if hidden { "hide_problem" } else { "unhide_problem" };
                let act =
                    NewAct { problem_id: Some(id), ..act(person, kind, &problem.position, place, reason) };
                act.insert(db).await?;
            }
            Ok(changed)
        })
        .await
    }
}

impl Rankings {
    /// Takes somebody off the boards of the community that the caller manages, or puts them back. False if that was so already.
    pub(crate) async fn set_member_hidden(
        &self,
        call: &Call,
        person: &Person,
        profile: Uuid,
        named: Option<&(String, String)>,
        hidden: bool,
        reason: &str,
    ) -> Result<bool> {
        let place = managed(person, named)?;
        let now = self.store.clock().now();
        let mut db = self.db(call).await?;
        let member = Profile::member_of(&mut db, place, profile).await?;
        let member = member.ok_or(Error::Missing(Missing::Profile))?;
        db.transaction(async |db| {
            let changed = hide_member(db, place, profile, hidden).await?;
            if changed {
                let kind = if hidden { "hide_member" } else { "unhide_member" };
                let act =
                    NewAct { profile_id: Some(profile), ..act(person, kind, &member.name, place, reason) };
                act.insert(db).await?;
                Post::touch_boards(db, profile, now).await?;
            }
            Ok(changed)
        })
        .await
    }
}

fn act<'a>(
    person: &Person,
    kind: &'a str,
    subject: &'a str,
    place: PlaceKey<'a>,
    reason: &'a str,
) -> NewAct<'a> {
    NewAct {
        actor_id: person.profile.id,
        kind,
        problem_id: None,
        profile_id: None,
        subject,
        provider: Some(place.0),
        external_id: Some(place.1),
        reason,
    }
}
