//! What the literature says of cited works that cannot be read: the committees of an audit (spec 05).

use super::finding::{CitingFunction, Step, TrailStep, Verdict};
use crate::access::Texts;
use crate::citation::Citation;
use crate::committee::local::{Agglomerative, CleanUp, Funnel, Medoid};
use crate::committee::steps::{Cluster, Distil, Paraphrase, Relate, StepError};
use crate::committee::{
    Assembly, Bundle, CitedBy, CitingPaper, Means, PercentileTables, Relation, Site, convene, judgement,
};
use crate::document::Document;
use crate::llm::asked::Asked;
use crate::settings::Settings;
use crate::sources::Record;
use crate::taxonomy::{Case, Facts};
use crate::verify::claim::Claim;
use crate::verify::{Judgement, Models, classified};

/// Who is asked what the literature says of a work that cannot be read; given by the home of the core.
#[derive(Clone, Copy)]
pub struct Literature<'a> {
    /// Who knows who cites whom.
    pub indexes: &'a [&'a dyn CitedBy],
    /// Percentiles of citations and venues.
    pub tables: &'a PercentileTables,
}

/// What all committees of an audit share.
pub(super) struct Committees<'a> {
    pub(super) document: &'a Document,
    pub(super) citing: CitingPaper,
    pub(super) literature: Literature<'a>,
    pub(super) texts: &'a [&'a dyn Texts],
    pub(super) models: Models<'a>,
    pub(super) settings: &'a Settings,
}

/// Those who cite one work. They are heard once, when the first claim about it is put to them.
pub(super) struct Hall<'a> {
    committees: &'a Committees<'a>,
    cited: Record,
    steps: Steps<'a>,
    heard: Option<Assembly>,
}

/// Who takes the steps of a committee.
enum Steps<'a> {
    Asked(Asked<'a>),
    Local { cluster: Agglomerative<'a>, distil: Medoid<'a>, relate: Funnel<'a> },
}

/// What a committee comes to.
pub(super) struct Deliberated {
    pub(super) judgement: Judgement,
    /// What it rests on; none if no committee came about.
    pub(super) bundle: Option<Box<Bundle>>,
}

impl<'a> Committees<'a> {
    /// A hall for a work; none without a model that could take the steps.
    pub(super) fn hall(&'a self, cited: &Record) -> Option<Hall<'a>> {
        let Self { models, settings, .. } = self;
        let steps = match (models.endpoint, models.embed, models.infer) {
            (Some(model), _, _) => Steps::Asked(Asked::new(model, settings)),
            (None, Some(embed), Some(infer)) => Steps::Local {
                cluster: Agglomerative { embed, infer: Some(infer), settings: &settings.committee },
                distil: Medoid { embed },
                relate: Funnel { models: *models, settings },
            },
            _ => return None,
        };
        Some(Hall { committees: self, cited: cited.clone(), steps, heard: None })
    }
}

impl Steps<'_> {
    fn means<'b>(&'b self, committees: &'b Committees<'b>) -> Means<'b> {
        type Takers<'b> = (&'b dyn Paraphrase, &'b dyn Cluster, &'b dyn Distil, &'b dyn Relate);
        let (paraphrase, cluster, distil, relate): Takers<'b> = match self {
            Self::Asked(asked) => (asked, asked, asked, asked),
            Self::Local { cluster, distil, relate } => (&CleanUp, cluster, distil, relate),
        };
        Means {
            indexes: committees.literature.indexes,
            texts: committees.texts,
            paraphrase,
            cluster,
            distil,
            relate,
            embed: committees.models.embed,
            tables: committees.literature.tables,
        }
    }
}

impl Hall<'_> {
    /// Puts a claim to those who cite the work. `otherwise` is what holds if they are not heard, or there are none.
    pub(super) async fn judge(
        &mut self,
        claim: &Claim,
        citation: &Citation,
        otherwise: Judgement,
    ) -> Deliberated {
        let Some(site) = self.asked_about(claim, citation) else { return otherwise.into() };
        match self.convene(&site).await {
            Ok(bundle) if bundle.outcome.witnesses == 0 => nobody_heard(otherwise, bundle),
            Ok(bundle) => {
                let judgement = self.written_up(claim, &bundle).await;
                Deliberated { judgement, bundle: Some(Box::new(bundle)) }
            }
            Err(error) => {
                let mut judgement = otherwise;
                judgement.trail.push(TrailStep::new(Step::Committee, error.to_string(), &[]));
                judgement.into()
            }
        }
    }

    /// The place of a citation that states something of the work; a work named in passing is not asked about.
    fn asked_about(&self, claim: &Claim, citation: &Citation) -> Option<Site> {
        if claim.function == CitingFunction::Perfunctory {
            return None;
        }
        Site::of(self.committees.document, citation)
    }

    async fn convene(&mut self, site: &Site) -> Result<Bundle, StepError> {
        let committees = self.committees;
        let means = self.steps.means(committees);
        convene(site, &self.cited, &committees.citing, &means, committees.settings, &mut self.heard).await
    }

    async fn written_up(&self, claim: &Claim, bundle: &Bundle) -> Judgement {
        let mut judged = judgement(bundle);
        let Steps::Asked(asked) = &self.steps else { return judged };
        judged.trail.insert(1, asked_step(asked));
        let (Some(model), Verdict::Miscited) = (self.committees.models.endpoint, judged.verdict) else {
            return judged;
        };
        let against = bundle.aspects.iter().filter(|aspect| aspect.relation == Relation::Contradicts);
        let said =
            against.flat_map(|aspect| &aspect.claims).map(|claim| bundle.claims[*claim].sentence.clone());
        let case = Case {
            claim: claim.text.clone(),
            context: claim.expanded(),
            evidence: said.collect(),
            facts: Facts::default(),
        };
        classified(judged, &case, model, self.committees.settings).await
    }
}

/// What the steps of the committees about this work took so far.
fn asked_step(asked: &Asked<'_>) -> TrailStep {
    let usage = asked.usage();
    let values = [
        ("requests", f64::from(usage.requests)),
        ("input_tokens", f64::from(usage.input_tokens)),
        ("output_tokens", f64::from(usage.output_tokens)),
    ];
    TrailStep::new(Step::Committee, "what the endpoint was asked about this work so far", &values)
}

/// Where nobody cites a work in so many words, nothing was checked.
fn nobody_heard(mut otherwise: Judgement, bundle: Bundle) -> Deliberated {
    let judged = judgement(&bundle);
    otherwise.reasons.extend(judged.reasons);
    otherwise.trail.extend(judged.trail.into_iter().filter(|step| step.step == Step::Committee));
    Deliberated { judgement: otherwise, bundle: Some(Box::new(bundle)) }
}

impl From<Judgement> for Deliberated {
    fn from(judgement: Judgement) -> Self {
        Self { judgement, bundle: None }
    }
}
