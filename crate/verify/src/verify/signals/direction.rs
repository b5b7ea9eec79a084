//! More and less, increase and decrease, and pairs of opposites.

use std::collections::BTreeSet;
use std::ops::Range;

use super::lexicon::{ACTIONS, DOWN, LOSSES, NEGATIONS, OPPOSITES, PACE, UP, WORTH};
use super::reading::Reading;
use super::signal::{Signal, SignalKind, Stance};
use citelight_types::finding::Reason;

/// Words on either side that say what rises or falls.
const REACH: usize = 7;
/// Words in common, those of the clause counted twice, from which the same thing is meant.
const MEANT: usize = 3;
/// What a shared target counts, in words in common.
const TARGETED: usize = 2;
/// Directions of a statement that relates two changes to each other: one with more lists findings, and which of them is
/// meant is a guess.
const RELATED: usize = 2;
/// Words after a direction among which stands what it is done to.
const OBJECT: usize = 5;
/// Words before a direction in which a negation turns it round.
const NEGATION_REACH: usize = 3;

/// A word that says more or less.
#[derive(Clone, Debug)]
struct Mark<'a> {
    up: bool,
    /// On which scale it says so.
    scale: Scale,
    range: Range<usize>,
    context: BTreeSet<&'a str>,
    /// The part of it that stands in the same clause: what rises or falls.
    clause: BTreeSet<&'a str>,
    /// What a comparative stands before: "less impairment", "fewer teeth".
    target: Option<&'a str>,
    /// The next words after it: what is promoted, what falls.
    object: BTreeSet<&'a str>,
    /// The words before it in the clause: what rises or falls.
    before: BTreeSet<&'a str>,
    /// What is compared with what, where the sentence says "than" or "compared with".
    sides: Option<(BTreeSet<&'a str>, BTreeSet<&'a str>)>,
}

/// What is more or less of a thing. What improves may well have been shortened, what is slower increased: only words on one
/// scale contradict each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scale {
    /// How much, how many, how large there is of it.
    Amount,
    /// How fast it goes.
    Pace,
    /// How good it is.
    Worth,
    /// What is done to it: promoted, inhibited.
    Action,
}

impl Scale {
    fn of(stem: &str) -> Self {
        if PACE.contains(&stem) {
            Self::Pace
        } else if WORTH.contains(&stem) {
            Self::Worth
        } else if ACTIONS.contains(&stem) {
            Self::Action
        } else {
            Self::Amount
        }
    }
}

/// One signal for each direction of the claim about which the sentence says something.
pub fn compare(claim: &Reading, sentence: &Reading) -> Vec<Signal> {
    let (mine, theirs) = (marks(claim), marks(sentence));
    let mut signals: Vec<Signal> =
        mine.iter().filter_map(|mark| one(mark, &mine, &theirs, claim, sentence)).collect();
    if signals.is_empty() {
        signals.extend(opposites(claim, sentence));
    }
    signals
}

/// The words of a text that say more or less, or have an opposite.
pub fn stretches(reading: &Reading) -> Vec<Range<usize>> {
    let opposed = |stem: &str| OPPOSITES.iter().any(|(one, other)| *one == stem || *other == stem);
    let words = reading.words.iter().filter(|word| opposed(&word.stem)).map(|word| word.range.clone());
    marks(reading).into_iter().map(|mark| mark.range).chain(words).collect()
}

/// Whether a text says that something is more or less, rises or falls.
pub fn speaks_of_change(reading: &Reading) -> bool {
    !marks(reading).is_empty()
}

/// How much two marks say of the same thing: words in common, those of the clause counted twice.
fn overlap(mark: &Mark, other: &Mark) -> usize {
    let targeted = mark.target.is_some() && mark.target == other.target;
    mark.context.intersection(&other.context).count()
        + mark.clause.intersection(&other.clause).count()
        + if targeted { TARGETED } else { 0 }
}

