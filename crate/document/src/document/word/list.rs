//! The reference list of a Word document: what it prints, joined with the works that the fields carry.

use std::collections::HashMap;

use super::items::Items;
use super::places;
use super::walk::{Piece, PieceKind};
use crate::citation::entries;
use crate::document::bibliography::coins;
use crate::document::render_html::escaped;

/// Words of the parts of a title by which entries are looked up.
const WORDS: usize = 4;
/// Entries that are looked at for a title: many works are called “Introduction”.
const MOST_ALIKE: usize = 20;

/// What a piece of a reference list is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// The beginning of an entry, and the work that it prints if that is known.
    Entry(Option<usize>),
    /// It goes on with the entry before it.
    Further,
}

/// Which pieces are entries of which reference list, and which work each entry is.
pub(super) struct Lists {
    /// By piece.
    parts: HashMap<usize, Part>,
    /// Works that no entry prints.
    unprinted: Vec<usize>,
}

impl Lists {
    /// Finds the entries: what the fields say is the reference list, else what [`places`] finds.
    pub(super) fn of(pieces: &[Piece], items: &Items) -> Self {
        let is_entry = |piece: &Piece| {
            matches!(piece.kind, PieceKind::Text | PieceKind::Item(_)) && !entries::is_heading(&piece.text)
        };
        let told = |index: &usize| pieces[*index].in_bibliography && is_entry(&pieces[*index]);
        let mut found: Vec<usize> = (0..pieces.len()).filter(told).collect();
        if found.is_empty() {
            found = places::find(pieces, !items.works.is_empty());
        }
        let further = places::further(pieces, &found);
        found.retain(|piece| !further.contains(piece));
        let mut parts: HashMap<usize, Part> =
            further.into_iter().map(|piece| (piece, Part::Further)).collect();
        let printed = works_of(&found, pieces, items);
        let mut is_taken = vec![false; items.works.len()];
        printed.iter().flatten().for_each(|work| is_taken[*work] = true);
        let unprinted = (0..items.works.len()).filter(|work| !is_taken[*work]).collect();
        parts.extend(found.into_iter().zip(printed.into_iter().map(Part::Entry)));
        Self { parts, unprinted }
    }

    pub(super) fn holds(&self, piece: usize) -> bool {
        self.parts.contains_key(&piece)
    }

    /// The HTML of a list of entries; behind the last one stand the works that no entry prints.
    pub(super) fn html(
        &self,
        range: std::ops::Range<usize>,
        is_last: bool,
        pieces: &[Piece],
        items: &Items,
    ) -> String {
        let own: Vec<usize> = range.filter(|piece| self.holds(*piece)).collect();
        let is_numbered = own.iter().any(|piece| matches!(pieces[*piece].kind, PieceKind::Item(Some(_))));
        let (list, entry) = if is_numbered { ("ol", "li") } else { ("div", "div") };
        let mut html = format!("<{list} class=\"csl-bib-body {}\">\n", entries::MADE_LIST);
        let mut own = own.into_iter().peekable();
        while let Some(index) = own.next() {
            let work = match self.parts.get(&index) {
                Some(Part::Entry(work)) => *work,
                _ => None,
            };
            let number = match pieces[index].kind {
                PieceKind::Item(Some(number)) if is_numbered => format!(" value=\"{number}\""),
                _ => String::new(),
            };
            let mut line = pieces[index].html.clone();
            while let Some(further) = own.next_if(|next| self.parts.get(next) == Some(&Part::Further)) {
                line.push_str("<br>");
                line.push_str(&pieces[further].html);
            }
            push_entry(&mut html, entry, &number, &line, work, items);
        }
        for work in self.unprinted.iter().filter(|_| is_last) {
            let line = items.works.get(*work).map(|work| escaped(&work.line())).unwrap_or_default();
            push_entry(&mut html, entry, "", &line, Some(*work), items);
        }
        html.push_str(&format!("</{list}>\n"));
        html
    }

