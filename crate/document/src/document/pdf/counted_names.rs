//! Names of destinations that count the entries of a list: `CR12`, `bib12`, `bib0060`. Their heights may be off by more than
//! a line, their numbers never are.

use citelight_types::sort::SmallSort;
use std::collections::HashMap;

use super::bibliography::printed_number;
use super::line::Line;
use super::text_layer::PdfText;

/// Fewest names that count.
const FEWEST: usize = 5;

/// Names that are looked at.
const MOST_NAMES: usize = 5_000;

/// Points between a destination and its entry, at most.
const NEAR: f32 = 40.0;

/// Names count by ones, or by fives.
const STEPS: [u32; 2] = [1, 5];

/// Where a name leads: page and height.
type Place = (u32, f32);

/// Names of destinations with the entries that they count. `entries` are the first lines of the entries, in order.
pub(super) fn counted_names(text: &PdfText, entries: &[&Line]) -> HashMap<String, usize> {
    let mut counters: HashMap<&str, HashMap<u32, (&str, Place)>> = HashMap::new();
    let links = text.pages.iter().flat_map(|page| &page.links);
    let named = links.filter_map(|link| Some((link.name.as_deref()?, (link.page, link.top?))));
    for (name, place) in named.take(MOST_NAMES) {
        let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
        if let Some(number) = name.get(stem.len()..).and_then(|digits| digits.parse().ok()) {
            counters.entry(stem).or_default().insert(number, (name, place));
        }
    }
    let numbers = Numbers::of(entries);
    let counters = counters.into_values().filter(|names| names.len() >= FEWEST);
    let mut counted: Vec<HashMap<String, usize>> = counters
        .flat_map(|names| STEPS.map(|step| numbers.entries(&names, step, entries)))
        .flatten()
        .collect();
    counted.small_sort_by_key(HashMap::len);
    counted.pop().unwrap_or_default()
}

/// What number each entry has.
enum Numbers {
    /// The entries print them.
    Printed(HashMap<u32, usize>),
    Counted,
}

impl Numbers {
    fn of(entries: &[&Line]) -> Self {
        let printed: HashMap<u32, usize> = entries
            .iter()
            .enumerate()
            .filter_map(|(index, line)| Some((printed_number(line)?, index)))
            .collect();
        if printed.len() * 10 >= entries.len() * 9 { Self::Printed(printed) } else { Self::Counted }
    }

    /// The entries that these names count, if they lead to where the entries are.
    fn entries(
        &self,
        names: &HashMap<u32, (&str, Place)>,
        step: u32,
        entries: &[&Line],
    ) -> Option<HashMap<String, usize>> {
        let highest = names.keys().max()?;
        // Where an entry was lost or cut in two, counting is in doubt.
        if names.keys().any(|number| !number.is_multiple_of(step))
            || matches!(self, Self::Counted) && (highest / step) as usize != entries.len()
        {
            return None;
        }
        let entry = |number: u32| match self {
            Self::Printed(printed) => printed.get(&number).copied(),
            Self::Counted => number.checked_sub(1).map(|index| index as usize),
        };
        let found: HashMap<String, usize> = names
            .iter()
            .filter_map(|(number, (name, (page, top)))| {
                let index = entry(number / step)?;
                let line = entries.get(index)?;
                (line.page == *page && (top - line.y).abs() < NEAR).then(|| ((*name).to_owned(), index))
            })
            .collect();
        (found.len() * 10 >= names.len() * 8).then_some(found)
    }
}
