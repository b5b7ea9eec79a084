//! What tells this installation from others that hold the same token of a Citelight server.

use std::fs::OpenOptions;
use std::io::{ErrorKind, Write as _};
use std::path::Path;

use citelight::text::hexadecimal;
use etcetera::BaseStrategy;

/// Name of the file, in Citelight's folder of the user's configuration.
const FILE: &str = "installation";
/// Bytes of the salt.
const BYTES: usize = 16;

/// The salt of this installation's keys, made when it is asked for first; where there is no folder to keep it, a new one each time:
/// then what was asked before is found by the server alone.
pub(super) fn salt() -> Result<String, String> {
    let fresh = fresh()?;
    let Ok(base) = etcetera::choose_base_strategy() else { return Ok(fresh) };
    Ok(kept(&base.config_dir().join("citelight"), &fresh).unwrap_or(fresh))
}

fn fresh() -> Result<String, String> {
    let mut bytes = [0; BYTES];
    getrandom::fill(&mut bytes).map_err(|error| format!("the system gives no random numbers: {error}"))?;
    Ok(hexadecimal(bytes))
}

/// The salt of a folder; this one, if there is none yet.
fn kept(folder: &Path, fresh: &str) -> Option<String> {
    let path = folder.join(FILE);
    std::fs::create_dir_all(folder).ok()?;
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.open(&path) {
        Ok(mut file) => file.write_all(fresh.as_bytes()).ok().map(|()| fresh.to_owned()),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            let salt = std::fs::read_to_string(&path).ok()?;
            let salt = salt.trim();
            // One that another process writes just now is not whole yet.
            (salt.len() == 2 * BYTES).then(|| salt.to_owned())
        }
        Err(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_salt_stays_and_no_two_are_the_same() {
        let folder = tempfile::tempdir().unwrap();
        let (first, second) = (fresh().unwrap(), fresh().unwrap());
        assert_ne!(first, second);
        assert_eq!(kept(folder.path(), &first).as_deref(), Some(first.as_str()));
        assert_eq!(kept(folder.path(), &second).as_deref(), Some(first.as_str()));
    }
}
