//! What a page's metadata says of the work that it describes: Highwire's `citation_…`, Dublin Core, PRISM, Open Graph. What
//! it does not say is left out.

use citelight::document::PageMetadata;
use citelight::identifiers::{Identifiers, field};
use citelight::markup::tree::html;
use citelight::sources::{Record, WorkKind};
use citelight::text::person::Person;

/// The work; none where no metadata give its title.
pub(super) fn record(text: &str, url: &str) -> Option<Record> {
    let metas = PageMetadata::of(&html::parse(text).ok()?);
    let value = |names: &[&str]| metas.first(names).map(str::to_owned);
    let described = metas.first(&[
        "citation_title",
        "bepress_citation_title",
        "dc.title",
        "dcterms.title",
        "prism.title",
    ]);
    // Pages of the web at large describe themselves.
    let is_page = described.is_none();
    let title = described.or_else(|| metas.first(&["og:title", "twitter:title"]))?.to_owned();
    let (type_name, venue) = venue(&metas);
    let mut identifiers = Identifiers {
        arxiv: metas.first(&["citation_arxiv_id"]).and_then(field::arxiv),
        pmid: metas.first(&["citation_pmid"]).and_then(field::pmid),
        isbn: metas.first(&["citation_isbn", "book:isbn", "og:isbn"]).and_then(field::isbn),
        url: Some(
            metas
                .first(&["citation_public_url", "citation_abstract_html_url", "og:url"])
                .unwrap_or(url)
                .to_owned(),
        ),
        ..Identifiers::default()
    };
    for doi in metas.all(&[
        "citation_doi",
        "bepress_citation_doi",
        "prism.doi",
        "dc.identifier",
        "dc.identifier.doi",
    ]) {
        if identifiers.doi.is_none() {
            field::set_doi(&mut identifiers, doi);
        }
    }
    let publisher = metas.first(&[
        "citation_publisher",
        "citation_dissertation_institution",
        "citation_technical_report_institution",
        "dc.publisher",
        "og:site_name",
    ]);
    Some(Record {
        id: url.to_owned(),
        source: "web".to_owned(),
        title,
        authors: authors(&metas),
        year: metas.year(),
        venue,
        volume: value(&["citation_volume", "prism.volume"]),
        issue: value(&["citation_issue", "prism.number"]),
        pages: pages(&metas),
        publisher: publisher.map(str::to_owned),
        kind: if is_page { WorkKind::Grey } else { WorkKind::Research },
        type_name,
        identifiers,
        ..Record::default()
    })
}

/// By the first kind of names that the page gives: some pages give their authors in two.
fn authors(metas: &PageMetadata) -> Vec<Person> {
    let kinds: [&[&str]; 4] =
        [&["citation_author"], &["bepress_citation_author"], &["dc.creator", "dcterms.creator"], &["author"]];
    let given = kinds.into_iter().map(|names| metas.authors(names));
    given.into_iter().find(|authors| !authors.is_empty()).unwrap_or_default()
}

/// The kind of the work by what it appeared in, as Crossref calls it, and that.
fn venue(metas: &PageMetadata) -> (Option<String>, Option<String>) {
    let kinds: [(&str, &[&str]); 6] = [
        ("proceedings-article", &["citation_conference_title", "citation_conference"]),
        (
            "journal-article",
            &["citation_journal_title", "bepress_citation_journal_title", "prism.publicationname"],
        ),
        ("book-chapter", &["citation_inbook_title"]),
        ("dissertation", &["citation_dissertation_institution", "citation_dissertation_name"]),
        ("report", &["citation_technical_report_institution"]),
        ("book", &["citation_isbn", "book:isbn"]),
    ];
    let found = kinds.into_iter().find_map(|(kind, names)| Some((kind, metas.first(names)?)));
    let Some((kind, value)) = found else { return (None, None) };
    let venue =
        matches!(kind, "proceedings-article" | "journal-article" | "book-chapter").then(|| value.to_owned());
    (Some(kind.to_owned()), venue)
}

fn pages(metas: &PageMetadata) -> Option<String> {
    let first = metas.first(&["citation_firstpage", "bepress_citation_firstpage", "prism.startingpage"])?;
    let last = metas.first(&["citation_lastpage", "bepress_citation_lastpage", "prism.endingpage"]);
    Some(match last.filter(|last| *last != first) {
        Some(last) => format!("{first}-{last}"),
        None => first.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use citelight::cite::bibtex;

    use super::*;

    const URL: &str = "https://weirs.example.org/a";

    fn page(metas: &str) -> String {
        format!(
            "<!DOCTYPE html><html><head><title>A – Weirs</title>{metas}</head><body><h1>A</h1></body></html>"
        )
    }

    #[test]
    fn a_publisher_s_page_describes_an_article() {
        let text = page(
            r#"<meta name="citation_title" content="Oak weirs  outlast pine weirs"><meta name="citation_author" content="Weil, Ida">
            <meta name="citation_author" content="Tom van der Moor"><meta name="citation_journal_title" content="Journal of Weirs">
            <meta name="citation_publication_date" content="2021/03/04"><meta name="citation_volume" content="12">
            <meta name="citation_firstpage" content="34"><meta name="citation_lastpage" content="56"><meta name="DC.Creator" content="Ida Weil">"#,
        );
        let record = record(&text, URL).unwrap();
        assert_eq!(record.title, "Oak weirs outlast pine weirs");
        assert_eq!(record.authors.len(), 2, "{:?}", record.authors);
        assert_eq!(
            (record.year, record.volume.as_deref(), record.pages.as_deref()),
            (Some(2021), Some("12"), Some("34-56"))
        );
        let written = bibtex(&record);
        assert!(
            written.starts_with("@article{") && written.contains("journal = {Journal of Weirs}"),
            "{written}"
        );
    }

    #[test]
    fn a_page_of_the_web_describes_itself_and_one_without_metadata_nothing() {
        let text = page(
            r#"<meta property="og:title" content="How we mend weirs"><meta property="og:site_name" content="Weir Board">
            <meta name="author" content="Ida Weil"><meta property="article:published_time" content="2020-05-06T07:08:09Z">"#,
        );
        let record = record(&text, URL).unwrap();
        let written = bibtex(&record);
        assert!(written.starts_with("@misc{") && written.contains(URL), "{written}");
        assert_eq!((record.year, record.authors[0].family.as_str()), (Some(2020), "Weil"));
        assert!(super::record(&page(""), URL).is_none(), "the window's title is none of a work");
    }

    #[test]
    fn an_identifier_in_the_metadata_is_found() {
        let text = page(
            r#"<meta name="dc.title" content="Weirs"><meta name="dc.identifier" content="oai:x"><meta name="dc.identifier" content="https://doi.org/10.1000/WEIRS.1">"#,
        );
        assert_eq!(record(&text, URL).unwrap().identifiers.doi.as_deref(), Some("10.1000/weirs.1"));
    }
}
