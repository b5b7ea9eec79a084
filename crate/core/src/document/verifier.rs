//! Deterministic checks on an extraction: what looks wrong is said, with its place and a hint, never dropped.

use std::collections::{HashMap, HashSet};

use super::tree::Tree;
use super::{Anomaly, AnomalyKind, BlockKind, Document, Severity};
use crate::citation::{CitationStyle, Mapping};

/// Running text under which there is no article, in bytes.
const LEAST_BODY: usize = 1_500;

/// Paragraphs shorter than this may occur twice.
const LEAST_DUPLICATE: usize = 120;

/// Anomalies of one kind that are listed one by one; more are summed up.
const MOST_LISTED: usize = 20;

/// Checks a document; `tree` is what it was parsed from, if it was markup.
pub(crate) fn verify(document: &Document, tree: Option<&Tree>) -> Vec<Anomaly> {
    let mut found = Vec::new();
    let has_body = body(document, &mut found);
    if has_body {
        no_references(document, &mut found);
    }
    truncated(document, tree, &mut found);
    headings(document, &mut found);
    numbers(document, &mut found);
    duplicates(document, &mut found);
    citations(document, &mut found);
    if let Some(tree) = tree {
        converter_errors(tree, &mut found);
    }
    found
}

fn anomaly(
    kind: AnomalyKind,
    severity: Severity,
    place: impl Into<String>,
    hint: impl Into<String>,
) -> Anomaly {
    Anomaly { kind, severity, place: place.into(), hint: hint.into() }
}

/// Whether there is body text; says so if not.
fn body(document: &Document, found: &mut Vec<Anomaly>) -> bool {
    let text: usize = document
        .blocks
        .iter()
        .filter(|block| matches!(block.kind, BlockKind::Paragraph | BlockKind::ListItem))
        .map(|block| block.text.len())
        .sum();
    // A short note that cites is an article; a landing page does not cite.
    if text >= LEAST_BODY || text >= LEAST_BODY / 5 && !document.citations.is_empty() {
        return true;
    }
    let has_abstract = document.blocks.iter().any(|block| block.kind == BlockKind::Abstract);
    let what = if has_abstract { "only an abstract was found" } else { "no article text was found" };
    found.push(anomaly(
        AnomalyKind::NoBody,
        Severity::Error,
        document.title.clone().unwrap_or_default(),
        format!("{what}: this may be a landing page, a paywall or a robot check; open the full text and start again"),
    ));
    false
}

fn no_references(document: &Document, found: &mut Vec<Anomaly>) {
    if document.references.is_empty() {
        found.push(anomaly(
            AnomalyKind::NoReferences,
            Severity::Error,
            "end of the document",
            "no reference list was found; if the page loads it on demand, open it and start again",
        ));
    }
}

/// Signs of an end that came too early.
fn truncated(document: &Document, tree: Option<&Tree>, found: &mut Vec<Anomaly>) {
    let last = document.blocks.iter().rev().find(|block| block.kind == BlockKind::Paragraph);
    let place = last.map(|block| tail(&block.text)).unwrap_or_default();
    if tree.is_some_and(|tree| tree.cut) {
        found.push(anomaly(
            AnomalyKind::Truncated,
            Severity::Error,
            place,
            "the markup ends in the middle of the document; load or save the page completely and start again",
        ));
    }
}

