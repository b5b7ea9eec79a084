//! Acronyms of bodies: which words they stand for, and where a text or an entry says so.

use std::collections::BTreeSet;

use super::brackets;
use citelight_types::text::normalise::fold;

/// Most definitions kept of one document.
const MOST_DEFINITIONS: usize = 500;

/// Words of a name that its acronym may skip.
const SMALL_WORDS: &[&str] = &[
    "of", "the", "for", "and", "on", "in", "to", "at", "de", "la", "le", "les", "l", "des", "du", "d", "et",
    "pour", "und", "für", "fur", "der", "die", "das", "y", "e", "del", "los", "las", "da", "do", "dos", "di",
    "della", "per", "voor", "van",
];

/// Acronyms of countries, which may stand before a body's own (`U.S. EPA`, `UK HSA`).
const COUNTRIES: &[&str] = &["us", "uk", "eu"];

/// Bytes of a bracket that are searched for an acronym: nested brackets would else be read once for each level.
const LONGEST_BRACKET: usize = 48;

/// Words of the longest name that an acronym stands for.
const MOST_WORDS: usize = 16;

/// Whether a text is an acronym: `WHO`, `UN-Habitat`, `BfArM`, `U.S. EPA`.
pub(crate) fn is_acronym(text: &str) -> bool {
    let text = without_country(text);
    let capitals = text.chars().filter(|c| c.is_uppercase()).count();
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    (2..=12).contains(&text.chars().count())
        && text.starts_with(char::is_alphanumeric)
        && text.chars().all(|c| c.is_alphanumeric() || matches!(c, '.' | '-' | '‐' | '‑' | '&' | '/'))
        && capitals >= 2
        && (capitals * 2 >= letters || text.contains(['-', '/']))
        && !is_initials(text)
}

/// `J.`, `J.-P.`, `A.B.`: initials of a person.
fn is_initials(text: &str) -> bool {
    let stops = text.matches('.').count();
    stops > 0
        && text.chars().filter(|c| c.is_alphabetic()).count() <= stops
        && !COUNTRIES.contains(&collapsed(text).as_str())
}

/// `U.S. EPA` without the country.
fn without_country(text: &str) -> &str {
    match text.split_once([' ', '\u{a0}']) {
        Some((country, rest)) if COUNTRIES.contains(&collapsed(country).as_str()) => rest.trim_start(),
        _ => text,
    }
}

/// An acronym in the form that is compared: folded, without white space.
pub(crate) fn collapsed(acronym: &str) -> String {
    fold(acronym).split(' ').collect()
}

/// The forms under which an acronym may be written: with its country and without.
pub(crate) fn forms(acronym: &str) -> BTreeSet<String> {
    [collapsed(acronym), collapsed(without_country(acronym.trim()))]
        .into_iter()
        .filter(|form| form.len() >= 2)
        .collect()
}

/// Whether an acronym stands for a name: its letters are the first letters of the name's words, small words aside.
pub(crate) fn spells(acronym: &str, name: &str) -> bool {
    let acronym = collapsed(acronym);
    initials(name).iter().any(|initials| *initials == acronym)
}

/// First letters of a name's words: of all, of all but small ones, of those with a capital.
pub(crate) fn initials(name: &str) -> BTreeSet<String> {
    let words: Vec<&str> =
        name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let of = |keep: &dyn Fn(&str) -> bool| -> String {
        words.iter().filter(|word| keep(word)).filter_map(|word| fold(word).chars().next()).collect()
    };
    let capitals: String =
        name.strip_prefix("The ").unwrap_or(name).chars().filter(|c| c.is_uppercase()).collect();
    let all = [
        of(&|_| true),
        of(&|word| !SMALL_WORDS.contains(&word.to_lowercase().as_str())),
        collapsed(&capitals),
    ];
    all.into_iter().filter(|initials| (2..=12).contains(&initials.chars().count())).collect()
}

/// An acronym and the name that a text says it stands for.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Definition {
    /// As [`collapsed`] gives it.
    pub(crate) acronym: String,
    /// The name, folded.
    pub(crate) name: String,
}

