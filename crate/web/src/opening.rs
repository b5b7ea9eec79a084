//! Opening the files that a reader chose.

use citelight::document::files::{NamedFile, Opened, open};
use citelight::document::pdf::PdfText;
use citelight::document::{Content, Format, render_html};
use serde_bytes::ByteBuf;

use crate::messages::{InputFile, OpenedFiles};

/// What files hold. HTML is shown as it is, everything else as it was read.
pub(crate) fn opened(files: Vec<InputFile>) -> OpenedFiles {
    let origin = files.first().map(|file| file.name.clone()).unwrap_or_default();
    let named = |file: InputFile| NamedFile { name: file.name, bytes: file.bytes.into_vec() };
    let content = match open(files.into_iter().map(named).collect()) {
        Ok(Opened::Content(content)) => content,
        Ok(Opened::Pdf(bytes)) => return OpenedFiles::Pdf { bytes: ByteBuf::from(bytes) },
        Err(fault) => return OpenedFiles::Unreadable { reason: format!("{origin} cannot be read: {fault}") },
    };
    page_of(content, &origin)
}

/// The page of a PDF's text.
pub(crate) fn opened_pdf(name: &str, text: PdfText) -> OpenedFiles {
    page_of(Content::Pdf(text), name)
}

fn page_of(content: Content, origin: &str) -> OpenedFiles {
    let document = match content.parse(origin, false) {
        Ok(document) => document,
        Err(error) => return OpenedFiles::Unreadable { reason: error.to_string() },
    };
    let html = match content {
        Content::Text { text, .. }
            if matches!(document.format, Format::Html | Format::Latexml | Format::Docx) =>
        {
            text
        }
        _ => render_html(&document),
    };
    OpenedFiles::Page {
        html,
        format: document.format,
        citations: document.citations.len() as u32,
        references: document.references.len() as u32,
        title: document.title,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(name: &str, text: &str) -> InputFile {
        InputFile { name: name.to_owned(), bytes: ByteBuf::from(text.as_bytes().to_vec()) }
    }

    #[test]
    fn a_text_is_opened_with_its_bibliography() {
        let tex = "\\documentclass{article}\\begin{document}Oak lasts \\cite{oak}.\\bibliography{refs}\\end{document}";
        let bib = "@article{oak, title = {Oak}, author = {Smith, A.}, year = 2001}";
        let opened = opened(vec![file("paper/refs.bib", bib), file("paper/main.tex", tex)]);
        let OpenedFiles::Page { html, format, citations, references, .. } = opened else {
            panic!("{opened:?}")
        };
        assert_eq!((format, citations, references), (Format::Latex, 1, 1));
        assert!(html.contains("data-cites=\"1\""), "{html}");
    }

    #[test]
    fn a_bibliography_alone_is_its_references() {
        let opened =
            opened(vec![file("refs.bib", "@article{oak, title = {Oak}, author = {Smith, A.}, year = 2001}")]);
        let OpenedFiles::Page { format, citations, references, .. } = opened else { panic!("{opened:?}") };
        assert_eq!((format, citations, references), (Format::Bibliography, 0, 1));
    }

    #[test]
    fn what_cannot_be_read_names_the_file() {
        let OpenedFiles::Unreadable { reason } = opened(vec![file("paper.rtf", "{\\rtf1 x}")]) else {
            panic!("it was read")
        };
        assert!(reason.starts_with("paper.rtf cannot be read"), "{reason}");
    }
}
