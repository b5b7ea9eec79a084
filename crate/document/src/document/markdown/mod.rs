//! Markdown with pandoc's citations, metadata and notes. Citations are shown by author and year, as pandoc shows them by
//! default; their keys are links to the works of the metadata and of the bibliographies that come with the file.

use pulldown_cmark::{Event, LinkType, Options, Parser, Tag, TagEnd};
use serde_json::Value;
use std::collections::HashSet;

use super::front_back_matter::ends_article;
use super::lists::ListPlace;
use super::{Anomaly, AnomalyKind, Input, Severity};
use crate::citation::Reference;
use crate::citation::entries::{is_dated, is_heading, is_prose};
use crate::citation::reference::{Read, of_entry, settle_authors};
use crate::markup::BlockKind;
use crate::markup::flow::{Flow, MarkKind};
use crate::markup::outline::Draft;
use citelight_types::text::person::Person;

mod cite;
mod inline;
mod library;
mod place;
mod surface;
mod yaml;

pub(crate) use cite::key_at;
use inline::{Atom, Inline, Notes, note_id};
use library::Library;
use place::Places;

/// A Markdown file, read.
#[derive(Default)]
pub(crate) struct Markdown {
    pub(crate) title: Option<String>,
    pub(crate) authors: Vec<Person>,
    pub(crate) year: Option<i32>,
    pub(crate) drafts: Vec<Draft>,
    pub(crate) read: Vec<Read>,
    /// Where the lists of references stand.
    pub(crate) lists: Vec<ListPlace>,
    pub(crate) anomalies: Vec<Anomaly>,
}

/// Whether a content reads as Markdown: metadata, headings or pandoc's citations where no markup begins it.
pub(crate) fn recognise(content: &str) -> bool {
    let content = content.trim_start_matches('\u{feff}').trim_start();
    let head: Vec<&str> = content.lines().take(400).collect();
    let is_heading = |line: &str| {
        let text = line.trim_start_matches('#');
        (1..=6).contains(&(line.len() - text.len())) && text.starts_with(' ')
    };
    let metadata =
        head.first() == Some(&"---") && head.iter().skip(1).any(|line| matches!(*line, "---" | "..."));
    let begins_as_markup = content.starts_with(['<', '\\', '%', '{', '@']);
    metadata
        || !begins_as_markup
            && (head.iter().any(|line| is_heading(line) || line.contains("[@") || line.starts_with("```"))
                || head.windows(2).any(|pair| is_underline(pair[1]) && !pair[0].trim().is_empty()))
}

/// `=====` below the text of a heading.
fn is_underline(line: &str) -> bool {
    let line = line.trim_end();
    line.len() >= 3 && line.bytes().all(|byte| byte == b'=')
}

/// What is read beside CommonMark.
pub(crate) fn options() -> Options {
    Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_HEADING_ATTRIBUTES
        | Options::ENABLE_YAML_STYLE_METADATA_BLOCKS
        | Options::ENABLE_MATH
}

/// Reads a file.
pub(crate) fn read(input: &Input<'_>) -> Markdown {
    let mut walk = Walk { content: input.content, ..Walk::default() };
    let parser = Parser::new_ext(input.content, options());
    let defined: Vec<(String, String)> = parser
        .reference_definitions()
        .iter()
        .filter_map(|(label, link)| Some((label.strip_prefix('@')?.to_owned(), link.dest.to_string())))
        .collect();
    for (event, range) in parser.into_offset_iter() {
        walk.event(event, range);
    }
    walk.flush();
    let mut markdown = Markdown::default();
    let metadata = metadata(&walk.metadata, &mut markdown);
    let mut cited: Vec<String> = walk
        .blocks
        .iter()
        .flat_map(|block| block.inline.citations())
        .flat_map(|cited| cited.items)
        .map(|item| item.key)
        .collect();
    cited.extend(nocite(&metadata));
    let mut library = Library::new(&metadata, input.companions);
    for (key, identifier) in &defined {
        library.define(key, identifier);
    }
    for key in library.keep(&cited) {
        markdown.anomalies.push(Anomaly {
            kind: AnomalyKind::UnmatchedCitation,
            severity: Severity::Warning,
            place: format!("@{key}"),
            hint:
                "no bibliography that was given has an entry of this key: give the file's bibliography along"
                    .to_owned(),
        });
    }
    write(walk.blocks, &library, &Places::new(input.content), &mut markdown);
    settle_authors(&mut markdown.read);
    // The works of bibliographies make a list at the end.
    let works = library.into_reads();
    if !works.is_empty() {
        let list = markdown.lists.len() as u32;
        let made = works.into_iter().map(|read| in_list(read, list));
        markdown.read.splice(0..0, made);
        markdown.lists.push(ListPlace { at: markdown.drafts.len(), ..ListPlace::default() });
    }
    markdown
}

