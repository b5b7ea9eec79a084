//! From the markup of a Word document to its paragraphs and tables, in reading order. What was deleted is left out, what was inserted
//! is kept.

use std::collections::HashMap;

use super::fields::{self, Field, Meaning};
use super::inline::{self, Inline, Segment};
use super::items::{Items, from_base64};
use super::package::{child, is_on, value};
use super::styles::{Face, Numbering, ParagraphKind, Styles};
use crate::citation::entries;
use crate::markup::tree::{NodeId, Step, Tree};

/// Bookmarks of Word's own, to which no author links.
const OWN_BOOKMARKS: [&str; 3] = ["_Toc", "_GoBack", "_Hlk"];
/// What a letter of the font Symbol shows.
const SYMBOL_LOWER: &str = "αβχδεφγηιϕκλμνοπθρστυϖωξψζ";
const SYMBOL_UPPER: &str = "ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ";

/// A paragraph or a table, read.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    pub(super) kind: PieceKind,
    pub(super) html: String,
    pub(super) text: String,
    /// All of its text is bold.
    pub(super) is_bold: bool,
    /// It belongs to the reference list that a field holds.
    pub(super) in_bibliography: bool,
    /// Its style is that of entries.
    pub(super) is_styled_entry: bool,
}

/// What a [`Piece`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PieceKind {
    Title,
    /// Counted from 1.
    Heading(u8),
    Abstract,
    Caption,
    Text,
    /// An item of a list, with its number if it has one.
    Item(Option<u32>),
    /// Its HTML is its rows.
    Table,
    Formula,
}

/// What a story (the text, the footnotes) is read with.
pub(super) struct Reader<'a> {
    pub(super) styles: &'a Styles,
    pub(super) numbering: &'a mut Numbering,
    pub(super) items: &'a mut Items,
    /// Properties of the document, by name: Zotero keeps there what its bookmarks cite.
    pub(super) properties: &'a HashMap<String, String>,
    /// Addresses of links.
    pub(super) links: &'a HashMap<String, String>,
    /// Notes in the order of their marks: whether it is an endnote, and its id.
    pub(super) notes: &'a mut Vec<(bool, String)>,
}

/// Something that began and whose end changes how text is read.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Open {
    Link(usize),
    Bibliography,
    Contents,
    Nothing,
}

/// A paragraph in the making.
#[derive(Default)]
struct Paragraph {
    segments: Vec<Segment>,
    properties: Option<NodeId>,
    style: Option<String>,
    in_bibliography: bool,
    /// The mark at its end was deleted: the next one goes on with it.
    goes_on: bool,
}

/// A cell of a table.
#[derive(Debug, Default)]
struct Cell {
    html: String,
    text: String,
    in_bibliography: bool,
}

struct Walk<'a, 'b> {
    tree: &'a Tree,
    reader: &'b mut Reader<'a>,
    pieces: Vec<Piece>,
    paragraphs: Vec<Paragraph>,
    /// Pieces of text boxes, until the paragraph that they are anchored in has ended.
    boxes: Vec<Piece>,
    /// What goes on in the next paragraph.
    carried: Vec<Segment>,
    face: Face,
    links: Vec<Meaning>,
    fields: Vec<(Field, Open)>,
    /// Elements that opened something.
    elements: Vec<(NodeId, Open)>,
    /// Bookmarks of Zotero that are open, by their ids.
    bookmarks: Vec<(String, Open)>,
    /// Rows of the outermost table, and how deep tables are nested.
    rows: Vec<Vec<Cell>>,
    tables: usize,
}

/// Reads what is below a node.
pub(super) fn read<'a>(tree: &'a Tree, root: NodeId, reader: &mut Reader<'a>) -> Vec<Piece> {
    let mut walk = Walk {
        tree,
        reader,
        pieces: Vec::new(),
        paragraphs: Vec::new(),
        boxes: Vec::new(),
        carried: Vec::new(),
        face: Face::default(),
        links: Vec::new(),
        fields: Vec::new(),
        elements: Vec::new(),
        bookmarks: Vec::new(),
        rows: Vec::new(),
        tables: 0,
    };
    tree.walk(root, |step| match step {
        Step::Enter(node) => walk.enter(node),
        Step::Leave(node) => {
            walk.leave(node);
            true
        }
    });
    walk.pieces
}

