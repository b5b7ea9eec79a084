//! What a document says of works, and where: made of its text alone, before anybody is asked.

use std::collections::HashMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use citelight::citation::Mapping;
use citelight::document::Document;
use citelight::document::cited_keys::{CitedKey, latex_keys, markdown_keys};
use citelight::markup::{Locator, locator_of};
use citelight::resolve::corrections::{SpannedEntry, read_bibtex};

use super::documents::Kind;
use super::library::CitableEntries;
use super::names::named_files;
use super::position::Lines;
use super::question::Question;
use crate::article::Article;

/// Bytes of the largest document that is looked at: a bibliography of some ten thousand entries.
const LARGEST: usize = 20_000_000;

/// What a document says of works.
#[derive(Debug, Default)]
pub(super) struct Analysis {
    pub(super) text: Arc<str>,
    pub(super) lines: Lines,
    /// The state of the document that it was made of.
    pub(super) version: i32,
    /// Entries of a BibTeX file.
    pub(super) spans: Vec<SpannedEntry>,
    pub(super) marks: Vec<Mark>,
    pub(super) problems: Vec<Problem>,
}

/// A place that is about a work.
#[derive(Debug)]
pub(super) struct Mark {
    /// Its bytes.
    pub(super) range: Range<usize>,
    pub(super) question: Arc<Question>,
    pub(super) what: What,
}

/// What stands there.
#[derive(Debug)]
pub(super) enum What {
    /// The entry of that number in [`Analysis::spans`].
    Entry(usize),
    /// An entry of a printed list.
    Listed,
    /// A citation, and where the entry stands.
    Cited(Option<(PathBuf, u32)>),
}

/// Something that is wrong whatever the sources say.
#[derive(Debug)]
pub(super) struct Problem {
    pub(super) range: Range<usize>,
    pub(super) kind: ProblemKind,
    /// The key, or the citation as it is written.
    pub(super) name: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ProblemKind {
    /// A key is cited that no bibliography has.
    NoEntry,
    /// Two entries of a file have this key.
    DoubleKey,
    /// A citation in words or numbers fits no entry of the list.
    Unmatched,
}

impl Analysis {
    /// Of a bibliography.
    pub(super) fn of_bibliography(text: Arc<str>, version: i32) -> Self {
        let lines = Lines::of(&text);
        if text.len() > LARGEST {
            return Self { text, lines, version, ..Self::default() };
        }
        let spans = read_bibtex(&text);
        let mut seen: HashMap<String, usize> = HashMap::new();
        let (mut marks, mut problems) = (Vec::new(), Vec::new());
        for (at, span) in spans.iter().enumerate() {
            let key = &span.entry.key;
            if !key.is_empty() && seen.insert(key.to_lowercase(), at).is_some() {
                let range = head_of(&text, span);
                problems.push(Problem { range, kind: ProblemKind::DoubleKey, name: key.clone() });
            }
            if !span.is_auxiliary() {
                let question = Arc::new(Question::of_entry(span.entry.clone()));
                marks.push(Mark { range: span.range.clone(), question, what: What::Entry(at) });
            }
        }
        Self { text, lines, version, spans, marks, problems }
    }

    /// Of a text that cites.
    pub(super) fn of_article(
        kind: Kind,
        path: Option<&Path>,
        (text, version): (Arc<str>, i32),
        citable: &CitableEntries,
    ) -> Self {
        let lines = Lines::of(&text);
        let mut analysis = Self { text: text.clone(), lines, version, ..Self::default() };
        if text.len() > LARGEST {
            return analysis;
        }
        // Alone: the other files are read by the library, and would be read anew with every change.
        let name = path.unwrap_or(Path::new(if kind == Kind::Latex { "text.tex" } else { "text.md" }));
        let document = Article::of_text(name, text.to_string()).parse(false).unwrap_or_default();
        let own = analysis.list(&document);
        let keys = match kind {
            Kind::Latex => latex_keys(&text),
            _ => markdown_keys(&text),
        };
        analysis.citations(keys, &own, kind, path, citable);
        if kind == Kind::Markdown {
            analysis.printed_citations(&document, &own);
        }
        analysis.marks.sort_by_key(|mark| (mark.range.start, mark.range.end));
        analysis
    }

