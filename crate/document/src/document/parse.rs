//! From an input to a document.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::anchors::{self, Anchor};
use super::footnotes::{self, Footnotes, WorksCited};
use super::html::Html;
use super::jats::{self, Jats};
use super::latexml::{self, Latexml};
use super::lists::{self, ListPlace};
use super::printed_list::{self, PrintedList};
use super::tei::{self, Tei};
use super::{Document, Format, bibliography, latex, markdown, metadata, sentences, text, verifier};
use crate::citation::entries::{self, Entry};
use crate::citation::map::{self, MapBlock};
use crate::citation::reference::{self, Read};
use crate::citation::{Reference, Scope};
use crate::markup::flow::{Flow, MarkKind};
use crate::markup::outline::{Dialect, Draft, Outline, outline};
use crate::markup::tree::{NodeId, Tree};
use crate::markup::{Block, BlockKind, outline, tree};

/// What is to be parsed.
#[derive(Clone, Copy, Debug)]
pub struct Input<'a> {
    /// The markup or text itself.
    pub content: &'a str,
    /// Where it came from (URL or file name): decides nothing, helps adapters and messages.
    pub origin: &'a str,
    /// Ignore links between citations and references (for measuring the mapper).
    pub hide_links: bool,
    /// Files that belong to it: what LaTeX includes, bibliographies.
    pub companions: &'a [Companion<'a>],
}

/// A file that an input refers to or is to be read with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Companion<'a> {
    /// Its path, relative to the input's folder: `sections/intro.tex`, `references.bib`.
    pub name: &'a str,
    /// What it holds.
    pub content: &'a str,
}

impl<'a> Input<'a> {
    /// An input that stands alone, its links to be used.
    pub const fn new(content: &'a str, origin: &'a str) -> Self {
        Self { content, origin, hide_links: false, companions: &[] }
    }

    /// The same, its links to be ignored.
    pub const fn without_links(self) -> Self {
        Self { hide_links: true, ..self }
    }

    /// The same, to be read with these files.
    pub const fn with(self, companions: &'a [Companion<'a>]) -> Self {
        Self { companions, ..self }
    }
}

/// Why an input could not become a document.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseError {
    /// Nothing in it.
    #[error("{origin} is empty: open the page fully, or choose another file")]
    Empty {
        /// Where it came from.
        origin: String,
    },
    /// Too deeply nested or too large.
    #[error("{origin} could not be parsed: {reason}")]
    Unreadable {
        /// Where it came from.
        origin: String,
        /// Why, and what to do.
        reason: String,
    },
}

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
    let xml = head.contains("<tei")
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
    let roots = page.roots(&tree);
    let parts =
        Parts { tree: &tree, found: &found, apart: &apart, roots, replies: Vec::new(), format: Format::Html };
    Ok(assemble(&parts, printed, &page, input.hide_links))
}

