//! Which of the entries that a citation fits it means: put to the endpoint, which may choose among them and never outside
//! (BibAgent, appendix C.4). Without an answer, without a majority, or where the words do not tell, the citation stays ambiguous.

use futures_util::stream::{self, StreamExt};

use super::Cancel;
use super::state::PairState;
use super::view::surface;
use super::waiting::WAITING_AT_ONCE;
use citelight_document::citation::{Citation, Mapping};
use citelight_document::document::Document;
use citelight_document::markup::Block;
use citelight_types::finding::{Check, Step, TrailStep};
use citelight_types::settings::Settings;
use citelight_verify::llm::candidates::{self, Answer, Doubt, PROMPT_VERSION};
use citelight_verify::llm::consistency::{SampledAnswers, consistent};
use citelight_verify::llm::{Complete, prompt};

/// Entries that are put to choice at most: of more, the marker says too little.
const MOST: usize = 9;
/// Characters of the deciding words that a trail shows.
const QUOTE: usize = 160;

/// What came of asking.
#[derive(Clone, Debug, PartialEq)]
struct Choice {
    /// Index of the chosen reference; none where the citation stays ambiguous.
    reference: Option<usize>,
    /// What was asked and how it was answered.
    step: TrailStep,
}

/// Asks for every pair that is open for want of an entry.
pub(super) async fn choose_for_all(
    pairs: &mut [PairState],
    document: &Document,
    model: &dyn Complete,
    settings: &Settings,
    cancel: &Cancel,
) {
    let is_open =
        |pair: &PairState| pair.reference.is_none() && pair.choice.is_none() && pair.finding.is_none();
    let open = pairs.iter().enumerate().filter(|(_, pair)| is_open(pair));
    let open: Vec<(usize, usize)> = open.map(|(index, pair)| (index, pair.citation)).collect();
    let mut asked = stream::iter(open)
        .map(|(index, citation)| async move {
            let citation = document.citations.get(citation)?;
            Some((index, choose(document, citation, model, settings).await?))
        })
        .buffered(WAITING_AT_ONCE);
    while let Some(Some(asked)) = cancel.unless(asked.next()).await {
        if let Some((index, Choice { reference, step })) = asked
            && let Some(pair) = pairs.get_mut(index)
        {
            (pair.reference, pair.choice) = (reference, Some(step));
        }
    }
}

/// Asks which entry a citation means; none if there is nothing to choose.
async fn choose(
    document: &Document,
    citation: &Citation,
    model: &dyn Complete,
    settings: &Settings,
) -> Option<Choice> {
    let Mapping::Ambiguous { candidates } = &citation.status else { return None };
    // In a group of which some are known, it is not told which part the candidates are of.
    if !citation.references.is_empty() || !(2..=MOST).contains(&candidates.len()) {
        return None;
    }
    let entries: Option<Vec<&str>> =
        candidates.iter().map(|index| Some(document.references.get(*index)?.raw.as_str())).collect();
    let (block, entries) = (document.blocks.get(citation.block)?, entries?);
    let context = context(block, citation.sentence);
    let doubt = Doubt {
        marker: surface(document, citation),
        sentence: block.sentence(citation.sentence)?,
        context: &context,
        entries: &entries,
    };
    let request = candidates::request(doubt, settings);
    let (planned, needed) = (settings.arbitration_samples, settings.arbitration_agreement);
    let read = |answer: &str| candidates::read(answer, doubt);
    let chosen = |answer: &Answer| answer.choice;
    let choice = match consistent(model, &request, planned, needed, read, chosen).await {
        Ok(outcome) => settled(document, candidates, &outcome, model, needed),
        Err(error) => {
            let reason = error.cause();
            let summary = format!("{reason}; the citation stays ambiguous");
            Choice { reference: None, step: TrailStep::new(Step::Map, summary, &[]) }
        }
    };
    Some(choice)
}

/// The citing sentence with its neighbours in the block, as they stand.
fn context(block: &Block, sentence: usize) -> String {
    let around = sentence.saturating_sub(1)..=sentence + 1;
    around.filter_map(|index| block.sentence(index)).collect::<Vec<_>>().join(" ")
}

fn settled(
    document: &Document,
    candidates: &[usize],
    outcome: &SampledAnswers<Answer, Option<usize>>,
    model: &dyn Complete,
    needed: f64,
) -> Choice {
    let majority = outcome.majority.as_ref();
    let reference = majority.and_then(|(choice, _)| candidates.get((*choice)?).copied());
    let entry = reference.and_then(|index| document.references.get(index));
    let came_to = match (majority, entry) {
        (Some((choice, _)), Some(entry)) => {
            let speaker = outcome.samples.iter().find(|sample| sample.choice == *choice);
            let quote = speaker.map(|sample| prompt::contained(&sample.quote)).unwrap_or_default();
            let quote: String = quote.chars().take(QUOTE).collect();
            let number = entry.number;
            format!("entry {number} of the reference list is meant, going by “{quote}”")
        }
        (Some(_), None) => "the words do not tell which of them is meant".to_owned(),
        (None, _) => "no majority for any of them".to_owned(),
    };
    let chose =
        |what: fn(&Answer) -> bool| outcome.samples.iter().filter(|sample| what(sample)).count() as f64;
    let usage = outcome.usage;
    let mut values = vec![
        ("candidates", candidates.len() as f64),
        ("chose", chose(|sample| sample.choice.is_some())),
        ("none", chose(|sample| sample.choice.is_none())),
        ("void", outcome.void as f64),
        ("requests", f64::from(usage.requests)),
        ("input_tokens", f64::from(usage.input_tokens)),
        ("output_tokens", f64::from(usage.output_tokens)),
    ];
    values.extend(entry.map(|entry| ("reference", f64::from(entry.number))));
    values.extend(usage.cost.map(|cost| ("cost", cost)));
    let (model, prompt) = (model.model(), PROMPT_VERSION);
    let summary = if usage.estimated {
        format!("{model} ({prompt}): {came_to} (tokens estimated)")
    } else {
        format!("{model} ({prompt}): {came_to}")
    };
    let check = majority.map(|(_, share)| Check::at_least("share of the majority", *share, needed));
    let step = TrailStep::new(Step::Map, summary, &values).with_checks(check.into_iter().collect());
    Choice { reference, step }
}
