//! The zoom-in funnel: is the claim in the source? (BibAgent's ACSV, section 3.2: retrieve → windows → NLI → expand → signals → decide)

pub mod abbreviations;
pub mod align;
mod arbitrate;
mod classified;
pub mod decide;
mod judgement;
pub mod lexical;
pub mod recorded;
pub mod retrieve;
pub mod signals;
pub mod source;
pub mod telling;
pub mod topic;
pub mod windows;

pub use citelight_inference as models;

use std::ops::Range;

use crate::finding::{CitingFunction, Reason, Step, TrailStep};
use crate::llm::served::Remote;
use crate::settings::Settings;
use crate::taxonomy::RecordFacts;

use crate::claim::Claim;
use align::{Aligned, align};
use arbitrate::{Question, arbitrate};
pub(crate) use classified::with_classification;
use decide::{Decision, Observations, decide, in_doubt};
pub use judgement::Judgement;
use models::{Embed, Infer, ModelError, Pair, Probabilities, Rerank};
use signals::numbers::is_among;
use signals::{Reading, SignalKind, Stance, checkable, hedge};
use source::Source;
use windows::{Window, windows};

/// The models an audit runs with. Without a bi-encoder retrieval is lexical only; without NLI nothing is called
/// supported or miscited.
#[derive(Clone, Copy, Default)]
pub struct Models<'a> {
    /// Ranks passages.
    pub embed: Option<&'a dyn Embed>,
    /// Ranks the best of them once more; none is embedded, so ranks are fused without it.
    pub rerank: Option<&'a dyn Rerank>,
    /// Compares windows with the claim.
    pub infer: Option<&'a dyn Infer>,
    /// Decides what the others leave open: the endpoint that the user configured.
    pub endpoint: Option<Remote<'a>>,
}

/// Runs the funnel for one claim against one source. `facts` is what records say against the citation: it names the category
/// of a contradiction that an endpoint finds.
///
/// # Errors
/// [`ModelError::Failed`] if a model failed on an input; a missing model is no error but an unchecked judgement.
pub async fn judge(
    claim: &Claim,
    source: &Source,
    facts: RecordFacts,
    models: Models<'_>,
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
        return Ok(Judgement::says_too_little(claim, source));
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
        return Ok(Judgement::perfunctory(&retrieved, &aligned, source, trail, settings));
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
                infer_expanded(&claim.expanded(), &observations.windows, source, infer, settings).await?;
            // With its neighbours the hypothesis says more than the citation stands for: good enough to support,
            // never to accuse.
            let again = Observations { windows: with_neighbours, ..observations.clone() };
            if let entailed @ Decision::Entailed(_) = decide(&again, settings) {
                decision = entailed;
            }
            expanded = Some(again.windows).filter(|windows| !windows.is_empty());
        }
    }
    if decision == Decision::Open {
        infer_nearest(&claim.text, &mut observations.aligned, source, infer, settings).await?;
        decision = decide(&observations, settings);
    }
    trail.push(infer_step(infer, &observations, settings));
    trail.extend(expanded.as_deref().map(|windows| expand_step(windows, settings)));
    trail.push(signals_step(&observations.aligned));
    if let (Decision::Entailed(_), Some(expanded)) = (&decision, expanded) {
        observations.windows = expanded;
    }
    let open = decision == Decision::Open;
    let judgement = Judgement::of(decision, &observations, source, trail, settings);
    match models.endpoint.filter(|_| open) {
        Some(remote) => Ok(arbitrate(
            judgement,
            Question { claim, facts },
            &observations,
            &windows,
            source,
            remote,
            settings,
        )
        .await),
        None => Ok(judgement),
    }
}

/// Windows with their probabilities, a few at a time, for as long as one of the last few comes near entailment: they are
/// ordered by nearness, so what follows those that say nothing of the claim says nothing either.
async fn infer_windows(
    hypothesis: &str,
    windows: &[Window],
    source: &Source,
    infer: &dyn Infer,
    settings: &Settings,
) -> Result<Vec<(Window, Probabilities)>, ModelError> {
    let mut inferred: Vec<(Window, Probabilities)> = Vec::new();
    for few in windows.chunks(settings.windows_at_once.max(1)) {
        let probabilities = infer_few(hypothesis, few, source, infer).await?;
        let promising = probabilities.iter().any(|p| p.entailment >= settings.entailment_promising);
        inferred.extend(few.iter().copied().zip(probabilities));
        if !promising {
            break;
        }
    }
    Ok(inferred)
}

/// The promising windows that came nearest to entailment, compared once more with the claim and its neighbours.
async fn infer_expanded(
    hypothesis: &str,
    inferred: &[(Window, Probabilities)],
    source: &Source,
    infer: &dyn Infer,
    settings: &Settings,
) -> Result<Vec<(Window, Probabilities)>, ModelError> {
    let promising = |(_, p): &&(Window, Probabilities)| p.entailment >= settings.entailment_promising;
    let mut nearest: Vec<(Window, Probabilities)> = inferred.iter().filter(promising).copied().collect();
    nearest.sort_by(|(_, one), (_, other)| other.entailment.total_cmp(&one.entailment));
    let few: Vec<Window> =
        nearest.into_iter().take(settings.expand_windows).map(|(window, _)| window).collect();
    let probabilities = infer_few(hypothesis, &few, source, infer).await?;
    Ok(few.into_iter().zip(probabilities).collect())
}

