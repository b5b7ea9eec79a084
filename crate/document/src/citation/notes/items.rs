//! The items of a note: `See Smith, Title (1990) 12; but cf. Jones, ibid. 3.`

use std::ops::Range;

/// Words and phrases that introduce a citation, lower case.
const SIGNALS: &[&str] = &[
    "see also",
    "see, e.g.,",
    "see e.g.",
    "see, for example,",
    "see for example",
    "see generally",
    "see especially",
    "see in particular",
    "see",
    "but see",
    "but also",
    "but cf.",
    "but",
    "cf.",
    "cf",
    "compare",
    "accord",
    "contra",
    "e.g.,",
    "e.g.",
    "also",
    "and",
    "quoted in",
    "cited in",
    "vgl. auch",
    "vgl. dazu",
    "vgl. hierzu",
    "vgl.",
    "vgl",
    "so auch",
    "so etwa",
    "ähnlich",
    "dagegen",
    "anders",
    "dazu",
    "hierzu",
    "ebenso",
    "auch",
    "und",
    "voir aussi",
    "voir notamment",
    "sur ce point, voir",
    "véase también",
    "cfr. anche",
    "si veda",
    "vedi",
    "cfr",
    "ma si veda anche",
    "si veda anche",
    "siehe auch",
    "siehe",
    "s.",
    "voir",
    "cfr.",
    "véase",
    "for example,",
    "for instance,",
    "for a review, see",
    "reviewed in",
];

/// The same where no space parts them from the name.
const DENSE_SIGNALS: &[&str] = &["参见", "详见", "另见", "转引自", "參見", "詳見", "見", "见"];

/// Phrases in running text after which a citation stands.
const LEADS: &[&str] = &[
    " as in ",
    ", see also ",
    ", see ",
    ": see ",
    " see also ",
    " see ",
    " cf. ",
    " siehe ",
    " vgl. ",
    " by ",
    "(",
];

/// An item of a note.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Item {
    /// Bytes of the note's text, signals and closing stop left out.
    pub(crate) range: Range<usize>,
    /// Running text stands before the citation: the note speaks, and cites on the way.
    pub(crate) discursive: bool,
}

/// The items of a note, in order.
pub(crate) fn items(text: &str) -> Vec<Item> {
    let number = text.len() - without_number(text).len();
    pieces(text)
        .into_iter()
        .map(|piece| piece.start.max(number)..piece.end.max(number))
        .filter_map(|piece| item(text, piece))
        .collect()
}

/// A note's text without the number or sign that it begins with: `12.`, `[3]`, `*`, `4 |`.
pub(crate) fn without_number(text: &str) -> &str {
    let punctuation = |c: char| {
        c.is_whitespace()
            || matches!(c, '[' | ']' | '(' | ')' | '.' | ':' | '|' | '^' | '↑' | '↩' | '*' | '†' | '‡')
    };
    let begins = text.trim_start_matches(|c: char| punctuation(c) && !matches!(c, '(' | '['));
    let inside = begins.trim_start_matches(['[', '(']);
    let rest = inside.trim_start_matches(|c: char| c.is_ascii_digit() || "⁰¹²³⁴⁵⁶⁷⁸⁹".contains(c));
    let digits = inside[..inside.len() - rest.len()].chars().count();
    if digits == 0 {
        return begins;
    }
    let after = rest.trim_start_matches(punctuation);
    let marked = rest.starts_with(['.', ')', ']', ':']) || rest.trim_start().starts_with('|');
    // `12 Hale, Mill Tax`; but `347 U.S. 483` and `1984 was` begin with their numbers.
    let word = after.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    let opens = rest.starts_with(char::is_whitespace)
        && (word.starts_with(char::is_uppercase) && word.chars().count() >= 2 && !after.starts_with("U.")
            || after.starts_with(['“', '‘', '"', '«']));
    if digits <= 4 && marked || digits <= 3 && opens { after } else { begins }
}

/// Stretches parted at semicolons outside of brackets and quotation marks, and at sentences that begin with a signal.
fn pieces(text: &str) -> Vec<Range<usize>> {
    let mut pieces = Vec::new();
    let mut start = 0;
    let mut depth = 0_usize;
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' | '“' | '«' | '《' | '（' => depth += 1,
            ')' | ']' | '”' | '»' | '》' | '）' => depth = depth.saturating_sub(1),
            ';' | '；' if depth == 0 => {
                pieces.push(start..at);
                start = at + c.len_utf8();
            }
            // `Compare Smith, Title, with Jones, Title`
            ',' if depth == 0 && text[at..].starts_with(", with ") && begins_comparison(&text[start..at]) => {
                pieces.push(start..at);
                start = at + ", with ".len();
            }
            '.' if depth == 0 && new_sentence(&text[at + 1..]) => {
                pieces.push(start..at + 1);
                start = at + 1;
            }
            _ => {}
        }
    }
    pieces.push(start..text.len());
    pieces
}

