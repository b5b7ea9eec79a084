//! What of a document is checked.

/// What of a document is checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scope<'a> {
    /// All of it.
    #[default]
    Whole,
    /// One claim against one work, by the ids of citation and reference: a reader asks about it once more.
    Pair {
        /// The citation's id.
        citation: &'a str,
        /// The reference's id.
        reference: &'a str,
    },
}
