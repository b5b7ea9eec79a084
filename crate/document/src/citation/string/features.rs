//! What the model sees of a token: hashes of observations, each with the reach over which it tells of its neighbours.

use super::tokens::{Token, TokenKind, is_dense};
use citelight_types::text::normalise::fold;

/// An observation at one token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Observation {
    /// Name of the observation: a hash of its template and its value.
    pub(crate) hash: u32,
    /// How many tokens to the left and to the right it may tell of.
    pub(crate) reach: u8,
}

/// Families of observations; the number is part of the hash.
#[derive(Clone, Copy)]
enum Template {
    Word = 1,
    Shape,
    Gap,
    Prefix,
    Suffix,
    ShortSuffix,
    Place,
    FromEnd,
    Enclosed,
    GapShape,
    ShapeGap,
    Gaps,
    WordGap,
    WordPair,
    ShapeTriple,
    Seen,
    Clause,
    Opening,
    ClauseShape,
    QuoteGap,
}

/// FNV-1a over a template and values.
#[derive(Clone, Copy)]
struct Hash(u32);

impl Hash {
    fn new(template: Template) -> Self {
        Self(0x811c_9dc5).byte(template as u8)
    }

    fn byte(self, byte: u8) -> Self {
        Self((self.0 ^ u32::from(byte)).wrapping_mul(0x0100_0193))
    }

    fn text(self, text: &str) -> Self {
        text.bytes().fold(self, Self::byte).byte(0)
    }

    fn number(self, number: u32) -> Self {
        number.to_le_bytes().into_iter().fold(self, Self::byte)
    }
}

/// What a token is by itself.
struct Look {
    word: String,
    shape: u32,
    /// The gap before the token.
    gap: u32,
    year: bool,
}

/// Hands on every observation at every token of a string.
pub(crate) fn observe(text: &str, tokens: &[Token], mut hand_on: impl FnMut(usize, Observation)) {
    let looks = looks(text, tokens);
    let mut scan = Scan::default();
    let opening = opening(&looks);
    let last_gap = last_gap(text, tokens);
    let edge = Look { word: String::new(), shape: 0, gap: last_gap, year: false };
    let look = |at: usize| looks.get(at).unwrap_or(&edge);
    for (at, token) in tokens.iter().enumerate() {
        let before = at.checked_sub(1).map_or(&edge, look);
        let (own, next) = (look(at), look(at + 1));
        scan.step(text, tokens, at);
        let mut add = |hash: Hash, reach: u8| hand_on(at, Observation { hash: hash.0, reach });
        use Template as T;
        let word = own.word.as_str();
        add(Hash::new(T::Word).text(word), 2);
        add(Hash::new(T::Shape).number(own.shape), 3);
        add(Hash::new(T::Gap).number(own.gap), 3);
        if matches!(token.kind, TokenKind::Word | TokenKind::Mixed) {
            add(Hash::new(T::Prefix).text(head(word, 4)), 0);
            add(Hash::new(T::Suffix).text(tail(word, 3)), 1);
            add(Hash::new(T::ShortSuffix).text(tail(word, 2)), 0);
        }
        add(Hash::new(T::Place).number((at * 12 / tokens.len()) as u32), 0);
        add(Hash::new(T::FromEnd).number((tokens.len() - at).min(8) as u32), 0);
        let enclosed = scan.enclosed();
        add(Hash::new(T::Enclosed).number(enclosed), 1);
        add(Hash::new(T::GapShape).number(own.gap).number(own.shape), 1);
        add(Hash::new(T::ShapeGap).number(own.shape).number(next.gap), 1);
        add(Hash::new(T::Gaps).number(own.gap).number(own.shape).number(next.gap), 1);
        add(Hash::new(T::WordGap).text(word).number(next.gap), 0);
        add(Hash::new(T::WordPair).text(&before.word).text(word), 1);
        add(Hash::new(T::ShapeTriple).number(before.shape).number(own.shape).number(next.shape), 0);
        add(Hash::new(T::Seen).number(scan.seen()).number(own.shape), 0);
        add(Hash::new(T::Clause).number(scan.clause).number(scan.seen()), 0);
        add(Hash::new(T::ClauseShape).number(scan.clause).number(own.gap).number(own.shape), 0);
        add(Hash::new(T::Opening).number(opening).number(scan.clause), 0);
        add(Hash::new(T::QuoteGap).number(enclosed).number(own.gap).number(scan.seen()), 0);
        scan.leave(own.year);
    }
}

fn looks(text: &str, tokens: &[Token]) -> Vec<Look> {
    let mut end = 0;
    tokens
        .iter()
        .map(|token| {
            let own = text.get(token.range.clone()).unwrap_or_default();
            let gap = gap(text.get(end..token.range.start).unwrap_or_default());
            end = token.range.end;
            let year = token.kind == TokenKind::Number && is_year(own)
                || token.kind == TokenKind::Mixed && own.len() == 5 && own.get(..4).is_some_and(is_year);
            let word = match token.kind {
                TokenKind::Word if own.is_ascii() => own.to_ascii_lowercase(),
                TokenKind::Word | TokenKind::Mixed => fold(own),
                // Numbers and addresses are known by their shape.
                TokenKind::Number | TokenKind::Url | TokenKind::Identifier => String::new(),
            };
            Look { word, shape: shape(own, token.kind, year), gap, year }
        })
        .collect()
}

/// Whether four characters are the digits of a year of the age of print.
fn is_year(text: &str) -> bool {
    text.len() == 4 && text.is_ascii() && text.parse::<u32>().is_ok_and(|year| (1500..=2039).contains(&year))
}

