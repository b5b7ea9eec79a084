//! What stands between quotation marks.

use std::ops::Range;

use super::words::{Element, is_dense, pattern};
use crate::claim::Claim;

/// Words from which something between marks is a quotation.
const LEAST_WORDS: usize = 4;
/// The same in scripts that write words without spaces, in characters.
const LEAST_CHARACTERS: usize = 8;

/// A kind of quotation marks: what opens, and what closes.
const MARKS: [(&str, &[&str]); 13] = [
    ("“", &["”", "“"]),
    ("„", &["“", "”", "\""]),
    ("‟", &["”"]),
    ("«", &["»"]),
    ("»", &["«", "»"]),
    ("‹", &["›"]),
    ("›", &["‹"]),
    ("‚", &["‘", "’"]),
    ("‘", &["’"]),
    ("「", &["」"]),
    ("『", &["』"]),
    ("``", &["''", "”"]),
    ("\"", &["\"", "”"]),
];

/// The quotations of a claim. A quotation of several sentences begins or ends in a neighbour of the citing one.
pub(super) fn quoted(claim: &Claim) -> Vec<String> {
    let before = claim.previous.as_deref().map(|text| format!("{text} ")).unwrap_or_default();
    let after = claim.next.as_deref().map(|text| format!(" {text}")).unwrap_or_default();
    let whole = format!("{before}{}{after}", claim.sentence);
    // Of a sentence that several citations divide, the part of this one.
    let part = claim.sentence.find(&claim.text).unwrap_or(0);
    let part_end = claim.sentence.find(&claim.text).map_or(claim.sentence.len(), |at| at + claim.text.len());
    let own = before.len() + part..before.len() + part_end;
    let meets = |range: &Range<usize>| range.start < own.end && own.start < range.end;
    stretches(&whole)
        .into_iter()
        .filter(meets)
        .filter_map(|range| whole.get(range).map(|text| text.trim().to_owned()))
        .filter(|text| is_quotation(text))
        .collect()
}

/// Bytes between marks, the outermost ones.
fn stretches(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let opening = MARKS.iter().find(|(open, _)| rest.starts_with(open) && opens(text, at, open));
        let inner = opening.and_then(|(open, closes)| {
            let start = at + open.len();
            closing(text, start, open, closes).map(|(end, after)| (start..end, after))
        });
        match inner {
            Some((range, after)) => {
                found.push(range);
                at = after;
            }
            None => at += rest.chars().next().map_or(1, char::len_utf8),
        }
    }
    found
}

/// Whether a mark opens here: one that may as well close, or be an apostrophe, follows no letter and precedes one.
fn opens(text: &str, at: usize, mark: &str) -> bool {
    let before = text[..at].chars().next_back();
    let after = text[at + mark.len()..].chars().next();
    match mark {
        "\"" | "‘" | "»" | "›" | "``" => {
            !before.is_some_and(char::is_alphanumeric) && after.is_some_and(|c| !c.is_whitespace())
        }
        _ => true,
    }
}

/// Where the marks close: the end of the quotation, and what comes after the mark.
fn closing(text: &str, start: usize, open: &str, closes: &[&str]) -> Option<(usize, usize)> {
    let is_single = matches!(open, "‘" | "‚");
    let mut at = start;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        if let Some(close) = closes.iter().find(|close| rest.starts_with(**close)) {
            let after = rest[close.len()..].chars().next();
            // An apostrophe stands between letters.
            let is_apostrophe = is_single && after.is_some_and(char::is_alphanumeric);
            if !is_apostrophe {
                return Some((at, at + close.len()));
            }
        }
        at += rest.chars().next().map_or(1, char::len_utf8);
    }
    None
}

/// Long enough for a quotation, and no title: of those nearly every word begins with a capital.
fn is_quotation(text: &str) -> bool {
    let words = pattern(text).into_iter().filter(|element| matches!(element, Element::Word { .. })).count();
    let dense = text.chars().filter(|c| is_dense(*c)).count();
    if dense > 0 {
        return dense >= LEAST_CHARACTERS;
    }
    let long: Vec<&str> = text.split_whitespace().filter(|word| word.chars().count() > 3).collect();
    let capital = |word: &&&str| word.chars().find(|c| c.is_alphabetic()).is_some_and(char::is_uppercase);
    let capitals = long.iter().filter(capital).count();
    let is_title = long.len() > 1 && capitals == long.len();
    words >= LEAST_WORDS && !is_title
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(sentence: &str) -> Vec<String> {
        quoted(&Claim { text: sentence.to_owned(), sentence: sentence.to_owned(), ..Claim::default() })
    }

    #[test]
    fn marks_of_many_languages_hold_quotations() {
        for sentence in [
            "They say “one two three four five” of it.",
            "Sie sagen „one two three four five“ dazu.",
            "Sie sagen »one two three four five« dazu.",
            "Ils disent « one two three four five » là.",
            "They say \"one two three four five\" of it.",
            "They say ‘one two three four five’ of it.",
            "Sie sagen ‚one two three four five‘ dazu.",
            "They say ``one two three four five'' of it.",
            "On säger ”one two three four five” om det, or “one two three four five”.",
        ] {
            assert!(of(sentence).contains(&"one two three four five".to_owned()), "{sentence}");
        }
        assert_eq!(of("他们写道「死亡率在治疗组中下降」。"), ["死亡率在治疗组中下降"]);
    }

    #[test]
    fn terms_scare_quotes_titles_and_apostrophes_are_no_quotations() {
        for sentence in [
            "The so-called “gold standard” fails.",
            "This “very long term” fails.",
            "See “Attention Is All You Need” for it.",
            "The cows’ and the calves’ milk of the other farmers’ herd was alike.",
            "Nothing is quoted here.",
        ] {
            assert_eq!(of(sentence), [] as [String; 0], "{sentence}");
        }
    }

    #[test]
    fn a_quotation_may_span_sentences_and_belongs_to_the_part_that_is_cited() {
        let claim = Claim {
            previous: Some("They write: “The first sentence ends here.".to_owned()),
            text: "The second one, too.”".to_owned(),
            sentence: "The second one, too.”".to_owned(),
            ..Claim::default()
        };
        assert_eq!(quoted(&claim), ["The first sentence ends here. The second one, too."]);
        let divided = Claim {
            text: "others call it “a thing of the future”".to_owned(),
            sentence: "Some call it “a thing of the past”, others call it “a thing of the future”."
                .to_owned(),
            ..Claim::default()
        };
        assert_eq!(quoted(&divided), ["a thing of the future"]);
    }

    proptest::proptest! {
        #[test]
        fn no_text_panics(text in "[“”„‘’«»\"'`a-c 死.…\\[\\]]{0,60}") {
            let _ = of(&text);
        }
    }
}
