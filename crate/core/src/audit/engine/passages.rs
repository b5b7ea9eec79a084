//! Claims that the text at hand leaves open, put to a search for passages of the cited work, if the reader chose it.

use crate::audit::claim_search::ClaimSearch;
use crate::remote::Remote;
use citelight_records::sources::Record;
use citelight_types::finding::{CitingFunction, Step, TrailStep, Verdict};
use citelight_types::settings::Settings;
use citelight_verify::claim::Claim;
use citelight_verify::llm::arbitration::Arbitrate;
use citelight_verify::taxonomy;
use citelight_verify::verify::source_text::SourceText;
use citelight_verify::verify::{Judgement, Models, judge};

/// Who is sent such claims, and what judges the passages that come back.
#[derive(Clone, Copy)]
pub(super) struct Passages<'a> {
    pub(super) search: Option<ClaimSearch<'a>>,
    pub(super) models: Models<'a>,
    pub(super) endpoint: Option<Remote<'a>>,
    pub(super) settings: &'a Settings,
}

impl Passages<'_> {
    /// What passages of the work say of a claim; `otherwise` where that was decided already, nobody is to be asked, or they say no
    /// more. That the claim was sent, and to whom, is told.
    pub(super) async fn judge(&self, claim: &Claim, record: &Record, otherwise: Judgement) -> Judgement {
        let is_open = matches!(otherwise.verdict, Verdict::Undecidable | Verdict::Unchecked);
        let Some(search) = self.search.filter(|_| is_open && claim.function != CitingFunction::Perfunctory)
        else {
            return otherwise;
        };
        let name = search.name();
        let (step, judged) = match search.passages(&claim.text, record).await {
            Ok(Some(text)) => {
                let count = text.passages.len() as f64;
                let step = TrailStep::new(
                    Step::Access,
                    format!("Sent the claim to {name}, which answered with passages of the work."),
                    &[("passages", count)],
                );
                let facts = taxonomy::facts(&[], Some(record), claim);
                let arbiter = self.endpoint.as_ref().map(|remote| remote as &dyn Arbitrate);
                let judged =
                    judge(claim, &SourceText::new(text), facts, self.models, arbiter, self.settings).await;
                (step, judged.ok())
            }
            Ok(None) => (
                TrailStep::new(
                    Step::Access,
                    format!("Sent the claim to {name}, which has no passage of the work for it."),
                    &[],
                ),
                None,
            ),
            Err(reason) => {
                let summary = format!("Sent the claim to {name}: {reason}.");
                (TrailStep::new(Step::Access, summary, &[]), None)
            }
        };
        let says_more = |judged: &Judgement| {
            matches!(judged.verdict, Verdict::Supported | Verdict::Miscited)
                || otherwise.verdict == Verdict::Unchecked
        };
        let mut judgement = match judged {
            Some(judged) if says_more(&judged) => judged,
            _ => otherwise,
        };
        judgement.trail.insert(0, step);
        judgement
    }
}