fn xml(input: &Input<'_>) -> Result<Document, String> {
    let mut tree = tree::xml::parse(input.content)?;
    if tei::is_tei(&tree) {
        return Ok(tei(&tree, input.hide_links));
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
    drop_back_matter(&mut drafts);
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
    fill(&mut document, source.drafts, &source.read, &scopes, links_of(input.hide_links));
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

/// A tree and what was found out about it before it is walked.
pub(crate) struct Parts<'a> {
    pub(crate) tree: &'a Tree,
    pub(crate) found: &'a [Entry],
    /// What is no part of the blocks: the reference list.
    pub(crate) apart: &'a HashSet<NodeId>,
    pub(crate) roots: Vec<NodeId>,
    /// What belongs to the document and has a reference list of its own: replies.
    pub(crate) replies: Vec<NodeId>,
    pub(crate) format: Format,
}

/// Walks the tree, reads the references, maps the citations, checks the result.
pub(crate) fn assemble(
    parts: &Parts<'_>,
    printed: Option<PrintedList>,
    dialect: &dyn Dialect,
    hide_links: bool,
) -> Document {
    let read = reference::read(parts.tree, parts.found, dialect);
    let nodes: Vec<NodeId> = parts.found.iter().map(|entry| entry.node).collect();
    assemble_read(parts, &nodes, read, printed, dialect, hide_links)
}

/// [`assemble`] with references that were read already, each from one of `nodes`.
fn assemble_read(
    parts: &Parts<'_>,
    nodes: &[NodeId],
    mut read: Vec<Read>,
    printed: Option<PrintedList>,
    dialect: &dyn Dialect,
    hide_links: bool,
) -> Document {
    let mut outline = outline(parts.tree, &parts.roots, parts.apart, dialect);
    let mut starts = Vec::new();
    for reply in &parts.replies {
        let own = outline::outline(parts.tree, &[*reply], parts.apart, dialect);
        let before = outline.drafts.len();
        starts.push(before);
        outline.drafts.extend(own.drafts);
        outline.left_out.extend(own.left_out.into_iter().map(|(node, at)| (node, at + before)));
    }
    let places = places(parts, nodes, &read, &outline);
    if let Some(list) = printed {
        read = list.take_from(&mut outline.drafts);
    }
    let scopes = lists::arrange(&mut outline.drafts, places, &starts, &mut read);
    drop_front_matter(&mut outline.drafts);
    drop_back_matter(&mut outline.drafts);
    let mut document = Document { format: parts.format, title: outline.title, ..Document::default() };
    let links = if hide_links { Links::Hidden } else { Links::Among(anchors::of(parts.tree)) };
    fill(&mut document, outline.drafts, &read, &scopes, links);
    metadata::fill(&mut document, parts.tree);
    verifier::finish(&mut document, Some(parts.tree));
    document
}

/// Where the lists of the entries stand, list by list.
fn places(parts: &Parts<'_>, nodes: &[NodeId], read: &[Read], outline: &Outline) -> Vec<ListPlace> {
    let tree = parts.tree;
    let mut places: Vec<ListPlace> = Vec::new();
    if read.iter().any(|entry| entry.reference.list as usize >= lists::MOST_LISTS) {
        return places;
    }
    for (node, entry) in nodes.iter().zip(read) {
        // The first entry of each list tells.
        if (entry.reference.list as usize) < places.len() {
            continue;
        }
        let above = || std::iter::once(*node).chain(tree.ancestors(*node));
        let at = above().find_map(|node| outline.left_out.get(&node).copied());
        let reply = parts.replies.iter().position(|reply| above().any(|node| node == *reply));
        let in_section = parts.format != Format::Html
            && tree.ancestors(*node).any(|above| {
                matches!(tree.name(above), "sec" | "app" | "section" | "div")
                    && tree.elements(above).any(|child| {
                        matches!(tree.name(child), "title" | "head")
                            || tree.classes(child).any(|class| class == "ltx_title_section")
                    })
            });
        let heading = entries::heading_of(tree, *node);
        places.push(ListPlace {
            at: at.unwrap_or(outline.drafts.len()),
            in_section,
            heading,
            part: reply.map_or(0, |reply| reply + 1),
        });
    }
    places
}

/// The entries that links lead to by their ids. Works of one entry share its id; entries of several lists may have the same.
fn targets(read: &[Read]) -> HashMap<&str, Vec<Vec<usize>>> {
    let mut targets: HashMap<&str, Vec<Vec<usize>>> = HashMap::new();
    for (index, entry) in read.iter().enumerate() {
        for alias in &entry.aliases {
            let own = targets.entry(alias).or_default();
            let first = |entries: &Vec<usize>| {
                entries.first().and_then(|first| read.get(*first)).map(|first| &first.reference)
            };
            // Within one list the first counts, as in a browser.
            let in_list = own
                .iter()
                .position(|entries| first(entries).is_some_and(|first| first.list == entry.reference.list));
            match in_list {
                None => own.push(vec![index]),
                Some(at) if first(&own[at]).is_some_and(|first| first.shares_entry(&entry.reference)) => {
                    own[at].push(index);
                }
                Some(_) => {}
            }
        }
    }
    targets
}

/// Ids tell entries apart, though two lists may count alike.
fn set_unique_ids(references: &mut [Reference]) {
    let mut taken: HashSet<String> = references.iter().map(|reference| reference.id.clone()).collect();
    let mut counts: HashMap<String, u32> = HashMap::new();
    for reference in references {
        let count = counts.entry(reference.id.clone()).or_insert(0);
        *count += 1;
        if *count == 1 {
            continue;
        }
        let own = std::mem::take(&mut reference.id);
        while !taken.insert(format!("{own}-{count}")) {
            *count += 1;
        }
        reference.id = format!("{own}-{count}");
    }
}

/// What is known of the links of a document.
pub(crate) enum Links<'a> {
    /// They are not to be used.
    Hidden,
    /// Those to entries alone.
    ToEntries,
    /// These are the places that links may lead to.
    Among(HashMap<&'a str, Anchor>),
}

/// Links of a document whose other places are not known.
pub(crate) fn links_of(hide: bool) -> Links<'static> {
    if hide { Links::Hidden } else { Links::ToEntries }
}

