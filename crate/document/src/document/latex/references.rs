//! The reference list: entries that stand ready (`thebibliography`, .bbl), else what is cited out of .bib files.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use regex::Regex;

use super::biber;
use super::cite::Form;
use super::files::{File, Files};
use super::labels::{alpha_label, letter, suffixes};
use super::piece::{Piece, RawEntry, plain};
use super::printed::{Names, Printed, References};
use super::ready_lists;
use super::style::{Labels, Look, Order, Scheme};
use super::surface::Printer;
use super::walk::Walk;
use crate::citation::Reference;
use crate::citation::reference::{Read, from_flow};
use crate::document::bibliography::{self, Work};
use crate::document::{AnomalyKind, Severity};
use citelight_types::text::normalise::fold;
use citelight_types::text::person::Person;

/// natbib's label: `Knuth(1984)Knuth and Others`.
static NATBIB_LABEL: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"^\s*(?P<short>[^()]+?)\s*\(\s*(?P<year>(?:\d{4}|n\.?\s?d\.?|in press|in prep\w*\.?|to appear|submitted|forthcoming|accepted|unpublished|\?+)[^()]*|)\s*\)\s*(?P<long>.*)$").ok()
});
static YEAR: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"(\d{4})\s?([a-z])?(?:\b|$)").ok());

/// The list as references and as citations see it, and how citations look.
#[derive(Debug)]
pub(crate) struct Listed {
    pub(crate) read: Vec<Read>,
    pub(crate) references: References,
    pub(crate) look: Look,
}

/// Builds the reference list of a source that was walked.
pub(crate) fn list<'a>(walk: &mut Walk<'a>, files: &'a Files<'a>, stem: &str) -> Listed {
    let (works, missing) = works(walk, files);
    let cited = cited(walk);
    let mut biber_works = Vec::new();
    if walk.entries.is_empty() {
        for file in ready_lists::choose(files, stem, &walk.setup.further_lists, &cited, &works) {
            if biber::is_biber(file.content) {
                biber_works.extend(biber::read(file.content, file.number));
            } else {
                walk.stream.open(file.name, file.content, file.number, false);
                walk.run();
            }
        }
    }
    let labels = labels(&walk.entries);
    let look = Look::of(&walk.setup, labels);
    if !walk.entries.is_empty() {
        let entries = std::mem::take(&mut walk.entries);
        return ready(&entries, &works, look);
    }
    if !biber_works.is_empty() {
        let chosen = biber_works.iter().collect();
        return from_works(chosen, look);
    }
    for name in missing {
        let hint = "this bibliography was not given: give it along with the source".to_owned();
        walk.note(AnomalyKind::MissingFile, Severity::Warning, name, hint);
    }
    let chosen = choose(&works, &cited, &look);
    from_works(chosen, look)
}

/// Works of the .bib files that the source names; of all of them if it names none that was given. And the names of
/// those that were not given.
fn works(walk: &mut Walk<'_>, files: &Files<'_>) -> (Vec<Work>, Vec<String>) {
    let mut found: Vec<File<'_>> = Vec::new();
    let mut missing = Vec::new();
    for name in &walk.setup.bibliographies {
        match files.find(name, "bib") {
            Some(file) if !found.contains(&file) => found.push(file),
            Some(_) => {}
            None => missing.push(name.clone()),
        }
    }
    if found.is_empty() {
        found = files.with_extension("bib");
    }
    let mut works = Vec::new();
    for file in found {
        let (read, anomalies) = bibliography::works(file.content, file.number);
        works.extend(read);
        for anomaly in anomalies {
            walk.note(anomaly.kind, anomaly.severity, anomaly.place, anomaly.hint);
        }
    }
    (works, missing)
}

/// Keys in the order in which they are cited, `*` for all.
fn cited(walk: &Walk<'_>) -> Vec<String> {
    fn collect(pieces: &[Piece], keys: &mut Vec<String>, depth: u32) {
        for piece in pieces {
            let Piece::Cite(cite) = piece else { continue };
            for group in &cite.groups {
                if depth < 5 {
                    collect(&group.before, keys, depth + 1);
                }
                if cite.form != Form::Alias || !cite.guessed {
                    keys.extend(group.keys.iter().cloned());
                }
                if depth < 5 {
                    collect(&group.after, keys, depth + 1);
                }
            }
        }
    }
    let mut keys = Vec::new();
    for block in &walk.blocks {
        collect(&block.pieces, &mut keys, 0);
    }
    keys
}

