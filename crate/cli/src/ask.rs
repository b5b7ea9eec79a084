//! `citelight nli` and `citelight embed`: the local models by themselves, a line of JSON for every line that comes in.

use std::process::ExitCode;

use citelight::verify::models::{ModelError, Pair};
use serde::Deserialize;

use crate::args::{EmbedOptions, ModelOptions, NliOptions};
use crate::failure::Failure;
use crate::lines::{Lines, answer};
use crate::models::{self, Task};

/// A pair as files write it.
#[derive(Deserialize)]
struct PairLine {
    #[serde(alias = "p")]
    premise: String,
    #[serde(alias = "h")]
    hypothesis: String,
}

/// A text as files write it.
#[derive(Deserialize)]
#[serde(untagged)]
enum TextLine {
    Text(String),
    Object { text: String },
}

pub(crate) fn nli(options: &NliOptions) -> Result<ExitCode, Failure> {
    let models = models::load_for(&options.models, &[Task::Infer])?;
    let Some(infer) = models.as_models().infer else { return Err(no_model(&options.models, "NLI model")) };
    let mut lines = Lines::open(&options.pairs)?;
    answer(
        || lines.next_json::<PairLine>("{\"premise\": \"…\", \"hypothesis\": \"…\"}"),
        |pairs| {
            let pairs: Vec<Pair<'_>> =
                pairs.iter().map(|PairLine { premise, hypothesis }| Pair { premise, hypothesis }).collect();
            pollster::block_on(infer.infer(&pairs)).map_err(|error| failed(&options.models, &error))
        },
    )?;
    Ok(ExitCode::SUCCESS)
}

pub(crate) fn embed(options: &EmbedOptions) -> Result<ExitCode, Failure> {
    let models = models::load_for(&options.models, &[Task::Embed])?;
    let Some(embed) = models.as_models().embed else { return Err(no_model(&options.models, "bi-encoder")) };
    let mut lines = Lines::open(&options.texts)?;
    let json = options.json || options.texts.extension().is_some_and(|ending| ending == "jsonl");
    answer(
        || {
            if json {
                let line = lines.next_json::<TextLine>("a string or {\"text\": \"…\"}")?;
                return Ok(line.map(|line| match line {
                    TextLine::Text(text) | TextLine::Object { text } => text,
                }));
            }
            match lines.next_line()? {
                Some(line) if line.trim().is_empty() => {
                    Err(lines.wrong("it is empty, and nothing has no vector; delete the line"))
                }
                line => Ok(line),
            }
        },
        |texts| {
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            pollster::block_on(embed.embed(&texts)).map_err(|error| failed(&options.models, &error))
        },
    )?;
    Ok(ExitCode::SUCCESS)
}

fn no_model(folder: &ModelOptions, which: &str) -> Failure {
    let folder = folder.models.clone().unwrap_or_else(|| "models".into());
    Failure::Models { folder, reason: format!("there is no {which} in it; name its folder with --models") }
}

fn failed(folder: &ModelOptions, error: &ModelError) -> Failure {
    let folder = folder.models.clone().unwrap_or_else(|| "models".into());
    Failure::Models { folder, reason: error.to_string() }
}
