//! A file of damaged entries, revised, and what became of each field.
use citelight::cite;
use citelight::resolve::corrections::label::{
    AuthorAgreement, FIELDS, FieldLabel, author_agreement, label_against,
};
use citelight::resolve::corrections::{FieldEdit, Revision, apply, is_same_field, propose, read_bibtex};
use citelight::resolve::integrity::{Answers, BibEntry, CheckSettings, Day, Label, check_entry};
use citelight::sources::Record;
use citelight_cli::failure::Failure;

use super::damage::{Damage, Damaged, Mode, damage};
use super::stages::Stages;
use crate::chance::Chance;
use crate::hallmark::{GoldEntry, World, ask_all};

/// The nine fields as [`FIELDS`] has them.
pub(super) const FIELD_NAMES: [&str; FIELDS.len()] =
    ["entry type", "author", "title", "year", "venue", "volume", "number", "pages", "DOI"];

/// A day by which every paper of the worlds has appeared.
const TODAY: Day = Day { year: 2026, month: 11, day: 22 };

/// A label for each of the nine fields.
pub(super) type Labels = [FieldLabel; FIELDS.len()];

/// All entries of all rounds.
pub(super) struct Trials {
    pub(super) entries: usize,
    pub(super) rounds: u64,
    pub(super) all: Vec<Trial>,
}

/// One damaged entry and its revision.
pub(super) struct Trial {
    key: String,
    pub(super) mode: Mode,
    /// Title and authors are no longer those of its work.
    pub(super) is_another_work: bool,
    /// A record was found that is the entry's work.
    pub(super) has_record: bool,
    pub(super) damages: Vec<DamageOutcome>,
    /// Fields that were right and not damaged.
    pub(super) untouched: usize,
    /// Of these, the ones that the revision made wrong, with what they became.
    pub(super) regressed: Vec<String>,
    /// Fields that the right entry does not have.
    pub(super) added: usize,
    pub(super) labels: Stages<Labels>,
    /// How the authors agree with the right ones, by three criteria.
    pub(super) authors: Option<Stages<AuthorAgreement>>,
    /// What became of it in a single stage.
    pub(super) single: SingleStage,
    /// The year of the right entry.
    pub(super) year: Option<i32>,
}

/// What becomes of an entry if the record that is looked up takes its place, and nothing is compared (clibib, section 5.4).
pub(super) struct SingleStage {
    /// Damaged fields that are right again, of all damaged.
    pub(super) corrected: (usize, usize),
    /// Right fields that were made wrong, of all that were right.
    pub(super) regressed: (usize, usize),
    pub(super) labels: Labels,
}

/// What became of a damaged field.
pub(super) struct DamageOutcome {
    pub(super) damage: Damage,
    pub(super) corrected: bool,
    /// The value as it was, damaged and revised.
    values: [Option<String>; 3],
}

/// Damages and revises every entry in every round.
pub(super) fn revise_all(
    right: &[BibEntry],
    world: &World,
    seed: u64,
    rounds: u64,
) -> Result<Trials, Failure> {
    let mut all = Vec::new();
    for round in 0..rounds {
        all.extend(revise_round(right, world, seed, round)?);
    }
    Ok(Trials { entries: right.len(), rounds, all })
}

fn revise_round(right: &[BibEntry], world: &World, seed: u64, round: u64) -> Result<Vec<Trial>, Failure> {
    let damaged: Vec<(Damaged, &BibEntry)> = right
        .iter()
        .enumerate()
        .map(|(at, entry)| {
            let mut chance = Chance::of(seed, &format!("{} {round}", entry.key));
            let other = &right[(at + 1 + chance.below(right.len() - 1)) % right.len()];
            (damage(entry, other, &mut chance), other)
        })
        .collect();
    let file: String = damaged.iter().map(|(damaged, _)| bibtex(&damaged.entry)).collect();
    let spans = read_bibtex(&file);
    if spans.len() != right.len() {
        let lost = damaged
            .iter()
            .map(|(damaged, _)| &damaged.entry)
            .zip(&spans)
            .find(|(own, read)| **own != read.entry);
        let lost = lost.map(|(own, _)| own.key.clone()).unwrap_or_default();
        return Err(Failure::Malformed {
            what: "the damaged entries",
            path: "entries".into(),
            reason: format!("one of them, near “{lost}”, cannot be read again; leave it out of the entries"),
        });
    }
    let asked: Vec<GoldEntry> = spans.iter().map(|span| as_gold(&span.entry)).collect();
    let answers = ask_all(&asked, world);
    let revisions: Vec<Revision> = asked
        .iter()
        .zip(&answers)
        .map(|(gold, answers)| {
            let check = |entry: &BibEntry| check_entry(entry, answers, TODAY, &CheckSettings::default());
            propose(&gold.entry, &check(&gold.entry), answers, &check)
        })
        .collect();
    let replaced: Vec<BibEntry> =
        asked.iter().zip(&answers).map(|(gold, answers)| replaced(&gold.entry, answers)).collect();
    let edits: Vec<Vec<FieldEdit>> = revisions.iter().map(|revision| revision.edits.clone()).collect();
    let fixed = read_bibtex(&apply(&file, &spans, &edits));
    let trials = damaged.into_iter().zip(right).zip(revisions).zip(&fixed).zip(&replaced);
    Ok(trials
        .map(|(((((damaged, other), right), revision), fixed), replaced)| {
            Trial::of(damaged, right, other, &revision, [&fixed.entry, replaced])
        })
        .collect())
}

