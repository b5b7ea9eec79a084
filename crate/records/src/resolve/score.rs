//! The one match score: how alike two descriptions of a work are (HALLMARK's bibtex-updater: title 70 %, authors 30 %).

use super::authors::{Authors, author_similarity};
use crate::sources::Record;
use citelight_document::citation::Reference;
use citelight_types::settings::Settings;
use citelight_types::text::titles::title_similarity;

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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use citelight_types::text::person::Person;

    fn score(left: (&str, &[Person]), right: (&str, &[Person])) -> MatchScore {
        let described = |(title, list)| Described { title, authors: Authors { list, truncated: false } };
        match_score(&described(left), &described(right), &Settings::default())
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
    }
}
