//! Matching one reference to the records of the sources at hand.

use futures_util::stream::{FuturesOrdered, StreamExt};

use super::answers::Answers;
use super::by_identifier;
use super::fit::{Compared, Fit};
use super::resolution::{Resolution, ResolverOutcome};
use super::work_form::form_of_reference;
use crate::sources::api::ApiName;
use crate::sources::doi_register::{DoiRegister, add_notices};
use crate::sources::title_marks::searched;
use crate::sources::{Query, Record, Source, in_order};
use citelight_document::citation::Reference;
use citelight_types::identifiers::{Identifiers, is_arxiv_doi};
use citelight_types::settings::Settings;

/// Resolves a reference: sources are asked in order until one knows it beyond doubt.
///
/// An identifier alone resolves nothing: if title and authors of its record disagree with the entry, the entry is
/// ambiguous (either may be the mistake), unless another record fits title and authors; then that one is meant and
/// the identifier differs. Only where an entry is an identifier and nothing else, its record is taken. The `register` is
/// asked whether a DOI that enough sources lack exists at all: some of its agencies are in no index; and of what is resolved,
/// which notices are registered.
pub async fn resolve(
    reference: &Reference,
    sources: &[&dyn Source],
    register: Option<&dyn DoiRegister>,
    settings: &Settings,
) -> ResolverOutcome {
    let mut outcome = resolve_without_notices(reference, sources, register, settings).await;
    if let (Resolution::Resolved { record, .. }, Some(register)) = (&mut outcome.resolution, register) {
        outcome.failures.extend(add_notices(record, register).await);
    }
    outcome
}

/// [`resolve`], but for the notices: whoever resolves many references shows each as it is found, and asks for their notices
/// together ([`add_notices`]).
pub async fn resolve_without_notices(
    reference: &Reference,
    sources: &[&dyn Source],
    register: Option<&dyn DoiRegister>,
    settings: &Settings,
) -> ResolverOutcome {
    if reference.is_identifier_only() {
        by_identifier::resolve(reference, sources, register, settings).await
    } else {
        by_fields(reference, sources, register, settings).await
    }
}

async fn by_fields(
    reference: &Reference,
    sources: &[&dyn Source],
    register: Option<&dyn DoiRegister>,
    settings: &Settings,
) -> ResolverOutcome {
    let query = query_of(reference);
    let mut asking = Asking { reference, query: &query, settings, answers: Answers::default() };
    let (at_hand, elsewhere): (Vec<&dyn Source>, Vec<&dyn Source>) =
        sources_for(reference, sources, &query).into_iter().partition(|source| source.is_at_hand());
    asking.look_up(&at_hand).await;
    asking.look_up_identifiers(&elsewhere).await;
    if reference.title.is_some() && !asking.is_sure() {
        asking.find_title(&elsewhere).await;
    }
    asking.look_up(&elsewhere).await;
    let mut answers = asking.answers;
    let mut resolution = answers.decide(reference, settings);
    if let (Resolution::Ghost { .. }, Some(doi)) = (&resolution, reference.identifiers.doi.as_deref()) {
        resolution = match answers.why_doi_may_exist(doi, register).await {
            Some(reason) => Resolution::Unknown { reason, not_checkable: None },
            None => answers.decide(reference, settings),
        };
    }
    ResolverOutcome { step: answers.step(&resolution, settings), resolution, failures: answers.failures }
}

/// One reference that is looked up.
struct Asking<'a> {
    reference: &'a Reference,
    query: &'a Query<'a>,
    settings: &'a Settings,
    answers: Answers,
}

