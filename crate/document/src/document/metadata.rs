//! What the page's metadata says of the document itself: title, authors, year, identifiers.

use super::Document;
use super::page_metadata::{PageMetadata, year};
use crate::markup::tree::{NodeId, Tree};
use citelight_types::date::{Date, month_number};
use citelight_types::identifiers::{Identifiers, arxiv_in_doi, doi};
use citelight_types::text::person::Person;

/// Fills the document's own fields from `citation_*` and Dublin Core metas (HTML) or the article's front (JATS).
pub(crate) fn fill(document: &mut Document, tree: &Tree) {
    of_page(document, &PageMetadata::of(tree));
    for node in tree.descendants(Tree::ROOT) {
        if tree.name(node) == "article-meta" {
            article_meta(document, tree, node);
        }
    }
    if let Some(id) = document.identifiers.doi.as_deref().and_then(arxiv_in_doi) {
        document.identifiers.arxiv.get_or_insert_with(|| id.to_owned());
    }
}

/// The identifiers of the document itself.
pub(crate) fn identifiers(tree: &Tree) -> Identifiers {
    let mut document = Document::default();
    fill(&mut document, tree);
    document.identifiers
}

fn of_page(document: &mut Document, metadata: &PageMetadata) {
    let text = |name: &str| metadata.first(&[name]).map(str::to_owned);
    document.title = text("citation_title").or(document.title.take());
    document.authors.extend(metadata.authors(&["citation_author"]));
    document.identifiers.doi = document.identifiers.doi.take().or_else(|| {
        let named = metadata.all(&["citation_doi", "prism.doi", "dc.identifier"]);
        named.filter_map(doi).next()
    });
    document.identifiers.arxiv = text("citation_arxiv_id").or(document.identifiers.arxiv.take());
    document.identifiers.pmid = text("citation_pmid").or(document.identifiers.pmid.take());
    document.year = document.year.or_else(|| metadata.year());
    for date in metadata.dates().filter_map(Date::from_words) {
        document.add_publication(date);
    }
}

/// A date of publication; that of a manuscript's deposit, or of its release by an archive, is none.
fn publication(tree: &Tree, node: NodeId) -> Option<Date> {
    let kind =
        tree.attribute(node, "pub-type").or_else(|| tree.attribute(node, "date-type")).unwrap_or_default();
    if kind.contains("submitted") || kind.contains("release") || kind.starts_with("nihms") {
        return None;
    }
    if let Some(date) = tree.attribute(node, "iso-8601-date").and_then(Date::from_text) {
        return Some(date);
    }
    let part = |name: &str| {
        let found = tree.descendants(node).find(|inner| tree.name(*inner) == name)?;
        Some(tree.words_below(found, 20))
    };
    let month = part("month").as_deref().and_then(month_number);
    let day = part("day").and_then(|day| day.trim().parse().ok());
    Date::from_parts(part("year")?.trim().parse().ok()?, month, day)
}

fn article_meta(document: &mut Document, tree: &Tree, node: NodeId) {
    for child in tree.descendants(node) {
        match tree.name(child) {
            "contrib" if tree.attribute(child, "contrib-type") == Some("author") => {
                let field = |name: &str| {
                    tree.descendants(child)
                        .find(|inner| tree.name(*inner) == name)
                        .map(|inner| tree.words_below(inner, 200))
                };
                if let Some(family) = field("surname").or_else(|| field("collab")) {
                    document.authors.push(Person::new(family, field("given-names").unwrap_or_default()));
                }
            }
            "article-id" => {
                let value = tree.words_below(child, 200);
                match tree.attribute(child, "pub-id-type") {
                    Some("doi") => document.identifiers.doi = doi(&value),
                    Some("pmid") => document.identifiers.pmid = Some(value),
                    Some("pmc" | "pmcid") => {
                        document.identifiers.pmcid = Some(format!("PMC{}", value.trim_start_matches("PMC")));
                    }
                    _ => {}
                }
            }
            "pub-date" => {
                if document.year.is_none() {
                    let value = tree.descendants(child).find(|inner| tree.name(*inner) == "year");
                    document.year = value.and_then(|inner| year(&tree.words_below(inner, 20)));
                }
                if let Some(date) = publication(tree, child) {
                    document.add_publication(date);
                }
            }
            _ => {}
        }
    }
}
