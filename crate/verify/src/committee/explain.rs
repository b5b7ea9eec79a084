//! A bundle's numbers derived anew, each beside what the bundle states.

use serde::{Deserialize, Serialize};

use super::aggregate::{Abstention, CommitteeOutcome, Relation, aggregate};
use super::bundle::{Bundle, BundleError, majority};
use super::claim::{AttemptAnswer, normalised};
use super::influence::{Percentile, venue_standing};
use citelight_types::finding::Verdict;

/// Differences up to this are rounding.
const ROUNDING: f64 = 1e-9;

/// Every number of a bundle, stated and derived.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Explanation {
    /// In the order in which they follow from each other.
    pub steps: Vec<Derived>,
    /// The outcome, derived.
    pub outcome: CommitteeOutcome,
}

/// One number or word of a bundle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Derived {
    /// What it is: `I(w3)`, `γ(2)`, `confidence`.
    pub what: String,
    /// How it follows.
    pub how: String,
    /// As the bundle states it.
    pub stated: String,
    /// As it follows from the bundle's raw parts.
    pub derived: String,
    /// Whether the two are the same but for rounding.
    pub agrees: bool,
}

impl Explanation {
    /// Whether everything follows as stated.
    pub fn agrees(&self) -> bool {
        self.steps.iter().all(|step| step.agrees)
    }

    /// What does not follow as stated.
    pub fn differing(&self) -> impl Iterator<Item = &Derived> {
        self.steps.iter().filter(|step| !step.agrees)
    }

    fn number(&mut self, what: String, how: String, stated: f64, derived: f64) {
        // Not a number is never right.
        let agrees = (stated - derived).abs() <= ROUNDING;
        self.steps.push(Derived {
            what,
            how,
            stated: stated.to_string(),
            derived: derived.to_string(),
            agrees,
        });
    }

    fn word(&mut self, what: &str, how: &str, stated: String, derived: String) {
        let agrees = stated == derived;
        self.steps.push(Derived { what: what.to_owned(), how: how.to_owned(), stated, derived, agrees });
    }
}

/// The outcome that follows from a bundle's raw parts, whatever it states.
///
/// # Errors
/// [`BundleError`] if its parts do not belong together.
pub fn recompute(bundle: &Bundle) -> Result<CommitteeOutcome, BundleError> {
    let committee = bundle.committee()?;
    // A claim that no two radii agree on was put to nobody; attempts say so, not what is stated of it.
    if kept(bundle).is_none() {
        return Ok(CommitteeOutcome::underspecified());
    }
    Ok(aggregate(&committee, &bundle.parameters))
}

