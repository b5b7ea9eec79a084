//! One bibliography entry as its file writes it, and as it is compared.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::plain::plain;
use crate::citation::{Identifiers, doi, split_full_name};
use crate::sources::Query;
use crate::text::person::Person;

/// A BibTeX entry: key, type and fields as strings.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BibEntry {
    /// Citation key.
    #[serde(alias = "bibtex_key")]
    pub key: String,
    /// Entry type without `@`, lower case: `article`, `inproceedings`.
    #[serde(alias = "bibtex_type", default)]
    pub kind: String,
    /// Values by field name in lower case, without the delimiters of the file.
    pub fields: BTreeMap<String, String>,
}

impl BibEntry {
    /// A field that is there and not blank.
    pub fn field(&self, name: &str) -> Option<&str> {
        self.fields.get(name).map(|value| value.trim()).filter(|value| !value.is_empty())
    }

    /// Its identifiers, normalised: what sources know it by.
    pub fn identifiers(&self) -> Identifiers {
        identifiers(self)
    }

    /// The first of several fields that is there.
    pub fn first(&self, names: &[&str]) -> Option<&str> {
        names.iter().find_map(|name| self.field(name))
    }
}

/// Fields that name where the work appeared, most telling first.
pub(crate) const VENUE_FIELDS: [&str; 4] = ["journal", "journaltitle", "booktitle", "howpublished"];

/// An entry read for comparison.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Claim {
    pub(crate) title: String,
    pub(crate) authors: Vec<Person>,
    /// The list says itself that it is cut (`and others`, `et al.`).
    pub(crate) truncated: bool,
    /// Names stand between commas where BibTeX wants `and`.
    pub(crate) comma_list: bool,
    pub(crate) year: Option<i32>,
    pub(crate) venue: Option<String>,
    pub(crate) identifiers: Identifiers,
}

impl Claim {
    pub(crate) fn of(entry: &BibEntry) -> Self {
        let (authors, truncated, comma_list) = people(entry.field("author").unwrap_or_default());
        let title = entry.field("title").map(plain).unwrap_or_default();
        let title = match entry.field("subtitle") {
            Some(subtitle) => format!("{title}: {}", plain(subtitle)),
            None => title,
        };
        Self {
            title,
            authors,
            truncated,
            comma_list,
            year: entry.first(&["year", "date"]).and_then(year),
            venue: entry.first(&VENUE_FIELDS).map(plain).filter(|venue| !venue.is_empty()),
            identifiers: identifiers(entry),
        }
    }

    /// What the sources are asked.
    pub(super) fn query(&self) -> Query<'_> {
        Query {
            identifiers: &self.identifiers,
            title: Some(self.title.as_str()).filter(|title| !title.is_empty()),
            authors: &self.authors,
            year: self.year,
        }
    }
}

/// The first run of exactly four digits.
pub(crate) fn year(text: &str) -> Option<i32> {
    text.split(|c: char| !c.is_ascii_digit()).find(|digits| digits.len() == 4)?.parse().ok()
}

fn identifiers(entry: &BibEntry) -> Identifiers {
    let doi = entry.field("doi").and_then(doi).or_else(|| entry.field("url").and_then(doi));
    let archive = entry.first(&["archiveprefix", "eprinttype"]).unwrap_or("arxiv").to_lowercase();
    let eprint = entry.field("eprint").filter(|_| archive == "arxiv");
    let arxiv = eprint
        .map(str::to_owned)
        .or_else(|| doi.as_deref().and_then(|doi| doi.strip_prefix("10.48550/arxiv.")).map(str::to_owned))
        .or_else(|| entry.field("url").and_then(arxiv_url).map(str::to_owned))
        .or_else(|| entry.first(&VENUE_FIELDS).and_then(arxiv_word).map(str::to_owned))
        .map(|id| without_version(&id.to_lowercase()).trim_start_matches("arxiv:").to_owned());
    let number = |field: Option<&str>, before: &str| {
        let digits = field?.trim().trim_start_matches(before).trim();
        let whole = (1..=10).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
        whole.then(|| format!("{before}{digits}"))
    };
    let pubmed = entry.field("eprint").filter(|_| archive == "pubmed");
    Identifiers {
        doi: doi.map(|doi| work_doi(&doi)),
        arxiv,
        pmid: number(entry.field("pmid").or(pubmed), ""),
        pmcid: number(entry.first(&["pmcid", "pmc"]), "PMC"),
        // What only OpenReview holds is found by its forum's address.
        url: entry.field("url").filter(|url| url.contains("openreview.net/")).map(str::to_owned),
        ..Identifiers::default()
    }
}

/// A DOI in lower case; an arXiv DOI without the version, which names the same work.
pub(crate) fn work_doi(doi: &str) -> String {
    let doi = doi.to_lowercase();
    if doi.starts_with("10.48550/arxiv.") { without_version(&doi).to_owned() } else { doi }
}

fn without_version(id: &str) -> &str {
    match id.rsplit_once('v') {
        Some((id, version)) if !version.is_empty() && version.bytes().all(|byte| byte.is_ascii_digit()) => id,
        _ => id,
    }
}

