//! Another number in the place of the source's.
use crate::chance::Chance;
use crate::misciting::clause::{Clause, share};
use crate::misciting::figure::{Figure, numbers_in};
use crate::misciting::material::{Corrupted, Material};

/// Words before a number that make it a name or a label.
const LABELS: [&str; 40] = [
    "fig",
    "figure",
    "table",
    "day",
    "week",
    "month",
    "year",
    "stage",
    "phase",
    "grade",
    "level",
    "type",
    "class",
    "group",
    "study",
    "experiment",
    "model",
    "chapter",
    "section",
    "step",
    "line",
    "no",
    "number",
    "version",
    "in",
    "since",
    "dataset",
    "cluster",
    "layer",
    "p",
    "chromosome",
    "trial",
    "scenario",
    "between",
    "condition",
    "case",
    "equation",
    "sections",
    "threshold",
    "line",
];
/// Words before a number that bound it: another number may lie on the same side of the bound.
const BOUNDS: [&str; 22] = [
    "than",
    "over",
    "under",
    "least",
    "most",
    "above",
    "below",
    "exceeding",
    "exceeded",
    "exceeds",
    "within",
    "beyond",
    "maximum",
    "minimum",
    "only",
    "to",
    "and",
    "or",
    "from",
    "by",
    "every",
    "per",
];

/// Swaps one number for one that is far off and that the source never states.
pub(super) fn swap(material: &Material<'_>, chance: &mut Chance) -> Option<Corrupted> {
    let clause = material.clause;
    let mut places: Vec<usize> = (0..clause.len())
        .filter(|&index| is_quantity(clause, index) || is_written_count(clause, index))
        .collect();
    chance.shuffle(&mut places);
    for index in places {
        if let Some((_, other)) = WRITTEN.iter().find(|(word, _)| clause.low(index) == *word) {
            if material.stated_within(0.25, &[other]) {
                continue;
            }
            let explanation = "The number differs from the one that the source states.";
            return Some(material.changed(index..index + 1, other, explanation));
        }
        let token = &clause.0[index];
        let figure = Figure::of(&token.core)?;
        for _ in 0..20 {
            let Some(value) = other_value(figure, chance) else { continue };
            if is_free(value, index, material) {
                let explanation = "The number differs from the one that the source states.";
                return Some(material.changed(index..index + 1, &figure.written(value), explanation));
            }
        }
    }
    None
}

/// Counts in words, and others.
const WRITTEN: [(&str, &str); 9] = [
    ("three", "seven"),
    ("four", "nine"),
    ("five", "eleven"),
    ("six", "twelve"),
    ("seven", "four"),
    ("eight", "five"),
    ("nine", "six"),
    ("ten", "six"),
    ("twelve", "seven"),
];

/// A count in words before what is counted.
fn is_written_count(clause: &Clause, index: usize) -> bool {
    let counted = (index + 1..clause.len().min(index + 4)).any(|after| clause.low(after).ends_with('s'));
    WRITTEN.iter().any(|(word, _)| clause.low(index) == *word)
        && counted
        && clause.0.get(index).is_some_and(|token| token.tail.is_empty())
        && !BOUNDS.contains(&clause.low_before(index).as_str())
        && !["or", "to", "and", "of"].contains(&clause.low(index + 1).as_str())
}

/// A plain number that counts or measures something.
pub(super) fn is_quantity(clause: &Clause, index: usize) -> bool {
    let Some(token) = clause.0.get(index) else { return false };
    let Some(figure) = Figure::of(&token.core) else { return false };
    let before = clause.low_before(index);
    let after = clause.low(index + 1);
    let before_it = index.checked_sub(1).and_then(|before| clause.0.get(before));
    let named = before_it.is_some_and(|token| {
        let capital = index > 1 && token.core.chars().any(char::is_uppercase);
        capital || token.core.chars().any(|c| c.is_ascii_digit())
    });
    let level = clause.has(&["p-value", "p-values", "significance", "alpha"]);
    let year = !figure.percent && figure.decimals == 0 && (1800.0..2100.0).contains(&figure.value);
    let interval = clause.low(index + 1).starts_with("ci") || after == "confidence" || after == "credible";
    let by_percent = before == "by" && (figure.percent || figure.decimals > 0);
    let bounded = BOUNDS.contains(&before.as_str()) && !by_percent;
    !year && !interval && !bounded && !named && !level
        && !LABELS.contains(&before.as_str())
        && index > 0
        && (figure.percent || figure.decimals > 0 || figure.value >= 3.0)
        // "5 and 7", "10 to 12", "± 3", "3 × 4": one of several that belong together.
        && !["and", "or", "to", "±", "-", "–", "of"].contains(&after.as_str())
        && !["±", "x", "versus", "vs"].contains(&before.as_str())
        // A whole number at the end of a sentence is often a label that lost its noun.
        && (figure.percent || figure.decimals > 0 || token.tail.is_empty())
}

/// A value far off in the same way of writing.
fn other_value(figure: Figure, chance: &mut Chance) -> Option<f64> {
    let factors = [0.35, 0.45, 0.55, 0.65, 1.45, 1.6, 1.8, 2.2, 2.7];
    let factor = factors.get(chance.below(factors.len()))?;
    // Not the round multiple itself.
    let jitter = 1.0 + chance.below(9) as f64 / 100.0;
    let value = figure.rounded(figure.value * factor * jitter);
    let whole_share = figure.percent && figure.value <= 100.0 && value > 98.0;
    let far = (value - figure.value).abs() >= 0.3 * figure.value.abs() && value > 0.0;
    let far = far && (figure.decimals > 0 || value >= 2.0);
    let one_more = figure.decimals == 0 && !figure.percent && (value - figure.value).abs() < 2.0;
    // "55%" where the source says 45 % may be its other side.
    let other_side = figure.percent && (value - (100.0 - figure.value)).abs() < 3.0;
    (far && !whole_share && !one_more && !other_side).then_some(value)
}

/// Whether the source never states the value, small counts never in a sentence on the matter.
fn is_free(value: f64, index: usize, material: &Material<'_>) -> bool {
    let near = |number: f64| (number - value).abs() <= 0.04 * value.abs();
    let figure = Figure::of(&material.clause.0[index].core);
    let count = figure.is_some_and(|figure| !figure.percent && figure.decimals == 0) && value < 30.0;
    if !count {
        return !material.source.numbers.iter().any(|number| near(*number));
    }
    let content = material.clause.content();
    material.source.sentences.iter().all(|sentence| {
        share(&content, &sentence.content) < 0.25 || !numbers_in(&sentence.text).into_iter().any(near)
    })
}
