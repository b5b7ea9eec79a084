//! Whether two names mean the same venue: abbreviations, acronyms and boilerplate are noise.
//!
//! Names that the table (`venues.tsv`) knows are compared as series; all others word by word.

use std::collections::BTreeSet;

use super::book_series::{is_book_series, without_subseries};
use super::venue_table::{Series, TABLE, core_name};
use crate::sources::Record;
use citelight_types::text::normalise::fold;

/// How two names of venues compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VenueMatch {
    /// One venue by two names.
    Same,
    /// Two venues.
    Different,
    /// It cannot be told: a name is empty, nothing but boilerplate, or a series of books that any meeting may be in.
    Unknown,
}

/// Whether what a reference calls the venue can be the record's. True wherever it cannot be told: preprint servers
/// (the record may be of a later version) and empty names.
pub fn same_venue(reference: &str, record: &Record) -> bool {
    let names = [record.venue.as_deref(), record.venue_short.as_deref()];
    let mut known = names.into_iter().flatten().filter(|name| !name.trim().is_empty()).peekable();
    known.peek().is_none()
        || is_preprint_server(reference)
        || known
            .any(|name| is_preprint_server(name) || compare_venues(reference, name) != VenueMatch::Different)
}

/// Whether a venue is a preprint server.
pub fn is_preprint_server(venue: &str) -> bool {
    const SERVERS: [&str; 17] = [
        "arxiv",
        "corr",
        "biorxiv",
        "medrxiv",
        "chemrxiv",
        "psyarxiv",
        "engrxiv",
        "techrxiv",
        "preprint",
        "preprints",
        "ssrn",
        "openreview",
        "osf",
        "hal",
        "eprint",
        "iacr",
        "eccc",
    ];
    fold(venue).split(' ').any(|word| SERVERS.contains(&word))
}

/// Whether the table knows a venue by this name.
pub fn is_known_venue(venue: &str) -> bool {
    is_preprint_server(venue) || is_book_series(venue) || !series_in(venue).is_empty()
}

/// Whether a venue calls itself a workshop.
pub fn is_workshop(venue: &str) -> bool {
    VenueKind::of(venue) == VenueKind::Workshop
}

/// Compares two names; symmetric.
pub fn compare_venues(left: &str, right: &str) -> VenueMatch {
    let (left, right) = (without_subseries(left), without_subseries(right));
    let (left_core, right_core) = (core_name(left), core_name(right));
    if left_core.is_empty() || right_core.is_empty() {
        return VenueMatch::Unknown;
    }
    if left_core == right_core && kinds_agree(left, right) {
        return VenueMatch::Same;
    }
    let (left_series, right_series) = (series_in(left), series_in(right));
    if !left_series.is_empty() && !right_series.is_empty() {
        return verdict(!left_series.is_disjoint(&right_series));
    }
    if is_book_series(left) || is_book_series(right) {
        return VenueMatch::Unknown;
    }
    let (left_words, right_words) = (telling_words(left), telling_words(right));
    if left_words.is_empty() || right_words.is_empty() {
        return VenueMatch::Unknown;
    }
    verdict(
        kinds_agree(left, right)
            && (abbreviates(&left_words, &right_words) || abbreviates(&right_words, &left_words))
            || acronym_in(&left_words, &right_words)
            || acronym_in(&right_words, &left_words),
    )
}

fn verdict(same: bool) -> VenueMatch {
    if same { VenueMatch::Same } else { VenueMatch::Different }
}

