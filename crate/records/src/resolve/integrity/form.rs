//! Checks before any request: what the entry's own text gives away.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex::Regex;

use super::doi_venue::other_meeting;
use super::entry::{BibEntry, ParsedEntry, VENUE_FIELDS, arxiv_eprint, has_arxiv_shape};
use crate::resolve::authors::family_key;
use citelight_document::document::bibliography::{doi_of_field, verbatim};
use citelight_types::identifiers::field::{is_isbn, is_swhid, isbn};
use citelight_types::text::normalise::fold;
use citelight_types::text::person::Person;

/// Years before which an entry deserves a look. Bayes (1763) and Newton (1687) are cited: no year of the past refutes an
/// entry by itself.
pub(super) const EARLY_YEAR: i32 = 1900;
/// Years by which an entry may run ahead of today: issues are printed with next year's date.
const AHEAD: i32 = 1;

/// A calendar day; the core has no clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Day {
    /// Year.
    pub year: i32,
    /// Month, 1..=12.
    pub month: u8,
    /// Day of the month, 1..=31.
    pub day: u8,
}

/// What is wrong with an entry's form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum FormError {
    /// The year has not come yet.
    FutureYear(i32),
    /// No four digits where a year should be.
    MalformedYear(String),
    /// A DOI that is none by its syntax.
    MalformedDoi(String),
    /// An arXiv identifier that cannot be one.
    MalformedArxiv(String),
    /// The DOI is one of another meeting than the venue.
    OtherMeeting {
        /// The DOI.
        doi: String,
        /// The acronym in it.
        meeting: String,
        /// The entry's venue.
        venue: String,
    },
    /// Names that templates and drafts put where one belongs.
    Placeholder(String),
    /// Words that say that nobody is named, as anonymous works do.
    Unnamed(String),
    /// The same person twice or more.
    Repeated(String),
    /// Commas where `and` should be.
    CommaList,
    /// A required field is missing.
    Missing(&'static str),
}

impl FormError {
    pub(crate) fn sentence(&self) -> String {
        match self {
            Self::FutureYear(year) => format!("The year {year} has not come yet."),
            Self::MalformedYear(text) => format!("“{text}” is no year."),
            Self::MalformedDoi(doi) => {
                format!("“{doi}” is no DOI: one begins with 10., a number and a slash.")
            }
            Self::MalformedArxiv(id) => format!("“{id}” cannot be an arXiv identifier."),
            Self::OtherMeeting { doi, meeting, venue } => {
                format!("The DOI {doi} belongs to {meeting}, but the entry says “{venue}”.")
            }
            Self::Placeholder(name) => format!("“{name}” is a placeholder, no author."),
            Self::Unnamed(name) => format!("“{name}” names no author."),
            Self::Repeated(name) => format!("{name} stands in the list of authors more than once."),
            Self::CommaList => {
                "The authors are separated by commas; BibTeX reads them as one name.".to_owned()
            }
            Self::Missing(field) => format!("The entry has no {field}."),
        }
    }

    /// Whether it refutes an entry that no record confirms.
    pub(crate) fn is_decisive(&self) -> bool {
        match self {
            Self::FutureYear(_) | Self::Placeholder(_) | Self::OtherMeeting { .. } => true,
            // What does not even look like an identifier says nothing about the work.
            Self::MalformedArxiv(id) => has_arxiv_shape(id),
            _ => false,
        }
    }

    /// Whether it stands where the authors should.
    pub(crate) fn is_placeholder(&self) -> bool {
        matches!(self, Self::Placeholder(_) | Self::Unnamed(_))
    }

    /// Whether a field is missing or malformed.
    pub(crate) fn is_incomplete(&self) -> bool {
        !matches!(
            self,
            Self::Placeholder(_) | Self::Unnamed(_) | Self::Repeated(_) | Self::OtherMeeting { .. }
        )
    }
}

/// What the entry's form gives away: errors, and hints that decide nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Form {
    pub(crate) errors: Vec<FormError>,
    pub(crate) hints: Vec<String>,
}

impl Form {
    pub(crate) fn of(entry: &BibEntry, claim: &ParsedEntry, today: Day) -> Self {
        let mut form = Self::default();
        form.missing(entry, claim);
        form.year(entry, claim, today);
        form.identifiers(entry, claim, today);
        form.names(claim);
        form
    }

