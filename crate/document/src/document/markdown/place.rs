//! From bytes of a file to the places that origins speak of.

use crate::markup::flow::Place;

/// Bytes between two points of which the UTF-16 offset is kept.
const STEP: usize = 256;

/// Offsets and lines of a file, as one run of element 0.
#[derive(Debug)]
pub(super) struct Places<'a> {
    content: &'a str,
    /// For every [`STEP`] bytes, at the next border of a character: byte, UTF-16 offset, line.
    points: Vec<(usize, u32, u32)>,
}

impl<'a> Places<'a> {
    pub(super) fn new(content: &'a str) -> Self {
        let mut points = Vec::with_capacity(content.len() / STEP + 1);
        let (mut offset, mut line) = (0, 1);
        let mut next = 0;
        for (at, c) in content.char_indices() {
            if at >= next {
                points.push((at, offset, line));
                next = at + STEP;
            }
            offset += c.len_utf16() as u32;
            line += u32::from(c == '\n');
        }
        Self { content, points }
    }

    /// The place of a byte.
    pub(super) fn of(&self, byte: usize) -> Place {
        let index = self.points.partition_point(|(at, ..)| *at <= byte).saturating_sub(1);
        let (at, mut offset, mut line) = self.points.get(index).copied().unwrap_or((0, 0, 1));
        for (_, c) in self.content[at..].char_indices().take_while(|(distance, _)| at + distance < byte) {
            offset += c.len_utf16() as u32;
            line += u32::from(c == '\n');
        }
        Place { node: 0, run: 0, offset, line }
    }
}
