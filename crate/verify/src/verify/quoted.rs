//! What a judgement says of the literal quotations in its claim.

use super::judgement::{Judgement, place};
use super::source_text::SourceText;
use crate::claim::Claim;
use crate::quotation::{Outcome, Quotation, Stretch, look_up_quotations};
use crate::taxonomy;
use citelight_types::finding::{Check, Evidence, EvidenceScores, Extent, Reason, Step, TrailStep, Verdict};
use citelight_types::sort::SmallSort;
use citelight_types::text::normalise::first_words;

/// Words of a quotation that the trail shows.
const SHOWN: usize = 8;

/// Whether a reason is about a quotation.
pub(super) fn is_of_quotation(reason: &Reason) -> bool {
    matches!(
        reason,
        Reason::QuotationFound { .. } | Reason::QuotationAltered { .. } | Reason::QuotationMissing { .. }
    )
}

/// The judgement with what became of the quotations, which comes first. Where several works are cited together the words may
/// be another's, and where not the whole text was read they may stand elsewhere: then only what was found is told. No claim is
/// supported by a source that it misquotes.
pub(super) fn with_quotations(mut judgement: Judgement, claim: &Claim, source: &SourceText) -> Judgement {
    let is_whole = source.extent == Extent::FullText && !source.has_gaps;
    let is_alone = claim.joint <= 1;
    let told: Vec<Quotation> = look_up_quotations(claim, &source.passages)
        .into_iter()
        .filter(|quotation| match quotation.outcome {
            Outcome::Found(_) => true,
            // What an abstract puts otherwise may stand in the text as it is quoted.
            Outcome::Altered { .. } | Outcome::Missing => is_alone && is_whole,
        })
        .collect();
    if told.is_empty() {
        return judgement;
    }
    let mut reasons: Vec<Reason> = told.iter().flat_map(reasons_of).collect();
    reasons.small_sort_by_key(|reason| matches!(reason, Reason::QuotationFound { .. }));
    let objections = reasons.iter().filter(|reason| taxonomy::category_of(reason).is_some()).count();
    judgement.trail.extend(told.iter().map(step));
    let shown: Vec<Evidence> = told.iter().filter_map(|quotation| evidence(quotation, source)).collect();
    judgement.evidence.retain(|piece| !shown.iter().any(|other| other.text == piece.text));
    judgement.evidence.splice(0..0, shown);
    if objections > 0 {
        if judgement.verdict == Verdict::Supported {
            let unaltered = Check::none("quotations that the source has otherwise", objections);
            let summary = "what it quotes is not what the source says";
            judgement.trail.push(TrailStep::new(Step::Decide, summary, &[]).with_checks(vec![unaltered]));
            judgement.reasons.retain(|reason| *reason != Reason::SourceSaysSo);
        }
        if judgement.verdict != Verdict::Miscited {
            judgement.verdict = Verdict::Undecidable;
            judgement.confidence = Some(0.5);
            judgement.category = taxonomy::categorise(&reasons);
        }
    }
    // Beside what was read word for word, that nothing decides says nothing.
    judgement.reasons.retain(|reason| !matches!(reason, Reason::NotFoundInSource | Reason::EvidenceWeak));
    judgement.reasons.splice(0..0, reasons);
    judgement
}

fn reasons_of(quotation: &Quotation) -> Vec<Reason> {
    let quote = || quotation.text.clone();
    match &quotation.outcome {
        Outcome::Found(_) => vec![Reason::QuotationFound { quote: quote() }],
        Outcome::Missing => vec![Reason::QuotationMissing { quote: quote() }],
        Outcome::Altered { differences, .. } => {
            let told = |one: &crate::quotation::Difference| Reason::QuotationAltered {
                claim: one.quoted.clone(),
                source: one.source.clone(),
            };
            differences.iter().map(told).collect()
        }
    }
}

