//! Signs of a reference list that was cut: numbers that skip, citations beyond its end, an alphabet that stops, a last
//! entry that breaks off.

use std::collections::{BTreeMap, BTreeSet};

use super::anomalies::{anomaly, head, tail};
use super::citations::{surface, unmatched};
use super::seams::ends_in_address;
use crate::citation::{CitationStyle, Reference};
use crate::document::{Anomaly, AnomalyKind, Document, Severity};
use citelight_types::text::normalise::fold;

/// Citations that must point beyond a border of the list before the list is called cut there.
const LEAST_BEYOND: usize = 3;

/// Entries under which the list's own habits say nothing.
const LEAST_ENTRIES: usize = 8;

/// Checks the list.
pub(super) fn check(document: &Document, found: &mut Vec<Anomaly>) {
    if document.references.is_empty() {
        return;
    }
    labels(document, found);
    last_entry(document, found);
    let before = found.len();
    match document.style {
        CitationStyle::Numeric | CitationStyle::Superscript => numbers_beyond(document, found),
        CitationStyle::AuthorYear => names_beyond(document, found),
        _ => {}
    }
    if found.len() == before {
        share_unmatched(document, found);
    }
}

/// The number an entry's label prints.
fn label_number(reference: &Reference) -> Option<u32> {
    reference.label.as_deref()?.trim_matches(|c: char| !c.is_alphanumeric()).parse().ok()
}

/// Gaps in the printed numbers.
fn labels(document: &Document, found: &mut Vec<Anomaly>) {
    let numbers: Vec<u32> = document.references.iter().filter_map(label_number).collect();
    // A few entries that begin with a number are no numbering.
    if numbers.len() * 2 <= document.references.len() {
        return;
    }
    let mut expected = 1;
    for number in numbers {
        if number > expected && number - expected < 1_000 {
            let missing = if number - expected == 1 {
                format!("reference {expected} is")
            } else {
                format!("references {expected}–{} are", number - 1)
            };
            found.push(anomaly(
                AnomalyKind::NumberGap,
                Severity::Warning,
                format!("reference {number}"),
                format!("{missing} missing before reference {number}: part of the list was not read"),
            ));
        }
        expected = number.saturating_add(1);
    }
}

/// Numbers cited that lie behind the last entry.
fn numbers_beyond(document: &Document, found: &mut Vec<Anomaly>) {
    let printed = document.references.iter().filter_map(label_number).max();
    let highest = printed.unwrap_or(0).max(document.references.len() as u32);
    let mut beyond: BTreeSet<u32> = BTreeSet::new();
    for citation in &document.citations {
        let text = surface(document, citation);
        // `[7, p. 93]` speaks of a page.
        if text.contains(char::is_alphabetic) {
            continue;
        }
        let numbers =
            text.split(|c: char| !c.is_ascii_digit()).filter_map(|digits| digits.parse::<u32>().ok());
        beyond
            .extend(numbers.filter(|number| *number > highest && *number <= highest.saturating_mul(3) + 100));
    }
    // The first number that is missing is one of the next: a year or a quantity in brackets is far away.
    let near = beyond.first().is_some_and(|first| *first <= highest + 1 + LEAST_BEYOND as u32);
    if let Some(last) = beyond.last()
        && beyond.len() >= LEAST_BEYOND - 1
        && near
    {
        found.push(anomaly(
            AnomalyKind::Truncated,
            Severity::Error,
            place_of_end(document),
            format!(
                "the text cites references up to {last}, the list ends with {highest}: the list was cut; load it completely and start again"
            ),
        ));
    }
}

