//! Where a page about a work says that the whole work is, in the words that repositories and publishers write for indexes.

use crate::markup::tree::{Tree, html};

/// What lies at such an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FullTextFormat {
    /// A page.
    Html,
    /// A PDF.
    Pdf,
}

/// Links that are read: a page names its own text once or twice, and a list of many works is no page about one.
const MOST: usize = 4;

/// The whole work's addresses as the page's head names them, in its order, as written: relative ones, too.
pub fn full_text_links(page: &str) -> Vec<(FullTextFormat, String)> {
    let Ok(tree) = html::parse(page) else { return Vec::new() };
    let links = tree.descendants(Tree::ROOT).filter_map(|node| {
        let is = |attribute: &str, value: &str| {
            tree.attribute(node, attribute).is_some_and(|it| it.trim().eq_ignore_ascii_case(value))
        };
        let (format, link) = match tree.name(node) {
            "meta" if is("name", "citation_pdf_url") => (FullTextFormat::Pdf, "content"),
            "meta" if is("name", "citation_fulltext_html_url") => (FullTextFormat::Html, "content"),
            "link" if is("rel", "alternate") && is("type", "application/pdf") => {
                (FullTextFormat::Pdf, "href")
            }
            _ => return None,
        };
        let link = tree.attribute(node, link)?.trim();
        (!link.is_empty()).then(|| (format, link.to_owned()))
    });
    links.take(MOST).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_metadata_alone() {
        let page = r#"<!DOCTYPE html><html><head><meta name="Citation_PDF_URL" content=" /bitstream/1/a.pdf ">
            <meta name="citation_fulltext_html_url" content="https://journal.example/full/1"><meta name="citation_pdf_url" content="">
            <link rel="alternate" type="application/pdf" href="https://journal.example/1.pdf"><link rel="alternate" type="application/rss+xml" href="/feed"></head>
            <body><p>An abstract. <a href="/other.pdf">Another work</a></p></body></html>"#;
        assert_eq!(
            full_text_links(page),
            [
                (FullTextFormat::Pdf, "/bitstream/1/a.pdf".to_owned()),
                (FullTextFormat::Html, "https://journal.example/full/1".to_owned()),
                (FullTextFormat::Pdf, "https://journal.example/1.pdf".to_owned()),
            ]
        );
        assert_eq!(full_text_links("no markup at all"), []);
    }
}
