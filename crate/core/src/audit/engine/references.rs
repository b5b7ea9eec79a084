//! References looked up, all at the same time: each waits for sources most of its time, and those that are asked the same
//! share requests. What comes of one is told at once, with the findings that its record decides.

use std::collections::BTreeMap;

use futures_util::stream::{self, StreamExt};

use super::Run;
use citelight_types::sort::SmallSort;

use crate::audit::event::{Event, Stage};
use crate::audit::notices;
use crate::audit::state::ReferenceState;
use citelight_document::citation::Reference;
use citelight_records::cite;
use citelight_records::resolve::{Resolution, ResolverOutcome, resolve_without_notices};
use citelight_records::sources::api::Key;
use citelight_records::sources::doi_register::add_notices;
use citelight_records::sources::{Record, SourceError};

/// What becomes known of a reference, in this order.
enum Told {
    /// What came of looking it up.
    Resolved(usize, Box<ResolverOutcome>),
    /// What the register of notices says of its work, where the record did not say it.
    Noticed(usize, Option<Box<Record>>, Option<SourceError>),
}

impl Run<'_> {
    pub(super) async fn resolve_references(&mut self) {
        let (document, context, settings, cancel) = (self.document, self.context, self.settings, self.cancel);
        let mut order = self.state.open_references();
        let pairs = self.state.pairs_by_reference();
        let total = order.len();
        // What one request asks for many is not to wait for searches by title, which sources answer one by one.
        order.small_sort_by_key(|index| document.references.get(*index).is_none_or(is_titled_only));
        let told = stream::iter(order).filter_map(|index| async move {
            let reference = document.references.get(index)?;
            let resolved = stream::once(async move {
                let outcome =
                    resolve_without_notices(reference, context.sources, context.register, settings).await;
                context.clock.pause().await;
                outcome
            });
            let told = resolved.flat_map(move |outcome| {
                let record = outcome.resolution.record().cloned();
                let noticed = stream::once(async move {
                    let (mut record, register) = (Box::new(record?), context.register?);
                    let status = record.notices.len();
                    let failure = add_notices(&mut record, register).await;
                    let is_new = record.notices.len() > status;
                    Some(Told::Noticed(index, is_new.then_some(record), failure))
                });
                let resolved = Told::Resolved(index, Box::new(outcome));
                stream::iter([resolved]).chain(noticed.filter_map(std::future::ready))
            });
            Some(told.boxed_local())
        });
        let mut told = told.boxed_local().flatten_unordered(None);
        let mut failures: BTreeMap<usize, Vec<SourceError>> = BTreeMap::new();
        let mut done = 0;
        while let Some(Some(told)) = cancel.unless(told.next()).await {
            match told {
                Told::Resolved(index, outcome) => {
                    let ResolverOutcome { resolution, step, failures: failed } = *outcome;
                    failures.entry(index).or_default().extend(failed);
                    self.tell_resolved(index, ReferenceState { resolution, step }, &pairs);
                    done += 1;
                    if !context.sources.is_empty() {
                        self.progress(Stage::Resolve, done, total);
                    }
                }
                Told::Noticed(index, record, failure) => {
                    failures.entry(index).or_default().extend(failure);
                    self.tell_noticed(index, record, &pairs);
                }
            }
        }
        // In the order of the list, whoever failed first.
        let failures: Vec<SourceError> = failures.into_values().flatten().collect();
        if let Some(notice) = notices::of_failures(&failures, total) {
            self.notify(notice);
        }
    }

    /// Tells what came of a reference, and what its record decides about the citations of it.
    fn tell_resolved(&mut self, index: usize, state: ReferenceState, pairs: &[Vec<usize>]) {
        let Some(Reference { id, .. }) = self.document.references.get(index) else { return };
        let bibtex = state.resolution.record().map(cite::bibtex);
        (self.on_event)(Event::Resolved {
            reference: id.clone(),
            resolution: state.resolution.clone(),
            bibtex,
        });
        self.state.references[index] = Some(state);
        for pair in pairs.get(index).into_iter().flatten().copied() {
            if let Some(judgement) = self.by_record(pair) {
                self.found(pair, judgement.into(), &[]);
            }
        }
    }

    /// Tells a reference anew whose work has notices that its record did not list.
    fn tell_noticed(&mut self, index: usize, noticed: Option<Box<Record>>, pairs: &[Vec<usize>]) {
        let Some(state) = self.state.references.get(index).cloned().flatten() else { return };
        if let (Resolution::Resolved { score, differences, .. }, Some(record)) = (state.resolution, noticed) {
            let resolution = Resolution::Resolved { record, score, differences };
            self.tell_resolved(index, ReferenceState { resolution, step: state.step }, pairs);
        }
    }
}

/// Whether an entry has nothing but its words.
fn is_titled_only(reference: &Reference) -> bool {
    Key::of(&reference.identifiers).is_empty()
}
