//! `citelight-eval hallmark --ranking`: where this run stands among other tools.
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use citelight::resolve::integrity::Label;
use citelight_cli::failure::{Failure, read_text};
use serde::Serialize;

use crate::hallmark::{EntryOutcome, Rank, rank, read_scores};

/// What this run is called among the others.
pub(super) const OURS: &str = "citelight (closed world)";
const TABLE: &str = "the table of scores";
/// Scores are shares.
const UNDECIDED: f64 = 0.5;

/// The tools of one table and this run.
#[derive(Serialize)]
pub(super) struct Ranking {
    /// The table.
    pub(super) file: String,
    /// The best first; tools of different groups were never compared.
    pub(super) groups: Vec<Vec<Rank>>,
}

/// Ranks the run among the tools of each table.
///
/// # Errors
/// A table that cannot be read, that has no cell of this run, or whose worths do not settle.
pub(super) fn among(tables: &[PathBuf], outcomes: &[EntryOutcome]) -> Result<Vec<Ranking>, Failure> {
    tables.iter().map(|table| rank_in(table, outcomes)).collect()
}

fn rank_in(table: &Path, outcomes: &[EntryOutcome]) -> Result<Ranking, Failure> {
    let malformed = |reason: String| Failure::Malformed { what: TABLE, path: table.to_owned(), reason };
    let mut scores = read_scores(&read_text(TABLE, table)?).map_err(|error| malformed(error.to_string()))?;
    let mut own = own_scores(outcomes);
    own.retain(|cell, _| scores.values().any(|others| others.contains_key(cell)));
    if own.is_empty() {
        return Err(malformed(
            "it names no entry and no tier of this run; give a table of the same split".to_owned(),
        ));
    }
    scores.insert(OURS.to_owned(), own);
    let groups = rank(&scores).map_err(|error| malformed(error.to_string()))?;
    Ok(Ranking { file: table.display().to_string(), groups })
}

/// The run's scores by entry and by tier.
fn own_scores(outcomes: &[EntryOutcome]) -> BTreeMap<String, f64> {
    let entries = outcomes.iter().map(|outcome| (outcome.gold.entry.key.clone(), score(outcome)));
    entries.chain(tiers(outcomes)).collect()
}

/// As HALLMARK scores an entry: how sure the tool was of what is right.
fn score(outcome: &EntryOutcome) -> f64 {
    let report = &outcome.report;
    match report.label {
        Label::Uncertain => UNDECIDED,
        label if label == outcome.gold.label => report.confidence,
        _ => 1.0 - report.confidence,
    }
}

/// F1 of each tier: its bad entries and all good ones, as in HALLMARK.
fn tiers(outcomes: &[EntryOutcome]) -> impl Iterator<Item = (String, f64)> {
    let flagged = |outcome: &&EntryOutcome| outcome.report.label == Label::Hallucinated;
    let (bad, good): (Vec<&EntryOutcome>, Vec<&EntryOutcome>) =
        outcomes.iter().partition(|outcome| outcome.gold.label == Label::Hallucinated);
    let alarms = good.iter().copied().filter(flagged).count();
    let mut found: BTreeMap<u8, (usize, usize)> = BTreeMap::new();
    for outcome in bad {
        let Some(tier) = outcome.gold.tier else { continue };
        let (hits, all) = found.entry(tier).or_default();
        *hits += usize::from(flagged(&outcome));
        *all += 1;
    }
    // 2 PR / (P + R), with the tier's misses written as all - hits.
    let f1 = move |(hits, all): (usize, usize)| 2.0 * hits as f64 / (hits + all + alarms) as f64;
    found.into_iter().map(move |(tier, counts)| (format!("tier {tier}"), f1(counts)))
}

impl Ranking {
    /// As text.
    ///
    /// # Errors
    /// Text that cannot be written.
    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(
            out,
            "\nAmong the tools of {} (Plackett-Luce: ILSR, alpha 0.01, together 1; then by mean score)",
            self.file
        )?;
        for group in &self.groups {
            if let [alone] = &group[..] {
                writeln!(out, "  –  {:40} never compared: no cell in common with another", alone.tool)?;
                continue;
            }
            for (at, rank) in group.iter().enumerate() {
                let (worth, mean) = (rank.worth.unwrap_or_default(), rank.mean.unwrap_or_default());
                let by_mean = 1 + group.iter().filter(|other| other.mean > rank.mean).count();
                writeln!(
                    out,
                    "  {:2} {:40} worth {worth:.4}  mean {mean:.4} (place {by_mean})  cells {}",
                    at + 1,
                    rank.tool,
                    rank.cells
                )?;
            }
            writeln!(out)?;
        }
        if self.groups.iter().filter(|group| group.len() > 1).count() > 1 {
            writeln!(
                out,
                "  Tools of different groups were never compared: their worths say nothing of each other."
            )?;
        }
        Ok(())
    }
}
