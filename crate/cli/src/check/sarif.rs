//! A checked document as results of SARIF: entries of the list with the levels of the policy, and citations of which a source
//! seems to say otherwise.

use std::collections::BTreeMap;
use std::path::Path;

use citelight::audit::counts::CitationClass;
use citelight::export::{CheckExport, Judged, JudgedReference, Level, Policy};
use serde_json::{Value, json};

use crate::output::{cut, plain};
use crate::sarif::{self, Rule, of_fact, uri};

/// Characters of an entry that a message shows.
const SHOWN: usize = 200;

/// A claim that a source seems to contradict.
const CONTRADICTED: Rule =
    Rule { id: "source-says-otherwise", about: "A cited source seems to say otherwise than the sentence" };

/// The log of one document, by the policy that was chosen, else by the default one.
pub(super) fn log(export: &CheckExport, path: &Path) -> Value {
    let outcome = export.policy.clone().unwrap_or_else(|| Policy::default().judge(export));
    let file = uri(&path.to_string_lossy());
    let mut rules: BTreeMap<&str, Value> = BTreeMap::new();
    let mut results = Vec::new();
    let mut tell = |rule: Rule, level: Level, message: String, line: u32, properties: Value| {
        rules.insert(rule.id, rule.description());
        results.push(json!({
            "ruleId": rule.id,
            "level": level,
            "message": { "text": message },
            "locations": [{ "physicalLocation": {
                "artifactLocation": { "uri": file },
                "region": { "startLine": line.max(1) },
            } }],
            "properties": properties,
        }));
    };
    for judged in &outcome.references {
        let Some(gravest) = gravest(judged) else { continue };
        let entry = export.map.references.iter().find(|entry| entry.id == judged.reference);
        let (raw, line) = entry.map_or(("", 0), |entry| (entry.raw.as_str(), entry.locator.line));
        let facts: Vec<&str> = judged
            .discrepancies
            .iter()
            .rev()
            .filter(|fact| fact.level > Level::None)
            .map(|fact| fact.kind.words())
            .collect();
        let message = format!("{}: {}. {}", judged.reference, facts.join(", "), cut(raw, SHOWN));
        let properties = json!({ "discrepancies": judged.discrepancies });
        tell(of_fact(gravest.kind), judged.level, message, line, properties);
    }
    let is_dismissed = |citation: &str, reference: &str| {
        export.dismissed.iter().any(|one| one.citation == citation && one.reference == reference)
    };
    for finding in &export.findings {
        let is_review = CitationClass::of(finding) == CitationClass::Review;
        if !is_review || is_dismissed(&finding.citation, &finding.reference) {
            continue;
        }
        let citation = export.map.citations.iter().find(|citation| citation.id == finding.citation);
        let line = citation.map_or(0, |citation| citation.sentence_locator.line);
        let properties = json!({ "citation": finding.citation, "reference": finding.reference });
        tell(CONTRADICTED, Level::Warning, plain(&finding.message), line, properties);
    }
    sarif::log(&outcome.policy, rules.into_values(), results.into_iter())
}

/// The fact of the gravest level; of several the weightiest.
fn gravest(judged: &JudgedReference) -> Option<Judged> {
    judged.discrepancies.iter().copied().max_by_key(|fact| (fact.level, fact.kind))
}