async fn infer_few(
    hypothesis: &str,
    windows: &[Window],
    source: &Source,
    infer: &dyn Infer,
) -> Result<Vec<Probabilities>, ModelError> {
    let pairs: Vec<Pair<'_>> =
        windows.iter().map(|window| Pair { premise: window.text(source), hypothesis }).collect();
    infer.infer(&pairs).await
}

/// NLI for the few aligned sentences that a decision may rest on.
async fn infer_sentences(
    hypothesis: &str,
    aligned: &mut [Aligned],
    source: &Source,
    infer: &dyn Infer,
    settings: &Settings,
) -> Result<(), ModelError> {
    let least = settings.align_support.min(settings.align_accuse - settings.align_confirmed);
    let mut chosen: Vec<usize> =
        (0..aligned.len()).filter(|&index| aligned[index].alignment >= least).collect();
    // Sentences that differ come first: nothing is accused without the model having seen it.
    chosen.sort_by_key(|&index| aligned[index].with_stance(Stance::Differs).next().is_none());
    chosen.truncate(settings.aligned_inferred);
    infer_chosen(hypothesis, &chosen, aligned, source, infer).await
}

/// NLI for the nearest sentences that it has not seen: an open claim shows the most telling one first.
async fn infer_nearest(
    hypothesis: &str,
    aligned: &mut [Aligned],
    source: &Source,
    infer: &dyn Infer,
    settings: &Settings,
) -> Result<(), ModelError> {
    let nearest = 0..aligned.len().min(settings.aligned_inferred);
    let chosen: Vec<usize> = nearest.filter(|&index| aligned[index].nli.is_none()).collect();
    infer_chosen(hypothesis, &chosen, aligned, source, infer).await
}

async fn infer_chosen(
    hypothesis: &str,
    chosen: &[usize],
    aligned: &mut [Aligned],
    source: &Source,
    infer: &dyn Infer,
) -> Result<(), ModelError> {
    let pairs: Vec<Pair<'_>> = chosen
        .iter()
        .map(|&index| Pair {
            premise: source.passages[aligned[index].passage].sentence(aligned[index].sentence),
            hypothesis,
        })
        .collect();
    let probabilities = infer.infer(&pairs).await?;
    for (&index, probabilities) in chosen.iter().zip(probabilities) {
        aligned[index].nli = Some(probabilities);
    }
    Ok(())
}

/// Measures of the claim that stand anywhere in the source.
fn stated(claim: &Reading, source: &Source) -> Vec<Range<usize>> {
    let stated = source.quantities();
    claim
        .quantities
        .iter()
        .filter(|quantity| is_among(quantity, stated))
        .map(|quantity| quantity.range.clone())
        .collect()
}

fn windows_step(kept: usize, all: usize) -> TrailStep {
    TrailStep::new(
        Step::Windows,
        format!("{kept} of {all} windows kept, nearest first"),
        &[("windows", kept as f64), ("windows_before_cut", all as f64)],
    )
}

fn extremes(windows: &[(Window, Probabilities)]) -> (f64, f64) {
    let highest = |of: fn(&Probabilities) -> f64| windows.iter().map(|(_, p)| of(p)).fold(0.0, f64::max);
    (highest(|p| p.entailment), highest(|p| p.contradiction))
}

fn infer_step(infer: &dyn Infer, observations: &Observations, settings: &Settings) -> TrailStep {
    let sentences = observations.aligned.iter().filter(|aligned| aligned.nli.is_some()).count();
    let windows = observations.windows.len();
    let summary =
        format!("{} compared the claim with {sentences} sentences and {windows} windows", infer.name());
    let (entailment, contradiction) = extremes(&observations.windows);
    let mut values = vec![("sentences", sentences as f64), ("windows", windows as f64)];
    if windows > 0 {
        values.extend([
            ("max_entailment", entailment),
            ("max_contradiction", contradiction),
            ("tau_high", settings.tau_high),
        ]);
    }
    TrailStep::new(Step::Infer, summary, &values)
}

fn expand_step(windows: &[(Window, Probabilities)], settings: &Settings) -> TrailStep {
    let (entailment, contradiction) = extremes(windows);
    TrailStep::new(
        Step::Expand,
        format!("{} windows compared once more with the neighbouring sentences", windows.len()),
        &[
            ("max_entailment", entailment),
            ("max_contradiction", contradiction),
            ("tau_high", settings.tau_high),
        ],
    )
}

fn signals_step(aligned: &[Aligned]) -> TrailStep {
    let Some(nearest) = aligned.first() else {
        return TrailStep::new(Step::Signals, "no sentence of the source shares the claim's words", &[]);
    };
    let mut summary = String::from("nearest sentence");
    for (stance, word) in
        [(Stance::Agrees, "agrees in"), (Stance::Differs, "differs in"), (Stance::Doubtful, "is unclear in")]
    {
        let mut kinds: Vec<&str> = nearest.with_stance(stance).map(|signal| signal.kind.name()).collect();
        kinds.dedup();
        if !kinds.is_empty() {
            summary.push_str(&format!("; {word} {}", kinds.join(", ")));
        }
    }
    let mut values = vec![("alignment", nearest.alignment), ("coverage", nearest.coverage)];
    values.extend(nearest.similarity.map(|similarity| ("cosine", similarity)));
    TrailStep::new(Step::Signals, summary, &values)
}
