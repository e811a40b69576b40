use tablero_api::v1 as pb;
use tablero_picture::draw::Theme;
use tablero_store::SettingsChange;

use crate::error::{Error, Fault, Result};
use crate::profile::{Name, Password, Update, identity_faults};
pub(super) use crate::rpc::read::{id, mask};

const LONGEST_CLIENT: usize = 64;
/// What can be changed of a profile.
const PATHS: [&str; 6] = [
    "name",
    "password",
    "settings.theme",
    "settings.language",
    "settings.hide_coordinates",
    "settings.hidden",
];
const LANGUAGES: [&str; 2] = ["en", "es"];

pub(super) fn new_profile(request: &pb::CreateProfileRequest) -> Result<(Name, Password)> {
    match (Name::new(&request.name), Password::new(&request.password)) {
        (Ok(name), Ok(password)) => Ok((name, password)),
        (name, password) => {
            Err(Error::Invalid(name.err().into_iter().flatten().chain(password.err()).collect()))
        }
    }
}

/// What the client calls itself, without what would spoil a list.
pub(super) fn client(raw: &str) -> Result<String> {
    let shown: String = raw.chars().filter(|c| !c.is_control()).collect();
    if shown.chars().count() > LONGEST_CLIENT {
        let words = format!("the name of a client has at most {LONGEST_CLIENT} characters");
        return Err(Error::Invalid(vec![Fault::new("client", "CLIENT_TOO_LONG", words)]));
    }
    Ok(shown)
}

pub(super) fn update(request: pb::UpdateProfileRequest) -> Result<Update> {
    let (paths, mut faults) = mask(request.update_mask, &PATHS);
    let wanted = |path: &str| paths.iter().any(|named| named == path);
    let name = wanted("name").then(|| Name::new(&request.name)).transpose();
    let password = wanted("password").then(|| Password::new(&request.password)).transpose();
    let wished = request.settings.unwrap_or_default();
    let settings = SettingsChange {
        theme: wanted("settings.theme").then_some(wished.theme),
        language: wanted("settings.language").then_some(wished.language),
        hide_coordinates: wanted("settings.hide_coordinates").then_some(wished.hide_coordinates),
        hidden: wanted("settings.hidden").then_some(wished.hidden),
    };
    let unknown = unknown_settings(&settings);
    match (faults.is_empty() && unknown.is_empty(), name, password) {
        (true, Ok(name), Ok(password)) => {
            Ok(Update { name, password, current: request.current_password, settings })
        }
        (_, name, password) => {
            faults.extend(name.err().into_iter().flatten().chain(password.err()).chain(unknown));
            Err(Error::Invalid(faults))
        }
    }
}

fn unknown_settings(settings: &SettingsChange) -> Vec<Fault> {
    let mut faults = Vec::new();
    let said = |text: &Option<String>| text.clone().filter(|text| !text.is_empty());
    if let Some(Err(fault)) = said(&settings.theme).map(|theme| theme.parse::<Theme>()) {
        faults.push(Fault::new("settings.theme", "UNKNOWN_THEME", fault.to_string()));
    }
    if said(&settings.language).is_some_and(|language| !LANGUAGES.contains(&language.as_str())) {
        let words = format!("there are the languages {}", LANGUAGES.join(" and "));
        faults.push(Fault::new("settings.language", "UNKNOWN_LANGUAGE", words));
    }
    faults
}

/// Provider and external id of whom to find.
pub(super) fn identity(request: &pb::FindProfileRequest) -> Result<(&str, &str)> {
    let (provider, external_id) = (request.provider.as_str(), request.external_id.as_str());
    let faults = identity_faults(["provider", "external_id"], provider, external_id);
    if faults.is_empty() { Ok((provider, external_id)) } else { Err(Error::Invalid(faults)) }
}
