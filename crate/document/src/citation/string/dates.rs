//! Dates that a reference string prints with their month: `(Mar. 2017)`, `29. Juni 2015`, and words in brackets that
//! stand for a year nobody knows: `(null)`, `(o. J.)`.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::LazyLock;

use citelight_types::text::normalise::fold;

use super::tokens::{Token, TokenKind};

/// Names of months and their abbreviations in the languages of bibliographies, folded. "Set" and "may" are words and names,
/// too: they count only beside a year.
const MONTHS: &str = "\
    january february march april may june july august september october november december \
    jan feb mar apr jun jul aug sep sept oct nov dec \
    januar jänner februar marz maerz mai juni juli oktober dezember okt dez mrz \
    janvier fevrier mars avril juin juillet aout septembre octobre novembre decembre janv fevr avr juil \
    enero febrero marzo abril mayo junio julio agosto septiembre setiembre octubre noviembre diciembre ene abr ago dic \
    gennaio febbraio aprile maggio giugno luglio settembre ottobre dicembre gen mag giu lug ott \
    janeiro fevereiro marco maio junho julho setembro outubro novembro dezembro fev set out \
    januari februari maart mei augustus mrt augusti maj oktober desember marts \
    stycznia lutego marca kwietnia maja czerwca lipca sierpnia wrzesnia pazdziernika listopada grudnia \
    января февраля марта апреля мая июня июля августа сентября октября ноября декабря \
    январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь \
    spring summer autumn fall winter";

/// What stands in brackets where a year would, folded.
const NO_YEAR: [&str; 12] =
    ["null", "n d", "nd", "o j", "s d", "s a", "s f", "no date", "ohne jahr", "undated", "б г", "in press"];

/// Most bytes of a date.
const LONGEST: usize = 40;

/// Whether a word is a month's name.
fn is_month(word: &str) -> bool {
    static FOLDED: LazyLock<HashSet<String>> =
        LazyLock::new(|| MONTHS.split_whitespace().map(fold).collect());
    FOLDED.contains(&fold(word))
}

/// `2017`, `2019b`
pub(super) fn is_year(word: &str) -> bool {
    let digits = word.trim_end_matches(|c: char| c.is_ascii_lowercase());
    digits.len() == 4
        && word.len() <= 5
        && digits.parse().is_ok_and(|year: u32| (1450..=2039).contains(&year))
}

/// Whether a bracket holds a date, or says that there is none: `Mar. 2017`, `2019a`, `15 de marzo de 2017`, `null`.
pub(crate) fn is_date(inside: &str) -> bool {
    if inside.len() > LONGEST {
        return false;
    }
    if NO_YEAR.contains(&fold(inside).as_str()) {
        return true;
    }
    let words = || inside.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let is_part = |word: &str| {
        is_year(word) || is_month(word) || is_day(word) || matches!(word, "de" | "del" | "of" | "the")
    };
    words().any(is_year) && words().all(is_part)
}

/// `6`, `06`, `6th`
fn is_day(word: &str) -> bool {
    let digits = word.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let ending = word.get(digits.len()..).unwrap_or_default();
    digits.parse().is_ok_and(|day: u32| (1..=31).contains(&day))
        && matches!(ending, "" | "st" | "nd" | "rd" | "th" | "er")
}

/// Whether a bracket holds a date that says more than a year, which a title may hold, too.
fn is_telling(inside: &str) -> bool {
    is_date(inside) && inside.chars().filter(|c| c.is_alphabetic()).count() > 1
}

/// The tokens of each date in brackets that says more than a year.
pub(super) fn in_brackets(text: &str, tokens: &[Token]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(open) = text.get(from..).and_then(|rest| rest.find(['(', '（'])).map(|at| from + at) {
        let inside = open + text.get(open..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8);
        from = inside;
        // A bracket that closes soon: the search stays linear.
        let close = text
            .get(inside..)
            .and_then(|rest| rest.char_indices().take(LONGEST).find(|(_, c)| matches!(c, ')' | '）' | '(')));
        let Some(own) = close.and_then(|(length, _)| text.get(inside..inside + length)) else { continue };
        if is_telling(own) {
            found.push(super::tokens::within(tokens, &(inside..inside + own.len())));
        }
    }
    found
}

/// The tokens of each date with a month that stands for itself between full stops or commas: `Tutorial. 29. Juni 2015.`
pub(super) fn between_stops(text: &str, tokens: &[Token]) -> Vec<Range<usize>> {
    let word = |at: usize| tokens.get(at).and_then(|token| text.get(token.range.clone()));
    let gap = |at: usize| {
        let start =
            at.checked_sub(1).and_then(|before| tokens.get(before)).map_or(0, |token| token.range.end);
        let end = tokens.get(at).map_or(text.len(), |token| token.range.start);
        text.get(start..end).unwrap_or_default()
    };
    let mut found = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let is_named = || token.kind == TokenKind::Word && word(at).is_some_and(is_month);
        if !word(at + 1).is_some_and(is_year) || !is_named() || !matches!(gap(at + 1), " " | ". ") {
            continue;
        }
        // Only a day before the month tells such a date from an issue: `Science. March 2015.`
        let Some(start) = at.checked_sub(1).filter(|day| word(*day).is_some_and(is_day)) else { continue };
        let parted =
            start > 0 && matches!(gap(start).trim_end(), "." | "," | "”." | ".”" | ",”" | "“." | ".“");
        let ends = gap(at + 2).starts_with(['.', ',', ';', ')']) || gap(at + 2).is_empty();
        if parted && ends && matches!(gap(at), " " | ". ") {
            found.push(start..at + 2);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{is_date, is_month};

    #[test]
    fn dates_are_told_from_other_words_in_brackets() {
        for date in
            ["Mar. 2017", "2019a", "Aug. 2019b", "29. Juni 2015", "März 2011", "15 de marzo de 2017", "null"]
        {
            assert!(is_date(date), "{date}");
        }
        for other in ["Hrsg.", "Suppl. 1", "Mar", "17", "eds. 2017", "Smith 2017", ""] {
            assert!(!is_date(other), "{other}");
        }
        assert!(is_month("Sept") && is_month("août") && is_month("мая") && !is_month("Marta"));
    }
}
