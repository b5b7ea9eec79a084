//! A clause as tokens that can be exchanged: the words, and the punctuation around each.
use std::collections::BTreeSet;
use std::ops::Range;

/// A word with the punctuation that sticks to it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Token {
    lead: String,
    pub(super) core: String,
    pub(super) tail: String,
}

/// A sentence or a part of one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Clause(pub(super) Vec<Token>);

impl Clause {
    pub(super) fn of(text: &str) -> Self {
        Self(text.split_whitespace().map(Token::of).collect())
    }

    pub(super) fn text(&self) -> String {
        let words: Vec<String> = self.0.iter().map(Token::text).collect();
        words.join(" ")
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// A word in lower case; empty beyond the end.
    pub(super) fn low(&self, index: usize) -> String {
        self.0.get(index).map(|token| token.core.to_lowercase()).unwrap_or_default()
    }

    /// The word before, in lower case; empty at the start.
    pub(super) fn low_before(&self, index: usize) -> String {
        index.checked_sub(1).map(|before| self.low(before)).unwrap_or_default()
    }

    /// Where a word of the list stands.
    pub(super) fn positions(&self, words: &[&str]) -> Vec<usize> {
        (0..self.len()).filter(|&index| words.contains(&self.low(index).as_str())).collect()
    }

    pub(super) fn has(&self, words: &[&str]) -> bool {
        !self.positions(words).is_empty()
    }

    /// Where a sequence of words stands, punctuation between them excluded.
    pub(super) fn sequence(&self, words: &[&str]) -> Option<Range<usize>> {
        (0..self.len()).map(|start| start..start + words.len()).find(|range| self.is_at(range.start, words))
    }

    /// Whether the words stand here, without punctuation between them.
    pub(super) fn is_at(&self, start: usize, words: &[&str]) -> bool {
        !words.is_empty()
            && start + words.len() <= self.len()
            && words.iter().enumerate().all(|(offset, word)| {
                let is_last = offset + 1 == words.len();
                self.low(start + offset) == *word && (is_last || self.0[start + offset].tail.is_empty())
            })
    }

    /// The clause with other words in the place of some; the punctuation around stays.
    pub(super) fn with(&self, range: Range<usize>, words: &str) -> Self {
        let mut tokens = self.0.clone();
        let (Some(first), Some(last)) = (tokens.get(range.start), tokens.get(range.end.saturating_sub(1)))
        else {
            return self.clone();
        };
        let (lead, tail) = (first.lead.clone(), last.tail.clone());
        let capital = first.core.chars().next().is_some_and(char::is_uppercase) && range.start == 0;
        let mut new: Vec<Token> = words.split_whitespace().map(Token::of).collect();
        if let Some(token) = new.first_mut() {
            token.lead = lead + &token.lead;
            if capital {
                token.core = capitalised(&token.core);
            }
        }
        match new.last_mut() {
            Some(token) => token.tail.push_str(&tail),
            // The end of the sentence stays, a comma within goes.
            None if tail.contains('.') && range.start > 0 => tokens[range.start - 1].tail = tail,
            None => {}
        }
        let start = range.start;
        tokens.splice(range, new);
        if start == 0
            && capital
            && let Some(token) = tokens.first_mut()
        {
            token.core = capitalised(&token.core);
        }
        let mut clause = Self(tokens);
        clause.mend_article(start);
        clause
    }

    /// "a" or "an" before the word at an index.
    fn mend_article(&mut self, index: usize) {
        let Some(before) = index.checked_sub(1) else { return };
        let Some(next) = self.0.get(index).map(|token| token.core.to_lowercase()) else { return };
        let vowel =
            next.starts_with(['a', 'e', 'i', 'o']) || next.starts_with("un") || next.starts_with("up");
        let article = &mut self.0[before].core;
        let mended = match (article.as_str(), vowel) {
            ("a", true) => "an",
            ("an", false) => "a",
            ("A", true) => "An",
            ("An", false) => "A",
            _ => return,
        };
        mended.clone_into(article);
    }

    /// Words that carry content, roughly stemmed.
    pub(super) fn content(&self) -> BTreeSet<String> {
        content_words(&self.text())
    }
}

impl Token {
    fn of(word: &str) -> Self {
        let core_at = word.find(|c: char| !"([{“‘\"'".contains(c)).unwrap_or(word.len());
        let (lead, rest) = word.split_at(core_at);
        let end =
            rest.trim_end_matches([',', '.', ';', ':', ')', ']', '}', '”', '’', '"', '\'', '?', '!']).len();
        let (core, tail) = rest.split_at(end);
        Self { lead: lead.to_owned(), core: core.to_owned(), tail: tail.to_owned() }
    }

    fn text(&self) -> String {
        format!("{}{}{}", self.lead, self.core, self.tail)
    }
}

/// The word with a capital.
pub(super) fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Words that say nothing about the matter.
const EMPTY: [&str; 62] = [
    "about", "after", "also", "although", "among", "because", "been", "before", "being", "between", "both",
    "could", "does", "down", "during", "each", "either", "even", "every", "from", "have", "having", "here",
    "however", "into", "more", "most", "much", "only", "other", "over", "same", "should", "show", "showed",
    "since", "some", "such", "than", "that", "their", "them", "then", "there", "these", "they", "this",
    "those", "through", "under", "until", "very", "were", "what", "when", "where", "which", "while", "will",
    "with", "within", "would",
];

/// Words of a text that carry content, roughly stemmed.
pub(super) fn content_words(text: &str) -> BTreeSet<String> {
    text.split(|c: char| !c.is_alphanumeric())
        .map(str::to_lowercase)
        .filter(|word| word.chars().count() >= 4 && word.chars().any(char::is_alphabetic))
        .filter(|word| !EMPTY.contains(&word.as_str()))
        .map(|word| stem(&word))
        .collect()
}

fn stem(word: &str) -> String {
    const ENDINGS: [&str; 16] = [
        "ations", "ation", "ating", "ated", "ates", "ate", "ingly", "edly", "ing", "ies", "ied", "ed", "es",
        "ly", "s", "e",
    ];
    for ending in ENDINGS {
        if let Some(stem) = word.strip_suffix(ending)
            && stem.chars().count() >= 3
        {
            return stem.to_owned();
        }
    }
    word.to_owned()
}

/// Share of the first set that the other one holds.
pub(super) fn share(of: &BTreeSet<String>, within: &BTreeSet<String>) -> f64 {
    of.intersection(within).count() as f64 / of.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_exchanged_within_their_punctuation() {
        let clause = Clause::of("There was an increase, (of 5%), in weight.");
        let at = clause.sequence(&["increase"]).expect("it is there");
        assert_eq!(clause.with(at, "decrease").text(), "There was a decrease, (of 5%), in weight.");
        assert_eq!(Clause::of("It may fall.").with(2..3, "").text(), "It may.");
        assert_eq!(Clause::of("Perhaps it falls.").with(0..1, "").text(), "It falls.");
        assert_eq!(Clause::of("a, b").sequence(&["a", "b"]), None);
    }

    #[test]
    fn stems_bring_forms_together() {
        assert_eq!(content_words("associated"), content_words("association"));
        assert_eq!(content_words("varies"), content_words("varied"));
    }
}
