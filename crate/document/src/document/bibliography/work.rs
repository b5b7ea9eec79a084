//! A work as a bibliography file describes it: fields by their BibLaTeX names, whatever the format.

use std::collections::BTreeMap;

use super::field::doi_of_field;
use crate::citation::Reference;
use crate::markup::{Locator, NodeRange, TextQuote};
use citelight_types::finding::WorkForm;
use citelight_types::identifiers::{Identifiers, identifiers_in};
use citelight_types::text::person::Person;

/// Where an entry stands in its file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// Number of the file.
    pub(crate) file: u32,
    /// Line of its first character, from 1.
    pub(crate) line: u32,
    /// UTF-16 code units from the start of the file.
    pub(crate) start: u32,
    pub(crate) end: u32,
    /// Its first line.
    pub(crate) head: String,
}

impl Span {
    pub(crate) fn locator(&self) -> Locator {
        Locator {
            ranges: vec![NodeRange { node: self.file, run: 0, start: self.start, end: self.end }],
            quote: TextQuote { exact: self.head.clone(), ..TextQuote::default() },
            line: self.line,
            ..Locator::default()
        }
    }
}

/// One work.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Work {
    pub(crate) key: String,
    /// Other keys of the same entry (`ids`).
    pub(crate) aliases: Vec<String>,
    /// The entry's type, lower case: `article`, `book`, `inproceedings`.
    pub(crate) kind: String,
    pub(crate) authors: Vec<Person>,
    pub(crate) editors: Vec<Person>,
    /// The list of names that counts (authors, else editors) ends in `others`.
    pub(crate) truncated: bool,
    /// Text by field name, as a reader sees it.
    pub(crate) fields: BTreeMap<String, String>,
    pub(crate) span: Span,
}

/// Types whose `number` counts reports, patents or volumes of a series, not issues.
const NUMBER_IS_NO_ISSUE: &[&str] = &[
    "book",
    "collection",
    "mvbook",
    "mvcollection",
    "inbook",
    "incollection",
    "proceedings",
    "techreport",
    "report",
    "patent",
    "standard",
    "manual",
    "thesis",
    "phdthesis",
    "mastersthesis",
    "misc",
    "legislation",
    "jurisdiction",
    "software",
];

/// Whether entries of a type only hold fields for others, or settings.
pub fn is_auxiliary(kind: &str) -> bool {
    matches!(kind, "xdata" | "set" | "control")
}

impl Work {
    /// A field that is there and not empty.
    pub(crate) fn field(&self, name: &str) -> Option<&str> {
        self.fields.get(name).map(String::as_str).filter(|value| !value.is_empty())
    }

    fn first(&self, names: &[&str]) -> Option<&str> {
        names.iter().find_map(|name| self.field(name))
    }

    pub(crate) fn set(&mut self, name: &str, value: impl Into<String>) {
        self.fields.entry(name.to_owned()).or_insert(value.into());
    }

    /// Whether it carries no work of its own: fields that others inherit, or a collection of entries.
    pub fn is_auxiliary(&self) -> bool {
        is_auxiliary(&self.kind)
    }

    /// The names that a citation shows: authors, else editors.
    pub(crate) fn names(&self) -> &[Person] {
        if self.authors.is_empty() { &self.editors } else { &self.authors }
    }

    /// Family names for citations; an organisation where there are no persons.
    pub(crate) fn short_names(&self) -> Vec<String> {
        if let Some(short) = self.field("shortauthor") {
            return vec![short.to_owned()];
        }
        let names: Vec<String> = self.names().iter().map(|person| person.family.clone()).collect();
        if !names.is_empty() {
            return names;
        }
        self.first(&["organization", "institution", "label", "key"]).map(str::to_owned).into_iter().collect()
    }

    pub(crate) fn title(&self) -> String {
        let main = self.first(&["title", "maintitle"]).unwrap_or_default();
        match self.field("subtitle") {
            Some(subtitle) if main.ends_with(['?', '!', ':']) => format!("{main} {subtitle}"),
            Some(subtitle) => format!("{main}: {subtitle}"),
            None => main.to_owned(),
        }
    }

    pub(crate) fn short_title(&self) -> String {
        self.first(&["shorttitle", "title"]).map_or_else(|| self.key.clone(), str::to_owned)
    }

