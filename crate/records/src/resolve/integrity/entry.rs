//! One bibliography entry as its file writes it, and as it is compared.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::LazyLock;

use regex::Regex;
use serde::{Deserialize, Serialize};

use super::plain::plain;
use crate::resolve::eligible;
use crate::resolve::venue::is_known_venue;
use crate::sources::title_marks::searched;
use crate::sources::{Query, Record};
use citelight_document::citation::split_full_name;
use citelight_document::document::bibliography::{doi_of_field, person_of_bibtex, verbatim};
use citelight_types::identifiers::field::{is_isbn, isbn};
use citelight_types::identifiers::{Identifiers, arxiv_in_doi, doi, is_arxiv_doi};
use citelight_types::text::person::Person;

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

/// Fields in which the address of an OpenReview forum stands.
const FORUM_FIELDS: [&str; 6] = ["url", "howpublished", "note", "eprint", "pdf", "annote"];

/// An entry read for comparison.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct ParsedEntry {
    pub(crate) title: String,
    pub(crate) authors: Vec<Person>,
    /// The list says itself that it is cut (`and others`, `et al.`).
    pub(crate) truncated: bool,
    /// Names stand between commas where BibTeX wants `and`.
    pub(crate) comma_list: bool,
    pub(crate) year: Option<i32>,
    /// The last year of a range, or of two editions: `1998/2001`, `[1925] 1977`.
    pub(crate) last_year: Option<i32>,
    pub(crate) venue: Option<String>,
    pub(crate) identifiers: Identifiers,
}

impl ParsedEntry {
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
            last_year: entry.first(&["year", "date"]).and_then(|text| years(text).last()),
            venue: venue(entry),
            identifiers: identifiers(entry),
        }
    }

    /// The years that the entry gives, the first and the last.
    pub(crate) fn years(&self) -> Option<RangeInclusive<i32>> {
        let (first, last) = (self.year?, self.last_year.or(self.year)?);
        Some(first.min(last)..=first.max(last))
    }

    /// Whether a record is of a year that the entry gives.
    pub(crate) fn is_of_year(&self, record: &Record) -> bool {
        self.years().is_some_and(|mut years| years.any(|year| record.is_of_year(year)))
    }

    /// What the sources are asked.
    pub(super) fn query(&self) -> Query<'_> {
        Query {
            identifiers: &self.identifiers,
            title: Some(searched(&self.title)).filter(|title| !title.is_empty()),
            authors: &self.authors,
            year: self.year,
        }
    }
}

/// Where the entry says that the work appeared. `howpublished` mostly says how it can be had: it counts where it names a
/// venue that is known.
fn venue(entry: &BibEntry) -> Option<String> {
    let [periodical @ .., how] = VENUE_FIELDS;
    let named = entry.first(&periodical).map(plain);
    let named = named.or_else(|| entry.field(how).map(plain).filter(|how| is_known_venue(how)));
    named.filter(|venue| !venue.is_empty() && !is_place_of_the_web(venue))
}

/// Whether what stands for a venue only says where on the web the work lies: an address, a site, `Accessed: 2024-05-01`.
fn is_place_of_the_web(venue: &str) -> bool {
    const BEGINNINGS: [&str; 6] = ["accessed", "retrieved", "available", "last", "website", "github"];
    let first = venue.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default().to_lowercase();
    let is_site =
        !venue.contains(char::is_whitespace) && eligible::is_address(venue) && arxiv_url(venue).is_none();
    is_site || venue.eq_ignore_ascii_case("online") || BEGINNINGS.contains(&first.as_str())
}

/// The first run of exactly four digits.
pub(crate) fn year(text: &str) -> Option<i32> {
    years(text).next()
}

/// The runs of exactly four digits.
fn years(text: &str) -> impl Iterator<Item = i32> {
    text.split(|c: char| !c.is_ascii_digit())
        .filter(|digits| digits.len() == 4)
        .filter_map(|year| year.parse().ok())
}

