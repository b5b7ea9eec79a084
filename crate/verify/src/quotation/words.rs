//! The words of a text as quotations are compared by.

use std::ops::Range;

use citelight_types::text::normalise::fold;

/// A word of a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    /// Folded.
    pub(super) word: String,
    /// Passage in which it stands.
    pub(super) passage: usize,
    /// Its bytes there.
    pub(super) range: Range<usize>,
    /// Whether a hyphen or a line's end joins it to the next one.
    pub(super) joined: bool,
    /// A reference of the source to another work, which whoever quotes it leaves out.
    pub(super) optional: bool,
}

/// An element of a quotation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Element {
    /// A word that must stand there.
    Word {
        /// Folded.
        word: String,
        /// Bytes of the quotation.
        range: Range<usize>,
        /// Whether a hyphen joins it to the next one.
        joined: bool,
    },
    /// So many words of the source may be left out or replaced here.
    Gap(usize),
}

/// Words that an ellipsis may stand for.
const LEFT_OUT: usize = 120;
/// Words that square brackets may stand for.
const REPLACED: usize = 12;
/// Whether a character is of a script that writes words without spaces. Ligatures (ﬁ) and wide letters stand after these.
pub(super) fn is_dense(c: char) -> bool {
    matches!(c, '\u{2e80}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}') && c.is_alphanumeric()
}

/// The words of a text.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let mut found: Vec<Token> = Vec::new();
    for range in words(text) {
        if let Some(last) = found.last_mut() {
            last.joined = is_hyphen(&text[last.range.end..range.start]);
        }
        let word = folded(&text[range.clone()]);
        if !word.is_empty() {
            found.push(Token { word, passage: 0, range, joined: false, optional: false });
        }
    }
    for reference in references(text) {
        for token in found.iter_mut().filter(|token| reference.contains(&token.range.start)) {
            token.optional = true;
        }
    }
    found
}

/// Brackets that refer to another work: numbers in square ones, a year in round ones.
fn references(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut open: Option<(usize, char)> = None;
    for (at, c) in text.char_indices() {
        match (c, open) {
            ('[' | '(', _) => open = Some((at, c)),
            (']', Some((start, '['))) | (')', Some((start, '('))) => {
                let inside = &text[start + 1..at];
                let is_number = |c: char| c.is_ascii_digit() || matches!(c, ',' | ';' | '-' | '–' | ' ');
                let is_reference = if c == ']' { inside.chars().all(is_number) } else { has_year(inside) };
                if is_reference {
                    found.push(start..at);
                }
                open = None;
            }
            _ => {}
        }
    }
    found
}

fn has_year(text: &str) -> bool {
    let digits = text.split(|c: char| !c.is_ascii_digit());
    digits
        .into_iter()
        .any(|number| number.len() == 4 && (number.starts_with("19") || number.starts_with("20")))
}

/// Whether what stands between two words is a hyphen, at the end of a line or not.
fn is_hyphen(gap: &str) -> bool {
    matches!(gap.trim(), "-" | "‐" | "‑" | "\u{ad}") && gap.trim_end().len() == gap.trim().len()
}

/// A quotation as it is searched: its words, and where it says that it leaves some out.
pub(super) fn pattern(quotation: &str) -> Vec<Element> {
    let mut elements: Vec<Element> = Vec::new();
    let mut end = 0;
    for part in parts(quotation) {
        match part {
            Part::Gap(words) => elements.push(Element::Gap(words)),
            Part::Word(range, word) => {
                let gap = quotation.get(end..range.start).unwrap_or_default();
                if let Some(Element::Word { joined, .. }) = elements.last_mut() {
                    *joined = is_hyphen(gap);
                }
                end = range.end;
                elements.push(Element::Word { word, range, joined: false });
            }
        }
    }
    // What is left out at its ends belongs to no quotation.
    while matches!(elements.first(), Some(Element::Gap(_))) {
        elements.remove(0);
    }
    while matches!(elements.last(), Some(Element::Gap(_))) {
        elements.pop();
    }
    elements
}

enum Part {
    Word(Range<usize>, String),
    Gap(usize),
}

fn parts(text: &str) -> Vec<Part> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        if let Some((length, part)) = bracketed(text, at) {
            found.extend(part);
            at += length;
        } else if let Some(length) = ellipsis(rest) {
            found.push(Part::Gap(LEFT_OUT));
            at += length;
        } else if let Some(length) = word_length(rest) {
            // "[t]he": the letter in brackets belongs to what follows.
            let range = at..at + length;
            let word = folded(&text[range.clone()]);
            if !word.is_empty() {
                found.push(Part::Word(range, word));
            }
            at += length;
        } else {
            at += rest.chars().next().map_or(1, char::len_utf8);
        }
    }
    found
}

