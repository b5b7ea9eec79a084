//! The works that a Markdown file may cite: the references in its metadata, and its bibliographies.

use std::collections::{HashMap, HashSet};

use serde_json::Value;

use super::cite::names_identifier;
use crate::citation::reference::{Read, with_identifiers};
use crate::citation::{Reference, split_full_name};
use crate::document::{Companion, bibliography};
use citelight_types::sort::SmallSort;
use citelight_types::text::person::Person;

/// The works, in the order of their lists.
#[derive(Debug, Default)]
pub(super) struct Library {
    works: Vec<Reference>,
    by_key: HashMap<String, usize>,
    /// The identifiers that the file defines for keys of its own.
    defined: HashMap<String, String>,
}

impl Library {
    /// The works of the metadata and of the companions that are bibliographies.
    pub(super) fn new(metadata: &Value, companions: &[Companion<'_>]) -> Self {
        let mut library = Self::default();
        library.add(metadata.get("references").unwrap_or(&Value::Null));
        for companion in companions {
            if bibliography::recognise(companion.content).is_none() {
                continue;
            }
            let (works, _) = bibliography::works(companion.content, 0);
            for work in works.iter().filter(|work| !work.is_auxiliary()) {
                library.add_work(bibliography::reference(work, 0));
            }
        }
        library
    }

    fn add(&mut self, items: &Value) {
        for item in items.as_array().into_iter().flatten() {
            if let Some(work) = work(item) {
                self.add_work(work);
            }
        }
    }

    fn add_work(&mut self, work: Reference) {
        if !self.by_key.contains_key(&work.id) {
            self.by_key.insert(work.id.clone(), self.works.len());
            self.works.push(work);
        }
    }

    /// `[@tag:stormo]: doi:10.1093/…`: a key that the file gives a work, as Manubot has it.
    pub(super) fn define(&mut self, key: &str, identifier: &str) {
        if names_identifier(identifier) {
            self.defined.insert(key.to_owned(), identifier.to_owned());
        }
    }

    /// Keeps the works of these keys; a key that is itself an identifier (`doi:10.…`) becomes a work of its own. Returns
    /// the keys that no work is known for.
    pub(super) fn keep(&mut self, cited: &[String]) -> Vec<String> {
        let mut unknown = Vec::new();
        let wanted: HashSet<&str> = cited.iter().map(String::as_str).collect();
        self.works.retain(|work| wanted.contains(work.id.as_str()));
        self.by_key = self.works.iter().enumerate().map(|(index, work)| (work.id.clone(), index)).collect();
        for key in cited {
            if self.by_key.contains_key(key) {
                continue;
            }
            let named = self.defined.get(key).unwrap_or(key);
            if let Some(known) = self.by_key.get(named) {
                self.by_key.insert(key.clone(), *known);
            } else if names_identifier(named) {
                self.by_key.extend([key, named].map(|own| (own.clone(), self.works.len())));
                let raw = named.replace("url:", "");
                self.works.push(Reference { id: named.clone(), raw, ..Reference::default() });
            } else if !unknown.contains(key) {
                unknown.push(key.clone());
            }
        }
        self.letter();
        unknown
    }

    /// Gives works of the same authors and year the letters that a reader sees, in the order of their titles.
    fn letter(&mut self) {
        let mut groups: HashMap<(Vec<String>, i32), Vec<usize>> = HashMap::new();
        for (index, work) in self.works.iter().enumerate() {
            if let Some(year) = work.year {
                let names = work.authors.iter().map(|person| person.family.clone()).collect();
                groups.entry((names, year)).or_default().push(index);
            }
        }
        for mut group in groups.into_values().filter(|group| group.len() > 1) {
            group.small_sort_by_key(|index| self.works[*index].title.clone());
            for (index, letter) in group.into_iter().zip('a'..='z') {
                self.works[index].year_suffix = Some(letter);
            }
        }
    }

    pub(super) fn get(&self, key: &str) -> Option<&Reference> {
        self.by_key.get(key).and_then(|index| self.works.get(*index))
    }

    /// The works as entries of a reference list.
    pub(super) fn into_reads(self) -> Vec<Read> {
        let mut keys: Vec<Vec<String>> = vec![Vec::new(); self.works.len()];
        for (key, index) in self.by_key {
            if let Some(keys) = keys.get_mut(index).filter(|_| self.works[index].id != key) {
                keys.push(key);
            }
        }
        let reads = self.works.into_iter().zip(keys).enumerate().map(|(index, (mut work, mut others))| {
            work.number = index as u32 + 1;
            others.small_sort_by(|left, right| left.cmp(right));
            let aliases = std::iter::once(work.id.clone()).chain(others).collect();
            let own = std::mem::take(&mut work.identifiers);
            let named =
                own.named().into_iter().map(|(name, value)| format!("{name}: {value}")).collect::<Vec<_>>();
            with_identifiers(Read { reference: work, aliases }, None, &[], &named.join(" "))
        });
        reads.collect()
    }
}

/// A CSL item.
fn work(item: &Value) -> Option<Reference> {
    let text = |name: &str| item.get(name).and_then(plain).filter(|value| !value.is_empty());
    let people = ["author", "editor"].iter().find_map(|name| {
        let people: Vec<Person> = item.get(name)?.as_array()?.iter().filter_map(person).collect();
        (!people.is_empty()).then_some(people)
    });
    let mut work = Reference {
        id: text("id")?,
        authors: people.unwrap_or_default(),
        year: item.get("issued").and_then(year),
        title: text("title"),
        venue: text("container-title").or_else(|| text("publisher")),
        publisher: text("publisher"),
        volume: text("volume"),
        issue: text("issue"),
        pages: text("page"),
        fields_from_markup: true,
        ..Reference::default()
    };
    let identifiers = &mut work.identifiers;
    (identifiers.doi, identifiers.pmid, identifiers.pmcid) = (text("DOI"), text("PMID"), text("PMCID"));
    (identifiers.isbn, identifiers.url) = (text("ISBN"), text("URL"));
    work.raw = line(&work);
    Some(work)
}

/// Text of a value: strings and numbers; of a list, its first.
fn plain(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.split_whitespace().collect::<Vec<_>>().join(" ")),
        Value::Number(number) => Some(number.to_string()),
        Value::Array(values) => values.first().and_then(plain),
        _ => None,
    }
}