impl Asking<'_> {
    fn is_sure(&self) -> bool {
        self.answers.best().is_some_and(|best| best.fit == Fit::Sure)
    }

    fn compared(&self, record: Record) -> Compared {
        Compared::new(self.reference, record, self.settings)
    }

    /// Asks sources in their order until one knows the work beyond doubt. What those that hold everything do not know is
    /// seldom known to the indexes of single fields: these are asked at the same time, and heard in their order.
    async fn look_up(&mut self, sources: &[&dyn Source]) {
        let able: Vec<&dyn Source> =
            sources.iter().copied().filter(|source| source.can_look_up(self.query)).collect();
        let alike = |left: &&dyn Source, right: &&dyn Source| {
            !left.is_at_hand() && !left.covers_everything() && !right.covers_everything()
        };
        let query = self.query;
        for group in able.chunk_by(alike) {
            let asked =
                group.iter().map(|source| async move { (*source, source.look_up(query.clone()).await) });
            let mut heard: FuturesOrdered<_> = asked.collect();
            while !self.is_sure()
                && let Some((source, answer)) = heard.next().await
            {
                match answer {
                    Ok(records) => {
                        self.heard(source);
                        for record in records {
                            self.add(record);
                        }
                    }
                    Err(error) => self.answers.failures.push(error),
                }
            }
        }
    }

    /// Asks the source that knows works best by the entry's identifier, for that alone: many share a request. Where it does not
    /// know it, it is looked up again after titles were searched for together.
    async fn look_up_identifiers(&mut self, sources: &[&dyn Source]) {
        let query = Query::by_identifiers(self.query.identifiers);
        let first = sources.iter().find(|source| source.can_look_up(&query));
        let Some(source) = first.filter(|_| !self.is_sure()) else { return };
        for record in source.look_up(query).await.unwrap_or_default() {
            self.add(record);
        }
        if self.is_sure() {
            self.heard(*source);
        }
    }

    fn heard(&mut self, source: &dyn Source) {
        self.answers.asked.push(source.name().to_owned());
        self.answers.complete += usize::from(self.settings.complete_records || source.covers_everything());
    }

    /// A record that a search of many titles found before is no second one.
    fn add(&mut self, record: Record) {
        let is_known = |seen: &Compared| seen.record.source == record.source && seen.record.id == record.id;
        if record.id.is_empty() || !self.answers.seen.iter().any(is_known) {
            let compared = self.compared(record);
            self.answers.seen.push(compared);
        }
    }

    /// Looks for the title together with those of other references. Sources that do not find it so were not asked: they are
    /// looked up one by one after it. Of those that hold everything, one answer is enough.
    async fn find_title(&mut self, sources: &[&dyn Source]) {
        let mut is_answered = false;
        for name in ApiName::TITLES_AT_ONCE {
            let source = sources.iter().find(|source| source.name() == name.as_str());
            let source = source.filter(|source| !(is_answered && source.covers_everything()));
            let Some((source, search)) =
                source.and_then(|source| Some((source, source.find_title(self.query)?)))
            else {
                continue;
            };
            let Ok(found) = search.await else { continue };
            is_answered |= source.covers_everything();
            for record in found {
                self.add(record);
            }
            if self.is_sure() {
                self.heard(*source);
                return self.ask_registrar(sources).await;
            }
        }
    }

    /// The record of whoever registered the DOI of the work that was found: it knows retractions, and every field.
    async fn ask_registrar(&mut self, sources: &[&dyn Source]) {
        let registrar = sources.iter().find(|source| source.name() == ApiName::Crossref.as_str());
        let doi = self.answers.best().and_then(|best| best.record.identifiers.doi.clone());
        let (Some(registrar), Some(doi)) = (registrar, doi.filter(|doi| !is_arxiv_doi(doi))) else { return };
        let identifiers = Identifiers { doi: Some(doi), ..Identifiers::default() };
        match registrar.look_up(Query::by_identifiers(&identifiers)).await {
            Ok(records) => {
                let of_doi = |record: &Record| record.identifiers.agree(&identifiers);
                let Some(record) = records.into_iter().find(of_doi) else { return };
                let mut compared = self.compared(record);
                if compared.fit != Fit::Sure {
                    return;
                }
                self.heard(*registrar);
                // It takes the place of the index's records of this work, and what they know beside it.
                let seen = std::mem::take(&mut self.answers.seen);
                let (same, others): (Vec<_>, Vec<_>) =
                    seen.into_iter().partition(|seen| of_doi(&seen.record));
                for index in same {
                    compared.record.fill_from(index.record);
                }
                self.answers.seen = std::iter::once(compared).chain(others).collect();
            }
            Err(error) => self.answers.failures.push(error),
        }
    }
}

/// The sources that may hold a reference's work, in the order in which they are best asked.
pub(super) fn sources_for<'s>(
    reference: &Reference,
    sources: &[&'s dyn Source],
    query: &Query<'_>,
) -> Vec<&'s dyn Source> {
    let form = form_of_reference(reference);
    in_order(sources, query).into_iter().filter(|source| source.holds(form)).collect()
}

/// What sources are asked about a reference.
pub fn query_of(reference: &Reference) -> Query<'_> {
    if reference.is_identifier_only() {
        return Query::by_identifiers(&reference.identifiers);
    }
    Query {
        identifiers: &reference.identifiers,
        // Without a parsed title the whole entry is searched: its title stands somewhere in it.
        title: Some(reference.title.as_deref().map_or(reference.raw.as_str(), searched)),
        authors: &reference.authors,
        year: reference.year,
    }
}