/// Maps the citations and makes blocks of the drafts.
pub(crate) fn fill(
    document: &mut Document,
    mut drafts: Vec<Draft>,
    read: &[Read],
    scopes: &[Scope],
    links: Links<'_>,
) {
    if !read.is_empty() {
        footnotes::numbered_notes(&mut drafts);
    }
    let notes = Footnotes::of(&drafts);
    // Without a reference list the notes themselves are the entries.
    let full = if read.is_empty() { footnotes::works_cited(&drafts) } else { WorksCited::default() };
    let read = if read.is_empty() { full.read.as_slice() } else { read };
    let targets = targets(read);
    document.references = read.iter().map(|entry| entry.reference.clone()).collect();
    set_unique_ids(&mut document.references);
    let mut to_map: Vec<MapBlock<'_>> = drafts
        .iter()
        .map(|draft| map_block(draft.kind, &draft.flow, &targets, scopes.get(draft.scope), &links))
        .collect();
    let entries_are_linked = to_map.iter().any(|block| !block.links.is_empty());
    for (index, (block, draft)) in to_map.iter_mut().zip(&drafts).enumerate() {
        block.note_marks = notes.marks(index, &draft.flow);
        block.made = full.made.get(&index).cloned().unwrap_or_default();
        block.scope = draft.scope;
        if let Links::Among(anchors) = &links {
            let to_entry = |id: &String| targets.contains_key(id.as_str());
            let leads_away = |id: &String| match anchors.get(id.as_str()) {
                Some(Anchor::Other) => true,
                // Where no link leads to an entry, the ids of the entries may not be known.
                Some(Anchor::Unclear) => entries_are_linked,
                None => false,
            };
            let away = draft.flow.marks.iter().filter(|mark| match &mark.kind {
                MarkKind::Link(ids) => !ids.iter().any(to_entry) && ids.iter().any(leads_away),
                _ => false,
            });
            let to_notes: HashSet<&Range<usize>> = block.note_marks.iter().map(|note| &note.range).collect();
            let away = away.map(|mark| mark.range.clone()).filter(|range| !to_notes.contains(range));
            block.elsewhere = away.collect();
        }
    }
    let mapped = map::map(&to_map, &document.references, scopes);
    let superscripts: Vec<_> = to_map.into_iter().map(|block| block.superscripts).collect();
    document.blocks =
        drafts.into_iter().zip(superscripts).map(|(draft, marks)| block(draft, &marks)).collect();
    document.style = mapped.style;
    document.citations = mapped.citations;
    document.citations.sort_by_key(|citation| (citation.block, citation.range.start, citation.range.end));
    if mapped.cut {
        document.anomalies.push(verifier::not_looked_for());
    }
    for (index, citation) in document.citations.iter_mut().enumerate() {
        citation.id = format!("c{index}");
        let block = document.blocks.get(citation.block);
        citation.sentence =
            block.and_then(|block| block.sentence_at(citation.range.start)).unwrap_or_default();
    }
}

/// A block with its sentences.
fn block(draft: Draft, superscripts: &[Range<usize>]) -> Block {
    let text = draft.flow.text;
    let sentences = match draft.kind {
        BlockKind::Math | BlockKind::Heading(_) => std::iter::once(0..text.len()).collect(),
        _ => sentences::sentences(&text, superscripts),
    };
    Block { kind: draft.kind, text, section: draft.section, sentences, origins: draft.flow.origins }
}

