//! Citations whose work the author's tools did not find: `[?]`, `(??)`, `[hale2019]`. They are shown and point at nothing.
//!
//! A question mark in brackets may be doubt, and a word in brackets a remark: they count only where the document cites
//! in such brackets and they stand where a citation does, behind a word.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::links::with_brackets;
use super::surface::{BlockText, Form, Part, Surface, Target};

/// A key of a bibliography: a name, a year, perhaps a word of the title.
static KEY: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"^[a-z][a-z]{2,30}[-_:]?(?:1[89]|20)\d\d(?:[a-z]|[-_:]?[a-z]{3,30})?$").ok()
});

/// Longest inside of brackets, in bytes.
const LONGEST: usize = 120;

/// How many bytes before brackets are searched for an opening quotation mark.
const BEFORE: usize = 300;

/// Words before brackets that make them a cross-reference.
const CROSS_REFERENCES: &[&str] = &[
    "eq",
    "eqs",
    "eqn",
    "equation",
    "equations",
    "fig",
    "figs",
    "figure",
    "figures",
    "table",
    "tables",
    "tab",
    "section",
    "sections",
    "sec",
    "theorem",
    "lemma",
    "appendix",
    "algorithm",
    "chapter",
    "definition",
    "proposition",
    "corollary",
];

/// Unresolved citations of a block of a document that cites in this form.
pub(crate) fn find(block: BlockText<'_>, form: Form) -> Vec<Surface> {
    let (open, close) = match form {
        Form::Bracketed | Form::Label => ('[', ']'),
        Form::Parenthesised | Form::AuthorYear => ('(', ')'),
        _ => return Vec::new(),
    };
    let is_mark = |work: &str| matches!(work, "?" | "??");
    let is_key = |work: &str| KEY.as_ref().is_some_and(|key| key.is_match(work));
    let mut found = Vec::new();
    for (start, inner) in block.innermost(open, close, LONGEST) {
        let inside = start + 1..start + 1 + inner.len();
        let range = start..inside.end + 1;
        let mut works = inner.split([',', ';']).map(str::trim);
        // `(?)` alone is doubt.
        let doubt = open == '(' && inner.trim() == "?";
        let names_works = !doubt && works.clone().all(is_mark) || works.all(is_key);
        if names_works && stands_as_citation(block, &range) {
            found.push(unresolved(block.index, range, inside));
        }
    }
    found
}

/// An unresolved citation that the markup names.
pub(crate) fn marked(block: usize, text: &str, range: &Range<usize>) -> Surface {
    unresolved(block, with_brackets(text, range), range.clone())
}

fn unresolved(block: usize, range: Range<usize>, part: Range<usize>) -> Surface {
    let parts = vec![Part { range: part, target: Target::Nothing }];
    Surface { block, range, parts, form: Form::Bracketed, narrative: false }
}

/// Whether brackets stand behind a word and a space, in no formula and in no quotation, and name no equation or figure.
pub(super) fn stands_as_citation(block: BlockText<'_>, range: &Range<usize>) -> bool {
    let from = block.text.ceil_char_boundary(range.start.saturating_sub(BEFORE));
    let before = &block.text[from..range.start];
    let word = block.word_before(range.start).to_lowercase();
    let opened = before.rfind(['“', '„', '«']);
    let quoted = opened.is_some_and(|at| !before.get(at..).unwrap_or_default().contains(['”', '»']))
        || before.matches('"').count() % 2 == 1;
    before.ends_with(char::is_whitespace)
        && word.chars().any(char::is_alphabetic)
        && !CROSS_REFERENCES.contains(&word.as_str())
        && !quoted
        && !block.in_formula(range)
}

#[cfg(test)]
mod tests {
    use super::find;
    use crate::citation::surface::{BlockText, Form};

    fn found(text: &str, form: Form) -> Vec<&str> {
        find(BlockText::plain(text), form).into_iter().map(|own| &text[own.range]).collect()
    }

    #[test]
    fn marks_and_keys_behind_words_are_citations() {
        let numeric = |text| found(text, Form::Bracketed);
        assert_eq!(
            numeric("Routing is old [?]. It was found [?, ?] and lost [??]."),
            ["[?]", "[?, ?]", "[??]"]
        );
        assert_eq!(
            numeric("As shown before [hale2019], and [roos2001deep, ives-1999]."),
            ["[hale2019]", "[roos2001deep, ives-1999]"]
        );
        assert_eq!(found("It is old (??) and new.", Form::AuthorYear), ["(??)"]);
    }

    #[test]
    fn doubt_remarks_and_cross_references_are_no_citations() {
        let numeric = |text| found(text, Form::Bracketed);
        for text in [
            "the form kat[?] of the word",
            "He wrote “it was late [?] in May” once.",
            "[?] Who knows.",
            "as in Fig. [?] we see",
            "by Eq. [??] and",
            "a word [sic] and [2019] and [see note] and [Covid2019]",
            "really (?) or (??)",
        ] {
            assert!(numeric(text).is_empty(), "{text}");
        }
        assert!(found("really (?) or Eq. (??)", Form::AuthorYear).is_empty());
        assert!(found("Routing is old [?].", Form::Superscript).is_empty());
    }
}
