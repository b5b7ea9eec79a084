//! Reference strings cut into tokens: runs of letters or digits, and identifiers and addresses whole. What stands
//! between two tokens (the gap) is kept as a property of the second one.

use std::ops::Range;

/// What a token is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TokenKind {
    /// Letters.
    Word,
    /// Digits only.
    Number,
    /// Letters and digits.
    Mixed,
    /// An address.
    Url,
    /// A DOI or an arXiv identifier.
    Identifier,
}

/// One token: bytes of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) range: Range<usize>,
    pub(crate) kind: TokenKind,
}

/// Most tokens of a string that are read: longer "references" are no references.
pub(crate) const MOST_TOKENS: usize = 4_000;

/// Bytes of the longest address: brackets are counted over it again and again.
const LONGEST_ADDRESS: usize = 2_000;

/// Cuts a text into tokens, in order.
pub(crate) fn tokens(text: &str) -> Vec<Token> {
    let mut found = Vec::with_capacity(text.len() / 5);
    let mut at = 0;
    while found.len() < MOST_TOKENS {
        let Some(start) = text[at..].find(is_word_character).map(|offset| at + offset) else { break };
        let token = whole(text, start).unwrap_or_else(|| run(text, start));
        at = token.range.end;
        found.push(token);
    }
    found
}

/// An address or an identifier that begins here: never cut at its punctuation.
fn whole(text: &str, start: usize) -> Option<Token> {
    let rest = &text[start..];
    let bytes = rest.as_bytes();
    let starts = |prefix: &str| {
        bytes.get(..prefix.len()).is_some_and(|head| head.eq_ignore_ascii_case(prefix.as_bytes()))
    };
    let (kind, length) = match bytes.first()?.to_ascii_lowercase() {
        b'h' if starts("http://") || starts("https://") => (TokenKind::Url, spaceless(rest)),
        b'f' if starts("ftp://") => (TokenKind::Url, spaceless(rest)),
        b'w' if starts("www.") => (TokenKind::Url, spaceless(rest)),
        b'1' if starts("10.") => {
            let prefix = bytes[3..].iter().take_while(|byte| byte.is_ascii_digit()).count();
            let slash = bytes.get(3 + prefix) == Some(&b'/')
                || bytes.get(3 + prefix..3 + prefix + 3).is_some_and(|hex| hex.eq_ignore_ascii_case(b"%2f"));
            if !(4..=9).contains(&prefix) || !slash {
                return None;
            }
            (TokenKind::Identifier, spaceless(rest))
        }
        b'0'..=b'9' => (TokenKind::Identifier, arxiv_number(bytes)?),
        _ => return None,
    };
    // A scheme or a prefix alone is a word like any other.
    (length > 7).then(|| Token { range: start..start + length, kind })
}

/// `1706.03762`, with its version.
fn arxiv_number(bytes: &[u8]) -> Option<usize> {
    let digits = |from: usize| bytes[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    if digits(0) != 4 || bytes.get(4) != Some(&b'.') || !matches!(digits(5), 4 | 5) {
        return None;
    }
    let mut end = 5 + digits(5);
    if bytes.get(end) == Some(&b'v') && digits(end + 1) > 0 {
        end += 1 + digits(end + 1);
    }
    Some(end)
}

/// Bytes up to white space or a character that no address holds, closing punctuation left out.
fn spaceless(text: &str) -> usize {
    let end = text
        .char_indices()
        .find(|(at, c)| {
            c.is_whitespace()
                || matches!(c, '"' | '<' | '>' | '{' | '}' | '|' | '\\' | '^' | '`' | '”' | '»')
                || *at >= LONGEST_ADDRESS
        })
        .map_or(text.len(), |(at, _)| at);
    let mut address = &text[..end];
    loop {
        let trimmed = address.trim_end_matches(['.', ',', ';', ':', '\'', '’', '*', '…', '。', '，']);
        let closed = [('(', ')'), ('[', ']'), ('（', '）')].iter().find(|(open, close)| {
            trimmed.ends_with(*close) && trimmed.matches(*close).count() > trimmed.matches(*open).count()
        });
        let next = closed.map_or(trimmed, |(_, close)| trimmed.strip_suffix(*close).unwrap_or(trimmed));
        if next.len() == address.len() {
            return address.len();
        }
        address = next;
    }
}

/// Letters and digits up to the next other character; scripts without spaces part from digits.
fn run(text: &str, start: usize) -> Token {
    let rest = &text[start..];
    let (mut letters, mut digits, mut dense) = (false, false, false);
    let mut end = rest.len();
    for (offset, c) in rest.char_indices() {
        let joins = is_word_character(c)
            || is_apostrophe(c)
                && offset > 0
                && rest[offset + c.len_utf8()..].starts_with(char::is_alphabetic)
                && letters;
        let is_dense = is_dense(c);
        if !joins || offset > 0 && is_dense != dense && is_word_character(c) {
            end = offset;
            break;
        }
        dense = is_dense;
        if c.is_numeric() {
            digits = true;
        } else {
            letters = true;
        }
    }
    let kind = match (letters, digits) {
        (false, _) => TokenKind::Number,
        (true, false) => TokenKind::Word,
        (true, true) => TokenKind::Mixed,
    };
    Token { range: start..start + end, kind }
}

fn is_word_character(c: char) -> bool {
    c.is_alphanumeric() || unicode_normalization::char::is_combining_mark(c)
}

fn is_apostrophe(c: char) -> bool {
    matches!(c, '\'' | '’' | 'ʼ')
}

/// Letters of scripts that put no spaces between words.
pub(crate) fn is_dense(c: char) -> bool {
    matches!(c, '\u{2e80}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

/// The tokens that begin inside a range.
pub(super) fn within(tokens: &[Token], range: &Range<usize>) -> Range<usize> {
    let start = tokens.partition_point(|token| token.range.start < range.start);
    let end = tokens.partition_point(|token| token.range.start < range.end);
    start..end.max(start)
}

#[cfg(test)]
mod tests {
    use super::{TokenKind, tokens};
    use proptest::prelude::*;

    fn read(text: &str) -> Vec<&str> {
        tokens(text).into_iter().map(|token| &text[token.range]).collect()
    }

    #[test]
    fn identifiers_and_addresses_stay_whole() {
        assert_eq!(
            read("Nature 419:456 -459 (2002). doi:10.1016/S0140-6736(05)67889-0, https://a.org/b_(c)."),
            [
                "Nature",
                "419",
                "456",
                "459",
                "2002",
                "doi",
                "10.1016/S0140-6736(05)67889-0",
                "https://a.org/b_(c)"
            ]
        );
        assert_eq!(read("arXiv:1706.03762v5"), ["arXiv", "1706.03762v5"]);
        assert_eq!(tokens("arXiv:1706.03762")[1].kind, TokenKind::Identifier);
    }

    #[test]
    fn scripts_without_spaces_part_from_digits() {
        assert_eq!(read("艺术广角, 제4권, 2005년"), ["艺术广角", "제", "4", "권", "2005", "년"]);
        assert_eq!(read("O’Neill d'accès 3D 2019a"), ["O’Neill", "d'accès", "3D", "2019a"]);
    }

    proptest! {
        #[test]
        fn tokens_ascend_and_are_never_empty(text in "\\PC{0,80}") {
            let mut end = 0;
            for token in tokens(&text) {
                prop_assert!(token.range.start >= end && !token.range.is_empty());
                end = token.range.end;
                prop_assert!(text.is_char_boundary(end));
            }
        }
    }
}
