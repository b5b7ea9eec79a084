//! Literal quotations of a citing sentence, looked up in the cited text: no model is asked (ours).
//!
//! What stands between quotation marks is compared word by word. Ellipses, square brackets, dashes, case, hyphens at the end of a
//! line, ligatures and white space are no alterations. One to three words are a term, a title or a scare quote, and no quotation.

mod marks;
mod search;
mod words;

use std::collections::BTreeSet;
use std::ops::Range;

use crate::claim::Claim;
use citelight_document::document::segmented::Passage;
use marks::quoted;
use search::{Search, look_up};
use words::{Element, Token, pattern, tokens};

/// A quotation of a claim, and what of it stands in the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quotation {
    /// Its words, as the citing text has them.
    pub text: String,
    /// What the search came to.
    pub outcome: Outcome,
}

/// What a search for a quotation came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It stands there word for word.
    Found(Stretch),
    /// Most of it stands there, with other words in places.
    Altered {
        /// Where.
        at: Stretch,
        /// Words that differ, in order.
        differences: Vec<Difference>,
    },
    /// No stretch of the text resembles it.
    Missing,
}

/// A stretch of one passage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// Index of the passage.
    pub passage: usize,
    /// Bytes of its text.
    pub range: Range<usize>,
}

/// Words of a quotation that the source has otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Words of the quotation; empty where it left some out.
    pub quoted: String,
    /// Words of the source in their place; empty where the quotation has more.
    pub source: String,
    /// Where these stand, as bytes of the passage.
    pub range: Range<usize>,
}

/// Share of a quotation's words that a text of its language holds anywhere: of one in another language nothing is said.
const SAME_LANGUAGE: f64 = 0.35;

/// Every quotation that a claim attributes to a source, looked up in its passages.
pub fn look_up_quotations(claim: &Claim, passages: &[Passage]) -> Vec<Quotation> {
    let found = quoted(claim);
    if found.is_empty() {
        return Vec::new();
    }
    let source = Source::of(passages);
    found.into_iter().filter_map(|text| source.look_up(text)).collect()
}

/// The words of a source in one row.
struct Source<'a> {
    passages: &'a [Passage],
    tokens: Vec<Token>,
    known: BTreeSet<String>,
}

impl<'a> Source<'a> {
    fn of(passages: &'a [Passage]) -> Self {
        let of_passage = |(index, passage): (usize, &Passage)| {
            tokens(&passage.text).into_iter().map(move |token| Token { passage: index, ..token })
        };
        let tokens: Vec<Token> = passages.iter().enumerate().flat_map(of_passage).collect();
        let known = tokens.iter().map(|token| token.word.clone()).collect();
        Self { passages, tokens, known }
    }

    /// None where nothing can be said of it.
    fn look_up(&self, text: String) -> Option<Quotation> {
        let pattern = pattern(&text);
        let outcome = match look_up(&pattern, &self.tokens) {
            Search::Found(range) => Outcome::Found(self.stretch(range)),
            Search::Altered(range, edits) => {
                let differences = edits.iter().map(|edit| self.difference(&text, edit)).collect();
                Outcome::Altered { at: self.stretch(range), differences }
            }
            Search::Missing if self.speaks_its_language(&pattern) => Outcome::Missing,
            Search::Missing => return None,
        };
        Some(Quotation { text, outcome })
    }

    fn speaks_its_language(&self, pattern: &[Element]) -> bool {
        let words: Vec<&String> = pattern
            .iter()
            .filter_map(|element| match element {
                Element::Word { word, .. } => Some(word),
                Element::Gap(_) => None,
            })
            .collect();
        let known = words.iter().filter(|word| self.known.contains(**word)).count();
        known as f64 >= SAME_LANGUAGE * words.len() as f64
    }

    /// The part of a row of words that stands in one passage: where a quotation spans two, in the first.
    fn stretch(&self, range: Range<usize>) -> Stretch {
        let Some(first) = self.tokens.get(range.start) else { return Stretch { passage: 0, range: 0..0 } };
        let same = |token: &&Token| token.passage == first.passage;
        let last = self.tokens[range].iter().take_while(same).last().unwrap_or(first);
        Stretch { passage: first.passage, range: first.range.start..last.range.end }
    }

    fn difference(&self, text: &str, edit: &search::Edit) -> Difference {
        let in_source = match (edit.source.is_empty(), self.tokens.get(edit.source.start)) {
            (false, Some(_)) => self.stretch(edit.source.clone()),
            (_, Some(next)) => Stretch { passage: next.passage, range: next.range.start..next.range.start },
            (_, None) => Stretch { passage: 0, range: 0..0 },
        };
        let source = self
            .passages
            .get(in_source.passage)
            .and_then(|passage| passage.text.get(in_source.range.clone()))
            .unwrap_or_default();
        Difference {
            quoted: text.get(edit.quoted.clone()).unwrap_or_default().to_owned(),
            source: source.to_owned(),
            range: in_source.range,
        }
    }
}