fn headings(document: &Document, found: &mut Vec<Anomaly>) {
    let mut previous: Option<u8> = None;
    for block in &document.blocks {
        let BlockKind::Heading(level) = block.kind else { continue };
        if let Some(previous) = previous
            && level > previous + 1
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

/// Gaps in the printed numbers of references, equations, figures and tables.
fn numbers(document: &Document, found: &mut Vec<Anomaly>) {
    let labels: Vec<u32> = document
        .references
        .iter()
        .filter_map(|reference| {
            reference.label.as_deref()?.trim_matches(['[', ']', '(', ')', '.', ' ']).parse().ok()
        })
        .collect();
    gaps("reference", &labels, Severity::Warning, found);
    for kind in ["Figure", "Table"] {
        let captions: Vec<u32> = document
            .blocks
            .iter()
            .filter(|block| block.kind == BlockKind::Caption)
            .filter_map(|block| number_after(&block.text, kind))
            .collect();
        let distinct: HashSet<u32> = captions.iter().copied().collect();
        let mut distinct: Vec<u32> = distinct.into_iter().collect();
        distinct.sort_unstable();
        gaps(&kind.to_lowercase(), &distinct, Severity::Info, found);
    }
    let equations: Vec<u32> = document
        .blocks
        .iter()
        .filter(|block| block.kind == BlockKind::Math)
        .filter_map(|block| block.text.split("\\tag{").nth(1)?.split('}').next()?.parse().ok())
        .collect();
    gaps("equation", &equations, Severity::Info, found);
}

fn number_after(text: &str, word: &str) -> Option<u32> {
    let rest = text.strip_prefix(word).or_else(|| text.strip_prefix(&format!("{}.", &word[..3])))?;
    rest.trim_start_matches(|c: char| c.is_whitespace() || c == '.')
        .split(|c: char| !c.is_ascii_digit())
        .next()
        .and_then(|digits| digits.parse().ok())
}

fn gaps(what: &str, numbers: &[u32], severity: Severity, found: &mut Vec<Anomaly>) {
    let mut expected = 1;
    for number in numbers {
        if *number > expected && *number - expected < 1_000 {
            found.push(anomaly(
                AnomalyKind::NumberGap,
                severity,
                format!("{what} {number}"),
                format!("{what} {expected} is missing before {what} {number}: part of the document may not have been read"),
            ));
        }
        expected = number.saturating_add(1);
    }
}

fn duplicates(document: &Document, found: &mut Vec<Anomaly>) {
    let mut seen = HashSet::new();
    for block in &document.blocks {
        let is_prose = matches!(block.kind, BlockKind::Paragraph | BlockKind::Abstract | BlockKind::ListItem);
        if is_prose && block.text.len() >= LEAST_DUPLICATE && !seen.insert(block.text.as_str()) {
            found.push(anomaly(
                AnomalyKind::DuplicateText,
                Severity::Warning,
                head(&block.text),
                "the paragraph occurs twice: its citations are counted twice",
            ));
        }
    }
}

/// Citations without a reference, references without a citation, and the signs of a list that was cut.
fn citations(document: &Document, found: &mut Vec<Anomaly>) {
    let surface = |citation: &crate::citation::Citation| {
        document
            .blocks
            .get(citation.block)
            .and_then(|block| block.text.get(citation.range.clone()))
            .unwrap_or_default()
            .to_owned()
    };
    let unmatched: Vec<String> = document
        .citations
        .iter()
        .filter(|citation| citation.status == Mapping::Unmatched)
        .map(surface)
        .collect();
    list(
        found,
        AnomalyKind::UnmatchedCitation,
        Severity::Warning,
        unmatched.clone(),
        "the citation points at no entry of the reference list",
    );
    let share = unmatched.len() as f64 / document.citations.len().max(1) as f64;
    if !document.references.is_empty() && unmatched.len() >= 5 && share > 0.3 {
        found.push(anomaly(
            AnomalyKind::Truncated,
            Severity::Error,
            "reference list",
            format!(
                "{} of {} citations point at no entry: the reference list seems to be cut",
                unmatched.len(),
                document.citations.len()
            ),
        ));
    }
    if document.style == CitationStyle::Unknown {
        return;
    }
    let cited: HashSet<usize> =
        document.citations.iter().flat_map(|citation| citation.references.iter().copied()).collect();
    let possible: HashSet<usize> = document
        .citations
        .iter()
        .flat_map(|citation| match &citation.status {
            Mapping::Ambiguous { candidates } => candidates.clone(),
            _ => Vec::new(),
        })
        .collect();
    let uncited = document
        .references
        .iter()
        .enumerate()
        .filter(|(index, _)| !cited.contains(index) && !possible.contains(index))
        .map(|(_, reference)| reference.label.clone().unwrap_or_else(|| head(&reference.raw)))
        .collect();
    list(
        found,
        AnomalyKind::UncitedReference,
        Severity::Info,
        uncited,
        "no citation in the text points at this entry",
    );
}

fn list(found: &mut Vec<Anomaly>, kind: AnomalyKind, severity: Severity, places: Vec<String>, hint: &str) {
    let more = places.len().saturating_sub(MOST_LISTED);
    found.extend(places.into_iter().take(MOST_LISTED).map(|place| anomaly(kind, severity, place, hint)));
    if more > 0 {
        found.push(anomaly(kind, severity, format!("{more} more"), hint));
    }
}

/// Macros that LaTeXML did not know.
fn converter_errors(tree: &Tree, found: &mut Vec<Anomaly>) {
    let mut macros: HashMap<String, usize> = HashMap::new();
    for node in tree.descendants(Tree::ROOT).filter(|node| tree.has_class(*node, "ltx_ERROR")) {
        *macros.entry(tree.words_below(node, 60)).or_default() += 1;
    }
    let mut macros: Vec<(String, usize)> = macros.into_iter().collect();
    macros.sort();
    for (name, count) in macros.into_iter().take(MOST_LISTED) {
        found.push(anomaly(
            AnomalyKind::ConverterError,
            Severity::Info,
            name,
            format!("the converter did not know this macro ({count} times): text or citations near it may be damaged"),
        ));
    }
}

fn head(text: &str) -> String {
    text.chars().take(80).collect()
}

fn tail(text: &str) -> String {
    let skip = text.chars().count().saturating_sub(80);
    text.chars().skip(skip).collect()
}
