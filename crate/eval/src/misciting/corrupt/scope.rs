//! A result carried beyond its population or setting.
use crate::chance::Chance;
use crate::misciting::material::{Corrupted, Material};

/// Populations and settings, and what the claim is carried over to.
const POPULATIONS: [(&str, &str); 44] = [
    ("mice", "humans"),
    ("mouse", "human"),
    ("murine", "human"),
    ("rats", "humans"),
    ("rat", "human"),
    ("zebrafish", "humans"),
    ("zebrafish embryos", "human embryos"),
    ("drosophila", "mammals"),
    ("yeast", "humans"),
    ("monkeys", "humans"),
    ("minnows", "mammals"),
    ("women", "adults"),
    ("men", "adults"),
    ("females", "both sexes"),
    ("males", "both sexes"),
    ("children", "adults"),
    ("adolescents", "adults"),
    ("infants", "adults"),
    ("older adults", "adults of all ages"),
    ("elderly", "general"),
    ("students", "adults"),
    ("healthy volunteers", "patients"),
    ("healthy participants", "patients"),
    ("healthy subjects", "patients"),
    ("in vitro", "in vivo"),
    ("cultured cells", "patients"),
    ("tomato", "crop plants"),
    ("arabidopsis", "crop plants"),
    ("wheat", "crop plants"),
    ("plants", "eukaryotes"),
    ("in simulations", "in practice"),
    ("in the laboratory", "in the field"),
    ("germany", "Europe"),
    ("china", "Asia"),
    ("chinese", "Asian"),
    ("japan", "Asia"),
    ("brazil", "the Americas"),
    ("australia", "the world"),
    ("france", "Europe"),
    ("sweden", "Europe"),
    ("the united states", "the world"),
    ("the uk", "Europe"),
    ("england", "Europe"),
    ("the netherlands", "Europe"),
];
/// Nouns that end a population that can be dropped whole: "in patients with X".
const GROUPS: [&str; 12] = [
    "patients",
    "women",
    "men",
    "mice",
    "rats",
    "children",
    "adults",
    "adolescents",
    "participants",
    "individuals",
    "subjects",
    "students",
];
/// Words of part, and the whole.
const PARTS: [(&str, &str); 6] = [
    ("some", "all"),
    ("most", "all"),
    ("many", "all"),
    ("several", "all"),
    ("most of the", "all"),
    ("the majority of", "all"),
];
/// Words before a population that make the sentence one about it.
const ABOUT: [&str; 9] = ["in", "of", "among", "from", "for", "by", "with", "to", "between"];
/// What is named after an animal without being one.
const NAMED_AFTER: [&str; 12] = [
    "monoclonal",
    "polyclonal",
    "anti",
    "antibody",
    "antibodies",
    "secondary",
    "igg",
    "model",
    "models",
    "serum",
    "genome",
    "strain",
];

/// Exchanges the population for a wider or another one, or drops it.
pub(super) fn widen(material: &Material<'_>, chance: &mut Chance) -> Option<Corrupted> {
    let clause = material.clause;
    // "Few studies" may be few of the wider population, too.
    if material.denies() || clause.has(&["few", "little"]) {
        return None;
    }
    let exchanged = || {
        POPULATIONS.iter().find_map(|(from, to)| {
            let words: Vec<&str> = from.split(' ').collect();
            let at = clause.sequence(&words)?;
            let once = clause.text().to_lowercase().matches(words[0]).count() == 1
                && !clause.has(&["only", "ratio"]);
            let sexes = ["males", "females"].contains(from)
                && !["in", "among"].contains(&clause.low_before(at.start).as_str());
            let next = clause.low(at.end);
            let name =
                NAMED_AFTER.iter().any(|word| next.starts_with(word)) || clause.low_before(at.start) == "non";
            let (one, two) = (clause.low_before(at.start), clause.low_before(at.start.saturating_sub(1)));
            let subject = at.start <= 1 && GROUPS.contains(&words[words.len() - 1]);
            let about_it = subject
                || ABOUT.contains(&one.as_str())
                || ABOUT.contains(&two.as_str())
                || ABOUT.contains(&words[0]);
            // "patients and controls", "women than men": then two groups are compared, and the claim is about both.
            let compared = ["and", "or", "than", "versus"]
                .iter()
                .any(|word| clause.low(at.end) == *word || clause.low_before(at.start) == *word);
            let first = to.split(' ').next_back().unwrap_or(to);
            let about = material.source.content.contains(*to);
            let safe = once
                && !sexes
                && !name
                && about_it
                && !compared
                && !clause.has(&[first])
                && !material.stated_elsewhere(&[to]);
            let explanation = "The source's result is about another, narrower population or setting.";
            (safe && (!about || !material.statement.sentence.text.contains(to)))
                .then(|| material.changed(at, to, explanation))
        })
    };
    let dropped = || {
        let at = clause.positions(&["in", "among"]).into_iter().find(|&index| index > 3)?;
        // "in patients with alcohol use disorder.": up to the end of the sentence.
        let group =
            (at + 1..clause.len().min(at + 4)).find(|&index| GROUPS.contains(&clause.low(index).as_str()))?;
        let rest = at..clause.len();
        let commas = rest.clone().any(|index| clause.0[index].tail.contains(','));
        let article = ["the", "all", "their", "these"].contains(&clause.low(at + 1).as_str());
        let counted = rest.clone().any(|index| clause.low(index).contains(|c: char| c.is_ascii_digit()));
        let qualified = !counted && (group > at + 1 + usize::from(article) || clause.len() > group + 1);
        let more = rest.clone().any(|index| {
            let word = clause.low(index);
            [
                "and", "than", "or", "compared", "relative", "versus", "is", "was", "were", "are", "has",
                "had", "have",
            ]
            .contains(&word.as_str())
        });
        let explanation = "The source's result holds for a population that the sentence leaves out.";
        (rest.len() <= 9 && at >= 5 && qualified && !commas && !more)
            .then(|| material.changed(rest, "in the general population", explanation))
    };
    let whole = || {
        PARTS.iter().find_map(|(from, to)| {
            let words: Vec<&str> = from.split(' ').collect();
            let at = clause.sequence(&words)?;
            let plural =
                |index: usize| clause.low(index).ends_with('s') && !clause.low(index).ends_with("ss");
            let adverb = *from == "most" && !plural(at.end) && !plural(at.end + 1)
                || clause.low(at.end).ends_with("ly");
            // Only of what the sentence is about: "all areas" at its end may be said of few.
            let comparing = at.start > 0
                || !(plural(at.end) || plural(at.end + 1) || from.ends_with("of") || from.ends_with("the"));
            let explanation = "The source says it of a part, the sentence of all.";
            (!adverb && !comparing && !clause.has(&["all", "always"]) && !material.stated_elsewhere(&[to]))
                .then(|| material.changed(at, to, explanation))
        })
    };
    if chance.percent(50) {
        exchanged().or_else(dropped).or_else(whole)
    } else {
        dropped().or_else(exchanged).or_else(whole)
    }
}
