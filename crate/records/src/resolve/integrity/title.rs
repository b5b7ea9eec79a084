//! How two titles compare.

use super::plain::{key, plain, words};
use super::spelling::differ_by_slips;
use crate::sources::title_marks::{TitleMark, is_no_title, unmarked};
use citelight_types::text::titles::title_similarity;

/// How an entry's title compares with a record's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum TitleMatch {
    /// The same but for bibliographic noise.
    Same,
    /// One of them lacks the other's subtitle.
    Subtitle,
    /// The same words but for slips of the pen: an article, a plural, a letter.
    Misspelt,
    /// The record is of a notice about the work, or of a reprint of it: `Correction to: …`.
    About,
    /// The record has no title of its own, so it contradicts nothing.
    Untitled,
    /// The record is of the submission that the entry names, by the same authors, but under another title.
    Renamed(f64),
    /// Different words; similarity in 0..=1.
    Different(f64),
}

/// Letters and digits that the shorter of two titles needs to count as the other without subtitle: `GAN`.
const SHORTEST_HEAD: usize = 3;

/// Compares an entry's title with a record's. Strictly, hyphens, case, spelling, marks and a missing subtitle are
/// differences too.
pub(crate) fn compare_titles(left: &str, right: &str, strict: bool) -> TitleMatch {
    let literal = compare_bare(left, right, strict);
    if strict || matches!(literal, TitleMatch::Same | TitleMatch::Subtitle) || key(left).is_empty() {
        return literal;
    }
    if is_no_title(right) {
        return TitleMatch::Untitled;
    }
    let (left, right) = (plain(left), plain(right));
    let ((left_marks, left), (right_marks, right)) = (unmarked(&left), unmarked(&right));
    if left_marks.is_empty() && right_marks.is_empty() {
        return literal;
    }
    let is_about = |marks: &[TitleMark]| marks.contains(&TitleMark::About);
    match compare_bare(left, right, strict) {
        // Another text about the work, or the other way round.
        TitleMatch::Same | TitleMatch::Subtitle if is_about(&left_marks) != is_about(&right_marks) => {
            TitleMatch::About
        }
        bare @ (TitleMatch::Same | TitleMatch::Subtitle) => bare,
        // A slip of the pen beside a mark is one slip.
        TitleMatch::Misspelt if is_about(&left_marks) == is_about(&right_marks) => TitleMatch::Misspelt,
        _ => literal,
    }
}

/// Compares two titles without regard to marks.
fn compare_bare(left: &str, right: &str, strict: bool) -> TitleMatch {
    let (left_key, right_key) = (key(left), key(right));
    let similarity = || title_similarity(&words(left).join(" "), &words(right).join(" "));
    if left_key.is_empty() || right_key.is_empty() {
        return TitleMatch::Different(0.0);
    }
    if left_key == right_key {
        let exact =
            |title: &str| plain(title).trim_end_matches('.').split_whitespace().collect::<Vec<_>>().join(" ");
        return if strict && exact(left) != exact(right) {
            TitleMatch::Different(similarity())
        } else {
            TitleMatch::Same
        };
    }
    if !strict && (lacks_subtitle(left, &right_key) || lacks_subtitle(right, &left_key)) {
        return TitleMatch::Subtitle;
    }
    if !strict && differ_by_slips(&words(left), &words(right)) {
        return TitleMatch::Misspelt;
    }
    TitleMatch::Different(similarity())
}

/// Whether the longer title, cut where a subtitle may begin, is the shorter one.
fn lacks_subtitle(long: &str, short_key: &str) -> bool {
    if short_key.chars().count() < SHORTEST_HEAD {
        return false;
    }
    let long = plain(long);
    long.char_indices()
        .filter(|(at, c)| {
            let spaced = || long.get(at + c.len_utf8()..).is_some_and(|rest| rest.starts_with(' '));
            matches!(c, ':' | '—' | '–') || matches!(c, '?' | '!' | '.' | '-') && spaced()
        })
        .take(8)
        .any(|(at, _)| long.get(..at).is_some_and(|head| key(head) == short_key))
}

/// Whether two titles differ in numbers only: parts of a series (`…, Part II`), not spellings of one title.
pub(crate) fn differ_in_number(left: &str, right: &str) -> bool {
    let (left, right) = (words(left), words(right));
    let is_number = |word: &&String| {
        word.chars().all(|c| c.is_ascii_digit()) || word.chars().all(|c| matches!(c, 'i' | 'v' | 'x'))
    };
    let mut differing = left
        .iter()
        .filter(|word| !right.contains(word))
        .chain(right.iter().filter(|word| !left.contains(word)))
        .peekable();
    differing.peek().is_some() && differing.all(|word| is_number(&word))
}

/// Words that sentences of English hold and those of the others below do not.
const ENGLISH: [&str; 12] = ["the", "of", "and", "for", "on", "with", "to", "from", "by", "is", "are", "at"];
/// The like of French, German, Italian, Portuguese and Spanish.
const OTHERS: [&str; 40] = [
    "au", "aux", "avec", "das", "de", "degli", "del", "della", "delle", "dem", "den", "der", "des", "di",
    "du", "e", "ein", "eine", "einer", "el", "et", "für", "la", "las", "le", "les", "los", "mit", "nella",
    "para", "pour", "sobre", "sulla", "sur", "um", "und", "y", "zum", "zur", "über",
];

