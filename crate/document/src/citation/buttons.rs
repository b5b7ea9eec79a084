//! Words of the buttons that platforms put after an entry: `[PubMed] [Google Scholar]`. Scanned by hand: every element of
//! every entry passes here, and a pattern of this size takes longer to compile than a page to map.

/// What the buttons say, in lower case.
const BUTTONS: &[&str] = &[
    "google scholar",
    "crossref",
    "cross-ref",
    "pubmed",
    "pubmed central",
    "pubmed abstract",
    "medline",
    "web of science",
    "isi",
    "cas",
    "ads",
    "article",
    "full text",
    "view",
    "view article",
    "view record",
    "view in scopus",
    "view article in scopus",
    "view record in scopus",
    "scopus",
    "worldcat",
    "search ads",
    "download pdf",
    "pdf",
    "pmc free article",
    "free pmc article",
    "doi",
    "go to reference",
    "openurl",
    "order article via infotrieve",
    "abstract",
    "abstract/free full text",
    "free full text",
    "find it online",
    "find this article online",
    "citation",
    "math",
    "mathscinet",
    "inspire",
    "chemport",
    "export citation",
    "ut",
    "back to citation",
    "ref list",
    "publisher full text",
    "biomed central full text",
    "see all references",
    "cited by",
    "times cited",
    "times cited:",
    "direct link:",
    "references",
    "full text links",
    "find it",
    "find full text",
    "view reference in text",
    "return to text",
    "close",
];

/// Beginnings of buttons that end in a name: `search bioRxiv`, `OpenURL Some University`, `find it @ library`; and
/// whether the name may be several words.
const NAMED: &[(&str, bool)] = &[
    ("search ", false),
    ("openurl ", true),
    ("find it @", false),
    ("find it @ ", false),
    ("find this article @", false),
    ("find this article @ ", false),
];

/// Whether a text is nothing but buttons, numbers and the punctuation around them.
pub(super) fn are_buttons(text: &str) -> bool {
    let text = text.to_lowercase();
    let begin = filler(&text);
    // Bytes of the text up to which it is buttons; one reading may fail where another goes on.
    let mut reached = vec![false; text.len() + 1];
    reached[begin] = true;
    let mut any = false;
    for at in begin..text.len() {
        if !reached[at] {
            continue;
        }
        let Some(rest) = text.get(at..) else { continue };
        let plain = BUTTONS.iter().filter(|button| rest.starts_with(**button)).map(|button| button.len());
        let named = NAMED
            .iter()
            .filter_map(|(begin, several)| Some((begin.len(), name(rest.strip_prefix(begin)?, *several)?)));
        let named = named.flat_map(|(begin, longest)| (1..=longest).map(move |length| begin + length));
        for end in plain.chain(named) {
            if let Some(after) = rest.get(end..) {
                reached[at + end + filler(after)] = true;
                any = true;
            }
        }
    }
    any && reached[text.len()]
}

/// Bytes of the longest name at the start of a text; none if there is none.
fn name(text: &str, several: bool) -> Option<usize> {
    let inside = |c: char| c.is_alphanumeric() || c == '_' || several && c == ' ';
    let end = text.find(|c: char| !inside(c)).unwrap_or(text.len());
    (end > 0).then_some(end)
}

/// Bytes of brackets, punctuation, digits and white space at the start of a text.
fn filler(text: &str) -> usize {
    let is_filler = |c: char| {
        c.is_whitespace()
            || c.is_ascii_digit()
            || matches!(c, '[' | ']' | '(' | ')' | ',' | '.' | ';' | '|' | '·' | '→' | '↵' | '®' | '™')
    };
    text.find(|c: char| !is_filler(c)).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::are_buttons;

    #[test]
    fn buttons_of_platforms() {
        for text in [
            "Google Scholar",
            "[PubMed] [Google Scholar]",
            "[PMC free article]",
            "CrossRef, CAS, PubMed, Web of Science®",
            "Web of Science® Times Cited: 987,",
            "[Find Full Text]",
            "View Article",
            "View Record in Scopus",
            "Find it @ Harvard",
            "Search ADS",
            "OpenURL Placeholder University Library",
            "Abstract/FREE Full Text",
            "(12) Cited by",
            "utcas",
        ] {
            assert!(are_buttons(text), "{text}");
        }
        for text in
            ["", "12", "[3]", "Google", "Article in the journal", "Pubmedx", "Cited by Smith", "Zürich pdf"]
        {
            assert!(!are_buttons(text), "{text}");
        }
    }
}
