//! Entries of each of HALLMARK's types, made by rule from true ones.

use citelight::resolve::integrity::{BibEntry, ErrorType};
use citelight::resolve::venue::{VenueMatch, compare_venues, is_preprint_server};
use serde_json::Value;

use crate::dice::Dice;
use crate::titles::Change;

/// A paper as it is.
#[derive(Clone, Debug)]
pub(crate) struct Truth {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) authors: Vec<String>,
    pub(crate) year: i64,
    pub(crate) venue: String,
    pub(crate) doi: Option<String>,
    pub(crate) is_preprint: bool,
}

impl Truth {
    /// From a line of clean records; none without authors or year.
    pub(crate) fn of(record: &Value) -> Option<Self> {
        let text = |name: &str| record[name].as_str().filter(|text| !text.is_empty()).map(str::to_owned);
        let id = text("id")?;
        let mut dice = Dice::of(&id, "style");
        let authors = record["authors"].as_array()?.iter();
        let authors: Vec<String> = authors
            .filter_map(|author| {
                let (given, family) =
                    (author["given"].as_str().unwrap_or_default(), author["family"].as_str()?);
                Some(format!("{given} {family}").trim().to_owned())
            })
            .collect();
        // Bibliographies write the long name or the short one, and the DOI or not.
        let names = [text("venue"), text("venue_short")];
        let names: Vec<String> = names.into_iter().flatten().collect();
        let venue = names.get(dice.below(names.len().max(1))).cloned().unwrap_or_default();
        let doi = text("doi").filter(|_| dice.below(2) == 0);
        let is_preprint = venue.is_empty() || is_preprint_server(&venue);
        (!authors.is_empty()).then_some(())?;
        Some(Self {
            id,
            title: text("title")?,
            authors,
            year: record["year"].as_i64()?,
            venue,
            doi,
            is_preprint,
        })
    }

    pub(crate) fn entry(&self) -> BibEntry {
        let kind = if self.venue.is_empty() { "misc" } else { "inproceedings" };
        let fields = [
            ("title", Some(self.title.clone())),
            ("author", Some(self.authors.join(" and "))),
            ("year", Some(self.year.to_string())),
            ("booktitle", Some(self.venue.clone()).filter(|venue| !venue.is_empty())),
            ("doi", self.doi.clone()),
        ];
        let fields = fields.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?)));
        BibEntry { key: self.id.clone(), kind: kind.to_owned(), fields: fields.collect() }
    }
}

