//! `citelight explain`: one finding of a check, step by step, its verdict derived once more from the numbers it recorded.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use citelight::audit::finding::{Finding, follows};
use citelight::committee::{Bundle, explain};
use citelight::export::CheckExport;
use citelight::finding::messages::{category_words, verdict_word};
use citelight::finding::{Check, Step, TrailStep};

use crate::args::ExplainOptions;
use crate::failure::{Failure, read_text};
use crate::output::{cut, plain};

/// Characters of a claim or a quotation that are shown.
const SHOWN: usize = 400;

/// Exit code 1 if a verdict does not follow from what its trail recorded: the report was changed, or it is a fault of ours.
pub(crate) fn run(options: &ExplainOptions) -> Result<ExitCode, Failure> {
    let json = read_text("the report", &options.report)?;
    if let Ok(bundle) = serde_json::from_str::<Bundle>(&json) {
        return committee(&bundle, options, &mut anstream::stdout().lock());
    }
    let report: CheckExport = serde_json::from_str(&json).map_err(|error| Failure::Malformed {
        what: "the report",
        path: options.report.clone(),
        reason: format!("{error}; give what `citelight check --format json` wrote"),
    })?;
    write(&report, options.finding.as_deref(), &options.report, &mut anstream::stdout().lock())
}

/// Writes a finding of a report step by step, or lists all of them.
///
/// `path` is where the report is from.
pub(crate) fn write(
    report: &CheckExport,
    wanted: Option<&str>,
    path: &Path,
    out: &mut impl Write,
) -> Result<ExitCode, Failure> {
    let Some(wanted) = wanted else {
        for (number, finding) in report.findings.iter().enumerate() {
            listed(number + 1, finding, out)?;
        }
        return Ok(code(report.findings.iter()));
    };
    let chosen: Vec<&Finding> = chosen(&report.findings, wanted);
    if chosen.is_empty() {
        let reason = format!("it has no finding {wanted}; without a finding they are listed");
        return Err(Failure::Malformed { what: "the report", path: path.to_owned(), reason });
    }
    for finding in &chosen {
        explained(finding, out)?;
    }
    Ok(code(chosen.into_iter()))
}

/// A committee's bundle: every number as it is stated and as it follows from the raw parts.
fn committee(bundle: &Bundle, options: &ExplainOptions, out: &mut impl Write) -> Result<ExitCode, Failure> {
    let explanation = explain(bundle).map_err(|error| Failure::Malformed {
        what: "the bundle",
        path: options.report.clone(),
        reason: error.to_string(),
    })?;
    for step in &explanation.steps {
        let (mark, how) = (if step.agrees { "✓" } else { "✗" }, plain(&step.how));
        let stated =
            if step.agrees { String::new() } else { format!(" (stated: {})", cut(&step.stated, SHOWN)) };
        writeln!(out, "{mark} {}  {}{stated}  {how}", plain(&step.what), cut(&step.derived, SHOWN))?;
    }
    Ok(ExitCode::from(u8::from(!explanation.agrees())))
}

fn code<'a>(mut findings: impl Iterator<Item = &'a Finding>) -> ExitCode {
    ExitCode::from(u8::from(!findings.all(follows)))
}

fn chosen<'a>(findings: &'a [Finding], wanted: &str) -> Vec<&'a Finding> {
    if let Some(finding) =
        wanted.parse::<usize>().ok().and_then(|number| findings.get(number.checked_sub(1)?))
    {
        return vec![finding];
    }
    let (citation, reference) =
        wanted.split_once('/').map_or((wanted, None), |(citation, reference)| (citation, Some(reference)));
    let is_meant = |finding: &&Finding| {
        finding.citation == citation && reference.is_none_or(|reference| finding.reference == reference)
    };
    findings.iter().filter(is_meant).collect()
}

fn listed(number: usize, finding: &Finding, out: &mut impl Write) -> Result<(), Failure> {
    let doubt = if follows(finding) { "" } else { " (does not follow from its trail)" };
    let name = format!("{}/{}", plain(&finding.citation), plain(&finding.reference));
    let verdict = verdict_word(finding.verdict);
    writeln!(out, "{number:>4}  {name:<16} {verdict}{doubt}: {}", cut(&finding.message, 120))?;
    Ok(())
}

fn explained(finding: &Finding, out: &mut impl Write) -> Result<(), Failure> {
    writeln!(out, "{}/{}", plain(&finding.citation), plain(&finding.reference))?;
    writeln!(out, "  claim    “{}”", cut(&finding.claim, SHOWN))?;
    let category = finding.category.map(|label| format!(", {}", category_words(label))).unwrap_or_default();
    let confidence = finding.confidence.map(|own| format!(", confidence {own:.2}")).unwrap_or_default();
    writeln!(out, "  verdict  {}{category}{confidence}", verdict_word(finding.verdict))?;
    writeln!(out, "  because  {}", plain(&finding.message))?;
    for evidence in &finding.evidence {
        let place = &evidence.place;
        let section = place.section.last().map(|section| format!("{}, ", plain(section))).unwrap_or_default();
        // What a committee shows are words of papers that cite the source.
        let (whose, paragraph) = match &finding.committee {
            None => ("source", format!("paragraph {}, ", place.paragraph)),
            Some(_) => ("citing", String::new()),
        };
        writeln!(out, "  {whose}   “{}”", cut(&evidence.text, SHOWN))?;
        writeln!(out, "           {section}{paragraph}{}", plain(&place.origin))?;
    }
    writeln!(out, "  steps")?;
    for step in &finding.trail {
        stepped(step, out)?;
    }
    let derived = match (follows(finding), conditions(finding)) {
        (true, 0) => "Decided by rule: no condition on numbers was put.",
        (true, _) => "The verdict follows from the conditions above.",
        (false, _) => "The verdict does NOT follow from the conditions above: was the report changed?",
    };
    writeln!(out, "  {derived}\n")?;
    Ok(())
}

fn conditions(finding: &Finding) -> usize {
    let decided = finding.trail.iter().rev().find(|step| step.step == Step::Decide);
    decided.map_or(0, |step| step.checks.len())
}

fn stepped(step: &TrailStep, out: &mut impl Write) -> Result<(), Failure> {
    // Steps are named as in the report.
    let name = serde_json::to_value(step.step)?;
    writeln!(out, "    {:<9} {}", name.as_str().unwrap_or_default(), plain(&step.summary))?;
    let values: Vec<String> =
        step.values.iter().map(|(name, value)| format!("{} {:.3}", plain(name), value)).collect();
    if !values.is_empty() {
        writeln!(out, "              {}", values.join(" · "))?;
    }
    for check in &step.checks {
        let sign = if Check::holds(check) { "✓" } else { "✗" };
        writeln!(out, "              {sign} {}", plain(&check.to_string()))?;
    }
    Ok(())
}
