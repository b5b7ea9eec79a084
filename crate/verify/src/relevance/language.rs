//! Whether a text is English: the embedded bi-encoder and the words of other languages say nothing of each other.

use citelight_types::text::words::{WordKind, words};

/// Words below which the share of function words tells nothing.
const ENOUGH_WORDS: usize = 12;
/// Share of words that only English has above which a text is English. Most texts have .2 of them, dense sentences one in
/// twenty.
const ENGLISH: f64 = 0.05;
/// Frequent words that other languages do not have, sorted.
const ONLY_ENGLISH: [&str; 24] = [
    "and", "are", "been", "both", "by", "can", "for", "from", "have", "however", "of", "or", "such", "than",
    "that", "the", "their", "these", "this", "to", "we", "were", "which", "with",
];

/// Whether a text may be compared with English ones: its letters are Latin, and where it is long enough it has words that only
/// English has.
pub fn is_english(text: &str) -> bool {
    let letters = text.chars().filter(|c| c.is_alphabetic());
    let (all, foreign) = letters.fold((0_usize, 0_usize), |(all, foreign), c| {
        (all + 1, foreign + usize::from(c > '\u{24f}' && !('\u{370}'..'\u{400}').contains(&c)))
    });
    if foreign * 5 > all {
        return false;
    }
    let found = words(text);
    let plain = found.iter().filter(|word| matches!(word.kind, WordKind::Content | WordKind::Function));
    let (count, english) = plain.fold((0_usize, 0_usize), |(count, english), word| {
        (count + 1, english + usize::from(ONLY_ENGLISH.binary_search(&word.folded.as_str()).is_ok()))
    });
    count < ENOUGH_WORDS || english as f64 >= ENGLISH * count as f64
}

#[cfg(test)]
mod tests {
    use super::{ONLY_ENGLISH, is_english};

    #[test]
    fn other_languages_are_told_from_english() {
        assert!(is_english(
            "Otters eat fish that live in the rivers, and they sleep at day in holts of their own."
        ));
        assert!(is_english("Otters of the Elbe"), "short");
        assert!(ONLY_ENGLISH.is_sorted());
        assert!(!is_english(
            "Der Fischotter frisst Fische, die in Flüssen leben, und schläft am Tag in seinem eigenen Bau."
        ));
        assert!(!is_english("水獭以河里的鱼为食，白天在自己的洞穴里睡觉。"));
        assert!(!is_english(
            "Les loutres mangent des poissons qui vivent dans les rivières et dorment le jour."
        ));
    }
}
