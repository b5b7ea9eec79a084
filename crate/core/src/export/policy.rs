//! What a venue makes of what is found: a table of facts and levels. Exit codes, SARIF's levels and the words of reports
//! follow it; what is found does not.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use citelight_records::resolve::integrity::Discrepancy;

/// Version of [`PolicyFile`].
pub const POLICY_SCHEMA: &str = "citelight/policy/1";

/// How much a fact matters, by SARIF's names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// Nothing: it is not reported.
    #[default]
    None,
    /// For the authors to correct; the check passes.
    Note,
    /// For somebody to look at; the check does not pass.
    Warning,
    /// An offence by the venue's rules, or a fact of the record; the check does not pass.
    Error,
}

impl Level {
    /// Its name, as SARIF has it.
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }

    /// The level as reports name it.
    pub fn words(self) -> &'static str {
        match self {
            Self::None => "No problem",
            Self::Note => "Note",
            Self::Warning => "To review",
            Self::Error => "Error",
        }
    }
}

/// A policy: a level for every fact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Policy {
    /// What it is called in reports.
    pub name: String,
    levels: BTreeMap<Discrepancy, Level>,
}

/// The profiles that come with Citelight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Profile {
    /// Whatever speaks against an entry is for somebody to look at.
    #[default]
    Default,
    /// What the chairs of NeurIPS 2026 call a hallucinated reference is an error, what they send to the authors a note.
    #[serde(rename = "neurips-2026")]
    Neurips2026,
    /// The same criteria, which NeurIPS took over from ICLR 2026.
    #[serde(rename = "iclr-2026")]
    Iclr2026,
    /// Each difference is an error.
    Strict,
    /// Only a work that nobody can find is an error.
    Lenient,
}

impl Profile {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::Default, Self::Neurips2026, Self::Iclr2026, Self::Strict, Self::Lenient];

    /// Its name, as `--policy` takes it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Default => "default",
            Self::Neurips2026 => "neurips-2026",
            Self::Iclr2026 => "iclr-2026",
            Self::Strict => "strict",
            Self::Lenient => "lenient",
        }
    }

    /// The profile of a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|profile| profile.name() == name)
    }

    fn level(self, fact: Discrepancy) -> Level {
        match self {
            Self::Default => by_default(fact),
            Self::Neurips2026 | Self::Iclr2026 => by_chairs(fact),
            Self::Strict => match fact {
                Discrepancy::Unconfirmed => Level::Note,
                _ => Level::Error,
            },
            Self::Lenient => match fact {
                Discrepancy::NotFound | Discrepancy::PlaceholderAuthors => Level::Error,
                Discrepancy::Retracted | Discrepancy::Withdrawn => Level::Warning,
                Discrepancy::Volume | Discrepancy::Number | Discrepancy::Pages | Discrepancy::EntryType => {
                    Level::None
                }
                Discrepancy::VersionsMixed | Discrepancy::PreprintAsPublished => Level::None,
                _ => Level::Note,
            },
        }
    }
}

fn by_default(fact: Discrepancy) -> Level {
    match fact {
        Discrepancy::Volume
        | Discrepancy::Number
        | Discrepancy::Pages
        | Discrepancy::EntryType
        | Discrepancy::Concern => Level::None,
        Discrepancy::Unconfirmed
        | Discrepancy::TitleSpelling
        | Discrepancy::TitleRenamed
        | Discrepancy::ArxivIdOfAnotherWork => Level::Note,
        // A fact of the record; what is missing or differs is for somebody to look at.
        Discrepancy::Retracted | Discrepancy::Withdrawn => Level::Error,
        _ => Level::Warning,
    }
}

/// By the criteria of NeurIPS 2026 (message of the program chairs to authors, 5 September 2026, after the guidance of ICLR
/// and ICML 2026; it has no public address, and this follows the summary in rpatrik96/hallmark#75 and
/// rpatrik96/bibtexupdater#80). A title that cannot be found, a list of authors that is badly wrong and a venue of which
/// there is no evidence are hallucinations. A real venue that is wrong, a wrong arXiv identifier and small errors in authors
/// or title are errors that the authors are told. No criterion covers DOIs, years and the versions of a work.
fn by_chairs(fact: Discrepancy) -> Level {
    match fact {
        Discrepancy::NotFound
        | Discrepancy::Authors
        | Discrepancy::PlaceholderAuthors
        | Discrepancy::VenueUnknown => Level::Error,
        Discrepancy::VersionsMixed
        | Discrepancy::PreprintAsPublished
        | Discrepancy::Volume
        | Discrepancy::Number
        | Discrepancy::Pages
        | Discrepancy::EntryType
        | Discrepancy::Concern => Level::None,
        Discrepancy::Retracted | Discrepancy::Withdrawn => Level::Warning,
        _ => Level::Note,
    }
}

