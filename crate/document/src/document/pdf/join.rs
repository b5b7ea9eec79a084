//! From lines to running text: words with their boxes, hyphens at line ends undone, raised words marked.

use std::collections::HashSet;

use super::line::Line;
use super::links::{Led, Targets};
use super::words::{Level, Word};
use crate::markup::PageBox;
use crate::markup::flow::{Flow, MarkKind, Place};

/// The words of a document, lower case, as they stand inside of lines: with hyphens and without.
#[derive(Debug, Default)]
pub(super) struct Vocabulary {
    words: HashSet<String>,
}

impl Vocabulary {
    pub(super) fn of<'a>(lines: impl Iterator<Item = &'a Line>) -> Self {
        let mut words = HashSet::new();
        let mut is_cut = false;
        for line in lines {
            let text = line.text();
            let mut tokens: Vec<&str> = text.split_whitespace().collect();
            // What stands at either end may be half a word.
            let begun =
                std::mem::replace(&mut is_cut, tokens.last().is_some_and(|last| ends_in_hyphen(last)));
            if is_cut {
                tokens.pop();
            }
            for token in tokens.into_iter().skip(usize::from(begun)) {
                let bare = token.trim_matches(|c: char| !c.is_alphanumeric());
                if bare.chars().count() >= 3 {
                    words.insert(bare.to_lowercase());
                }
            }
        }
        Self { words }
    }

    /// Whether the hyphen between `before` and `after`, a line's end, belongs to the word.
    fn keeps_hyphen(&self, before: &str, after: &str) -> bool {
        let start = before.trim_start_matches(|c: char| !c.is_alphanumeric());
        let end: String = after.chars().take_while(|c| c.is_alphanumeric() || *c == '-').collect();
        let end = end.trim_end_matches('-');
        let last_part = start.rsplit(['-', '–', '/']).next().unwrap_or(start);
        let first_part = end.split('-').next().unwrap_or(end);
        let has = |word: String| self.words.contains(&word.to_lowercase());
        let closed = has(format!("{last_part}{first_part}"));
        let open = has(format!("{last_part}-{first_part}")) || has(format!("{start}-{end}"));
        let may_close = end.starts_with(char::is_lowercase) && start.ends_with(char::is_alphabetic);
        match (closed, open) {
            (true, false) if end.starts_with(char::is_alphabetic) => false,
            (false, true) => true,
            _ if !may_close => true,
            _ => {
                const COMPOUNDS: &[&str] = &[
                    "self", "well", "non", "high", "low", "cross", "end", "state", "large", "small", "long",
                    "short", "real", "fine", "semi",
                ];
                let capitals = last_part.chars().count() >= 2 && last_part.chars().all(char::is_uppercase);
                const CLOSED: &[&str] = &[
                    "over", "under", "back", "frame", "work", "down", "through", "some", "every", "when",
                    "where", "there", "here", "book", "hand", "base", "line", "life", "stand", "with",
                    "super", "inter", "micro", "macro", "hyper", "counter", "data", "time", "type", "every",
                    "wave", "foot", "head",
                ];
                // Both halves are words of their own, the whole is not: a compound.
                let both = !CLOSED.contains(&last_part.to_lowercase().as_str())
                    && last_part.chars().count() >= 4
                    && first_part.chars().count() >= 4
                    && has(last_part.to_owned())
                    && has(first_part.to_owned());
                capitals || both || COMPOUNDS.contains(&last_part.to_lowercase().as_str())
            }
        }
    }
}

/// Whether a word ends in a hyphen: what a line end may have cut.
pub(crate) fn ends_in_hyphen(token: &str) -> bool {
    let mut back = token.chars().rev();
    matches!(back.next(), Some('-' | '‐' | '\u{ad}')) && back.next().is_some_and(char::is_alphanumeric)
}

/// Joins lines to one flow.
pub(super) fn flow(lines: &[Line], vocabulary: &Vocabulary, targets: &Targets) -> Flow {
    let mut flow = Flow::default();
    let mut raised: Option<usize> = None;
    let mut slanted: Option<usize> = None;
    let mut linked: Option<(Led, usize)> = None;
    let count = lines.len();
    for (index, line) in lines.iter().enumerate() {
        let next = lines.get(index + 1).filter(|_| index + 1 < count);
        for (at, word) in line.words.iter().enumerate() {
            let place = place(line, word);
            if at == 0 && index > 0 && !joins(&flow, word) || at > 0 && line.parted(at) {
                flow.push_break(place);
            }
            let start = flow.here();
            run(&mut flow, &mut raised, word.level == Level::Superscript, start, MarkKind::Superscript);
            run(&mut flow, &mut slanted, word.font.italic, start, MarkKind::Italic);
            link(&mut flow, &mut linked, targets.of(line.page, word), start);
            let is_last = at + 1 == line.words.len();
            let text = match next.filter(|_| is_last) {
                Some(next) => without_hyphen(&flow, word, next, vocabulary),
                None => word.text.as_str(),
            };
            let cut = text.len() < word.text.len();
            if !text.is_empty() {
                flow.push_word(text, place, area(line, word), word.verbatim);
            }
            if cut {
                flow.leave_open();
            }
        }
    }
    let end = flow.text.len();
    run(&mut flow, &mut raised, false, end, MarkKind::Superscript);
    run(&mut flow, &mut slanted, false, end, MarkKind::Italic);
    link(&mut flow, &mut linked, Led::default(), end);
    flow
}

