use std::sync::Arc;

use tablero_store::{PlaceKey, Profile};

use crate::edge::{Person, Place};
use crate::error::{Error, Result};
use crate::profile::Name;

/// Those whom the server's operator names, by the keys of their names.
#[derive(Debug, Clone)]
pub(crate) struct Administrators(Arc<[String]>);

impl Administrators {
    pub(crate) fn new(names: &[String]) -> Administrators {
        Administrators(names.iter().map(|name| Name::key_of(name.trim())).collect())
    }

    pub(crate) fn include(&self, profile: &Profile) -> bool {
        self.0.contains(&profile.name_key)
    }

    pub(crate) fn check(&self, person: &Person) -> Result<()> {
        if self.include(&person.profile) { Ok(()) } else { Err(Error::NotAnAdministrator) }
    }

    /// What somebody may look into: everything, or what belongs to the community that they manage.
    pub(super) fn scope<'a>(&self, person: &'a Person) -> Result<Option<PlaceKey<'a>>> {
        match self.include(&person.profile) {
            true => Ok(None),
            false => Ok(Some(key(person.managed()?))),
        }
    }
}

/// The community that somebody manages, if it is the one that they mean.
pub(super) fn managed<'a>(person: &'a Person, named: Option<&(String, String)>) -> Result<PlaceKey<'a>> {
    let place = key(person.managed()?);
    match named {
        Some((provider, external_id)) if place != (provider, external_id) => Err(Error::NotAManager),
        _ => Ok(place),
    }
}

pub(super) fn key(place: &Place) -> PlaceKey<'_> {
    (&place.provider, &place.community)
}
