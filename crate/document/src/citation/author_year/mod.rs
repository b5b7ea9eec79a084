//! Citations by author and year: `(Smith, 2020; Brown & Lee, 2019a,b)`, `Smith et al.’s (2020)`.
//!
//! Every year in the text is looked at; the names to its left are read backwards and scored against the entries of
//! that year. Nothing is guessed: entries that fit equally well are candidates.

use std::ops::Range;

use super::brackets::{self, Bracket};
use super::surface::{BlockText, Surface, Target};

mod acronyms;
mod body;
mod entry;
mod folded;
mod group;
mod index;
mod mention;
mod names;
mod score;
mod suppressed;
mod tokens;
mod unlisted;
mod years;

pub(crate) use acronyms::find as acronyms;
pub(crate) use years::Years;

use group::{Mention, group};
use mention::{YearMention, years as year_mentions};
use names::{NO_NAMES, Names, names_before};
use unlisted::Unlisted;

/// Bytes between two years that may share their names: `2010, p. 4; 2012`.
const SHARED: usize = 24;

/// All author-year citations of a block.
pub(crate) fn find(block: BlockText<'_>, years: &Years) -> Vec<Surface> {
    let text = block.text;
    let brackets = brackets::pairs(text);
    let mut mentions: Vec<(Mention, Option<Unlisted>)> = Vec::new();
    let mut previous: Option<(usize, Names)> = None;
    let mut shared_unlisted: Option<Unlisted> = None;
    for found in year_mentions(text, block.superscripts) {
        // `F17,1943 = 24.96`: a statistic and its degrees of freedom.
        let run_on = text[..found.range.start].ends_with([',', '.']);
        let equated = text[found.range.end..].trim_start().starts_with(['=', '<', '>', '≈', '≥', '≤']);
        if run_on && equated || block.in_formula(&found.range) || !years.may_be_letters(&found.letters) {
            continue;
        }
        let left = previous.as_ref().map_or(0, |(end, _)| *end);
        let shared = previous.as_ref().filter(|_| only_separators(&text[left..found.range.start]));
        let inherits = shared.is_some();
        let bracket = brackets::containing(&brackets, found.range.start)
            .find(|bracket| !is_original_year(text, bracket, &found.range))
            .cloned();
        let mut names = match shared {
            Some((_, names)) => names.clone(),
            None => {
                let listed = listed_before(text, left, &found, bracket.as_ref(), years);
                let mut names = listed.unwrap_or_else(|| names_before(text, left, found.range.start));
                names.title = title_before(text, left, &found.range, bracket.as_ref());
                names
            }
        };
        let targets = score::targets(years, &names, found.year, &found.letters)
            .or_else(|| score::targets(years, &names, Some(found.original?), &found.letters))
            .or_else(|| suppressed::target(text, left, &found, years).map(|target| vec![target]))
            .or_else(|| unmatched(text, &names, &found, &brackets));
        let unlisted = match (&targets, shared_unlisted.filter(|_| inherits)) {
            (Some(_), _) => None,
            (None, Some(same)) => Some(same),
            (None, None) => {
                let read = bracket
                    .as_ref()
                    .and_then(|bracket| unlisted::read(text, left, &found, &names, bracket, years));
                read.map(|(unlisted, start)| {
                    names.range.start = start;
                    unlisted
                })
            }
        };
        shared_unlisted = unlisted;
        previous = Some((found.range.end, names.clone()));
        if targets.is_none() && unlisted.is_none() {
            continue;
        }
        let targets = targets.unwrap_or_default();
        if let [Target::Known(known)] = targets.as_slice()
            && let [only] = known.as_slice()
        {
            names.range.start = years.start_of_names(*only, &names, text);
        }
        let start = if inherits { found.range.start } else { names.range.start };
        let bracket = bracket.map(|bracket| bracket.range);
        let (names, range) = (names.range.clone(), start..found.range.end);
        mentions.push((Mention { names, range, bracket, targets }, unlisted));
    }
    group(block, unlisted::settle(mentions))
}

/// Names that semicolons part, if they are all the authors of one work: `(Souza; Lima, 2012)`. Where they are not, each
/// is a citation of its own.
fn listed_before(
    text: &str,
    left: usize,
    found: &YearMention,
    bracket: Option<&Bracket>,
    years: &Years,
) -> Option<Names> {
    let from = left.max(bracket?.inside.start);
    text.get(from..found.range.start)?.contains([';', '；']).then_some(())?;
    let names = names::listed_before(text, from, found.range.start);
    let targets = score::targets(years, &names, found.year, &found.letters)?;
    targets.iter().all(|target| matches!(target, Target::Known(_))).then_some(names)
}

/// `[1903] 1975`: the bracket holds the year of the original and nothing else.
fn is_original_year(text: &str, bracket: &Bracket, year: &Range<usize>) -> bool {
    bracket.inside == *year
        && text[bracket.range.end..].trim_start().starts_with(|c: char| c.is_ascii_digit())
}

/// Whether what parts two years leaves them the years of the same names: separators and pinpoints.
fn only_separators(between: &str) -> bool {
    between.len() <= SHARED
        && between
            .split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '&' | '–' | '-' | '/' | '.' | ':'))
            .all(|word| {
                matches!(word, "" | "and" | "p" | "pp" | "und" | "et" | "y")
                    || word.len() <= 3 && word.chars().all(|c| c.is_ascii_digit())
            })
}

/// Folded text that may be the title of a work without author: what stands in the bracket before the year, or in
/// quotation marks before it.
fn title_before(text: &str, left: usize, year: &Range<usize>, bracket: Option<&Bracket>) -> String {
    let trim = |text: &str| text.trim_end_matches([' ', ',', '\u{a0}', '(', '[', '，', '（']).len();
    let zone = names::zone(text, left, year.start);
    let before = &text[zone.clone()];
    let before = &before[..trim(before)];
    let quoted = before
        .strip_suffix(['”', '"', '’', '»'])
        .map(|inner| inner.trim_end_matches(','))
        .and_then(|inner| Some(&inner[inner.rfind(['“', '"', '‘', '«'])?..]));
    let title = quoted.or_else(|| {
        let start = bracket.map(|bracket| bracket.inside.start).filter(|start| *start >= zone.start)?;
        let inside = text.get(start..zone.start + before.len())?;
        let last = inside.rsplit([';', '；']).next()?.trim_start();
        Some(SIGNALS.iter().find_map(|signal| last.strip_prefix(signal)).unwrap_or(last))
    });
    title.map(citelight_types::text::normalise::fold).unwrap_or_default()
}

/// What may stand before a title in a bracket.
const SIGNALS: &[&str] = &["see also ", "see ", "cf. ", "e.g., ", "e.g. ", "but see "];

/// A mention that has the shape of a citation and fits no entry.
fn unmatched(text: &str, names: &Names, found: &YearMention, brackets: &[Bracket]) -> Option<Vec<Target>> {
    found.year?;
    let range = &found.range;
    let last = names.words.last()?;
    if last.folded.iter().any(|word| NO_NAMES.contains(&word.as_str()) || word.len() < 2) {
        return None;
    }
    let in_bracket =
        brackets::containing(brackets, range.start).any(|bracket| bracket.range.contains(&names.range.start));
    let comma = text[..range.start].trim_end().ends_with(',');
    let pair = names.words.len() == 2 && last.joined;
    let sure =
        names.et_al || in_bracket && comma && names.words.len() <= 2 && (pair || names.words.len() == 1);
    sure.then(|| vec![Target::Nothing])
}
