//! Is this text the work it is said to be? A wrong text would be quoted as evidence, so doubt refuses.

use crate::document::Document;
use crate::resolve::authors::{Authors, author_similarity};
use crate::resolve::score::{title_similarity, title_stands_in};
use crate::sources::Record;

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
    let reason = match (accepted, identified) {
        (true, true) => "its identifier is the record's".to_owned(),
        (true, false) => "its title is the record's".to_owned(),
        (false, _) => reason,
    };
    Identity { accepted, reason, title, authors }
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
    use crate::text::person::Person;

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
}
