//! The reference lists of a document and what each block may cite of them: a thesis has a list in each chapter, a
//! supplement its own, a reply another one.
//!
//! A list belongs to the section that holds it; lists that stand in none share the text by their order: what stands
//! before a list, and after the one before it, cites that list. Lists that count on from another one are one list.

use std::collections::HashMap;

use crate::citation::reference::Read;
use crate::citation::{Reference, Scope, entries, printed_number};
use crate::markup::BlockKind;
use crate::markup::outline::Draft;

/// Lists that are told apart; a document with more leaves numbers that several have undecided.
pub(crate) const MOST_LISTS: usize = 300;

/// Where a list stands in the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ListPlace {
    /// Index of the first draft after it.
    pub(crate) at: usize,
    /// It stands in a section of the text, by what the markup says, not just behind one.
    pub(crate) in_section: bool,
    /// What the heading over it says.
    pub(crate) heading: String,
    /// Which part of the document holds it: 0 the article, then its replies.
    pub(crate) part: usize,
}

/// What a list is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    Text,
    Supplement,
    /// Works that the text need not cite.
    Reading,
}

/// A list with what was found out of it.
struct List<'a> {
    place: &'a ListPlace,
    /// Headings above, as indices of drafts; empty if it is its part's.
    path: Vec<usize>,
    purpose: Purpose,
    members: Vec<usize>,
    /// Lists of one numbering have the same one.
    numbering: usize,
}

/// Parts lists that begin to count anew, and lays the lists' scopes over the drafts: see [`assign`].
pub(crate) fn arrange(
    drafts: &mut [Draft],
    mut places: Vec<ListPlace>,
    parts: &[usize],
    read: &mut [Read],
) -> Vec<Scope> {
    let supplements = drafts.iter().any(|draft| draft.section.iter().any(|heading| is_supplement(heading)));
    let mut shift = 0;
    let mut before: Option<(u32, bool)> = None;
    for entry in read.iter_mut() {
        let own = entry.reference.list;
        let number = printed_number(&entry.reference);
        let (list, counts) = before.unwrap_or((own, false));
        let anew = own == list && counts && number == Some(1);
        before = Some((own, own == list && counts || number.is_some()));
        if anew && let Some(place) = places.get((own + shift) as usize).cloned() {
            // A list that counts anew without a heading is a supplement's where there is one.
            let heading = if supplements { "supplement".to_owned() } else { place.heading.clone() };
            shift += 1;
            places.insert((own + shift) as usize, ListPlace { heading, ..place });
        }
        entry.reference.list = own + shift;
    }
    let references: Vec<Reference> = read.iter().map(|entry| entry.reference.clone()).collect();
    assign(drafts, &places, parts, &references)
}

/// Lays the lists' scopes over the drafts. Gives the scopes; none if there is nothing to tell apart. `parts` are the
/// drafts at which the parts after the first one begin.
fn assign(
    drafts: &mut [Draft],
    places: &[ListPlace],
    parts: &[usize],
    references: &[Reference],
) -> Vec<Scope> {
    if !(2..=MOST_LISTS).contains(&places.len()) {
        return Vec::new();
    }
    let paths = paths(drafts);
    let mut members: Vec<Vec<usize>> = vec![Vec::new(); places.len()];
    for (index, reference) in references.iter().enumerate() {
        if let Some(list) = members.get_mut(reference.list as usize) {
            list.push(index);
        }
    }
    let mut lists: Vec<List<'_>> = places
        .iter()
        .zip(members)
        .enumerate()
        .map(|(index, (place, members))| List {
            place,
            path: path_of(drafts, &paths, place),
            purpose: purpose(&place.heading),
            members,
            numbering: index,
        })
        .filter(|list| !list.members.is_empty())
        .collect();
    join_numberings(&mut lists, references);
    let first = lists.first().map(|list| (list.place.part, list.numbering));
    if lists.iter().all(|list| Some((list.place.part, list.numbering)) == first) {
        return Vec::new();
    }
    let mut scopes: Vec<Scope> = Vec::new();
    let mut known: HashMap<Reach, usize> = HashMap::new();
    let reaches: Vec<Reach> = (0..drafts.len())
        .map(|draft| {
            let part = parts.iter().filter(|start| **start <= draft).count();
            reach(drafts, draft, &paths, part, &lists)
        })
        .collect();
    for (draft, reach) in drafts.iter_mut().zip(reaches) {
        draft.scope = *known.entry(reach).or_insert_with_key(|reach| {
            let members = |wanted: &[usize]| -> Vec<usize> {
                let own = wanted.iter().filter_map(|list| lists.get(*list));
                own.flat_map(|list| list.members.iter().copied()).collect()
            };
            let [own, near, far] = [&reach.own, &reach.near, &reach.far].map(|lists| members(lists));
            scopes.push(Scope { own, near, far });
            scopes.len() - 1
        });
    }
    scopes
}

