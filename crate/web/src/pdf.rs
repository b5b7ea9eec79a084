//! The text layers of PDFs, from whoever runs pdf.js beside the core.

use citelight::LocalFuture;
use citelight::access::ReadPdf;
use citelight::document::pdf::PdfText;
use js_sys::{Function, Promise, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

use crate::fetch::describe;

/// A function of a file's bytes to a promise of its [`PdfText`] (www/shared/pdf/pdf-reader.ts), which bounds time and size.
pub(crate) struct PdfReader(Function);

impl PdfReader {
    pub(crate) fn new(read: Function) -> Self {
        Self(read)
    }

    async fn read(&self, file: Vec<u8>) -> Result<PdfText, String> {
        let bytes = Uint8Array::from(file.as_slice());
        // The other worker has them now.
        drop(file);
        let promise = self
            .0
            .call1(&JsValue::NULL, &bytes)
            .and_then(JsCast::dyn_into::<Promise>)
            .map_err(|error| describe(&error))?;
        let text = JsFuture::from(promise).await.map_err(|error| describe(&error))?;
        serde_wasm_bindgen::from_value(text).map_err(|error| error.to_string())
    }
}

impl ReadPdf for PdfReader {
    fn read_pdf(&self, file: Vec<u8>) -> LocalFuture<'_, Result<PdfText, String>> {
        Box::pin(self.read(file))
    }
}
