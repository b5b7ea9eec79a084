//! TEI XML, as GROBID writes it: what its elements are, what its header and its bibliography say.

use std::collections::HashSet;

use super::Document;
use super::link_targets::link_targets;
use crate::citation::Reference;
use crate::citation::reference::{Read, with_identifiers};
use crate::markup::flow::MarkKind;
use crate::markup::locator;
use crate::markup::outline::{Dialect, Role, flow_of};
use crate::markup::tree::{NodeId, Tree};
use citelight_types::identifiers::doi;
use citelight_types::text::person::Person;

/// TEI XML (P5).
pub(crate) struct Tei;

/// Whether the tree is TEI.
pub(crate) fn is_tei(tree: &Tree) -> bool {
    tree.elements(Tree::ROOT).any(|root| matches!(tree.name(root), "TEI" | "tei" | "TEI.2" | "teiCorpus"))
}

/// The parts of a text that hold it, in reading order.
pub(crate) fn roots(tree: &Tree) -> Vec<NodeId> {
    let first = |name: &str| tree.descendants(Tree::ROOT).find(|node| tree.name(*node) == name);
    let title = first("titleStmt");
    // GROBID puts the abstract into the header; others put it into the front of the text.
    let abstract_ = first("profileDesc")
        .and_then(|header| tree.descendants(header).find(|node| tree.name(*node) == "abstract"));
    title.into_iter().chain(abstract_).chain(first("text")).collect()
}

/// The entries of the bibliography.
pub(crate) fn entries(tree: &Tree) -> Vec<NodeId> {
    let of = |holds: &dyn Fn(NodeId) -> bool| -> Vec<NodeId> {
        let all =
            tree.descendants(Tree::ROOT).filter(|node| matches!(tree.name(*node), "biblStruct" | "bibl"));
        all.filter(|node| tree.parent(*node).is_some_and(holds)).collect()
    };
    let listed = of(&|parent| tree.name(parent) == "listBibl");
    if !listed.is_empty() {
        return listed;
    }
    // Some give each entry right in the division, or in a paragraph or an item of its own there.
    let is_division = |node: NodeId| {
        tree.name(node) == "div"
            && tree.attribute(node, "type").is_some_and(|kind| kind.starts_with("biblio"))
    };
    of(&|parent| {
        is_division(parent)
            || matches!(tree.name(parent), "p" | "item" | "list")
                && tree.ancestors(parent).take(2).any(is_division)
    })
}

impl Dialect for Tei {
    fn role(&self, tree: &Tree, node: NodeId) -> Role {
        match tree.name(node) {
            "title" if parent_is(tree, node, "titleStmt") => match tree.attribute(node, "type") {
                Some("main") | None => Role::Title,
                Some(_) => Role::Skip,
            },
            "head" if parent_is(tree, node, "figure") => Role::Caption,
            "head" => Role::Heading(depth(tree, node)),
            "abstract" => Role::Abstract,
            "titleStmt" | "text" | "front" | "body" | "back" | "div" | "p" | "ab" | "figure" | "list"
            | "quote" | "lg" | "sp" => Role::Block,
            "item" => Role::ListItem,
            "figDesc" => Role::Caption,
            "note" => note(tree, node),
            "table" => Role::Table,
            "row" => Role::Row,
            "cell" => Role::Cell,
            "formula" if has_ancestor(tree, node, "p") => Role::InlineMath(tree.words_below(node, 400)),
            "formula" => Role::DisplayMath(tree.words_below(node, 4_000)),
            "lb" => Role::Break,
            "hi" => match tree.attribute(node, "rend") {
                Some("superscript" | "sup") => Role::Marked(MarkKind::Superscript),
                Some("italic" | "i") => Role::Marked(MarkKind::Italic),
                Some("bold" | "b") => Role::Marked(MarkKind::Bold),
                _ => Role::Inline,
            },
            "ref" | "ptr" => reference_mark(tree, node),
            "listBibl" | "graphic" | "label" | "pb" | "cb" | "fw" | "publisher" | "respStmt" | "funder"
            | "editor" | "author" | "page" | "teiHeader" | "encodingDesc" => skipped(tree, node),
            _ => Role::Inline,
        }
    }
}

