//! The DOIs that arXiv registers with DataCite: each is an arXiv identifier over again.

/// What all DOIs of arXiv begin with.
const PREFIX: &str = "10.48550/";
/// What stands in them before the identifier.
const ARCHIVE: &str = "arxiv.";

/// Whether a DOI, in whatever case, is one of arXiv's.
pub fn is_arxiv_doi(doi: &str) -> bool {
    doi.starts_with(PREFIX)
}

/// The arXiv identifier in a DOI of arXiv's, as it is written there.
pub fn arxiv_in_doi(doi: &str) -> Option<&str> {
    let rest = doi.strip_prefix(PREFIX)?;
    let is_named = rest.get(..ARCHIVE.len()).is_some_and(|start| start.eq_ignore_ascii_case(ARCHIVE));
    rest.get(ARCHIVE.len()..).filter(|id| is_named && !id.is_empty())
}

/// The DOI of an arXiv identifier.
pub fn arxiv_doi(id: &str) -> String {
    format!("{PREFIX}{ARCHIVE}{id}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_identifier_stands_in_the_doi() {
        assert_eq!(arxiv_in_doi(&arxiv_doi("1706.03762")), Some("1706.03762"));
        assert_eq!(arxiv_in_doi("10.48550/ARXIV.math.GT/0309136"), Some("math.GT/0309136"));
        for other in ["10.48550/arxiv.", "10.48550/other", "10.1000/arxiv.1706.03762", "10.48550/é", ""] {
            assert_eq!(arxiv_in_doi(other), None, "{other}");
        }
        assert!(is_arxiv_doi("10.48550/arXiv.1706.03762") && !is_arxiv_doi("10.1000/1"));
    }
}
