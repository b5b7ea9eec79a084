//! Entries that are an identifier and nothing else: `https://doi.org/10.1038/nature14539`, `arXiv:1706.03762 [cs.CL]`.

use super::Reference;
use citelight_types::identifiers::field::openreview as openreview_forum;
use citelight_types::identifiers::{Identifiers, doi, identifiers_in};

/// Words that name an identifier or lead to it, and say nothing of the work.
const LABELS: &[&str] = &[
    "arxiv",
    "at",
    "available",
    "corr",
    "crossref",
    "doi",
    "e-print",
    "eprint",
    "from",
    "google",
    "id",
    "in",
    "link",
    "medline",
    "online",
    "openreview",
    "pmc",
    "pmcid",
    "pmid",
    "preprint",
    "pubmed",
    "scholar",
    "see",
    "url",
];

/// Bytes of the longest entry that is looked at: identifiers and their labels are short.
const LONGEST: usize = 600;

impl Reference {
    /// Whether the entry tells of the work by what identifies it alone (DOI, arXiv, PMID, PMCID, forum of OpenReview): there
    /// is no title, no author and no venue that a record could contradict, and nothing to search for.
    pub fn is_identifier_only(&self) -> bool {
        let empty = |field: &Option<String>| field.as_deref().is_none_or(|text| text.trim().is_empty());
        empty(&self.title)
            && empty(&self.venue)
            && self.authors.is_empty()
            && identifies(&self.identifiers)
            && holds_only(&self.raw, &self.identifiers)
    }

    /// Whether the entry's DOI is written out as one (`doi:10.…`, `https://doi.org/10.…`). In the address of a page more may
    /// follow it (`…/10.1101/2020.01.01v1.full`), so that what was read need not be the DOI that was meant.
    pub fn writes_doi_out(&self) -> bool {
        let Some(own) = self.identifiers.doi.as_deref() else { return false };
        self.raw.split_whitespace().any(|word| {
            let Some(at) = word.find("10.") else { return false };
            let before = word.get(..at).unwrap_or_default().to_ascii_lowercase();
            let before = before.trim_start_matches(opens);
            let resolver = ["doi.org/", "doi:", "doi"].iter().any(|end| before.ends_with(end));
            (before.is_empty() || resolver) && doi(word).as_deref() == Some(own)
        })
    }
}

/// Whether a text is identifiers of a work and nothing else.
pub(super) fn is_bare(text: &str) -> bool {
    if text.len() > LONGEST {
        return false;
    }
    let own = identifiers_in(text, &[]);
    identifies(&own) && holds_only(text, &own)
}

/// Whether one of them names a work, not just a page or a book.
fn identifies(own: &Identifiers) -> bool {
    own.doi.is_some()
        || own.arxiv.is_some()
        || own.pmid.is_some()
        || own.pmcid.is_some()
        || own.url.as_deref().is_some_and(|url| openreview_forum(url).is_some())
}

/// Whether every word of a text belongs to one of these identifiers.
fn holds_only(text: &str, own: &Identifiers) -> bool {
    text.len() <= LONGEST && text.split_whitespace().all(|word| belongs(word, own))
}

fn opens(c: char) -> bool {
    matches!(c, '(' | '[' | '<' | '{' | '"' | '“')
}

fn belongs(word: &str, own: &Identifiers) -> bool {
    let lower = word.to_ascii_lowercase();
    let core = lower.trim_matches(|c: char| !c.is_alphanumeric());
    if core.is_empty() || LABELS.contains(&core) {
        return true;
    }
    let written = doi(word);
    if written.is_some() || is_address(&lower) {
        // What stands before an identifier is its label or the rest of its address.
        let before = lower.find("10.").and_then(|at| lower.get(..at)).unwrap_or_default();
        let label = before.trim_matches(|c: char| !c.is_alphanumeric());
        let led = is_address(&lower) || label.is_empty() || LABELS.contains(&label) || label == "doi.org";
        return led && is_of_the_work(word, own);
    }
    is_class(&lower) && own.arxiv.is_some() || is_number(core, own)
}

fn is_address(lower: &str) -> bool {
    let lower = lower.trim_start_matches(opens);
    lower.contains("://")
        || ["www.", "arxiv.org/", "dx.doi.org/"].iter().any(|start| lower.starts_with(start))
}

/// Whether every identifier that a word holds is one of these.
fn is_of_the_work(word: &str, own: &Identifiers) -> bool {
    let found = identifiers_in(word, &[]);
    let same = |found: &Option<String>, own: &Option<String>| found.is_none() || found == own;
    same(&found.doi, &own.doi)
        && same(&found.arxiv, &own.arxiv)
        && same(&found.pmid, &own.pmid)
        && same(&found.pmcid, &own.pmcid)
        && same(&found.url, &own.url)
        && same(&found.isbn, &own.isbn)
}

