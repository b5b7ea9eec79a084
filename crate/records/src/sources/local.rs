//! A store of records in memory, read from JSON Lines.
//!
//! Looked up by identifier, else by the rare words of the title: common words ("learning", "analysis") are skipped
//! while rarer ones narrow the choice, so that a look-up stays fast on hundreds of thousands of records.

use std::collections::{BTreeMap, HashMap};

use super::json_lines::{Line, normal_doi, read_line};
use super::{Query, Record, Source, SourceError};
use citelight_inference::LocalFuture;
use citelight_types::identifiers::field::normal_arxiv;
use citelight_types::identifiers::{Identifiers, arxiv_in_doi};
use citelight_types::sort::SmallSort;
use citelight_types::text::normalise::fold;
use citelight_types::text::titles::title_similarity;

pub use super::json_lines::{Coverage, LineProblem};

/// Records a look-up answers with at most.
const ANSWERS: usize = 10;
/// Candidates that share most rare words are compared letter by letter.
const COMPARED: usize = 40;
/// A title without its subtitle goes before all but the very title.
const WITHOUT_SUBTITLE: f64 = 0.9;
/// Postings that one look-up may walk: words are taken rarest first until this is used up.
const POSTINGS: usize = 20_000;

/// Why a file could not become a store.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// There is no line in it at all.
    #[error("{store} holds no records: it is empty; give a file with one JSON object a line")]
    Empty {
        /// Name of the store.
        store: String,
    },
    /// Not one line is a record.
    #[error("{store} holds no records; {first}")]
    Unreadable {
        /// Name of the store.
        store: String,
        /// What is wrong with the first line.
        first: LineProblem,
    },
}

/// Records in memory, by identifier and by title.
#[derive(Clone, Debug, Default)]
pub struct LocalStore {
    name: String,
    coverage: Coverage,
    records: Vec<Record>,
    problems: Vec<LineProblem>,
    by_identifier: HashMap<String, Vec<usize>>,
    by_word: HashMap<String, Vec<usize>>,
}

impl LocalStore {
    /// Reads one record a line. Lines that hold none are skipped and kept as [`LocalStore::problems`]. The store is
    /// partial unless its first line or [`LocalStore::with_coverage`] says otherwise.
    ///
    /// # Errors
    /// [`StoreError`] if not a single record could be read.
    pub fn from_json_lines(name: impl Into<String>, lines: &str) -> Result<Self, StoreError> {
        let mut store = Self { name: name.into(), ..Self::default() };
        for (index, line) in lines.lines().enumerate() {
            let line = line.trim_start_matches('\u{feff}').trim();
            if line.is_empty() {
                continue;
            }
            match read_line(line, index + 1, &store.name) {
                Ok(Line::Record(record)) => store.add(*record),
                Ok(Line::Header(coverage)) => store.coverage = coverage,
                Err(reason) => {
                    store.problems.push(LineProblem { store: store.name.clone(), line: index + 1, reason });
                }
            }
        }
        match (store.records.is_empty(), store.problems.first()) {
            (false, _) => Ok(store),
            (true, Some(first)) => {
                Err(StoreError::Unreadable { store: store.name.clone(), first: first.clone() })
            }
            (true, None) => Err(StoreError::Empty { store: store.name }),
        }
    }

    /// The store, with another claim about how much it holds.
    #[must_use]
    pub fn with_coverage(mut self, coverage: Coverage) -> Self {
        self.coverage = coverage;
        self
    }

    /// Lines that could not be read.
    pub fn problems(&self) -> &[LineProblem] {
        &self.problems
    }

    /// Every record, in the file's order.
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    fn add(&mut self, record: Record) {
        let position = self.records.len();
        for key in identifier_keys(&record.identifiers) {
            self.by_identifier.entry(key).or_default().push(position);
        }
        for word in words(&record.title) {
            self.by_word.entry(word).or_default().push(position);
        }
        self.records.push(record);
    }

    /// Records that the query's identifiers or title point at, best first.
    fn find(&self, query: &Query<'_>) -> Vec<Record> {
        let mut found: Vec<usize> = Vec::new();
        for key in identifier_keys(query.identifiers) {
            found.extend(self.by_identifier.get(&key).into_iter().flatten());
        }
        if let Some(title) = query.title {
            found.extend(self.find_by_title(title));
        }
        let mut seen = std::collections::HashSet::new();
        found.retain(|position| seen.insert(*position));
        found.truncate(ANSWERS);
        found.into_iter().filter_map(|position| self.records.get(position)).cloned().collect()
    }

