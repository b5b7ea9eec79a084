//! What a suite measured: one form for `citelight-eval … --results` and for the benchmarks.
use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::figure::{Figure, is_name};

/// Version of [`Results`].
pub const RESULTS_SCHEMA: &str = "citelight/results/1";

/// The results of one run of a suite.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Results {
    /// `citelight/results/1`.
    pub schema: String,
    /// Name of the suite, and of the file that keeps its results: small letters, digits and hyphens.
    pub suite: String,
    /// What was measured, as a heading.
    pub title: String,
    /// What the figures say and what they do not, in a few sentences.
    pub about: String,
    /// The command that prints them again.
    pub command: String,
    /// The day of the run (UTC), `2026-11-24`.
    pub date: String,
    /// Citelight's version.
    pub version: String,
    /// What it was made of and ran with: `commit 1f20313`, with `and changes` where the sources were changed, `rustc 1.95.0`,
    /// a browser. `./build.sh bench` writes it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<String>>", optional)]
    pub programs: Vec<String>,
    /// Where it ran.
    pub machine: Machine,
    /// Names of the models that ran, with hash prefixes.
    pub models: Vec<String>,
    /// The files that were read.
    pub inputs: Vec<ReadFile>,
    /// Seeds of all that was drawn.
    pub seeds: Vec<u64>,
    /// The figures, in the order in which they are shown.
    pub figures: Vec<Figure>,
    /// Pictures of them.
    pub plots: Vec<Plot>,
}

/// A machine on which something was measured.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Machine {
    /// Name of the processor, where the system tells it.
    pub processor: Option<String>,
    /// Cores that the program could use.
    pub cores: usize,
    /// Such as `x86_64`.
    pub architecture: String,
    /// Such as `linux`.
    pub system: String,
}

/// A file that a suite read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ReadFile {
    /// Its name, without the folders of this machine; of a folder the folder's name.
    pub name: String,
    /// Its SHA-256 in hexadecimal; of a folder that of the names and hashes of its files.
    pub sha256: String,
}

/// A picture of the results.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Plot {
    /// Name of the SVG file, beside the results.
    pub file: String,
    /// What it shows, in place of the picture.
    pub alternative: String,
}

/// Why results cannot be kept.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ResultsError {
    /// A name that documents could not use.
    #[error("“{0}” is no name: small letters, digits, hyphens and points, in parts with “/” between")]
    Name(String),
    /// Two figures of one name.
    #[error("two figures are called “{0}”")]
    Twice(String),
    /// No number.
    #[error("the figure “{0}” has a value or a tolerance that is no number")]
    NoNumber(String),
    /// Nothing was measured.
    #[error("there are no figures")]
    Empty,
}

impl Results {
    /// Whether documents can refer to them.
    ///
    /// # Errors
    /// Names that are none or stand twice, values that are no numbers, no figures at all.
    pub fn check(&self) -> Result<(), ResultsError> {
        if self.figures.is_empty() {
            return Err(ResultsError::Empty);
        }
        if self.suite.contains(['/', '.']) || !is_name(&self.suite) {
            return Err(ResultsError::Name(self.suite.clone()));
        }
        let mut seen = BTreeSet::new();
        for Figure { key, value, tolerance, .. } in &self.figures {
            if !is_name(key) {
                return Err(ResultsError::Name(key.clone()));
            }
            if !value.is_finite() || !tolerance.is_finite() || *tolerance < 0.0 {
                return Err(ResultsError::NoNumber(key.clone()));
            }
            if !seen.insert(key) {
                return Err(ResultsError::Twice(key.clone()));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::{Bar, Unit, key_of};

    fn results(figures: Vec<Figure>) -> Results {
        Results {
            schema: RESULTS_SCHEMA.to_owned(),
            suite: "suite".to_owned(),
            title: String::new(),
            about: String::new(),
            command: String::new(),
            date: String::new(),
            version: String::new(),
            programs: Vec::new(),
            machine: Machine {
                processor: None,
                cores: 1,
                architecture: String::new(),
                system: String::new(),
            },
            models: Vec::new(),
            inputs: Vec::new(),
            seeds: Vec::new(),
            figures,
            plots: Vec::new(),
        }
    }

    fn figure(key: &str, value: f64) -> Figure {
        Figure::new(key, ["All", "ours", "F1"], value, Unit::Score)
    }

    #[test]
    fn figures_have_names_that_documents_can_use() {
        let tried = |key: &str| results(vec![figure(key, 1.0)]).check();
        for good in ["f1", "tier-1/detected", "at-0.9/precision"] {
            assert_eq!(tried(good), Ok(()), "{good}");
        }
        for bad in ["", "Tier/F1", "a//b", "/a", "a b", "ü"] {
            assert_eq!(tried(bad), Err(ResultsError::Name(bad.to_owned())), "{bad}");
        }
        assert_eq!(key_of("Tier 1, with DOI"), "tier-1-with-doi");
    }

    #[test]
    fn a_name_stands_for_one_number() {
        let twice = results(vec![figure("f1", 1.0), figure("f1", 0.5)]);
        assert_eq!(twice.check(), Err(ResultsError::Twice("f1".to_owned())));
        for value in [f64::NAN, f64::INFINITY] {
            let none = results(vec![figure("f1", value)]);
            assert_eq!(none.check(), Err(ResultsError::NoNumber("f1".to_owned())));
        }
        assert_eq!(results(Vec::new()).check(), Err(ResultsError::Empty));
    }

    #[test]
    fn what_is_kept_is_read_again() {
        let kept = results(vec![
            figure("f1", 0.5).of(7).between(0.4, 0.6).give_or_take(0.01).aiming_at(Bar::AtLeast(0.4)),
            figure("others/f1", 0.25).published().aiming_at(Bar::AtMost(0.2)),
        ]);
        let text = serde_json::to_string(&kept).unwrap();
        assert!(text.contains(r#""bar":{"is":"at-least","value":0.4}"#), "{text}");
        assert_eq!(serde_json::from_str::<Results>(&text).unwrap(), kept);
        assert!(Bar::AtLeast(0.4).is_reached_by(0.4) && !Bar::AtMost(0.2).is_reached_by(0.25));
    }
}
