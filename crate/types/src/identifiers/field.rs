//! Identifiers as sources write them, normalised; and the identifiers in addresses.

use super::arxiv_doi::arxiv_in_doi;
use super::in_text::{doi, without_class};
use super::of_work::Identifiers;

pub use super::openreview::forum as openreview;

/// A DOI from a field that holds nothing else: lower case, without resolver. It is taken whole, as no text around it
/// has to be told from it (`10.1002/(sici)1097<1::aid-x>3.0.co;2-0`).
pub fn normal(text: &str) -> Option<String> {
    let text = text.trim();
    if text.contains(char::is_whitespace) || text.contains('%') {
        return doi(text);
    }
    let lower = text.to_lowercase();
    let resolvers = ["https://", "http://", "dx.doi.org/", "www.doi.org/", "doi.org/", "doi:"];
    let bare =
        resolvers.iter().fold(lower.as_str(), |rest, prefix| rest.strip_prefix(prefix).unwrap_or(rest));
    let (prefix, suffix) = bare.split_once('/')?;
    let registrant = prefix.strip_prefix("10.")?;
    let is_doi = !registrant.is_empty()
        && registrant.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
        && !suffix.is_empty()
        && !suffix.contains(char::is_control);
    is_doi.then(|| bare.to_owned())
}

/// An arXiv identifier without version and class, from an identifier or an address; none if it is malformed: one malformed
/// identifier makes arXiv refuse a whole list.
pub fn arxiv(text: &str) -> Option<String> {
    let text = text.trim();
    let lower = text.to_ascii_lowercase();
    let behind = |mark: &str| lower.find(mark).and_then(|at| lower.get(at + mark.len()..));
    let of_doi = || lower.find("10.").and_then(|at| arxiv_in_doi(lower.get(at..)?));
    let id = behind("arxiv.org/abs/").or_else(|| behind("arxiv.org/pdf/")).or_else(of_doi).unwrap_or(&lower);
    let id = id.split(['?', '#', ' ']).next().unwrap_or_default();
    let id = normal_arxiv(id.strip_suffix(".pdf").unwrap_or(id));
    is_arxiv(&id).then_some(id)
}

/// An arXiv identifier without scheme, class and version.
pub fn normal_arxiv(id: &str) -> String {
    let id = id.trim().to_lowercase();
    let id = id.rsplit_once("arxiv:").map_or(id.as_str(), |(_, rest)| rest);
    let version = id.rfind('v').filter(|at| {
        let digits = id.get(at + 1..).unwrap_or_default();
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    });
    without_class(version.and_then(|at| id.get(..at)).unwrap_or(id))
}

/// `1706.03762`, `hep-th/9901001`.
fn is_arxiv(id: &str) -> bool {
    let digits = |text: &str, least: usize, most: usize| {
        (least..=most).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
    };
    match (id.split_once('/'), id.split_once('.')) {
        (Some((archive, number)), _) => {
            let named = (2..=10).contains(&archive.len())
                && archive.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
            named && digits(number, 7, 7)
        }
        (None, Some((month, number))) => {
            let valid_month = month.get(2..).is_some_and(|month| ("01"..="12").contains(&month));
            digits(month, 4, 4) && valid_month && digits(number, 4, 5)
        }
        _ => false,
    }
}

/// Digits of a PubMed id, from a number or an address.
pub fn pmid(text: &str) -> Option<String> {
    let id = text.trim().trim_end_matches('/');
    let id = id.rsplit(['/', ':']).next().unwrap_or_default().trim();
    (!id.is_empty() && id.len() <= 9 && id.bytes().all(|byte| byte.is_ascii_digit())).then(|| id.to_owned())
}

/// A PubMed Central id with its `PMC`, from a number, an id or an address.
pub fn pmcid(text: &str) -> Option<String> {
    let id = text.trim().trim_end_matches('/').rsplit('/').next().unwrap_or_default().to_ascii_uppercase();
    let id = id.strip_prefix("PMC").unwrap_or(&id);
    // A version may follow: PMC2883744.1
    let id = id.split('.').next().unwrap_or_default();
    (!id.is_empty() && id.len() <= 9 && id.bytes().all(|byte| byte.is_ascii_digit()))
        .then(|| format!("PMC{id}"))
}

/// An ISBN without hyphens.
pub fn isbn(text: &str) -> Option<String> {
    let digits: String = text.chars().filter(|c| c.is_ascii_digit() || matches!(c, 'X' | 'x')).collect();
    matches!(digits.len(), 10 | 13).then(|| digits.to_ascii_uppercase())
}

/// Whether the check digit of an ISBN without hyphens holds (ISO 2108).
pub fn is_isbn(digits: &str) -> bool {
    let value = |c: char| if c == 'X' { Some(10) } else { c.to_digit(10) };
    let values: Vec<u32> = digits.chars().filter_map(value).collect();
    let weighted =
        |weight: &dyn Fn(u32) -> u32| (0..).zip(&values).map(|(at, value)| weight(at) * value).sum::<u32>();
    match values.len() {
        10 => weighted(&|at| 10 - at) % 11 == 0,
        13 => !digits.contains('X') && weighted(&|at| if at % 2 == 0 { 1 } else { 3 }) % 10 == 0,
        _ => false,
    }
}