impl Walk<'_, '_> {
    /// Whether what is in a node is read.
    fn enter(&mut self, node: NodeId) -> bool {
        let tree = self.tree;
        if let Some(text) = tree.text(node) {
            self.text(node, text);
            return false;
        }
        match tree.name(node) {
            // Deleted, moved away, what stands for something that is read, properties.
            "del" | "moveFrom" | "Fallback" | "sectPr" | "sdtPr" | "sdtEndPr" | "tblPr" | "tblGrid"
            | "trPr" | "tcPr" | "rt" | "rPr" | "pPr" => return false,
            "p" => self.begin_paragraph(node),
            "r" => {
                let properties = child(tree, node, "rPr");
                if properties.and_then(|own| is_on(tree, own, "vanish")) == Some(true) {
                    // A field begins and ends in hidden text, too.
                    return tree
                        .elements(node)
                        .any(|inner| matches!(tree.name(inner), "fldChar" | "instrText"));
                }
                let style = self.paragraphs.last().and_then(|paragraph| paragraph.style.clone());
                self.face = self.reader.styles.face(tree, properties, style.as_deref());
            }
            "tab" | "ptab" => self.push(Inline::Text("\t".to_owned())),
            "br" | "cr" => self.push(Inline::Break),
            "noBreakHyphen" => self.push(Inline::Text("\u{2011}".to_owned())),
            "sym" => self.symbol(node),
            "fldChar" => self.field_character(node),
            "fldSimple" => {
                let mut field = Field::default();
                field.push(tree.attribute(node, "instr").unwrap_or_default());
                let open = self.open_meaning(&field);
                self.elements.push((node, open));
            }
            "sdt" => {
                let open = self.control(node);
                self.elements.push((node, open));
            }
            "hyperlink" => {
                let address = tree.attribute(node, "id").and_then(|id| self.reader.links.get(id)).cloned();
                let meaning = match (address, tree.attribute(node, "anchor")) {
                    (Some(address), _) => Meaning::Address(address),
                    (None, Some(anchor)) => Meaning::Place(anchor.to_owned()),
                    (None, None) => Meaning::Text,
                };
                let open = self.opened(meaning);
                self.elements.push((node, open));
            }
            "bookmarkStart" => self.begin_bookmark(node),
            "bookmarkEnd" => {
                let id = tree.attribute(node, "id").unwrap_or_default();
                self.bookmarks.retain(|(own, _)| own != id);
            }
            "footnoteReference" | "endnoteReference" => self.note_mark(node),
            "oMath" => {
                self.push(Inline::Formula(tree.words_below(node, 4_000)));
                return false;
            }
            "tbl" => self.tables += 1,
            "tr" if self.tables == 1 => self.rows.push(Vec::new()),
            "tc" if self.tables == 1 => {
                if let Some(row) = self.rows.last_mut() {
                    row.push(Cell::default());
                }
            }
            _ => {}
        }
        true
    }

    fn leave(&mut self, node: NodeId) {
        match self.tree.name(node) {
            "p" => self.end_paragraph(),
            "r" => self.face = Face::default(),
            "fldSimple" | "sdt" | "hyperlink" => {
                self.elements.pop();
            }
            "tbl" => {
                self.tables = self.tables.saturating_sub(1);
                if self.tables == 0 {
                    let rows = std::mem::take(&mut self.rows);
                    self.end_table(&rows);
                }
            }
            _ => {}
        }
    }

    fn text(&mut self, node: NodeId, text: &str) {
        let Some(parent) = self.tree.parent(node) else { return };
        match self.tree.name(parent) {
            "t" => self.push(Inline::Text(text.to_owned())),
            "instrText" => {
                if let Some((field, _)) = self.fields.last_mut().filter(|(field, _)| field.meaning.is_none())
                {
                    field.push(text);
                }
            }
            _ => {}
        }
    }

