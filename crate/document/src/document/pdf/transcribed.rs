//! Pages that a model read off their images: their blocks become lines of a text layer, so that they are read as any other page,
//! at their place; and what came of them is told.
//!
//! The lines are laid out here, in one narrow column: where the words stand on the page nobody knows, so nothing of it is ever shown
//! as a place.

use serde::Deserialize;

use super::text_layer::{PageReading, PdfFont, PdfItem, PdfText, ReadingOutcome};
use super::textless::is_textless;
use crate::citation::{Citation, Reference};
use crate::document::{Document, TranscribedPage};
use crate::markup::{Locator, Origin, usual_advance};

/// A block of a page.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TranscribedBlock {
    /// What it is.
    pub kind: TranscribedKind,
    /// Its words, in one line.
    pub text: String,
}

/// What a block is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TranscribedKind {
    /// The title of the article.
    Title,
    /// A heading of a section, of the reference list too.
    Heading,
    /// Running text.
    Paragraph,
    /// The words at a figure or table.
    Caption,
    /// A note at the foot of the page.
    Footnote,
    /// One entry of a reference list.
    Reference,
}

/// Sizes where the document gives none.
const USUAL_SIZE: f32 = 10.0;
/// The column, in shares of the page's width: left of the middle, where no gutter parts it.
const COLUMN: (f32, f32) = (0.08, 0.46);
/// Distance of baselines, in sizes.
const LEADING: f32 = 1.2;
/// Share of the page above, and below, the text: nothing of it stands where heads and feet do.
const MARGIN: f32 = 0.2;

impl PdfText {
    /// The pages, from 0, of which hardly anything can be read.
    pub fn pages_without_text(&self) -> impl Iterator<Item = usize> + '_ {
        self.pages.iter().enumerate().filter(|(_, page)| is_textless(page)).map(|(index, _)| index)
    }

    /// Says why a page that was to be read off its image was not.
    pub fn leave_unread(&mut self, page: usize, reason: impl Into<String>) {
        let outcome = ReadingOutcome::Failed { reason: reason.into() };
        self.readings.push(PageReading { page: page as u32, outcome });
    }

    /// Puts what a model read in the place of a page's items.
    pub fn transcribe(&mut self, page: usize, blocks: &[TranscribedBlock], by: &str) {
        let size = self.usual_size();
        let plain = self.fonts.len() as u32;
        let Some(own) = self.pages.get_mut(page) else { return };
        let width = if (100.0..5_000.0).contains(&own.width) { own.width } else { 612.0 };
        let (items, height) = laid_out(blocks, width, size, plain);
        (own.width, own.height) = (width, height.max(own.height));
        own.items = items;
        own.links.clear();
        let font = |name: &str, bold| PdfFont { name: name.to_owned(), bold, italic: false };
        self.fonts.extend([font("Transcribed", false), font("Transcribed-Bold", true)]);
        let outcome = ReadingOutcome::Read { by: by.to_owned() };
        self.readings.push(PageReading { page: page as u32, outcome });
    }

    /// The size of most letters.
    fn usual_size(&self) -> f32 {
        let mut counts: Vec<(f32, usize)> = Vec::new();
        for item in self.pages.iter().flat_map(|page| &page.items).filter(|item| item.size.is_finite()) {
            match counts.iter_mut().take(20).find(|(size, _)| (*size - item.size).abs() < 0.3) {
                Some((_, count)) => *count += item.text.len(),
                None => counts.push((item.size, item.text.len())),
            }
        }
        let most = counts.iter().max_by_key(|(_, count)| *count).map(|(size, _)| *size);
        most.filter(|size| (4.0..30.0).contains(size)).unwrap_or(USUAL_SIZE)
    }

    /// The pages that were read off their images.
    pub(super) fn transcribed(&self) -> Vec<TranscribedPage> {
        let read = self.readings.iter().filter_map(|reading| match &reading.outcome {
            ReadingOutcome::Read { by } => Some(TranscribedPage { page: reading.page, by: by.clone() }),
            ReadingOutcome::Failed { .. } => None,
        });
        read.collect()
    }
}

/// How a block is set.
struct Look {
    /// In sizes of the body.
    size: f32,
    is_bold: bool,
    /// Indentation of its first line and of the others, and the room above, in ems.
    first: f32,
    others: f32,
    above: f32,
}