/// The works that are cited, in the order of the list.
fn choose<'a>(works: &'a [Work], cited: &[String], look: &Look) -> Vec<&'a Work> {
    let mut by_key: HashMap<&str, usize> = HashMap::new();
    let mut by_folded: HashMap<String, usize> = HashMap::new();
    for (index, work) in works.iter().enumerate() {
        for key in std::iter::once(&work.key).chain(&work.aliases) {
            by_key.entry(key).or_insert(index);
            by_folded.entry(key.to_lowercase()).or_insert(index);
        }
    }
    let mut chosen = Vec::new();
    let mut seen = HashSet::new();
    for key in cited {
        let index = by_key.get(key.as_str()).or_else(|| by_folded.get(&key.to_lowercase())).copied();
        chosen.extend(index.filter(|index| seen.insert(*index)));
        if key == "*" {
            chosen.extend(
                (0..works.len()).filter(|index| !works[*index].is_auxiliary() && seen.insert(*index)),
            );
        }
    }
    let mut chosen: Vec<&Work> = chosen.into_iter().map(|index| &works[index]).collect();
    if look.order == Order::Sorted {
        chosen.sort_by_cached_key(|work| {
            let names: Vec<String> = work
                .names()
                .iter()
                .map(|person| fold(&format!("{} {}", person.family, person.given)))
                .collect();
            let names = if names.is_empty() { fold(&work.title()) } else { names.join(" ") };
            (names, work.year().0, fold(&work.title()))
        });
    }
    chosen
}

/// What the labels of ready entries are.
fn labels(entries: &[RawEntry]) -> Labels {
    if entries.is_empty() {
        return Labels::Unknown;
    }
    let given: Vec<String> =
        entries.iter().filter_map(|entry| entry.label.as_deref().map(label_text)).collect();
    let natbib = given.iter().filter(|label| natbib(label).is_some()).count();
    if natbib * 2 > entries.len() {
        Labels::AuthorYear
    } else if given.len() * 2 > entries.len() {
        Labels::Own
    } else {
        Labels::Numbers
    }
}

/// A label's text, the signs of formulas left out: `ABC$^{+}$` is `ABC+`.
fn label_text(pieces: &[Piece]) -> String {
    plain(pieces).replace(['$', '^', '{', '}'], "")
}

/// Names, in short and in full, and date of a natbib label.
fn natbib(label: &str) -> Option<(String, String, String)> {
    let found = NATBIB_LABEL.as_ref()?.captures(label)?;
    let get = |name: &str| found.name(name).map_or("", |found| found.as_str()).trim().to_owned();
    Some((get("short"), get("long"), get("year")))
}

/// References of entries that stand ready; .bib files of the same keys know their fields better.
fn ready(entries: &[RawEntry], works: &[Work], look: Look) -> Listed {
    let works: HashMap<&str, &Work> = works.iter().rev().map(|work| (work.key.as_str(), work)).collect();
    let nothing = References::default();
    let (no_labels, no_aliases) = (HashMap::new(), HashMap::new());
    let mut references = References::default();
    let mut read = Vec::new();
    let (mut list, mut number) = (0, 0);
    for entry in entries {
        // Each list counts from 1.
        number = if entry.list == list { number + 1 } else { 1 };
        list = entry.list;
        let label = entry.label.as_deref().map(label_text).filter(|label| !label.is_empty());
        let label_parts = label.as_deref().and_then(natbib);
        let shown_label = match (look.scheme, &label_parts, &label) {
            (Scheme::Label, _, Some(label)) => label.clone(),
            _ => number.to_string(),
        };
        let printed_label = match (look.scheme, &label_parts) {
            (Scheme::AuthorYear, Some((short, _, year))) => format!("{short} ({year})"),
            _ => format!("[{shown_label}]"),
        };
        let mut printer = Printer {
            look: &look,
            references: &nothing,
            labels: &no_labels,
            aliases: &no_aliases,
            list,
            named: HashSet::new(),
            last: None,
            missing: Vec::new(),
        };
        let flow = printer.flow(&entry.pieces);
        let mut reference =
            from_flow(entry.key.to_string(), number, Some(printed_label), &flow, &entry.links);
        reference.locator.line = entry.spot.line;
        reference.list = list;
        if let Some(work) = works.get(&*entry.key) {
            work.fill(&mut reference);
        }
        let (names, date) = match &label_parts {
            Some((short, long, year)) => {
                (Names::Ready { short: short.clone(), long: long.clone() }, year.clone())
            }
            None => (names_of(&reference), String::new()),
        };
        let dated = YEAR.as_ref().and_then(|regex| regex.captures(&date));
        let year = dated.as_ref().and_then(|found| found.get(1)?.as_str().parse().ok());
        let suffix = dated.and_then(|found| found.get(2)?.as_str().chars().next());
        if let Some((short, long, _)) = &label_parts {
            authors_of_label(&mut reference, short, long);
        }
        if year.is_some() && look.scheme == Scheme::AuthorYear {
            (reference.year, reference.year_suffix) = (year, suffix);
        }
        let printed = Printed {
            id: reference.id.clone(),
            list,
            label: shown_label,
            names,
            year: if date.is_empty() { reference.year } else { year },
            suffix: if date.is_empty() { reference.year_suffix } else { suffix },
            date,
            title: reference.title.clone().unwrap_or_default(),
            full: reference.raw.clone(),
        };
        references.add(std::iter::once(entry.key.to_string()), printed);
        let aliases = vec![reference.id.clone()];
        read.push(Read { reference, aliases });
    }
    Listed { read, references, look }
}

