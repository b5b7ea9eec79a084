//! `--policy`: a profile by its name, or a file.

use std::path::Path;

use citelight::export::{Policy, Profile};

use crate::failure::{Failure, read_text};

const FILE: &str = "the policy";

/// The profile of that name, else the policy in that file.
pub(crate) fn of(name: &str) -> Result<Policy, Failure> {
    if let Some(profile) = Profile::named(name) {
        return Ok(Policy::of(profile));
    }
    let path = Path::new(name);
    if !path.exists() {
        let profiles = Profile::ALL.map(Profile::name).join(", ");
        let reason = format!("there is no such file, and the profiles are {profiles}");
        return Err(Failure::Unreadable { what: FILE, path: path.to_owned(), reason });
    }
    Policy::from_json(&read_text(FILE, path)?).map_err(|error| Failure::Malformed {
        what: FILE,
        path: path.to_owned(),
        reason: error.to_string(),
    })
}
