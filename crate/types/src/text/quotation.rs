//! Whether words are quoted from a text.

use super::normalise::fold;

/// Letters and digits of a quotation that says something: fewer are found in any text. Those outside ASCII count twice, for
/// scripts in which a character is a word.
const SAYING: usize = 8;

/// Whether a quotation is long enough to rest anything on.
pub fn says_enough(quote: &str) -> bool {
    let weight = |c: char| if c.is_ascii() { 1 } else { 2 };
    fold(quote).chars().filter(|c| c.is_alphanumeric()).map(weight).sum::<usize>() >= SAYING
}

/// Whether the words of a quotation stand, one after the other and whole, in one of some texts; an ellipsis parts it. Spelling
/// of quotes, spaces, signs and case aside. Nothing stands everywhere.
pub fn stands_in<'t>(quote: &str, texts: impl IntoIterator<Item = &'t str>) -> bool {
    let parts: Vec<String> = quote
        .split('…')
        .flat_map(|part| part.split("..."))
        .map(|part| fold(part).trim().to_owned())
        .filter(|part| !part.is_empty())
        .collect();
    texts.into_iter().any(|text| {
        let text = fold(text);
        let mut rest = text.as_str();
        parts.iter().all(|part| {
            let end = end_of_words(rest, part);
            rest = end.map_or("", |end| &rest[end..]);
            end.is_some()
        })
    })
}

/// Where some words end in a text that holds them whole.
fn end_of_words(text: &str, words: &str) -> Option<usize> {
    // Scripts from here on write words without spaces.
    const WITHOUT_SPACES: char = '\u{2e80}';
    let letter = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() && c < WITHOUT_SPACES);
    let joined = |one: Option<char>, other: Option<char>| letter(one) && letter(other);
    let whole = |at: &usize| {
        let (before, after) = (&text[..*at], &text[at + words.len()..]);
        !joined(before.chars().next_back(), words.chars().next())
            && !joined(words.chars().next_back(), after.chars().next())
    };
    // Matches may overlap: in “aé é é” the first “é é” is none.
    let mut starts = text.char_indices().map(|(at, _)| at).filter(|at| text[*at..].starts_with(words));
    starts.find(whole).map(|at| at + words.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "In both arms mortality  fell by 59 %. “Forty” years later it rose again.";

    #[test]
    fn a_quotation_is_whole_words_of_the_text_in_their_order() {
        for quote in ["Mortality fell by 59 %", "both arms", "in both arms … rose again", "\"Forty\" years"]
        {
            assert!(stands_in(quote, [TEXT]), "{quote}");
        }
        for quote in ["ortality fell by", "mortality fell by 5", "mortality rose", "rose again ... both arms"]
        {
            assert!(!stands_in(quote, [TEXT]), "{quote}");
        }
        assert!(!stands_in("both arms", []));
        assert!(stands_in("é é", ["a a aé é é"]), "matches may overlap");
        assert!(stands_in("死亡率下降", ["治疗组死亡率下降了。"]));
    }

    #[test]
    fn a_word_or_two_say_nothing() {
        assert!(says_enough("forty years") && says_enough("死亡率下降"));
        assert!(!says_enough("n") && !says_enough("fell 59") && !says_enough("  …  "));
    }

    proptest::proptest! {
        #[test]
        fn what_is_cut_out_of_a_text_is_quoted_from_it(text in "[a-zé ]{1,40}", from in 0usize..9, to in 9usize..20) {
            let words: Vec<&str> = text.split_whitespace().collect();
            let cut = words.get(from.min(words.len())..to.min(words.len()).max(from.min(words.len()))).unwrap_or_default().join(" ");
            proptest::prop_assert!(stands_in(&cut, [text.as_str()]));
        }

        #[test]
        fn no_text_panics(quote in "\\PC{0,60}", text in "\\PC{0,60}") {
            let _ = (says_enough(&quote), stands_in(&quote, [text.as_str()]));
        }
    }
}
