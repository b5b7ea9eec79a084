//! `citelight-eval rules`: how often is each rule of the funnel right on labelled citing statements?

mod sheet;

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use citelight::finding::{Step, Verdict};
use citelight::settings::Settings;
use citelight::taxonomy::RecordFacts;
use citelight::verify::rule::{self, Rule, Tested};
use citelight::verify::source_text::SourceText;
use citelight::verify::{Judgement, Models, judge};
use citelight_cli::args::Format;
use citelight_cli::failure::Failure;
use citelight_cli::host::read_settings;
use citelight_cli::models::{self, Task};
use citelight_cli::output;
use serde::Serialize;

use crate::args::RulesOptions;
use crate::nli::funnel::{claim, source_of};
use crate::nli::read::{Label, read};
use crate::results;
use crate::statistics::Share;
use citelight::claim::Claim;

/// Shares of words in the same order at which near-verbatim support is measured.
const REPEATED: [f64; 6] = [0.5, 0.6, 0.7, 0.8, 0.9, 1.0];

/// Everything that was measured.
#[derive(Serialize)]
struct Report {
    schema: &'static str,
    files: Vec<String>,
    model: String,
    /// Statements by their label.
    labels: BTreeMap<String, usize>,
    statements: usize,
    /// Statements that are labelled as accurate: what calling all of them supported comes to.
    accurate: Share,
    /// Statements that are labelled as not accurate: what objecting to all of them comes to.
    inaccurate: Share,
    /// Statements whose citation was not found in them.
    unmapped: usize,
    rules: Vec<OfRule>,
    /// Near-verbatim support by the share of words in the same order that it asks for.
    repeated: Vec<AtThreshold>,
    /// What was said as a verdict and not as a hint.
    said: Vec<Said>,
}

/// How often a rule was right.
#[derive(Serialize)]
struct OfRule {
    rule: String,
    supports: bool,
    right: Share,
    /// Whether it may say a verdict, by what was measured.
    suffices: bool,
}

#[derive(Serialize)]
struct AtThreshold {
    threshold: f64,
    right: Share,
}

#[derive(Serialize)]
struct Said {
    verdict: Verdict,
    right: Share,
    /// Share of all statements.
    of_all: Share,
}

/// What one statement came to.
#[derive(Serialize)]
struct Detail {
    label: String,
    rule: Option<String>,
    verdict: Verdict,
    claim: String,
    message: String,
    evidence: Option<String>,
    values: BTreeMap<String, f64>,
}

pub(super) fn run(options: &RulesOptions, kept: Option<&Path>) -> Result<ExitCode, Failure> {
    let settings = read_settings(options.settings.as_deref())?;
    let loaded = models::load_for(&options.models, &Task::ALL)?;
    let models = loaded.as_models();
    let mut measured = Measured::default();
    for file in &options.files {
        for pair in read(file)? {
            *measured.labels.entry(pair.name.clone()).or_default() += 1;
            measured.statements += 1;
            *measured.classes.entry(pair.label).or_default() += 1;
            let Some(claim) = claim(&pair.hypothesis)? else {
                measured.unmapped += 1;
                continue;
            };
            measured.judge(&claim, &source_of(&pair.premise), (pair.label, &pair.name), models, &settings)?;
        }
    }
    if let Some(path) = &options.details {
        let lines: Vec<String> =
            measured.details.iter().filter_map(|detail| serde_json::to_string(detail).ok()).collect();
        write_file(path, &(lines.join("\n") + "\n"))?;
    }
    if let Some(path) = &options.write {
        let written = rule::Measured {
            bi_encoder: models.embed.map(|model| unrun(&model.name())).unwrap_or_default(),
            nli: models.infer.map(|model| unrun(&model.name())).unwrap_or_default(),
            rules: measured.rules.iter().map(|(rule, tested)| (rule.name(), *tested)).collect(),
        };
        let text = serde_json::to_string_pretty(&written).unwrap_or_default();
        write_file(path, &(text + "\n"))?;
    }
    let model = models.infer.map(|infer| infer.name().into_owned()).unwrap_or_default();
    let report = measured.report(options, model, &settings);
    results::keep(kept, || sheet::sheet(&report, options, loaded.names()))?;
    match options.format {
        Format::Json => output::json(&report)?,
        Format::Text => write(&report, &mut anstream::stdout().lock())?,
    }
    Ok(ExitCode::SUCCESS)
}

/// A model's name without what ran it: `nli-minilm@9d61c02b` of `nli-minilm@9d61c02b (int8)`.
fn unrun(name: &str) -> String {
    name.split(' ').next().unwrap_or_default().to_owned()
}

fn write_file(path: &Path, text: &str) -> Result<(), Failure> {
    fs::write(path, text).map_err(|error| Failure::Malformed {
        what: "the file to write",
        path: path.to_owned(),
        reason: error.to_string(),
    })
}

#[derive(Default)]
struct Measured {
    labels: BTreeMap<String, usize>,
    classes: BTreeMap<Label, usize>,
    statements: usize,
    unmapped: usize,
    rules: BTreeMap<Rule, Tested>,
    repeated: BTreeMap<usize, Tested>,
    said: BTreeMap<Verdict, Tested>,
    details: Vec<Detail>,
}