    /// The same for works that often name nobody.
    pub(crate) fn without_unnamed(&self) -> Self {
        let mut form = self.clone();
        form.errors.retain(|error| !matches!(error, FormError::Unnamed(_)));
        form
    }

    fn missing(&mut self, entry: &BibEntry, claim: &ParsedEntry) {
        for (field, there) in [
            ("title", !claim.title.is_empty()),
            ("author", !claim.authors.is_empty() || claim.truncated || entry.field("editor").is_some()),
            ("year", entry.first(&["year", "date"]).is_some()),
        ] {
            if !there {
                self.errors.push(FormError::Missing(field));
            }
        }
        let identified = claim.identifiers.doi.is_some() || claim.identifiers.arxiv.is_some();
        match entry.kind.as_str() {
            "article" if entry.first(&VENUE_FIELDS).is_none() && !identified => {
                self.errors.push(FormError::Missing("journal"));
            }
            "inproceedings" | "conference" | "incollection" if entry.first(&VENUE_FIELDS).is_none() => {
                self.errors.push(FormError::Missing("booktitle"));
            }
            _ => {}
        }
    }

    fn year(&mut self, entry: &BibEntry, claim: &ParsedEntry, today: Day) {
        let Some(text) = entry.first(&["year", "date"]) else { return };
        match claim.year {
            None if matches!(
                fold(text).as_str(),
                "forthcoming" | "in press" | "to appear" | "submitted" | "nd" | "n d"
            ) =>
            {
                self.hints.push(format!("The year says “{text}”."));
            }
            None => self.errors.push(FormError::MalformedYear(text.to_owned())),
            Some(year) if year > today.year + AHEAD => self.errors.push(FormError::FutureYear(year)),
            Some(year) if year > today.year => self.hints.push(format!("The year {year} is next year.")),
            Some(year) if year < EARLY_YEAR => {
                self.hints.push(format!("The year {year} lies before {EARLY_YEAR}."))
            }
            Some(_) => {}
        }
    }

    fn identifiers(&mut self, entry: &BibEntry, claim: &ParsedEntry, today: Day) {
        if let Some(doi) = entry.field("doi") {
            match doi_of_field(doi) {
                None => self.errors.push(FormError::MalformedDoi(doi.to_owned())),
                // Agencies are given new numbers: only doi.org can say that there is no such DOI.
                Some(known) if !is_registered(prefix(&known)) => {
                    self.hints.push(format!("No agency is known to register DOIs that begin like “{doi}”."));
                }
                Some(_) => {}
            }
        }
        self.errors.extend(other_meeting(claim));
        if let Some(written) = entry.field("isbn")
            && isbn(written).is_some_and(|isbn| !is_isbn(&isbn))
        {
            self.hints.push(format!("The check digit of the ISBN “{written}” does not hold."));
        }
        if let Some(written) = entry.field("swhid")
            && !is_swhid(&verbatim(written))
        {
            self.hints.push(format!("“{written}” is no SWHID: one begins with swh:1:, a kind and a hash."));
        }
        if let Some(id) = arxiv_eprint(entry)
            && !is_arxiv_id(id, today)
        {
            self.errors.push(FormError::MalformedArxiv(id.to_owned()));
        } else if let Some(id) = claim.identifiers.arxiv.as_deref().filter(|id| is_numbered(id))
            && !is_arxiv_id(id, today)
        {
            // In an address, a DOI or the name of the venue; what is not all digits may have been read wrongly there.
            self.errors.push(FormError::MalformedArxiv(id.to_owned()));
        }
    }

    fn names(&mut self, claim: &ParsedEntry) {
        if claim.comma_list {
            self.errors.push(FormError::CommaList);
        }
        if let Some(person) = claim.authors.iter().find(|person| is_placeholder(person)) {
            self.errors.push(FormError::Placeholder(shown(person)));
        } else if let Some(person) = claim.authors.iter().find(|person| is_unnamed(person)) {
            self.errors.push(FormError::Unnamed(shown(person)));
        }
        let mut seen = BTreeSet::new();
        for person in &claim.authors {
            let name = (family_key(person), fold(&person.given));
            if !name.0.is_empty() && name.1.chars().count() > 2 && !seen.insert(name) {
                self.errors.push(FormError::Repeated(shown(person)));
                break;
            }
        }
        let single = |person: &&Person| person.given.is_empty() && !person.family.contains(' ');
        if let Some(person) = claim.authors.iter().find(single) {
            self.hints.push(format!("“{}” is a name of one word.", person.family));
        }
    }
}

