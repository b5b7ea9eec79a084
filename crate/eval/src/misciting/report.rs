//! The figures of a run, for people and for programs.
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

use citelight::finding::Verdict;
use citelight_cli::output::cut;
use serde::Serialize;

use super::compared::{Compared, Measured};
use super::first_cut::FirstCut;
use super::runs::Runs;
use super::trial::{CaseOutcome, Regime};
use crate::economy::TokenEconomy;
use crate::misciting::prompt::miscitation::category_name;
use crate::statistics::{Share, precision_at};

/// Everything that was measured.
#[derive(Serialize)]
pub(super) struct Report {
    pub(super) schema: &'static str,
    pub(super) cases: usize,
    pub(super) sources: usize,
    pub(super) models: Vec<String>,
    pub(super) regimes: Vec<Figures>,
}

/// The figures of one regime.
#[derive(Serialize)]
pub(super) struct Figures {
    pub(super) regime: Regime,
    /// By kind of corruption, or by category and depth.
    pub(super) kinds: BTreeMap<&'static str, Tally>,
    pub(super) all: Tally,
    pub(super) untouched: Tally,
    pub(super) detection: Share,
    pub(super) false_accusations: Share,
    /// Gold sentence among the three shown, of the corrupted sentences whose source holds one.
    pub(super) gold_in_top_3: Share,
    /// Precision where 2 and where 5 of a hundred citations are bad, with the observed rate of false accusations…
    pub(super) precision: [f64; 2],
    /// … and with the upper bound of its interval.
    pub(super) precision_at_worst: [f64; 2],
    /// Gold category to the one given, of those flagged.
    pub(super) confusion: BTreeMap<&'static str, BTreeMap<&'static str, usize>>,
    /// Windows compared by NLI, per citation.
    pub(super) windows_per_citation: f64,
    /// Tokens read by the local models, per citation.
    pub(super) tokens_per_citation: f64,
    /// What the first cut loses, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) first_cut: Option<FirstCut>,
    /// What an endpoint is spared.
    pub(super) economy: TokenEconomy,
    /// What the economy is counted in.
    pub(super) counted_in: &'static str,
    /// The same model with the whole source, or with a search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) baseline: Option<Compared>,
    pub(super) runs: Runs,
    pub(super) outcomes: Vec<CaseOutcome>,
}

/// Counts over some sentences.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(super) struct Tally {
    pub(super) sentences: usize,
    /// Marked as needing review, for whatever reason.
    pub(super) flagged: usize,
    /// … and with what makes it a miscitation among the evidence.
    pub(super) detected: usize,
    pub(super) undecidable: usize,
    pub(super) supported: usize,
    pub(super) unchecked: usize,
    pub(super) unmapped: usize,
    /// The source that could be read holds a gold sentence.
    pub(super) with_gold: usize,
    pub(super) gold_first: usize,
    pub(super) gold_in_top_3: usize,
}

impl Tally {
    pub(super) fn of<'a>(outcomes: impl Iterator<Item = &'a CaseOutcome>) -> Self {
        let mut tally = Self::default();
        for outcome in outcomes {
            tally.sentences += 1;
            tally.flagged += usize::from(outcome.is_flagged());
            tally.detected += usize::from(outcome.is_detected());
            tally.undecidable += usize::from(outcome.verdict == Some(Verdict::Undecidable));
            tally.supported += usize::from(outcome.verdict == Some(Verdict::Supported));
            tally.unchecked += usize::from(outcome.verdict == Some(Verdict::Unchecked));
            tally.unmapped += usize::from(outcome.verdict.is_none());
            tally.with_gold += usize::from(outcome.has_gold);
            tally.gold_first += usize::from(outcome.has_gold && outcome.gold_rank == Some(1));
            tally.gold_in_top_3 += usize::from(outcome.has_gold && outcome.gold_rank.is_some());
        }
        tally
    }
}

