//! Which of the works found for a title is meant.

use std::cmp::Ordering;

use citelight_types::sort::SmallSort;

use crate::resolve::integrity::is_preprint_record;
use crate::resolve::integrity::title_words;
use crate::sources::Record;

/// Token overlap with the title from which a work is the one that was asked for (clibib).
const OVERLAP: f64 = 0.85;
/// Candidates that are shown.
const CANDIDATES: usize = 10;

/// What became of a search by title.
#[derive(Clone, Debug, PartialEq)]
pub enum Choice {
    /// One work fits.
    One(Box<Record>),
    /// Several different works fit, or none quite does; best first.
    Several(Vec<Record>),
    /// Nothing was found.
    Nothing,
}

/// Ranks works by the Jaccard index of their titles' words with the query, one title within the other counting more at
/// a tie. Records of one work are one candidate, its publication before its preprint.
pub fn choose(query: &str, records: Vec<Record>) -> Choice {
    let mut ranked: Vec<(f64, bool, Record)> = records
        .into_iter()
        .map(|record| (jaccard(query, &record.title), is_within(query, &record.title), record))
        .collect();
    ranked.small_sort_by(|left, right| {
        let by_fit = right.0.total_cmp(&left.0).then(right.1.cmp(&left.1));
        by_fit
            .then_with(|| is_preprint_record(&left.2).cmp(&is_preprint_record(&right.2)))
            .then(Ordering::Equal)
    });
    let mut works: Vec<(f64, bool, Record)> = Vec::new();
    for candidate in ranked {
        if !works.iter().any(|known| is_same(&known.2, &candidate.2)) {
            works.push(candidate);
        }
    }
    let fits = works.iter().filter(|(jaccard, _, _)| *jaccard >= OVERLAP).count();
    let mut works: Vec<Record> = works.into_iter().map(|(_, _, record)| record).take(CANDIDATES).collect();
    match (fits, works.is_empty()) {
        (_, true) => Choice::Nothing,
        (1, false) => Choice::One(Box::new(works.swap_remove(0))),
        _ => Choice::Several(works),
    }
}

fn is_same(left: &Record, right: &Record) -> bool {
    let names = |record: &Record| record.authors.first().map(crate::resolve::authors::family_key);
    let author = names(left).is_none() || names(right).is_none() || names(left) == names(right);
    left.identifiers.agree(&right.identifiers)
        || title_words(&left.title) == title_words(&right.title) && author
}

fn jaccard(left: &str, right: &str) -> f64 {
    let set = |text: &str| title_words(text).into_iter().collect::<std::collections::BTreeSet<String>>();
    let (left, right) = (set(left), set(right));
    let shared = left.intersection(&right).count();
    shared as f64 / (left.len() + right.len() - shared).max(1) as f64
}

fn is_within(left: &str, right: &str) -> bool {
    let (left, right) = (title_words(left).join(" "), title_words(right).join(" "));
    left.contains(&right) || right.contains(&left)
}

#[cfg(test)]
mod tests {
    use super::*;
    use citelight_types::text::person::Person;

    fn record(id: &str, title: &str, author: &str) -> Record {
        Record {
            id: id.to_owned(),
            title: title.to_owned(),
            authors: vec![Person::new(author, "A.")],
            ..Record::default()
        }
    }

    #[test]
    fn one_work_in_several_indexes_is_one() {
        let records = vec![
            record("near", "Attention is nearly all you need", "Smith"),
            record("a", "Attention Is All You Need", "Vaswani"),
            record("b", "Attention is all you need.", "Vaswani"),
        ];
        match choose("attention is all you need", records) {
            Choice::One(record) => assert_eq!(record.id, "a"),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn namesakes_are_for_the_user_to_choose_from() {
        let records = vec![record("a", "Deep learning", "LeCun"), record("b", "Deep learning", "Goodfellow")];
        assert!(matches!(choose("Deep learning", records), Choice::Several(works) if works.len() == 2));
        assert!(matches!(
            choose("Shallow thoughts", vec![record("a", "Deep learning", "LeCun")]),
            Choice::Several(_)
        ));
        assert_eq!(choose("x", Vec::new()), Choice::Nothing);
    }
}