impl Policy {
    /// A profile.
    pub fn of(profile: Profile) -> Self {
        let levels = Discrepancy::ALL.into_iter().map(|fact| (fact, profile.level(fact))).collect();
        Self { name: profile.name().to_owned(), levels }
    }

    /// The level of one fact.
    pub fn level(&self, fact: Discrepancy) -> Level {
        self.levels.get(&fact).copied().unwrap_or_default()
    }

    /// The level of the gravest of these facts.
    pub fn worst(&self, facts: &[Discrepancy]) -> Level {
        facts.iter().map(|fact| self.level(*fact)).max().unwrap_or_default()
    }

    /// Reads a file.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn from_json(text: &str) -> Result<Self, PolicyError> {
        let file: PolicyFile = serde_json::from_str(text)?;
        if file.schema != POLICY_SCHEMA {
            return Err(PolicyError::Schema(file.schema));
        }
        let mut policy = Self::of(file.base);
        policy.levels.extend(file.levels);
        policy.name = file.name;
        Ok(policy)
    }
}

impl Default for Policy {
    fn default() -> Self {
        Self::of(Profile::Default)
    }
}

/// What is wrong with a file.
#[derive(Debug, thiserror::Error)]
pub enum PolicyError {
    /// It is not of the form, or names a fact, a level or a profile that there is not.
    #[error("{0}")]
    Form(#[from] serde_json::Error),
    /// It is of another version.
    #[error("its schema is “{0}”; this version reads {POLICY_SCHEMA}")]
    Schema(String),
}

/// A policy of your own, as a file of JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PolicyFile {
    /// `citelight/policy/1`.
    pub schema: String,
    /// What it is called in reports.
    pub name: String,
    /// The profile whose levels hold where the file gives none.
    #[serde(default)]
    pub base: Profile,
    /// The levels that differ from it.
    #[serde(default)]
    pub levels: BTreeMap<Discrepancy, Level>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_venue_s_criteria() {
        for profile in [Profile::Neurips2026, Profile::Iclr2026] {
            let policy = Policy::of(profile);
            for (fact, level) in [
                (Discrepancy::NotFound, Level::Error),
                (Discrepancy::Authors, Level::Error),
                (Discrepancy::VenueUnknown, Level::Error),
                (Discrepancy::Venue, Level::Note),
                (Discrepancy::AuthorsInPart, Level::Note),
                (Discrepancy::Title, Level::Note),
                (Discrepancy::ArxivIdOfAnotherWork, Level::Note),
                (Discrepancy::PreprintAsPublished, Level::None),
                (Discrepancy::VersionsMixed, Level::None),
            ] {
                assert_eq!(policy.level(fact), level, "{fact:?}");
            }
            assert_eq!(policy.worst(&[Discrepancy::Year, Discrepancy::NotFound]), Level::Error);
            assert_eq!(policy.worst(&[]), Level::None);
        }
    }

    #[test]
    fn what_nobody_finds_is_an_error_or_for_somebody_to_look_at_whatever_the_profile() {
        for profile in Profile::ALL {
            assert!(Policy::of(profile).level(Discrepancy::NotFound) >= Level::Warning, "{profile:?}");
            assert!(Policy::of(profile).level(Discrepancy::Unconfirmed) <= Level::Note, "{profile:?}");
            assert_eq!(Profile::named(profile.name()), Some(profile));
            let name = serde_json::to_value(profile).unwrap();
            assert_eq!(name, profile.name(), "files and the command line name it alike");
        }
    }

    #[test]
    fn a_file_changes_what_it_names() {
        let policy = Policy::from_json(
            r#"{"schema": "citelight/policy/1", "name": "Workshop on weirs", "base": "neurips-2026",
                "levels": {"venue": "none", "doi_not_found": "error"}}"#,
        )
        .unwrap();
        assert_eq!(policy.name, "Workshop on weirs");
        assert_eq!(policy.level(Discrepancy::Venue), Level::None);
        assert_eq!(policy.level(Discrepancy::DoiNotFound), Level::Error);
        assert_eq!(policy.level(Discrepancy::Title), Level::Note);
    }

    #[test]
    fn a_file_that_is_none_is_refused_with_the_reason() {
        for (text, word) in [
            (r#"{"schema": "citelight/policy/2", "name": "x"}"#, "citelight/policy/1"),
            (r#"{"schema": "citelight/policy/1", "name": "x", "levels": {"colour": "none"}}"#, "colour"),
            (r#"{"schema": "citelight/policy/1", "name": "x", "levels": {"year": "fatal"}}"#, "fatal"),
            (r#"{"schema": "citelight/policy/1", "name": "x", "bases": "strict"}"#, "bases"),
        ] {
            let error = Policy::from_json(text).unwrap_err().to_string();
            assert!(error.contains(word), "{error}");
        }
    }
}
