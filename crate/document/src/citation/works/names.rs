//! Which works the names at the start of a text fit: `Smith`, `D. Knuth and L. Lamport`, `Lee et al.`

use super::words::FoldedWord;
use super::{BUCKET, Work, Works};

impl Works {
    /// The works whose authors are named at the start of a stretch of text, and where the names end; of works that fit,
    /// those whose authors are all named, and whose given names are written so.
    pub(crate) fn by_names(&self, words: &[FoldedWord]) -> Option<(Vec<usize>, usize)> {
        let mut fitting: Vec<(Fit, usize)> = Vec::new();
        for (at, word) in words.iter().enumerate().take(6) {
            let named = self.by_name.get(&word.folded).into_iter().flatten().take(BUCKET);
            fitting.extend(named.filter_map(|work| Some((self.fit(*work, words, at)?, *work))));
            if !fitting.is_empty() {
                break;
            }
        }
        let best = fitting.iter().map(|(fit, _)| *fit).max()?;
        let works = fitting.into_iter().filter(|(fit, _)| *fit == best).map(|(_, work)| work).collect();
        Some((works, best.end))
    }

    /// How the names around word `at` fit a work's authors; none if they name others.
    fn fit(&self, work: usize, words: &[FoldedWord], at: usize) -> Option<Fit> {
        let work = self.works.get(work)?;
        let first = work.names.first()?;
        let from = (at + 1).checked_sub(first.len())?;
        name_length(first, words, from)?;
        let given = given_fit(&work.given, words.get(..from)?)?;
        let several = work.names.len() > 1 || work.truncated;
        let mut end = at + 1;
        let mut named = 1;
        loop {
            let word = words.get(end).map(|word| word.folded.as_str());
            let next = words.get(end + 1).map(|word| word.folded.as_str());
            if matches!((word, next), (Some("et"), Some("al")) | (Some("and"), Some("others"))) {
                let complete = work.truncated || work.names.len() > named;
                return several.then_some(Fit { end: end + 2, complete, given });
            }
            let joined = usize::from(matches!(word, Some("and" | "und" | "y" | "et")));
            let at = end + joined + initials(words.get(end + joined..).unwrap_or_default());
            let mut others = work.names.get(1..).into_iter().flatten();
            if let Some(length) = others.find_map(|name| name_length(name, words, at)) {
                end = at + length;
            } else if joined == 1 && work.names.len() < 2 && work.holds_after_first(words.get(at)) {
                // An author that was not told apart still stands in the entry.
                end = at + 1;
            } else {
                break;
            }
            named += 1;
        }
        let complete = named >= work.names.len() && !work.truncated;
        Some(Fit { end, complete, given })
    }
}

/// How well names fit the authors of a work; better is greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Fit {
    /// Where the names end: more names that fit are better.
    end: usize,
    /// All authors are named, or `et al.` stands for more of them.
    complete: bool,
    /// Given names are written as in the entry; else they agree as far as they go.
    given: bool,
}

impl Work {
    fn holds_after_first(&self, word: Option<&FoldedWord>) -> bool {
        let first = self.names.first().map_or(1, Vec::len);
        word.is_some_and(|word| word.capital && self.words.iter().skip(first).any(|own| *own == word.folded))
    }
}

/// Words that a family name takes from `from` on, whole or its last word alone (particles, and given names that were
/// not told apart, stand before it).
fn name_length(name: &[String], words: &[FoldedWord], from: usize) -> Option<usize> {
    let own = words.get(from..)?;
    let whole = own.len() >= name.len()
        && !name.is_empty()
        && own.iter().zip(name).all(|(word, name)| word.folded == *name)
        && own[..name.len()].iter().any(|word| word.capital);
    if whole {
        return Some(name.len());
    }
    let last = own.first()?;
    (last.capital && name.last() == Some(&last.folded)).then_some(1)
}

/// Initials at the start of some words.
fn initials(words: &[FoldedWord]) -> usize {
    words.iter().take_while(|word| word.capital && word.folded.chars().count() == 1).count()
}

/// Whether the words before a family name are the given names of `given`, written so or cut down; none if they are
/// other names.
fn given_fit(given: &[String], before: &[FoldedWord]) -> Option<bool> {
    if before.is_empty() {
        return Some(true);
    }
    let agree = before.len() <= given.len()
        && before
            .iter()
            .zip(given)
            .all(|(word, given)| given.starts_with(&word.folded) || word.folded.starts_with(given.as_str()));
    agree.then(|| before.iter().zip(given).all(|(word, given)| word.folded == *given))
}
