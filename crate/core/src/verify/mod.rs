//! The zoom-in funnel: is the claim in the source? (spec 04: retrieve → windows → NLI → expand → signals → decide)

pub mod abbreviations;
pub mod align;
pub mod claim;
pub mod decide;
pub mod function;
mod judgement;
pub mod lexical;
pub mod models;
pub mod retrieve;
pub mod signals;
pub mod source;
pub mod telling;
pub mod topic;
pub mod windows;

use crate::audit::finding::{CitingFunction, Reason, Step, TrailStep};
use crate::settings::Settings;

use align::{Aligned, align};
use claim::Claim;
use decide::{Decision, Observations, decide};
pub use judgement::Judgement;
use models::{Embed, Infer, ModelError, Pair, Probabilities};
use signals::{Reading, Stance, checkable};
use source::Source;
use windows::{Window, windows};

/// The models an audit runs with. Without a bi-encoder retrieval is lexical only; without NLI nothing is called
/// supported or miscited.
#[derive(Clone, Copy, Default)]
pub struct Models<'a> {
    /// Ranks passages.
    pub embed: Option<&'a dyn Embed>,
    /// Compares windows with the claim.
    pub infer: Option<&'a dyn Infer>,
}

/// Runs the funnel for one claim against one source.
///
/// # Errors
/// [`ModelError::Failed`] if a model failed on an input; a missing model is no error but an unchecked judgement.
pub async fn judge(
    claim: &Claim,
    source: &Source,
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

    let retrieved = retrieve::retrieve(&claim.text, source, models.embed, settings).await?;
    let (windows, all_windows) = windows(source, &retrieved.passages, &retrieved.sentences, settings);
    let mut aligned = align(&reading, source, &retrieved, &windows, models.embed, settings).await?;
    let mut trail = vec![retrieved.trail.clone(), windows_step(windows.len(), all_windows)];

    if claim.function == CitingFunction::Perfunctory {
        return Ok(Judgement::perfunctory(&retrieved, &aligned, source, trail, settings));
    }

    infer_sentences(&claim.text, &mut aligned, source, infer, settings).await?;
    let probabilities = infer_windows(&claim.text, &windows, source, infer).await?;
    trail.push(infer_step(infer, &probabilities, settings));
    let mut observations = Observations {
        aligned,
        windows: windows.iter().copied().zip(probabilities).collect(),
        checkable: checkable(&reading),
        joint: claim.joint > 1,
    };
    trail.push(signals_step(&observations.aligned));
    let mut decision = decide(&observations, settings);
    if decision == Decision::Open && claim.expanded() != claim.text {
        let few: Vec<Window> = windows.iter().copied().take(settings.expand_windows).collect();
        let expanded = infer_windows(&claim.expanded(), &few, source, infer).await?;
        trail.push(expand_step(&expanded, settings));
        observations.windows = few.into_iter().zip(expanded).collect();
        decision = match decide(&observations, settings) {
            // With its neighbours the hypothesis says more than the citation stands for: good enough to support,
            // never to accuse.
            entailed @ Decision::Entailed(_) => entailed,
            _ => Decision::Open,
        };
    }
    if decision == Decision::Open {
        infer_nearest(&claim.text, &mut observations.aligned, source, infer, settings).await?;
    }
    Ok(Judgement::of(decision, &observations, source, trail, settings))
}

async fn infer_windows(
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

fn windows_step(kept: usize, all: usize) -> TrailStep {
    TrailStep::new(
        Step::Windows,
        format!("{kept} of {all} windows compared"),
        &[("windows", kept as f64), ("windows_before_cut", all as f64)],
    )
}

fn extremes(probabilities: &[Probabilities]) -> (f64, f64) {
    let highest = |of: fn(&Probabilities) -> f64| probabilities.iter().map(of).fold(0.0, f64::max);
    (highest(|p| p.entailment), highest(|p| p.contradiction))
}

fn infer_step(infer: &dyn Infer, probabilities: &[Probabilities], settings: &Settings) -> TrailStep {
    let (entailment, contradiction) = extremes(probabilities);
    TrailStep::new(
        Step::Infer,
        format!("{} compared the claim with {} windows", infer.name(), probabilities.len()),
        &[
            ("max_entailment", entailment),
            ("max_contradiction", contradiction),
            ("tau_high", settings.tau_high),
        ],
    )
}

fn expand_step(probabilities: &[Probabilities], settings: &Settings) -> TrailStep {
    let (entailment, contradiction) = extremes(probabilities);
    TrailStep::new(
        Step::Expand,
        "compared once more with the neighbouring sentences",
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
