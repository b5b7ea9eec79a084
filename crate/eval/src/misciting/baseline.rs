//! Baselines with the same model: it reads the whole source, or searches where the source is withheld (BibAgent, section
//! 4.2).
use citelight::attribute::rank::Index;
use citelight::finding::Verdict;
use citelight::llm::structured::ask;
use citelight::llm::{Complete, Usage};
use citelight::sources::Record;
use citelight::verify::lexical::LexicalQuery;
use citelight_cli::failure::Failure;
use citelight_cli::network::ModelEndpoint;

use super::case::Case;
use super::frame::MARKER;
use super::manuscript::{Trial, entry};
use super::pool::PoolSource;
use super::runs::Reseeded;
use super::trial::{CaseOutcome, Regime, same_place};
use super::witnesses::{Citing, Drawn};
use crate::misciting::prompt::baseline::{self, Decided, Step};

/// Searches of one question at most.
const SEARCHES: usize = 4;
/// Results of a search.
const RESULTS: usize = 5;

/// What a baseline needs besides the cases.
pub(super) struct Baseline<'a> {
    pub(super) pool: &'a [PoolSource],
    pub(super) endpoint: &'a ModelEndpoint,
    pub(super) drawn: Drawn,
    pub(super) regime: Regime,
    /// Which of several runs this is.
    pub(super) run: u32,
}

impl Baseline<'_> {
    /// Tries the sentences of the cases that the regime holds.
    pub(super) fn try_all(
        &self,
        cases: &[Case],
        tell: &mut dyn FnMut(usize),
    ) -> Result<Vec<CaseOutcome>, Failure> {
        let mut outcomes = Vec::new();
        for case in cases.iter().filter(|case| self.regime.holds(case)) {
            for corrupted in [true, false] {
                outcomes.push(self.outcome(Trial { case, corrupted })?);
                tell(outcomes.len());
            }
        }
        Ok(outcomes)
    }

    fn outcome(&self, trial: Trial<'_>) -> Result<CaseOutcome, Failure> {
        let Trial { case, corrupted } = trial;
        let model = Reseeded::of(self.endpoint.model(), self.run);
        let failed =
            |reason: String| Failure::Network { reason: format!("the baseline for {}: {reason}", case.id) };
        let work = self.pool.iter().find(|source| source.id == trial.cited());
        let work = work.ok_or_else(|| failed(format!("{} is not in the pool", trial.cited())))?;
        let context = format!("{} {} {}", case.before, trial.sentence().replace(MARKER, "[1]"), case.after);
        let retracted = if corrupted && case.retracted { " It was retracted in 2024." } else { "" };
        let known = format!("{}{retracted}", entry(work));
        let citing = baseline::Citing { context: &context, work: &known };
        let answered = self.endpoint.run(async {
            match self.regime {
                Regime::FullText => read_whole(&model, citing, &work.text).await,
                Regime::AbstractOnly => read_whole(&model, citing, &work.abstract_text).await,
                Regime::Paywall => search(&model, citing, &self.library(case, work)).await,
            }
        });
        let (decided, usage) = answered.map_err(failed)?;
        Ok(of(trial, decided, usage))
    }

    /// What a search finds: abstracts of all works, passages of the others, sentences of papers that cite the work.
    fn library(&self, case: &Case, withheld: &PoolSource) -> Library {
        let mut records = Vec::new();
        let mut add = |title: &str, text: &str| {
            records.push(Record {
                title: title.to_owned(),
                abstract_text: Some(text.to_owned()),
                ..Record::default()
            });
        };
        for source in self.pool {
            if source.id == withheld.id {
                add(&source.title, &source.abstract_text);
            } else {
                source.text.lines().for_each(|passage| add(&source.title, passage));
            }
        }
        if let Some(source) = self.pool.iter().find(|source| source.id == case.source) {
            for (title, sentence) in Citing::draw(case, source, self.drawn).said() {
                add(&title, sentence);
            }
        }
        Library::of(records)
    }
}

/// Passages that can be searched for.
struct Library {
    records: Vec<Record>,
    index: Index,
}

impl Library {
    fn of(records: Vec<Record>) -> Self {
        let index = Index::of(records.iter().map(|record| (record, &[][..])));
        Self { records, index }
    }

    fn search(&self, query: &str) -> Vec<String> {
        let scores = self.index.bm25(&LexicalQuery::of(query));
        let mut order: Vec<usize> = (0..scores.len()).filter(|place| scores[*place] > 0.0).collect();
        order.sort_by(|left, right| scores[*right].total_cmp(&scores[*left]).then(left.cmp(right)));
        let text = |place: usize| {
            let record = self.records.get(place)?;
            Some(format!("{}: {}", record.title, record.abstract_text.as_deref().unwrap_or_default()))
        };
        order.into_iter().take(RESULTS).filter_map(text).collect()
    }
}

async fn read_whole(
    model: &dyn Complete,
    citing: baseline::Citing<'_>,
    text: &str,
) -> Result<(Option<Decided>, Usage), String> {
    let request = baseline::full_text(citing, text);
    let asked = ask(model, &request, baseline::read_decision).await.map_err(|error| error.to_string())?;
    Ok((asked.answer.ok(), asked.usage))
}

async fn search(
    model: &dyn Complete,
    citing: baseline::Citing<'_>,
    library: &Library,
) -> Result<(Option<Decided>, Usage), String> {
    let (mut found, mut usage) = (Vec::new(), Usage::default());
    loop {
        let last = found.len() >= SEARCHES;
        let request = baseline::search(citing, &found, last);
        let asked = ask(model, &request, |answer| baseline::read_step(answer, last))
            .await
            .map_err(|error| error.to_string())?;
        usage += asked.usage;
        match asked.answer {
            Ok(Step::Search(query)) => {
                let results = library.search(&query);
                found.push((query, results));
            }
            Ok(Step::Decide(decided)) => return Ok((Some(decided), usage)),
            Err(_) => return Ok((None, usage)),
        }
    }
}

/// What an answer comes to. One that could not be used is no verdict.
fn of(trial: Trial<'_>, decided: Option<Decided>, usage: Usage) -> CaseOutcome {
    let Trial { case, corrupted } = trial;
    let quote = decided.as_ref().map(|decided| decided.quote.clone()).filter(|quote| !quote.is_empty());
    let gold = std::iter::once(&case.gold.text).chain(&case.gold.also);
    let shows = |quote: &String| {
        // Whoever has only citing sentences quotes them.
        gold.clone().any(|text| same_place(text, quote))
            || same_place(&case.correct.replace(MARKER, ""), quote)
    };
    CaseOutcome {
        verdict: Some(decided.as_ref().map_or(Verdict::Undecidable, |decided| decided.verdict)),
        category: decided.as_ref().and_then(|decided| decided.category),
        gold_rank: quote.as_ref().filter(|quote| shows(quote)).map(|_| 1),
        asked: usage,
        claim: trial.sentence().replace(MARKER, ""),
        message: decided.map(|decided| decided.explanation).unwrap_or_default(),
        evidence: quote.into_iter().collect(),
        ..CaseOutcome::of(case, corrupted)
    }
}
