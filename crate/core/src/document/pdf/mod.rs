//! PDF: from pieces of text with their geometry to a document.

mod text_layer;

pub use text_layer::{PdfFont, PdfItem, PdfLink, PdfPage, PdfText};