/// Where the entry's text did not yield the authors that its label names, the label's are taken.
fn authors_of_label(reference: &mut Reference, short: &str, long: &str) {
    let names = if long.is_empty() { short } else { long };
    let first = fold(reference.authors.first().map_or("", |person| &person.family));
    let agrees = !first.is_empty() && fold(names).starts_with(&first);
    if agrees || reference.fields_from_markup {
        return;
    }
    let listed = names.replace(" & ", ", ").replace(" and ", ", ").replace(",,", ",");
    let mut truncated = false;
    let people: Vec<Person> = listed
        .split(',')
        .map(str::trim)
        .filter_map(|name| {
            let bare = name.trim_end_matches("et al.").trim();
            truncated |= bare.len() < name.len() || name == "et al";
            (!bare.is_empty() && bare != "et al").then(|| Person::new(bare, ""))
        })
        .collect();
    if !people.is_empty() {
        (reference.authors, reference.truncated_authors) = (people, truncated);
    }
}

fn names_of(reference: &Reference) -> Names {
    Names::List {
        families: reference.authors.iter().map(|person| person.family.clone()).collect(),
        truncated: reference.truncated_authors,
    }
}

/// References out of works, numbered and labelled in this order.
fn from_works(works: Vec<&Work>, look: Look) -> Listed {
    let mut references = References::default();
    let mut read = Vec::new();
    let made: Vec<Reference> = works
        .iter()
        .enumerate()
        .map(|(index, work)| bibliography::reference(work, index as u32 + 1))
        .collect();
    let suffixes = suffixes(&made, &look, &works);
    let mut labels: HashMap<String, u32> = HashMap::new();
    let alpha: Vec<String> =
        made.iter().zip(&works).map(|(reference, work)| alpha_label(reference, work)).collect();
    for label in &alpha {
        *labels.entry(label.clone()).or_default() += 1;
    }
    let mut used: HashMap<String, u32> = HashMap::new();
    for (((mut reference, work), suffix), alpha) in made.into_iter().zip(&works).zip(suffixes).zip(alpha) {
        if reference.year_suffix.is_none() && look.scheme == Scheme::AuthorYear {
            reference.year_suffix = suffix;
        }
        let label = match look.scheme {
            Scheme::Label => {
                let count = used.entry(alpha.clone()).or_default();
                *count += 1;
                match labels.get(&alpha) {
                    Some(2..) => format!("{alpha}{}", letter(*count - 1)),
                    _ => alpha,
                }
            }
            _ => reference.number.to_string(),
        };
        if matches!(look.scheme, Scheme::Numeric | Scheme::Superscript | Scheme::Label) {
            reference.label = Some(format!("[{label}]"));
        }
        let printed = Printed {
            id: reference.id.clone(),
            list: 0,
            label,
            names: Names::List { families: work.short_names(), truncated: work.truncated },
            year: reference.year,
            suffix: reference.year_suffix,
            date: work.year().2,
            title: work.short_title(),
            full: reference.raw.clone(),
        };
        let keys = std::iter::once(&work.key).chain(&work.aliases).cloned();
        references.add(keys, printed);
        let aliases = vec![reference.id.clone()];
        read.push(Read { reference, aliases });
    }
    Listed { read, references, look }
}
