//! Names of sources in sentences: records and settings call them by identifiers (`semanticscholar`), people do not.

use super::api::ApiName;
use citelight_types::text::listed;

/// The name of a source in a sentence: an API's as people write it, any other source's as it is.
pub fn shown_name(source: &str) -> &str {
    ApiName::ALL.into_iter().find(|api| api.as_str() == source).map_or(source, |api| api.title())
}

/// Names of sources as they are shown, each once: both APIs of OpenReview are one.
pub fn shown_names<S: AsRef<str>>(sources: &[S]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for name in sources.iter().map(|source| shown_name(source.as_ref())) {
        if names.iter().all(|known| known != name) {
            names.push(name.to_owned());
        }
    }
    names
}

/// The same as an English list.
pub fn shown_list<S: AsRef<str>>(sources: &[S]) -> String {
    listed(&shown_names(sources))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_are_called_as_people_call_them_and_once() {
        assert_eq!(
            shown_list(&["crossref", "semanticscholar", "arxiv"]),
            "Crossref, Semantic Scholar and arXiv"
        );
        assert_eq!(shown_list(&["openreview2", "openreview"]), "OpenReview");
        assert_eq!(shown_list(&["our library", "dblp"]), "our library and DBLP");
    }
}
