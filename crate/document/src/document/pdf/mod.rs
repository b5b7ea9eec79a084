//! PDF: from pieces of text with their geometry to a document.
//!
//! ```text
//! items → words → rows → columns → lines → furniture dropped → order → reference list apart → groups → blocks
//! ```
//!
//! Every decision is one of geometry and type over the document as a whole; nothing depends on who made the file.

mod accents;
mod bibliography;
mod columns;
mod counted_names;
mod front;
mod furniture;
mod groups;
mod heading_numbers;
mod heading_words;
mod headings;
mod join;
mod line;
mod lines;
mod links;
mod list_lines;
mod move_words;
mod order;
mod run_in;
mod scripts;
mod symbols;
mod text_layer;
mod textless;
mod transcribed;
mod words;
mod wraps;

pub(crate) use join::ends_in_hyphen;
pub use text_layer::{PageReading, PdfFont, PdfItem, PdfLink, PdfPage, PdfText, ReadingOutcome};
pub use transcribed::{TranscribedBlock, TranscribedKind};

use super::fill::{fill, links_of};
use super::front_back_matter::drop_back_matter;
use super::lists::{self, ListPlace};
use super::{Anomaly, AnomalyKind, Document, Format, ParseError, Severity, TranscribedPage, verifier};
use crate::citation::reference::{self, Read};
use crate::markup::BlockKind;
use crate::markup::outline::Draft;
use bibliography::Entry;
use columns::Area;
use groups::Group;
use heading_words::is_list_heading;
use join::Vocabulary;
use line::Line;
use links::Targets;
use order::Body;
use words::Word;

/// Plausibility of the cut of a reference list under which the reader is told.
const DOUBTFUL_LIST: f32 = 0.6;

/// Reads a document from the text layer of a PDF. `origin` (URL or file name) is only named in messages; with
/// `hide_links` the file's own links from citations to entries are ignored.
///
/// A block's [`Origin`](crate::markup::Origin) names the page (`node`, from 0), the item of the page's text layer (`run`) and the
/// place in its text (`offset`), and has the box of the word; [`locator_of`](crate::markup::locator_of) gives
/// [boxes](crate::markup::Locator::boxes).
///
/// # Errors
/// [`ParseError::Empty`] if the pages hold no text: a scan, that needs optical character recognition first.
pub fn parse_pdf(text: &PdfText, origin: &str, hide_links: bool) -> Result<Document, ParseError> {
    let layout = Layout::of(text);
    if layout.lines.is_empty() {
        return Err(ParseError::Empty { origin: origin.to_owned() });
    }
    let Layout { mut lines, body, stamps, columns } = layout;
    let vocabulary = Vocabulary::of(lines.iter());
    let notes = bibliography::take_notes(&mut lines);
    let Taken { lines, lists } = take_lists(lines);
    let entries = || lists.iter().flat_map(|list| &list.entries);
    // A link to a note leads to no entry.
    let heads = entries().filter_map(|entry| entry.first());
    let heads: Vec<&Line> = heads.chain(notes.iter().filter_map(|note| note.first())).collect();
    let targets = Targets::new(text, &heads);
    let transcribed = text.transcribed();
    let mut references = read_entries(&lists, &vocabulary, &transcribed);
    let plausible = lists.iter().map(|list| list.plausible).fold(1.0, f32::min);
    let count = entries().count();
    let mut groups = run_in::part(groups::groups(lines, &body), &body);
    heading_numbers::drop_others(&mut groups);
    let groups = groups::rejoin(groups);
    let (front, groups) = front::split(groups, &body);
    let (mut drafts, places) = drafts(groups, &body, &vocabulary, &targets, &lists);
    drafts.extend(notes.iter().map(|note| Draft {
        kind: BlockKind::Footnote,
        section: Vec::new(),
        flow: join::flow(note, &vocabulary, &targets),
        scope: 0,
    }));
    let scopes = lists::arrange(&mut drafts, places, &[], &mut references);
    drop_back_matter(&mut drafts, &|_| false);
    let mut document = Document { format: Format::Pdf, transcribed, ..Document::default() };
    document.title =
        front.title.or_else(|| text.title.clone().filter(|title| front::is_plausible_title(title)));
    front::identifiers(&mut document, &front.texts, &stamps);
    front::dates(&mut document, &front.texts, &stamps);
    fill(&mut document, drafts, &references, &scopes, links_of(hide_links));
    transcribed::without_places(&mut document);
    verifier::finish(&mut document, None);
    let told = textless::named(text).into_iter().chain(doubts(&columns, plausible, count));
    document.anomalies.splice(0..0, told);
    Ok(document)
}