    /// Everything that is open, the outermost first.
    fn open(&self) -> impl Iterator<Item = &Open> {
        let elements = self.elements.iter().map(|(_, open)| open);
        let fields = self.fields.iter().map(|(_, open)| open);
        elements.chain(fields).chain(self.bookmarks.iter().map(|(_, open)| open))
    }

    fn push(&mut self, content: Inline) {
        let hidden = self.fields.iter().any(|(field, _)| field.meaning.is_none())
            || self.open().any(|open| *open == Open::Contents);
        if hidden {
            return;
        }
        let is_citation = |link: &usize| matches!(self.links.get(*link), Some(Meaning::Citation(_)));
        let links: Vec<usize> = self
            .open()
            .filter_map(|open| if let Open::Link(link) = open { Some(*link) } else { None })
            .collect();
        // Programs link the numbers in a citation to entries: the whole is the citation.
        let link = links.iter().find(|link| is_citation(link)).or(links.last()).copied();
        let in_bibliography = self.open().any(|open| *open == Open::Bibliography);
        // The mark of a note is raised anyway.
        let face = if matches!(content, Inline::Note(_)) { Face::default() } else { self.face };
        match self.paragraphs.last_mut() {
            Some(paragraph) => {
                paragraph.in_bibliography |= in_bibliography;
                paragraph.segments.push(Segment { content, face, link });
            }
            // Pandoc sets its bookmarks between paragraphs: they mark the next one.
            None if matches!(content, Inline::Place(_)) => self.carried.push(Segment { content, face, link }),
            None => {}
        }
    }

    fn symbol(&mut self, node: NodeId) {
        let code = self.tree.attribute(node, "char").and_then(|code| u32::from_str_radix(code, 16).ok());
        let Some(code) = code else { return };
        // Symbol fonts stand in a private area.
        let is_private = (0xf000..=0xf0ff).contains(&code);
        let is_greek = self.tree.attribute(node, "font") == Some("Symbol");
        let letter = |from: u32, letters: &str| letters.chars().nth((code - 0xf000 - from) as usize);
        let shown = match code {
            0xf061..=0xf07a if is_greek => letter(0x61, SYMBOL_LOWER),
            0xf041..=0xf05a if is_greek => letter(0x41, SYMBOL_UPPER),
            0xf0b1 if is_greek => Some('±'),
            0xf0b0 if is_greek => Some('°'),
            0xf0b4 if is_greek => Some('×'),
            0xf0a3 if is_greek => Some('≤'),
            0xf0b3 if is_greek => Some('≥'),
            0xf0bb if is_greek => Some('≈'),
            0xf02d if is_greek => Some('−'),
            _ if is_private => None,
            other => char::from_u32(other),
        };
        if let Some(c) = shown {
            self.push(Inline::Text(c.to_string()));
        }
    }

    fn opened(&mut self, meaning: Meaning) -> Open {
        match meaning {
            Meaning::Bibliography => Open::Bibliography,
            Meaning::Contents => Open::Contents,
            Meaning::Text => Open::Nothing,
            link => {
                self.links.push(link);
                Open::Link(self.links.len() - 1)
            }
        }
    }

    fn open_meaning(&mut self, field: &Field) -> Open {
        let meaning = fields::meaning(field, self.reader.items);
        self.opened(meaning)
    }

