//! Identifiers that the markup of an entry names: `<pub-id pub-id-type="doi">10.1038/nature09098</pub-id>`.

use crate::markup::tree::{NodeId, Tree};
use citelight_types::identifiers::{Identifiers, doi, field};

/// What the elements below an entry say.
pub(super) fn of(tree: &Tree, entry: NodeId) -> Identifiers {
    let mut found = Identifiers::default();
    for node in tree.descendants(entry) {
        let kind = match tree.name(node) {
            "pub-id" | "object-id" => tree.attribute(node, "pub-id-type"),
            "ext-link" => tree.attribute(node, "ext-link-type"),
            "isbn" => Some("isbn"),
            _ => None,
        };
        let Some(kind) = kind else { continue };
        let words = tree.words_below(node, LONGEST);
        let values = [Some(words.as_str()), tree.attribute(node, "href")];
        for value in values.into_iter().flatten() {
            let own = one(&kind.to_ascii_lowercase(), value);
            found = found.or(own);
        }
    }
    found
}

/// Characters of the longest identifier.
const LONGEST: usize = 300;

fn one(kind: &str, value: &str) -> Identifiers {
    let mut own = Identifiers::default();
    match kind {
        // Only what holds an angle bracket is not to be told from text around it.
        "doi" => own.doi = doi(value).filter(|_| !value.contains('<')).or_else(|| field::normal(value)),
        "pmid" | "pubmed" => own.pmid = field::pmid(value),
        "pmcid" | "pmc" => own.pmcid = field::pmcid(value),
        "arxiv" => own.arxiv = field::arxiv(value),
        "isbn" => own.isbn = field::isbn(value).filter(|isbn| field::is_isbn(isbn)),
        _ => {}
    }
    own
}
