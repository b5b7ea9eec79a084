//! A record in the formats of reference managers: what it says and nothing more.

use serde_json::{Map, Value, json};

use crate::sources::{Record, WorkKind};
use citelight_types::text::normalise::fold;
use citelight_types::text::person::Person;

/// A key of letters and digits: first author, year, first telling word of the title.
pub fn key_of(record: &Record) -> String {
    let letters = |text: &str| fold(text).chars().filter(char::is_ascii_alphanumeric).collect::<String>();
    let author = record.authors.first().map(|author| letters(&author.family)).unwrap_or_default();
    let year = record.year.map(|year| year.to_string()).unwrap_or_default();
    let title = fold(&record.title);
    let word = title.split(' ').find(|word| word.chars().count() > 3).unwrap_or_default();
    let key = format!("{author}{year}{}", letters(word));
    if key.is_empty() { "work".to_owned() } else { key }
}

/// BibTeX from elsewhere with keys of letters and digits only.
pub fn with_plain_keys(bibtex: &str) -> String {
    let mut written = String::with_capacity(bibtex.len());
    let mut rest = bibtex;
    while let Some(at) = rest.find('@') {
        let (before, entry) = rest.split_at(at);
        written.push_str(before);
        let starts_line = written.trim_end_matches([' ', '\t']).chars().next_back().is_none_or(|c| c == '\n');
        let head = if starts_line { head(entry) } else { None };
        let Some((open, comma)) = head else {
            written.push('@');
            rest = entry.get(1..).unwrap_or_default();
            continue;
        };
        let key: String = entry
            .get(open + 1..comma)
            .unwrap_or_default()
            .chars()
            .filter(char::is_ascii_alphanumeric)
            .collect();
        written.push_str(entry.get(..=open).unwrap_or_default());
        written.push_str(if key.is_empty() { "work" } else { &key });
        rest = entry.get(comma..).unwrap_or_default();
    }
    written.push_str(rest);
    written
}

/// Where the brace and the first comma of an entry stand, if one begins here. Looks no further than its key: a text may
/// hold any number of signs that begin nothing.
fn head(entry: &str) -> Option<(usize, usize)> {
    let after_sign = entry.get(1..)?;
    let after_kind = after_sign.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let open = entry.len() - after_kind.trim_start_matches([' ', '\t']).len();
    let key = entry.get(open..)?.strip_prefix('{').filter(|_| after_kind.len() < after_sign.len())?;
    let end = key.find([',', '{', '}', '\n'])?;
    key.get(end..)?.starts_with(',').then_some((open, open + 1 + end))
}

/// How a record is filed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Article,
    Proceedings,
    Book,
    Chapter,
    Thesis,
    Report,
    Dataset,
    Preprint,
    Other,
}

fn kind(record: &Record) -> Kind {
    let name = record.type_name.as_deref().unwrap_or_default().to_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| name.contains(word));
    if record.kind == WorkKind::Preprint || has(&["preprint", "posted-content"]) {
        Kind::Preprint
    } else if has(&["chapter", "book-section", "book-part", "incollection"]) {
        Kind::Chapter
    } else if has(&["proceedings", "conference", "inproceedings"]) {
        Kind::Proceedings
    } else if has(&["thesis", "dissertation"]) {
        Kind::Thesis
    } else if has(&["report"]) {
        Kind::Report
    } else if has(&["dataset"]) {
        Kind::Dataset
    } else if has(&["book", "monograph"]) || record.kind == WorkKind::Book {
        Kind::Book
    } else if has(&["article", "journal"]) || record.venue.is_some() && record.volume.is_some() {
        Kind::Article
    } else {
        Kind::Other
    }
}

/// One entry of BibTeX.
pub fn bibtex(record: &Record) -> String {
    let kind = kind(record);
    let (entry_type, venue) = match kind {
        Kind::Article => ("article", "journal"),
        Kind::Proceedings => ("inproceedings", "booktitle"),
        Kind::Chapter => ("incollection", "booktitle"),
        Kind::Book => ("book", "series"),
        Kind::Thesis => ("phdthesis", "series"),
        Kind::Report => ("techreport", "series"),
        Kind::Preprint | Kind::Dataset | Kind::Other => ("misc", "howpublished"),
    };
    let publisher = match kind {
        Kind::Thesis => "school",
        Kind::Report => "institution",
        _ => "publisher",
    };
    let names: Vec<String> = record.authors.iter().map(bibtex_name).collect();
    let own = &record.identifiers;
    let eprint = own.arxiv.clone();
    let fields = [
        ("author", (!names.is_empty()).then(|| names.join(" and "))),
        ("title", Some(braced_capitals(&record.title))),
        (venue, record.venue.as_deref().map(escaped)),
        ("year", record.year.map(|year| year.to_string())),
        ("volume", record.volume.as_deref().map(escaped)),
        ("number", record.issue.as_deref().map(escaped)),
        ("pages", record.pages.as_deref().map(|pages| escaped(&pages.replace(['–', '—'], "--")))),
        (publisher, record.publisher.as_deref().map(escaped)),
        ("doi", own.doi.as_deref().map(verbatim)),
        ("eprint", eprint.as_deref().map(verbatim)),
        ("archiveprefix", eprint.map(|_| "arXiv".to_owned())),
        ("isbn", own.isbn.as_deref().map(verbatim)),
        ("url", own.url.as_deref().filter(|_| own.doi.is_none()).map(verbatim)),
    ];
    let mut entry = format!("@{entry_type}{{{},\n", key_of(record));
    for (name, value) in fields {
        if let Some(value) = value.filter(|value| !value.trim().is_empty()) {
            entry.push_str(&format!("  {name} = {{{value}}},\n"));
        }
    }
    entry.push_str("}\n");
    entry
}

