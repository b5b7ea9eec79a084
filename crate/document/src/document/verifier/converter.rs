//! Debris that a converter left.

use std::collections::BTreeMap;

use super::anomalies::{MOST_LISTED, anomaly};
use crate::document::{Anomaly, AnomalyKind, Severity};
use crate::markup::tree::Tree;

/// Macros that LaTeXML did not know.
pub(super) fn check(tree: &Tree, found: &mut Vec<Anomaly>) {
    let mut macros: BTreeMap<String, usize> = BTreeMap::new();
    for node in tree.descendants(Tree::ROOT).filter(|node| tree.has_class(*node, "ltx_ERROR")) {
        *macros.entry(tree.words_below(node, 60)).or_default() += 1;
    }
    for (name, count) in macros.into_iter().take(MOST_LISTED) {
        found.push(anomaly(
            AnomalyKind::ConverterError,
            Severity::Info,
            name,
            format!("the converter did not know this macro ({count} times): text or citations near it may be damaged"),
        ));
    }
}
