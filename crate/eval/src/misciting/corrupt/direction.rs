//! More for less, higher for lower.
use crate::chance::Chance;
use crate::misciting::material::{Corrupted, Material};

/// Words and their opposites, both ways.
const OPPOSITES: [(&str, &str); 57] = [
    ("increase", "decrease"),
    ("increases", "decreases"),
    ("increased", "decreased"),
    ("increasing", "decreasing"),
    ("higher", "lower"),
    ("highest", "lowest"),
    ("greater", "smaller"),
    ("greatest", "smallest"),
    ("larger", "smaller"),
    ("largest", "smallest"),
    ("longer", "shorter"),
    ("faster", "slower"),
    ("stronger", "weaker"),
    ("strongest", "weakest"),
    ("better", "worse"),
    ("best", "worst"),
    ("earlier", "later"),
    ("older", "younger"),
    ("rose", "fell"),
    ("rises", "falls"),
    ("risen", "fallen"),
    ("elevated", "reduced"),
    ("raised", "lowered"),
    ("enhanced", "impaired"),
    ("enhances", "impairs"),
    ("improved", "worsened"),
    ("improves", "worsens"),
    ("improvement", "deterioration"),
    ("improvements", "deteriorations"),
    ("reduction", "increase"),
    ("reductions", "increases"),
    ("reduced", "increased"),
    ("reduces", "increases"),
    ("reduce", "increase"),
    ("decline", "increase"),
    ("declined", "increased"),
    ("upregulated", "downregulated"),
    ("up-regulated", "down-regulated"),
    ("upregulation", "downregulation"),
    ("positively", "negatively"),
    ("positive", "negative"),
    ("more", "less"),
    ("promoted", "inhibited"),
    ("promotes", "inhibits"),
    ("activated", "inhibited"),
    ("activates", "inhibits"),
    ("gained", "lost"),
    ("exceeded", "stayed below"),
    ("exceeds", "stays below"),
    ("outperforms", "falls short of"),
    ("outperformed", "fell short of"),
    ("accelerated", "delayed"),
    ("accelerates", "delays"),
    ("strengthened", "weakened"),
    ("above", "below"),
    ("suppressed", "stimulated"),
    ("suppresses", "stimulates"),
];
/// Words around a conjecture, a purpose or a comparison that the flip would not make false.
const TENTATIVE: [&str; 10] = [
    "test",
    "tested",
    "hypothesize",
    "assume",
    "assumed",
    "assuming",
    "possible",
    "when",
    "unless",
    "relatively",
];

/// Turns the only word of direction around.
pub(super) fn flip(material: &Material<'_>, chance: &mut Chance) -> Option<Corrupted> {
    let clause = material.clause;
    if material.denies() || clause.has(&TENTATIVE) {
        return None;
    }
    let mut places: Vec<(usize, &str)> =
        (0..clause.len()).filter_map(|index| Some((index, opposite(&clause.low(index))?))).collect();
    places.retain(|(index, _)| turns_the_meaning(material, *index));
    chance.shuffle(&mut places);
    for (index, mut other) in places {
        if clause.low(index) == "more" {
            let next = clause.low(index + 1);
            let counted = next.ends_with('s') && !next.ends_with("ss") && !next.ends_with("us");
            other = if counted { "fewer" } else { "less" };
        }
        // The same statement the other way round, anywhere else, would make the corruption true.
        if material.stated_elsewhere(&[other]) {
            continue;
        }
        let explanation = "The source states the opposite direction.";
        return Some(material.changed(index..index + 1, other, explanation));
    }
    None
}

fn opposite(word: &str) -> Option<&'static str> {
    let forward = OPPOSITES.iter().find(|(from, _)| *from == word).map(|(_, to)| *to);
    let backward =
        || OPPOSITES.iter().find(|(_, to)| *to == word && !to.contains(' ')).map(|(from, _)| *from);
    if word == "less" || word == "fewer" {
        return Some("more");
    }
    forward.or_else(backward)
}

/// Whether the word is what the sentence says, not part of a name or a bound.
fn turns_the_meaning(material: &Material<'_>, index: usize) -> bool {
    let clause = material.clause;
    let (before, word, after) = (clause.low_before(index), clause.low(index), clause.low(index + 1));
    match word.as_str() {
        // "more than" may be a bound; "no more", "once more", "more or less" are sayings.
        "more" | "less" | "fewer" => {
            after != "than"
                && !["no", "once", "or", "not", "the", "and", "even"].contains(&before.as_str())
                && clause.0.get(index).is_some_and(|token| token.tail.is_empty())
        }
        "above" | "below" => false,
        // A reduction may be a reaction.
        "reduction" | "reductions" => ["in", "of", "by"].contains(&after.as_str()),
        // Signs of results, tests and ions are names unless a relation is meant.
        "positive" | "negative" => {
            ["correlation", "association", "relationship", "relation", "effect", "effects", "correlations"]
                .contains(&after.as_str())
        }
        "positively" | "negatively" => ["correlated", "associated", "related", "affected", "correlate"]
            .iter()
            .any(|verb| after == *verb || before == *verb),
        "greatest" | "best" | "older" | "younger" | "largest" | "highest" | "lowest" | "smallest"
        | "worst" => before != "older" && !material.statement.ours,
        // "reduced Hamiltonian", "increased demand": attributes are turned only before a preposition or after a verb.
        "reduced" | "increased" | "elevated" | "decreased" | "enhanced" | "improved" | "impaired"
        | "activated" | "inhibited" | "raised" | "lowered" | "suppressed" | "stimulated" => {
            let be = [
                "was",
                "were",
                "is",
                "are",
                "been",
                "significantly",
                "markedly",
                "strongly",
                "be",
                "further",
            ];
            let verb_like = be.contains(&before.as_str())
                || clause.low(index + 1) == "the"
                || after == "by"
                || after == "in";
            let caused = ["shows", "showed", "show", "had", "has", "have", "exhibited", "displayed"]
                .contains(&before.as_str());
            verb_like || caused
        }
        _ => true,
    }
}