/// A scope, as indices of lists.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Reach {
    own: Vec<usize>,
    near: Vec<usize>,
    far: Vec<usize>,
}

/// The headings above each draft, a heading itself included, as indices of drafts.
fn paths(drafts: &[Draft]) -> Vec<Vec<usize>> {
    let mut open: Vec<(u8, usize)> = Vec::new();
    drafts
        .iter()
        .enumerate()
        .map(|(index, draft)| {
            if let BlockKind::Heading(level) = draft.kind {
                open.retain(|(above, _)| *above < level);
                open.push((level, index));
            }
            open.iter().map(|(_, index)| *index).collect()
        })
        .collect()
}

/// The section that holds a list: what is above its own heading, or the section that the markup puts it in.
fn path_of(drafts: &[Draft], paths: &[Vec<usize>], place: &ListPlace) -> Vec<usize> {
    let mut path = place.at.checked_sub(1).and_then(|last| paths.get(last)).cloned().unwrap_or_default();
    let headed = path
        .last()
        .and_then(|last| drafts.get(*last))
        .is_some_and(|heading| entries::is_heading(&heading.flow.text));
    if headed {
        path.pop();
    } else if !place.in_section {
        path.clear();
    }
    path
}

fn purpose(heading: &str) -> Purpose {
    let heading = heading.to_lowercase();
    if ["reading", "other resources"].iter().any(|word| heading.contains(word)) {
        Purpose::Reading
    } else if is_supplement(&heading) || heading.contains("method") || heading.contains("online") {
        Purpose::Supplement
    } else {
        Purpose::Text
    }
}

/// Whether a heading opens a part that may bring its own reference list.
pub(crate) fn is_supplement(heading: &str) -> bool {
    let heading = heading.to_lowercase();
    ["supplement", "supporting information", "appendix", "appendices", "online methods", "extended data"]
        .iter()
        .any(|word| heading.contains(word))
}

