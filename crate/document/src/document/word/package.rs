//! The parts of a Word document: which there are, and how they refer to each other.

use std::collections::HashMap;

use crate::document::files::zip::Zip;
use crate::markup::tree::{self, NodeId, Tree};
use citelight_types::text::decode::decode;

/// Parts of custom XML that are looked at.
const MOST_CUSTOM: usize = 200;

/// The parts that are read.
pub(super) struct Package {
    /// The text itself.
    pub(super) document: Tree,
    pub(super) footnotes: Option<Tree>,
    pub(super) endnotes: Option<Tree>,
    pub(super) styles: Option<Tree>,
    pub(super) numbering: Option<Tree>,
    /// Properties that programs keep in the document, by their names.
    pub(super) properties: HashMap<String, String>,
    /// XML that programs keep in the document: Word its bibliography.
    pub(super) custom: Vec<Tree>,
    /// Addresses of the text's links, by the ids of their relationships.
    pub(super) links: HashMap<String, String>,
    /// The addresses of the links in footnotes and endnotes.
    pub(super) note_links: [HashMap<String, String>; 2],
}

impl Package {
    /// Reads the parts of a document.
    ///
    /// # Errors
    /// Why it is no Word document that can be read.
    pub(super) fn read(bytes: &[u8]) -> Result<Self, String> {
        let mut zip = Zip::open(bytes)?;
        let main = main_part(&mut zip)?;
        let document = part(&mut zip, &main)?.ok_or_else(|| format!("it has no {main}"))?;
        let folder = main.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned();
        let related = relationships(&mut zip, &main)?;
        let mut by_kind = |kind: &str| match related.iter().find(|one| one.kind == kind) {
            Some(one) => part(&mut zip, &resolved(&folder, &one.target)),
            None => Ok(None),
        };
        let [footnotes, endnotes, styles, numbering] =
            ["footnotes", "endnotes", "styles", "numbering"].map(&mut by_kind);
        let note_links = ["footnotes", "endnotes"].map(|kind| {
            let target = related.iter().find(|one| one.kind == kind);
            let own = target.and_then(|one| relationships(&mut zip, &resolved(&folder, &one.target)).ok());
            own.as_deref().map(links).unwrap_or_default()
        });
        let properties =
            part(&mut zip, "docProps/custom.xml")?.map(|tree| properties(&tree)).unwrap_or_default();
        let named = |name: &String| name.starts_with("customXml/item") && !name.contains("Props");
        let mut custom = Vec::new();
        for name in zip.names().into_iter().filter(named).take(MOST_CUSTOM) {
            custom.extend(part(&mut zip, &name)?);
        }
        Ok(Self {
            document,
            footnotes: footnotes?,
            endnotes: endnotes?,
            styles: styles?,
            numbering: numbering?,
            properties,
            custom,
            links: links(&related),
            note_links,
        })
    }
}

/// Where a part refers to.
struct Relationship {
    id: String,
    /// The last word of its type's address.
    kind: String,
    target: String,
    is_external: bool,
}

/// Whether an archive holds a Word document, by its names.
pub(crate) fn is_word(zip: &mut Zip<'_>) -> bool {
    // Spreadsheets and slides are packed alike, and call it otherwise.
    let is_document =
        |main: &String| main.rsplit('/').next().is_some_and(|name| name.starts_with("document"));
    main_part(zip).is_ok_and(|main| is_document(&main) && zip.has(&main))
}

/// The name of the part that holds the text.
fn main_part(zip: &mut Zip<'_>) -> Result<String, String> {
    let related = relationships(zip, "")?;
    let main = related.into_iter().find(|one| one.kind == "officeDocument").map(|one| one.target);
    let main = main.map(|target| target.trim_start_matches('/').to_owned());
    Ok(main.unwrap_or_else(|| "word/document.xml".to_owned()))
}

fn relationships(zip: &mut Zip<'_>, of: &str) -> Result<Vec<Relationship>, String> {
    let (folder, name) = of.rsplit_once('/').unwrap_or(("", of));
    let folder = if folder.is_empty() { String::new() } else { format!("{folder}/") };
    let Some(tree) = part(zip, &format!("{folder}_rels/{name}.rels"))? else { return Ok(Vec::new()) };
    let own = tree.descendants(Tree::ROOT).filter(|node| tree.name(*node) == "Relationship");
    let read = own.filter_map(|node| {
        let text = |name: &str| tree.attribute(node, name).map(str::to_owned);
        Some(Relationship {
            id: text("Id")?,
            kind: text("Type")?.rsplit('/').next().unwrap_or_default().to_owned(),
            target: text("Target")?,
            is_external: text("TargetMode").as_deref() == Some("External"),
        })
    });
    Ok(read.collect())
}

/// Addresses of the web among relationships.
fn links(related: &[Relationship]) -> HashMap<String, String> {
    let is_link = |one: &&Relationship| {
        one.is_external && ["http://", "https://"].iter().any(|scheme| one.target.starts_with(scheme))
    };
    related.iter().filter(is_link).map(|one| (one.id.clone(), one.target.clone())).collect()
}

/// The name of a part as a part in `folder` calls it.
fn resolved(folder: &str, target: &str) -> String {
    match target.strip_prefix('/') {
        Some(absolute) => absolute.to_owned(),
        None if folder.is_empty() => target.to_owned(),
        None => format!("{folder}/{target}"),
    }
}

fn part(zip: &mut Zip<'_>, name: &str) -> Result<Option<Tree>, String> {
    let Some(bytes) = zip.read(name)? else { return Ok(None) };
    tree::xml::parse(&text_of(bytes)).map(Some).map_err(|reason| format!("{name} in it: {reason}"))
}

/// XML may be in UTF-16, which its first bytes tell.
fn text_of(bytes: Vec<u8>) -> String {
    let wide = |from: fn([u8; 2]) -> u16| {
        let units = bytes[2..].chunks_exact(2).map(|pair| from([pair[0], pair[1]]));
        char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
    };
    match bytes.get(..2) {
        Some([0xff, 0xfe]) => wide(u16::from_le_bytes),
        Some([0xfe, 0xff]) => wide(u16::from_be_bytes),
        _ => decode(bytes),
    }
}

fn properties(tree: &Tree) -> HashMap<String, String> {
    let own = tree.descendants(Tree::ROOT).filter(|node| tree.name(*node) == "property");
    own.filter_map(|node| Some((tree.attribute(node, "name")?.to_owned(), tree.text_below(node)))).collect()
}

/// The first child element of a name.
pub(super) fn child(tree: &Tree, node: NodeId, name: &str) -> Option<NodeId> {
    tree.elements(node).find(|child| tree.name(*child) == name)
}

/// The `val` of the child element of a name.
pub(super) fn value<'a>(tree: &'a Tree, node: NodeId, name: &str) -> Option<&'a str> {
    tree.attribute(child(tree, node, name)?, "val")
}

/// Whether a property that is on or off is on: it is there, and not said to be off.
pub(super) fn is_on(tree: &Tree, node: NodeId, name: &str) -> Option<bool> {
    let property = child(tree, node, name)?;
    Some(!matches!(tree.attribute(property, "val"), Some("0" | "false" | "off" | "none")))
}
