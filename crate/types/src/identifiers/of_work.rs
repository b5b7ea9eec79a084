//! The identifiers of one work.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::openreview;

/// Identifiers of a work, normalised: DOI lower-case without resolver, arXiv without version, PMID digits …
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Identifiers {
    /// Digital Object Identifier, `10.…`, lower case.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub doi: Option<String>,
    /// arXiv identifier without version: `1706.03762`, `hep-th/9901001`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arxiv: Option<String>,
    /// PubMed id.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pmid: Option<String>,
    /// PubMed Central id, with `PMC`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pmcid: Option<String>,
    /// ISBN-10 or -13, digits only (and `X`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub isbn: Option<String>,
    /// First URL that is none of the above.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
}

impl Identifiers {
    /// Whether the two name the same work by any identifier both have.
    pub fn agree(&self, other: &Self) -> bool {
        fn same(left: &Option<String>, right: &Option<String>) -> bool {
            matches!((left, right), (Some(left), Some(right)) if left.eq_ignore_ascii_case(right))
        }
        same(&self.doi, &other.doi)
            || same(&self.arxiv, &other.arxiv)
            || same(&self.pmid, &other.pmid)
            || same(&self.pmcid, &other.pmcid)
            || self.forum().is_some_and(|forum| other.forum() == Some(forum))
    }

    /// These, and those of another one that these lack.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self {
            doi: self.doi.or(other.doi),
            arxiv: self.arxiv.or(other.arxiv),
            pmid: self.pmid.or(other.pmid),
            pmcid: self.pmcid.or(other.pmcid),
            isbn: self.isbn.or(other.isbn),
            url: self.url.or(other.url),
        }
    }

    /// The forum of OpenReview that the address leads to: it names one paper, whatever its title is by now.
    pub fn forum(&self) -> Option<String> {
        self.url.as_deref().and_then(openreview::forum)
    }

    /// The identifiers that are there, by name.
    pub fn named(&self) -> BTreeMap<&'static str, &str> {
        [
            ("doi", &self.doi),
            ("arxiv", &self.arxiv),
            ("pmid", &self.pmid),
            ("pmcid", &self.pmcid),
            ("isbn", &self.isbn),
            ("url", &self.url),
        ]
        .into_iter()
        .filter_map(|(name, value)| value.as_deref().map(|value| (name, value)))
        .collect()
    }
}
