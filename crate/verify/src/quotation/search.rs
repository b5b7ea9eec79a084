//! A quotation against the words of a source: the stretch that needs the fewest changes, by dynamic programming (Sellers 1980).

use std::ops::Range;

use super::words::{Element, Token};

/// What a search came to. Ranges are of tokens of the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Search {
    /// Word for word.
    Found(Range<usize>),
    /// With changes.
    Altered(Range<usize>, Vec<Edit>),
    /// Nothing resembles it.
    Missing,
}

/// Words that differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Edit {
    /// Bytes of the quotation; empty where it left words out.
    pub(super) quoted: Range<usize>,
    /// Tokens of the source; empty where the quotation has more.
    pub(super) source: Range<usize>,
}

/// A word that differs, is missing or is too many.
const CHANGE: u32 = 100;
/// A word that an ellipsis leaves out, or a reference within the source: the nearest stretch wins.
const LEFT_OUT: u32 = 1;
/// Share of a quotation's words that a stretch must hold in their order to be what was quoted.
const RESEMBLES: f64 = 0.6;
/// The least number of them.
const LEAST: usize = 3;

/// Looks for a quotation.
pub(super) fn look_up(pattern: &[Element], source: &[Token]) -> Search {
    let words = pattern.iter().filter(|element| matches!(element, Element::Word { .. })).count();
    let Some(range) = best(pattern, source).filter(|_| words > 0) else { return Search::Missing };
    let steps = traced(pattern, source, &range);
    let matched: usize = steps.iter().map(Step::matched).sum();
    let edits = edits(&steps, pattern, &range);
    if edits.is_empty() {
        return Search::Found(range);
    }
    let resembles = matched >= LEAST && matched as f64 >= RESEMBLES * words as f64;
    if resembles { Search::Altered(range, edits) } else { Search::Missing }
}

/// One step of an alignment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// So many elements of the quotation are so many words of the source.
    Same(usize, usize),
    /// Another word.
    Other,
    /// A word that the source lacks.
    Added,
    /// A word that the quotation lacks.
    Dropped,
    /// A word that the quotation says it leaves out, or a reference.
    Skipped,
    /// An ellipsis or bracket ends.
    GapEnds,
}

impl Step {
    /// Elements of the quotation and words of the source that it takes.
    fn takes(self) -> (usize, usize) {
        match self {
            Self::Same(quoted, source) => (quoted, source),
            Self::Other => (1, 1),
            Self::Added | Self::GapEnds => (1, 0),
            Self::Dropped | Self::Skipped => (0, 1),
        }
    }

    fn cost(self) -> u32 {
        match self {
            Self::Same(..) | Self::GapEnds => 0,
            Self::Other | Self::Added | Self::Dropped => CHANGE,
            Self::Skipped => LEFT_OUT,
        }
    }

    fn matched(&self) -> usize {
        match self {
            Self::Same(quoted, _) => *quoted,
            _ => 0,
        }
    }
}

/// The steps by which an alignment may come to a place: before element `quoted` and word `read` of the source.
fn steps_to(
    pattern: &[Element],
    source: &[Token],
    quoted: usize,
    read: usize,
) -> impl Iterator<Item = Step> + use<> {
    let element = quoted.checked_sub(1).and_then(|at| pattern.get(at));
    let token = read.checked_sub(1).and_then(|at| source.get(at));
    let (mut diagonal, mut joined) = (None, [None, None]);
    if let (Some(Element::Word { word: mine, .. }), Some(theirs)) = (element, token) {
        if *mine == theirs.word {
            diagonal = Some(Step::Same(1, 1));
        } else {
            diagonal = Some(Step::Other);
            // Hyphens within words, at the ends of lines and not.
            let before = read.checked_sub(2).and_then(|at| source.get(at)).filter(|one| one.joined);
            let whole = before.is_some_and(|one| is_both(mine, &one.word, &theirs.word));
            let earlier = quoted.checked_sub(2).and_then(|at| pattern.get(at));
            let is_parted = matches!(earlier, Some(Element::Word { word, joined: true, .. })
                if is_both(&theirs.word, word, mine));
            joined = [whole.then_some(Step::Same(1, 2)), is_parted.then_some(Step::Same(2, 1))];
        }
    }
    let ends = match element {
        Some(Element::Gap(_)) => Some(Step::GapEnds),
        Some(Element::Word { .. }) => Some(Step::Added),
        None => None,
    };
    // Words of the source before the quotation begins are no part of it.
    let skipped = token.filter(|_| quoted > 0).map(|token| {
        let is_gap = matches!(pattern.get(quoted), Some(Element::Gap(_)));
        if is_gap || token.optional { Step::Skipped } else { Step::Dropped }
    });
    let [whole, parted] = joined;
    [diagonal, whole, parted, ends, skipped].into_iter().flatten()
}

