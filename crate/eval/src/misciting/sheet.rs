//! The figures of a run in the one form of all suites.
use super::compared::Compared;
use super::report::{Figures, Report, Tally};
use super::trial::Regime;
use crate::args::MiscitingOptions;
use crate::results::Sheet;
use crate::results::{Figure, Unit, key_of};
use crate::statistics::Share;

/// How much a share may differ on another machine, whose arithmetic may tip a sentence at a threshold.
const TOLERANCE: f64 = 0.01;

/// What is kept of a report.
pub(super) fn sheet(report: &Report, options: &MiscitingOptions) -> Sheet {
    Sheet {
        title: title(report),
        about: format!(
            "{} cases from {} sources: how many miscitations are flagged by what makes them false, how many true sentences are \
             accused, and whether the deciding sentence of the source is among the three shown. Sentences made by \
             rule are closer to their sources than most authors' are: the easy end.",
            report.cases, report.sources
        ),
        figures: of_set(report).into_iter().chain(report.regimes.iter().flat_map(of_regime)).collect(),
        inputs: options.cases.iter().chain(&options.sources).cloned().collect(),
        models: report.models.clone(),
        seeds: vec![options.seed],
        ..Sheet::default()
    }
}

fn title(report: &Report) -> String {
    let title = format!("Miscitations of {} full texts", report.sources);
    match report.regimes.as_slice() {
        [figures] => format!("{title}, {}", figures.regime.name()),
        _ => title,
    }
}

/// What was tried.
fn of_set(report: &Report) -> [Figure; 2] {
    [("cases", report.cases), ("sources", report.sources)]
        .map(|(row, count)| Figure::new(row, ["the set", row, "count"], count as f64, Unit::Count))
}

fn of_regime(figures: &Figures) -> Vec<Figure> {
    let name = figures.regime.name();
    let regime = key_of(name);
    let share = |key: &str, row: &str, share: Share| {
        Figure::new(format!("{regime}/{key}"), [name, row, "share"], share.share, Unit::Share)
            .of(share.of as u64)
            .between(share.lower, share.upper)
            .give_or_take(TOLERANCE)
    };
    let number = |key: &str, row: &str, value: f64, unit| {
        Figure::new(format!("{regime}/{key}"), [name, row, "value"], value, unit)
    };
    let mut kept = vec![
        share("detected", "detected", figures.detection),
        share("gold-in-top-3", "gold sentence in the top three", figures.gold_in_top_3),
        share("accused", "true sentences accused", figures.false_accusations),
        share("labelled", "category right, of the flagged", figures.labelled()),
        share("undecidable", "left undecidable", Share::of(figures.all.undecidable, figures.all.sentences)),
        number("acc-mean", "right, mean of the runs", figures.runs.mean, Unit::Share).give_or_take(TOLERANCE),
        number("precision-2", "precision at 2 %", figures.precision[0], Unit::Share)
            .give_or_take(2.0 * TOLERANCE),
        number("precision-5", "precision at 5 %", figures.precision[1], Unit::Share)
            .give_or_take(2.0 * TOLERANCE),
        number("windows", "windows per citation", figures.windows_per_citation, Unit::Score)
            .give_or_take(0.5),
        number("tokens", "tokens of local models per citation", figures.tokens_per_citation, Unit::Tokens)
            .give_or_take(0.02 * figures.tokens_per_citation),
    ];
    kept.push(match figures.runs.share() {
        Some(one) => share("acc-pass", "right in one of the runs", one),
        None => number("acc-pass", "right in one of the runs", figures.runs.passed, Unit::Share)
            .give_or_take(TOLERANCE),
    });
    if figures.regime == Regime::FullText {
        let row = format!("economy of {}", figures.counted_in);
        let of = figures.economy.citations as u64;
        kept.push(
            number("economy", &row, figures.economy.economy, Unit::Share).of(of).give_or_take(TOLERANCE),
        );
    }
    if let Some(Compared { name: baseline, detection, false_accusations, runs, economy, .. }) =
        &figures.baseline
    {
        let row = |what: &str| format!("baseline {baseline}: {what}");
        kept.push(share("baseline/detected", &row("detected"), *detection));
        kept.push(share("baseline/accused", &row("true sentences accused"), *false_accusations));
        kept.push(number("baseline/acc-pass", &row("right in one of the runs"), runs.passed, Unit::Share));
        if let Some(economy_of_both) = economy.economy {
            let row = row("economy of tokens where both decide");
            let of = economy.decided_by_both as u64;
            kept.push(number("baseline/economy", &row, economy_of_both, Unit::Share).of(of));
        }
    }
    let section = format!("{name}, by kind");
    for (kind, tally) in &figures.kinds {
        let Tally { sentences, flagged, detected, gold_in_top_3, .. } = *tally;
        for (column, count) in
            [("flagged", flagged), ("detected", detected), ("gold in top 3", gold_in_top_3)]
        {
            let key = format!("{regime}/{kind}/{}", key_of(column));
            let figure = Figure::new(key, [&section, kind, column], count as f64, Unit::Count);
            kept.push(figure.of(sentences as u64).give_or_take(1.0));
        }
    }
    let section = format!("{name}, category given to the flagged");
    for (gold, given) in &figures.confusion {
        let flagged: usize = given.values().sum();
        for (category, count) in given {
            let key = format!("{regime}/given/{}/{}", key_of(gold), key_of(category));
            let figure = Figure::new(key, [&section, gold, category], *count as f64, Unit::Count);
            kept.push(figure.of(flagged as u64).give_or_take(1.0));
        }
    }
    kept
}
