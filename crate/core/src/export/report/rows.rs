//! Findings with what they are about, as every format tells them.

use crate::audit::event::{CitationView, ReferenceView};
use crate::audit::finding::Finding;
use crate::export::CheckExport;
use citelight_types::finding::messages::{category_words, verdict_word};
use citelight_types::finding::{Evidence, Verdict};

/// The order in which verdicts are told: what needs a reader first.
pub const VERDICTS: [Verdict; 4] =
    [Verdict::Miscited, Verdict::Undecidable, Verdict::Unchecked, Verdict::Supported];

/// A finding with its citation and its entry.
#[derive(Clone, Copy, Debug)]
pub struct Row<'a> {
    /// The finding.
    pub finding: &'a Finding,
    /// The citation that it is about.
    pub citation: Option<&'a CitationView>,
    /// The entry that it is about; none where the citation points at no single one.
    pub reference: Option<&'a ReferenceView>,
    /// Why a reader dismissed it.
    pub dismissed: Option<&'a str>,
}

/// All findings in reading order.
pub fn rows(export: &CheckExport) -> impl Iterator<Item = Row<'_>> {
    export.findings.iter().map(|finding| Row {
        finding,
        citation: export.map.citations.iter().find(|citation| citation.id == finding.citation),
        reference: export.map.references.iter().find(|reference| reference.id == finding.reference),
        dismissed: export
            .dismissed
            .iter()
            .find(|one| one.citation == finding.citation && one.reference == finding.reference)
            .map(|one| one.reason.words()),
    })
}

impl Row<'_> {
    /// The citation as the text prints it.
    pub fn marker(&self) -> &str {
        self.citation.map_or("", |citation| citation.surface.as_str())
    }

    /// The sentence that cites.
    pub fn sentence(&self) -> &str {
        self.citation.map_or("", |citation| citation.sentence.as_str())
    }

    /// The entry as the list prints it.
    pub fn entry(&self) -> &str {
        self.reference.map_or("", |reference| reference.raw.as_str())
    }

    /// "Content: says otherwise", "confidence 0.86": what stands beside the marker.
    pub fn qualities(&self) -> Vec<String> {
        let category = self.finding.category.map(category_words);
        let confidence = self.finding.confidence.map(|confidence| format!("confidence {confidence:.2}"));
        let dismissed = self.dismissed.map(|reason| format!("dismissed by the reader ({reason})"));
        let since = self.finding.is_retracted_since().then(|| "retracted later".to_owned());
        [category, since, confidence, dismissed].into_iter().flatten().collect()
    }

    /// Whose words the evidence is.
    pub fn speaker(&self) -> &'static str {
        if self.finding.committee.is_some() { "A paper that cites it" } else { "Source" }
    }
}

/// "Results, paragraph 4".
pub(super) fn place(evidence: &Evidence) -> String {
    let place = &evidence.place;
    let section = place.section.last().map(String::as_str).unwrap_or_default();
    let paragraph = format!("paragraph {}", place.paragraph);
    if section.is_empty() { paragraph } else { format!("{section}, {paragraph}") }
}

/// "42 of 60 citations checked, 3 need review, …", one clause each.
pub fn state(export: &CheckExport) -> Vec<String> {
    let summary = &export.summary;
    let mut clauses = vec![
        format!("{} of {} citations checked", summary.pairs.saturating_sub(summary.unchecked), summary.pairs),
        format!("{} need review", summary.miscited),
        format!("{} inconclusive", summary.undecidable),
        format!("{} open", summary.unchecked),
    ];
    if summary.retracted_since > 0 {
        clauses.push(format!("{} cite works that were retracted later", summary.retracted_since));
    }
    if summary.unmapped > 0 {
        clauses.push(format!("{} point at no single entry", summary.unmapped));
    }
    clauses.push(format!(
        "references: {} found, {} not found, {} open",
        summary.references_resolved, summary.references_ghost, summary.references_open
    ));
    if let Some(integrity) = summary.integrity {
        let decided = summary.supported + summary.miscited;
        clauses.push(format!(
            "integrity {:.0} % ({} of {decided} decided pairs are supported; {:.0} % of all were read)",
            integrity * 100.0,
            summary.supported,
            summary.coverage * 100.0
        ));
    }
    if !summary.complete {
        clauses.push("stopped before the end".to_owned());
    }
    clauses
}

/// What the figures mean, under every report.
pub(super) const READING: &str = "“Needs review” means: compare the sentence with the evidence shown. It is not a judgement of the \
     authors. Inconclusive and open citations are not suspicious, and nobody is at fault for citing a work that was \
     retracted later.";

/// A heading with its count.
pub fn heading(verdict: Verdict, count: usize) -> String {
    format!("{} ({count})", verdict_word(verdict))
}

/// Text of somebody else on one line, without marks that would turn its direction or steer a terminal.
pub fn plain(text: &str) -> String {
    let spaced = text.chars().map(|c| if c.is_control() { ' ' } else { c });
    spaced.filter(|c| !is_directional(*c)).collect()
}

/// Marks that turn the direction of writing could make a quotation read otherwise than it is.
fn is_directional(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_can_neither_steer_a_terminal_nor_turn_a_quotation() {
        assert_eq!(plain("a\u{1b}[31mb\u{202e}c\u{61c}\n"), "a [31mbc ");
    }
}