fn identifiers(entry: &BibEntry) -> Identifiers {
    let doi = entry.field("doi").and_then(doi_of_field).or_else(|| doi(&verbatim(entry.field("url")?)));
    let arxiv = arxiv_eprint(entry)
        .map(str::to_owned)
        .or_else(|| doi.as_deref().and_then(arxiv_in_doi).map(str::to_owned))
        .or_else(|| entry.field("url").and_then(arxiv_url).map(str::to_owned))
        .or_else(|| entry.first(&VENUE_FIELDS).and_then(arxiv_word).map(str::to_owned))
        .map(|id| bare_arxiv(&id));
    let number = |field: Option<&str>, before: &str| {
        let digits = field?.trim().trim_start_matches(before).trim();
        let whole = (1..=10).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
        whole.then(|| format!("{before}{digits}"))
    };
    let pubmed = entry
        .field("eprint")
        .filter(|_| archive(entry).is_some_and(|archive| archive.eq_ignore_ascii_case("pubmed")));
    Identifiers {
        doi: doi.map(|doi| work_doi(&doi)),
        arxiv,
        pmid: number(entry.field("pmid").or(pubmed), ""),
        pmcid: number(entry.first(&["pmcid", "pmc"]), "PMC"),
        isbn: entry.field("isbn").and_then(isbn).filter(|isbn| is_isbn(isbn)),
        // What only OpenReview holds is found by its forum's address.
        url: FORUM_FIELDS
            .iter()
            .filter_map(|name| entry.field(name))
            .find(|value| citelight_types::identifiers::field::openreview(value).is_some())
            .map(str::to_owned),
    }
}

/// What the entry calls the archive of its `eprint`.
fn archive(entry: &BibEntry) -> Option<&str> {
    entry.first(&["archiveprefix", "eprinttype"])
}

static ARXIV_SHAPE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)^(?:arxiv:\s*)?(?:\d{4}\.[a-z0-9]{4,5}(?:v\d+)?|[a-z\-]+(?:\.[a-z\-]{2})?/\d{7}(?:v\d+)?)(?:\s|$)")
        .ok()
});

/// Whether a value has the looks of an arXiv identifier, be it one that was never given out.
pub(crate) fn has_arxiv_shape(value: &str) -> bool {
    ARXIV_SHAPE.as_ref().is_some_and(|shape| shape.is_match(value.trim()))
}

/// What `eprint` gives as an arXiv identifier: where the entry names arXiv as the archive, or names none and the value
/// has the looks of one or calls itself one. Many publishers (OUP, Wiley, Science, PNAS, SAGE) export the address of
/// their PDF in this field.
pub(crate) fn arxiv_eprint(entry: &BibEntry) -> Option<&str> {
    let value = entry.field("eprint")?;
    if is_address(value) {
        return arxiv_url(value);
    }
    let is_arxiv = |text: &str| text.get(..5).is_some_and(|start| start.eq_ignore_ascii_case("arxiv"));
    let is_meant = match archive(entry) {
        Some(archive) => is_arxiv(archive),
        None => has_arxiv_shape(value) || is_arxiv(value) && value.contains(':'),
    };
    is_meant.then_some(value)
}

/// Whether a value is an address of the web.
pub(crate) fn is_address(value: &str) -> bool {
    value.contains("://") || value.starts_with("www.") || value.contains("arxiv.org/")
}

/// `1706.03762` of `arXiv:1706.03762v3 [cs.CL]`.
fn bare_arxiv(written: &str) -> String {
    let lower = written.to_lowercase();
    let id = lower.trim().trim_start_matches("arxiv:").split_whitespace().next().unwrap_or_default();
    without_version(id).to_owned()
}

/// A DOI in lower case; an arXiv DOI without the version, which names the same work.
pub fn work_doi(doi: &str) -> String {
    let doi = doi.to_lowercase();
    if is_arxiv_doi(&doi) { without_version(&doi).to_owned() } else { doi }
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
    let (names, truncated, commas) = names(field);
    (names.into_iter().map(person).collect(), truncated, commas)
}

/// The names of an `author` field as they are written, each with the person it means.
pub(crate) fn written_people(field: &str) -> Vec<(&str, Person)> {
    names(field).0.into_iter().map(|name| (name, person(name))).collect()
}

