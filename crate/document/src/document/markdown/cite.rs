//! Pandoc's citations: `[see @key, p. 3; -@key2]`, `@key [p. 3]`.

use std::collections::HashSet;
use std::ops::Range;

/// Longest group in brackets, in bytes.
const LONGEST: usize = 2_000;

/// Prefixes of keys that point at a part of the document itself, as pandoc-crossref and Quarto write them.
const CROSS_REFERENCES: &[&str] =
    &["fig", "tbl", "tab", "sec", "eq", "eqn", "lst", "thm", "lem", "cor", "prp", "def"];

/// One work in a citation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Item {
    pub(super) prefix: String,
    pub(super) key: String,
    pub(super) suffix: String,
    /// `-@key`: the author is named in the text already.
    pub(super) suppressed: bool,
}

/// A citation in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cited {
    /// Bytes of the text.
    pub(super) range: Range<usize>,
    pub(super) items: Vec<Item>,
    /// `@key showed`: the first item is part of the sentence.
    pub(super) narrative: bool,
}

/// The citations of a text, in order; `escaped` are the bytes of characters that are only themselves.
pub(super) fn citations(text: &str, escaped: &HashSet<usize>) -> Vec<Cited> {
    let mut found = Vec::new();
    let mut end = 0;
    for (at, c) in text.char_indices() {
        if at < end || escaped.contains(&at) {
            continue;
        }
        let cited = match c {
            // `^[` begins a note.
            '[' if !text[..at].ends_with('^') => group(text, at, escaped),
            '@' => narrative(text, at, escaped),
            _ => None,
        };
        if let Some(cited) = cited {
            end = cited.range.end;
            found.push(cited);
        }
    }
    found
}

/// `[see @key, p. 3; @other]`
fn group(text: &str, at: usize, escaped: &HashSet<usize>) -> Option<Cited> {
    let close = closing(text, at)?;
    let items = items(text, at + 1..close, escaped)?;
    // `[text](address)` is a link whatever stands in it; pandoc's parser has taken those out already.
    Some(Cited { range: at..close + 1, items, narrative: false })
}

/// `@key`, `@key [p. 3]`, `-@key`
fn narrative(text: &str, at: usize, escaped: &HashSet<usize>) -> Option<Cited> {
    let before = text[..at].chars().next_back();
    let suppressed = before == Some('-');
    let outside = if suppressed { text[..at - 1].chars().next_back() } else { before };
    if outside.is_some_and(|c| c.is_alphanumeric() || matches!(c, '@' | '/' | '.' | '_' | '-')) {
        return None;
    }
    let key_end = key_end(text, at + 1)?;
    let key = unbraced(&text[at + 1..key_end]);
    if is_cross_reference(&key) {
        return None;
    }
    let mut item = Item { key, suppressed, ..Item::default() };
    let mut cited_end = key_end;
    let mut more = Vec::new();
    let rest = &text[key_end..];
    let gap = rest.len() - rest.trim_start_matches(' ').len();
    if gap <= 1
        && text[key_end + gap..].starts_with('[')
        && let Some(close) = closing(text, key_end + gap)
    {
        let inside = key_end + gap + 1..close;
        match items(text, inside.clone(), escaped) {
            Some(items) => more = items,
            None => item.suffix = text[inside].trim().to_owned(),
        }
        cited_end = close + 1;
    }
    let start = if suppressed { at - 1 } else { at };
    let items = std::iter::once(item).chain(more).collect();
    Some(Cited { range: start..cited_end, items, narrative: true })
}

/// Where the bracket that opens at `at` closes, if it does so soon.
fn closing(text: &str, at: usize) -> Option<usize> {
    let mut depth = 0_usize;
    for (offset, c) in text[at..].char_indices().take_while(|(offset, _)| *offset <= LONGEST) {
        match c {
            '[' => depth += 1,
            ']' => {
                depth -= 1;
                if depth == 0 {
                    return Some(at + offset);
                }
            }
            _ => {}
        }
    }
    None
}

/// The items of a group; none if no key stands in it.
fn items(text: &str, inside: Range<usize>, escaped: &HashSet<usize>) -> Option<Vec<Item>> {
    let mut items: Vec<Item> = Vec::new();
    let mut start = inside.start;
    for piece in text[inside].split(';') {
        match key_in(text, start..start + piece.len(), escaped) {
            Some(item) => items.push(item),
            // A semicolon in a pinpoint.
            None => items.last_mut()?.suffix.push_str(&format!(";{piece}")),
        }
        start += piece.len() + 1;
    }
    (!items.is_empty()).then_some(items)
}

