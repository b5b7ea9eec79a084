//! An association told as a cause.
use crate::chance::Chance;
use crate::misciting::material::{Corrupted, Material};

/// Participles and verbs of association, each with the word that follows it.
const ASSOCIATED: [(&str, &str); 8] = [
    ("associated", "with"),
    ("correlated", "with"),
    ("linked", "to"),
    ("linked", "with"),
    ("related", "to"),
    ("connected", "with"),
    ("coupled", "with"),
    ("accompanied", "by"),
];
const ADVERBS: [&str; 24] = [
    "significantly",
    "strongly",
    "positively",
    "closely",
    "independently",
    "weakly",
    "highly",
    "also",
    "directly",
    "tightly",
    "moderately",
    "consistently",
    "genetically",
    "clearly",
    "well",
    "linearly",
    "only",
    "further",
    "furthermore",
    "therefore",
    "thus",
    "then",
    "inversely",
    "negatively",
];
/// Words by which a source claims a cause.
const CAUSAL: [&str; 11] = [
    "cause",
    "causes",
    "caused",
    "causing",
    "causal",
    "leads to",
    "led to",
    "leading to",
    "results in",
    "resulted in",
    "drives",
];

/// Makes an association a cause.
pub(super) fn upgrade(material: &Material<'_>, chance: &mut Chance) -> Option<Corrupted> {
    let clause = material.clause;
    if material.denies()
        || CAUSAL.iter().any(|word| has_phrase(material, word))
        || material.stated_within(0.5, &CAUSAL)
    {
        return None;
    }
    let explanation = "The source reports an association, the sentence a cause.";
    for (word, link) in ASSOCIATED {
        let Some(at) = clause.sequence(&[word, link]) else { continue };
        let mut start = at.start;
        let mut inverse = false;
        while start > 1 {
            let before = clause.low(start - 1);
            inverse |= ["negatively", "inversely"].contains(&before.as_str());
            if !(ADVERBS.contains(&before.as_str()) || ["negatively", "inversely"].contains(&before.as_str()))
            {
                break;
            }
            start -= 1;
        }
        let be = clause.low_before(start);
        let verb = match (be.as_str(), inverse) {
            ("was" | "were", false) => *["caused", "led to", "resulted in"].get(chance.below(3))?,
            ("is", false) => *["causes", "leads to", "results in"].get(chance.below(3))?,
            ("are", false) => *["cause", "lead to", "result in"].get(chance.below(3))?,
            ("been", false) => "caused",
            ("was" | "were", true) => "lowered",
            ("is", true) => "lowers",
            ("are", true) => "lower",
            _ => continue,
        };
        if start < 2 {
            continue;
        }
        return Some(material.changed(start - 1..at.end, verb, explanation));
    }
    for (word, verb) in [("correlated", "drove"), ("correlates", "drives"), ("correlate", "drive")] {
        let Some(at) = clause.sequence(&[word, "with"]) else { continue };
        let start =
            (1..at.start).rev().take_while(|&index| ADVERBS.contains(&clause.low(index).as_str())).last();
        let start = start.unwrap_or(at.start);
        let be = ["was", "were", "is", "are", "been", "be", "to", "not"]
            .contains(&clause.low_before(start).as_str());
        if start > 0 && !be {
            return Some(material.changed(start..at.end, verb, explanation));
        }
    }
    for (phrase, causal) in [
        ("a predictor of", "a cause of"),
        ("predictor of", "cause of"),
        ("predictors of", "causes of"),
        ("risk factor for", "cause of"),
        ("risk factors for", "causes of"),
        ("a marker of", "a cause of"),
    ] {
        let words: Vec<&str> = phrase.split(' ').collect();
        if let Some(at) = clause.sequence(&words) {
            return Some(material.changed(at, causal, explanation));
        }
    }
    // "an association between A and B".
    for noun in ["association", "correlation", "relationship", "link"] {
        let Some(at) = clause.sequence(&[noun, "between"]) else { continue };
        let and = (at.end..clause.len()).find(|&index| clause.low(index) == "and")?;
        let several = clause.positions(&["and"]).len() > 1
            || ["pearson", "spearman", "partial", "rank", "linear"]
                .contains(&clause.low_before(at.start).as_str());
        if several || and - at.end > 6 || clause.0[and - 1].tail.contains(',') {
            continue;
        }
        let between: Vec<&str> = clause.0[at.end..and].iter().map(|token| token.core.as_str()).collect();
        let words = format!("causal effect of {} on", between.join(" "));
        return Some(material.changed(at.start..and + 1, &words, explanation));
    }
    None
}

fn has_phrase(material: &Material<'_>, phrase: &str) -> bool {
    let words: Vec<&str> = phrase.split(' ').collect();
    material.clause.sequence(&words).is_some()
}
