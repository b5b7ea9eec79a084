//! The trail of a finding: what was compared at each step, and the conditions that decided.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

/// One step of the trail.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TrailStep {
    /// Which step of the pipeline.
    pub step: Step,
    /// What was compared and what came of it, in words.
    pub summary: String,
    /// Numbers of the step by name: scores, thresholds, counts.
    pub values: BTreeMap<String, f64>,
    /// Conditions that were put to numbers of the step: of what was decided all hold.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<Check>>", optional))]
    pub checks: Vec<Check>,
}

/// Steps of the pipeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// Citation to reference.
    Map,
    /// Reference to record.
    Resolve,
    /// Title and abstract against the sentence and the article.
    Relevance,
    /// Record to text.
    Access,
    /// Text to passages.
    Retrieve,
    /// Passages to windows.
    Windows,
    /// Windows against the claim.
    Infer,
    /// Once more with the neighbouring sentences.
    Expand,
    /// Numbers, directions, negations, hedges, scope.
    Signals,
    /// What papers that cite the source say of it.
    Committee,
    /// All of it to a verdict.
    Decide,
    /// What stays open to the endpoint.
    Arbitrate,
    /// A verdict to a category.
    Categorise,
}

/// A condition: a number against its limit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Check {
    /// What was measured, in a few words.
    pub what: String,
    /// What it came to.
    pub value: f64,
    /// How it must stand to the limit.
    pub relation: Relation,
    /// The limit.
    pub limit: f64,
}

/// How a number must stand to a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Relation {
    /// ≥
    AtLeast,
    /// >
    Above,
    /// ≤
    AtMost,
    /// <
    Below,
}

impl Check {
    /// The number must reach the limit.
    pub fn at_least(what: &str, value: f64, limit: f64) -> Self {
        Self { what: what.to_owned(), value, relation: Relation::AtLeast, limit }
    }

    /// The number must be greater than the limit.
    pub fn above(what: &str, value: f64, limit: f64) -> Self {
        Self { what: what.to_owned(), value, relation: Relation::Above, limit }
    }

    /// The number must not pass the limit.
    pub fn at_most(what: &str, value: f64, limit: f64) -> Self {
        Self { what: what.to_owned(), value, relation: Relation::AtMost, limit }
    }

    /// The number must be less than the limit.
    pub fn below(what: &str, value: f64, limit: f64) -> Self {
        Self { what: what.to_owned(), value, relation: Relation::Below, limit }
    }

    /// There must be none.
    pub fn none(what: &str, count: usize) -> Self {
        Self::at_most(what, count as f64, 0.0)
    }

    /// Whether the condition is met.
    pub fn holds(&self) -> bool {
        match self.relation {
            Relation::AtLeast => self.value >= self.limit,
            Relation::Above => self.value > self.limit,
            Relation::AtMost => self.value <= self.limit,
            Relation::Below => self.value < self.limit,
        }
    }
}

impl fmt::Display for Check {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = match self.relation {
            Relation::AtLeast => "≥",
            Relation::Above => ">",
            Relation::AtMost => "≤",
            Relation::Below => "<",
        };
        write!(formatter, "{} {} {sign} {}", self.what, rounded(self.value), rounded(self.limit))
    }
}

/// Three decimals at most.
fn rounded(number: f64) -> f64 {
    (number * 1000.0).round() / 1000.0
}

impl TrailStep {
    /// A step with its numbers.
    pub fn new(step: Step, summary: impl Into<String>, values: &[(&str, f64)]) -> Self {
        let values = values.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect();
        Self { step, summary: summary.into(), values, checks: Vec::new() }
    }

    /// The same, with the conditions that were put.
    #[must_use]
    pub fn with_checks(self, checks: Vec<Check>) -> Self {
        Self { checks, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_hold_or_not_and_can_be_read() {
        let check = Check::at_least("alignment", 0.71249, 0.4);
        assert!(check.holds());
        assert_eq!(check.to_string(), "alignment 0.712 ≥ 0.4");
        assert!(!Check::none("differences", 1).holds());
        assert!(
            !Check::above("entailment", 0.9, 0.9).holds() && Check::at_most("entailment", 0.9, 0.9).holds()
        );
        assert!(!Check::at_least("nothing", f64::NAN, 0.0).holds());
        assert!(!Check::below("contradiction", 0.15, 0.15).holds());
    }
}
