//! The claim: what a citing sentence attributes to a reference.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

pub mod function;
pub mod masking;

use self::function::citing_function;
use citelight_document::citation::Citation;
use citelight_document::document::Document;
use citelight_document::markup::Block;
use citelight_types::finding::CitingFunction;
use citelight_types::sort::SmallSort;

/// A claim with its surroundings.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Claim {
    /// The part of the citing sentence that this citation stands for, without citation markers and without
    /// "Smith et al. showed that": the hypothesis.
    pub text: String,
    /// The whole citing sentence without citation markers.
    pub sentence: String,
    /// The sentence before it in the same block, markers removed.
    pub previous: Option<String>,
    /// The sentence after it in the same block, markers removed.
    pub next: Option<String>,
    /// Why the work is cited.
    pub function: CitingFunction,
    /// How many references share the claim; over one, mere absence of support says nothing.
    pub joint: usize,
}

impl Claim {
    /// Previous, citing and next sentence: the hypothesis of the second attempt (BibAgent, section 3.2, phase III).
    pub fn expanded(&self) -> String {
        [self.previous.as_deref(), Some(self.sentence.as_str()), self.next.as_deref()]
            .into_iter()
            .flatten()
            .collect::<Vec<_>>()
            .join(" ")
    }
}

/// The claim that `citation` makes about each of its references.
pub fn claim_of(document: &Document, citation: &Citation) -> Claim {
    let Some(block) = document.blocks.get(citation.block) else { return Claim::default() };
    let Some(sentence) = block.sentences.get(citation.sentence).cloned() else { return Claim::default() };
    let plain = |range: Range<usize>| without_markers(document, citation.block, range);
    let neighbour = |index: usize| block.sentences.get(index).map(|range| plain(range.clone()));

    let whole = plain(sentence.clone());
    let markers = document.citations_within(citation.block, &sentence);
    let part = part_of(block, sentence.clone(), citation, markers);
    let text = if part == sentence { whole.clone() } else { plain(part) };
    let raw_sentence = block.text.get(sentence).unwrap_or_default();
    Claim {
        text: without_attribution(&text),
        function: citing_function(raw_sentence, &whole, citation.references.len()),
        sentence: whole,
        previous: citation.sentence.checked_sub(1).and_then(neighbour),
        next: neighbour(citation.sentence + 1),
        joint: citation.references.len(),
    }
}

/// A sentence of a document without its citation markers; none if there is no such sentence.
pub(crate) fn plain_sentence(document: &Document, block: usize, sentence: usize) -> Option<String> {
    let range = document.blocks.get(block)?.sentences.get(sentence)?.clone();
    Some(without_markers(document, block, range))
}

/// The stretch of the sentence that a citation stands for: all of it, unless several citations divide it into parts
/// that each say something ("X reduces A \[1\], whereas Y increases B \[2\]").
fn part_of(block: &Block, sentence: Range<usize>, citation: &Citation, markers: &[Citation]) -> Range<usize> {
    let inside: Vec<&Citation> = markers
        .iter()
        .filter(|marker| sentence.start <= marker.range.start && marker.range.end <= sentence.end)
        .collect();
    let Some(place) = inside.iter().position(|marker| marker.id == citation.id) else { return sentence };
    if inside.len() < 2 {
        return sentence;
    }
    // Citations of one bracket stand for the same words.
    let apart = |left: &Citation, right: &Citation| {
        let between = block.text.get(left.range.end..right.range.start);
        !between.is_some_and(|text| text.chars().all(|c| c.is_whitespace() || matches!(c, ';' | ',' | '；')))
    };
    let bracket_from = (1..=place).rev().find(|at| apart(inside[at - 1], inside[*at])).unwrap_or(0);
    let part = if citation.narrative {
        let end = inside.get(place + 1).map_or(sentence.end, |next| next.range.start);
        citation.range.start..end
    } else {
        let start = bracket_from.checked_sub(1).map_or(sentence.start, |before| inside[before].range.end);
        let end = if place + 1 == inside.len() { sentence.end } else { citation.range.end };
        start..end
    };
    let says_something = block
        .text
        .get(part.clone())
        .is_some_and(|text| text.split_whitespace().count() >= 5 && VERB.is_match(text));
    if says_something { part } else { sentence }
}

