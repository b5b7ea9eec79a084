//! What a paraphrase must keep whatever it does with the words: numbers and denials.

use std::collections::BTreeSet;

use crate::verify::signals::{Reading, negation};
use citelight_types::text::words::{WordKind, words};

/// Characters of the longest paraphrase: sentences of papers seldom have half as many.
const LONGEST: usize = 1_000;

/// Why a text does not say what another one says.
pub(super) fn lost_or_added(target: &str, window: &[String], paraphrase: &str) -> Option<String> {
    let length = paraphrase.trim().chars().count();
    if length == 0 || length > LONGEST {
        return Some(format!("it is no sentence of {LONGEST} characters at most"));
    }
    let (wanted, said) = (numbers([target]), numbers([paraphrase]));
    let around = numbers(window.iter().map(String::as_str).chain([target]));
    if let Some(lost) = wanted.difference(&said).next() {
        return Some(format!("it leaves out the number {lost}"));
    }
    if let Some(added) = said.difference(&around).next() {
        return Some(format!("it adds the number {added}"));
    }
    (denies(target) != denies(paraphrase))
        .then(|| "it denies what the sentence does not, or the reverse".to_owned())
}

/// A number of a statement that none of the claims holds.
pub(super) fn invented<'n>(statement: &str, claims: impl IntoIterator<Item = &'n str>) -> Option<String> {
    let known = numbers(claims);
    numbers([statement]).into_iter().find(|number| !known.contains(number))
}

/// Whether two texts hold the same numbers, and both deny something or neither does.
pub(super) fn same_facts(one: &str, other: &str) -> bool {
    numbers([one]) == numbers([other]) && denies(one) == denies(other)
}

/// Numbers as digits, separators of thousands taken out.
fn numbers<'t>(texts: impl IntoIterator<Item = &'t str>) -> BTreeSet<String> {
    let of = |text: &str| {
        let numbers = words(text).into_iter().filter(|word| word.kind == WordKind::Number);
        numbers.map(|word| digits(&word.surface)).collect::<Vec<_>>()
    };
    texts.into_iter().flat_map(of).collect()
}

fn digits(surface: &str) -> String {
    let kept: String = surface.chars().filter(|c| c.is_ascii_digit() || *c == '.').collect();
    kept.trim_end_matches('.').to_owned()
}

fn denies(text: &str) -> bool {
    !negation::stretches(&Reading::of(text)).is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_denials_are_kept() {
        let window = ["We studied 40 weirs.".to_owned()];
        let said = |paraphrase| lost_or_added("They did not last 12.5 years.", &window, paraphrase);
        assert_eq!(said("The 40 weirs did not last 12.5 years."), None);
        assert!(said("The weirs did not last long.").unwrap().contains("12.5"));
        assert!(said("The 41 weirs did not last 12.5 years.").unwrap().contains("41"));
        assert!(said("The weirs lasted 12.5 years.").is_some());
        assert!(said(" ").is_some() && said(&"They did not last 12.5 years. ".repeat(40)).is_some());
    }

    #[test]
    fn a_statement_invents_no_number() {
        let claims = ["Mortality fell by 59 %.", "Mortality fell in 1,200 patients."];
        assert_eq!(invented("In 1200 patients mortality fell by 59 %.", claims), None);
        assert_eq!(invented("Mortality fell by 95 %.", claims).as_deref(), Some("95"));
    }
}
