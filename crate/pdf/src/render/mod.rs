//! Pages as images, for a model that reads what has no text layer: grey, of a bounded size, with a code below.
//!
//! A page is drawn by `hayro`, natively and on the processor. Before that it is looked through: what would take too long to draw, or
//! too much memory, is refused.

mod code;
mod grey;
mod weight;

use std::panic::{AssertUnwindSafe, catch_unwind};

use hayro::vello_cpu::color::palette::css::WHITE;
use hayro::{PixmapSettings, RenderCache, RenderSettings};
use hayro_interpret::InterpreterSettings;
use hayro_interpret::hayro_syntax::page::Page;
use sha2::{Digest, Sha256};

use crate::{PdfError, open};
use grey::Grey;

/// Pixels of the longer side, the band with the code included: what common models see without making it smaller. A page of A4 has
/// 130 to the inch.
const LONGER_SIDE: u32 = 1_568;
/// Pixels of the shorter side at least: for a code, and for pages that are strips.
const SHORTER_SIDE: u32 = 200;
/// Pixels to a point at most (300 to the inch): a small page grows no clearer.
const MOST_SCALE: f32 = 300.0 / 72.0;

/// An image of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RenderedPage {
    /// A PNG file.
    pub png: Vec<u8>,
    /// Six digits that are printed below the page.
    pub code: String,
}

/// Why a page has no image.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RenderError {
    /// The file as a whole cannot be read.
    #[error(transparent)]
    File(#[from] PdfError),
    /// It has fewer pages.
    #[error("the file has no such page")]
    NoSuchPage,
    /// Too much is drawn on it, or pictures are too large.
    #[error("the page draws too much to be made an image")]
    TooIntricate,
    /// Nothing is drawn on it.
    #[error("the page is blank")]
    Blank,
    /// The reader of the file failed.
    #[error("the page could not be drawn")]
    Damaged,
}

/// Draws a page, `index` from 0.
///
/// # Errors
/// [`RenderError`] if there is no such page, or it cannot be drawn.
pub fn render_page(bytes: &[u8], index: usize) -> Result<RenderedPage, RenderError> {
    // The file is hostile and what draws it large: its panics end here.
    catch_unwind(AssertUnwindSafe(|| rendered(bytes, index))).unwrap_or(Err(RenderError::Damaged))
}

fn rendered(bytes: &[u8], index: usize) -> Result<RenderedPage, RenderError> {
    let pdf = open(bytes)?;
    let page = pdf.pages().get(index).ok_or(RenderError::NoSuchPage)?;
    let settings = InterpreterSettings::default();
    if !weight::can_be_drawn(page, &settings) {
        return Err(RenderError::TooIntricate);
    }
    let mut image = drawn(page, &settings)?;
    if image.is_blank() {
        return Err(RenderError::Blank);
    }
    // The same page has the same code: answers about it are kept.
    let digest = Sha256::digest(&image.pixels);
    let number = digest.iter().take(8).fold(0_u64, |number, byte| (number << 8) | u64::from(*byte));
    let code = format!("{:06}", number % 1_000_000);
    code::print_below(&mut image, &code);
    let png = image.png().map_err(|_| RenderError::Damaged)?;
    Ok(RenderedPage { png, code })
}

fn drawn(page: &Page<'_>, settings: &InterpreterSettings) -> Result<Grey, RenderError> {
    let (width, height) = page.render_dimensions();
    let room = (LONGER_SIDE - code::BAND as u32) as f32;
    let scale = (room / width.max(height)).min(MOST_SCALE);
    let side = |points: f32| (points * scale) as u32;
    let (across, down) = (side(width), side(height));
    if !scale.is_finite() || across < SHORTER_SIDE || down < SHORTER_SIDE {
        return Err(RenderError::Damaged);
    }
    let cache = RenderCache::new();
    let settings_of_pixels = PixmapSettings { x_scale: scale, y_scale: scale, bg_color: WHITE };
    let pixmap = hayro::render(page, &cache, settings, &RenderSettings::default(), &settings_of_pixels);
    let grey = |pixel: &[u8]| {
        let [red, green, blue] = [0, 1, 2].map(|at| u32::from(pixel.get(at).copied().unwrap_or(255)));
        ((red * 299 + green * 587 + blue * 114) / 1_000) as u8
    };
    let pixels = pixmap.data_as_u8_slice().chunks_exact(4).map(grey).collect();
    Ok(Grey { width: usize::from(pixmap.width()), pixels })
}
