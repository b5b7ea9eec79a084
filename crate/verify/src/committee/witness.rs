//! Witnesses: what each citing paper says about the work (BibAgent, appendices D.1 and D.3).

use futures_util::stream::{self, StreamExt};
use serde::{Deserialize, Serialize};

use super::claim::{Extraction, agreement, extract};
use super::gather::{Gathered, RefusalReason, Refused, refused};
use super::indexes::Candidate;
use super::influence::{Influence, influence};
use super::mentions::{CitationBasis, mentions};
use super::percentiles::PercentileTables;
use super::site::Site;
use super::steps::{Paraphrase, StepError};
use crate::verify::lexical::searchable;
use crate::verify::models::Embed;
use citelight_records::access::{FullTextProvider, read_document};
use citelight_records::sources::{Record, shown_list};
use citelight_types::settings::{CommitteeSettings, Settings};
use citelight_types::text::words::words;

/// Texts that are fetched ahead: each is a whole paper in memory.
const TEXTS_AHEAD: usize = 3;

/// A paper that cites the work, and how much it weighs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Witness {
    /// `w1`, `w2` … within the committee.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Its DOI, where known.
    pub doi: Option<String>,
    /// Its year, where known.
    pub year: Option<i32>,
    /// Where it appeared.
    pub venue: Option<String>,
    /// How often it is cited, where known.
    pub cited_by: Option<u64>,
    /// Indexes that named it.
    pub named_by: Vec<String>,
    /// How it is known to cite the work. If only quoted, its text was not read.
    pub basis: CitationBasis,
    /// Where its text or the quoted sentence came from.
    pub origin: String,
    /// I(p) with its parts.
    pub influence: Influence,
}

/// What one place of a witness says about the work.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WitnessClaim {
    /// Id of the witness.
    pub witness: String,
    /// What it says, self-contained.
    pub text: String,
    /// The sentence it stands in, without markers.
    pub sentence: String,
    /// Radius of the window that was needed.
    pub radius: u32,
}

/// Everyone who is heard.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Heard {
    /// The witnesses.
    pub witnesses: Vec<Witness>,
    /// What they say.
    pub claims: Vec<WitnessClaim>,
    /// Who is no witness after all.
    pub refused: Vec<Refused>,
}

/// What a witness needs to be heard.
#[derive(Clone, Copy)]
pub struct Hearing<'a> {
    /// Where texts are found.
    pub texts: &'a [&'a dyn FullTextProvider],
    /// Who makes sentences self-contained.
    pub paraphrase: &'a dyn Paraphrase,
    /// Tells whether two claims are the same.
    pub embed: Option<&'a dyn Embed>,
    /// Percentiles.
    pub tables: &'a PercentileTables,
    /// The parameters.
    pub settings: &'a Settings,
}

impl Hearing<'_> {
    /// Hears candidates in their order until enough were heard.
    ///
    /// # Errors
    /// [`StepError`] if a model failed.
    pub async fn hear(&self, cited: &Record, mut gathered: Gathered) -> Result<Heard, StepError> {
        let parameters = &self.settings.committee;
        let most = if parameters.max_witnesses == 0 { usize::MAX } else { parameters.max_witnesses };
        let mut heard = Heard { refused: gathered.refused, ..Heard::default() };
        self.find_copies(&mut gathered.candidates, most).await;
        let candidates = &gathered.candidates;
        let mut examined = stream::iter(candidates)
            .map(|candidate| async move { (candidate, self.examine(cited, candidate).await) })
            .buffered(TEXTS_AHEAD);
        let mut asked = 0;
        while heard.witnesses.len() < most
            && let Some((candidate, outcome)) = examined.next().await
        {
            asked += 1;
            let (basis, origin, sites) = match outcome {
                Ok(found) => found,
                Err(reason) => {
                    heard.refused.push(refused(&candidate.record, reason));
                    continue;
                }
            };
            let id = format!("w{}", heard.witnesses.len() + 1);
            let claims = self.claims(&id, &sites).await?;
            if claims.is_empty() {
                heard.refused.push(refused(&candidate.record, RefusalReason::SaysNothing));
                continue;
            }
            heard.claims.extend(claims);
            heard.witnesses.push(self.witness(id, candidate, basis, origin));
        }
        let not_heard = candidates.iter().skip(asked);
        heard.refused.extend(not_heard.map(|candidate| refused(&candidate.record, RefusalReason::NotHeard)));
        Ok(heard)
    }

    /// Asks where those who will probably be heard lie open, if no index of citations said so.
    async fn find_copies(&self, candidates: &mut [Candidate], most: usize) {
        for library in self.texts {
            let unknown = candidates
                .iter_mut()
                .take(most.saturating_mul(2))
                .filter(|candidate| candidate.record.locations.is_empty());
            library.prepare(unknown.map(|candidate| &mut candidate.record).collect()).await;
        }
    }

    /// The witness check: the places at which a candidate cites the work in so many words.
    async fn examine(
        &self,
        cited: &Record,
        candidate: &Candidate,
    ) -> Result<(CitationBasis, String, Vec<Site>), RefusalReason> {
        let read = read_document(&candidate.record, self.texts).await;
        let reason = match &read {
            Ok((document, origin)) => match mentions(document, cited, self.settings) {
                Some((basis, sites)) => return Ok((basis, origin.clone(), sites)),
                None => RefusalReason::NotCited,
            },
            Err(reason) => RefusalReason::NoText { reason: reason.clone() },
        };
        if candidate.contexts.is_empty() {
            return Err(reason);
        }
        let origin = format!("sentences quoted by {}", shown_list(&candidate.named_by));
        let sites = candidate.contexts.iter().map(|context| Site::alone(context)).collect();
        Ok((CitationBasis::Quoted, origin, sites))
    }

    /// What the places of one witness say; what says too little, cannot be told or was said before is left out.
    async fn claims(&self, witness: &str, sites: &[Site]) -> Result<Vec<WitnessClaim>, StepError> {
        let parameters = &self.settings.committee;
        let mut claims: Vec<WitnessClaim> = Vec::new();
        for site in sites.iter().take(parameters.max_mentions) {
            if says_too_little(&site.target, parameters) {
                continue;
            }
            let extraction = extract(site, self.paraphrase, self.embed, parameters).await?;
            let Extraction { claim: Some(text), sentence, radius, .. } = extraction else { continue };
            let mut repeated = says_too_little(&text, parameters);
            for known in &claims {
                repeated = repeated
                    || agreement(&known.text, &text, parameters.same_claim, self.embed).await?.is_some();
            }
            if !repeated {
                claims.push(WitnessClaim { witness: witness.to_owned(), text, sentence, radius });
            }
        }
        Ok(claims)
    }

    fn witness(&self, id: String, candidate: &Candidate, basis: CitationBasis, origin: String) -> Witness {
        let record = &candidate.record;
        Witness {
            id,
            title: record.title.clone(),
            doi: record.identifiers.doi.clone(),
            year: record.year,
            venue: record.venue.clone(),
            cited_by: candidate.standing.cited_by,
            named_by: candidate.named_by.clone(),
            basis,
            origin,
            influence: influence(record, &candidate.standing, self.tables, &self.settings.committee),
        }
    }
}

fn says_too_little(claim: &str, settings: &CommitteeSettings) -> bool {
    searchable(&words(claim)).count() < settings.least_words
}
