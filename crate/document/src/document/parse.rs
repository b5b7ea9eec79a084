//! Recognises the format of an input and has it read.

use std::collections::HashSet;

use super::assemble::{Parts, assemble, assemble_read};
use super::fill::{Links, fill, links_of};
use super::front_back_matter::drop_back_matter;
use super::html::Html;
pub use super::input::{Companion, Input, ParseError};
use super::jats::{self, Jats};
use super::latexml::{self, Latexml};
use super::tei::{self, Tei};
use super::{
    Document, Format, bibliography, latex, lists, markdown, printed_list, render_html, text, verifier,
};
use crate::citation::entries;
use crate::markup::tree::{NodeId, Tree};
use crate::markup::{BlockKind, tree};

/// Parses an input of any known format; the format is recognised from the content.
///
/// # Errors
/// [`ParseError`] if there is nothing to parse or the markup cannot be read at all.
pub fn parse(input: Input<'_>) -> Result<Document, ParseError> {
    if input.content.trim().is_empty() {
        return Err(ParseError::Empty { origin: input.origin.to_owned() });
    }
    let unreadable = |reason| ParseError::Unreadable { origin: input.origin.to_owned(), reason };
    if bibliography::recognise(input.content).is_some() {
        return Ok(bibliography::document(input.content));
    }
    match recognise(input.content) {
        Markup::Latex => Ok(latex(&input)),
        Markup::Html => html(&input).map_err(unreadable),
        Markup::Xml => xml(&input).map_err(unreadable),
        Markup::Markdown => Ok(markdown(&input)),
        Markup::None => Ok(plain(&input)),
    }
}

/// What a content is written in.
enum Markup {
    Html,
    Xml,
    Markdown,
    Latex,
    None,
}

/// Recognises the markup by what stands at the start.
fn recognise(content: &str) -> Markup {
    if markdown::recognise(content) {
        return Markup::Markdown;
    }
    let head: String = content.chars().take(4_000).collect::<String>().to_ascii_lowercase();
    let head = head.trim_start_matches(['\u{feff}', ' ', '\n', '\r', '\t']);
    // TEI and JATS have a body too, and where the front matter is short it stands in the head.
    let xml = has_foreign_root(head)
        || head.contains("<tei")
        || head.contains("<!doctype article")
        || head.contains("<article") && (head.contains("<front") || head.starts_with("<?xml"));
    if xml && !head.contains("<html") {
        Markup::Xml
    } else if head.contains("<html") || head.contains("<!doctype html") || head.contains("<body") {
        Markup::Html
    } else if head.starts_with("<?xml") {
        Markup::Xml
    } else if latex::recognise(content) {
        Markup::Latex
    } else if head.contains("</") || head.contains("<p") || head.contains("<div") {
        Markup::Html
    } else {
        Markup::None
    }
}

/// Whether the first element is of a namespace that is not HTML's, as that of publishers' XML is. `head` is in lower case.
fn has_foreign_root(head: &str) -> bool {
    let mut tags = head.split('<').skip(1).map(|tag| tag.split('>').next().unwrap_or_default());
    let Some(root) = tags.find(|tag| tag.starts_with(|c: char| c.is_ascii_alphabetic())) else {
        return false;
    };
    let mut words = root.split_ascii_whitespace();
    let is_piece_of_page = matches!(words.next(), Some("body" | "head" | "div" | "section" | "main" | "svg"));
    let namespaces: Vec<&str> = words.filter(|word| word.starts_with("xmlns")).collect();
    let is_html = |namespace: &&str| namespace.contains("www.w3.org/1999/xhtml");
    !is_piece_of_page && !namespaces.is_empty() && !namespaces.iter().any(is_html)
}

/// Entries of a list that may be one entry of lines, or something else than the list.
const SHORT_LIST: usize = 2;

