//! A statement in other words that mean the same.
use super::clause::{Clause, Token, capitalised};
use super::pool::PoolSource;
use super::statement::Statement;
use crate::chance::Chance;

/// Phrases that can stand for each other wherever they occur, and how: `from > to`.
const SAME: &str = "approximately > about; compared with > relative to; compared to > relative to; \
    in comparison with > relative to; in comparison to > relative to; prior to > before; due to > because of; \
    owing to > because of; utilized > employed; utilizing > using; numerous > many; displayed > exhibited; \
    exhibited > displayed; a number of > several; substantially > considerably; considerably > substantially; \
    mainly > mostly; primarily > mainly; predominantly > mostly; frequently > often; investigated > studied; \
    examined > studied; assessed > evaluated; evaluated > assessed; rapidly > quickly; rapid > quick; entire > whole; \
    with regard to > regarding; with respect to > regarding; in all cases > in every case; as well as > and also; \
    is able to > can; are able to > can; nearly > almost; almost > nearly; led to > brought about; \
    leads to > brings about; contributed to > added to; contributes to > adds to; associated with > linked to; \
    elevated > raised; reduced > lowered; decreased > reduced; decrease in > reduction in; increase in > rise in; \
    increases in > rises in; reduction in > decrease in; decline in > drop in; individuals > people; \
    participants > subjects; subjects > participants; method > approach; methods > approaches; approach > method; \
    region > area; regions > areas; areas > regions; effect on > influence on; effects on > influences on; \
    impact on > effect on; crucial > essential; essential > crucial; main > principal; various > different; \
    additional > further; during > in the course of; ability to > capacity to; in order to > to; provides > offers; \
    provided > offered; allows > permits; enables > allows; produced > generated; generated > produced; \
    occurred > took place; occurs > takes place; occur > take place; remained > stayed; proportion of > share of; \
    fraction of > share of; amount of > quantity of; amounts of > quantities of; duration of > length of; \
    was used > was employed; were used > were employed; ad hoc > makeshift; a total of > ; in total > overall; \
    because > since; throughout > all over; robust > stable; marked > pronounced; distinct > different; \
    obtain > get; whole > entire; outcome > result; outcomes > results; revealed > uncovered; showed > exhibited; \
    demonstrated > showed; greatest > largest; performed better > did better; fewer than > less than";
/// Words that can go without loss, where no punctuation hangs on them.
const IDLE: [&str; 10] = [
    "furthermore",
    "also",
    "thus",
    "therefore",
    "clearly",
    "notably",
    "indeed",
    "additionally",
    "consequently",
    "likewise",
];
/// Words that open an illustration at the end of a sentence.
const ILLUSTRATING: [&str; 4] = ["including", "especially", "particularly", "notably"];
/// Participles that can stand for each other after a form of "be".
const SAME_AFTER_BE: [(&str, &str); 6] = [
    ("observed", "seen"),
    ("detected", "found"),
    ("performed", "carried out"),
    ("conducted", "carried out"),
    ("identified", "found"),
    ("demonstrated", "shown"),
];
/// Words with which a circumstance opens a sentence.
const OPENING: [&str; 10] =
    ["in", "among", "during", "after", "at", "for", "under", "within", "following", "across"];

/// The statement in other words; what it says stays.
pub(super) fn reworded(statement: &Statement<'_>, source: &PoolSource, chance: &mut Chance) -> Clause {
    let mut clause = lowered(statement.clause.clone(), source);
    clause = without_illustration(clause, chance);
    clause = in_other_phrases(clause, chance);
    clause = in_other_participles(clause, chance);
    for word in IDLE {
        let idle = clause.positions(&[word]).into_iter().find(|&at| at > 0 && clause.0[at].tail.is_empty());
        if let Some(at) = idle {
            clause = clause.with(at..at + 1, "");
        }
    }
    let before = clause.clone();
    if chance.percent(80) {
        clause = existence(clause);
    }
    if clause == before && chance.percent(80) {
        clause = comparison_of_bearers(clause);
    }
    if clause == before && chance.percent(70) {
        clause = circumstance_last(clause);
    }
    if clause == before && chance.percent(70) {
        clause = circumstance_first(clause);
    }
    theirs(clause, statement.ours)
}

