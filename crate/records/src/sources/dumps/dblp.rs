//! An entry of DBLP's XML (<https://dblp.org/xml/>), read as an answer of DBLP's search is.

use serde_json::{Value, json};

use crate::sources::plain::plain;
use crate::sources::{Record, dblp};

/// One publication: `<article mdate="…" key="…" publtype="…">` and what stands in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DblpEntry {
    /// The element: `article`, `inproceedings` …
    pub element: String,
    /// `journals/jacm/Turing37`.
    pub key: String,
    /// `informal`, `withdrawn`, `survey` …
    pub publication_type: Option<String>,
    /// Day of its last change.
    pub changed: Option<String>,
    /// Names of elements and what they hold, markup and entities included.
    pub fields: Vec<(String, String)>,
}

impl DblpEntry {
    /// Whether an element is a publication: the homepages of people (`www`) are none.
    pub fn is_publication(element: &str) -> bool {
        matches!(
            element,
            "article"
                | "inproceedings"
                | "proceedings"
                | "book"
                | "incollection"
                | "phdthesis"
                | "mastersthesis"
                | "data"
        )
    }

    /// The work; none without a title.
    pub fn record(&self) -> Option<Record> {
        let all = |name: &str| -> Vec<&str> {
            self.fields.iter().filter(|(field, _)| field == name).map(|(_, text)| text.as_str()).collect()
        };
        let first = |name: &str| all(name).first().map(|text| plain(text));
        let authors = match all("author") {
            authors if authors.is_empty() => all("editor"),
            authors => authors,
        };
        let venue = first("journal").or_else(|| first("booktitle")).or_else(|| first("series"));
        let publisher = first("publisher").or_else(|| first("school"));
        let info = json!({
            "key": self.key,
            // With its markup, which ends with the full stop that DBLP puts after every title.
            "title": all("title").first()?,
            "authors": {"author": authors},
            "year": first("year"),
            "venue": venue,
            "volume": first("volume"),
            "number": first("number"),
            "pages": first("pages"),
            "publisher": publisher,
            "type": self.type_name(),
            "ee": all("ee").into_iter().map(plain).collect::<Vec<_>>(),
        });
        let record = dblp::record(&json!({"info": info}))?;
        // Where a copy lies, the index need not say again: its links are among the identifiers.
        (!record.title.is_empty()).then_some(Record { locations: Vec::new(), ..record })
    }

    /// The kind in the words of DBLP's search.
    fn type_name(&self) -> Value {
        let informal = self.publication_type.as_deref().is_some_and(|kind| kind.starts_with("informal"));
        let name = match self.element.as_str() {
            _ if self.publication_type.as_deref() == Some("withdrawn") => "Withdrawn Items",
            "article" if informal => "Informal and Other Publications",
            "article" => "Journal Articles",
            "inproceedings" => "Conference and Workshop Papers",
            "proceedings" => "Editorship",
            "incollection" => "Parts in Books or Collections",
            "data" => "Data and Artifacts",
            _ => "Books and Theses",
        };
        name.into()
    }
}
