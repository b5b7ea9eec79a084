//! LaTeX sources to the document: tokens, macros, a walk that collects blocks, the reference list, and the citations as a
//! reader of the typeset article sees them.
//!
//! Citations depend on the reference list, which comes last; so the walk collects pieces, and flows are made of them when
//! the list is known.

use std::collections::HashSet;

use super::lists::ListPlace;
use super::{Anomaly, AnomalyKind, Companion, Severity};
use crate::citation::reference::Read;
use crate::markup::BlockKind;
use crate::markup::flow::Flow;
use crate::markup::outline::Draft;
use citelight_types::text::person::Person;
use files::Files;
use surface::Printer;
use walk::Walk;

mod biber;
mod cite;
mod cite_arguments;
mod commands;
mod conditionals;
mod counters;
mod entry;
mod environments;
mod expansion;
mod files;
mod footnote;
mod front;
mod groups;
mod heading;
mod inclusion;
mod labels;
mod letters;
mod macros;
mod math;
mod named;
mod numbered;
mod piece;
mod plain_text;
mod preamble;
mod printed;
mod ready_lists;
mod references;
mod reserved;
mod setup;
mod steps;
mod stream;
mod structure;
mod style;
mod surface;
mod symbols;
mod token;
mod walk;

pub(crate) use cite::command as citing_command;
pub(crate) use plain_text::text_of;

/// What a source holds.
#[derive(Debug, Default)]
pub(crate) struct Source {
    pub(crate) title: Option<String>,
    pub(crate) authors: Vec<Person>,
    pub(crate) year: Option<i32>,
    pub(crate) doi: Option<String>,
    pub(crate) drafts: Vec<Draft>,
    pub(crate) read: Vec<Read>,
    /// Where the lists of references stand.
    pub(crate) lists: Vec<ListPlace>,
    pub(crate) anomalies: Vec<Anomaly>,
}

/// Whether a content is LaTeX.
pub(crate) fn recognise(content: &str) -> bool {
    let mut lines =
        content.lines().map(str::trim_start).filter(|line| !line.is_empty() && !line.starts_with('%'));
    let Some(first) = lines.next() else { return false };
    let first = first.trim_start_matches('\u{feff}');
    let is_command = |line: &str| {
        line.strip_prefix('\\').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_alphabetic()))
    };
    // A whole source begins with a command; a part of one has its structure in the first lines.
    const STRUCTURE: &[&str] = &[
        "\\documentclass",
        "\\documentstyle",
        "\\begin{document}",
        "\\begin{abstract}",
        "\\begin{thebibliography}",
        "\\section{",
        "\\section*{",
        "\\subsection{",
        "\\chapter{",
    ];
    let is_structure = |line: &str| STRUCTURE.iter().any(|start| line.starts_with(start));
    if is_command(first) && content.contains('{') {
        return true;
    }
    !first.starts_with(['<', '{', '[', '@', '#'])
        && (is_structure(first) || lines.take(400).any(is_structure))
}

/// Reads a source with the files that belong to it.
pub(crate) fn read(content: &str, origin: &str, companions: &[Companion<'_>]) -> Source {
    let files = Files::new(companions);
    let whole = content.contains("\\documentclass") || content.contains("\\documentstyle");
    let mut walk = Walk::new(&files, content.len() + files.size(), !whole);
    let name = origin.rsplit(['/', '\\']).next().unwrap_or(origin);
    walk.stream.open(name, content, 0, false);
    walk.run();
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let listed = references::list(&mut walk, &files, stem);
    let mut printer = Printer {
        look: &listed.look,
        references: &listed.references,
        labels: &walk.counters.labels,
        aliases: &walk.cite_aliases,
        list: 0,
        named: HashSet::new(),
        last: None,
        missing: Vec::new(),
    };
    let shift = u8::from(walk.counters.has_chapter);
    let mut headings: Vec<(u8, String)> = Vec::new();
    let mut drafts = Vec::new();
    let mut lists: Vec<ListPlace> = Vec::new();
    for (index, block) in walk.blocks.iter().enumerate() {
        while walk.lists.get(lists.len()).is_some_and(|before| *before <= index) {
            lists.push(ListPlace { at: drafts.len(), ..ListPlace::default() });
        }
        // A list stands behind the text that cites it.
        printer.list = lists.len().min(walk.lists.len().saturating_sub(1)) as u32;
        let flow: Flow = printer.flow(&block.pieces);
        if flow.is_blank() {
            continue;
        }
        let mut kind = block.kind;
        if let BlockKind::Heading(level) = kind {
            let level = (level + shift).max(1);
            kind = BlockKind::Heading(level);
            headings.retain(|(above, _)| *above < level);
        }
        let section = headings.iter().map(|(_, text)| text.clone()).collect();
        if let BlockKind::Heading(level) = kind {
            headings.push((level, flow.text.clone()));
        }
        drafts.push(Draft { kind, section, flow, scope: 0 });
    }
    lists.resize_with(walk.lists.len(), || ListPlace { at: drafts.len(), ..ListPlace::default() });
    let title = printer.flow(&walk.front.title).text;
    let missing = std::mem::take(&mut printer.missing);
    let mut source = Source {
        title: Some(title).filter(|title| !title.is_empty()),
        drafts,
        read: listed.read,
        lists,
        ..Source::default()
    };
    source.authors = front::authors(&mut walk);
    source.year = front::year(&walk.front.date);
    source.doi = walk.front.doi.as_deref().and_then(citelight_types::identifiers::doi);
    source.anomalies = std::mem::take(&mut walk.anomalies);
    source.anomalies.extend(missing_keys(&missing, source.read.is_empty()));
    source
}

/// Keys without an entry, each said once.
fn missing_keys(missing: &[(String, token::Spot)], no_list: bool) -> Vec<Anomaly> {
    let mut seen = HashSet::new();
    if no_list {
        return Vec::new();
    }
    missing
        .iter()
        .filter(|(key, _)| seen.insert(key.as_str()))
        .take(50)
        .map(|(key, spot)| Anomaly {
            kind: AnomalyKind::UnmatchedCitation,
            severity: Severity::Warning,
            place: key.clone(),
            hint: format!("line {} cites a key that the bibliography does not have", spot.line),
        })
        .collect()
}