/// Elements that are apparatus in the text and words in running citations.
fn skipped(tree: &Tree, node: NodeId) -> Role {
    let in_text = match tree.name(node) {
        "publisher" | "editor" | "author" => has_ancestor(tree, node, "p"),
        "label" => cites(tree, node),
        _ => false,
    };
    if in_text { Role::Inline } else { Role::Skip }
}

/// Notes of the text are blocks of their own; other notes are remarks of the encoder.
fn note(tree: &Tree, node: NodeId) -> Role {
    match tree.attribute(node, "place") {
        Some("foot" | "bottom" | "end" | "margin") => Role::Footnote,
        _ if tree.attribute(node, "type").is_some_and(|kind| kind.contains("note")) => Role::Footnote,
        // A note of the text has a number, or a name to point at; it is no one's remark on a record.
        None if (tree.attribute(node, "n").is_some() || tree.attribute(node, "id").is_some())
            && !is_record(tree, node)
            && !tree.ancestors(node).any(|above| matches!(tree.name(above), "figure" | "table")) =>
        {
            Role::Footnote
        }
        // Below a table or a figure, too, a note that cites is one of the text.
        None if cites(tree, node) && !is_record(tree, node) => Role::Footnote,
        _ => Role::Skip,
    }
}

/// Whether an element holds a citation of an entry.
fn cites(tree: &Tree, node: NodeId) -> bool {
    let is_citation = |inner: NodeId| matches!(tree.attribute(inner, "type"), Some("bibr" | "biblio"));
    tree.descendants(node).any(|inner| tree.name(inner) == "ref" && is_citation(inner))
}

/// Whether an element stands in a description of a work.
fn is_record(tree: &Tree, node: NodeId) -> bool {
    tree.ancestors(node)
        .any(|above| matches!(tree.name(above), "teiHeader" | "bibl" | "biblStruct" | "listBibl"))
}

/// A pointer: to an entry, to a figure, to a note; an unresolved citation is marked as one.
fn reference_mark(tree: &Tree, node: NodeId) -> Role {
    let mut targets = link_targets(tree, node);
    let named = tree.attribute(node, "target").unwrap_or_default();
    targets.extend(
        named.split_ascii_whitespace().filter_map(|target| target.strip_prefix('#')).map(str::to_owned),
    );
    match tree.attribute(node, "type") {
        _ if !targets.is_empty() => Role::Marked(MarkKind::Link(targets)),
        Some("bibr" | "biblio") => Role::Marked(MarkKind::Cite),
        _ => Role::Inline,
    }
}

fn parent_is(tree: &Tree, node: NodeId, name: &str) -> bool {
    tree.parent(node).is_some_and(|parent| tree.name(parent) == name)
}

fn has_ancestor(tree: &Tree, node: NodeId, name: &str) -> bool {
    tree.ancestors(node).any(|above| tree.name(above) == name)
}

/// How deep a heading stands: by its number (`2.1`), which GROBID keeps, else by the divisions around it.
fn depth(tree: &Tree, node: NodeId) -> u8 {
    let printed =
        tree.attribute(node, "n").map(|number| number.split('.').filter(|part| !part.is_empty()).count());
    let divisions = || tree.ancestors(node).filter(|above| tree.name(*above) == "div").count();
    printed.filter(|depth| *depth > 0).unwrap_or_else(divisions).clamp(1, 6) as u8
}

/// Reads the entries.
pub(crate) fn read(tree: &Tree, entries: &[NodeId]) -> Vec<Read> {
    entries.iter().enumerate().map(|(index, node)| read_one(tree, *node, index)).collect()
}

