//! Citations by number: `[3, 5–7]`, `(3)`, superscripts.

use std::collections::HashMap;

use super::Reference;
use super::surface::{BlockText, Target};

mod apart;
mod elements;
mod enclosed;
mod gaps;
mod group;
mod notation;
mod superscript;

pub(crate) use apart::{named, raised_lists};
pub(crate) use enclosed::{bracketed, parenthesised};
pub(crate) use superscript::superscripts;

/// Longest range of numbers that is believed.
const LONGEST_RANGE: u32 = 150;

/// Which reference a printed number means.
#[derive(Debug)]
pub(crate) struct Numbers {
    /// The article's list, then the lists of supplements that count anew.
    lists: Vec<HashMap<u32, usize>>,
    highest: u32,
    /// Numbers whose entries could not be told apart: the list prints no numbers and has lost entries.
    doubtful: HashMap<u32, Vec<usize>>,
}

impl Numbers {
    /// Labels where they print numbers, else positions; where the text cites more numbers than an unlabelled list has
    /// entries, what the text proves.
    pub(crate) fn of(references: &[Reference], texts: &[BlockText<'_>]) -> Self {
        let numbers = Self::new(references);
        let by_position = references.iter().all(|reference| printed_number(reference).is_none());
        let single = by_position && numbers.lists.len() == 1;
        match single.then(|| gaps::place(references, texts)).flatten() {
            Some(placement) => {
                Self { lists: vec![placement.sure], highest: placement.highest, doubtful: placement.doubtful }
            }
            None => numbers,
        }
    }

    /// Every number up to `highest` for itself, from 0.
    fn counting(highest: usize) -> Self {
        let list = (0..highest).map(|index| (index as u32 + 1, index)).collect();
        Self { lists: vec![list], highest: highest as u32, doubtful: HashMap::new() }
    }

    /// Labels where they print numbers, else positions.
    fn new(references: &[Reference]) -> Self {
        let labels: Vec<Option<u32>> = references.iter().map(printed_number).collect();
        let by_label = labels.iter().flatten().count() * 2 > references.len();
        let mut lists: Vec<HashMap<u32, usize>> = vec![HashMap::new()];
        for (index, reference) in references.iter().enumerate() {
            let number = if by_label { labels[index] } else { Some(reference.number) };
            let Some(number) = number else { continue };
            let restarts = number == 1 && lists.last().is_some_and(|list| list.contains_key(&1));
            if restarts {
                lists.push(HashMap::new());
            }
            if let Some(list) = lists.last_mut() {
                list.entry(number).or_insert(index);
            }
        }
        // An entry whose label could not be read stands where its number would.
        if let Some(list) = lists.first_mut() {
            for (index, reference) in references.iter().enumerate() {
                if by_label && labels[index].is_none() {
                    list.entry(reference.number).or_insert(index);
                }
            }
        }
        let highest = lists.iter().flat_map(HashMap::keys).copied().max().unwrap_or_default();
        Self { lists, highest, doubtful: HashMap::new() }
    }

    /// What a number, or a range of numbers, means; none if it can be no number of a reference.
    fn target(&self, first: u32, last: Option<u32>, in_supplement: bool) -> Option<Target> {
        let last = last.unwrap_or(first);
        let plausible = first > 0 && last >= first && last - first <= LONGEST_RANGE;
        // Years and quantities are no numbers of references.
        if !plausible || last > self.highest.saturating_mul(2).max(self.highest + 100) {
            return None;
        }
        let known: Vec<usize> =
            (first..=last).filter_map(|number| self.reference(number, in_supplement)).collect();
        if known.is_empty()
            && let Some(candidates) = (first..=last).find_map(|number| self.doubtful.get(&number))
        {
            return Some(Target::OneOf(candidates.clone()));
        }
        Some(if known.is_empty() { Target::Nothing } else { Target::Known(known) })
    }

    /// A supplement's own list comes before the article's in the supplement, and after it elsewhere.
    fn reference(&self, number: u32, in_supplement: bool) -> Option<usize> {
        let own = |list: &HashMap<u32, usize>| list.get(&number).copied();
        if in_supplement { self.lists.iter().rev().find_map(own) } else { self.lists.iter().find_map(own) }
    }
}

fn printed_number(reference: &Reference) -> Option<u32> {
    let label = reference.label.as_deref()?.trim_matches(|c: char| !c.is_alphanumeric());
    label.parse().ok()
}
