//! arXiv's query API (Atom): <https://info.arxiv.org/help/api/user-manual.html>. One request per three seconds.

use super::api::{
    Absence, Api, ApiName, ApiSettings, Asked, Key, Reading, ResponseError, Wanted, healthy, not_here,
    under_keys,
};
use super::editorial::{EditorialNotice, NoticeBasis, NoticeKind, status_of};
use super::links::{LocationFormat, LocationVersion, OpenLocation, VersionLink, VersionRelation};
use super::withdrawal::{MOST_WORDS, withdrawal};
use super::{Record, WorkKind, people, xml};
use crate::http::{Request, Response};
use citelight_document::markup::tree::{NodeId, Tree};
use citelight_types::date::Date;
use citelight_types::identifiers::{Identifiers, field};
use citelight_types::text::normalise::first_words;
use citelight_types::text::person::Person;

/// arXiv: its own preprints.
#[derive(Clone, Copy, Debug, Default)]
pub struct Arxiv;

/// Identifiers in one list.
const BATCH: usize = 100;
/// Versions of a paper whose titles are asked for; few have more.
const MOST_VERSIONS: usize = 9;

impl Api for Arxiv {
    fn name(&self) -> ApiName {
        ApiName::Arxiv
    }

    fn takes(&self, key: &Key) -> bool {
        matches!(key, Key::Arxiv(_))
    }

    fn batch(&self, _: &Key) -> usize {
        BATCH
    }

    fn ask_keys(&self, keys: &[Key], settings: &ApiSettings) -> Option<Request> {
        let ids: Vec<&str> = keys.iter().map(Key::value).collect();
        let request = settings.get(ApiName::Arxiv, "/api/query").with("id_list", &ids.join(","));
        Some(request.with("max_results", &keys.len().to_string()))
    }

    fn ask_title(&self, wanted: &Wanted, settings: &ApiSettings) -> Option<Request> {
        if wanted.is_entry() {
            return None;
        }
        let terms: Vec<String> =
            wanted.telling_words().into_iter().map(|word| format!("ti:{word}")).collect();
        let query = terms.join(" AND ");
        let request = settings.get(ApiName::Arxiv, "/api/query").with("search_query", &query);
        (!terms.is_empty()).then(|| request.with("max_results", "5"))
    }

    /// The first versions, each with its title; arXiv leaves out those that there are not.
    fn ask_versions(&self, record: &Record, settings: &ApiSettings) -> Option<Request> {
        let id = record.identifiers.arxiv.as_deref()?;
        let versions: Vec<String> = (1..=MOST_VERSIONS).map(|version| format!("{id}v{version}")).collect();
        let request = settings.get(ApiName::Arxiv, "/api/query").with("id_list", &versions.join(","));
        Some(request.with("max_results", &versions.len().to_string()))
    }

    fn read_versions(&self, answer: &Response) -> Result<Vec<String>, ResponseError> {
        match self.read(Asked::Keys(&[]), answer, &ApiSettings::default())? {
            Reading::Records(lists) | Reading::Partly(lists) => Ok(lists
                .into_iter()
                .flatten()
                .map(|record| record.title)
                .filter(|title| !title.is_empty())
                .collect()),
            Reading::Next(_) => Ok(Vec::new()),
        }
    }

    fn read(&self, asked: Asked<'_>, answer: &Response, _: &ApiSettings) -> Result<Reading, ResponseError> {
        // What arXiv refuses comes as a feed too, with status 400 or, formerly, 200.
        if answer.status != 400 {
            healthy(answer, Absence::EmptyList)?;
        }
        let tree = xml::parse(answer.text()?)?;
        let Some(feed) = xml::find(&tree, Tree::ROOT, &["feed"]) else {
            return Err(ResponseError::Malformed("it is no feed".to_owned()));
        };
        let mut records = Vec::new();
        for entry in xml::children(&tree, feed, "entry") {
            let id = xml::words(&tree, entry, &["id"]).unwrap_or_default();
            if id.contains("/api/errors") {
                let reason = xml::words(&tree, entry, &["summary"]).unwrap_or(id);
                return Err(ResponseError::Rejected(reason));
            }
            records.extend(record(&tree, entry, &id));
        }
        if answer.status == 400 {
            return Err(ResponseError::Rejected("status 400 without a reason".to_owned()));
        }
        Ok(if records.is_empty() { not_here(asked) } else { under_keys(asked, records) })
    }
}

