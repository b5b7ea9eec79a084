//! Queries of an excerpt: its key phrases, the nearest to the mark first.

use std::collections::BTreeSet;

use super::excerpt::Excerpt;
use citelight_types::sort::SmallSort;
use citelight_types::text::words::{Word, WordKind, words};
use citelight_verify::claim::masking::{MARK, unmarked};
use citelight_verify::verify::lexical::searchable;

/// Words of one query: indexes that want every word find nothing for more.
const LONGEST: usize = 8;
/// Queries of one excerpt at most.
const MOST: usize = 8;

/// Queries for an excerpt, the most telling first, none twice. Only words of the excerpt; an excerpt without content has
/// none.
pub(super) fn queries(excerpt: &Excerpt) -> Vec<String> {
    let (before, after) = excerpt.sentence.split_once(MARK).unwrap_or((&excerpt.sentence, ""));
    let (before, after) = (content(&unmarked(before)), content(&unmarked(after)));
    let context = content(&unmarked(&format!("{} {}", excerpt.before, excerpt.after)));
    let last = |words: &[String], most: usize| words[words.len().saturating_sub(most)..].to_vec();
    let first = |words: &[String], most: usize| words[..words.len().min(most)].to_vec();
    let sentence: Vec<String> = before.iter().chain(&after).cloned().collect();
    let shared: Vec<String> =
        sentence.iter().filter(|word| context.iter().any(|own| own == *word)).cloned().collect();
    let candidates = [
        // What is said right before the citation; of a narrative one, right after.
        if before.len() >= 3 { last(&before, 6) } else { first(&after, 6) },
        rare(&sentence, 5),
        last(&before, LONGEST).into_iter().chain(first(&after, 2)).collect(),
        last(&before, 3),
        first(&sentence, 5),
        // What the paragraph is about: words that come again.
        first(&shared, 5),
        rare(&sentence.iter().chain(&context).cloned().collect::<Vec<_>>(), 6),
        first(&after, 5),
        last(&content(&unmarked(&excerpt.before)), 6),
    ];
    let mut seen = BTreeSet::new();
    let mut queries = Vec::new();
    for words in candidates {
        let mut words: Vec<String> = words;
        let mut own = BTreeSet::new();
        words.retain(|word| own.insert(word.to_lowercase()));
        words.truncate(LONGEST);
        let enough = words.len() >= 2 || sentence.len() < 2 && !words.is_empty();
        if enough && seen.insert(own) {
            queries.push(words.join(" "));
        }
    }
    queries.truncate(MOST);
    queries
}

/// Words that carry meaning, as written, in their order.
fn content(text: &str) -> Vec<String> {
    let all = words(text);
    let stems: BTreeSet<&str> = searchable(&all).collect();
    all.iter().filter(|word| stems.contains(word.stem.as_str())).map(|word| word.surface.clone()).collect()
}

/// The words that look rarest, in the order of the text: codes and names before long words.
fn rare(all: &[String], most: usize) -> Vec<String> {
    let weight = |word: &str| {
        let kind = words(word).first().map(|word: &Word| word.kind);
        let capital = word.chars().next().is_some_and(char::is_uppercase);
        (kind == Some(WordKind::Code), capital, word.chars().count())
    };
    let mut order: Vec<usize> = (0..all.len()).collect();
    order.small_sort_by_key(|place| (std::cmp::Reverse(weight(&all[*place])), *place));
    order.truncate(most);
    order.sort_unstable();
    order.into_iter().map(|place| all[place].clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attribute::excerpt::CitingPaper;

    fn of(text: &str) -> Vec<String> {
        queries(&Excerpt::parse(text, CitingPaper::default()).unwrap())
    }

    #[test]
    fn the_words_at_the_mark_come_first() {
        let queries = of(
            "We measured forty rivers. Gradient weirs converge faster than damped dams [CITATION] if TRPV1 is blocked.",
        );
        assert_eq!(queries[0], "Gradient weirs converge faster damped dams");
        assert!(queries[1].contains("TRPV1"), "{queries:?}");
        assert!(queries.len() > 3);
        let narrative = of("[CITATION] introduced gradient weirs for rivers.");
        assert_eq!(narrative[0], "introduced gradient weirs rivers");
        assert!(of("As shown in [CITATION].").is_empty());
    }

    proptest::proptest! {
        #[test]
        fn queries_are_short_different_and_of_the_excerpts_words(text in "\\PC{0,120}") {
            if let Ok(excerpt) = Excerpt::parse(&format!("{text} [CITATION]."), CitingPaper::default()) {
                let queries = queries(&excerpt);
                let distinct: BTreeSet<&String> = queries.iter().collect();
                proptest::prop_assert_eq!(distinct.len(), queries.len());
                proptest::prop_assert!(queries.len() <= MOST);
                let plain = excerpt.plain();
                for query in queries {
                    proptest::prop_assert!(query.split(' ').count() <= 4 * LONGEST);
                    proptest::prop_assert!(query.split(' ').all(|word| plain.contains(word)), "{}", query);
                }
            }
        }
    }
}
