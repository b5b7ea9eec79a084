//! The prompt that makes a miscitation of one statement of a work, for evaluation sets (BibAgent, appendix A.3), and the checks of
//! the answer's form: what does not hold is sent back once.

mod answer;
mod foreign;
mod request;
mod table;
#[cfg(test)]
mod tests;
use serde::{Deserialize, Serialize};

pub use self::answer::{Answer, Draft, Fault, read};
pub use self::foreign::foreign;
pub use self::request::{PROMPT_VERSION, request};
pub use self::table::{Row, TableError, category_name, depth_name, read_table, write_table};
use citelight::finding::{Category, Subtype};

/// Where the citation stands in a sentence.
pub const MARKER: &str = "[CITATION]";

/// Words of a sentence, the marker not counted.
const WORDS: std::ops::RangeInclusive<usize> = 6..=60;
/// Words of an explanation that are kept.
const EXPLANATION_WORDS: usize = 60;

/// How much of a work must be read to see what is wrong (MisciteBench's difficulties).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Depth {
    /// One sentence of it, or its record.
    #[default]
    Surface,
    /// Several places.
    Deep,
}

/// What a miscitation is made from.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'a> {
    /// What it fails by.
    pub category: Category,
    /// How much must be read to see it.
    pub depth: Depth,
    /// Title of the work.
    pub work: &'a str,
    /// Its authors as a sentence names them; empty if it names none.
    pub authors: &'a str,
    /// Attribution only: the names that the false sentence gives in their place.
    pub others: &'a str,
    /// The sentence of the work that is cited.
    pub statement: &'a str,
    /// Parts of the work that bear on it, its own paragraph among them.
    pub passages: &'a [&'a str],
}

/// The subtypes that may be made: those of the category which sentences of the work can show at this depth.
pub fn subtypes(category: Category, depth: Depth) -> &'static [Subtype] {
    use Subtype::{
        AuthorMisattribution, ConflatedFindings, Contradictory, CorrelationAsCausation, DataScopeMisuse,
        MethodologicalMisapplication, OmittedQualifiers, Overgeneralisation, Retracted, SecondarySource,
        SelectiveQuotation, StatisticalDistortion,
    };
    match (category, depth) {
        (Category::AttributionTraceability, _) => &[AuthorMisattribution],
        (Category::CitationValidity, Depth::Surface) => &[Retracted],
        (Category::CitationValidity, Depth::Deep) => &[SecondarySource],
        (Category::ContentMisrepresentation, Depth::Surface) => &[Contradictory, OmittedQualifiers],
        (Category::ContentMisrepresentation, Depth::Deep) => {
            &[SelectiveQuotation, OmittedQualifiers, ConflatedFindings]
        }
        (Category::ScopeExtrapolation, Depth::Surface) => &[Overgeneralisation],
        (Category::ScopeExtrapolation, Depth::Deep) => {
            &[Overgeneralisation, MethodologicalMisapplication, DataScopeMisuse]
        }
        (Category::EvidenceCharacterization, _) => &[CorrelationAsCausation, StatisticalDistortion],
    }
}

/// Whether one sentence of the work does not show the error.
fn needs_other_places(category: Category, depth: Depth) -> bool {
    depth == Depth::Deep
        && !matches!(category, Category::AttributionTraceability | Category::CitationValidity)
}
