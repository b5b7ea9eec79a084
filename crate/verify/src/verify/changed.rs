//! A number that a claim takes from the cited version of a work and that its latest version gives otherwise (ours; HALLMARK
//! names such claims version confusion). Quiet and strict: both texts must be whole, and the sentence must be the same but for
//! the number.

use std::collections::BTreeSet;

use super::signals::Reading;
use super::signals::numbers::{is_among, is_anywhere, is_telling};
use super::signals::quantity::Quantity;
use super::source_text::SourceText;
use citelight_types::finding::Extent;

/// Share of its words that a sentence has in common with what it became.
const SAME_SENTENCE: f64 = 0.8;
/// Words that both have at least: short sentences are alike by chance.
const LEAST_WORDS: usize = 5;

/// A number that changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changed {
    /// As the claim has it, from the cited version.
    pub claim: String,
    /// As the latest version has it.
    pub latest: String,
}

/// The first number of a claim that changed between the cited version and the latest one.
pub fn changed(claim: &str, cited: &SourceText, latest: &SourceText) -> Option<Changed> {
    let is_whole = |text: &SourceText| text.extent == Extent::FullText && !text.has_gaps;
    if !is_whole(cited) || !is_whole(latest) {
        return None;
    }
    let claim = Reading::of(claim);
    let gone = |quantity: &&Quantity| {
        is_telling(quantity)
            && is_anywhere(quantity, cited.quantities())
            && !is_anywhere(quantity, latest.quantities())
    };
    claim.quantities.iter().filter(gone).find_map(|quantity| {
        let mut said = sentences(cited).filter(|sentence| is_among(quantity, &sentence.quantities));
        let latest = said.find_map(|said| replaced(&said, quantity, latest))?;
        Some(Changed { claim: claim.slice(&quantity.range).to_owned(), latest })
    })
}

/// What the latest version has in the place of a number of a sentence.
fn replaced(said: &Reading, quantity: &Quantity, latest: &SourceText) -> Option<String> {
    let words = words_of(said);
    if words.len() < LEAST_WORDS {
        return None;
    }
    sentences(latest)
        .filter(|sentence| same(&words, &words_of(sentence)))
        .filter(|sentence| sentence.quantities.len() == said.quantities.len())
        .find_map(|sentence| {
            let new = |other: &&Quantity| other.unit == quantity.unit && !is_among(other, &said.quantities);
            let new = sentence.quantities.iter().find(new)?;
            Some(sentence.slice(&new.range).to_owned())
        })
}

fn same(one: &BTreeSet<String>, other: &BTreeSet<String>) -> bool {
    let common = one.intersection(other).count() as f64;
    common >= SAME_SENTENCE * one.len() as f64 && common >= SAME_SENTENCE * other.len() as f64
}

/// The words of a sentence without its numbers.
fn words_of(reading: &Reading) -> BTreeSet<String> {
    let stems = reading.words.iter().map(|word| word.stem.as_str());
    stems.filter(|stem| !stem.contains(|c: char| c.is_ascii_digit())).map(str::to_owned).collect()
}

fn sentences(source: &SourceText) -> impl Iterator<Item = Reading> {
    source.passages.iter().flat_map(|passage| {
        (0..passage.sentences.len()).map(move |sentence| Reading::of(passage.sentence(sentence)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use citelight_document::document::{Input, parse};

    fn text(sentence: &str, extent: Extent) -> SourceText {
        let page = format!(
            "<article><h1>On weirs of oak and pine</h1><h2>Results</h2><p>Weirs were measured in all rivers of the north. \
             {sentence} Nothing else was found in the years that followed.</p><p>{}</p></article>",
            "The banks were walked by two observers on every day of the week. ".repeat(30)
        );
        let document = parse(Input::new(&page, "page.html")).unwrap();
        SourceText::from_document(&document, "here", extent)
    }

    fn told(claim: &str, cited: &str, latest: &str) -> Option<Changed> {
        changed(claim, &text(cited, Extent::FullText), &text(latest, Extent::FullText))
    }

    const CLAIM: &str = "Weirs of oak lost 43.7 % of their water in spring.";
    const CITED: &str = "In spring the weirs of oak lost 43.7 % of their water to the ground.";

    #[test]
    fn a_number_that_the_same_sentence_gives_otherwise_has_changed() {
        let latest = "In spring the weirs of oak lost 34.7 % of their water to the ground.";
        let changed = told(CLAIM, CITED, latest).unwrap();
        assert!(changed.claim.starts_with("43.7") && changed.latest.starts_with("34.7"), "{changed:?}");
    }

    #[test]
    fn what_still_stands_or_was_never_there_has_not() {
        let moved = "Their water went to the ground: the loss was 43.7 %, as was expected of oak.";
        assert_eq!(told(CLAIM, CITED, CITED), None);
        assert_eq!(told(CLAIM, CITED, moved), None, "it stands elsewhere");
        let left_out = "In spring the weirs of oak lost much of their water to the ground.";
        assert_eq!(told(CLAIM, CITED, left_out), None, "no number stands in its place");
        let other = "In spring the weirs of oak lost 34.7 % of their water to the ground.";
        assert_eq!(told("Weirs of oak lost 12.3 % of their water.", CITED, other), None);
        assert_eq!(told("Weirs of oak lost water in spring.", CITED, other), None);
    }

    #[test]
    fn abstracts_show_no_change() {
        let latest =
            text("In spring the weirs of oak lost 34.7 % of their water to the ground.", Extent::FullText);
        assert_eq!(changed(CLAIM, &text(CITED, Extent::Abstract), &latest), None);
    }
}
