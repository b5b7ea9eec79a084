//! Findings with what they are about, as every format tells them.

use std::collections::HashMap;

use super::language::ReportLanguage;
use crate::audit::answers::{AnswerCounts, AnswerTally, Answerer, decided_by};
use crate::audit::counts::{CitationClass, CitationCounts, ReferenceCounts};
use crate::audit::event::{CitationView, ReferenceView};
use crate::audit::finding::Finding;
use crate::export::{CheckExport, DismissReason, Level, ReaderAnswer};
use citelight_types::finding::messages::{category_word, subtype_word, verdict_word};
use citelight_types::finding::{CategoryLabel, Evidence, Extent, Place};

/// A finding with its citation and its entry.
#[derive(Clone, Copy, Debug)]
pub struct Row<'a> {
    /// The finding.
    pub finding: &'a Finding,
    /// The citation that it is about.
    pub citation: Option<&'a CitationView>,
    /// The entry that it is about; none where the citation points at no single one.
    pub reference: Option<&'a ReferenceView>,
    /// Why a reader dismissed it.
    pub dismissed: Option<DismissReason>,
    /// What a reader said of it.
    pub answer: Option<ReaderAnswer>,
    /// The class of the citation: that of its most severe finding.
    pub class: CitationClass,
    /// The class of the finding itself.
    pub own_class: CitationClass,
    /// The policy's name and the level of the entry, where that says something of the finding.
    pub policy: Option<(&'a str, Level)>,
}

/// The citations of one class.
#[derive(Clone, Debug)]
pub struct Section<'a> {
    /// The class.
    pub class: CitationClass,
    /// How many citations are of it.
    pub count: u32,
    /// Their findings, in reading order; fewer where something was not checked.
    pub rows: Vec<Row<'a>>,
}

impl Section<'_> {
    /// "Needs review (4)": citations, not findings.
    pub fn heading(&self, language: &ReportLanguage) -> String {
        let class = language.name("class", &self.class, self.class.words());
        language.fill("{class} ({count})", &[("class", &class), ("count", &self.count.to_string())])
    }
}

/// The classes that have citations, the most severe first.
pub fn sections(export: &CheckExport) -> Vec<Section<'_>> {
    let counts = export.citation_counts();
    let all: Vec<Row<'_>> = rows(export).collect();
    let section = |class: CitationClass| Section {
        class,
        count: counts.of_class(class),
        rows: all.iter().copied().filter(|row| row.class == class).collect(),
    };
    CitationClass::ALL.into_iter().map(section).filter(|section| section.count > 0).collect()
}

/// All findings in reading order.
pub fn rows(export: &CheckExport) -> impl Iterator<Item = Row<'_>> {
    let ids = export.map.citations.iter().map(|citation| citation.id.as_str());
    let classes: HashMap<&str, CitationClass> = ids.zip(export.citation_classes()).collect();
    export.findings.iter().map(move |finding| Row {
        class: classes.get(finding.citation.as_str()).copied().unwrap_or_else(|| export.class_of(finding)),
        own_class: export.class_of(finding),
        policy: export
            .policy
            .as_ref()
            .and_then(|policy| Some((policy.policy.as_str(), policy.level_for(finding)?))),
        finding,
        citation: export.map.citations.iter().find(|citation| citation.id == finding.citation),
        reference: export.map.references.iter().find(|reference| reference.id == finding.reference),
        dismissed: export
            .dismissed
            .iter()
            .find(|one| one.citation == finding.citation && one.reference == finding.reference)
            .map(|one| one.reason),
        answer: export
            .answers
            .iter()
            .find(|one| one.citation == finding.citation && one.reference == finding.reference)
            .map(|one| one.answer),
    })
}

