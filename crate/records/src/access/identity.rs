//! Is this text the work it is said to be? A wrong text would be quoted as evidence, so doubt refuses.
//!
//! Title and authors decide; where the record has an abstract or a list of references and the text shows that it is
//! another work's, they refuse.

use std::collections::BTreeSet;

use crate::resolve::authors::{Authors, author_similarity};
use crate::sources::Record;
use citelight_document::document::Document;
use citelight_types::identifiers::Identifiers;
use citelight_types::text::normalise::fold;
use citelight_types::text::titles::{title_similarity, title_stands_in};

/// A title this alike is the record's whatever the authors.
const TITLE_ALONE: f64 = 0.9;
/// A title this alike is the record's if the authors agree.
const TITLE_WITH_AUTHORS: f64 = 0.7;
/// Share of common authors that counts as agreement: pages often name one author, records all of them.
const AUTHORS: f64 = 0.3;
/// Under it, an agreeing identifier is taken for a slip of the page.
const TITLE_UNDER_IDENTIFIER: f64 = 0.4;
/// Blocks of a text without a title in which the record's title is looked for.
const HEAD_BLOCKS: usize = 8;

/// Share of the abstract's words under which the text is another one: a whole text holds nearly all of them.
const ABSTRACT: f64 = 0.4;
/// Different words that an abstract needs to be compared.
const ABSTRACT_WORDS: usize = 20;
/// Share of common references under which the lists are two works'.
const REFERENCES: f64 = 0.2;
/// References with an identifier that both lists need to be compared.
const LISTED: usize = 5;

/// What was compared and what came of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Identity {
    /// Whether the text is the record's work.
    pub accepted: bool,
    /// Why, as a clause: "its title is the record's".
    pub reason: String,
    /// Similarity of the titles, 0..=1; none if the text states none.
    pub title: Option<f64>,
    /// Similarity of the authors, 0..=1; none if either names none.
    pub authors: Option<f64>,
    /// Share of the record's abstract that stands in the text, 0..=1; none if it has none worth comparing.
    pub abstract_text: Option<f64>,
    /// Share of the shorter list of references that is in the other one, 0..=1; none if either is too short to tell.
    pub references: Option<f64>,
}

/// Compares a parsed text with the record it is offered for.
pub fn identity(record: &Record, text: &Document) -> Identity {
    let title = text.title.as_deref().map(|title| title_similarity(title, &record.title));
    let list = |list| Authors { list, truncated: false };
    let authors = author_similarity(&list(&record.authors), &list(&text.authors));
    let identified = record.identifiers.agree(&text.identifiers);
    let (accepted, reason) = match title {
        Some(score) if score < TITLE_UNDER_IDENTIFIER => (stands_in_head(record, text), wrong_title(text)),
        Some(_) if identified => (true, String::new()),
        Some(score) if score >= TITLE_ALONE && authors.is_none_or(|authors| authors > 0.0) => {
            (true, String::new())
        }
        Some(score) if score >= TITLE_WITH_AUTHORS && authors.is_some_and(|authors| authors >= AUTHORS) => {
            (true, String::new())
        }
        Some(score) if score >= TITLE_ALONE => (false, "its authors are not the record's".to_owned()),
        Some(_) => (stands_in_head(record, text), wrong_title(text)),
        None if identified => (true, String::new()),
        None => (
            stands_in_head(record, text),
            "it states neither the record's title nor its identifier".to_owned(),
        ),
    };
    let (abstract_text, references) = (abstract_share(record, text), reference_share(record, text));
    let (accepted, reason) = match (abstract_text, references) {
        (Some(share), _) if accepted && !identified && share < ABSTRACT => {
            (false, "the record's abstract is not in it".to_owned())
        }
        (_, Some(share)) if accepted && !identified && share < REFERENCES => {
            (false, "it cites other works than the record's work does".to_owned())
        }
        _ => (accepted, reason),
    };
    let reason = match (accepted, identified) {
        (true, true) => "its identifier is the record's".to_owned(),
        (true, false) => "its title is the record's".to_owned(),
        (false, _) => reason,
    };
    Identity { accepted, reason, title, authors, abstract_text, references }
}

/// Words by which texts differ: not the short ones, which stand in all.
fn telling_words(text: &str) -> BTreeSet<String> {
    fold(text).split(' ').filter(|word| word.chars().count() > 3).map(str::to_owned).collect()
}

fn abstract_share(record: &Record, text: &Document) -> Option<f64> {
    let wanted = telling_words(record.abstract_text.as_deref()?);
    if wanted.len() < ABSTRACT_WORDS {
        return None;
    }
    let mut missing = wanted.clone();
    for block in &text.blocks {
        for word in fold(&block.text).split(' ') {
            missing.remove(word);
        }
    }
    Some((wanted.len() - missing.len()) as f64 / wanted.len() as f64)
}

