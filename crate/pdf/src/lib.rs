//! The text layer of PDF files with its geometry: bytes in, [`PdfText`] out.
//!
//! Reading the file (damaged cross-reference tables, encryption with the empty password, every kind of font and
//! encoding) is left to `hayro`; this crate gathers the glyphs that a page draws into pieces of text, in the very form
//! that a browser fills from pdf.js, so that [`citelight::document::pdf::parse_pdf`] cannot tell the two apart.
//!
//! ```no_run
//! let bytes = std::fs::read("paper.pdf")?;
//! let text = citelight_pdf::extract(&bytes)?;
//! println!("{} pages", text.pages.len());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod fonts;
mod glyphs;
mod links;
#[cfg(feature = "render")]
pub mod render;

use std::panic::{AssertUnwindSafe, catch_unwind};

use citelight::document::pdf::{PdfPage, PdfText};
use hayro_interpret::hayro_syntax::page::Page;
use hayro_interpret::hayro_syntax::{DecryptionError, LoadPdfError, Pdf};
use hayro_interpret::kurbo::Rect;
use hayro_interpret::util::TransformExt;
use hayro_interpret::{Context, InterpreterCache, InterpreterSettings, interpret_page};

use fonts::Fonts;
use glyphs::{Allowance, Collector};

/// Why a file gave no text layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PdfError {
    /// Not a PDF, or damaged beyond repair.
    #[error("the file could not be read as a PDF: check that it was downloaded completely")]
    Damaged,
    /// It opens only with a password.
    #[error("the PDF is locked with a password: save an unlocked copy and choose that")]
    Locked,
    /// It is encrypted in a way that is not known here.
    #[error("the PDF is encrypted in an unknown way: save an unencrypted copy and choose that")]
    UnknownEncryption,
    /// More text than a paper could have.
    #[error("the PDF draws more than {most} glyphs: split it and choose the part with the article")]
    TooLarge {
        /// The limit that it passed.
        most: usize,
    },
    /// More lines, pictures and forms than a paper could have, such as forms that draw themselves.
    #[error("the PDF draws more than {most} lines, pictures and forms: choose another copy of the article")]
    TooIntricate {
        /// The limit that it passed.
        most: usize,
    },
}

/// Glyphs in one file; a book of a thousand dense pages has about four million.
const MOST_GLYPHS: usize = 8_000_000;
/// Lines, pictures and forms in one file; plots of a million points are rare. Forms within forms are bounded in depth alone by the
/// reader, so that a file of a kilobyte could draw for ever.
const MOST_DRAWINGS: usize = 5_000_000;

/// Reads the text layer of a PDF file. An encrypted file is opened with the empty password, as viewers do.
///
/// A page that cannot be read is left empty.
///
/// # Errors
/// [`PdfError`] if the file as a whole cannot be read.
pub fn extract(bytes: &[u8]) -> Result<PdfText, PdfError> {
    // The file is hostile and the reader large: its panics end here.
    catch_unwind(AssertUnwindSafe(|| read(bytes))).unwrap_or(Err(PdfError::Damaged))
}

fn open(bytes: &[u8]) -> Result<Pdf, PdfError> {
    Pdf::new(bytes.to_vec()).map_err(|error| match error {
        LoadPdfError::Decryption(DecryptionError::PasswordProtected) => PdfError::Locked,
        LoadPdfError::Decryption(_) => PdfError::UnknownEncryption,
        LoadPdfError::Invalid => PdfError::Damaged,
    })
}

fn read(bytes: &[u8]) -> Result<PdfText, PdfError> {
    let pdf = open(bytes)?;
    let cache = InterpreterCache::new();
    let settings = InterpreterSettings::default();
    let mut fonts = Fonts::new(&settings);
    let mut text = PdfText {
        title: pdf.metadata().title.as_deref().map(links::text_string).filter(|title| !title.is_empty()),
        ..PdfText::default()
    };
    let mut allowance = Allowance { glyphs: MOST_GLYPHS, drawings: MOST_DRAWINGS };
    for page in pdf.pages().iter() {
        let mut collector = Collector::new(&mut fonts, &mut allowance, page.resources());
        let page_text = catch_unwind(AssertUnwindSafe(|| {
            let (width, height) = page.render_dimensions();
            let area = Rect::new(0.0, 0.0, f64::from(width), f64::from(height));
            let transform = page.initial_transform(false).to_kurbo();
            let mut context = Context::new(transform, area, &cache, page.xref(), settings.clone());
            interpret_page(page, &mut context, &mut collector);
            PdfPage { width, height, items: collector.finish(), links: Vec::new() }
        }));
        match allowance {
            Allowance { glyphs: 0, .. } => return Err(PdfError::TooLarge { most: MOST_GLYPHS }),
            Allowance { drawings: 0, .. } => return Err(PdfError::TooIntricate { most: MOST_DRAWINGS }),
            _ => text.pages.push(page_text.unwrap_or_else(|_| empty(page))),
        }
    }
    text.fonts = fonts.into_list();
    links::fill(&pdf, &mut text.pages);
    Ok(text)
}

fn empty(page: &Page<'_>) -> PdfPage {
    let (width, height) = page.render_dimensions();
    PdfPage { width, height, ..PdfPage::default() }
}
