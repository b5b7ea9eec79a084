//! The five questions in their precedence, kept by the types: a question can be put only once those before it were passed,
//! and after one that fails none is left to put (the dependency precedence rule: BibAgent, section 2.1).

use std::marker::PhantomData;

use serde::{Deserialize, Serialize};

use super::subtypes::{AttributionSubtype, ContentSubtype, EvidenceSubtype, ScopeSubtype, ValiditySubtype};
use citelight_types::finding::{Category, CategoryLabel, Subtype};

/// What a classification comes to. Nothing is forced into the five categories.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export, rename = "MiscitationLabel"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "MiscitationLabel"))]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Label {
    /// One of the five.
    Miscitation {
        /// Category and subtype.
        label: CategoryLabel,
    },
    /// A miscitation of none of the five.
    Other,
    /// It cannot be told.
    Uncertain,
    /// All five questions are passed.
    NoMiscitation,
}

/// A label and the questions that led to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Classification {
    /// The label.
    pub label: Label,
    /// The questions that were put, in order; the last one decided.
    pub path: Vec<Answered>,
}

/// A question that was put.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Answered {
    /// Which one.
    pub category: Category,
    /// What came of it.
    pub answer: QuestionAnswer,
    /// What it was answered from.
    pub basis: Basis,
}

/// What came of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum QuestionAnswer {
    /// The citation holds in this respect.
    Passed,
    /// It does not.
    Failed,
    /// It cannot be told, or fits none of the questions.
    Unsure,
}

/// What a question is answered from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Basis {
    /// What records say of the work.
    Records,
    /// Words and numbers compared: the category is only suggested.
    Signals,
    /// A model's answer, checked.
    Endpoint,
}

/// One of the five questions.
pub trait Question {
    /// The category of what fails it.
    const CATEGORY: Category;
    /// Ways to fail it.
    type Subtype: Into<Subtype>;
}

/// A question after which there is another one.
pub trait Followed: Question {
    /// The next one.
    type Next: Question;
}

/// 1. Could a reader find the right work and author from this reference?
#[derive(Debug)]
pub enum Attribution {}
/// 2. Is the source disqualified as evidence?
#[derive(Debug)]
pub enum Validity {}
/// 3. Read in context, does it say this?
#[derive(Debug)]
pub enum Content {}
/// 4. Is a valid result applied outside its population, setting, task?
#[derive(Debug)]
pub enum Scope {}
/// 5. Is the strength or kind of evidence as claimed?
#[derive(Debug)]
pub enum Evidence {}

impl Question for Attribution {
    const CATEGORY: Category = Category::AttributionTraceability;
    type Subtype = AttributionSubtype;
}
impl Question for Validity {
    const CATEGORY: Category = Category::CitationValidity;
    type Subtype = ValiditySubtype;
}
impl Question for Content {
    const CATEGORY: Category = Category::ContentMisrepresentation;
    type Subtype = ContentSubtype;
}
impl Question for Scope {
    const CATEGORY: Category = Category::ScopeExtrapolation;
    type Subtype = ScopeSubtype;
}
impl Question for Evidence {
    const CATEGORY: Category = Category::EvidenceCharacterization;
    type Subtype = EvidenceSubtype;
}

impl Followed for Attribution {
    type Next = Validity;
}
impl Followed for Validity {
    type Next = Content;
}
impl Followed for Content {
    type Next = Scope;
}
impl Followed for Scope {
    type Next = Evidence;
}

/// A walk that stands before question `Q`, all earlier ones passed. It is used up by every answer:
///
/// ```
/// use citelight_verify::taxonomy::walk::{Basis, Walk};
/// use citelight_verify::taxonomy::subtypes::ValiditySubtype;
///
/// let found = Walk::begin().passes(Basis::Records).fails(Some(ValiditySubtype::Retracted), Basis::Records);
/// assert_eq!(found.path.len(), 2);
/// ```
///
/// The reverse does not compile: nothing follows a question that failed, and no subtype fits another question.
///
/// ```compile_fail
/// use citelight_verify::taxonomy::walk::{Basis, Walk};
/// let found = Walk::begin().fails(None, Basis::Records).passes(Basis::Records);
/// ```
///
/// ```compile_fail
/// use citelight_verify::taxonomy::walk::{Basis, Walk};
/// use citelight_verify::taxonomy::subtypes::ValiditySubtype;
/// let found = Walk::begin().fails(Some(ValiditySubtype::Retracted), Basis::Records);
/// ```
#[derive(Debug)]
pub struct Walk<Q> {
    path: Vec<Answered>,
    question: PhantomData<Q>,
}

impl Walk<Attribution> {
    /// Before the first question.
    pub fn begin() -> Self {
        Self { path: Vec::new(), question: PhantomData }
    }
}

impl<Q: Question> Walk<Q> {
    fn answered(mut self, answer: QuestionAnswer, basis: Basis) -> Vec<Answered> {
        self.path.push(Answered { category: Q::CATEGORY, answer, basis });
        self.path
    }

    /// The question fails: that is the label.
    pub fn fails(self, subtype: Option<Q::Subtype>, basis: Basis) -> Classification {
        let subtype = subtype.map(Into::into);
        let label = CategoryLabel { category: Q::CATEGORY, subtype, suggested: basis == Basis::Signals };
        Classification {
            label: Label::Miscitation { label },
            path: self.answered(QuestionAnswer::Failed, basis),
        }
    }

    /// The question cannot be answered.
    pub fn uncertain(self, basis: Basis) -> Classification {
        Classification { label: Label::Uncertain, path: self.answered(QuestionAnswer::Unsure, basis) }
    }

    /// Something is wrong with the citation that neither this question nor a later one asks for.
    pub fn other(self, basis: Basis) -> Classification {
        Classification { label: Label::Other, path: self.answered(QuestionAnswer::Unsure, basis) }
    }
}

impl<Q: Followed> Walk<Q> {
    /// The question is passed: on to the next one.
    pub fn passes(self, basis: Basis) -> Walk<Q::Next> {
        Walk { path: self.answered(QuestionAnswer::Passed, basis), question: PhantomData }
    }
}

impl Walk<Evidence> {
    /// The last question is passed, too.
    pub fn passes_all(self, basis: Basis) -> Classification {
        Classification { label: Label::NoMiscitation, path: self.answered(QuestionAnswer::Passed, basis) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_is_in_order_and_ends_where_it_was_decided() {
        let found = Walk::begin()
            .passes(Basis::Records)
            .passes(Basis::Records)
            .passes(Basis::Signals)
            .fails(Some(ScopeSubtype::Overgeneralisation), Basis::Signals);
        let categories: Vec<Category> = found.path.iter().map(|answered| answered.category).collect();
        assert!(categories.is_sorted() && categories.len() == 4);
        let Label::Miscitation { label } = found.label else { unreachable!("it failed") };
        assert_eq!((label.category, label.suggested), (Category::ScopeExtrapolation, true));
        assert_eq!(found.path[3].answer, QuestionAnswer::Failed);
    }

    #[test]
    fn all_passed_is_no_miscitation() {
        let passed = Walk::begin()
            .passes(Basis::Records)
            .passes(Basis::Records)
            .passes(Basis::Endpoint)
            .passes(Basis::Endpoint);
        assert_eq!(passed.passes_all(Basis::Endpoint).label, Label::NoMiscitation);
    }
}
