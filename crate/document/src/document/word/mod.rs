//! Word documents (.docx, Office Open XML) as pages: headings, paragraphs, lists, tables, notes. Citations that Word, Zotero, Mendeley
//! or EndNote manage keep the data of the works that they name.
//!
//! The page is HTML as pandoc writes it with a bibliography: citations are `span.citation` with `data-cites`, entries stand in
//! `.csl-bib-body`, and what a field knows of a work stands beside its entry as [COinS](super::bibliography). A surface shows the same
//! page, so that marks lie on what was read.

mod fields;
mod inline;
mod items;
mod list;
mod package;
mod page;
mod places;
mod styles;
mod walk;

pub(crate) use package::is_word;

use self::items::Items;
use self::package::Package;
use self::styles::{Numbering, Styles};
use self::walk::{Piece, PieceKind, Reader, read};
use crate::citation::entries;
use crate::markup::tree::{NodeId, Tree};

/// Bytes of the longest line that is a heading only because it is bold.
const LONGEST_HEADING: usize = 120;

/// A Word document as a page.
///
/// # Errors
/// Why it cannot be read.
pub(crate) fn page(bytes: &[u8]) -> Result<String, String> {
    let package = Package::read(bytes)?;
    let styles = Styles::of(package.styles.as_ref());
    let mut numbering = Numbering::of(package.numbering.as_ref());
    let mut items = Items::new(&package.custom);
    let mut notes = Vec::new();
    let mut reader = Reader {
        styles: &styles,
        numbering: &mut numbering,
        items: &mut items,
        properties: &package.properties,
        links: &package.links,
        notes: &mut notes,
    };
    let mut pieces = read(&package.document, body(&package.document), &mut reader);
    if pieces.is_empty() {
        return Err("there is no text in it".to_owned());
    }
    set_headings(&mut pieces);
    let noted = notes_of(&package, &styles, &mut numbering, &mut items, &notes);
    Ok(page::page(&pieces, &noted, &items))
}

/// Many set their headings by hand: in bold, where the document has no others; that of the reference list in any way.
fn set_headings(pieces: &mut [Piece]) {
    let has_styles = pieces.iter().any(|piece| matches!(piece.kind, PieceKind::Heading(_)));
    for piece in pieces.iter_mut().filter(|piece| piece.kind == PieceKind::Text) {
        let is_short = piece.text.len() <= LONGEST_HEADING && !piece.text.ends_with(['.', ',', ';']);
        if entries::is_heading(&piece.text) || !has_styles && piece.is_bold && is_short {
            piece.kind = PieceKind::Heading(1);
        }
    }
}

fn body(tree: &Tree) -> NodeId {
    tree.descendants(Tree::ROOT).find(|node| tree.name(*node) == "body").unwrap_or(Tree::ROOT)
}

/// The notes in the order of their marks.
fn notes_of(
    package: &Package,
    styles: &Styles,
    numbering: &mut Numbering,
    items: &mut Items,
    notes: &[(bool, String)],
) -> Vec<Vec<Piece>> {
    let by_id = |tree: &Option<Tree>| -> std::collections::HashMap<String, NodeId> {
        let Some(tree) = tree else { return Default::default() };
        let own =
            tree.descendants(Tree::ROOT).filter(|node| matches!(tree.name(*node), "footnote" | "endnote"));
        own.filter_map(|node| Some((tree.attribute(node, "id")?.to_owned(), node))).collect()
    };
    let [footnotes, endnotes] = [by_id(&package.footnotes), by_id(&package.endnotes)];
    let read_one = |(is_endnote, id): &(bool, String)| {
        let (tree, ids, links) = match is_endnote {
            true => (&package.endnotes, &endnotes, &package.note_links[1]),
            false => (&package.footnotes, &footnotes, &package.note_links[0]),
        };
        let (Some(tree), Some(node)) = (tree, ids.get(id)) else { return Vec::new() };
        // Notes have no notes.
        let mut none = Vec::new();
        let properties = &package.properties;
        let (numbering, items) = (&mut *numbering, &mut *items);
        read(tree, *node, &mut Reader { styles, numbering, items, properties, links, notes: &mut none })
    };
    notes.iter().map(read_one).collect()
}
