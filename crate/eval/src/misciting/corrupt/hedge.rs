//! A careful statement told without care.
use crate::misciting::clause::{Clause, share};
use crate::misciting::material::{Corrupted, Material};

/// Words that hedge, written down apart from the signals' own list: epistemic verbs, adverbs and modals such as studies of
/// academic hedging (Hyland's) count, with `can`, `seem` and the question word `whether`.
const HEDGES: &str = "apparent apparently appear appeared appears can could doubt doubtful indicate indicated indicates likely \
    may maybe might perhaps plausible plausibly possible possibly postulate postulated postulates presumable presumably \
    probable probably seem seems suggest suggested suggests suppose supposed supposes suspect suspects tend tended tends \
    uncertain unclear whether would";
/// Adverbs that can go.
const ADVERBS: [&str; 7] =
    ["possibly", "probably", "perhaps", "presumably", "potentially", "likely", "conceivably"];

/// Verbs that "could" hedges.
const POSSIBLE: [&str; 12] = [
    "be",
    "lead",
    "result",
    "contribute",
    "explain",
    "reflect",
    "play",
    "affect",
    "cause",
    "have",
    "represent",
    "influence",
];

/// Drops the hedge; what the source says of a possibility is then a fact.
pub(super) fn drop_hedge(material: &Material<'_>) -> Option<Corrupted> {
    let clause = material.clause;
    if clause.has(&["not", "no", "whether", "or", "either", "cannot"]) || said_plainly(material) {
        return None;
    }
    let explanation = "The source says it as a possibility, the sentence as a fact.";
    let count = clause.positions(&hedges()).len();
    if count == 0 {
        let frame = material.frame.sure().filter(|_| material.statement.careful)?;
        let change = "suggested → showed conclusively".to_owned();
        let explanation = "The source suggests it, the sentence has it proved.".to_owned();
        return Some(Corrupted { clause: clause.clone(), frame: Some(frame), change, explanation });
    }
    // Several hedges would leave one, and a careful frame would stay.
    if count > 1 || material.frame.careful {
        return None;
    }
    let at = *clause.positions(&hedges()).first()?;
    let (word, next) = (clause.low(at), clause.low(at + 1));
    // The hedge of a clause within the sentence does not hedge the sentence.
    if (0..at).any(|index| ["that", "which", "who", "where", "if"].contains(&clause.low(index).as_str())) {
        return None;
    }
    match word.as_str() {
        // "could" is a possibility before some verbs, an ability before most.
        "could" if !POSSIBLE.contains(&next.as_str()) => None,
        "may" | "might" | "could" if at > 0 => {
            let next_is_verb = next != "also" && !next.is_empty() && clause.0[at].tail.is_empty();
            let past = next == "have" && !clause.low(at + 2).starts_with(['a', 't']);
            (next == "be" || next_is_verb && !past).then(|| material.changed(at..at + 1, "will", explanation))
        }
        "appears" | "seems" if next == "to" && clause.low(at + 2) == "be" => {
            Some(material.changed(at..at + 3, "is", explanation))
        }
        "appear" | "seem" if next == "to" && clause.low(at + 2) == "be" => {
            Some(material.changed(at..at + 3, "are", explanation))
        }
        "likely" if next == "to" => None,
        "likely"
            if ["more", "less", "most", "very", "is", "are"].contains(&clause.low_before(at).as_str()) =>
        {
            None
        }
        _ if ADVERBS.contains(&word.as_str()) && at > 0 && clause.0[at].tail.is_empty() => {
            Some(material.changed(at..at + 1, "", explanation))
        }
        _ => None,
    }
}

fn hedges() -> Vec<&'static str> {
    HEDGES.split_whitespace().chain(ADVERBS).collect()
}

/// Another sentence on the matter says it without a hedge.
fn said_plainly(material: &Material<'_>) -> bool {
    let content = material.clause.content();
    material
        .others()
        .any(|other| share(&content, &other.content) >= 0.55 && !Clause::of(&other.text).has(&hedges()))
}
