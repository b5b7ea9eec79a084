//! Spellings of one word: British and American ones are the same, a slip of the pen is nearly so.

/// British spellings and the American ones, wherever they stand.
const BRITISH: [(&str, &str); 27] = [
    ("ageing", "aging"),
    ("aluminium", "aluminum"),
    ("amongst", "among"),
    ("artefact", "artifact"),
    ("defence", "defense"),
    ("grey", "gray"),
    ("judgement", "judgment"),
    ("licence", "license"),
    ("offence", "offense"),
    ("programme", "program"),
    ("sulph", "sulf"),
    ("towards", "toward"),
    ("whilst", "while"),
    ("isation", "ization"),
    ("ising", "izing"),
    ("ise", "ize"),
    ("ysing", "yzing"),
    ("yse", "yze"),
    ("our", "or"),
    ("elling", "eling"),
    ("elled", "eled"),
    ("logue", "log"),
    ("ae", "e"),
    ("oe", "e"),
    ("centre", "center"),
    ("metre", "meter"),
    ("fibre", "fiber"),
];

/// Folded letters in one spelling for both sides of the ocean. Only to be compared: what comes out need not be a word
/// (`corse`), but two different words hardly ever become one.
pub(super) fn american(letters: &str) -> String {
    BRITISH.iter().fold(letters.to_owned(), |spelled, (british, american)| spelled.replace(british, american))
}

/// Words that slip in and out of titles without changing what they name.
const ARTICLES: [&str; 3] = ["the", "a", "an"];
/// Words of a title that may be misspelt in one entry.
const SLIPS: usize = 2;
/// Letters from which one wrong letter leaves no doubt about the word.
const SURE: usize = 6;

/// Whether two titles, in folded words, are the same but for slips of the pen: an article, the `s` of a plural, one
/// letter too many, too few, wrong or out of place in a long word. A number is never a slip, nor is a first letter
/// (`symmetric`, `asymmetric`).
pub(super) fn differ_by_slips(left: &[String], right: &[String]) -> bool {
    let significant = |words: &[String]| -> Vec<String> {
        words.iter().filter(|word| !ARTICLES.contains(&word.as_str())).cloned().collect()
    };
    let (left, right) = (significant(left), significant(right));
    if left.len() != right.len() || left.len() < 2 {
        return false;
    }
    let mut differing = left.iter().zip(&right).filter(|(left, right)| left != right).peekable();
    differing.peek().is_none()
        || differing.clone().count() <= SLIPS.min(left.len() / 2)
            && differing.all(|(left, right)| is_slip(left, right))
}

fn is_slip(left: &str, right: &str) -> bool {
    let alphabetic = |word: &str| word.chars().all(char::is_alphabetic);
    alphabetic(left)
        && alphabetic(right)
        && (is_plural(left, right) || is_plural(right, left) || is_typo(left, right))
}

fn is_plural(word: &str, plural: &str) -> bool {
    let in_ies = || word.strip_suffix('y').is_some_and(|stem| plural.strip_suffix("ies") == Some(stem));
    word.chars().count() > 2
        && (plural.strip_prefix(word).is_some_and(|end| matches!(end, "s" | "es")) || in_ies())
}

/// One insertion, deletion, substitution, or two neighbours out of order, not at the first letter.
fn is_typo(left: &str, right: &str) -> bool {
    let (left, right): (Vec<char>, Vec<char>) = (left.chars().collect(), right.chars().collect());
    if left.len().min(right.len()) < SURE || left.len().abs_diff(right.len()) > 1 {
        return false;
    }
    let same = left.iter().zip(&right).take_while(|(left, right)| left == right).count();
    let (left, right) = (&left[same..], &right[same..]);
    let swapped = || {
        left.len() == right.len()
            && left.len() > 1
            && left[0] == right[1]
            && left[1] == right[0]
            && left[2..] == right[2..]
    };
    let rest = |letters: &[char]| letters.get(1..).map(<[char]>::to_vec).unwrap_or_default();
    same > 0 && (rest(left) == rest(right) || rest(left) == right || left == rest(right) || swapped())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slips(left: &str, right: &str) -> bool {
        let words = |title: &str| -> Vec<String> { title.split(' ').map(str::to_owned).collect() };
        differ_by_slips(&words(left), &words(right))
    }

    #[test]
    fn both_sides_of_the_ocean_spell_one_word() {
        for (british, us) in [
            ("generalisation", "generalization"),
            ("behaviour", "behavior"),
            ("modelling", "modeling"),
            ("labelled", "labeled"),
            ("optimise", "optimize"),
            ("analysing", "analyzing"),
            ("paediatric", "pediatric"),
            ("centre", "center"),
            ("towards", "toward"),
            ("fibre", "fiber"),
            ("neighbourhood", "neighborhood"),
        ] {
            assert_eq!(american(british), american(us), "{british}");
        }
        for (one, other) in [("filing", "filling"), ("lattice", "latice"), ("analysis", "analyzis")] {
            assert_ne!(american(one), american(other), "{one}");
        }
    }

    #[test]
    fn slips_of_the_pen_are_told_from_other_words() {
        for (left, right) in [
            ("splines models for observational data", "spline models for observational data"),
            ("patient sepcific ecg classification", "patient specific ecg classification"),
            ("characterizing risk of fairwashing", "characterizing the risk of fairwashing"),
            ("a study of theories", "study of theory"),
        ] {
            assert!(slips(left, right) && slips(right, left), "{left}");
        }
        for (left, right) in [
            ("asymmetric graph matching", "symmetric graph matching"),
            ("learning to learn", "training to learn"),
            ("the form of noise", "the norm of noise"),
            ("resnet 50 models", "resnet 51 models"),
            ("attention models", "attention in models"),
            ("supervised learning of graphs", "unsupervised learning of graphs"),
            ("method", "methods"),
        ] {
            assert!(!slips(left, right) && !slips(right, left), "{left}");
        }
    }

    proptest::proptest! {
        #[test]
        fn any_words_are_compared(left in "[a-zé]{0,9}( [a-zé0-9]{0,9}){0,4}", right in "[a-zé]{0,9}( [a-zé0-9]{0,9}){0,4}") {
            proptest::prop_assert_eq!(slips(&left, &right), slips(&right, &left));
            let _ = american(&left);
        }
    }
}