fn one(mark: &Mark, mine: &[Mark], theirs: &[Mark], claim: &Reading, sentence: &Reading) -> Option<Signal> {
    let best = |same: bool| {
        theirs
            .iter()
            .filter(|other| (agree(mark, other)) == same)
            .map(|other| (overlap(mark, other), other))
            .max_by_key(|(o, _)| *o)
    };
    let (same, opposite) = (best(true), best(false));
    let score = |found: &Option<(usize, &Mark)>| found.map_or(0, |(overlap, _)| overlap);
    let (stance, other) = if score(&same) >= score(&opposite) {
        let (shared, other) = same?;
        if shared == 0 {
            return None;
        }
        (Stance::Agrees, other)
    } else {
        let (shared, other) = opposite?;
        // The same thing must be meant, and more so than by any word that agrees, here or there.
        let rivalled = mine.iter().any(|rival| {
            let targeted =
                rival.target.is_some() && rival.target == other.target && mark.target != other.target;
            rival.range != mark.range && (targeted || overlap(rival, other) >= shared)
        });
        let sure = shared >= MEANT
            && comparable(mark, other)
            && !rivalled
            && loses(claim) == loses(sentence)
            && (score(&same) == 0 || shared >= score(&same) + 2)
            && (targeted(mark, other) && mine.len() <= RELATED
                || is_alone(mark, claim) && is_alone(other, sentence));
        (if sure { Stance::Differs } else { Stance::Doubtful }, other)
    };
    Some(signal(stance, mark.range.clone(), other.range.clone(), claim, sentence))
}

/// Whether two stems are opposites: more and less on one scale, or one of a pair.
pub(super) fn are_opposed(one: &str, other: &str) -> bool {
    let more_and_less = |up: &str, down: &str| UP.contains(&up) && DOWN.contains(&down);
    let moves = more_and_less(one, other) || more_and_less(other, one);
    let paired = OPPOSITES.iter().any(|pair| *pair == (one, other) || *pair == (other, one));
    paired || moves && Scale::of(one) == Scale::of(other)
}

/// Whether two opposite words can only both be right if one of the texts is wrong.
fn comparable(mark: &Mark, other: &Mark) -> bool {
    let meet = |a: &BTreeSet<&str>, b: &BTreeSet<&str>| a.intersection(b).next().is_some();
    // "Older people more than younger ones" and "younger people less": what the one compares with is what the other
    // speaks of.
    let crossed = match (&mark.sides, &other.sides) {
        (Some((left, right)), Some((their_left, their_right))) => {
            meet(left, their_right) != meet(right, their_left) && !meet(left, their_left)
        }
        (Some((_, right)), None) => meet(right, &other.before),
        (None, Some((_, right))) => meet(right, &mark.before),
        (None, None) => false,
    };
    let amounts = |scale: Scale| matches!(scale, Scale::Amount | Scale::Action);
    let scales = mark.scale == other.scale || amounts(mark.scale) && amounts(other.scale);
    // What is promoted or inhibited is named right after it.
    let acted = mark.scale == Scale::Action || other.scale == Scale::Action;
    scales && !crossed && (!acted || meet(&mark.object, &other.object))
}

/// Whether a text speaks of what happens where something is missing or blocked: that turns every direction round.
fn loses(reading: &Reading) -> bool {
    reading.words.iter().any(|word| LOSSES.contains(&word.stem.as_str()))
}

/// Whether both stand before the same thing: "less impairment", "more impairment".
fn targeted(mark: &Mark, other: &Mark) -> bool {
    mark.target.is_some() && mark.target == other.target
}

/// Whether a clause has no other word of direction: of several, each may speak of another thing.
fn is_alone(mark: &Mark, reading: &Reading) -> bool {
    let Some((first, last)) = reading.words_of(&mark.range) else { return true };
    let mut clause = reading.clause_around(first, last, REACH);
    let speaks = |index: usize| {
        let stem = reading.words[index].stem.as_str();
        UP.contains(&stem) || DOWN.contains(&stem)
    };
    !clause.any(|index| index != first && speaks(index))
}

