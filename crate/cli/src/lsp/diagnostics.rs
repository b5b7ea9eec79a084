//! What is wrong, where it stands, as editors show it.

use std::ops::Range;

use citelight::cite::line;
use citelight::export::{CheckedEntry, Judged, Level};
use citelight::resolve::corrections::{FieldEdit, SpannedEntry};
use citelight::resolve::integrity::Discrepancy;
use tower_lsp_server::ls_types::{
    Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, Location, NumberOrString, Position, Uri,
};

use super::analysis::{Analysis, Mark, ProblemKind, What, head_of};
use super::question::Answer;
use crate::bib;
use crate::output::{cut, plain};

/// Who says it.
pub(super) const SOURCE: &str = "citelight";
/// Characters of a value that are shown.
const SHOWN: usize = 160;

/// What is wrong with a document, by the answers that are known.
pub(super) fn diagnostics<'a>(
    analysis: &Analysis,
    answer: impl Fn(&str) -> Option<&'a Answer>,
    is_offline: bool,
) -> Vec<Diagnostic> {
    let mut found: Vec<Diagnostic> = analysis
        .problems
        .iter()
        .map(|problem| {
            let name = cut(&problem.name, SHOWN);
            let (severity, code, message) = match problem.kind {
                ProblemKind::NoEntry => (
                    DiagnosticSeverity::WARNING,
                    "no-entry",
                    format!("No bibliography in this folder has an entry “{name}”."),
                ),
                ProblemKind::DoubleKey => (
                    DiagnosticSeverity::WARNING,
                    "double-key",
                    format!("Another entry of this file has the key “{name}”, too."),
                ),
                ProblemKind::Unmatched => (
                    DiagnosticSeverity::INFORMATION,
                    "no-entry",
                    format!("“{name}” fits no entry of the list of references."),
                ),
            };
            at(analysis, &problem.range, severity, code, message)
        })
        .collect();
    for mark in &analysis.marks {
        let Some(answer) = answer(&mark.question.id) else { continue };
        let is_silent = is_offline && answer.entry.is_unchecked();
        if !is_silent && answer.entry.deserves_a_look() {
            of_answer(analysis, mark, answer, &mut found);
        }
    }
    found
}

fn of_answer(analysis: &Analysis, mark: &Mark, answer: &Answer, found: &mut Vec<Diagnostic>) {
    let entry = &answer.entry;
    let code = bib::rule(entry).id;
    let span = match mark.what {
        What::Entry(at) => analysis.spans.get(at),
        What::Listed | What::Cited(_) => None,
    };
    let Some(span) = span else {
        let mut diagnostic = at(analysis, &mark.range, severity(entry.level), code, message(entry, true));
        if let What::Cited(Some((path, line))) = &mark.what {
            diagnostic.related_information = related(entry, path, *line);
        }
        found.push(diagnostic);
        return;
    };
    let gravest = entry.gravest();
    let main = gravest.map_or_else(|| head_of(&analysis.text, span), |fact| place(analysis, span, fact.kind));
    found.push(at(analysis, &main, severity(entry.level), code, message(entry, false)));
    // What else is wrong, where it stands.
    let mut told = vec![main];
    for Judged { kind, level } in entry.discrepancies.iter().rev().filter(|fact| fact.level > Level::None) {
        let range = place(analysis, span, *kind);
        if Some(*kind) == gravest.map(|fact| fact.kind) || told.contains(&range) {
            continue;
        }
        let rule = crate::sarif::of_fact(*kind);
        let correction = answer.edits.iter().find(|edit| fields(*kind).contains(&edit.field.as_str()));
        let correction = correction.map(|edit| format!(": {}", change(edit))).unwrap_or_default();
        found.push(at(analysis, &range, severity(*level), rule.id, format!("{}{correction}", rule.about)));
        told.push(range);
    }
}

/// `2021 → 2012`, `10.1000/ladders`
pub(super) fn change(edit: &FieldEdit) -> String {
    let new = cut(&edit.new, SHOWN);
    match &edit.old {
        Some(old) => format!("{} → {new}", cut(old, SHOWN)),
        None => new,
    }
}

fn at(
    analysis: &Analysis,
    range: &Range<usize>,
    severity: DiagnosticSeverity,
    code: &str,
    message: String,
) -> Diagnostic {
    Diagnostic {
        range: analysis.lines.range(&analysis.text, range),
        severity: Some(severity),
        code: Some(NumberOrString::String(code.to_owned())),
        source: Some(SOURCE.to_owned()),
        message,
        ..Diagnostic::default()
    }
}

fn severity(level: Level) -> DiagnosticSeverity {
    match level {
        Level::Error => DiagnosticSeverity::ERROR,
        Level::Warning => DiagnosticSeverity::WARNING,
        // What is accepted is only told where it could not be checked, or the work was retracted.
        Level::Note | Level::None => DiagnosticSeverity::INFORMATION,
    }
}

/// The verdict and its reasons; away from the entry with its key.
fn message(entry: &CheckedEntry, is_elsewhere: bool) -> String {
    let verdict = plain(&bib::verdict(entry));
    let mut lines =
        vec![if is_elsewhere { format!("{}: {verdict}", cut(&entry.key, SHOWN)) } else { verdict }];
    lines.extend(entry.reasons.iter().map(|reason| cut(reason, 2 * SHOWN)));
    lines.extend(bib::retraction(&entry.work));
    if entry.is_unchecked() {
        lines.extend(entry.failures.iter().map(|failure| cut(failure, SHOWN)));
    }
    lines.join("\n")
}

fn related(
    entry: &CheckedEntry,
    path: &std::path::Path,
    number: u32,
) -> Option<Vec<DiagnosticRelatedInformation>> {
    let position = Position::new(number.saturating_sub(1), 0);
    let location =
        Location::new(Uri::from_file_path(path)?, tower_lsp_server::ls_types::Range::new(position, position));
    let record = entry.record.as_ref().map(|record| format!("; the record: {}", plain(&line(record))));
    let message = format!("the entry{}", record.unwrap_or_default());
    Some(vec![DiagnosticRelatedInformation { location, message }])
}

/// Fields that a fact is about, by BibTeX's and biblatex's names.
pub(super) fn fields(fact: Discrepancy) -> &'static [&'static str] {
    use Discrepancy as D;
    match fact {
        D::Title | D::TitleSpelling | D::TitleRenamed => &["title"],
        D::Authors | D::AuthorsInPart | D::AuthorsMissing | D::PlaceholderAuthors => &["author"],
        D::Venue | D::VenueUnknown | D::PreprintAsPublished => {
            &["journal", "journaltitle", "booktitle", "howpublished"]
        }
        D::Year | D::YearToCome => &["year", "date"],
        D::DoiNotFound | D::DoiOfAnotherWork => &["doi"],
        D::ArxivIdOfAnotherWork => &["eprint"],
        D::MalformedIdentifier => &["doi", "eprint"],
        D::Volume => &["volume"],
        D::Number => &["number", "issue"],
        D::Pages => &["pages"],
        D::EntryType => &["entry type"],
        D::Unconfirmed | D::NotFound | D::VersionsMixed | D::Concern | D::Withdrawn | D::Retracted => &[],
    }
}

/// The value that a fact is about, else the head of the entry.
fn place(analysis: &Analysis, span: &SpannedEntry, fact: Discrepancy) -> Range<usize> {
    let value = fields(fact).iter().find_map(|name| span.values.get(*name));
    value.cloned().unwrap_or_else(|| head_of(&analysis.text, span))
}
