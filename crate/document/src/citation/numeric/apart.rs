//! Numbers that cite outside of the form the document is written in: `as in Ref. 12`, raised lists beside bracketed ones.

use std::ops::Range;

use super::group::{Place, elements};
use super::numbers::Numbers;
use crate::citation::surface::{BlockText, Form, Surface, Target};

/// Words before a number of the reference list; after the plural, several numbers may follow.
const ONE: &[&str] = &["Ref. ", "ref. ", "Ref ", "ref ", "Reference ", "reference "];
const SEVERAL: &[&str] = &["Refs. ", "refs. ", "Refs ", "refs ", "References ", "references "];

/// Fewest raised lists that are no accident.
const FEWEST_LISTS: usize = 2;

/// `Ref. 12`, `refs. 3–5 and 9`: the number stands in the sentence.
pub(crate) fn named(block: BlockText<'_>, numbers: &Numbers) -> Vec<Surface> {
    let text = block.text;
    let mut found: Vec<Surface> = Vec::new();
    for (at, _) in text.char_indices().filter(|(_, c)| matches!(c, 'R' | 'r')) {
        if text[..at].ends_with(|c: char| c.is_alphanumeric() || matches!(c, '-' | '/' | '_')) {
            continue;
        }
        // A tie stands for a space.
        let spaced = |word: &str| {
            let bare = word.trim_end();
            let rest = text[at..].strip_prefix(bare)?;
            let space = rest.chars().next().filter(|c| matches!(c, ' ' | '\u{a0}' | '\u{202f}'))?;
            Some(at + bare.len() + space.len_utf8())
        };
        let one = ONE.iter().find_map(|word| spaced(word)).map(|start| (start, false));
        let Some((start, several)) =
            one.or_else(|| SEVERAL.iter().find_map(|word| spaced(word)).map(|start| (start, true)))
        else {
            continue;
        };
        let end = start + length(&text[start..], several);
        let inner = &text[start..end];
        if is_contents_line(text, at, end) {
            continue;
        }
        let whole = !text[end..].starts_with(|c: char| c.is_alphanumeric() || matches!(c, '%' | '/' | ':'))
            && !decimal(&text[end..])
            && !counts(&text[end..]);
        if inner.is_empty() || !whole || block.in_formula(&(start..end)) {
            continue;
        }
        let place = Place { offset: start, colon_pinpoints: false };
        let Some(parts) = elements(inner, place, numbers) else { continue };
        if parts.iter().all(|part| matches!(part.target, Target::Known(_))) {
            let range = at..end;
            found.push(Surface { block: block.index, range, parts, form: Form::Bracketed, narrative: true });
        }
    }
    found
}

/// `Conclusions 15 References 16`: a heading with its page, in a table of contents or alone.
fn is_contents_line(text: &str, start: usize, end: usize) -> bool {
    let before = text[..start].trim_end();
    let follows_page = before.is_empty() || before.ends_with(|c: char| c.is_ascii_digit());
    let rest = text[end..].trim_start();
    let is_heading = text[start..].starts_with("Reference");
    let ends = rest.is_empty() || !before.is_empty() && rest.starts_with(char::is_uppercase);
    is_heading && follows_page && ends && !text[end..].starts_with(['.', ','])
}

/// Bytes of the numbers at the start of a text.
fn length(text: &str, several: bool) -> usize {
    let mut end = 0;
    loop {
        let mut digits = |from: usize| -> Option<usize> {
            let rest = &text[from..];
            let length = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            (1..=3).contains(&length).then_some(from + length)
        };
        let after_separator = if end == 0 {
            Some(0)
        } else {
            let separators: &[&str] =
                if several { &["–", "-", ", and ", ", ", " and ", " & "] } else { &[] };
            let spaced =
                separators.iter().find(|own| text[end..].starts_with(**own)).map(|own| end + own.len());
            // `refs. 3,7`; but `refs 3,700` counts.
            let dense = text[end..].strip_prefix(',').filter(|rest| several && !begins_thousands(rest));
            spaced.or(dense.map(|rest| text.len() - rest.len()))
        };
        match after_separator.and_then(&mut digits) {
            Some(next) => end = next,
            None => return end,
        }
    }
}

/// `references 15 other publications`: how many there are.
fn counts(rest: &str) -> bool {
    let word = rest.trim_start().split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    matches!(
        word,
        "other" | "others" | "publications" | "works" | "papers" | "articles" | "sources" | "entries"
    )
}

/// `700` of `3,700`.
fn begins_thousands(rest: &str) -> bool {
    let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    digits == 0 || digits >= 3
}

/// `.5`: the number goes on.
fn decimal(rest: &str) -> bool {
    rest.strip_prefix('.').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// Of raised numbers in a document that cites in brackets, those that are lists behind the end of a clause: marks of
/// affiliations stand behind names, exponents behind units.
pub(crate) fn raised_lists(texts: &[BlockText<'_>], raised: Vec<Surface>) -> Vec<Surface> {
    let text_of = |index: usize| {
        let at = texts.binary_search_by_key(&index, |text| text.index).ok()?;
        texts.get(at).map(|text| text.text)
    };
    let ends_clause = |block: usize, range: &Range<usize>| {
        let before = text_of(block).and_then(|text| text.get(..range.start));
        before.is_some_and(|before| before.ends_with(['.', ',', ';', ':', ')', '”', '’', '?', '!']))
    };
    let lists: Vec<Surface> = raised
        .into_iter()
        .filter(|surface| {
            surface.known().count() >= 2
                && surface.parts.iter().all(|part| matches!(part.target, Target::Known(_)))
                && ends_clause(surface.block, &surface.range)
        })
        .collect();
    if lists.len() >= FEWEST_LISTS { lists } else { Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::{Numbers, named};
    use crate::citation::surface::BlockText;

    fn found(text: &str) -> Vec<(&str, Vec<usize>)> {
        let block = BlockText::plain(text);
        let surfaces = named(block, &Numbers::counting(20));
        surfaces.into_iter().map(|own| (&text[own.range.clone()], own.known().collect())).collect()
    }

    #[test]
    fn numbers_in_the_sentence() {
        assert_eq!(
            found("As in Ref. 12, and by refs. 3–5 and 9 (see Refs. 1, 2)."),
            [("Ref. 12", vec![11]), ("refs. 3–5 and 9", vec![2, 3, 4, 8]), ("Refs. 1, 2", vec![0, 1])]
        );
    }

    #[test]
    fn numbers_of_something_else() {
        for text in [
            "the reference 2.5 mM",
            "a reference 5% level",
            "xref 12",
            "Ref. 1999",
            "ref. 4a-b/7",
            "Ref. [3]",
            "reference 12th",
            "pref. 4",
            "This article references 15 other publications",
            "5. Conclusions and future work 16 Acknowledgement 16 References 16",
            "References 16",
            "4 Results 12 References 15 Appendix 17",
        ] {
            assert!(found(text).is_empty(), "{text}: {:?}", found(text));
        }
    }
}