fn signal(
    stance: Stance,
    mine: Range<usize>,
    theirs: Range<usize>,
    claim: &Reading,
    sentence: &Reading,
) -> Signal {
    let reason = |claim, source| Reason::DirectionDiffers { claim, source };
    Signal::quoting(SignalKind::Direction, stance, (claim, mine), (sentence, theirs), reason)
}

/// "A is higher than B" agrees with "B is lower than A".
fn agree(one: &Mark, other: &Mark) -> bool {
    let swapped = match (&one.sides, &other.sides) {
        (Some((mine_left, mine_right)), Some((their_left, their_right))) => {
            // What stands after "than" tells: the left sides share the thing measured in either order.
            let meet = |a: &BTreeSet<&str>, b: &BTreeSet<&str>| a.intersection(b).next().is_some();
            meet(mine_right, their_left) && meet(mine_left, their_right) && !meet(mine_right, their_right)
        }
        _ => false,
    };
    (one.up == other.up) != swapped
}

fn marks(reading: &Reading) -> Vec<Mark<'_>> {
    let mut marks = Vec::new();
    for (index, word) in reading.words.iter().enumerate() {
        let stem = word.stem.as_str();
        let went = index
            .checked_sub(1)
            .is_some_and(|at| matches!(reading.words[at].folded.as_str(), "went" | "go" | "goes" | "going"));
        let up = UP.contains(&stem) || (went && word.folded == "up");
        let down = DOWN.contains(&stem) || (went && word.folded == "down");
        if !up && !down {
            continue;
        }
        // "no more than", "more recently", "less than 5": quantity talk, left to the numbers.
        let next = reading.words.get(index + 1).map(|next| next.folded.as_str());
        let sides = sides(reading, index);
        let is_talk = match next {
            Some("than" | "recently" | "or" | "importantly" | "specifically") => true,
            // "more of what they learnt than others" compares; "most of them" does not.
            Some("of") => sides.is_none(),
            _ => false,
        };
        if matches!(stem, "more" | "less" | "most" | "least") && is_talk {
            continue;
        }
        if is_denied(reading, index) {
            continue; // "did not increase" is not a decrease: the negation signal reads it
        }
        let context = things(reading.context(index, index, REACH));
        let clause = things(reading.clause(index, index, REACH));
        let target =
            reading.words.get(index + 1).filter(|next| next.is_content()).map(|next| next.stem.as_str());
        let scale = Scale::of(stem);
        let around = reading.clause_around(index, index, REACH);
        let content = |range: Range<usize>| -> BTreeSet<&str> {
            let words = reading.words[range].iter().filter(|word| word.is_content());
            words.map(|word| word.stem.as_str()).collect()
        };
        let object = content(index + 1..around.end.min(index + 1 + OBJECT).max(index + 1));
        let before = content(around.start.min(index)..index);
        marks.push(Mark {
            up,
            scale,
            range: word.range.clone(),
            target,
            object,
            before,
            sides,
            context,
            clause,
        });
    }
    marks.extend(notations(reading));
    marks
}

/// Whether a negation stands right before a word.
fn is_denied(reading: &Reading, index: usize) -> bool {
    let before = &reading.words[index.saturating_sub(NEGATION_REACH)..index];
    before.iter().any(|word| NEGATIONS.contains(&word.folded.as_str()))
}