/// Drops what stands before the abstract or the first heading and is no prose: authors, affiliations, dates.
pub(crate) fn drop_front_matter(drafts: &mut Vec<Draft>) {
    let abstract_at = drafts.iter().position(|draft| draft.kind == BlockKind::Abstract);
    // What stands before the heading of the notes or the references is the article.
    let heading_at = drafts
        .iter()
        .position(|draft| matches!(draft.kind, BlockKind::Heading(_)))
        .filter(|at| drafts.get(*at).is_some_and(|draft| !ends_article(&draft.flow.text)));
    let Some(end) = abstract_at.or(heading_at) else { return };
    let is_prose = |text: &str| {
        text.len() > 250 && (text.contains(". ") || text.contains('。'))
            || text.len() > 120 && text.ends_with(['.', '。'])
    };
    let mut index = 0;
    drafts.retain(|draft| {
        index += 1;
        let front = index <= end && matches!(draft.kind, BlockKind::Paragraph | BlockKind::ListItem);
        !front || abstract_at.is_none() && is_prose(&draft.flow.text)
    });
}

/// Whether a heading stands over the notes or the references.
pub(crate) fn ends_article(heading: &str) -> bool {
    const NOTES: &[&str] = &[
        "notes",
        "endnotes",
        "footnotes",
        "anmerkungen",
        "fußnoten",
        "notas",
        "note",
        "примечания",
        "注释",
        "注",
    ];
    let heading = heading.trim().trim_end_matches(':').to_lowercase();
    NOTES.contains(&heading.as_str()) || entries::is_heading(&heading)
}

/// Drops the heading of the reference list, and sections of the page that are no part of the article.
pub(crate) fn drop_back_matter(drafts: &mut Vec<Draft>) {
    const SECTIONS: &[&str] = &[
        "share",
        "share and cite",
        "cite this article",
        "cite this",
        "cite as",
        "how to cite",
        "how to cite this article",
        "article metrics",
        "metrics",
        "article access statistics",
        "related articles",
        "related content",
        "recommended",
        "recommended articles",
        "similar articles",
        "cited by",
        "about this article",
        "rights and permissions",
        "download",
        "download citation",
        "download references",
        "comments",
        "permissions",
        "reprints and permissions",
        "citing articles",
        "keywords",
        "actions",
        "resources",
        "links to ncbi databases",
        "add to collections",
        "citation",
        "citations",
    ];
    let mut dropped: Option<u8> = None;
    drafts.retain(|draft| {
        if let BlockKind::Heading(level) = draft.kind {
            let text = draft.flow.text.trim_end_matches([':', '.']).to_lowercase();
            if dropped.is_some_and(|above| level <= above) {
                dropped = None;
            }
            if dropped.is_none() && SECTIONS.contains(&text.as_str()) {
                dropped = Some(level);
            }
            return dropped.is_none() && !entries::is_heading(&draft.flow.text);
        }
        dropped.is_none()
    });
}

/// A block's text and marks as the mapper wants them; no links and no hints of the markup if they are to be hidden.
fn map_block<'a>(
    kind: BlockKind,
    flow: &'a Flow,
    targets: &HashMap<&str, Vec<Vec<usize>>>,
    scope: Option<&Scope>,
    links: &Links<'_>,
) -> MapBlock<'a> {
    let hide_links = matches!(links, Links::Hidden);
    let mut block = MapBlock { kind: Some(kind), text: &flow.text, ..MapBlock::default() };
    for mark in &flow.marks {
        match &mark.kind {
            MarkKind::Superscript => block.superscripts.push(mark.range.clone()),
            MarkKind::Math => block.formulas.push(mark.range.clone()),
            MarkKind::Unresolved if !hide_links => block.unresolved.push(mark.range.clone()),
            MarkKind::Cite if !hide_links => block.cites.push(mark.range.clone()),
            MarkKind::Link(ids) if !hide_links => {
                // One link may name several entries (`rid="b4 b5"`), and one entry by several attributes.
                let is_own = |entries: &&Vec<usize>| {
                    let first = entries.first();
                    first.is_some_and(|first| scope.is_some_and(|scope| scope.own.contains(first)))
                };
                let entry = |id: &String| {
                    let entries = targets.get(id.as_str())?;
                    if entries.len() < 2 {
                        entries.first()
                    } else {
                        entries.iter().find(is_own).or(entries.first())
                    }
                };
                let mut references: Vec<usize> = ids.iter().filter_map(entry).flatten().copied().collect();
                references.dedup();
                block.links.extend(references.into_iter().map(|reference| (mark.range.clone(), reference)));
            }
            _ => {}
        }
    }
    block.links.sort_by_key(|(range, _)| (range.start, range.end));
    block
}
