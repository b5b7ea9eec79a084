//! A reference list that no markup sets apart: lines, paragraphs or rows under one that says “References”.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use crate::citation::entries;
use crate::citation::reference::{Read, of_entry, settle_authors};
use crate::markup::BlockKind;
use crate::markup::flow::Flow;
use crate::markup::outline::{Dialect, Draft, Role, outline};
use crate::markup::tree::{NodeId, Tree};

/// Bytes of a line that may be an entry: less is a label or a button, more is a paragraph.
const ENTRY: Range<usize> = 15..1_500;
/// Entries that are read to decide whether lines are a list of them.
const READ: usize = 12;
/// Most entries of a list.
const MOST: usize = 3_000;

/// A printed number at the beginning of a line, in one of the groups.
static NUMBER: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"^(?:\[(\d{1,4})\]|\((\d{1,4})\)|(\d{1,4})[.)]|(\d{1,4})$)").ok());

/// A list that was found.
pub(crate) struct PrintedList {
    heading: Flow,
    entries: Vec<Flow>,
    /// The line behind it.
    rest: Option<Flow>,
}

/// The longest such list.
pub(crate) fn find(tree: &Tree, roots: &[NodeId], dialect: &dyn Dialect) -> Option<PrintedList> {
    let mut lines = outline(tree, roots, &HashSet::new(), &Lines { dialect }).drafts;
    let headings = (0..lines.len()).filter(|at| entries::is_heading(&lines[*at].flow.text));
    let lists = headings.map(|heading| {
        let behind = &lines[heading + 1..];
        let ends = |line: &Draft| {
            matches!(line.kind, BlockKind::Heading(_) | BlockKind::Footnote)
                || entries::is_heading(&line.flow.text)
                || entries::ends_list(&line.flow.text)
                || line.flow.text.len() > ENTRY.end && number_of(&line.flow.text).is_none()
        };
        let end = behind.iter().position(ends).map_or(lines.len(), |end| heading + 1 + end);
        (heading..end, entries_of(&lines[heading + 1..end]))
    });
    let (range, entries) =
        lists.filter(|(_, found)| are_entries(found)).max_by_key(|(_, found)| found.len())?;
    let rest = (range.end < lines.len()).then(|| lines.swap_remove(range.end).flow);
    Some(PrintedList { heading: lines.swap_remove(range.start).flow, entries, rest })
}

impl PrintedList {
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Reads its entries, and drops it from the drafts.
    pub(crate) fn take_from(self, drafts: &mut Vec<Draft>) -> Vec<Read> {
        cut(drafts, &self.heading, self.rest.as_ref());
        let mut read: Vec<Read> =
            self.entries.into_iter().zip(1..).map(|(flow, number)| of_entry(flow, None, number)).collect();
        settle_authors(&mut read);
        read
    }
}

/// Has each line, row and cell stand for itself.
struct Lines<'a> {
    dialect: &'a dyn Dialect,
}

impl Dialect for Lines<'_> {
    fn role(&self, tree: &Tree, node: NodeId) -> Role {
        match self.dialect.role(tree, node) {
            Role::Break | Role::Table | Role::Row => Role::Block,
            Role::Cell => Role::Inline,
            role => role,
        }
    }
}

/// The entries among lines: from number to number where they are numbered, else one in each line.
fn entries_of(lines: &[Draft]) -> Vec<Flow> {
    let flows = lines.iter().map(|line| &line.flow);
    let first = flows.clone().next().and_then(|flow| number_of(&flow.text));
    let mut found: Vec<Flow> = Vec::new();
    let Some((mut number, is_bracketed)) = first.filter(|(number, _)| *number <= 1) else {
        found.extend(flows.filter(|flow| ENTRY.contains(&flow.text.len())).take(MOST).cloned());
        return found;
    };
    for flow in flows {
        let begins = number_of(&flow.text).is_some_and(|(own, _)| own == number);
        number += u32::from(begins);
        let mut starts = vec![0];
        while is_bracketed
            && let Some(at) = label_in(&flow.text, starts.last().copied().unwrap_or_default(), number)
        {
            starts.push(at);
            number += 1;
        }
        starts.push(flow.text.len());
        for (nth, range) in starts.windows(2).map(|pair| pair[0]..pair[1]).enumerate() {
            let own = flow.slice(range.start..range.start + flow.text[range].trim_end().len());
            match found.last_mut().filter(|_| nth == 0 && !begins) {
                Some(last) => last.append(&own),
                None => found.push(own),
            }
        }
        if found.len() > MOST {
            break;
        }
    }
    found
}

/// The printed number that a line begins with, and whether it stands in square brackets.
fn number_of(line: &str) -> Option<(u32, bool)> {
    let found = NUMBER.as_ref()?.captures(line)?;
    let number = found.iter().skip(1).flatten().next()?.as_str().parse().ok()?;
    Some((number, found.get(1).is_some()))
}

/// Where a number in brackets stands behind white space, after `from`.
fn label_in(text: &str, from: usize, number: u32) -> Option<usize> {
    let label = format!(" [{number}]");
    Some(from + text.get(from..)?.find(&label)? + 1)
}

/// Whether flows read like entries of a reference list.
fn are_entries(flows: &[Flow]) -> bool {
    let dated = flows.iter().filter(|flow| entries::is_dated(&flow.text)).count();
    let first = || flows.iter().take(READ);
    let read = first().filter(|flow| entries::is_entry(&flow.text)).count();
    // Two paragraphs may as well be text.
    let least = if flows.first().is_some_and(|flow| number_of(&flow.text).is_some()) { 2 } else { 3 };
    flows.len() >= least
        && dated * 10 >= flows.len() * 6
        && read * 3 >= first().count() * 2
        && flows.iter().all(|flow| flow.text.len() <= 2 * ENTRY.end)
}

/// Drops from drafts what stands from the heading on, up to where the text goes on.
fn cut(drafts: &mut Vec<Draft>, heading: &Flow, rest: Option<&Flow>) {
    let Some((start, at)) = place_of(drafts, heading) else { return };
    let end = rest.and_then(|rest| place_of(drafts, rest)).filter(|end| *end > (start, at));
    let after = match end {
        Some((end, 0)) => drafts.split_off(end),
        Some((end, byte)) => {
            let mut after = drafts.split_off(end);
            if let Some(first) = after.first_mut() {
                first.flow.cut_start(byte);
            }
            after
        }
        None => Vec::new(),
    };
    drafts.truncate(if at > 0 { start + 1 } else { start });
    if at > 0
        && let Some(last) = drafts.last_mut()
    {
        last.flow.truncate(at);
    }
    drafts.extend(after);
}

/// The draft in which a line stands, and from which byte on.
fn place_of(drafts: &[Draft], line: &Flow) -> Option<(usize, usize)> {
    let wanted = line.origins.first()?;
    drafts.iter().enumerate().find_map(|(index, draft)| {
        let mut origins = draft.flow.origins.iter();
        let own = origins.find(|own| {
            (own.node, own.run, own.offset) == (wanted.node, wanted.run, wanted.offset)
                && own.verbatim == wanted.verbatim
        })?;
        Some((index, own.start))
    })
}