fn step(quotation: &Quotation) -> TrailStep {
    let words = first_words(&quotation.text, SHOWN);
    let summary = match &quotation.outcome {
        Outcome::Found(_) => format!("quotation “{words} …” is in the source word for word"),
        Outcome::Altered { .. } => format!("quotation “{words} …” is in the source with other words"),
        Outcome::Missing => format!("quotation “{words} …” is nowhere in the source"),
    };
    let differences = match &quotation.outcome {
        Outcome::Altered { differences, .. } => differences.len(),
        Outcome::Found(_) | Outcome::Missing => 0,
    };
    TrailStep::new(Step::Signals, summary, &[("differences", differences as f64)])
}

/// The sentences that hold the words, those that differ set off.
fn evidence(quotation: &Quotation, source: &SourceText) -> Option<Evidence> {
    let (Stretch { passage, range }, differences) = match &quotation.outcome {
        Outcome::Found(at) => (at, &[][..]),
        Outcome::Altered { at, differences } => (at, differences.as_slice()),
        Outcome::Missing => return None,
    };
    let held = source.passages.get(*passage)?;
    let meets = |sentence: &&std::ops::Range<usize>| sentence.start < range.end && range.start < sentence.end;
    let first = held.sentences.iter().position(|sentence| meets(&sentence))?;
    let start = held.sentences.get(first)?.start;
    let end = held.sentences.iter().filter(meets).map(|sentence| sentence.end).max()?;
    let text = held.text.get(start..end)?;
    let units = |at: usize| {
        let head = text.get(..at.checked_sub(start)?)?;
        u32::try_from(head.encode_utf16().count()).ok()
    };
    let differing = differences
        .iter()
        .filter(|difference| !difference.range.is_empty())
        .filter_map(|difference| Some(units(difference.range.start)?..units(difference.range.end)?))
        .collect();
    Some(Evidence {
        text: text.to_owned(),
        differing,
        place: place(source, *passage, first),
        scores: EvidenceScores::default(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use citelight_document::document::Content;

    fn judged(sentence: &str, verdict: Verdict, extent: Extent) -> Judgement {
        let page =
            "# A\n\nMice slept well. In both arms mortality fell by 59 % within a year. They woke late.\n";
        let document = Content::alone(page).parse("paper.md", false).unwrap();
        let mut source = SourceText::from_document(&document, "a paper", extent);
        // So short a text looks like a part of one.
        source.has_gaps = false;
        let claim =
            Claim { text: sentence.to_owned(), sentence: sentence.to_owned(), joint: 1, ..Claim::default() };
        let judgement = Judgement {
            verdict,
            category: None,
            confidence: Some(0.9),
            reasons: vec![Reason::SourceSaysSo],
            evidence: Vec::new(),
            trail: Vec::new(),
        };
        with_quotations(judgement, &claim, &source)
    }

    #[test]
    fn a_source_that_is_misquoted_supports_nothing() {
        let found = judged(
            "They saw that “mortality fell by 95 % within a year”.",
            Verdict::Supported,
            Extent::FullText,
        );
        let difference = Reason::QuotationAltered { claim: "95".to_owned(), source: "59".to_owned() };
        assert_eq!((found.verdict, &found.reasons), (Verdict::Undecidable, &vec![difference]));
        let piece = &found.evidence[0];
        assert_eq!(piece.text, "In both arms mortality fell by 59 % within a year.");
        assert_eq!(piece.differing, [31..33]);
        assert!(found.category.is_some());
        let last = found.trail.last().unwrap();
        assert!(!last.checks.iter().all(Check::holds), "the trail says why");
    }

    #[test]
    fn words_that_stand_there_are_told_and_change_no_verdict() {
        let found = judged("“Mortality fell by 59 %” in it.", Verdict::Supported, Extent::FullText);
        assert_eq!(found.verdict, Verdict::Supported);
        assert!(matches!(&found.reasons[..], [Reason::QuotationFound { .. }, Reason::SourceSaysSo]));
    }

    #[test]
    fn an_abstract_may_lack_what_is_quoted() {
        let sentence = "“In the year mice slept within both arms of mortality”, they write.";
        let missing = |extent| {
            let found = judged(sentence, Verdict::Undecidable, extent);
            found.reasons.iter().any(|reason| matches!(reason, Reason::QuotationMissing { .. }))
        };
        assert!(missing(Extent::FullText) && !missing(Extent::Abstract));
    }
}
