//! Whether a text is English: the embedded bi-encoder and the words of other languages say nothing of each other.

use citelight_types::text::words::{WordKind, words};

/// Words below which the share of function words tells nothing.
const ENOUGH_WORDS: usize = 12;
/// Share of English function words above which a text is English. Abstracts have .3 to .5 of them, titles fewer; German,
/// French and Spanish texts share a few ("in", "an", "a") and stay below .1.
const ENGLISH: f64 = 0.15;

/// Whether a text may be compared with English ones: its letters are Latin, and where it is long enough its function words
/// are English.
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
    let (count, function) = plain.fold((0_usize, 0_usize), |(count, function), word| {
        (count + 1, function + usize::from(word.kind == WordKind::Function))
    });
    count < ENOUGH_WORDS || function as f64 >= ENGLISH * count as f64
}

#[cfg(test)]
mod tests {
    use super::is_english;

    #[test]
    fn other_languages_are_told_from_english() {
        assert!(is_english(
            "Otters eat fish that live in the rivers, and they sleep at day in holts of their own."
        ));
        assert!(is_english("Otters of the Elbe"), "short");
        assert!(!is_english(
            "Der Fischotter frisst Fische, die in Flüssen leben, und schläft am Tag in seinem eigenen Bau."
        ));
        assert!(!is_english("水獭以河里的鱼为食，白天在自己的洞穴里睡觉。"));
        assert!(!is_english(
            "Les loutres mangent des poissons qui vivent dans les rivières et dorment le jour."
        ));
    }
}
