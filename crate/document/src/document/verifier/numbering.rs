//! Printed numbers that do not follow each other: references, figures, tables, equations, sections.

use std::collections::{BTreeSet, HashSet};
use std::sync::LazyLock;

use regex::Regex;

use super::anomalies::{anomaly, head, is_prose};
use crate::document::{Anomaly, AnomalyKind, Document, Severity};
use crate::markup::BlockKind;

/// Mentions of figures, tables and equations in the running text.
static MENTION: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?:(?P<figure>Fig(?:ure|s?\.)?)|(?P<table>Tab(?:le|\.))|(?P<equation>Eq(?:uation|s?\.)))[ \u{a0}]*\(?(?P<number>[0-9]{1,3})(?:[^.0-9]|\.[^0-9]|\.?$)").ok()
});
/// A heading's own number: `2`, `2.1.`; its words may begin with a number or a sign: `2.3. 13C-sucrose`, `2.3. “Weirs”`.
static SECTION: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r#"^(?:§\s*)?(?P<number>[0-9]{1,2}(?:\.[0-9]{1,2}){0,4})\.?[\s\u{a0}:]+[0-9\p{Pi}„‚"'$\\^_{}−-]{0,8}\p{L}"#).ok()
});

/// What carries numbers of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Series {
    Figure,
    Table,
    Equation,
}

impl Series {
    const fn name(self) -> &'static str {
        match self {
            Self::Figure => "figure",
            Self::Table => "table",
            Self::Equation => "equation",
        }
    }
}

/// Checks every series of numbers.
pub(super) fn check(document: &Document, found: &mut Vec<Anomaly>) {
    headings(document, found);
    sections(document, found);
    for series in [Series::Figure, Series::Table, Series::Equation] {
        floats(document, series, found);
    }
}

/// Heading levels that jump.
fn headings(document: &Document, found: &mut Vec<Anomaly>) {
    let mut previous: Option<u8> = None;
    for block in &document.blocks {
        let BlockKind::Heading(level) = block.kind else { continue };
        if let Some(previous) = previous
            && level > previous.saturating_add(1)
        {
            found.push(anomaly(
                AnomalyKind::HeadingJump,
                Severity::Info,
                block.text.clone(),
                format!(
                    "the heading is {} levels under the one before it: a heading between them may be missing",
                    level - previous
                ),
            ));
        }
        previous = Some(level);
    }
}

/// Section numbers that skip: `2.1` then `2.4`, `2` then `4`.
fn sections(document: &Document, found: &mut Vec<Anomaly>) {
    let Some(regex) = SECTION.as_ref() else { return };
    let headings: Vec<&str> = document
        .blocks
        .iter()
        .filter(|block| matches!(block.kind, BlockKind::Heading(_)))
        .map(|block| block.text.as_str())
        .collect();
    let numbered: Vec<(Vec<u32>, &str)> = headings
        .iter()
        .filter_map(|heading| {
            let number = regex.captures(heading)?.name("number")?.as_str();
            Some((number.split('.').filter_map(|part| part.parse().ok()).collect(), *heading))
        })
        .collect();
    // A heading or two that happen to begin with a number are no numbering.
    if numbered.len() < 3 || numbered.len() * 3 < headings.len() {
        return;
    }
    for pair in numbered.windows(2) {
        let [(left, before), (right, after)] = pair else { continue };
        if follows(left, right) {
            continue;
        }
        let (kind, hint) = if right > left {
            (
                AnomalyKind::NumberGap,
                format!(
                    "the section after “{}” has another number than the next: a section may be missing",
                    head(before)
                ),
            )
        } else {
            (
                AnomalyKind::OutOfOrder,
                format!(
                    "the section stands after “{}”, though its number is lower: text may be out of order",
                    head(before)
                ),
            )
        };
        found.push(anomaly(kind, Severity::Warning, head(after), hint));
    }
}

/// Whether section `right` may come right after section `left`.
fn follows(left: &[u32], right: &[u32]) -> bool {
    let shared = left.iter().zip(right).take_while(|(left, right)| left == right).count();
    let rest = &right[shared..];
    let first = match (left.get(shared), rest.first()) {
        (Some(left), Some(right)) => *right == left.saturating_add(1),
        // Down: `2` then `2.1`, or `2.0`.
        (None, Some(right)) => *right <= 1,
        _ => false,
    };
    // An appendix or a supplement counts anew.
    let anew = right == [1] || right == [1, 1];
    first && rest.iter().skip(1).all(|part| *part <= 1) || anew
}

/// Gaps in the numbers of captions or equations.
fn floats(document: &Document, series: Series, found: &mut Vec<Anomaly>) {
    let printed: Vec<u32> = match series {
        Series::Figure => captions(document, "Fig", "ure"),
        Series::Table => captions(document, "Tab", "le"),
        Series::Equation => equations(document),
    };
    let distinct: BTreeSet<u32> = printed.iter().copied().collect();
    let Some(highest) = distinct.last().copied().filter(|_| distinct.len() >= 2) else { return };
    let mentioned = mentions(document, series);
    let missing: Vec<u32> = (1..=highest.min(999)).filter(|number| !distinct.contains(number)).collect();
    // Captions that are mostly not there were not read, or belong to another series.
    if missing.len() > distinct.len() {
        return;
    }
    for run in runs(&missing) {
        let [first, .., last] = run.as_slice() else {
            if let [only] = run.as_slice() {
                push_gap(series, *only, *only, &mentioned, found);
            }
            continue;
        };
        push_gap(series, *first, *last, &mentioned, found);
    }
}

