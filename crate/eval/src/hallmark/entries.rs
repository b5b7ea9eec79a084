//! HALLMARK: its entries, closed worlds to check them in, and its metrics.
//!
//! A closed world serves what each scholarly source is supposed to say, so that figures can be reprinted without a
//! network. They measure the checks, not the sources' coverage.
use citelight::resolve::integrity::{
    Answers, BibEntry, CheckSettings, Day, EntryReport, ErrorType, Label, ask, check_entry,
};
use citelight::sources::Source;
use futures_util::FutureExt;
use serde::Deserialize;

use super::world::{World, WorldError};

/// An entry of the benchmark with its gold.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct GoldEntry {
    /// The entry itself.
    #[serde(flatten)]
    pub entry: BibEntry,
    /// Gold label.
    pub label: Label,
    /// Gold type; valid entries have none.
    #[serde(rename = "hallucination_type", default)]
    pub error_type: Option<ErrorType>,
    /// 1..=3, for weighted F1.
    #[serde(rename = "difficulty_tier", default)]
    pub tier: Option<u8>,
    /// How the entry was made: `scraped`, `perturbation`, `real_world` …
    #[serde(default)]
    pub generation_method: Option<String>,
    /// Gold sub-tests by HALLMARK's names.
    #[serde(default)]
    pub subtests: std::collections::BTreeMap<String, Option<bool>>,
}

impl GoldEntry {
    /// Which half of the split the entry is in, by a hash of its key: thresholds are chosen on the first half.
    pub fn is_in_first_half(&self) -> bool {
        use sha2::Digest;
        sha2::Sha256::digest(self.entry.key.as_bytes()).first().is_some_and(|byte| byte % 2 == 0)
    }
}

/// An entry, its report, and whether the world has its paper.
#[derive(Clone, Debug, PartialEq)]
pub struct EntryOutcome {
    /// The entry with its gold.
    pub gold: GoldEntry,
    /// What was found.
    pub report: EntryReport,
    /// Whether some source of the world has a record of this title; of a near miss, of the title it was made from.
    pub is_indexed: bool,
}

/// What a world says of every entry, in the entries' order.
pub fn ask_all(entries: &[GoldEntry], world: &World) -> Vec<Answers> {
    let sources: Vec<&dyn Source> = world.sources().iter().map(|store| store as &dyn Source).collect();
    entries
        .iter()
        .map(|gold| {
            // Stores in memory answer at once.
            let answers = ask(&gold.entry, &sources).now_or_never().unwrap_or_default();
            Answers { handle: world.handle(&gold.entry), ..answers }
        })
        .collect()
}

/// Checks every entry against what a world said of it.
pub fn check_all(
    entries: &[GoldEntry],
    answers: &[Answers],
    world: &World,
    today: Day,
    settings: &CheckSettings,
) -> Vec<EntryOutcome> {
    entries
        .iter()
        .zip(answers)
        .map(|(gold, answers)| EntryOutcome {
            gold: gold.clone(),
            report: check_entry(&gold.entry, answers, today, settings),
            is_indexed: is_indexed(gold, world),
        })
        .collect()
}

fn is_indexed(gold: &GoldEntry, world: &World) -> bool {
    let title = gold.entry.field("title").unwrap_or_default();
    let near = || gold.error_type == Some(ErrorType::NearMissTitle) && world.has_title_near(title);
    world.has_title(title) || near()
}

/// Reads entries, one JSON object a line.
///
/// # Errors
/// The first line that is no entry, with its number.
pub fn read_entries(lines: &str) -> Result<Vec<GoldEntry>, WorldError> {
    lines
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty())
        .map(|(at, line)| {
            serde_json::from_str(line).map_err(|error| WorldError { line: at + 1, reason: error.to_string() })
        })
        .collect()
}