fn look(kind: TranscribedKind) -> Look {
    let plain = Look { size: 1.0, is_bold: false, first: 0.0, others: 0.0, above: 1.0 };
    match kind {
        TranscribedKind::Title => Look { size: 1.7, is_bold: true, ..plain },
        TranscribedKind::Heading => Look { size: 1.2, is_bold: true, ..plain },
        TranscribedKind::Paragraph | TranscribedKind::Caption => plain,
        TranscribedKind::Footnote => Look { size: 0.8, ..plain },
        TranscribedKind::Reference => Look { others: 1.5, above: 0.3, ..plain },
    }
}

/// The lines of the blocks, and how high a page they need. Notes stand at its foot.
fn laid_out(blocks: &[TranscribedBlock], width: f32, size: f32, plain: u32) -> (Vec<PdfItem>, f32) {
    let (left, room) = (COLUMN.0 * width, (COLUMN.1 - COLUMN.0) * width);
    let is_note = |block: &&TranscribedBlock| block.kind == TranscribedKind::Footnote;
    let notes = blocks.iter().filter(is_note);
    let mut down = 0.0;
    let mut items = Vec::new();
    for block in blocks.iter().filter(|block| !is_note(block)).chain(notes) {
        let look = look(block.kind);
        let size = size * look.size;
        down += look.above * size;
        let indent = |line: usize| size * if line == 0 { look.first } else { look.others };
        let lines = wrapped(&block.text, size, |line| room - indent(line));
        let last = lines.len().saturating_sub(1);
        for (index, line) in lines.into_iter().enumerate() {
            down += LEADING * size;
            let full = room - indent(index);
            items.push(PdfItem {
                // Set to the width of the column, as its neighbours: only a last line ends where it ends.
                width: if index == last { advance(&line, size).min(full) } else { full },
                text: line,
                x: left + indent(index),
                y: -down,
                size,
                font: plain + u32::from(look.is_bold),
                end_of_line: true,
                ..PdfItem::default()
            });
        }
    }
    let height = down / (1.0 - 2.0 * MARGIN);
    for item in &mut items {
        item.y += (1.0 - MARGIN) * height;
    }
    (items, height)
}

fn advance(text: &str, size: f32) -> f32 {
    text.chars().map(usual_advance).sum::<f32>() * size
}

/// The words in lines that have so much room. A line ends where nothing is joined over its end: not in an address, and not after a
/// hyphen, which would be taken for one that parts a word.
fn wrapped(text: &str, size: f32, room: impl Fn(usize) -> f32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut open = String::new();
    for word in text.split_whitespace() {
        let wide = |line: &str| advance(line, size) > room(lines.len());
        if may_end(&open) && wide(&format!("{open} {word}")) {
            lines.push(std::mem::take(&mut open));
        }
        if !open.is_empty() {
            open.push(' ');
        }
        open.push_str(word);
    }
    if !open.is_empty() {
        lines.push(open);
    }
    lines
}

fn may_end(line: &str) -> bool {
    let last = line.rsplit(' ').next().unwrap_or_default();
    let is_address = last.contains("://") || last.contains("10.") || last.contains("www.");
    !last.is_empty() && !is_address && !last.ends_with(['-', '‐', '/'])
}

/// Nothing on a page that was read off its image has a place there.
pub(super) fn without_places(document: &mut Document) {
    let Document { blocks, transcribed, .. } = document;
    let is_read = |origin: &Origin| transcribed.iter().any(|page| page.page == origin.node);
    for origin in blocks.iter_mut().flat_map(|block| &mut block.origins).filter(|origin| is_read(origin)) {
        origin.area = None;
        origin.verbatim = false;
    }
    for reference in document.references.iter_mut().filter(|reference| reference.transcribed.is_some()) {
        let Locator { ranges, boxes, .. } = &mut reference.locator;
        ranges.clear();
        boxes.clear();
    }
}

impl Document {
    /// The page on which a model read the citing sentence, or a part of it, off an image; none where the file says it.
    pub fn transcribed_citation(&self, citation: &Citation) -> Option<&TranscribedPage> {
        let block = self.blocks.get(citation.block).filter(|_| !self.transcribed.is_empty())?;
        let sentence = block.sentences.get(citation.sentence).unwrap_or(&citation.range);
        let first = block.origins.partition_point(|origin| origin.start <= sentence.start).saturating_sub(1);
        let own = block.origins.iter().skip(first).take_while(|origin| origin.start < sentence.end);
        own.map(|origin| origin.node).find_map(|page| self.transcribed_page(page))
    }

    /// The page on which a model read an entry of the reference list.
    pub fn transcribed_reference(&self, reference: &Reference) -> Option<&TranscribedPage> {
        self.transcribed_page(reference.transcribed?)
    }

    fn transcribed_page(&self, page: u32) -> Option<&TranscribedPage> {
        self.transcribed.iter().find(|own| own.page == page)
    }
}
