//! From bytes of a text to positions as editors count them: lines, and UTF-16 code units in a line.

use std::ops::Range;

use tower_lsp_server::ls_types::{self, Position};

/// Bytes between two points of which the UTF-16 offset is kept.
const STEP: usize = 1_024;

/// Lines of a text. A line ends with `\n`, `\r\n` or `\r`.
#[derive(Debug, Default)]
pub(super) struct Lines {
    /// First byte of each line.
    starts: Vec<usize>,
    /// For every [`STEP`] bytes, at the next border of a character: byte, UTF-16 offset.
    points: Vec<(usize, usize)>,
}

impl Lines {
    pub(super) fn of(text: &str) -> Self {
        let mut lines = Self { starts: vec![0], points: Vec::with_capacity(text.len() / STEP + 1) };
        let bytes = text.as_bytes();
        let (mut units, mut next) = (0, 0);
        for (at, c) in text.char_indices() {
            if at >= next {
                lines.points.push((at, units));
                next = at + STEP;
            }
            units += c.len_utf16();
            let ends_line = c == '\n' || c == '\r' && bytes.get(at + 1) != Some(&b'\n');
            if ends_line {
                lines.starts.push(at + 1);
            }
        }
        lines
    }

    /// UTF-16 code units before a byte.
    fn units(&self, text: &str, byte: usize) -> usize {
        let (from, units) = self.points[..self.points.partition_point(|(at, _)| *at <= byte)]
            .last()
            .copied()
            .unwrap_or_default();
        let before = text[from..].char_indices().take_while(|(distance, _)| from + distance < byte);
        units + before.map(|(_, c)| c.len_utf16()).sum::<usize>()
    }

    /// The position of a byte.
    pub(super) fn position(&self, text: &str, byte: usize) -> Position {
        let byte = byte.min(text.len());
        let line = self.starts.partition_point(|start| *start <= byte).saturating_sub(1);
        let start = self.starts.get(line).copied().unwrap_or_default();
        let character = self.units(text, byte) - self.units(text, start);
        Position { line: line as u32, character: character as u32 }
    }

    /// The positions of a range of bytes.
    pub(super) fn range(&self, text: &str, range: &Range<usize>) -> ls_types::Range {
        ls_types::Range::new(self.position(text, range.start), self.position(text, range.end))
    }

    /// The byte before which so many UTF-16 code units stand; inside a character, where it begins.
    pub(super) fn byte_of_unit(&self, text: &str, unit: usize) -> usize {
        let (from, mut units) = self.points[..self.points.partition_point(|(_, at)| *at <= unit)]
            .last()
            .copied()
            .unwrap_or_default();
        for (distance, c) in text[from..].char_indices() {
            units += c.len_utf16();
            if units > unit {
                return from + distance;
            }
        }
        text.len()
    }

    /// The bytes of a line, counted from 1, without white space around it.
    pub(super) fn line(&self, text: &str, line: u32) -> Option<Range<usize>> {
        let index = usize::try_from(line).ok()?.checked_sub(1)?;
        let start = *self.starts.get(index)?;
        let end = self.starts.get(index + 1).copied().unwrap_or(text.len());
        let whole = text.get(start..end)?;
        let start = start + whole.len() - whole.trim_start().len();
        Some(start..start + whole.trim().len())
    }
}

/// The byte at a position; what lies behind the end of a line or of the text counts as that end, as the protocol has it.
pub(super) fn byte_at(text: &str, position: Position) -> usize {
    let mut start = 0;
    for _ in 0..position.line {
        let rest = &text[start..];
        let Some(end) = rest.find(['\n', '\r']) else { return text.len() };
        start += end + if rest[end..].starts_with("\r\n") { 2 } else { 1 };
    }
    let mut left = position.character as usize;
    for (distance, c) in text[start..].char_indices() {
        if c.len_utf16() > left || matches!(c, '\n' | '\r') {
            return start + distance;
        }
        left -= c.len_utf16();
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn characters_beyond_the_basic_plane_count_twice() {
        let text = "a𝒳é\r\n\r𝒳𝒳b\n";
        let lines = Lines::of(text);
        let at = |needle: &str| lines.position(text, text.find(needle).unwrap());
        assert_eq!(at("é"), Position::new(0, 3));
        assert_eq!(at("b"), Position::new(2, 4));
        assert_eq!(lines.position(text, text.len()), Position::new(3, 0));
        assert_eq!(byte_at(text, Position::new(0, 3)), text.find('é').unwrap());
        // In the middle of a pair, behind a line, behind the text.
        assert_eq!(byte_at(text, Position::new(0, 2)), 1);
        assert_eq!(byte_at(text, Position::new(0, 99)), text.find('\r').unwrap());
        assert_eq!(byte_at(text, Position::new(99, 0)), text.len());
        assert_eq!(lines.line(text, 3), Some(text.find("\r𝒳").unwrap() + 1..text.len() - 1));
        assert_eq!((lines.line(text, 0), lines.line(text, 9)), (None, None));
    }

    proptest! {
        #[test]
        fn a_byte_is_found_again(text in "[a𝒳é\r\n]{0,60}", padding in 0_usize..3) {
            let text = format!("{}{text}", "é".repeat(padding * 700));
            let lines = Lines::of(&text);
            for (at, c) in text.char_indices() {
                let inside_break = c == '\n' && text[..at].ends_with('\r');
                if !inside_break {
                    prop_assert_eq!(byte_at(&text, lines.position(&text, at)), at);
                }
                let unit = text[..at].encode_utf16().count();
                prop_assert_eq!(lines.byte_of_unit(&text, unit), at);
            }
        }
    }
}
