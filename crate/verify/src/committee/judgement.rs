//! A committee's outcome as a judgement of the citation, with what witnesses say as its evidence. Nobody pretends to have read
//! the source.

use super::aggregate::Relation;
use super::bundle::{Bundle, HeardAspect};
use super::mentions::CitationBasis;
use super::witness::WitnessClaim;
use crate::taxonomy;
use crate::verify::Judgement;
use crate::verify::signals::parallel::Parallel;
use crate::verify::signals::{Reading, Stance, compare};
use citelight_records::sources::shown_list;
use citelight_types::finding::{
    CategoryLabel, Check, Evidence, EvidenceScores, Place, Reason, Step, TrailStep, Verdict,
};
use citelight_types::sort::SmallSort;

/// Sentences of witnesses that are shown.
const SHOWN: usize = 3;

/// The judgement that a committee comes to.
pub fn judgement(bundle: &Bundle) -> Judgement {
    let outcome = &bundle.outcome;
    let wanted = match outcome.verdict {
        Verdict::Supported => Some(Relation::Entails),
        Verdict::Miscited => Some(Relation::Contradicts),
        Verdict::Undecidable | Verdict::Unchecked => None,
    };
    let weighted = bundle.aspects.iter().zip(&outcome.weights);
    let mut weighted: Vec<(&HeardAspect, &f64)> =
        weighted.filter(|(aspect, _)| wanted.is_none_or(|relation| aspect.relation == relation)).collect();
    weighted.small_sort_by(|(_, one), (_, other)| other.total_cmp(one));
    let aspects: Vec<&HeardAspect> = weighted.into_iter().map(|(aspect, _)| aspect).collect();
    let witnesses = u32::try_from(outcome.witnesses).unwrap_or(u32::MAX);
    let statement = aspects.first().map(|aspect| aspect.statement.clone()).unwrap_or_default();
    let reason = match outcome.verdict {
        Verdict::Supported => Reason::WitnessesSaySo { witnesses, statement },
        Verdict::Miscited => Reason::WitnessesSayOtherwise { witnesses, statement },
        Verdict::Undecidable | Verdict::Unchecked => {
            let triggers: Vec<&str> = outcome.abstentions.iter().map(|trigger| trigger.clause()).collect();
            Reason::WitnessesUndecided { witnesses, reason: triggers.join("; ") }
        }
    };
    let category = match outcome.verdict {
        Verdict::Miscited => by_difference(bundle, &aspects).or_else(|| taxonomy::category_of(&reason)),
        _ => None,
    };
    let mut trail = vec![heard(bundle), decided(bundle)];
    trail.extend(category.map(taxonomy::step));
    Judgement {
        verdict: outcome.verdict,
        category,
        confidence: Some(if outcome.verdict == Verdict::Undecidable { 0.5 } else { outcome.confidence }),
        reasons: vec![reason],
        evidence: sentences(bundle, &aspects),
        trail,
    }
}

/// The category of what differs between the claim and the weightiest aspect: a number that is another one is no opposite
/// finding.
fn by_difference(bundle: &Bundle, aspects: &[&HeardAspect]) -> Option<CategoryLabel> {
    let claim = Reading::of(bundle.claim.claim.as_deref()?);
    let statement = Reading::of(&aspects.first()?.statement);
    let signals = compare(&claim, &statement, &Parallel::of(&claim, &statement));
    let differing = signals.into_iter().filter(|signal| signal.stance == Stance::Differs);
    let reasons: Vec<Reason> = differing.map(|signal| signal.reason).collect();
    taxonomy::categorise(&reasons)
}

/// What the witnesses of the aspects that contradict the claim say, in their own words.
pub fn said_against(bundle: &Bundle) -> Vec<String> {
    let against = bundle.aspects.iter().filter(|aspect| aspect.relation == Relation::Contradicts);
    against.flat_map(|aspect| &aspect.claims).map(|claim| bundle.claims[*claim].sentence.clone()).collect()
}

