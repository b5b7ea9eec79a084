//! What of a document is checked.

/// What of a document is checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scope<'a> {
    /// All of it.
    #[default]
    Whole,
    /// Some claims, each against one work, by the ids of citation and reference: a reader asks about them once more.
    Pairs(&'a [(&'a str, &'a str)]),
}
