//! Words of a text as works are compared by them.

use std::ops::Range;

use crate::citation::string::is_dense;
use citelight_types::text::normalise::fold;

/// Words of an entry that are compared.
pub(super) const WORDS: usize = 120;

/// A word of a text, folded, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FoldedWord {
    pub(crate) folded: String,
    pub(crate) range: Range<usize>,
    pub(crate) capital: bool,
    /// An opening quotation mark stands right before it.
    pub(crate) quoted: bool,
}

/// The words of a stretch of a text, with their bytes in the whole text.
pub(crate) fn folded_words(text: &str, within: Range<usize>) -> Vec<FoldedWord> {
    let mut words: Vec<FoldedWord> = Vec::new();
    let mut start: Option<usize> = None;
    let inner = text.get(within.clone()).unwrap_or_default();
    let mut close = |range: Range<usize>| {
        let word = &inner[range.clone()];
        let folded = fold(word);
        if !folded.is_empty() {
            // Scripts without capitals: any word may be a name.
            let capital = word.starts_with(|c: char| c.is_uppercase() || is_dense(c));
            let quoted = inner[..range.start].ends_with(['“', '‘', '"', '«', '„', '《', '〈', '「', '『']);
            let range = within.start + range.start..within.start + range.end;
            words.push(FoldedWord { folded, range, capital, quoted });
        }
    };
    let mut characters = inner.char_indices().peekable();
    while let Some((at, c)) = characters.next() {
        let apostrophe = matches!(c, '\'' | '’')
            && start.is_some()
            && characters.peek().is_some_and(|(_, next)| next.is_alphabetic());
        if c.is_alphanumeric() || unicode_normalization::char::is_combining_mark(c) || apostrophe {
            start.get_or_insert(at);
        } else if let Some(from) = start.take() {
            close(from..at);
        }
    }
    if let Some(from) = start {
        close(from..inner.len());
    }
    words
}

/// The folded words of a text, up to [`WORDS`].
pub(super) fn plain_words(text: &str) -> Vec<String> {
    let end = text.char_indices().nth(WORDS * 12).map_or(text.len(), |(end, _)| end);
    folded_words(text, 0..end).into_iter().map(|word| word.folded).take(WORDS).collect()
}
