//! Figures of the NLI model and of the funnel in the form of all suites.
use super::Report;
use super::figures::{ModelFigures, Over};
use super::funnel::FunnelFigures;
use crate::args::NliEvalOptions;
use crate::results::{self, Sheet, key};
use crate::results::{Bar, Figure, Unit};
use crate::statistics::Share;

/// Thresholds that the results tell of; the text has more.
const TOLD: [f64; 5] = [0.5, 0.7, 0.8, 0.9, 0.95];
/// What entailment against contradiction alone should come to.
const TWO_WAY: f64 = 0.80;
/// What a flag should be worth.
const FLAG: f64 = 0.90;

pub(super) fn sheet(report: &Report, options: &NliEvalOptions, models: Vec<String>) -> Sheet {
    let mut figures = model(report);
    figures.extend(thresholds(&report.figures));
    figures.extend(report.funnel.iter().flat_map(funnel));
    let read = if report.funnel.is_some() {
        " The funnel is the product's own decision over the sentences that come with each claim; it says nothing \
         about finding them in a text."
    } else {
        ""
    };
    Sheet {
        title: results::titled("The NLI model on labelled pairs", &options.file),
        about: format!(
            "What the model's probabilities mean on a file of labelled pairs; “open” pairs neither entail nor \
             contradict above {}, and would go to an endpoint.{read}",
            report.figures.tau_high
        ),
        figures,
        inputs: std::iter::once(&options.file).chain(&options.settings).cloned().collect(),
        models,
        plots: results::drawn(
            options.plot.as_deref(),
            "Precision of entailment and contradiction over the share left open, and accuracy over confidence",
        ),
        ..Sheet::default()
    }
}

fn model(report: &Report) -> Vec<Figure> {
    const SECTION: &str = "All pairs";
    let ModelFigures {
        accuracy, majority, macro_f1, ece, two_way, classes, ambiguous, settled_right, ..
    } = &report.figures;
    let pairs = report.pairs as u64;
    let cell = |column| [SECTION, "model", column];
    let score = |key: &str, column, value| Figure::new(key, cell(column), value, Unit::Score).of(pairs);
    let largest = Figure::new("all/majority", cell("largest class"), *majority, Unit::Share).of(pairs);
    let two_way = two_way.and_then(|share| share.figure("all/two-way", cell("of two classes")));
    let mut figures: Vec<Figure> = [
        accuracy.figure("all/accuracy", cell("accuracy")),
        Some(largest),
        two_way.map(|figure| figure.aiming_at(Bar::AtLeast(TWO_WAY))),
        Some(score("all/macro-f1", "macro-F1", *macro_f1)),
        Some(score("all/ece", "ECE", *ece)),
        ambiguous.figure("all/open", cell("open")),
        settled_right.figure("all/settled-right", cell("right, of the settled")),
    ]
    .into_iter()
    .flatten()
    .collect();
    for (label, class) in classes.iter().filter(|(_, class)| class.pairs > 0) {
        let row = label.word();
        let of_class = |column: &str, value: f64, unit: Unit| {
            Figure::new(key([row, column]), ["Classes", row, column], value, unit)
        };
        figures.push(of_class("precision", class.precision, Unit::Share));
        figures.push(of_class("recall", class.recall, Unit::Share).of(class.pairs as u64));
        figures.push(of_class("F1", class.f1, Unit::Score).of(class.pairs as u64));
    }
    figures
}

/// What calling everything over a threshold comes to.
fn thresholds(model: &ModelFigures) -> Vec<Figure> {
    let mut figures = Vec::new();
    for row in model.thresholds.iter().filter(|row| TOLD.contains(&row.threshold)) {
        let name = format!("over {}", row.threshold);
        for (class, over) in [("entailment", &row.entailment), ("contradiction", &row.contradiction)] {
            figures.extend(over_threshold(row.threshold, &name, class, over));
        }
    }
    figures
}

fn over_threshold(threshold: f64, row: &str, class: &str, over: &Over) -> Vec<Figure> {
    let keyed = |column: &str| format!("at-{threshold}/{class}/{column}");
    let [covered, right] = [format!("{class}: called"), format!("{class}: right")];
    let coverage = Figure::new(keyed("coverage"), ["Thresholds", row, &covered], over.coverage, Unit::Share);
    let precision = over.precision.figure(keyed("precision"), ["Thresholds", row, &right]);
    std::iter::once(coverage).chain(precision).collect()
}

/// What the product says, by what is right.
fn funnel(funnel: &FunnelFigures) -> Vec<Figure> {
    let mut figures = Vec::new();
    for (label, verdicts) in &funnel.verdicts {
        let all = verdicts.values().sum();
        for (word, count) in verdicts {
            let figure = Share::of(*count, all)
                .figure(format!("funnel/{}", key([label, word])), ["The funnel, by label", label, word]);
            figures.extend(figure);
        }
    }
    const SECTION: &str = "The funnel";
    let share = |name: &str, column: &str, share: Share| {
        share.figure(format!("funnel/{name}"), [SECTION, "all", column])
    };
    let flags = share("flags-right", "right, of the flags", funnel.precision_of_miscited);
    figures.extend(flags.map(|flags| flags.aiming_at(Bar::AtLeast(FLAG))));
    figures.extend(share(
        "flags-right-or-irrelevant",
        "right or irrelevant, of the flags",
        funnel.precision_of_miscited_or_irrelevant,
    ));
    figures.extend(share("supported-right", "right, of the supported", funnel.precision_of_supported));
    figures.extend(share("open", "open", funnel.ambiguous));
    figures
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_are_shares_of_their_label() {
        let verdicts = [("ACCURATE".to_owned(), [("supported", 3), ("undecidable", 1)].into())].into();
        let figures = funnel(&FunnelFigures {
            verdicts,
            precision_of_miscited: Share::of(1, 2),
            ..FunnelFigures::default()
        });
        let told: Vec<(&str, f64)> =
            figures.iter().map(|figure| (figure.key.as_str(), figure.value)).collect();
        assert_eq!(
            told,
            [
                ("funnel/accurate/supported", 0.75),
                ("funnel/accurate/undecidable", 0.25),
                ("funnel/flags-right", 0.5)
            ]
        );
        assert_eq!(figures[2].bar, Some(Bar::AtLeast(0.9)));
    }
}
