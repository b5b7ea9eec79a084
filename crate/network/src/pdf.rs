//! The text layer of PDFs that were fetched.

use citelight::LocalFuture;
use citelight::access::ReadPdf;
use citelight::document::pdf::PdfText;

/// Reads them in this process.
pub struct PdfLibrary;

impl ReadPdf for PdfLibrary {
    fn read_pdf(&self, file: Vec<u8>) -> LocalFuture<'_, Result<PdfText, String>> {
        Box::pin(std::future::ready(read(&file)))
    }
}

#[cfg(feature = "pdf")]
fn read(file: &[u8]) -> Result<PdfText, String> {
    citelight_pdf::extract(file).map_err(|error| error.to_string())
}

#[cfg(not(feature = "pdf"))]
fn read(_: &[u8]) -> Result<PdfText, String> {
    Err("this build reads no PDF files".to_owned())
}
