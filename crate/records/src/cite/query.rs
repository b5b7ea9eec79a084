//! What a query is: an identifier in one of its many guises, an address, or a title.

use crate::sources::key::{arxiv_id, isbn_digits, openreview_forum, whole_doi};
use citelight_types::identifiers::{Identifiers, arxiv_in_doi};

/// What a query asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asked {
    /// A work by an identifier.
    Identifier(Box<Identifiers>),
    /// A page that describes a work.
    Page(String),
    /// A title, or whatever else the words are.
    Title(String),
}

/// Tells what a query is. Addresses of arXiv and its mirrors (alphaXiv, ar5iv, Hugging Face's papers), of doi.org, PubMed,
/// the ACL Anthology and OpenReview are the identifiers they hold.
pub fn classify(query: &str) -> Asked {
    let query = query.trim();
    let bare = query.trim_end_matches(['.', ',', ';']);
    match identifier(bare) {
        Some(identifiers) => Asked::Identifier(Box::new(identifiers)),
        None if is_address(bare) => Asked::Page(bare.to_owned()),
        None => Asked::Title(query.to_owned()),
    }
}

fn is_address(text: &str) -> bool {
    let scheme = ["http://", "https://"].iter().any(|scheme| text.to_ascii_lowercase().starts_with(scheme));
    scheme && !text.contains(char::is_whitespace)
}

fn identifier(text: &str) -> Option<Identifiers> {
    let none = Identifiers::default;
    if is_address(text) {
        return of_address(text);
    }
    let lower = text.to_ascii_lowercase();
    let after = |prefix: &str| {
        let rest = lower.strip_prefix(prefix)?.trim_start_matches([':', ' ']);
        Some(rest.to_owned())
    };
    if let Some(doi) = whole_doi(text) {
        return Some(of_doi(doi));
    }
    if let Some(id) = arxiv_id(text) {
        return Some(Identifiers { arxiv: Some(id), ..none() });
    }
    if let Some(id) = after("pmid").as_deref().and_then(number) {
        return Some(Identifiers { pmid: Some(id), ..none() });
    }
    if let Some(id) = after("pmc").as_deref().and_then(number) {
        return Some(Identifiers { pmcid: Some(format!("PMC{id}")), ..none() });
    }
    let digits = after("isbn").unwrap_or_else(|| lower.clone());
    let only = digits.bytes().all(|byte| byte.is_ascii_digit() || b"-x ".contains(&byte));
    if let Some(isbn) = isbn_digits(&digits).filter(|_| only) {
        return Some(Identifiers { isbn: Some(isbn), ..none() });
    }
    None
}

fn of_doi(doi: String) -> Identifiers {
    let arxiv = arxiv_in_doi(&doi).and_then(arxiv_id);
    Identifiers { doi: Some(doi), arxiv, ..Identifiers::default() }
}

/// Paths after which an arXiv identifier stands, on arXiv and its mirrors.
const ARXIV_PATHS: [&str; 12] = [
    "arxiv.org/abs/",
    "arxiv.org/pdf/",
    "arxiv.org/html/",
    "arxiv.org/src/",
    "arxiv.org/e-print/",
    "alphaxiv.org/abs/",
    "alphaxiv.org/pdf/",
    "alphaxiv.org/overview/",
    "huggingface.co/papers/",
    "ar5iv.org/abs/",
    "ar5iv.org/html/",
    "ar5iv.labs.arxiv.org/html/",
];

fn of_address(url: &str) -> Option<Identifiers> {
    let none = Identifiers::default;
    let plain = url.split(['?', '#']).next().unwrap_or_default().trim_end_matches('/');
    let lower = plain.to_ascii_lowercase();
    let after = |mark: &str| lower.find(mark).and_then(|at| plain.get(at + mark.len()..));
    if let Some(id) = ARXIV_PATHS.iter().find_map(|mark| after(mark)).and_then(arxiv_id) {
        return Some(Identifiers { arxiv: Some(id), ..none() });
    }
    if let Some(doi) = after("doi.org/").and_then(whole_doi) {
        return Some(of_doi(doi));
    }
    let pubmed = ["pubmed.ncbi.nlm.nih.gov/", "ncbi.nlm.nih.gov/pubmed/"];
    if let Some(id) = pubmed.iter().find_map(|mark| after(mark)).and_then(number) {
        return Some(Identifiers { pmid: Some(id), ..none() });
    }
    let central = ["pmc.ncbi.nlm.nih.gov/articles/pmc", "ncbi.nlm.nih.gov/pmc/articles/pmc"];
    if let Some(id) = central.iter().find_map(|mark| after(mark)).and_then(number) {
        return Some(Identifiers { pmcid: Some(format!("PMC{id}")), ..none() });
    }
    // The Anthology registers its identifiers as DOIs; the old ones, a letter and a year, in capitals.
    if let Some(id) =
        after("aclanthology.org/").map(|id| id.trim_end_matches(".pdf").trim_end_matches(".bib"))
    {
        let is_id = id.contains('-') && !id.contains('/') && id.bytes().any(|byte| byte.is_ascii_digit());
        return is_id.then(|| of_doi(format!("10.18653/v1/{}", id.to_ascii_lowercase())));
    }
    if openreview_forum(url).is_some() {
        return Some(Identifiers { url: Some(url.to_owned()), ..none() });
    }
    None
}

fn number(text: &str) -> Option<String> {
    let text = text.trim().trim_end_matches('/');
    let whole = (1..=9).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    whole.then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_are_known_in_every_guise() {
        let shown = |query: &str| match classify(query) {
            Asked::Identifier(found) => found
                .named()
                .into_iter()
                .map(|(name, value)| format!("{name} {value}"))
                .collect::<Vec<_>>()
                .join(", "),
            Asked::Page(url) => format!("page {url}"),
            Asked::Title(title) => format!("title {title}"),
        };
        for (query, expected) in [
            ("10.1000/A.B", "doi 10.1000/a.b"),
            ("https://doi.org/10.1000/a%2Fb", "doi 10.1000/a/b"),
            ("doi:10.1000/a", "doi 10.1000/a"),
            ("1706.03762v5", "arxiv 1706.03762"),
            ("arXiv:hep-th/9901001", "arxiv hep-th/9901001"),
            ("https://arxiv.org/pdf/1706.03762v2.pdf", "arxiv 1706.03762"),
            ("https://www.alphaxiv.org/abs/1706.03762", "arxiv 1706.03762"),
            ("https://huggingface.co/papers/1706.03762", "arxiv 1706.03762"),
            ("https://ar5iv.labs.arxiv.org/html/1706.03762", "arxiv 1706.03762"),
            ("10.48550/arXiv.1706.03762", "arxiv 1706.03762, doi 10.48550/arxiv.1706.03762"),
            ("PMID: 25349395", "pmid 25349395"),
            ("https://pubmed.ncbi.nlm.nih.gov/25349395/", "pmid 25349395"),
            ("PMC2883744", "pmcid PMC2883744"),
            ("978-0-262-03384-8", "isbn 9780262033848"),
            ("https://aclanthology.org/2020.acl-main.1/", "doi 10.18653/v1/2020.acl-main.1"),
            ("https://aclanthology.org/P18-1001.pdf", "doi 10.18653/v1/p18-1001"),
            ("https://openreview.net/forum?id=0FhrtdKLtD", "url https://openreview.net/forum?id=0FhrtdKLtD"),
            ("https://example.org/paper", "page https://example.org/paper"),
            ("Attention is all you need", "title Attention is all you need"),
            ("1984", "title 1984"),
        ] {
            assert_eq!(shown(query), expected, "{query}");
        }
    }
}