/// Lists that count on from another one of their part have its numbering.
fn join_numberings(lists: &mut [List<'_>], references: &[Reference]) {
    let bounds: Vec<Option<(u32, u32)>> =
        lists.iter().map(|list| bounds(&list.members, references)).collect();
    // By numbering: the part, and the highest number so far.
    let mut highest: Vec<(usize, usize, u32)> = Vec::new();
    for (index, list) in lists.iter_mut().enumerate() {
        let Some((low, high)) = bounds.get(index).copied().flatten() else { continue };
        let part = list.place.part;
        let before = highest
            .iter_mut()
            .filter(|(own, _, last)| *own == part && low > 1 && *last < low)
            .max_by_key(|(_, _, last)| *last);
        match before {
            Some((_, numbering, last)) => {
                (list.numbering, *last) = (*numbering, high);
            }
            None => highest.push((part, list.numbering, high)),
        }
    }
}

/// The lowest and the highest number of a list, where it prints numbers or its markup counts.
fn bounds(members: &[usize], references: &[Reference]) -> Option<(u32, u32)> {
    let own = || members.iter().filter_map(|member| references.get(*member));
    let printed: Vec<u32> = own().filter_map(printed_number).collect();
    let numbers: Vec<u32> = if printed.len() * 2 > members.len() {
        printed
    } else {
        own().map(|reference| reference.number).collect()
    };
    Some((numbers.iter().copied().min()?, numbers.iter().copied().max()?))
}

/// What a draft may cite.
fn reach(drafts: &[Draft], draft: usize, paths: &[Vec<usize>], part: usize, lists: &[List<'_>]) -> Reach {
    let path = paths.get(draft).map_or(&[][..], Vec::as_slice);
    let of_part: Vec<&List<'_>> = lists.iter().filter(|list| list.place.part == part).collect();
    let around = |list: &&&List<'_>| path.starts_with(&list.path);
    let own = match of_part.iter().filter(around).map(|list| list.path.len()).max() {
        Some(depth) => {
            let deepest = of_part.iter().filter(around).filter(|list| list.path.len() == depth);
            narrow(drafts, draft, path, &deepest.copied().collect::<Vec<_>>())
        }
        None => shared(draft, paths, &of_part).into_iter().collect(),
    };
    let is_own = |list: &List<'_>| own.iter().any(|own| own.numbering == list.numbering);
    let is_near = |list: &List<'_>| path.starts_with(&list.path);
    let mut reach = Reach::default();
    for (index, list) in lists.iter().enumerate().filter(|(_, list)| list.place.part == part) {
        let tier = if is_own(list) {
            &mut reach.own
        } else if is_near(list) {
            &mut reach.near
        } else {
            &mut reach.far
        };
        tier.push(index);
    }
    reach
}

/// The list of a later section that a section without one shares: only where several sections before it have none, as in
/// an article whose list stands at a lower level than its sections. An introduction alone need not.
fn shared<'a, 'b>(draft: usize, paths: &[Vec<usize>], lists: &[&'a List<'b>]) -> Option<&'a List<'b>> {
    let after = lists.iter().filter(|list| list.place.at > draft);
    let list = after.min_by_key(|list| list.place.at).copied()?;
    let before = lists.iter().filter(|list| list.place.at <= draft);
    let from = before.map(|list| list.place.at).max().unwrap_or(0);
    let mut sections: Vec<usize> = paths
        .get(from..list.place.at)?
        .iter()
        .filter_map(|path| path.first().copied())
        .filter(|section| list.path.first() != Some(section))
        .collect();
    sections.dedup();
    (sections.len() > 1).then_some(list)
}

/// Of lists of one section, those that a draft's position speaks for.
fn narrow<'a, 'b>(
    drafts: &[Draft],
    draft: usize,
    path: &[usize],
    lists: &[&'a List<'b>],
) -> Vec<&'a List<'b>> {
    let in_supplement =
        path.iter().filter_map(|heading| drafts.get(*heading)).any(|own| is_supplement(&own.flow.text));
    let after = lists.iter().filter(|list| list.place.at > draft);
    let Some(next) = after.min_by_key(|list| list.place.at) else {
        let last = lists.last().filter(|last| in_supplement && last.purpose == Purpose::Supplement);
        return last.map_or_else(|| lists.to_vec(), |last| vec![*last]);
    };
    // Lists with no text between them.
    let is_text = |draft: &Draft| !matches!(draft.kind, BlockKind::Heading(_));
    let beside = |list: &&&List<'_>| {
        list.place.at > draft
            && drafts.get(next.place.at..list.place.at).is_some_and(|between| !between.iter().any(is_text))
    };
    let together: Vec<&List<'_>> = lists.iter().filter(beside).copied().collect();
    let of = |purpose: Purpose| -> Vec<&'a List<'b>> {
        together.iter().copied().filter(|list| list.purpose == purpose).collect()
    };
    let order = if in_supplement {
        [Purpose::Supplement, Purpose::Text, Purpose::Reading]
    } else {
        [Purpose::Text, Purpose::Supplement, Purpose::Reading]
    };
    order.into_iter().map(of).find(|own| !own.is_empty()).unwrap_or(together)
}
