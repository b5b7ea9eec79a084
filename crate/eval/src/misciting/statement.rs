//! Statements: sentences of a source that say something by themselves, cleaned for being cited.
use super::clause::{Clause, capitalised};
use super::pool::{PoolSource, SourceSentence};
use crate::chance::Chance;

/// What a source states, in words that a citing sentence can take up.
#[derive(Clone)]
pub(super) struct Statement<'a> {
    pub(super) sentence: &'a SourceSentence,
    /// The statement without parentheses, connectives and "we found that".
    pub(super) clause: Clause,
    /// The source itself speaks carefully: "our results suggest that".
    pub(super) careful: bool,
    /// It begins with "we": only a sentence that names the authors can take it up.
    pub(super) ours: bool,
    /// It tells what was done, not what was found.
    pub(super) protocol: bool,
    /// It tells what others found: by its citation, or by its section.
    pub(super) borrowed: bool,
}

/// Sections that state no findings of the source, or those of others.
const OTHER_SECTIONS: &str = "method, material, procedure, participant, statistic, acknowledg, funding, contribution, interest, \
    conflict, ethic, availab, supplement, reference, abbreviation, appendix, model description, \
    preliminar, footnote, future, patients and";
/// Sections that tell what others found.
const OTHERS_WORK: &str = "introduction, background, related work, literature";
/// First words that point back to what was said before.
const POINTING_STARTS: &str = "this these it they he she such that those its their here both former latter another other one again \
    also to as if because since so and but or nor where which who what how why whether let consider \
    note see suppose assume given all neither using based some then thus hence now next once besides \
    lastly examples example items readers notice";
/// Words that tie a sentence to others, or make it no statement.
const TYING: &str = "this these such latter former above below following aforementioned previous previously fig figs \
    figure figures table tables eq eqs equation section appendix supplementary supplemental et al see \
    respectively aim aimed hypothesis hypothesized hypothesised hypotheses objective would should need \
    needs must future remains unclear unknown whether if author authors expected predicted other others \
    panel panels inset caption legend necessary required needed shown funded approved consent \
    coordination wanted here sec image images lines insets";
/// Words of a protocol: what was done at the bench or with the data.
const PROTOCOL: &str = "incubated centrifuged washed rinsed purchased mounted stained fixed resuspended boiled spectrometer \
    microscope chromatography antibody antibodies buffer pretreatment transfected recorded collected \
    performed conducted carried calculated smoothed acquired added scored presented imaged instructed \
    software script laptop dissolved extracted harvested amplified sequenced treated subjected kernel \
    column used";
/// What authors say they did when they tell a finding.
const TELLING: &str = "found find observed observe detected identified obtained saw report reported noted confirmed \
    demonstrated estimated discovered measured";
/// Words that open a sentence and say how it hangs together with the last one.
const CONNECTIVES: &str = "however, moreover, furthermore, in addition, additionally, interestingly, therefore, consequently, \
    finally, overall, notably, importantly, indeed, similarly, by contrast, in contrast, conversely, \
    on the other hand, as expected, taken together, in conclusion, in summary, specifically, \
    in particular, first, second, surprisingly, accordingly, for example, for instance, in fact, \
    nevertheless, nonetheless, likewise, in general, in this study, in the present study, in our study, \
    in brief, of note, in total, together, remarkably, altogether, in sum, third, alternatively, \
    more generally, thereafter, lastly, hence";
/// Who speaks in "our results show that".
const SPEAKERS: &str = "we, our results, our data, our findings, the results, these results, these data, these findings, \
    results, the data, this study, the present study, our study, our analysis, the analysis, \
    the current study, this result, this finding, the findings, this, it was, it is";
const SURELY: &str = "found find show shows showed observed observe demonstrate demonstrates demonstrated reveal reveals \
    revealed reported report confirm confirmed confirms conclude noted";
const CAREFULLY: &str = "suggest suggests suggested indicate indicates indicated imply implies";
/// Words of which a full clause has one.
const VERBS: &str = "is are was were has have had can may might could did does do will showed shows show led leads \
    became becomes remained rose fell makes";
/// Where a sentence may be cut and its first part still say the truth.
const CUTS: &str = "whereas while but suggesting indicating implying although which";

/// Words of a statement, cleaned.
const LENGTH: std::ops::RangeInclusive<usize> = 8..=34;

/// The statements of a source, in its order.
pub(super) fn statements<'a>(source: &'a PoolSource, chance: &mut Chance) -> Vec<Statement<'a>> {
    source.sentences.iter().filter_map(|sentence| statement(sentence, chance)).collect()
}