/// Keys in the metadata's `nocite`.
fn nocite(metadata: &Value) -> Vec<String> {
    let text = metadata.get("nocite").and_then(Value::as_str).unwrap_or_default();
    let found = cite::citations(text, &std::collections::HashSet::new());
    found.into_iter().flat_map(|cited| cited.items).map(|item| item.key).collect()
}

/// Reads the metadata, and from it what the document says of itself.
fn metadata(yaml: &str, markdown: &mut Markdown) -> Value {
    if yaml.trim().is_empty() {
        return Value::Null;
    }
    let value = match yaml::read(yaml) {
        Ok(value) => value,
        Err(error) => {
            markdown.anomalies.push(Anomaly {
                kind: AnomalyKind::ConverterError,
                severity: Severity::Warning,
                place: "metadata".to_owned(),
                hint: format!(
                    "the metadata is no valid YAML, so title, authors and references in it were not read: {error}"
                ),
            });
            return Value::Null;
        }
    };
    let title = value.get("title").and_then(Value::as_str);
    markdown.title = title.map(|title| title.split_whitespace().collect::<Vec<_>>().join(" "));
    markdown.year = ["date", "year", "issued"].iter().find_map(|name| library::year(value.get(name)?));
    let authors = value.get("author").or_else(|| value.get("authors")).unwrap_or(&Value::Null);
    markdown.authors = match authors {
        Value::Array(authors) => authors.iter().filter_map(library::person).collect(),
        Value::Null => Vec::new(),
        one => library::person(one).into_iter().collect(),
    };
    value
}

/// Level of a heading that is nothing but a line in bold type.
const LOWEST_HEADING: u8 = 6;
/// Blocks that are read to decide whether a heading stands over a reference list.
const READ: usize = 12;

/// A block before its citations are written out.
struct Block {
    kind: BlockKind,
    inline: Inline,
    /// Label of the note that it is.
    note: Option<String>,
    /// Number of the item of an ordered list.
    number: Option<u64>,
}

/// Blocks being collected from the parser's events.
#[derive(Default)]
struct Walk<'a> {
    content: &'a str,
    blocks: Vec<Block>,
    inline: Inline,
    metadata: String,
    in_metadata: bool,
    /// Code blocks and blocks of HTML, of which nothing is read.
    silent: bool,
    heading: Option<u8>,
    note: Option<String>,
    /// Lists that are open: the number of the next item, if they count.
    lists: Vec<Option<u64>>,
    number: Option<u64>,
    in_table: bool,
    /// The block begins in bold type; what stands in it.
    bold: bool,
    bold_text: String,
    /// Inside `[@key]` of a key that the file defines.
    in_defined: bool,
    /// The block begins with an image: its text is a caption.
    image: bool,
    /// `::: abstract`, `::: caption` and whatever else is fenced off.
    divisions: Vec<String>,
}

