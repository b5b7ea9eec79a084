//! Grey literature: kinds of works that an index of papers need not have.

/// Kinds of works, in the words of JATS's `publication-type`, which an index of papers need not have.
const GREY_KINDS: &[&str] = &[
    "newspaper",
    "magazine",
    "web",
    "webpage",
    "website",
    "blog",
    "book",
    "bookchapter",
    "chapter",
    "thesis",
    "report",
    "software",
    "data",
    "patent",
    "standard",
];

/// Whether a name is that of a kind of works which an index of papers need not have: `book-chapter`, `web`.
pub(crate) fn is_grey_kind(name: &str) -> bool {
    let letters: String = name.chars().filter(|c| c.is_alphabetic()).collect();
    GREY_KINDS.contains(&letters.to_lowercase().as_str())
}
