//! Names and years that a sentence writes beside a number: “Smith (2015) [7]” where entry 7 is of another author or year. It is
//! read off from the page, and no record is needed: a hint, for the number may be off, or the name.

use std::sync::LazyLock;

use regex::Regex;

use super::names::{alike, tail};
use citelight_document::citation::{Citation, CitationStyle, Reference, is_organisation};
use citelight_document::document::Document;
use citelight_records::sources::Record;
use citelight_types::finding::Reason;
use citelight_types::text::normalise::fold;
use citelight_types::text::person::Person;

/// Years by which a work may be older or newer than its entry says: preprint and print, online and in an issue.
const NEAR: i32 = 1;
/// Names of an entry that are shown.
const SHOWN: usize = 3;

/// `Smith (2015)`, `Smith et al. (2015)`, `Smith and Lee, 2015` at the end of a text. A bare name needs its year in brackets.
static WITH_YEAR: LazyLock<Regex> = LazyLock::new(|| {
    #[allow(clippy::unwrap_used, reason = "a constant pattern, compiled in the tests")]
    Regex::new(
        r"(?x)
        (?P<shown> (?P<family>\p{Lu}[\p{L}'’\-]+)
            (?: (?P<group> \s*,?\s+ et \s+ al\b\.?
                  | \s+ (?:and|&) \s+ (?:colleagues|co-?workers|collaborators|co-?authors) )
              | (?P<pair> \s+ (?:and|&) \s+ \p{Lu}[\p{L}'’\-]+ )
            )?
            (?: \s* [\(\[] \s* (?P<inside>(?:1[89]|20)\d\d)[a-z]? \s* [\)\]] | ,?\s+ (?P<bare>(?:1[89]|20)\d\d)[a-z]? )
        )
        \s* ,? \s* [\(\[]? \s* $",
    )
    .unwrap()
});

/// `Smith et al.` at the end of a text.
static GROUP: LazyLock<Regex> = LazyLock::new(|| {
    #[allow(clippy::unwrap_used, reason = "a constant pattern, compiled in the tests")]
    Regex::new(r"(?x) (?P<shown> (?P<family>\p{Lu}[\p{L}'’\-]+) \s*,?\s+ et \s+ al\b\.? ) \s* [\(\[]? \s* $")
        .unwrap()
});

/// What a sentence writes right before a number.
struct Written {
    shown: String,
    /// Folded, its last part.
    family: String,
    year: Option<i32>,
    /// Whether it is a name without doubt.
    is_group: bool,
}

impl Written {
    fn before(text: &str) -> Option<Self> {
        let captures = WITH_YEAR.captures(text).or_else(|| GROUP.captures(text))?;
        let year = captures.name("inside").or_else(|| captures.name("bare"));
        let is_group = captures.name("group").is_some() || year.is_none();
        // “In March 2015 [7]” is a date.
        if captures.name("bare").is_some() && !is_group && captures.name("pair").is_none() {
            return None;
        }
        let written = captures.name("family")?.as_str();
        let written = written.trim_end_matches("'s").trim_end_matches("’s");
        let is_acronym = written.chars().all(|c| !c.is_lowercase());
        let folded = fold(written);
        let family = folded.rsplit(' ').next().unwrap_or_default().to_owned();
        (!is_acronym && family.chars().count() > 1).then(|| Self {
            shown: captures["shown"].trim().to_owned(),
            family,
            year: year.and_then(|year| year.as_str().parse().ok()),
            is_group,
        })
    }

    fn is_in(&self, text: &str) -> bool {
        fold(text).split(' ').any(|word| alike(word, &self.family))
    }
}

/// What differs between the words beside a number and the entry that it names.
pub(super) fn differs(
    document: &Document,
    citation: &Citation,
    reference: &Reference,
    record: Option<&Record>,
) -> Option<Reason> {
    let is_numbered = matches!(document.style, CitationStyle::Numeric | CitationStyle::Superscript);
    // In “Smith et al. (2015) [3, 5]” the name need not be that of each.
    if !is_numbered || citation.references.len() != 1 || reference.authors.is_empty() {
        return None;
    }
    let block = document.blocks.get(citation.block)?;
    if block.text.get(citation.range.clone())?.chars().any(char::is_alphabetic) {
        return None;
    }
    let written = Written::before(tail(block.text.get(..citation.range.start)?))?;
    let recorded = record.map(|record| record.authors.as_slice()).unwrap_or_default();
    let people = || reference.authors.iter().chain(recorded);
    let is_author = people().any(|person| written.is_in(&person.family) || written.is_in(&person.given));
    let years: Vec<i32> =
        [reference.year, record.and_then(|record| record.year)].into_iter().flatten().collect();
    let is_dated = written.year.is_none_or(|year| {
        reference.raw.contains(&year.to_string()) || years.iter().any(|known| (known - year).abs() <= NEAR)
    });
    if is_author {
        let (year, entry) = (written.year?, reference.year?);
        return (!is_dated)
            .then(|| Reason::YearBesideDiffers { sentence: year.to_string(), entry: entry.to_string() });
    }
    let titles = record.map(|record| record.title.as_str()).into_iter();
    let is_mentioned = written.is_in(&reference.raw) || titles.into_iter().any(|title| written.is_in(title));
    // Who is left out of the entry may be named; a group goes by the name of a member.
    let is_cut = recorded.is_empty() && has_others(&reference.raw);
    let is_body = people().any(|person| is_organisation(&format!("{} {}", person.given, person.family)));
    // A name alone may be no name: then the year must be another one, too.
    let is_sure = written.is_group || (written.year.is_some() && !is_dated && !years.is_empty());
    (!is_mentioned && !is_cut && !is_body && is_sure).then(|| Reason::NameBesideDiffers {
        sentence: written.shown,
        entry: shown(&reference.authors, reference.year),
    })
}

/// Whether an entry does not name all authors.
fn has_others(entry: &str) -> bool {
    let folded = fold(entry);
    folded.contains("et al") || folded.contains("and others") || entry.contains('…') || entry.contains("...")
}

fn shown(authors: &[Person], year: Option<i32>) -> String {
    let families: Vec<&str> = authors.iter().take(SHOWN).map(|person| person.family.as_str()).collect();
    let more = if authors.len() > SHOWN { " et al." } else { "" };
    let year = year.map(|year| format!(" ({year})")).unwrap_or_default();
    format!("{}{more}{year}", families.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use citelight_document::document::Content;

    /// What is said of a sentence that cites entry 2.
    fn said(sentence: &str, entry: &str) -> Option<Reason> {
        let page = format!(
            "<article><h1>On otters</h1><h2>Introduction</h2><p>Otters swim <a href=\"#r1\">[1]</a>. They were seen in all rivers \
             <a href=\"#r3\">[3]</a>.</p><p>{}</p><h2>References</h2><ol><li id=\"r1\">[1] Lee A. On the otters of the Elbe. Journal of Rivers. \
             2001;3:1-9.</li><li id=\"r2\">[2] {entry}</li><li id=\"r3\">[3] Roe C. Rivers of the north. Journal of Rivers. 2003;4:1-9.</li></ol></article>",
            sentence.replace("[2]", "<a href=\"#r2\">[2]</a>")
        );
        let document = Content::alone(page).parse("page.html", false).unwrap();
        assert_eq!(document.references.len(), 3);
        let citation = document.citations.iter().find(|citation| citation.references == [1])?;
        differs(&document, citation, &document.references[1], None)
    }

    const JONES: &str = "Jones B, Poe D. Otters and their kin in Europe. Journal of Rivers. 2017;9:1-9.";

    #[test]
    fn another_name_or_year_is_read_off() {
        let named = |sentence: &str| match said(sentence, JONES) {
            Some(Reason::NameBesideDiffers { sentence, entry }) => (sentence, entry),
            other => panic!("{sentence}: {other:?}"),
        };
        let (sentence, entry) = named("It was shown by Smith (2015) [2] that otters swim.");
        assert_eq!((sentence.as_str(), entry.as_str()), ("Smith (2015)", "Jones, Poe (2017)"));
        assert_eq!(named("Smith et al. [2] saw otters swim.").0, "Smith et al.");
        assert_eq!(named("Smith and Lee (2011) [2] saw otters swim.").0, "Smith and Lee (2011)");
        for sentence in ["Jones and Poe (2011) [2] saw it.", "It was seen by Jones et al., 2011 [2] in May."]
        {
            let Some(Reason::YearBesideDiffers { sentence: year, entry }) = said(sentence, JONES) else {
                panic!("{sentence}");
            };
            assert_eq!((year.as_str(), entry.as_str()), ("2011", "2017"));
        }
    }

    #[test]
    fn what_agrees_or_may_is_left_alone() {
        for sentence in [
            "Jones (2017) [2] saw otters swim.",
            "Jones and Poe (2016) [2] saw otters swim.",
            "Poe et al. [2] saw otters swim.",
            "The Kyoto Protocol (2017) [2] is on otters.",
            "In March 2011 [2] otters swam.",
            "By the Nobel Prize (2018) [2] otters were honoured.",
            "We used ImageJ (2009) [1], [2].",
            "It was seen in Smith and others [2] that otters swim.",
            "The WHO (2003) [2] counted otters.",
        ] {
            assert_eq!(said(sentence, JONES), None, "{sentence}");
        }
        let reprint = "Darwin C. On the origin of otters (first published 1859). Penguin; 2003.";
        assert_eq!(said("This goes back to Darwin (1859) [2] and others.", reprint), None);
        let cut = "Jones B, et al. Otters and their kin in Europe. Journal of Rivers. 2017;9:1-9.";
        assert_eq!(said("Smith et al. [2] saw otters swim.", cut), None);
        let body = "World Health Organization. Report on otters. Geneva; 2017.";
        assert_eq!(said("Smith et al. [2] saw otters swim.", body), None);
    }
}
