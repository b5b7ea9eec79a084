//! A manuscript that holds the sentences of cases: the funnel reads it as it reads any article.
use std::collections::BTreeMap;
use std::fmt::Write;

use super::case::Case;
use super::frame::MARKER;
use super::pool::PoolSource;

/// Entries that nobody cites: a list of one entry, and that without a year, is taken for none.
pub(super) const UNCITED: &str = "<li>Roe R. Another work that nobody reads. Journal of Silence, 1990.</li>\n\
    <li>Poe P. A third one on quite another subject. Journal of Silence, 1991.</li>\n\
    <li>Coe C. The last of the works that stand here. Journal of Silence, 1992.</li>\n";

/// A citing sentence on trial.
#[derive(Clone, Copy)]
pub(super) struct Trial<'a> {
    pub(super) case: &'a Case,
    /// The corrupted sentence, or the true one.
    pub(super) corrupted: bool,
}

impl Trial<'_> {
    pub(super) fn sentence(&self) -> &str {
        if self.corrupted { &self.case.miscitation } else { &self.case.correct }
    }

    /// Id of the source that the sentence cites.
    pub(super) fn cited(&self) -> &str {
        if self.corrupted { &self.case.cited } else { &self.case.source }
    }
}

/// Heading of the section in which a trial stands.
pub(super) fn heading(index: usize) -> String {
    format!("Passage {}", index + 1)
}

/// The manuscript: a section for each trial, and the reference list. Its references are linked, so that nothing but the
/// verification is measured.
pub(super) fn manuscript(trials: &[Trial<'_>], pool: &[PoolSource]) -> String {
    let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
    let mut order: Vec<&PoolSource> = Vec::new();
    for trial in trials {
        if let Some(source) = pool.iter().find(|source| source.id == trial.cited()) {
            numbers.entry(source.id.as_str()).or_insert_with(|| {
                order.push(source);
                order.len()
            });
        }
    }
    let mut page = String::from(
        "<!DOCTYPE html><html><head><title>Sentences on trial</title>\
         <meta name=\"citation_title\" content=\"Sentences on trial\">\
         <meta name=\"citation_publication_date\" content=\"2026\"></head><body><article><h1>Sentences on trial</h1>\n",
    );
    for (index, trial) in trials.iter().enumerate() {
        let number = numbers.get(trial.cited()).copied().unwrap_or_default();
        let marker = format!("<a href=\"#r{number}\">[{number}]</a>");
        let sentence = escaped(trial.sentence()).replace(MARKER, &marker);
        let (before, after) = (escaped(&trial.case.before), escaped(&trial.case.after));
        let _ = writeln!(page, "<h2>{}</h2>\n<p>{before} {sentence} {after}</p>", heading(index));
    }
    page.push_str("<h2>References</h2>\n<ol class=\"references\">\n");
    for (index, source) in order.iter().enumerate() {
        let _ = writeln!(page, "<li id=\"r{}\">{}</li>", index + 1, escaped(&entry(source)));
    }
    page.push_str(UNCITED);
    page.push_str("</ol></article></body></html>\n");
    page
}

/// The entry of a source in a reference list.
pub(super) fn entry(source: &PoolSource) -> String {
    let people: Vec<String> = source
        .listed_authors()
        .iter()
        .map(|person| format!("{} {}", person.family, initials(&person.given)))
        .collect();
    let people = people.join(", ");
    let year = source.year.map(|year| format!(" {year}")).unwrap_or_default();
    format!("{people}. {}.{year}.", source.title.trim_end_matches('.'))
}

fn initials(given: &str) -> String {
    given.split(|c: char| !c.is_alphabetic()).filter_map(|part| part.chars().next()).collect()
}

pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
