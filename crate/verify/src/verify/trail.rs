//! What the trail of a finding says about the steps of the funnel.

use super::align::Aligned;
use super::decide::Observations;
use super::models::{Infer, Probabilities};
use super::signals::Stance;
use super::windows::Window;
use citelight_types::finding::{Step, TrailStep};
use citelight_types::settings::Settings;

pub(super) fn windows_step(kept: usize, all: usize) -> TrailStep {
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

pub(super) fn infer_step(infer: &dyn Infer, observations: &Observations, settings: &Settings) -> TrailStep {
    let sentences = observations.aligned.iter().filter(|aligned| aligned.nli.is_some()).count();
    let windows = observations.windows.len();
    let model = infer.name();
    let summary = format!("{model} compared the claim with {sentences} sentences and {windows} windows");
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

pub(super) fn expand_step(windows: &[(Window, Probabilities)], settings: &Settings) -> TrailStep {
    let (entailment, contradiction) = extremes(windows);
    let count = windows.len();
    TrailStep::new(
        Step::Expand,
        format!("{count} windows compared once more with the neighbouring sentences"),
        &[
            ("max_entailment", entailment),
            ("max_contradiction", contradiction),
            ("tau_high", settings.tau_high),
        ],
    )
}

pub(super) fn signals_step(aligned: &[Aligned]) -> TrailStep {
    let Some(nearest) = aligned.first() else {
        return TrailStep::new(Step::Signals, "no sentence of the source shares the claim's words", &[]);
    };
    let mut summary = String::from("nearest sentence");
    for stance in [Stance::Agrees, Stance::Differs, Stance::Doubtful] {
        let mut kinds: Vec<&str> = nearest.with_stance(stance).map(|signal| signal.kind.name()).collect();
        kinds.dedup();
        if kinds.is_empty() {
            continue;
        }
        let kinds = kinds.join(", ");
        summary.push_str(&match stance {
            Stance::Agrees => format!("; agrees in {kinds}"),
            Stance::Differs => format!("; differs in {kinds}"),
            Stance::Doubtful => format!("; is unclear in {kinds}"),
        });
    }
    let alike = aligned.iter().map(|aligned| aligned.alike).fold(0.0, f64::max);
    let mut values = vec![("alignment", nearest.alignment), ("coverage", nearest.coverage), ("alike", alike)];
    values.extend(nearest.similarity.map(|similarity| ("cosine", similarity)));
    TrailStep::new(Step::Signals, summary, &values)
}
