//! XML to a [`Tree`], with quick-xml: forgiving, without expansion of declared entities (no billion laughs).

use html5ever::tendril::StrTendril;
use html5ever::{LocalName, Namespace, QualName};
use quick_xml::Reader;
use quick_xml::events::{BytesRef, BytesStart, Event};

use super::{Element, Kind, MAX_DEPTH, MAX_NODES, NodeId, Tree};
use citelight_types::text::entity;

/// Parses XML. A file that ends early, or is not well-formed from some point on, gives the tree up to there with
/// [`Tree::cut`] set.
///
/// # Errors
/// A reason, in words, if the nesting or the number of nodes exceeds what any article has.
pub fn parse(content: &str) -> Result<Tree, String> {
    let mut tree = Tree::new();
    let mut open: Vec<NodeId> = vec![Tree::ROOT];
    let mut lines = Lines { content, at: 0, line: 1 };
    let mut reader = Reader::from_str(content);
    reader.config_mut().check_end_names = false;
    reader.config_mut().allow_unmatched_ends = true;
    loop {
        let line = lines.at(reader.buffer_position());
        let parent = open.last().copied().unwrap_or(Tree::ROOT);
        match reader.read_event() {
            Ok(Event::Start(start)) => {
                let id = tree.create(element(&start), line);
                if tree.append(parent, id) > MAX_DEPTH {
                    return Err(format!("elements are nested over {MAX_DEPTH} deep; check another file"));
                }
                open.push(id);
            }
            Ok(Event::Empty(start)) => {
                let id = tree.create(element(&start), line);
                tree.append(parent, id);
            }
            Ok(Event::End(end)) => {
                close(&tree, &mut open, end.local_name().into_inner());
            }
            Ok(Event::Text(text)) => {
                tree.append_text(parent, StrTendril::from(&*text.xml10_content()), line);
            }
            Ok(Event::CData(text)) => {
                tree.append_text(parent, StrTendril::from(&*text.xml10_content()), line);
            }
            Ok(Event::GeneralRef(entity)) => {
                tree.append_text(parent, StrTendril::from(resolve(&entity).as_str()), line);
            }
            Ok(Event::Eof) => break,
            Ok(_) => {}
            Err(_) => {
                tree.cut = true;
                break;
            }
        }
        if tree.nodes.len() > MAX_NODES {
            return Err(format!("the file has over {MAX_NODES} nodes; check a part of it"));
        }
    }
    tree.cut |= open.len() > 1;
    tree.number_elements();
    Ok(tree)
}

/// Closes the innermost open element of this name, and what is open inside it; nothing if there is none.
fn close(tree: &Tree, open: &mut Vec<NodeId>, name: &str) {
    if let Some(depth) = open.iter().rposition(|id| *id != Tree::ROOT && tree.name(*id) == name) {
        open.truncate(depth);
    }
}

fn element(start: &BytesStart<'_>) -> Kind {
    let attributes = start
        .attributes()
        .with_checks(false)
        .flatten()
        .map(|attribute| {
            let value = entity::decode(&attribute.value);
            (LocalName::from(attribute.key.local_name().into_inner()), StrTendril::from(value.as_str()))
        })
        .collect();
    let name = QualName::new(None, Namespace::default(), LocalName::from(start.local_name().into_inner()));
    Kind::Element(Box::new(Element { name, attributes, tag: 0 }))
}

/// The text of a reference: numeric, predefined, or a named one of HTML (files are read without their DTD); an unknown
/// one stays as it is written.
fn resolve(reference: &BytesRef<'_>) -> String {
    entity::character(reference).unwrap_or_else(|| format!("&{};", &**reference))
}

/// Line numbers of ascending byte positions.
struct Lines<'a> {
    content: &'a str,
    at: usize,
    line: u32,
}

impl Lines<'_> {
    fn at(&mut self, position: u64) -> u32 {
        let position = usize::try_from(position).unwrap_or(usize::MAX).min(self.content.len());
        if position > self.at {
            let bytes = &self.content.as_bytes()[self.at..position];
            self.line += bytes.iter().filter(|byte| **byte == b'\n').count() as u32;
            self.at = position;
        }
        self.line
    }
}