/// Whether a text is a SWHID (ISO/IEC 18670): an object's kind and hash, and qualifiers.
pub fn is_swhid(text: &str) -> bool {
    const KINDS: [&str; 5] = ["cnt", "dir", "rev", "rel", "snp"];
    const QUALIFIERS: [&str; 6] = ["origin", "visit", "anchor", "path", "lines", "bytes"];
    let joined: String = text.split_whitespace().collect();
    let mut parts = joined.split(';');
    let core: Vec<&str> = parts.next().unwrap_or_default().split(':').collect();
    let is_hash = |hash: &str| {
        hash.len() == 40 && hash.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b))
    };
    let is_core =
        matches!(core.as_slice(), ["swh", "1", kind, hash] if KINDS.contains(kind) && is_hash(hash));
    let is_qualifier = |part: &str| {
        part.split_once('=').is_some_and(|(name, value)| QUALIFIERS.contains(&name) && !value.is_empty())
    };
    is_core && parts.all(|part| part.is_empty() || is_qualifier(part))
}

/// Sets a DOI, and the arXiv identifier that stands in it.
pub fn set_doi(identifiers: &mut Identifiers, text: &str) {
    let Some(doi) = normal(text) else { return };
    if identifiers.arxiv.is_none() {
        identifiers.arxiv = arxiv_in_doi(&doi).and_then(arxiv);
    }
    identifiers.doi = Some(doi);
}

/// Identifiers of which only a DOI is known; none if it is no DOI.
pub fn of_doi(text: &str) -> Option<Identifiers> {
    let mut identifiers = Identifiers::default();
    set_doi(&mut identifiers, text);
    identifiers.doi.is_some().then_some(identifiers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn check_digits_of_isbns() {
        for (isbn, holds) in [
            ("9781456223960", true),
            ("9781456223961", false),
            ("080442957X", true),
            ("0804429570", false),
            ("978145622396X", false),
            ("12345", false),
        ] {
            assert_eq!(is_isbn(isbn), holds, "{isbn}");
        }
    }

    #[test]
    fn swhids_name_a_kind_and_a_hash() {
        let hash = "43a6b232768017b03da934ba22d9cc3f2726a6c5";
        for text in [
            format!("swh:1:cnt:{hash}"),
            format!("swh:1:rel:{hash};\n  origin=https://github.com/CGAL/cgal/"),
            format!("swh:1:cnt:{hash};origin=https://a.org;visit=swh:1:snp:{hash};path=/a.ml;lines=192-228"),
        ] {
            assert!(is_swhid(&text), "{text}");
        }
        for text in [
            format!("swh:2:cnt:{hash}"),
            format!("swh:1:tag:{hash}"),
            "swh:1:cnt:43a6".to_owned(),
            format!("swh:1:cnt:{}", hash.to_uppercase()),
            format!("swh:1:cnt:{hash};source=a"),
        ] {
            assert!(!is_swhid(&text), "{text}");
        }
    }

    #[test]
    fn dois_are_taken_whole() {
        for (text, expected) in [
            (
                "https://doi.org/10.1002/(SICI)1097<1::AID-X>3.0.CO;2-0",
                Some("10.1002/(sici)1097<1::aid-x>3.0.co;2-0"),
            ),
            ("doi:10.1000/A", Some("10.1000/a")),
            ("10.1126%2Fscience.169", Some("10.1126/science.169")),
            ("https://example.org/10.1000/a", None),
            ("10.1000/", None),
            ("10.x/a", None),
        ] {
            assert_eq!(normal(text).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn identifiers_are_normalised_or_refused() {
        for (text, id) in [
            ("http://arxiv.org/abs/1707.08567v1", Some("1707.08567")),
            ("https://arxiv.org/pdf/hep-th/9901001v2.pdf", Some("hep-th/9901001")),
            ("10.48550/arXiv.2304.05376", Some("2304.05376")),
            ("arXiv:math.GT/0309136", Some("math/0309136")),
            ("https://arxiv.org/abs/cond-mat.mes-hall/9901001v2", Some("cond-mat/9901001")),
            ("10.48550/arxiv.math.gt/0309136", Some("math/0309136")),
            ("math.G/0309136", None),
            ("astro-ph/0601001", Some("astro-ph/0601001")),
            ("abc", None),
            ("1713.12345", None),
            ("17.12345", None),
        ] {
            assert_eq!(arxiv(text).as_deref(), id, "{text}");
        }
        assert_eq!(pmid("https://pubmed.ncbi.nlm.nih.gov/25349395").as_deref(), Some("25349395"));
        assert_eq!(pmcid("https://www.ncbi.nlm.nih.gov/pmc/articles/2883744").as_deref(), Some("PMC2883744"));
        assert_eq!(pmcid("PMC2883744.1").as_deref(), Some("PMC2883744"));
        assert_eq!(
            openreview("https://openreview.net/forum?id=0FhrtdKLtD&x=1").as_deref(),
            Some("0FhrtdKLtD")
        );
        assert_eq!(openreview("https://openreview.net/group?id=a b"), None);
    }
}
