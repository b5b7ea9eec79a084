//! What is written to the terminal or to other programs.

pub(crate) mod map;
pub(crate) mod report;

use std::fs::File;
use std::io::Write;

use serde::Serialize;

use crate::failure::Failure;

/// Writes a value as indented JSON and a line break.
pub(crate) fn json(value: &impl Serialize) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    serde_json::to_writer_pretty(&mut out, value)?;
    writeln!(out)?;
    Ok(())
}

/// Adds a value to a file of JSON lines, at once. What cannot be added is told, and the work goes on.
pub(crate) fn append(mut file: &File, line: &impl Serialize, what: &str) {
    let written = serde_json::to_string(line)
        .map_err(std::io::Error::from)
        .and_then(|json| file.write_all(format!("{json}\n").as_bytes()));
    if let Err(error) = written {
        anstream::eprintln!("citelight: {what} could not be added to its recording: {error}; check the disk");
    }
}

/// Text of a page as plain text: no control character, so that no page can steer a terminal.
pub(crate) fn plain(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).filter(|c| !is_directional(*c)).collect()
}

/// Marks that turn the direction of writing could make a quotation read otherwise than it is.
fn is_directional(c: char) -> bool {
    matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Cut to a number of characters, with an ellipsis if anything is gone.
pub(crate) fn cut(text: &str, most: usize) -> String {
    let text = plain(text);
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default().trim_end()),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_cannot_steer_the_terminal() {
        assert_eq!(plain("a\u{1b}[31mb\u{202e}c\n"), "a [31mbc ");
        assert_eq!(cut("abcdef", 3), "abc…");
    }
}