    /// Where a complex field begins, its instruction ends, and it ends.
    fn field_character(&mut self, node: NodeId) {
        match self.tree.attribute(node, "fldCharType") {
            Some("begin") => {
                let data = child(self.tree, node, "fldData").map(|data| self.tree.text_below(data));
                let field = Field { data: data.unwrap_or_default(), ..Field::default() };
                self.fields.push((field, Open::Nothing));
            }
            Some("separate") => {
                let Some((mut field, _)) = self.fields.pop() else { return };
                let open = self.open_meaning(&field);
                field.meaning = Some(Meaning::Text);
                self.fields.push((field, open));
            }
            Some("end") => {
                let Some((ended, _)) = self.fields.pop() else { return };
                // EndNote puts a field into another one's instruction that does nothing but carry its data.
                let carries = ended.instruction.trim().to_ascii_uppercase().starts_with("ADDIN EN.CITE.DATA");
                if let Some((around, _)) = self.fields.last_mut().filter(|_| carries)
                    && around.meaning.is_none()
                    && from_base64(&around.data).is_none_or(|data| data.trim().is_empty())
                {
                    around.data = ended.data;
                }
            }
            _ => {}
        }
    }

    /// What a content control is.
    fn control(&mut self, node: NodeId) -> Open {
        let Some(properties) = child(self.tree, node, "sdtPr") else { return Open::Nothing };
        let tag = value(self.tree, properties, "tag").unwrap_or_default();
        let meaning = fields::tagged(tag, self.reader.items);
        self.opened(meaning)
    }

    fn begin_bookmark(&mut self, node: NodeId) {
        let name = self.tree.attribute(node, "name").unwrap_or_default();
        if name.starts_with("ZOTERO_BREF_") {
            let id = self.tree.attribute(node, "id").unwrap_or_default().to_owned();
            let content = property(self.reader.properties, name);
            let meaning = fields::addin(&content, "", self.reader.items);
            let open = self.opened(meaning);
            self.bookmarks.push((id, open));
        } else if !name.is_empty() && !OWN_BOOKMARKS.iter().any(|own| name.starts_with(own)) {
            self.push(Inline::Place(name.to_owned()));
        }
    }

    fn note_mark(&mut self, node: NodeId) {
        let is_endnote = self.tree.name(node) == "endnoteReference";
        let Some(id) = self.tree.attribute(node, "id") else { return };
        self.reader.notes.push((is_endnote, id.to_owned()));
        self.push(Inline::Note(self.reader.notes.len()));
    }

    fn begin_paragraph(&mut self, node: NodeId) {
        let properties = child(self.tree, node, "pPr");
        let style = properties.and_then(|own| value(self.tree, own, "pStyle")).map(str::to_owned);
        let mark = properties.and_then(|own| child(self.tree, own, "rPr"));
        let goes_on = mark.is_some_and(|mark| child(self.tree, mark, "del").is_some());
        let segments =
            if self.paragraphs.is_empty() { std::mem::take(&mut self.carried) } else { Vec::new() };
        self.paragraphs.push(Paragraph { segments, properties, style, in_bibliography: false, goes_on });
    }

    fn end_paragraph(&mut self) {
        let Some(paragraph) = self.paragraphs.pop() else { return };
        if self.paragraphs.is_empty() {
            // An instruction ends in its paragraph: what does not end would hide the rest of the text.
            self.fields.retain(|(field, _)| field.meaning.is_some());
        }
        if paragraph.goes_on && self.paragraphs.is_empty() {
            self.carried = paragraph.segments;
            return;
        }
        let piece = self.piece(&paragraph);
        if self.tables > 0 {
            if let (Some(cell), Some(piece)) = (self.rows.last_mut().and_then(|row| row.last_mut()), piece) {
                if !cell.html.is_empty() {
                    cell.html.push_str("<br>");
                    cell.text.push(' ');
                }
                cell.html.push_str(&piece.html);
                cell.text.push_str(&piece.text);
                cell.in_bibliography |= piece.in_bibliography;
            }
        } else if self.paragraphs.is_empty() {
            self.pieces.extend(piece);
            self.pieces.append(&mut self.boxes);
        } else {
            self.boxes.extend(piece);
        }
    }

