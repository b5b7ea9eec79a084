//! Searching for the source of an excerpt to the end: by rules, or as a model chooses.

use serde::{Deserialize, Serialize};

use citelight_types::sort::SmallSort;

use super::excerpt::Excerpt;
use super::library::Library;
use super::queries::queries;
use super::rank::{Ranked, rank};
use super::remembered::Remembered;
use super::session::{Candidate, Session, StepResult, TOP};
use super::trail::{Action, ChosenBy, Judgement, SortBy, Step};
use citelight_records::sources::Record;
use citelight_verify::verify::models::{Embed, ModelError};

/// Candidates that the rules read: near misses, whose own references may hold the source (CiteME's third kind of error).
const READ: usize = 3;
/// Searches by relevance before the first reading.
const FIRST_SEARCHES: usize = 3;
/// Lead of the best candidate over the second, in the ranker's score, from which the rules stop early.
const CLEAR_LEAD: f64 = 4.0;

/// What a search came to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Attribution {
    /// What the excerpt is.
    pub judgement: Judgement,
    /// The selected candidate's id; none where nothing was found.
    pub selected: Option<String>,
    /// All candidates, best first by the ranker; the selected one is at the top.
    pub candidates: Vec<RankedCandidate>,
    /// Every step.
    pub trail: Vec<Step>,
    /// The bi-encoder that ranked, with its hash; none if words alone did.
    pub embedding: Option<String>,
    /// Sources that failed, one sentence each.
    pub failures: Vec<String>,
    /// The model that chose the steps, with the prompt's version; none where rules did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// What the model cost, where one chose the steps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<Cost>,
}

/// A candidate with its score.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RankedCandidate {
    /// Its id in the trail: `p3`.
    pub id: String,
    /// The work.
    pub record: Record,
    /// The ranker's score: comparable within this search only.
    pub score: f64,
    /// Share of the scores' weight that is its own, 0..=1: not calibrated, and only among the works that were found.
    pub share: f64,
}

/// Requests to a model and their tokens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Cost {
    /// Requests.
    pub requests: u32,
    /// Tokens read.
    pub input_tokens: u64,
    /// Tokens written.
    pub output_tokens: u64,
}

impl Cost {
    /// Both together.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self {
            requests: self.requests + other.requests,
            input_tokens: self.input_tokens + other.input_tokens,
            output_tokens: self.output_tokens + other.output_tokens,
        }
    }
}

/// Searches by rules alone: key phrases by relevance and by citations, the works that near misses cite, and in the end
/// the best by words and meaning. Without a bi-encoder by words alone.
///
/// # Errors
/// [`ModelError`] if the bi-encoder fails.
pub async fn find(
    excerpt: Excerpt,
    library: &dyn Library,
    embed: Option<&dyn Embed>,
) -> Result<Attribution, ModelError> {
    let remembered = embed.map(Remembered::new);
    let embed = remembered.as_ref().map(|embed| embed as &dyn Embed);
    let mut session = Session::new(excerpt);
    let queries = queries(session.excerpt());
    let (first, further) = queries.split_at(queries.len().min(FIRST_SEARCHES));
    for query in first {
        perform(&mut session, library, search(query, SortBy::Relevance), "key phrases of the excerpt").await;
    }
    // Few words: among the works that have them all, the one that everybody cites.
    if let Some(query) = queries.iter().min_by_key(|query| query.split(' ').count()) {
        let why = "works that many cite for the same words";
        perform(&mut session, library, search(query, SortBy::Citations), why).await;
    }
    let mut further = further.iter();
    let mut read = 0;
    loop {
        let ranked = rank(&session, embed).await?;
        let lead = match ranked.as_slice() {
            [first, second, ..] => first.score - second.score,
            _ => 0.0,
        };
        if session.must_select() || lead >= CLEAR_LEAD {
            return Ok(end(session, ranked, embed, None));
        }
        let unread = ranked.iter().take(TOP).find(|ranked| {
            session.candidate(&ranked.id).is_some_and(|candidate| !candidate.read && is_work(candidate))
        });
        if let (Some(next), true) = (unread, read < READ) {
            read += 1;
            let action = Action::Read { id: next.id.clone(), page: 1 };
            perform(&mut session, library, action, "a near miss may cite the source").await;
        } else if let Some(query) = further.next() {
            let why = "further words of the excerpt";
            perform(&mut session, library, search(query, SortBy::Relevance), why).await;
        } else {
            return Ok(end(session, ranked, embed, None));
        }
    }
}

