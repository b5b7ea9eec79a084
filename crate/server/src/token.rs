//! Tokens as the configuration names them: whose they are, what they are for, and what may be taken on one day.

use serde::{Deserialize, Serialize};

/// What a token may be for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scope {
    /// Arbitrations.
    Arbitrations,
    /// Committees.
    Committees,
    /// Checks of references.
    References,
    /// Attributions.
    Attributions,
    /// The server's own figures.
    Metrics,
}

/// A token as the configuration names it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TokenEntry {
    /// Whose it is, for logs and quotas.
    pub name: String,
    /// SHA-256 of the token, hexadecimal: who reads the file cannot ask.
    #[serde(deserialize_with = "hash")]
    pub sha256: [u8; 32],
    /// What it is for.
    pub scopes: Vec<Scope>,
    /// What it may take on one day (UTC).
    #[serde(default)]
    pub quota: DayBudget,
}

/// The account of what all owners take together: no token has this name.
pub const ALL: &str = "*";

/// The owner of what was asked without a token.
pub(crate) const OPEN: &str = "open";

fn hash<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<[u8; 32], D::Error> {
    let text = String::deserialize(deserializer)?;
    let mut bytes = [0; 32];
    hex::decode_to_slice(text, &mut bytes)
        .map_err(|_| serde::de::Error::custom("sha256 of a token has 64 hexadecimal digits"))?;
    Ok(bytes)
}

/// What may be taken on one day (UTC); none: no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct DayBudget {
    /// Jobs that are created.
    pub jobs: Option<u64>,
    /// Requests to the model, retries included.
    pub requests: Option<u64>,
    /// Tokens that the model reads and writes.
    pub tokens: Option<u64>,
}
