//! `citelight-eval citeme`: CiteME's excerpts, searched for to the end.

mod answers;
mod figures;
mod report;
pub mod table;
use std::path::Path;
use std::process::ExitCode;

use citelight::attribute::agent::{AgentSettings, Commands};
use citelight_cli::args::Format;
use citelight_cli::failure::{Failure, read_text};
use citelight_cli::find::Places;
use citelight_cli::{models, output};

use self::answers::{Answered, answer};
use self::figures::Prices;
use self::report::{Configuration, Report};
use crate::args::{CiteMeOptions, CommandsChoice};
use crate::attribution::metrics::Ranks;
use crate::citeme::table::{Question, read};
use crate::results;

pub(super) fn run(options: &CiteMeOptions, kept: Option<&Path>) -> Result<ExitCode, Failure> {
    let questions =
        read(&read_text("the file of excerpts", &options.file)?).map_err(|error| Failure::Malformed {
            what: "the file of excerpts",
            path: options.file.clone(),
            reason: error.to_string(),
        })?;
    let models = models::load_bi_encoder(&options.within.models)?;
    let embed = models.as_models().embed;
    let places = Places::open(&options.within, &options.network, &options.endpoint)?;
    let settings = settings(options);
    let mut ranks = Ranks::default();
    let (mut answers, mut model) = (Vec::new(), None);
    for question in questions {
        let Question { id, excerpt, .. } = &question;
        let paper = excerpt.paper.title.clone().unwrap_or_else(|| id.clone());
        let answered: Answered = answer(question, &places, options.commands, &settings, embed)?;
        ranks.add(&paper, answered.answer.rank.map(|rank| rank as f64));
        model = model.or(answered.model);
        answers.push(answered.answer);
    }
    if let Some(line) = places.summary() {
        anstream::eprintln!("{line}");
    }
    let prices = options.prices.as_deref().and_then(|prices| match prices {
        [read, written] => Some(Prices { read: *read, written: *written }),
        _ => None,
    });
    let configuration =
        model.is_some().then_some(Configuration { commands: options.commands, asked: settings });
    let embedding = embed.map(|embed| embed.name().into_owned());
    let report = Report::new(answers, ranks.figures(), prices, configuration, embedding, model);
    results::keep(kept, || report.sheet(options, models.names()))?;
    match options.format {
        Format::Json => output::json(&report)?,
        Format::Text => report.write()?,
    }
    // A source that failed may have held the answer: the figures are too low then.
    Ok(ExitCode::from(if report.has_failures() { 2 } else { 0 }))
}

/// The paper's settings or ours, and what is asked for otherwise.
fn settings(options: &CiteMeOptions) -> AgentSettings {
    let base = if options.published { AgentSettings::published() } else { AgentSettings::default() };
    AgentSettings {
        commands: match options.commands {
            CommandsChoice::SearchAndRead | CommandsChoice::None => Commands::SearchAndRead,
            CommandsChoice::SearchOnly => Commands::SearchOnly,
        },
        demonstration: options.demonstration.map_or(base.demonstration, crate::args::Switch::is_on),
        temperature: options.temperature.unwrap_or(base.temperature),
        page: options.page.unwrap_or(base.page),
        context: options.context.unwrap_or(base.context),
    }
}