impl Walk<'_> {
    fn event(&mut self, event: Event<'_>, range: std::ops::Range<usize>) {
        match event {
            // `[@key]` is a link to CommonMark where the file defines the key.
            Event::Start(Tag::Link { link_type: LinkType::Shortcut, .. })
                if self.content.get(range.start..).is_some_and(|rest| rest.starts_with("[@")) =>
            {
                self.inline.push("[", range.start..range.start + 1, self.content);
                self.in_defined = true;
            }
            Event::End(TagEnd::Link) if std::mem::take(&mut self.in_defined) => {
                self.inline.push("]", range.end - 1..range.end, self.content);
            }
            Event::Start(tag) => self.start(tag, range),
            Event::End(tag) => self.end(tag),
            Event::Text(text) if self.in_metadata => self.metadata.push_str(&text),
            Event::Text(_) | Event::Code(_) if self.silent => {}
            Event::Text(text) => self.inline.push_with_raised(&text, range, self.content),
            Event::Code(code) => self.inline.push_atom(Atom::Code(code.into_string()), range.start),
            Event::InlineMath(tex) => self.inline.push_atom(Atom::Math(tex.trim().to_owned()), range.start),
            Event::DisplayMath(tex) => {
                self.flush();
                self.inline.push_atom(Atom::Math(format!("${}$", tex.trim())), range.start);
                self.flush_as(BlockKind::Math);
            }
            Event::FootnoteReference(label) => {
                self.inline.push_atom(Atom::Note(label.into_string()), range.start)
            }
            Event::SoftBreak => self.soft_break(range),
            Event::HardBreak => self.inline.push_atom(Atom::Break, range.start),
            Event::InlineHtml(tag) => match &*tag {
                "<sup>" => self.inline.begin_raised(),
                "</sup>" => self.inline.end_raised(),
                _ => {}
            },
            Event::Html(_) | Event::Rule | Event::TaskListMarker(_) => {}
        }
    }

    fn start(&mut self, tag: Tag<'_>, range: std::ops::Range<usize>) {
        match tag {
            Tag::Paragraph if !self.in_table => self.flush(),
            Tag::Heading { level, .. } => {
                self.flush();
                self.heading = Some(level as u8);
            }
            Tag::CodeBlock(_) | Tag::HtmlBlock => {
                self.flush();
                self.silent = true;
            }
            Tag::MetadataBlock(_) => self.in_metadata = true,
            Tag::List(first) => {
                self.flush();
                self.lists.push(first);
            }
            Tag::Item => {
                self.flush();
                self.number = self.lists.last().copied().flatten();
                if let Some(Some(next)) = self.lists.last_mut() {
                    *next += 1;
                }
            }
            Tag::FootnoteDefinition(label) => {
                self.flush();
                self.note = Some(label.into_string());
            }
            Tag::Table(_) => {
                self.flush();
                self.in_table = true;
            }
            Tag::TableRow if !self.inline.is_blank() => self.inline.push("\n", range.start..range.start, ""),
            Tag::TableCell if !self.inline.is_blank() && !self.inline.text().ends_with('\n') => {
                self.inline.push(" | ", range.start..range.start, "");
            }
            Tag::Image { .. } => self.image |= self.inline.is_blank(),
            Tag::Emphasis => self.inline.begin_italic(),
            Tag::Strong => self.bold |= self.inline.is_blank(),
            Tag::BlockQuote(_) => self.flush(),
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Paragraph | TagEnd::Item | TagEnd::BlockQuote(_) => self.flush(),
            TagEnd::Heading(_) => {
                self.flush();
                self.heading = None;
            }
            TagEnd::CodeBlock | TagEnd::HtmlBlock => self.silent = false,
            TagEnd::MetadataBlock(_) => {
                self.in_metadata = false;
                self.metadata.push('\n');
            }
            TagEnd::List(_) => {
                self.flush();
                self.lists.pop();
            }
            TagEnd::FootnoteDefinition => {
                self.flush();
                self.note = None;
            }
            TagEnd::Table => {
                self.flush_as(BlockKind::Table);
                self.in_table = false;
            }
            TagEnd::Emphasis => self.inline.end_italic(),
            TagEnd::Strong if self.bold => self.bold_text = self.inline.text().trim().to_owned(),
            _ => {}
        }
    }

    /// A line ends; fences of divisions stand on lines of their own, whatever paragraph they touch.
    fn soft_break(&mut self, range: std::ops::Range<usize>) {
        if self.inline.text().trim_start().starts_with(":::") {
            self.flush();
        } else {
            self.inline.push("\n", range.start..range.start + 1, self.content);
        }
    }

    fn flush(&mut self) {
        let kind = match (self.heading, &self.note) {
            (Some(level), _) => BlockKind::Heading(level),
            (None, Some(_)) => BlockKind::Footnote,
            _ if self.image || self.divisions.iter().any(|name| name == "caption") => BlockKind::Caption,
            _ if self.divisions.iter().any(|name| name == "abstract") => BlockKind::Abstract,
            _ if !self.lists.is_empty() => BlockKind::ListItem,
            _ => BlockKind::Paragraph,
        };
        self.flush_as(kind);
    }

    fn flush_as(&mut self, kind: BlockKind) {
        let inline = std::mem::take(&mut self.inline);
        self.image = false;
        self.bold = false;
        let bold = std::mem::take(&mut self.bold_text);
        // `**References**` on a line of its own.
        let is_heading = kind == BlockKind::Paragraph
            && !bold.is_empty()
            && bold == inline.text().trim()
            && (is_heading(&bold) || ends_article(&bold));
        let kind = if is_heading { BlockKind::Heading(LOWEST_HEADING) } else { kind };
        if inline.is_blank() {
            return;
        }
        if let Some(fence) = inline.text().trim().strip_prefix(":::") {
            self.fence(fence.trim_matches(':').trim());
            return;
        }
        let note = self.note.clone().filter(|_| kind == BlockKind::Footnote);
        self.blocks.push(Block { kind, inline, note, number: self.number });
    }

    /// `::: abstract`, `::: {.abstract}`, `:::`
    fn fence(&mut self, name: &str) {
        if name.is_empty() {
            self.divisions.pop();
        } else {
            let name = name.trim_matches(['{', '}', '.', ' ']).split_whitespace().next().unwrap_or_default();
            self.divisions.push(name.to_lowercase());
        }
    }
}

