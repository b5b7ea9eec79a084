//! What a search for a source asks of the world: to search, and to read.

use super::trail::SortBy;
use citelight_inference::LocalFuture;
use citelight_records::sources::Record;

/// What was asked for, and who failed meanwhile.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Found<T> {
    /// What came.
    pub value: T,
    /// Sources that failed, one sentence each; the value is what the others gave.
    pub failures: Vec<String>,
}

/// A candidate, opened.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Opened {
    /// Its text, where it is open.
    pub text: Option<String>,
    /// Works that it cites, with the sentences in which it does.
    pub cites: Vec<(Record, Vec<String>)>,
}

/// Where works are searched for and read.
pub trait Library {
    /// At most `limit` works for a query, best first.
    fn search<'a>(
        &'a self,
        query: &'a str,
        sort: SortBy,
        limit: usize,
    ) -> LocalFuture<'a, Found<Vec<Record>>>;

    /// Opens a work. `with_text` asks for its text, too, which costs requests.
    fn open<'a>(&'a self, record: &'a Record, with_text: bool) -> LocalFuture<'a, Found<Opened>>;
}