impl Row<'_> {
    /// The citation as the text prints it.
    pub fn marker(&self) -> &str {
        self.citation.map_or("", |citation| citation.surface.as_str())
    }

    /// The sentence that cites.
    pub fn sentence(&self) -> &str {
        self.citation.map_or("", |citation| citation.sentence.as_str())
    }

    /// The entry as the list prints it.
    pub fn entry(&self) -> &str {
        self.reference.map_or("", |reference| reference.raw.as_str())
    }

    /// "Supported", "Content: says otherwise", "confidence 0.86": what stands beside the marker. The verdict is told where
    /// the citation stands among others of another one.
    pub fn qualities(&self, language: &ReportLanguage) -> Vec<String> {
        let is_other = self.own_class != self.class && self.dismissed.is_none();
        let verdict = self.finding.verdict;
        let verdict = is_other.then(|| language.name("verdict", &verdict, verdict_word(verdict)));
        let category = self.finding.category.map(|label| category(label, language));
        let policy = self.policy.filter(|_| self.dismissed.is_none());
        let policy = policy.map(|(name, level)| by_policy(level, name, language));
        let confidence = self.finding.confidence.map(|confidence| {
            language.fill("confidence {number}", &[("number", &language.decimal(confidence))])
        });
        let said =
            self.answerer(language).map(|name| language.fill("according to {name}", &[("name", &name)]));
        let dismissed = self.dismissed.map(|reason| {
            let reason = language.name("dismissed", &reason, reason.words());
            language.fill("dismissed by the reader ({reason})", &[("reason", &reason)])
        });
        let since = self.finding.is_retracted_since().then(|| language.say("retracted later").to_owned());
        let answer = self
            .answer
            .map(|answer| language.fill("the reader: {answer}", &[("answer", language.say(answer.words()))]));
        [verdict, category, policy, said, since, confidence, dismissed, answer]
            .into_iter()
            .flatten()
            .collect()
    }

    /// Who decided it, if rules and embedded models did not.
    pub fn answerer(&self, language: &ReportLanguage) -> Option<String> {
        decided_by(self.finding).map(|answerer| match answerer {
            Answerer::Model(name) => plain(name),
            Answerer::Committee => language.say("a committee of citing papers").to_owned(),
        })
    }

    /// Whose words the evidence is.
    pub fn speaker<'l>(&self, language: &'l ReportLanguage) -> &'l str {
        if self.finding.committee.is_some() {
            language.say("A paper that cites it")
        } else {
            language.say("Source")
        }
    }
}

/// What a policy makes of an entry.
pub(super) fn by_policy(level: Level, policy: &str, language: &ReportLanguage) -> String {
    let policy = plain(policy);
    let name = [("policy", policy.as_str())];
    match level {
        Level::Error => language.fill("error under the {policy} policy", &name),
        Level::Warning => language.fill("to review under the {policy} policy", &name),
        Level::Note => language.fill("note under the {policy} policy", &name),
        Level::None => language.fill("no problem under the {policy} policy", &name),
    }
}

/// What a policy makes of the entries of the list, the gravest first: heading, and a line of words and an entry for each.
pub(super) fn policy_part(
    export: &CheckExport,
    language: &ReportLanguage,
) -> Option<(String, Vec<(String, String)>)> {
    let policy = export.policy.as_ref()?;
    let head = language.fill("References under the {policy} policy", &[("policy", &plain(&policy.policy))]);
    let counts = [
        (policy.count(Level::Error), "{count} error", "{count} errors"),
        (policy.count(Level::Warning), "{count} to review", "{count} to review"),
        (policy.count(Level::Note), "{count} note", "{count} notes"),
    ];
    let counts: Vec<String> = counts
        .into_iter()
        .filter(|(count, ..)| *count > 0)
        .map(|(count, one, many)| language.count(if count == 1 { one } else { many }, count))
        .collect();
    let counts = if counts.is_empty() { vec![language.say("nothing to correct").to_owned()] } else { counts };
    let rows = policy.by_gravity().into_iter().map(|judged| {
        let level = language.name("level", &judged.level, judged.level.words());
        let facts: Vec<String> =
            judged.told().map(|fact| language.name("fact", &fact.kind, fact.kind.words())).collect();
        let entry = export.map.references.iter().find(|entry| entry.id == judged.reference);
        (
            language.detailed(level, &facts),
            entry.map_or(judged.reference.as_str(), |entry| &entry.raw).to_owned(),
        )
    });
    Some((language.detailed(head, &counts), rows.collect()))
}

/// "Content: says otherwise".
fn category(label: CategoryLabel, language: &ReportLanguage) -> String {
    let category = language.name("category", &label.category, category_word(label.category));
    let subtype = label.subtype.map(|subtype| language.name("subtype", &subtype, subtype_word(subtype)));
    let words = language.detailed(category, subtype.as_slice());
    if label.suggested { language.fill("{category} (suggested)", &[("category", &words)]) } else { words }
}

/// "Results, paragraph 4".
pub(super) fn place(evidence: &Evidence, language: &ReportLanguage) -> String {
    let Place { section, paragraph, extent, .. } = &evidence.place;
    let heading = section.last().map(String::as_str);
    let number = paragraph.to_string();
    let number = [("number", number.as_str())];
    let parts = match (heading, extent) {
        (Some(Place::RECORD), None) => vec![language.say("Record").to_owned()],
        (Some(Place::REFERENCES), None) => {
            vec![language.say("References").to_owned(), language.fill("no. {number}", &number)]
        }
        // The title of a paper that cites the work.
        (heading, None) => heading.map(str::to_owned).into_iter().collect(),
        (heading, Some(extent)) => {
            let within = match extent {
                Extent::FullText => vec![language.fill("paragraph {number}", &number)],
                Extent::Abstract => vec![
                    language.fill("paragraph {number}", &number),
                    language.say("abstract only").to_owned(),
                ],
                // Which paragraph of the work it is nobody says.
                Extent::Passages => vec![language.say("passage of the full text").to_owned()],
            };
            heading.map(str::to_owned).into_iter().chain(within).collect()
        }
    };
    language.list(&parts)
}

