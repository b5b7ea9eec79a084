//! Sentence segmentation of scholarly text, by rules.
//!
//! A stop ends a sentence if what follows may begin one and what precedes is no abbreviation. Citation markers between
//! a stop and the next sentence belong to the sentence before them; formulas and brackets are never cut.

use std::ops::Range;

mod words;

use citelight_types::sort::SmallSort;

use crate::citation::PARTICLES;
use words::{IN_CAPITALS, MAYBE_LAST, NEVER_LAST, OPENERS};

/// Bytes after which a sentence is cut at the next white space, or anywhere after as many again; no author writes one as long.
const LONGEST_SENTENCE: usize = 2_000;

/// Sentences of `text` as byte ranges, in order, without overlap and without white space at their ends. `superscripts`
/// are stretches set as such: numbers there are citation markers, not words.
pub fn sentences(text: &str, superscripts: &[Range<usize>]) -> Vec<Range<usize>> {
    let mut superscripts = superscripts.to_vec();
    superscripts.small_sort_by_key(|range| (range.start, range.end));
    let superscripts = superscripts.as_slice();
    let shielded = shield(text);
    let mut sentences = Vec::new();
    let mut start = 0;
    let mut skip_to = 0;
    for (at, c) in text.char_indices() {
        if at < skip_to {
            continue;
        }
        let ends = match c {
            '\n' => Some(at),
            '.' | '!' | '?' | '…' | '。' | '！' | '？'
                if !is_shielded(&shielded, at) || closes_bracket(text, at, start, &shielded) =>
            {
                sentence_end(text, at, c, start, superscripts)
            }
            '.' if closes_formula(text, at, &shielded) => sentence_end(text, at, c, start, superscripts),
            // Every citation in a sentence is judged by all of it: one without an end would be read as often as it cites.
            c if at - start > LONGEST_SENTENCE
                && (c.is_whitespace() || at - start > 2 * LONGEST_SENTENCE) =>
            {
                Some(at)
            }
            _ => None,
        };
        if let Some(end) = ends {
            push(text, start..end, &mut sentences);
            (start, skip_to) = (end, end);
        }
    }
    push(text, start..text.len(), &mut sentences);
    sentences
}

/// Keeps a range, trimmed, if anything is left of it.
fn push(text: &str, range: Range<usize>, sentences: &mut Vec<Range<usize>>) {
    let inner = &text[range.clone()];
    let start = range.start + inner.len() - inner.trim_start().len();
    let end = range.end - (inner.len() - inner.trim_end().len());
    if start < end {
        sentences.push(start..end);
    }
}

/// Where nothing may be cut: formulas, and brackets that close again soon.
fn shield(text: &str) -> Vec<Range<usize>> {
    const LONGEST: usize = 400;
    let mut shielded: Vec<Range<usize>> = Vec::new();
    // Where round and square brackets are open.
    let mut open: [Vec<usize>; 2] = Default::default();
    let mut formula: Option<usize> = None;
    for (at, c) in text.char_indices() {
        match c {
            '$' => match formula.take() {
                Some(from) if at - from <= LONGEST && !is_price(text, at) => shielded.push(from..at + 1),
                _ => formula = Some(at),
            },
            '(' => open[0].push(at),
            '[' => open[1].push(at),
            ')' | ']' => {
                let [round, square] = &mut open;
                let (own, other) = if c == ')' { (round, square) } else { (square, round) };
                if let Some(from) = own.pop() {
                    // What was opened within it is closed with it.
                    while other.pop_if(|inner| *inner > from).is_some() {}
                    if at - from <= LONGEST {
                        shielded.push(from..at + 1);
                    }
                }
            }
            _ => {}
        }
    }
    shielded.small_sort_by_key(|range| range.start);
    // Only the outermost stretches are kept, so that they can be searched by their starts.
    let mut outer: Vec<Range<usize>> = Vec::new();
    for range in shielded {
        match outer.last_mut() {
            Some(last) if range.start < last.end => last.end = last.end.max(range.end),
            _ => outer.push(range),
        }
    }
    outer
}

