//! Finding works in running text by their titles and authors' names, where neither number nor year says which one is
//! meant: footnotes, `(Knuth, TeX 12)`, short titles.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use citelight_types::sort::SmallSort;

use super::Reference;
use super::surface::Target;

mod names;
mod words;

pub(crate) use words::{FoldedWord, folded_words};

use words::{WORDS, plain_words};

/// Entries of one name or one beginning of a title that are compared: more can only be ambiguous.
const BUCKET: usize = 200;

/// Words between a name and the title that belongs to it.
const NAME_TO_TITLE: usize = 24;

/// Articles that short titles leave out.
const ARTICLES: &[&str] =
    &["the", "a", "an", "der", "die", "das", "ein", "eine", "el", "los", "il", "gli", "het", "een"];

/// Words of an entry's beginning that are no accident.
const OPENING: usize = 5;

/// Scores closer than this are equal.
const EQUAL: f64 = 0.05;

/// What is compared of one entry.
#[derive(Debug)]
struct Work {
    /// Family names, each as its words.
    names: Vec<Vec<String>>,
    /// Words of the first author's given names.
    given: Vec<String>,
    /// There are more authors than those.
    truncated: bool,
    /// Beginnings by which it is cited: its title with what follows, and the entry itself if it names no person.
    beginnings: Vec<Beginning>,
    year: Option<String>,
    /// The entry's words.
    words: Vec<String>,
    known: HashSet<String>,
    /// No author has a given name: the entry begins with its title, an organisation or a single name.
    nameless: bool,
}

/// Words by which a work is cited.
#[derive(Debug)]
struct Beginning {
    words: Vec<String>,
    /// How many of them are the title, as far as that could be told.
    length: usize,
    quoted: bool,
}

impl Beginning {
    /// The entry's words from byte `at` of its text on, the first `length` bytes being the title.
    fn new(raw: &str, at: usize, length: usize) -> Option<Self> {
        let end = raw.char_indices().map(|(at, _)| at).find(|end| *end >= at + 400).unwrap_or(raw.len());
        let mut words = folded_words(raw, at..end);
        let title = words.iter().filter(|word| word.range.start < at + length).count();
        let article = usize::from(words.len() > 1 && ARTICLES.contains(&words.first()?.folded.as_str()));
        let quoted =
            words.first()?.quoted || raw[..at].ends_with(['“', '‘', '"', '«', '„', '《', '〈', '「', '『']);
        words.drain(..article);
        let words: Vec<String> = words.into_iter().map(|word| word.folded).collect();
        Some(Self { words, length: title.saturating_sub(article).max(1), quoted })
    }
}

impl Beginning {
    /// Whether it is the name of the first author and nothing more.
    fn is_name(&self, names: &[Vec<String>]) -> bool {
        names.first().is_some_and(|name| self.words.get(..self.length) == Some(name.as_slice()))
    }
}

/// The reference list by names and titles.
#[derive(Debug)]
pub(crate) struct Works {
    works: Vec<Work>,
    by_name: HashMap<String, Vec<usize>>,
    by_title: HashMap<(String, String), Vec<usize>>,
    by_head: HashMap<String, Vec<usize>>,
    /// By the entry's first word.
    by_opening: HashMap<String, Vec<usize>>,
}

/// A work found in a text.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Hit {
    pub(crate) target: Target,
    /// Indices of the words that name it, from the author's name or the title on.
    pub(crate) words: Range<usize>,
    /// The title was given, whole or in part; else names alone.
    pub(crate) by_title: bool,
}

/// What speaks for one work.
#[derive(Clone, Debug, Default)]
struct Evidence {
    name: Option<usize>,
    title: Option<Range<usize>>,
    full: bool,
    score: f64,
}

