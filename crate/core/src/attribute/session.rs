//! One search for a source as plain data: which steps are open, what was found, what was left out.
//!
//! Nothing here asks anybody: a host or a test performs the [`Action`]s and hands in what came.

use super::excerpt::{CitingPaper, Excerpt};
use super::judge::judge;
use super::trail::{Action, ChosenBy, Excluded, Judgement, LeftOut, Step};
use citelight_records::sources::Record;
use citelight_types::text::normalise::fold;
use citelight_types::text::titles::title_similarity;

/// Steps of a search at most (CiteAgent).
pub const MOST_STEPS: usize = 15;
/// The step from which only a selection is open: one is kept in reserve.
pub const LAST_CHOICE: usize = 14;
/// Works that one search brings (CiteAgent).
pub const TOP: usize = 10;
/// Works that the reading of one candidate brings, nearest first.
pub const MOST_CITED: usize = 40;
/// Titles so alike are the excerpt's own paper.
const SAME_TITLE: f64 = 0.95;

/// A work that may be the source.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// Its id in this search: `p1`, `p2` …
    pub id: String,
    /// What a source says of it.
    pub record: Record,
    /// Sentences in which other works cite it.
    pub contexts: Vec<String>,
    /// Whether it was read.
    pub read: bool,
    /// Pages of its text; 0 where it was not read, or is not open.
    pub pages: usize,
}

/// What a step brought.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StepResult {
    /// Works, best first, with sentences in which they are cited.
    pub works: Vec<(Record, Vec<String>)>,
    /// Sources that failed, one sentence each.
    pub failures: Vec<String>,
    /// Pages of the text that was opened.
    pub pages: usize,
}

/// Why an action is not open.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// No candidate has this id.
    #[error("there is no candidate {0:?}; use an id from the list")]
    NoCandidate(String),
    /// A page that its text does not have, or whose first page was not read.
    #[error("of the text of {id} {pages} pages are there")]
    NoPage {
        /// The candidate.
        id: String,
        /// Pages of its text, as far as it was read.
        pages: usize,
    },
    /// A search for nothing.
    #[error("the query holds no words")]
    NoQuery,
    /// The same step was taken before.
    #[error("this was done before and would bring the same; do something else")]
    Repeated,
    /// Only a selection is open.
    #[error("the steps are used up; select a candidate")]
    MustSelect,
    /// The search has ended.
    #[error("a candidate was selected; the search has ended")]
    Ended,
}

/// One search.
#[derive(Clone, Debug, PartialEq)]
pub struct Session {
    excerpt: Excerpt,
    judgement: Judgement,
    candidates: Vec<Candidate>,
    trail: Vec<Step>,
    selected: Option<usize>,
}

impl Session {
    /// A search for the source of an excerpt. The excerpt is judged, nothing else is done.
    pub fn new(excerpt: Excerpt) -> Self {
        let judgement = judge(&excerpt);
        Self { excerpt, judgement, candidates: Vec::new(), trail: Vec::new(), selected: None }
    }

    /// The excerpt.
    pub fn excerpt(&self) -> &Excerpt {
        &self.excerpt
    }

    /// What the excerpt is.
    pub fn judgement(&self) -> &Judgement {
        &self.judgement
    }

    /// All candidates, in the order they were found.
    pub fn candidates(&self) -> &[Candidate] {
        &self.candidates
    }

    /// The candidate of an id.
    pub fn candidate(&self, id: &str) -> Option<&Candidate> {
        self.candidates.iter().find(|candidate| candidate.id == id)
    }

    /// The steps so far.
    pub fn trail(&self) -> &[Step] {
        &self.trail
    }

    /// The answer, once there is one.
    pub fn selected(&self) -> Option<&Candidate> {
        self.candidates.get(self.selected?)
    }

    /// Number of the next step, from 1.
    pub fn next_step(&self) -> usize {
        self.trail.len() + 1
    }

    /// Whether only a selection is open.
    pub fn must_select(&self) -> bool {
        self.next_step() >= LAST_CHOICE
    }