/// `cost $6`: a dollar after white space and before a digit closes no formula.
fn is_price(text: &str, at: usize) -> bool {
    text[..at].ends_with(char::is_whitespace) && text[at + 1..].starts_with(|c: char| c.is_ascii_digit())
}

fn is_shielded(shielded: &[Range<usize>], at: usize) -> bool {
    let index = shielded.partition_point(|range| range.start <= at);
    index.checked_sub(1).and_then(|index| shielded.get(index)).is_some_and(|range| at < range.end)
}

/// Whether the stop at byte `at` is the last thing in a bracket that holds all of the sentence: `(See also [8].)`
fn closes_bracket(text: &str, at: usize, start: usize, shielded: &[Range<usize>]) -> bool {
    let index = shielded.partition_point(|range| range.start <= at);
    let Some(range) = index.checked_sub(1).and_then(|index| shielded.get(index)) else { return false };
    text.get(start..range.start).is_some_and(|before| before.trim().is_empty())
        && range.end > at
        && text[at..range.end]
            .chars()
            .skip(1)
            .all(|c| matches!(c, ')' | ']' | '”' | '"' | '’' | '.' | '!' | '?'))
}

/// Whether the stop at byte `at` is the last thing in a formula: `$x \in I.$`
fn closes_formula(text: &str, at: usize, shielded: &[Range<usize>]) -> bool {
    let index = shielded.partition_point(|range| range.start <= at);
    let formula = index.checked_sub(1).and_then(|index| shielded.get(index));
    formula.is_some_and(|range| text[range.start..].starts_with('$') && range.end == at + 2)
}

/// The end of the sentence that the stop at byte `at` closes; none if it closes none.
fn sentence_end(
    text: &str,
    at: usize,
    stop: char,
    start: usize,
    superscripts: &[Range<usize>],
) -> Option<usize> {
    let mut end = at + stop.len_utf8();
    let full_width = matches!(stop, '。' | '！' | '？');
    // `…?!`, `.”`, `.)`
    end += text[end..]
        .chars()
        .take_while(|c| matches!(c, '.' | '!' | '?' | '…' | '”' | '’' | '"' | '\'' | '»' | ')' | ']'))
        .map(char::len_utf8)
        .sum::<usize>();
    let in_formula = text[end..].starts_with('$');
    let stop_only = end == at + 1 && !in_formula;
    end += usize::from(in_formula);
    end = after_markers(text, end, superscripts);
    let rest = &text[end..];
    if rest.trim().is_empty() {
        return Some(text.len());
    }
    if !rest.starts_with(char::is_whitespace) && !full_width {
        // `stone.5Next` with a superscript in between; otherwise a decimal, an address, an abbreviation.
        let begins = rest.chars().next().is_some_and(char::is_uppercase);
        let is_raised = || superscripts.binary_search_by_key(&end, |range| range.end).is_ok();
        return (begins && is_raised()).then_some(end);
    }
    let next = rest.trim_start();
    if full_width {
        return Some(end);
    }
    if !may_begin(next) {
        return None;
    }
    if stop == '.' && stop_only && is_abbreviation(text, at, start, next) { None } else { Some(end) }
}

