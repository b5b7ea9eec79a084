//! Documents that pages ask about again: parsed once, and kept until the page lets go of them.

use std::cell::RefCell;
use std::rc::Rc;

use citelight::document::{Document, ParseError};

use crate::messages::DocumentInput;

/// Documents that are kept at most. A page that asks about one that had to go is told so, and sends it again.
const MOST: usize = 8;

/// A document as audits read it.
pub(crate) struct ParsedDocument {
    pub(crate) document: Document,
    /// Of which the endpoint's budget is.
    pub(crate) address: String,
}

impl ParsedDocument {
    /// Parses what a page sent.
    pub(crate) fn parse(input: &DocumentInput) -> Result<Self, ParseError> {
        let document = input.content.parse(&input.origin, false)?;
        Ok(Self { document, address: input.address().to_owned() })
    }
}

/// The documents of one worker, by the ids that the page chose; the one that was asked about last stands last.
#[derive(Default)]
pub(crate) struct Documents(RefCell<Vec<(String, Rc<ParsedDocument>)>>);

impl Documents {
    /// Keeps a document; the one that nobody asked about for longest may have to go.
    pub(crate) fn keep(&self, id: &str, document: Rc<ParsedDocument>) {
        self.release(id);
        let mut kept = self.0.borrow_mut();
        if kept.len() >= MOST {
            kept.remove(0);
        }
        kept.push((id.to_owned(), document));
    }

    /// A document that is still kept.
    pub(crate) fn get(&self, id: &str) -> Option<Rc<ParsedDocument>> {
        let mut kept = self.0.borrow_mut();
        let index = kept.iter().position(|(known, _)| known == id)?;
        let found = kept.remove(index);
        let document = Rc::clone(&found.1);
        kept.push(found);
        Some(document)
    }

    /// Lets go of a document.
    pub(crate) fn release(&self, id: &str) {
        self.0.borrow_mut().retain(|(known, _)| known != id);
    }
}

#[cfg(test)]
mod tests {
    use citelight::document::Content;

    use super::*;

    fn document(address: Option<&str>) -> Rc<ParsedDocument> {
        let input = DocumentInput {
            content: Content::alone("<p>Oak lasts [1].</p>"),
            origin: "page.html".to_owned(),
            address: address.map(str::to_owned),
        };
        Rc::new(ParsedDocument::parse(&input).expect("it can be read"))
    }

    #[test]
    fn a_document_is_kept_until_it_is_released() {
        let documents = Documents::default();
        documents.keep("a1", document(Some("https://journal.example/a")));
        assert_eq!(
            documents.get("a1").map(|kept| kept.address.clone()).as_deref(),
            Some("https://journal.example/a")
        );
        assert!(documents.get("a2").is_none());
        documents.release("a1");
        assert!(documents.get("a1").is_none());
    }

    #[test]
    fn without_an_address_the_origin_has_the_budget() {
        assert_eq!(document(None).address, "page.html");
    }

    #[test]
    fn of_too_many_the_one_that_was_asked_about_longest_ago_goes() {
        let documents = Documents::default();
        for index in 0..MOST {
            documents.keep(&format!("a{index}"), document(None));
        }
        assert!(documents.get("a0").is_some(), "it is asked about, and goes later");
        documents.keep("new", document(None));
        assert!(documents.get("a0").is_some() && documents.get("new").is_some());
        assert!(documents.get("a1").is_none());
        documents.keep("new", document(None));
        assert!(documents.get("a2").is_some(), "the same one again takes no other's place");
    }
}
