//! The abstracts that records lack, asked of indexes by identifier. Works that are asked about at the same time share requests.

use crate::sources::api::ApiName;
use crate::sources::{ApiSource, Query, Record, Source};
use citelight_types::text::titles::title_similarity;

/// Who is asked for abstracts, in this order: first by many identifiers in one request and without long waits, then those
/// that want to be asked seldom or know fewer works. What Europe PMC has is PubMed's, too.
const INDEXES: [ApiName; 7] = [
    ApiName::OpenAlex,
    ApiName::EuropePmc,
    ApiName::SemanticScholar,
    ApiName::Pubmed,
    ApiName::Arxiv,
    ApiName::DataCite,
    ApiName::Crossref,
];
/// Titles less alike are of two works, whatever the identifier says: an abstract is quoted as the work's words.
const SAME_WORK: f64 = 0.6;

/// Indexes that know abstracts.
pub(super) struct Abstracts(Vec<ApiSource>);

impl Abstracts {
    /// Those of the sources that know abstracts.
    pub(super) fn among(sources: &[ApiSource]) -> Self {
        let named = |name: &ApiName| sources.iter().find(|source| source.api() == *name).cloned();
        Self(INDEXES.iter().filter_map(named).collect())
    }

    /// Adds to a record without an abstract what the indexes know of its work, until one knows the abstract. An index that
    /// fails adds nothing: the next one is asked.
    pub(super) async fn add_to(&self, record: &mut Record) {
        for index in &self.0 {
            if record.abstract_text.is_some() {
                return;
            }
            let wanted = record.identifiers.clone();
            let query = Query::by_identifiers(&wanted);
            // Whose record it is has said what it knows.
            if record.source == index.name() || !index.knows_many(&query) {
                continue;
            }
            let found = index.look_up(query).await.unwrap_or_default();
            let is_same = |other: &Record| {
                let titled = record.is_untitled()
                    || other.is_untitled()
                    || other.titles().any(|title| title_similarity(&record.title, title) >= SAME_WORK);
                record.identifiers.agree(&other.identifiers) && titled
            };
            // Of a preprint and its publication, the one with the abstract.
            let same = found.into_iter().filter(is_same).max_by_key(|other| other.abstract_text.is_some());
            if let Some(other) = same {
                record.fill_from(other);
            }
        }
    }
}
