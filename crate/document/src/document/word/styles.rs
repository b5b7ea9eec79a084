//! What the styles and numberings of a Word document make of its paragraphs.

use std::collections::HashMap;

use super::package::{child, is_on, value};
use crate::markup::tree::{NodeId, Tree};

/// Styles that a style may rest on, one upon the other.
const MOST_BASES: usize = 12;
/// Names of the styles of entries: Word's, pandoc's and Zotero's, LibreOffice's, EndNote's, those of templates.
const ENTRY_STYLES: [&str; 6] =
    ["bibliography", "bibliography 1", "endnote bibliography", "references", "reference", "reference list"];
/// Levels of Word's headings.
const LEVELS: u8 = 9;

/// What a style, or a paragraph itself, says.
#[derive(Clone, Debug, Default)]
struct Style {
    name: String,
    base: Option<String>,
    outline: Option<u8>,
    numbering: Option<(String, u8)>,
    superscript: Option<bool>,
    bold: Option<bool>,
    italic: Option<bool>,
}

/// The styles of a document, by their ids.
#[derive(Debug, Default)]
pub(super) struct Styles(HashMap<String, Style>);

/// What a paragraph is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ParagraphKind {
    Title,
    /// Counted from 1.
    Heading(u8),
    Caption,
    Abstract,
    /// A line of a table of contents, of figures, of an index.
    Contents,
    Text,
}

/// How a stretch of text is set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Face {
    pub(super) bold: bool,
    pub(super) italic: bool,
    pub(super) superscript: bool,
}

impl Styles {
    pub(super) fn of(tree: Option<&Tree>) -> Self {
        let Some(tree) = tree else { return Self::default() };
        let styles = tree.descendants(Tree::ROOT).filter(|node| tree.name(*node) == "style");
        let read = styles.filter_map(|node| {
            let own = |name: &str| child(tree, node, name);
            let mut style = Style {
                name: value(tree, node, "name").unwrap_or_default().to_lowercase(),
                base: value(tree, node, "basedOn").map(str::to_owned),
                ..Style::default()
            };
            if let Some(properties) = own("pPr") {
                style.outline = outline(tree, properties);
                style.numbering = numbering_of(tree, properties);
            }
            if let Some(properties) = own("rPr") {
                style.superscript = superscript(tree, properties);
                style.bold = is_on(tree, properties, "b");
                style.italic = is_on(tree, properties, "i");
            }
            Some((tree.attribute(node, "styleId")?.to_owned(), style))
        });
        Self(read.collect())
    }

    /// A style and what it rests on.
    fn chain<'a>(&'a self, id: Option<&str>) -> impl Iterator<Item = &'a Style> {
        let first = id.and_then(|id| self.0.get(id));
        std::iter::successors(first, |style| self.0.get(style.base.as_deref()?)).take(MOST_BASES)
    }

    /// What a paragraph with these properties is.
    pub(super) fn kind(&self, tree: &Tree, properties: Option<NodeId>) -> ParagraphKind {
        let id = properties.and_then(|properties| value(tree, properties, "pStyle"));
        let own = properties.and_then(|properties| outline(tree, properties));
        for style in self.chain(id) {
            match style.name.as_str() {
                "title" => return ParagraphKind::Title,
                "abstract" => return ParagraphKind::Abstract,
                "caption" | "table caption" | "figure caption" | "image caption" => {
                    return ParagraphKind::Caption;
                }
                "toc heading" | "table of figures" => return ParagraphKind::Contents,
                name if name.starts_with("toc ") || name.starts_with("index ") => {
                    return ParagraphKind::Contents;
                }
                name => {
                    let level = name.strip_prefix("heading ").and_then(|level| level.trim().parse().ok());
                    if let Some(level) = level.filter(|level| (1..=LEVELS).contains(level)) {
                        return ParagraphKind::Heading(own.unwrap_or(level));
                    }
                }
            }
        }
        let outline = own.or_else(|| self.chain(id).find_map(|style| style.outline));
        match outline {
            // Level 10 is that of text.
            Some(level) if level <= LEVELS => ParagraphKind::Heading(level),
            _ => ParagraphKind::Text,
        }
    }

    /// Whether a paragraph's style is that of the entries of a reference list.
    pub(super) fn is_entry(&self, tree: &Tree, properties: Option<NodeId>) -> bool {
        let id = properties.and_then(|properties| value(tree, properties, "pStyle"));
        // Some programs write no styles beside the text.
        let is_named = id.is_some_and(|id| ENTRY_STYLES.contains(&id.to_lowercase().as_str()));
        is_named || self.chain(id).any(|style| ENTRY_STYLES.contains(&style.name.as_str()))
    }

    /// The numbering that a paragraph takes part in, and at which level.
    pub(super) fn numbering(&self, tree: &Tree, properties: Option<NodeId>) -> Option<(String, u8)> {
        let properties = properties?;
        let own = numbering_of(tree, properties);
        let id = value(tree, properties, "pStyle");
        // Number 0 takes a paragraph out of what its style says.
        own.or_else(|| self.chain(id).find_map(|style| style.numbering.clone())).filter(|(id, _)| id != "0")
    }

    /// How a run is set; `within` is the style of its paragraph.
    pub(super) fn face(&self, tree: &Tree, properties: Option<NodeId>, within: Option<&str>) -> Face {
        let id = properties.and_then(|properties| value(tree, properties, "rStyle"));
        let own = |name: &str| properties.and_then(|properties| is_on(tree, properties, name));
        let styled = |of: fn(&Style) -> Option<bool>| {
            self.chain(id).find_map(of).or_else(|| self.chain(within).find_map(of)).unwrap_or(false)
        };
        Face {
            bold: own("b").unwrap_or_else(|| styled(|style| style.bold)),
            italic: own("i").unwrap_or_else(|| styled(|style| style.italic)),
            superscript: properties
                .and_then(|properties| superscript(tree, properties))
                .unwrap_or_else(|| styled(|style| style.superscript)),
        }
    }
}