/// The lines of all pages in reading order, and what was decided on the way.
struct Layout {
    lines: Vec<Line>,
    body: Body,
    /// Turned text of the first page: the stamp of a repository.
    stamps: Vec<String>,
    /// Pages whose columns are in doubt.
    columns: Vec<Doubt>,
}

/// A page where one column and two are about as likely.
struct Doubt {
    page: usize,
}

impl Layout {
    fn of(text: &PdfText) -> Self {
        let faces = words::faces(&text.fonts);
        let rows: Vec<_> = text.pages.iter().map(|page| lines::rows(words::words(page, &faces))).collect();
        let votes: Vec<_> = rows
            .iter()
            .zip(&text.pages)
            .map(|(rows, page)| columns::vote(&columns::stretches(rows), page.width))
            .collect();
        let agreed = columns::agree(&votes);
        let first_of_list = first_of_list(&rows);
        let areas: Vec<Option<Area>> = rows
            .iter()
            .zip(&text.pages)
            .zip(&agreed)
            .enumerate()
            .map(|(page, ((rows, own), columns))| {
                let (first_page, first_row) = first_of_list.filter(|(first, _)| *first <= page)?;
                let first = if page == first_page { first_row } else { 0 };
                let rows: Vec<_> = rows.iter().take_while(|row| !is_foot(row, own.height)).collect();
                columns::list_area(&rows, first, columns, own.width)
            })
            .collect();
        let doubts = votes
            .iter()
            .enumerate()
            .filter(|(page, vote)| {
                agreed[*page].are_one() && areas[*page].is_none() && vote.beside > 0.6 && vote.letters > 1_200
            })
            .map(|(page, _)| Doubt { page })
            .collect();
        let mut pages: Vec<Vec<Line>> = rows
            .into_iter()
            .zip(agreed.iter().zip(&areas))
            .enumerate()
            .map(|(page, (rows, (columns, list)))| lines::lines(page as u32, rows, columns, list.as_ref()))
            .collect();
        let heights: Vec<f32> = text.pages.iter().map(|page| page.height).collect();
        furniture::drop(&mut pages, &heights);
        let body = order::body(&pages);
        let lists: Vec<Option<f32>> = areas.iter().map(|list| list.as_ref().map(|list| list.top)).collect();
        order::edges(&mut pages, &lists, &body);
        let mut lines = Vec::new();
        for (index, (page, list)) in pages.into_iter().zip(lists).enumerate() {
            let front = if index == 0 { order::front(&page, &body) } else { None };
            lines.extend(order::order(wraps::part(page), front, list, &body));
        }
        Self { lines, body, stamps: front::stamps(text), columns: doubts }
    }
}

/// Whether a row stands at the foot of its page, where notices span all columns.
fn is_foot(row: &[Word], height: f32) -> bool {
    row.first().is_some_and(|word| word.y < 0.08 * height)
}

/// Page and row of the last heading of a list of references: alone, or in one column.
fn first_of_list(rows: &[Vec<Vec<Word>>]) -> Option<(usize, usize)> {
    let is_heading = |row: &Vec<Word>| {
        let apart = |pair: &[Word]| pair[1].x0 - pair[0].x1 > columns::WIDE_GAP * pair[0].size;
        let end = row.windows(2).position(apart).map_or(row.len(), |last| last + 1);
        is_list_heading(&Line::new(0, row[..end].to_vec()))
    };
    rows.iter()
        .enumerate()
        .rev()
        .find_map(|(page, rows)| rows.iter().rposition(is_heading).map(|row| (page, row)))
}

/// A reference list that was taken out of the lines.
struct List {
    heading: String,
    entries: Vec<Entry>,
    /// How plausible its entries are, from 0 to 1.
    plausible: f32,
    /// The line before which it stood; none at the end.
    before: Option<LineKey>,
}

/// What tells a line from all others: its page and its place on it.
type LineKey = (u32, u32, u32);

fn key(line: &Line) -> LineKey {
    (line.page, line.x0.to_bits(), line.y.to_bits())
}

/// The lines that are left, and the lists.
struct Taken {
    lines: Vec<Line>,
    lists: Vec<List>,
}

