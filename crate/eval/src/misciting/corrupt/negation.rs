//! A denial put in, or taken out.
use crate::misciting::clause::Clause;
use crate::misciting::material::{Corrupted, Material};

/// Verbs after which "not" denies the sentence.
const AUXILIARIES: [&str; 8] = ["is", "are", "was", "were", "has", "have", "can", "had"];
/// Words by which part of a thing is meant: some were, and some were not.
const PARTIAL: [&str; 45] = [
    "some",
    "several",
    "many",
    "most",
    "often",
    "sometimes",
    "partly",
    "few",
    "various",
    "certain",
    "mostly",
    "mainly",
    "generally",
    "usually",
    "typically",
    "half",
    "majority",
    "minority",
    "either",
    "only",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "twelve",
    "numerous",
    "frequently",
    "almost",
    "nearly",
    "also",
    "total",
    "range",
    "approximately",
    "about",
    "up",
    "at",
    "both",
    "all",
    "little",
];
/// Words that begin a clause within the clause.
const NESTED: [&str; 12] = [
    "that", "which", "who", "whose", "where", "when", "while", "because", "although", "after", "since", "as",
];
/// Verbs in the basic form and in the past.
const PASTS: [(&str, &str); 26] = [
    ("differ", "differed"),
    ("affect", "affected"),
    ("change", "changed"),
    ("alter", "altered"),
    ("influence", "influenced"),
    ("increase", "increased"),
    ("decrease", "decreased"),
    ("show", "showed"),
    ("reveal", "revealed"),
    ("correlate", "correlated"),
    ("vary", "varied"),
    ("improve", "improved"),
    ("reduce", "reduced"),
    ("predict", "predicted"),
    ("find", "found"),
    ("observe", "observed"),
    ("detect", "detected"),
    ("have", "had"),
    ("lead", "led"),
    ("result", "resulted"),
    ("produce", "produced"),
    ("cause", "caused"),
    ("respond", "responded"),
    ("induce", "induced"),
    ("interact", "interacted"),
    ("depend", "depended"),
];

/// Denies what the source affirms, or affirms what it denies.
pub(super) fn negate(material: &Material<'_>) -> Option<Corrupted> {
    let clause = material.clause;
    affirm(material).or_else(|| {
        if material.denies() || clause.has(&PARTIAL) || clause.has(&["may", "might", "could", "likely"]) {
            return None;
        }
        let at = *clause.positions(&AUXILIARIES).first()?;
        let nested = (0..at).any(|index| NESTED.contains(&clause.low(index).as_str()));
        let counted = (0..at).any(|index| clause.low(index).starts_with(|c: char| c.is_ascii_digit()));
        let listed = (0..at).any(|index| clause.0[index].tail.contains(','));
        let asked = at == 0 || clause.low(at + 1) == "there";
        let plain = clause.0[at].tail.is_empty() && !denied_elsewhere(material);
        // "There was an increase" is denied by "no".
        if clause.low(0) == "there" && at == 1 {
            let article = ["a", "an"].contains(&clause.low(2).as_str());
            let explanation = "The source affirms what the sentence denies.";
            return (plain && article).then(|| material.changed(2..3, "no", explanation));
        }
        // "were not found and removed": what is denied of the second?
        let joined = (at..clause.len())
            .any(|index| clause.low(index) == "and" && clause.low(index + 1).ends_with("ed"));
        let goes_on = clause.0.iter().skip(at).any(|token| token.tail.contains(','));
        let next = clause.low(at + 1);
        let holds = ["has", "have", "had"].contains(&clause.low(at).as_str())
            && !(next.ends_with("ed")
                || ["been", "shown", "found", "become", "led"].contains(&next.as_str()));
        if nested || counted || listed || asked || !plain || joined || goes_on || holds {
            return None;
        }
        let words = format!("{} not", clause.low(at));
        Some(material.changed(at..at + 1, &words, "The source affirms what the sentence denies."))
    })
}

/// Takes the only denial out.
fn affirm(material: &Material<'_>) -> Option<Corrupted> {
    let clause = material.clause;
    let explanation = "The source denies what the sentence affirms.";
    let others = [
        "never", "without", "neither", "nor", "none", "cannot", "lack", "only", "whether", "or", "rather",
        "but", "any",
    ];
    let [at] = clause.positions(&["not", "no"]).try_into().ok()?;
    if clause.has(&others) || clause.has(&["may", "might", "could"]) || affirmed_elsewhere(material) {
        return None;
    }
    let (before, after) = (clause.low_before(at), clause.low(at + 1));
    if clause.low(at) == "no" {
        // "no significant difference", "no effect of": something, not a saying such as "no longer", "no more than".
        let sayings = [
            "longer", "more", "less", "matter", "doubt", "need", "other", "one", "means", "later", "evidence",
        ];
        let verb = [
            "had", "has", "have", "found", "was", "is", "showed", "shows", "observed", "revealed", "detected",
        ];
        let plural = after_noun_is_plural(clause, at);
        let spoken_of = at == 0 || verb.contains(&before.as_str());
        if sayings.contains(&after.as_str()) || !spoken_of || plural.is_none() {
            return None;
        }
        let article = if plural == Some(true) {
            ""
        } else if after.starts_with(['a', 'e', 'i', 'o']) {
            "an"
        } else {
            "a"
        };
        return Some(material.changed(at..at + 1, article, explanation));
    }
    if ["was", "were", "is", "are", "has", "have"].contains(&before.as_str()) {
        return Some(material.changed(at..at + 1, "", explanation));
    }
    if before == "did" {
        let adverb = usize::from(after.ends_with("ly"));
        let verb = clause.low(at + 1 + adverb);
        let past = PASTS.iter().find(|(basic, _)| *basic == verb).map(|(_, past)| *past)?;
        let words = if adverb == 1 { format!("{after} {past}") } else { past.to_owned() };
        return Some(material.changed(at - 1..at + 2 + adverb, &words, explanation));
    }
    None
}

/// Whether the noun of "no significant differences" is in the plural; none if it is not known.
fn after_noun_is_plural(clause: &Clause, at: usize) -> Option<bool> {
    const NOUNS: [&str; 16] = [
        "difference",
        "effect",
        "change",
        "correlation",
        "association",
        "relationship",
        "interaction",
        "influence",
        "impact",
        "increase",
        "decrease",
        "trend",
        "improvement",
        "reduction",
        "alteration",
        "relation",
    ];
    (at + 1..clause.len().min(at + 5)).find_map(|index| {
        let word = clause.low(index);
        let single = word.strip_suffix('s').unwrap_or(&word);
        NOUNS.contains(&single).then_some(word.ends_with('s'))
    })
}

/// Another sentence on the matter denies: then the denial may be true.
fn denied_elsewhere(material: &Material<'_>) -> bool {
    material.stated_elsewhere(&["not", "no", "neither", "failed", "without", "cannot", "lack"])
}

/// Another sentence on nearly the same words affirms.
fn affirmed_elsewhere(material: &Material<'_>) -> bool {
    let content = material.clause.content();
    material.others().any(|other| {
        let close = crate::misciting::clause::share(&content, &other.content) >= 0.7;
        close
            && !Clause::of(&other.text).has(&[
                "not",
                "no",
                "neither",
                "nor",
                "without",
                "failed",
                "unaffected",
            ])
    })
}