/// The version that an address ends with: `http://arxiv.org/abs/1706.03762v7`.
fn version_of(id: &str) -> Option<u32> {
    id.rsplit_once('v')?.1.parse().ok()
}

fn record(tree: &Tree, entry: NodeId, id: &str) -> Option<Record> {
    let words = |name: &str| xml::words(tree, entry, &[name]);
    let submission = Submission {
        id: field::arxiv(id)?,
        title: words("title").unwrap_or_default(),
        authors: xml::children(tree, entry, "author")
            .filter_map(|author| people::full_name(&xml::words(tree, author, &["name"])?))
            .collect(),
        published: words("published").as_deref().and_then(Date::from_text),
        updated: words("updated").as_deref().and_then(Date::from_text),
        abstract_text: words("summary"),
        comment: words("comment").unwrap_or_default(),
        doi: words("doi"),
        category: xml::find(tree, entry, &["primary_category"])
            .and_then(|category| tree.attribute(category, "term"))
            .map(str::to_owned),
        version: version_of(id),
    };
    Some(submission.into_record())
}

/// What arXiv says of one of its papers, in whichever format.
pub(super) struct Submission {
    /// Without its version.
    pub(super) id: String,
    pub(super) title: String,
    pub(super) authors: Vec<Person>,
    pub(super) published: Option<Date>,
    pub(super) updated: Option<Date>,
    pub(super) abstract_text: Option<String>,
    pub(super) comment: String,
    /// Of the article that it became.
    pub(super) doi: Option<String>,
    pub(super) category: Option<String>,
    /// The number of its latest version, where it is known.
    pub(super) version: Option<u32>,
}

impl Submission {
    pub(super) fn into_record(self) -> Record {
        let arxiv = self.id;
        let said = withdrawal(&self.comment, self.abstract_text.as_deref().unwrap_or_default(), &arxiv);
        let notices: Vec<EditorialNotice> = said
            .map(|said| EditorialNotice {
                kind: NoticeKind::Withdrawal,
                date: self.updated,
                notice: Some(format!("https://arxiv.org/abs/{arxiv}")),
                words: Some(first_words(said, MOST_WORDS)),
                basis: NoticeBasis::Title,
            })
            .into_iter()
            .collect();
        let doi = self.doi.as_deref().and_then(field::of_doi).filter(|found| found.arxiv.is_none());
        let locations = [("html", LocationFormat::Html), ("pdf", LocationFormat::Pdf)];
        let locations = locations.into_iter().filter_map(|(path, format)| {
            let location = OpenLocation::new(&format!("https://arxiv.org/{path}/{arxiv}"), format)?;
            Some(OpenLocation { version: Some(LocationVersion::Submitted), ..location })
        });
        Record {
            id: arxiv.clone(),
            source: ApiName::Arxiv.as_str().to_owned(),
            title: self.title,
            authors: self.authors,
            year: self.published.map(|date| date.year),
            // Where it was published later, in the author's words ("Phys. Rev. D 64, 2001"), is no venue of the preprint.
            venue: Some("arXiv".to_owned()),
            kind: WorkKind::Preprint,
            status: status_of(&notices),
            type_name: self.category,
            locations: if notices.is_empty() { locations.collect() } else { Vec::new() },
            versions: doi
                .map(|identifiers| VersionLink { relation: VersionRelation::Publication, identifiers })
                .into_iter()
                .collect(),
            identifiers: Identifiers { arxiv: Some(arxiv), ..Identifiers::default() },
            abstract_text: self.abstract_text,
            published: self.published,
            updated: self.updated.filter(|_| self.version.is_some()),
            version: self.version,
            notices,
            ..Record::default()
        }
    }
}