/// Derives every number of a bundle anew.
///
/// # Errors
/// [`BundleError`] if its parts do not belong together.
pub fn explain(bundle: &Bundle) -> Result<Explanation, BundleError> {
    let outcome = recompute(bundle)?;
    let mut explanation = Explanation { steps: Vec::new(), outcome: outcome.clone() };
    let parameters = &bundle.parameters;
    let (text, radius) = kept(bundle).unzip();
    explanation.word(
        "claim",
        "the earlier of the first two consecutive radii that agree",
        bundle.claim.claim.clone().unwrap_or_default(),
        text.unwrap_or_default(),
    );
    let last = bundle.claim.attempts.last().map_or(0, |attempt| attempt.radius);
    explanation.word(
        "radius",
        "that of the claim; the last one tried where none was kept",
        bundle.claim.radius.to_string(),
        radius.unwrap_or(last).to_string(),
    );
    for witness in &bundle.witnesses {
        let part = |percentile: &Percentile| {
            percentile.value().map_or_else(
                || format!("{} (unknown)", parameters.missing_percentile),
                |value| value.to_string(),
            )
        };
        if let Percentile::Citedness { value, of } = witness.influence.venue {
            let how = format!("{of} / ({of} + {})", parameters.middle_citedness);
            explanation.number(format!("V({})", witness.id), how, value, venue_standing(of, parameters));
        }
        let discount = if witness.influence.preprint {
            format!(" · {}", parameters.preprint_discount)
        } else {
            String::new()
        };
        let how = format!(
            "{} · {} + {} · {}{discount}",
            parameters.citations_weight,
            part(&witness.influence.citations),
            parameters.venue_weight,
            part(&witness.influence.venue)
        );
        explanation.number(
            format!("I({})", witness.id),
            how,
            witness.influence.value,
            witness.influence.derived(parameters),
        );
    }
    for (index, aspect) in bundle.aspects.iter().enumerate() {
        let number = index + 1;
        let (relation, stability) = majority(&aspect.votes);
        explanation.word(
            &format!("relation({number})"),
            "the majority of the samples",
            word(aspect.relation),
            word(relation),
        );
        let how = format!("share of {} samples that gave it", aspect.votes.len());
        explanation.number(format!("a({number})"), how, aspect.stability, stability);
        let mut names: Vec<&str> =
            aspect.claims.iter().map(|claim| bundle.claims[*claim].witness.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        let derived = outcome.weights.get(index).copied().unwrap_or_default();
        let how = format!("support of {} over the support of all aspects", names.join(", "));
        let stated = bundle.outcome.weights.get(index).copied().unwrap_or(f64::NAN);
        explanation.number(format!("γ({number})"), how, stated, derived);
    }
    outcome_steps(&mut explanation, &bundle.outcome, &outcome, bundle);
    Ok(explanation)
}

fn outcome_steps(
    explanation: &mut Explanation,
    stated: &CommitteeOutcome,
    derived: &CommitteeOutcome,
    bundle: &Bundle,
) {
    let parameters = &bundle.parameters;
    let counted = match parameters.effective_number {
        citelight_types::settings::EffectiveNumber::Witnesses => "1/Σ ŵ² over witnesses",
        citelight_types::settings::EffectiveNumber::Statements => "1/Σ γ² over statements",
    };
    let confidence = format!("|V| · min(1, n_eff/{}) · (1 − H) · ā", parameters.full_strength);
    for (what, how, stated, derived) in [
        ("V", "Σ v γ, v being 1, 0 or −1", stated.vote, derived.vote),
        ("H", "entropy of the labels' masses over ln 3", stated.entropy, derived.entropy),
        ("n_eff", counted, stated.effective_number, derived.effective_number),
        ("ā", "Σ γ a", stated.stability, derived.stability),
        ("confidence", &confidence, stated.confidence, derived.confidence),
        ("witnesses", "distinct ones with a claim", stated.witnesses as f64, derived.witnesses as f64),
    ] {
        explanation.number(what.to_owned(), how.to_owned(), stated, derived);
    }
    explanation.word(
        "abstentions",
        "the thresholds",
        abstentions(&stated.abstentions),
        abstentions(&derived.abstentions),
    );
    explanation.word(
        "verdict",
        "the sign of V, undecidable with any abstention",
        verdict(stated.verdict),
        verdict(derived.verdict),
    );
}

/// The claim that the attempts lead to, and its radius. Of two paraphrases in other words only their stated likeness tells.
fn kept(bundle: &Bundle) -> Option<(String, u32)> {
    let pairs = bundle.claim.attempts.iter().zip(bundle.claim.attempts.iter().skip(1));
    let mut agreeing = pairs.filter_map(|(one, other)| match (&one.answer, &other.answer) {
        (AttemptAnswer::Claim { text }, AttemptAnswer::Claim { text: next }) => {
            let is_last = bundle.claim.attempts.last() == Some(other);
            let alike = bundle.claim.similarity.filter(|_| is_last);
            let agrees = normalised(text) == normalised(next)
                || alike.is_some_and(|alike| alike >= bundle.parameters.stable_similarity);
            agrees.then(|| (text.clone(), one.radius))
        }
        _ => None,
    });
    agreeing.next()
}

fn word(relation: Relation) -> String {
    match relation {
        Relation::Entails => "entails",
        Relation::Neutral => "neutral",
        Relation::Contradicts => "contradicts",
    }
    .to_owned()
}

fn verdict(verdict: Verdict) -> String {
    match verdict {
        Verdict::Supported => "supported",
        Verdict::Miscited => "miscited",
        Verdict::Undecidable => "undecidable",
        Verdict::Unchecked => "unchecked",
    }
    .to_owned()
}

impl Abstention {
    /// The trigger as a clause for a reader.
    pub fn clause(self) -> &'static str {
        match self {
            Self::Underspecified => "what the sentence attributes to the source could not be told",
            Self::FewWitnesses => "too few papers that cite it could be heard",
            Self::NoInfluence => "none of them carries any weight",
            Self::Undecided => "what they say decides neither way",
            Self::Disagreement => "they disagree",
            Self::LowConfidence => "what they say is not sure enough",
            Self::Unheard => "others who might say otherwise could not be heard",
        }
    }
}

fn abstentions(abstentions: &[Abstention]) -> String {
    if abstentions.is_empty() {
        return "none".to_owned();
    }
    abstentions.iter().map(|one| one.clause()).collect::<Vec<_>>().join("; ")
}
