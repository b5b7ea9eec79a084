//! From items to words with boxes: what cannot be on a page is dropped, letters that the file draws in parts are put
//! together.

use unicode_normalization::UnicodeNormalization;

use super::accents;
use super::text_layer::{PdfFont, PdfItem, PdfPage};
use crate::markup::usual_advance;

/// A word on a page.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Word {
    pub(super) text: String,
    /// Left and right end, in points.
    pub(super) x0: f32,
    pub(super) x1: f32,
    /// The baseline, in points from below.
    pub(super) y: f32,
    /// Font size in points.
    pub(super) size: f32,
    pub(super) font: Face,
    /// Which item of the page it is from, and from which UTF-16 code unit of its text on.
    pub(super) item: u32,
    pub(super) offset: u32,
    /// White space stands before it in its item.
    pub(super) spaced: bool,
    /// The text is what the item says, letter by letter.
    pub(super) verbatim: bool,
    pub(super) level: Level,
}

/// How a word sits on its line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Level {
    #[default]
    Base,
    Superscript,
    Subscript,
}

/// What matters of a font.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Face {
    pub(super) bold: bool,
    pub(super) italic: bool,
    pub(super) math: bool,
    /// Its letters hang from the baseline: large operators, brackets and roots.
    pub(super) hanging: bool,
    /// Small letters look like capitals.
    pub(super) small_capitals: bool,
}

/// Words on one page; denser pages are maps and plots, not text.
const MOST_WORDS: usize = 20_000;

/// No page of a paper is larger, in points (five metres).
const FARTHEST: f32 = 15_000.0;

/// Font sizes between which text is text.
const SIZES: std::ops::Range<f32> = 1.0..400.0;

/// What the names of fonts tell.
pub(super) fn faces(fonts: &[PdfFont]) -> Vec<Face> {
    fonts.iter().map(face).collect()
}

fn face(font: &PdfFont) -> Face {
    const BOLD: &[&str] = &[
        "bold", "black", "heavy", "-medi", "cmbx", "sfbx", "cmssbx", "lmbx", "ecbx", "-bd", "semibold",
        "demi",
    ];
    const ITALIC: &[&str] = &["ital", "obli", "cmti", "sfti", "cmsl", "slant", "lmri", "ecti", "-it"];
    const MATH: &[&str] = &[
        "cmmi", "cmsy", "cmex", "msam", "msbm", "math", "mtsy", "mtmi", "rmtmi", "symbol", "txsy", "txmi",
        "pxmi", "txex", "eufm", "rsfs", "eusm", "stixgen", "bbold", "dsrom", "wasy", "stmary", "mtex",
        "mnsymbol", "cmbsy", "cmmib", "euler", "lmsy", "lmmi", "lmex",
    ];
    const HANGING: &[&str] = &["cmex", "txex", "mtex", "lmex", "mathex", "rmtmi-ex"];
    let name = font.name.to_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| name.contains(word));
    let math = has(MATH);
    Face {
        bold: font.bold || has(BOLD),
        italic: !math && (font.italic || has(ITALIC)),
        math,
        hanging: math && has(HANGING),
        small_capitals: has(&["cmcsc", "smallcap", "-sc", "csc10", "lmcsc"]),
    }
}

/// The level words of a page, in the order of its items. Text that is turned is left out: stamps in the margin, axes.
pub(super) fn words(page: &PdfPage, faces: &[Face]) -> Vec<Word> {
    let level = main_direction(page);
    let mut words = Vec::new();
    for (index, item) in page.items.iter().enumerate() {
        let Some(place) = level.place(page, item) else { continue };
        split(item, index as u32, place, faces, &mut words);
        if words.len() >= MOST_WORDS {
            break;
        }
    }
    accents::put_on(&mut words);
    words
}

/// Which way most text of a page runs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    Level,
    /// Anticlockwise by 90°, 180° or 270°: a landscape table, a page scanned upside down.
    Turned(Quarter),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Quarter {
    Left,
    Upside,
    Right,
}