/// A name of CSL, or a name written out.
pub(super) fn person(value: &Value) -> Option<Person> {
    let text = |name: &str| value.get(name).and_then(plain).filter(|value| !value.is_empty());
    if let Some(family) = text("family") {
        let particle =
            text("non-dropping-particle").map(|particle| format!("{particle} ")).unwrap_or_default();
        return Some(Person::new(format!("{particle}{family}"), text("given").unwrap_or_default()));
    }
    if let Some(literal) = text("literal") {
        return Some(Person::new(literal, ""));
    }
    let name = plain(value).or_else(|| text("name")).or_else(|| {
        value.get("name").and_then(|name| {
            let part = |part: &str| name.get(part).and_then(plain);
            Some(format!("{} {}", part("given").unwrap_or_default(), part("family")?))
        })
    })?;
    Some(split_full_name(name.trim()))
}

/// The year of a CSL date, however it is written.
pub(super) fn year(value: &Value) -> Option<i32> {
    let first =
        |text: &str| text.split(|c: char| !c.is_ascii_digit()).find(|digits| digits.len() == 4)?.parse().ok();
    match value {
        Value::String(text) => first(text),
        Value::Number(number) => number.as_i64().and_then(|year| i32::try_from(year).ok()),
        Value::Array(values) => values.first().and_then(year),
        Value::Object(_) => {
            ["date-parts", "year", "raw", "literal"].iter().find_map(|name| value.get(name).and_then(year))
        }
        _ => None,
    }
}

/// The entry as a reference list prints it.
fn line(work: &Reference) -> String {
    let names: Vec<String> = work
        .authors
        .iter()
        .map(|person| match person.given.as_str() {
            "" => person.family.clone(),
            given => format!("{}, {given}", person.family),
        })
        .collect();
    let issue = work.issue.as_ref().map(|issue| format!("({issue})")).unwrap_or_default();
    let volume = work.volume.as_ref().map(|volume| format!("{volume}{issue}"));
    let place: Vec<String> = work.venue.clone().into_iter().chain(volume).chain(work.pages.clone()).collect();
    let year = work.year.map(|year| format!("({year})")).unwrap_or_default();
    let doi = work.identifiers.doi.as_ref().map(|doi| format!("https://doi.org/{doi}")).unwrap_or_default();
    [names.join("; "), year, work.title.clone().unwrap_or_default(), place.join(", "), doi]
        .into_iter()
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join(". ")
}
