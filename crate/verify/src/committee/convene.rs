//! The whole course of a committee: the claim, the witnesses, their aspects, the vote (BibAgent, section 3.3).
//!
//! What witnesses say of a work does not hang on the claim: [`assemble`] hears them once for all citations of the work,
//! [`deliberate`] puts one claim to them.

use super::aggregate::{CommitteeOutcome, aggregate};
use super::bundle::{BUNDLE_VERSION, Bundle, CitedSource, HeardAspect, MadeBy, majority};
use super::citation_context::CitationContext;
use super::claim::{Extraction, extract};
use super::gather::{CitingPaper, gather};
use super::indexes::CitedBy;
use super::numbers::invented;
use super::partition::partition;
use super::percentiles::PercentileTables;
use super::steps::{Cluster, Distil, Group, Paraphrase, Question, Relate, StepError};
use super::witness::{Heard, Hearing};
use crate::verify::models::Embed;
use citelight_records::access::FullTextProvider;
use citelight_records::sources::Record;
use citelight_types::settings::Settings;

/// Who is asked what the literature says of a work that cannot be read; given by the host application.
#[derive(Clone, Copy)]
pub struct Literature<'a> {
    /// Who knows who cites whom.
    pub indexes: &'a [&'a dyn CitedBy],
    /// Percentiles of citations and venues.
    pub tables: &'a PercentileTables,
}

/// What a committee works with; given by the host application.
#[derive(Clone, Copy)]
pub struct CommitteeServices<'a> {
    /// Who knows who cites whom.
    pub indexes: &'a [&'a dyn CitedBy],
    /// Where the witnesses' texts are found.
    pub texts: &'a [&'a dyn FullTextProvider],
    /// Makes sentences self-contained.
    pub paraphrase: &'a dyn Paraphrase,
    /// Puts claims under aspects.
    pub cluster: &'a dyn Cluster,
    /// Says what an aspect's claims share.
    pub distil: &'a dyn Distil,
    /// Tells how a statement stands to the claim.
    pub relate: &'a dyn Relate,
    /// Tells whether two paraphrases say the same, where their words differ.
    pub embed: Option<&'a dyn Embed>,
    /// Percentiles of citations and venues.
    pub tables: &'a PercentileTables,
}

impl CommitteeServices<'_> {
    fn made_by(&self) -> MadeBy {
        MadeBy {
            paraphrase: self.paraphrase.name().into_owned(),
            cluster: self.cluster.name().into_owned(),
            distil: self.distil.name().into_owned(),
            relate: self.relate.name().into_owned(),
        }
    }
}

/// What the literature says of a work, before any claim is put to it.
#[derive(Clone, Debug, PartialEq)]
pub struct Assembly {
    cited: Record,
    heard: Heard,
    aspects: Vec<Stated>,
    answered: Vec<String>,
    failures: Vec<String>,
    unranked: Vec<String>,
}

#[derive(Clone, Debug, PartialEq)]
struct Stated {
    group: Group,
    statement: String,
}

impl Assembly {
    /// How many witnesses were heard.
    pub fn witnesses(&self) -> usize {
        self.heard.witnesses.len()
    }
}

/// Convenes a committee about one citation of a work that cannot be read. Without a claim nobody is asked. `heard` are the
/// witnesses of this very work, if they were heard already; they are kept there for its next citation.
///
/// # Errors
/// [`StepError`] if a model failed: the citation stays undecidable. Indexes and texts that fail are told in the bundle.
pub async fn convene(
    site: &CitationContext,
    cited: &Record,
    citing: &CitingPaper,
    means: &CommitteeServices<'_>,
    settings: &Settings,
    heard: &mut Option<Assembly>,
) -> Result<Bundle, StepError> {
    let claim = extract(site, means.paraphrase, means.embed, &settings.committee).await?;
    if claim.claim.is_none() {
        return Ok(bundle(claim, &nobody(cited), Vec::new(), means, settings));
    }
    let assembly = match heard.take() {
        Some(assembly) => assembly,
        None => assemble(cited, citing, means, settings).await?,
    };
    deliberate(claim, heard.insert(assembly), means, settings).await
}