static VERB: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:is|are|was|were|be|been|has|have|had|can|could|may|might|does|do|did|will|would|should|cannot|\p{L}{3,}ed|\p{L}{4,}(?:ises|izes|ates|eases|uces|ects|ains|erves|ows|inds|ults)|found|showed?|rose|fell|grew|led|became?|makes?|takes?|gives?|leads?|means?)\b",
    )
});

/// Whoever says it: `Smith et al.`, `de Sousa and van der Berg`.
const AUTHORS: &str = r"(?:(?:de|del|della|di|da|dos|du|la|le|van|von|der|den|ten|ter|el|al)\s){0,3}
    [\p{Lu}][\p{L}'’‐-]+ (?: (?:,|\s(?:and|&|et|van|de|der|von|di))* \s \p{L}[\p{L}'’.‐-]* ){0,6}?";

/// `Smith et al. (2020) found that …`, `[3] reported that …`, `It has been shown that …`, `According to Smith et al., …`,
/// `In the study by Smith et al., …` at a claim's head.
static ATTRIBUTION: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"(?x)^ (?:
      (?: (?:In|For)\s (?:their|an|a|the|one)\s [^,]{{0,60}} , \s )?
      (?: {AUTHORS} | (?:The|These)\s authors | They | It\s (?:has\ been|was|is) )
      \s (?: (?:have|has|had|also|further|recently|first|previously|subsequently|later|clearly) \s ){{0,3}}
      (?: found | find | finds | showed | shown | show | shows | reported | report | reports | demonstrated | demonstrate
        | observed | concluded | conclude | argued | argue | noted | suggested | suggest | proposed | estimated
        | confirmed | established | proved | claimed | claim | measured | determined | discovered | revealed | reveal )
      \s that \s
    | (?: According\s to | As\s (?:shown|reported|noted|described|demonstrated)\s by
        | In\s (?:the|a|an)\s (?:[\p{{Ll}}-]+\s){{0,3}}? (?:study|work|trial|review|paper|report|analysis|survey)\s (?:by|of|from) )
      \s {AUTHORS} , \s )",
    ))
});

