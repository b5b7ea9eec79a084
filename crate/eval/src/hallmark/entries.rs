//! HALLMARK: its entries, closed worlds to check them in, and its metrics.
//!
//! A closed world serves what each scholarly source is supposed to say, so that figures can be reprinted without a
//! network. They measure the checks, not the sources' coverage.
use citelight::resolve::corrections::read_bibtex;
use citelight::resolve::integrity::{
    Answers, BibEntry, CheckSettings, Day, EntryReport, ErrorType, Label, ask, check_entry,
};
use citelight::sources::Source;
use futures_util::FutureExt;
use serde::Deserialize;
use serde_json::Value;

use super::taxonomy::{GoldType, PaperType};
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
    pub error_type: Option<GoldType>,
    /// 1..=3, for weighted F1.
    #[serde(rename = "difficulty_tier", default)]
    pub tier: Option<u8>,
    /// How the entry was made: `scraped`, `perturbation`, `real_world` …
    #[serde(default)]
    pub generation_method: Option<String>,
    /// When its paper appeared, `YYYY-MM-DD`.
    #[serde(rename = "publication_date", default)]
    pub published: Option<String>,
    /// Where it was taken from: `biorxiv_withdrawn`, `gptzero_neurips2025` …
    #[serde(default)]
    pub source: Option<String>,
    /// Gold sub-tests by HALLMARK's names.
    #[serde(default)]
    pub subtests: std::collections::BTreeMap<String, Option<bool>>,
}

impl GoldEntry {
    /// Whether its work was withdrawn or retracted, by the gold; the release calls such entries by another type.
    pub fn is_withdrawn(&self) -> bool {
        self.error_type == Some(GoldType::Paper(PaperType::RetractedPaper))
            || self.source.as_deref().is_some_and(|source| source.contains("withdrawn"))
    }

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
    let near = || gold.error_type == Some(ErrorType::NearMissTitle.into()) && world.has_title_near(title);
    world.has_title(title) || near()
}

/// Reads entries, one JSON object a line: with fields, or with the BibTeX that they are written in.
///
/// # Errors
/// The first line that is no entry, with its number.
pub fn read_entries(lines: &str) -> Result<Vec<GoldEntry>, WorldError> {
    lines
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty())
        .map(|(at, line)| read_entry(line).map_err(|reason| WorldError { line: at + 1, reason }))
        .collect()
}

fn read_entry(line: &str) -> Result<GoldEntry, String> {
    let mut value: Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
    let written = value.get("bibtex").and_then(Value::as_str).map(str::to_owned);
    if let (Some(written), Value::Object(entry)) = (written, &mut value)
        && !entry.contains_key("fields")
    {
        let read = read_bibtex(&written);
        let Some(read) = read.first() else { return Err("its BibTeX is none".to_owned()) };
        entry.insert("fields".to_owned(), serde_json::to_value(&read.entry.fields).unwrap_or_default());
    }
    serde_json::from_value(value).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_is_read_by_the_paper_s_names_and_in_bibtex() {
        let lines = r#"{"bibtex_key": "a", "bibtex_type": "article", "fields": {"title": "Weirs"}, "label": "HALLUCINATED", "hallucination_type": "author_mismatch", "publication_date": "2022-01-01"}
{"bibtex_key": "b", "bibtex_type": "article", "fields": {"title": "Mills"}, "label": "HALLUCINATED", "hallucination_type": "plausible_fabrication", "source": "biorxiv_withdrawn"}
{"bibtex_key": "c", "bibtex_type": "article", "bibtex": "@article{c, title = {Dams of {Otters}}, year = {2021}}", "label": "VALID"}"#;
        let entries = read_entries(lines).unwrap();
        assert_eq!(entries[0].error_type, Some(ErrorType::SwappedAuthors.into()));
        assert_eq!(entries.iter().map(GoldEntry::is_withdrawn).collect::<Vec<_>>(), [false, true, false]);
        assert_eq!(entries[2].entry.field("title"), Some("Dams of {Otters}"));
        let error = read_entries("{\"bibtex_key\": \"d\", \"bibtex\": \"no entry\", \"label\": \"VALID\"}")
            .unwrap_err();
        assert!(error.reason.contains("BibTeX"), "{error}");
    }
}