    /// Year, letter after it, and the words that stand instead of a year.
    pub(crate) fn year(&self) -> (Option<i32>, Option<char>, String) {
        let Some(text) = self.first(&["year", "date", "eventdate", "origdate"]) else {
            // biblatex prints its keys as words.
            let state = self.field("pubstate").unwrap_or_default();
            let words = match state {
                "inpress" => "in press",
                "inpreparation" => "in preparation",
                other => other,
            };
            return (None, None, words.to_owned());
        };
        let bytes = text.as_bytes();
        let start = bytes.windows(4).enumerate().position(|(at, four)| {
            four.iter().all(u8::is_ascii_digit)
                && (at == 0 || !bytes[at - 1].is_ascii_digit())
                && bytes.get(at + 4).is_none_or(|next| !next.is_ascii_digit())
        });
        let Some(start) = start else { return (None, None, text.to_owned()) };
        let year = text.get(start..start + 4).and_then(|digits| digits.parse().ok());
        let mut after = text.get(start + 4..).unwrap_or_default().chars();
        let suffix = after.next().filter(char::is_ascii_lowercase);
        let suffix = suffix.filter(|_| after.next().is_none_or(|c| !c.is_alphanumeric()));
        (year, suffix, String::new())
    }

    /// Journal, proceedings or book; where none is named, the publisher.
    fn venue(&self) -> Option<String> {
        let own = self.title();
        let inside = self
            .first(&["journaltitle", "journal", "booktitle", "journalsubtitle"])
            .filter(|name| *name != own);
        let whole = inside.map(|title| match self.field("booksubtitle") {
            Some(subtitle) if inside == self.field("booktitle") => format!("{title}: {subtitle}"),
            _ => title.to_owned(),
        });
        whole.or_else(|| {
            let names = [
                "maintitle",
                "publisher",
                "school",
                "institution",
                "organization",
                "howpublished",
                "eventtitle",
            ];
            self.first(&names).filter(|name| *name != own).map(str::to_owned)
        })
    }

    fn issue(&self) -> Option<&str> {
        let number = self.field("number").filter(|_| !NUMBER_IS_NO_ISSUE.contains(&self.kind.as_str()));
        match (self.field("issue"), number) {
            // BibLaTeX calls the number of an issue `number`, its name (`Spring`) `issue`.
            (Some(issue), Some(number)) => {
                Some(if issue.chars().any(|c| c.is_ascii_digit()) { issue } else { number })
            }
            (issue, number) => number.or(issue),
        }
    }

    fn pages(&self) -> Option<String> {
        let pages = self.first(&["pages", "eid", "articleno", "article-number"])?;
        let mut dashed = String::with_capacity(pages.len());
        let mut characters = pages.chars().peekable();
        while let Some(c) = characters.next() {
            if matches!(c, '-' | '–' | '—' | '−') {
                while characters.next_if(|c| matches!(c, '-' | '–' | '—' | '−' | ' ')).is_some() {}
                let end = dashed.trim_end().len();
                dashed.truncate(end);
                dashed.push('–');
            } else {
                dashed.push(c);
            }
        }
        Some(dashed)
    }

    fn identifiers(&self) -> Identifiers {
        let archive = self.first(&["eprinttype", "archiveprefix"]).unwrap_or_default().to_lowercase();
        let mut found = Identifiers {
            doi: self.field("doi").and_then(doi_of_field),
            pmid: digits(self.field("pmid")),
            pmcid: self.first(&["pmcid", "pmc"]).and_then(|id| digits(Some(id))).map(|id| format!("PMC{id}")),
            isbn: self.field("isbn").and_then(isbn),
            ..Identifiers::default()
        };
        if let Some(eprint) = self.field("eprint") {
            match archive.as_str() {
                "pubmed" | "pmid" => found.pmid = found.pmid.or_else(|| digits(Some(eprint))),
                "pmcid" | "pmc" => {
                    found.pmcid = found.pmcid.or_else(|| digits(Some(eprint)).map(|id| format!("PMC{id}")));
                }
                "" | "arxiv" => found.arxiv = identifiers_in(&format!("arXiv:{eprint}"), &[]).arxiv,
                _ => {}
            }
        }
        // What other fields say: a DOI in the address, `arXiv preprint arXiv:1706.03762` as the journal.
        let said: Vec<&str> = [
            "journal",
            "journaltitle",
            "howpublished",
            "note",
            "volume",
            "number",
            "pages",
            "addendum",
            "annotation",
        ]
        .iter()
        .filter_map(|name| self.field(name))
        .collect();
        let links: Vec<&str> = [self.field("url"), self.field("doi")].into_iter().flatten().collect();
        let other = identifiers_in(&said.join(" ; "), &links);
        Identifiers {
            doi: found.doi.or(other.doi),
            arxiv: found.arxiv.or(other.arxiv),
            pmid: found.pmid.or(other.pmid),
            pmcid: found.pmcid.or(other.pmcid),
            isbn: found.isbn.or(other.isbn),
            url: self.field("url").map(str::to_owned).or(other.url),
        }
    }

