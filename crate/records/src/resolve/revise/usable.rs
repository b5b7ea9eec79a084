//! What of a record may be written into an entry. Indexes hold titles in capitals, author lists that end in "et al.",
//! article numbers as pages and `abs/2406.01234` as a volume: none of that is.

use super::venue_names;
use crate::resolve::integrity::{is_preprint_record, number_parts, plain_text, title_words, work_doi};
use crate::resolve::venue::is_preprint_server;
use crate::sources::Record;
use crate::sources::title_marks::{is_no_title, searched, unmarked};
use citelight_types::identifiers::is_arxiv_doi;
use citelight_types::text::normalise::fold;
use citelight_types::text::person::Person;

/// Letters from which a text in capitals is no acronym.
const ACRONYM: usize = 12;
/// Longest volume or issue: longer ones are identifiers.
const LONGEST_NUMBER: usize = 10;

/// The authors, if the list is whole and written as names are.
pub(super) fn authors(record: &Record) -> Option<&[Person]> {
    let is_cut = |person: &Person| {
        let name = fold(&format!("{} {}", person.given, person.family));
        let name = name.trim();
        matches!(name, "others" | "and others" | "al" | "et al" | "et" | "") || name.ends_with(" et al")
    };
    let is_capitals = |person: &Person| person.family.chars().count() > 3 && is_in_capitals(&person.family);
    let usable = !record.authors.is_empty()
        && !record.authors.iter().any(is_cut)
        && !record.authors.iter().any(is_capitals);
    usable.then_some(record.authors.as_slice())
}

/// The title without markup and without what indexes put around it (`RETRACTED:`), if there is one.
pub(super) fn title(record: &Record) -> Option<String> {
    if is_no_title(&record.title) {
        return None;
    }
    let plain = plain_text(&record.title);
    let title = searched(&plain);
    // What a notice is about is another text.
    if unmarked(&plain).1 != title {
        return None;
    }
    let title = title.trim_end_matches('.').trim();
    let is_shouted = title.chars().filter(|c| c.is_alphabetic()).count() > ACRONYM && is_in_capitals(title);
    (!title_words(title).is_empty() && !is_shouted).then(|| title.to_owned())
}

/// Where it was published; a preprint server is no such place.
pub(super) fn venue(record: &Record) -> Option<String> {
    let name = venue_names(record).next().map(plain_text)?;
    let is_shouted = name.split_whitespace().count() > 2 && is_in_capitals(&name);
    (!name.is_empty() && !is_shouted && !is_preprint_server(&name)).then_some(name)
}

pub(super) fn volume(record: &Record) -> Option<String> {
    number(record.volume.as_deref()?, &['-', '–', '.'])
}

pub(super) fn issue(record: &Record) -> Option<String> {
    number(record.issue.as_deref()?, &['-', '–', '.', '/', ' '])
}

fn number(value: &str, signs: &[char]) -> Option<String> {
    let value = value.trim();
    let is_number = value.chars().all(|c| c.is_alphanumeric() || signs.contains(&c))
        && value.chars().any(char::is_alphanumeric)
        && value.chars().count() <= LONGEST_NUMBER;
    let word = value.to_lowercase();
    let is_server = ["abs", "arxiv", "corr"].iter().any(|name| word.starts_with(name));
    (is_number && !is_server).then(|| value.replace('–', "--"))
}

/// A range of pages; a single number may be an article's.
pub(super) fn pages(record: &Record) -> Option<String> {
    let value = record.pages.as_deref()?;
    let parts: Vec<&str> =
        value.split(['-', '–', '—', '−']).map(str::trim).filter(|part| !part.is_empty()).collect();
    let [first, last] = parts.as_slice() else { return None };
    let known = number_parts(value);
    let [from, to] = known.as_slice() else { return None };
    let split = |part: &str| -> Option<(String, u64)> {
        let at = part.find(|c: char| c.is_ascii_digit())?;
        Some((part.get(..at)?.to_owned(), part.get(at..)?.parse().ok()?))
    };
    let is_range = match (split(from), split(to)) {
        (Some((left, from)), Some((right, to))) => {
            left.chars().count() <= 2 && (left == right || right.is_empty()) && from <= to
        }
        // Roman numerals.
        _ => [first, last].iter().all(|part| part.chars().all(|c| "ivxlcdmIVXLCDM".contains(c))),
    };
    is_range.then(|| format!("{first}--{last}"))
}

/// The DOI; a preprint's only of a preprint.
pub(super) fn doi(record: &Record) -> Option<String> {
    let doi = citelight_types::identifiers::doi(record.identifiers.doi.as_deref()?)?;
    let doi = work_doi(&doi);
    ((is_preprint_record(record) || !is_arxiv_doi(&doi)) && !doi.contains(['{', '}', '\\', ' ']))
        .then_some(doi)
}

fn is_in_capitals(text: &str) -> bool {
    text.chars().any(char::is_alphabetic) && !text.chars().any(char::is_lowercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record() -> Record {
        Record { title: "Weirs".to_owned(), ..Record::default() }
    }

    #[test]
    fn stopgap_values_of_indexes_are_not_written() {
        for pages in ["103456", "e0123", "1-", "9-3", "abs/2406.01234", "1-2-3", "A1:1-B9", ""] {
            let record = Record { pages: Some(pages.to_owned()), ..record() };
            assert_eq!(super::pages(&record), None, "{pages}");
        }
        for (pages, written) in
            [("101-112", "101--112"), ("101–12", "101--12"), ("S3--S9", "S3--S9"), ("iv-xii", "iv--xii")]
        {
            let record = Record { pages: Some(pages.to_owned()), ..record() };
            assert_eq!(super::pages(&record).as_deref(), Some(written));
        }
        for volume in
            ["abs/2406.01234", "abs-2406", "arXiv", "CoRR", "", "10.1000/xyz", "Lecture Notes in Weirs"]
        {
            let record = Record { volume: Some(volume.to_owned()), ..record() };
            assert_eq!(super::volume(&record), None, "{volume}");
        }
        for title in ["WEIRS AND THEIR WALLS", "", ".", "Untitled", "[No title found]", "<i></i>"] {
            assert_eq!(super::title(&Record { title: title.to_owned(), ..record() }), None, "{title}");
        }
        let retracted = Record { title: "RETRACTED: Weirs and walls".to_owned(), ..record() };
        assert_eq!(super::title(&retracted).as_deref(), Some("Weirs and walls"));
        let marked = Record { title: "Weirs &amp; <i>walls</i> of H<sub>2</sub>O.".to_owned(), ..record() };
        assert_eq!(super::title(&marked).as_deref(), Some("Weirs & walls of H2O"));
        for (family, given) in [("al.", "et"), ("others", ""), ("Lee et al.", ""), ("TAMM", "BO"), ("", "")] {
            let authors = vec![Person::new("Roos", "Dirk"), Person::new(family, given)];
            assert_eq!(super::authors(&Record { authors, ..record() }), None, "{family}");
        }
        let people = vec![Person::new("Li", "A."), Person::new("LEE", "B.")];
        assert!(super::authors(&Record { authors: people, ..record() }).is_some());
    }
}
