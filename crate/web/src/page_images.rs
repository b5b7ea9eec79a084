//! Pages of a PDF that hold no text: drawn by whoever shows the file, read by the endpoint's model.

use citelight::LocalFuture;
use citelight::audit::page_reading::{DrawPage, MOST_PAGES, PageImage, read_pages};
use citelight::document::Content;
use citelight::document::pdf::PdfText;
use citelight::llm::endpoint::EndpointKind;
use citelight::llm::{Complete, Image};
use js_sys::{Function, Promise, Reflect, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

use crate::fetch::describe;
use crate::messages::ReadingOrder;

/// A function of a reading and a page, from 0, to a promise of a `DrawnPage` (www/shared/worker/page-images.ts): a PNG file with the
/// code below the page, or why there is none.
struct PageDrawer<'a> {
    draw: &'a Function,
    reading: &'a str,
}

impl PageDrawer<'_> {
    async fn image_of(&self, page: usize) -> Result<PageImage, String> {
        let promise = self
            .draw
            .call2(&JsValue::NULL, &self.reading.into(), &(page as u32).into())
            .and_then(JsCast::dyn_into::<Promise>)
            .map_err(|error| describe(&error))?;
        let drawn = JsFuture::from(promise).await.map_err(|error| describe(&error))?;
        let field = |name: &str| Reflect::get(&drawn, &name.into()).unwrap_or_default();
        match (field("png").dyn_into::<Uint8Array>(), field("code").as_string()) {
            (Ok(png), Some(code)) => match Image::png(png.to_vec()) {
                Ok(image) => Ok(PageImage { image, code }),
                Err(error) => Err(format!("its image cannot be sent: {error}")),
            },
            _ => Err(field("reason").as_string().unwrap_or_else(|| "no image came".to_owned())),
        }
    }
}

impl DrawPage for PageDrawer<'_> {
    fn draw(&self, page: usize) -> LocalFuture<'_, Result<PageImage, String>> {
        Box::pin(self.image_of(page))
    }
}

/// The text layer with the pages that were read; none where there is nothing to read, or nobody who may be sent images.
pub(crate) async fn read(
    reading: &str,
    order: &ReadingOrder,
    draw: &Function,
    model: &dyn Complete,
) -> Option<PdfText> {
    let Content::Pdf(text) = &order.document.content else { return None };
    text.pages_without_text().next()?;
    let pages = PageDrawer { draw, reading };
    Some(read_pages(text, &order.document.origin, &pages, usize::from(MOST_PAGES), model).await.text)
}

/// Whether somebody may be sent images: a model, by the reader's choice. A Citelight server and the browser's own take none.
pub(crate) fn may_be_sent(order: &ReadingOrder) -> bool {
    let settings = &order.endpoint.settings;
    settings.transcribe && settings.kind == EndpointKind::Model
}