fn is_both(whole: &str, one: &str, other: &str) -> bool {
    whole.strip_prefix(one).is_some_and(|rest| rest == other)
}

/// The stretch of the source that needs the fewest changes.
fn best(pattern: &[Element], source: &[Token]) -> Option<Range<usize>> {
    // Of each place its cost and where the stretch began; the last two words of the source are looked back at.
    let mut columns: [Vec<(u32, usize)>; 3] = Default::default();
    let mut found: Option<(u32, Range<usize>)> = None;
    for read in 0..=source.len() {
        let mut column: Vec<(u32, usize)> = Vec::with_capacity(pattern.len() + 1);
        for quoted in 0..=pattern.len() {
            if quoted == 0 {
                column.push((0, read));
                continue;
            }
            let reached = steps_to(pattern, source, quoted, read).filter_map(|step| {
                let (elements, words) = step.takes();
                let from = quoted.checked_sub(elements)?;
                let (cost, start) = match words {
                    0 => *column.get(from)?,
                    back => *columns[(read.checked_sub(back)?) % 3].get(from)?,
                };
                Some((cost + step.cost(), start))
            });
            column.push(reached.min_by_key(|(cost, _)| *cost).unwrap_or((u32::MAX / 2, read)));
        }
        if let Some((cost, start)) = column.last().copied()
            && found.as_ref().is_none_or(|(least, range)| {
                // Another last word is another word, and not one too many.
                let is_last = cost == *least && *range == (start..read.saturating_sub(1));
                cost < *least || is_last
            })
        {
            found = Some((cost, start..read));
        }
        columns[read % 3] = column;
    }
    found.map(|(_, range)| range)
}

/// The steps of the best alignment within a stretch.
fn traced(pattern: &[Element], source: &[Token], range: &Range<usize>) -> Vec<Step> {
    let stretch = &source[range.clone()];
    let width = stretch.len() + 1;
    let mut costs: Vec<(u32, Option<Step>)> = vec![(u32::MAX / 2, None); (pattern.len() + 1) * width];
    costs[0] = (0, None);
    for quoted in 0..=pattern.len() {
        for read in 0..width {
            let reached = steps_to(pattern, stretch, quoted, read).filter_map(|step| {
                let (elements, words) = step.takes();
                let (from, back) = (quoted.checked_sub(elements)?, read.checked_sub(words)?);
                Some((costs[from * width + back].0.saturating_add(step.cost()), Some(step)))
            });
            if let Some(best) = reached.min_by_key(|(cost, _)| *cost)
                && best.0 < costs[quoted * width + read].0
            {
                costs[quoted * width + read] = best;
            }
        }
    }
    let (mut quoted, mut read) = (pattern.len(), stretch.len());
    let mut steps = Vec::new();
    while let Some(step) = costs[quoted * width + read].1 {
        steps.push(step);
        let (elements, words) = step.takes();
        quoted -= elements;
        read -= words;
    }
    steps.reverse();
    steps
}

