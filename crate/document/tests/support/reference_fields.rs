//! A property of every reference string.

use citelight_document::citation::string::parse_reference;
use citelight_types::text::normalise::fold;
use proptest::prelude::*;

/// Letters and digits, folded.
fn letters(text: &str) -> String {
    fold(text).replace(' ', "")
}

/// What is read of a string is made of its own letters.
pub(crate) fn fields_are_of_the_string(text: &str) -> Result<(), TestCaseError> {
    let read = parse_reference(text);
    let whole = letters(text);
    let fields = [&read.title, &read.venue, &read.volume, &read.issue, &read.pages, &read.publisher];
    for field in fields.into_iter().flatten() {
        prop_assert!(whole.contains(&letters(field)), "{field:?} of {text:?}");
    }
    for person in &read.authors {
        for word in fold(&person.family).split(' ').chain(fold(&person.given).split(' ')) {
            prop_assert!(whole.contains(word), "{person:?} of {text:?}");
        }
    }
    if let Some(year) = read.year {
        prop_assert!(whole.contains(&year.to_string()));
    }
    Ok(())
}
