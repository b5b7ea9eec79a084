//! The abstracts that records lack: whether a cited work fits the sentence shows before any text is fetched.

use futures_util::stream::{self, StreamExt};

use super::Run;
use crate::audit::event::Stage;
use citelight_records::sources::Record;

impl Run<'_> {
    /// Asks for the abstracts of works about which a claim is open. They are asked for at the same time, so that many share a
    /// request, in the order of their first citation.
    pub(super) async fn fetch_abstracts(&mut self) {
        let (context, cancel) = (self.context, self.cancel);
        let wanted: Vec<(usize, Record)> = self.without_abstract();
        if wanted.is_empty() || context.texts.is_empty() {
            return;
        }
        let total = wanted.len();
        self.progress(Stage::Abstracts, 0, total);
        let mut told = stream::iter(wanted)
            .map(|(reference, mut record)| async move {
                for library in context.texts {
                    library.add_abstract(&mut record).await;
                }
                (reference, record)
            })
            .buffer_unordered(total);
        let mut done = 0;
        while let Some(Some((reference, record))) = cancel.unless(told.next()).await {
            self.filled.insert(reference, record);
            done += 1;
            self.progress(Stage::Abstracts, done, total);
        }
    }

    /// Records of open pairs that have no abstract, each once, by reference.
    fn without_abstract(&self) -> Vec<(usize, Record)> {
        let groups = self.state.open_groups().into_iter();
        let first = groups.filter_map(|group| self.state.pairs.get(*group.first()?)?.reference);
        let lacking = first.filter_map(|reference| {
            let record = self.state.references.get(reference)?.as_ref()?.resolution.record()?;
            record.abstract_text.is_none().then(|| (reference, record.clone()))
        });
        lacking.collect()
    }
}
