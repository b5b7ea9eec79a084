//! Whether a text cites a work in so many words, and where (BibAgent, appendix D.1: the witness check).

use serde::{Deserialize, Serialize};

use super::site::Site;
use citelight_document::citation::Reference;
use citelight_document::document::Document;
use citelight_document::markup::BlockKind;
use citelight_records::resolve::score::{Described, match_score};
use citelight_records::sources::Record;
use citelight_types::settings::Settings;
use citelight_types::text::normalise::fold;
use citelight_types::text::titles::title_stands_in;

/// How a text is known to cite a work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum CitationBasis {
    /// An entry of its list has the work's identifier, and the text cites the entry.
    Identifier,
    /// An entry has the work's title (and authors), and the text cites the entry.
    Title,
    /// An entry without a title has first author, year, volume and first page of the work, and the text cites the entry.
    Bibliography,
    /// A sentence holds the work's DOI.
    DoiInText,
    /// A sentence holds the work's title.
    TitleInText,
    /// An index quotes the sentence; the text itself was not read.
    Quoted,
}

/// The places at which a text cites a work, and how that is known; none if it does not.
pub fn mentions(
    document: &Document,
    cited: &Record,
    settings: &Settings,
) -> Option<(CitationBasis, Vec<Site>)> {
    let entries: Vec<(usize, CitationBasis)> = document
        .references
        .iter()
        .enumerate()
        .filter_map(|(index, reference)| Some((index, names(reference, cited, settings)?)))
        .collect();
    let best = entries.iter().map(|(_, basis)| *basis).min();
    // An entry that only looks alike is another work where one bears the identifier.
    let entries: Vec<usize> =
        entries.iter().filter(|(_, basis)| Some(*basis) == best).map(|(index, _)| *index).collect();
    let sites: Vec<Site> = document
        .citations
        .iter()
        .filter(|citation| citation.references.iter().any(|index| entries.contains(index)))
        .filter_map(|citation| Site::of(document, citation))
        .collect();
    match best {
        Some(basis) if !sites.is_empty() => Some((basis, sites)),
        _ => in_running_text(document, cited),
    }
}

/// How an entry names a work; none if it does not.
fn names(reference: &Reference, cited: &Record, settings: &Settings) -> Option<CitationBasis> {
    if reference.identifiers.agree(&cited.identifiers) {
        return Some(CitationBasis::Identifier);
    }
    let described = Described::by_reference(reference);
    let score = described.map(|entry| match_score(&entry, &Described::by_record(cited), settings));
    let near_year = |years: i32| match (reference.year, cited.year) {
        (Some(one), Some(other)) => (one - other).abs() <= years,
        _ => true,
    };
    // A preprint may be some years older than its publication.
    let by_title = score.is_some_and(|score| score.total >= settings.match_accept)
        || (title_stands_in(&cited.title, &reference.raw) && names_first_author(reference, cited));
    if by_title && near_year(3) {
        return Some(CitationBasis::Title);
    }
    let first_page = |pages: &Option<String>| {
        let pages = pages.as_deref()?;
        pages.split(['-', '–', '—', ',']).next().map(fold).filter(|page| !page.is_empty())
    };
    let same = |one: Option<String>, other: Option<String>| one.is_some() && one == other;
    let by_place = reference.title.is_none()
        && reference.year.is_some()
        && reference.year == cited.year
        && same(reference.volume.as_deref().map(fold), cited.volume.as_deref().map(fold))
        && same(first_page(&reference.pages), first_page(&cited.pages))
        && names_first_author(reference, cited);
    by_place.then_some(CitationBasis::Bibliography)
}

fn names_first_author(reference: &Reference, cited: &Record) -> bool {
    let Some(first) = cited.authors.first().map(|author| fold(&author.family)) else { return false };
    !first.is_empty() && format!(" {} ", fold(&reference.raw)).contains(&format!(" {first} "))
}

/// Sentences that hold the work's DOI or title themselves.
fn in_running_text(document: &Document, cited: &Record) -> Option<(CitationBasis, Vec<Site>)> {
    let doi = cited.identifiers.doi.as_deref().map(str::to_lowercase);
    let mut found: Option<(CitationBasis, Vec<Site>)> = None;
    for (block, content) in document.blocks.iter().enumerate() {
        if matches!(content.kind, BlockKind::Heading(_) | BlockKind::Math) {
            continue;
        }
        for index in 0..content.sentences.len() {
            let Some(sentence) = content.sentence(index) else { continue };
            let basis = if doi.as_deref().is_some_and(|doi| holds_doi(sentence, doi)) {
                CitationBasis::DoiInText
            } else if title_stands_in(&cited.title, sentence) {
                CitationBasis::TitleInText
            } else {
                continue;
            };
            let Some(site) = Site::of_sentence(document, block, index) else { continue };
            let (best, sites) = found.get_or_insert((basis, Vec::new()));
            *best = basis.min(*best);
            sites.push(site);
        }
    }
    found
}

