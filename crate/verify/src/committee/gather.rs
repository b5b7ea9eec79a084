//! Who may be a witness: citing works of all indexes, each once, without those that cannot stand for anything (BibAgent,
//! appendix D.1).

use std::cmp::Reverse;
use std::collections::BTreeSet;

use futures_util::future::join_all;
use serde::{Deserialize, Serialize};

use super::indexes::{Candidate, CitedBy};
use citelight_document::document::Document;
use citelight_records::sources::{Record, WorkKind, WorkStatus};
use citelight_types::identifiers::Identifiers;
use citelight_types::settings::{CommitteeSettings, Standing};
use citelight_types::text::normalise::fold;

/// Words of a title that tell a work from others; shorter ones must share the year, too.
const TELLING_TITLE: usize = 4;

/// Citing works, and what was left out.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Gathered {
    /// Each work once, in the order in which they are best read.
    pub candidates: Vec<Candidate>,
    /// Works that cannot be witnesses.
    pub refused: Vec<Refused>,
    /// Names of the indexes that answered.
    pub answered: Vec<String>,
    /// What the others came to.
    pub failures: Vec<String>,
    /// Why the standing of venues is not known, where an index could not be asked.
    pub unranked: Vec<String>,
}

/// A citing work that is no witness.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Refused {
    /// Its title.
    pub title: String,
    /// Its DOI, where known.
    pub doi: Option<String>,
    /// Why.
    pub reason: RefusalReason,
}

/// Why a citing work is no witness.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum RefusalReason {
    /// An editorial, a letter, an erratum, front matter.
    Editorial,
    /// It was retracted (ours: what cannot be relied on cannot vouch).
    Retracted,
    /// It is the very paper whose citation is in question.
    CitingPaper,
    /// It is the cited work itself, or a version of it.
    CitedWork,
    /// Neither its text nor a quoted sentence could be had.
    NoText {
        /// What was tried.
        reason: String,
    },
    /// Its text was read, and does not cite the work in so many words.
    NotCited,
    /// None of its sentences says anything about the work that could be told.
    SaysNothing,
    /// Enough witnesses had been heard.
    NotHeard,
}

/// The paper whose citation is in question: never its own witness.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CitingPaper {
    /// Its title.
    pub title: Option<String>,
    /// Its identifiers.
    pub identifiers: Identifiers,
}

impl CitingPaper {
    /// As a document states itself.
    pub fn of(document: &Document) -> Self {
        Self { title: document.title.clone(), identifiers: document.identifiers.clone() }
    }

    fn is(&self, record: &Record) -> bool {
        let same_title = self.title.as_deref().is_some_and(|title| {
            let title = fold(title);
            title.split(' ').count() >= TELLING_TITLE && title == fold(&record.title)
        });
        same_title || self.identifiers.agree(&record.identifiers)
    }
}

/// Asks all indexes who cites a work.
pub async fn gather(
    cited: &Record,
    citing: &CitingPaper,
    indexes: &[&dyn CitedBy],
    settings: &CommitteeSettings,
) -> Gathered {
    let answers = join_all(indexes.iter().map(|index| index.citing(cited, settings.candidates))).await;
    let mut gathered = Gathered::default();
    let mut found = Vec::new();
    for (index, answer) in indexes.iter().zip(answers) {
        match answer {
            Ok(candidates) => {
                gathered.answered.push(index.name().to_owned());
                found.extend(candidates);
            }
            Err(error) => gathered.failures.push(error.to_string()),
        }
    }
    for candidate in merged(found) {
        match unfit(&candidate.record, cited, citing) {
            Some(reason) => gathered.refused.push(refused(&candidate.record, reason)),
            None => gathered.candidates.push(candidate),
        }
    }
    if settings.standing == Standing::Indexes {
        rank_venues(&mut gathered, indexes).await;
    }
    gathered
}

