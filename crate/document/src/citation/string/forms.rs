//! Stretches of an entry whose form says what they are: numbers of journals that look like years, abbreviated names of journals, kinds of
//! theses, dates of access, bodies before the year.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::dates::is_year;
use super::field::Field;
use super::tokens::{Token, TokenKind};
use super::untitled::is_abbreviation;
use crate::citation::organisations::is_body;

/// Words of the longest name of a journal that is read backwards.
const LONGEST_NAME: usize = 9;

/// Letters of the longest abbreviation that is not known.
const LONGEST_ABBREVIATION: usize = 6;

/// `Phys. Rev. 122, 1898 (1961)`: volume, page and year as physicists print them.
static VOLUME_PAGE_YEAR: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"[\p{L}.)] ([A-Z]?\d{1,4}[A-Z]?), ?([A-Z]?\d{1,6})(?:[-–]\d{1,6})? ?\(((?:1[89]|20)\d\d)\)")
        .ok()
});

/// `Front. Psychol. 5:1582`, `5(2): 1582`.
static VOLUME_PAGE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"[\p{L}.,)] (\d{1,3})(?: ?\([^()]{1,12}\))?: ?((?:1[4-9]|20)\d\d(?: ?[-–—] ?\d{1,6})?)(?:[^\d\p{L}]|$)").ok()
});

/// `Clin Infect Dis. 2024:ciae403`: an article that has no volume yet.
static YEAR_ARTICLE: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"[.,] ?((?:19|20)\d\d) ?: ?([a-z]{1,8}\d{2,8})(?:[^\d\p{L}]|$)").ok());

/// `Ph.D. thesis`
static THESIS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"[,.;] ?((?:(?:Ph\. ?D|M\. ?Sc|M\. ?A|M\. ?S|B\. ?Sc|D\. ?Phil)\.?|PhD|MSc|DPhil) (?:[Tt]hesis|[Dd]issertation))").ok()
});

/// When an address was looked up, and that it is one, as GOST has it.
static ACCESS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)дата (?:обращения|доступа)\s*[:—–-]?\s*\d{1,2}\.\d{1,2}\.\d{4}|режим доступа|электронный ресурс").ok()
});

/// `Heeneman et al., ‘Ottawa 2020’`: a title in quotation marks that an entry ends with and that ends with a year.
static QUOTED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r#"[,.)] [‘“„«'"]([^‘’“”„«»'"]*\p{L}[^‘’“”„«»'"]* (?:19|20)\d\d)[’”»“'"][.,]?$"#).ok()
});

/// A name before the year of an entry: `Office of Rare Diseases of the NIH (2002) `, `… Guidelines (CPG). 2012 `.
static BODY: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"^([^,.;:()]{6,120}?)(?: \(([A-Z]{2,8})\))?\.? \(?((?:19|20)\d\d[a-z]?)\)?[.,:]? ").ok()
});

