//! The order in which references are first cited. Lists numbered by citation ascend in the text; where the first
//! mentions skip numbers that are never cited, text is missing, and where they skip numbers that come later, text was
//! exchanged.

use std::collections::HashSet;

use super::anomalies::{anomaly, is_prose, tail};
use super::citations::{surface, uncited};
use crate::citation::{Citation, CitationStyle};
use crate::document::{Anomaly, AnomalyKind, Document, Severity};

/// First mentions under which nothing can be said of their order.
const LEAST_MENTIONS: usize = 8;

/// Share of first mentions that ascend, from which on a list counts as numbered by citation.
const ASCENDING: f64 = 0.85;

/// References in a row that must be out of place: one or two are cited in a caption or were added late.
const LEAST_LATE: usize = 3;

/// References in a row that must be uncited.
const LEAST_UNCITED: usize = 2;

/// The first citation of a reference in running text.
#[derive(Clone, Copy, Debug)]
struct First<'a> {
    /// Index in the reference list.
    reference: usize,
    citation: &'a Citation,
}

/// Looks for skips in the order of first mentions.
pub(super) fn check(document: &Document, found: &mut Vec<Anomaly>) {
    if !matches!(document.style, CitationStyle::Numeric | CitationStyle::Superscript) {
        return;
    }
    let firsts = firsts(document);
    let ascending = firsts
        .windows(2)
        .filter(|pair| matches!(pair, [left, right] if left.reference < right.reference))
        .count();
    if firsts.len() < LEAST_MENTIONS || (ascending as f64) < ASCENDING * (firsts.len() - 1) as f64 {
        return;
    }
    let uncited: HashSet<usize> = uncited(document).into_iter().collect();
    let mut next = 0;
    for (index, first) in firsts.iter().enumerate() {
        let before = index.checked_sub(1).and_then(|before| firsts.get(before));
        if first.reference >= next + LEAST_UNCITED {
            let never: Vec<usize> =
                (next..first.reference).filter(|reference| uncited.contains(reference)).collect();
            let is_early = |other: &First<'_>| other.reference >= first.reference;
            let is_late = |other: &First<'_>| (next..first.reference).contains(&other.reference);
            let late = firsts[index..].split(|other| !is_late(other)).map(<[_]>::len).max().unwrap_or(0);
            let early = firsts[index..].split(|other| !is_early(other)).next().unwrap_or_default();
            // What one citation names early, or what are few numbers, is cited in a box or of a supplement: no stretch of text.
            let is_one = early.iter().all(|own| std::ptr::eq(own.citation, first.citation));
            if late >= LEAST_LATE && (is_one || early.len() < LEAST_LATE) {
                continue;
            }
            if let Some(run) = longest_run(&never).filter(|run| run.1 - run.0 + 1 >= LEAST_UNCITED) {
                found.push(gap(document, before, first, run));
            } else if late >= LEAST_LATE {
                found.push(exchanged(document, before, first, next));
            }
        }
        next = next.max(first.reference + 1);
    }
    let last = document.references.len();
    let tail_uncited = (next..last).filter(|reference| uncited.contains(reference)).count();
    if tail_uncited >= LEAST_LATE && tail_uncited == last - next {
        // A few may be cited in a part of the article that is not text: a supplement, a data statement.
        let severity = if tail_uncited * 8 >= last { Severity::Warning } else { Severity::Info };
        let place = firsts.last().map_or_else(String::new, |first| place(document, first));
        found.push(anomaly(
            AnomalyKind::NumberGap,
            severity,
            place,
            format!(
                "references {}–{last} are cited nowhere, though all before them are: the end of the text may be missing",
                next + 1
            ),
        ));
    }
}

/// First mentions in running text, in reading order; what captions, tables and notes cite first has no place there.
fn firsts(document: &Document) -> Vec<First<'_>> {
    let in_prose = |citation: &&Citation| document.blocks.get(citation.block).is_some_and(is_prose);
    let elsewhere: HashSet<usize> = document
        .citations
        .iter()
        .filter(|citation| !in_prose(citation))
        .flat_map(|citation| citation.references.iter().copied())
        .collect();
    let mut seen = elsewhere;
    let mut firsts = Vec::new();
    for citation in document.citations.iter().filter(in_prose) {
        for reference in &citation.references {
            if seen.insert(*reference) {
                firsts.push(First { reference: *reference, citation });
            }
        }
    }
    firsts
}

/// How many references are first cited after one that stands behind them in the list.
pub(super) fn disorder<'a>(citations: impl Iterator<Item = &'a Citation>) -> usize {
    let mut seen = HashSet::new();
    let mut next = 0;
    let mut late = 0;
    for reference in citations.flat_map(|citation| citation.references.iter().copied()) {
        if seen.insert(reference) {
            late += usize::from(reference < next);
            next = next.max(reference + 1);
        }
    }
    late
}

/// First and last of the longest run of successive numbers.
fn longest_run(numbers: &[usize]) -> Option<(usize, usize)> {
    let mut best: Option<(usize, usize)> = None;
    let mut open: Option<(usize, usize)> = None;
    for number in numbers {
        open = match open {
            Some((start, end)) if end + 1 == *number => Some((start, *number)),
            _ => Some((*number, *number)),
        };
        if let Some((start, end)) = open
            && best.is_none_or(|(from, to)| end - start > to - from)
        {
            best = open;
        }
    }
    best
}

fn gap(document: &Document, before: Option<&First<'_>>, first: &First<'_>, run: (usize, usize)) -> Anomaly {
    anomaly(
        AnomalyKind::NumberGap,
        Severity::Warning,
        between(document, before, first),
        format!(
            "references {}–{} should be cited here and are cited nowhere: text may be missing",
            run.0 + 1,
            run.1 + 1
        ),
    )
}

fn exchanged(document: &Document, before: Option<&First<'_>>, first: &First<'_>, next: usize) -> Anomaly {
    anomaly(
        AnomalyKind::OutOfOrder,
        Severity::Warning,
        between(document, before, first),
        format!(
            "references {}–{} are first cited only after reference {}: stretches of text may have been exchanged",
            next + 1,
            first.reference,
            first.reference + 1
        ),
    )
}

fn between(document: &Document, before: Option<&First<'_>>, first: &First<'_>) -> String {
    match before {
        Some(before) => format!("{} | {}", place(document, before), place(document, first)),
        None => place(document, first),
    }
}

/// The words before a citation, and the citation.
fn place(document: &Document, first: &First<'_>) -> String {
    let before = document
        .blocks
        .get(first.citation.block)
        .and_then(|block| block.text.get(..first.citation.range.start))
        .unwrap_or_default();
    format!("{}{}", tail(before), surface(document, first.citation))
}

#[cfg(test)]
mod tests {
    use super::longest_run;

    #[test]
    fn the_longest_run_is_found() {
        assert_eq!(longest_run(&[]), None);
        assert_eq!(longest_run(&[3]), Some((3, 3)));
        assert_eq!(longest_run(&[1, 2, 5, 6, 7, 9]), Some((5, 7)));
    }
}
