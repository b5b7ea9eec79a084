//! The works that the fields of a Word document carry: each once, however often it is cited.

use std::collections::HashMap;

use base64::Engine;
use base64::alphabet;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use serde_json::Value;

use super::package::child;
use crate::document::bibliography::{Work, csl_work, endnote_work};
use crate::markup::tree::{self, NodeId, Tree};
use citelight_types::identifiers::doi;
use citelight_types::text::person::Person;

/// Works that a document's fields may carry, and works of one field.
const MOST_ITEMS: usize = 5_000;
const MOST_OF_FIELD: usize = 500;

/// The works, in the order in which they are first cited.
#[derive(Debug, Default)]
pub(super) struct Items {
    pub(super) works: Vec<Work>,
    /// Index of a work by everything that it is called.
    by_key: HashMap<String, usize>,
    /// Works that Word's own bibliography holds, by their tags.
    sources: HashMap<String, Work>,
}

impl Items {
    /// With the bibliography that Word keeps in the document.
    pub(super) fn new(custom: &[Tree]) -> Self {
        let sources = custom.iter().flat_map(|tree| {
            let is_source = |node: &NodeId| {
                tree.name(*node) == "Source"
                    && tree.parent(*node).is_some_and(|list| tree.name(list) == "Sources")
            };
            tree.descendants(Tree::ROOT).filter(is_source).filter_map(|node| source(tree, node))
        });
        Self { sources: sources.take(MOST_ITEMS).collect(), ..Self::default() }
    }

    /// A work by what it is called; a field may name one whose data another field holds.
    fn add(&mut self, keys: Vec<String>, work: Option<Work>) -> Option<usize> {
        if let Some(known) = keys.iter().find_map(|key| self.by_key.get(key)) {
            return Some(*known);
        }
        let work = work.filter(|work| !work.title().is_empty() && self.works.len() < MOST_ITEMS)?;
        let index = self.works.len();
        self.works.push(work);
        self.by_key.extend(keys.into_iter().map(|key| (key, index)));
        Some(index)
    }

    /// What a citation of CSL (Zotero, Mendeley) names. `json` may go on behind its object.
    pub(super) fn csl(&mut self, json: &str) -> Vec<usize> {
        let mut values = serde_json::Deserializer::from_str(json).into_iter::<Value>();
        let Some(Ok(citation)) = values.next() else { return Vec::new() };
        let items =
            citation.get("citationItems").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        let cited = items.iter().take(MOST_OF_FIELD).filter_map(|item| {
            let data = item.get("itemData").or_else(|| item.get("item")).filter(|data| data.is_object());
            let work = data.map(|data| csl_work(data, self.works.len()));
            let uris = ["uris", "uri"].iter().find_map(|name| item.get(name));
            let uris = match uris {
                Some(Value::Array(several)) => {
                    several.iter().filter_map(Value::as_str).map(str::to_owned).collect()
                }
                Some(Value::String(one)) => vec![one.clone()],
                _ => Vec::new(),
            };
            self.add(keys(uris, work.as_ref()), work)
        });
        distinct(cited.collect())
    }

    /// What a citation of EndNote names.
    pub(super) fn endnote(&mut self, xml: &str) -> Vec<usize> {
        let Some(xml) = xml.find('<').and_then(|start| xml.get(start..)) else { return Vec::new() };
        let Ok(tree) = tree::xml::parse(xml.trim_end_matches('\0')) else { return Vec::new() };
        let cites =
            tree.descendants(Tree::ROOT).filter(|node| tree.name(*node) == "Cite").take(MOST_OF_FIELD);
        let cited = cites.filter_map(|cite| {
            let words = |name: &str| child(&tree, cite, name).map(|node| tree.words_below(node, 200));
            let record = child(&tree, cite, "record");
            let library =
                tree.descendants(cite).find_map(|node| tree.attribute(node, "db-id")).unwrap_or_default();
            let number = words("RecNum").filter(|number| !number.is_empty());
            let own = number.map(|number| format!("endnote:{library}:{number}"));
            let work = record.map(|record| endnote_work(&tree, record, self.works.len()));
            self.add(keys(own.into_iter().collect(), work.as_ref()), work)
        });
        distinct(cited.collect())
    }

