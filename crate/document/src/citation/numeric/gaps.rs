//! Numbers of a list that prints none and has lost entries: the text cites up to `[54]`, the list holds 47.
//!
//! From the first loss on, positions are no numbers. What is left is that both ascend, numbers that stray into the text
//! of an entry (`… [17] Guido van Rossum`: it swallowed the next one), and what the sentences say of the works they cite.
//! All ways to lay the entries over the numbers are weighed; a number is believed only where nearly all of the weight
//! agrees, else its entries are candidates.

use std::collections::{HashMap, HashSet};

use super::enclosed::bracketed;
use super::numbers::Numbers;
use crate::citation::Reference;
use crate::citation::surface::{BlockText, Target};
use citelight_types::text::normalise::fold;

/// Entries that may be lost at most.
const MOST_LOST: usize = 200;

/// Share of the weight from which a placement is believed, and from which one is a candidate.
const SURE: f64 = 0.9;
const CANDIDATE: f64 = 0.05;

/// Log-odds of a loss between two entries.
const LOSS: f64 = -3.0;
/// Log-odds that more entries are lost between an entry and the one it has swallowed, whose number strays into it.
const LOSS_BEFORE_STRAY: f64 = -4.0;
/// Log-odds of a placement that a stray number forbids.
const FORBIDDEN: f64 = -12.0;
/// Most that the words around one number say for an entry (log-odds), and what part of their rarity counts.
const MOST_EVIDENCE: f64 = 6.0;
const TRUST: f64 = 0.8;

/// Bytes before and after a citation whose words speak for its works.
const BEFORE: usize = 110;
const AFTER: usize = 40;
/// Letters by which words are compared: `detecting`, `detection`.
const STEM: usize = 7;

/// What each number means.
#[derive(Debug, Default)]
pub(super) struct Placement {
    pub(super) sure: HashMap<u32, usize>,
    pub(super) doubtful: HashMap<u32, Vec<usize>>,
    pub(super) highest: u32,
}

