//! Labelled pairs in the forms that data sets have.
use std::path::Path;

use citelight_cli::failure::Failure;
use citelight_cli::lines::Lines;
use serde::{Deserialize, Serialize};

/// The three relations, in the order in which figures list them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Label {
    Entailment,
    Neutral,
    Contradiction,
}

impl Label {
    pub(crate) const ALL: [Self; 3] = [Self::Entailment, Self::Neutral, Self::Contradiction];

    /// The names that data sets use, each mapped by hand. Citation-Integrity's `NOT_ACCURATE` is wider than a
    /// contradiction: it holds oversimplification, misquotation and what is not substantiated, too.
    fn named(name: &str) -> Option<Self> {
        match name {
            "e" | "entailment" | "SUPPORT" | "SUPPORTS" | "ACCURATE" => Some(Self::Entailment),
            "n" | "neutral" | "NEI" | "NOT ENOUGH INFO" | "IRRELEVANT_OR_NEI" => Some(Self::Neutral),
            "c" | "contradiction" | "CONTRADICT" | "REFUTE" | "REFUTES" | "NOT_ACCURATE" => {
                Some(Self::Contradiction)
            }
            _ => None,
        }
    }

    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Entailment => "entailment",
            Self::Neutral => "neutral",
            Self::Contradiction => "contradiction",
        }
    }
}

/// One labelled pair.
pub(crate) struct Labelled {
    /// What the source says; sentences of a source one by one.
    pub(crate) premise: Vec<String>,
    pub(crate) hypothesis: String,
    pub(crate) label: Label,
    /// The label as the file names it.
    pub(crate) name: String,
    /// The premise is a list of sentences of a cited work, the hypothesis a citing sentence with markers.
    pub(crate) cites: bool,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Line {
    Pair {
        #[serde(alias = "p")]
        premise: String,
        #[serde(alias = "h")]
        hypothesis: String,
        #[serde(alias = "y")]
        label: String,
    },
    Claim {
        claim: String,
        evidence: Vec<String>,
        label: String,
    },
}

const FORMS: &str = "{\"premise\" or \"p\", \"hypothesis\" or \"h\", \"label\" or \"y\"}, or {\"claim\", \"evidence\": \
    [sentences], \"label\"}";

/// Reads a file of pairs.
pub(crate) fn read(path: &Path) -> Result<Vec<Labelled>, Failure> {
    let mut lines = Lines::open(path)?;
    let mut pairs = Vec::new();
    while let Some(line) = lines.next_json::<Line>(FORMS)? {
        let (premise, hypothesis, name, cites) = match line {
            Line::Pair { premise, hypothesis, label } => (vec![premise], hypothesis, label, false),
            Line::Claim { claim, evidence, label } => (evidence, claim, label, true),
        };
        let Some(label) = Label::named(&name) else {
            let known =
                "e, n, c, SUPPORT, CONTRADICT, NEI, ACCURATE, NOT_ACCURATE, IRRELEVANT_OR_NEI and the like";
            return Err(lines.wrong(format!("the label {name:?} is none of {known}")));
        };
        pairs.push(Labelled { premise, hypothesis, label, name, cites });
    }
    if pairs.is_empty() {
        return Err(lines.wrong(format!("there is no pair in it; expected {FORMS}")));
    }
    Ok(pairs)
}
