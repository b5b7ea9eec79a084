//! Citations in notes: the text carries a mark, the note says which work; later notes refer back to earlier ones.
//!
//! A note that does nothing but cite is one citation, at its mark, where the claim stands. A note that speaks and cites
//! on the way holds its citations itself.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use citelight_types::sort::SmallSort;

use super::surface::{BlockText, Form, Part, Surface, Target};
use super::works::{Works, folded_words};

mod back;
mod items;

pub(crate) use back::{Back, back_reference, begins_back};
pub(crate) use items::{Item, items, without_number};

/// Bytes of the longest number of a note.
const LONGEST_NUMBER: usize = 4;

/// A note as the mapper sees it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Note<'a> {
    pub(crate) block: BlockText<'a>,
    /// References that were made from its items: where the item begins, and which reference it became.
    pub(crate) made: &'a [(usize, usize)],
}

/// A mark in the text that leads to a note.
#[derive(Clone, Debug)]
pub(crate) struct Mark {
    pub(crate) block: usize,
    pub(crate) range: Range<usize>,
    /// Index of the note's block.
    pub(crate) note: usize,
}

/// The citations that notes make.
#[derive(Debug, Default)]
pub(crate) struct Cited {
    pub(crate) surfaces: Vec<Surface>,
    /// Blocks of the notes that do nothing but cite.
    pub(crate) pure: HashSet<usize>,
}

/// Reads all notes, in order.
pub(crate) fn find(notes: &[Note<'_>], marks: &[Mark], works: &Works) -> Cited {
    let mut marks_of: HashMap<usize, Vec<&Mark>> = HashMap::new();
    for mark in marks {
        marks_of.entry(mark.note).or_default().push(mark);
    }
    let mut reader = Reader { works, notes: Vec::new(), last: Vec::new(), unknown: false };
    let mut cited = Cited::default();
    for note in notes {
        let read = reader.read(note);
        let block = note.block.index;
        let at_mark: Vec<Target> =
            read.iter().filter(|own| !own.inside).map(|own| own.target.clone()).collect();
        if !at_mark.is_empty() {
            cited.pure.insert(block);
        }
        for mark in marks_of.get(&block).into_iter().flatten().filter(|_| !at_mark.is_empty()) {
            let part = |target: &Target| Part { range: mark.range.clone(), target: target.clone() };
            cited.surfaces.push(Surface {
                block: mark.block,
                range: mark.range.clone(),
                parts: at_mark.iter().map(part).collect(),
                form: Form::Note,
                narrative: false,
            });
        }
        for own in read.into_iter().filter(|own| own.inside) {
            let parts = vec![Part { range: own.range.clone(), target: own.target }];
            cited.surfaces.push(Surface {
                block,
                range: own.range,
                parts,
                form: Form::Note,
                narrative: false,
            });
        }
    }
    cited.surfaces.small_sort_by_key(|surface| (surface.block, surface.range.start));
    cited
}

/// Marks of notes that no link leads from: raised numbers in the text, or where there are none numbers in square brackets, in
/// the order of the notes.
pub(crate) fn marks_by_number(texts: &[BlockText<'_>], notes: &[Note<'_>]) -> Vec<Mark> {
    let own: HashSet<usize> = notes.iter().map(|note| note.block.index).collect();
    let mut marks = Vec::new();
    let mut next = 0;
    let is_number = |text: &BlockText<'_>, range: &Range<usize>| {
        text.text.get(range.clone()).is_some_and(|raised| raised.trim().parse::<u32>().is_ok())
    };
    let outside = || texts.iter().filter(|text| !own.contains(&text.index));
    let raised = outside().any(|text| text.superscripts.iter().any(|range| is_number(text, range)));
    for text in outside() {
        let bracketed = text.innermost('[', ']', LONGEST_NUMBER).filter(|_| !raised);
        let bracketed = bracketed.map(|(start, inner)| start..start + inner.len() + 2);
        let mut places: Vec<Range<usize>> = text.superscripts.iter().cloned().chain(bracketed).collect();
        places.small_sort_by_key(|range| (range.start, std::cmp::Reverse(range.end)));
        for range in places {
            let number = text.text.get(range.clone()).unwrap_or_default();
            let number = number.trim_matches(|c: char| c.is_whitespace() || matches!(c, '[' | ']'));
            let Some(note) = notes.get(next) else { return marks };
            let printed = note.block.text.split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default();
            let expected = if printed.is_empty() { (next + 1).to_string() } else { printed.to_owned() };
            if number == expected {
                marks.push(Mark { block: text.index, range: range.clone(), note: note.block.index });
                next += 1;
            }
        }
    }
    marks
}

