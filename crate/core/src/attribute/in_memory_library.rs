//! A closed library: records at hand, searched by BM25. For files of records and for measuring.

use citelight_types::sort::SmallSort;

use super::library::{Found, Library, Opened};
use super::rank::Index;
use super::trail::SortBy;
use citelight_inference::LocalFuture;
use citelight_records::sources::Record;
use citelight_verify::verify::lexical::LexicalQuery;

/// Records as a library. It knows neither texts nor who cites whom, nor how often.
pub struct InMemoryLibrary {
    records: Vec<Record>,
    index: Index,
}

impl InMemoryLibrary {
    /// A library of these records.
    pub fn new(records: Vec<Record>) -> Self {
        let index = Index::of(records.iter().map(|record| (record, &[][..])));
        Self { records, index }
    }

    fn best(&self, query: &str, limit: usize) -> Vec<Record> {
        let scores = self.index.bm25(&LexicalQuery::of(query));
        let mut order: Vec<usize> = (0..scores.len()).filter(|place| scores[*place] > 0.0).collect();
        order.small_sort_by(|left, right| scores[*right].total_cmp(&scores[*left]).then(left.cmp(right)));
        order.into_iter().take(limit).filter_map(|place| self.records.get(place)).cloned().collect()
    }
}

impl Library for InMemoryLibrary {
    fn search<'a>(
        &'a self,
        query: &'a str,
        sort: SortBy,
        limit: usize,
    ) -> LocalFuture<'a, Found<Vec<Record>>> {
        let value = match sort {
            SortBy::Relevance => self.best(query, limit),
            SortBy::Citations => Vec::new(),
        };
        Box::pin(std::future::ready(Found { value, failures: Vec::new() }))
    }

    fn open<'a>(&'a self, _: &'a Record, _: bool) -> LocalFuture<'a, Found<Opened>> {
        Box::pin(std::future::ready(Found::default()))
    }
}