    /// The entries that the document prints itself, by their ids.
    fn list(&mut self, document: &Document) -> HashMap<String, Arc<Question>> {
        let mut own = HashMap::new();
        for reference in &document.references {
            let question = Arc::new(Question::of_reference(reference.clone()));
            own.insert(reference.id.clone(), question.clone());
            if let Some(range) = self.place(&reference.locator) {
                self.marks.push(Mark { range, question, what: What::Listed });
            }
        }
        own
    }

    /// Citations by keys.
    fn citations(
        &mut self,
        keys: Vec<CitedKey>,
        own: &HashMap<String, Arc<Question>>,
        kind: Kind,
        path: Option<&Path>,
        citable: &CitableEntries,
    ) {
        let is_known = |key: &str| own.contains_key(key) || citable.knows(key);
        // `@name` in a text without a bibliography greets somebody.
        let cites = kind == Kind::Latex
            || keys.iter().any(|cited| is_known(&cited.key))
            || !named_files(&self.text).is_empty();
        for CitedKey { key, range } in keys {
            match (own.get(&key), citable.find(&key, path)) {
                (Some(question), _) => {
                    self.marks.push(Mark { range, question: question.clone(), what: What::Cited(None) });
                }
                (None, Some(held)) => {
                    let what = What::Cited(Some((held.path.clone(), held.line)));
                    self.marks.push(Mark { range, question: held.question.clone(), what });
                }
                (None, None) if cites && citable.is_whole && !is_known(&key) => {
                    self.problems.push(Problem { range, kind: ProblemKind::NoEntry, name: key });
                }
                (None, None) => {}
            }
        }
    }

    /// Citations in words or numbers, of entries that the document prints itself.
    fn printed_citations(&mut self, document: &Document, own: &HashMap<String, Arc<Question>>) {
        for citation in &document.citations {
            let Some(block) = document.blocks.get(citation.block) else { continue };
            let Some(range) = self.place(&locator_of(block, citation.range.clone())) else { continue };
            let surface = self.text.get(range.clone()).unwrap_or_default();
            if surface.contains('@') {
                continue;
            }
            if citation.status == Mapping::Unmatched && !document.references.is_empty() {
                let (kind, name) = (ProblemKind::Unmatched, surface.to_owned());
                self.problems.push(Problem { range: range.clone(), kind, name });
            }
            for reference in citation.references.iter().filter_map(|at| document.references.get(*at)) {
                if let Some(question) = own.get(&reference.id) {
                    let (range, question) = (range.clone(), question.clone());
                    self.marks.push(Mark { range, question, what: What::Cited(None) });
                }
            }
        }
    }

    /// The bytes of a place in this very file; none where it is not told.
    fn place(&self, locator: &Locator) -> Option<Range<usize>> {
        let mut ranges = locator.ranges.iter();
        let (Some(first), last) = (ranges.next(), locator.ranges.last()) else {
            return self.lines.line(&self.text, locator.line);
        };
        if locator.ranges.iter().any(|range| range.node != 0) {
            return None;
        }
        let end = last.map_or(first.end, |last| last.end);
        let byte = |unit: u32| self.lines.byte_of_unit(&self.text, unit as usize);
        let (start, end) = (byte(first.start), byte(end));
        (start < end).then_some(start..end)
    }

    /// What stands at a byte; of several the narrowest.
    pub(super) fn at(&self, byte: usize) -> impl Iterator<Item = &Mark> {
        let holds = move |mark: &&Mark| mark.range.start <= byte && byte <= mark.range.end;
        let narrowest = self.marks.iter().filter(holds).map(|mark| mark.range.len()).min();
        self.marks.iter().filter(holds).filter(move |mark| Some(mark.range.len()) == narrowest)
    }