/// A paper turned into a bad one of a type, `other` being another paper; none where the type does not suit it.
pub(crate) fn fabricate(
    truth: &Truth,
    other: &Truth,
    error_type: ErrorType,
    dice: &mut Dice,
) -> Option<Truth> {
    use ErrorType as T;
    let mut bad = truth.clone();
    match error_type {
        T::FabricatedDoi => {
            bad.doi = Some(match (dice.below(2), &truth.doi) {
                // The register's own prefix, another number.
                (0, Some(doi)) => format!(
                    "{}{}",
                    doi.trim_end_matches(|c: char| c.is_ascii_digit()),
                    700_000 + dice.below(90_000)
                ),
                _ => format!("10.{}/proc.{}", 4000 + dice.below(5000), 10_000 + dice.below(90_000)),
            });
        }
        T::NonexistentVenue => {
            let kind = [
                "Workshop on",
                "International Conference on",
                "Symposium on",
                "Journal of",
                "Transactions on",
            ][dice.below(5)];
            bad.venue = format!(
                "{kind} {} {}",
                ["Applied", "Emergent", "Cognitive", "Advanced"][dice.below(4)],
                [
                    "Gradient Dynamics",
                    "Machine Perception Studies",
                    "Neural Reasoning Systems",
                    "Data-Centric Intelligence"
                ][dice.below(4)]
            );
        }
        T::PlaceholderAuthors => {
            bad.authors = [
                vec!["John Doe", "Jane Doe"],
                vec!["First Author", "Second Author"],
                vec!["A. Author", "B. Author"],
                vec!["Anonymous"],
                vec!["Firstname Lastname"],
                vec!["Author One", "Author Two", "Author Three"],
                vec!["John Smith", "Jane Doe", "Max Mustermann"],
                vec!["Maria Nakano", "Ibrahim Larsen", "Kenta Lopez"],
            ][dice.below(8)]
            .iter()
            .map(|name| (*name).to_owned())
            .collect();
        }
        T::FutureDate => bad.year = 2028 + dice.below(9) as i64,
        T::ChimericTitle => bad.title = invented_title(truth, other, dice),
        T::WrongVenue => {
            (!truth.is_preprint && appeared_elsewhere(truth, other)).then_some(())?;
            bad.venue.clone_from(&other.venue);
        }
        T::SwappedAuthors => bad.authors.clone_from(&other.authors),
        T::PreprintAsPublished => {
            truth.is_preprint.then_some(())?;
            bad.venue = ["NeurIPS", "International Conference on Machine Learning", "ACL", "ICLR"]
                [dice.below(4)]
            .to_owned();
        }
        T::HybridFabrication => {
            bad.doi.as_ref()?;
            bad.authors = strangers(dice);
            bad.title = if dice.below(2) == 0 {
                invented_title(truth, other, dice)
            } else {
                Change::Replaced.of(&truth.title, &other.title, dice)?
            };
        }
        T::MergedCitation => {
            bad.authors.clone_from(&other.authors);
            bad.venue.clone_from(&other.venue);
            bad.year = other.year;
        }
        T::PartialAuthorList => {
            (truth.authors.len() > 2).then_some(())?;
            let kept = 1 + dice.below(truth.authors.len() - 2);
            if dice.below(2) == 0 {
                bad.authors.truncate(kept);
            } else {
                bad.authors.drain(1..truth.authors.len() - kept.min(truth.authors.len() - 2));
            }
        }
        T::NearMissTitle => {
            let change = Change::FABRICATED[dice.below(5)];
            bad.title = change.of(&truth.title, &other.title, dice)?;
        }
        T::PlausibleFabrication => {
            bad.title = invented_title(truth, other, dice);
            bad.authors = strangers(dice);
            bad.doi = None;
        }
        T::ArxivVersionMismatch => {
            (!truth.is_preprint && appeared_elsewhere(truth, other)).then_some(())?;
            bad.venue.clone_from(&other.venue);
            bad.year += [-1, 1, -2, 2][dice.below(4)];
        }
    }
    (bad.entry() != truth.entry()).then_some(bad)
}

/// Whether another paper appeared at another venue, whatever the two are called.
fn appeared_elsewhere(truth: &Truth, other: &Truth) -> bool {
    !other.is_preprint && compare_venues(&truth.venue, &other.venue) == VenueMatch::Different
}

/// Words of two titles in a title of neither.
fn invented_title(truth: &Truth, other: &Truth, dice: &mut Dice) -> String {
    let words = |title: &str| -> Vec<String> {
        title.split([' ', ':']).filter(|word| word.len() > 4).map(str::to_owned).collect()
    };
    let (left, right) = (words(&truth.title), words(&other.title));
    let pick = |words: &[String], dice: &mut Dice| {
        words.get(dice.below(words.len().max(1))).cloned().unwrap_or_else(|| "Structured".to_owned())
    };
    let method = ["Learning", "Methods", "Inference", "Networks", "Estimation"][dice.below(5)];
    let joint = ["for", "with", "via", "under"][dice.below(4)];
    format!("{} {} {method} {joint} {}", pick(&right, dice), pick(&left, dice), pick(&right, dice))
}

fn strangers(dice: &mut Dice) -> Vec<String> {
    const GIVEN: [&str; 6] = ["Elena", "Patrick", "Olga", "Kenji", "Amir", "Rachel"];
    const FAMILY: [&str; 6] = ["Vasquez", "Murphy", "Sokolova", "Morita", "Rezaei", "Thompson"];
    (0..2 + dice.below(2)).map(|_| format!("{} {}", GIVEN[dice.below(6)], FAMILY[dice.below(6)])).collect()
}
