//! Tokens of the text left of a year.

use std::ops::Range;

/// What a token is to one who reads names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// `et al.`, `and colleagues`, `等`
    EtAl,
    /// `’s`, `’`
    Possessive,
    /// `and`, `&`, `und` …
    And,
    /// A word, perhaps with hyphens, apostrophes and inner stops.
    Word,
    /// Any other visible character.
    Mark(char),
}

/// A token and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) range: Range<usize>,
}

/// Words that join the last two names of a list.
const AND: &[&str] =
    &["and", "und", "u", "y", "et", "e", "och", "og", "en", "i", "ve", "és", "și", "и", "та"];

/// What follows `and` in place of further names.
const COMPANY: &[&str] = &["others", "colleagues", "coworkers", "co-workers", "collaborators", "associates"];

/// Two words that stand for further authors, without their stops: `u. a.`, `y otros`, `и др.`
const REST: &[(&str, &[&str])] = &[
    ("et", &["al", "coll", "autres", "collaborateurs"]),
    ("and", COMPANY),
    ("u", &["a"]),
    ("m", &["fl"]),
    ("i", &["in"]),
    ("y", &["otros", "colaboradores"]),
    ("e", &["outros", "cols", "colaboradores", "altri"]),
    ("и", &["др", "соавт"]),
    ("с", &["соавторами", "соавт", "коллегами"]),
    ("ve", &["ark", "diğerleri"]),
];

/// What joins the parts of a word. Figures of R have a minus for a hyphen, converted PDFs accents beside their letters.
const JOINERS: &str = "’'‘`´-\u{2010}\u{2011}–−¨˜ˇ.";

/// The tokens of a text.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let end = if c.is_whitespace() {
            at += c.len_utf8();
            continue;
        } else if is_han(c) {
            han(text, at, &mut tokens)
        } else if c.is_alphabetic() {
            word(text, at, &mut tokens)
        } else if matches!(c, '\'' | '’') {
            possessive(text, at, c, &mut tokens)
        } else {
            let end = at + c.len_utf8();
            let kind = if matches!(c, '&' | '・' | '·') { TokenKind::And } else { TokenKind::Mark(c) };
            tokens.push(Token { kind, range: at..end });
            end
        };
        at = end;
    }
    tokens
}

/// A word, `et al.`, or `and colleagues`; returns where it ends.
fn word(text: &str, start: usize, tokens: &mut Vec<Token>) -> usize {
    let end = word_end(text, start);
    let word = &text[start..end];
    if matches!(word, "ら" | "ほか" | "u.a" | "외" | "등") {
        let end = end + usize::from(text[end..].starts_with('.'));
        tokens.push(Token { kind: TokenKind::EtAl, range: start..end });
        return end;
    }
    if let Some((_, second)) = REST.iter().find(|(first, _)| *first == word) {
        let after = text[end..].trim_start_matches('.').trim_start();
        let next_start = text.len() - after.len();
        let next_end = word_end(text, next_start);
        if second.contains(&&text[next_start..next_end]) {
            let end = next_end + usize::from(text[next_end..].starts_with('.'));
            tokens.push(Token { kind: TokenKind::EtAl, range: start..end });
            return end;
        }
    }
    // `박지영과 이현우`: the word for "and" is glued to the first name.
    if let Some(name) = word.strip_suffix(['과', '와']).filter(|name| name.chars().count() > 1)
        && text[end..].starts_with(' ')
    {
        tokens.push(Token { kind: TokenKind::Word, range: start..start + name.len() });
        tokens.push(Token { kind: TokenKind::And, range: start + name.len()..end });
        return end;
    }
    let kind = if AND.contains(&word) { TokenKind::And } else { TokenKind::Word };
    // `Meyer u. Schulz`
    let end = end + usize::from(word == "u" && text[end..].starts_with('.'));
    tokens.push(Token { kind, range: start..end });
    end
}

/// Where the word that begins at `start` ends: letters, marks, digits, and joiners between letters.
fn word_end(text: &str, start: usize) -> usize {
    let mut end = start;
    let mut characters = text[start..].chars().peekable();
    while let Some(c) = characters.next() {
        let inside = is_word_char(c)
            || JOINERS.contains(c)
                && end > start
                && characters.peek().is_some_and(|next| next.is_alphabetic() && !is_han(*next));
        if !inside {
            break;
        }
        end += c.len_utf8();
    }
    end
}

fn is_word_char(c: char) -> bool {
    (c.is_alphanumeric() || unicode_normalization::char::is_combining_mark(c)) && !is_han(c)
}

/// A run of Chinese characters; `等` stands for further authors, `和`, `与` and `及` join two.
fn han(text: &str, start: usize, tokens: &mut Vec<Token>) -> usize {
    let mut at = start;
    let mut word_start = start;
    let close = |from: usize, to: usize, tokens: &mut Vec<Token>| {
        if from < to {
            tokens.push(Token { kind: TokenKind::Word, range: from..to });
        }
    };
    for c in text[start..].chars().take_while(|c| is_han(*c)) {
        let end = at + c.len_utf8();
        let kind = match c {
            '等' => Some(TokenKind::EtAl),
            '和' | '与' | '與' | '及' => Some(TokenKind::And),
            _ => None,
        };
        if let Some(kind) = kind {
            close(word_start, at, tokens);
            tokens.push(Token { kind, range: at..end });
            word_start = end;
        }
        at = end;
    }
    close(word_start, at, tokens);
    at
}

pub(super) fn is_cyrillic(c: char) -> bool {
    matches!(c, '\u{400}'..='\u{52f}')
}

/// Chinese characters: names in them are not set off by spaces.
pub(super) fn is_han(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{2ebef}')
}

/// `’s` or a lone apostrophe before white space; returns where it ends.
fn possessive(text: &str, start: usize, mark: char, tokens: &mut Vec<Token>) -> usize {
    let end = start + mark.len_utf8();
    let rest = &text[end..];
    let after_s = rest.strip_prefix('s').filter(|rest| !rest.starts_with(char::is_alphanumeric));
    let (kind, end) = match after_s {
        Some(_) => (TokenKind::Possessive, end + 1),
        None if rest.is_empty() || rest.starts_with(char::is_whitespace) => (TokenKind::Possessive, end),
        None => (TokenKind::Mark(mark), end),
    };
    tokens.push(Token { kind, range: start..end });
    end
}
