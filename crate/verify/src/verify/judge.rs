//! The funnel for one claim against one source.

use std::ops::Range;

use super::Models;
use super::align::{Aligned, align};
use super::arbitrate::{Question, arbitrate};
use super::decide::{Decision, Observations, decide, in_doubt};
use super::infer::{infer_expanded, infer_nearest, infer_sentences, infer_windows};
use super::judgement::Judgement;
use super::lineage::second_hand;
use super::models::ModelError;
use super::quoted::with_quotations;
use super::retrieve;
use super::signals::numbers::{is_among, is_anywhere, is_telling};
use super::signals::quantity::Quantity;
use super::signals::{Reading, SignalKind, Stance, checkable, hedge};
use super::source_text::SourceText;
use super::trail::{expand_step, infer_step, signals_step, windows_step};
use super::windows::windows;
use crate::claim::Claim;
use crate::llm::arbitration::Arbitrate;
use crate::taxonomy::RecordFacts;
use citelight_types::finding::{CitingFunction, Extent, Reason, Verdict};
use citelight_types::settings::Settings;

/// Runs the funnel for one claim against one source. `facts` is what records say against the citation: it names the category
/// of a contradiction that `arbiter` finds, who decides what the models leave open: the endpoint that the user configured.
///
/// # Errors
/// [`ModelError::Failed`] if a model failed on an input; a missing model is no error but an unchecked judgement.
pub async fn judge(
    claim: &Claim,
    source: &SourceText,
    facts: RecordFacts,
    models: Models<'_>,
    arbiter: Option<&dyn Arbitrate>,
    settings: &Settings,
) -> Result<Judgement, ModelError> {
    if source.is_empty() {
        return Ok(Judgement::unchecked(Reason::NoText {
            reason: format!("{} holds no text", source.origin),
        }));
    }
    let Some(infer) = models.infer else {
        let reason =
            "No language model is loaded, so claims cannot be compared with their sources.".to_owned();
        return Ok(Judgement::unchecked(Reason::NoModel { reason }));
    };
    let reading = Reading::of(&claim.text);
    if reading.stems().len() < 2 {
        return Ok(with_quotations(Judgement::says_too_little(claim, source), claim, source));
    }

    let retrieved = retrieve::retrieve(&claim.text, source, models, settings).await?;
    let (windows, all_windows) = windows(source, &retrieved.passages, &retrieved.sentences, settings);
    let mut aligned = align(&reading, source, &retrieved, &windows, models.embed, settings).await?;
    let mut trail = vec![retrieved.trail.clone(), windows_step(windows.len(), all_windows)];

    // "Smith et al. suggested that" is cut off the claim; it hedges it all the same.
    if hedge::hedges(&Reading::of(&claim.sentence)) {
        aligned
            .iter_mut()
            .for_each(|aligned| aligned.signals.retain(|signal| signal.kind != SignalKind::Hedge));
    }

    if claim.function == CitingFunction::Perfunctory {
        let judgement = Judgement::perfunctory(&retrieved, &aligned, source, models.embed, trail, settings);
        return Ok(with_quotations(judgement, claim, source));
    }

    infer_sentences(&claim.text, &mut aligned, source, infer, settings).await?;
    let differs = |aligned: &Aligned| {
        aligned.with_stance(Stance::Differs).any(|signal| signal.kind == SignalKind::Number)
    };
    let stated = if aligned.iter().any(differs) { stated(&reading, source) } else { Vec::new() };
    let mut observations = Observations {
        aligned,
        windows: Vec::new(),
        checkable: checkable(&reading),
        stated,
        joint: claim.joint > 1,
        extent: source.extent,
    };
    let mut decision = decide(&observations, settings);
    let mut expanded = None;
    // Windows can only support: where a sentence accuses, supports or stands in the way they are not read.
    if decision == Decision::Open && !in_doubt(&observations, settings) {
        observations.windows = infer_windows(&claim.text, &windows, source, infer, settings).await?;
        decision = decide(&observations, settings);
        if decision == Decision::Open && claim.expanded() != claim.text {
            let with_neighbours =
                infer_expanded(&claim.expanded(), &windows, &observations.windows, source, infer, settings)
                    .await?;
            // With its neighbours the hypothesis says more than the citation stands for: good enough to support,
            // never to accuse, unless contradiction is to decide as in the paper.
            let again = Observations { windows: with_neighbours, ..observations.clone() };
            if let read @ (Decision::Entailed(_) | Decision::Contradicted(_)) = decide(&again, settings) {
                decision = read;
            }
            expanded = Some(again.windows).filter(|windows| !windows.is_empty());
        }
    }
    if decision == Decision::Open {
        infer_nearest(&claim.text, &mut observations.aligned, source, infer, settings).await?;
        decision = decide(&observations, settings);
    }
    if decision == Decision::Open
        && let Some(number) = missing_number(&reading, claim, source)
    {
        decision = Decision::Missing(number);
    }
    trail.push(infer_step(infer, &observations, settings));
    trail.extend(expanded.as_deref().map(|windows| expand_step(windows, settings)));
    trail.push(signals_step(&observations.aligned));
    let is_of_window = matches!(decision, Decision::Entailed(_) | Decision::Contradicted(_));
    let with_neighbours = is_of_window && expanded.is_some();
    if let Some(expanded) = expanded.filter(|_| with_neighbours) {
        observations.windows = expanded;
    }
    let rule = decision.rule(&observations, with_neighbours, settings);
    let second_hand = second_hand(claim, &observations.aligned, source, settings);
    let judgement = Judgement::of((decision, rule), &reading, &observations, source, infer, trail, settings);
    let judgement = with_quotations(judgement, claim, source);
    let judgement = match arbiter.filter(|_| judgement.verdict == Verdict::Undecidable) {
        Some(arbiter) => {
            let question = Question { claim, facts };
            arbitrate(judgement, question, &observations, &windows, source, arbiter, settings).await
        }
        None => judgement,
    };
    Ok(match second_hand {
        Some(second_hand) => second_hand.told(judgement),
        None => judgement,
    })
}

/// The first number of the claim that the whole text of its only source lacks. Numbers that many texts hold by chance, and
/// such as follow from others, are not looked for.
fn missing_number(reading: &Reading, claim: &Claim, source: &SourceText) -> Option<Range<usize>> {
    let is_whole = source.extent == Extent::FullText && !source.has_gaps;
    if !is_whole || claim.joint > 1 || !reports(claim.function) {
        return None;
    }
    let lacking = |quantity: &&Quantity| is_telling(quantity) && !is_anywhere(quantity, source.quantities());
    reading.quantities.iter().find(lacking).map(|quantity| quantity.range.clone())
}

/// Whether a work is cited for what it found.
fn reports(function: CitingFunction) -> bool {
    matches!(function, CitingFunction::Background | CitingFunction::Result | CitingFunction::Comparison)
}

/// Measures of the claim that stand anywhere in the source.
fn stated(claim: &Reading, source: &SourceText) -> Vec<Range<usize>> {
    let stated = source.quantities();
    claim
        .quantities
        .iter()
        .filter(|quantity| is_among(quantity, stated))
        .map(|quantity| quantity.range.clone())
        .collect()
}