/// Kind, case and length of a token in one number.
fn shape(text: &str, kind: TokenKind, year: bool) -> u32 {
    let letters = text.chars().count().min(5) as u32;
    match kind {
        TokenKind::Url => 1,
        TokenKind::Identifier => 2,
        TokenKind::Number if year => 3,
        TokenKind::Number => 10 + letters,
        TokenKind::Mixed if year => 4,
        TokenKind::Mixed if text.starts_with(|c: char| c.is_numeric()) => 20 + u32::from(letters > 3),
        TokenKind::Mixed => 22 + u32::from(letters > 3),
        TokenKind::Word => {
            if text.starts_with(is_dense) {
                return 30 + letters;
            }
            if letters > 1 && letters < 5 && text.chars().all(|c| matches!(c, 'I' | 'V' | 'X' | 'L' | 'C')) {
                return 40;
            }
            let upper = text.chars().filter(|c| c.is_uppercase()).count();
            let first = text.starts_with(char::is_uppercase);
            let all = upper == text.chars().count();
            match (first, all, letters) {
                (true, true, 1) => 50,
                (true, true, 2) => 51,
                (true, true, 3) => 52,
                (true, true, _) => 53,
                (true, false, 2..=3) => 54,
                (true, false, _) if upper > 1 => 55,
                (true, false, _) => 56,
                (false, _, _) if upper > 0 => 60,
                (false, _, 1) => 61,
                (false, _, 2..=3) => 62,
                (false, _, _) => 63,
            }
        }
    }
}

/// The characters of a gap, variants of one sign counting as one; its first and last ones if it is long.
fn gap(text: &str) -> u32 {
    let mut hash = Hash(0x811c_9dc5);
    let (mut count, mut space) = (0, false);
    for c in text.chars() {
        if c.is_whitespace() {
            space = true;
            continue;
        }
        if space {
            hash = hash.byte(b' ');
            space = false;
        }
        let sign = match c {
            '“' | '”' | '„' | '«' | '»' | '"' | '″' | '「' | '」' | '『' | '』' => '"',
            '‘' | '’' | '‚' | '`' | '´' | '\'' | '‹' | '›' => '\'',
            '‐'..='―' | '−' | '~' | '∼' => '-',
            '，' | '、' => ',',
            '。' | '．' => '.',
            '：' => ':',
            '；' => ';',
            '（' => '(',
            '）' => ')',
            '《' | '〈' => '<',
            '》' | '〉' => '>',
            '［' | '【' => '[',
            '］' | '】' => ']',
            '·' | '•' | '・' => '•',
            c if c.is_ascii() => c,
            _ => '?',
        };
        hash = hash.number(sign as u32);
        count += 1;
        if count == 5 {
            break;
        }
    }
    if space {
        hash = hash.byte(b' ');
    }
    hash.0
}

fn last_gap(text: &str, tokens: &[Token]) -> u32 {
    let end = tokens.last().map_or(0, |token| token.range.end);
    gap(text.get(end..).unwrap_or_default()) ^ 0x5bd1_e995
}

/// How the string begins: tells the order of names, hence the style of the list.
fn opening(looks: &[Look]) -> u32 {
    looks
        .iter()
        .skip(1)
        .take(2)
        .fold(Hash(0x811c_9dc5), |hash, look| hash.number(look.gap).number(look.shape))
        .0
}

fn head(word: &str, count: usize) -> &str {
    word.char_indices().nth(count).map_or(word, |(at, _)| word.get(..at).unwrap_or(word))
}

fn tail(word: &str, count: usize) -> &str {
    word.char_indices().rev().nth(count - 1).map_or(word, |(at, _)| word.get(at..).unwrap_or(word))
}

/// What has been passed on the way from the start of the string.
#[derive(Default)]
struct Scan {
    quoted: bool,
    quote_closed: bool,
    brackets: u32,
    year: bool,
    editors: bool,
    /// Sentences begun, none after an initial.
    clause: u32,
}

impl Scan {
    /// Reads the gap before token `at`.
    fn step(&mut self, text: &str, tokens: &[Token], at: usize) {
        let previous = at.checked_sub(1).and_then(|before| tokens.get(before));
        let from = previous.map_or(0, |token| token.range.end);
        let own = tokens.get(at).map_or(from, |token| token.range.start);
        let gap = text.get(from..own).unwrap_or_default();
        for c in gap.chars() {
            match c {
                '“' | '«' | '„' | '「' | '『' => self.quoted = true,
                '”' | '»' | '」' | '』' => (self.quoted, self.quote_closed) = (false, true),
                '"' => {
                    self.quote_closed |= self.quoted;
                    self.quoted = !self.quoted;
                }
                '(' | '[' | '（' => self.brackets = (self.brackets + 1).min(3),
                ')' | ']' | '）' => self.brackets = self.brackets.saturating_sub(1),
                _ => {}
            }
        }
        let previous = previous.and_then(|token| text.get(token.range.clone())).unwrap_or_default();
        if gap.contains(['.', '?', '!', '。']) && previous.chars().nth(2).is_some() {
            self.clause = (self.clause + 1).min(5);
        }
        self.editors |= previous.eq_ignore_ascii_case("in") || previous.eq_ignore_ascii_case("eds");
    }

    /// Passes a token.
    fn leave(&mut self, year: bool) {
        self.year |= year;
    }

    fn enclosed(&self) -> u32 {
        u32::from(self.quoted) + 2 * self.brackets
    }

    fn seen(&self) -> u32 {
        u32::from(self.year) + 2 * u32::from(self.quote_closed) + 4 * u32::from(self.editors)
    }
}
