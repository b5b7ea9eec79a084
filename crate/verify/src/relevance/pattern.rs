//! Many works of one author or one venue that are far from the article and from every sentence that cites them: a pattern
//! worth a line, and no proof of anything.

use std::collections::BTreeMap;

/// Cosine below which a work is far from article and sentences. A hint on a single work asks for less; what many works have
/// in common may be read off from further away.
pub const FAR: f64 = 0.25;
/// Far works of one author, or one venue, that make a pattern. On real lists two are the most; venues are shared by more.
const OF_AN_AUTHOR: usize = 4;
const OF_A_VENUE: usize = 5;
/// Share of the author's, or venue's, works in the list that are far. Where most fit, the others are cited for a reason.
const SHARE: f64 = 0.6;

/// A work of the list, compared.
#[derive(Clone, Debug, PartialEq)]
pub struct Compared {
    /// The entry's number, from 1.
    pub number: u32,
    /// The greatest of its cosines with the article and with the sentences that cite it.
    pub nearest: f64,
    /// Its authors, each by a name that tells them apart.
    pub authors: Vec<String>,
    /// Its venue, by a name that tells venues apart.
    pub venue: Option<String>,
}

/// What far works have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shared {
    /// An author.
    Author,
    /// A journal or a series of proceedings.
    Venue,
}

/// Far works with something in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// What they share.
    pub shared: Shared,
    /// Its name, as [`Compared`] has it.
    pub name: String,
    /// Numbers of the far ones, ascending.
    pub far: Vec<u32>,
    /// How many works of the list share it, far or not.
    pub all: usize,
}

/// The widest pattern of a list, if there is one: of an author before a venue.
pub fn pattern_of(list: &[Compared]) -> Option<Pattern> {
    let mut groups: BTreeMap<(Shared, &str), Vec<&Compared>> = BTreeMap::new();
    for work in list {
        let mut keys: Vec<(Shared, &str)> =
            work.authors.iter().map(|author| (Shared::Author, author.as_str())).collect();
        keys.extend(work.venue.as_deref().map(|venue| (Shared::Venue, venue)));
        keys.sort_unstable();
        keys.dedup();
        for key in keys.into_iter().filter(|(_, name)| !name.is_empty()) {
            groups.entry(key).or_default().push(work);
        }
    }
    let patterns = groups.into_iter().filter_map(|((shared, name), works)| {
        let mut far: Vec<u32> =
            works.iter().filter(|work| work.nearest < FAR).map(|work| work.number).collect();
        let wanted = match shared {
            Shared::Author => OF_AN_AUTHOR,
            Shared::Venue => OF_A_VENUE,
        };
        far.sort_unstable();
        let is_pattern = far.len() >= wanted && far.len() as f64 >= SHARE * works.len() as f64;
        is_pattern.then(|| Pattern { shared, name: name.to_owned(), far, all: works.len() })
    });
    patterns.reduce(|best, other| {
        let wider = (other.shared, std::cmp::Reverse(other.far.len()));
        if wider < (best.shared, std::cmp::Reverse(best.far.len())) { other } else { best }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn work(number: u32, nearest: f64, author: &str, venue: &str) -> Compared {
        Compared { number, nearest, authors: vec![author.to_owned()], venue: Some(venue.to_owned()) }
    }

    /// A list of works that fit, each of an author of their own, with these among them.
    fn list(others: &[Compared]) -> Vec<Compared> {
        let fitting = (1..=20).map(|number| work(number, 0.5, &format!("author {number}"), "A journal"));
        fitting.chain(others.iter().cloned()).collect()
    }

    #[test]
    fn many_far_works_of_one_author_are_a_pattern() {
        let far: Vec<Compared> =
            (21..=24).map(|number| work(number, 0.1, "vain", "Another journal")).collect();
        let expected =
            Pattern { shared: Shared::Author, name: "vain".to_owned(), far: vec![21, 22, 23, 24], all: 4 };
        assert_eq!(pattern_of(&list(&far)), Some(expected));
        assert_eq!(pattern_of(&list(&far[..3])), None, "three may be by chance");
    }

    #[test]
    fn many_far_works_of_one_venue_are_a_pattern() {
        let far: Vec<Compared> =
            (21..=25).map(|number| work(number, 0.1, &format!("author {number}"), "Paid journal")).collect();
        let found = pattern_of(&list(&far)).unwrap();
        assert_eq!((found.shared, found.name.as_str(), found.far.len()), (Shared::Venue, "Paid journal", 5));
        assert_eq!(pattern_of(&list(&far[..4])), None);
    }

    #[test]
    fn an_author_most_of_whose_works_fit_is_left_alone() {
        let mut works: Vec<Compared> = (21..=24).map(|number| work(number, 0.1, "busy", "")).collect();
        works.extend((25..=28).map(|number| work(number, 0.6, "busy", "")));
        assert_eq!(pattern_of(&list(&works)), None);
        assert_eq!(pattern_of(&[]), None);
    }
}
