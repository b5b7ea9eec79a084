//! What a page's metadata says of the work that it describes: Highwire's `citation_…`, Dublin Core, PRISM, Open Graph. What
//! it does not say is left out.

use citelight::citation::split_full_name;
use citelight::identifiers::{Identifiers, field};
use citelight::markup::tree::{NodeId, Tree, html};
use citelight::sources::{Record, WorkKind};
use citelight::text::person::Person;

/// The metadata of a page, in its order: names in lower case, and values.
struct Metas(Vec<(String, String)>);

/// The work; none where no metadata give its title.
pub(super) fn record(text: &str, url: &str) -> Option<Record> {
    let metas = Metas::of(&html::parse(text).ok()?);
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
    let (type_name, venue) = metas.venue();
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
    let published = metas.first(&[
        "citation_publication_date",
        "citation_date",
        "citation_online_date",
        "citation_year",
        "bepress_citation_date",
        "dc.date",
        "dc.date.issued",
        "dcterms.issued",
        "prism.publicationdate",
        "article:published_time",
    ]);
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
        authors: metas.authors(),
        year: published.and_then(year),
        venue,
        volume: metas.text(&["citation_volume", "prism.volume"]),
        issue: metas.text(&["citation_issue", "prism.number"]),
        pages: metas.pages(),
        publisher: publisher.map(str::to_owned),
        kind: if is_page { WorkKind::Grey } else { WorkKind::Research },
        type_name,
        identifiers,
        ..Record::default()
    })
}

impl Metas {
    fn of(tree: &Tree) -> Self {
        let mut metas = Self(Vec::new());
        metas.collect(tree, Tree::ROOT);
        metas
    }

    fn collect(&mut self, tree: &Tree, node: NodeId) {
        let mut waiting = vec![node];
        while let Some(node) = waiting.pop() {
            if tree.name(node) == "meta" {
                let name = tree.attribute(node, "name").or_else(|| tree.attribute(node, "property"));
                let value = tree
                    .attribute(node, "content")
                    .map(|value| value.split_whitespace().collect::<Vec<_>>().join(" "));
                if let (Some(name), Some(value)) = (name, value.filter(|value| !value.is_empty())) {
                    self.0.push((name.to_ascii_lowercase(), value));
                }
            }
            let below: Vec<NodeId> = tree.elements(node).collect();
            waiting.extend(below.into_iter().rev());
        }
    }

    fn all<'a>(&'a self, names: &'a [&str]) -> impl Iterator<Item = &'a str> {
        names.iter().flat_map(|wanted| {
            self.0.iter().filter(move |(name, _)| name == wanted).map(|(_, value)| value.as_str())
        })
    }

    fn first<'a>(&'a self, names: &'a [&str]) -> Option<&'a str> {
        self.all(names).next()
    }

    fn text(&self, names: &[&str]) -> Option<String> {
        self.first(names).map(str::to_owned)
    }

    /// By the first kind of names that the page gives: some pages give their authors in two.
    fn authors(&self) -> Vec<Person> {
        let kinds: [&[&str]; 4] = [
            &["citation_author"],
            &["bepress_citation_author"],
            &["dc.creator", "dcterms.creator"],
            &["author"],
        ];
        let given = kinds.into_iter().map(|names| self.all(names).collect::<Vec<_>>());
        let authors = given.into_iter().find(|authors| !authors.is_empty()).unwrap_or_default();
        authors.into_iter().map(person).collect()
    }

    /// The kind of the work by what it appeared in, as Crossref calls it, and that.
    fn venue(&self) -> (Option<String>, Option<String>) {
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
        let found = kinds.into_iter().find_map(|(kind, names)| Some((kind, self.first(names)?)));
        let Some((kind, value)) = found else { return (None, None) };
        let venue = matches!(kind, "proceedings-article" | "journal-article" | "book-chapter")
            .then(|| value.to_owned());
        (Some(kind.to_owned()), venue)
    }

    fn pages(&self) -> Option<String> {
        let first =
            self.first(&["citation_firstpage", "bepress_citation_firstpage", "prism.startingpage"])?;
        let last = self.first(&["citation_lastpage", "bepress_citation_lastpage", "prism.endingpage"]);
        Some(match last.filter(|last| *last != first) {
            Some(last) => format!("{first}-{last}"),
            None => first.to_owned(),
        })
    }
}

/// `Smith, John` or `John Smith`.
fn person(name: &str) -> Person {
    match name.split_once(',') {
        Some((family, given)) => Person::new(family.trim(), given.trim()),
        None => split_full_name(name),
    }
}

fn year(date: &str) -> Option<i32> {
    let mut numbers = date.split(|c: char| !c.is_ascii_digit());
    numbers.find(|digits| digits.len() == 4).and_then(|digits| digits.parse().ok())
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
