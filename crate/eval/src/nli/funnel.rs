//! The funnel's own decision over the sentences of a cited work: what the product would say, signals included.
use std::collections::BTreeMap;

use citelight::citation::Citation;
use citelight::claim::{Claim, claim_of};
use citelight::document::{Content, Document};
use citelight::finding::{Extent, Verdict};
use citelight::markup::{Block, BlockKind};
use citelight::settings::Settings;
use citelight::taxonomy::RecordFacts;
use citelight::verify::source_text::SourceText;
use citelight::verify::{Models, judge};
use citelight_cli::failure::Failure;
use citelight_cli::output::cut;
use serde::Serialize;

use super::read::{Label, Labelled};
use crate::statistics::Share;

/// Verdicts over a file.
#[derive(Default, Serialize)]
pub(super) struct FunnelFigures {
    /// Verdicts by the label as the file names it.
    pub(super) verdicts: BTreeMap<String, BTreeMap<&'static str, usize>>,
    /// Claims whose citation was not found in them.
    pub(super) unmapped: usize,
    /// Flags on what is labelled as wrong.
    pub(super) precision_of_miscited: Share,
    /// Flags on what is labelled as wrong or irrelevant.
    pub(super) precision_of_miscited_or_irrelevant: Share,
    /// "Supported" on what is labelled as right.
    pub(super) precision_of_supported: Share,
    /// Neither supported nor miscited: what would be sent on.
    pub(super) ambiguous: Share,
    pub(super) flags: Vec<Flag>,
}

/// A claim that was flagged.
#[derive(Serialize)]
pub(super) struct Flag {
    pub(super) label: String,
    pub(super) claim: String,
    pub(super) message: String,
    pub(super) evidence: String,
}

/// Judges every claim against a source that is made of its sentences.
pub(super) fn judge_all(
    pairs: &[Labelled],
    models: Models<'_>,
    settings: &Settings,
) -> Result<FunnelFigures, Failure> {
    let mut figures = FunnelFigures::default();
    let mut called: BTreeMap<(Verdict, Label), usize> = BTreeMap::new();
    for pair in pairs {
        let Some(claim) = claim(&pair.hypothesis)? else {
            figures.unmapped += 1;
            continue;
        };
        let source = source_of(&pair.premise);
        let judgement =
            pollster::block_on(judge(&claim, &source, RecordFacts::default(), models, None, settings))
                .map_err(|error| Failure::Models { folder: "models".into(), reason: error.to_string() })?;
        *called.entry((judgement.verdict, pair.label)).or_default() += 1;
        let word = citelight::finding::messages::verdict_word(judgement.verdict);
        *figures.verdicts.entry(pair.name.clone()).or_default().entry(word).or_default() += 1;
        if judgement.verdict == Verdict::Miscited {
            figures.flags.push(Flag {
                label: pair.name.clone(),
                claim: cut(&claim.text, 300),
                message: cut(&citelight::finding::messages::message(&judgement.reasons), 200),
                evidence: judgement.evidence.first().map(|piece| cut(&piece.text, 300)).unwrap_or_default(),
            });
        }
    }
    let count = |verdict: Verdict, labels: &[Label]| {
        labels.iter().filter_map(|label| called.get(&(verdict, *label))).sum::<usize>()
    };
    let flagged = count(Verdict::Miscited, &Label::ALL);
    let supported = count(Verdict::Supported, &Label::ALL);
    let judged: usize = called.values().sum();
    figures.precision_of_miscited = Share::of(count(Verdict::Miscited, &[Label::Contradiction]), flagged);
    figures.precision_of_miscited_or_irrelevant =
        Share::of(count(Verdict::Miscited, &[Label::Contradiction, Label::Neutral]), flagged);
    figures.precision_of_supported = Share::of(count(Verdict::Supported, &[Label::Entailment]), supported);
    figures.ambiguous = Share::of(judged - flagged - supported, judged);
    Ok(figures)
}

/// The claim of a citing sentence, as the audit reads it: `<|cit|>` and `<|multi_cit|>` stand for the citation in
/// question, `<|other_cit|>` for others.
pub(crate) fn claim(sentence: &str) -> Result<Option<Claim>, Failure> {
    let document = Content::alone(page(sentence)).parse("claim.html", false)?;
    let wanted = |citation: &&Citation| {
        citation.references.iter().any(|reference| {
            document.references.get(*reference).is_some_and(|reference| reference.id == "r1")
        })
    };
    Ok(document.citations.iter().find(wanted).map(|citation| claim_of(&document, citation)))
}

fn page(sentence: &str) -> String {
    const MARKERS: [(&str, &str); 3] = [("<|cit|>", "1"), ("<|multi_cit|>", "1"), ("<|other_cit|>", "2")];
    let mut html = String::new();
    let mut rest = sentence;
    let mut open = false;
    while let Some(c) = rest.chars().next() {
        if let Some((marker, number)) = MARKERS.iter().find(|(marker, _)| rest.starts_with(marker)) {
            let link = format!("<a href=\"#r{number}\">{number}</a>");
            html += &if open { link } else { format!(" [{link}]") };
            rest = &rest[marker.len()..];
            continue;
        }
        match c {
            '[' => open = true,
            ']' => open = false,
            _ => {}
        }
        match c {
            '<' => html.push_str("&lt;"),
            '&' => html.push_str("&amp;"),
            _ => html.push(c),
        }
        rest = &rest[c.len_utf8()..];
    }
    format!(
        "<!DOCTYPE html><html><body><article><h1>Claim</h1><p>{html}</p><h2>References</h2><ol class=\"references\">\
         <li id=\"r1\">Smith A. The work in question. Journal. 2010.</li>\
         <li id=\"r2\">Miller B. Another work. Journal. 2011.</li></ol></article></body></html>"
    )
}

/// A source in which each sentence stands for itself. They are a choice of a work's sentences: what they lack may stand in it.
pub(crate) fn source_of(sentences: &[String]) -> SourceText {
    let blocks = sentences.iter().map(|text| Block {
        kind: BlockKind::Paragraph,
        text: text.clone(),
        section: Vec::new(),
        sentences: vec![0..text.len()],
        origins: Vec::new(),
    });
    let document = Document { blocks: blocks.collect(), ..Document::default() };
    let mut source = SourceText::from_document(&document, "sentences of the cited work", Extent::FullText);
    source.has_gaps = true;
    source
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markers_become_citations_and_leave_the_claim() {
        for sentence in [
            "Sleep improves memory in young adults [<|cit|>].",
            "Sleep improves memory in young adults [<|other_cit|>,18,<|multi_cit|>].",
            "Sleep improves memory in young adults<|cit|>.",
        ] {
            let claim = claim(sentence).unwrap().unwrap();
            assert!(claim.text.contains("improves memory") && !claim.text.contains('|'), "{}", claim.text);
        }
        assert!(claim("Nothing is cited here.").unwrap().is_none());
    }

    #[test]
    fn each_sentence_is_a_passage() {
        assert_eq!(source_of(&["One says this.".to_owned(), "Two says that.".to_owned()]).passages.len(), 2);
    }
}
