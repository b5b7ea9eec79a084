//! Which entries may be called ghosts at all: only those an index of papers would hold, read without doubt.

use citelight_document::citation::Reference;
use citelight_types::text::normalise::fold;

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

/// Words of the names of newspapers, magazines and encyclopedias. They are looked for in the venue alone: titles of papers
/// hold them, too.
const PRESS: &[&str] = &[
    "newspaper",
    "times",
    "post",
    "guardian",
    "telegraph",
    "observer",
    "herald",
    "tribune",
    "gazette",
    "newsweek",
    "newsletter",
    "zeitung",
    "monde",
    "spiegel",
    "bbc",
    "reuters",
    "bloomberg",
    "forbes",
    "techcrunch",
    "blogs",
    "weblog",
    "substack",
    "podcast",
    "wikipedia",
    "encyclopedia",
    "encyclopaedia",
    "britannica",
    "enzyklopadie",
    "enciclopedia",
    "lexikon",
];

/// The same of more words, or words that mean something else within a longer name.
const PRESS_NAMES: &[&str] = &[
    "wired",
    "medium",
    "time",
    "the economist",
    "the atlantic",
    "the new yorker",
    "the verge",
    "the gradient",
    "wall street journal",
    "the wall street journal",
    "towards data science",
];

/// Words of magazines that every index has.
const INDEXED_MAGAZINES: &[&str] = &["ieee", "acm", "philosophical"];

/// Ends of addresses that stand in the place of a venue: `lilianweng.github.io`.
const DOMAINS: &[&str] = &[
    "com", "org", "net", "io", "edu", "gov", "ai", "dev", "co", "info", "blog", "eu", "uk", "de", "fr", "cn",
];

/// Whether a venue is a newspaper, a magazine, an encyclopedia or a site.
pub(crate) fn is_press(venue: &str) -> bool {
    let folded = fold(venue);
    let has = |names: &[&str]| folded.split(' ').any(|word| names.contains(&word));
    has(PRESS)
        || (has(&["magazine"]) && !has(INDEXED_MAGAZINES))
        || PRESS_NAMES.contains(&folded.as_str())
        || venue.split_whitespace().any(is_address)
}

/// Whether a word is an address of the web, or the name of a site.
pub(crate) fn is_address(word: &str) -> bool {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric());
    if word.starts_with("http") || word.starts_with("www.") {
        return true;
    }
    let host = word.split('/').next().unwrap_or_default();
    // Journals are shortened without spaces, too, but in other words: "Phys.Rev.Lett".
    host.rsplit_once('.').is_some_and(|(name, end)| name.chars().count() > 1 && DOMAINS.contains(&end))
}

/// Why nothing is said against an entry that a model read off the image of a page.
pub(super) const MISREADABLE: &str = "its page was read from an image, so the entry may be misread";

/// Why an entry may not be called a ghost, in one sentence; none if it may.
pub fn why_not_ghost(reference: &Reference) -> Option<&'static str> {
    if reference.transcribed.is_some() {
        return Some(MISREADABLE);
    }
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
    if grey || reference.is_grey || reference.identifiers.isbn.is_some() {
        return Some("it looks like a book, a report, software or a web page, which indexes often lack");
    }
    if [&reference.venue, &reference.publisher].into_iter().flatten().any(|name| is_press(name)) {
        return Some(
            "it looks like a piece of a newspaper, a magazine, an encyclopedia or a site, which indexes often lack",
        );
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use citelight_document::citation::string::parse_reference;
    use citelight_types::identifiers::Identifiers;
    use citelight_types::text::person::Person;

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
        assert!(why_not_ghost(&Reference { transcribed: Some(2), ..article() }).is_some());
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
        let labelled = Reference { is_grey: true, ..article() };
        for reference in [book, untitled, page, misread, labelled] {
            assert!(why_not_ghost(&reference).is_some(), "{reference:?}");
        }
    }

    #[test]
    fn newspapers_magazines_encyclopedias_and_sites_make_no_ghost() {
        let printed_in = |venue: &str| Reference {
            raw: format!("J. Doe. A study of something very new. {venue}, 2020"),
            venue: Some(venue.to_owned()),
            ..article()
        };
        for venue in [
            "The New York Times",
            "Washington Post",
            "The Guardian",
            "Wired",
            "Time",
            "Quanta Magazine",
            "Chicago Tribune",
            "Stanford Encyclopedia of Philosophy",
            "Encyclopædia Britannica",
            "Lil'Log, lilianweng.github.io",
            "openai.com/research",
            "www.example.xyz",
        ] {
            assert!(why_not_ghost(&printed_in(venue)).is_some(), "{venue}");
        }
        for venue in [
            "Journal of Machine Learning Research",
            "New England Journal of Medicine",
            "IEEE Signal Processing Magazine",
            "Phys.Rev.Lett.",
            "Time Series Analysis",
            "Medium Energy Physics",
        ] {
            assert_eq!(why_not_ghost(&printed_in(venue)), None, "{venue}");
        }
        // What a paper is about says nothing of where it stands.
        let about = "Reading the New York Times by machine";
        let raw = format!("J. Doe. {about}. Journal of Studies 3, 2020");
        let paper = Reference { raw, title: Some(about.to_owned()), ..article() };
        assert_eq!(why_not_ghost(&paper), None);
    }

    #[test]
    fn a_piece_of_a_newspaper_is_told_from_an_article_as_lists_print_them() {
        let printed_in = |venue: &str| {
            parse_reference(&format!("Markoff J. How many computers to identify a cat? {venue}, 2012"))
        };
        let piece = printed_in("The New York Times");
        assert!(why_not_ghost(&piece).is_some(), "{piece:?}");
        let invented = printed_in("Journal of Machine Learning Research");
        assert_eq!(why_not_ghost(&invented), None, "{invented:?}");
    }
}
