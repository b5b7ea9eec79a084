//! An article with a short reference list, what is known of its works, and an audit of it.

use citelight::LocalFuture;
use citelight::access::{FullTextProvider, RetrievedText, TextError};
use citelight::audit::event::Event;
use citelight::audit::{AuditContext, Cancel, Report, audit_document};
use citelight::citation::{Citation, CitationStyle, Mapping, Reference};
use citelight::document::{Content, Document};
use citelight::finding::Extent;
use citelight::http::virtual_time::VirtualClock;
use citelight::markup::{Block, BlockKind};
use citelight::settings::Settings;
use citelight::sources::local::{Coverage, LocalStore};
use citelight::sources::{Query, Record, Source, SourceError};
use citelight::text::person::Person;
use citelight::verify::Models;
use citelight::verify::models::{Infer, ModelError, Pair, Probabilities};

use super::bare_context::bare_context;

pub(super) const RECORDS: &str = r#"{"id": "sleep", "title": "Effects of sleep deprivation on memory consolidation", "authors": [{"family": "Walker", "given": "M"}], "year": 2006, "venue": "Journal of Sleep Research"}
{"id": "gone", "title": "A randomised trial of caffeine in elderly drivers", "authors": [{"family": "Lee", "given": "K"}], "year": 2012, "venue": "Sleep Medicine", "retracted": {"year": 2014, "notice": "10.1000/notice"}}
{"id": "shut", "title": "Circadian rhythms of shift workers in hospitals", "authors": [{"family": "Okafor", "given": "N"}], "year": 2015, "venue": "Chronobiology"}
"#;

/// Sentences of the one paragraph with the numbers they cite (none: a number that the list lacks).
pub(super) const SENTENCES: [(&str, &[usize]); 6] = [
    ("Sleep deprivation impairs memory consolidation in young adults [1].", &[1]),
    ("Caffeine improves the reaction time of elderly drivers [2].", &[2]),
    ("Butterflies correct quantum errors while they migrate south [3].", &[3]),
    ("Shift workers in hospitals sleep less than office workers [4].", &[4]),
    ("Johnson et al. [1] trained owls for many months in the dark.", &[1]),
    ("Nothing in the list fits this number at all [9].", &[]),
];

pub(super) fn reference(number: u32, title: &str, family: &str, year: i32) -> Reference {
    Reference {
        id: format!("r{number}"),
        number,
        raw: format!("{family}, X. {title}. Journal of Sleep Research, {year}."),
        authors: vec![Person::new(family, "X.")],
        year: Some(year),
        title: Some(title.to_owned()),
        venue: Some("Journal of Sleep Research".to_owned()),
        ..Reference::default()
    }
}

pub(super) fn document() -> Document {
    let mut text = String::new();
    let mut sentences = Vec::new();
    let mut citations = Vec::new();
    for (index, (sentence, numbers)) in SENTENCES.iter().enumerate() {
        let start = text.len();
        text.push_str(sentence);
        sentences.push(start..text.len());
        let open = start + sentence.find('[').unwrap();
        citations.push(Citation {
            id: format!("c{index}"),
            block: 0,
            range: open..open + 3,
            sentence: index,
            references: numbers.iter().map(|number| number - 1).collect(),
            status: if numbers.is_empty() { Mapping::Unmatched } else { Mapping::Matched },
            narrative: false,
        });
        text.push(' ');
    }
    Document {
        year: Some(2020),
        style: CitationStyle::Numeric,
        blocks: vec![Block {
            kind: BlockKind::Paragraph,
            text,
            section: vec!["Introduction".to_owned()],
            sentences,
            origins: Vec::new(),
        }],
        references: vec![
            reference(1, "Effects of sleep deprivation on memory consolidation", "Walker", 2006),
            reference(2, "A randomised trial of caffeine in elderly drivers", "Lee", 2012),
            reference(3, "Quantum error correction in butterfly migration routes", "Nobody", 2019),
            reference(4, "Circadian rhythms of shift workers in hospitals", "Okafor", 2015),
        ],
        citations,
        ..Document::default()
    }
}

/// Entails whatever it is asked.
pub(super) struct Yes;

impl Infer for Yes {
    fn name(&self) -> std::borrow::Cow<'_, str> {
        "yes@0".into()
    }

    fn infer<'a>(&'a self, pairs: &'a [Pair<'a>]) -> LocalFuture<'a, Result<Vec<Probabilities>, ModelError>> {
        let yes = Probabilities { entailment: 0.98, neutral: 0.01, contradiction: 0.01 };
        Box::pin(std::future::ready(Ok(vec![yes; pairs.len()])))
    }
}

/// The text of one record.
pub(super) struct OneText {
    pub(super) title: &'static str,
}

impl FullTextProvider for OneText {
    fn text<'a>(
        &'a self,
        record: &'a Record,
        _: usize,
    ) -> LocalFuture<'a, Result<Option<RetrievedText>, TextError>> {
        let text = (record.id == "sleep").then(|| RetrievedText {
            content: Content::alone(format!(
                "<html><head><title>{0}</title><meta name=\"citation_title\" content=\"{0}\"></head><body><article>\
                 <h1>{0}</h1><h2>Results</h2><p>Sleep deprivation impaired memory consolidation in young adults. \
                 The effect was large in every group that was tested.</p></article></body></html>",
                self.title
            )),
            origin: "sleep.html".to_owned(),
            extent: Some(Extent::FullText),
        });
        Box::pin(std::future::ready(Ok(text)))
    }
}

pub(super) struct Broken;

impl Source for Broken {
    fn name(&self) -> &str {
        "broken"
    }

    fn look_up<'a>(&'a self, _: Query<'a>) -> LocalFuture<'a, Result<Vec<Record>, SourceError>> {
        let error = SourceError::Unavailable {
            source_name: "broken".to_owned(),
            what: "a reference".to_owned(),
            reason: "connection reset".to_owned(),
        };
        Box::pin(std::future::ready(Err(error)))
    }
}

pub(super) fn stores() -> [LocalStore; 2] {
    ["one", "two"]
        .map(|name| LocalStore::from_json_lines(name, RECORDS).unwrap().with_coverage(Coverage::Everything))
}

/// What comes of something that waits for nobody.
pub(super) fn ended<T>(future: impl Future<Output = T>) -> T {
    VirtualClock::starting_at(0).run(future).unwrap()
}

pub(super) fn audit_quietly(document: &Document, context: &AuditContext<'_>) -> Report {
    ended(audit_document(document, context, &Settings::default(), &Cancel::default(), &mut |_| {}))
}

/// Audits with two complete stores; returns the report and the events.
pub(super) fn run(document: &Document, infer: Option<&dyn Infer>, cancel: &Cancel) -> (Report, Vec<Event>) {
    let [one, two] = stores();
    let texts = OneText { title: "Effects of sleep deprivation on memory consolidation" };
    let context = AuditContext {
        sources: &[&one, &two],
        texts: &[&texts],
        models: Models { infer, ..Models::default() },
        ..bare_context()
    };
    let mut events = Vec::new();
    let (settings, mut keep) = (Settings::default(), |event| events.push(event));
    let report = ended(audit_document(document, &context, &settings, cancel, &mut keep));
    (report, events)
}
