//! What the probabilities are worth: accuracy, F1, calibration, and precision over thresholds.
use std::collections::BTreeMap;

use citelight::settings::Settings;
use citelight::verify::models::Probabilities;
use serde::Serialize;

use super::read::Label;
use crate::statistics::Share;

/// Figures of the model by itself.
#[derive(Serialize)]
pub(super) struct ModelFigures {
    pub(super) accuracy: Share,
    /// Share of the largest class: what knowing nothing comes to.
    pub(super) majority: f64,
    /// Mean F1 of the classes that the file has.
    pub(super) macro_f1: f64,
    /// Expected calibration error, 10 bins of equal width (Guo et al. 2017).
    pub(super) ece: f64,
    /// Where the file has no neutral pairs: entailment against contradiction alone.
    pub(super) two_way: Option<Share>,
    pub(super) classes: BTreeMap<Label, Class>,
    /// Share that neither entails nor contradicts over the product's threshold, which would be sent on.
    pub(super) ambiguous: Share,
    /// Of the others, the share that is right.
    pub(super) settled_right: Share,
    pub(super) tau_high: f64,
    pub(super) thresholds: Vec<Threshold>,
}

/// Figures of one class.
#[derive(Clone, Copy, Default, Serialize)]
pub(super) struct Class {
    pub(super) pairs: usize,
    pub(super) precision: f64,
    pub(super) recall: f64,
    pub(super) f1: f64,
}

/// What calling everything over a threshold comes to.
#[derive(Serialize)]
pub(super) struct Threshold {
    pub(super) threshold: f64,
    pub(super) entailment: Over,
    pub(super) contradiction: Over,
}

#[derive(Serialize)]
pub(super) struct Over {
    /// Share of all pairs that reach it.
    pub(super) coverage: f64,
    pub(super) precision: Share,
}

const THRESHOLDS: [f64; 12] = [0.4, 0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.93, 0.95, 0.97, 0.99];

pub(super) fn of(probabilities: &Probabilities, label: Label) -> f64 {
    match label {
        Label::Entailment => probabilities.entailment,
        Label::Neutral => probabilities.neutral,
        Label::Contradiction => probabilities.contradiction,
    }
}

pub(super) fn predicted(probabilities: &Probabilities) -> Label {
    let most = Label::ALL
        .into_iter()
        .max_by(|one, other| of(probabilities, *one).total_cmp(&of(probabilities, *other)));
    most.unwrap_or(Label::Neutral)
}

/// Figures of labelled probabilities.
pub(super) fn figures(all: &[(Label, Probabilities)], settings: &Settings) -> ModelFigures {
    let count =
        |wanted: &dyn Fn(&(Label, Probabilities)) -> bool| all.iter().filter(|one| wanted(one)).count();
    let right = count(&|(label, p)| predicted(p) == *label);
    let mut classes = BTreeMap::new();
    for class in Label::ALL {
        let gold = count(&|(label, _)| *label == class);
        let called = count(&|(_, p)| predicted(p) == class);
        let hit = count(&|(label, p)| *label == class && predicted(p) == class);
        let share = |of: usize| if of == 0 { 0.0 } else { hit as f64 / of as f64 };
        let (precision, recall) = (share(called), share(gold));
        let f1 = if hit == 0 { 0.0 } else { 2.0 * precision * recall / (precision + recall) };
        classes.insert(class, Class { pairs: gold, precision, recall, f1 });
    }
    let present: Vec<Class> = classes.values().copied().filter(|class| class.pairs > 0).collect();
    let largest = present.iter().map(|class| class.pairs).max().unwrap_or(0);
    let no_neutral = classes.get(&Label::Neutral).is_none_or(|class| class.pairs == 0);
    let forced = count(&|(label, p)| (p.entailment > p.contradiction) == (*label == Label::Entailment));
    let tau = settings.tau_high;
    let settles = |p: &Probabilities| (p.entailment > tau) != (p.contradiction > tau);
    let settled = count(&|(_, p)| settles(p));
    let settled_right = count(&|(label, p)| settles(p) && predicted(p) == *label);
    ModelFigures {
        accuracy: Share::of(right, all.len()),
        majority: largest as f64 / all.len().max(1) as f64,
        macro_f1: present.iter().map(|class| class.f1).sum::<f64>() / present.len().max(1) as f64,
        ece: calibration_error(all),
        two_way: no_neutral.then(|| Share::of(forced, all.len())),
        classes,
        ambiguous: Share::of(all.len() - settled, all.len()),
        settled_right: Share::of(settled_right, settled),
        tau_high: tau,
        thresholds: THRESHOLDS.map(|threshold| over(all, threshold)).into(),
    }
}

fn over(all: &[(Label, Probabilities)], threshold: f64) -> Threshold {
    let of_class = |class: Label| {
        let reached = all.iter().filter(|(_, p)| of(p, class) >= threshold);
        let (called, right) = reached
            .fold((0, 0), |(called, right), (label, _)| (called + 1, right + usize::from(*label == class)));
        Over { coverage: called as f64 / all.len().max(1) as f64, precision: Share::of(right, called) }
    };
    Threshold {
        threshold,
        entailment: of_class(Label::Entailment),
        contradiction: of_class(Label::Contradiction),
    }
}

fn calibration_error(all: &[(Label, Probabilities)]) -> f64 {
    const BINS: usize = 10;
    let mut bins = [(0.0, 0.0); BINS];
    for (label, p) in all {
        let confidence = of(p, predicted(p));
        let bin = ((confidence * BINS as f64) as usize).min(BINS - 1);
        bins[bin].0 += confidence;
        bins[bin].1 += f64::from(u8::from(predicted(p) == *label));
    }
    bins.iter().map(|(confidence, right)| (confidence - right).abs()).sum::<f64>() / all.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn p(entailment: f64, neutral: f64, contradiction: f64) -> Probabilities {
        Probabilities { entailment, neutral, contradiction }
    }

    #[test]
    fn figures_are_what_they_are_by_hand() {
        let all = [
            (Label::Entailment, p(0.95, 0.03, 0.02)),
            (Label::Entailment, p(0.2, 0.7, 0.1)),
            (Label::Contradiction, p(0.1, 0.3, 0.6)),
            (Label::Contradiction, p(0.92, 0.05, 0.03)),
        ];
        let figures = figures(&all, &Settings::default());
        assert_eq!((figures.accuracy.count, figures.ambiguous.count, figures.settled_right.count), (2, 2, 1));
        assert_eq!(figures.two_way.map(|share| share.count), Some(3));
        // Entailment: precision 1/2, recall 1/2; contradiction: precision 1, recall 1/2.
        assert!((figures.macro_f1 - (0.5 + 2.0 / 3.0) / 2.0).abs() < 1e-9);
        // Bins: two of 0.95 and 0.92 with one right, 0.7 wrong, 0.6 right.
        assert!((figures.ece - ((1.87 - 1.0) + 0.7 + 0.4) / 4.0).abs() < 1e-9, "{}", figures.ece);
        let half = &figures.thresholds[1];
        assert!((half.threshold - 0.5).abs() < 1e-9);
        assert_eq!((half.entailment.precision.count, half.entailment.precision.of), (1, 2));
    }
}
