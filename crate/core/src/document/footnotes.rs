//! Notes and their marks; and the works that notes cite in full where a document has no reference list.

use std::collections::HashMap;
use std::ops::Range;

use super::BlockKind;
use super::flow::{Flow, MarkKind};
use super::outline::Draft;
use crate::citation::notes::{back_reference, items, looks_like_a_work};
use crate::citation::reference::{self, Read};
use crate::citation::surface::NoteMark;
use crate::citation::works::{Works, folded_words};

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
        marks.sort_by_key(|mark| (mark.range.start, mark.range.end));
        marks
    }
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
