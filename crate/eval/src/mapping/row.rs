//! Figures of one page, or of all pages of a family.

use citelight::citation::CitationStyle;
use serde::Serialize;

use crate::mapping::edges::{EdgeCounts, Family};

/// Figures of one page.
#[derive(Serialize)]
pub(super) struct Row {
    pub(super) file: String,
    /// Why the page could not be parsed; then all counts are 0.
    pub(super) problem: Option<String>,
    /// Dominant style, as told without the links; of a total, none.
    pub(super) style: Option<CitationStyle>,
    /// Family of styles that the row is, or sums up.
    pub(super) family: Option<&'static str>,
    /// Least F1 that is asked of the family.
    pub(super) bar: Option<f64>,
    /// The bar is met, and every link of the page led to its entry.
    pub(super) met: bool,
    /// Links of the page to entries, and those of them that a citation carries when links are used.
    pub(super) links: usize,
    pub(super) kept: usize,
    pub(super) linked: f64,
    pub(super) references: usize,
    pub(super) citations: usize,
    pub(super) gold: usize,
    pub(super) found: usize,
    pub(super) right: usize,
    pub(super) ambiguous: usize,
    pub(super) precision: f64,
    pub(super) recall: f64,
    pub(super) f1: f64,
}

impl Row {
    /// All pages of a family.
    pub(super) fn total(family: Family, counts: &EdgeCounts) -> Self {
        Self {
            style: None,
            family: Some(family.name()),
            bar: Some(family.bar()),
            met: counts.f1() >= family.bar() && counts.kept == counts.links,
            ..Self::new(format!("all {}", family.name()), None, *counts)
        }
    }

    pub(super) fn new(file: String, problem: Option<String>, counts: EdgeCounts) -> Self {
        let family = Family::of(counts.style);
        Self {
            file,
            problem,
            style: Some(counts.style),
            family: family.map(Family::name),
            bar: family.map(Family::bar),
            met: counts.meets_bar(),
            links: counts.links,
            kept: counts.kept,
            linked: counts.linked(),
            references: counts.references,
            citations: counts.citations,
            gold: counts.gold,
            found: counts.found,
            right: counts.right,
            ambiguous: counts.ambiguous,
            precision: counts.precision(),
            recall: counts.recall(),
            f1: counts.f1(),
        }
    }
}
