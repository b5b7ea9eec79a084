//! `citelight-eval knowledge`: does a model know the text of a source already? A miscitation of a work that it knows
//! measures its memory (BibAgent, appendix A.2: the knowledge-blank protocol).

mod probe;
mod prompts;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;

use citelight::llm::structured::ask;
use citelight_cli::args::Format;
use citelight_cli::failure::{Failure, read_text};
use citelight_cli::network::ModelEndpoint;
use citelight_cli::output;
use serde::{Deserialize, Serialize};

use self::probe::{KEPT, Probe, Unfit};
use crate::args::KnowledgeOptions;
use crate::misciting::pool::{self, PoolSource};

/// The probes of a work, one JSON object a line.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Probed {
    source: String,
    /// Who made the probes, with the prompt's version.
    made_by: String,
    probes: Vec<Probe>,
}

/// What one model knows of one work.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Known {
    source: String,
    model: String,
    probes: usize,
    right: usize,
}

#[derive(Serialize)]
struct Report {
    schema: &'static str,
    model: String,
    /// Of this run.
    known: Vec<Known>,
    /// Sources of which no model of this run or the earlier ones answered a probe.
    blank: Vec<String>,
    /// Sources that some model knows.
    not_blank: Vec<String>,
    /// Sources with fewer probes than the protocol asks.
    too_few_probes: Vec<String>,
}

pub(super) fn run(options: &KnowledgeOptions) -> Result<ExitCode, Failure> {
    let Some(endpoint) = ModelEndpoint::open(&options.endpoint)? else {
        let reason = "the probe asks a model; name one with --endpoint and --endpoint-model".to_owned();
        return Err(Failure::Network { reason });
    };
    let pool = pool::read(&options.sources)?;
    if options.make { make(options, &pool, &endpoint) } else { gate(options, &pool, &endpoint) }
}

/// Has a model propose probes of each text and keeps those that only the text answers.
fn make(
    options: &KnowledgeOptions,
    pool: &[PoolSource],
    endpoint: &ModelEndpoint,
) -> Result<ExitCode, Failure> {
    let mut lines = String::new();
    let (mut kept, mut unfit): (usize, BTreeMap<String, usize>) = (0, BTreeMap::new());
    for source in pool {
        let request = prompts::making(&source.text);
        let asked = endpoint.run(ask(endpoint.model(), &request, prompts::read_probes));
        let proposed = asked.map_err(|error| Failure::Network { reason: error.cause() })?.answer;
        let mut probes: Vec<Probe> = Vec::new();
        for probe in proposed.unwrap_or_default() {
            match probe.fit(&source.text, &source.title, &source.abstract_text) {
                Ok(()) if probes.len() < KEPT => probes.push(probe),
                Ok(()) => {}
                Err(reason) => *unfit.entry(name(reason)).or_default() += 1,
            }
        }
        kept += probes.len();
        let made_by = format!("{} ({})", endpoint.model().model(), prompts::MAKING);
        lines.push_str(&serde_json::to_string(&Probed { source: source.id.clone(), made_by, probes })?);
        lines.push('\n');
    }
    output::file::write_whole(&options.probes, lines.as_bytes())?;
    let unfit: Vec<String> = unfit.iter().map(|(reason, count)| format!("{reason} {count}")).collect();
    anstream::eprintln!("{kept} probes of {} sources; left out: {}", pool.len(), unfit.join(", "));
    Ok(ExitCode::SUCCESS)
}

fn name(unfit: Unfit) -> String {
    let name = serde_json::to_value(unfit).ok();
    name.and_then(|name| Some(name.as_str()?.to_owned())).unwrap_or_default()
}