/// Parts the reference lists from the other lines.
fn take_lists(mut lines: Vec<Line>) -> Taken {
    let regions = bibliography::regions(&lines);
    let single = regions.len() == 1;
    let mut cut: Vec<(String, Vec<Line>, Vec<Line>)> = Vec::new();
    let mut end = lines.split_off(regions.last().map_or(lines.len(), |region| region.lines.end));
    for (index, region) in regions.iter().enumerate().rev() {
        let list = lines.split_off(region.lines.start);
        let heading =
            region.heading.and_then(|heading| lines.get(heading)).map(Line::text).unwrap_or_default();
        lines.truncate(region.heading.unwrap_or(region.lines.start));
        let from = index.checked_sub(1).and_then(|before| regions.get(before)).map(|before| before.lines.end);
        let before = from.map_or_else(Vec::new, |from| lines.split_off(from));
        cut.push((heading, list, std::mem::replace(&mut end, before)));
    }
    let mut notes: Vec<Line> = Vec::new();
    let mut lists: Vec<List> = Vec::new();
    let mut number = 0;
    for (heading, list, mut after) in cut.into_iter().rev() {
        let (list, feet) = bibliography::take_feet(list);
        let (entries, plausible, rest) = bibliography::entries(list, number);
        // Figures float among the entries, or stand behind them.
        let (entries, captions) = bibliography::without_captions(entries);
        number = entries.iter().filter_map(bibliography::entry_number).max().unwrap_or(0).max(number);
        notes.extend(feet);
        notes.extend(captions);
        if single {
            notes.extend(rest);
        } else {
            after.splice(0..0, rest);
        }
        let before = after.first().map(key);
        lists.push(List { heading, entries, plausible, before });
        lines.append(&mut after);
    }
    lines.append(&mut notes);
    Taken { lines, lists }
}

fn read_entries(lists: &[List], vocabulary: &Vocabulary, transcribed: &[TranscribedPage]) -> Vec<Read> {
    let none = Targets::default();
    let mut read: Vec<Read> = Vec::new();
    for (list, index) in lists.iter().zip(0_u32..) {
        for (entry, number) in list.entries.iter().zip(1_u32..) {
            let flow = join::flow(entry, vocabulary, &none);
            let label = bibliography::label_length(entry, &flow.text);
            let mut own = reference::read_flow(flow, number, label);
            own.reference.list = index;
            let is_read = |page: &u32| transcribed.iter().any(|own| own.page == *page);
            own.reference.transcribed = entry.iter().map(|line| line.page).find(is_read);
            // Links know entries by their order in the document.
            own.reference.id = format!("r{}", read.len() + 1);
            own.aliases = vec![own.reference.id.clone()];
            read.push(own);
        }
    }
    reference::settle_authors(&mut read);
    read
}

/// Makes blocks of the groups, each under its headings; and says where among them the lists stood.
fn drafts(
    groups: Vec<Group>,
    body: &Body,
    vocabulary: &Vocabulary,
    targets: &Targets,
    lists: &[List],
) -> (Vec<Draft>, Vec<ListPlace>) {
    let levels = headings::levels(&groups, body);
    let mut writer = headings::Writer::default();
    let mut at: Vec<Option<usize>> = vec![None; lists.len()];
    for (group, level) in groups.into_iter().zip(levels) {
        for (place, list) in at.iter_mut().zip(lists) {
            if place.is_none() && group.lines.iter().any(|line| Some(key(line)) == list.before) {
                *place = Some(writer.written());
            }
        }
        let flow = if group.kind == groups::GroupKind::Table {
            join::table(&group.lines, targets)
        } else {
            join::flow(&group.lines, vocabulary, targets)
        };
        writer.write(group.kind, level, flow);
    }
    let drafts = writer.finish();
    let places = at
        .into_iter()
        .zip(lists)
        .map(|(at, list)| ListPlace {
            at: at.unwrap_or(drafts.len()),
            heading: list.heading.clone(),
            ..ListPlace::default()
        })
        .collect();
    (drafts, places)
}

/// What the layout could not settle.
fn doubts(columns: &[Doubt], plausible: f32, entries: usize) -> Vec<Anomaly> {
    let mut found = Vec::new();
    for doubt in columns {
        found.push(Anomaly {
            kind: AnomalyKind::DoubtfulLayout,
            severity: Severity::Warning,
            place: format!("page {}", doubt.page + 1),
            hint:
                "the page may have columns side by side that were read as one: compare its text with the page"
                    .to_owned(),
        });
    }
    if entries > 0 && plausible < DOUBTFUL_LIST {
        found.push(Anomaly {
            kind: AnomalyKind::DoubtfulLayout,
            severity: Severity::Warning,
            place: "reference list".to_owned(),
            hint: "it is not clear where each reference begins: references may be cut or run together"
                .to_owned(),
        });
    }
    found
}
