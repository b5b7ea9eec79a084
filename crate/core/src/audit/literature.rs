//! What the literature says of cited works that cannot be read: the committees of an audit (BibAgent, section 3.3).

use crate::remote::{CommitteeRequest, Remote, Serve};
use citelight_document::citation::Citation;
use citelight_document::document::Document;
use citelight_records::access::FullTextProvider;
use citelight_records::sources::Record;
use citelight_types::finding::{CitingFunction, Step, TrailStep, Verdict};
use citelight_types::settings::Settings;
use citelight_verify::claim::Claim;
use citelight_verify::committee::local::{Agglomerative, CleanUp, Funnel, Medoid};
use citelight_verify::committee::steps::{Cluster, Distil, Paraphrase, Relate};
use citelight_verify::committee::{
    Assembly, Bundle, CitationContext, CitingPaper, CommitteeServices, Literature, convene, judgement,
    said_against,
};
use citelight_verify::llm::asked::Asked;
use citelight_verify::llm::classified::{Classified, classified};
use citelight_verify::llm::{Complete, Usage};
use citelight_verify::taxonomy::{Case, RecordFacts, facts};
use citelight_verify::verify::{Judgement, Models, with_classification};

/// What all committees of an audit share.
pub(super) struct Committees<'a> {
    pub(super) document: &'a Document,
    pub(super) citing: CitingPaper,
    pub(super) literature: Literature<'a>,
    pub(super) texts: &'a [&'a dyn FullTextProvider],
    pub(super) models: Models<'a>,
    pub(super) endpoint: Option<Remote<'a>>,
    pub(super) settings: &'a Settings,
}

/// Those who cite one work. They are heard once, when the first claim about it is put to them.
pub(super) struct WorkCommittee<'a> {
    committees: &'a Committees<'a>,
    cited: Record,
    steps: Steps<'a>,
    heard: Option<Assembly>,
}