impl Works {
    pub(crate) fn new(references: &[Reference]) -> Self {
        let mut works = Self {
            works: Vec::with_capacity(references.len()),
            by_name: HashMap::new(),
            by_title: HashMap::new(),
            by_head: HashMap::new(),
            by_opening: HashMap::new(),
        };
        for (index, reference) in references.iter().enumerate() {
            let raw = reference.raw.as_str();
            let names: Vec<Vec<String>> =
                reference.authors.iter().take(30).map(|person| plain_words(&person.family)).collect();
            let nameless = reference.authors.iter().all(|person| person.given.is_empty());
            if let Some(first) = names.first().and_then(|name| name.last()) {
                works.by_name.entry(first.clone()).or_default().push(index);
            }
            let title = reference.title.as_deref().filter(|title| !title.is_empty());
            let title = title.and_then(|title| Beginning::new(raw, raw.find(title)?, title.len()));
            // Where the title stands in the author's place, the entry begins with it; a single name (`Aristotle`)
            // before a title is no title.
            let head = if nameless {
                Beginning::new(raw, 0, raw.find(['.', '(', ';']).unwrap_or(raw.len()))
                    .filter(|head| title.is_none() || !head.is_name(&names))
            } else {
                None
            };
            if let Some(first) = head.as_ref().and_then(|head| head.words.first()) {
                works.by_head.entry(first.clone()).or_default().push(index);
            }
            let beginnings: Vec<Beginning> = title.into_iter().chain(head).collect();
            for beginning in &beginnings {
                if let [first, second, ..] = beginning.words.as_slice() {
                    let bucket = works.by_title.entry((first.clone(), second.clone())).or_default();
                    if bucket.last() != Some(&index) {
                        bucket.push(index);
                    }
                }
            }
            let words = plain_words(raw);
            if let Some(first) = words.first() {
                works.by_opening.entry(first.clone()).or_default().push(index);
            }
            works.works.push(Work {
                names,
                given: reference.authors.first().map(|person| plain_words(&person.given)).unwrap_or_default(),
                truncated: reference.truncated_authors,
                beginnings,
                year: reference.year.map(|year| year.to_string()),
                known: words.iter().cloned().collect(),
                words,
                nameless,
            });
        }
        works
    }

    /// The works that a stretch of text names by title, in order; where it names none so, the one it names by its
    /// authors alone.
    pub(crate) fn find(&self, words: &[FoldedWord]) -> Vec<Hit> {
        let mut evidence = self.evidence(words);
        evidence.retain(|_, evidence| evidence.score > 0.0);
        let mut hits: Vec<Hit> = Vec::new();
        let mut left: Vec<(usize, Evidence)> = evidence.into_iter().collect();
        left.small_sort_by(|left, right| right.1.score.total_cmp(&left.1.score).then(left.0.cmp(&right.0)));
        for (work, own) in &left {
            let Some(title) = own.title.clone() else { continue };
            let taken = hits.iter().any(|hit| hit.words.start < title.end && title.start < hit.words.end);
            if taken {
                continue;
            }
            let start = own.name.unwrap_or(title.start).min(title.start);
            // Another work in the same stretch has its own author before it; without one it is the book or journal
            // that the first stands in.
            let inside = hits.iter().any(|hit| hit.words.start <= title.start)
                && own.name.is_none_or(|name| {
                    hits.iter().any(|hit| name < hit.words.end && hit.words.start <= name)
                });
            if inside {
                continue;
            }
            let equal: Vec<usize> = left
                .iter()
                .filter(|(_, other)| {
                    (other.score - own.score).abs() < EQUAL
                        && other.title.as_ref().is_some_and(|other| other.start == title.start)
                })
                .map(|(work, _)| *work)
                .collect();
            let target = if equal.len() > 1 { Target::OneOf(equal) } else { Target::Known(vec![*work]) };
            hits.push(Hit { target, words: start..title.end, by_title: true });
        }
        hits.small_sort_by_key(|hit| hit.words.start);
        hits
    }

