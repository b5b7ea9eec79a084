//! Names as BibTeX writes them: `First von Last`, `von Last, Jr, First`, `{An Organisation}`, and BibLaTeX's
//! `family=…, given=…`.

use crate::document::latex::text_of;
use citelight_types::text::person::Person;

/// Most names of a list that are read.
const MOST_NAMES: usize = 10_000;

/// The names of a field, and whether the list ends in `others`.
pub(crate) fn people(field: &str) -> (Vec<Person>, bool) {
    let mut people = Vec::new();
    let mut truncated = false;
    for name in split_and(field).into_iter().take(MOST_NAMES) {
        let name = name.trim();
        if name == "others" || name.trim_matches(['{', '}', '.']) == "et al" {
            truncated = true;
        } else if let Some(person) = person(name) {
            people.push(person);
        }
    }
    (people, truncated)
}

/// Parts at `and` outside braces.
fn split_and(field: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut depth = 0_i32;
    let mut start = 0;
    let bytes = field.as_bytes();
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            b'{' => depth += 1,
            b'}' => depth -= 1,
            b'a' | b'A' if depth <= 0 && at >= start => {
                let is_and = bytes.get(at..at + 3).is_some_and(|word| word.eq_ignore_ascii_case(b"and"));
                let before = at > 0 && bytes[at - 1].is_ascii_whitespace();
                let after = bytes.get(at + 3).is_none_or(u8::is_ascii_whitespace);
                if is_and && before && after {
                    parts.push(&field[start..at]);
                    start = at + 3;
                }
            }
            _ => {}
        }
    }
    parts.push(field.get(start..).unwrap_or_default());
    parts
}

/// One name.
pub fn person(name: &str) -> Option<Person> {
    let name = name.trim();
    if name.is_empty() {
        return None;
    }
    if is_braced(name) {
        let text = text_of(name);
        return (!text.is_empty()).then(|| Person::new(text, ""));
    }
    let parts = split_at_depth(name, |c| c == ',');
    if parts.len() > 1 && parts.iter().all(|part| part.contains('=')) {
        return key_values(&parts);
    }
    let (von_last, first) = match parts.as_slice() {
        [one] => return natural(one),
        [von_last, first] => (von_last, *first),
        // The middle part is `Jr`; the family name alone is compared.
        [von_last, _, first, ..] => (von_last, *first),
        [] => return None,
    };
    let (family, given) = (text_of(von_last), text_of(first));
    let is_suffix = |text: &str| matches!(text.trim_end_matches('.'), "Jr" | "Sr" | "II" | "III" | "IV");
    if family.is_empty() {
        return (!given.is_empty()).then(|| Person::new(given, ""));
    }
    // `Smith, Jr` has no given name.
    let given = if is_suffix(&given) { String::new() } else { given };
    Some(Person::new(family, given))
}

/// `First von Last`: particles are words in lower case; the last word is always family name.
fn natural(name: &str) -> Option<Person> {
    let mut words = split_at_depth(name, |c| c.is_whitespace() || c == '~');
    words.retain(|word| !word.is_empty());
    let is_suffix =
        |word: &str| matches!(word.trim_matches(['.', ',', '{', '}']), "Jr" | "Sr" | "II" | "III" | "IV");
    while words.len() > 2 && words.last().is_some_and(|word| is_suffix(word)) {
        words.pop();
    }
    let last = words.len().checked_sub(1)?;
    let start = words.iter().take(last).position(|word| is_lower(word)).unwrap_or(last);
    let join = |words: &[&str]| text_of(&words.join(" "));
    let (given, family) = (join(&words[..start]), join(&words[start..]));
    // Without a given name a particle at the beginning is still the family name's.
    (!family.is_empty()).then(|| Person::new(family, given))
}

/// Whether a word begins with a small letter; words in braces have no case, accents have their letter's.
fn is_lower(word: &str) -> bool {
    if word.starts_with('{') && !word.starts_with("{\\") {
        return false;
    }
    let text = if word.contains('\\') { text_of(word) } else { word.to_owned() };
    text.chars().find(|c| c.is_alphabetic()).is_some_and(char::is_lowercase)
}

/// `family=Ravel, given=Maurice, prefix=de, useprefix=true`
fn key_values(parts: &[&str]) -> Option<Person> {
    let value = |wanted: &str| {
        parts.iter().find_map(|part| {
            let (key, value) = part.split_once('=')?;
            (key.trim() == wanted).then(|| text_of(value.trim().trim_matches('"')))
        })
    };
    let family = value("family")?;
    let family = match value("prefix") {
        Some(prefix) => format!("{prefix} {family}"),
        None => family,
    };
    Some(Person::new(family, value("given").unwrap_or_default()))
}

/// Whether one pair of braces holds all of it.
fn is_braced(name: &str) -> bool {
    let mut depth = 0_i32;
    if !name.starts_with('{') || name.starts_with("{\\") {
        return false;
    }
    for (at, c) in name.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at + 1 == name.len();
        }
    }
    false
}

fn split_at_depth(text: &str, separator: impl Fn(char) -> bool) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut depth = 0_i32;
    let mut start = 0;
    for (at, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            c if depth <= 0 && separator(c) => {
                parts.push(text[start..at].trim());
                start = at + c.len_utf8();
            }
            _ => {}
        }
    }
    parts.push(text.get(start..).unwrap_or_default().trim());
    parts
}

#[cfg(test)]
mod tests {
    use super::people;

    fn shown(field: &str) -> Vec<String> {
        let (people, truncated) = people(field);
        let mut shown: Vec<String> =
            people.into_iter().map(|person| format!("{}|{}", person.family, person.given)).collect();
        if truncated {
            shown.push("+".to_owned());
        }
        shown
    }

    #[test]
    fn names_of_every_order() {
        assert_eq!(shown("Donald E. Knuth and Leslie Lamport"), ["Knuth|Donald E.", "Lamport|Leslie"]);
        assert_eq!(shown("van der Berg, Jan and others"), ["van der Berg|Jan", "+"]);
        assert_eq!(shown("Guy {Van den} Broeck"), ["Broeck|Guy Van den"]);
        assert_eq!(shown("Ludwig van Beethoven"), ["van Beethoven|Ludwig"]);
        assert_eq!(
            shown("Arduengo, III, Anthony J. and King, Jr., Martin Luther"),
            ["Arduengo|Anthony J.", "King|Martin Luther"]
        );
        assert_eq!(shown("Martin Luther King Jr."), ["King|Martin Luther"]);
        assert_eq!(
            shown("{World Health Organization} and {Barnes and Noble}"),
            ["World Health Organization|", "Barnes and Noble|"]
        );
        assert_eq!(shown("family=Ravel, given=Maurice, prefix=de"), ["de Ravel|Maurice"]);
        assert_eq!(shown("{\\'E}variste Galois and G{\\\"o}del, Kurt"), ["Galois|Évariste", "Gödel|Kurt"]);
        assert_eq!(shown("Aristotle"), ["Aristotle|"]);
        assert_eq!(shown("{\\'e}tienne de~la~Bo{\\'e}tie"), ["étienne de la Boétie|"]);
        assert_eq!(shown(""), Vec::<String>::new());
    }
}
