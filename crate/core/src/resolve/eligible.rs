//! Which entries may be called ghosts at all: only those an index of papers would hold, read without doubt.

use crate::citation::Reference;
use crate::text::normalise::fold;

/// Words by which books, theses, reports, standards, software, data and web pages give themselves away.
const GREY: &[&str] = &[
    "press",
    "publisher",
    "publishers",
    "publishing",
    "books",
    "book",
    "handbook",
    "textbook",
    "edition",
    "edn",
    "chapter",
    "thesis",
    "dissertation",
    "phd",
    "msc",
    "technical",
    "report",
    "tech",
    "manual",
    "guide",
    "standard",
    "iso",
    "rfc",
    "patent",
    "software",
    "package",
    "library",
    "dataset",
    "database",
    "github",
    "zenodo",
    "figshare",
    "available",
    "accessed",
    "retrieved",
    "online",
    "blog",
    "website",
    "news",
    "unpublished",
    "forthcoming",
    "submitted",
    "personal",
    "communication",
    "preparation",
    "white",
    "editors",
    "eds",
    "isbn",
];

/// Why an entry may not be called a ghost, in one sentence; none if it may.
pub fn why_not_ghost(reference: &Reference) -> Option<&'static str> {
    let Some(title) = reference.title.as_deref().map(fold) else {
        return Some("its title could not be told from the rest of the entry");
    };
    let words = title.split(' ').count();
    if !(4..=40).contains(&words) || !format!(" {} ", fold(&reference.raw)).contains(&format!(" {title} ")) {
        return Some("its title could not be read with confidence");
    }
    if reference.authors.is_empty() || reference.year.is_none() {
        return Some("its authors or its year could not be read");
    }
    let venue = reference.venue.as_deref().map(fold).unwrap_or_default();
    if venue.is_empty() && reference.identifiers.doi.is_none() && reference.identifiers.arxiv.is_none() {
        return Some("it names no journal or conference, so it may be a book, a report or a web page");
    }
    let outside_title = format!(" {} ", fold(&reference.raw)).replacen(&format!(" {title} "), " ", 1);
    let grey = outside_title.split(' ').any(|word| GREY.contains(&word));
    if grey || reference.identifiers.isbn.is_some() {
        return Some("it looks like a book, a report, software or a web page, which indexes often lack");
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::citation::Identifiers;
    use crate::text::person::Person;

    fn article() -> Reference {
        Reference {
            raw: "J. Doe. A study of something very new. Journal of Studies 3, 2020".to_owned(),
            title: Some("A study of something very new".to_owned()),
            authors: vec![Person::new("Doe", "J.")],
            year: Some(2020),
            venue: Some("Journal of Studies".to_owned()),
            ..Reference::default()
        }
    }

    #[test]
    fn an_article_read_without_doubt_may_be_a_ghost() {
        assert_eq!(why_not_ghost(&article()), None);
    }

    #[test]
    fn what_indexes_lack_never_is() {
        let book = Reference {
            raw: "J. Doe. A study of something very new. Oxford University Press, 2020".to_owned(),
            ..article()
        };
        let untitled = Reference { title: None, ..article() };
        let page = Reference {
            venue: None,
            identifiers: Identifiers { url: Some("http://example.org".to_owned()), ..Identifiers::default() },
            ..article()
        };
        let misread = Reference { title: Some("Doe J A study of new".to_owned()), ..article() };
        for reference in [book, untitled, page, misread] {
            assert!(why_not_ghost(&reference).is_some(), "{reference:?}");
        }
    }
}