fn read_one(tree: &Tree, node: NodeId, index: usize) -> Read {
    let number = index as u32 + 1;
    let id = tree.attribute(node, "id").map(str::to_owned);
    let mut reference = Reference {
        id: id.clone().unwrap_or_else(|| format!("r{number}")),
        number,
        label: tree.attribute(node, "n").map(str::to_owned),
        ..Reference::default()
    };
    let raw = tree
        .descendants(node)
        .find(|inner| tree.name(*inner) == "note" && tree.attribute(*inner, "type") == Some("raw_reference"));
    let whole = flow_of(tree, raw.unwrap_or(node), &HashSet::new(), &Plain);
    reference.locator = locator::of_flow(&whole, 0..whole.text.len());
    fields(tree, node, &mut reference);
    reference.raw = match raw {
        Some(_) => whole.text.clone(),
        None if tree.name(node) == "bibl" => whole.text.clone(),
        None => composed(&reference),
    };
    reference.fields_from_markup = reference.title.is_some();
    let links: Vec<&str> = tree
        .descendants(node)
        .filter(|inner| tree.name(*inner) == "ptr")
        .filter_map(|inner| tree.attribute(inner, "target"))
        .collect();
    let has_string = raw.is_some() || tree.name(node) == "bibl";
    let read = Read { reference, aliases: id.into_iter().collect() };
    with_identifiers(read, has_string.then_some(&whole), &links, &identifiers(tree, node))
}

/// Every word of an element, whatever it is.
struct Plain;

impl Dialect for Plain {
    fn role(&self, tree: &Tree, node: NodeId) -> Role {
        match tree.name(node) {
            "lb" => Role::Break,
            _ => Role::Inline,
        }
    }
}

/// `idno`s as text that identifiers are found in: `doi:10.…`, `PMID: 1`.
fn identifiers(tree: &Tree, node: NodeId) -> String {
    tree.descendants(node)
        .filter(|inner| tree.name(*inner) == "idno")
        .map(|inner| {
            let kind = tree.attribute(inner, "type").unwrap_or_default();
            format!("{kind}: {}", tree.words_below(inner, 300).trim_start_matches("arXiv:"))
        })
        .collect::<Vec<_>>()
        .join(" ")
}

/// Fields as the markup names them: the article in `analytic`, what it stands in (or the book itself) in `monogr`.
fn fields(tree: &Tree, node: NodeId, reference: &mut Reference) {
    let child = |name: &str| tree.elements(node).find(|child| tree.name(*child) == name);
    let (analytic, monogr) = (child("analytic"), child("monogr"));
    let title = |part: NodeId| {
        let titles: Vec<NodeId> =
            tree.descendants(part).filter(|inner| tree.name(*inner) == "title").collect();
        let main = titles.iter().find(|title| tree.attribute(**title, "type") != Some("sub")).copied();
        main.map(|title| tree.words_below(title, 1_000)).filter(|title| !title.is_empty())
    };
    let own = analytic.and_then(title);
    let container = monogr.and_then(title);
    (reference.title, reference.venue) = match own {
        Some(own) => (Some(own), container),
        None => (container, None),
    };
    let authors = analytic.map(|part| people(tree, part)).filter(|people| !people.is_empty());
    reference.authors =
        authors.or_else(|| monogr.map(|part| people(tree, part))).unwrap_or_else(|| people(tree, node));
    for inner in tree.descendants(node) {
        let words = || tree.words_below(inner, 300);
        match tree.name(inner) {
            "date" if reference.year.is_none() => {
                let when = tree.attribute(inner, "when").map_or_else(words, str::to_owned);
                reference.year = when
                    .split(|c: char| !c.is_ascii_digit())
                    .find(|digits| digits.len() == 4)
                    .and_then(|digits| digits.parse().ok());
            }
            "biblScope" => scope(tree, inner, reference),
            "publisher" => reference.publisher = reference.publisher.take().or_else(|| Some(words())),
            _ => {}
        }
    }
    if reference.venue.is_none() && analytic.is_none() {
        reference.venue.clone_from(&reference.publisher);
    }
}

