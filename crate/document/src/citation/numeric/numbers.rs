//! Which reference a printed number means.

use std::collections::{HashMap, HashSet};

use crate::citation::surface::Target;
use crate::citation::{Reference, Scope};

/// Longest range of numbers that is believed.
pub(super) const LONGEST_RANGE: u32 = 150;

/// Which reference a printed number means.
#[derive(Debug, Default)]
pub(crate) struct Numbers {
    /// Several entries where one number holds several works.
    pub(super) known: HashMap<u32, Vec<usize>>,
    pub(super) highest: u32,
    /// Numbers that several entries have, or that another list's entries have, or whose entries could not be told apart
    /// because the list prints no numbers and has lost entries.
    pub(super) doubtful: HashMap<u32, Vec<usize>>,
}

impl Numbers {
    /// What numbers mean in a stretch of a document with several lists: its own list's entries, where that is one;
    /// entries of other lists only perhaps.
    pub(crate) fn within(references: &[Reference], scope: &Scope) -> Self {
        let mut numbers = Self::own(references, &scope.own);
        let mut others: HashMap<u32, Vec<usize>> = HashMap::new();
        for (number, index) in numbered(references, &scope.near).chain(numbered(references, &scope.far)) {
            numbers.highest = numbers.highest.max(number);
            others.entry(number).or_default().push(index);
        }
        for (number, candidates) in others {
            if !numbers.known.contains_key(&number) {
                numbers.doubtful.entry(number).or_insert(candidates);
            }
        }
        numbers
    }

    /// Every number up to `highest` for itself, from 0.
    pub(super) fn counting(highest: usize) -> Self {
        let known = (0..highest).map(|index| (index as u32 + 1, vec![index])).collect();
        Self { known, highest: highest as u32, doubtful: HashMap::new() }
    }

    /// The numbers of these entries; those that entries of two lists have are doubtful.
    pub(super) fn own(references: &[Reference], members: &[usize]) -> Self {
        let mut known: HashMap<u32, Vec<usize>> = HashMap::new();
        let mut doubtful: HashMap<u32, Vec<usize>> = HashMap::new();
        for (number, index) in numbered(references, members) {
            let same = known.entry(number).or_default();
            let first = same.first().and_then(|first| references.get(*first));
            let own = references.get(index);
            let shares = first.zip(own).is_none_or(|(first, own)| first.shares_entry(own));
            if shares {
                same.push(index);
            } else if first.map(|first| first.list) != own.map(|own| own.list) {
                doubtful.entry(number).or_insert_with(|| same.clone()).push(index);
            }
        }
        known.retain(|number, _| !doubtful.contains_key(number));
        let highest = known.keys().chain(doubtful.keys()).copied().max().unwrap_or_default();
        Self { known, highest, doubtful }
    }

    /// What a number, or a range of numbers, means; none if it can be no number of a reference.
    pub(super) fn target(&self, first: u32, last: Option<u32>) -> Option<Target> {
        let last = last.unwrap_or(first);
        let plausible = first > 0 && last >= first && last - first <= LONGEST_RANGE;
        // Years and quantities are no numbers of references.
        if !plausible || last > self.highest.saturating_mul(2).max(self.highest + 100) {
            return None;
        }
        let known: Vec<usize> =
            (first..=last).filter_map(|number| self.known.get(&number)).flatten().copied().collect();
        if known.is_empty() {
            let candidates: Vec<usize> =
                (first..=last).filter_map(|number| self.doubtful.get(&number)).flatten().copied().collect();
            return Some(if candidates.is_empty() { Target::Nothing } else { Target::OneOf(candidates) });
        }
        Some(Target::Known(known))
    }
}

/// The numbers of entries, each list for itself: as their labels print them, where most do, else as they are counted.
fn numbered<'a>(
    references: &'a [Reference],
    members: &'a [usize],
) -> impl Iterator<Item = (u32, usize)> + 'a {
    let own = |member: &usize| references.get(*member).map(|reference| (*member, reference));
    // By list: entries, and how many of them print a number.
    let mut counts: HashMap<u32, (usize, usize)> = HashMap::new();
    for (_, reference) in members.iter().filter_map(own) {
        let (entries, printed) = counts.entry(reference.list).or_default();
        *entries += 1;
        *printed += usize::from(printed_number(reference).is_some());
    }
    let by_label = move |reference: &Reference| {
        counts.get(&reference.list).is_some_and(|(entries, printed)| printed * 2 > *entries)
    };
    let printed: Vec<(u32, usize)> = members
        .iter()
        .filter_map(own)
        .filter_map(|(index, reference)| {
            let number = if by_label(reference) { printed_number(reference) } else { Some(reference.number) };
            Some((number?, index))
        })
        .collect();
    // An entry whose label could not be read stands where its number would.
    let taken: HashSet<(u32, u32)> =
        printed.iter().filter_map(|(number, index)| Some((references.get(*index)?.list, *number))).collect();
    let unread: Vec<(u32, usize)> = members
        .iter()
        .filter_map(own)
        .filter(|(_, reference)| {
            printed_number(reference).is_none() && !taken.contains(&(reference.list, reference.number))
        })
        .map(|(index, reference)| (reference.number, index))
        .collect();
    printed.into_iter().chain(unread)
}

/// The number that an entry's label prints.
pub(crate) fn printed_number(reference: &Reference) -> Option<u32> {
    let label = reference.label.as_deref()?.trim_matches(|c: char| !c.is_alphanumeric());
    label.parse().ok()
}