fn in_other_phrases(clause: Clause, chance: &mut Chance) -> Clause {
    let mut clause = clause;
    // Each place once: what was exchanged is not exchanged back.
    let mut exchanged: Vec<String> = Vec::new();
    for pair in SAME.split(';') {
        let Some((from, to)) = pair.split_once('>') else { continue };
        let (from, to) = (from.trim(), to.trim());
        let words: Vec<&str> = from.split(' ').collect();
        let Some(at) = clause.sequence(&words) else { continue };
        // "showed that", "led to that": a verb with a clause takes no other; "main effect" and "reduced form" are terms.
        let governs = ["that", "how", "whether", "form", "model", "of", "effect"]
            .contains(&clause.low(at.end).as_str());
        if governs || exchanged.iter().any(|to| *to == from) || !chance.percent(80) {
            continue;
        }
        clause = clause.with(at, to);
        exchanged.push(to.to_owned());
    }
    clause
}

fn in_other_participles(clause: Clause, chance: &mut Chance) -> Clause {
    let mut clause = clause;
    for (from, to) in SAME_AFTER_BE {
        let at = clause.positions(&[from]).into_iter().find(|&index| {
            let not = clause.low_before(index) == "not" && index > 1;
            let be = clause.low(index.saturating_sub(if not { 2 } else { 1 }));
            ["was", "were", "is", "are", "been"].contains(&be.as_str())
        });
        if let Some(at) = at
            && chance.percent(75)
        {
            clause = clause.with(at..at + 1, to);
        }
    }
    clause
}

/// Drops ", including A and B" at the end.
fn without_illustration(clause: Clause, chance: &mut Chance) -> Clause {
    let at = (6..clause.len())
        .find(|&index| ILLUSTRATING.contains(&clause.low(index).as_str()) && clause.0[index - 1].tail == ",");
    match at {
        Some(at) if chance.percent(80) => ended(clause.0.into_iter().take(at).collect()),
        _ => clause,
    }
}

/// "There was no change in mass." as "No change in mass was found."
fn existence(clause: Clause) -> Clause {
    let be = clause.low(1);
    let nested = clause.has(&["that", "which", "who", "and", "but", "where", "than"]);
    let comma = clause.0.iter().any(|token| token.tail.contains(','));
    if clause.low(0) != "there"
        || !["was", "were"].contains(&be.as_str())
        || nested
        || comma
        || clause.len() > 16
    {
        return clause;
    }
    let mut tokens: Vec<Token> = clause.0.into_iter().skip(2).collect();
    if let Some(last) = tokens.last_mut() {
        last.tail.clear();
    }
    tokens.extend(Clause::of(&format!("{be} found.")).0);
    Clause(tokens)
}

/// "Mass was higher in A than in B." as "A had higher mass than B."
fn comparison_of_bearers(clause: Clause) -> Clause {
    const HIGHER: [&str; 6] = ["higher", "lower", "greater", "larger", "smaller", "longer"];
    let found = (1..clause.len().min(8)).find_map(|be| {
        let adverb = usize::from(clause.low(be + 1).ends_with("ly"));
        let degree = be + 1 + adverb;
        let fits = ["was", "were"].contains(&clause.low(be).as_str())
            && HIGHER.contains(&clause.low(degree).as_str())
            && clause.low(degree + 1) == "in";
        let than = (degree + 3..clause.len()).find(|&index| clause.low(index) == "than")?;
        (fits && clause.low(than + 1) == "in" && than - degree < 8).then_some((be, degree, than))
    });
    let several = clause.has(&["and", "or", "but", "that", "which"]);
    let comma = clause.0.iter().any(|token| token.tail.contains(','));
    let Some((be, degree, than)) = found.filter(|_| !several && !comma) else { return clause };
    let article = usize::from(["the", "a", "an"].contains(&clause.low(0).as_str()));
    let part = |range: std::ops::Range<usize>| clause.0.get(range).unwrap_or_default().to_vec();
    let mut tokens = part(degree + 2..than);
    tokens.extend(Clause::of("had").0);
    tokens.extend(part(be + 1..degree + 1));
    tokens.extend(part(article..be));
    tokens.extend(part(than..than + 1));
    tokens.extend(part(than + 2..clause.len()));
    Clause(tokens)
}