/// The item of a piece of a group.
fn key_in(text: &str, range: Range<usize>, escaped: &HashSet<usize>) -> Option<Item> {
    let piece = &text[range.clone()];
    piece.match_indices('@').find_map(|(offset, _)| {
        let at = range.start + offset;
        let before = piece[..offset].chars().next_back();
        let suppressed = before == Some('-');
        let prefix = &piece[..offset - usize::from(suppressed)];
        let apart = prefix.chars().next_back().is_none_or(|c| !c.is_alphanumeric() && c != '\\');
        if !apart || escaped.contains(&at) {
            return None;
        }
        let end = key_end(text, at + 1)?.min(range.end);
        let key = unbraced(text.get(at + 1..end)?);
        if is_cross_reference(&key) {
            return None;
        }
        let suffix = text[end..range.end].trim().trim_start_matches(',').trim().to_owned();
        Some(Item { prefix: prefix.trim().to_owned(), key, suffix, suppressed })
    })
}

/// Kinds of identifiers that stand for a key, as Manubot writes them.
const IDENTIFIERS: [&str; 9] =
    ["doi:", "arxiv:", "pmid:", "pmcid:", "isbn:", "wikidata:", "url:", "https://", "http://"];

/// `doi:10.1371/…`, `arxiv:1404.0188`
pub(super) fn names_identifier(key: &str) -> bool {
    IDENTIFIERS.iter().any(|kind| key.get(..kind.len()).is_some_and(|head| head.eq_ignore_ascii_case(kind)))
}

/// The key behind an `@`, with its bytes; none where it points at a part of the document, or is itself an identifier.
pub(crate) fn key_at(text: &str, from: usize) -> Option<(String, Range<usize>)> {
    let end = key_end(text, from)?;
    let key = unbraced(&text[from..end]);
    (!is_cross_reference(&key) && !names_identifier(&key)).then_some((key, from..end))
}

/// Where the key that begins at `from` ends: letters, digits, underscores, and single punctuation between them.
fn key_end(text: &str, from: usize) -> Option<usize> {
    let rest = text.get(from..)?;
    if rest.starts_with('{') {
        return rest.find('}').filter(|end| *end > 1).map(|end| from + end + 1);
    }
    if !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_') {
        return None;
    }
    let mut end = from;
    let mut characters = rest.chars().peekable();
    while let Some(c) = characters.next() {
        let inside = c.is_alphanumeric()
            || c == '_'
            || ":.#$%&-+?<>~/".contains(c)
                && characters.peek().is_some_and(|next| next.is_alphanumeric() || matches!(next, '_' | '/'));
        if !inside {
            break;
        }
        end += c.len_utf8();
    }
    Some(end)
}

fn unbraced(key: &str) -> String {
    key.trim_start_matches('{').trim_end_matches('}').to_owned()
}

fn is_cross_reference(key: &str) -> bool {
    key.split_once([':', '-']).is_some_and(|(kind, _)| CROSS_REFERENCES.contains(&kind))
}

#[cfg(test)]
mod tests {
    use super::{Item, citations};
    use std::collections::HashSet;

    fn read(text: &str) -> Vec<(&str, Vec<Item>, bool)> {
        let found = citations(text, &HashSet::new());
        found.into_iter().map(|cited| (&text[cited.range], cited.items, cited.narrative)).collect()
    }

    fn item(prefix: &str, key: &str, suffix: &str) -> Item {
        Item { prefix: prefix.into(), key: key.into(), suffix: suffix.into(), suppressed: false }
    }

    #[test]
    fn groups_pinpoints_and_suppressed_authors_are_read() {
        assert_eq!(
            read("Yes [see @doe99, pp. 33--35; but also @smith_2000a, ch. 1]."),
            [(
                "[see @doe99, pp. 33--35; but also @smith_2000a, ch. 1]",
                vec![item("see", "doe99", "pp. 33--35"), item("but also", "smith_2000a", "ch. 1")],
                false
            )]
        );
        assert_eq!(
            read("@doi:10.1371/journal.pbio.1 [p. 3] says so."),
            [(
                "@doi:10.1371/journal.pbio.1 [p. 3]",
                vec![item("", "doi:10.1371/journal.pbio.1", "p. 3")],
                true
            )]
        );
        let suppressed = Item { suppressed: true, ..item("", "doe99", "") };
        assert_eq!(read("Doe [-@doe99]."), [("[-@doe99]", vec![suppressed], false)]);
    }

    #[test]
    fn addresses_and_cross_references_are_no_citations() {
        assert!(read("Write to a@b.org, see @fig:one and [@sec-two], or [a link].").is_empty());
    }
}