/// Changes, those next to each other as one.
fn edits(steps: &[Step], pattern: &[Element], range: &Range<usize>) -> Vec<Edit> {
    let bytes = |element: usize| match pattern.get(element) {
        Some(Element::Word { range, .. }) => Some(range.clone()),
        _ => None,
    };
    let mut found: Vec<Edit> = Vec::new();
    let (mut quoted, mut read) = (0, range.start);
    let mut is_open = false;
    for step in steps {
        let (elements, words) = step.takes();
        if step.cost() == CHANGE {
            let mine = (elements > 0).then(|| bytes(quoted)).flatten();
            let place =
                mine.clone().unwrap_or_else(|| bytes(quoted).map_or(0..0, |next| next.start..next.start));
            match found.last_mut().filter(|_| is_open) {
                Some(edit) => {
                    if let Some(mine) = mine {
                        let start = if edit.quoted.is_empty() { mine.start } else { edit.quoted.start };
                        edit.quoted = start..mine.end;
                    }
                    edit.source.end = read + words;
                }
                None => found.push(Edit { quoted: place, source: read..read + words }),
            }
        }
        is_open = step.cost() == CHANGE;
        quoted += elements;
        read += words;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::words::{pattern, tokens};
    use super::*;

    const SOURCE: &str = "In both arms, mortality fell by 59 % [12] within the first year of treat- ment (Smith et al., 2010). \
                          It rose again after the well-known second winter, as was expected by all.";

    fn search(quotation: &str) -> Search {
        look_up(&pattern(quotation), &tokens(SOURCE))
    }

    fn words(quotation: &str) -> Vec<(String, String)> {
        let tokens = tokens(SOURCE);
        let Search::Altered(_, edits) = search(quotation) else { return Vec::new() };
        let source = |range: &Range<usize>| {
            tokens[range.clone()].iter().map(|token| token.word.clone()).collect::<Vec<_>>().join(" ")
        };
        edits.iter().map(|edit| (quotation[edit.quoted.clone()].to_owned(), source(&edit.source))).collect()
    }

    #[test]
    fn verbatim_words_are_found_however_they_are_set() {
        for quotation in [
            "In both arms, mortality fell by 59 %",
            "mortality fell by 59% within the first year of treatment",
            "[M]ortality fell … It rose again",
            "the first year of treatment. It rose again after the well known second winter",
            "mortality [in the trial] fell by 59 %",
            "In both arms — mortality fell",
            "after the wellknown second winter",
        ] {
            assert!(matches!(search(quotation), Search::Found(_)), "{quotation}: {:?}", search(quotation));
        }
    }

    #[test]
    fn altered_words_are_told() {
        let pair = |one: &str, other: &str| (one.to_owned(), other.to_owned());
        assert_eq!(words("In both arms, mortality fell by 95 %"), [pair("95", "59")]);
        assert_eq!(words("mortality rose by 59 % within the first year"), [pair("rose", "fell")]);
        assert_eq!(words("mortality fell by 59 % within the year of treatment"), [pair("", "first")]);
        assert_eq!(words("mortality never fell by 59 % within the first year"), [pair("never", "")]);
    }

    #[test]
    fn other_words_are_missing() {
        for quotation in
            ["cows graze on temperate pasture in the summer", "the first thing that was ever written here"]
        {
            assert_eq!(search(quotation), Search::Missing, "{quotation}");
        }
    }

    proptest::proptest! {
        #[test]
        fn what_is_cut_out_of_a_text_is_found_in_it(text in "[a-e]{1,3}( [a-e]{1,3}){3,30}", from in 0usize..20, length in 3usize..12) {
            let words: Vec<&str> = text.split(' ').collect();
            let from = from.min(words.len() - 1);
            let cut = words[from..(from + length).min(words.len())].join(" ");
            proptest::prop_assert!(matches!(look_up(&pattern(&cut), &tokens(&text)), Search::Found(_)));
        }

        #[test]
        fn no_text_panics(quotation in "[a-c .…\\[\\]0-9-]{0,40}", text in "[a-c .()\\[\\]0-9-]{0,60}") {
            let _ = look_up(&pattern(&quotation), &tokens(&text));
        }
    }
}
