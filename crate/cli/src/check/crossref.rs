//! `--format crossref-relation`: the relation between an article and its published findings, for its deposit with Crossref.

use citelight::export::CheckExport;
use citelight::identifiers::field;
use citelight::resolve::Resolution;
use reqwest::Url;

use super::jats::escaped;

/// Kinds of works that Crossref wants to see related, not only listed.
const DATA: [&str; 2] = ["dataset", "software"];

/// `rel:program` of Crossref's deposit schema (relations.xsd): the findings are related material of the article, and it
/// references data and software.
///
/// # Errors
/// Why the address cannot be deposited.
pub(super) fn relation(export: &CheckExport, findings: &str) -> Result<String, String> {
    // An address may hold the article's DOI; it is no DOI of the findings.
    let is_doi = ["10.", "doi:", "https://doi.org/"].iter().any(|start| findings.starts_with(start));
    let (kind, identifier) = match field::normal(findings).filter(|_| is_doi) {
        Some(doi) => ("doi", doi),
        None => ("uri", address(findings)?),
    };
    let description = format!(
        "Findings about the citations of this article, made with Citelight {}",
        env!("CARGO_PKG_VERSION")
    );
    let mut items = vec![item(Some(&description), "hasRelatedMaterial", kind, &identifier)];
    for one in &export.resolutions {
        let Resolution::Resolved { record, .. } = &one.resolution else { continue };
        let type_name = record.type_name.as_deref().unwrap_or_default().to_ascii_lowercase();
        if let Some(doi) = record.identifiers.doi.as_deref().filter(|_| DATA.contains(&type_name.as_str())) {
            let item = item(None, "references", "doi", doi);
            if !items.contains(&item) {
                items.push(item);
            }
        }
    }
    Ok(format!(
        "<rel:program xmlns:rel=\"http://www.crossref.org/relations.xsd\" name=\"relations\">\n{}</rel:program>\n",
        items.concat()
    ))
}

fn item(description: Option<&str>, relation: &str, kind: &str, identifier: &str) -> String {
    let description = description
        .map(|text| format!("    <rel:description>{}</rel:description>\n", escaped(text)))
        .unwrap_or_default();
    let identifier = escaped(identifier);
    format!(
        "  <rel:related_item>\n{description}    <rel:inter_work_relation relationship-type=\"{relation}\" \
         identifier-type=\"{kind}\">{identifier}</rel:inter_work_relation>\n  </rel:related_item>\n"
    )
}

fn address(text: &str) -> Result<String, String> {
    match Url::parse(text) {
        Ok(url) if url.scheme() == "https" => Ok(url.to_string()),
        _ => Err(format!(
            "--findings-url wants the https address or the DOI of the published findings, not “{text}”"
        )),
    }
}
