//! Names and titles as they are compared: folded, in words, without articles.

use citelight_types::text::normalise::fold;

use crate::citation::string::composed;

/// Letters that an inflected word keeps at least.
pub(super) const STEM: usize = 5;

/// The folded words of a name.
pub(super) fn words(name: &str) -> Vec<String> {
    fold(&composed(name)).split(' ').filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// A folded text without the article it begins with.
pub(super) fn without_article(folded: &str) -> &str {
    ["the ", "a ", "an "].iter().find_map(|article| folded.strip_prefix(article)).unwrap_or(folded)
}