fn bibtex_name(person: &Person) -> String {
    match (escaped(&person.family), escaped(&person.given)) {
        (family, given) if given.is_empty() => format!("{{{family}}}"),
        (family, given) => format!("{family}, {given}"),
    }
}

/// Signs that TeX reads as commands; braces are left out.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '{' | '}' | '\\' => {}
            '&' | '%' | '#' | '_' | '$' => out.extend(['\\', c]),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

/// An identifier as it stands, but for the signs that would end its field: those as addresses write them.
fn verbatim(identifier: &str) -> String {
    let mut out = String::with_capacity(identifier.len());
    for c in identifier.chars() {
        match c {
            '{' => out.push_str("%7B"),
            '}' => out.push_str("%7D"),
            '\\' => out.push_str("%5C"),
            c if c.is_control() => {}
            c => out.push(c),
        }
    }
    out
}

/// Words with capitals inside keep them whatever the style does: names and acronyms.
fn braced_capitals(title: &str) -> String {
    let braced = |word: &str| {
        let inner = word.chars().skip(1).any(char::is_uppercase);
        if inner { format!("{{{}}}", escaped(word)) } else { escaped(word) }
    };
    title.split(' ').map(braced).collect::<Vec<_>>().join(" ")
}

/// One item of CSL-JSON.
pub fn csl_json(record: &Record) -> Value {
    let csl_type = match kind(record) {
        Kind::Article | Kind::Preprint => "article",
        Kind::Proceedings => "paper-conference",
        Kind::Chapter => "chapter",
        Kind::Book => "book",
        Kind::Thesis => "thesis",
        Kind::Report => "report",
        Kind::Dataset => "dataset",
        Kind::Other => "document",
    };
    let csl_type = if kind(record) == Kind::Article { "article-journal" } else { csl_type };
    let authors: Vec<Value> = record
        .authors
        .iter()
        .map(|person| match person.given.is_empty() {
            true => json!({ "literal": person.family }),
            false => json!({ "family": person.family, "given": person.given }),
        })
        .collect();
    let own = &record.identifiers;
    let texts = [
        ("container-title", &record.venue),
        ("container-title-short", &record.venue_short),
        ("volume", &record.volume),
        ("issue", &record.issue),
        ("page", &record.pages),
        ("publisher", &record.publisher),
        ("DOI", &own.doi),
        ("PMID", &own.pmid),
        ("PMCID", &own.pmcid),
        ("ISBN", &own.isbn),
        ("URL", &own.url),
        ("abstract", &record.abstract_text),
    ];
    let mut item = Map::new();
    item.insert("id".to_owned(), Value::from(key_of(record)));
    item.insert("type".to_owned(), Value::from(csl_type));
    item.insert("title".to_owned(), Value::from(record.title.as_str()));
    if !authors.is_empty() {
        item.insert("author".to_owned(), Value::from(authors));
    }
    if let Some(year) = record.year {
        item.insert("issued".to_owned(), json!({ "date-parts": [[year]] }));
    }
    if let Some(arxiv) = &own.arxiv {
        item.insert("number".to_owned(), Value::from(format!("arXiv:{arxiv}")));
    }
    for (name, value) in texts {
        if let Some(value) = value.as_deref().filter(|value| !value.is_empty()) {
            item.insert(name.to_owned(), Value::from(value));
        }
    }
    Value::Object(item)
}

/// One record of RIS.
pub fn ris(record: &Record) -> String {
    let ris_type = match kind(record) {
        Kind::Article => "JOUR",
        Kind::Proceedings => "CPAPER",
        Kind::Chapter => "CHAP",
        Kind::Book => "BOOK",
        Kind::Thesis => "THES",
        Kind::Report => "RPRT",
        Kind::Dataset => "DATA",
        Kind::Preprint | Kind::Other => "GEN",
    };
    let pages = record.pages.as_deref().map(|pages| pages.replace(['–', '—'], "-"));
    let (first, last) = match pages.as_deref().map(|pages| pages.split_once('-')) {
        Some(Some((first, last))) => (Some(first.trim_end_matches('-')), Some(last.trim_start_matches('-'))),
        _ => (pages.as_deref(), None),
    };
    let year = record.year.map(|year| year.to_string());
    let own = &record.identifiers;
    let mut lines = format!("TY  - {ris_type}\r\n");
    let mut line = |tag: &str, value: Option<&str>| {
        if let Some(value) = value.filter(|value| !value.trim().is_empty()) {
            let value: String = value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
            lines.push_str(&format!("{tag}  - {value}\r\n"));
        }
    };
    for person in &record.authors {
        let name = if person.given.is_empty() {
            person.family.clone()
        } else {
            format!("{}, {}", person.family, person.given)
        };
        line("AU", Some(&name));
    }
    line("TI", Some(&record.title));
    line("T2", record.venue.as_deref());
    line("PY", year.as_deref());
    line("VL", record.volume.as_deref());
    line("IS", record.issue.as_deref());
    line("SP", first);
    line("EP", last);
    line("PB", record.publisher.as_deref());
    line("DO", own.doi.as_deref());
    line("SN", own.isbn.as_deref());
    line("UR", own.url.as_deref());
    lines.push_str("ER  - \r\n");
    lines
}

