//! Authorities of taxa: `*Lamna nasus* (Bonnaterre, 1788)` says who described the species, and cites no work of the list.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

/// A name that a species, a subspecies or a genus bears, as it is set in italics.
static ITALIC: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"^\p{Lu}(?:\p{Ll}+|\p{Ll}{0,2}\.)(?: \(\p{Lu}\p{Ll}+\))?(?: (?:(?:subsp|ssp|var|cf|aff|f)\. )?\p{Ll}[\p{Ll}-]{2,}){1,3}$").ok()
});

/// A genus and a species at the end of a text, both in the forms of Latin.
static PLAIN: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let ending = "(?:us|um|is|ae|ii|as|os|ys|ix|yx|ops|ides|a|i)";
    Regex::new(&format!(
        r"(?:^|[^\p{{L}}\p{{N}}])\p{{Lu}}(?:\p{{Ll}}{{2,}}{ending}|\.) \p{{Ll}}{{2,}}{ending}$"
    ))
    .ok()
});

/// Before this year authorities are older than what an article cites.
const OLD: i32 = 1950;

/// Bytes before a citation that are read.
const BEFORE: usize = 80;

/// Whether a name with a year that fits no entry is the authority of the taxon before it: an old one, or one in a document whose citations
/// are links (`linked`), which this is not. `italics` are sorted by their ends.
pub(crate) fn is_authority(
    text: &str,
    citation: &Range<usize>,
    italics: &[Range<usize>],
    linked: bool,
) -> bool {
    let surface = text.get(citation.clone()).unwrap_or_default();
    let years: Vec<i32> = surface
        .split(|c: char| !c.is_ascii_digit())
        .filter(|digits| digits.len() == 4)
        .filter_map(|digits| digits.parse().ok())
        .collect();
    let [year] = years.as_slice() else { return false };
    let head = text.get(..citation.start).unwrap_or_default();
    let name = head.trim_end_matches(|c: char| c.is_whitespace() || matches!(c, '(' | '['));
    let before = &name[name.ceil_char_boundary(name.len().saturating_sub(BEFORE))..];
    let first = italics.partition_point(|range| range.end < name.len());
    let mut near = italics.iter().skip(first).take_while(|range| range.end <= citation.start);
    let in_italics = near.any(|range| {
        let own = text.get(range.clone()).unwrap_or_default();
        range.start + own.trim_end().len() == name.len()
            && own.len() <= BEFORE
            && ITALIC.as_ref().is_some_and(|name| name.is_match(own.trim()))
    });
    let is_plain = || PLAIN.as_ref().is_some_and(|name| name.is_match(before));
    in_italics && (*year < OLD || linked) || *year < OLD && is_plain()
}

#[cfg(test)]
mod tests {
    use super::is_authority;

    fn read(text: &str, linked: bool) -> bool {
        let plain = text.replace('*', "");
        let italics: Vec<_> =
            text.find('*').and_then(|at| Some(at..at + text[at + 1..].find('*')?)).into_iter().collect();
        let start = plain.rfind('(').unwrap_or(0);
        is_authority(&plain, &(start..plain.len()), &italics, linked)
    }

    #[test]
    fn authorities_of_taxa() {
        for text in [
            "the porbeagle *Lamna nasus* (Bonnaterre, 1788)",
            "*L. nasus* (Bonnaterre, 1788)",
            "*Parus major newtoni* (Pražák, 1894)",
            "*Thymus (Serpyllum) vulgaris* (Linnaeus, 1758)",
            "the porbeagle Lamna nasus (Bonnaterre, 1788)",
            "Tropiphorus elevatus (Herbst, 1795)",
        ] {
            assert!(read(text, false), "{text}");
        }
        let new = "we found *Lamna nasus* (Smith, 1988)";
        assert!(read(new, true) && !read(new, false));
        for text in [
            "the origin of species (Darwin, 1859)",
            "as shown in *Nature* (Huxley, 1869)",
            "*in vivo* (Smith, 1910)",
            "found in France (Curie, 1903)",
            "*Lamna nasus* was seen (Bonnaterre, 1788)",
            "*Lamna nasus* (Smith, 1910; Lee, 1922)",
        ] {
            assert!(!read(text, true), "{text}");
        }
    }
}