/// The series that a name means: the whole name, a part of it up to a comma or colon (place and date follow), or
/// acronyms that stand in it (`KDD '20: …`, `SOUPS @ USENIX Security`).
fn series_in(name: &str) -> BTreeSet<Series> {
    let kind = VenueKind::of(name);
    let cuts =
        name.char_indices().filter(|(_, c)| matches!(c, ',' | ':' | '(' | '[' | '-')).map(|(at, _)| at);
    let mut found: BTreeSet<Series> = std::iter::once(name.len())
        .chain(cuts.take(8))
        .filter_map(|end| name.get(..end))
        .filter(|part| !part.trim().is_empty() && (part.len() == name.len() || VenueKind::of(part) == kind))
        .filter_map(|part| TABLE.by_name(part))
        .collect();
    // `Journal of Machine Learning` is no `Machine Learning`: an acronym must be written as one.
    let tokens = name.split(|c: char| !(c.is_alphanumeric() || c == '&')).filter(|token| is_acronym(token));
    found.extend(tokens.filter_map(|token| TABLE.by_acronym(&fold(token))));
    found
}

fn is_acronym(token: &str) -> bool {
    token.chars().filter(|c| c.is_uppercase()).count() > 1
        && !matches!(token, "ACM" | "IEEE" | "SIAM" | "USENIX")
}

/// Kinds of venues whose names may else be alike: `Machine Learning` and `… Conference on Machine Learning`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum VenueKind {
    Meeting,
    Workshop,
    Periodical,
    Unsaid,
}

impl VenueKind {
    fn of(name: &str) -> Self {
        let folded = fold(name);
        let has = |words: &[&str]| folded.split(' ').any(|word| words.contains(&word));
        if has(&["workshop", "workshops"]) {
            Self::Workshop
        } else if has(&["conference", "conf", "symposium", "symp", "meeting", "congress", "colloquium"]) {
            Self::Meeting
        } else if has(&["journal", "j", "transactions", "trans", "letters", "lett", "review", "annals"]) {
            Self::Periodical
        } else {
            Self::Unsaid
        }
    }
}

/// Whether the names do not say that one is a meeting and the other a periodical or a workshop.
fn kinds_agree(left: &str, right: &str) -> bool {
    let (left, right) = (VenueKind::of(left), VenueKind::of(right));
    left == right || left == VenueKind::Unsaid || right == VenueKind::Unsaid
}

