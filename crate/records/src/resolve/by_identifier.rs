//! References that are an identifier and nothing else: its record is the work, since nothing in the entry can contradict
//! it; an identifier that its own registrar does not know leads to no work.

use super::differences::differences;
use super::eligible::MISREADABLE;
use super::resolution::{Candidate, Resolution, ResolverOutcome};
use super::resolver::sources_for;
use crate::sources::api::{ApiName, Key};
use crate::sources::doi_register::{DoiRegister, REGISTER};
use crate::sources::{Query, Record, Source, SourceError, shown_list, shown_name, shown_names};
use citelight_document::citation::Reference;
use citelight_types::finding::{Check, Step, TrailStep};
use citelight_types::identifiers::Identifiers;
use citelight_types::settings::Settings;

/// Begins the DOIs that ACM's library prints where a paper has none: never registered, and no mistake of the entry's.
pub(super) const PRINTED_ONLY: &str = "10.5555/";

/// Asks the sources that know works by the entry's identifiers, in their order, until one has the work, or until enough
/// of them and the registrar of the identifier have said that there is none.
pub(super) async fn resolve(
    reference: &Reference,
    sources: &[&dyn Source],
    register: Option<&dyn DoiRegister>,
    settings: &Settings,
) -> ResolverOutcome {
    let query = Query::by_identifiers(&reference.identifiers);
    let mut asking = Asking { reference, settings, register, answers: Answers::default() };
    for source in
        sources_for(reference, sources, &query).into_iter().filter(|source| source.can_look_up(&query))
    {
        asking.hear(source, source.look_up(query.clone()).await);
        if asking.answers.found.is_some() {
            break;
        }
        asking.ask_register().await;
        if asking.is_unregistered() {
            break;
        }
    }
    let resolution = asking.decide();
    ResolverOutcome { step: asking.step(&resolution), resolution, failures: asking.answers.failures }
}

/// What all sources said.
#[derive(Default)]
struct Answers {
    asked: Vec<String>,
    complete: usize,
    failures: Vec<SourceError>,
    found: Option<Box<Record>>,
    /// Records to which the identifier led, and which bear another one.
    elsewhere: Vec<Record>,
    registered: Option<bool>,
}

struct Asking<'a> {
    reference: &'a Reference,
    settings: &'a Settings,
    register: Option<&'a dyn DoiRegister>,
    answers: Answers,
}

