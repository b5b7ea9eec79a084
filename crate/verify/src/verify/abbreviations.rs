//! Abbreviations that a source defines, so that a claim which spells them out meets the sentences that do not.
//!
//! "total mixed ration (TMR)" once, "TMR" ever after: the claim's words are in the first place only. Pairs are found
//! as Schwartz & Hearst (2003, "A simple algorithm for identifying abbreviation definitions in biomedical text") do.

use std::collections::BTreeMap;

use super::lexical::searchable;
use citelight_types::text::words::words;

/// Short forms, folded, with the stems of what they stand for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Abbreviations {
    long_forms: BTreeMap<String, Vec<String>>,
}

/// Characters of a short form (Schwartz & Hearst 2003: two to ten).
const SHORT: std::ops::RangeInclusive<usize> = 2..=10;

/// Characters after a bracket among which a short form ends, white space included.
const LOOKED_AHEAD: usize = 40;
/// Bytes before a bracket in which a long form begins.
const LOOKED_BACK: usize = 500;

impl Abbreviations {
    /// The definitions in some texts; the first one of a short form counts.
    pub fn of<'a>(texts: impl Iterator<Item = &'a str>) -> Self {
        let mut found = Self::default();
        for text in texts {
            for (open, _) in text.match_indices('(') {
                let Some(inner) = text.get(open + 1..) else { continue };
                let mut near = inner.char_indices().take(LOOKED_AHEAD);
                let end = near.find(|(_, c)| matches!(c, ')' | ';' | ',')).map_or(0, |(at, _)| at);
                let short = inner.get(..end).unwrap_or_default().trim();
                if !is_short_form(short) {
                    continue;
                }
                let before = text.get(..open).unwrap_or_default();
                if let Some(long) = long_form(short, before) {
                    let stems: Vec<String> = searchable(&words(long)).map(str::to_owned).collect();
                    let key = words(short).into_iter().next().map(|word| word.stem);
                    if let Some(key) = key.filter(|key| !stems.is_empty() && !stems.contains(key)) {
                        found.long_forms.entry(key).or_insert(stems);
                    }
                }
            }
        }
        found
    }

    /// What a stem of the source stands for, besides itself.
    pub fn long_form(&self, stem: &str) -> &[String] {
        self.long_forms.get(stem).map(Vec::as_slice).unwrap_or_default()
    }
}

/// One word of two to ten characters, with a capital or a digit beside its letters: `TMR`, `CH4`, `fMRI`.
fn is_short_form(text: &str) -> bool {
    SHORT.contains(&text.chars().count())
        && text.chars().next().is_some_and(char::is_alphanumeric)
        && text.chars().all(|c| c.is_alphanumeric() || c == '-')
        && text.chars().any(char::is_uppercase)
}

/// The words before the bracket that hold the letters of the short form in their order, the first one at the start of
/// a word. At most min(|A| + 5, 2|A|) words (Schwartz & Hearst 2003).
fn long_form<'a>(short: &str, before: &'a str) -> Option<&'a str> {
    let letters: Vec<char> =
        short.chars().filter(|c| c.is_alphabetic()).flat_map(char::to_lowercase).collect();
    let most = (letters.len() + 5).min(2 * letters.len());
    let tail = before.trim_end();
    let tail = tail.get(tail.ceil_char_boundary(tail.len().saturating_sub(LOOKED_BACK))..)?;
    let window: usize =
        tail.rsplit(' ').take(most).map(|word| word.len() + 1).sum::<usize>().saturating_sub(1);
    let start = tail.len().checked_sub(window)?;
    let tail = tail.get(start..)?;
    // A sentence border parts a definition from what stands before it.
    let tail = tail.rsplit(". ").next()?;

    let characters: Vec<(usize, char)> = tail.char_indices().collect();
    let mut at = characters.len();
    for (rank, letter) in letters.iter().enumerate().rev() {
        loop {
            at = at.checked_sub(1)?;
            let same = characters[at].1.to_lowercase().eq(std::iter::once(*letter));
            let starts_word = at == 0 || !characters[at - 1].1.is_alphanumeric();
            if same && (rank > 0 || starts_word) {
                break;
            }
        }
    }
    tail.get(characters.get(at)?.0..)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn long(text: &str, short: &str) -> Vec<String> {
        Abbreviations::of(std::iter::once(text)).long_form(short).to_vec()
    }

    #[test]
    fn definitions_are_found() {
        assert_eq!(long("a total mixed ration (TMR) fed ad libitum", "tmr"), ["total", "mix", "ration"]);
        assert_eq!(long("Yet the lateral occipital (LO) cortex responded.", "lo"), ["later", "occipit"]);
        assert_eq!(long("functional magnetic resonance imaging (fMRI; 3 T)", "fmri").len(), 4);
    }

    #[test]
    fn what_is_no_definition_is_none() {
        assert!(long("They were counted twice (N = 12).", "n").is_empty());
        assert!(long("in the second experiment (Table).", "tabl").is_empty());
        assert!(long("as was said before (TMR)", "tmr").is_empty());
        assert!(long("the end of it. Ration (TMR)", "tmr").is_empty());
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_read(text in "[a-zA-Z ().;é2-]{0,120}") {
            let _ = Abbreviations::of(std::iter::once(text.as_str()));
        }
    }
}
