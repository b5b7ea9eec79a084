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
mod front;
mod furniture;
mod groups;
mod headings;
mod join;
mod lines;
mod links;
mod order;
mod run_in;
mod symbols;
mod text_layer;
mod words;
mod wraps;

pub(crate) use join::ends_in_hyphen;
pub use text_layer::{PdfFont, PdfItem, PdfLink, PdfPage, PdfText};
pub(crate) use words::usual_advance;

use super::outline::Draft;
use super::{Anomaly, AnomalyKind, Document, Format, ParseError, Severity, parse, verifier};
use crate::citation::reference::{self, Read};
use bibliography::Entry;
use columns::Columns;
use groups::Group;
use join::Vocabulary;
use lines::Line;
use links::Targets;
use order::Body;

/// Letters and digits that a page of text has at least; a stamp of the publisher's has fewer.
const LETTERS_OF_A_PAGE: usize = 100;
/// Plausibility of the cut of a reference list under which the reader is told.
const DOUBTFUL_LIST: f32 = 0.6;

/// Reads a document from the text layer of a PDF. `origin` (URL or file name) is only named in messages; with
/// `hide_links` the file's own links from citations to entries are ignored.
///
/// A block's [`Origin`](super::Origin) names the page (`node`, from 0), the item of the page's text layer (`run`) and the
/// place in its text (`offset`), and has the box of the word; [`locator_of`](super::locator_of) gives
/// [boxes](super::Locator::boxes).
///
/// # Errors
/// [`ParseError::Empty`] if the pages hold no text: a scan, that needs optical character recognition first.
pub fn parse_pdf(text: &PdfText, origin: &str, hide_links: bool) -> Result<Document, ParseError> {
    let layout = Layout::of(text);
    if layout.lines.is_empty() {
        return Err(ParseError::Empty { origin: origin.to_owned() });
    }
    let Layout { lines, body, stamps, columns } = layout;
    let vocabulary = Vocabulary::of(lines.iter());
    let (mut lines, list) = take_list(lines);
    let (list, notes) = bibliography::take_feet(list);
    let (entries, plausible, rest) = bibliography::entries(list);
    lines.extend(notes.into_iter().chain(rest));
    let heads: Vec<&Line> = entries.iter().filter_map(|entry| entry.first()).collect();
    let targets = Targets::new(text, &heads);
    let references = read_entries(&entries, &vocabulary);
    let groups = groups::rejoin(run_in::part(groups::groups(lines, &body), &body));
    let (front, groups) = front::split(groups, &body);
    let mut drafts = drafts(groups, &body, &vocabulary, &targets);
    parse::drop_back_matter(&mut drafts);
    let mut document = Document { format: Format::Pdf, ..Document::default() };
    document.title =
        front.title.or_else(|| text.title.clone().filter(|title| front::is_plausible_title(title)));
    front::identifiers(&mut document, &front.texts, &stamps);
    front::dates(&mut document, &front.texts, &stamps);
    parse::fill(&mut document, drafts, &references, hide_links);
    verifier::finish(&mut document, None);
    let textless = text.pages.iter().enumerate().filter_map(|(index, page)| without_text(index, page));
    document.anomalies.splice(0..0, textless.chain(doubts(&columns, plausible, entries.len())));
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
            .map(|(rows, page)| columns::vote(&lines::stretches(rows), page.width))
            .collect();
        let agreed = columns::agree(&votes);
        let doubts = agreed
            .iter()
            .zip(&votes)
            .enumerate()
            .filter(|(_, (agreed, vote))| {
                **agreed == Columns::One && vote.beside > 0.6 && vote.letters > 1_200
            })
            .map(|(page, _)| Doubt { page })
            .collect();
        let mut pages: Vec<Vec<Line>> = rows
            .into_iter()
            .zip(&agreed)
            .enumerate()
            .map(|(page, (rows, columns))| lines::lines(page as u32, rows, columns))
            .collect();
        let heights: Vec<f32> = text.pages.iter().map(|page| page.height).collect();
        furniture::drop(&mut pages, &heights);
        let body = order::body(&pages);
        order::edges(&mut pages, &body);
        let mut lines = Vec::new();
        for (index, page) in pages.into_iter().enumerate() {
            let front = if index == 0 { order::front(&page, &body) } else { None };
            lines.extend(order::order(wraps::part(page), front, &body));
        }
        Self { lines, body, stamps: front::stamps(text), columns: doubts }
    }
}

/// Parts the reference list from the other lines.
fn take_list(mut lines: Vec<Line>) -> (Vec<Line>, Vec<Line>) {
    let Some(region) = bibliography::region(&lines) else { return (lines, Vec::new()) };
    let after = lines.split_off(region.lines.end);
    let list = lines.split_off(region.lines.start);
    if let Some(heading) = region.heading {
        lines.truncate(heading);
    }
    lines.extend(after);
    (lines, list)
}

fn read_entries(entries: &[Entry], vocabulary: &Vocabulary) -> Vec<Read> {
    let none = Targets::default();
    let mut read: Vec<Read> = entries
        .iter()
        .zip(1_u32..)
        .map(|(entry, number)| {
            let flow = join::flow(entry, vocabulary, &none);
            let label = bibliography::label_length(entry, &flow.text);
            reference::read_flow(flow, number, label)
        })
        .collect();
    reference::settle_authors(&mut read);
    read
}

/// Makes blocks of the groups, each under its headings.
fn drafts(groups: Vec<Group>, body: &Body, vocabulary: &Vocabulary, targets: &Targets) -> Vec<Draft> {
    let levels = headings::levels(&groups, body);
    let mut writer = headings::Writer::default();
    for (group, level) in groups.into_iter().zip(levels) {
        let flow = if group.kind == groups::Kind::Table {
            join::table(&group.lines, targets)
        } else {
            join::flow(&group.lines, vocabulary, targets)
        };
        writer.write(group.kind, level, flow);
    }
    writer.finish()
}

/// A page of which hardly anything can be read, among others that can.
fn without_text(index: usize, page: &PdfPage) -> Option<Anomaly> {
    let letters = page.items.iter().flat_map(|item| item.text.chars()).filter(|c| c.is_alphanumeric());
    (letters.take(LETTERS_OF_A_PAGE).count() < LETTERS_OF_A_PAGE).then(|| Anomaly {
        kind: AnomalyKind::PageWithoutText,
        severity: Severity::Info,
        place: format!("page {}", index + 1),
        hint: "the page holds hardly any text that can be read: a scan needs optical character recognition first"
            .to_owned(),
    })
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