/// The address or the file that the evidence comes from; none for the article's own reference list.
pub(super) fn origin(evidence: &Evidence) -> Option<&str> {
    let Place { section, extent, origin, .. } = &evidence.place;
    let is_own = extent.is_none() && section.last().is_some_and(|heading| heading == Place::REFERENCES);
    (!is_own).then_some(origin.as_str())
}

/// "45 citations: 12 supported, 4 need attention, 29 open", "30 references: 27 verified, …": one clause each. Citations and
/// references are counted apart, and each once.
pub fn state(export: &CheckExport, language: &ReportLanguage) -> Vec<String> {
    let mut clauses = vec![
        of_citations(export.citation_counts(), language),
        of_references(export.reference_counts(), language),
    ];
    clauses.extend(of_answers(&export.answer_counts(), language));
    if export.summary.unmapped > 0 {
        clauses.push(language.count("{count} point at no single entry", export.summary.unmapped));
    }
    if !export.summary.complete {
        clauses.push(language.say("stopped before the end").to_owned());
    }
    clauses
}

fn of_citations(counts: CitationCounts, language: &ReportLanguage) -> String {
    let problems = counts.problems();
    let need = if problems == 1 { "{count} needs attention" } else { "{count} need attention" };
    let parts = [
        (counts.supported, "{count} supported"),
        (problems, need),
        (counts.may_differ, "{count} may differ"),
        (counts.may_not_fit, "{count} may not fit"),
        (counts.undecidable, "{count} inconclusive"),
        (counts.unchecked, "{count} open"),
        (counts.dismissed, "{count} dismissed"),
    ];
    let head = if counts.total == 1 { "{count} citation" } else { "{count} citations" };
    language.detailed(language.count(head, counts.total), &told(&parts, language))
}

/// "Answers from gemma3: 2 supported, 1 contradicted".
fn of_answers(AnswerCounts { models, committee }: &AnswerCounts, language: &ReportLanguage) -> Vec<String> {
    let of_models = models.iter().map(|one| (plain(&one.model), one.said));
    let all = of_models.chain([(language.say("papers that cite the source").to_owned(), *committee)]);
    let answered = all.filter(|(_, said)| *said != AnswerTally::default());
    answered
        .map(|(name, said)| {
            let head = language.fill("answers from {name}", &[("name", &name)]);
            language.detailed(head, &told(&said.phrases(), language))
        })
        .collect()
}

fn of_references(counts: ReferenceCounts, language: &ReportLanguage) -> String {
    let differ = if counts.differs == 1 { "{count} differs" } else { "{count} differ" };
    let parts = [
        (counts.verified, "{count} verified"),
        (counts.missing, "{count} not found"),
        (counts.retracted, "{count} retracted"),
        (counts.concern, "{count} with an expression of concern"),
        (counts.differs, differ),
        (counts.open, "{count} open"),
    ];
    let head = if counts.total == 1 { "{count} reference" } else { "{count} references" };
    language.detailed(language.count(head, counts.total), &told(&parts, language))
}

/// "12 supported", "33 open"; what there is none of is left out.
fn told(parts: &[(u32, &str)], language: &ReportLanguage) -> Vec<String> {
    let some = parts.iter().filter(|(count, _)| *count > 0);
    some.map(|(count, phrase)| language.count(phrase, *count)).collect()
}

/// "Citations of “On weirs”".
pub(super) fn title(export: &CheckExport, language: &ReportLanguage) -> String {
    let title = export.map.title.as_deref().unwrap_or_else(|| language.say("untitled"));
    language.fill("Citations of “{title}”", &[("title", title)])
}

/// What the report was made with.
pub(super) fn made_with(export: &CheckExport, language: &ReportLanguage) -> String {
    language.fill("Citelight. Models: {models}.", &[("models", &export.models.join(", "))])
}

/// What the figures mean, under every report.
pub(super) const READING: &str = "“Needs review” means: compare the sentence with the evidence shown. It is not a judgement of the \
     authors. Answers from a model or from citing papers are theirs, and named as such. Inconclusive and open \
     citations are not suspicious, and nobody is at fault for citing a work that was retracted later.";

/// Text of somebody else on one line, without marks that would turn its direction or steer a terminal.
pub fn plain(text: &str) -> String {
    let spaced = text.chars().map(|c| if c.is_control() { ' ' } else { c });
    spaced.filter(|c| !is_directional(*c)).collect()
}

/// Marks that turn the direction of writing could make a quotation read otherwise than it is.
fn is_directional(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_can_neither_steer_a_terminal_nor_turn_a_quotation() {
        assert_eq!(plain("a\u{1b}[31mb\u{202e}c\u{61c}\n"), "a [31mbc ");
    }
}