/// The words of a name that tell it from others; what follows a colon in a journal's name is its subtitle.
fn telling_words(name: &str) -> Vec<String> {
    let head = name.split(':').next().filter(|head| fold(head).len() >= 6).unwrap_or(name);
    let core = core_name(head);
    core.split(' ').filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// Whether each word of the shorter name stands for a word of the longer one, in order, and none is left over but
/// words of the kind and a volume (`ApJ 812` has none).
fn abbreviates(short: &[String], long: &[String]) -> bool {
    let optional = |word: &str| {
        matches!(
            word,
            "journal" | "j" | "transactions" | "trans" | "conference" | "symposium" | "workshop" | "meeting"
        )
    };
    let mut rest = long.iter();
    let mut skipped = 0;
    for word in short {
        loop {
            match rest.next() {
                Some(full) if TABLE.abbreviates(word, full) => break,
                Some(full) => skipped += usize::from(!optional(full)),
                None => return false,
            }
        }
    }
    skipped + rest.filter(|full| !optional(full)).count() == 0
}

/// Whether one of the words is the acronym of the other name.
fn acronym_in(words: &[String], name: &[String]) -> bool {
    let initials: String = name.iter().filter_map(|word| word.chars().next()).collect();
    initials.chars().count() > 1 && words.contains(&initials)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn knows_one_venue_by_many_names() {
        for (left, right) in [
            ("AAAI/ACM Conference on AI, Ethics, and Society", "AIES"),
            ("Phys. Rev. Lett.", "Physical Review Letters"),
            ("NeurIPS", "Advances in Neural Information Processing Systems"),
            ("NIPS", "Advances in Neural Information Processing Systems 33"),
            ("CVPR", "IEEE/CVF Conference on Computer Vision and Pattern Recognition"),
            ("Proc. of the 22nd ACM SIGKDD Conference on Knowledge Discovery", "KDD"),
            ("ApJ", "ApJ 812"),
            ("J. Mach. Learn. Res.", "JMLR"),
            (
                "ICML",
                "Proceedings of the 37th International Conference on Machine Learning, ICML 2020, Virtual Event",
            ),
            ("SOUPS", "SOUPS @ USENIX Security Symposium"),
            ("Proc. Natl. Acad. Sci. USA", "Proceedings of the National Academy of Sciences"),
            ("Front Cardiovasc Med", "Frontiers in cardiovascular medicine"),
            ("Dermatitis", "Dermatitis : contact, atopic, occupational, drug"),
            ("Br. J. Nutr.", "The British journal of nutrition"),
        ] {
            assert_eq!(compare_venues(left, right), VenueMatch::Same, "{left} – {right}");
            let record = Record { venue: Some(right.to_owned()), ..Record::default() };
            assert!(same_venue(left, &record), "{left} – {right}");
        }
    }

    #[test]
    fn tells_venues_apart() {
        let iclr = "International Conference on Learning Representations";
        for (left, right) in [
            ("Nature Medicine", iclr),
            ("International Conference on Machine Learning", iclr),
            ("ICCV", "Conference on Computer Vision and Pattern Recognition"),
            ("Mach. Learn.", "International Conference on Machine Learning"),
            ("Nature", "Nature Medicine"),
            ("Workshop on Scalable Representation Learning", iclr),
            ("Journal of Advanced Machine Intelligence", "AAAI"),
            ("ACL", "EMNLP"),
        ] {
            assert_eq!(compare_venues(left, right), VenueMatch::Different, "{left} – {right}");
        }
        let record = Record { venue: Some(iclr.to_owned()), ..Record::default() };
        assert!(!same_venue("Nature Medicine", &record));
        assert!(same_venue("arXiv preprint arXiv:1706.03762", &record));
    }

    #[test]
    fn a_series_of_books_is_no_other_venue_than_the_meeting_in_it() {
        let scopus = "Lecture Notes in Computer Science (including subseries Lecture Notes in Artificial Intelligence and Lecture Notes in Bioinformatics)";
        let miccai = "Medical Image Computing and Computer-Assisted Intervention – MICCAI 2015";
        for (series, other) in [
            (scopus, miccai),
            ("Lecture Notes in Computer Science", miccai),
            ("Lect. Notes Comput. Sci.", miccai),
            ("LNCS 9351", miccai),
            ("ACM International Conference Proceeding Series", "Workshop on Tides"),
            ("CEUR Workshop Proceedings", "Workshop on Tides"),
            ("Communications in Computer and Information Science", "Tides and Ponds"),
            ("Proceedings of Machine Learning Research", "International Conference on Machine Learning"),
            ("IFIP Advances in Information and Communication Technology", "Tides and Ponds"),
            ("Advances in Intelligent Systems and Computing", "Tides and Ponds"),
            ("Lecture Notes in Electrical Engineering", "Tides and Ponds"),
            ("Lecture Notes in Networks and Systems", "Tides and Ponds"),
            ("Studies in Computational Intelligence", "Tides and Ponds"),
            ("Leibniz International Proceedings in Informatics, LIPIcs", "Tides and Ponds"),
        ] {
            assert_eq!(compare_venues(series, other), VenueMatch::Unknown, "{series} – {other}");
            assert_eq!(compare_venues(other, series), VenueMatch::Unknown, "{other} – {series}");
            assert!(is_known_venue(series), "{series}");
        }
        assert_eq!(compare_venues(scopus, "Lecture notes in computer science"), VenueMatch::Same);
        // Cited and indexed as themselves, as journals are.
        for itself in ["Procedia Computer Science", "AIP Conference Proceedings"] {
            assert_eq!(compare_venues(itself, "Journal of Tides"), VenueMatch::Different, "{itself}");
        }
    }

    proptest! {
        #[test]
        fn symmetric_and_reflexive(left in "[A-Za-z:., ]{0,40}", right in "[A-Za-z:., ]{0,40}") {
            prop_assert_eq!(compare_venues(&left, &right), compare_venues(&right, &left));
            prop_assert_ne!(compare_venues(&left, &left), VenueMatch::Different);
        }
    }
}
