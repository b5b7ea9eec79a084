//! Folding of text for comparison: never shown, only compared.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Lower case, without diacritics, letters that do not decompose (ß ø æ ł đ ð þ ħ ı) spelled out, everything that
/// is neither letter nor digit turned into single spaces.
pub fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    let mut gap = false;
    // Lower-casing may compose or decompose anew (İ), hence decomposition on both sides of it.
    for c in text.nfkd().flat_map(char::to_lowercase).nfkd().filter(|c| !is_combining_mark(*c)) {
        if !c.is_alphanumeric() {
            // An apostrophe or a soft hyphen joins: O'Neill, don’t.
            gap |= !matches!(c, '\'' | '’' | '\u{ad}');
            continue;
        }
        if gap && !folded.is_empty() {
            folded.push(' ');
        }
        gap = false;
        match spelled_out(c) {
            Some(letters) => folded.push_str(letters),
            None => folded.push(c),
        }
    }
    folded
}

/// Letters that NFKD leaves whole, as they are spelled in ASCII bibliographies.
fn spelled_out(c: char) -> Option<&'static str> {
    Some(match c {
        'ß' => "ss",
        'ø' => "o",
        'æ' => "ae",
        'œ' => "oe",
        'ł' => "l",
        'đ' | 'ð' => "d",
        'þ' => "th",
        'ħ' => "h",
        'ı' => "i",
        _ => return None,
    })
}

/// The first words of a text, on one line.
pub fn first_words(text: &str, most: usize) -> String {
    text.split_whitespace().take(most).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::fold;
    use proptest::prelude::*;

    #[test]
    fn folds_what_bibliographies_write_differently() {
        assert_eq!(fold("Łukasz  Kaiser"), "lukasz kaiser");
        assert_eq!(fold("O’Neill–Straße"), "oneill strasse");
        assert_eq!(fold("  Møller, Ærø! "), "moller aero");
        assert_eq!(fold("ﬁne-tuning"), "fine tuning");
    }

    proptest! {
        #[test]
        fn folding_twice_changes_nothing(text in ".{0,60}") {
            let once = fold(&text);
            prop_assert_eq!(fold(&once), once.clone());
        }
    }
}