/// Moves over citation markers that stand after a stop: superscripts, `[3]`, `(Smith, 2020).`
fn after_markers(text: &str, end: usize, superscripts: &[Range<usize>]) -> usize {
    let mut end = end;
    loop {
        let rest = &text[end..];
        let gap = rest.len() - rest.trim_start_matches([' ', '\u{a0}']).len();
        let at = end + gap;
        let raised = &superscripts[superscripts.partition_point(|range| range.start < end)..];
        if let Some(range) = raised.iter().take_while(|range| range.start <= at).find(|range| range.end > at)
        {
            end = range.end;
            continue;
        }
        let unicode: usize =
            text[at..].chars().take_while(|c| "⁰¹²³⁴⁵⁶⁷⁸⁹⁻".contains(*c)).map(char::len_utf8).sum();
        if unicode > 0 {
            end = at + unicode;
            continue;
        }
        // `[8]–[10]` is one marker.
        let dash = text[at..]
            .chars()
            .next()
            .filter(|c| matches!(c, '–' | '-' | '—') && end == at && text[..end].ends_with(']'));
        let at = at + dash.map_or(0, char::len_utf8);
        let Some(length) = bracketed_numbers(&text[at..]) else { return end };
        // `[3] shows` begins a sentence with its citation; `shown. [3] Then` does not.
        let after = text[at + length..].trim_start_matches(['.', ',']);
        let continues = after.trim_start().chars().next().is_some_and(char::is_lowercase);
        if continues {
            return end;
        }
        end = at + length;
        end += text[end..].chars().take_while(|c| *c == '.').map(char::len_utf8).sum::<usize>();
    }
}

/// Length of `[3]`, `[3, 5–7]` at the start of a text.
fn bracketed_numbers(text: &str) -> Option<usize> {
    let inner = text.strip_prefix('[')?;
    let is_of_numbers =
        |c: char| c.is_ascii_digit() || c.is_whitespace() || matches!(c, ',' | ';' | '-' | '–' | '—' | '−');
    let close = inner.find(|c: char| !is_of_numbers(c))?;
    let (numbers, rest) = inner.split_at(close);
    (rest.starts_with(']') && numbers.contains(|c: char| c.is_ascii_digit())).then_some(close + 2)
}

/// Whether a text may be the beginning of a sentence.
fn may_begin(next: &str) -> bool {
    let Some(first) = next.chars().next() else { return true };
    match first {
        '(' if is_item(next) => true,
        '"' | '“' | '‘' | '\'' | '«' | '(' | '[' | '¿' | '¡' | '•' => {
            next.chars().nth(1).is_some_and(|c| {
                c.is_uppercase()
                    || c.is_ascii_digit()
                    || c == '$'
                    || !c.is_ascii() && c.is_alphabetic() && !c.is_lowercase()
            })
        }
        '$' | '\\' => true,
        c if c.is_uppercase() || c.is_ascii_digit() => true,
        // Scripts without case.
        c if c.is_alphabetic() && !c.is_lowercase() => true,
        // `mRNA`, `p-values`, `iPhone`: a lower-case letter, then a capital.
        c if c.is_lowercase() => {
            let word: String = next.chars().take_while(|c| c.is_alphanumeric() || *c == '-').collect();
            word.chars().skip(1).any(char::is_uppercase) || is_named_with_particle(next)
        }
        _ => false,
    }
}

/// `de Sousa et al. observed`, `van der Berg and Kim found`: a name with its particle, and that it is cited.
fn is_named_with_particle(next: &str) -> bool {
    // "In", a particle of Dutch names, is a preposition everywhere else.
    let is_particle = |word: &&str| PARTICLES.contains(word) && word.len() > 1 && *word != "in";
    let mut words = next.split_whitespace().skip_while(is_particle);
    let particle = next.split_whitespace().next().is_some_and(|word| is_particle(&word));
    let name = words.next().is_some_and(|word| word.starts_with(char::is_uppercase));
    let cited = |word: &str| matches!(word, "et" | "and" | "&") || word.starts_with(['(', '[']);
    let cited = words.next().is_some_and(cited);
    particle && name && cited
}

/// `(a) The front`, `(ii) It does not`: a label, then a sentence.
fn is_item(next: &str) -> bool {
    let label: usize = next.bytes().skip(1).take_while(u8::is_ascii_lowercase).count();
    (1..=3).contains(&label)
        && next[label + 1..].strip_prefix(") ").is_some_and(|rest| rest.starts_with(char::is_uppercase))
}