    /// Works that no entry prints, where no list is printed at all.
    pub(super) fn is_empty(&self) -> bool {
        self.parts.is_empty() && self.unprinted.is_empty()
    }

    pub(super) fn has_entries(&self) -> bool {
        !self.parts.is_empty()
    }
}

fn push_entry(html: &mut String, tag: &str, number: &str, line: &str, work: Option<usize>, items: &Items) {
    let data = work.and_then(|index| Some((index, items.works.get(index)?)));
    let (id, span) = match data {
        Some((index, work)) => (
            format!(" id=\"ref-{}\"", index + 1),
            format!("<span class=\"Z3988\" title=\"{}\"></span>", escaped(&coins::write(work))),
        ),
        None => (String::new(), String::new()),
    };
    html.push_str(&format!("<{tag} class=\"csl-entry\"{id}{number}>{line}{span}</{tag}>\n"));
}

/// The works that entries print, by their titles; each work is printed once.
fn works_of(found: &[usize], pieces: &[Piece], items: &Items) -> Vec<Option<usize>> {
    let words: Vec<Vec<String>> = found.iter().map(|index| words(&pieces[*index].text)).collect();
    let mut by_words: HashMap<&[String], Vec<usize>> = HashMap::new();
    for (entry, own) in words.iter().enumerate() {
        for length in 1..=WORDS {
            for window in own.windows(length) {
                let known = by_words.entry(window).or_default();
                if known.last() != Some(&entry) {
                    known.push(entry);
                }
            }
        }
    }
    let mut printed: Vec<Option<usize>> = vec![None; found.len()];
    for (index, work) in items.works.iter().enumerate() {
        let title = self::words(&work.title());
        if title.is_empty() {
            continue;
        }
        // Many titles begin alike: the part that the fewest entries hold tells them apart.
        let entries_with = |part| by_words.get(part).map(Vec::as_slice).unwrap_or_default();
        let parts = title.windows(title.len().min(WORDS)).map(entries_with);
        let alike = parts.min_by_key(|entries| entries.len()).unwrap_or_default();
        let fits = |entry: &usize| {
            let Some(own) = words.get(*entry) else { return 0 };
            let has = |wanted: &str| own.iter().any(|word| word.starts_with(wanted));
            let year = work.year().0.is_some_and(|year| has(&year.to_string()));
            let family = work.names().first().and_then(|name| self::words(&name.family).pop());
            let named = family.is_some_and(|family| has(&family));
            match holds(own, &title) {
                true => 1 + usize::from(year) + usize::from(named),
                false => 0,
            }
        };
        let free =
            alike.iter().filter(|entry| printed.get(**entry).is_some_and(Option::is_none)).take(MOST_ALIKE);
        // A short title is in many entries: the name or the year has to agree, or, of a work without either, the entry begins with it.
        let is_short = title.len() < WORDS;
        let is_bare = work.names().is_empty() && work.year().0.is_none();
        let begins = |entry: &usize| words.get(*entry).is_some_and(|own| begins_with(own, &title));
        let best = free.map(|entry| (fits(entry), entry)).filter(|(fit, entry)| match is_short {
            true => *fit > 1 || is_bare && *fit > 0 && begins(entry),
            false => *fit > 0,
        });
        // Of those that fit alike the first.
        if let Some((_, entry)) = best.min_by_key(|(fit, _)| std::cmp::Reverse(*fit))
            && let Some(place) = printed.get_mut(*entry)
        {
            *place = Some(index);
        }
    }
    printed
}

fn holds(words: &[String], title: &[String]) -> bool {
    words.windows(title.len()).any(|window| window == title)
}

/// Whether an entry's first words are those of a title; its number may stand before them.
fn begins_with(words: &[String], title: &[String]) -> bool {
    let unnumbered = || match words.split_first() {
        Some((number, rest)) if number.bytes().all(|byte| byte.is_ascii_digit()) => rest,
        _ => words,
    };
    words.starts_with(title) || unnumbered().starts_with(title)
}

fn words(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).take(400).collect()
}
