//! Bodies that sign works: the names and acronyms under which an entry may be cited.

use std::collections::BTreeSet;

use super::folded::without_article;
use crate::citation::Reference;
use crate::citation::acronyms::{
    Definition, around_bracket, collapsed, forms, initials, is_acronym, name_and_acronym, spells,
};
use crate::citation::organisations::is_organisation;
use citelight_types::text::normalise::fold;

/// Characters before the year in which an entry names its body.
const HEAD: usize = 240;

/// Words of the longest acronym: `u s epa`.
pub(super) const LONGEST_ACRONYM: usize = 4;

/// The names and acronyms of a body. Both are empty where a person wrote the work.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Body {
    /// Folded names.
    pub(super) names: BTreeSet<String>,
    /// Acronyms that the entry or the text gives, folded, without white space.
    pub(super) acronyms: BTreeSet<String>,
}

impl Body {
    /// What an entry says of its body, with what the text's `definitions` add.
    pub(super) fn of(reference: &Reference, definitions: &BTreeSet<Definition>) -> Self {
        let mut body = Self::printed(reference).unwrap_or_default();
        let alone =
            reference.authors.first().filter(|first| first.given.is_empty() && reference.authors.len() == 1);
        if let Some(only) = alone {
            if is_acronym(&only.family) {
                body.acronyms.extend(forms(&only.family));
            } else if only.family.contains(' ') && !only.family.contains(['(', '[']) {
                body.names.insert(without_article(&fold(&only.family)).to_owned());
            }
        }
        let label = reference.label.as_deref().unwrap_or_default().trim_matches(['[', ']', '(', ')']);
        if is_acronym(label) && (!body.names.is_empty() || reference.authors.is_empty()) {
            body.acronyms.extend(forms(label));
        }
        let (mut names, mut acronyms) = (BTreeSet::new(), BTreeSet::new());
        for own in definitions {
            if body.names.contains(&own.name) {
                acronyms.insert(own.acronym.clone());
            } else if body.names.is_empty() && body.acronyms.contains(&own.acronym) {
                names.insert(own.name.clone());
            }
        }
        body.names.extend(names);
        body.acronyms.extend(acronyms);
        body
    }

    /// A name and its acronym at the start of an entry, in either order: `World Health Organization (WHO)`, `WHO [World Health
    /// Organization]`, `UNESCO – United Nations …`.
    fn printed(reference: &Reference) -> Option<Self> {
        let head = head(&reference.raw);
        // The bracket of the year holds nothing here.
        let bracket = around_bracket(head);
        let (left, right) =
            match bracket.filter(|(before, inside, _)| !before.is_empty() && !inside.is_empty()) {
                Some((before, inside, _)) => (before, inside),
                None => {
                    let both = [" – ", " — ", " - "].into_iter().find_map(|dash| head.split_once(dash));
                    both.or_else(|| [" -", " –"].into_iter().find_map(|dash| head.rsplit_once(dash)))?
                }
            };
        let [left, right] =
            [left, right].map(|text| text.trim().trim_end_matches([',', ';', ':', '(']).trim());
        let (name, acronym) = name_and_acronym(left, right)?;
        // `Abel, B. (UK)`: a country behind a person.
        let is_body = spells(acronym, name)
            || is_organisation(name)
            || !name.contains(',') && name.split_whitespace().count() >= 2 && !has_initials(name);
        is_body.then(|| Self {
            names: std::iter::once(without_article(&fold(name)).to_owned())
                .filter(|name| name.len() >= 3)
                .collect(),
            acronyms: forms(acronym),
        })
    }

    /// Acronyms that neither entry nor text gives: the initials of the body's name.
    pub(super) fn derived(reference: &Reference) -> BTreeSet<String> {
        let first = reference.authors.first().filter(|first| first.given.is_empty());
        first.map(|first| initials(&first.family)).unwrap_or_default()
    }

    /// How many of the last words before a year are one of its acronyms; 0 if none are.
    pub(super) fn ends_in_acronym(&self, words: &[(&str, usize)]) -> usize {
        let fits = |count: &usize| {
            let last: String = words[words.len() - count..].iter().map(|(word, _)| *word).collect();
            self.acronyms.contains(&last)
        };
        (1..=words.len().min(LONGEST_ACRONYM)).rev().find(fits).unwrap_or_default()
    }

    pub(super) fn has_acronym(&self, acronym: &str) -> bool {
        self.acronyms.contains(&collapsed(acronym))
    }
}

/// What stands before the first number of four digits in an entry, at most [`HEAD`] characters.
fn head(raw: &str) -> &str {
    let end = raw.char_indices().nth(HEAD).map_or(raw.len(), |(at, _)| at);
    let raw = &raw[..end];
    let bytes = raw.as_bytes();
    let is_year = |at: &usize| {
        let digits = |range: std::ops::Range<usize>| {
            bytes.get(range).is_some_and(|own| own.iter().all(u8::is_ascii_digit))
        };
        digits(*at..at + 4)
            && !bytes.get(at + 4).is_some_and(u8::is_ascii_digit)
            && (*at == 0 || !bytes[at - 1].is_ascii_digit())
    };
    let year = (0..bytes.len()).find(is_year).unwrap_or(raw.len());
    raw.get(..year).unwrap_or(raw)
}

/// Whether single letters with stops stand in a name: a person's.
fn has_initials(name: &str) -> bool {
    name.split_whitespace()
        .any(|word| word.len() == 2 && word.ends_with('.') && word.starts_with(char::is_uppercase))
}
