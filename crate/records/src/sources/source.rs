//! The one way in which sources are asked: what for, what they may say, and why one may say nothing.

use super::record::Record;
use super::shown::shown_name;
use citelight_inference::LocalFuture;
use citelight_types::finding::WorkForm;
use citelight_types::identifiers::Identifiers;
use citelight_types::sort::SmallSort;
use citelight_types::text::person::Person;

/// What a source is asked.
#[derive(Clone, Debug, PartialEq)]
pub struct Query<'a> {
    /// Identifiers of the wanted work; asked first.
    pub identifiers: &'a Identifiers,
    /// Title, if one was parsed.
    pub title: Option<&'a str>,
    /// Authors, first one first.
    pub authors: &'a [Person],
    /// Year of publication.
    pub year: Option<i32>,
}

impl<'a> Query<'a> {
    /// For the work of these identifiers, whatever else is known of it.
    pub fn by_identifiers(identifiers: &'a Identifiers) -> Self {
        Self { identifiers, title: None, authors: &[], year: None }
    }
}

/// Why a source gave no answer. A source that fails never makes a ghost.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SourceError {
    /// It could not be reached or answered with an error.
    #[error("{} did not answer while looking up {what}: {reason}; try again later", shown_name(source_name))]
    Unavailable {
        /// Name of the source.
        source_name: String,
        /// What was looked up.
        what: String,
        /// What happened.
        reason: String,
    },
    /// Its answer could not be read.
    #[error("the answer of {} about {what} could not be read: {reason}", shown_name(source_name))]
    Malformed {
        /// Name of the source.
        source_name: String,
        /// What was looked up.
        what: String,
        /// What was wrong with it.
        reason: String,
    },
}

impl SourceError {
    /// Name of the source that failed.
    pub fn source_name(&self) -> &str {
        let (Self::Unavailable { source_name, .. } | Self::Malformed { source_name, .. }) = self;
        source_name
    }
}

/// A search for the works of a title: see [`Source::find_title`].
pub type TitleSearch<'a> = LocalFuture<'a, Result<Vec<Record>, SourceError>>;

/// One scholarly source. The local store and every API answer through this.
pub trait Source {
    /// Its name, as shown to the reader and written into trails.
    fn name(&self) -> &str;

    /// Records that may be the wanted work, best first, at most ten; an empty list is a healthy "not here".
    ///
    /// # Errors
    /// [`SourceError`] if the source failed; that is never the same as "not here".
    fn look_up<'a>(&'a self, query: Query<'a>) -> LocalFuture<'a, Result<Vec<Record>, SourceError>>;

    /// Whether it can be asked this at all: one that only knows identifiers has nothing to say about a title, and its
    /// silence must not count as "not here".
    fn can_look_up(&self, _query: &Query<'_>) -> bool {
        true
    }

    /// Place in the order in which sources are asked this: lower is earlier, equal places stay as they stand.
    fn place(&self, _query: &Query<'_>) -> usize {
        0
    }

    /// Records whose title is the query's, asked for together with what others ask at the same time, so that many titles cost
    /// one request. An empty list says nothing: titles are printed in many ways. None where it has no such search, or the
    /// title does not suit it.
    fn find_title<'a>(&'a self, _query: &Query<'_>) -> Option<TitleSearch<'a>> {
        None
    }

    /// Whether an answer takes no request: what is at hand is asked before anybody else.
    fn is_at_hand(&self) -> bool {
        true
    }

    /// Titles of earlier versions of a work that this source told of, since a work may be renamed. Asked only where a title
    /// contradicts an identifier.
    ///
    /// # Errors
    /// [`SourceError`] if the source failed.
    fn other_titles<'a>(&'a self, _record: &'a Record) -> LocalFuture<'a, Result<Vec<String>, SourceError>> {
        Box::pin(std::future::ready(Ok(Vec::new())))
    }

    /// Whether a healthy "not here" of this source counts towards calling a reference a ghost. A store known to be
    /// partial says no.
    fn covers_everything(&self) -> bool {
        true
    }

    /// Whether it may hold works of this kind; none where the kind is not known. A catalogue of books is not asked about papers.
    fn holds(&self, _form: Option<WorkForm>) -> bool {
        true
    }

    /// Whether the large indexes take in what this source holds, so that after their "not here" it is only worth asking
    /// about works that it knows by an identifier of its own, or that are too new for them.
    fn is_taken_in(&self) -> bool {
        false
    }
}

/// Sources in the order in which they are best asked this.
pub fn in_order<'s>(sources: &[&'s dyn Source], query: &Query<'_>) -> Vec<&'s dyn Source> {
    let mut order = sources.to_vec();
    order.small_sort_by_key(|source| source.place(query));
    order
}