/// Whether the stop at byte `at` belongs to an abbreviation, an initial, a number of an enumeration.
fn is_abbreviation(text: &str, at: usize, start: usize, next: &str) -> bool {
    let before = &text[start..at];
    let word = before
        .rsplit(|c: char| c.is_whitespace() || matches!(c, '(' | '[' | ',' | ';' | '“' | '"' | '/' | '–'))
        .next()
        .unwrap_or_default();
    let lower = word.to_lowercase();
    let next_word: String =
        next.chars().take_while(|c| c.is_alphabetic() || *c == '’').collect::<String>().to_lowercase();
    // `D. A. Jones`: the word after is an initial, not the article.
    let next_is_initial = next_word.len() == 1 && next[1..].starts_with('.');
    let opens = OPENERS.contains(&next_word.as_str()) && !next_is_initial;
    let in_capitals =
        word.chars().filter(|c| c.is_alphabetic()).count() > 1 && !word.contains(char::is_lowercase);
    if in_capitals && !word.contains('.') && !IN_CAPITALS.contains(&word) {
        return false;
    }
    if MAYBE_LAST.contains(&lower.as_str()) {
        return !opens;
    }
    if NEVER_LAST.contains(&lower.as_str()) {
        return true;
    }
    let letters = word.chars().filter(|c| c.is_alphabetic()).count();
    // `J.`, `J.-P.`, `U.S.`: initials, unless a word that opens sentences follows a symbol like `set A.`
    let is_initial = letters > 0
        && word.split(['.', '-', '‐']).all(|part| part.chars().count() <= 1)
        && word.chars().next().is_some_and(char::is_uppercase);
    if is_initial {
        // `1.5 K.`: a unit.
        let is_unit = before[..before.len() - word.len()].trim_end().ends_with(|c: char| c.is_ascii_digit());
        return !(opens || is_unit && letters == 1 && !next_is_initial);
    }
    // `1. Introduction` at the start of a line
    before.trim().chars().all(|c| c.is_ascii_digit()) && !before.trim().is_empty()
}

#[cfg(test)]
mod tests {
    use std::ops::Range;

    use super::sentences;
    use proptest::prelude::*;

    fn split(text: &str) -> Vec<&str> {
        sentences(text, &[]).into_iter().map(|range| &text[range]).collect()
    }

    #[test]
    fn scholarly_text_is_cut_where_a_reader_cuts_it() {
        // Each line: sentences parted by ` ¦ `.
        let cases = [
            "As shown by Smith et al. (2020), it works. ¦ We follow them.",
            "This was shown by Smith et al. ¦ However, others disagree.",
            "It rose. ¦ de Sousa et al. agree. ¦ van der Berg (2020) does not, cf. the values in Smith (2020).",
            "See Fig. 3 and Eq. (2) for details. ¦ Table 1 lists them.",
            "Several tools exist, e.g. BERT and GPT, i.e. transformers. ¦ They are large.",
            "Compare cf. Sec. 4, approx. 3.5 times vs. 2.1 before. ¦ No. 7 is missing.",
            "J. R. R. Tolkien and A.-L. Barabási agreed. ¦ Then they left.",
            "It was found in rats. [12, 13] ¦ It was not found in mice [14]. ¦ Later work differs.",
            "The value is 0.05. ¦ The rest is noise.",
            "We set $x = 3. Then$ holds. ¦ $y$ follows.",
            "It is an ideal of $k[x_1,\\ldots,x_n].$ ¦ We say so for $p>m.$ ¦ By it, $x=1.$ follows.",
            "“It works.” ¦ “It does not!” ¦ So they argued (Smith, 2020; see also Fig. 2. and 3).",
            "Is it so? ¦ Yes! ¦ It is.",
            "The mean was 3.2 ± 0.1 (p < 0.05; cf. Table 2). ¦ mRNA levels rose.",
            "Cells were grown at 37 °C in vitamin B. ¦ The medium was changed.",
            "The U.S. economy grew. ¦ It then fell.",
            "The dataset (see https://example.org/a.b) is open. ¦ Use it.",
            "Neurons, glia, etc. ¦ We also saw blood cells.",
            "Smith [3] showed it. ¦ [4] showed the opposite.",
            "Superscript markers.¹² ¦ They follow the stop.",
            "Dr. Jones et al. reported vol. 3, pp. 4–5, no. 7. ¦ The rest followed.",
            "E. coli grows fast. ¦ S. aureus does not.",
        ];
        for case in cases {
            let expected: Vec<&str> = case.split(" ¦ ").collect();
            assert_eq!(split(&case.replace(" ¦ ", " ")), expected, "{case}");
        }
    }