/// "A rose after feeding." as "After feeding, A rose."
fn circumstance_first(clause: Clause) -> Clause {
    let at = (4..clause.len())
        .rev()
        .find(|&index| ["during", "after", "before"].contains(&clause.low(index).as_str()));
    let Some(at) = at.filter(|at| (2..=7).contains(&(clause.len() - at))) else { return clause };
    let comma = clause.0.iter().any(|token| token.tail.contains(','));
    let joined = clause.has(&["and", "but", "or", "that", "which", "who", "than", "immediately", "shortly"]);
    if comma || joined || clause.low(0) == "we" {
        return clause;
    }
    let mut tokens: Vec<Token> = clause.0.get(at..).unwrap_or_default().to_vec();
    if let Some(last) = tokens.last_mut() {
        ",".clone_into(&mut last.tail);
    }
    tokens.extend(ended(clause.0.into_iter().take(at).collect()).0);
    Clause(tokens)
}

/// Tokens as a sentence.
fn ended(mut tokens: Vec<Token>) -> Clause {
    if let Some(last) = tokens.last_mut() {
        ".".clone_into(&mut last.tail);
    }
    Clause(tokens)
}

/// The first word in lower case unless it is a name: then the source has it with a capital within sentences, too.
fn lowered(mut clause: Clause, source: &PoolSource) -> Clause {
    if let Some(first) = clause.0.first_mut() {
        let low = first.core.to_lowercase();
        let plain = first.core == capitalised(&low) && (low.chars().count() > 1 || low == "a");
        if plain && !low.contains('-') && !source.names.contains(&first.core) {
            first.core = low;
        }
    }
    clause
}

/// "In summer, A rose." as "A rose in summer."
fn circumstance_last(clause: Clause) -> Clause {
    let comma = clause.0.iter().position(|token| token.tail == ",");
    let Some(comma) = comma.filter(|comma| (2..=8).contains(comma)) else { return clause };
    let more = clause.0.iter().filter(|token| token.tail.contains(',')).count() > 1;
    let joined = ["and", "but", "or", "than", "that", "which", "who"];
    let rest = Clause(clause.0.iter().skip(comma + 1).cloned().collect());
    if more
        || rest.low(0) == "we"
        || !OPENING.contains(&clause.low(0).as_str())
        || rest.has(&joined)
        || rest.len() < 4
    {
        return clause;
    }
    let mut tokens = rest.0;
    if let Some(last) = tokens.last_mut() {
        last.tail.clear();
    }
    let mut opening: Vec<_> = clause.0.into_iter().take(comma + 1).collect();
    if let Some(last) = opening.last_mut() {
        ".".clone_into(&mut last.tail);
    }
    tokens.extend(opening);
    Clause(tokens)
}

/// The authors' "we" and "our" in the words of somebody else.
fn theirs(clause: Clause, subject_stays: bool) -> Clause {
    let mut clause = clause;
    for (from, to) in [("our", "their"), ("ours", "theirs"), ("us", "them")] {
        for at in clause.positions(&[from]) {
            clause = clause.with(at..at + 1, to);
        }
    }
    for at in clause.positions(&["we"]).into_iter().filter(|&at| at > 0 || !subject_stays) {
        clause = clause.with(at..at + 1, "they");
    }
    clause
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rewritten(rewrite: fn(Clause) -> Clause, text: &str) -> String {
        rewrite(Clause::of(text)).text()
    }

    #[test]
    fn sentences_are_turned_and_say_the_same() {
        assert_eq!(
            rewritten(existence, "there was no difference in mass between sexes."),
            "no difference in mass between sexes was found."
        );
        assert_eq!(
            rewritten(
                comparison_of_bearers,
                "the body mass was significantly higher in females than in males."
            ),
            "females had significantly higher body mass than males."
        );
        assert_eq!(
            rewritten(circumstance_first, "the body mass rose after feeding."),
            "after feeding, the body mass rose."
        );
        assert_eq!(
            rewritten(circumstance_last, "in late summer, the body mass rose."),
            "the body mass rose in late summer."
        );
    }

    #[test]
    fn what_cannot_be_turned_stays() {
        for text in
            ["there was a rise in mass, but none in length.", "mass was higher than in the year before."]
        {
            assert_eq!(rewritten(existence, text), text);
            assert_eq!(rewritten(comparison_of_bearers, text), text);
        }
    }

    #[test]
    fn phrases_are_exchanged_once() {
        let mut chance = Chance::of(3, "x");
        let texts: Vec<String> = (0..20)
            .map(|_| {
                in_other_phrases(Clause::of("the method showed that regions differ."), &mut chance).text()
            })
            .collect();
        assert!(texts.contains(&"the approach showed that areas differ.".to_owned()), "{texts:?}");
        assert!(texts.iter().all(|text| text.contains("showed that")));
    }
}