/// Asks the indexes how often works of the candidates' venues are cited, all venues at once.
async fn rank_venues(gathered: &mut Gathered, indexes: &[&dyn CitedBy]) {
    let venues = gathered.candidates.iter().filter_map(|candidate| candidate.standing.venue.clone());
    let venues: BTreeSet<String> = venues.collect();
    let ids: Vec<&str> = venues.iter().map(String::as_str).collect();
    if ids.is_empty() {
        return;
    }
    for answer in join_all(indexes.iter().map(|index| index.venues(&ids))).await {
        match answer {
            Ok(known) => {
                for standing in gathered.candidates.iter_mut().map(|candidate| &mut candidate.standing) {
                    let told = standing.venue.as_ref().and_then(|venue| known.get(venue));
                    standing.venue_citedness = standing.venue_citedness.or(told.copied());
                }
            }
            Err(error) => gathered.unranked.push(error.to_string()),
        }
    }
}

pub(super) fn refused(record: &Record, reason: RefusalReason) -> Refused {
    Refused { title: record.title.clone(), doi: record.identifiers.doi.clone(), reason }
}

fn unfit(record: &Record, cited: &Record, citing: &CitingPaper) -> Option<RefusalReason> {
    let front_matter = ["paratext", "erratum", "editorial", "correction", "retraction"];
    let type_name = record.type_name.as_deref().unwrap_or_default().to_lowercase();
    if same_work(record, cited) {
        Some(RefusalReason::CitedWork)
    } else if citing.is(record) {
        Some(RefusalReason::CitingPaper)
    } else if record.kind == WorkKind::Editorial || front_matter.contains(&type_name.as_str()) {
        Some(RefusalReason::Editorial)
    } else if matches!(record.status, WorkStatus::Retracted { .. }) {
        Some(RefusalReason::Retracted)
    } else {
        None
    }
}

/// Each work once, what the indexes know of it put together; those that can be read come first, the most cited of them first.
fn merged(found: Vec<Candidate>) -> Vec<Candidate> {
    let mut works: Vec<Candidate> = Vec::new();
    for candidate in found {
        // One that is known under two names so far joins them.
        let (same, mut others): (Vec<Candidate>, Vec<Candidate>) =
            works.into_iter().partition(|known| same_work(&known.record, &candidate.record));
        let mut parts = same.into_iter().chain([candidate]);
        if let Some(mut whole) = parts.next() {
            parts.for_each(|part| whole.join(part));
            others.push(whole);
        }
        works = others;
    }
    works.sort_by_cached_key(|work| {
        let readable = !work.record.locations.is_empty()
            || work.record.identifiers.pmcid.is_some()
            || work.record.identifiers.arxiv.is_some();
        let standing = (readable, !work.contexts.is_empty(), work.standing.cited_by);
        (Reverse(standing), fold(&work.record.title), work.record.identifiers.doi.clone())
    });
    works
}

impl Candidate {
    /// Takes what another index knows of the same work.
    fn join(&mut self, other: Self) {
        self.contexts.extend(other.contexts);
        self.standing.fill_from(other.standing);
        self.named_by.extend(other.named_by);
        if matches!(other.record.status, WorkStatus::Retracted { .. }) {
            self.record.status = other.record.status.clone();
        }
        if other.record.kind == WorkKind::Editorial {
            self.record.kind = WorkKind::Editorial;
        }
        self.record.fill_from(other.record);
    }
}

/// Whether two records are of one work: the same identifier, or the same title but for case and signs.
fn same_work(one: &Record, other: &Record) -> bool {
    let (title, its) = (fold(&one.title), fold(&other.title));
    let telling = title.split(' ').count() >= TELLING_TITLE || (one.year.is_some() && one.year == other.year);
    one.identifiers.agree(&other.identifiers) || (!title.is_empty() && title == its && telling)
}

#[cfg(test)]
mod tests {
    use std::future::ready;

    use futures_util::FutureExt;
    use proptest::prelude::*;

    use super::*;
    use citelight_inference::LocalFuture;
    use citelight_records::sources::SourceError;

