//! Whether an excerpt can be attributed at all: by what is visible in it, before anything is asked.

use super::excerpt::Excerpt;
use super::trail::{Assessment, Judgement};
use citelight_types::text::words::{WordKind, words};
use citelight_verify::claim::masking::{MARK, NEIGHBOUR, unmarked};
use citelight_verify::verify::lexical::searchable;

/// Content words of a sentence below which it says nothing to search by.
const LEAST_WORDS: usize = 3;
/// Content words below which a sentence that only borrows something says nothing of the work.
const BORROWED_WORDS: usize = 7;
/// Words in front of the mark in which a name of the work is looked for.
const NEAR: usize = 2;

/// Verbs of borrowing, as stems: the work is used, nothing is said of what it found.
const BORROWING: [&str; 8] = ["follow", "adopt", "use", "borrow", "set", "appli", "implement", "adapt"];
/// What is borrowed without being told.
const BORROWED: [&str; 11] = [
    "hyperparamet",
    "paramet",
    "set",
    "implement",
    "code",
    "protocol",
    "procedur",
    "default",
    "setup",
    "notat",
    "method",
];
/// Words of sentences that stand for many works.
const MANY: [&str; 12] = [
    "many",
    "several",
    "various",
    "numerous",
    "studies",
    "works",
    "approaches",
    "methods",
    "researchers",
    "authors",
    "extensively",
    "widely",
];

/// Judges an excerpt.
pub fn judge(excerpt: &Excerpt) -> Judgement {
    let said = |assessment, reason: String| Judgement { assessment, reason };
    let (before, after) = excerpt.sentence.split_once(MARK).unwrap_or((&excerpt.sentence, ""));
    if let Some(name) = name_before(before) {
        let reason = format!("“{name}” in front of the citation looks like the name of the work");
        return said(Assessment::Trivial, reason);
    }
    if excerpt.marks > 1 {
        return said(Assessment::Ambiguous, format!("{} citations are wanted at once", excerpt.marks));
    }
    let between = [' ', ';', ','];
    if before.trim_end_matches(between).ends_with(NEIGHBOUR)
        || after.trim_start_matches(between).starts_with(NEIGHBOUR)
    {
        let reason = "the citation stands beside others, and the sentence fits them all";
        return said(Assessment::Ambiguous, reason.to_owned());
    }
    let sentence = words(&unmarked(&excerpt.sentence));
    let stems: Vec<&str> = searchable(&sentence).collect();
    let all: Vec<&str> = sentence.iter().map(|word| word.stem.as_str()).collect();
    let context = searchable(&words(&excerpt.plain())).count();
    if stems.len() < LEAST_WORDS && context < 2 * LEAST_WORDS {
        let reason = "it holds hardly a word of what the work is about";
        return said(Assessment::Unattributable, reason.to_owned());
    }
    let borrows = all.iter().any(|stem| BORROWING.contains(stem));
    let thing = all.iter().find(|stem| BORROWED.contains(*stem));
    if let (true, Some(_), true) = (borrows, thing, stems.len() < BORROWED_WORDS) {
        let reason = "it says what was taken from the work, not what the work says";
        return said(Assessment::Unattributable, reason.to_owned());
    }
    let many = sentence.iter().find(|word| MANY.contains(&word.folded.as_str()));
    if let Some(word) = many.filter(|_| stems.len() < 2 * LEAST_WORDS + 2) {
        return said(Assessment::Ambiguous, format!("“{}” stands for more works than one", word.surface));
    }
    if before.trim_end_matches(['(', ' ', ',']).ends_with("e.g.") {
        return said(Assessment::Ambiguous, "the work is cited as one example of others".to_owned());
    }
    said(Assessment::Reasonable, format!("{} words say what the work is about", stems.len()))
}

/// A name right before the mark, as of a method or a dataset: `SciBERT [CITATION]`, `ELMo [CITATION]`; or the authors'
/// names, which were masked (`[·] [CITATION]` without anything between is a neighbour's).
fn name_before(before: &str) -> Option<String> {
    let before = words(before);
    let last = before.iter().rev().take(NEAR).find(|word| word.kind == WordKind::Code)?;
    let letters = last.surface.chars().filter(|c| c.is_alphabetic()).count();
    let is_mixed =
        last.surface.chars().any(char::is_lowercase) && last.surface.chars().any(char::is_uppercase);
    // `DNA` and `fMRI` are things; a name of one's own is mixed (`SciBERT`) or closes the clause.
    (letters >= 3 && is_mixed && !last.surface.chars().next().is_some_and(char::is_lowercase))
        .then(|| last.surface.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attribute::excerpt::CitingPaper;

    fn assessment(text: &str) -> Assessment {
        judge(&Excerpt::parse(text, CitingPaper::default()).unwrap()).assessment
    }

    #[test]
    fn the_papers_own_examples() {
        for (text, expected) in [
            (
                "For all of our experiments, we use the hyperparameters from [CITATION].",
                Assessment::Unattributable,
            ),
            (
                "[CITATION1], [CITATION2] explored paper recommendation using deep networks.",
                Assessment::Ambiguous,
            ),
            ("SciBERT [CITATION] is a BERT-model pretrained on scientific texts.", Assessment::Trivial),
            (
                "We use the ICLR 2018–2022 database assembled by [CITATION], which includes 10,297 papers.",
                Assessment::Reasonable,
            ),
        ] {
            assert_eq!(assessment(text), expected, "{text}");
        }
    }

    #[test]
    fn broad_sentences_are_ambiguous_and_empty_ones_unattributable() {
        assert_eq!(
            assessment("Weirs were studied (Lee, 2019; [CITATION]; Li, 2020) before [3], [CITATION]."),
            Assessment::Ambiguous
        );
        assert_eq!(assessment("Many works treat weirs [CITATION]."), Assessment::Ambiguous);
        assert_eq!(assessment("See also [CITATION]."), Assessment::Unattributable);
        assert_eq!(
            assessment("Weirs of oak outlast weirs of pine by forty years in cold rivers [CITATION]."),
            Assessment::Reasonable
        );
    }

    proptest::proptest! {
        #[test]
        fn every_excerpt_is_judged_with_a_reason(text in "\\PC{0,80}") {
            if let Ok(excerpt) = Excerpt::parse(&format!("{text} [CITATION]."), CitingPaper::default()) {
                proptest::prop_assert!(!judge(&excerpt).reason.is_empty());
            }
        }
    }
}