/// Drops who says it and leaves what is said. The verb's own strength is left to the signals, which read the sentence.
pub(crate) fn without_attribution(text: &str) -> String {
    let Some(found) = ATTRIBUTION.find(text) else { return text.to_owned() };
    let rest = &text[found.end()..];
    if rest.split_whitespace().count() < 4 {
        return text.to_owned();
    }
    let mut letters = rest.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The text of a range of a block without the citation markers and the marks of notes in it, tidied.
fn without_markers(document: &Document, block: usize, range: Range<usize>) -> String {
    let marks = document.note_marks_within(block, &range).cloned();
    let citations = document.citations_within(block, &range);
    let Some(block) = document.blocks.get(block) else { return String::new() };
    // A narrative `Smith et al. (2020)` is part of the sentence's grammar: only its bracket goes.
    let markers = citations
        .iter()
        .map(|marker| if marker.narrative { bracket_of(block, marker) } else { marker.range.clone() });
    let mut cuts: Vec<Range<usize>> = markers.chain(marks).collect();
    cuts.small_sort_by_key(|cut| cut.start);
    let mut text = String::new();
    let mut at = range.start;
    for cut in cuts {
        if cut.start >= at && cut.end <= range.end {
            text.push_str(block.text.get(at..cut.start).unwrap_or_default());
            at = cut.end;
        }
    }
    text.push_str(block.text.get(at..range.end).unwrap_or_default());
    tidy(&text)
}

/// The bracketed part of a narrative citation; the whole of it if it has none.
fn bracket_of(block: &Block, citation: &Citation) -> Range<usize> {
    let surface = block.text.get(citation.range.clone()).unwrap_or_default();
    match surface.rfind(['(', '[']) {
        Some(open) => citation.range.start + open..citation.range.end,
        None => citation.range.end..citation.range.end,
    }
}

/// Closes the gaps that removed markers leave, drops hanging conjunctions and punctuation at the head.
pub(crate) fn tidy(text: &str) -> String {
    static EMPTY_BRACKETS: LazyLock<Regex> = LazyLock::new(|| pattern(r"[(\[][\s,;–-]*[)\]]"));
    static SPACE_BEFORE_STOP: LazyLock<Regex> = LazyLock::new(|| pattern(r"\s+([,.;:)\]])"));
    static HEAD: LazyLock<Regex> = LazyLock::new(|| {
        pattern(r"(?i)^[\s,;:.–—-]*(?:(?:and|but|while|whereas|although|as well as|or)\s+)?")
    });
    let text = EMPTY_BRACKETS.replace_all(text, "");
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let text = SPACE_BEFORE_STOP.replace_all(&text, "$1");
    HEAD.replace(&text, "").trim().to_owned()
}

#[allow(clippy::unwrap_used, reason = "constant patterns, compiled in the tests")]
fn pattern(pattern: &str) -> Regex {
    Regex::new(pattern).unwrap()
}

#[cfg(test)]
mod tests {
    use super::*;
    use citelight_document::citation::Mapping;
    use citelight_document::markup::BlockKind;

    /// A document of one paragraph in which every `[…]` is a citation.
    fn document(text: &str) -> Document {
        let bracket = pattern(r"\[[0-9, ]+\]");
        let citations = bracket
            .find_iter(text)
            .enumerate()
            .map(|(index, found)| Citation {
                id: format!("c{index}"),
                block: 0,
                range: found.range(),
                sentence: 0,
                references: vec![index],
                status: Mapping::Linked,
                narrative: false,
            })
            .collect();
        let block = Block {
            kind: BlockKind::Paragraph,
            text: text.to_owned(),
            section: Vec::new(),
            sentences: vec![0..text.len()],
            origins: Vec::new(),
        };
        Document { blocks: vec![block], citations, ..Document::default() }
    }

    fn claims(text: &str) -> Vec<String> {
        let document = document(text);
        document.citations.iter().map(|citation| claim_of(&document, citation).text).collect()
    }

    #[test]
    fn one_citation_stands_for_the_whole_sentence() {
        assert_eq!(claims("Mortality fell by 59 % [3]."), ["Mortality fell by 59 %."]);
        assert_eq!(claims("As shown in [3], mortality fell."), ["As shown in, mortality fell."]);
    }

    #[test]
    fn several_citations_divide_a_sentence_into_what_each_says() {
        assert_eq!(
            claims(
                "Aspirin reduced the risk of stroke [1], whereas warfarin increased bleeding in the elderly [2]."
            ),
            ["Aspirin reduced the risk of stroke", "warfarin increased bleeding in the elderly."]
        );
    }

    #[test]
    fn the_mark_of_a_note_is_no_number_of_the_claim() {
        let text = "Mortality fell by 59 % [3].1 Sleep helped.";
        let mut document = document(text);
        document.blocks[0].sentences = vec![0..28, 29..text.len()];
        document.note_marks = vec![(0, 27..28)];
        let claim = claim_of(&document, &document.citations[0]);
        assert_eq!(
            (claim.text.as_str(), claim.next.as_deref()),
            ("Mortality fell by 59 %.", Some("Sleep helped."))
        );
        assert_eq!(document.note_marks_within(0, &(29..text.len())).count(), 0);
    }

    #[test]
    fn parts_that_say_nothing_share_the_sentence() {
        let whole = "BERT, GPT and T5 were pretrained on text.";
        assert_eq!(claims("BERT [1], GPT [2] and T5 [3] were pretrained on text.")[..2], [whole, whole]);
    }

    #[test]
    fn who_says_it_is_not_what_is_said() {
        assert_eq!(
            claims("Smith et al. [3] found that mice run faster at night."),
            ["Mice run faster at night."]
        );
        assert_eq!(claims("It has been shown that sleep helps the memory [3]."), ["Sleep helps the memory."]);
        assert_eq!(
            claims("Kumar and van der Berg [4] reported that yields doubled within two years."),
            ["Yields doubled within two years."]
        );
        for head in [
            "de Sousa et al. [4] observed that",
            "According to van der Meulen et al. [4],",
            "In the follow-up study by Smith et al. [4],",
            "As noted by Smith and Kim [4],",
        ] {
            let claimed = claims(&format!("{head} yields doubled within two years."));
            assert_eq!(claimed, ["Yields doubled within two years."], "{head}");
        }
        let own = "In the study of sleep, yields doubled within two years.";
        assert_eq!(claims(&own.replace('.', " [4].")), [own]);
    }
}
