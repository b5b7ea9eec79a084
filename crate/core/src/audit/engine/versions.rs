//! Entries that name an older version of a preprint: what their sentences take from it may read otherwise in the latest one.

use citelight_records::access::{Access, read};
use citelight_records::sources::Record;
use citelight_types::finding::{Extent, Reason, Verdict, messages};
use citelight_types::identifiers::Identifiers;
use citelight_verify::verify::changed::changed;
use citelight_verify::verify::source_text::SourceText;

use super::{Event, Run};
use crate::audit::updates::OlderVersion;

impl Run<'_> {
    /// Compares both versions where both texts can be read, and notes numbers that changed on the findings that rest on them.
    /// Nothing that was decided changes.
    pub(super) async fn compare_versions(&mut self) {
        for (reference, pairs) in self.state.pairs_by_reference().into_iter().enumerate() {
            let pairs: Vec<usize> = pairs.into_iter().filter(|pair| self.was_compared(*pair)).collect();
            let older = self.document.references.get(reference).zip(self.record_about(reference));
            let Some(older) = older.and_then(|(entry, record)| OlderVersion::named_by(entry, record)) else {
                continue;
            };
            let Some(record) = self.record_about(reference).filter(|_| !pairs.is_empty()).cloned() else {
                continue;
            };
            let Some(cited) = self.whole_text(&record, &older.cited()).await else { continue };
            let Some(latest) = self.whole_text(&record, &older.latest()).await else { continue };
            for pair in pairs {
                self.note_change(pair, &older, &cited, &latest);
            }
        }
    }

    /// Whether a pair's claim was compared with a text.
    fn was_compared(&self, pair: usize) -> bool {
        let finding = self.state.pairs.get(pair).and_then(|pair| pair.finding.as_ref());
        finding.is_some_and(|finding| {
            matches!(finding.verdict, Verdict::Supported | Verdict::Miscited | Verdict::Undecidable)
        })
    }

    /// The whole text of a version, by arXiv's name for it.
    async fn whole_text(&self, record: &Record, version: &str) -> Option<SourceText> {
        let identifiers = Identifiers { arxiv: Some(version.to_owned()), ..Identifiers::default() };
        let version = Record { identifiers, locations: Vec::new(), abstract_text: None, ..record.clone() };
        let reading = read(&version, self.context.texts);
        match self.cancel.unless(reading).await? {
            Access::Readable { text, .. } if text.extent == Extent::FullText => Some(SourceText::new(text)),
            _ => None,
        }
    }

    fn note_change(&mut self, pair: usize, older: &OlderVersion, cited: &SourceText, latest: &SourceText) {
        let claim = &self.claims[self.state.pairs[pair].citation];
        let Some(change) = changed(&claim.text, cited, latest) else { return };
        let Some(finding) = self.state.pairs[pair].finding.as_mut() else { return };
        finding.reasons.push(Reason::ChangedSince {
            claim: change.claim,
            latest: change.latest,
            version: format!("arXiv:{}", older.latest()),
        });
        finding.message = messages::message(&finding.reasons);
        let finding = finding.clone();
        (self.on_event)(Event::Found { finding });
    }
}