/// Asks the probes and says which sources are blank to every model asked so far.
fn gate(
    options: &KnowledgeOptions,
    pool: &[PoolSource],
    endpoint: &ModelEndpoint,
) -> Result<ExitCode, Failure> {
    let probed: Vec<Probed> = read_lines("the file of probes", &options.probes)?;
    let mut known = Vec::new();
    for Probed { source: id, probes, .. } in &probed {
        let source = pool.iter().find(|source| source.id == *id).ok_or_else(|| Failure::Malformed {
            what: "the file of probes",
            path: options.probes.clone(),
            reason: format!("{id} is not in the folders of sources"),
        })?;
        let mut right = 0;
        for probe in probes {
            right += usize::from(answers(endpoint, &record(source), probe)?);
        }
        let model = endpoint.model().model().to_owned();
        known.push(Known { source: id.clone(), model, probes: probes.len(), right });
    }
    if let Some(path) = &options.output {
        let lines: Result<Vec<String>, _> = known.iter().map(serde_json::to_string).collect();
        output::file::write_whole(path, (lines?.join("\n") + "\n").as_bytes())?;
    }
    let mut earlier: Vec<Known> = Vec::new();
    for path in &options.before {
        earlier.extend(read_lines::<Known>("the answers of another model", path)?);
    }
    let report = Report::new(endpoint.model().model().to_owned(), known, &earlier);
    match options.format {
        Format::Json => output::json(&report)?,
        Format::Text => report.write(),
    }
    Ok(ExitCode::from(u8::from(!report.not_blank.is_empty())))
}

/// What is told of a work: nothing of its abstract or text.
fn record(source: &PoolSource) -> String {
    let people: Vec<String> =
        source.authors.iter().map(|person| format!("{} {}", person.given, person.family)).collect();
    let year = source.year.map_or_else(|| "year unknown".to_owned(), |year| year.to_string());
    format!("{}. {}. {year}.", source.title, people.join(", "))
}

fn answers(endpoint: &ModelEndpoint, record: &str, probe: &Probe) -> Result<bool, Failure> {
    let model = endpoint.model();
    let failed = |reason: String| Failure::Network { reason };
    let request = prompts::asking(record, &probe.question);
    let asked = endpoint.run(ask(model, &request, prompts::read_answer));
    // An answer that cannot be used shows no knowledge.
    let Ok(said) = asked.map_err(|error| failed(error.cause()))?.answer else { return Ok(false) };
    if let Some(right) = probe.is_answered_by(&said) {
        return Ok(right);
    }
    let request = prompts::comparing(&probe.answer, &said);
    let compared = endpoint.run(ask(model, &request, prompts::read_comparison));
    Ok(compared.map_err(|error| failed(error.cause()))?.answer.unwrap_or(false))
}

fn read_lines<T: for<'de> Deserialize<'de>>(what: &'static str, path: &Path) -> Result<Vec<T>, Failure> {
    let text = read_text(what, path)?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(index, line)| {
            serde_json::from_str(line).map_err(|error| Failure::Malformed {
                what,
                path: path.to_owned(),
                reason: format!("line {}: {error}", index + 1),
            })
        })
        .collect()
}

impl Report {
    /// A source is blank only if every model answered none of its probes, and all of them were asked.
    fn new(model: String, known: Vec<Known>, earlier: &[Known]) -> Self {
        let (mut blank, mut not_blank, mut too_few_probes) = (Vec::new(), Vec::new(), Vec::new());
        for own in &known {
            let of_source = earlier.iter().filter(|other| other.source == own.source).chain([own]);
            let right: usize = of_source.map(|one| one.right).sum();
            match (right, own.probes) {
                (1.., _) => not_blank.push(own.source.clone()),
                (0, KEPT..) => blank.push(own.source.clone()),
                (0, _) => too_few_probes.push(own.source.clone()),
            }
        }
        Self { schema: "citelight/eval-knowledge/1", model, known, blank, not_blank, too_few_probes }
    }

    fn write(&self) {
        for Known { source, probes, right, .. } in &self.known {
            anstream::println!("{right:>3} of {probes:>2}  {source}");
        }
        anstream::println!(
            "{}: {} sources blank, {} known, {} with fewer than {KEPT} probes",
            self.model,
            self.blank.len(),
            self.not_blank.len(),
            self.too_few_probes.len()
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(source: &str, probes: usize, right: usize) -> Known {
        Known { source: source.to_owned(), model: "m".to_owned(), probes, right }
    }

    #[test]
    fn one_answer_of_one_model_keeps_a_source_out() {
        let now = vec![known("a", 10, 0), known("b", 10, 0), known("c", 10, 1), known("d", 7, 0)];
        let earlier = [known("a", 10, 0), known("b", 10, 1)];
        let report = Report::new("m".to_owned(), now, &earlier);
        assert_eq!(report.blank, ["a"]);
        assert_eq!(report.not_blank, ["b", "c"]);
        assert_eq!(report.too_few_probes, ["d"]);
    }
}
