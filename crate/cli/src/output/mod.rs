//! What is written to the terminal or to other programs.

pub mod file;
pub(crate) mod map;
#[cfg(feature = "models")]
pub(crate) mod report;

#[cfg(feature = "models")]
use std::fs::File;
use std::io::Write;

pub use citelight::export::report::plain;
use serde::Serialize;

use crate::failure::Failure;

/// Writes a value as indented JSON and a line break.
pub fn json(value: &impl Serialize) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    serde_json::to_writer_pretty(&mut out, value)?;
    writeln!(out)?;
    Ok(())
}

/// Adds a value to a file of JSON lines, at once. What cannot be added is told, and the work goes on.
#[cfg(feature = "models")]
pub(crate) fn append(mut file: &File, line: &impl Serialize, what: &str) {
    let written = serde_json::to_string(line)
        .map_err(std::io::Error::from)
        .and_then(|json| file.write_all(format!("{json}\n").as_bytes()));
    if let Err(error) = written {
        anstream::eprintln!("citelight: {what} could not be added to its recording: {error}; check the disk");
    }
}

/// Cut to a number of characters, with an ellipsis if anything is gone.
pub fn cut(text: &str, most: usize) -> String {
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
    fn what_is_cut_off_is_told() {
        assert_eq!(cut("abc\u{1b}def", 3), "abc…");
        assert_eq!(cut("abc", 3), "abc");
    }
}
