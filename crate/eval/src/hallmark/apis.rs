//! Which source found what, and at what cost (HALLMARK's source-stratified metrics).

use std::collections::BTreeMap;
use std::io::{self, Write};

use citelight::resolve::integrity::{Answers, CheckSettings, Day, Label};
use citelight::sources::shown_name;
use serde::Serialize;

use super::counted::{Asked, inquire_all};
use super::entries::{EntryOutcome, GoldEntry, check_all};
use super::metrics::Metrics;
use super::world::World;
use crate::statistics::Share;

/// What one source is worth.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct ApiRow {
    pub(super) source: String,
    /// Entries whose very title it has.
    pub(super) has: Share,
    /// Of these, those that no other source has.
    pub(super) has_alone: usize,
    /// What is found and accused where it alone answers, and one source's silence is enough.
    pub(super) alone: Figures,
    /// The same where all others answer.
    pub(super) without: Figures,
    /// Requests to it for each entry, where nobody is asked once nothing can change.
    pub(super) requests: f64,
    /// Share of the entries for which it was asked.
    pub(super) asked: Share,
}

/// The figures of one way of asking.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(super) struct Figures {
    pub(super) dr: f64,
    pub(super) fpr: f64,
    pub(super) f1: f64,
    pub(super) mcc: f64,
    pub(super) coverage: f64,
}

/// Entries for which the same sources were asked.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Stratum {
    /// Their names.
    pub(super) sources: String,
    pub(super) entries: usize,
    pub(super) detected: Share,
    pub(super) alarms: Share,
    pub(super) f1: f64,
}

/// Everything about the sources.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Apis {
    pub(super) rows: Vec<ApiRow>,
    pub(super) strata: Vec<Stratum>,
    /// Requests for each entry, to all sources and to doi.org.
    pub(super) requests: f64,
    /// Entries whose label is another than if everybody is asked.
    pub(super) changed: usize,
}

impl From<&Metrics> for Figures {
    fn from(metrics: &Metrics) -> Self {
        let Metrics { dr, fpr, f1, mcc, coverage, .. } = *metrics;
        Self { dr, fpr, f1, mcc, coverage }
    }
}

pub(super) fn apis(
    entries: &[GoldEntry],
    answers: &[Answers],
    whole: &[EntryOutcome],
    world: &World,
    today: Day,
    settings: &CheckSettings,
) -> Apis {
    let names: Vec<&str> = world.sources().iter().map(citelight::sources::Source::name).collect();
    let asked = inquire_all(entries, world, today, settings);
    let only = |keep: &dyn Fn(&str) -> bool, ghost_sources: usize| -> Vec<EntryOutcome> {
        let kept: Vec<Answers> = answers.iter().map(|answers| reduced(answers, keep)).collect();
        let settings = CheckSettings { ghost_sources, ..settings.clone() };
        check_all(entries, &kept, world, today, &settings)
    };
    let alone: BTreeMap<&str, Vec<EntryOutcome>> =
        names.iter().map(|name| (*name, only(&|other| other == *name, 1))).collect();
    let has = |outcome: &EntryOutcome| outcome.report.subtests.title_exists.passed == Some(true);
    let rows = names.iter().map(|name| {
        let own = &alone[name];
        let others =
            |at: usize| alone.iter().any(|(other, all)| other != name && all.get(at).is_some_and(has));
        let without = only(&|other| other != *name, settings.ghost_sources);
        let of_it = asked.iter().filter(|asked| asked.by_source.contains_key(*name)).count();
        let requests: usize = asked.iter().filter_map(|asked| asked.by_source.get(*name)).sum();
        ApiRow {
            source: (*name).to_owned(),
            has: Share::of(own.iter().filter(|one| has(one)).count(), own.len()),
            has_alone: own.iter().enumerate().filter(|(at, one)| has(one) && !others(*at)).count(),
            alone: Figures::from(&Metrics::of(own)),
            without: Figures::from(&Metrics::of(&without)),
            requests: requests as f64 / entries.len().max(1) as f64,
            asked: Share::of(of_it, entries.len()),
        }
    });
    let rows = rows.collect();
    let changed =
        whole.iter().zip(&asked).filter(|(one, asked)| one.report.label != asked.inquiry.report.label);
    Apis {
        rows,
        strata: strata(whole, &asked),
        requests: asked.iter().map(|asked| asked.requests).sum::<usize>() as f64
            / entries.len().max(1) as f64,
        changed: changed.count(),
    }
}

fn reduced(answers: &Answers, keep: &dyn Fn(&str) -> bool) -> Answers {
    let mut kept = answers.clone();
    kept.sources.retain(|answer| keep(&answer.source));
    kept
}

fn strata(whole: &[EntryOutcome], asked: &[Asked]) -> Vec<Stratum> {
    let mut groups: BTreeMap<String, Vec<EntryOutcome>> = BTreeMap::new();
    for (outcome, asked) in whole.iter().zip(asked) {
        let names: Vec<&str> = asked.by_source.keys().map(|name| shown_name(name)).collect();
        let name = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
        let report = asked.inquiry.report.clone();
        groups.entry(name).or_default().push(EntryOutcome { report, ..outcome.clone() });
    }
    let stratum = |(sources, own): (String, Vec<EntryOutcome>)| {
        let metrics = Metrics::of(&own);
        let counts = metrics.confusion;
        debug_assert!(own.iter().all(|one| one.gold.label != Label::Uncertain));
        Stratum {
            sources,
            entries: own.len(),
            detected: Share::of(counts.hits, counts.hits + counts.misses),
            alarms: Share::of(counts.alarms, counts.alarms + counts.passed),
            f1: metrics.f1,
        }
    };
    groups.into_iter().map(stratum).collect()
}

impl Apis {
    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(
            out,
            "\nSources: {:.2} requests an entry where nobody is asked once nothing can change; {} labels differ from \
             those with everybody asked",
            self.requests, self.changed
        )?;
        for row in &self.rows {
            let line = |figures: &Figures| {
                let Figures { dr, fpr, f1, mcc, coverage } = figures;
                format!("DR {dr:.3} FPR {fpr:.3} F1 {f1:.3} MCC {mcc:.3} coverage {coverage:.3}")
            };
            writeln!(
                out,
                "  {:16} has {:.3} of the titles, {} alone  {:.2} requests an entry, asked for {:.3}",
                shown_name(&row.source),
                row.has.share,
                row.has_alone,
                row.requests,
                row.asked.share
            )?;
            writeln!(out, "  {:16}   alone:      {}", "", line(&row.alone))?;
            writeln!(out, "  {:16}   all others: {}", "", line(&row.without))?;
        }
        writeln!(out, "Entries by the sources that were asked:")?;
        for Stratum { sources, entries, detected, alarms, f1 } in &self.strata {
            writeln!(
                out,
                "  {sources}: n {entries}  DR {:.3} ({}/{})  FPR {:.3} ({}/{})  F1 {f1:.3}",
                detected.share, detected.count, detected.of, alarms.share, alarms.count, alarms.of
            )?;
        }
        Ok(())
    }
}
