//! Tokens of English scholarly text, with what retrieval and the signals need to know of them.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;
use rust_stemmers::{Algorithm, Stemmer};

use super::normalise::fold;

/// One word, number or code of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// Bytes in the text.
    pub range: Range<usize>,
    /// The word as written.
    pub surface: String,
    /// Folded: lower case, no diacritics.
    pub folded: String,
    /// Stem of the folded word; the folded word itself, for numbers; letters and digits alone for codes.
    pub stem: String,
    /// What kind of word it is.
    pub kind: WordKind,
}

/// Kinds of words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WordKind {
    /// Carries meaning: nouns, verbs, adjectives.
    Content,
    /// Articles, prepositions, pronouns, auxiliaries.
    Function,
    /// Digits, possibly with separators.
    Number,
    /// Letters mixed with digits or several capitals: `IL-6`, `TRPV1`, `fMRI`, `BERT`.
    Code,
}

/// Letters and digits; inner hyphens, points between digits and apostrophes hold a word together.
static WORD: LazyLock<Regex> = LazyLock::new(|| {
    #[allow(clippy::unwrap_used, reason = "a constant pattern, compiled in the tests")]
    Regex::new(
        r"(?x) \p{N}+ (?: [.,\u{2009}\u{202f}\u{a0}] \p{N}+ )*  (?: [\p{L}\p{N}]+ )?
              | [\p{L}\p{M}] [\p{L}\p{M}\p{N}]* (?: ['’‐‑-] [\p{L}\p{M}\p{N}]+ )*",
    )
    .unwrap()
});

/// The words of a text, in order.
pub fn words(text: &str) -> Vec<Word> {
    let stemmer = Stemmer::create(Algorithm::English);
    let mut words = Vec::new();
    for found in WORD.find_iter(text) {
        let surface = found.as_str();
        if is_code(surface) || !surface.contains(['-', '‐', '‑']) {
            push(&mut words, &stemmer, surface, found.range());
            continue;
        }
        // A compound of plain words says what its parts say: `high-risk`, `placebo-controlled`.
        let mut start = found.start();
        for part in surface.split(['-', '‐', '‑']) {
            let begin = text[start..].find(part).map_or(start, |offset| start + offset);
            push(&mut words, &stemmer, part, begin..begin + part.len());
            start = begin + part.len();
        }
    }
    words
}

fn push(words: &mut Vec<Word>, stemmer: &Stemmer, surface: &str, range: Range<usize>) {
    let folded = fold(surface);
    if folded.is_empty() {
        return;
    }
    let kind = kind_of(surface, &folded);
    let stem = match kind {
        WordKind::Content if runs_into_marker(surface) => {
            stem_of(stemmer, folded.trim_end_matches(|c: char| c.is_ascii_digit()))
        }
        WordKind::Content | WordKind::Function => stem_of(stemmer, &folded),
        WordKind::Number => folded.clone(),
        // `SARS-CoV-2`, `SARS-CoV2` and `SARS‑CoV₂` name one thing.
        WordKind::Code => folded.replace(' ', ""),
    };
    words.push(Word { range, surface: surface.to_owned(), folded, stem, kind });
}

/// Whether a plain word has the number of a reference run into it: `mortality12`. Names have capitals or are short.
fn runs_into_marker(surface: &str) -> bool {
    /// Small letters from which a word with a number behind it is no name of a gene or a method.
    const LONG: usize = 6;
    let letters = surface.trim_end_matches(|c: char| c.is_ascii_digit());
    let digits = surface.len() - letters.len();
    (1..=3).contains(&digits) && letters.chars().count() >= LONG && letters.chars().all(char::is_lowercase)
}

/// Snowball's English stem, British spellings first made American so that both meet.
fn stem_of(stemmer: &Stemmer, folded: &str) -> String {
    let american = with_z(folded).replace("our", "or").replace("aem", "em").replace("oed", "ed");
    stemmer.stem(&american).into_owned()
}

/// `organised` as `organized`. Short words (`raised`, `rising`, `revised`) and `precise` have their s by nature.
fn with_z(folded: &str) -> String {
    const SHORTEST: usize = 4;
    let endings = ["ise", "ises", "ised", "ising", "isation", "isations"];
    let before = endings.iter().find_map(|ending| folded.strip_suffix(ending));
    match before.filter(|before| before.chars().count() >= SHORTEST && !before.ends_with('c')) {
        Some(before) => format!("{before}iz{}", &folded[before.len() + 2..]),
        None => folded.to_owned(),
    }
}

fn kind_of(surface: &str, folded: &str) -> WordKind {
    let digits = surface.chars().filter(char::is_ascii_digit).count();
    let letters = surface.chars().filter(|c| c.is_alphabetic()).count();
    if digits > 0 && letters == 0 {
        return WordKind::Number;
    }
    if surface.chars().next().is_some_and(char::is_numeric) {
        // `30mg`, `5th`: a number with its unit, read by the quantity parser.
        return WordKind::Number;
    }
    if runs_into_marker(surface) {
        return WordKind::Content;
    }
    if is_code(surface) {
        return WordKind::Code;
    }
    if FUNCTION_WORDS.binary_search(&folded).is_ok() { WordKind::Function } else { WordKind::Content }
}

fn is_code(surface: &str) -> bool {
    let capitals = surface.chars().filter(|c| c.is_uppercase()).count();
    let digits = surface.chars().any(|c| c.is_ascii_digit());
    let parts_are_words = surface.split(['-', '‐', '‑']).all(|part| {
        let mut letters = part.chars();
        letters.next().is_some_and(char::is_alphabetic) && letters.all(|c| c.is_lowercase()) && part.len() > 1
    });
    !parts_are_words && (digits || capitals >= 2) && surface.chars().any(char::is_alphabetic)
}

impl Word {
    /// Whether the word carries meaning for retrieval and alignment.
    pub fn is_content(&self) -> bool {
        matches!(self.kind, WordKind::Content | WordKind::Code)
    }
}

/// Sorted, for binary search.
const FUNCTION_WORDS: &[&str] = &[
    "a", "about", "above", "after", "again", "against", "al", "all", "also", "although", "am", "among", "an",
    "and", "any", "are", "as", "at", "be", "because", "been", "before", "being", "below", "between", "both",
    "but", "by", "can", "could", "did", "do", "does", "doing", "down", "during", "each", "et", "for", "from",
    "further", "had", "has", "have", "having", "he", "her", "here", "hers", "him", "his", "how", "however",
    "i", "if", "in", "into", "is", "it", "its", "itself", "just", "may", "might", "more", "most", "must",
    "my", "no", "nor", "not", "of", "off", "on", "once", "only", "or", "other", "our", "ours", "out", "over",
    "own", "per", "same", "shall", "she", "should", "so", "some", "such", "than", "that", "the", "their",
    "theirs", "them", "then", "there", "these", "they", "this", "those", "through", "thus", "to", "too",
    "under", "until", "up", "upon", "very", "was", "we", "were", "what", "when", "where", "whereas", "which",
    "while", "who", "whom", "whose", "why", "will", "with", "within", "without", "would", "you", "your",
];

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<(String, WordKind)> {
        words(text).into_iter().map(|word| (word.stem, word.kind)).collect()
    }

    #[test]
    fn tells_words_numbers_and_codes_apart() {
        use WordKind::*;
        assert_eq!(
            kinds("The IL-6 levels of 1,204 high-risk patients rose 3.5-fold (TRPV1)."),
            [
                ("the", Function),
                ("il6", Code),
                ("level", Content),
                ("of", Function),
                ("1 204", Number),
                ("high", Content),
                ("risk", Content),
                ("patient", Content),
                ("rose", Content),
                ("3 5", Number),
                ("fold", Content),
                ("trpv1", Code),
            ]
            .map(|(stem, kind)| (stem.to_owned(), kind))
        );
    }

    #[test]
    fn names_are_the_same_however_they_are_hyphenated() {
        for name in ["SARS-CoV2", "SARS-CoV-2", "SARS‑CoV₂"] {
            assert_eq!(kinds(name), [("sarscov2".to_owned(), WordKind::Code)], "{name}");
        }
        assert_eq!(kinds("PHQ4"), kinds("PHQ-4"));
    }

    #[test]
    fn the_number_of_a_reference_is_no_part_of_a_word() {
        assert_eq!(words("lower mortality12")[1].stem, words("mortality")[0].stem);
        assert_eq!(kinds("Notch1")[0].1, WordKind::Code);
    }

    #[test]
    fn british_and_american_spellings_share_a_stem() {
        for (british, american) in [
            ("tumour", "tumor"),
            ("randomised", "randomized"),
            ("hospitalisations", "hospitalization"),
            ("anaemia", "anemia"),
        ] {
            assert_eq!(words(british)[0].stem, words(american)[0].stem, "{british}");
        }
        assert_eq!(words("raised")[0].stem, words("raise")[0].stem);
        assert_eq!(words("precise")[0].stem, words("precision")[0].stem);
    }

    #[test]
    fn function_words_are_found_by_binary_search() {
        assert!(words("et al").iter().all(|word| word.kind == WordKind::Function));
        assert!(FUNCTION_WORDS.is_sorted());
    }

    proptest::proptest! {
        #[test]
        fn ranges_are_the_surfaces(text in "\\PC{0,80}") {
            for word in words(&text) {
                proptest::prop_assert_eq!(&text[word.range.clone()], word.surface.as_str());
            }
        }
    }
}
