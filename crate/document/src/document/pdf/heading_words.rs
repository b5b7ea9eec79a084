//! Headings that are known by their words.

use super::line::Line;
use crate::citation::entries;

/// Whether a line is the heading of a reference list.
pub(super) fn is_list_heading(line: &Line) -> bool {
    let text = line.text();
    let text = text.trim();
    // Letters set apart: `R E F E R E N C E S`.
    let closed: String = text.split_whitespace().collect();
    let spaced = text.split_whitespace().filter(|word| word.chars().count() == 1).count() >= 6;
    text.chars().count() < 60 && (entries::is_heading(text) || spaced && entries::is_heading(&closed))
}

/// `Abstract`, `A B S T R A C T`, `Summary`.
pub(super) fn is_abstract_heading(text: &str) -> bool {
    let letters: String = text.chars().filter(|c| c.is_alphabetic()).collect::<String>().to_lowercase();
    let marks = text.chars().filter(|c| !c.is_alphabetic() && !c.is_whitespace()).count();
    marks <= 2
        && matches!(letters.as_str(), "abstract" | "summary" | "zusammenfassung" | "résumé" | "resumen")
}