/// The stretches of a text, each with its field.
pub(super) fn known(text: &str, tokens: &[Token]) -> Vec<(Range<usize>, Field)> {
    let mut found = Vec::new();
    let all = |regex: &'static LazyLock<Option<Regex>>| {
        regex.as_ref().into_iter().flat_map(|regex| regex.captures_iter(text))
    };
    for numbers in all(&VOLUME_PAGE_YEAR) {
        let [Some(volume), Some(page), Some(year)] = [1, 2, 3].map(|group| numbers.get(group)) else {
            continue;
        };
        found.extend(journal_before(text, tokens, volume.start()).map(|name| (name, Field::Venue)));
        if is_year(page.as_str()) {
            let read = [(volume, Field::Volume), (page, Field::Pages), (year, Field::Date)];
            found.extend(read.map(|(own, field)| (own.range(), field)));
        }
    }
    let year_elsewhere = |range: &Range<usize>| {
        let other = |token: &&Token| !range.contains(&token.range.start);
        tokens.iter().filter(other).any(|token| text.get(token.range.clone()).is_some_and(is_year))
    };
    for numbers in all(&VOLUME_PAGE) {
        let [Some(volume), Some(pages)] = [1, 2].map(|group| numbers.get(group)) else { continue };
        if year_elsewhere(&pages.range()) {
            found.extend([(volume.range(), Field::Volume), (pages.range(), Field::Pages)]);
        }
    }
    for numbers in all(&YEAR_ARTICLE) {
        let fields = [(1, Field::Date), (2, Field::Pages)];
        found.extend(
            fields.into_iter().filter_map(|(group, field)| Some((numbers.get(group)?.range(), field))),
        );
    }
    found.extend(all(&THESIS).filter_map(|thesis| Some((thesis.get(1)?.range(), Field::Note))));
    found.extend(all(&QUOTED).filter_map(|title| Some((title.get(1)?.range(), Field::Title))));
    found.extend(accessed(text).map(|range| (range, Field::Note)));
    if let Some(body) = BODY.as_ref().and_then(|regex| regex.captures(text))
        && let [Some(name), Some(year)] = [1, 3].map(|group| body.get(group))
        && is_body(name.as_str())
    {
        found.extend([(name.range(), Field::Author), (year.range(), Field::Date)]);
    }
    found
}

/// Where a text says when an address was looked up: no year there is the work's.
pub(super) fn accessed(text: &str) -> impl Iterator<Item = Range<usize>> {
    ACCESS.as_ref().into_iter().flat_map(|regex| regex.find_iter(text)).map(|found| found.range())
}

/// The abbreviated name of a journal that ends before a volume: `Astrophys. J. `, `At. Data Nucl. Data Tables `.
fn journal_before(text: &str, tokens: &[Token], volume: usize) -> Option<Range<usize>> {
    let end = tokens.partition_point(|token| token.range.start < volume);
    let word = |at: usize| tokens.get(at).and_then(|token| text.get(token.range.clone())).unwrap_or_default();
    let gap = |at: usize| {
        let before =
            at.checked_sub(1).and_then(|before| tokens.get(before)).map_or(0, |token| token.range.end);
        text.get(before..tokens.get(at)?.range.start)
    };
    let is_part = |at: usize| word(at).chars().count() == 1;
    let is_known = |at: usize| is_abbreviation(word(at)) || is_part(at);
    let is_stopped = |at: usize| gap(at + 1).is_some_and(|gap| gap == ". ");
    // `Raussendorf R.` is a person, `Optics.` the end of a title.
    let may_stand = |at: usize| {
        let length = word(at).chars().count();
        is_known(at) || !is_part(at + 1) && (!is_stopped(at) || length <= LONGEST_ABBREVIATION)
    };
    let is_name = |at: usize| {
        tokens.get(at).is_some_and(|token| token.kind == TokenKind::Word)
            && word(at).starts_with(char::is_uppercase)
    };
    let mut start = end;
    // Where the words begin that are all known.
    let (mut strict, mut is_strict) = (end, true);
    while start > 0 && end - start < LONGEST_NAME && is_name(start - 1) && may_stand(start - 1) {
        start -= 1;
        is_strict &= is_known(start);
        if is_strict && !is_part(start) {
            strict = start;
        }
        if !matches!(gap(start), Some(" " | ". ")) {
            break;
        }
    }
    // All that a comma parts from the names, or what stands behind an initial; elsewhere it is open where the name begins.
    let is_parted = start == 0 || gap(start).is_some_and(|gap| gap.ends_with(", "));
    let has_known = (start..end).any(|at| is_known(at) && !is_part(at));
    let from = match is_parted {
        true => Some(start).filter(|at| !is_part(*at) && has_known && (is_known(*at) || is_stopped(*at))),
        false => Some(strict).filter(|at| at.checked_sub(1).is_some_and(is_part)),
    }?;
    let first = tokens.get(from).filter(|_| from < end)?;
    Some(first.range.start..tokens.get(end - 1)?.range.end)
}