/// What one item means.
struct ReadItem {
    target: Target,
    range: Range<usize>,
    /// The citation stands in the note's own text.
    inside: bool,
}

/// What was cited so far.
struct Reader<'a> {
    works: &'a Works,
    /// References of every note read, in order.
    notes: Vec<Vec<usize>>,
    /// References of the item, or candidates of the note, right before.
    last: Vec<usize>,
    /// A work that is not in the list was cited right before.
    unknown: bool,
}

impl Reader<'_> {
    fn read(&mut self, note: &Note<'_>) -> Vec<ReadItem> {
        let text = note.block.text;
        let mut read: Vec<ReadItem> = Vec::new();
        for item in items(text) {
            let found = self.item(text, &item, note.made);
            if let Some(last) = found.last() {
                self.last = candidates(std::slice::from_ref(last));
                self.unknown = last.target == Target::Nothing;
            }
            read.extend(found);
        }
        let of_note = references(&read);
        if !read.is_empty() {
            // `Ibid.` after a note that cites several works may mean any of them, undecided ones and unknown ones included.
            self.last = candidates(&read);
            self.unknown = read.iter().any(|own| own.target == Target::Nothing);
        }
        self.notes.push(of_note);
        read
    }

    fn item(&self, text: &str, item: &Item, made: &[(usize, usize)]) -> Vec<ReadItem> {
        let own = &text[item.range.clone()];
        let one =
            |target: Target| vec![ReadItem { target, range: item.range.clone(), inside: item.discursive }];
        if let Some(back) = back_reference(own) {
            // `Id., « Un autre titre »`: the same author, another work.
            let other = match back {
                Back::Same => self.titled(text, item),
                Back::SameAuthor => self.titled(text, item).or_else(|| self.by_same_author(text, item)),
                _ => None,
            };
            if let Some(other) = other {
                return one(other);
            }
            let mut read = self.back(text, item, &back).map(one).unwrap_or_default();
            read.extend(self.further(text, item, &back));
            return read;
        }
        if let Some((_, reference)) = made.iter().find(|(start, _)| *start == item.range.start) {
            return one(Target::Known(vec![*reference]));
        }
        let words = folded_words(text, item.range.clone());
        let hits = self.works.find(&words);
        if !hits.is_empty() {
            return hits
                .into_iter()
                .map(|hit| {
                    let start = words.get(hit.words.start).map_or(item.range.start, |word| word.range.start);
                    let end = words.get(hit.words.end - 1).map_or(item.range.end, |word| word.range.end);
                    let inside = item.discursive;
                    ReadItem { target: hit.target, range: start..end, inside }
                })
                .collect();
        }
        // `Smith, 45`, `Smith 1987, p. 45`: names and a page; of several works, those of the year.
        if let Some((candidates, end)) = self.works.by_names(&words)
            && words[end..].iter().all(|word| is_pinpoint(&word.folded))
        {
            return one(one_of(self.works.of_year(candidates, &words[end..])));
        }
        if let Some(work) = self.works.opened_by(&words) {
            return one(Target::Known(vec![work]));
        }
        if looks_like_a_work(own) { one(Target::Nothing) } else { Vec::new() }
    }

    /// Works that an item names behind a reference back: `Blin, art. cité, p. 58, et Morel, La fin des meuniers`.
    fn further(&self, text: &str, item: &Item, back: &Back) -> Vec<ReadItem> {
        let from = match back {
            Back::Same | Back::SameAuthor => 0,
            Back::Note { names, .. } | Back::Earlier { names } => names.end,
        };
        let words = folded_words(text, item.range.start + from..item.range.end);
        let hits = self.works.find(&words).into_iter().filter(|hit| hit.by_title && hit.words.start > 0);
        hits.map(|hit| ReadItem { target: hit.target, range: item.range.clone(), inside: item.discursive })
            .collect()
    }

    /// The one work whose title an item gives.
    fn titled(&self, text: &str, item: &Item) -> Option<Target> {
        match self.works.find(&folded_words(text, item.range.clone())).as_slice() {
            [hit] if hit.by_title => Some(hit.target.clone()),
            _ => None,
        }
    }

    /// `Idem, Flour, 8`: the work of the author cited right before whose title the item gives, if only in part; a title of
    /// none of their works is unknown.
    fn by_same_author(&self, text: &str, item: &Item) -> Option<Target> {
        let [last] = self.last.as_slice() else { return None };
        let words = folded_words(text, item.range.clone());
        let words = words.get(1..)?;
        let title = words.iter().position(|word| word.capital && word.folded.chars().count() >= 3)?;
        let fitting = self.works.of_author_with_title(*last, &words[title..]);
        Some(if fitting.is_empty() { Target::Nothing } else { one_of(fitting) })
    }

    /// What a reference back means; none if that cannot be told at all.
    fn back(&self, text: &str, item: &Item, back: &Back) -> Option<Target> {
        let within = |names: &Range<usize>| item.range.start + names.start..item.range.start + names.end;
        match back {
            Back::Same | Back::SameAuthor => match (self.last.as_slice(), self.unknown) {
                ([], false) => None,
                ([], true) => Some(Target::Nothing),
                // The one that is known need not be the one that is meant.
                (_, true) => Some(Target::OneOf(self.last.clone())),
                _ => Some(one_of(self.last.clone())),
            },
            Back::Note { number, names } => {
                let cited = number.checked_sub(1).and_then(|index| self.notes.get(index))?;
                let words = folded_words(text, within(names));
                let named = self.works.by_names(&words).map(|(works, _)| works).unwrap_or_default();
                let titled: Vec<usize> =
                    self.works.find(&words).iter().flat_map(|hit| known(&hit.target)).collect();
                let fitting: Vec<usize> = cited
                    .iter()
                    .copied()
                    .filter(|reference| named.contains(reference) || titled.contains(reference))
                    .collect();
                match (fitting.as_slice(), cited.as_slice()) {
                    ([], []) => Some(Target::Nothing),
                    ([], _) => Some(one_of(cited.clone())),
                    _ => Some(one_of(fitting)),
                }
            }
            Back::Earlier { names } => {
                let words = folded_words(text, within(names));
                let hits: Vec<usize> =
                    self.works.find(&words).iter().flat_map(|hit| known(&hit.target)).collect();
                let named = if hits.is_empty() { self.works.by_names(&words)?.0 } else { hits };
                let before: HashSet<usize> = self.notes.iter().flatten().copied().collect();
                let cited: Vec<usize> = named.iter().copied().filter(|work| before.contains(work)).collect();
                Some(one_of(if cited.is_empty() { named } else { cited }))
            }
        }
    }
}