/// The entry with the values of the record that is looked up: by its identifier, else the first of its title. No gate asks
/// whether it is the entry's work, and no field is compared.
fn replaced(entry: &BibEntry, answers: &Answers) -> BibEntry {
    let mut entry = entry.clone();
    let records = || answers.sources.iter().flat_map(|answer| &answer.records);
    let identifiers = entry.identifiers();
    let named = records().find(|record| record.identifiers.agree(&identifiers));
    let title = entry.field("title").unwrap_or_default();
    let ranked = || match cite::choose(title, records().cloned().collect()) {
        cite::Choice::One(record) => Some(*record),
        cite::Choice::Several(records) => records.into_iter().next(),
        cite::Choice::Nothing => None,
    };
    let Some(record) = named.cloned().or_else(ranked) else { return entry };
    let Some(written) = written(&record) else { return entry };
    let venue = if entry.field("journal").is_some() { "journal" } else { "booktitle" };
    for (name, value) in written.fields {
        let name = match name.as_str() {
            "journal" | "booktitle" => venue.to_owned(),
            "author" | "title" | "year" | "volume" | "number" | "pages" | "doi" => name,
            _ => continue,
        };
        entry.fields.insert(name, value);
    }
    entry
}

fn written(record: &Record) -> Option<BibEntry> {
    read_bibtex(&cite::bibtex(record)).into_iter().next().map(|read| read.entry)
}

/// Worlds are asked for entries of the benchmark.
fn as_gold(entry: &BibEntry) -> GoldEntry {
    GoldEntry {
        entry: entry.clone(),
        label: Label::Valid,
        error_type: None,
        tier: None,
        generation_method: None,
        published: None,
        source: None,
        subtests: Default::default(),
    }
}

impl Trial {
    fn of(
        damaged: Damaged,
        right: &BibEntry,
        other: &BibEntry,
        revision: &Revision,
        [fixed, replaced]: [&BibEntry; 2],
    ) -> Self {
        let is_another_work = damaged.is_another_work();
        let Damaged { entry: wrong, mode, damages } = damaged;
        let value = |entry: &BibEntry, name: &str| entry.field(name).map(str::to_owned);
        let is_damaged = |name: &str| damages.iter().any(|damage| damage.name == name);
        let left: Vec<&String> = right.fields.keys().filter(|name| !is_damaged(name)).collect();
        let regressed = left
            .iter()
            .filter(|name| !is_same_field(name, fixed, right))
            .map(|name| format!("{name}: {:?} became {:?}", right.field(name), fixed.field(name)));
        let wrong_again = left.iter().filter(|name| !is_same_field(name, replaced, right)).count();
        let mended = damages.iter().filter(|damage| is_same_field(damage.name, replaced, right)).count();
        let agreement = |entry: &BibEntry| author_agreement(entry, right);
        let labels = |entry: &BibEntry| FIELDS.map(|field| label_against(field, entry, right, Some(other)));
        Self {
            key: right.key.clone(),
            mode,
            is_another_work,
            has_record: revision.kept_because.is_none(),
            untouched: left.len(),
            regressed: regressed.collect(),
            added: fixed.fields.keys().filter(|name| !right.fields.contains_key(*name)).count(),
            labels: Stages { before: labels(&wrong), after: labels(fixed) },
            authors: agreement(&wrong).zip(agreement(fixed)).map(|(before, after)| Stages { before, after }),
            single: SingleStage {
                corrected: (mended, damages.len()),
                regressed: (wrong_again, left.len()),
                labels: labels(replaced),
            },
            year: right.field("year").and_then(|year| year.get(..4)?.parse().ok()),
            damages: damages
                .into_iter()
                .map(|damage| DamageOutcome {
                    corrected: is_same_field(damage.name, fixed, right),
                    values: [right, &wrong, fixed].map(|entry| value(entry, damage.name)),
                    damage,
                })
                .collect(),
        }
    }

    /// What was not corrected although a record was found, and what regressed.
    pub(super) fn errors(&self) -> Vec<String> {
        let missed = self.damages.iter().filter(|own| self.has_record && !own.corrected).map(|own| {
            let [right, wrong, fixed] = &own.values;
            let (field, how) = (own.damage.field.words(), own.damage.how.words());
            format!("{}: {field} {how}, {right:?} damaged to {wrong:?}, revised to {fixed:?}", self.key)
        });
        missed.chain(self.regressed.iter().map(|line| format!("{}: regressed, {line}", self.key))).collect()
    }
}

/// An entry as a file writes it.
pub(super) fn bibtex(entry: &BibEntry) -> String {
    let fields: String =
        entry.fields.iter().map(|(name, value)| format!(",\n  {name} = {{{value}}}")).collect();
    format!("@{}{{{}{fields}\n}}\n\n", entry.kind, entry.key)
}
