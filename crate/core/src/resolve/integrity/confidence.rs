//! Calibrated confidence: how often a label on these grounds is right.

use serde::{Deserialize, Serialize};

/// What a label rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Ground {
    /// Two or more sources confirm authors, venue and year.
    ConfirmedBySeveral,
    /// One source does.
    ConfirmedByOne,
    /// The work is there; some fields could not be compared.
    PartlyConfirmed,
    /// Sources contradict each other.
    Disputed,
    /// The entry's own form refutes it.
    Form,
    /// Several fields are wrong.
    SeveralFields,
    /// The authors are wrong.
    Authors,
    /// The list of authors is cut without saying so.
    ShortenedAuthors,
    /// The venue is wrong.
    Venue,
    /// The year is wrong.
    Year,
    /// The DOI does not exist or is another work's.
    Doi,
    /// The identifier names a work of another title.
    IdentifierElsewhere,
    /// A work by the authors has nearly the title.
    NearTitle,
    /// No source has it.
    NotFound,
    /// Nothing can be said.
    Unverified,
}

/// Probability that a label on this ground is right.
pub fn confidence(ground: Ground) -> f64 {
    match ground {
        Ground::Disputed | Ground::Unverified => 0.5,
        _ => 0.95,
    }
}