fn references(read: &[ReadItem]) -> Vec<usize> {
    distinct(read.iter().flat_map(|own| known(&own.target)).collect())
}

/// All references that some items may mean.
fn candidates(read: &[ReadItem]) -> Vec<usize> {
    let of = |own: &ReadItem| match &own.target {
        Target::Known(references) | Target::OneOf(references) => references.clone(),
        Target::Nothing => Vec::new(),
    };
    distinct(read.iter().flat_map(of).collect())
}

/// Without repeats, in order.
fn distinct(mut references: Vec<usize>) -> Vec<usize> {
    let mut seen = HashSet::new();
    references.retain(|reference| seen.insert(*reference));
    references
}

fn known(target: &Target) -> Vec<usize> {
    match target {
        Target::Known(references) => references.clone(),
        _ => Vec::new(),
    }
}

fn one_of(candidates: Vec<usize>) -> Target {
    match candidates.as_slice() {
        [_] => Target::Known(candidates),
        _ => Target::OneOf(candidates),
    }
}

/// `45`, `pp`, `vol`
fn is_pinpoint(word: &str) -> bool {
    word.contains(|c: char| c.is_ascii_digit())
        || matches!(
            word,
            "p" | "pp" | "vol" | "no" | "ch" | "chap" | "at" | "para" | "s" | "ff" | "f" | "n" | "art"
        )
}

/// Whether an item has the looks of a full citation: several words, a year, and a title set apart or a capital.
pub(crate) fn looks_like_a_work(item: &str) -> bool {
    let years = item.split(|c: char| !c.is_ascii_digit()).filter(|digits| digits.len() == 4);
    let dated =
        years.filter_map(|digits| digits.parse::<u32>().ok()).any(|year| (1500..2036).contains(&year));
    let begins =
        item.starts_with(|c: char| !c.is_lowercase() && (c.is_alphanumeric() || "“‘\"«".contains(c)));
    dated && begins && item.split_whitespace().count() >= 4
}