    /// A table as a piece, or each of its rows as one where it is a numbered reference list, as Word sets those of IEEE's style.
    fn end_table(&mut self, rows: &[Vec<Cell>]) {
        let is_under_heading = self.pieces.last().is_some_and(|piece| entries::is_heading(&piece.text));
        let filled: Vec<&[Cell]> = rows
            .iter()
            .map(Vec::as_slice)
            .filter(|row| row.iter().any(|cell| !cell.html.is_empty()))
            .collect();
        let is_entry = |(row, number): (&&[Cell], u32)| match row {
            [label, entry] => {
                let digits = label.text.trim_matches(|c: char| !c.is_alphanumeric());
                digits.parse() == Ok(number) && (is_under_heading || entry.in_bibliography)
            }
            _ => false,
        };
        if !filled.is_empty() && filled.iter().zip(1..).all(is_entry) {
            let entry = |row: &&[Cell]| Piece {
                kind: PieceKind::Text,
                html: row.iter().map(|cell| cell.html.as_str()).collect::<Vec<_>>().join(" "),
                text: row.iter().map(|cell| cell.text.as_str()).collect::<Vec<_>>().join(" "),
                is_bold: false,
                in_bibliography: row.iter().any(|cell| cell.in_bibliography),
                is_styled_entry: false,
            };
            self.pieces.extend(filled.iter().map(entry));
            return;
        }
        let html: String = rows
            .iter()
            .map(|row| {
                let cells: String = row.iter().map(|cell| format!("<td>{}</td>", cell.html)).collect();
                format!("<tr>{cells}</tr>")
            })
            .collect();
        if !html.is_empty() {
            self.pieces.push(Piece {
                kind: PieceKind::Table,
                html,
                text: String::new(),
                is_bold: false,
                in_bibliography: false,
                is_styled_entry: false,
            });
        }
    }

    /// A paragraph as a piece; none if there is nothing in it to read.
    fn piece(&mut self, paragraph: &Paragraph) -> Option<Piece> {
        let (styles, tree) = (self.reader.styles, self.tree);
        let number = styles.numbering(tree, paragraph.properties).map(|own| self.reader.numbering.next(&own));
        let text = inline::text(&paragraph.segments);
        let has_places = paragraph.segments.iter().any(|segment| matches!(segment.content, Inline::Place(_)));
        if text.is_empty() {
            // A place at the beginning of what follows.
            if has_places && self.paragraphs.is_empty() {
                self.carried = paragraph.segments.clone();
            }
            return None;
        }
        let kind = match styles.kind(tree, paragraph.properties) {
            ParagraphKind::Contents => return None,
            ParagraphKind::Title => PieceKind::Title,
            ParagraphKind::Heading(level) => PieceKind::Heading(level),
            ParagraphKind::Caption => PieceKind::Caption,
            ParagraphKind::Abstract => PieceKind::Abstract,
            ParagraphKind::Text => match number {
                Some(number) => PieceKind::Item(number),
                None if is_formula(&paragraph.segments) => PieceKind::Formula,
                None => PieceKind::Text,
            },
        };
        let is_bold = paragraph.segments.iter().all(|segment| match &segment.content {
            Inline::Text(text) => segment.face.bold || text.trim().is_empty(),
            _ => true,
        });
        let html = inline::html(&paragraph.segments, &self.links);
        Some(Piece {
            kind,
            html: html.trim().to_owned(),
            text,
            is_bold,
            in_bibliography: paragraph.in_bibliography,
            is_styled_entry: styles.is_entry(tree, paragraph.properties),
        })
    }
}

fn is_formula(segments: &[Segment]) -> bool {
    let mut formulas = 0;
    let alone = segments.iter().all(|segment| match &segment.content {
        Inline::Formula(_) => {
            formulas += 1;
            true
        }
        Inline::Text(text) => text.trim().is_empty(),
        _ => true,
    });
    alone && formulas == 1
}

/// A property that is kept in parts, `NAME_1`, `NAME_2`: Word's hold 255 characters each.
fn property(properties: &HashMap<String, String>, name: &str) -> String {
    let parts = (1..).map_while(|part| properties.get(&format!("{name}_{part}")));
    parts.take(100_000).map(String::as_str).collect()
}