/// Where the steps of a committee are taken.
enum Steps<'a> {
    /// On a server, which hears the witnesses itself.
    There(&'a dyn Serve),
    Here(LocalSteps<'a>),
}

/// Who takes the steps here.
enum LocalSteps<'a> {
    Asked(&'a dyn Complete, Asked<'a>),
    Local { cluster: Agglomerative<'a>, distil: Medoid<'a>, relate: Funnel<'a> },
}

/// What a committee comes to.
pub(super) struct Deliberated {
    pub(super) judgement: Judgement,
    /// What it rests on; none if no committee came about.
    pub(super) bundle: Option<Box<Bundle>>,
}

impl<'a> Committees<'a> {
    /// The committee of a work; none without a model that could take the steps.
    pub(super) fn committee(&'a self, cited: &Record) -> Option<WorkCommittee<'a>> {
        let Self { models, settings, .. } = self;
        let steps = match (self.endpoint, models.embed, models.infer) {
            (Some(Remote::Server(server)), _, _) => Steps::There(server),
            (Some(Remote::Model(model)), _, _) => {
                Steps::Here(LocalSteps::Asked(model, Asked::new(model, settings)))
            }
            (None, Some(embed), Some(infer)) => Steps::Here(LocalSteps::Local {
                cluster: Agglomerative { embed, infer: Some(infer), settings: &settings.committee },
                distil: Medoid { embed },
                relate: Funnel { models: *models, settings },
            }),
            _ => return None,
        };
        Some(WorkCommittee { committees: self, cited: cited.clone(), steps, heard: None })
    }
}

/// Who can take each of the steps.
type Takers<'b> = (&'b dyn Paraphrase, &'b dyn Cluster, &'b dyn Distil, &'b dyn Relate);

impl LocalSteps<'_> {
    /// What was asked so far, for all claims about the work.
    fn usage(&self) -> Usage {
        match self {
            Self::Asked(_, asked) => asked.usage(),
            Self::Local { .. } => Usage::default(),
        }
    }

    fn means<'b>(&'b self, committees: &'b Committees<'b>) -> CommitteeServices<'b> {
        let (paraphrase, cluster, distil, relate): Takers<'b> = match self {
            Self::Asked(_, asked) => (asked, asked, asked, asked),
            Self::Local { cluster, distil, relate } => (&CleanUp, cluster, distil, relate),
        };
        CommitteeServices {
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

/// What a committee came to, wherever it was convened.
struct Convened {
    bundle: Bundle,
    /// What an endpoint was asked for it; none if it was not asked.
    usage: Option<Usage>,
    classification: Option<Classified>,
}

impl WorkCommittee<'_> {
    /// Puts a claim to those who cite the work. `otherwise` is what holds if they are not heard, or there are none.
    pub(super) async fn judge(
        &mut self,
        claim: &Claim,
        citation: &Citation,
        otherwise: Judgement,
    ) -> Deliberated {
        let Some(site) = self.asked_about(claim, citation) else { return otherwise.into() };
        match self.convene(&site, claim).await {
            Ok(convened) if convened.bundle.outcome.witnesses == 0 => {
                nobody_heard(otherwise, convened.bundle)
            }
            Ok(convened) => convened.written_up(),
            Err(reason) => {
                let mut judgement = otherwise;
                judgement.trail.push(TrailStep::new(Step::Committee, reason, &[]));
                judgement.into()
            }
        }
    }

    /// The place of a citation that states something of the work; a work named in passing is not asked about.
    fn asked_about(&self, claim: &Claim, citation: &Citation) -> Option<CitationContext> {
        if claim.function == CitingFunction::Perfunctory {
            return None;
        }
        CitationContext::of(self.committees.document, citation)
    }

    /// Fails in words.
    async fn convene(&mut self, site: &CitationContext, claim: &Claim) -> Result<Convened, String> {
        let committees = self.committees;
        let facts = facts(&[], Some(&self.cited), claim);
        let taken = match &self.steps {
            Steps::There(server) => return self.have_convened(*server, site, facts).await,
            Steps::Here(taken) => taken,
        };
        let means = taken.means(committees);
        let before = taken.usage();
        let convened =
            convene(site, &self.cited, &committees.citing, &means, committees.settings, &mut self.heard)
                .await;
        let bundle = convened.map_err(|error| error.to_string())?;
        let LocalSteps::Asked(model, asked) = taken else {
            return Ok(Convened { bundle, usage: None, classification: None });
        };
        let usage = Some(asked.usage().since(before));
        let classification = if judgement(&bundle).verdict == Verdict::Miscited {
            let case = Case {
                claim: claim.text.clone(),
                context: claim.expanded(),
                evidence: said_against(&bundle),
                facts: facts.into(),
            };
            Some(classified(&case, *model, committees.settings).await)
        } else {
            None
        };
        Ok(Convened { bundle, usage, classification })
    }

    /// Has a server convene.
    async fn have_convened(
        &self,
        server: &dyn Serve,
        site: &CitationContext,
        facts: RecordFacts,
    ) -> Result<Convened, String> {
        let request = CommitteeRequest::of(site, &self.cited, &self.committees.citing, facts);
        let result = server.convene(&request).await.map_err(|error| error.to_string())?;
        let (bundle, classification) = (result.bundle, result.classification);
        Ok(Convened { bundle, usage: Some(result.usage), classification })
    }
}

impl Convened {
    fn written_up(self) -> Deliberated {
        let mut judged = judgement(&self.bundle);
        if let Some(usage) = self.usage {
            judged.trail.insert(1, asked_step(usage));
        }
        let judgement = match &self.classification {
            Some(classified) if judged.verdict == Verdict::Miscited => {
                with_classification(judged, classified)
            }
            _ => judged,
        };
        Deliberated { judgement, bundle: Some(Box::new(self.bundle)) }
    }
}

/// What the steps took for this claim: here the first claim about a work has its witnesses heard, a server hears them for each.
fn asked_step(usage: Usage) -> TrailStep {
    let values = [
        ("requests", f64::from(usage.requests)),
        ("input_tokens", f64::from(usage.input_tokens)),
        ("output_tokens", f64::from(usage.output_tokens)),
    ];
    TrailStep::new(Step::Committee, "what the endpoint was asked for this claim", &values)
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
