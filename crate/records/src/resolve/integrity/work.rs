//! The work that an entry means, among the records of all sources.

use super::answers::Answers;
use super::entry::{ParsedEntry, work_doi};
use super::people::{AuthorMatch, compare_authors};
use super::title::{TitleMatch, compare_titles, differ_in_number};
use crate::resolve::venue::is_preprint_server;
use crate::sources::{Record, WorkKind};
use citelight_types::identifiers::is_arxiv_doi;

/// A record compared with the entry.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Compared<'a> {
    pub(crate) record: &'a Record,
    pub(crate) title: TitleMatch,
    pub(crate) authors: AuthorMatch,
    /// The entry names this record by an identifier.
    pub(crate) identified: bool,
}

impl<'a> Compared<'a> {
    fn new(claim: &ParsedEntry, record: &'a Record, strict: bool) -> Self {
        let authors = compare_authors(&claim.authors, claim.truncated, &record.authors, strict);
        let identified = names_record(claim, record);
        let compared = compare_titles(&claim.title, &record.title, strict);
        let others = record.other_titles.iter().map(|other| compare_titles(&claim.title, other, strict));
        // A title of another version counts like the record's own.
        let of_version =
            others.into_iter().find(|other| matches!(other, TitleMatch::Same | TitleMatch::Subtitle));
        let title = match (compared, of_version) {
            (TitleMatch::Same | TitleMatch::Subtitle, _) | (_, None) => compared,
            (_, Some(of_version)) => of_version,
        };
        let title = match title {
            TitleMatch::Different(similarity)
                if identified && authors.is_related() && record.identifiers.forum().is_some() =>
            {
                TitleMatch::Renamed(similarity)
            }
            TitleMatch::Different(_) if identified && record.is_untitled() => TitleMatch::Untitled,
            title => title,
        };
        Self { record, title, authors, identified }
    }

    /// Whether the record itself bears the entry's title, not only another version of it.
    pub(crate) fn is_titled_now(&self, claim: &ParsedEntry) -> bool {
        matches!(
            compare_titles(&claim.title, &self.record.title, false),
            TitleMatch::Same | TitleMatch::Subtitle | TitleMatch::Misspelt
        )
    }

    /// Whether the titles name one work: a title that is misspelt or without its subtitle needs the authors or an
    /// identifier beside it.
    fn is_titled(&self) -> bool {
        match self.title {
            TitleMatch::Same => true,
            TitleMatch::Subtitle | TitleMatch::Misspelt | TitleMatch::About => {
                self.identified || self.authors.is_related()
            }
            TitleMatch::Untitled => {
                self.identified && (self.authors.is_related() || self.authors == AuthorMatch::Unknown)
            }
            TitleMatch::Renamed(_) => true,
            TitleMatch::Different(_) => false,
        }
    }

    pub(crate) fn is_misspelt(&self) -> bool {
        self.title == TitleMatch::Misspelt
    }

    /// Whether the record describes the work itself: it is neither a notice about the work nor without a title.
    pub(crate) fn describes(&self) -> bool {
        !matches!(self.title, TitleMatch::About | TitleMatch::Untitled)
    }

    pub(crate) fn is_renamed(&self) -> bool {
        matches!(self.title, TitleMatch::Renamed(_))
    }

    pub(crate) fn similarity(&self) -> f64 {
        match self.title {
            TitleMatch::Same | TitleMatch::Subtitle | TitleMatch::Misspelt | TitleMatch::About => 1.0,
            TitleMatch::Untitled => 0.0,
            TitleMatch::Renamed(similarity) | TitleMatch::Different(similarity) => similarity,
        }
    }

    pub(crate) fn is_preprint(&self) -> bool {
        is_preprint(self.record)
    }
}

/// Whether a record describes a preprint.
pub(crate) fn is_preprint(record: &Record) -> bool {
    let venue = record.venue.as_deref().filter(|venue| !venue.trim().is_empty());
    // arXiv registers its DOIs under this prefix; a record that names nothing else is of the preprint.
    let has_arxiv_doi = || record.identifiers.doi.as_deref().is_some_and(is_arxiv_doi);
    record.kind == WorkKind::Preprint || venue.map_or_else(has_arxiv_doi, is_preprint_server)
}