/// Contrasts in signs, as imaging papers write them: "size > pattern discrimination". What is compared with numbers
/// ("p > 0.05") is left to them.
fn notations(reading: &Reading) -> impl Iterator<Item = Mark<'_>> {
    /// Words of either side.
    const SIDE: usize = 3;
    let gaps = reading.words.windows(2).enumerate().filter_map(|(index, pair)| {
        let [before, after] = pair else { return None };
        if !before.is_content() || !after.is_content() {
            return None;
        }
        let gap = before.range.end..after.range.start;
        match reading.slice(&gap).trim() {
            ">" => Some((index, gap, true)),
            "<" => Some((index, gap, false)),
            _ => None,
        }
    });
    gaps.map(|(index, gap, up)| {
        let content = |words: &'_ mut dyn Iterator<Item = usize>| -> BTreeSet<&str> {
            words
                .map(|at| &reading.words[at])
                .filter(|word| word.is_content())
                .map(|word| word.stem.as_str())
                .collect()
        };
        let opens = |at: &usize| !reading.slice(&(reading.words[*at].range.end..gap.start)).contains('(');
        let closes = |at: &usize| !reading.slice(&(gap.end..reading.words[*at].range.start)).contains(')');
        let left = content(&mut (0..=index).rev().take(SIDE).take_while(opens));
        let right = content(&mut (index + 1..reading.words.len()).take(SIDE).take_while(closes));
        let mut context = reading.context(index, index + 1, 2 * REACH);
        context.extend(left.iter().chain(&right));
        Mark {
            up,
            scale: Scale::Amount,
            range: gap,
            clause: left.union(&right).copied().collect(),
            target: None,
            object: BTreeSet::new(),
            before: BTreeSet::new(),
            sides: Some((
                left.difference(&right).copied().collect(),
                right.difference(&left).copied().collect(),
            )),
            context: things(context),
        }
    })
}

/// Stems without the words of direction among them.
fn things(stems: BTreeSet<&str>) -> BTreeSet<&str> {
    stems.into_iter().filter(|stem| !UP.contains(stem) && !DOWN.contains(stem)).collect()
}

/// Content words before the comparison and after its "than".
fn sides(reading: &Reading, mark: usize) -> Option<(BTreeSet<&str>, BTreeSet<&str>)> {
    let pivot = (mark + 1..reading.words.len().min(mark + 12)).find(|index| {
        let word = reading.words[*index].folded.as_str();
        let next = reading.words.get(index + 1).map(|next| next.folded.as_str());
        word == "than"
            || matches!(word, "versus" | "vs")
            || matches!((word, next), ("compared" | "relative" | "comparison", Some("with" | "to")))
    })?;
    let content = |range: Range<usize>| -> BTreeSet<&str> {
        reading.words[range].iter().filter(|word| word.is_content()).map(|word| word.stem.as_str()).collect()
    };
    let left = content(0..pivot);
    let right = content(pivot + 1..reading.words.len().min(pivot + 8));
    Some((left.difference(&right).copied().collect(), right.difference(&left).copied().collect()))
}

