//! Matching one reference to the records of the sources at hand.

use super::answers::Answers;
use super::by_identifier;
use super::fit::{Compared, Fit};
use super::resolution::{Outcome, Resolution};
use crate::sources::doi_register::{DoiRegister, add_notices};
use crate::sources::title_marks::searched;
use crate::sources::{Query, Source, in_order};
use citelight_document::citation::Reference;
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
) -> Outcome {
    let mut outcome = if reference.is_identifier_only() {
        by_identifier::resolve(reference, sources, register, settings).await
    } else {
        by_fields(reference, sources, register, settings).await
    };
    if let (Resolution::Resolved { record, .. }, Some(register)) = (&mut outcome.resolution, register) {
        outcome.failures.extend(add_notices(record, register).await);
    }
    outcome
}

async fn by_fields(
    reference: &Reference,
    sources: &[&dyn Source],
    register: Option<&dyn DoiRegister>,
    settings: &Settings,
) -> Outcome {
    let query = query_of(reference);
    let mut answers = Answers::default();
    for source in in_order(sources, &query).into_iter().filter(|source| source.can_look_up(&query)) {
        match source.look_up(query.clone()).await {
            Ok(records) => {
                answers.asked.push(source.name().to_owned());
                answers.complete += usize::from(settings.complete_records || source.covers_everything());
                answers
                    .seen
                    .extend(records.into_iter().map(|record| Compared::new(reference, record, settings)));
                if answers.best().is_some_and(|best| best.fit == Fit::Sure) {
                    break;
                }
            }
            Err(error) => answers.failures.push(error),
        }
    }
    let mut resolution = answers.decide(reference, settings);
    if let (Resolution::Ghost { .. }, Some(doi)) = (&resolution, reference.identifiers.doi.as_deref()) {
        resolution = match answers.why_doi_may_exist(doi, register).await {
            Some(reason) => Resolution::Unknown { reason },
            None => answers.decide(reference, settings),
        };
    }
    Outcome { step: answers.step(&resolution, settings), resolution, failures: answers.failures }
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