/// One line for people: authors, year, title, venue, identifier.
pub fn line(record: &Record) -> String {
    let names: Vec<String> = record
        .authors
        .iter()
        .map(|person| format!("{} {}", person.given, person.family).trim().to_owned())
        .collect();
    let names = match names.as_slice() {
        [] => String::new(),
        [first, _, _, _, ..] => format!("{first} et al."),
        few => few.join(", "),
    };
    let year = record.year.map(|year| format!(" ({year})")).unwrap_or_default();
    let own = &record.identifiers;
    let identifier = match (&own.doi, &own.arxiv, &own.url) {
        (Some(doi), _, _) => format!("https://doi.org/{doi}"),
        (None, Some(arxiv), _) => format!("arXiv:{arxiv}"),
        (None, None, url) => url.clone().unwrap_or_default(),
    };
    let head = format!("{names}{year}");
    [
        head.trim(),
        record.title.trim_end_matches('.'),
        record.venue.as_deref().unwrap_or_default(),
        &identifier,
    ]
    .into_iter()
    .filter(|part| !part.is_empty())
    .collect::<Vec<_>>()
    .join(". ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use citelight_document::document::{Input, parse};
    use citelight_types::identifiers::Identifiers;

    fn record() -> Record {
        Record {
            title: "BERT & friends: a 50% study".to_owned(),
            authors: vec![Person::new("Øvergård", "Ada B."), Person::new("The {Team}", "")],
            year: Some(2021),
            venue: Some("Journal of Weirs".to_owned()),
            volume: Some("3".to_owned()),
            pages: Some("1–9".to_owned()),
            identifiers: Identifiers { doi: Some("10.1234/x_y".to_owned()), ..Identifiers::default() },
            type_name: Some("journal-article".to_owned()),
            ..Record::default()
        }
    }

    #[test]
    fn what_is_written_is_read_again() {
        let json = format!("[{}]", csl_json(&record()));
        for text in [bibtex(&record()), ris(&record()), json] {
            let document = parse(Input::new(&text, "x")).unwrap();
            let reference = &document.references[0];
            assert_eq!(reference.title.as_deref(), Some("BERT & friends: a 50% study"), "{text}");
            assert_eq!(reference.authors[0], Person::new("Øvergård", "Ada B."), "{text}");
            assert_eq!(reference.identifiers.doi.as_deref(), Some("10.1234/x_y"), "{text}");
            assert_eq!((reference.year, reference.volume.as_deref()), (Some(2021), Some("3")), "{text}");
            assert_eq!(reference.pages.as_deref(), Some("1–9"), "{text}");
        }
        assert!(bibtex(&record()).starts_with("@article{overgard2021bert,"), "{}", bibtex(&record()));
    }

    #[test]
    fn a_field_that_is_not_known_is_not_written() {
        let bare = Record { title: "Lone".to_owned(), ..Record::default() };
        assert_eq!(bibtex(&bare), "@misc{lone,\n  title = {Lone},\n}\n");
        assert_eq!(ris(&bare), "TY  - GEN\r\nTI  - Lone\r\nER  - \r\n");
    }

    #[test]
    fn an_identifier_does_not_end_its_entry() {
        let doi = Some("10.1/a\\b{c}{\n".to_owned());
        let hostile = Record {
            title: "Lone".to_owned(),
            identifiers: Identifiers { doi, ..Identifiers::default() },
            ..Record::default()
        };
        assert_eq!(bibtex(&hostile), "@misc{lone,\n  title = {Lone},\n  doi = {10.1/a%5Cb%7Bc%7D%7B},\n}\n");
    }

    #[test]
    fn keys_of_others_become_plain() {
        assert_eq!(
            with_plain_keys("@article{Smith_2020:x, author={a@b}, url={x}}\n @misc{, title={y}}"),
            "@article{Smith2020x, author={a@b}, url={x}}\n @misc{work, title={y}}"
        );
        assert_eq!(with_plain_keys("@@{"), "@@{");
        assert_eq!(with_plain_keys("@book {A-1,\n title={x}}"), "@book {A1,\n title={x}}");
        // Signs without number that begin nothing are passed over once each.
        let hostile = "@a{\n".repeat(300_000);
        assert_eq!(with_plain_keys(&hostile), hostile);
    }
}