fn shown(person: &Person) -> String {
    format!("{} {}", person.given, person.family).trim().to_owned()
}

/// What libraries and authors write where a work names nobody.
fn is_unnamed(person: &Person) -> bool {
    const WHOLE: [&str; 10] = [
        "anon",
        "anonymous",
        "anonymous author",
        "anonymous authors",
        "n a",
        "na",
        "unknown",
        "unknown author",
        "unknown authors",
        "various authors",
    ];
    WHOLE.contains(&fold(&shown(person)).as_str())
}

/// Names that templates, drafts and language models put where they know none.
fn is_placeholder(person: &Person) -> bool {
    const WHOLE: [&str; 15] = [
        "author",
        "authors",
        "author one",
        "author two",
        "first author",
        "second author",
        "author name",
        "name",
        "tbd",
        "tba",
        "todo",
        "john doe",
        "jane doe",
        "john q public",
        "lorem ipsum",
    ];
    let name = fold(&shown(person));
    let lettered = name.strip_prefix("author ").is_some_and(|rest| rest.chars().count() <= 2);
    let letters: BTreeSet<char> = name.chars().filter(|c| c.is_alphabetic()).collect();
    let repeated = name.chars().filter(|c| c.is_alphabetic()).count() > 2
        && letters.len() == 1
        && letters.contains(&'x');
    WHOLE.contains(&name.as_str()) || lettered || repeated
}

/// `10.1109` of `10.1109/5.771073`.
fn prefix(doi: &str) -> &str {
    doi.split('/').next().unwrap_or(doi)
}

/// Whether a prefix may be registered as far as is known: numbers are given out from 1000 upwards and had not reached
/// 80,000; 5072, 5555 and 12345 are for tests (DataCite, Crossref, examples). Subdivided prefixes (`10.1000.10`) count by their first number.
fn is_registered(prefix: &str) -> bool {
    const TESTS: [u32; 3] = [5072, 5555, 12345];
    let number =
        prefix.strip_prefix("10.").and_then(|rest| rest.split('.').next()).and_then(|text| text.parse().ok());
    number.is_some_and(|number: u32| (1000..80_000).contains(&number) && !TESTS.contains(&number))
}

static ARXIV_NEW: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"^(?:arxiv:\s*)?(\d{2})(\d{2})\.(\d{4,5})(?:v\d+)?(?:\s*\[[\w.\-]+\])?$").ok()
});
static ARXIV_OLD: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"^(?:arxiv:\s*)?[a-z\-]+(?:\.[a-z\-]{2,})?/(\d{2})(\d{2})\d{3}(?:v\d+)?$").ok()
});

/// Whether this can be an arXiv identifier given out until today: `YYMM.NNNN` from April 2007, five digits from 2015;
/// `archive/YYMMNNN` from 1991 to March 2007 (arXiv, “Understanding the arXiv identifier”).
fn is_arxiv_id(id: &str, today: Day) -> bool {
    let id = id.trim().to_lowercase();
    let numbers = |regex: &LazyLock<Option<Regex>>| {
        let found = regex.as_ref()?.captures(&id)?;
        let number = |group: usize| found.get(group).and_then(|digits| digits.as_str().parse::<i32>().ok());
        Some((number(1)?, number(2)?, found.get(3).map_or(0, |digits| digits.len())))
    };
    if let Some((year, month, digits)) = numbers(&ARXIV_NEW) {
        let (year, first) = (2000 + year, year > 7 || month >= 4);
        let come = year < today.year || year == today.year && month <= i32::from(today.month);
        return (1..=12).contains(&month)
            && year >= 2007
            && first
            && come
            && digits == if year >= 2015 { 5 } else { 4 };
    }
    if let Some((year, month, _)) = numbers(&ARXIV_OLD) {
        return (1..=12).contains(&month) && (!(7..91).contains(&year) || year == 7 && month <= 3);
    }
    false
}