impl Asking<'_> {
    fn hear(&mut self, source: &dyn Source, answer: Result<Vec<Record>, SourceError>) {
        let records = match answer {
            Ok(records) => records,
            Err(error) => return self.answers.failures.push(error),
        };
        self.answers.asked.push(source.name().to_owned());
        self.answers.complete += usize::from(self.settings.complete_records || source.covers_everything());
        if matches!(self.sole_key(), Some(Key::Arxiv(_))) && source.name() == ApiName::Arxiv.as_str() {
            self.answers.registered = Some(!records.is_empty());
        }
        for record in records {
            if is_named(&self.reference.identifiers, &record) {
                self.answers.found.get_or_insert_with(|| Box::new(record));
            } else if self.answers.elsewhere.len() < super::answers::CANDIDATES {
                self.answers.elsewhere.push(record);
            }
        }
    }

    /// The one identifier of the entry: where there are several, each would have to be unknown.
    fn sole_key(&self) -> Option<Key> {
        let mut keys = Key::of(&self.reference.identifiers);
        keys.retain(|key| !matches!(key, Key::Url(_)));
        let key = keys.pop();
        key.filter(|_| keys.is_empty())
    }

    /// Whether enough healthy sources lack the work for its absence to mean anything.
    fn is_absent(&self) -> bool {
        let Answers { complete, failures, found, elsewhere, .. } = &self.answers;
        *complete >= self.settings.ghost_sources
            && failures.is_empty()
            && found.is_none()
            && elsewhere.is_empty()
    }

    fn is_unregistered(&self) -> bool {
        self.is_absent() && self.answers.registered == Some(false)
    }

    /// Asks, once, whether a DOI that the indexes lack exists at all. arXiv itself is among the sources.
    async fn ask_register(&mut self) {
        let (true, Some(Key::Doi(doi))) = (self.is_absent(), self.sole_key()) else { return };
        let Some(register) = self.register.take().filter(|register| register.knows_dois()) else { return };
        match register.is_registered(&doi).await {
            Ok(registered) => {
                self.answers.asked.push(REGISTER.to_owned());
                self.answers.registered = Some(registered);
            }
            Err(error) => self.answers.failures.push(error),
        }
    }

    fn decide(&self) -> Resolution {
        let Answers { found, elsewhere, .. } = &self.answers;
        if let Some(record) = found {
            let differences = differences(self.reference, record);
            return Resolution::Resolved { record: record.clone(), score: 1.0, differences };
        }
        if !elsewhere.is_empty() {
            let score = self.settings.match_candidate;
            let candidates = elsewhere.iter().map(|record| Candidate { record: record.clone(), score });
            return Resolution::Ambiguous { candidates: candidates.collect() };
        }
        match self.why_unknown() {
            Some(reason) => Resolution::Unknown { reason, not_checkable: None },
            None => Resolution::Ghost { asked: shown_names(&self.answers.asked), nearest: None },
        }
    }

    /// Why nothing is said about an identifier without a record; none if it does not exist.
    fn why_unknown(&self) -> Option<String> {
        let Answers { asked, failures, registered, .. } = &self.answers;
        let identifier = self.identifier();
        if asked.is_empty() {
            return Some(match failures.first() {
                Some(error) => error.to_string(),
                None => format!("no source of records is there to ask about {identifier}"),
            });
        }
        let nobody = format!("no record of {identifier} is in {}", shown_list(asked));
        if let Some(error) = failures.first() {
            return Some(format!("{nobody}, and {error}"));
        }
        match registered {
            Some(false) if self.is_absent() => {
                self.why_misread().map(|reason| format!("{nobody}, but {reason}"))
            }
            Some(true) => {
                Some(format!("no index has a record of {identifier}, which is registered all the same"))
            }
            _ => Some(format!("{nobody}, which is not enough to say that there is none")),
        }
    }

    /// Why an identifier may be another one than the entry meant.
    fn why_misread(&self) -> Option<&'static str> {
        if self.reference.transcribed.is_some() {
            return Some(MISREADABLE);
        }
        if !self.reference.locator.boxes.is_empty() {
            return Some("it was read from a PDF, where lines cut identifiers");
        }
        match self.sole_key() {
            Some(Key::Doi(doi)) if doi.starts_with(PRINTED_ONLY) => {
                Some("libraries print such DOIs where a work has none")
            }
            Some(Key::Doi(_)) if !self.reference.writes_doi_out() => {
                Some("it was taken from an address that may hold more than the DOI")
            }
            Some(Key::Doi(_) | Key::Arxiv(_)) => None,
            _ => Some("whoever gives such identifiers out was not asked"),
        }
    }

    fn identifier(&self) -> String {
        let named = self.reference.identifiers.named();
        let first = ["doi", "arxiv", "pmid", "pmcid", "url"].iter().find_map(|name| named.get(name));
        first.map_or_else(|| "the entry".to_owned(), |value| format!("“{value}”"))
    }

    fn step(&self, resolution: &Resolution) -> TrailStep {
        let (identifier, asked) = (self.identifier(), shown_list(&self.answers.asked));
        let summary = match resolution {
            Resolution::Resolved { record, .. } => {
                let (source, title) = (shown_name(&record.source), &record.title);
                format!("The entry is {identifier} alone, in {source} that of “{title}”.")
            }
            Resolution::Ambiguous { .. } => {
                format!("The entry is {identifier} alone, which leads to a record with another identifier.")
            }
            Resolution::Ghost { .. } => {
                format!(
                    "The entry is {identifier} alone, which neither its registrar nor an index knows: {asked}."
                )
            }
            Resolution::Unknown { reason, .. } => format!("Not resolved: {reason}."),
        };
        let Answers { asked, failures, complete, registered, .. } = &self.answers;
        let mut values = vec![("asked", asked.len() as f64), ("failed", failures.len() as f64)];
        values.extend(registered.map(|registered| ("registered", f64::from(u8::from(registered)))));
        let step = TrailStep::new(Step::Resolve, summary, &values);
        match resolution {
            Resolution::Ghost { .. } => step.with_checks(vec![Check::at_least(
                "indexes without it",
                *complete as f64,
                self.settings.ghost_sources as f64,
            )]),
            _ => step,
        }
    }
}

/// Whether a record is the one that the identifiers name: one agrees, and none that only one work can have is another.
/// DOIs may differ, since versions of a work have their own.
fn is_named(own: &Identifiers, record: &Record) -> bool {
    let theirs = &record.identifiers;
    let clash = |own: &Option<String>, theirs: &Option<String>| matches!((own, theirs), (Some(own), Some(theirs)) if !own.eq_ignore_ascii_case(theirs));
    let agrees = own.agree(theirs) || Key::of(own).iter().any(|key| key.names(record));
    agrees
        && !clash(&own.arxiv, &theirs.arxiv)
        && !clash(&own.pmid, &theirs.pmid)
        && !clash(&own.pmcid, &theirs.pmcid)
}