fn html(input: &Input<'_>) -> Result<Document, String> {
    let tree = super::html::parse(input.content)?;
    let mut found = entries::find(&tree);
    let printed = if found.len() <= SHORT_LIST && latexml::root(&tree).is_none() {
        let page = Html::new(&tree, &HashSet::new());
        printed_list::find(&tree, &page.roots(&tree), &page).filter(|list| list.len() > found.len())
    } else {
        None
    };
    if printed.is_some() {
        found.clear();
    }
    // The label may stand beside its entry: `<dt>[1]</dt><dd>`.
    let apart: HashSet<NodeId> =
        found.iter().flat_map(|entry| std::iter::once(entry.node).chain(entry.label)).collect();
    let page = Html::new(&tree, &apart);
    if let Some(root) = latexml::root(&tree) {
        let parts = Parts {
            tree: &tree,
            found: &found,
            apart: &apart,
            roots: vec![root],
            replies: Vec::new(),
            format: Format::Latexml,
        };
        return Ok(assemble(&parts, None, &Latexml, input.hide_links));
    }
    let (roots, format) = match render_html::root(&tree) {
        Some((root, format)) => (vec![root], format),
        None => (page.roots(&tree), Format::Html),
    };
    let parts = Parts { tree: &tree, found: &found, apart: &apart, roots, replies: Vec::new(), format };
    Ok(assemble(&parts, printed, &page, input.hide_links))
}

fn xml(input: &Input<'_>) -> Result<Document, String> {
    let mut tree = tree::xml::parse(input.content)?;
    if tei::is_tei(&tree) {
        return Ok(tei(&tree, input.hide_links));
    }
    if !jats::is_jats(&tree) {
        let mut document = Document { format: Format::Jats, ..Document::default() };
        verifier::finish(&mut document, Some(&tree));
        return Ok(document);
    }
    jats::mark_notes(&mut tree);
    let mut found = entries::find(&tree);
    let replies = jats::replies(&tree);
    // A translation says the article's list again.
    found.retain(|entry| jats::is_read(&tree, entry.node, &replies));
    let apart: HashSet<NodeId> = found.iter().map(|entry| entry.node).collect();
    let parts = Parts {
        tree: &tree,
        found: &found,
        apart: &apart,
        roots: jats::roots(&tree),
        replies,
        format: Format::Jats,
    };
    Ok(assemble(&parts, None, &Jats, input.hide_links))
}

fn tei(tree: &Tree, hide_links: bool) -> Document {
    let entries = tei::entries(tree);
    let apart: HashSet<NodeId> = entries.iter().copied().collect();
    let parts = Parts {
        tree,
        found: &[],
        apart: &apart,
        roots: tei::roots(tree),
        replies: Vec::new(),
        format: Format::Tei,
    };
    let read = tei::read(tree, &entries);
    let mut document = assemble_read(&parts, &entries, read, None, &Tei, hide_links);
    tei::metadata(&mut document, tree);
    document
}

fn markdown(input: &Input<'_>) -> Document {
    let markdown::Markdown { title, authors, year, mut drafts, mut read, lists, anomalies } =
        markdown::read(input);
    let scopes = lists::arrange(&mut drafts, lists, &[], &mut read);
    drop_back_matter(&mut drafts, &|_| false);
    let mut document = Document { format: Format::Markdown, title, authors, year, ..Document::default() };
    fill(&mut document, drafts, &read, &scopes, links_of(input.hide_links));
    verifier::finish(&mut document, None);
    document.anomalies.extend(anomalies);
    document
}

fn latex(input: &Input<'_>) -> Document {
    let mut source = latex::read(input.content, input.origin, input.companions);
    let scopes = lists::arrange(&mut source.drafts, source.lists, &[], &mut source.read);
    source.drafts.retain(|draft| {
        !matches!(draft.kind, BlockKind::Heading(_)) || !entries::is_heading(&draft.flow.text)
    });
    let mut document = Document {
        format: Format::Latex,
        title: source.title,
        authors: source.authors,
        year: source.year,
        ..Document::default()
    };
    document.identifiers.doi = source.doi;
    let links = if input.hide_links { Links::Hidden } else { Links::Keyed };
    fill(&mut document, source.drafts, &source.read, &scopes, links);
    verifier::finish(&mut document, None);
    document.anomalies.extend(source.anomalies);
    document
}

fn plain(input: &Input<'_>) -> Document {
    let mut document = Document { format: text::FORMAT, ..Document::default() };
    fill(&mut document, text::drafts(input.content), &[], &[], links_of(input.hide_links));
    verifier::finish(&mut document, None);
    document
}