    /// The works whose whole title, or much of it, a stretch of text gives along with their author.
    pub(crate) fn given_in_full(&self, words: &[FoldedWord]) -> Vec<usize> {
        let evidence = self.evidence(words);
        let mut found: Vec<usize> = evidence
            .into_iter()
            .filter(|(_, own)| {
                let length = own.title.as_ref().map_or(0, ExactSizeIterator::len);
                own.score > 0.0 && (own.full || length >= 6) && (own.name.is_some() || length >= 4)
            })
            .map(|(work, _)| work)
            .collect();
        found.sort_unstable();
        found
    }

    /// The only work whose entry begins as the text does: sources without author or title (`Mill Books, 1790–1800, MS 12`).
    pub(crate) fn opened_by(&self, words: &[FoldedWord]) -> Option<usize> {
        let opening = words.get(..OPENING)?;
        let begins = |work: &Work| {
            work.words.len() >= OPENING
                && work.words.iter().zip(opening).all(|(own, word)| *own == word.folded)
        };
        let own = self.by_opening.get(&opening.first()?.folded)?.iter().take(BUCKET);
        let mut found = own.copied().filter(|index| self.works.get(*index).is_some_and(begins));
        let index = found.next()?;
        found.next().is_none().then_some(index)
    }

    /// Those of `candidates` whose year stands among some words; all of them if none's does.
    pub(crate) fn of_year(&self, candidates: Vec<usize>, words: &[FoldedWord]) -> Vec<usize> {
        let dated = |work: &usize| {
            let year = self.works.get(*work).and_then(|work| work.year.as_deref());
            year.is_some_and(|year| words.iter().any(|word| word.folded == year))
        };
        let fitting: Vec<usize> = candidates.iter().copied().filter(dated).collect();
        if fitting.is_empty() { candidates } else { fitting }
    }

    /// The works of the first author of `work` whose titles begin as some words do.
    pub(crate) fn of_author_with_title(&self, work: usize, words: &[FoldedWord]) -> Vec<usize> {
        let Some(name) = self.works.get(work).and_then(|work| work.names.first()) else { return Vec::new() };
        let own = name.last().and_then(|last| self.by_name.get(last)).into_iter().flatten().take(BUCKET);
        own.copied()
            .filter(|other| self.works.get(*other).is_some_and(|other| other.names.first() == Some(name)))
            .filter(|other| self.title_length(*other, words, 0).0 > 0)
            .collect()
    }

    /// Those of `candidates` in whose entry the words stand next to each other.
    pub(crate) fn holding(&self, candidates: &[usize], words: &[FoldedWord]) -> Vec<usize> {
        let holds = |work: &Work| {
            work.words
                .windows(words.len().max(1))
                .any(|own| own.iter().zip(words).all(|(own, word)| *own == word.folded))
        };
        let found = candidates.iter().copied().filter(|work| self.works.get(*work).is_some_and(holds));
        found.collect()
    }

