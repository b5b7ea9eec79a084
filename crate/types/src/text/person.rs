//! Names of authors.

use serde::{Deserialize, Serialize};

/// A person or an organisation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Person {
    /// Family name with its particles (`van der Berg`), or the whole name of an organisation.
    pub family: String,
    /// Given names or initials; empty for organisations.
    pub given: String,
}

impl Person {
    /// The person of these two names.
    pub fn new(family: impl Into<String>, given: impl Into<String>) -> Self {
        Self { family: family.into(), given: given.into() }
    }
}