/// Lays entries over numbers; none if the text cites no more numbers than the list has entries.
pub(super) fn place(references: &[Reference], texts: &[BlockText<'_>]) -> Option<Placement> {
    let count = references.len();
    let contexts = contexts(texts, count);
    let highest = highest(&contexts, count)?;
    let lost = highest - count;
    if lost > MOST_LOST {
        return None;
    }
    let weights = weights(references, &contexts, lost);
    let shares = shares(&weights);
    let mut placement = Placement { highest: highest as u32, ..Placement::default() };
    for number in 1..=highest {
        // Entry `index` has this number if `number - 1 - index` entries are lost before it.
        let share = |index: usize| shares.get(index).and_then(|row| row.get(number - 1 - index)).copied();
        let several: Vec<(usize, f64)> = (number.saturating_sub(1 + lost)..number.min(count))
            .filter_map(|index| Some((index, share(index)?)))
            .filter(|(_, share)| *share >= CANDIDATE)
            .collect();
        match several.iter().find(|(_, share)| *share >= SURE) {
            Some((index, _)) => {
                placement.sure.insert(number as u32, *index);
            }
            None if several.iter().map(|(_, share)| share).sum::<f64>() > 1.0 - SURE => {
                let candidates = several.into_iter().map(|(index, _)| index).collect();
                placement.doubtful.insert(number as u32, candidates);
            }
            None => {}
        }
    }
    Some(placement)
}

/// The words around each number that the text cites in brackets.
fn contexts(texts: &[BlockText<'_>], count: usize) -> HashMap<usize, HashSet<String>> {
    let numbers = Numbers::counting(2 * count);
    let mut contexts: HashMap<usize, HashSet<String>> = HashMap::new();
    for text in texts.iter().copied() {
        for surface in bracketed(text, &numbers) {
            let around = around(text.text, surface.range.start, surface.range.end);
            let words: HashSet<String> = stems(around).collect();
            for part in &surface.parts {
                if let Target::Known(indices) = &part.target {
                    for index in indices {
                        contexts.entry(index + 1).or_default().extend(words.iter().cloned());
                    }
                }
            }
        }
    }
    contexts
}

fn around(text: &str, start: usize, end: usize) -> &str {
    let mut from = start.saturating_sub(BEFORE);
    while !text.is_char_boundary(from) {
        from += 1;
    }
    let mut to = (end + AFTER).min(text.len());
    while !text.is_char_boundary(to) {
        to -= 1;
    }
    text.get(from..to).unwrap_or_default()
}

fn stems(text: &str) -> impl Iterator<Item = String> {
    let folded = fold(text);
    let words: Vec<String> = folded
        .split(' ')
        .filter(|word| word.chars().count() > 2 && word.contains(char::is_alphabetic))
        .map(|word| word.chars().take(STEM).collect())
        .collect();
    words.into_iter()
}

/// The highest number that the text cites beyond the list's length, if it cites most of those between.
fn highest(contexts: &HashMap<usize, HashSet<String>>, count: usize) -> Option<usize> {
    let mut beyond: Vec<usize> = contexts.keys().copied().filter(|number| *number > count).collect();
    beyond.sort_unstable();
    let dense = |(at, number): &(usize, &usize)| 2 * (at + 1) >= **number - count;
    beyond.iter().enumerate().filter(dense).map(|(_, number)| *number).next_back()
}

/// For each entry and each count of entries lost before it: the log-odds that this is where it stands.
fn weights(
    references: &[Reference],
    contexts: &HashMap<usize, HashSet<String>>,
    lost: usize,
) -> Vec<Vec<f64>> {
    let highest = references.len() + lost;
    let strays: Vec<Vec<Stray>> = references
        .iter()
        .enumerate()
        .map(|(index, reference)| stray_numbers(&reference.raw, index + 2..highest))
        .collect();
    // What follows a stray number is another entry's.
    let own = |(reference, strays): (&Reference, &Vec<Stray>)| {
        let end = strays.first().map_or(reference.raw.len(), |stray| stray.at);
        stems(&reference.raw[..end].chars().take(400).collect::<String>()).collect()
    };
    let entries: Vec<HashSet<String>> = references.iter().zip(&strays).map(own).collect();
    let in_entries = frequencies(entries.iter());
    let in_contexts = frequencies(contexts.values());
    let rarity = |word: &str| {
        let of = |frequencies: &HashMap<&str, usize>, all: usize| {
            libm::log(all as f64 / frequencies.get(word).copied().unwrap_or(1) as f64)
        };
        of(&in_entries, entries.len()).min(of(&in_contexts, contexts.len()))
    };
    let evidence = |index: usize, number: usize| {
        let Some(context) = contexts.get(&number) else { return 0.0 };
        let shared: f64 = context.intersection(&entries[index]).map(|word| rarity(word)).sum();
        (TRUST * shared).min(MOST_EVIDENCE)
    };
    (0..references.len())
        .map(|index| {
            (0..=lost)
                .map(|lost| {
                    let number = index + 1 + lost;
                    let swallowed = strays[index].iter().map(|stray| stray.number).min();
                    let follows = index > 0 && strays[index - 1].iter().any(|stray| number <= stray.number);
                    let stray = match swallowed {
                        _ if follows => FORBIDDEN,
                        Some(stray) if number >= stray => FORBIDDEN,
                        Some(stray) if number + 1 < stray => LOSS_BEFORE_STRAY,
                        _ => 0.0,
                    };
                    stray + evidence(index, number)
                })
                .collect()
        })
        .collect()
}

fn frequencies<'a>(sets: impl Iterator<Item = &'a HashSet<String>>) -> HashMap<&'a str, usize> {
    let mut frequencies = HashMap::new();
    for word in sets.flatten() {
        *frequencies.entry(word.as_str()).or_default() += 1;
    }
    frequencies
}

/// The number of another entry inside an entry, and the byte at which it stands.
struct Stray {
    number: usize,
    at: usize,
}

/// Numbers in square brackets inside an entry, past its beginning, that may be numbers of entries after it.
fn stray_numbers(raw: &str, plausible: std::ops::Range<usize>) -> Vec<Stray> {
    let brackets = raw.match_indices('[').filter(|(at, _)| *at > 0);
    let inside = brackets.filter_map(|(at, _)| Some((at, raw.get(at + 1..)?.split_once(']')?)));
    inside
        .filter(|(_, (_, after))| after.is_empty() || after.starts_with(char::is_whitespace))
        .filter_map(|(at, (number, _))| Some(Stray { number: number.parse().ok()?, at }))
        .filter(|stray| plausible.contains(&stray.number))
        .collect()
}

/// For each entry and each count of entries lost before it: the share of the weight of all ways to lay the entries over
/// the numbers that has it there (forward–backward over counts that only grow).
fn shares(weights: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let width = weights.first().map_or(0, Vec::len);
    // Going on from one entry to the next: nothing is lost between them, or something is.
    let step = |from: &[f64]| -> Vec<f64> {
        let mut below = f64::NEG_INFINITY;
        from.iter()
            .map(|own| {
                let sum = log_sum(*own, below + LOSS);
                below = log_sum(below, *own);
                sum
            })
            .collect()
    };
    let mut forward: Vec<Vec<f64>> = Vec::new();
    for row in weights {
        let before = match forward.last() {
            Some(last) => step(last),
            None => (0..width).map(|lost| if lost == 0 { 0.0 } else { LOSS }).collect(),
        };
        forward.push(before.iter().zip(row).map(|(before, own)| before + own).collect());
    }
    // Backward: after the last entry the rest is lost, or nothing is left to lose.
    let mut after: Vec<f64> = (0..width).map(|lost| if lost + 1 == width { 0.0 } else { LOSS }).collect();
    let mut shares: Vec<Vec<f64>> = Vec::new();
    for (row, weights) in forward.iter().zip(weights).rev() {
        let both: Vec<f64> = row.iter().zip(&after).map(|(before, after)| before + after).collect();
        let all = both.iter().copied().fold(f64::NEG_INFINITY, log_sum);
        shares.push(both.iter().map(|own| libm::exp(own - all)).collect());
        let own: Vec<f64> = after.iter().zip(weights).rev().map(|(after, own)| after + own).collect();
        after = step(&own);
        after.reverse();
    }
    shares.reverse();
    shares
}

