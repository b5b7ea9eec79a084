//! Searching for a source as a model chooses (CiteAgent): one structured action a step, checked before it is done.

mod action;
mod demonstration;
pub mod reading;
pub mod recall;
mod request;
mod settings;
#[cfg(test)]
mod tests;

pub use action::{NoAction, read_action};
pub use request::request;
pub use settings::{AgentSettings, Commands};

use self::action::offered;
use self::reading::Reading;
use super::excerpt::Excerpt;
use super::find::{Attribution, Cost, end, find, outcome_of};
use super::library::Library;
use super::rank::rank;
use super::session::{Session, StepResult};
use super::trail::{Action, ChosenBy};
use citelight_verify::llm::structured::ask;
use citelight_verify::llm::{Complete, CompleteError, Usage};
use citelight_verify::verify::models::{Embed, ModelError};

/// Version of the prompt, for trails and caches.
pub const PROMPT_VERSION: &str = "attribution/2";

/// Why a model's search could not go on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AgentError {
    /// The endpoint failed.
    #[error(transparent)]
    Endpoint(#[from] CompleteError),
    /// The bi-encoder failed.
    #[error(transparent)]
    Model(#[from] ModelError),
}

/// Searches as a model chooses. An answer that is no open action is repaired once; a second one ends the search with the
/// best candidate by words and meaning.
///
/// # Errors
/// [`AgentError`] if the endpoint gives no answer, or the bi-encoder fails.
pub async fn find_with_model(
    excerpt: Excerpt,
    library: &dyn Library,
    model: &dyn Complete,
    settings: &AgentSettings,
    embed: Option<&dyn Embed>,
) -> Result<Attribution, AgentError> {
    led_by(model, settings, excerpt, library, embed, &mut Cost::default()).await
}

/// What the model cost stands in `cost` also where it gave no answer in the end.
async fn led_by(
    model: &dyn Complete,
    settings: &AgentSettings,
    excerpt: Excerpt,
    library: &dyn Library,
    embed: Option<&dyn Embed>,
    cost: &mut Cost,
) -> Result<Attribution, AgentError> {
    let mut session = Session::new(excerpt);
    let mut reading = Reading::default();
    while !session.has_ended() {
        let Some((action, why)) = choose(&session, &reading, model, settings, cost).await? else { break };
        let outcome = done(&session, library, &action, &mut reading, settings).await;
        if session.take(action, ChosenBy::Model, why, outcome).is_err() {
            break;
        }
    }
    let ranked = rank(&session, embed).await?;
    let name = format!("{} ({PROMPT_VERSION})", model.model());
    Ok(end(session, ranked, embed, Some((name, *cost))))
}

/// Does an action. Further pages of a text are at hand: nobody is asked for them.
async fn done(
    session: &Session,
    library: &dyn Library,
    action: &Action,
    reading: &mut Reading,
    settings: &AgentSettings,
) -> StepResult {
    match action {
        Action::Read { id, page } if *page > 1 => {
            reading.turn(id, *page);
            StepResult::default()
        }
        Action::Read { id, .. } => {
            let (mut outcome, text) = outcome_of(session, library, action, true).await;
            outcome.pages = text.map_or(0, |text| reading.open(id, &text, settings));
            outcome
        }
        _ => outcome_of(session, library, action, true).await.0,
    }
}

/// Searches as a model chooses if there is one; without it, or where it gives no answer, by rules from the beginning. Why
/// the model did not choose stands among the failures.
///
/// # Errors
/// [`ModelError`] if the bi-encoder fails.
pub async fn find_assisted(
    excerpt: Excerpt,
    library: &dyn Library,
    model: Option<&dyn Complete>,
    settings: &AgentSettings,
    embed: Option<&dyn Embed>,
) -> Result<Attribution, ModelError> {
    let Some(model) = model else { return find(excerpt, library, embed).await };
    let mut cost = Cost::default();
    match led_by(model, settings, excerpt.clone(), library, embed, &mut cost).await {
        Ok(found) => Ok(found),
        Err(AgentError::Model(error)) => Err(error),
        Err(AgentError::Endpoint(error)) => {
            let mut found = find(excerpt, library, embed).await?;
            let Cost { requests, input_tokens, output_tokens } = cost;
            let spent = match requests {
                0 => String::new(),
                _ => format!(", after {requests} requests and {} tokens", input_tokens + output_tokens),
            };
            found.failures.insert(0, format!("{}{spent}; the steps were chosen by rules", error.cause()));
            found.cost = (requests > 0).then_some(cost);
            Ok(found)
        }
    }
}

/// The model's next action; none if it gave no open one twice.
async fn choose(
    session: &Session,
    reading: &Reading,
    model: &dyn Complete,
    settings: &AgentSettings,
    cost: &mut Cost,
) -> Result<Option<(Action, String)>, CompleteError> {
    let asked = ask(model, &request(session, reading, settings), |answer| {
        let (action, why) = read_action(answer)?;
        offered(&action, settings.commands)?;
        session.check(&action)?;
        Ok::<_, NoAction>((action, why))
    })
    .await?;
    cost.add(asked.usage);
    Ok(asked.answer.ok())
}

impl Cost {
    pub(super) fn add(&mut self, usage: Usage) {
        self.requests += usage.requests;
        self.input_tokens += u64::from(usage.input_tokens);
        self.output_tokens += u64::from(usage.output_tokens);
    }
}
