//! Each question, searched for to the end or answered from memory.
use std::time::Instant;

use citelight::attribute::agent::AgentSettings;
use citelight::attribute::find::Cost;
use citelight::attribute::judge::judge;
use citelight::attribute::trail::{Action, ChosenBy, Judgement};
use citelight::text::titles::title_similarity;
use citelight::verify::models::Embed;
use citelight_cli::failure::Failure;
use citelight_cli::find::Places;
use serde::Serialize;

use crate::args::CommandsChoice;
use crate::citeme::table::Question;

/// Titles so alike name one work: CiteME's answers are titles.
pub(super) const SAME_TITLE: f64 = 0.9;

/// One question and its answer.
#[derive(Serialize)]
pub(super) struct Answer {
    pub(super) id: String,
    /// Of the paper that the excerpt stands in.
    pub(super) year: Option<i32>,
    judgement: Judgement,
    pub(super) target: String,
    selected: Option<String>,
    /// Who chose it; none where nothing was chosen, or the title was named from memory.
    pub(super) selected_by: Option<ChosenBy>,
    pub(super) right: bool,
    /// Where the target stands among the candidates, from 1; none if it was not found.
    pub(super) rank: Option<usize>,
    pub(super) steps: usize,
    pub(super) searches: usize,
    /// Pages of texts included.
    pub(super) readings: usize,
    pub(super) seconds: f64,
    pub(super) failures: Vec<String>,
    /// What the model that chose the steps took; none where rules chose them.
    pub(super) cost: Option<Cost>,
}

/// An answer with the model that gave it.
pub(super) struct Answered {
    pub(super) answer: Answer,
    pub(super) model: Option<String>,
}

/// Answers one question.
pub(super) fn answer(
    question: Question,
    places: &Places,
    commands: CommandsChoice,
    settings: &AgentSettings,
    embed: Option<&dyn Embed>,
) -> Result<Answered, Failure> {
    let begun = Instant::now();
    let mut answered = match commands {
        CommandsChoice::None => recalled(question, places, settings)?,
        CommandsChoice::SearchAndRead | CommandsChoice::SearchOnly => {
            searched(question, places, settings, embed)?
        }
    };
    answered.answer.seconds = begun.elapsed().as_secs_f64();
    Ok(answered)
}

fn is_target(title: &str, target: &str) -> bool {
    title_similarity(title, target) >= SAME_TITLE
}

fn searched(
    Question { id, excerpt, target }: Question,
    places: &Places,
    settings: &AgentSettings,
    embed: Option<&dyn Embed>,
) -> Result<Answered, Failure> {
    let year = excerpt.paper.year;
    let found = places.find(excerpt, settings, embed)?;
    let place = found.candidates.iter().position(|one| is_target(&one.record.title, &target));
    let selected = found.candidates.iter().find(|one| Some(&one.id) == found.selected.as_ref());
    let selected = selected.map(|one| one.record.title.clone());
    let last = found.trail.last().filter(|step| matches!(step.action, Action::Select { .. }));
    let count = |wanted: fn(&Action) -> bool| found.trail.iter().filter(|step| wanted(&step.action)).count();
    let answer = Answer {
        id,
        year,
        right: selected.as_deref().is_some_and(|title| is_target(title, &target)),
        target,
        selected,
        selected_by: last.map(|step| step.by),
        rank: place.map(|place| place + 1),
        steps: found.trail.len(),
        searches: count(|action| matches!(action, Action::Search { .. })),
        readings: count(|action| matches!(action, Action::Read { .. })),
        judgement: found.judgement,
        seconds: 0.0,
        failures: found.failures,
        cost: found.cost,
    };
    Ok(Answered { answer, model: found.model })
}

fn recalled(
    Question { id, excerpt, target }: Question,
    places: &Places,
    settings: &AgentSettings,
) -> Result<Answered, Failure> {
    let Some(recalled) = places.recall(&excerpt, settings)? else {
        let reason = "--commands none asks a model what it remembers; name one with --endpoint".to_owned();
        return Err(Failure::Network { reason });
    };
    let right = recalled.title.as_deref().is_some_and(|title| is_target(title, &target));
    let answer = Answer {
        id,
        year: excerpt.paper.year,
        judgement: judge(&excerpt),
        right,
        target,
        selected: recalled.title,
        selected_by: None,
        rank: right.then_some(1),
        steps: 0,
        searches: 0,
        readings: 0,
        seconds: 0.0,
        failures: Vec::new(),
        cost: Some(recalled.cost),
    };
    Ok(Answered { answer, model: Some(recalled.model) })
}
