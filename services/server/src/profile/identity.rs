use chrono::NaiveDate;
use rand::RngExt;
use tablero_store::{
    AsyncConnection, AsyncPgConnection, Community, Identity, NewIdentity, NewProfile, Profile, is_barred,
};

use super::Name;
use crate::edge::Place;
use crate::error::{Error, Fault, Result};

const TRIES: usize = 16;

/// For whom a trusted service says that it acts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Claim {
    pub(crate) provider: String,
    pub(crate) external_id: String,
    pub(crate) display_name: Option<String>,
    pub(crate) place: Option<Place>,
}

impl Claim {
    /// # Errors
    /// Every rule that the claim breaks.
    pub(crate) fn new(
        provider: &str,
        external_id: &str,
        display_name: Option<&str>,
        place: Option<Place>,
    ) -> Result<Claim> {
        let fields = ["x-tablero-provider", "x-tablero-external-id"];
        let mut faults = identity_faults(fields, provider, external_id);
        if display_name.is_some_and(|name| name.chars().count() > 100 || name.contains('\0')) {
            let words = "a display name has at most 100 characters, none of them NUL";
            faults.push(Fault::new("x-tablero-display-name-bin", "BAD_DISPLAY_NAME", words));
        }
        if place.as_ref().is_some_and(|place| !is_external_id(&place.community)) {
            let words = "a community's id has 1 to 64 visible ASCII characters";
            faults.push(Fault::new("x-tablero-community", "BAD_COMMUNITY", words));
        }
        let name = place.as_ref().and_then(|place| place.name.as_deref());
        if name.is_some_and(|name| name.chars().count() > 100 || name.contains('\0')) {
            let words = "a community's name has at most 100 characters, none of them NUL";
            faults.push(Fault::new("x-tablero-community-name-bin", "BAD_COMMUNITY", words));
        }
        if !faults.is_empty() {
            return Err(Error::Invalid(faults));
        }
        Ok(Claim {
            provider: provider.into(),
            external_id: external_id.into(),
            display_name: display_name.map(Into::into),
            place,
        })
    }
}

/// What is wrong with the name of an account elsewhere, told of the fields it came in.
pub(crate) fn identity_faults(fields: [&'static str; 2], provider: &str, external_id: &str) -> Vec<Fault> {
    let mut faults = Vec::new();
    if !is_provider(provider) {
        let words = "a provider is a word of 1 to 32 characters of a-z, 0-9 and -";
        faults.push(Fault::new(fields[0], "BAD_PROVIDER", words));
    }
    if !is_external_id(external_id) {
        let words = "an external id has 1 to 64 visible ASCII characters";
        faults.push(Fault::new(fields[1], "BAD_EXTERNAL_ID", words));
    }
    faults
}

pub(crate) fn is_provider(provider: &str) -> bool {
    let word = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    (1..=32).contains(&provider.len()) && provider.chars().all(word)
}

pub(crate) fn is_external_id(id: &str) -> bool {
    (1..=64).contains(&id.len()) && id.chars().all(|c| c.is_ascii_graphic())
}

/// The profile that an identity stands for; made, without a password, if this is the first time it is seen.
/// Where the person is, they belong from then on.
pub(crate) async fn person_of(
    db: &mut AsyncPgConnection,
    claim: &Claim,
    today: NaiveDate,
) -> Result<Profile> {
    let profile = known_or_new(db, claim).await?;
    if let Some(Place { provider, community, name, .. }) = &claim.place {
        Community::join(db, (provider, community), name.as_deref(), profile.id, today).await?;
    }
    Ok(profile)
}

async fn known_or_new(db: &mut AsyncPgConnection, claim: &Claim) -> Result<Profile> {
    if let Some((identity, profile)) = Identity::find(db, &claim.provider, &claim.external_id).await? {
        if let Some(name) = claim.display_name.as_deref().filter(|name| *name != identity.display_name) {
            identity.set_display_name(db, name).await?;
        }
        return Ok(profile);
    }
    let display_name = claim.display_name.as_deref().unwrap_or_default();
    let mut near = Name::near(display_name);
    if is_barred(db, near.key()).await? {
        near = Name::near("");
    }
    let mut name = near.clone();
    for _ in 0..TRIES {
        match admit(db, claim, display_name, &name).await? {
            Admission::Admitted(profile) => return Ok(profile),
            Admission::Known => {
                // Another call for the same identity was faster.
                let known = Identity::find(db, &claim.provider, &claim.external_id).await?;
                return known.map(|(_, profile)| profile).ok_or(Error::NotLoggedIn);
            }
            Admission::NameTaken => name = near.numbered(rand::rng().random_range(2..10_000)),
        }
    }
    Err(Error::Internal("found no free name for a new identity".into()))
}

enum Admission {
    Admitted(Profile),
    NameTaken,
    Known,
}

async fn admit(
    db: &mut AsyncPgConnection,
    claim: &Claim,
    display_name: &str,
    name: &Name,
) -> Result<Admission> {
    let admitted = db.transaction(async |db| {
        let new = NewProfile { name: name.shown(), name_key: name.key(), password_hash: None };
        let Some(profile) = new.insert(db).await? else {
            return Err(Stop::Because(Admission::NameTaken));
        };
        let identity = NewIdentity {
            provider: &claim.provider,
            external_id: &claim.external_id,
            profile_id: profile.id,
            display_name,
        };
        match identity.insert(db).await? {
            true => Ok(profile),
            false => Err(Stop::Because(Admission::Known)),
        }
    });
    match admitted.await {
        Ok(profile) => Ok(Admission::Admitted(profile)),
        Err(Stop::Because(admission)) => Ok(admission),
        Err(Stop::Failed(error)) => Err(error),
    }
}

/// Why a transaction is rolled back.
enum Stop {
    Because(Admission),
    Failed(Error),
}

impl From<tablero_store::QueryError> for Stop {
    fn from(error: tablero_store::QueryError) -> Stop {
        Stop::Failed(error.into())
    }
}