/// `1706.03762v5`, `abs/1706.03762`, `arXiv:hep-th/9901001`, `PMID:12345678`, `PMC1234567`.
fn is_number(core: &str, own: &Identifiers) -> bool {
    let labelled = |name: &str| core.strip_prefix(name).map(|rest| rest.trim_start_matches([':', '/']));
    let bare =
        ["arxiv", "abs", "pmid", "pmcid", "pubmed"].iter().find_map(|name| labelled(name)).unwrap_or(core);
    let version = |rest: &str| {
        rest.is_empty()
            || rest
                .strip_prefix('v')
                .is_some_and(|n| !n.is_empty() && n.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let is_arxiv = |id: &str| bare.strip_prefix(id).is_some_and(version);
    own.arxiv.as_deref().is_some_and(is_arxiv)
        || own.pmid.as_deref() == Some(bare)
        || own.pmcid.as_deref().is_some_and(|id| id.eq_ignore_ascii_case(bare))
}

/// `[cs.CL]`, `[hep-th]`: the class that arXiv prints after an identifier.
fn is_class(lower: &str) -> bool {
    let inner = lower.trim_end_matches(['.', ',', ';']);
    let Some(inner) = inner.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) else { return false };
    let (archive, class) = inner.split_once('.').unwrap_or((inner, "xx"));
    let letters = |text: &str| text.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
    (2..=10).contains(&archive.len()) && letters(archive) && (2..=8).contains(&class.len()) && letters(class)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::citation::string::parse_reference;

    #[test]
    fn identifiers_with_their_labels_are_nothing_else() {
        for text in [
            "10.1038/nature14539",
            "doi:10.1038/nature14539.",
            "DOI: 10.1016/S0140-6736(05)67889-0",
            "https://doi.org/10.1038/nature14539",
            "<https://dx.doi.org/10.1038%2Fnature14539>.",
            "Available at: https://doi.org/10.1038/nature14539",
            "https://www.nature.com/articles/10.1038/nature14539",
            "arXiv:1706.03762",
            "arXiv:1706.03762v5 [cs.CL].",
            "arXiv preprint arXiv:1706.03762",
            "CoRR abs/1706.03762",
            "https://arxiv.org/abs/1706.03762v5",
            "hep-th/9901001",
            "PMID: 21376230",
            "PMID:21376230; PMCID: PMC3079456",
            "https://pubmed.ncbi.nlm.nih.gov/21376230/",
            "https://www.ncbi.nlm.nih.gov/pmc/articles/PMC3079456/",
            "https://openreview.net/forum?id=0FhrtdKLtD",
            "doi:10.1038/nature14539 https://doi.org/10.1038/nature14539 PMID: 26017442",
        ] {
            let read = parse_reference(text);
            assert!(read.is_identifier_only(), "{text}: {read:?}");
        }
    }

    #[test]
    fn whatever_else_is_said_is_something_to_compare() {
        for text in [
            "",
            "LeCun. doi:10.1038/nature14539",
            "Deep learning. https://doi.org/10.1038/nature14539",
            "Nature 521, 436 (2015)",
            "doi:10.1038/nature14539, 2015",
            "arXiv:1706.03762, 2017",
            "https://www.who.int/data",
            "ISBN 978-3-16-148410-0",
            // Two works in one entry.
            "doi:10.1038/nature14539 doi:10.1038/nature14540",
            "https://doi.org/10.1038/nature14539 https://www.who.int/data https://www.who.int/news",
        ] {
            assert!(!parse_reference(text).is_identifier_only(), "{text}");
        }
        let titled =
            Reference { title: Some("Deep learning".to_owned()), ..parse_reference("10.1038/nature14539") };
        assert!(!titled.is_identifier_only());
    }

    #[test]
    fn a_doi_inside_an_address_is_not_written_out() {
        for (text, out) in [
            ("10.1038/nature14539", true),
            ("(doi:10.1038/nature14539)", true),
            ("doi: 10.1038/nature14539.", true),
            ("https://doi.org/10.1038/nature14539", true),
            ("https://www.biorxiv.org/content/10.1101/2020.01.01.123456v1.full", false),
            ("arXiv:1706.03762", false),
        ] {
            assert_eq!(parse_reference(text).writes_doi_out(), out, "{text}");
        }
    }

    proptest! {
        #[test]
        fn a_word_more_is_a_word_to_compare(
            registrant in 1000u32..79_999,
            suffix in "[a-z0-9]{2,12}",
            label in "(|doi:|doi: |https://doi\\.org/|DOI )",
            word in "[A-Z][a-z]{7,11}",
        ) {
            let alone = format!("{label}10.{registrant}/{suffix}");
            prop_assert!(parse_reference(&alone).is_identifier_only(), "{}", alone);
            let more = format!("{word}. {alone}");
            prop_assume!(!LABELS.contains(&word.to_ascii_lowercase().as_str()));
            prop_assert!(!parse_reference(&more).is_identifier_only(), "{}", more);
        }

        #[test]
        fn no_text_is_too_odd(text in "\\PC{0,80}", id in "(10\\.1000/a|1706\\.03762|PMC12345)?") {
            let read = parse_reference(&format!("{text}{id}"));
            let _ = (read.is_identifier_only(), read.writes_doi_out());
        }
    }
}