    /// What a citation of Word's own bibliography names, by its tags.
    pub(super) fn word(&mut self, tags: &[String]) -> Vec<usize> {
        let cited = tags.iter().take(MOST_OF_FIELD).filter_map(|tag| {
            let work = self.sources.get(tag).cloned();
            self.add(vec![format!("word:{tag}")], work)
        });
        distinct(cited.collect())
    }
}

/// Everything that a work may be called: what its program calls it, else its DOI, else its title and year.
fn keys(mut own: Vec<String>, work: Option<&Work>) -> Vec<String> {
    let Some(work) = work else { return own };
    match work.field("doi").and_then(doi) {
        Some(doi) => own.push(format!("doi:{doi}")),
        None if own.is_empty() => {
            let (year, _, _) = work.year();
            own.push(format!("title:{}:{}", work.title().to_lowercase(), year.unwrap_or_default()));
        }
        None => {}
    }
    own
}

fn distinct(cited: Vec<usize>) -> Vec<usize> {
    let mut seen = Vec::with_capacity(cited.len());
    for index in cited {
        if !seen.contains(&index) {
            seen.push(index);
        }
    }
    seen
}

/// A source of Word's bibliography, with its tag.
fn source(tree: &Tree, node: NodeId) -> Option<(String, Work)> {
    let words = |name: &str| {
        child(tree, node, name).map(|own| tree.words_below(own, 4_000)).filter(|words| !words.is_empty())
    };
    let tag = words("Tag")?;
    let kind = match words("SourceType").unwrap_or_default().as_str() {
        "JournalArticle" | "ArticleInAPeriodical" => "article",
        "Book" => "book",
        "BookSection" => "incollection",
        "ConferenceProceedings" => "inproceedings",
        "Report" => "report",
        "Patent" => "patent",
        _ => "misc",
    };
    let mut work = Work { key: tag.clone(), kind: kind.to_owned(), ..Work::default() };
    let names = [
        ("title", "Title"),
        ("journaltitle", "JournalName"),
        ("journaltitle", "PeriodicalTitle"),
        ("booktitle", "BookTitle"),
        ("booktitle", "ConferenceName"),
        ("publisher", "Publisher"),
        ("institution", "Institution"),
        ("volume", "Volume"),
        ("issue", "Issue"),
        ("pages", "Pages"),
        ("year", "Year"),
        ("doi", "DOI"),
        ("url", "URL"),
        ("isbn", "StandardNumber"),
    ];
    for (name, own) in names {
        if let Some(value) = words(own) {
            work.set(name, value);
        }
    }
    if let Some(number) = work.field("isbn").and_then(doi) {
        work.set("doi", number);
    }
    if let Some(roles) = child(tree, node, "Author") {
        let people = |role: &str| child(tree, roles, role).map(|role| people(tree, role)).unwrap_or_default();
        work.authors = people("Author");
        work.editors = people("Editor");
    }
    Some((tag, work))
}

fn people(tree: &Tree, role: NodeId) -> Vec<Person> {
    let words = |node: NodeId, name: &str| child(tree, node, name).map(|own| tree.words_below(own, 400));
    if let Some(corporate) = words(role, "Corporate").filter(|name| !name.is_empty()) {
        return vec![Person::new(corporate, "")];
    }
    let list =
        child(tree, role, "NameList").map(|list| tree.elements(list).collect::<Vec<_>>()).unwrap_or_default();
    let read = list.into_iter().filter_map(|person| {
        let given = ["First", "Middle"].map(|name| words(person, name).unwrap_or_default()).join(" ");
        Some(Person::new(words(person, "Last")?, given.trim()))
    });
    read.collect()
}

/// Base64 as text, in either alphabet, with or without padding, white space left out.
pub(super) fn from_base64(encoded: &str) -> Option<String> {
    let config = GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true);
    let standard: String = encoded
        .chars()
        .filter(|c| !c.is_whitespace())
        .map(|c| match c {
            '-' => '+',
            '_' => '/',
            other => other,
        })
        .collect();
    let bytes = GeneralPurpose::new(&alphabet::STANDARD, config).decode(standard).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}