fn names(field: &str) -> (Vec<&str>, bool, bool) {
    let mut parts = split_and(field);
    // `Liam Smith, Yuki Nakamura, Amina Al-Hassan` without any `and`: names, not one name in four parts.
    let commas = parts.len() == 1 && {
        let items: Vec<&str> = field.split(',').map(str::trim).collect();
        // Two are the family and the given names of one: `Van Kampen, N. G.`
        let are_names = items.len() > 2 && items.iter().all(|item| item.split_whitespace().count() > 1);
        (items.len() > 3 || are_names) && !items.iter().all(|item| item.contains('='))
    };
    if commas {
        parts = field.split(',').collect();
    }
    let mut truncated = false;
    let mut names = Vec::new();
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
            names.push(name);
        }
    }
    (names, truncated, commas)
}

/// The two authors that `Liam Smith, Yuki Nakamura` may mean, although BibTeX reads one.
pub(super) fn two_or_one(field: &str) -> Option<[Person; 2]> {
    let (first, second) = field.split_once(',')?;
    let is_name = |part: &str| part.split_whitespace().count() > 1 && !part.contains([',', '=']);
    let is_pair = split_and(field).len() == 1 && is_name(first) && is_name(second);
    is_pair.then(|| [first, second].map(|name| person(name.trim())))
}

fn person(name: &str) -> Person {
    let name = without_number(name);
    if name.starts_with('{') && name.ends_with('}') && !name.starts_with("{\\") {
        return Person::new(plain(name), "");
    }
    let parts: Vec<String> = name.split(',').map(plain).collect();
    if parts.len() > 1 && parts.iter().all(|part| part.contains('=')) {
        return person_of_bibtex(name).unwrap_or_default();
    }
    match parts.as_slice() {
        [family, given] => Person::new(family.as_str(), given.as_str()),
        [family, _, given, ..] => Person::new(family.as_str(), given.as_str()),
        _ => split_full_name(&plain(name)),
    }
}

/// DBLP tells namesakes apart by four digits after the name (`Boyu Wang 0004`), and its BibTeX keeps them.
fn without_number(name: &str) -> &str {
    let (rest, number) = name.rsplit_once(' ').unwrap_or((name, ""));
    let is_number = number.len() == 4 && number.bytes().all(|byte| byte.is_ascii_digit());
    if is_number { rest.trim_end() } else { name }
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
            ("eprint", "arXiv: 2602.12253v2 [cs.CL]"),
            ("eprint", "https://arxiv.org/abs/2602.12253v2"),
            ("url", "https://arxiv.org/pdf/2602.12253v3.pdf"),
            ("journal", "arXiv preprint arXiv:2602.12253"),
        ] {
            let claim = ParsedEntry::of(&entry(name, value));
            assert_eq!(claim.identifiers.arxiv.as_deref(), Some("2602.12253"), "{name}");
        }
    }

    #[test]
    fn what_publishers_export_as_eprint_is_no_arxiv_identifier() {
        let arxiv = |archive: &str, eprint: &str| {
            let fields = [("archiveprefix", archive), ("eprint", eprint)];
            let fields = fields.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
            ParsedEntry::of(&BibEntry { fields, ..BibEntry::default() }).identifiers.arxiv
        };
        for eprint in [
            "https://academic.oup.com/brain/article-pdf/140/12/3329/24172397/awx265.pdf",
            "https://onlinelibrary.wiley.com/doi/pdf/10.1002/jcc.21759",
            "https://www.science.org/doi/pdf/10.1126/science.1058040",
            "www.pnas.org/content/102/46/16569.full.pdf",
            "hal-01234567",
            "26751234",
        ] {
            assert_eq!(arxiv("", eprint), None, "{eprint}");
        }
        assert_eq!(arxiv("arXiv", "https://academic.oup.com/brain/awx265.pdf"), None);
        assert_eq!(arxiv("jstor", "1706.03762"), None);
        assert_eq!(arxiv("arXiv", "cs/0112017").as_deref(), Some("cs/0112017"));
        assert_eq!(arxiv("", "astro-ph/9901001v2").as_deref(), Some("astro-ph/9901001"));
    }

    #[test]
    fn a_doi_under_a_subdivided_prefix_is_one() {
        assert_eq!(doi_of_field("10.1000.10/123").as_deref(), Some("10.1000.10/123"));
        assert_eq!(
            doi_of_field("https://doi.org/10.1093/brain/awx265").as_deref(),
            Some("10.1093/brain/awx265")
        );
        for none in ["n/a", "none", "https://academic.oup.com/brain/article/140/12/3329/4643555"] {
            assert_eq!(doi_of_field(none), None, "{none}");
        }
    }
}