/// Joins the rows of a table: one line of text each, cells parted by bars.
pub(super) fn table(lines: &[Line], targets: &Targets) -> Flow {
    let mut flow = Flow::default();
    for line in lines {
        for (at, word) in line.words.iter().enumerate() {
            let place = place(line, word);
            let before = at.checked_sub(1).and_then(|before| line.words.get(before));
            if before.is_some_and(|before| word.x0 - before.x1 > 1.5 * line.size) {
                flow.push_made(" | ", line.page, 0);
            } else if at > 0 && line.parted(at) {
                flow.push_break(place);
            } else if at == 0 && !flow.is_blank() {
                flow.push_made("\n", line.page, 0);
            }
            let start = flow.here();
            flow.push_word(&word.text, place, area(line, word), word.verbatim);
            if word.level == Level::Superscript {
                flow.mark(MarkKind::Superscript, start);
            }
            let linked = targets.of(line.page, word);
            mark_link(&mut flow, linked, start);
        }
    }
    flow
}

/// The hyphen that a line ended in was dropped, or belongs to the word: then nothing parts it from what follows.
fn joins(flow: &Flow, word: &Word) -> bool {
    let last = flow.text.rsplit(char::is_whitespace).next().unwrap_or_default();
    flow.ends_in_half_word()
        || ends_in_hyphen(last) && word.text.chars().next().is_some_and(char::is_alphanumeric)
        || last.ends_with('–') && last.chars().rev().nth(1).is_some_and(|c| c.is_ascii_digit())
        || goes_on_as_address(last, &word.text)
}

/// An address or a DOI that a line end cuts.
fn goes_on_as_address(last: &str, next: &str) -> bool {
    let is_address =
        last.contains("://") || last.contains("www.") || last.contains("doi.org") || last.starts_with("10.");
    let cut_after = last.ends_with(['/', '_', '=', '&', '?', '%', '#', '~', '.', '-']);
    let first = next.chars().next();
    is_address
        && cut_after
        && first.is_some_and(|c| c.is_lowercase() || c.is_ascii_digit() || matches!(c, '/' | '_' | '%' | '?'))
}

/// The text of a word that a line end cuts: with its hyphen if that belongs to it.
fn without_hyphen<'w>(flow: &Flow, word: &'w Word, next: &Line, vocabulary: &Vocabulary) -> &'w str {
    // Small capitals and changes of font cut a word into several.
    let joined = flow.here() == flow.text.len();
    let before = if joined { flow.text.rsplit(char::is_whitespace).next().unwrap_or_default() } else { "" };
    if !ends_in_hyphen(&format!("{before}{}", word.text)) {
        return &word.text;
    }
    let bare = word.text.trim_end_matches(['-', '‐', '\u{ad}']);
    let token = format!("{before}{bare}");
    let in_address = token.contains("://") || token.contains("doi.org");
    let keeps =
        in_address || !word.text.ends_with('\u{ad}') && vocabulary.keeps_hyphen(&token, &first_token(next));
    if keeps { &word.text } else { bare }
}

/// The first token of a line.
fn first_token(line: &Line) -> String {
    let end = (1..line.words.len()).find(|index| line.parted(*index)).unwrap_or(line.words.len());
    line.words.iter().take(end).map(|word| word.text.as_str()).collect()
}

/// Opens or closes a run of words that share a mark.
fn run(flow: &mut Flow, open: &mut Option<usize>, is: bool, at: usize, kind: MarkKind) {
    match (*open, is) {
        (None, true) => *open = Some(at),
        (Some(start), false) => {
            flow.mark(kind, start);
            *open = None;
        }
        _ => {}
    }
}

/// Opens or closes a link.
fn link(flow: &mut Flow, open: &mut Option<(Led, usize)>, led: Led, at: usize) {
    if open.as_ref().is_some_and(|(own, _)| *own == led) {
        return;
    }
    if let Some((own, start)) = open.take() {
        mark_link(flow, own, start);
    }
    *open = (!led.is_nowhere()).then_some((led, at));
}

/// Marks what stands since `start` as a link.
fn mark_link(flow: &mut Flow, led: Led, start: usize) {
    if !led.entries.is_empty() {
        flow.mark(MarkKind::Link(led.entries), start);
    }
    for ids in led.one_of {
        flow.mark(MarkKind::LinkToOneOf(ids), start);
    }
}

fn place(line: &Line, word: &Word) -> Place {
    Place { node: line.page, run: word.item, offset: word.offset, line: 0 }
}

/// The box of a word: from a little under the baseline to the height of capitals.
fn area(line: &Line, word: &Word) -> PageBox {
    let hundredths = |points: f32| (points * 100.0).round() as i32;
    PageBox {
        page: line.page,
        x: hundredths(word.x0),
        y: hundredths(word.y - 0.22 * word.size),
        width: hundredths(word.x1 - word.x0),
        height: hundredths(word.size),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hyphens_are_undone_by_what_the_document_says() {
        let vocabulary =
            Vocabulary { words: ["information", "state-of-the-art", "part-time"].map(str::to_owned).into() };
        for (before, after, keeps) in [
            ("infor", "mation", false),
            ("part", "time", true),
            ("trans", "lation", false),
            ("self", "supervised", true),
            ("BERT", "based", true),
            ("Smith", "Jones", true),
            ("COVID", "19", true),
        ] {
            assert_eq!(vocabulary.keeps_hyphen(before, after), keeps, "{before}-{after}");
        }
    }

    #[test]
    fn addresses_go_on_over_line_ends() {
        assert!(goes_on_as_address("https://example.org/a/", "b.html"));
        assert!(goes_on_as_address("10.1000/", "182"));
        assert!(!goes_on_as_address("https://example.org/a.", "The"));
        assert!(!goes_on_as_address("done.", "then"));
    }
}
