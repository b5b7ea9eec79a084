//! Notes and their marks; and the works that notes cite in full where a document has no reference list.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::front_back_matter::ends_article;
use citelight_types::sort::SmallSort;

use crate::citation::entries;
use crate::citation::notes::{back_reference, items, looks_like_a_work};
use crate::citation::reference::{self, Read};
use crate::citation::surface::NoteMark;
use crate::citation::works::{Works, folded_words};
use crate::markup::BlockKind;
use crate::markup::flow::{Flow, MarkKind};
use crate::markup::outline::Draft;

/// Fewest notes under a heading that are believed without a link.
const FEWEST_NOTES: usize = 2;

/// Notes by the ids under which marks point at them.
#[derive(Debug, Default)]
pub(crate) struct Footnotes {
    by_id: HashMap<String, usize>,
}

impl Footnotes {
    /// The notes among the drafts; of a note with several paragraphs, the first.
    pub(crate) fn of(drafts: &[Draft]) -> Self {
        let mut by_id = HashMap::new();
        for (index, draft) in drafts.iter().enumerate() {
            for mark in &draft.flow.marks {
                if let MarkKind::Note(ids) = &mark.kind {
                    ids.iter().for_each(|id| {
                        by_id.entry(id.clone()).or_insert(index);
                    });
                }
            }
        }
        Self { by_id }
    }

    /// The marks in a flow that lead to notes, the one of a note within itself (a way back) left out.
    pub(crate) fn marks(&self, block: usize, flow: &Flow) -> Vec<NoteMark> {
        let mut marks: Vec<NoteMark> = Vec::new();
        for mark in &flow.marks {
            let MarkKind::Link(ids) = &mark.kind else { continue };
            let Some(note) = ids.iter().find_map(|id| self.by_id.get(id)).copied() else { continue };
            // A word with a note in its middle of the markup may also carry a link to it: one mark is enough.
            if note != block && !marks.iter().any(|own| own.note == note) {
                marks.push(NoteMark { range: mark.range.clone(), note });
            }
        }
        marks.small_sort_by_key(|mark| (mark.range.start, mark.range.end));
        marks
    }
}

/// Makes notes of what stands numbered under a heading that says "Notes", where the text has marks with such numbers and nothing
/// else is a note. Without links the heading alone tells them from the reference list beside them.
pub(crate) fn numbered_notes(drafts: &mut [Draft]) {
    if drafts.iter().any(|draft| draft.kind == BlockKind::Footnote) {
        return;
    }
    let says_notes = |text: &str| ends_article(text) && !entries::is_heading(text);
    let mut under_notes = false;
    let mut found: Vec<usize> = Vec::new();
    let mut marks: HashSet<usize> = HashSet::new();
    for (index, draft) in drafts.iter().enumerate() {
        let text = draft.flow.text.as_str();
        if matches!(draft.kind, BlockKind::Heading(_)) {
            under_notes = says_notes(text);
            continue;
        }
        let printed = leading_number(text);
        let counted = draft.kind == BlockKind::ListItem && printed.is_none();
        let is_text = matches!(draft.kind, BlockKind::Paragraph | BlockKind::ListItem);
        if under_notes && is_text && (counted || printed == Some(found.len() + 1)) {
            found.push(index);
        } else {
            marks.extend(numbers_of_marks(&draft.flow));
        }
    }
    let marked = (1..=found.len()).filter(|number| marks.contains(number)).count();
    if found.len() < FEWEST_NOTES || marked * 2 < found.len() {
        return;
    }
    for index in found {
        if let Some(draft) = drafts.get_mut(index) {
            draft.kind = BlockKind::Footnote;
        }
    }
}

/// Raised numbers and numbers in square brackets.
fn numbers_of_marks(flow: &Flow) -> impl Iterator<Item = usize> {
    let raised = flow.marks.iter().filter(|mark| mark.kind == MarkKind::Superscript);
    let raised = raised.filter_map(|mark| flow.text.get(mark.range.clone())?.trim().parse().ok());
    let bracketed = flow.text.split('[').skip(1).filter_map(|rest| rest.split_once(']')?.0.parse().ok());
    raised.chain(bracketed)
}

/// `12. Hale`, `[12] Hale`, `12 Hale`
pub(crate) fn leading_number(text: &str) -> Option<usize> {
    let text = text.trim_start_matches(['[', '(', ' ']);
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let rest = text[digits..].trim_start_matches(['.', ')', ']', ':', ' ', '\u{a0}']);
    let follows = rest.starts_with(|c: char| c.is_alphabetic() || "“‘\"«„".contains(c));
    if (1..=3).contains(&digits) && follows { text[..digits].parse().ok() } else { None }
}

/// The works that notes cite in full.
#[derive(Default)]
pub(crate) struct WorksCited {
    pub(crate) read: Vec<Read>,
    /// By block: where an item begins, and which reference it became.
    pub(crate) made: HashMap<usize, Vec<(usize, usize)>>,
}

/// An item of a note that cites a work in full.
struct Full {
    block: usize,
    range: Range<usize>,
}

/// Makes references of the items that cite a work in full for the first time.
pub(crate) fn works_cited(drafts: &[Draft]) -> WorksCited {
    let full: Vec<Full> = drafts
        .iter()
        .enumerate()
        .filter(|(_, draft)| draft.kind == BlockKind::Footnote)
        .flat_map(|(block, draft)| {
            let text = draft.flow.text.as_str();
            items(text).into_iter().filter_map(move |item| {
                let own = &text[item.range.clone()];
                let is_full = back_reference(own).is_none() && looks_like_a_work(own);
                is_full.then_some(Full { block, range: item.range })
            })
        })
        .collect();
    let read: Vec<Read> = full
        .iter()
        .enumerate()
        .filter_map(|(index, item)| Some(read_item(&drafts.get(item.block)?.flow, &item.range, index)))
        .collect();
    distinct(&full, read)
}

fn read_item(flow: &Flow, range: &Range<usize>, index: usize) -> Read {
    let ids: Vec<String> = flow
        .marks
        .iter()
        .filter(|mark| mark.range.start < range.end && range.start < mark.range.end)
        .filter_map(|mark| match &mark.kind {
            MarkKind::Link(ids) => Some(ids.clone()),
            _ => None,
        })
        .flatten()
        .collect();
    let mut own = flow.clone();
    own.truncate(range.end);
    own.cut_start(range.start);
    reference::of_item(&own, ids, index as u32 + 1)
}

/// Leaves one reference of every work: an item whose title an earlier note already gave in full is the same work again.
fn distinct(full: &[Full], read: Vec<Read>) -> WorksCited {
    let references: Vec<_> = read.iter().map(|read| read.reference.clone()).collect();
    let works = Works::new(&references);
    let mut cited = WorksCited::default();
    let mut kept: HashMap<usize, usize> = HashMap::new();
    for (index, (item, mut read)) in full.iter().zip(read).enumerate() {
        let words = folded_words(&read.reference.raw, 0..read.reference.raw.len());
        let earlier = works
            .given_in_full(&words)
            .into_iter()
            // One note does not cite a work twice.
            .find(|work| *work < index && full.get(*work).is_some_and(|other| other.block != item.block));
        let place = match earlier.and_then(|work| kept.get(&work).copied()) {
            Some(place) => place,
            None => {
                let place = cited.read.len();
                read.reference.number = place as u32 + 1;
                cited.read.push(read);
                place
            }
        };
        kept.insert(index, place);
        cited.made.entry(item.block).or_default().push((item.range.start, place));
    }
    cited
}