/// Whether a text holds a DOI (in lower case) and no longer one that begins with it.
fn holds_doi(text: &str, doi: &str) -> bool {
    let text = text.to_lowercase();
    let ends = |end: usize| {
        let rest = &text[end..];
        let next = rest.trim_start_matches(['.', ',', ';', ')', ']']).chars().next();
        rest.is_empty() || next.is_none_or(|c| c.is_whitespace())
    };
    text.match_indices(doi).any(|(at, found)| ends(at + found.len()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use citelight_document::document::{Input, parse};
    use citelight_types::identifiers::Identifiers;
    use citelight_types::text::person::Person;

    fn cited() -> Record {
        Record {
            title: "Weirs of oak in cold rivers".to_owned(),
            authors: vec![Person::new("Smith", "A."), Person::new("Lee", "B.")],
            year: Some(2001),
            volume: Some("12".to_owned()),
            pages: Some("345-350".to_owned()),
            identifiers: Identifiers { doi: Some("10.1234/weir.1".to_owned()), ..Identifiers::default() },
            ..Record::default()
        }
    }

    fn found(body: &str, entry: &str) -> Option<(CitationBasis, Vec<String>)> {
        let page = format!(
            "<html><head><title>T</title></head><body><article><h1>T</h1><h2>Introduction</h2><p>{body}</p><h2>References</h2>\
             <ol><li>Jones C. Pine in warm lakes. Lake J. 1999;3:1-9.</li><li>{entry}</li></ol></article></body></html>"
        );
        let document = parse(Input::new(&page, "page.html")).unwrap();
        let (basis, sites) = mentions(&document, &cited(), &Settings::default())?;
        Some((basis, sites.into_iter().map(|site| site.target).collect()))
    }

    const BODY: &str =
        "Pine rots soon [1]. Weirs of oak outlast those of pine by forty years [2]. We measured both.";

    #[test]
    fn an_entry_and_its_citation_make_a_witness() {
        let claim = vec!["Weirs of oak outlast those of pine by forty years.".to_owned()];
        for (entry, basis) in [
            (
                "Smith A, Lee B. Weirs of oak in cold rivers. River J. 2001;12:345-350. doi:10.1234/weir.1",
                CitationBasis::Identifier,
            ),
            ("Smith A, Lee B. Weirs of oak in cold rivers. River J. 2001;12:345-350.", CitationBasis::Title),
        ] {
            assert_eq!(found(BODY, entry), Some((basis, claim.clone())), "{entry}");
        }
    }

    #[test]
    fn an_entry_that_nobody_cites_makes_none() {
        let entry =
            "Smith A, Lee B. Weirs of oak in cold rivers. River J. 2001;12:345-350. doi:10.1234/weir.1";
        assert_eq!(found("Pine rots soon [1]. We measured both.", entry), None);
        assert_eq!(
            found(BODY, "Smith A, Lee B. Bridges of stone in warm lakes. River J. 2004;15:1-9."),
            None
        );
    }

    #[test]
    fn a_text_may_name_the_work_itself() {
        let other = "Miller D. Dams. River J. 2011;22:1-2.";
        let by_doi = found("Pine rots soon [1]. Oak lasts forty years (doi:10.1234/WEIR.1).", other).unwrap();
        assert_eq!(by_doi.0, CitationBasis::DoiInText);
        assert_eq!(found("Pine rots soon [1]. Oak lasts forty years (doi:10.1234/weir.12).", other), None);
        let by_title = found(
            "Pine rots soon [1]. “Weirs of Oak in Cold Rivers” finds that oak lasts forty years.",
            other,
        );
        assert_eq!(by_title.unwrap().0, CitationBasis::TitleInText);
    }

    #[test]
    fn an_entry_without_title_is_known_by_author_and_place() {
        let entry = |volume: &str| Reference {
            raw: format!("A. Smith and B. Lee, River J. {volume}, 345 (2001)"),
            year: Some(2001),
            volume: Some(volume.to_owned()),
            pages: Some("345".to_owned()),
            ..Reference::default()
        };
        let named = |volume| names(&entry(volume), &cited(), &Settings::default());
        assert_eq!(named("12"), Some(CitationBasis::Bibliography));
        assert_eq!(named("13"), None);
    }
}
