//! Whether two names mean the same venue: abbreviations, acronyms and boilerplate are noise.

use crate::sources::Record;
use crate::text::normalise::fold;

/// Words that say what kind of venue it is, not which.
const BOILERPLATE: [&str; 24] = [
    "proceedings",
    "proc",
    "the",
    "of",
    "on",
    "in",
    "and",
    "for",
    "annual",
    "international",
    "conference",
    "conf",
    "meeting",
    "symposium",
    "workshop",
    "journal",
    "ieee",
    "acm",
    "cvf",
    "advances",
    "transactions",
    "trans",
    "a",
    "vol",
];

/// Whether what a reference calls the venue can be the record's. True wherever it cannot be told: preprint servers
/// (the record may be of a later version) and empty names.
pub fn same_venue(reference: &str, record: &Record) -> bool {
    let names = [record.venue.as_deref(), record.venue_short.as_deref()];
    let mut known = names.into_iter().flatten().filter(|name| !name.trim().is_empty()).peekable();
    known.peek().is_none() || is_preprint_server(reference) || known.any(|name| same_name(reference, name))
}

/// Whether a venue is a preprint server.
pub fn is_preprint_server(venue: &str) -> bool {
    let folded = fold(venue);
    ["arxiv", "corr", "biorxiv", "medrxiv", "preprint", "ssrn", "openreview"]
        .iter()
        .any(|server| folded.split(' ').any(|word| word == *server))
}

fn same_name(left: &str, right: &str) -> bool {
    if is_preprint_server(right) {
        return true;
    }
    let (left, right) = (telling_words(left), telling_words(right));
    if left.is_empty() || right.is_empty() {
        return true;
    }
    abbreviates(&left, &right)
        || abbreviates(&right, &left)
        || acronym_in(&left, &right)
        || acronym_in(&right, &left)
}

/// The words of a name without boilerplate, ordinals and years.
fn telling_words(name: &str) -> Vec<String> {
    fold(name)
        .split(' ')
        .filter(|word| !BOILERPLATE.contains(word) && !word.starts_with(|c: char| c.is_ascii_digit()))
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

/// Whether each word of the shorter name begins, in order, a word of the longer one ("Phys. Rev." – "Physical Review").
fn abbreviates(short: &[String], long: &[String]) -> bool {
    let mut rest = long.iter();
    short.iter().all(|word| rest.any(|full| full.starts_with(word.as_str())))
}

/// Whether one of the words is the acronym of the other name ("NeurIPS" is not one, "CVPR" is).
fn acronym_in(words: &[String], name: &[String]) -> bool {
    let initials: String = name.iter().filter_map(|word| word.chars().next()).collect();
    initials.chars().count() > 1 && words.iter().any(|word| *word == initials || is_alias(word, name))
}

/// Names that no rule derives.
fn is_alias(word: &str, name: &[String]) -> bool {
    let joined = name.join(" ");
    match word {
        "neurips" | "nips" => joined.contains("neural information processing"),
        "iclr" => joined.contains("learning representations"),
        "icml" => joined.contains("machine learning"),
        "cvpr" | "iccv" | "eccv" => joined.contains("computer vision"),
        "acl" | "emnlp" | "naacl" | "eacl" => {
            joined.contains("computational linguistics") || joined.contains("natural language")
        }
        "aaai" => joined.contains("artificial intelligence"),
        "kdd" | "sigkdd" => joined.contains("knowledge discovery"),
        "pnas" => joined.contains("national academy"),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_one_venue_by_many_names() {
        for (left, right) in [
            ("Phys. Rev. Lett.", "Physical Review Letters"),
            ("NeurIPS", "Advances in Neural Information Processing Systems"),
            ("CVPR", "IEEE/CVF Conference on Computer Vision and Pattern Recognition"),
            ("Proc. of the 22nd ACM SIGKDD Conference on Knowledge Discovery", "KDD"),
            ("ApJ", "ApJ 812"),
        ] {
            let record = Record { venue: Some(right.to_owned()), ..Record::default() };
            assert!(same_venue(left, &record), "{left} – {right}");
        }
    }

    #[test]
    fn tells_venues_apart() {
        let record = Record {
            venue: Some("International Conference on Learning Representations".to_owned()),
            venue_short: Some("ICLR".to_owned()),
            ..Record::default()
        };
        assert!(!same_venue("Nature Medicine", &record));
        assert!(!same_venue("International Conference on Machine Learning", &record));
        assert!(same_venue("arXiv preprint arXiv:1706.03762", &record));
    }
}
