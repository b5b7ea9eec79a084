//! EndNote's XML export.

use super::work::{Span, Work};
use crate::document::{Anomaly, AnomalyKind, Severity};
use crate::markup::tree;
use crate::markup::tree::{NodeId, Tree};
use citelight_types::text::person::Person;

/// Whether a content, white space at its start removed, is EndNote XML.
pub(super) fn recognise(content: &str) -> bool {
    let head: String = content.chars().take(2_000).collect();
    content.starts_with('<') && head.contains("<xml>") && head.contains("<record")
}

/// The works of a file, in its order.
pub(super) fn read(content: &str, file: u32) -> (Vec<Work>, Vec<Anomaly>) {
    let tree = match tree::xml::parse(content) {
        Ok(tree) => tree,
        Err(reason) => {
            let anomaly = Anomaly {
                kind: AnomalyKind::Truncated,
                severity: Severity::Error,
                place: "the file".to_owned(),
                hint: format!("the file could not be read: {reason}"),
            };
            return (Vec::new(), vec![anomaly]);
        }
    };
    let records: Vec<NodeId> =
        tree.descendants(Tree::ROOT).filter(|node| tree.name(*node) == "record").collect();
    let works = records
        .into_iter()
        .enumerate()
        .map(|(index, record)| {
            let mut work = work(&tree, record, index);
            work.span =
                Span { file, line: tree.line(record), head: "<record>".to_owned(), ..Span::default() };
            work
        })
        .collect();
    (works, Vec::new())
}

/// The work of a record, by its place if it has no name.
pub(crate) fn work(tree: &Tree, record: NodeId, index: usize) -> Work {
    let mut work = Work { kind: "misc".to_owned(), ..Work::default() };
    let mut number = String::new();
    for node in tree.descendants(record).filter(|node| tree.is_element(*node)) {
        let value = || tree.words_below(node, 20_000);
        match tree.name(node) {
            "ref-type" => work.kind = kind_of(tree.attribute(node, "name").unwrap_or_default()).to_owned(),
            "rec-number" => number = value(),
            "label" => work.key = value(),
            "author" => {
                let role = tree.parent(node).map(|parent| tree.name(parent)).unwrap_or_default();
                let people = if role == "authors" { &mut work.authors } else { &mut work.editors };
                people.push(person(&value()));
            }
            "title" => work.set("title", value()),
            "secondary-title" => work.set("journaltitle", value()),
            "full-title" if !work.fields.contains_key("journaltitle") => work.set("journaltitle", value()),
            "volume" => work.set("volume", value()),
            "number" => work.set("issue", value()),
            "pages" => work.set("pages", value()),
            "year" => work.set("year", value()),
            "publisher" => work.set("publisher", value()),
            "isbn" => work.set("isbn", value()),
            "electronic-resource-num" => work.set("doi", value()),
            "accession-num" => {
                let id = value();
                if !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_digit()) {
                    work.set("pmid", id);
                }
            }
            "custom2" if value().starts_with("PMC") => work.set("pmcid", value()),
            "url" => work.set("url", value()),
            "notes" => work.set("note", value()),
            _ => {}
        }
    }
    if work.key.is_empty() {
        work.key = if number.is_empty() { format!("r{}", index + 1) } else { number };
    }
    work
}

fn kind_of(name: &str) -> &'static str {
    match name {
        "Journal Article" | "Electronic Article" | "Magazine Article" | "Newspaper Article" => "article",
        "Book" | "Edited Book" | "Electronic Book" => "book",
        "Book Section" | "Electronic Book Section" => "incollection",
        "Conference Paper" | "Conference Proceedings" => "inproceedings",
        "Thesis" => "thesis",
        "Report" => "report",
        "Patent" => "patent",
        _ => "misc",
    }
}

/// `Family, Given`; a comma at the end marks an organisation.
fn person(name: &str) -> Person {
    match name.trim_end_matches(',').split_once(',') {
        Some((family, given)) => Person::new(family.trim(), given.trim()),
        None if name.ends_with(',') => Person::new(name.trim_end_matches(','), ""),
        None => crate::citation::split_full_name(name),
    }
}