/// Hears the witnesses of a work and puts what they say under its aspects.
///
/// # Errors
/// [`StepError`] if a model failed or put claims so that they cannot be told apart.
pub async fn assemble(
    cited: &Record,
    citing: &CitingPaper,
    means: &CommitteeServices<'_>,
    settings: &Settings,
) -> Result<Assembly, StepError> {
    let gathered = gather(cited, citing, means.indexes, &settings.committee).await;
    let (answered, failures) = (gathered.answered.clone(), gathered.failures.clone());
    let unranked = gathered.unranked.clone();
    let hearing = Hearing {
        texts: means.texts,
        paraphrase: means.paraphrase,
        embed: means.embed,
        tables: means.tables,
        settings,
    };
    let heard = hearing.hear(cited, gathered).await?;
    let texts: Vec<&str> = heard.claims.iter().map(|claim| claim.text.as_str()).collect();
    let mut aspects = Vec::new();
    for mut group in grouped(cited, &texts, means).await? {
        let own: Vec<&str> = group.claims.iter().map(|claim| texts[*claim]).collect();
        let statement = means.distil.distil(cited, &own).await?;
        if let Some(number) = invented(&statement, own.iter().copied()) {
            return Err(StepError {
                by: means.distil.name().into_owned(),
                doing: "say what the claims of an aspect share",
                reason: format!("the statement holds the number {number}, which no claim does; ask again"),
            });
        }
        // A name or a summary that tells more than the claims is none.
        for told in [&mut group.name, &mut group.summary] {
            if invented(told, own.iter().copied()).is_some() {
                told.clear();
            }
        }
        aspects.push(Stated { group, statement });
    }
    Ok(Assembly { cited: cited.clone(), heard, aspects, answered, failures, unranked })
}

async fn grouped(
    cited: &Record,
    claims: &[&str],
    means: &CommitteeServices<'_>,
) -> Result<Vec<Group>, StepError> {
    if claims.is_empty() {
        return Ok(Vec::new());
    }
    let groups = means.cluster.cluster(cited, claims).await?;
    let numbers: Vec<Vec<usize>> = groups.iter().map(|group| group.claims.clone()).collect();
    let checked = partition(&numbers, claims.len()).map_err(|error| StepError {
        by: means.cluster.name().into_owned(),
        doing: "put the witnesses' claims under aspects",
        reason: error.to_string(),
    })?;
    // One that was left out stands alone, and nobody named it.
    let named = |claims: Vec<usize>| {
        let told = groups.iter().find(|group| claims.first().is_some_and(|one| group.claims.contains(one)));
        Group { claims, ..told.cloned().unwrap_or_default() }
    };
    Ok(checked.groups.into_iter().map(named).collect())
}

/// Puts a claim to the witnesses.
///
/// # Errors
/// [`StepError`] if a model failed, or no sample of a relation could be used.
pub async fn deliberate(
    claim: Extraction,
    assembly: &Assembly,
    means: &CommitteeServices<'_>,
    settings: &Settings,
) -> Result<Bundle, StepError> {
    let Some(text) = claim.claim.clone() else {
        return Ok(bundle(claim, &nobody(&assembly.cited), Vec::new(), means, settings));
    };
    let mut aspects = Vec::new();
    for aspect in &assembly.aspects {
        let claims: Vec<&str> =
            aspect.group.claims.iter().map(|claim| assembly.heard.claims[*claim].text.as_str()).collect();
        let mut votes = Vec::new();
        for seed in 0..settings.committee.relation_seeds.max(1) {
            let question = Question { statement: &aspect.statement, claims: &claims, claim: &text, seed };
            votes.push(means.relate.relate(question).await?);
        }
        if votes.iter().all(Option::is_none) {
            return Err(StepError {
                by: means.relate.name().into_owned(),
                doing: "tell how an aspect stands to the claim",
                reason: "no answer could be used; load a model, or check the endpoint".to_owned(),
            });
        }
        let (relation, stability) = majority(&votes);
        aspects.push(HeardAspect {
            claims: aspect.group.claims.clone(),
            name: aspect.group.name.clone(),
            summary: aspect.group.summary.clone(),
            statement: aspect.statement.clone(),
            votes,
            relation,
            stability,
        });
    }
    let mut bundle = bundle(claim, assembly, aspects, means, settings);
    let committee = bundle.committee().map_err(|error| StepError {
        by: "the committee".to_owned(),
        doing: "count its votes",
        reason: format!("{error}; this is a defect worth reporting"),
    })?;
    bundle.outcome = aggregate(&committee, &settings.committee);
    Ok(bundle)
}

fn nobody(cited: &Record) -> Assembly {
    Assembly {
        cited: cited.clone(),
        heard: Heard::default(),
        aspects: Vec::new(),
        answered: Vec::new(),
        failures: Vec::new(),
        unranked: Vec::new(),
    }
}

fn bundle(
    claim: Extraction,
    assembly: &Assembly,
    aspects: Vec<HeardAspect>,
    means: &CommitteeServices<'_>,
    settings: &Settings,
) -> Bundle {
    let cited = &assembly.cited;
    Bundle {
        version: BUNDLE_VERSION,
        cited: CitedSource {
            title: cited.title.clone(),
            doi: cited.identifiers.doi.clone(),
            year: cited.year,
        },
        claim,
        witnesses: assembly.heard.witnesses.clone(),
        claims: assembly.heard.claims.clone(),
        aspects,
        outcome: CommitteeOutcome::underspecified(),
        parameters: settings.committee.clone(),
        percentiles: means.tables.origin(),
        refused: assembly.heard.refused.clone(),
        answered: assembly.answered.clone(),
        failures: assembly.failures.clone(),
        unranked: assembly.unranked.clone(),
        made_by: means.made_by(),
    }
}