fn statement<'a>(sentence: &'a SourceSentence, chance: &mut Chance) -> Option<Statement<'a>> {
    let in_section = |parts: &str| {
        let names = sentence.section.iter().map(|name| name.to_lowercase());
        names.into_iter().any(|name| parts.split(", ").any(|part| name.contains(part)))
    };
    let borrowed = sentence.cites || in_section(OTHERS_WORK);
    if sentence.narrates || !sentence.running || in_section(OTHER_SECTIONS) {
        return None;
    }
    let plain = without_parentheses(&sentence.text)?;
    if !is_prose(&plain) {
        return None;
    }
    let mut clause = without_connective(Clause::of(&plain));
    let (rest, careful) = without_speaker(clause);
    clause = without_connective(rest);
    clause = cut(clause, chance);
    let ours = clause.low(0) == "we";
    let pointing = listed(POINTING_STARTS, &clause.low(0));
    if pointing || !LENGTH.contains(&clause.len()) || has_any(&clause, TYING) || !is_clause(&clause) {
        return None;
    }
    let self_mention = clause.has(&["i", "my", "me"]);
    // Whose "we" is it, and what was said before the citation?
    if borrowed && clause.has(&["we", "our", "us"]) {
        return None;
    }
    let idle = ours && !listed(TELLING, &clause.low(1)) && !listed(TELLING, &clause.low(2));
    let protocol = has_any(&clause, PROTOCOL);
    (!self_mention && !idle).then_some(Statement { sentence, clause, careful, ours, protocol, borrowed })
}

/// Whether a word is in a list.
fn listed(list: &str, word: &str) -> bool {
    list.split(' ').any(|listed| listed == word)
}

fn has_any(clause: &Clause, list: &str) -> bool {
    (0..clause.len()).any(|index| listed(list, &clause.low(index)))
}

/// Drops what stands in brackets; none if they do not match.
fn without_parentheses(text: &str) -> Option<String> {
    let mut depth = 0_usize;
    let mut plain = String::new();
    for c in text.chars() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.checked_sub(1)?,
            _ if depth == 0 => plain.push(c),
            _ => {}
        }
    }
    let words: Vec<&str> = plain.split_whitespace().collect();
    let plain = words.join(" ").replace(" .", ".").replace(" ,", ",").replace(" ;", ";");
    (depth == 0).then_some(plain)
}

/// A sentence of words, not of symbols, headings or superscripts that ran into them.
fn is_prose(text: &str) -> bool {
    let odd = |c: char| "=<>$\\|~∼≈≥≤∈→×†‡§#*_{}\"“”?".contains(c);
    let words: Vec<&str> = text.split_whitespace().collect();
    let glued = |word: &&str| {
        let word = word.trim_end_matches([',', '.']);
        let letters = word.trim_end_matches(|c: char| c.is_ascii_digit() || ",.–-".contains(c));
        word.ends_with(|c: char| c.is_ascii_digit())
            && letters.len() >= 4
            && letters.chars().all(char::is_lowercase)
            && word.chars().any(|c| c.is_ascii_digit())
    };
    // "kg ha-1": the minus belongs to an exponent.
    let raised = |word: &str| {
        let word = word.trim_end_matches(|c: char| c.is_ascii_punctuation());
        ["-1", "-2", "-3", "−1", "−2", "−3"].iter().any(|power| word.ends_with(power)) && word.len() < 9
    };
    let shouted = |word: &&str| word.len() > 4 && word.chars().all(|c| c.is_ascii_uppercase());
    let known = ["the", "of", "in", "and", "was", "were", "is", "are", "a", "for", "with"];
    text.starts_with(|c: char| c.is_uppercase())
        && text.ends_with('.')
        && !text.contains(odd)
        && !text.contains("http")
        && !text.contains("i.e")
        && !text.contains("e.g")
        && !text.contains(';')
        && !text.contains(':')
        && !words.first().is_some_and(shouted)
        && !text.contains(",,")
        && !text.contains(", .")
        && !words.iter().any(|word| {
            glued(word) || word.starts_with(['.', '-', '−', '/']) || word.ends_with('-') || raised(word)
        })
        && words.iter().filter(|word| word.chars().count() == 1 && !["a", "A"].contains(word)).count() <= 1
        && words.iter().filter(|word| known.contains(&word.to_lowercase().as_str())).count() >= 2
        && words.iter().filter(|word| word.contains(|c: char| c.is_ascii_digit())).count() <= 5
}

