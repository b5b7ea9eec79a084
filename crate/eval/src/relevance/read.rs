//! Lines of citing statements with the work that they cite.
use std::path::Path;
use std::sync::LazyLock;

use citelight::claim::function::citing_function;
use citelight::finding::CitingFunction;
use citelight::relevance::{Article, Statement, Work, language};
use citelight_cli::failure::Failure;
use citelight_cli::lines::Lines;
use regex::Regex;
use serde::{Deserialize, Serialize};

/// What a line says of its citation.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Kind {
    /// It is right, or was published as it is.
    Right,
    /// The work is about something else.
    Irrelevant,
    /// Another error, by its name in the file.
    Other(String),
    /// The line has no label.
    Unlabelled,
}

impl Kind {
    fn of(label: Option<&str>, why: Option<&str>) -> Self {
        match (label, why.map(str::trim).filter(|why| !why.is_empty())) {
            (None, _) => Self::Unlabelled,
            (Some("RIGHT" | "SUBSTANTIATED" | "ACCURATE"), _) => Self::Right,
            (Some("IRRELEVANT"), _) | (Some("UNSUBSTANTIATED"), Some("Irrelevant")) => Self::Irrelevant,
            (Some(label), None) => Self::Other(label.to_owned()),
            (Some(label), Some(why)) => Self::Other(format!("{label}: {why}")),
        }
    }

    /// As figures name it.
    pub(super) fn name(&self) -> &str {
        match self {
            Self::Right => "right",
            Self::Irrelevant => "about something else",
            Self::Other(name) => name,
            Self::Unlabelled => "unlabelled",
        }
    }
}

/// One citation.
pub(super) struct Line {
    /// Which of the files it stands in.
    pub(super) file: usize,
    /// The citing sentence without markers.
    pub(super) statement: String,
    title: String,
    abstract_text: String,
    article: Option<Citing>,
    pub(super) kind: Kind,
    /// Why the work is cited.
    pub(super) function: CitingFunction,
    /// How many works the sentence cites, by its markers: two where it only says that they are several.
    pub(super) works: usize,
    /// What it shares with others: its citing article, else its cited work.
    pub(super) group: String,
}

#[derive(Deserialize)]
struct Citing {
    title: String,
    #[serde(default, rename = "abstract")]
    abstract_text: String,
}

#[derive(Deserialize)]
struct Read {
    claim: String,
    #[serde(default)]
    title: String,
    #[serde(default, rename = "abstract")]
    abstract_text: String,
    /// Sentences of the work, where the file has them in place of an abstract.
    #[serde(default)]
    evidence: Vec<String>,
    label: Option<String>,
    why: Option<String>,
    article: Option<Citing>,
    citing: Option<String>,
    work: Option<String>,
}

const FORM: &str = "{\"claim\", \"title\", \"abstract\"}, with \"label\" and \"article\": {\"title\", \"abstract\"} where known";

/// Reads a file of citations.
pub(super) fn read(path: &Path, file: usize) -> Result<Vec<Line>, Failure> {
    let mut lines = Lines::open(path)?;
    let mut found = Vec::new();
    while let Some(read) = lines.next_json::<Read>(FORM)? {
        let Read { claim, title, abstract_text, evidence, label, why, article, citing, work } = read;
        let abstract_text = if abstract_text.is_empty() { evidence.join(" ") } else { abstract_text };
        let article = article.filter(|article| !article.title.trim().is_empty());
        let of_article = article.as_ref().map(|article| article.title.clone());
        let statement = without_markers(&claim);
        let works = works_cited(&claim);
        found.push(Line {
            file,
            function: citing_function(&claim, &statement, works),
            works,
            statement,
            kind: Kind::of(label.as_deref(), why.as_deref()),
            group: citing.or(of_article).or(work).unwrap_or_else(|| claim.clone()),
            title,
            abstract_text,
            article,
        });
    }
    if found.is_empty() {
        return Err(lines.wrong(format!("there is no citation in it; expected {FORM}")));
    }
    Ok(found)
}

impl Line {
    pub(super) fn statement(&self) -> Statement<'_> {
        Statement { text: &self.statement }
    }

    pub(super) fn work(&self) -> Work<'_> {
        Work { title: &self.title, abstract_text: &self.abstract_text }
    }

    pub(super) fn article(&self) -> Option<Article<'_>> {
        let article = self.article.as_ref()?;
        Some(Article { title: &article.title, abstract_text: &article.abstract_text })
    }

    /// Whether the bi-encoder reads the language of both texts.
    pub(super) fn is_readable(&self) -> bool {
        language::is_english(&self.statement) && language::is_english(&self.abstract_text)
    }
}

/// `[citation 13]`, `[<|cit|>, 18]`, `[3–7]`.
static MARKERS: LazyLock<Regex> = LazyLock::new(|| {
    #[allow(clippy::unwrap_used, reason = "a constant pattern, compiled in the tests")]
    Regex::new(r"\[(?:citations?\s*\d*|<\|\w+\|>|[\d\s,;–-])+\]|<\|\w+\|>").unwrap()
});

/// `2015`, `2015a`: where works are cited by names and years.
static YEARS: LazyLock<Regex> = LazyLock::new(|| {
    #[allow(clippy::unwrap_used, reason = "a constant pattern, compiled in the tests")]
    Regex::new(r"\b(?:19|20)\d\d[a-z]?\b").unwrap()
});

fn works_cited(claim: &str) -> usize {
    let several = claim.contains("multi_cit");
    let is_numbered = claim.contains("[citation") || claim.contains("<|");
    let years = if is_numbered { 0 } else { YEARS.find_iter(claim).count() };
    years.max(if several { 2 } else { 1 })
}

fn without_markers(claim: &str) -> String {
    let plain = MARKERS.replace_all(claim, " ");
    let joined = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    [" .", " ,", " ;"].iter().fold(joined, |text, mark| text.replace(mark, mark.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markers_leave_the_statement() {
        for (claim, plain) in [
            ("Otters swim [citation 13].", "Otters swim."),
            ("Otters swim [<|cit|>, 18, <|other_cit|>], and so on.", "Otters swim, and so on."),
            ("Otters swim<|multi_cit|>.", "Otters swim."),
            ("Otters [3–7] swim [a lot].", "Otters swim [a lot]."),
        ] {
            assert_eq!(without_markers(claim), plain);
        }
    }

    #[test]
    fn works_are_counted_by_markers() {
        assert_eq!(works_cited("Otters swim (Lee, 2001; Smith, 2002a)."), 2);
        assert_eq!(works_cited("In 2003 otters swam [citation 13]."), 1);
        assert_eq!(works_cited("Otters swim [<|multi_cit|>]."), 2);
    }

    #[test]
    fn labels_are_read_as_the_files_have_them() {
        assert_eq!(Kind::of(Some("UNSUBSTANTIATED"), Some("Irrelevant")), Kind::Irrelevant);
        assert_eq!(Kind::of(Some("SUBSTANTIATED"), Some("Method")), Kind::Right);
        assert_eq!(Kind::of(Some("PARTIAL"), Some("")).name(), "PARTIAL");
        assert_eq!(Kind::of(None, None), Kind::Unlabelled);
    }
}