/// Whether two titles are of two languages: of two scripts, or one of English and the other of a language near to it, by
/// the small words that each has and the other has not.
pub(crate) fn are_of_two_languages(left: &str, right: &str) -> bool {
    if is_latin(left) != is_latin(right) {
        return true;
    }
    let (left, right) = (small_words(left), small_words(right));
    let is_english = |(english, others): (usize, usize)| english > 0 && others == 0;
    let is_other = |(english, others): (usize, usize)| english == 0 && others > 0;
    is_english(left) && is_other(right) || is_other(left) && is_english(right)
}

/// Whether a text holds small words of English and none of another language.
pub(crate) fn is_english(text: &str) -> bool {
    matches!(small_words(text), (1.., 0))
}

/// Whether a text is of another language than English: in another script, or without small words of English and with several of
/// another language, or one and a letter that English does not have. Names keep their letters in any language, so only words
/// in small letters count.
pub(crate) fn is_of_another_language(text: &str) -> bool {
    if !is_latin(text) {
        return true;
    }
    let (english, others) = small_words(text);
    let plain = plain(text);
    let words = plain.split_whitespace().filter(|word| word.starts_with(char::is_lowercase));
    let accented = words.filter(|word| word.chars().any(|c| c.is_alphabetic() && !c.is_ascii())).count();
    english == 0 && (others > 1 || accented > 1 || others + accented > 1)
}

/// Whether most letters are Latin.
pub(super) fn is_latin(title: &str) -> bool {
    let letters = title.chars().filter(|c| c.is_alphabetic());
    let (latin, all) = letters.fold((0, 0), |(latin, all), c| {
        // Latin letters and their variants end before Greek begins; the later ones are rare in titles.
        (latin + usize::from(c < '\u{370}' || ('\u{1e00}'..'\u{1f00}').contains(&c)), all + 1)
    });
    2 * latin >= all
}

/// How many small words of English a title has, and how many of the others.
fn small_words(title: &str) -> (usize, usize) {
    let words: Vec<String> = plain(title)
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    let count = |list: &[&str]| words.iter().filter(|word| list.contains(&word.as_str())).count();
    (count(&ENGLISH), count(&OTHERS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noise_is_no_difference_unless_strict() {
        let (left, right) = ("{BERT}: Pre-training of deep models", "BERT: Pretraining of Deep Models.");
        assert_eq!(compare_titles(left, right, false), TitleMatch::Same);
        assert!(matches!(compare_titles(left, right, true), TitleMatch::Different(_)));
        assert_eq!(compare_titles(left, "{BERT:} Pre-training of deep models.", true), TitleMatch::Same);
    }

    #[test]
    fn a_slip_of_the_pen_is_neither_noise_nor_another_title() {
        let (left, right) =
            ("Quantum embedding for machine learning", "Quantum Embeddings for Machine Learning");
        assert_eq!(compare_titles(left, right, false), TitleMatch::Misspelt);
        assert!(matches!(compare_titles(left, right, true), TitleMatch::Different(_)));
        assert!(matches!(compare_titles(left, &right.replace("for", "in"), false), TitleMatch::Different(_)));
    }

    #[test]
    fn parts_of_a_series_are_different_works() {
        assert!(differ_in_number("On tides, Part I", "On tides, part II"));
        assert!(differ_in_number("Llama 2: open models", "Llama 3: open models"));
        assert!(!differ_in_number("On tides", "On tides"));
        assert!(!differ_in_number("On tides", "On small tides"));
    }

    #[test]
    fn a_missing_subtitle_is_no_other_title() {
        let long = "Domain Adversarial Training: A Game Perspective";
        assert_eq!(compare_titles(long, "Domain adversarial training", false), TitleMatch::Subtitle);
        assert!(matches!(compare_titles("Domain", long, false), TitleMatch::Different(_)));
        assert_eq!(compare_titles("STAR ", "STAR : Bridging Two Worlds", false), TitleMatch::Subtitle);
        let one_word = compare_titles(long, "Domain Adversarial Learning: A Game Perspective", false);
        assert!(matches!(one_word, TitleMatch::Different(similarity) if similarity > 0.7));
    }

    #[test]
    fn titles_of_two_languages() {
        for (left, right) in [
            ("On the electrodynamics of moving bodies", "Zur Elektrodynamik bewegter Körper"),
            ("A theory of games", "Теория игр"),
            ("Deep learning for cells", "面向细胞的深度学习"),
            ("The order of things", "Les mots et les choses"),
        ] {
            assert!(are_of_two_languages(left, right), "{left} – {right}");
            assert!(are_of_two_languages(right, left), "{right} – {left}");
        }
        for (left, right) in [
            ("Learning to rank with trees", "Learning to sort with trees"),
            ("De novo design of proteins", "Rational design of proteins"),
            ("Graph attention networks", "Graph transformer networks"),
            ("Über die Elektrodynamik bewegter Körper", "Zur Elektrodynamik bewegter Körper"),
        ] {
            assert!(!are_of_two_languages(left, right), "{left} – {right}");
        }
    }
}