/// Whether there is anything to ask about a candidate.
fn is_work(candidate: &Candidate) -> bool {
    !candidate.record.id.is_empty() || !candidate.record.identifiers.named().is_empty()
}

fn search(query: &str, sort: SortBy) -> Action {
    Action::Search { query: query.to_owned(), sort }
}

/// Does a step. One that is not open is left out: the rules never insist.
async fn perform(session: &mut Session, library: &dyn Library, action: Action, why: &str) {
    if session.check(&action).is_err() {
        return;
    }
    let (outcome, _) = outcome_of(session, library, &action, false).await;
    // It was open a line above.
    let _ = session.take(action, ChosenBy::Rules, why, outcome);
}

/// What an action brings, and the text of what was read.
pub(super) async fn outcome_of(
    session: &Session,
    library: &dyn Library,
    action: &Action,
    with_text: bool,
) -> (StepResult, Option<String>) {
    match action {
        Action::Search { query, sort } => {
            let found = library.search(query, *sort, TOP).await;
            let works = found.value.into_iter().map(|record| (record, Vec::new())).collect();
            (StepResult { works, failures: found.failures, pages: 0 }, None)
        }
        Action::Read { id, .. } => {
            let Some(candidate) = session.candidate(id) else { return Default::default() };
            let found = library.open(&candidate.record, with_text).await;
            let works = nearest(session.excerpt(), found.value.cites);
            (StepResult { works, failures: found.failures, pages: 0 }, found.value.text)
        }
        Action::Select { .. } => Default::default(),
    }
}

/// Works in the order in which their titles and the sentences that cite them share words with the excerpt.
fn nearest(excerpt: &Excerpt, works: Vec<(Record, Vec<String>)>) -> Vec<(Record, Vec<String>)> {
    let query = citelight_verify::verify::lexical::LexicalQuery::of(&excerpt.plain());
    let near = |(record, contexts): &(Record, Vec<String>)| {
        let title = query.covered_by(&record.title);
        contexts.iter().map(|context| query.covered_by(context)).fold(title, f64::max)
    };
    let mut scored: Vec<(f64, (Record, Vec<String>))> =
        works.into_iter().map(|work| (near(&work), work)).collect();
    scored.small_sort_by(|left, right| right.0.total_cmp(&left.0));
    scored.into_iter().map(|(_, work)| work).collect()
}