    #[test]
    fn superscripts_stay_with_the_sentence_they_follow() {
        let text = "Habits form.5 They last.6,7 We agree.";
        let ranges = sentences(text, &[12..13, 24..27]);
        let found: Vec<&str> = ranges.into_iter().map(|range| &text[range]).collect();
        assert_eq!(found, ["Habits form.5", "They last.6,7", "We agree."]);
    }

    /// A line of the gold: its text, what is raised in it, where its sentences end.
    fn gold(line: &str) -> (String, Vec<Range<usize>>, Vec<usize>) {
        let (mut text, mut raised, mut borders) = (String::new(), Vec::new(), Vec::new());
        for (index, sentence) in line.split('¦').enumerate() {
            if index > 0 {
                borders.push(text.trim_end().len());
            }
            // `A. ¦ B.` stands for one space, `。¦` for none.
            let mut rest = if index > 0 { sentence.trim_start() } else { sentence };
            while let Some((before, after)) = rest.split_once("^{") {
                let (marker, after) = after.split_once('}').expect("a superscript ends");
                text.push_str(before);
                raised.push(text.len()..text.len() + marker.len());
                text.push_str(marker);
                rest = after;
            }
            text.push_str(rest);
        }
        (text, raised, borders)
    }

    #[test]
    fn borders_are_those_set_by_hand() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/fixtures/sentences/gold.txt");
        let file = std::fs::read_to_string(path).expect("the gold is there");
        let (mut right, mut found, mut wanted) = (0, 0, 0);
        for line in file.lines().filter(|line| !line.starts_with(['#', '@'])) {
            let (text, raised, borders) = gold(line);
            let ranges = sentences(&text, &raised);
            let ends: Vec<usize> = ranges.iter().rev().skip(1).rev().map(|range| range.end).collect();
            let show = |at: &usize| {
                let (before, after) = text.split_at(*at);
                let head: String = after.chars().take(25).collect();
                let tail: String =
                    before.chars().rev().take(25).collect::<Vec<_>>().into_iter().rev().collect();
                format!("{tail} ¦{head}")
            };
            ends.iter()
                .filter(|end| !borders.contains(end))
                .for_each(|end| println!("too many: {}", show(end)));
            borders
                .iter()
                .filter(|end| !ends.contains(end))
                .for_each(|end| println!("missed:   {}", show(end)));
            right += ends.iter().filter(|end| borders.contains(end)).count();
            (found, wanted) = (found + ends.len(), wanted + borders.len());
        }
        println!("borders: precision {right}/{found}, recall {right}/{wanted}");
        assert!(wanted >= 200);
        assert!(
            right * 100 >= found * 99 && right * 100 >= wanted * 98,
            "{right} right, {found} found, {wanted} wanted"
        );
    }

    proptest! {
        #[test]
        fn sentences_are_in_order_and_leave_out_only_white_space(text in "[a-zA-Z0-9 .!?\\[\\]()$é“”\n-]{0,120}") {
            let mut end = 0;
            for range in sentences(&text, &[]) {
                prop_assert!(text[end..range.start].trim().is_empty());
                prop_assert!(range.start < range.end);
                end = range.end;
            }
            prop_assert!(text[end..].trim().is_empty());
        }
    }
}
