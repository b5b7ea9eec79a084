//! The findings as annotations of the citing sentences (W3C Web Annotation Data Model, 2017).

use serde_json::{Value, json};

use super::language::ReportLanguage;
use super::rows::{Row, by_policy, plain, rows};
use crate::export::CheckExport;
use citelight_records::http::encoded;
use citelight_types::finding::messages::verdict_word;

pub(super) fn annotations(export: &CheckExport) -> Value {
    let source = iri(export.origin.as_deref().unwrap_or("document"));
    let items: Vec<Value> = rows(export).filter_map(|row| annotation(&row, &source)).collect();
    json!({
        "@context": "http://www.w3.org/ns/anno.jsonld",
        "id": format!("{source}#citelight"),
        "type": "AnnotationPage",
        "items": items,
    })
}

fn annotation(row: &Row<'_>, source: &str) -> Option<Value> {
    let quote = &row.citation?.sentence_locator.quote;
    let finding = row.finding;
    let id = format!("{source}#citelight-{}-{}", encoded(&finding.citation), encoded(&finding.reference));
    let mut bodies = vec![
        json!({"type": "TextualBody", "purpose": "tagging", "format": "text/plain", "value": verdict_word(finding.verdict)}),
        json!({"type": "TextualBody", "purpose": "commenting", "format": "text/plain", "language": "en", "value": plain(&finding.message)}),
    ];
    // Of the citation, whose other references may have findings of their own.
    let class = row.class.words();
    bodies.push(
        json!({"type": "TextualBody", "purpose": "classifying", "format": "text/plain", "value": class}),
    );
    if let Some((policy, level)) = row.policy {
        let words = by_policy(level, policy, &ReportLanguage::default());
        bodies.push(json!({"type": "TextualBody", "purpose": "assessing", "format": "text/plain", "language": "en", "value": words}));
    }
    if let Some(answer) = row.answer {
        let said = format!("The reader: {}", answer.words());
        bodies.push(json!({"type": "TextualBody", "purpose": "assessing", "format": "text/plain", "language": "en", "value": said}));
    }
    for evidence in finding.evidence.iter().take(3) {
        bodies.push(json!({
            "type": "SpecificResource",
            "purpose": "linking",
            "source": iri(&evidence.place.origin),
            "selector": {"type": "TextQuoteSelector", "exact": evidence.text},
        }));
    }
    Some(json!({
        "id": id,
        "type": "Annotation",
        "motivation": "assessing",
        "body": bodies,
        "target": {
            "source": source,
            "selector": {
                "type": "TextQuoteSelector",
                "exact": quote.exact,
                "prefix": quote.prefix,
                "suffix": quote.suffix,
            },
        },
    }))
}

/// An address without its own fragment; a file's name is a relative one.
fn iri(origin: &str) -> String {
    let origin = origin.split('#').next().unwrap_or_default();
    let is_address = origin.starts_with("https://") || origin.starts_with("http://");
    if is_address { origin.to_owned() } else { encoded(origin) }
}