/// Selects, if nothing was selected yet, the best of the ranked, and puts everything together.
pub(super) fn end(
    mut session: Session,
    mut ranked: Vec<Ranked>,
    embed: Option<&dyn Embed>,
    chosen_by: Option<(String, Cost)>,
) -> Attribution {
    if let (None, Some(best)) = (session.selected(), ranked.first()) {
        let (by, why) = if session.must_select() {
            (ChosenBy::Force, "the steps are used up: the best by words and meaning")
        } else {
            (ChosenBy::Rules, "the best by words and meaning")
        };
        let action = Action::Select { id: best.id.clone() };
        // Only a search that has ended refuses a candidate it knows.
        let _ = session.take(action, by, why, StepResult::default());
    }
    let selected = session.selected().map(|candidate| candidate.id.clone());
    // The choice stands first whoever made it.
    ranked.small_sort_by_key(|ranked| Some(&ranked.id) != selected.as_ref());
    let (model, cost) = chosen_by.unzip();
    let best = ranked.iter().map(|ranked| ranked.score).fold(f64::NEG_INFINITY, f64::max);
    let whole: f64 = ranked.iter().map(|ranked| libm::exp(ranked.score - best)).sum();
    let candidates = ranked
        .into_iter()
        .filter_map(|ranked| {
            let record = session.candidate(&ranked.id)?.record.clone();
            let share = libm::exp(ranked.score - best) / whole;
            Some(RankedCandidate { id: ranked.id, record, score: ranked.score, share })
        })
        .collect();
    let mut failures: Vec<String> = Vec::new();
    for failure in session.trail().iter().flat_map(|step| &step.failures) {
        if !failures.contains(failure) {
            failures.push(failure.clone());
        }
    }
    Attribution {
        judgement: session.judgement().clone(),
        selected,
        candidates,
        trail: session.trail().to_vec(),
        embedding: embed.map(|embed| embed.name().into_owned()),
        failures,
        model,
        cost,
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;
    use crate::attribute::excerpt::CitingPaper;
    use crate::attribute::in_memory_library::InMemoryLibrary;
    use crate::attribute::library::{Found, Opened};
    use crate::attribute::session::{LAST_CHOICE, MOST_STEPS};
    use citelight_inference::LocalFuture;

    fn record(id: &str, title: &str, year: i32) -> Record {
        Record { id: id.to_owned(), title: title.to_owned(), year: Some(year), ..Record::default() }
    }

    fn excerpt(text: &str) -> Excerpt {
        Excerpt::parse(text, CitingPaper { year: Some(2020), ..CitingPaper::default() }).unwrap()
    }

    const TEXT: &str = "Oak weirs outlast pine weirs in cold rivers [CITATION], as dams do (Lee, 2018).";

    #[test]
    fn the_fitting_work_is_selected_and_every_step_is_told() {
        let library = InMemoryLibrary::new(vec![
            record("a", "Dams of concrete", 2000),
            record("b", "How long oak and pine weirs last in cold rivers", 2001),
            record("c", "How long oak and pine weirs last in cold rivers, revisited", 2022),
        ]);
        let found = find(excerpt(TEXT), &library, None).now_or_never().unwrap().unwrap();
        assert_eq!(found.candidates[0].record.id, "b");
        assert_eq!(found.selected, Some(found.candidates[0].id.clone()));
        assert!(matches!(found.trail.last().map(|step| &step.action), Some(Action::Select { .. })));
        assert!(
            found.trail.iter().any(|step| step.left_out.iter().any(|left| left.title.ends_with("revisited")))
        );
        assert!((found.candidates.iter().map(|candidate| candidate.share).sum::<f64>() - 1.0).abs() < 1e-9);
        let again = find(excerpt(TEXT), &library, None).now_or_never().unwrap().unwrap();
        assert_eq!(found, again);
    }

    /// Finds a review for whatever is asked; only the review knows the source.
    struct ReviewOnly;

    impl Library for ReviewOnly {
        fn search<'a>(&'a self, _: &'a str, _: SortBy, _: usize) -> LocalFuture<'a, Found<Vec<Record>>> {
            let value = vec![record("r", "A review of weirs", 2010), record("t", "A theory of weirs", 2010)];
            Box::pin(std::future::ready(Found { value, failures: vec!["openalex: it is down".to_owned()] }))
        }

        fn open<'a>(&'a self, opened: &'a Record, _: bool) -> LocalFuture<'a, Found<Opened>> {
            let source = record("s", "Forty years of timber in water", 1999);
            let context = "Oak weirs outlast those of pine in cold rivers [12].".to_owned();
            let cites = if opened.id == "r" { vec![(source, vec![context])] } else { Vec::new() };
            let value = Opened { text: None, cites };
            Box::pin(std::future::ready(Found { value, failures: Vec::new() }))
        }
    }

    #[test]
    fn the_references_of_near_misses_are_followed() {
        let found = find(excerpt(TEXT), &ReviewOnly, None).now_or_never().unwrap().unwrap();
        assert!(found.candidates.iter().any(|candidate| candidate.record.id == "s"));
        assert_eq!(found.failures, ["openalex: it is down"]);
        assert!(found.trail.len() <= LAST_CHOICE.max(MOST_STEPS));
    }

    #[test]
    fn an_empty_library_ends_without_a_choice() {
        let found =
            find(excerpt(TEXT), &InMemoryLibrary::new(Vec::new()), None).now_or_never().unwrap().unwrap();
        assert_eq!(found.selected, None);
        assert!(found.candidates.is_empty() && !found.trail.is_empty());
    }
}