fn main_direction(page: &PdfPage) -> Direction {
    let mut mass = [0_usize; 4];
    for item in &page.items {
        if let Some(quarter) = quarter(item.angle) {
            mass[quarter] += item.text.len();
        }
    }
    let most = (0..4).max_by_key(|index| (mass[*index], 4 - index)).unwrap_or_default();
    match most {
        1 => Direction::Turned(Quarter::Left),
        2 => Direction::Turned(Quarter::Upside),
        3 => Direction::Turned(Quarter::Right),
        _ => Direction::Level,
    }
}

/// Quarter turns anticlockwise, if the angle is near one.
fn quarter(angle: f32) -> Option<usize> {
    if !angle.is_finite() {
        return None;
    }
    let turned = angle.rem_euclid(360.0);
    (0..=4).find(|quarter| (turned - 90.0 * *quarter as f32).abs() < 4.0).map(|quarter| quarter % 4)
}

impl Direction {
    /// Start of an item's baseline when the page is held so that its text is level; none if the item is not level then,
    /// or cannot be text.
    fn place(self, page: &PdfPage, item: &PdfItem) -> Option<(f32, f32)> {
        let sane = item.x.abs() < FARTHEST
            && item.y.abs() < FARTHEST
            && item.width.abs() < FARTHEST
            && SIZES.contains(&item.size);
        if !sane {
            return None;
        }
        let quarter = quarter(item.angle)?;
        let (width, height) = (sane_length(page.width), sane_length(page.height));
        match (self, quarter) {
            (Self::Level, 0) => Some((item.x, item.y)),
            (Self::Turned(Quarter::Left), 1) => Some((item.y, width - item.x)),
            (Self::Turned(Quarter::Upside), 2) => Some((width - item.x, height - item.y)),
            (Self::Turned(Quarter::Right), 3) => Some((height - item.y, item.x)),
            _ => None,
        }
    }
}

fn sane_length(length: f32) -> f32 {
    if length.abs() < FARTHEST { length } else { 0.0 }
}

/// Cuts an item at its white space.
fn split(item: &PdfItem, index: u32, (x, y): (f32, f32), faces: &[Face], words: &mut Vec<Word>) {
    let whole: f32 = item.text.chars().map(usual_advance).sum();
    let scale = if whole > 0.0 { item.width.max(0.0) / whole } else { 0.0 };
    let font = faces.get(item.font as usize).copied().unwrap_or_default();
    let (mut at, mut offset, mut spaced) = (0.0_f32, 0_u32, false);
    let mut open: Option<Word> = None;
    for c in item.text.chars() {
        let advance = usual_advance(c) * scale;
        if c.is_whitespace() || c == '\0' {
            words.extend(open.take());
            spaced = true;
        } else if !is_invisible(c) {
            let word = open.get_or_insert_with(|| Word {
                text: String::new(),
                x0: x + at,
                x1: x + at,
                y,
                size: item.size,
                font,
                item: index,
                offset,
                spaced: std::mem::take(&mut spaced),
                verbatim: true,
                level: Level::Base,
            });
            if matches!(c, '\u{fb00}'..='\u{fb06}') {
                word.text.extend(std::iter::once(c).nfkc());
                word.verbatim = false;
            } else {
                word.text.push(c);
            }
            word.x1 = x + at + advance;
        }
        at += advance;
        offset += c.len_utf16() as u32;
    }
    words.extend(open);
}

fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2064}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_fonts_tell_weight_and_slant() {
        let named = |name: &str| face(&PdfFont { name: name.to_owned(), ..PdfFont::default() });
        assert!(named("NimbusRomNo9L-Medi").bold && named("CMBX12").bold && !named("CMR10").bold);
        assert!(named("CMTI10").italic && named("Times-Italic").italic);
        assert!(named("CMMI10").math && !named("CMMI10").italic);
    }
}