    /// Questions that have to be answered, each once.
    pub(super) fn questions(&self) -> Vec<Arc<Question>> {
        let mut seen = std::collections::HashSet::new();
        let questions = self.marks.iter().map(|mark| &mark.question);
        questions.filter(|question| seen.insert(question.id.as_str())).cloned().collect()
    }
}

/// `@article{key` of an entry.
pub(super) fn head_of(text: &str, span: &SpannedEntry) -> Range<usize> {
    let whole = text.get(span.range.clone()).unwrap_or_default();
    let length = whole.find([',', '\n', '\r']).unwrap_or(whole.len());
    span.range.start..span.range.start + length
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn article(kind: Kind, text: &str) -> Analysis {
        Analysis::of_article(kind, None, (text.into(), 1), &CitableEntries::default())
    }

    #[test]
    fn a_printed_list_is_found_in_the_file() {
        let text = "# 𝒳 Weirs\n\nWillows hold banks [1], says nobody [7].\n\n## References\n\n1. Weil, I. (2004). Banks and willows of slow rivers. River Notes, 3, 11-29.\n2. Alder, K. (2012). Ladders for small fish. River Notes, 4, 1-9.\n";
        let analysis = article(Kind::Markdown, text);
        let of = |wanted: fn(&What) -> bool| -> Vec<&str> {
            let marks = analysis.marks.iter().filter(|mark| wanted(&mark.what));
            marks.map(|mark| &text[mark.range.clone()]).collect()
        };
        assert_eq!(of(|what| matches!(what, What::Cited(None))), ["[1]"]);
        let listed = of(|what| matches!(what, What::Listed));
        assert!(listed.len() == 2 && listed[1].contains("Ladders for small fish"), "{listed:?}");
        let problems: Vec<_> = analysis.problems.iter().map(|own| (own.kind, own.name.as_str())).collect();
        assert_eq!(problems, [(ProblemKind::Unmatched, "[7]")]);
    }

    #[test]
    fn a_list_in_latex_answers_for_its_keys() {
        let text = "\\documentclass{article}\\begin{document}\n𝒳 \\cite{weil} \\cite{none}\n\\begin{thebibliography}{9}\n\\bibitem{weil} Ida Weil. Banks and willows of slow rivers. \\emph{River Notes}, 2004.\n\\end{thebibliography}\n\\end{document}\n";
        let analysis = article(Kind::Latex, text);
        let cited: Vec<&str> = analysis.marks.iter().map(|mark| &text[mark.range.clone()]).collect();
        assert_eq!(cited.len(), 2, "{cited:?}");
        assert_eq!(cited[0], "weil");
        assert!(cited[1].contains("Banks and willows"), "{cited:?}");
        assert!(analysis.questions()[0].entry.field("title").is_some_and(|title| title.contains("willows")));
    }

    #[test]
    fn a_key_that_stands_twice_is_told_once() {
        let text = "@misc{a, title={A}}\n@misc{b, title={B}}\n@misc{A, title={C}}";
        let analysis = Analysis::of_bibliography(text.into(), 1);
        let double: Vec<&str> = analysis.problems.iter().map(|own| &text[own.range.clone()]).collect();
        assert_eq!(double, ["@misc{A"]);
    }

    proptest! {
        #[test]
        fn no_text_is_too_odd(text in r#"([@\\{}\[\]%*,;="<>#()a-c1-3\n é𝒳|~_$`-]|\\cite\{|\\bibitem\{|@book\{|title=|\n## References\n|\\begin\{thebibliography\}){0,50}"#) {
            for kind in [Kind::Latex, Kind::Markdown] {
                let analysis = article(kind, &text);
                for mark in &analysis.marks {
                    prop_assert!(text.get(mark.range.clone()).is_some());
                }
            }
            let analysis = Analysis::of_bibliography(text.as_str().into(), 1);
            for problem in &analysis.problems {
                prop_assert!(text.get(problem.range.clone()).is_some());
            }
        }
    }
}
