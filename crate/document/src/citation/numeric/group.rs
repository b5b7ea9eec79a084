//! What stands inside a group of numbers: `see 4, 7–9 and 12, Sec. 2`.

use super::numbers::Numbers;
use crate::citation::surface::{Part, Target};

/// Words that may stand before a number.
const SIGNALS: &[&str] = &[
    "see",
    "e.g",
    "cf",
    "i.e",
    "also",
    "but",
    "for",
    "and",
    "example",
    "instance",
    "in",
    "ref",
    "refs",
    "reference",
    "references",
    "review",
    "reviews",
    "reviewed",
    "by",
    "among",
    "others",
    "the",
    "text",
    "si",
    "compare",
    "contrast",
    "with",
    "from",
];

/// Signals that begin a new citation even after a pinpoint: `4, p. 3, but also 5`.
const NEW_CITATION: &[&str] = &["see", "but", "also", "cf", "compare", "contrast"];

/// Words of pinpoints and comments that may follow a number without a comma.
const PINPOINTS: &[&str] = &[
    "and",
    "in",
    "for",
    "p",
    "pp",
    "sec",
    "section",
    "sect",
    "ch",
    "chap",
    "chapter",
    "thm",
    "theorem",
    "lemma",
    "prop",
    "fig",
    "eq",
    "def",
    "app",
    "table",
    "cor",
    "corollary",
    "reviewed",
    "therein",
    "references",
    "vol",
    "note",
    "n",
    "para",
    "art",
    "at",
];

/// Where a group stands, and how it may be read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// Byte of the block at which the group's inside begins.
    pub(super) offset: usize,
    /// `6:12` is page 12 of reference 6.
    pub(super) colon_pinpoints: bool,
}

/// The elements of a group, or nothing if it reads as something else.
pub(super) fn elements(inner: &str, place: Place, numbers: &Numbers) -> Option<Vec<Part>> {
    let mut parts = Vec::new();
    let mut in_pinpoint = false;
    let mut has_members = false;
    for (start, piece) in pieces(inner) {
        let ends_work = piece.ends_with([';', '；']);
        let text = piece.trim_end_matches([',', ';', '，', '；', '、', ' ', '\u{a0}']);
        if text.trim().is_empty() {
            continue;
        }
        // `[4a,c]`: further members of work 4.
        if has_members && is_member(text.trim()) {
            continue;
        }
        // `[?, 1]`: a work that LaTeX did not find.
        if text.trim().chars().all(|c| c == '?') {
            let from = place.offset + start;
            parts.push(Part { range: from..from + text.len(), target: Target::Nothing });
            in_pinpoint = false;
            continue;
        }
        let element = element(text, place.colon_pinpoints);
        // `[9, §1, 5]`: numbers after a pinpoint go on with it, up to a semicolon or a new signal.
        if in_pinpoint && !element.as_ref().is_some_and(|element| element.new_citation) {
            in_pinpoint = !ends_work;
            continue;
        }
        if let Some(element) = element {
            let target = numbers.target(element.first, element.last)?;
            let from = place.offset + start;
            parts.push(Part { range: from + element.start..from + element.end, target });
            in_pinpoint = false;
            has_members = element.has_member;
        } else if parts.is_empty() && text.trim().len() > 12
            || text.trim_start().starts_with(|c: char| c.is_ascii_digit())
        {
            return None;
        } else if text.contains(|c: char| c.is_alphabetic() || c == '§') {
            in_pinpoint = !parts.is_empty() && !ends_work;
        } else {
            return None;
        }
    }
    (!parts.is_empty()).then_some(parts)
}

/// Pieces of a group, parted at commas, semicolons and `and` after a number, none of them inside brackets; with where
/// they begin.
fn pieces(inner: &str) -> Vec<(usize, &str)> {
    let mut pieces = Vec::new();
    let mut start = 0;
    let mut depth = 0_usize;
    for (at, c) in inner.char_indices() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            ',' | ';' | '，' | '；' | '、' if depth == 0 => {
                pieces.push((start, &inner[start..at + c.len_utf8()]));
                start = at + c.len_utf8();
            }
            ' ' if depth == 0 && inner[..at].ends_with(|c: char| c.is_ascii_digit() || c == ']') => {
                let rest = &inner[at..];
                if let Some(word) = [" and ", " & "].into_iter().find(|word| rest.starts_with(word)) {
                    pieces.push((start, &inner[start..at]));
                    start = at + word.len() - 1;
                }
            }
            _ => {}
        }
    }
    pieces.push((start, inner.get(start..).unwrap_or_default()));
    pieces
}

/// A number or a range of numbers in a piece.
struct Element {
    first: u32,
    last: Option<u32>,
    /// Bytes of the piece.
    start: usize,
    end: usize,
    /// A signal before it says that a new work is cited.
    new_citation: bool,
    /// A letter names a part of the work: `4a`.
    has_member: bool,
}