impl Measured {
    fn judge(
        &mut self,
        claim: &Claim,
        source: &SourceText,
        (label, name): (Label, &str),
        models: Models<'_>,
        settings: &Settings,
    ) -> Result<(), Failure> {
        let judged = judged(claim, source, models, settings)?;
        let rule = rule_of(&judged);
        if let Some(rule) = rule {
            count(self.rules.entry(rule).or_default(), is_right(rule.supports(), label));
        }
        if matches!(judged.verdict, Verdict::Supported | Verdict::Miscited) {
            let supports = judged.verdict == Verdict::Supported;
            count(self.said.entry(judged.verdict).or_default(), is_right(supports, label));
        }
        let values: BTreeMap<String, f64> =
            judged.trail.iter().flat_map(|step| step.values.clone()).collect();
        let alike = values.get("alike").copied().unwrap_or(0.0);
        for (index, threshold) in REPEATED.iter().enumerate().filter(|(_, threshold)| alike >= **threshold) {
            let asked = Settings { alike_repeats: *threshold, ..settings.clone() };
            if rule_of(&self::judged(claim, source, models, &asked)?) == Some(Rule::Repeats) {
                count(self.repeated.entry(index).or_default(), is_right(true, label));
            }
        }
        self.details.push(Detail {
            label: name.to_owned(),
            rule: rule.map(Rule::name),
            verdict: judged.verdict,
            claim: claim.text.clone(),
            message: citelight::finding::messages::message(&judged.reasons),
            evidence: judged.evidence.first().map(|piece| piece.text.clone()),
            values,
        });
        Ok(())
    }

    fn report(self, options: &RulesOptions, model: String, settings: &Settings) -> Report {
        let class =
            |label: Label| Share::of(self.classes.get(&label).copied().unwrap_or_default(), self.statements);
        let rules = Rule::all().filter_map(|rule| {
            let tested = self.rules.get(&rule)?;
            let right = share(*tested);
            let suffices = tested.of >= settings.verdict_tested && right.share >= settings.verdict_precision;
            Some(OfRule { rule: rule.name(), supports: rule.supports(), right, suffices })
        });
        Report {
            schema: "citelight/eval-rules/1",
            files: options.files.iter().map(|file| file.display().to_string()).collect(),
            model,
            accurate: class(Label::Entailment),
            inaccurate: class(Label::Contradiction),
            rules: rules.collect(),
            repeated: REPEATED
                .iter()
                .enumerate()
                .filter_map(|(index, threshold)| {
                    let right = share(*self.repeated.get(&index)?);
                    Some(AtThreshold { threshold: *threshold, right })
                })
                .collect(),
            said: self
                .said
                .iter()
                .map(|(verdict, tested)| Said {
                    verdict: *verdict,
                    right: share(*tested),
                    of_all: Share::of(tested.of as usize, self.statements),
                })
                .collect(),
            labels: self.labels,
            statements: self.statements,
            unmapped: self.unmapped,
        }
    }
}

fn judged(
    claim: &Claim,
    source: &SourceText,
    models: Models<'_>,
    settings: &Settings,
) -> Result<Judgement, Failure> {
    pollster::block_on(judge(claim, source, RecordFacts::default(), models, None, settings))
        .map_err(|error| Failure::Models { folder: "models".into(), reason: error.to_string() })
}

/// The rule that came to an answer. A citation in passing whose source is off the topic has none.
fn rule_of(judged: &Judgement) -> Option<Rule> {
    let rule = Rule::of(&judged.trail, &judged.reasons)?;
    let decided = judged.trail.iter().rev().find(|step| step.step == Step::Decide)?;
    let is_met = rule != Rule::InPassing || decided.checks.first().is_some_and(|check| check.holds());
    is_met.then_some(rule)
}

/// Support is right of what is accurate, a difference of what is not.
fn is_right(supports: bool, label: Label) -> bool {
    label == if supports { Label::Entailment } else { Label::Contradiction }
}

fn count(tested: &mut Tested, is_right: bool) {
    tested.of += 1;
    tested.right += u32::from(is_right);
}

fn share(Tested { right, of }: Tested) -> Share {
    Share::of(right as usize, of as usize)
}

fn write(report: &Report, out: &mut impl Write) -> io::Result<()> {
    let Report { files, model, statements, accurate, inaccurate, unmapped, .. } = report;
    writeln!(out, "{}: {statements} statements, {model}", files.join(", "))?;
    writeln!(out, "accurate {accurate}\nnot accurate {inaccurate}\nwithout a citation {unmapped}\n")?;
    writeln!(out, "{:<36}{:<10}{:>6}{:>7}  precision", "rule", "says", "n", "right")?;
    for of in &report.rules {
        let says = if of.supports { "supports" } else { "differs" };
        let word = if of.suffices { "verdict" } else { "hint" };
        let Share { count, of: n, .. } = of.right;
        writeln!(out, "{:<36}{says:<10}{n:>6}{count:>7}  {} → {word}", of.rule, of.right)?;
    }
    writeln!(out, "\nnear-verbatim support by the share of words in the same order:")?;
    for at in &report.repeated {
        writeln!(out, "  {:.1}  {}", at.threshold, at.right)?;
    }
    for said in &report.said {
        let word = citelight::finding::messages::verdict_word(said.verdict);
        writeln!(out, "said {word}: {} of all, right {}", said.of_all, said.right)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn support_is_right_of_what_is_accurate_and_a_difference_of_what_is_not() {
        assert!(is_right(true, Label::Entailment) && is_right(false, Label::Contradiction));
        assert!(!is_right(true, Label::Neutral) && !is_right(false, Label::Neutral));
    }

    #[test]
    fn without_models_nothing_decides_and_no_rule_is_counted() {
        let claim = claim("Sleep improves memory in young adults [<|cit|>].").unwrap().unwrap();
        let source = source_of(&["Sleep improves memory in young adults.".to_owned()]);
        let mut measured = Measured::default();
        let label = (Label::Entailment, "ACCURATE");
        measured.judge(&claim, &source, label, Models::default(), &Settings::default()).unwrap();
        assert!(measured.rules.is_empty() && measured.details[0].verdict == Verdict::Unchecked);
    }
}