/// What stands in square brackets at a place: a letter of a word whose case was changed, an ellipsis, other words.
fn bracketed(text: &str, at: usize) -> Option<(usize, Vec<Part>)> {
    let rest = &text[at..];
    let inner = rest.strip_prefix('[')?;
    let end = inner.find(']')?;
    let (inside, after) = (&inner[..end], &inner[end + 1..]);
    let length = end + 2;
    let letters = inside.chars().count();
    if (1..=3).contains(&letters)
        && inside.chars().all(char::is_alphabetic)
        && let Some(more) = word_length(after).filter(|_| after.starts_with(char::is_alphabetic))
    {
        let word = folded(&format!("{inside}{}", &after[..more]));
        return Some((length + more, vec![Part::Word(at..at + length + more, word)]));
    }
    let is_remark = inside.trim_start().to_lowercase().starts_with("sic")
        || inside.to_lowercase().contains("emphasis")
        || inside.to_lowercase().contains("hervorhebung");
    let is_number = inside.chars().all(|c| c.is_ascii_digit() || matches!(c, ',' | '-' | '–' | ' '));
    if is_remark || (is_number && !inside.is_empty()) {
        return Some((length, Vec::new()));
    }
    let words =
        if ellipsis(inside.trim()).is_some() || inside.trim().is_empty() { LEFT_OUT } else { REPLACED };
    Some((length, vec![Part::Gap(words)]))
}

/// How long an ellipsis at the beginning of a text is.
fn ellipsis(text: &str) -> Option<usize> {
    ["(…)", "(...)", "(. . .)", "…", "....", "...", ". . . .", ". . ."]
        .into_iter()
        .find(|sign| text.starts_with(sign))
        .map(str::len)
}

/// The words of a text as ranges of bytes.
fn words(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        match word_length(rest) {
            Some(length) => {
                found.push(at..at + length);
                at += length;
            }
            None => at += rest.chars().next().map_or(1, char::len_utf8),
        }
    }
    found
}

/// How long the word at the beginning of a text is, in bytes; none if none begins there. An apostrophe or a soft hyphen between
/// letters, a point or comma between digits belong to it.
fn word_length(text: &str) -> Option<usize> {
    let first = text.chars().next().filter(|c| c.is_alphanumeric())?;
    if is_dense(first) {
        return Some(first.len_utf8());
    }
    let mut length = first.len_utf8();
    let mut last = first;
    while let Some(c) = text[length..].chars().next() {
        let next = text[length + c.len_utf8()..].chars().next();
        let joins = match c {
            '\'' | '’' | '\u{ad}' => next.is_some_and(char::is_alphabetic),
            '\u{300}'..='\u{36f}' => true,
            '.' | ',' => last.is_ascii_digit() && next.is_some_and(|c| c.is_ascii_digit()),
            _ => c.is_alphanumeric() && !is_dense(c),
        };
        if !joins {
            break;
        }
        length += c.len_utf8();
        last = c;
    }
    Some(length)
}

/// A word as it is compared. Numbers keep their point; British and American spellings are one.
fn folded(word: &str) -> String {
    if word.starts_with(|c: char| c.is_ascii_digit()) && word.contains(['.', ',']) {
        return number(word);
    }
    let word = fold(word).replace(' ', "");
    if word.len() > 5 && word.is_ascii() {
        return word.replace("isation", "ization").replace("ise", "ize").replace("our", "or");
    }
    word
}

/// "1,204" → "1204", "0,5" → "0.5".
fn number(word: &str) -> String {
    let is_thousands = |tail: &str| tail.bytes().take_while(u8::is_ascii_digit).count() == 3;
    let mut out = String::new();
    for (at, c) in word.char_indices() {
        match c {
            ',' if is_thousands(&word[at + 1..]) => {}
            ',' => out.push('.'),
            _ => out.extend(c.to_lowercase()),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<String> {
        tokens(text).into_iter().map(|token| token.word).collect()
    }

    #[test]
    fn words_are_compared_without_what_printers_change() {
        assert_eq!(read("The ﬁrst Cows’ milk, don’t"), ["the", "first", "cows", "milk", "dont"]);
        assert_eq!(read("1,204 of 0.5 and 0,5 %"), ["1204", "of", "0.5", "and", "0.5"]);
        assert_eq!(read("1,5’a and 1,2’ and 1,204’s"), ["1.5’a", "and", "1.2", "and", "1204’s"]);
        assert_eq!(read("behaviour organised"), read("behavior organized"));
        assert_eq!(read("死亡率"), ["死", "亡", "率"]);
        assert!(tokens("inter- national")[0].joined && tokens("well-known")[0].joined);
        assert!(!tokens("this - that")[0].joined);
    }

    #[test]
    fn ellipses_and_brackets_are_gaps() {
        let shape = |text: &str| -> Vec<String> {
            let told = |element| match element {
                Element::Word { word, .. } => word,
                Element::Gap(words) => format!("+{words}"),
            };
            pattern(text).into_iter().map(told).collect()
        };
        assert_eq!(
            shape("… [t]he cows … ate [the grass] well [12]."),
            ["the", "cows", "+120", "ate", "+12", "well"]
        );
        assert_eq!(shape("it fell [sic] by [...] half"), ["it", "fell", "by", "+120", "half"]);
    }

    proptest::proptest! {
        #[test]
        fn no_text_panics_and_ranges_are_valid(text in "\\PC{0,60}|[a-z0-9.,'’\\[\\]… -]{0,60}") {
            for token in tokens(&text) {
                proptest::prop_assert!(text.get(token.range).is_some());
            }
            for element in pattern(&text) {
                if let Element::Word { range, .. } = element {
                    proptest::prop_assert!(text.get(range).is_some());
                }
            }
        }
    }
}
