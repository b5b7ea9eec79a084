//! How an entry of the list stands in the whole article, beside the one sentence that cites it.

use std::collections::{BTreeMap, BTreeSet};

use super::Run;
use citelight_records::resolve::venue::is_preprint_server;
use citelight_records::sources::Record;
use citelight_types::text::normalise::fold;
use citelight_types::text::person::Person;
use citelight_verify::claim::Claim;
use citelight_verify::relevance::neighbours::is_alone;
use citelight_verify::relevance::pattern::{Compared, Pattern, pattern_of};
use citelight_verify::relevance::{Article, Vectors};

/// Works cited at once that make a crowd: what such a sentence says, it says of none of them.
const CROWD: usize = 5;

/// What the texts of a whole article say of its list.
pub(super) struct Standing<'a> {
    /// The open pairs: index, reference, claim.
    pub(super) open: &'a [(usize, usize, &'a Claim)],
    /// Title and abstract of the works that have one, by reference.
    pub(super) listed: &'a BTreeMap<usize, String>,
    /// The article, if it has a subject.
    pub(super) article: Option<Article<'a>>,
    pub(super) vectors: &'a Vectors,
}

impl Standing<'_> {
    /// Whether a work fits nothing in the article: none of its sentences, not the article, and no other work of the list that
    /// fits it.
    pub(super) fn is_alone(&self, reference: usize, doubted: &BTreeSet<usize>) -> bool {
        let (Some(article), Some(own)) = (self.article, self.listed.get(&reference)) else { return false };
        let others = self.listed.iter().filter(|(at, _)| **at != reference);
        let mut pairs = self.open.iter().filter(|(_, cited, _)| *cited == reference);
        pairs.all(|(pair, ..)| doubted.contains(pair))
            && is_alone(own, others.map(|(_, whole)| whole.as_str()), article, self.vectors)
    }

    /// The greatest cosine of a work with the article and with the sentences that cite it; none if nothing cites it.
    fn nearest(&self, reference: usize, article: &str) -> Option<f64> {
        let whole = self.listed.get(&reference)?;
        let citing = self.open.iter().filter(|(_, cited, _)| *cited == reference);
        let sentences = citing.filter_map(|(_, _, claim)| self.vectors.cosine(&claim.sentence, whole));
        let nearest = sentences.max_by(f64::total_cmp)?;
        Some(nearest.max(self.vectors.cosine(article, whole)?))
    }
}

impl Run<'_> {
    /// How many works are cited at once where the fewest are, if an entry is cited only in a crowd.
    pub(super) fn crowd_of(&self, reference: usize) -> Option<u32> {
        let citing = self.state.pairs.iter().filter(|pair| pair.reference == Some(reference));
        let joint = citing.filter_map(|pair| Some(self.claims.get(pair.citation)?.joint)).min()?;
        (joint >= CROWD).then_some(joint as u32)
    }

    /// Many works of one author or venue that are far from everything in the article, with the name as a reader knows it.
    pub(super) fn pattern(&self, standing: &Standing<'_>) -> Option<Pattern> {
        let article = standing.article?.whole();
        let mut shown: BTreeMap<String, String> = BTreeMap::new();
        let mut compared = Vec::new();
        for at in standing.listed.keys() {
            let (Some(record), Some(nearest)) = (self.record_about(*at), standing.nearest(*at, &article))
            else {
                continue;
            };
            let Some(entry) = self.document.references.get(*at) else { continue };
            let (authors, venue) = (authors_of(record), venue_of(record));
            shown.extend(authors.iter().chain(&venue).map(|name| (name.key.clone(), name.shown.clone())));
            let authors = authors.into_iter().map(|name| name.key).collect();
            compared.push(Compared {
                number: entry.number,
                nearest,
                authors,
                venue: venue.map(|name| name.key),
            });
        }
        let pattern = pattern_of(&compared)?;
        let name = shown.remove(&pattern.name)?;
        Some(Pattern { name, ..pattern })
    }
}

/// What an author or a venue is told apart by, and as it is shown.
struct Name {
    key: String,
    shown: String,
}

fn authors_of(record: &Record) -> Vec<Name> {
    let name = |person: &Person| {
        let initial = fold(&person.given).chars().next()?;
        let family = fold(&person.family);
        let shown = format!("{} {}", person.given, person.family);
        (!family.is_empty()).then(|| Name { key: format!("{family}, {initial}"), shown })
    };
    record.authors.iter().filter_map(name).collect()
}

/// A preprint server is no venue.
fn venue_of(record: &Record) -> Option<Name> {
    let venue = record.venue.as_deref().filter(|venue| !is_preprint_server(venue))?;
    let key = fold(venue);
    (!key.is_empty()).then(|| Name { key, shown: venue.to_owned() })
}
