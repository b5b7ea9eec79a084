//! Series of books in which proceedings of many meetings appear: no other venue than the meeting, and beside it not
//! the same.

use citelight_types::text::normalise::fold;

/// Folded names of series, as indexes and publishers write and abbreviate them. Series that are cited as journals are
/// (Procedia Computer Science, AIP Conference Proceedings) are venues of their own and stand not here.
const BOOK_SERIES: &[&str] = &[
    "lecture notes in computer science",
    "lect notes comput sci",
    "lncs",
    "lecture notes in artificial intelligence",
    "lnai",
    "lecture notes in bioinformatics",
    "lecture notes in business information processing",
    "lnbip",
    "lecture notes in electrical engineering",
    "lnee",
    "lecture notes in networks and systems",
    "lnns",
    "lecture notes in mechanical engineering",
    "lecture notes in civil engineering",
    "communications in computer and information science",
    "commun comput inf sci",
    "ccis",
    "advances in intelligent systems and computing",
    "adv intell syst comput",
    "aisc",
    "ifip advances in information and communication technology",
    "studies in computational intelligence",
    "smart innovation systems and technologies",
    "acm international conference proceeding series",
    "acm int conf proc ser",
    "ceur workshop proceedings",
    "ceur ws",
    "proceedings of machine learning research",
    "pmlr",
    "leibniz international proceedings in informatics",
    "lipics",
];

/// Whether a name is that of a series of books, a volume behind it or not (`LNCS 9351`).
pub(super) fn is_book_series(name: &str) -> bool {
    let folded = fold(name);
    let bare = folded.strip_prefix("the ").unwrap_or(&folded);
    BOOK_SERIES
        .iter()
        .any(|series| bare.strip_prefix(series).is_some_and(|rest| rest.is_empty() || rest.starts_with(' ')))
}

/// Scopus adds the names of its subseries to a series' own: `Lecture Notes in Computer Science (including subseries …)`.
pub(super) fn without_subseries(name: &str) -> &str {
    name.split("(including subseries").next().unwrap_or(name).trim_end()
}
