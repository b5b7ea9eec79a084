//! How alike two titles are.

use rapidfuzz::fuzz;

use super::normalise::fold;

/// Token sort ratio of two titles in 0..=1: their folded words in alphabetical order, compared letter by letter
/// (normalised insertions and deletions). Titles without any letter or digit are like nothing.
pub fn title_similarity(left: &str, right: &str) -> f64 {
    let (left, right) = (sorted_words(left), sorted_words(right));
    if left.is_empty() || right.is_empty() {
        return 0.0;
    }
    fuzz::ratio(left.chars(), right.chars())
}

fn sorted_words(text: &str) -> String {
    let folded = fold(text);
    let mut words: Vec<&str> = folded.split(' ').collect();
    words.sort_unstable();
    words.join(" ")
}

/// Whether a title stands word for word in a longer text, such as an entry whose fields could not be told apart.
/// Titles of fewer than four words are too common to say so.
pub fn title_stands_in(title: &str, text: &str) -> bool {
    let title = fold(title);
    title.split(' ').count() >= 4 && format!(" {} ", fold(text)).contains(&format!(" {title} "))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn noise_of_bibliographies_is_no_difference() {
        let left = "Pre-training of Deep Bidirectional Transformers";
        let right = "{P}retraining of deep bidirectional transformers.";
        assert!(title_similarity(left, right) > 0.95);
        assert!(title_similarity("Fast Fourier transforms", "Attention is all you need") < 0.5);
    }

    #[test]
    fn a_title_is_found_inside_an_unparsed_entry() {
        let entry = "A. Vaswani, N. Shazeer: Attention is all you need. NeurIPS 2017";
        assert!(title_stands_in("Attention Is All You Need", entry));
        assert!(!title_stands_in("Attention", entry));
    }

    proptest! {
        #[test]
        fn any_text_is_scored(a in ".{0,40}", b in ".{0,40}") {
            prop_assert!((0.0..=1.0).contains(&title_similarity(&a, &b)));
        }
    }
}