    /// Whether nothing more can be done.
    pub fn has_ended(&self) -> bool {
        self.selected.is_some() || self.next_step() > MOST_STEPS
    }

    /// Whether an action may be the next step.
    ///
    /// # Errors
    /// [`Refused`] if it may not.
    pub fn check(&self, action: &Action) -> Result<(), Refused> {
        if self.has_ended() {
            return Err(Refused::Ended);
        }
        match action {
            Action::Select { id } => self.known(id),
            _ if self.must_select() => Err(Refused::MustSelect),
            Action::Search { query, .. } if !query.chars().any(char::is_alphanumeric) => {
                Err(Refused::NoQuery)
            }
            Action::Read { id, .. } if self.known(id).is_err() => self.known(id),
            Action::Read { id, page } if !self.has_page(id, *page) => {
                let pages = self.candidate(id).map_or(0, |candidate| candidate.pages);
                Err(Refused::NoPage { id: id.clone(), pages })
            }
            _ if self.trail.iter().any(|step| same(&step.action, action)) => Err(Refused::Repeated),
            _ => Ok(()),
        }
    }

    /// The first page of every candidate may be asked for, further ones once it was read.
    fn has_page(&self, id: &str, page: usize) -> bool {
        page == 1 || self.candidate(id).is_some_and(|candidate| (1..=candidate.pages).contains(&page))
    }

    fn known(&self, id: &str) -> Result<(), Refused> {
        self.candidate(id).map(|_| ()).ok_or_else(|| Refused::NoCandidate(id.chars().take(40).collect()))
    }

    /// Takes a step with what it brought. Works that cannot be the source are left out, those known already keep their
    /// id.
    ///
    /// # Errors
    /// [`Refused`] if the action is not open; nothing has changed then.
    pub fn take(
        &mut self,
        action: Action,
        by: ChosenBy,
        why: impl Into<String>,
        outcome: StepResult,
    ) -> Result<(), Refused> {
        self.check(&action)?;
        let most = match &action {
            Action::Search { .. } => TOP,
            Action::Read { .. } => MOST_CITED,
            Action::Select { .. } => 0,
        };
        let (mut found, mut left_out) = (Vec::new(), Vec::new());
        for (record, contexts) in outcome.works {
            if found.len() >= most {
                break;
            }
            if let Some(reason) = excluded(&record, &self.excerpt.paper) {
                left_out.push(LeftOut { title: record.title, reason });
                continue;
            }
            let id = self.add(record, contexts);
            if !found.contains(&id) {
                found.push(id);
            }
        }
        match &action {
            Action::Select { id } => {
                self.selected = self.candidates.iter().position(|candidate| candidate.id == *id);
            }
            Action::Read { id, page } => {
                for candidate in self.candidates.iter_mut().filter(|candidate| candidate.id == *id) {
                    candidate.read = true;
                    if *page == 1 {
                        candidate.pages = outcome.pages;
                    }
                }
            }
            Action::Search { .. } => {}
        }
        let number = self.next_step();
        let failures = outcome.failures;
        self.trail.push(Step { number, action, by, why: why.into(), found, left_out, failures });
        Ok(())
    }

    /// The id of a work, new or known: two indexes name one work differently, and versions share a title.
    fn add(&mut self, record: Record, contexts: Vec<String>) -> String {
        let title = fold(&record.title);
        let known = self.candidates.iter_mut().find(|candidate| {
            candidate.record.identifiers.agree(&record.identifiers) || fold(&candidate.record.title) == title
        });
        if let Some(known) = known {
            known.record.fill_from(record);
            let new: Vec<String> =
                contexts.into_iter().filter(|context| !known.contexts.contains(context)).collect();
            known.contexts.extend(new);
            return known.id.clone();
        }
        let id = format!("p{}", self.candidates.len() + 1);
        self.candidates.push(Candidate { id: id.clone(), record, contexts, read: false, pages: 0 });
        id
    }
}

/// Whether two steps would bring the same.
fn same(left: &Action, right: &Action) -> bool {
    match (left, right) {
        (Action::Search { query: left, sort: a }, Action::Search { query: right, sort: b }) => {
            a == b && fold(left) == fold(right)
        }
        _ => left == right,
    }
}

