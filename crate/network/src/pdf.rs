//! The text layer of PDFs that were fetched.

use citelight::LocalFuture;
use citelight::access::ReadPdf;
use citelight::document::pdf::PdfText;

/// Reads them in this process.
pub struct PdfLibrary;

impl ReadPdf for PdfLibrary {
    fn read_pdf(&self, file: Vec<u8>) -> LocalFuture<'_, Result<PdfText, String>> {
        let read = citelight_pdf::extract(&file).map_err(|error| error.to_string());
        Box::pin(std::future::ready(read))
    }
}