/// Opposites that are no more and less: posterior for anterior, soft for hard.
fn opposites(claim: &Reading, sentence: &Reading) -> Vec<Signal> {
    let (mine, theirs) = (claim.stems(), sentence.stems());
    let at = |reading: &Reading, stem: &str| reading.words.iter().position(|word| word.stem == stem);
    let pairs = OPPOSITES.iter().flat_map(|(one, other)| [(*one, *other), (*other, *one)]);
    let mut signals = Vec::new();
    for (here, there) in pairs.filter(|(here, there)| mine.contains(here) && !mine.contains(there)) {
        let same = theirs.contains(here);
        let found = at(claim, here).zip(at(sentence, if same { here } else { there }));
        let Some((in_claim, in_sentence)) = found else { continue };
        let shared = claim
            .context(in_claim, in_claim, REACH)
            .intersection(&sentence.context(in_sentence, in_sentence, REACH))
            .count();
        let denied = is_denied(claim, in_claim) != is_denied(sentence, in_sentence);
        let stance = match (same != denied, shared) {
            (true, 1..) => Stance::Agrees,
            (false, 3..) if !denied => Stance::Differs,
            (false, 2..) => Stance::Doubtful,
            _ => continue,
        };
        let range = |reading: &Reading, index: usize| reading.words[index].range.clone();
        let signal = signal(stance, range(claim, in_claim), range(sentence, in_sentence), claim, sentence);
        let of = |reading: &Reading, index: usize| reading.words.get(index + 1).map(|word| word.stem.clone());
        // "The hard ball" against "the soft ball" is plain; other opposites need a sentence that runs alike.
        let plain = of(claim, in_claim).is_some() && of(claim, in_claim) == of(sentence, in_sentence);
        signals.push(if plain { signal } else { signal.only_near() });
    }
    signals
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stances(claim: &str, sentence: &str) -> Vec<Stance> {
        compare(&Reading::of(claim), &Reading::of(sentence)).into_iter().map(|signal| signal.stance).collect()
    }

    #[test]
    fn contrasts_in_signs_are_read() {
        let claim = "The lateral occipital cortex was more active during pattern discrimination than during size \
                     discrimination.";
        let source = "Conversely, the lateral occipital (LO) cortex in the ventral stream was modulated when size \
                      was computed for perception (size>pattern discrimination).";
        assert_eq!(stances(claim, source), [Stance::Differs]);
        let other =
            "The lateral occipital cortex was modulated in perception (pattern > size discrimination).";
        assert_eq!(stances(claim, other), [Stance::Agrees]);
        assert_eq!(stances(claim, "The effect on the occipital cortex was small (p > 0.05)."), []);
    }

    #[test]
    fn rise_against_fall_differs() {
        assert_eq!(
            stances(
                "Exposure to PBDE-47 increased serum thyroxine in mice.",
                "PBDE-47 exposure reduced serum thyroxine."
            ),
            [Stance::Differs]
        );
        assert_eq!(
            stances("Serum thyroxine fell after exposure.", "Exposure decreased serum thyroxine."),
            [Stance::Agrees]
        );
    }

    #[test]
    fn more_of_something_than_others_is_a_direction_and_most_of_them_is_none() {
        let source = "Sleepers remembered 30 % more of what they had learnt than those who were kept awake.";
        let claim = "Sleepers remembered 30 % less of what they had learnt than those who were kept awake.";
        assert_eq!(stances(claim, source), [Stance::Differs]);
        assert_eq!(stances(source, source), [Stance::Agrees]);
        assert_eq!(stances("Most of the sleepers remembered.", "Less of the sleepers remembered."), []);
    }

    #[test]
    fn swapped_comparisons_are_understood() {
        let source = "Accuracy was higher in adults than in children.";
        assert_eq!(stances("Accuracy was lower in children than in adults.", source), [Stance::Agrees]);
        assert_eq!(stances("Accuracy was higher in children than in adults.", source), [Stance::Differs]);
    }

    #[test]
    fn what_falls_is_told_from_what_it_falls_with() {
        let source = "Using IPCC factors, manure emissions increased as intake went down.";
        assert!(
            stances("Manure emissions decreased as intake went down.", source).contains(&Stance::Differs)
        );
        assert!(!stances("Manure emissions rose as intake fell.", source).contains(&Stance::Differs));
    }

    #[test]
    fn another_thing_that_falls_is_no_difference() {
        assert_ne!(
            stances(
                "Milk yield increased.",
                "Milk yield increased while methane emissions per litre decreased."
            ),
            [Stance::Differs]
        );
    }

    #[test]
    fn opposites_in_the_same_place_differ() {
        assert_eq!(
            stances(
                "The signal arises in the posterior wall of the tube.",
                "The signal arises in the anterior wall of the tube."
            ),
            [Stance::Differs]
        );
    }

    #[test]
    fn several_directions_in_one_clause_tell_nothing() {
        let claim = "Severe episodes are associated with lower productivity, reduced quality of life and a higher risk of death.";
        let source = "Severe episodes were associated with an increased risk of death.";
        assert!(!stances(claim, source).contains(&Stance::Differs));
        let both = "The treated group had lower pressure with increased flow of blood in the leg.";
        assert!(
            !stances("The treated group had higher pressure of blood in the leg.", both)
                .contains(&Stance::Differs)
        );
    }
}
