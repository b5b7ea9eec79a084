//! How well one record fits a reference.

use super::authors::{family_key, family_keys, share_in_text};
use super::score::{Described, MatchScore, match_score};
use crate::sources::Record;
use crate::sources::title_marks::unmarked;
use citelight_document::citation::Reference;
use citelight_types::settings::Settings;
use citelight_types::text::normalise::fold;
use citelight_types::text::titles::title_stands_in;

/// Authors this alike under an agreeing identifier are those of the work.
const AUTHORS_UNDER_IDENTIFIER: f64 = 0.5;
/// A title this alike under an agreeing identifier is the same work, whatever parsing did to the authors.
const TITLE_UNDER_IDENTIFIER: f64 = 0.8;

/// How well a record fits a reference, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fit {
    /// It is the reference's.
    Sure,
    /// It may be.
    Possible,
    /// An identifier says so, title and authors say otherwise.
    IdentifierOnly,
    /// It is another work.
    None,
}

/// A record compared with the reference.
pub(super) struct Compared {
    pub(super) record: Record,
    pub(super) score: MatchScore,
    pub(super) fit: Fit,
}

impl Compared {
    pub(super) fn new(reference: &Reference, record: Record, settings: &Settings) -> Self {
        let identifier = reference.identifiers.agree(&record.identifiers);
        let Some(described) = Described::by_reference(reference) else {
            return Self::without_title(reference, record, identifier);
        };
        let mut score = best_score(&described, &record, settings);
        let read_again = authors_in_entry(reference, &record);
        score.authors = score.authors.into_iter().chain(read_again).max_by(f64::total_cmp);
        score.total = score.weighted(settings);
        let fit = if identifier
            && (score.total >= settings.match_accept
                || score.title >= TITLE_UNDER_IDENTIFIER
                || is_same_under_identifier(&record, score))
        {
            Fit::Sure
        } else if identifier && record.is_untitled() && score.authors.is_none() {
            // Nothing contradicts, and nothing but the identifier confirms.
            Fit::Possible
        } else if identifier {
            Fit::IdentifierOnly
        } else if score.total >= settings.match_accept && described_enough(reference, &record, score) {
            Fit::Sure
        } else if score.total >= settings.match_candidate {
            Fit::Possible
        } else {
            Fit::None
        };
        Self { record, score, fit }
    }

    /// An entry whose title could not be parsed fits if the record's title, or its author under an agreeing
    /// identifier, stands in it.
    fn without_title(reference: &Reference, record: Record, identifier: bool) -> Self {
        let folded = fold(&reference.raw);
        let authors = family_keys(&record.authors);
        let named = authors.iter().any(|key| folded.split(' ').any(|word| word == key));
        let titled = record.titles().any(|title| title_stands_in(title, &reference.raw));
        let year = matches!((reference.year, record.year), (Some(a), Some(b)) if a.abs_diff(b) <= 1);
        let fit = match (identifier, titled, named) {
            (true, true, _) | (true, _, true) => Fit::Sure,
            (false, true, true) if year => Fit::Sure,
            (false, true, _) => Fit::Possible,
            (true, false, false) => Fit::IdentifierOnly,
            (false, false, _) => Fit::None,
        };
        let part = |holds: bool| if holds { 1.0 } else { 0.0 };
        let title = part(titled || (identifier && named));
        let score = MatchScore { total: title, title, authors: Some(part(named)) };
        Self { record, score, fit }
    }
}

/// The score by the title of the record that fits best: its own, or one of another version; marks aside.
fn best_score(described: &Described<'_>, record: &Record, settings: &Settings) -> MatchScore {
    let by_record = Described::by_record(record);
    let bare = Described { title: unmarked(described.title).1, ..*described };
    let titles = record.titles().flat_map(|title| [title, unmarked(title).1]);
    let scores = titles.flat_map(|title| {
        let theirs = Described { title, ..by_record };
        [match_score(described, &theirs, settings), match_score(&bare, &theirs, settings)]
    });
    let best = scores.max_by(|left, right| left.total.total_cmp(&right.total));
    best.unwrap_or_else(|| match_score(described, &by_record, settings))
}

/// Whether a record that bears the entry's identifier is of its work by its authors alone: it has no title, or it is of a
/// submission to OpenReview, which may have been renamed.
fn is_same_under_identifier(record: &Record, score: MatchScore) -> bool {
    let are_theirs = score.authors.is_some_and(|authors| authors >= AUTHORS_UNDER_IDENTIFIER);
    are_theirs && (record.is_untitled() || record.identifiers.forum().is_some())
}

/// Share of the record's first authors that stand in an entry whose fields were parsed from a string: what the parser
/// cut wrongly is still there to be read. None where markup gave the fields, or either names no authors.
fn authors_in_entry(reference: &Reference, record: &Record) -> Option<f64> {
    if reference.fields_from_markup || reference.authors.is_empty() || record.authors.is_empty() {
        return None;
    }
    // Styles print at least one name, and mostly three, before "et al.".
    let printed = if reference.truncated_authors { 1 } else { 3 };
    let names: Vec<String> = record.authors.iter().take(printed).map(family_key).collect();
    let title = reference.title.as_deref().unwrap_or_default();
    let outside_title = reference.raw.replacen(title, " ", 1);
    Some(share_in_text(&names, &outside_title))
}

/// Whether a good score rests on enough: a title alone must be long and the year must agree.
fn described_enough(reference: &Reference, record: &Record, score: MatchScore) -> bool {
    let words = fold(&record.title).split(' ').count();
    let near = matches!((reference.year, record.year), (Some(a), Some(b)) if a.abs_diff(b) <= 1);
    match score.authors {
        Some(authors) => authors > 0.0 && (words >= 3 || near),
        None => words >= 4 && near,
    }
}