fn begins_comparison(piece: &str) -> bool {
    piece.trim_start().get(.."compare ".len()).is_some_and(|head| head.eq_ignore_ascii_case("compare "))
}

/// Whether a new sentence follows that begins with a signal: `. See also …`.
fn new_sentence(rest: &str) -> bool {
    let next = rest.trim_start();
    next.len() < rest.len() && next.starts_with(char::is_uppercase) && signal_length(next) > 0
}

fn item(text: &str, piece: Range<usize>) -> Option<Item> {
    let trimmed = text[piece.clone()]
        .trim_end_matches(|c: char| c.is_whitespace() || matches!(c, '.' | ';' | '。' | '；'));
    let end = piece.start + trimmed.len();
    let mut start = piece.end - text[piece].trim_start().len();
    start = start.min(end);
    loop {
        let length = signal_length(&text[start..end]);
        if length == 0 {
            break;
        }
        start += length;
        let rest = &text[start..end];
        start += rest.len() - rest.trim_start_matches(|c: char| c.is_whitespace() || c == ',').len();
    }
    // What is left begins with a name, a title, `ibid`; a number alone is none of them.
    let item = &text[start..end];
    if !item.contains(char::is_alphabetic) {
        return None;
    }
    let lead = lead(item);
    Some(Item { range: start + lead..end, discursive: lead > 0 && !says_on_what(&item[..lead]) })
}

/// Bytes of the signal that a text begins with.
fn signal_length(text: &str) -> usize {
    if let Some(signal) = DENSE_SIGNALS.iter().find(|signal| text.starts_with(**signal)) {
        return signal.len();
    }
    let length = SIGNALS
        .iter()
        .filter(|signal| {
            let mut own = text.chars();
            signal.chars().all(|c| own.next().is_some_and(|own| own == c || own.to_lowercase().eq([c])))
                && own.next().is_none_or(|next| !next.is_alphanumeric())
        })
        .map(|signal| signal.chars().count())
        .max()
        .unwrap_or_default();
    text.char_indices().nth(length).map_or(text.len(), |(at, _)| at)
}

/// `For a middle way, see `: says what the note cites for, and nothing more.
fn says_on_what(lead: &str) -> bool {
    const OPENINGS: &[&str] =
        &["For ", "On ", "Zu ", "Zum ", "Zur ", "Über ", "Sur ", "Pour ", "Sobre ", "Para ", "Su "];
    const CLOSINGS: &[&str] =
        &[", see also", ", see", " siehe", " vgl.", ", cf.", ", voir", ", véase", ", ver", ", si veda"];
    let closed = CLOSINGS.iter().any(|closing| lead.trim_end().ends_with(closing));
    closed && OPENINGS.iter().any(|opening| lead.starts_with(opening)) && !lead.contains([';', '.'])
}

/// Bytes of running text before the citation in it: `A footnote may hold a citation too, as in ` Paul Moraux, …
fn lead(item: &str) -> usize {
    let is_prose = |before: &str| {
        let words: Vec<&str> = before.split_whitespace().collect();
        let small = words.iter().filter(|word| word.starts_with(char::is_lowercase)).count();
        words.len() >= 3 && small * 2 > words.len() && !before.contains(['“', '"', '‘', '('])
    };
    LEADS
        .iter()
        .filter_map(|phrase| {
            let at = item.find(phrase)? + phrase.len();
            let begins = item[at..].starts_with(|c: char| c.is_uppercase() || matches!(c, '“' | '‘' | '"'));
            (begins && is_prose(&item[..at])).then_some(at)
        })
        .min()
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::items;

    fn split(text: &str) -> Vec<(&str, bool)> {
        items(text).into_iter().map(|item| (&text[item.range], item.discursive)).collect()
    }

    #[test]
    fn items_are_parted_where_a_reader_parts_them() {
        assert_eq!(
            split("See Smith, Title (Paris; London 1990) 12; but also Jones, Other Title, 3. See also Ibid."),
            [
                ("Smith, Title (Paris; London 1990) 12", false),
                ("Jones, Other Title, 3", false),
                ("Ibid", false)
            ]
        );
        assert_eq!(
            split("The history is told elsewhere, see Anna Smith, Some Title (1990)."),
            [("Anna Smith, Some Title (1990)", true)]
        );
        assert!(items("12.").is_empty());
    }
}
