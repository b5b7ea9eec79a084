//! A figure of a suite: its place in a table, its value, and what was aimed at.
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// One figure: a cell of the table of its section.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Figure {
    /// What documents call it: small letters, digits, hyphens and points, in parts with `/` between; once in a suite.
    pub key: String,
    /// Heading of its table.
    pub section: String,
    /// Heading of its row.
    pub row: String,
    /// Heading of its column.
    pub column: String,
    /// The figure.
    pub value: f64,
    /// What it is counted in.
    pub unit: Unit,
    /// How much another run may differ, in the same unit: 0 where the same inputs give the same figure.
    pub tolerance: f64,
    /// How many cases it rests on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub of: Option<u64>,
    /// Its interval at 95 %.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub interval: Option<Interval>,
    /// What was aimed at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub bar: Option<Bar>,
    /// Where it comes from.
    #[serde(default, skip_serializing_if = "Origin::is_measured")]
    #[ts(as = "Option<Origin>", optional)]
    pub origin: Origin,
}

/// An interval that holds a figure.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Interval {
    /// Its lower end.
    pub lower: f64,
    /// Its upper end.
    pub upper: f64,
}

/// What was aimed at.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(tag = "is", content = "value", rename_all = "kebab-case")]
pub enum Bar {
    /// The figure should be this or more.
    AtLeast(f64),
    /// The figure should be this or less.
    AtMost(f64),
}

impl Bar {
    /// Whether a figure reaches it.
    pub fn is_reached_by(self, value: f64) -> bool {
        match self {
            Self::AtLeast(least) => value >= least,
            Self::AtMost(most) => value <= most,
        }
    }
}

/// Where a figure comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "kebab-case")]
pub enum Origin {
    /// Of this run.
    #[default]
    Measured,
    /// As others published it.
    Published,
}

impl Origin {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
    fn is_measured(&self) -> bool {
        *self == Self::Measured
    }
}

/// What a figure is counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "kebab-case")]
pub enum Unit {
    /// Between 0 and 1, of so many.
    Share,
    /// A measure without a unit: F1, a calibration error, a rank, a worth.
    Score,
    /// So many times another.
    Ratio,
    /// So many of something.
    Count,
    /// Word pieces.
    Tokens,
    /// Milliseconds.
    Milliseconds,
    /// Seconds.
    Seconds,
    /// Hours.
    Hours,
    /// So many in a second.
    PerSecond,
    /// So many in an hour.
    PerHour,
    /// Bytes.
    Bytes,
    /// Millions of bytes.
    Megabytes,
    /// US dollars.
    Dollars,
}

impl Figure {
    /// A figure that every run gives anew.
    pub fn new(key: impl Into<String>, cell: [&str; 3], value: f64, unit: Unit) -> Self {
        let [section, row, column] = cell.map(str::to_owned);
        Self {
            key: key.into(),
            section,
            row,
            column,
            value,
            unit,
            tolerance: 0.0,
            of: None,
            interval: None,
            bar: None,
            origin: Origin::Measured,
        }
    }

    /// The same, resting on so many cases.
    #[must_use]
    pub fn of(self, cases: u64) -> Self {
        Self { of: Some(cases), ..self }
    }

    /// The same, with its interval.
    #[must_use]
    pub fn between(self, lower: f64, upper: f64) -> Self {
        Self { interval: Some(Interval { lower, upper }), ..self }
    }

    /// The same; other runs may differ by so much.
    #[must_use]
    pub fn give_or_take(self, tolerance: f64) -> Self {
        Self { tolerance, ..self }
    }

    /// The same, with what was aimed at.
    #[must_use]
    pub fn aiming_at(self, bar: Bar) -> Self {
        Self { bar: Some(bar), ..self }
    }

    /// The same, as others published it.
    #[must_use]
    pub fn published(self) -> Self {
        Self { origin: Origin::Published, ..self }
    }
}

/// A heading as a part of a [`Figure::key`]: “Tier 1, with DOI” → `tier-1-with-doi`.
pub fn key_of(heading: &str) -> String {
    let small = heading.to_lowercase();
    let words = small.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-")
}

/// Whether documents could call a figure so.
pub(super) fn is_name(key: &str) -> bool {
    let allowed =
        |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || matches!(letter, '-' | '.');
    key.split('/').all(|part| !part.is_empty() && part.chars().all(allowed))
}