    /// Writes the fields into a reference. Letters after years and the raw text stay.
    pub(crate) fn fill(&self, reference: &mut Reference) {
        reference.fields_from_markup = true;
        reference.form = WorkForm::of_name(&self.kind);
        reference.is_grey |= reference.form.is_some_and(|form| form != WorkForm::Paper);
        let names = self.names();
        reference.authors = if names.is_empty() {
            self.first(&["organization", "institution", "shortauthor"])
                .map(|name| Person::new(name, ""))
                .into_iter()
                .collect()
        } else {
            names.to_vec()
        };
        reference.truncated_authors = self.truncated;
        let (year, suffix, _) = self.year();
        reference.year = year.or(reference.year);
        reference.year_suffix = reference.year_suffix.or(suffix);
        let title = self.title();
        reference.title = Some(title).filter(|title| !title.is_empty());
        reference.venue = self.venue();
        reference.publisher =
            self.first(&["publisher", "institution", "school", "organization"]).map(str::to_owned);
        reference.volume = self.field("volume").map(str::to_owned);
        reference.issue = self.issue().map(str::to_owned);
        reference.pages = self.pages();
        let own = self.identifiers();
        let seen = std::mem::take(&mut reference.identifiers);
        reference.identifiers = Identifiers {
            doi: own.doi.or(seen.doi),
            arxiv: own.arxiv.or(seen.arxiv),
            pmid: own.pmid.or(seen.pmid),
            pmcid: own.pmcid.or(seen.pmcid),
            isbn: own.isbn.or(seen.isbn),
            url: own.url.or(seen.url),
        };
    }

    /// The entry as a line of a reference list.
    pub(crate) fn line(&self) -> String {
        let mut names: Vec<String> = self
            .names()
            .iter()
            .map(|person| match person.given.as_str() {
                "" => person.family.clone(),
                given => format!("{}, {given}", person.family),
            })
            .collect();
        if names.is_empty() {
            names.extend(self.first(&["organization", "institution"]).map(str::to_owned));
        }
        if self.truncated {
            names.push("et al.".to_owned());
        }
        let title = self.title();
        // A work that names nobody is listed under its title.
        let by_title = names.is_empty() && !title.is_empty();
        let mut line = if by_title { title.clone() } else { names.join("; ") };
        let (year, suffix, words) = self.year();
        let date = match year {
            Some(year) => format!("{year}{}", suffix.map(String::from).unwrap_or_default()),
            None => words,
        };
        if !date.is_empty() {
            line.push_str(&format!(" ({date})"));
        }
        let mut numbers = String::new();
        if let Some(volume) = self.field("volume") {
            numbers.push_str(volume);
        }
        if let Some(issue) = self.issue() {
            numbers.push_str(&format!("({issue})"));
        }
        if let Some(pages) = self.pages() {
            numbers.push_str(if numbers.is_empty() { "" } else { ", " });
            numbers.push_str(&pages);
        }
        let venue = self
            .venue()
            .map(|venue| if numbers.is_empty() { venue.clone() } else { format!("{venue} {numbers}") });
        let publisher = self.field("publisher").filter(|name| self.venue().as_deref() != Some(*name));
        // Publishers export the address of their PDF in this field.
        let eprint = self.field("eprint").filter(|eprint| !eprint.contains("://")).map(|eprint| {
            format!("{}:{eprint}", self.first(&["eprinttype", "archiveprefix"]).unwrap_or("arXiv"))
        });
        let parts = [
            Some(title).filter(|_| !by_title),
            venue,
            publisher.map(str::to_owned),
            self.field("note").map(str::to_owned),
            eprint,
        ];
        for part in parts.into_iter().flatten().filter(|part| !part.is_empty()) {
            sentence(&mut line, &part);
        }
        if let Some(doi) = self.field("doi").and_then(doi_of_field) {
            sentence(&mut line, &format!("doi:{doi}"));
        } else if let Some(url) = self.field("url") {
            sentence(&mut line, url);
        }
        line.trim().to_owned()
    }
}

fn sentence(line: &mut String, part: &str) {
    if !line.is_empty() {
        line.push_str(if line.ends_with(['.', '?', '!']) { " " } else { ". " });
    }
    line.push_str(part);
}

fn digits(text: Option<&str>) -> Option<String> {
    let digits: String = text?.chars().filter(char::is_ascii_digit).collect();
    (1..=10).contains(&digits.len()).then_some(digits)
}

/// The first ISBN of a field; an ISSN is none.
fn isbn(text: &str) -> Option<String> {
    text.split([',', ';', ' ', '/']).find_map(|part| {
        let digits: String = part.chars().filter(|c| c.is_ascii_digit() || matches!(c, 'X' | 'x')).collect();
        matches!(digits.len(), 10 | 13).then(|| digits.to_uppercase())
    })
}