/// Where a text says what an acronym stands for: `the World Health Organization (WHO)`, `… [WHO], 2016`.
pub(crate) fn definitions<'a>(texts: impl Iterator<Item = &'a str>) -> BTreeSet<Definition> {
    let mut found = BTreeSet::new();
    for text in texts {
        for bracket in brackets::pairs(text) {
            let Some(inside) = text.get(bracket.inside.clone()) else { continue };
            let inside = &inside[..inside.floor_char_boundary(LONGEST_BRACKET)];
            let acronym = inside.split([',', ';']).next().unwrap_or_default().trim();
            let acronym = acronym.trim_end_matches(|c: char| c.is_ascii_digit() || c.is_whitespace());
            if !is_acronym(acronym) {
                continue;
            }
            if let Some(name) =
                text.get(..bracket.range.start).and_then(|before| spelled_before(before, acronym))
            {
                found.insert(Definition { acronym: collapsed(acronym), name: fold(name) });
            }
            if found.len() >= MOST_DEFINITIONS {
                return found;
            }
        }
    }
    found
}

/// Whether a text ends in the name that an acronym stands for.
pub(crate) fn ends_in_name_of(before: &str, acronym: &str) -> bool {
    is_acronym(acronym) && spelled_before(before, acronym).is_some()
}

/// A name and its acronym that stand side by side, in either order: (name, acronym).
pub(crate) fn name_and_acronym<'a>(left: &'a str, right: &'a str) -> Option<(&'a str, &'a str)> {
    match (is_acronym(left), is_acronym(right)) {
        (false, true) => Some((left, right)),
        (true, false) => Some((right, left)),
        _ => None,
    }
}

/// What stands before the first bracket of a text, in it and behind it.
pub(crate) fn around_bracket(text: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = text.split_once(['(', '['])?;
    let (inside, after) = rest.split_at(rest.find([')', ']']).unwrap_or(rest.len()));
    Some((before, inside, after))
}

/// The fewest words at the end of a text that an acronym stands for.
fn spelled_before<'a>(before: &'a str, acronym: &str) -> Option<&'a str> {
    let before = before.trim_end();
    let mut start = before.len();
    for _ in 0..MOST_WORDS {
        let rest = before[..start].trim_end_matches(|c: char| !c.is_alphanumeric());
        let crossed = before.get(rest.len()..start)?;
        if rest.is_empty()
            || crossed.contains(['.', ';', '(', ')', '[', ']', '?', '!', ':']) && start < before.len()
        {
            return None;
        }
        start = rest
            .rfind(|c: char| !c.is_alphanumeric())
            .map_or(0, |at| at + rest[at..].chars().next().map_or(1, char::len_utf8));
        let name = &before[start..];
        if name.starts_with(char::is_uppercase) && spells(without_country(acronym), name) {
            return Some(name);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{definitions, is_acronym, spells};

    #[test]
    fn initials_and_words_are_not_acronyms() {
        for acronym in
            ["WHO", "UN-Habitat", "BfArM", "U.S. EPA", "US EPA", "OECD", "FAO/WHO", "UNESCO", "DoH"]
        {
            assert!(is_acronym(acronym), "{acronym}");
        }
        for other in ["J.", "A.B.", "J.-P.", "Smith", "who", "2016", "see WHO", "A", "Ed.", "eds"] {
            assert!(!is_acronym(other), "{other}");
        }
    }

    #[test]
    fn names_spell_their_acronyms() {
        assert!(spells("WHO", "World Health Organization"));
        assert!(spells("OMS", "Organisation mondiale de la santé"));
        assert!(spells("BMG", "Bundesministerium Minister Gesundheit"));
        assert!(!spells("WHO", "World Meteorological Organization"));
    }

    #[test]
    fn texts_define_their_acronyms() {
        let text = "As the World Health Organization (WHO) says. The Organisation mondiale de la santé [OMS], too, and the \
                    Food and Agriculture Organization (FAO, 2015). A thing (XYZ).";
        let found: Vec<(String, String)> =
            definitions(std::iter::once(text)).into_iter().map(|own| (own.acronym, own.name)).collect();
        let expected = [
            ("fao", "food and agriculture organization"),
            ("oms", "organisation mondiale de la sante"),
            ("who", "world health organization"),
        ];
        assert_eq!(found, expected.map(|(acronym, name)| (acronym.to_owned(), name.to_owned())));
    }
}