fn push_gap(series: Series, first: u32, last: u32, mentioned: &HashSet<u32>, found: &mut Vec<Anomaly>) {
    let name = series.name();
    let asked_for = (first..=last).any(|number| mentioned.contains(&number));
    let what = if first == last { format!("{name} {first}") } else { format!("{name}s {first}–{last}") };
    let hint = if asked_for {
        format!(
            "the text speaks of {what}, which was not found between its neighbours: part of the document may not have been read"
        )
    } else {
        format!("{what} is missing between its neighbours: part of the document may not have been read")
    };
    let severity = if asked_for { Severity::Warning } else { Severity::Info };
    found.push(anomaly(AnomalyKind::NumberGap, severity, what, hint));
}

/// Numbers in a row, grouped.
fn runs(numbers: &[u32]) -> Vec<Vec<u32>> {
    let mut runs: Vec<Vec<u32>> = Vec::new();
    for number in numbers {
        match runs.last_mut() {
            Some(run) if run.last().is_some_and(|last| last.saturating_add(1) == *number) => {
                run.push(*number)
            }
            _ => runs.push(vec![*number]),
        }
    }
    runs
}

/// Numbers of the captions that begin with a word such as `Fig`, `Fig.`, `Figure`.
fn captions(document: &Document, short: &str, rest: &str) -> Vec<u32> {
    document
        .blocks
        .iter()
        .filter(|block| block.kind == BlockKind::Caption)
        .filter_map(|block| {
            let start = block.text.get(..short.len()).filter(|start| start.eq_ignore_ascii_case(short))?;
            let text = &block.text[start.len()..];
            let long = text.get(..rest.len()).is_some_and(|start| start.eq_ignore_ascii_case(rest));
            let text = if long { &text[rest.len()..] } else { text };
            let text = text.trim_start_matches(|c: char| c.is_whitespace() || c == '.');
            let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
            // `Figure 2-1`, `Table 3.4`: numbered by chapter.
            let after: String = text[digits..].chars().take(2).collect();
            let by_chapter =
                after.starts_with(['.', '-', '–']) && after.ends_with(|c: char| c.is_ascii_digit());
            text[..digits].parse().ok().filter(|_| !by_chapter)
        })
        .collect()
}

/// Numbers printed beside displayed formulas.
fn equations(document: &Document) -> Vec<u32> {
    document
        .blocks
        .iter()
        .filter(|block| block.kind == BlockKind::Math)
        .flat_map(|block| block.text.split("\\tag{").skip(1))
        .filter_map(|tag| {
            tag.split('}').next()?.trim_end_matches(|c: char| c.is_ascii_lowercase()).parse().ok()
        })
        .collect()
}

/// Numbers that the running text speaks of.
fn mentions(document: &Document, series: Series) -> HashSet<u32> {
    let Some(regex) = MENTION.as_ref() else { return HashSet::new() };
    let prose = document.blocks.iter().filter(|block| is_prose(block));
    prose
        .flat_map(|block| regex.captures_iter(&block.text))
        .filter(|found| found.name(series.name()).is_some())
        .filter_map(|found| found.name("number")?.as_str().parse().ok())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{SECTION, follows, runs};

    #[test]
    fn headings_may_begin_with_a_number_or_a_sign_behind_their_own_number() {
        let number = |heading: &str| {
            let found = SECTION.as_ref()?.captures(heading)?;
            Some(found.name("number")?.as_str().to_owned())
        };
        for (heading, own) in [
            ("2.3. 13C-Sucrose Breath Test", Some("2.3")),
            ("2.3 3D models", Some("2.3")),
            ("3.5 Die „Tradwife“-Bewegung", Some("3.5")),
            ("3.5 „Tradwives“", Some("3.5")),
            ("4.2 “Weirs” of oak", Some("4.2")),
            ("4.2 $\\alpha$-decay", Some("4.2")),
            ("4 16S rRNA", Some("4")),
            ("2 (a + b) :>", None),
            ("10 000 weirs", None),
            ("2 × 3 weirs", None),
            ("2015 12 May", None),
        ] {
            assert_eq!(number(heading).as_deref(), own, "{heading}");
        }
    }

    #[test]
    fn sections_follow_each_other() {
        for (left, right) in [
            (&[1][..], &[2][..]),
            (&[1], &[1, 1]),
            (&[1, 3], &[2]),
            (&[1, 3, 2], &[1, 4]),
            (&[1], &[2, 1]),
            (&[7], &[1]),
        ] {
            assert!(follows(left, right), "{left:?} {right:?}");
        }
        for (left, right) in
            [(&[1][..], &[3][..]), (&[2, 1], &[2, 3]), (&[1], &[1, 2]), (&[3], &[2]), (&[2, 2], &[2, 2])]
        {
            assert!(!follows(left, right), "{left:?} {right:?}");
        }
    }

    #[test]
    fn numbers_in_a_row_are_grouped() {
        assert_eq!(runs(&[2, 3, 7]), [vec![2, 3], vec![7]]);
    }
}