/// Reads a piece: signals, a number or a range, a pinpoint.
fn element(piece: &str, colon_pinpoints: bool) -> Option<Element> {
    let mut at = skip_spaces(piece, 0);
    let mut new_citation = false;
    while let Some(word) = signal(&piece[at..]) {
        new_citation |= NEW_CITATION.contains(&word.to_lowercase().as_str());
        at += word.len();
        at += leading(&piece[at..], |c| c.is_whitespace() || matches!(c, ',' | '.' | ':'));
    }
    at += leading(&piece[at..], |c| matches!(c, '[' | '('));
    let start = at;
    let (first, mut end) = number(piece, at)?;
    let mut last = None;
    let has_member = piece[..end].ends_with(|c: char| c.is_ascii_lowercase());
    let dash = skip_spaces(piece, end);
    let after_dash = if piece[dash..].starts_with("to ") {
        Some(dash + 3)
    } else {
        let length = leading(&piece[dash..], is_dash);
        (length > 0).then_some(dash + length)
    };
    if let Some(after_dash) = after_dash {
        let at = skip_spaces(piece, after_dash);
        let at = at + leading(&piece[at..], |c| matches!(c, '[' | '('));
        if has_member && is_member(piece[at..].trim_end()) {
            end = piece.len();
        } else {
            let (number, number_end) = number(piece, at)?;
            (last, end) = (Some(number), number_end);
        }
    }
    pinpoint_or_nothing(&piece[end..], colon_pinpoints).then_some(Element {
        first,
        last,
        start,
        end,
        new_citation,
        has_member,
    })
}

/// Letters that name parts of a work: `c`, `b–d`.
fn is_member(text: &str) -> bool {
    let mut letters = text.split(is_dash);
    let is_letter = |letter: &str| letter.len() == 1 && letter.bytes().all(|byte| byte.is_ascii_lowercase());
    letters.next().is_some_and(is_letter) && letters.next().is_none_or(is_letter) && letters.next().is_none()
}

/// A signal word at the start of a text, without its stop.
fn signal(text: &str) -> Option<&str> {
    let end = text.find(|c: char| !c.is_alphabetic() && c != '.').unwrap_or(text.len());
    let word = text[..end].trim_end_matches('.');
    SIGNALS.contains(&word.to_lowercase().as_str()).then_some(word)
}

/// One to four digits, perhaps with a letter (`12a`) and a closing bracket; the number and where it ends.
fn number(text: &str, at: usize) -> Option<(u32, usize)> {
    let digits = leading(&text[at..], |c| c.is_ascii_digit());
    if !(1..=4).contains(&digits) {
        return None;
    }
    let value = text[at..at + digits].parse().ok()?;
    let mut end = at + digits;
    let mut rest = text[end..].chars();
    if rest.next().is_some_and(|c| c.is_ascii_lowercase()) && !rest.next().is_some_and(char::is_alphanumeric)
    {
        end += 1;
    }
    end += leading(&text[end..], |c| matches!(c, ']' | ')')).min(1);
    Some((value, end))
}

/// Whether what follows a number leaves it a citation: nothing, a pinpoint, a comment.
fn pinpoint_or_nothing(rest: &str, colon_pinpoints: bool) -> bool {
    let trimmed = rest.trim();
    if trimmed.is_empty() {
        return true;
    }
    if let Some(pinpoint) = trimmed.strip_prefix(':') {
        let pinpoint = pinpoint.trim();
        return colon_pinpoints
            && pinpoint.starts_with(|c: char| c.is_alphanumeric() || c == '§')
            && pinpoint.chars().all(|c| c.is_alphanumeric() || is_dash(c) || matches!(c, '.' | '§' | ' '));
    }
    // `2(p12)`
    if let Some(inner) = trimmed.strip_prefix('(').and_then(|inner| inner.strip_suffix(')')) {
        return inner.contains(|c: char| c.is_ascii_digit())
            && inner.starts_with(|c: char| !c.is_ascii_digit());
    }
    let word = trimmed.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default().to_lowercase();
    rest.starts_with(char::is_whitespace) && PINPOINTS.contains(&word.as_str())
}

pub(super) fn is_dash(c: char) -> bool {
    matches!(c, '-' | '–' | '—' | '‐' | '‑' | '−' | '~' | '～' | '〜' | '－')
}

/// Bytes at the start of a text whose characters are all `wanted`.
fn leading(text: &str, wanted: impl Fn(char) -> bool) -> usize {
    text.find(|c: char| !wanted(c)).unwrap_or(text.len())
}

fn skip_spaces(text: &str, at: usize) -> usize {
    at + leading(&text[at..], char::is_whitespace)
}
