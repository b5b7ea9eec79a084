//! Places of a document that its own checks leave in doubt, put to the endpoint (BibAgent C.2.2 and C.3): only where the
//! settings say so, since sentences of the page are sent.
//!
//! What was asked and answered stands in the hints of the anomalies. No word is taken from an answer: two paragraphs are
//! joined or not, a warning is lowered or not. A joined paragraph is read and checked anew, and parted again where it does not
//! hold.

use futures_util::stream::{self, StreamExt};

use super::waiting::WAITING_AT_ONCE;
use citelight_document::document::verifier::{
    DoubtfulBorder, JoinFault, doubtful_borders, join_checked, paragraphs_at,
};
use citelight_document::document::{Anomaly, Document, Severity};
use citelight_types::settings::Settings;
use citelight_verify::llm::boundary::{self, Border};
use citelight_verify::llm::consistency::{SampledAnswers, consistent};
use citelight_verify::llm::semantic_audit::{self, Answer, State};
use citelight_verify::llm::{Complete, CompleteError, prompt};

/// Borders, and other places, of one document that are put to the endpoint at most: a text with more is damaged throughout.
const MOST_ASKED: usize = 20;
/// Characters of the quoted words that a hint shows.
const QUOTE: usize = 160;

/// The document after the endpoint was asked about its doubtful places: borders first, since a joined one is in doubt no more.
pub(super) async fn settled(document: &Document, model: &dyn Complete, settings: &Settings) -> Document {
    let mut settled = document.clone();
    // What is in doubt, before anything is added of what was answered: no answer is part of the next question.
    let doubts: Vec<String> = document.anomalies.iter().map(|anomaly| anomaly.hint.clone()).collect();
    join_borders(&mut settled, model, settings).await;
    look_at_places(&mut settled, &doubts, model, settings).await;
    settled
}

async fn join_borders(document: &mut Document, model: &dyn Complete, settings: &Settings) {
    let borders: Vec<DoubtfulBorder> = doubtful_borders(document).into_iter().take(MOST_ASKED).collect();
    let whole: &Document = document;
    let asked: Vec<Result<SampledAnswers<Border, Border>, CompleteError>> = stream::iter(&borders)
        .map(|border| async move {
            let text = |index: usize| whole.blocks.get(index).map_or("", |block| block.text.as_str());
            let request = boundary::request(text(border.left), text(border.left + 1), settings);
            let read = |answer: &str| boundary::read(answer, border.has_hyphen);
            let (planned, needed) = (settings.repair_samples, settings.arbitration_agreement);
            consistent(model, &request, planned, needed, read, |border| *border).await
        })
        .buffered(WAITING_AT_ONCE)
        .collect()
        .await;
    // From the end, so that the indices before stay.
    for (border, asked) in borders.iter().zip(asked).rev() {
        let said =
            asked.as_ref().ok().and_then(|outcome| outcome.majority.as_ref()).map(|(border, _)| *border);
        let without_hyphen = said == Some(Border::JoinWithoutHyphen);
        let asks_to_join = matches!(said, Some(Border::Join | Border::JoinWithoutHyphen));
        let fault =
            if asks_to_join { join_checked(document, border.left, without_hyphen).err() } else { None };
        let is_joined = asks_to_join && fault.is_none();
        let Some(anomaly) = document.anomalies.get_mut(border.anomaly) else { continue };
        let found = match said {
            _ if fault == Some(JoinFault::TwoSentences) => {
                "the sentence goes on, but read anew there are two: the paragraphs were left as they are"
            }
            _ if fault == Some(JoinFault::NewDoubt) => {
                "the sentence goes on, but joined the text is in doubt elsewhere: the paragraphs were left as they are"
            }
            _ if fault.is_some() => {
                "the sentence goes on, but joined a citation would lose its words: the paragraphs were left as they are"
            }
            Some(Border::Join) => "the sentence goes on, and the paragraphs were joined",
            Some(Border::JoinWithoutHyphen) => {
                "the sentence goes on, and the paragraphs were joined without the hyphen"
            }
            Some(Border::Apart) => "the paragraphs do not belong together",
            Some(Border::Unclear) => "it cannot be told whether the sentence goes on",
            None => "no majority whether the sentence goes on",
        };
        if is_joined {
            anomaly.severity = Severity::Info;
        }
        tell(anomaly, model, boundary::PROMPT_VERSION, &asked, settings, found);
    }
}

async fn look_at_places(
    document: &mut Document,
    doubts: &[String],
    model: &dyn Complete,
    settings: &Settings,
) {
    let places: Vec<(usize, Vec<String>)> = document
        .anomalies
        .iter()
        .enumerate()
        .map(|(index, anomaly)| (index, paragraphs_at(document, anomaly)))
        .filter(|(_, paragraphs)| !paragraphs.is_empty())
        .take(MOST_ASKED)
        .collect();
    let asked: Vec<Result<SampledAnswers<Answer, State>, CompleteError>> = stream::iter(&places)
        .map(|(index, paragraphs)| async move {
            let doubt = doubts.get(*index).map_or("", String::as_str);
            let paragraphs: Vec<&str> = paragraphs.iter().map(String::as_str).collect();
            let request = semantic_audit::request(doubt, &paragraphs, settings);
            let read = |answer: &str| semantic_audit::read(answer, &paragraphs);
            let (planned, needed) = (settings.repair_samples, settings.arbitration_agreement);
            consistent(model, &request, planned, needed, read, |answer| answer.state).await
        })
        .buffered(WAITING_AT_ONCE)
        .collect()
        .await;
    for ((index, _), asked) in places.into_iter().zip(asked) {
        let Some(anomaly) = document.anomalies.get_mut(index) else { continue };
        let said = asked.as_ref().ok().and_then(|outcome| {
            let (state, _) = outcome.majority.as_ref()?;
            outcome.samples.iter().find(|sample| sample.state == *state)
        });
        let found = match said.map(|answer| answer.state) {
            Some(State::Truncated) => "text is missing there",
            Some(State::Duplicated) => "text stands there twice",
            Some(State::OutOfOrder) => "text stands there out of order",
            Some(State::Sound) => "the text is sound",
            Some(State::Unclear) => "it cannot be told what is wrong",
            None => "no majority on what is wrong",
        };
        let quote = said.map(|answer| prompt::contained(&answer.quote)).unwrap_or_default();
        let quote: String = quote.chars().take(QUOTE).collect();
        let found = if quote.is_empty() { found.to_owned() } else { format!("{found} (“{quote}”)") };
        if said.is_some_and(|answer| answer.state == State::Sound) {
            anomaly.severity = Severity::Info;
        }
        tell(anomaly, model, semantic_audit::PROMPT_VERSION, &asked, settings, &found);
    }
}

/// Adds to a hint what was asked, and what came of it.
fn tell<T, L>(
    anomaly: &mut Anomaly,
    model: &dyn Complete,
    version: &str,
    asked: &Result<SampledAnswers<T, L>, CompleteError>,
    settings: &Settings,
    found: &str,
) {
    let told = match asked {
        Ok(outcome) => {
            let share = outcome.majority.as_ref().map_or(String::new(), |(_, share)| {
                format!("{:.0} of ", share * settings.repair_samples as f64)
            });
            format!(
                "{} ({version}): {found}; {share}{} samples, {} requests, {} tokens",
                model.model(),
                settings.repair_samples,
                outcome.usage.requests,
                outcome.usage.tokens()
            )
        }
        Err(error) => error.cause(),
    };
    anomaly.hint = format!("{}. {told}", anomaly.hint);
}