/// Whether an identifier of the entry is the record's.
pub(crate) fn names_record(claim: &ParsedEntry, record: &Record) -> bool {
    let doi = match (&claim.identifiers.doi, &record.identifiers.doi) {
        (Some(left), Some(right)) => work_doi(left) == work_doi(right),
        _ => false,
    };
    doi || claim.identifiers.agree(&record.identifiers)
}

/// What the records say the entry may mean.
#[derive(Debug)]
pub(crate) enum Found<'a> {
    /// Records of the work that has the entry's title, of one or several sources and versions.
    Work(Vec<Compared<'a>>),
    /// No work of that title; a work that the entry's DOI names, or whose title and authors are near.
    Near(Compared<'a>),
    /// Nothing.
    Nothing {
        /// The best record seen, however bad.
        nearest: Option<Compared<'a>>,
    },
}

/// Title similarity from which a record with the entry's authors is the work that the entry misquotes.
const NEAR_TITLE: f64 = 0.7;
/// Title similarity from which a record is the work that the entry misquotes, whoever the authors.
const VERY_NEAR_TITLE: f64 = 0.9;

/// Finds the work.
pub(crate) fn find<'a>(claim: &ParsedEntry, answers: &'a Answers, strict: bool) -> Found<'a> {
    let compared: Vec<Compared<'a>> =
        answers.records().map(|record| Compared::new(claim, record, strict)).collect();
    let mut titled: Vec<Compared<'a>> = compared.iter().copied().filter(Compared::is_titled).collect();
    // Who has the very title leaves no doubt which work is meant.
    if titled.iter().any(|seen| !seen.is_misspelt() && seen.describes()) {
        titled.retain(|seen| !seen.is_misspelt());
    }
    // An untitled record does not outweigh one that has the identifier under another title.
    let is_of_another =
        |seen: &Compared<'a>| seen.identified && matches!(seen.title, TitleMatch::Different(_));
    if titled.iter().all(|seen| seen.title == TitleMatch::Untitled) && compared.iter().any(is_of_another) {
        titled.clear();
    }
    // Where the work itself was found, notices and untitled records count for nothing.
    if titled.iter().any(Compared::describes) {
        titled.retain(|seen| seen.describes() || seen.identified);
    }
    if !titled.is_empty() {
        // Different works share a title: those with the entry's authors are meant, or those it identifies.
        let related: Vec<Compared<'a>> = titled
            .iter()
            .copied()
            .filter(|seen| seen.authors.is_related() || seen.authors == AuthorMatch::Unknown)
            .collect();
        if !related.is_empty() {
            // An entry that names nobody means the work of its identifier.
            let of_nobody = claim.authors.is_empty() && related.iter().any(|seen| seen.identified);
            let meant = related.into_iter().filter(|seen| !of_nobody || seen.identified).collect();
            return Found::Work(meant);
        }
        let identified: Vec<Compared<'a>> = titled.iter().copied().filter(|seen| seen.identified).collect();
        return Found::Work(if identified.is_empty() { titled } else { identified });
    }
    let by_title =
        |left: &&Compared<'a>, right: &&Compared<'a>| left.similarity().total_cmp(&right.similarity());
    let near = compared.iter().filter(|seen| {
        let similarity = seen.similarity();
        if differ_in_number(&claim.title, &seen.record.title) {
            return seen.identified;
        }
        similarity >= NEAR_TITLE && seen.authors.is_related() || similarity >= VERY_NEAR_TITLE
    });
    if let Some(near) = near.max_by(by_title) {
        return Found::Near(*near);
    }
    if let Some(identified) = compared.iter().filter(|seen| seen.identified).max_by(by_title) {
        return Found::Near(*identified);
    }
    Found::Nothing { nearest: compared.iter().max_by(by_title).copied() }
}
