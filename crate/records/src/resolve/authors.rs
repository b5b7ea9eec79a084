//! Comparing lists of authors by family name.

use std::collections::BTreeSet;

use citelight_types::text::normalise::fold;
use citelight_types::text::person::Person;

/// Words after a family name that are no part of it.
const SUFFIXES: [&str; 6] = ["jr", "sr", "ii", "iii", "iv", "phd"];

/// What a person is compared by: the last word of the folded family name, without `jr`, `II` and DBLP's homonym
/// numbers. The particles before it ("van der") are dropped, since bibliographies disagree about them.
pub fn family_key(person: &Person) -> String {
    let name = if person.family.trim().is_empty() { &person.given } else { &person.family };
    let folded = fold(name);
    let mut words: Vec<&str> = folded.split(' ').filter(|word| !word.is_empty()).collect();
    while words.len() > 1
        && words
            .last()
            .is_some_and(|word| SUFFIXES.contains(word) || word.bytes().all(|byte| byte.is_ascii_digit()))
    {
        words.pop();
    }
    words.last().map(|word| (*word).to_owned()).unwrap_or_default()
}

/// The distinct family names of a list, without empty ones and `others`.
pub fn family_keys(authors: &[Person]) -> BTreeSet<String> {
    authors.iter().map(family_key).filter(|key| !key.is_empty() && key != "others" && key != "al").collect()
}

/// Jaccard index of the family names of two lists; none if either list is empty. Of a truncated list ("et al.") only
/// what it names is compared: the other list is cut to the names that are in it, plus those it lacks.
pub fn author_similarity(left: &Authors<'_>, right: &Authors<'_>) -> Option<f64> {
    let (left_keys, right_keys) = (family_keys(left.list), family_keys(right.list));
    if left_keys.is_empty() || right_keys.is_empty() {
        return None;
    }
    let shared = left_keys.intersection(&right_keys).count();
    let union = match (left.truncated, right.truncated) {
        (false, false) => left_keys.union(&right_keys).count(),
        (true, false) => left_keys.len(),
        (false, true) => right_keys.len(),
        (true, true) => left_keys.len().min(right_keys.len()),
    };
    Some(shared as f64 / union.max(1) as f64)
}

/// A list of authors and whether it is known to be cut.
#[derive(Clone, Copy, Debug)]
pub struct Authors<'a> {
    /// The authors it names.
    pub list: &'a [Person],
    /// It ends in "et al." or "and others".
    pub truncated: bool,
}

/// Share of folded names that stand as words in a text, 0..=1; 0 without names.
pub fn share_in_text(names: &[String], text: &str) -> f64 {
    let folded = fold(text);
    let words: BTreeSet<&str> = folded.split(' ').collect();
    let found = names.iter().filter(|name| words.contains(name.as_str())).count();
    found as f64 / names.len().max(1) as f64
}

/// A list as a reader would write it: up to three family names.
pub fn shown(authors: &[Person]) -> String {
    let names: Vec<&str> = authors.iter().map(|person| person.family.as_str()).collect();
    match names.as_slice() {
        [] => "no authors".to_owned(),
        [one] => (*one).to_owned(),
        [one, two] => format!("{one} and {two}"),
        [one, two, three] => format!("{one}, {two} and {three}"),
        [one, ..] => format!("{one} et al."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn people(families: &[&str]) -> Vec<Person> {
        families.iter().map(|family| Person::new(*family, "A.")).collect()
    }

    #[test]
    fn compares_what_bibliographies_agree_on() {
        assert_eq!(family_key(&Person::new("van der Berg", "J.")), "berg");
        assert_eq!(family_key(&Person::new("Fusco 0001", "Federico")), "fusco");
        assert_eq!(family_key(&Person::new("King Jr.", "Martin")), "king");
        assert_eq!(family_key(&Person::new("Ørsted", "")), "orsted");
    }

    #[test]
    fn a_cut_list_is_compared_with_what_it_names() {
        let (cut, full) = (people(&["Yang"]), people(&["Yang", "Li", "Zhou"]));
        let full = Authors { list: &full, truncated: false };
        assert_eq!(author_similarity(&Authors { list: &cut, truncated: true }, &full), Some(1.0));
        assert_eq!(author_similarity(&Authors { list: &cut, truncated: false }, &full), Some(1.0 / 3.0));
        assert_eq!(author_similarity(&Authors { list: &[], truncated: false }, &full), None);
    }
}