/// `ln(eᵃ + eᵇ)`.
fn log_sum(left: f64, right: f64) -> f64 {
    let (high, low) = if left > right { (left, right) } else { (right, left) };
    if low == f64::NEG_INFINITY { high } else { high + libm::log1p(libm::exp(low - high)) }
}

#[cfg(test)]
mod tests {
    use super::{Placement, place, shares};
    use crate::citation::Reference;
    use crate::citation::surface::BlockText;

    /// From a paper on intrusion detection as GROBID reads it: entry 4 is lost, entry 5 has swallowed entry 6.
    const ENTRIES: [&str; 8] = [
        "Chen, P M; Noble, B D. (2001). When virtual is better than real",
        "Collins, J R. Knark: Linux kernel subversion. Sans Institute IDS FAQ",
        "Dunlap, G W; King, S T. (2002). Revirt: Enabling intrusion analysis through virtual-machine logging",
        "Goldberg, R. (1974). Survey of virtual machine research [6] Guido van Rossum. Python Reference Manual",
        "Ioannidis, S; Keromytis, A D. (2000). Implementing a distributed firewall",
        "Kim, G H; Spafford, E H. (1994). The design and implementation of tripwire: A file system checker",
        "Meushaw, R; Simard, D. NetTop: Commercial technology in high assurance applications",
        "Murilo, N; Steding-Jessen, K. chkrootkit: locally checks for signs of a rootkit",
    ];

    fn placed(entries: &[&str], text: &str) -> Option<Placement> {
        let references: Vec<Reference> = entries
            .iter()
            .enumerate()
            .map(|(index, raw)| Reference {
                number: index as u32 + 1,
                raw: (*raw).to_owned(),
                ..Reference::default()
            })
            .collect();
        let block = BlockText::plain(text);
        place(&references, &[block])
    }

    #[test]
    fn a_list_that_lost_entries() {
        let text = "Rootkits such as Knark [2] hide. Firewalls as described by Ioannidis et al. [7] outside of the \
                    host. A program on disk (tripwire [8]) is checked. The NSA with their NetTop [9] system. \
                    Detection tools like chkrootkit [10] leverage it. Logging with Revirt [3] and replay; others [4].";
        let placement = placed(&ENTRIES, text).unwrap_or_default();
        let sure = |number: u32| placement.sure.get(&number).copied();
        assert_eq!([7, 8, 9, 10].map(sure), [Some(4), Some(5), Some(6), Some(7)]);
        assert_eq!(sure(6), None, "the swallowed one is no entry");
        assert_eq!(placement.doubtful.get(&5), Some(&vec![3]), "{placement:?}");
        assert_eq!(sure(4), None, "{placement:?}");
        // One of the first entries is lost, and little says which.
        assert!(placement.doubtful.get(&2).is_some_and(|several| several.contains(&1)), "{placement:?}");
    }

    #[test]
    fn a_stray_number_proves_positions() {
        let placement = placed(&ENTRIES, "It is so [1], [5] and [9], and so [10].").unwrap_or_default();
        let sure = |number: u32| placement.sure.get(&number).copied();
        assert_eq!([5, 7, 9, 10].map(sure), [Some(3), Some(4), Some(6), Some(7)]);
    }

    #[test]
    fn positions_without_proof_are_doubtful() {
        let plain: Vec<&str> = ENTRIES.iter().filter(|entry| !entry.contains('[')).copied().collect();
        let placement = placed(&plain, "It is so [1], [5] and [9], and so [10].").unwrap_or_default();
        assert!(placement.sure.keys().all(|number| *number <= 2), "{placement:?}");
        assert!(placement.doubtful.get(&5).is_some_and(|several| several.len() > 1), "{placement:?}");
    }

    #[test]
    fn a_whole_list_is_left_alone() {
        assert!(placed(&ENTRIES, "It is so [1], [5] and [8], at the year [2001] and at [14].").is_none());
    }

    #[test]
    fn shares_sum_to_one() {
        for row in shares(&[vec![0.0, 1.0, 0.0], vec![0.0, -12.0, 3.0], vec![0.5, 0.0, 0.0]]) {
            assert!((row.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{row:?}");
        }
    }
}