/// Why a work cannot be the source, if so. A preprint may be dated after the paper that cites it by its printed year
/// only where the years are known: equal years pass.
pub fn excluded(record: &Record, paper: &CitingPaper) -> Option<Excluded> {
    let same_title = || {
        let title = paper.title.as_deref().filter(|title| !title.trim().is_empty())?;
        Some(title_similarity(title, &record.title) >= SAME_TITLE)
    };
    if record.identifiers.agree(&paper.identifiers) || same_title() == Some(true) {
        return Some(Excluded::Itself);
    }
    match (record.year, paper.year) {
        (Some(own), Some(paper)) if own > paper => Some(Excluded::Later),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attribute::trail::SortBy;

    fn record(title: &str, year: i32) -> Record {
        Record { id: title.to_owned(), title: title.to_owned(), year: Some(year), ..Record::default() }
    }

    fn session() -> Session {
        let paper = CitingPaper {
            title: Some("Rivers and what stops them".to_owned()),
            year: Some(2020),
            ..CitingPaper::default()
        };
        Session::new(Excerpt::parse("Weirs hold rivers back in spring [CITATION].", paper).unwrap())
    }

    fn search(query: &str) -> Action {
        Action::Search { query: query.to_owned(), sort: SortBy::Relevance }
    }

    fn outcome(works: &[(&str, i32)]) -> StepResult {
        let works = works.iter().map(|(title, year)| (record(title, *year), Vec::new())).collect();
        StepResult { works, ..StepResult::default() }
    }

    #[test]
    fn later_works_and_the_paper_itself_are_left_out() {
        let mut session = session();
        let works = [
            ("Weirs and dams", 1999),
            ("Weirs today", 2021),
            ("Rivers and What Stops Them.", 2020),
            ("WEIRS and dams", 2000),
        ];
        session.take(search("weirs"), ChosenBy::Rules, "words", outcome(&works)).unwrap();
        let step = &session.trail()[0];
        assert_eq!(step.found, ["p1"]);
        let reasons: Vec<Excluded> = step.left_out.iter().map(|left| left.reason).collect();
        assert_eq!(reasons, [Excluded::Later, Excluded::Itself]);
    }

    #[test]
    fn steps_are_checked() {
        let mut session = session();
        session.take(search("weirs"), ChosenBy::Model, "", outcome(&[("Weirs", 1999)])).unwrap();
        assert_eq!(session.check(&search("Weirs!")), Err(Refused::Repeated));
        assert_eq!(session.check(&search(" ?")), Err(Refused::NoQuery));
        let select = |id: &str| Action::Select { id: id.to_owned() };
        assert_eq!(session.check(&select("p2")), Err(Refused::NoCandidate("p2".to_owned())));
        session.take(select("p1"), ChosenBy::Model, "", StepResult::default()).unwrap();
        assert_eq!(session.selected().map(|candidate| candidate.id.as_str()), Some("p1"));
        assert_eq!(session.check(&search("more")), Err(Refused::Ended));
    }

    proptest::proptest! {
        #[test]
        fn whatever_is_tried_the_search_ends_in_time(actions in proptest::collection::vec((0u8..3, 0usize..5), 0..60)) {
            let mut session = session();
            for (kind, number) in actions {
                let action = match kind {
                    0 => search(&format!("weir {number} {}", session.next_step())),
                    1 => Action::Read { id: format!("p{number}"), page: number },
                    _ => Action::Select { id: format!("p{number}") },
                };
                let must_select = session.must_select();
                let selects = matches!(action, Action::Select { .. });
                let before = session.clone();
                match session.take(action, ChosenBy::Model, "", outcome(&[("Weirs", 1999), ("Dams", 1998)])) {
                    Ok(()) => proptest::prop_assert!(selects || !must_select),
                    Err(_) => proptest::prop_assert_eq!(&before, &session),
                }
                proptest::prop_assert!(session.trail().len() <= MOST_STEPS);
                proptest::prop_assert!(!session.has_ended() || session.check(&search("x")).is_err());
            }
        }
    }
}
