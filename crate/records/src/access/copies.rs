//! Where a work lies open when its own record does not say: asked of indexes that gather copies, by identifier.

use crate::sources::api::ApiName;
use crate::sources::{ApiSource, Query, Record, Source};

/// Indexes that know copies, in the order they are asked: by many identifiers in one request first.
const FINDERS: [ApiName; 4] =
    [ApiName::SemanticScholar, ApiName::OpenAlex, ApiName::EuropePmc, ApiName::Unpaywall];

/// Indexes that know open copies and abstracts.
pub(super) struct Copies(Vec<ApiSource>);

impl Copies {
    /// Those of the sources that know copies.
    pub(super) fn among(sources: &[ApiSource]) -> Self {
        let named = |name: &ApiName| sources.iter().find(|source| source.api() == *name).cloned();
        Self(FINDERS.iter().filter_map(named).collect())
    }

    /// Adds to records, where none of them leads to an open text, what the indexes say of copies and abstracts. Each
    /// index is asked only what those before it did not know; one that fails adds nothing.
    pub(super) async fn add_to(&self, mut records: Vec<&mut Record>, is_open: impl Fn(&Record) -> bool) {
        for finder in &self.0 {
            records.retain(|record| !is_open(record) && !record.identifiers.named().is_empty());
            let wanted: Vec<_> = records.iter().map(|record| record.identifiers.clone()).collect();
            let queries: Vec<Query<'_>> = wanted.iter().map(Query::by_identifiers).collect();
            finder.ask_ahead(&queries).await;
            for (record, query) in records.iter_mut().zip(queries) {
                if !finder.can_look_up(&query) {
                    continue;
                }
                let found = finder.look_up(query).await.unwrap_or_default();
                let same = found.into_iter().find(|other| record.identifiers.agree(&other.identifiers));
                if let Some(other) = same {
                    record.fill_from(other);
                }
            }
        }
    }
}