fn arxiv_url(url: &str) -> Option<&str> {
    let path = url.split_once("arxiv.org/")?.1;
    let id = ["abs/", "pdf/", "html/"].iter().find_map(|kind| path.strip_prefix(kind))?;
    Some(id.trim_end_matches(".pdf").trim_end_matches('/'))
}

/// `arXiv preprint arXiv:1706.03762`
fn arxiv_word(venue: &str) -> Option<&str> {
    let at = venue.to_ascii_lowercase().rfind("arxiv:")?;
    venue.get(at + 6..)?.split_whitespace().next().map(|id| id.trim_end_matches(['.', ',', ';']))
}

/// The names of an `author` field, whether the list says that it is cut, and whether commas separate the names.
pub(crate) fn people(field: &str) -> (Vec<Person>, bool, bool) {
    let mut parts = split_and(field);
    // `Liam Smith, Yuki Nakamura, Amina Al-Hassan` without any `and`: names, not one name in four parts.
    let commas = parts.len() == 1 && {
        let items: Vec<&str> = field.split(',').map(str::trim).collect();
        items.len() > 3 || items.len() > 1 && items.iter().all(|item| item.split_whitespace().count() > 1)
    };
    if commas {
        parts = field.split(',').collect();
    }
    let mut truncated = false;
    let mut people = Vec::new();
    for part in parts {
        let name = part.trim();
        let bare = name.trim_matches(['{', '}', '.', ' ']).to_lowercase();
        if bare == "others" || bare == "et al" {
            truncated = true;
            continue;
        }
        let name = match name.to_lowercase().rfind(" et al").filter(|at| name.len() - at <= 7) {
            Some(at) => {
                truncated = true;
                name.get(..at).unwrap_or(name).trim_end_matches([',', ' '])
            }
            None => name,
        };
        if !name.is_empty() {
            people.push(person(name));
        }
    }
    (people, truncated, commas)
}

fn person(name: &str) -> Person {
    if name.starts_with('{') && name.ends_with('}') && !name.starts_with("{\\") {
        return Person::new(plain(name), "");
    }
    let parts: Vec<String> = name.split(',').map(plain).collect();
    match parts.as_slice() {
        [family, given] => Person::new(family.as_str(), given.as_str()),
        [family, _, given, ..] => Person::new(family.as_str(), given.as_str()),
        _ => split_full_name(&plain(name)),
    }
}

/// Parts at `and` outside braces; braces that do not close protect nothing.
fn split_and(field: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut depth, mut start) = (0_i32, 0);
    let bytes = field.as_bytes();
    let closes = field.matches('{').count() == field.matches('}').count();
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            b'{' => depth += 1,
            b'}' => depth -= 1,
            b'a' | b'A' if (depth <= 0 || !closes) && at > start => {
                let word = bytes.get(at..at + 3).is_some_and(|word| word.eq_ignore_ascii_case(b"and"));
                let after = bytes.get(at + 3).is_none_or(u8::is_ascii_whitespace);
                if word && after && bytes[at - 1].is_ascii_whitespace() {
                    parts.push(field.get(start..at).unwrap_or_default());
                    start = at + 3;
                }
            }
            _ => {}
        }
    }
    parts.push(field.get(start..).unwrap_or_default());
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(field: &str) -> Vec<String> {
        people(field).0.into_iter().map(|person| format!("{}|{}", person.family, person.given)).collect()
    }

    #[test]
    fn names_of_every_order() {
        assert_eq!(shown("Guy Van den Broeck and {The ATLAS and CMS Collaborations}").len(), 2);
        assert_eq!(shown("G{\\\"o}del, Kurt and A. N. Other"), ["Gödel|Kurt", "Other|A. N."]);
        assert_eq!(shown("King, Jr., Martin Luther"), ["King|Martin Luther"]);
        assert_eq!(shown("Liam Smith, Yuki Nakamura, Amina Al-Hassan").len(), 3);
        assert_eq!(shown("Smith, John"), ["Smith|John"]);
        assert_eq!(shown("X. Song and {. Kaiser and A. Weller").len(), 3);
    }

    #[test]
    fn a_cut_list_says_so() {
        assert!(people("A. One and B. Two and others").1);
        assert!(people("A. One et al.").1);
        assert_eq!(shown("A. One et al."), ["One|A."]);
        assert!(!people("A. One and B. Two").1);
    }

    #[test]
    fn identifiers_of_one_work_are_one() {
        let entry = |name: &str, value: &str| BibEntry {
            fields: [(name.to_owned(), value.to_owned())].into(),
            ..BibEntry::default()
        };
        for (name, value) in [
            ("doi", "10.48550/arXiv.2602.12253v1"),
            ("eprint", "2602.12253v2"),
            ("url", "https://arxiv.org/pdf/2602.12253v3.pdf"),
            ("journal", "arXiv preprint arXiv:2602.12253"),
        ] {
            let claim = Claim::of(&entry(name, value));
            assert_eq!(claim.identifiers.arxiv.as_deref(), Some("2602.12253"), "{name}");
        }
    }
}
