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
    let is_worded = entries::is_heading(text) && !is_in_midst(line, text);
    text.chars().count() < 60 && (is_worded || spaced && entries::is_heading(&closed))
}

/// `bibliography authors` in a row of a table, `bibliographies.` at the end of a paragraph: no heading begins so, unless its
/// type says that it is one, or it is one word.
fn is_in_midst(line: &Line, text: &str) -> bool {
    let begins_small = text.chars().find(|c| c.is_alphabetic()).is_some_and(char::is_lowercase);
    begins_small && !line.is_bold() && (text.contains(char::is_whitespace) || text.ends_with('.'))
}

/// `Abstract`, `A B S T R A C T`, `Summary`.
pub(super) fn is_abstract_heading(text: &str) -> bool {
    let letters: String = text.chars().filter(|c| c.is_alphabetic()).collect::<String>().to_lowercase();
    let marks = text.chars().filter(|c| !c.is_alphabetic() && !c.is_whitespace()).count();
    marks <= 2
        && matches!(letters.as_str(), "abstract" | "summary" | "zusammenfassung" | "résumé" | "resumen")
}