/// Whether this has the looks of `YYMM.NNNNN`.
fn is_numbered(id: &str) -> bool {
    let digits = |text: &str, counts: &[usize]| {
        counts.contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
    };
    id.split_once('.').is_some_and(|(date, number)| digits(date, &[4]) && digits(number, &[4, 5]))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TODAY: Day = Day { year: 2026, month: 11, day: 22 };

    fn form(fields: &[(&str, &str)]) -> Form {
        let mut all: std::collections::BTreeMap<String, String> =
            [("title", "A study"), ("author", "Ann Lee and Bo Kim"), ("year", "2020"), ("journal", "Nature")]
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .into();
        all.extend(fields.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
        let entry = BibEntry { key: "k".to_owned(), kind: "article".to_owned(), fields: all };
        Form::of(&entry, &ParsedEntry::of(&entry), TODAY)
    }

    #[test]
    fn a_sound_entry_has_no_errors() {
        let sound = form(&[("doi", "10.1109/5.771073"), ("eprint", "2401.01234v2")]);
        assert_eq!(sound, Form::default());
    }

    #[test]
    fn years() {
        assert_eq!(form(&[("year", "2031")]).errors, [FormError::FutureYear(2031)]);
        assert_eq!(form(&[("year", "20x1")]).errors, [FormError::MalformedYear("20x1".to_owned())]);
        for early in ["1850", "1763", "1687"] {
            let form = form(&[("year", early)]);
            assert_eq!((form.errors.len(), form.hints.len()), (0, 1), "{early}");
        }
        assert_eq!(form(&[("year", "2027")]).errors, []);
    }

    #[test]
    fn identifiers() {
        assert!(matches!(form(&[("doi", "doi-missing")]).errors[..], [FormError::MalformedDoi(_)]));
        for odd in ["10.99992/vlvrr.33933", "10.80001/new-agency.1", "10.5555/3295222.3295349"] {
            let form = form(&[("doi", odd)]);
            assert_eq!((form.errors.len(), form.hints.len()), (0, 1), "{odd}");
        }
        assert_eq!(form(&[("doi", "10.1000.10/123")]), Form::default());
        for id in ["2305.abcde", "2313.01234", "9912.01234", "2612.00001", "1501.1234"] {
            assert!(matches!(form(&[("eprint", id)]).errors[..], [FormError::MalformedArxiv(_)]), "{id}");
        }
        for (field, value) in [
            ("journal", "arXiv preprint arXiv:2313.01234"),
            ("url", "https://arxiv.org/abs/2744.01234"),
            ("doi", "10.48550/arXiv.2400.01234"),
        ] {
            assert!(matches!(form(&[(field, value)]).errors[..], [FormError::MalformedArxiv(_)]), "{value}");
        }
        for value in ["arXiv preprint arXiv:1706.03762", "arXiv:cs/0703001", "arXiv:abs/17.3 and more"] {
            assert_eq!(form(&[("journal", value)]).errors, [], "{value}");
        }
        for id in [
            "hep-th/9901001",
            "math.GT/0309136",
            "0706.0001",
            "arXiv:1706.03762 [cs.CL]",
            "arXiv: 1706.03762",
            "https://arxiv.org/abs/1706.03762v5",
            "https://academic.oup.com/brain/article-pdf/140/12/3329/24172397/awx265.pdf",
            "https://journals.sagepub.com/doi/pdf/10.1177/0956797611417632",
            "26751234",
        ] {
            assert_eq!(form(&[("eprint", id)]).errors, [], "{id}");
        }
    }

    #[test]
    fn names() {
        for unnamed in ["Anonymous Authors", "{Anonymous}", "Unknown", "Anon."] {
            let errors = form(&[("author", unnamed)]).errors;
            assert!(matches!(errors[..], [FormError::Unnamed(_)]), "{unnamed}: {errors:?}");
            assert!(!errors[0].is_decisive());
        }
        assert!(matches!(
            form(&[("author", "John Doe and Jane Doe")]).errors[..],
            [FormError::Placeholder(_)]
        ));
        assert!(matches!(form(&[("author", "Ann Lee and Ann Lee")]).errors[..], [FormError::Repeated(_)]));
        assert_eq!(form(&[("author", "Wei Wang and Wen Wang")]).errors, []);
        assert_eq!(form(&[("author", "Plato")]).hints.len(), 1);
    }
}