/// Names cited that would stand together in a list sorted by name and are not there.
fn names_beyond(document: &Document, found: &mut Vec<Anomaly>) {
    let names: Vec<String> = document.references.iter().map(sort_key).collect();
    let sorted = names.windows(2).filter(|pair| matches!(pair, [left, right] if left <= right)).count();
    if names.len() < LEAST_ENTRIES || sorted * 10 < (names.len() - 1) * 9 {
        return;
    }
    // What is missing, by the place in the list where it would stand.
    let mut slots: BTreeMap<usize, BTreeSet<String>> = BTreeMap::new();
    let mut all: BTreeSet<String> = BTreeSet::new();
    for citation in unmatched(document) {
        let text = surface(document, citation);
        let Some(name) = text
            .split(|c: char| !c.is_alphanumeric() && !matches!(c, '\'' | '’' | '-'))
            .find(|word| word.chars().next().is_some_and(char::is_uppercase) && word.chars().count() > 1)
        else {
            continue;
        };
        let name = fold(name);
        all.insert(name.clone());
        slots.entry(names.partition_point(|own| *own <= name)).or_default().insert(name);
    }
    let Some((slot, missing)) = slots.into_iter().max_by_key(|(slot, names)| (names.len(), *slot)) else {
        return;
    };
    if missing.len() < LEAST_BEYOND || missing.len() * 2 < all.len() {
        return;
    }
    let few: Vec<&str> = missing.iter().take(4).map(String::as_str).collect();
    let few = few.join(", ");
    if slot >= names.len() {
        found.push(anomaly(
            AnomalyKind::Truncated,
            Severity::Error,
            place_of_end(document),
            format!("the list is sorted by name and ends before names that the text cites ({few} …): it was cut; load it completely and start again"),
        ));
    } else {
        let at = document.references.get(slot).map(|reference| head(&reference.raw)).unwrap_or_default();
        found.push(anomaly(
            AnomalyKind::NumberGap,
            Severity::Warning,
            at,
            format!("names that the text cites ({few} …) should stand before this entry: part of the list was not read"),
        ));
    }
}

/// What an entry is sorted by.
fn sort_key(reference: &Reference) -> String {
    match reference.authors.first() {
        Some(person) => fold(&person.family),
        None => fold(&reference.raw.chars().take(40).collect::<String>()),
    }
}

/// A last entry that ends otherwise than all others.
fn last_entry(document: &Document, found: &mut Vec<Anomaly>) {
    let Some((last, others)) = document.references.split_last() else { return };
    if others.len() < LEAST_ENTRIES || ends_in_address(&last.raw) || has_count(&last.raw) {
        return;
    }
    let share = |holds: &dyn Fn(&Reference) -> bool| {
        others.iter().filter(|reference| holds(reference)).count() as f64 / others.len() as f64
    };
    let stops = |reference: &Reference| reference.raw.trim_end().ends_with('.');
    let is_dated = |reference: &Reference| reference.year.is_some();
    let mut lengths: Vec<usize> = others.iter().map(|reference| reference.raw.len()).collect();
    lengths.sort_unstable();
    let median = lengths.get(lengths.len() / 2).copied().unwrap_or_default();
    let no_stop = !stops(last) && share(&stops) > 0.9;
    let no_year = !is_dated(last) && share(&is_dated) > 0.9;
    let torn = last.raw.trim_end().ends_with([',', ';', '&', '-', ':']) || {
        let word = last.raw.rsplit(' ').next().unwrap_or_default();
        matches!(word, "and" | "the" | "of" | "in" | "a" | "for" | "to")
    };
    let short = last.raw.len() * 2 < median;
    if torn || no_year && (no_stop || short) || no_stop && short {
        found.push(anomaly(
            AnomalyKind::Truncated,
            Severity::Warning,
            tail(&last.raw),
            "the last entry of the reference list breaks off where no other does: the list may have been cut",
        ));
    }
}

/// Whether an entry ends with what databases put behind it: `Times Cited: 2162,`.
fn has_count(raw: &str) -> bool {
    let bare = raw
        .trim_end_matches(|c: char| c.is_ascii_digit() || c.is_whitespace() || matches!(c, ',' | '.' | ':'));
    bare.len() < raw.len() && bare.to_lowercase().ends_with("cited")
}

/// So many citations without an entry that the list cannot be whole.
fn share_unmatched(document: &Document, found: &mut Vec<Anomaly>) {
    let unmatched = unmatched(document).count();
    let share = unmatched as f64 / document.citations.len().max(1) as f64;
    if unmatched >= 5 && share > 0.3 {
        found.push(anomaly(
            AnomalyKind::Truncated,
            Severity::Error,
            place_of_end(document),
            format!(
                "{unmatched} of {} citations point at no entry: the reference list seems to be cut",
                document.citations.len()
            ),
        ));
    }
}

/// The end of the list: its last entry.
fn place_of_end(document: &Document) -> String {
    document.references.last().map(|reference| tail(&reference.raw)).unwrap_or_default()
}