    fn find_by_title(&self, title: &str) -> Vec<usize> {
        let mut postings: Vec<&Vec<usize>> =
            words(title).iter().filter_map(|word| self.by_word.get(word)).collect();
        postings.small_sort_by_key(|positions| positions.len());
        let total = self.records.len() as f64;
        let mut weights: BTreeMap<usize, f64> = BTreeMap::new();
        let mut walked = 0;
        for positions in postings {
            walked += positions.len();
            if walked > POSTINGS && !weights.is_empty() {
                break;
            }
            let weight = libm::log(1.0 + total / positions.len() as f64);
            // Where the rarest word stands in more titles than that, they are all alike.
            for position in positions.iter().take(POSTINGS) {
                *weights.entry(*position).or_default() += weight;
            }
        }
        let mut candidates: Vec<(usize, f64)> = weights.into_iter().collect();
        candidates.small_sort_by(|left, right| right.1.total_cmp(&left.1).then(left.0.cmp(&right.0)));
        candidates.truncate(COMPARED);
        let mut compared: Vec<(usize, f64)> = candidates
            .into_iter()
            .map(|(position, _)| (position, likeness(title, &self.records[position].title)))
            .collect();
        compared.small_sort_by(|left, right| right.1.total_cmp(&left.1).then(left.0.cmp(&right.0)));
        compared.into_iter().map(|(position, _)| position).collect()
    }
}

impl Source for LocalStore {
    fn name(&self) -> &str {
        &self.name
    }

    fn look_up<'a>(&'a self, query: Query<'a>) -> LocalFuture<'a, Result<Vec<Record>, SourceError>> {
        Box::pin(std::future::ready(Ok(self.find(&query))))
    }

    fn covers_everything(&self) -> bool {
        self.coverage == Coverage::Everything
    }
}

/// How alike a title and a record's are, the best first: one that the other begins with may lack its subtitle.
pub fn likeness(title: &str, known: &str) -> f64 {
    let (title_words, known_words) = (fold(title), fold(known));
    let begins = |long: &str, short: &str| {
        short.contains(' ') && long.strip_prefix(short).is_some_and(|rest| rest.starts_with(' '))
    };
    let similarity = title_similarity(title, known);
    if begins(&known_words, &title_words) || begins(&title_words, &known_words) {
        similarity.max(WITHOUT_SUBTITLE)
    } else {
        similarity
    }
}

/// The distinct words of a title, folded.
pub fn words(title: &str) -> Vec<String> {
    let mut words: Vec<String> =
        fold(title).split(' ').filter(|word| !word.is_empty()).map(str::to_owned).collect();
    words.sort_unstable();
    words.dedup();
    words
}

