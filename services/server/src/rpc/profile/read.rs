use tablero_api::v1 as pb;
use uuid::Uuid;

use crate::error::{Error, Fault, Result};
use crate::profile::{Name, Password, Update};

const LONGEST_CLIENT: usize = 64;

pub(super) fn new_profile(request: &pb::CreateProfileRequest) -> Result<(Name, Password)> {
    match (Name::new(&request.name), Password::new(&request.password)) {
        (Ok(name), Ok(password)) => Ok((name, password)),
        (name, password) => Err(Error::Invalid(
            name.err().into_iter().flatten().chain(password.err()).collect(),
        )),
    }
}

/// What the client calls itself, without what would spoil a list.
pub(super) fn client(raw: &str) -> Result<String> {
    let shown: String = raw.chars().filter(|c| !c.is_control()).collect();
    if shown.chars().count() > LONGEST_CLIENT {
        let words = format!("the name of a client has at most {LONGEST_CLIENT} characters");
        return Err(Error::Invalid(vec![Fault::new(
            "client",
            "CLIENT_TOO_LONG",
            words,
        )]));
    }
    Ok(shown)
}

pub(super) fn id(field: &'static str, raw: &str) -> Result<Uuid> {
    Uuid::try_parse(raw).map_err(|_| {
        Error::Invalid(vec![Fault::new(
            field,
            "BAD_ID",
            format!("{field} is not a UUID"),
        )])
    })
}

pub(super) fn update(request: pb::UpdateProfileRequest) -> Result<Update> {
    let mut faults = Vec::new();
    let paths = request.update_mask.unwrap_or_default().paths;
    if paths.is_empty() {
        let words = "say what to change: update_mask names `name`, `password` or both";
        faults.push(Fault::new("update_mask", "MASK_EMPTY", words));
    }
    for path in paths
        .iter()
        .filter(|path| !["name", "password"].contains(&path.as_str()))
    {
        let words = format!("update_mask names {path:?}, but only `name` and `password` can be changed");
        faults.push(Fault::new("update_mask", "MASK_UNKNOWN_PATH", words));
    }
    let wanted = |path: &str| paths.iter().any(|named| named == path);
    let name = wanted("name").then(|| Name::new(&request.name)).transpose();
    let password = wanted("password")
        .then(|| Password::new(&request.password))
        .transpose();
    match (faults.is_empty(), name, password) {
        (true, Ok(name), Ok(password)) => Ok(Update {
            name,
            password,
            current: request.current_password,
        }),
        (_, name, password) => {
            faults.extend(name.err().into_iter().flatten().chain(password.err()));
            Err(Error::Invalid(faults))
        }
    }
}