fn outline(tree: &Tree, properties: NodeId) -> Option<u8> {
    value(tree, properties, "outlineLvl")?.parse::<u8>().ok()?.checked_add(1)
}

fn superscript(tree: &Tree, properties: NodeId) -> Option<bool> {
    value(tree, properties, "vertAlign").map(|align| align == "superscript")
}

fn numbering_of(tree: &Tree, properties: NodeId) -> Option<(String, u8)> {
    let numbering = child(tree, properties, "numPr")?;
    let id = value(tree, numbering, "numId")?;
    let level = value(tree, numbering, "ilvl").and_then(|level| level.parse().ok()).unwrap_or(0);
    Some((id.to_owned(), level))
}

/// The numbers of numbered paragraphs, counted as they come.
#[derive(Debug, Default)]
pub(super) struct Numbering {
    /// The abstract numbering of each number.
    lists: HashMap<String, String>,
    /// By abstract numbering and level: whether it counts in digits, and from where.
    levels: HashMap<(String, u8), (bool, u32)>,
    /// By abstract numbering and level: the last number.
    counts: HashMap<(String, u8), u32>,
}

impl Numbering {
    pub(super) fn of(tree: Option<&Tree>) -> Self {
        let mut numbering = Self::default();
        let Some(tree) = tree else { return numbering };
        for node in tree.descendants(Tree::ROOT).filter(|node| tree.is_element(*node)) {
            match tree.name(node) {
                "num" => {
                    let own = tree.attribute(node, "numId").zip(value(tree, node, "abstractNumId"));
                    numbering.lists.extend(own.map(|(id, list)| (id.to_owned(), list.to_owned())));
                }
                "lvl" => {
                    let list = tree.ancestors(node).find_map(|above| tree.attribute(above, "abstractNumId"));
                    let level = tree.attribute(node, "ilvl").and_then(|level| level.parse().ok());
                    let Some((list, level)) = list.zip(level) else { continue };
                    let format = value(tree, node, "numFmt").unwrap_or_default();
                    let is_decimal = matches!(format, "decimal" | "decimalZero");
                    let start = value(tree, node, "start").and_then(|start| start.parse().ok()).unwrap_or(1);
                    numbering.levels.insert((list.to_owned(), level), (is_decimal, start));
                }
                _ => {}
            }
        }
        numbering
    }

    /// The number of the next paragraph of a numbering; none where it has a bullet or a letter.
    pub(super) fn next(&mut self, (id, level): &(String, u8)) -> Option<u32> {
        let list = self.lists.get(id)?;
        let place = (list.clone(), *level);
        let (is_decimal, start) = self.levels.get(&place).copied()?;
        let count = self.counts.get(&place).map_or(start, |last| last.saturating_add(1));
        // Deeper levels begin anew.
        for deeper in level.saturating_add(1)..=LEVELS {
            self.counts.remove(&(list.clone(), deeper));
        }
        self.counts.insert(place, count);
        is_decimal.then_some(count)
    }
}
