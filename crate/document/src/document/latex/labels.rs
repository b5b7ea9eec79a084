//! Labels that a bibliography style would give to works: letters after years, `Knu84`.

use std::collections::HashMap;

use super::printed::Names;
use super::style::Look;
use crate::citation::Reference;
use crate::document::bibliography::Work;
use citelight_types::text::normalise::fold;

pub(crate) fn letter(index: u32) -> String {
    char::from_u32('a' as u32 + index.min(25)).map(String::from).unwrap_or_default()
}

/// Letters for works of the same names and year, in the order of the list.
pub(crate) fn suffixes(made: &[Reference], look: &Look, works: &[&Work]) -> Vec<Option<char>> {
    let key = |index: usize| {
        let names = Names::List { families: works[index].short_names(), truncated: works[index].truncated };
        (fold(&names.shown(" and ", look.most_names)), made[index].year)
    };
    let mut counts: HashMap<(String, Option<i32>), u32> = HashMap::new();
    for index in 0..made.len() {
        *counts.entry(key(index)).or_default() += 1;
    }
    let mut used: HashMap<(String, Option<i32>), u32> = HashMap::new();
    (0..made.len())
        .map(|index| {
            let key = key(index);
            if key.1.is_none() || key.0.is_empty() || counts.get(&key).is_none_or(|count| *count < 2) {
                return None;
            }
            let count = used.entry(key).or_default();
            *count += 1;
            char::from_u32('a' as u32 + (*count - 1).min(25))
        })
        .collect()
}

/// The label of BibTeX's `alpha` and biblatex's `alphabetic`: `Knu84`, `ABC+21`.
pub(crate) fn alpha_label(reference: &Reference, work: &Work) -> String {
    if let Some(label) = work.field("shorthand").or_else(|| work.field("labelalpha")) {
        return label.to_owned();
    }
    let names = work.short_names();
    let initial = |name: &String| name.chars().find(|c| c.is_alphabetic());
    let letters: String = match names.as_slice() {
        [] => work.key.chars().take(3).collect(),
        [one] => {
            let more = work.truncated.then_some('+');
            one.chars().filter(|c| c.is_alphabetic()).take(3).chain(more).collect()
        }
        few if few.len() <= 4 => few.iter().filter_map(initial).collect(),
        many => many.iter().take(3).filter_map(initial).chain(['+']).collect(),
    };
    let year = reference.year.map(|year| format!("{:02}", year.rem_euclid(100))).unwrap_or_default();
    format!("{letters}{year}")
}