    struct Index(&'static str, Result<Vec<Candidate>, SourceError>);

    impl CitedBy for Index {
        fn name(&self) -> &str {
            self.0
        }

        fn citing<'a>(
            &'a self,
            _: &'a Record,
            _: usize,
        ) -> LocalFuture<'a, Result<Vec<Candidate>, SourceError>> {
            Box::pin(ready(self.1.clone()))
        }
    }

    fn work(title: &str, doi: Option<&str>, by: &str) -> Candidate {
        let identifiers = Identifiers { doi: doi.map(str::to_owned), ..Identifiers::default() };
        let record = Record { title: title.to_owned(), identifiers, ..Record::default() };
        Candidate { record, named_by: vec![by.to_owned()], ..Candidate::default() }
    }

    fn cited() -> Record {
        work("Weirs of oak in cold rivers", Some("10.1/b"), "").record
    }

    fn gathered(indexes: &[Index]) -> Gathered {
        let indexes: Vec<&dyn CitedBy> = indexes.iter().map(|index| index as &dyn CitedBy).collect();
        let citing = CitingPaper {
            title: Some("The paper that is being checked here".to_owned()),
            ..CitingPaper::default()
        };
        gather(&cited(), &citing, &indexes, &CommitteeSettings::default()).now_or_never().unwrap()
    }

    #[test]
    fn a_work_of_several_indexes_is_one_witness() {
        let quoted = Candidate {
            contexts: vec!["Oak lasts [3].".to_owned()],
            ..work("Rivers and  their Weirs today!", None, "two")
        };
        let found = gathered(&[
            Index("one", Ok(vec![work("Rivers and their weirs, today", Some("10.1/A"), "one")])),
            Index("two", Ok(vec![quoted])),
            Index("three", Ok(vec![work("Another title of the same", Some("10.1/a"), "three")])),
        ]);
        assert_eq!(found.candidates.len(), 1, "{found:?}");
        assert_eq!(found.candidates[0].named_by, ["one", "two", "three"]);
        assert_eq!(found.candidates[0].contexts.len(), 1);
        assert_eq!(found.answered, ["one", "two", "three"]);
    }

    #[test]
    fn what_cannot_vouch_is_named_with_its_reason() {
        let editorial = {
            let mut work = work("Editorial notes on the rivers", Some("10.1/e"), "one");
            work.record.kind = WorkKind::Editorial;
            work
        };
        let retracted = {
            let mut work = work("A study of weirs since withdrawn", Some("10.1/r"), "one");
            work.record.status = WorkStatus::retracted(None, None);
            work
        };
        let found = gathered(&[Index(
            "one",
            Ok(vec![
                editorial,
                retracted,
                work("Weirs of Oak in Cold Rivers", Some("10.1/preprint"), "one"),
                work("The paper that is being checked here.", None, "one"),
            ]),
        )]);
        let reasons: Vec<&RefusalReason> = found.refused.iter().map(|refused| &refused.reason).collect();
        assert_eq!(found.candidates, []);
        for reason in [
            RefusalReason::Editorial,
            RefusalReason::Retracted,
            RefusalReason::CitedWork,
            RefusalReason::CitingPaper,
        ] {
            assert!(reasons.contains(&&reason), "{reason:?}");
        }
    }

    #[test]
    fn an_index_that_fails_is_told_and_hides_nothing() {
        let down = SourceError::Unavailable {
            source_name: "two".to_owned(),
            what: "x".to_owned(),
            reason: "503".to_owned(),
        };
        let found = gathered(&[
            Index("one", Ok(vec![work("Some citing work of note", None, "one")])),
            Index("two", Err(down)),
        ]);
        assert_eq!((found.candidates.len(), found.failures.len(), found.answered.len()), (1, 1, 1));
    }

    proptest! {
        #[test]
        fn the_order_of_answers_changes_nothing(turn in 0usize..6, reverse: bool) {
            let mut works = vec![
                work("Rivers and their weirs today", Some("10.1/a"), "x"),
                work("Rivers and their weirs today", None, "x"),
                work("An entirely different matter here", Some("10.1/c"), "x"),
                work("Same identifier under another title", Some("10.1/c"), "x"),
                work("Fifth of the citing works", None, "x"),
            ];
            let sorted = |works: Vec<Candidate>| {
                let mut titles: Vec<String> = works.into_iter().map(|work| format!("{:?}", work.record.identifiers.doi)).collect();
                titles.sort();
                titles
            };
            let expected = sorted(merged(works.clone()));
            works.rotate_left(turn % 5);
            if reverse { works.reverse(); }
            prop_assert_eq!(sorted(merged(works)), expected);
        }
    }
}