fn scope(tree: &Tree, node: NodeId, reference: &mut Reference) {
    let words = tree.words_below(node, 100);
    match tree.attribute(node, "unit").or_else(|| tree.attribute(node, "type")) {
        Some("volume" | "vol") => reference.volume = Some(words),
        Some("issue") => reference.issue = Some(words),
        Some("page" | "pp") => {
            reference.pages = match (tree.attribute(node, "from"), tree.attribute(node, "to")) {
                (Some(from), Some(to)) if from != to => Some(format!("{from}–{to}")),
                (Some(from), _) => Some(from.to_owned()),
                _ => Some(words),
            };
        }
        _ => return,
    }
    for slot in [&mut reference.volume, &mut reference.issue, &mut reference.pages] {
        slot.take_if(|value| value.is_empty());
    }
}

/// Authors right below a part, in order.
fn people(tree: &Tree, part: NodeId) -> Vec<Person> {
    let authors = tree.elements(part).filter(|child| tree.name(*child) == "author");
    authors.filter_map(|author| person(tree, author)).collect()
}

fn person(tree: &Tree, author: NodeId) -> Option<Person> {
    let named = |name: &str| {
        let parts = tree.descendants(author).filter(|inner| tree.name(*inner) == name);
        parts.map(|inner| tree.words_below(inner, 200)).filter(|words| !words.is_empty()).collect::<Vec<_>>()
    };
    let (surnames, given) = (named("surname"), named("forename").join(" "));
    let organisation = || named("orgName").into_iter().next();
    let family =
        surnames.into_iter().next().or_else(organisation).unwrap_or_else(|| tree.words_below(author, 200));
    (!family.is_empty()).then(|| Person::new(family, given))
}

/// A line of the fields, where the file does not keep the printed entry.
fn composed(reference: &Reference) -> String {
    let authors: Vec<String> = reference
        .authors
        .iter()
        .map(|person| match person.given.as_str() {
            "" => person.family.clone(),
            given => format!("{}, {given}", person.family),
        })
        .collect();
    let numbers = [&reference.volume, &reference.issue, &reference.pages];
    let place =
        reference.venue.iter().chain(numbers.into_iter().flatten()).cloned().collect::<Vec<_>>().join(", ");
    let year = reference.year.map(|year| format!("({year})")).unwrap_or_default();
    [authors.join("; "), year, reference.title.clone().unwrap_or_default(), place]
        .into_iter()
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join(". ")
}

/// Fills the document's own fields from the header.
pub(crate) fn metadata(document: &mut Document, tree: &Tree) {
    let header = tree.descendants(Tree::ROOT).find(|node| tree.name(*node) == "teiHeader");
    let source =
        header.and_then(|header| tree.descendants(header).find(|node| tree.name(*node) == "biblStruct"));
    let Some(source) = source else { return };
    let mut own = Reference::default();
    fields(tree, source, &mut own);
    document.title = document.title.take().or(own.title);
    document.authors = own.authors;
    document.year = own.year;
    for idno in tree.descendants(source).filter(|node| tree.name(*node) == "idno") {
        let value = tree.words_below(idno, 300);
        match tree.attribute(idno, "type") {
            Some("DOI") => document.identifiers.doi = doi(&value),
            Some("arXiv") => {
                let id = value.trim_start_matches("arXiv:").split(['v', ' ', '[']).next().unwrap_or_default();
                document.identifiers.arxiv = Some(id.to_owned()).filter(|id| !id.is_empty());
            }
            Some("PMID") => document.identifiers.pmid = Some(value),
            Some("PMCID") => document.identifiers.pmcid = Some(value),
            _ => {}
        }
    }
}
