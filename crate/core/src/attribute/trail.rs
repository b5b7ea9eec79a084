//! The steps of a search for a source, as they are shown.

use serde::{Deserialize, Serialize};

/// Whether an excerpt can be attributed at all (CiteME, section 2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Assessment {
    /// It says something of one work by which that work can be found.
    Reasonable,
    /// It fits many works, or stands for several.
    Ambiguous,
    /// It says nothing of what the work holds.
    Unattributable,
    /// It names the work or its authors: no search is needed to know it.
    Trivial,
}

/// An [`Assessment`] with its reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Judgement {
    /// What the excerpt is.
    pub assessment: Assessment,
    /// Why, in one sentence.
    pub reason: String,
}

/// The order of a search's results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum SortBy {
    /// The best fit first.
    #[default]
    Relevance,
    /// The most cited first.
    Citations,
}

/// What a searcher may do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase", tag = "action", deny_unknown_fields)]
pub enum Action {
    /// Search the indexes.
    Search {
        /// Words.
        query: String,
        /// Order of the results.
        #[serde(default)]
        sort: SortBy,
    },
    /// Read a candidate: its text, where it is open, and the works it cites.
    Read {
        /// Its id in this search: `p3`.
        id: String,
        /// The page of its text, from 1.
        #[serde(default = "first_page", skip_serializing_if = "is_first_page")]
        #[cfg_attr(feature = "typescript", ts(as = "Option<usize>", optional))]
        page: usize,
    },
    /// Answer with a candidate. The search ends.
    Select {
        /// Its id in this search.
        id: String,
    },
}

const fn first_page() -> usize {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
const fn is_first_page(page: &usize) -> bool {
    *page == 1
}

/// Who chose a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum ChosenBy {
    /// The deterministic searcher.
    Rules,
    /// The model behind the user's endpoint.
    Model,
    /// Nobody: the steps were used up, or the model did not give a valid action.
    Force,
}

/// One step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Step {
    /// From 1.
    pub number: usize,
    /// What was done.
    #[serde(flatten)]
    pub action: Action,
    /// Who chose it.
    pub by: ChosenBy,
    /// Why.
    pub why: String,
    /// Ids of the candidates that it brought, those known before among them, best first.
    pub found: Vec<String>,
    /// Works that were left out, each with the reason.
    pub left_out: Vec<LeftOut>,
    /// Sources that failed, one sentence each.
    pub failures: Vec<String>,
}

/// A work that cannot be the source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LeftOut {
    /// Its title.
    pub title: String,
    /// Why not.
    pub reason: Excluded,
}

/// Why a work cannot be the source of an excerpt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Excluded {
    /// It appeared after the excerpt's paper.
    Later,
    /// It is the excerpt's paper.
    Itself,
}
