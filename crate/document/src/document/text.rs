//! Plain text: paragraphs parted by empty lines.

use super::Format;
use crate::markup::BlockKind;
use crate::markup::flow::{Flow, Place};
use crate::markup::outline::Draft;

/// The format that this file reads.
pub(crate) const FORMAT: Format = Format::Text;

/// The paragraphs of a text. Origins count from the start of the file, as one run of element 0.
pub(crate) fn drafts(content: &str) -> Vec<Draft> {
    let mut drafts = Vec::new();
    let mut flow = Flow::default();
    let mut place = Place { node: 0, run: 0, offset: 0, line: 1 };
    for line in content.split_inclusive('\n') {
        if line.trim().is_empty() {
            finish(&mut flow, &mut drafts);
        } else {
            flow.push(line, place);
        }
        place.offset += line.encode_utf16().count() as u32;
        place.line += 1;
    }
    finish(&mut flow, &mut drafts);
    drafts
}

fn finish(flow: &mut Flow, drafts: &mut Vec<Draft>) {
    let flow = std::mem::take(flow);
    if !flow.is_blank() {
        drafts.push(Draft { kind: BlockKind::Paragraph, section: Vec::new(), flow, scope: 0 });
    }
}
