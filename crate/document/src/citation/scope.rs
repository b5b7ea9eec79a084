//! Which reference lists a stretch of a document may cite.

/// What a stretch of the text may cite, as indices of references.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Scope {
    /// Of its own list; of several where nothing says which one is its own.
    pub(crate) own: Vec<usize>,
    /// Of the lists around it: the one of the book, beside the one of the chapter.
    pub(crate) near: Vec<usize>,
    /// Of other sections' lists.
    pub(crate) far: Vec<usize>,
}
