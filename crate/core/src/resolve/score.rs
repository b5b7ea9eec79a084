//! The one match score: how alike two descriptions of a work are (HALLMARK's bibtex-updater: title 70 %, authors 30 %).

use rapidfuzz::fuzz;

use super::authors::{Authors, author_similarity};
use crate::citation::Reference;
use crate::settings::Settings;
use crate::sources::Record;
use crate::text::normalise::fold;

/// A work as one party describes it.
#[derive(Clone, Copy, Debug)]
pub struct Described<'a> {
    /// Its title.
    pub title: &'a str,
    /// Its authors.
    pub authors: Authors<'a>,
}

impl<'a> Described<'a> {
    /// As a record describes it.
    pub fn by_record(record: &'a Record) -> Self {
        Self { title: &record.title, authors: Authors { list: &record.authors, truncated: false } }
    }

    /// As a reference describes it; none if no title was parsed.
    pub fn by_reference(reference: &'a Reference) -> Option<Self> {
        let title = reference.title.as_deref().filter(|title| !title.trim().is_empty())?;
        let authors = Authors { list: &reference.authors, truncated: reference.truncated_authors };
        Some(Self { title, authors })
    }
}

/// A match score with its parts, each in 0..=1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MatchScore {
    /// Both parts by their weights; the title alone where either side names no authors.
    pub total: f64,
    /// Similarity of the titles.
    pub title: f64,
    /// Similarity of the lists of authors; none where either side names none.
    pub authors: Option<f64>,
}

/// Scores two descriptions; symmetric.
pub fn match_score(left: &Described<'_>, right: &Described<'_>, settings: &Settings) -> MatchScore {
    let title = title_similarity(left.title, right.title);
    let authors = author_similarity(&left.authors, &right.authors);
    let score = MatchScore { total: title, title, authors };
    MatchScore { total: score.weighted(settings), ..score }
}

impl MatchScore {
    /// The total by the weights of title and authors.
    pub fn weighted(&self, settings: &Settings) -> f64 {
        let weight = settings.match_title_weight;
        self.authors.map_or(self.title, |authors| weight * self.title + (1.0 - weight) * authors)
    }
}

/// Token sort ratio of two titles in 0..=1: their folded words in alphabetical order, compared letter by letter
/// (normalised insertions and deletions). Titles without any letter or digit are like nothing.
pub fn title_similarity(left: &str, right: &str) -> f64 {
    let (left, right) = (sorted_words(left), sorted_words(right));
    if left.is_empty() || right.is_empty() {
        return 0.0;
    }
    fuzz::ratio(left.chars(), right.chars())
}

fn sorted_words(text: &str) -> String {
    let folded = fold(text);
    let mut words: Vec<&str> = folded.split(' ').collect();
    words.sort_unstable();
    words.join(" ")
}

/// Whether a title stands word for word in a longer text, such as an entry whose fields could not be told apart.
/// Titles of fewer than four words are too common to say so.
pub fn title_stands_in(title: &str, text: &str) -> bool {
    let title = fold(title);
    title.split(' ').count() >= 4 && format!(" {} ", fold(text)).contains(&format!(" {title} "))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::text::person::Person;

    fn score(left: (&str, &[Person]), right: (&str, &[Person])) -> MatchScore {
        let described = |(title, list)| Described { title, authors: Authors { list, truncated: false } };
        match_score(&described(left), &described(right), &Settings::default())
    }

    #[test]
    fn noise_of_bibliographies_is_no_difference() {
        let left = "Pre-training of Deep Bidirectional Transformers";
        let right = "{P}retraining of deep bidirectional transformers.";
        assert!(title_similarity(left, right) > 0.95);
        assert!(title_similarity("Fast Fourier transforms", "Attention is all you need") < 0.5);
    }

    #[test]
    fn a_title_is_found_inside_an_unparsed_entry() {
        let entry = "A. Vaswani, N. Shazeer: Attention is all you need. NeurIPS 2017";
        assert!(title_stands_in("Attention Is All You Need", entry));
        assert!(!title_stands_in("Attention", entry));
    }

    fn title() -> impl Strategy<Value = String> {
        proptest::collection::vec("[a-zA-Zé]{1,8}", 1..8).prop_map(|words| words.join(" "))
    }

    fn authors() -> impl Strategy<Value = Vec<Person>> {
        proptest::collection::vec("[A-Z][a-zø]{1,8}", 0..6)
            .prop_map(|families| families.into_iter().map(|family| Person::new(family, "X.")).collect())
    }

    proptest! {
        #[test]
        fn bounded_and_symmetric(a in title(), b in title(), x in authors(), y in authors()) {
            let forth = score((&a, &x), (&b, &y));
            let back = score((&b, &y), (&a, &x));
            prop_assert!((0.0..=1.0).contains(&forth.total));
            prop_assert!((forth.total - back.total).abs() < 1e-12);
        }

        #[test]
        fn a_work_is_like_itself_in_any_order_of_words_and_authors(
            a in title(), x in authors(), turn in 0usize..8,
        ) {
            let mut words: Vec<&str> = a.split(' ').collect();
            let turns = turn % words.len();
            words.rotate_left(turns);
            let mut turned = x.clone();
            if !turned.is_empty() {
                let turns = turn % turned.len();
                turned.rotate_left(turns);
            }
            prop_assert!((score((&a, &x), (&words.join(" "), &turned)).total - 1.0).abs() < 1e-12);
        }

        #[test]
        fn any_text_is_scored(a in ".{0,40}", b in ".{0,40}") {
            prop_assert!((0.0..=1.0).contains(&title_similarity(&a, &b)));
        }
    }
}