/// Identifiers as keys of one table. A URL or an ISBN is shared by parts of one work, so neither is a key.
pub fn identifier_keys(identifiers: &Identifiers) -> Vec<String> {
    let doi = identifiers.doi.as_deref().map(normal_doi);
    // DataCite's DOIs of arXiv hold the arXiv identifier.
    let in_doi = doi.as_deref().and_then(arxiv_in_doi).map(normal_arxiv);
    let arxiv = identifiers.arxiv.as_deref().map(normal_arxiv).or(in_doi);
    [("doi", doi), ("arxiv", arxiv), ("pmid", identifiers.pmid.clone()), ("pmcid", identifiers.pmcid.clone())]
        .into_iter()
        .filter_map(|(name, value)| value.map(|value| format!("{name}:{}", value.to_lowercase())))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sources::WorkStatus;
    use citelight_types::text::person::Person;

    const LINES: &str = r#"{"store": "snapshot", "coverage": "everything"}
{"id": "W1", "title": "Attention is all you need", "type": "proceedings-article", "authors": [{"family": "Vaswani", "given": "Ashish"}], "year": 2017, "venue": "NeurIPS", "doi": null, "arxiv": "1706.03762v5", "pages": null}

{"id": 2, "title": "Deep residual learning", "subtitle": "for image recognition", "authors": ["He, Kaiming", "Xiangyu Zhang"], "year": "2016", "doi": "https://doi.org/10.1109/CVPR.2016.90", "status": "retracted"}
{"title": "broken
{"id": "W4", "title": "Attention in images", "status": "lost"}
{"id": "W5"}
"#;

    fn store() -> LocalStore {
        LocalStore::from_json_lines("snapshot", LINES).unwrap()
    }

    fn ids(identifiers: Identifiers, title: Option<&str>) -> Vec<String> {
        let query = Query { identifiers: &identifiers, title, authors: &[], year: None };
        store().find(&query).into_iter().map(|record| record.id).collect()
    }

    #[test]
    fn reads_fields_as_files_write_them() {
        let store = store();
        let second = &store.records()[1];
        assert_eq!(second.id, "2");
        assert_eq!(second.title, "Deep residual learning: for image recognition");
        assert_eq!(second.authors, [Person::new("He", "Kaiming"), Person::new("Zhang", "Xiangyu")]);
        assert_eq!(second.year, Some(2016));
        assert_eq!(second.identifiers.doi.as_deref(), Some("10.1109/cvpr.2016.90"));
        assert_eq!(second.status, WorkStatus::retracted(None, None));
        assert_eq!(store.records()[0].identifiers.arxiv.as_deref(), Some("1706.03762"));
        assert!(store.covers_everything());
        assert!(!store.with_coverage(Coverage::Partial).covers_everything());
    }

    #[test]
    fn bad_lines_are_reported_with_their_number_and_skipped() {
        let lines: Vec<usize> = store().problems().iter().map(|problem| problem.line).collect();
        assert_eq!(lines, [5, 6, 7]);
        assert!(store().problems()[1].to_string().contains("“lost”"));
    }

    #[test]
    fn a_file_without_records_is_an_error() {
        assert!(matches!(LocalStore::from_json_lines("x", " \n"), Err(StoreError::Empty { .. })));
        assert!(matches!(LocalStore::from_json_lines("x", "<html>"), Err(StoreError::Unreadable { .. })));
    }

    #[test]
    fn finds_by_identifier_and_by_title() {
        let arxiv = |id: &str| Identifiers { arxiv: Some(id.to_owned()), ..Identifiers::default() };
        let doi = |doi: &str| Identifiers { doi: Some(doi.to_owned()), ..Identifiers::default() };
        assert_eq!(ids(arxiv("1706.03762"), None), ["W1"]);
        assert_eq!(ids(doi("10.48550/arXiv.1706.03762"), None), ["W1"]);
        assert_eq!(ids(doi("10.1109/cvpr.2016.90"), None), ["2"]);
        assert_eq!(ids(Identifiers::default(), Some("ATTENTION is all we need")), ["W1"]);
        assert_eq!(ids(Identifiers::default(), Some("quantum gravity")), Vec::<String>::new());
    }

    #[test]
    fn a_title_without_its_subtitle_is_found_among_titles_that_look_more_like_it() {
        let twins: String =
            (0..20).map(|n| format!("{{\"id\": {n}, \"title\": \"Chaos was a ladder {n}\"}}\n")).collect();
        let long = r#"{"id": "long", "title": "Chaos is a Ladder: a theoretical understanding of learning by contrast"}"#;
        let store = LocalStore::from_json_lines("many", &format!("{twins}{long}")).unwrap();
        let none = Identifiers::default();
        let query = Query { identifiers: &none, title: Some("Chaos is a ladder"), authors: &[], year: None };
        assert_eq!(store.find(&query)[0].id, "long");
    }

    #[test]
    fn a_hundred_thousand_records_are_looked_up_in_no_time() {
        let words = ["deep", "learning", "of", "neural", "models", "for", "robust", "vision"];
        let lines: String = (0..100_000)
            .map(|n| {
                let title = format!(
                    "{} {} {} w{} w{}",
                    words[n % 8],
                    words[n / 8 % 8],
                    words[n / 64 % 8],
                    n % 997,
                    n % 991
                );
                format!("{{\"id\": {n}, \"title\": \"{title}\"}}\n")
            })
            .collect();
        let store = LocalStore::from_json_lines("many", &lines).unwrap();
        let none = Identifiers::default();
        let title = store.records()[77_777].title.clone();
        let start = std::time::Instant::now();
        for _ in 0..20 {
            let query = Query { identifiers: &none, title: Some(&title), authors: &[], year: None };
            assert_eq!(store.find(&query)[0].id, "77777");
        }
        // Unoptimised and on a busy machine; optimised it is well under a millisecond each.
        assert!(start.elapsed().as_millis() / 20 < 250, "{:?} for 20 look-ups", start.elapsed());
    }
}
