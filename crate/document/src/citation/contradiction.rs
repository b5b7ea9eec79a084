//! Links whose own text names another work than the entry they lead to.

use citelight_types::text::normalise::fold;

/// Whether a text names a work (`Jeffs et al., 2009`) of which an entry bears neither the year nor any word of the names.
pub(crate) fn names_another(text: &str, entry: &str) -> bool {
    // An entry that is only an identifier bears neither, whatever work it is.
    if entry.split_whitespace().all(is_identifier) {
        return false;
    }
    let entry = fold(entry);
    let is_year = |word: &str| word.len() == 4 && (word.starts_with("19") || word.starts_with("20"));
    // The digits of identifiers are no years: `doi:10.1109/MCSE.2009.19`.
    let text = text.split_whitespace().filter(|word| !is_identifier(word)).collect::<Vec<_>>().join(" ");
    let folded = fold(&text);
    let years: Vec<&str> =
        folded.split(' ').map(|word| word.get(..4).unwrap_or(word)).filter(|word| is_year(word)).collect();
    let names: Vec<String> = text
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| word.chars().count() > 2 && word.starts_with(char::is_uppercase))
        .map(fold)
        .collect();
    !years.is_empty()
        && !names.is_empty()
        && !years.iter().any(|year| entry.contains(year))
        && !names.iter().any(|name| entry.contains(name.as_str()))
}

/// Whether a word is an identifier or an address, perhaps in brackets: `doi:10.1038/srep18962;`, `arxiv:1407.3399v2`.
fn is_identifier(word: &str) -> bool {
    let word = word.trim_start_matches(|c: char| !c.is_alphanumeric());
    let kind = word.split_once(':').map(|(kind, _)| kind.to_ascii_lowercase());
    let is_kind = |kind: String| {
        ["doi", "arxiv", "pmid", "pmcid", "isbn", "wikidata", "url", "http", "https"].contains(&kind.as_str())
    };
    kind.is_some_and(is_kind) || word.starts_with("10.") && word.contains('/')
}

#[cfg(test)]
mod tests {
    use super::names_another;

    #[test]
    fn links_that_name_another_work() {
        // eLife's test article links names of one paper to the entries of another.
        let king = "King N Hittinger CT Carroll SB 2003 Evolution of key cell signaling";
        assert!(names_another("Jeffs et al., 2009", king));
        assert!(!names_another("King et al., 2009", king), "the year may be a slip");
        assert!(!names_another("Jeffs et al., 2003", king));
        assert!(!names_another("2009", king), "a year alone names no work");
        assert!(!names_another("[12]", king));
        let group = "(doi:10.1109/MCSE.2009.19; doi:10.1038/536016a; https://www.Owls.org/2010/Report)";
        assert!(!names_another(group, king));
        assert!(!names_another("(Owl Organization, 2019; doi:10.1038/536016a)", "doi:10.1038/536016a"));
    }
}
