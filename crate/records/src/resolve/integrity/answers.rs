//! What the sources said about one entry, and asking them.

use std::collections::BTreeSet;

use super::entry::{BibEntry, Claim};
use crate::sources::{Record, Source, SourceError};

/// Everything that was learned about one entry.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answers {
    /// What each healthy source said; an empty list of records is a healthy "not here".
    pub sources: Vec<SourceAnswer>,
    /// Sources that failed. They never count as "not here".
    pub failures: Vec<SourceError>,
    /// What doi.org says about the entry's DOI.
    pub handle: DoiHandle,
}

/// The answer of one source.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SourceAnswer {
    /// Name of the source.
    pub source: String,
    /// Whether its "not here" counts towards saying that there is no such work.
    pub covers_everything: bool,
    /// Records that may be the work.
    pub records: Vec<Record>,
}

/// Whether a DOI's handle is registered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DoiHandle {
    /// doi.org was not asked, or gave no answer.
    #[default]
    Unknown,
    /// It resolves.
    Resolves,
    /// There is no such handle.
    NotFound,
}

/// Asks every source for one entry. The DOI's handle is the caller's to ask: it is no source of records.
pub async fn ask(entry: &BibEntry, sources: &[&dyn Source]) -> Answers {
    let claim = Claim::of(entry);
    let query = claim.query();
    let mut answers = Answers::default();
    for source in sources.iter().filter(|source| source.can_look_up(&query)) {
        answers.add(*source, source.look_up(query.clone()).await);
    }
    answers
}

impl Answers {
    pub(super) fn add(&mut self, source: &dyn Source, answer: Result<Vec<Record>, SourceError>) {
        match answer {
            Ok(records) => self.sources.push(SourceAnswer {
                source: source.name().to_owned(),
                covers_everything: source.covers_everything(),
                records,
            }),
            Err(error) => self.failures.push(error),
        }
    }

    pub(crate) fn records(&self) -> impl Iterator<Item = &Record> {
        self.sources.iter().flat_map(|answer| &answer.records)
    }

    /// How many different sources hold one of these records.
    pub(crate) fn sources_of(records: &[&Record]) -> usize {
        records.iter().map(|record| record.source.as_str()).collect::<BTreeSet<_>>().len()
    }
}
