//! Citations in running text, masked: whoever reads the text without its document sees that there was one, and no name or year.

use std::sync::LazyLock;

use regex::Regex;

/// The mark of the wanted citation in an excerpt.
pub const MARK: &str = "[CITATION]";
/// What stands in the place of a neighbour's citation. Without letters: nothing is ever searched by it.
pub const NEIGHBOUR: &str = "[·]";
/// A text without [`MARK`] and [`NEIGHBOUR`].
pub fn unmarked(text: &str) -> String {
    let text = spaced(&text.replace(MARK, " ").replace(NEIGHBOUR, " "));
    EMPTY.replace_all(&text, "$1").into_owned()
}

/// A text with single spaces.
pub fn spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A pattern that stands in this file.
fn pattern(text: &str) -> Regex {
    #[allow(clippy::unwrap_used, reason = "a constant pattern, compiled in the tests")]
    Regex::new(text).unwrap()
}

/// Ways in which the mark is written: CiteME's, and those of older collections.
pub static MARKS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"(?i)\[\s*citation\s*\d*\s*\]|\(\s*citation\s*\)|\bTARGETCIT\b|<\s*CIT(?:ATION)?\s*>")
});
/// Brackets that masking emptied, and the space before a stop.
static EMPTY: LazyLock<Regex> = LazyLock::new(|| pattern(r"[(\[][\s,;]*[)\]]|\s+([.,;:!?)])"));

/// Citations as texts write them. Names in front of a masked bracket go with it.
static NEIGHBOURS: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    const NAME: &str = r"(?:(?:van|von|de|der|den|la|le|di|du|del|al|el)\s+){0,3}\p{Lu}[\p{L}’'‐-]+";
    const YEAR: &str = r"(?:1[6-9]|20)\d\d[a-z]?";
    [
        // LaTeX and pandoc.
        r"~?\\[a-zA-Z]*cite[a-zA-Z]*\*?(?:\[[^\[\]]{0,80}\]){0,2}\{[^{}]{0,400}\}".to_owned(),
        r"\[[^\[\]]{0,40}@[A-Za-z0-9_][^\[\]]{0,300}\]".to_owned(),
        r"\bOTHERCIT\b".to_owned(),
        // [3], [3, 5–7], [Knu84], [Smith et al., 2020]; not [CITATION].
        r"\[\s*\d{1,4}[a-z]?(?:\s*[,;–—-]\s*\d{1,4}[a-z]?)*\s*\]".to_owned(),
        r"\[\p{Lu}[\p{L}+]{1,7}\d{2}[a-z]?(?:\s*[,;]\s*\p{Lu}[\p{L}+]{1,7}\d{2}[a-z]?)*\]".to_owned(),
        format!(r"\[[^\[\]]{{0,200}}?{NAME}[^\[\]]{{0,200}}?{YEAR}[^\[\]]{{0,300}}\]"),
        // Raised numbers.
        r"[⁰¹²³⁴⁵⁶⁷⁸⁹](?:[⁰¹²³⁴⁵⁶⁷⁸⁹]|[,–-](?:[⁰¹²³⁴⁵⁶⁷⁸⁹]))*".to_owned(),
        // (Smith, 2020), (see Smith and Lee 2019; Li et al. 2018).
        format!(r"\((?:[^()]{{0,200}}?[\s(])?{NAME}[^()]{{0,200}}?\b{YEAR}[^()]{{0,300}}\)"),
        // Smith et al. (2020), Smith and Lee (2019), Smith (2020), Smith and colleagues, Smith et al.
        format!(r"{NAME}(?:\s*(?:,|and|&)\s*{NAME}){{0,4}}(?:,?\s+et\s+al\.?)?(?:['’]s)?\s*\(\s*{YEAR}(?:\s*[,;]\s*{YEAR})*\s*\)"),
        format!(r"{NAME}(?:\s*(?:,|and|&)\s*{NAME}){{0,3}},?\s+(?:et\s+al\b\.?|and\s+(?:colleagues|coworkers|co-workers|associates|collaborators))(?:['’]s)?(?:,?\s*{YEAR})?"),
    ]
    .iter()
    .map(|text| pattern(text))
    .collect()
});

/// A text with all citations but the mark masked, names and years included.
pub fn masked(text: &str) -> String {
    let mut text = text.to_owned();
    for pattern in NEIGHBOURS.iter() {
        text = pattern
            .replace_all(&text, |found: &regex::Captures<'_>| {
                // Brackets may hold the mark beside neighbours: (Smith, 2020; [CITATION]).
                let whole = found.get(0).map_or("", |whole| whole.as_str());
                if whole.contains(MARK) { format!(" {MARK} ") } else { format!(" {NEIGHBOUR} ") }
            })
            .into_owned();
    }
    spaced(&text)
}
