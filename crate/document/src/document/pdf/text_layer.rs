//! The text layer of a PDF: what a reader of the file hands over, wherever it ran.

use serde::{Deserialize, Deserializer, Serialize};

/// The text of a PDF with its geometry, the one form that every extractor fills.
///
/// Natively `citelight-pdf` makes it of the file's bytes. In the browser it is filled from pdf.js:
///
/// | here | pdf.js |
/// | --- | --- |
/// | [`PdfText::title`] | `(await pdf.getMetadata()).info.Title` |
/// | [`PdfPage::width`], [`PdfPage::height`] | `page.getViewport({ scale: 1 })` |
/// | [`PdfPage::items`] | `(await page.getTextContent()).items`, in their order, marked-content items left out |
/// | [`PdfItem::text`] | `item.str` |
/// | [`PdfItem::x`], [`PdfItem::y`] | `item.transform[4] - page.view[0]`, `item.transform[5] - page.view[1]` |
/// | [`PdfItem::width`], [`PdfItem::size`] | `item.width`, `item.height` |
/// | [`PdfItem::angle`] | `Math.atan2(item.transform[1], item.transform[0])` in degrees |
/// | [`PdfItem::font`] | position of `item.fontName` in [`PdfText::fonts`] |
/// | [`PdfItem::end_of_line`] | `item.hasEOL` |
/// | [`PdfFont`] | `page.commonObjs.get(item.fontName)`: `name`, `bold \|\| black`, `italic` |
/// | [`PdfPage::links`] | `await page.getAnnotations()` of subtype `Link`, `dest` resolved with `getDestination` and `getPageIndex` |
///
/// Nothing of it is trusted: numbers may be anything, text is only ever text.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", default)]
pub struct PdfText {
    /// Title in the file's metadata; often missing or wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The fonts that items name by position.
    pub fonts: Vec<PdfFont>,
    /// The pages, in order.
    pub pages: Vec<PdfPage>,
    /// What came of pages that were put to a model as images.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<PageReading>>", optional))]
    pub readings: Vec<PageReading>,
}

/// What came of having a page read off its image.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct PageReading {
    /// The page, from 0.
    pub page: u32,
    /// What came of it.
    pub outcome: ReadingOutcome,
}

/// Whether a page was read off its image.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum ReadingOutcome {
    /// Its items are what a model read.
    Read {
        /// The model.
        by: String,
    },
    /// It is as it was.
    Failed {
        /// Why, as the part of a sentence.
        reason: String,
    },
}

/// A font of the file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", default)]
pub struct PdfFont {
    /// PostScript name, without the tag of a subset (`CMR10`, `TimesNewRomanPS-BoldMT`); empty if unknown.
    pub name: String,
    /// Its letters are bold.
    #[serde(skip_serializing_if = "is_false")]
    pub bold: bool,
    /// Its letters are slanted.
    #[serde(skip_serializing_if = "is_false")]
    pub italic: bool,
}

/// A page: its size in points and what is written on it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", default)]
pub struct PdfPage {
    /// Width in points (1/72 inch).
    #[serde(deserialize_with = "measure")]
    pub width: f32,
    /// Height in points.
    #[serde(deserialize_with = "measure")]
    pub height: f32,
    /// Pieces of text in the order the file draws them.
    pub items: Vec<PdfItem>,
    /// Links to places in the same file.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<PdfLink>,
}

/// A piece of text on one baseline in one font: a letter, a word, or a whole line, as the extractor likes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", default)]
pub struct PdfItem {
    /// The text, ligatures spelled out.
    pub text: String,
    /// Left end of the baseline, in points from the left edge of the page.
    #[serde(deserialize_with = "measure")]
    pub x: f32,
    /// The baseline, in points from the lower edge of the page.
    #[serde(deserialize_with = "measure")]
    pub y: f32,
    /// Length along the baseline, in points.
    #[serde(deserialize_with = "measure")]
    pub width: f32,
    /// Font size in points.
    #[serde(deserialize_with = "measure")]
    pub size: f32,
    /// Position in [`PdfText::fonts`].
    pub font: u32,
    /// Direction of the baseline in degrees, anticlockwise; 0 is level.
    #[serde(deserialize_with = "measure", skip_serializing_if = "is_zero")]
    pub angle: f32,
    /// The extractor saw a line end after it.
    #[serde(skip_serializing_if = "is_false")]
    pub end_of_line: bool,
}

/// A link from a box on a page to a place in the same file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", default)]
pub struct PdfLink {
    /// Left edge in points from the left edge of the page.
    #[serde(deserialize_with = "measure")]
    pub x: f32,
    /// Lower edge in points from the lower edge of the page.
    #[serde(deserialize_with = "measure")]
    pub y: f32,
    /// Width in points.
    #[serde(deserialize_with = "measure")]
    pub width: f32,
    /// Height in points.
    #[serde(deserialize_with = "measure")]
    pub height: f32,
    /// Name of the destination (`cite.smith2020` from LaTeX's hyperref), if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Page of the destination, from 0.
    pub page: u32,
    /// Left edge of the destination in points, if it says so.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "measure_if_told")]
    pub left: Option<f32>,
    /// Upper edge of the destination in points from the lower edge of its page, if it says so.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "measure_if_told")]
    pub top: Option<f32>,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks with a reference")]
fn is_false(value: &bool) -> bool {
    !value
}

/// A place or length. A page may tell numbers that are too large for one: kept at the edge, they can be told on.
fn measure<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f32, D::Error> {
    f32::deserialize(deserializer).map(|value| value.clamp(f32::MIN, f32::MAX))
}

fn measure_if_told<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<f32>, D::Error> {
    Option::<f32>::deserialize(deserializer).map(|told| told.map(|value| value.clamp(f32::MIN, f32::MAX)))
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks with a reference")]
fn is_zero(value: &f32) -> bool {
    *value == 0.0
}