    /// Names and titles in a stretch of text, by work.
    fn evidence(&self, words: &[FoldedWord]) -> HashMap<usize, Evidence> {
        let mut found: HashMap<usize, Evidence> = HashMap::new();
        for (at, word) in words.iter().enumerate() {
            for work in self.by_name.get(&word.folded).into_iter().flatten().take(BUCKET) {
                let name = self.works.get(*work).and_then(|work| work.names.first());
                let from = name.and_then(|name| (at + 1).checked_sub(name.len()));
                if let (Some(name), Some(from)) = (name, from)
                    && words[from..=at].iter().zip(name).all(|(word, name)| word.folded == *name)
                {
                    found.entry(*work).or_default().name.get_or_insert(from);
                }
            }
            let Some(next) = words.get(at + 1) else { continue };
            let key = (word.folded.clone(), next.folded.clone());
            for work in self.by_title.get(&key).into_iter().flatten().take(BUCKET) {
                self.note_title(*work, words, at, &mut found);
            }
        }
        // A title of one word, or cut down to one, counts behind its author's name.
        let named: Vec<(usize, usize)> = found
            .iter()
            .filter(|(_, own)| own.title.is_none())
            .filter_map(|(work, own)| Some((*work, own.name?)))
            .collect();
        for (work, name) in named {
            let end = words.len().min(name + NAME_TO_TITLE);
            if let Some(at) = (name..end).find(|at| self.title_length(work, words, *at).0 > 0) {
                self.note_title(work, words, at, &mut found);
            }
        }
        if let Some(first) = words.first() {
            let head: Vec<usize> =
                self.by_head.get(&first.folded).into_iter().flatten().take(BUCKET).copied().collect();
            for work in head.iter().filter(|_| first.capital && first.folded.len() >= 3) {
                if self.title_length(*work, words, 0).0 > 0 {
                    self.note_title(*work, words, 0, &mut found);
                    if let Some(own) = found.get_mut(work).filter(|_| head.len() == 1) {
                        own.name.get_or_insert(0);
                    }
                }
            }
        }
        for (work, own) in &mut found {
            own.score = self.score(*work, own, words);
        }
        found
    }

    /// How many words from `at` on are a beginning by which the work is cited, and whether that is the whole title.
    fn title_length(&self, work: usize, words: &[FoldedWord], at: usize) -> (usize, bool) {
        let beginnings = self.works.get(work).map(|work| work.beginnings.as_slice()).unwrap_or_default();
        let best = beginnings
            .iter()
            .map(|beginning| {
                let pairs = beginning.words.iter().zip(words.get(at..).unwrap_or_default());
                let length = pairs.take_while(|(title, word)| **title == word.folded).count();
                (length, length >= beginning.length && length > 0)
            })
            .max();
        let (length, full) = best.unwrap_or_default();
        let telling = words.get(at..at + length).is_some_and(|words| {
            words
                .iter()
                .any(|word| word.folded.len() >= 3 && !matches!(word.folded.as_str(), "the" | "and" | "for"))
                && words.iter().any(|word| word.capital)
        });
        if telling { (length, full) } else { (0, false) }
    }

    fn note_title(&self, work: usize, words: &[FoldedWord], at: usize, found: &mut HashMap<usize, Evidence>) {
        let (length, full) = self.title_length(work, words, at);
        let own = found.entry(work).or_default();
        let before = own.title.as_ref().map_or(0, ExactSizeIterator::len);
        if length > before {
            (own.title, own.full) = (Some(at..at + length), full);
        }
    }

    /// How much speaks for a work; nothing if it is too little.
    fn score(&self, work: usize, own: &Evidence, words: &[FoldedWord]) -> f64 {
        let Some(work) = self.works.get(work) else { return 0.0 };
        let length = own.title.as_ref().map_or(0, ExactSizeIterator::len);
        let named = own.name.is_some() || work.nameless && own.full;
        let strong = length >= 4 || length >= 2 && own.full || length >= 1 && named;
        if !strong {
            return 0.0;
        }
        let start = own.title.as_ref().map_or(0, |title| title.start);
        let rest = &words[start..words.len().min(start + WORDS)];
        let shared = rest.iter().filter(|word| work.known.contains(&word.folded)).count() as f64;
        let dated = work.year.as_ref().is_some_and(|year| rest.iter().any(|word| word.folded == *year));
        let quoted = words.get(start).is_some_and(|word| {
            word.quoted || start > 0 && words.get(start - 1).is_some_and(|article| article.quoted)
        });
        let alike = work.beginnings.first().is_some_and(|title| title.quoted == quoted);
        length.min(10) as f64 / 5.0
            + if alike { 0.1 } else { 0.0 }
            + if own.full { 1.0 } else { 0.0 }
            + if own.name.is_some() { 1.0 } else { 0.0 }
            + if dated { 0.5 } else { 0.0 }
            + 1.5 * shared / rest.len().max(1) as f64
    }
}