impl Figures {
    /// Of the miscitations that were flagged, those that were given their category.
    pub(super) fn labelled(&self) -> Share {
        let right = self.confusion.iter().filter_map(|(gold, given)| given.get(gold)).sum();
        Share::of(right, self.all.flagged)
    }

    /// The figures of the first run, and of all of them.
    pub(super) fn of(regime: Regime, outcomes: Vec<CaseOutcome>, tokens: u64, runs: Runs) -> Self {
        let corrupted = || outcomes.iter().filter(|outcome| outcome.corrupted);
        let all = Tally::of(corrupted());
        let untouched = Tally::of(outcomes.iter().filter(|outcome| !outcome.corrupted));
        let names: BTreeSet<&'static str> = corrupted().map(|outcome| outcome.kind).collect();
        let kinds = names
            .into_iter()
            .map(|kind| (kind, Tally::of(corrupted().filter(|outcome| outcome.kind == kind))));
        let mut confusion: BTreeMap<&'static str, BTreeMap<&'static str, usize>> = BTreeMap::new();
        for outcome in corrupted().filter(|outcome| outcome.is_flagged()) {
            let given = outcome.category.map_or("none", category_name);
            *confusion.entry(category_name(outcome.gold)).or_default().entry(given).or_default() += 1;
        }
        let detection = Share::of(all.detected, all.sentences);
        let accused = Share::of(untouched.flagged, untouched.sentences);
        let at = |rate: f64| [0.02, 0.05].map(|prevalence| precision_at(prevalence, detection.share, rate));
        let count = outcomes.len().max(1) as f64;
        Self {
            regime,
            kinds: kinds.collect(),
            gold_in_top_3: Share::of(all.gold_in_top_3, all.with_gold),
            precision: at(accused.share),
            precision_at_worst: at(accused.upper),
            all,
            untouched,
            detection,
            false_accusations: accused,
            confusion,
            windows_per_citation: outcomes.iter().map(|outcome| outcome.windows).sum::<f64>() / count,
            tokens_per_citation: tokens as f64 / count,
            first_cut: None,
            counted_in: "words",
            baseline: None,
            economy: TokenEconomy::of(
                &outcomes.iter().filter_map(|outcome| outcome.spent).collect::<Vec<_>>(),
            ),
            runs,
            outcomes,
        }
    }
}

pub(super) fn write(report: &Report, details: bool, out: &mut impl Write) -> io::Result<()> {
    let Report { cases, sources, models, regimes, .. } = report;
    writeln!(out, "{cases} cases from {sources} sources; models: {}", models.join(", "))?;
    for figures in regimes {
        write_regime(figures, out)?;
        if details {
            write_details(figures, out)?;
        }
    }
    Ok(())
}

