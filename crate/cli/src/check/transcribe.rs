//! Pages of a PDF without text, put to the endpoint's model as images: `--transcribe`.

#[cfg(feature = "scans")]
pub(super) use with_a_renderer::parsed;
#[cfg(not(feature = "scans"))]
pub(super) use without_a_renderer::parsed;

#[cfg(feature = "scans")]
mod with_a_renderer {
    use std::future::ready;
    use std::io::IsTerminal;

    use citelight::LocalFuture;
    use citelight::audit::page_reading::{DrawPage, PageImage, read_pages};
    use citelight::document::Document;
    use citelight::document::pdf::parse_pdf;
    use citelight::llm::Image;
    use citelight_pdf::render::{RenderedPage, render_page};

    use crate::args::CheckOptions;
    use crate::article::Article;
    use crate::failure::Failure;
    use crate::host::NativeHost;
    use crate::output::plain;

    /// Pages of a file.
    struct Pages<'a> {
        file: &'a [u8],
    }

    impl Pages<'_> {
        fn image_of(&self, page: usize) -> Result<PageImage, String> {
            if std::io::stderr().is_terminal() {
                anstream::eprint!("\rreading page {} from its image ", page + 1);
            }
            let RenderedPage { png, code } =
                render_page(self.file, page).map_err(|error| error.to_string())?;
            let image = Image::png(png).map_err(|error| format!("its image cannot be sent: {error}"))?;
            Ok(PageImage { image, code })
        }
    }

    impl DrawPage for Pages<'_> {
        fn draw(&self, page: usize) -> LocalFuture<'_, Result<PageImage, String>> {
            Box::pin(ready(self.image_of(page)))
        }
    }

    /// The article as a document, its pages without text read off their images.
    pub(crate) fn parsed(
        host: &NativeHost,
        options: &CheckOptions,
        article: &Article,
    ) -> Result<Document, Failure> {
        let Some((text, file)) = article.as_pdf() else { return article.parse(false) };
        if text.pages_without_text().next().is_none() {
            return article.parse(false);
        }
        let model = host.transcription_model()?;
        let most = usize::from(options.transcribe_pages);
        let pages = Pages { file };
        let done = host.run(read_pages(text, article.origin(), &pages, most, model));
        if std::io::stderr().is_terminal() {
            anstream::eprint!("\r\x1b[K");
        }
        anstream::eprintln!(
            "citelight: {} read {} of {} pages without text from their images: {} requests, {}{} tokens",
            plain(model.model()),
            done.read,
            done.empty,
            done.usage.requests,
            if done.usage.estimated { "about " } else { "" },
            done.usage.tokens()
        );
        Ok(parse_pdf(&done.text, article.origin(), false)?)
    }
}

#[cfg(not(feature = "scans"))]
mod without_a_renderer {
    use citelight::document::Document;

    use crate::args::CheckOptions;
    use crate::article::Article;
    use crate::failure::Failure;
    use crate::host::NativeHost;

    /// Refuses: nothing here draws pages.
    pub(crate) fn parsed(_: &NativeHost, _: &CheckOptions, _: &Article) -> Result<Document, Failure> {
        let reason = "--transcribe draws pages, which this build cannot; build it with the feature `scans`";
        Err(Failure::Network { reason: reason.to_owned() })
    }
}
