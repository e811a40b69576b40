use tablero_api::v1 as pb;

use crate::error::{Error, Fault, Result};
use crate::profile::{Name, Password, Update};
pub(super) use crate::rpc::read::{id, mask};

const LONGEST_CLIENT: usize = 64;

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
    let (paths, mut faults) = mask(request.update_mask, &["name", "password"]);
    let wanted = |path: &str| paths.iter().any(|named| named == path);
    let name = wanted("name").then(|| Name::new(&request.name)).transpose();
    let password = wanted("password").then(|| Password::new(&request.password)).transpose();
    match (faults.is_empty(), name, password) {
        (true, Ok(name), Ok(password)) => Ok(Update { name, password, current: request.current_password }),
        (_, name, password) => {
            faults.extend(name.err().into_iter().flatten().chain(password.err()));
            Err(Error::Invalid(faults))
        }
    }
}