fn reference_share(record: &Record, text: &Document) -> Option<f64> {
    let dois = |all: &mut dyn Iterator<Item = &Identifiers>| -> BTreeSet<String> {
        all.filter_map(|identifiers| Some(identifiers.doi.as_deref()?.to_lowercase())).collect()
    };
    let known = dois(&mut record.references.iter().map(|cited| &cited.identifiers));
    let listed = dois(&mut text.references.iter().map(|reference| &reference.identifiers));
    let shorter = known.len().min(listed.len());
    (shorter >= LISTED).then(|| known.intersection(&listed).count() as f64 / shorter as f64)
}

/// Plain text and odd pages carry the title somewhere at the top.
fn stands_in_head(record: &Record, text: &Document) -> bool {
    text.blocks.iter().take(HEAD_BLOCKS).any(|block| title_stands_in(&record.title, &block.text))
}

fn wrong_title(text: &Document) -> String {
    format!("its title is “{}”", text.title.as_deref().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use citelight_document::markup::{Block, BlockKind};
    use citelight_types::text::person::Person;

    fn record() -> Record {
        Record {
            title: "Effects of sleep on memory consolidation".to_owned(),
            authors: vec![Person::new("Walker", "M."), Person::new("Stickgold", "R.")],
            ..Record::default()
        }
    }

    fn text(title: &str, family: &str) -> Document {
        Document {
            title: Some(title.to_owned()),
            authors: vec![Person::new(family, "X.")],
            ..Document::default()
        }
    }

    #[test]
    fn the_same_work_is_accepted() {
        assert!(identity(&record(), &text("Effects of Sleep on Memory Consolidation", "Walker")).accepted);
        assert!(
            identity(&record(), &text("Effect of sleep on memory consolidation in adults", "Walker"))
                .accepted
        );
    }

    #[test]
    fn another_work_is_refused_with_its_title_as_reason() {
        let other = identity(&record(), &text("Effects of caffeine on reaction time", "Walker"));
        assert!(!other.accepted);
        assert!(other.reason.contains("caffeine"));
        assert!(!identity(&record(), &text("Effects of Sleep on Memory Consolidation", "Miller")).accepted);
        assert!(!identity(&record(), &Document::default()).accepted);
    }

    /// An abstract of enough words, and a text that holds the first of them.
    fn with_abstract(held: usize) -> (Record, Document) {
        let words: Vec<String> = (0..40u8)
            .map(|n| format!("wordy{}", char::from(b'a' + n % 26)).repeat(1 + usize::from(n / 26)))
            .collect();
        let block = Block {
            kind: BlockKind::Paragraph,
            text: words[..held].join(" "),
            section: Vec::new(),
            sentences: Vec::new(),
            origins: Vec::new(),
        };
        let same = text("Effects of Sleep on Memory Consolidation", "Walker");
        (
            Record { abstract_text: Some(words.join(" ")), ..record() },
            Document { blocks: vec![block], ..same },
        )
    }

    #[test]
    fn a_text_without_the_record_s_abstract_is_another_work() {
        let (record, whole) = with_abstract(40);
        let same = identity(&record, &whole);
        assert_eq!((same.accepted, same.abstract_text), (true, Some(1.0)));
        let (record, other) = with_abstract(8);
        let refused = identity(&record, &other);
        assert!(!refused.accepted && refused.reason.contains("abstract"), "{refused:?}");
        let identifiers = Identifiers { doi: Some("10.1/x".to_owned()), ..Identifiers::default() };
        let named = Record { identifiers: identifiers.clone(), ..record };
        assert!(identity(&named, &Document { identifiers, ..other }).accepted, "a translation names its DOI");
    }

    #[test]
    fn a_text_that_cites_other_works_is_another_work() {
        let doi = |n: usize| Identifiers { doi: Some(format!("10.1/{n}")), ..Identifiers::default() };
        let cited = |n| crate::sources::links::CitedWork { identifiers: doi(n), ..Default::default() };
        let listed =
            |n| citelight_document::citation::Reference { identifiers: doi(n), ..Default::default() };
        let record = Record { references: (0..10).map(cited).collect(), ..record() };
        let of = |numbers: std::ops::Range<usize>| Document {
            references: numbers.map(listed).collect(),
            ..text("Effects of Sleep on Memory Consolidation", "Walker")
        };
        assert_eq!(identity(&record, &of(2..9)).references, Some(1.0));
        assert!(identity(&record, &of(2..9)).accepted);
        let other = identity(&record, &of(9..30));
        assert!(!other.accepted && other.reason.contains("cites"), "{other:?}");
        assert_eq!(identity(&record, &of(20..23)).references, None, "too few to tell");
    }
}