fn write_regime(figures: &Figures, out: &mut impl Write) -> io::Result<()> {
    let regime = figures.regime.name();
    writeln!(
        out,
        "\n{regime:<20}{:>6}{:>10}{:>10}{:>13}{:>11}{:>11}{:>10}{:>12}{:>9}",
        "all",
        "flagged",
        "detected",
        "undecidable",
        "supported",
        "unchecked",
        "unmapped",
        "gold first",
        "in top 3"
    )?;
    let rows = figures.kinds.iter().map(|(name, tally)| (*name, tally));
    for (name, tally) in rows.chain([("all corrupted", &figures.all), ("untouched", &figures.untouched)]) {
        writeln!(
            out,
            "{name:<20}{:>6}{:>10}{:>10}{:>13}{:>11}{:>11}{:>10}{:>8}/{:<3}{:>9}",
            tally.sentences,
            tally.flagged,
            tally.detected,
            tally.undecidable,
            tally.supported,
            tally.unchecked,
            tally.unmapped,
            tally.gold_first,
            tally.with_gold,
            tally.gold_in_top_3
        )?;
    }
    writeln!(out, "detection {}", figures.detection)?;
    writeln!(out, "false accusations {}", figures.false_accusations)?;
    writeln!(out, "gold in the top 3 {}", figures.gold_in_top_3)?;
    let ([two, five], [worst_two, worst_five]) = (figures.precision, figures.precision_at_worst);
    writeln!(
        out,
        "precision at 2 % {two:.3}, at 5 % {five:.3}; with the upper bound of false accusations {worst_two:.3}, {worst_five:.3}"
    )?;
    writeln!(
        out,
        "per citation: {:.1} windows, {:.0} tokens of local models",
        figures.windows_per_citation, figures.tokens_per_citation
    )?;
    if figures.regime == Regime::FullText {
        writeln!(out, "{} (in {})", figures.economy, figures.counted_in)?;
    }
    let by = if figures.outcomes.iter().any(|outcome| outcome.graded.is_some()) {
        "by the grader"
    } else {
        "by category and words"
    };
    write_runs(by, &figures.runs, out)?;
    if let Some(compared) = &figures.baseline {
        write_compared(by, compared, out)?;
    }
    if let Some(FirstCut { recall, kept, passages }) = &figures.first_cut {
        writeln!(
            out,
            "first cut: {kept:.1} of {passages:.1} passages kept; of the bi-encoder's best three {recall}"
        )?;
    }
    for (gold, given) in &figures.confusion {
        let given: Vec<String> = given.iter().map(|(name, count)| format!("{name} {count}")).collect();
        writeln!(out, "  {gold} was called: {}", given.join(", "))?;
    }
    Ok(())
}

fn write_runs(by: &str, runs: &Runs, out: &mut impl Write) -> io::Result<()> {
    let Runs { runs, evaluations, passed, mean } = runs;
    let each: Vec<String> = evaluations.iter().map(Share::to_string).collect();
    writeln!(out, "acc-pass@{runs} {by} {passed:.3}, mean of {}; mean of the runs {mean:.3}", each.join(", "))
}

/// The baseline with the same model.
fn write_compared(by: &str, compared: &Compared, out: &mut impl Write) -> io::Result<()> {
    let Compared { name, detection, false_accusations, runs, economy, .. } = compared;
    writeln!(out, "baseline {name}: detection {detection}; false accusations {false_accusations}")?;
    write!(out, "baseline {name}: ")?;
    write_runs(by, runs, out)?;
    let Measured { decided_by_both, funnel, baseline, economy, estimated } = economy;
    let economy = economy.map_or_else(|| "none".to_owned(), |economy| format!("{economy:.3}"));
    let estimated = if *estimated { ", partly estimated" } else { "" };
    writeln!(
        out,
        "token economy over {decided_by_both} sentences that both decide {economy}: {funnel:.0} tokens of the endpoint a \
         citation against {baseline:.0}{estimated}"
    )
}

/// What went wrong: true sentences that were accused, and miscitations that were not found.
fn write_details(figures: &Figures, out: &mut impl Write) -> io::Result<()> {
    let wrong = |outcome: &&CaseOutcome| match outcome.corrupted {
        true => !outcome.is_detected(),
        false => outcome.is_flagged(),
    };
    for outcome in figures.outcomes.iter().filter(wrong) {
        let what = if outcome.corrupted { "missed" } else { "ACCUSED" };
        let verdict = outcome.verdict.map_or("unmapped", citelight::finding::messages::verdict_word);
        writeln!(
            out,
            "{what} {} [{}] {verdict}: {}",
            outcome.id,
            cut(&outcome.change, 60),
            cut(&outcome.sentence, 400)
        )?;
        writeln!(out, "    read as: {}", cut(&outcome.claim, 400))?;
        writeln!(out, "    gold: {}", cut(&outcome.gold_text, 400))?;
        writeln!(out, "    said: {}", cut(&outcome.message, 300))?;
        if let Some(first) = outcome.evidence.first() {
            writeln!(out, "    shown: {}", cut(first, 400))?;
        }
        for step in &outcome.steps {
            writeln!(out, "    {}", cut(step, 300))?;
        }
    }
    Ok(())
}