/// Writes the blocks out; entries of a printed reference list become references.
fn write(blocks: Vec<Block>, library: &Library, places: &Places<'_>, markdown: &mut Markdown) {
    let mut notes = Notes::default();
    let mut headings: Vec<(u8, String)> = Vec::new();
    let mut entries: Option<u8> = None;
    // The list that is being read.
    let mut list: Option<u32> = None;
    // A single heading of the first level at the start is the title, where the metadata has none.
    let firsts = blocks.iter().filter(|block| block.kind == BlockKind::Heading(1)).count();
    let titled = markdown.title.is_none()
        && firsts == 1
        && blocks.first().is_some_and(|block| block.kind == BlockKind::Heading(1));
    let over_lists: HashSet<usize> =
        (0..blocks.len()).filter(|index| is_over_list(&blocks, *index)).collect();
    for (index, block) in blocks.into_iter().enumerate() {
        let mut flows = inline::flows(&block.inline, library, places, &mut notes).into_iter();
        let Some((mut flow, _)) = flows.next() else { continue };
        if titled && index == 0 {
            markdown.title = Some(flow.text);
            continue;
        }
        let mut kind = block.kind;
        if let BlockKind::Heading(level) = &mut kind {
            *level -= u8::from(titled && *level > 1);
            headings.retain(|(above, _)| above < level);
            let over_list = over_lists.contains(&index);
            entries = if over_list { Some(*level) } else { entries.filter(|above| above < level) };
            list = list.filter(|_| entries.is_some() && !over_list);
        } else if entries.is_some() && matches!(kind, BlockKind::ListItem | BlockKind::Paragraph) {
            let own = *list.get_or_insert_with(|| {
                let heading = headings.last().map(|(_, text)| text.clone()).unwrap_or_default();
                markdown.lists.push(ListPlace { at: markdown.drafts.len(), heading, ..ListPlace::default() });
                markdown.lists.len() as u32 - 1
            });
            let count = markdown.read.last().filter(|last| last.reference.list == own);
            let number = count.map_or(0, |last| last.reference.number) + 1;
            let label = block.number.map(|number| format!("[{number}]"));
            markdown.read.push(in_list(of_entry(flow, label, number), own));
            continue;
        }
        if let Some(label) = &block.note {
            flow.mark(MarkKind::Note(vec![note_id(label)]), 0);
        }
        let section: Vec<String> = headings.iter().map(|(_, text)| text.clone()).collect();
        if let BlockKind::Heading(level) = kind {
            headings.push((level, flow.text.clone()));
        }
        push(&mut markdown.drafts, Draft { kind, section: section.clone(), flow, scope: 0 });
        for (mut flow, label) in flows {
            let ids = label.iter().map(|label| note_id(label)).collect();
            flow.mark(MarkKind::Note(ids), 0);
            push(
                &mut markdown.drafts,
                Draft { kind: BlockKind::Footnote, section: section.clone(), flow, scope: 0 },
            );
        }
    }
}

/// Whether a block is the heading of a reference list: what follows it does not mostly tell of works, as a section “Literature” may.
fn is_over_list(blocks: &[Block], index: usize) -> bool {
    let Some(Block { kind: BlockKind::Heading(level), inline, .. }) = blocks.get(index) else { return false };
    if !is_heading(inline.text().trim()) {
        return false;
    }
    let goes_on = |block: &&Block| !matches!(block.kind, BlockKind::Heading(other) if other <= *level);
    let below = blocks.iter().skip(index + 1).take_while(goes_on).take(READ);
    let texts = below.filter(|block| matches!(block.kind, BlockKind::ListItem | BlockKind::Paragraph));
    let (mut dated, mut prose) = (0, 0);
    for text in texts.map(|block| block.inline.text()) {
        dated += usize::from(is_dated(text));
        prose += usize::from(is_prose(text));
    }
    prose * 2 <= dated || prose == 0
}

fn in_list(read: Read, list: u32) -> Read {
    Read { reference: Reference { list, ..read.reference }, ..read }
}

fn push(drafts: &mut Vec<Draft>, draft: Draft) {
    if !Flow::is_blank(&draft.flow) {
        drafts.push(draft);
    }
}
