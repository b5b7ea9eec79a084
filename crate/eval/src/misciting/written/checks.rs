//! What can be told of a draft without a model: numbers, names, matter, and whether it is there already.
use std::collections::BTreeSet;

use citelight::finding::{Category, Subtype};
use citelight::text::normalise::fold;
use citelight::text::quotation::stands_in;

use super::material::{Names, WantedKind, named_in};
use crate::misciting::case::Case;
use crate::misciting::clause::{content_words, share};
use crate::misciting::figure::numbers_in;
use crate::misciting::frame::MARKER;
use crate::misciting::pool::PoolSource;
use crate::misciting::prompt::miscitation::{Depth, Draft};

/// Share of the true sentence's content that the words of the source hold.
const OF_THE_MATTER: f64 = 0.4;
/// Share of the true sentence's content that the false one keeps: it is the same sentence made wrong.
const THE_SAME_SENTENCE: f64 = 0.4;
/// Share of a sentence's content from which another case says the same.
const SAME_CASE: f64 = 0.85;
/// Share of the true sentence's content that stays where nothing but names may change.
const ONLY_NAMES: f64 = 0.8;

/// Why a draft is no case.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub(super) enum Flaw {
    #[error("“{0}” is quoted over the end of a sentence")]
    AcrossSentences(String),
    #[error("the {sentence} sentence gives {number}, which the quoted words of the source do not")]
    Number { sentence: &'static str, number: f64 },
    #[error("the true sentence hardly says what the source's sentence says")]
    OtherMatter,
    #[error("the false sentence is another sentence than the true one made wrong")]
    AnotherSentence,
    #[error("the {sentence} sentence names “{name} et al.”, who did not write the source")]
    Stranger { sentence: &'static str, name: String },
    #[error("the false sentence does not name {0}")]
    NotNamed(String),
    #[error("the true sentence does not name the source's authors, or names others")]
    TrueNames,
    #[error("the false sentence changes more than the names")]
    MoreThanNames,
    #[error("it says what case {0} says")]
    Duplicate(String),
}

/// The sentences of the source that a draft quotes from, by their place.
pub(super) fn quoted_sentences(draft: &Draft, source: &PoolSource) -> Result<Vec<usize>, Flaw> {
    let place = |quote: &String| {
        let mut places = source.sentences.iter().enumerate();
        places
            .find(|(_, sentence)| stands_in(quote, [sentence.text.as_str()]))
            .map(|(place, _)| place)
            .ok_or_else(|| Flaw::AcrossSentences(quote.clone()))
    };
    draft.quotes.iter().map(place).collect()
}

/// Checks a draft against the words of the source that show it, and against the cases that there are.
pub(super) fn check(
    kind: WantedKind,
    draft: &Draft,
    names: &Names,
    shown: &[&str],
    title: &str,
    cases: &[Case],
) -> Result<(), Flaw> {
    numbers(draft, shown, title)?;
    let words = content_words(&shown.join(" "));
    let correct = matter(&draft.correct, names);
    if share(&correct, &words) < OF_THE_MATTER {
        return Err(Flaw::OtherMatter);
    }
    named(kind, draft, names)?;
    let said = content_words(&draft.miscitation.replace(MARKER, " "));
    if share(&correct, &said) < THE_SAME_SENTENCE {
        return Err(Flaw::AnotherSentence);
    }
    let same = cases.iter().find(|case| {
        let other = content_words(&case.miscitation.replace(MARKER, " "));
        share(&said, &other).min(share(&other, &said)) >= SAME_CASE
    });
    same.map_or(Ok(()), |case| Err(Flaw::Duplicate(case.id.clone())))
}

/// Numbers are those of the source, but where a number is what is made wrong.
fn numbers(draft: &Draft, shown: &[&str], title: &str) -> Result<(), Flaw> {
    let known: Vec<f64> = shown.iter().copied().chain([title]).flat_map(numbers_in).collect();
    let unknown = |text: &str| {
        let mut numbers = numbers_in(&text.replace(MARKER, " ")).into_iter();
        numbers.find(|number| !known.iter().any(|known| (known - number).abs() < 1e-9))
    };
    if let Some(number) = unknown(&draft.correct) {
        return Err(Flaw::Number { sentence: "true", number });
    }
    match unknown(&draft.miscitation).filter(|_| draft.subtype != Subtype::StatisticalDistortion) {
        Some(number) => Err(Flaw::Number { sentence: "false", number }),
        None => Ok(()),
    }
}

/// Who is named wrote the source, but where the names are what is made wrong.
fn named(kind: WantedKind, draft: &Draft, names: &Names) -> Result<(), Flaw> {
    let Names { authors, families, others, strangers } = names;
    let any = |text: &str, names: &BTreeSet<String>| names.iter().any(|name| named_in(name, text));
    if let Some(name) = stranger(&draft.correct, families) {
        return Err(Flaw::Stranger { sentence: "true", name });
    }
    if kind.category == Category::AttributionTraceability {
        if !any(&draft.correct, families) || any(&draft.correct, strangers) {
            return Err(Flaw::TrueNames);
        }
        let all = strangers.iter().all(|name| named_in(name, &draft.miscitation));
        // On the surface none of the authors is named; in depth one of them is.
        let one = any(&draft.miscitation, families);
        if strangers.is_empty() || !all || one != (kind.depth == Depth::Deep) {
            return Err(Flaw::NotNamed(others.clone()));
        }
        let (one, other) = (matter(&draft.correct, names), matter(&draft.miscitation, names));
        let changed = share(&one, &other).min(share(&other, &one)) < ONLY_NAMES;
        return if changed { Err(Flaw::MoreThanNames) } else { Ok(()) };
    }
    if let Some(name) = stranger(&draft.miscitation, families) {
        return Err(Flaw::Stranger { sentence: "false", name });
    }
    if draft.subtype == Subtype::SecondarySource && !any(&draft.miscitation, families) {
        return Err(Flaw::NotNamed(authors.clone()));
    }
    Ok(())
}

/// What a sentence says, whoever it names.
fn matter(sentence: &str, names: &Names) -> BTreeSet<String> {
    let all: Vec<&str> = names.families.iter().chain(&names.strangers).map(String::as_str).collect();
    let all = content_words(&all.join(" "));
    let mut words = content_words(&sentence.replace(MARKER, " "));
    words.retain(|word| !all.contains(word));
    words
}

/// Somebody with others ("et al.") who is none of the authors.
fn stranger(text: &str, families: &BTreeSet<String>) -> Option<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let named = words.windows(2).filter(|pair| pair[1] == "et").map(|pair| pair[0]);
    let plain = |name: &str| name.trim_matches(|c: char| !c.is_alphabetic()).to_owned();
    named.map(plain).find(|name| {
        // "Cavina-Pratesi" is two words when folded, "van der Meulen" more than the one before "et al.".
        let folded = fold(name);
        let is_of = |family: &String| {
            let parts: BTreeSet<&str> = family.split(' ').collect();
            folded.split(' ').all(|part| parts.contains(part))
        };
        !families.iter().any(is_of)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHOWN: [&str; 1] = ["Oak weirs outlasted pine weirs by 40 years in twelve cold rivers."];
    const CORRECT: &str =
        "Smith et al. [CITATION] saw oak weirs outlast pine weirs by 40 years in cold rivers.";

    fn names() -> Names {
        let set = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        Names {
            authors: "Smith et al.".to_owned(),
            families: set(&["smith", "lee"]),
            others: "Bauer et al.".to_owned(),
            strangers: set(&["bauer"]),
        }
    }

    fn checked(category: Category, depth: Depth, subtype: Subtype, miscitation: &str) -> Result<(), Flaw> {
        let draft = Draft {
            miscitation: miscitation.to_owned(),
            correct: CORRECT.to_owned(),
            subtype,
            quotes: vec!["in twelve cold rivers".to_owned()],
            explanation: "So.".to_owned(),
        };
        check(WantedKind { category, depth }, &draft, &names(), &SHOWN, "Weirs of wood", &[])
    }

    #[test]
    fn numbers_and_names_are_those_of_the_source() {
        use Category::{ContentMisrepresentation as Content, EvidenceCharacterization as Evidence};
        let number = "Oak weirs outlast pine weirs by 90 years in cold rivers [CITATION].";
        let flaw = checked(Content, Depth::Surface, Subtype::Contradictory, number);
        assert_eq!(flaw, Err(Flaw::Number { sentence: "false", number: 90.0 }));
        assert_eq!(checked(Evidence, Depth::Surface, Subtype::StatisticalDistortion, number), Ok(()));
        let stranger = "Bauer et al. [CITATION] saw pine weirs outlast oak weirs by 40 years.";
        assert_eq!(
            checked(Content, Depth::Surface, Subtype::Contradictory, stranger),
            Err(Flaw::Stranger { sentence: "false", name: "Bauer".to_owned() })
        );
    }

    #[test]
    fn names_of_several_words_are_known_again() {
        let families = ["cavina pratesi", "van der meulen"].map(str::to_owned).into_iter().collect();
        for text in ["Cavina-Pratesi et al. [CITATION] saw it.", "Van der Meulen et al. [CITATION] saw it."] {
            assert_eq!(stranger(text, &families), None, "{text}");
        }
        assert_eq!(stranger("Cavina-Rossi et al. saw it.", &families).as_deref(), Some("Cavina-Rossi"));
    }

    #[test]
    fn an_advertisement_is_no_miscitation() {
        let other = "Every gardener of the world praises shade as the friend of all plants [CITATION].";
        let content = Category::ContentMisrepresentation;
        assert_eq!(
            checked(content, Depth::Surface, Subtype::Contradictory, other),
            Err(Flaw::AnotherSentence)
        );
    }

    #[test]
    fn a_wrong_attribution_changes_the_names_alone() {
        let made = |depth, text: &str| {
            checked(Category::AttributionTraceability, depth, Subtype::AuthorMisattribution, text)
        };
        let rest = "saw oak weirs outlast pine weirs by 40 years in cold rivers.";
        assert_eq!(made(Depth::Surface, &format!("Bauer et al. [CITATION] {rest}")), Ok(()));
        assert_eq!(made(Depth::Deep, &format!("Smith and Bauer [CITATION] {rest}")), Ok(()));
        for (depth, who) in
            [(Depth::Surface, "Smith and Bauer"), (Depth::Deep, "Bauer"), (Depth::Surface, "Lee")]
        {
            let flaw = made(depth, &format!("{who} [CITATION] {rest}"));
            assert!(matches!(flaw, Err(Flaw::NotNamed(_))), "{who}: {flaw:?}");
        }
        let more = "Bauer et al. [CITATION] saw stone piers of bridges fall within 40 years.";
        assert_eq!(made(Depth::Surface, more), Err(Flaw::MoreThanNames));
    }
}