/// The sentences of the aspects, one of each witness, the weightiest witness first.
fn sentences(bundle: &Bundle, aspects: &[&HeardAspect]) -> Vec<Evidence> {
    let mut shown: Vec<Evidence> = Vec::new();
    let mut told: Vec<&str> = Vec::new();
    for aspect in aspects {
        let mut claims: Vec<&WitnessClaim> =
            aspect.claims.iter().map(|claim| &bundle.claims[*claim]).collect();
        let influence = |claim: &WitnessClaim| {
            bundle
                .witnesses
                .iter()
                .find(|witness| witness.id == claim.witness)
                .map_or(0.0, |one| one.influence.value)
        };
        claims.small_sort_by(|one, other| influence(other).total_cmp(&influence(one)));
        for claim in claims {
            if shown.len() == SHOWN || told.contains(&claim.witness.as_str()) {
                continue;
            }
            told.push(&claim.witness);
            shown.extend(evidence(bundle, claim));
        }
    }
    shown
}

fn evidence(bundle: &Bundle, claim: &WitnessClaim) -> Option<Evidence> {
    let witness = bundle.witnesses.iter().find(|witness| witness.id == claim.witness)?;
    let address = witness.doi.as_deref().map(|doi| format!("https://doi.org/{doi}"));
    let origin = match (witness.basis, address) {
        (CitationBasis::Quoted, Some(address)) => format!("{address}, {}", witness.origin),
        (CitationBasis::Quoted, None) => witness.origin.clone(),
        (_, address) => address.unwrap_or_else(|| witness.origin.clone()),
    };
    Some(Evidence {
        text: claim.sentence.clone(),
        differing: Vec::new(),
        place: Place {
            section: vec![witness.title.clone()],
            paragraph: 1,
            sentence: 1,
            origin,
            extent: None,
        },
        scores: EvidenceScores::default(),
    })
}

fn heard(bundle: &Bundle) -> TrailStep {
    let quoted = bundle.witnesses.iter().filter(|witness| witness.basis == CitationBasis::Quoted).count();
    let (count, title) = (bundle.witnesses.len(), &bundle.cited.title);
    let sources = shown_list(&bundle.answered);
    let mut summary = format!("{count} papers that cite “{title}” were heard, named by {sources}");
    if quoted > 0 {
        summary.push_str(&format!(
            "; of {quoted} only sentences that an index quotes, their texts were not read"
        ));
    }
    let unknown = bundle
        .witnesses
        .iter()
        .filter(|witness| {
            witness.influence.citations.value().is_none() || witness.influence.venue.value().is_none()
        })
        .count();
    if unknown > 0 {
        let (share, date) = (bundle.parameters.missing_percentile, &bundle.percentiles.date);
        summary.push_str(&format!(
            "; of {unknown} a percentile is not known and counts {share} (table of {date})"
        ));
    }
    for failure in bundle.failures.iter().chain(&bundle.unranked) {
        summary.push_str(&format!("; {failure}"));
    }
    let values = [
        ("witnesses", bundle.witnesses.len() as f64),
        ("quoted_only", quoted as f64),
        ("claims", bundle.claims.len() as f64),
        ("aspects", bundle.aspects.len() as f64),
        ("refused", bundle.refused.len() as f64),
        ("radius", f64::from(bundle.claim.radius)),
    ];
    TrailStep::new(Step::Committee, summary, &values)
}

fn decided(bundle: &Bundle) -> TrailStep {
    let (outcome, settings) = (&bundle.outcome, &bundle.parameters);
    let values = [
        ("vote", outcome.vote),
        ("entropy", outcome.entropy),
        ("n_eff", outcome.effective_number),
        ("stability", outcome.stability),
        ("confidence", outcome.confidence),
    ];
    let summary = match outcome.abstentions.as_slice() {
        [] => "the committee decides".to_owned(),
        triggers => {
            let clauses = triggers.iter().map(|trigger| trigger.clause()).collect::<Vec<_>>().join("; ");
            format!("the committee abstains: {clauses}")
        }
    };
    TrailStep::new(Step::Decide, summary, &values).with_checks(vec![
        Check::at_least("witnesses", outcome.witnesses as f64, settings.min_witnesses as f64),
        Check::above("|V|", outcome.vote.abs(), settings.decides),
        Check::at_most("disagreement H", outcome.entropy, settings.max_entropy),
        Check::at_least("confidence", outcome.confidence, settings.min_confidence),
    ])
}