fn without_connective(clause: Clause) -> Clause {
    let text = clause.text();
    for connective in CONNECTIVES.split(", ") {
        let Some(start) = text.get(..connective.len()) else { continue };
        if start.to_lowercase() == connective
            && let Some(rest) = text[connective.len()..].strip_prefix(", ")
        {
            return Clause::of(&capitalised(rest));
        }
    }
    clause
}

/// Drops "we found that"; whether what was dropped spoke carefully.
fn without_speaker(clause: Clause) -> (Clause, bool) {
    for speaker in SPEAKERS.split(", ") {
        let words: Vec<&str> = speaker.split(' ').collect();
        if !clause.is_at(0, &words) {
            continue;
        }
        let mut at = words.len();
        if ["also", "further", "clearly", "thus", "therefore"].contains(&clause.low(at).as_str()) {
            at += 1;
        }
        let (verb, that) = (clause.low(at), clause.low(at + 1));
        let careful = listed(CAREFULLY, &verb);
        if that == "that" && (careful || listed(SURELY, &verb)) {
            let rest: Vec<_> = clause.0.into_iter().skip(at + 2).collect();
            return (Clause::of(&capitalised(&Clause(rest).text())), careful);
        }
    }
    (clause, false)
}

/// Keeps the first part of some sentences that say two things.
fn cut(clause: Clause, chance: &mut Chance) -> Clause {
    let at = (0..clause.len()).filter(|&index| listed(CUTS, &clause.low(index))).find(|&index| {
        index >= 9 && clause.0.get(index - 1).is_some_and(|before| before.tail.starts_with(','))
    });
    match at {
        // "X, which is Y, is Z" would lose its verb.
        Some(at) if clause.0.iter().skip(at).any(|token| token.tail.contains(',')) => clause,
        Some(at) if clause.low(at) == "which" || chance.percent(70) => {
            let mut first: Vec<_> = clause.0.into_iter().take(at).collect();
            if let Some(last) = first.last_mut() {
                ".".clone_into(&mut last.tail);
            }
            Clause(first)
        }
        _ => clause,
    }
}

/// It has a verb, and no part of it is left hanging.
fn is_clause(clause: &Clause) -> bool {
    let finite = |index: usize| {
        let word = clause.low(index);
        listed(VERBS, &word) || (word.ends_with("ed") && word.len() > 4 && index > 0)
    };
    let ends_well = clause.0.last().is_some_and(|token| token.tail == "." && !token.core.is_empty());
    let hanging =
        ["of", "in", "the", "a", "and", "or", "to", "with", "by", "than", "from", "for", "at", "on"];
    let commas = clause.0.iter().filter(|token| token.tail.contains(',')).count();
    (1..clause.len()).any(finite)
        && ends_well
        && commas <= 4
        && !hanging.contains(&clause.low(clause.len() - 1).as_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::misciting::clause::content_words;

    fn cleaned(text: &str) -> Option<String> {
        let sentence = SourceSentence {
            text: text.to_owned(),
            block: 0,
            section: vec!["Results".to_owned()],
            in_abstract: false,
            cites: false,
            narrates: false,
            running: true,
            content: content_words(text),
        };
        statement(&sentence, &mut Chance::of(1, "x")).map(|statement| statement.clause.text())
    }

    #[test]
    fn what_a_citing_sentence_would_leave_out_is_dropped() {
        assert_eq!(
            cleaned("However, we found that the mean mass (n = 12) of seedlings increased by 12% in summer.")
                .as_deref(),
            Some("The mean mass of seedlings increased by 12% in summer.")
        );
        assert_eq!(
            cleaned("Growth in full sun was faster than growth in shade, which agrees with the older model.")
                .as_deref(),
            Some("Growth in full sun was faster than growth in shade.")
        );
    }

    #[test]
    fn a_clause_in_the_middle_is_not_cut_off() {
        let kept = "The mean growth of all seedlings, which was small, increased by 12% in summer.";
        assert_eq!(cleaned(kept).as_deref(), Some(kept));
    }

    #[test]
    fn sentences_that_hang_on_others_are_left_out() {
        for text in [
            "These effects were larger in the second year of the experiment.",
            "The effect is shown in Table 3 for each of the twelve sites.",
            "Further work on seedlings should test the effect in the field.",
            "RESULTS The mean mass of the seedlings increased in summer.",
            "The mean mass of seedlings12 was larger in the second summer.",
        ] {
            assert_eq!(cleaned(text), None, "{text}");
        }
    }
}
