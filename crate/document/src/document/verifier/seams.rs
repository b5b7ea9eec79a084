//! Sentences that break off: a paragraph that ends open where the next does not go on, or goes on where nothing is
//! open. Both are what a missing page or exchanged columns leave behind.

use super::anomalies::{anomaly, head, tail};
use super::citations::in_blocks;
use crate::citation::Citation;
use crate::document::{Anomaly, AnomalyKind, Document, Severity};
use crate::markup::{Block, BlockKind};

/// Words on which no sentence and no paragraph ends.
const NEVER_LAST: &[&str] = &[
    "the", "a", "an", "of", "and", "or", "to", "by", "for", "with", "from", "as", "is", "are", "was", "were",
    "be", "been", "that", "which", "these", "this", "those", "their", "its", "our", "his", "than", "but",
    "if", "when", "while", "where", "whose", "into", "between", "among", "during", "via", "per", "may",
    "can", "could", "should", "would", "will", "has", "have", "had", "nor", "whether", "because", "although",
    "such", "at", "in", "on",
];

/// Words that need a noun after them.
const DETERMINERS: &[&str] = &["the", "a", "an", "our", "their", "its", "his", "whose"];

/// Words that never follow a determiner.
const NEVER_AFTER_DETERMINER: &[&str] = &[
    "of", "and", "or", "to", "is", "are", "was", "were", "the", "a", "an", "that", "which", "by", "with",
    "from", "for", "has", "have", "had", "be", "been", "we", "they", "it", "than", "where", "while", "but",
    "in", "on", "at",
];

/// Words that need a noun phrase after them, or nearly so.
const PREPOSITIONS: &[&str] =
    &["of", "with", "from", "by", "into", "between", "among", "during", "via", "per", "at"];

/// Words that never follow a preposition.
const NEVER_AFTER_PREPOSITION: &[&str] = &[
    "of", "and", "or", "is", "are", "was", "were", "has", "have", "had", "be", "been", "than", "with",
    "from", "by",
];

/// Words after which no form of a verb but the finite or the bare one stands.
const CONJUNCTIONS: &[&str] = &["and", "or", "that", "which"];

/// Paragraphs shorter than this are labels and lines of their own, not sentences.
const LEAST_PARAGRAPH: usize = 60;

/// Paragraphs from this length on that hold sentences end with one.
const LEAST_PROSE: usize = 240;

/// How a paragraph ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// With a stop.
    Closed,
    /// With a colon, a formula: what follows may be anything.
    Unclear,
    /// With a word that may be the last of a line of its own.
    Open,
    /// With a word or a sign on which nothing ends.
    Torn,
}

/// How a paragraph begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Start {
    /// As a sentence does.
    Fresh,
    /// With a number, a sign, a word like `mRNA`.
    Unclear,
    /// In the middle of a sentence.
    Continues,
}

/// What stands between two paragraphs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Between {
    heading: bool,
    /// A caption, a table, a note: a sentence may go on after it.
    float: bool,
    /// A formula or a list: a sentence may end before it, go on after it, or both.
    part: bool,
}

/// A border of two paragraphs at which something is wrong.
pub(in crate::document) struct Broken {
    /// Index of the block before it.
    pub(in crate::document) left: usize,
    /// Index of the block after it.
    pub(in crate::document) right: usize,
    pub(in crate::document) anomaly: Anomaly,
}

/// Looks at every border between two paragraphs.
pub(in crate::document) fn borders(document: &Document) -> Vec<Broken> {
    let begins_elsewhere = |word: &str| begins_a_sentence(document, word);
    let mut previous: Option<(usize, &Block)> = None;
    let mut between = Between::default();
    let mut list = Vec::new();
    for (right, block) in document.blocks.iter().enumerate() {
        match block.kind {
            BlockKind::Heading(_) => between.heading = true,
            BlockKind::Caption | BlockKind::Table | BlockKind::Footnote => between.float = true,
            BlockKind::Math | BlockKind::ListItem => between.part = true,
            BlockKind::Paragraph if is_set_apart(&block.text) => between.part = true,
            BlockKind::Abstract => (previous, between) = (None, Between::default()),
            BlockKind::Paragraph => {
                if let Some((left, previous)) = previous
                    && let Some(anomaly) =
                        broken((previous, end_of_block(document, left)), block, between, &begins_elsewhere)
                {
                    list.push(Broken { left, right, anomaly });
                }
                (previous, between) = (Some((right, block)), Between::default());
            }
        }
    }
    list
}

/// Whether a paragraph is code or a formula in TeX, which stand between the parts of a sentence as formulas do.
fn is_set_apart(text: &str) -> bool {
    let text = text.trim();
    if ["\\[", "\\begin{", "$$"].iter().any(|tex| text.starts_with(tex)) {
        return true;
    }
    // What programs, shells and messages of protocols are made of, and sentences are not.
    let signs = text.bytes().filter(|byte| b"{}=<>_|#\\@*&~^`$;".contains(byte)).count();
    let calls = text.matches("(").count().saturating_sub(text.matches(" (").count());
    (signs + calls) * 16 > text.len()
}

/// Says what is wrong at the borders, and at the end of the document.
pub(super) fn check(document: &Document, found: &mut Vec<Anomaly>) {
    found.extend(borders(document).into_iter().map(|broken| broken.anomaly));
    let last = document.blocks.iter().enumerate().rev().find(|(_, block)| {
        !matches!(
            block.kind,
            BlockKind::Heading(_) | BlockKind::Caption | BlockKind::Table | BlockKind::Footnote
        )
    });
    if let Some((index, last)) = last.filter(|(_, last)| last.kind == BlockKind::Paragraph)
        && last.text.len() >= LEAST_PARAGRAPH
        && end_of_block(document, index) == End::Torn
    {
        found.push(anomaly(
            AnomalyKind::BrokenSentence,
            Severity::Warning,
            tail(&last.text),
            "the last paragraph ends in the middle of a sentence: the end of the document may be missing",
        ));
    }
}

/// What is wrong at the border of two paragraphs.
fn broken(
    (left, end): (&Block, End),
    right: &Block,
    between: Between,
    begins_elsewhere: &dyn Fn(&str) -> bool,
) -> Option<Anomaly> {
    let start = start_of(&right.text);
    if between.part {
        return None;
    }
    let is_text = left.text.len() >= LEAST_PARAGRAPH;
    let is_either = is_text || right.text.len() >= LEAST_PARAGRAPH;
    let (severity, place, hint) = match (end, start) {
        (End::Torn, _) if is_text && between.heading => (
            Severity::Warning,
            tail(&left.text),
            "the paragraph ends in the middle of a sentence and a heading follows: text before the heading may be missing",
        ),
        (End::Torn | End::Open, Start::Fresh | Start::Unclear)
            if is_text
                // `*p<0.05` is a line of its own, whatever stands before it.
                && (start == Start::Fresh || right.text.len() >= LEAST_PARAGRAPH)
                && !between.float
                && !between.heading
                && (end == End::Torn || is_prose_to_its_end(left)) =>
        {
            // Authors forget the stop after a citation, and before a statement that has a number. A dash between spaces may lead to
            // what is listed behind it.
            let is_slip = end == End::Open
                && (left.text.trim_end().ends_with([')', ']']) || begins_a_statement(&right.text))
                || left.text.trim_end().ends_with(" –");
            (
                if is_slip { Severity::Info } else { Severity::Warning },
                seam(left, right),
                "a sentence breaks off and another begins: text between them may be missing or out of order",
            )
        }
        (_, Start::Continues)
            if (end == End::Closed || between.heading) && right.text.len() >= LEAST_PARAGRAPH =>
        {
            // A gene, a package: its name begins sentences as it is written.
            let is_name = end == End::Closed && begins_elsewhere(first_word(&right.text));
            (
                if is_name { Severity::Info } else { Severity::Warning },
                seam(left, right),
                "the paragraph begins in the middle of a sentence: text before it may be missing or out of order",
            )
        }
        (End::Torn | End::Open, Start::Continues) if is_either && cannot_join(&left.text, &right.text) => (
            Severity::Warning,
            seam(left, right),
            "the two paragraphs do not make one sentence: text between them may be missing or out of order",
        ),
        (End::Torn | End::Open, Start::Continues) if is_either && !between.float && !between.heading => (
            // `… can be written as | where N is …`: most likely a formula that the page shows as a picture.
            if first_word(&right.text) == "where" { Severity::Info } else { Severity::Warning },
            seam(left, right),
            "a sentence runs over the border of two paragraphs: a formula or text between them may be missing or out of order",
        ),
        _ => return None,
    };
    Some(anomaly(AnomalyKind::BrokenSentence, severity, place, hint))
}

/// Letters of a word after which a stop ends a sentence; shorter ones may be abbreviations: `al.`, `Fig.`, `vs.`
const LEAST_LAST_WORD: usize = 5;

/// Whether a word in small letters begins a sentence in the middle of some paragraph.
fn begins_a_sentence(document: &Document, word: &str) -> bool {
    let begins = |text: &str| {
        text.match_indices(word).any(|(at, _)| {
            let (before, after) = (&text[..at], &text[at + word.len()..]);
            let ends = before.strip_suffix(". ").is_some_and(|sentence| {
                sentence.ends_with([')', ']']) || last_word(sentence).chars().count() >= LEAST_LAST_WORD
            });
            ends && !after.starts_with(|c: char| c.is_alphanumeric() || c == '-')
        })
    };
    !word.is_empty() && document.blocks.iter().any(|block| begins(&block.text))
}

/// Whether a text begins as a numbered statement does: `Example 3.1`, `Theorem 2`.
fn begins_a_statement(text: &str) -> bool {
    const STATEMENTS: &[&str] = &[
        "Assumption",
        "Claim",
        "Conjecture",
        "Corollary",
        "Definition",
        "Example",
        "Lemma",
        "Observation",
        "Problem",
        "Proof",
        "Property",
        "Proposition",
        "Remark",
        "Theorem",
    ];
    let text = text.trim_start();
    let word = first_word(text);
    let rest = text[word.len()..].trim_start();
    STATEMENTS.contains(&word) && (word == "Proof" || rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// Whether a paragraph is made of sentences up to its last words: those are no line of their own.
fn is_prose_to_its_end(block: &Block) -> bool {
    let Some(last) = block.sentences.last() else { return false };
    let tail = block.text.get(last.clone()).unwrap_or_default();
    block.sentences.len() >= 3
        && block.text.len() >= LEAST_PROSE
        && tail.split(' ').count() >= 4
        && tail.ends_with(|c: char| c.is_alphanumeric() || c == ')')
}

/// The end of one paragraph and the beginning of the next.
fn seam(left: &Block, right: &Block) -> String {
    format!("{} | {}", tail(&left.text), head(&right.text))
}

/// How a block ends, the citations after its last stop left aside.
pub(super) fn end_of_block(document: &Document, index: usize) -> End {
    let Some(block) = document.blocks.get(index) else { return End::Unclear };
    end_of(without_citations(&block.text, in_blocks(&document.citations, index..index + 1)))
}

/// A text without the citations, in the order of the text, that stand behind its last stop: `.6 7 8`, `. [12], [13]`.
fn without_citations<'t>(text: &'t str, citations: &[Citation]) -> &'t str {
    let is_between =
        |c: char| is_closer(c) || c.is_whitespace() || matches!(c, ',' | ';' | '-' | '–' | '‐' | '(' | '[');
    let mut bare = text;
    for citation in citations.iter().rev() {
        let end = bare.trim_end_matches(is_between).len();
        if citation.range.end < end {
            break;
        }
        bare = bare.get(..citation.range.start.min(end)).unwrap_or_default();
    }
    let before = bare.trim_end_matches(is_between);
    if bare.len() < text.len() && before.ends_with(is_stop) { before } else { text }
}

/// How a text ends, citation markers and closing signs after the stop left aside.
pub(super) fn end_of(text: &str) -> End {
    let mut text = text.trim_end();
    // A formula in TeX that the page leaves to a script; an address.
    if text.ends_with("\\]") || text.ends_with("\\)") || ends_in_address(text) {
        return End::Unclear;
    }
    loop {
        let bare = text.trim_end_matches(|c: char| is_closer(c) || c.is_whitespace());
        let bare = without_marker(bare);
        if bare.len() == text.len() {
            break;
        }
        // `(see Fig. 3)` does not end as its inside does, unless a stop stands there.
        if !bare.ends_with(is_stop) && text.ends_with([')', ']']) {
            return End::Open;
        }
        text = bare;
    }
    match text.chars().next_back() {
        None | Some(':' | ';' | '$' | '|') => End::Unclear,
        Some(c) if is_stop(c) => End::Closed,
        Some(',' | '-' | '–' | '(' | '[') => End::Torn,
        Some(c) if c.is_alphabetic() => {
            let word = last_word(text);
            if NEVER_LAST.contains(&word) { End::Torn } else { End::Open }
        }
        Some(_) => End::Open,
    }
}

fn is_stop(c: char) -> bool {
    matches!(c, '.' | '!' | '?' | '…' | '。' | '！' | '？')
}

fn is_closer(c: char) -> bool {
    matches!(c, ')' | ']' | '}' | '”' | '’' | '"' | '\'' | '»' | '*' | '†' | '■' | '□' | '∎' | '◻')
}

/// Without the citation marker that stands after a stop: `.5`, `.6,7`, `.¹²`, `. [12]`.
fn without_marker(text: &str) -> &str {
    let bare = text.trim_end_matches(|c: char| {
        c.is_ascii_digit() || "⁰¹²³⁴⁵⁶⁷⁸⁹".contains(c) || matches!(c, ',' | '-' | '–' | '‐')
    });
    let bare = bare.strip_suffix('[').map_or(bare, str::trim_end);
    // `in 1999,` ends with a comma, not with a marker.
    if bare.ends_with(is_stop) && !text.ends_with([',', '-', '–']) { bare } else { text }
}

/// Whether a text ends in an address: `ann@example.org`, `ann [at] example [dot] org`, `https://example.org/ann`.
pub(super) fn ends_in_address(text: &str) -> bool {
    let mut words = text.trim_end().rsplit(char::is_whitespace);
    let last = words.next().unwrap_or_default();
    last.contains("://")
        || last.contains('@')
        || last.starts_with("www.")
        || words.next().is_some_and(|word| matches!(word, "[dot]" | "(dot)" | "{dot}"))
}

fn last_word(text: &str) -> &str {
    let start =
        text.char_indices().rev().find(|(_, c)| !c.is_alphabetic()).map_or(0, |(at, c)| at + c.len_utf8());
    &text[start..]
}

fn first_word(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '-').unwrap_or(text.len());
    &text[..end]
}

/// How a text begins.
pub(super) fn start_of(text: &str) -> Start {
    let text =
        text.trim_start_matches(|c: char| matches!(c, '“' | '"' | '‘' | '\'' | '«') || c.is_whitespace());
    let Some(first) = text.chars().next() else { return Start::Unclear };
    if matches!(first, ',' | ';' | ')' | ']') {
        return Start::Continues;
    }
    if first.is_lowercase() {
        let word = first_word(text);
        let plain = word.chars().count() > 1 && word.chars().all(|c| c.is_lowercase() || c == '-');
        // `e.g.`, `i.`, `https://`, `van der Berg`: beginnings of lines of their own.
        let after = text[word.len()..].chars().next().unwrap_or(' ');
        let named = matches!(
            word,
            "van"
                | "von"
                | "de"
                | "der"
                | "den"
                | "di"
                | "la"
                | "le"
                | "el"
                | "al"
                | "eds"
                | "doi"
                | "http"
                | "https"
                | "www"
        );
        let goes_on = after.is_whitespace() || matches!(after, ',' | ';' | ')' | '.' | '?');
        return if plain && !named && goes_on { Start::Continues } else { Start::Unclear };
    }
    if first.is_uppercase() || first.is_alphabetic() { Start::Fresh } else { Start::Unclear }
}

/// Whether the end of one text and the beginning of another cannot stand in one sentence.
pub(super) fn cannot_join(left: &str, right: &str) -> bool {
    let left = left.trim_end();
    let (last, first) = (last_word(left), first_word(right.trim_start()));
    DETERMINERS.contains(&last) && NEVER_AFTER_DETERMINER.contains(&first)
        || PREPOSITIONS.contains(&last) && NEVER_AFTER_PREPOSITION.contains(&first)
        || CONJUNCTIONS.contains(&last) && matches!(first, "and" | "or" | "of")
        || left.ends_with(['(', ',']) && right.trim_start().starts_with([',', ')', ';'])
}

#[cfg(test)]
mod tests {
    use super::{
        End, Start, begins_a_sentence, begins_a_statement, borders, cannot_join, end_of, end_of_block,
        start_of,
    };
    use crate::citation::{Citation, Mapping};
    use crate::document::{Document, Severity};
    use crate::markup::{Block, BlockKind};

    fn document(texts: &[&str]) -> Document {
        let block = |text: &&str| Block {
            kind: BlockKind::Paragraph,
            text: (*text).to_owned(),
            section: Vec::new(),
            sentences: text.match_indices(". ").map(|(at, _)| 0..at).chain([0..text.len()]).collect(),
            origins: Vec::new(),
        };
        Document { blocks: texts.iter().map(block).collect(), ..Document::default() }
    }

    fn severities(texts: &[&str]) -> Vec<Severity> {
        borders(&document(texts)).into_iter().map(|broken| broken.anomaly.severity).collect()
    }

    #[test]
    fn code_and_formulas_in_tex_stand_between_the_parts_of_a_sentence() {
        let before = "The levels of all weirs of the country are read by a call of one function, and";
        let after = "is what it returns, as the makers of the package say in the words of its manual.";
        for between in [
            "weir.read(level=\"upper\")",
            "POST /path?param=value HTTP/1.1 Host: www.example.com X-Empty: {}; a=b; c=d",
            r"\[ p(y_{i+1} \,|\, y_{1:i}) = \int p(\theta) \]",
            r"\begin{equation*} A = B \end{equation*}",
        ] {
            assert_eq!(severities(&[before, between, after]), [], "{between}");
        }
        assert_eq!(end_of(r"from which we estimate \(p(\theta)\)"), End::Unclear);
        let prose =
            "The weirs (as they are called) were of oak [1], of pine [2] and of stone [3, 4] in the north.";
        assert_eq!(severities(&[before, prose]), [Severity::Warning]);
    }

    #[test]
    fn what_authors_do_is_no_alarm() {
        let before = "The restriction site was used for genotyping of the mutants, as it was done before.";
        let gene = "aplnra mutants were generated by mutagenesis, and the offspring was kept for a year.";
        let elsewhere =
            "It lies at the somite boundary. aplnra expression is strong there, and weak elsewhere.";
        assert_eq!(severities(&[before, gene, elsewhere]), [Severity::Info]);
        assert_eq!(
            severities(&[before, gene, before]),
            [Severity::Warning],
            "no other sentence begins with it"
        );
        let legend =
            "Values are means of three runs. HRSD=Hamilton Rating Scale, YMRS=Young Mania Rating Scale,";
        assert_eq!(severities(&[legend, "*p<0.05"]), []);
        let long = "Weirs of oak are old, and those of pine are older, as everybody knows. They were built of timber from the north, which was cheap and near. Nobody knows \
                    who built the first one, and nobody wrote it down. It was found in many of the patients who were \
                    treated early (Lenz and Byl, 1999a; Lenz et al., 1999b)";
        assert_eq!(
            severities(&[long, "Here, we used a method that others had used before us in other rivers."]),
            [Severity::Info]
        );
        let parameters = long.replace(" (Lenz and Byl, 1999a; Lenz et al., 1999b)", "");
        let example =
            "Example 3.1 (Parametrising a sentence). Let there be a weir of oak in a river of the north.";
        assert_eq!(severities(&[&parameters, example]), [Severity::Info]);
        let other = "Here, we used a method that others had used before us in other rivers.";
        assert_eq!(severities(&[&parameters, other]), [Severity::Warning]);
    }

    #[test]
    fn names_and_statements_begin_as_they_are_written() {
        let text =
            ["Jones et al. reported it (see Fig. shown there). They did. apln is a gene. Of it, apln again."];
        let document = document(&text);
        assert!(!begins_a_sentence(&document, "reported"));
        assert!(!begins_a_sentence(&document, "shown"));
        assert!(!begins_a_sentence(&document, "apln"), "`did` might be an abbreviation");
        let other = self::document(&["It was measured. apln is a gene."]);
        assert!(begins_a_sentence(&other, "apln") && !begins_a_sentence(&other, "apl"));
        assert!(begins_a_statement("Theorem 2. Let it be.") && begins_a_statement("Proof. Let it be."));
        assert!(!begins_a_statement("Examples are many.") && !begins_a_statement("Theorem of Bayes"));
    }

    #[test]
    fn ends_and_starts_are_told_apart() {
        for (text, end) in [
            ("It works.", End::Closed),
            ("It works.[12,13]", End::Closed),
            ("It works.5", End::Closed),
            ("It works.6,7", End::Closed),
            ("It works (Smith, 2020).", End::Closed),
            ("“It works.”", End::Closed),
            ("as follows:", End::Unclear),
            ("we have $x = 1$", End::Unclear),
            ("E-mail: ann [at] example [dot] org", End::Unclear),
            ("Write to ann@example.org", End::Unclear),
            ("It stands at https://example.org/ann", End::Unclear),
            ("the value of 12", End::Open),
            ("the value (Fig. 3)", End::Open),
            ("Author contributions", End::Open),
            ("measured by the", End::Torn),
            ("in 1999,", End::Torn),
            ("hyphen-", End::Torn),
            ("", End::Unclear),
        ] {
            assert_eq!(end_of(text), end, "{text}");
        }
        for (text, start) in [
            ("We see", Start::Fresh),
            ("“We see", Start::Fresh),
            ("cells were grown", Start::Continues),
            (", and so on", Start::Continues),
            ("mRNA levels rose", Start::Unclear),
            ("p values below", Start::Unclear),
            ("e.g. this", Start::Unclear),
            ("12 mice", Start::Unclear),
            ("van der Berg said", Start::Unclear),
            ("我们", Start::Fresh),
            ("", Start::Unclear),
        ] {
            assert_eq!(start_of(text), start, "{text}");
        }
    }

    #[test]
    fn citations_behind_the_last_stop_are_no_part_of_the_sentence() {
        let ending = |text: &str, surfaces: &[&str]| {
            let mut from = 0;
            let citation = |surface: &&str| {
                let start = from + text[from..].find(surface).unwrap();
                from = start + surface.len();
                Citation {
                    id: String::new(),
                    block: 1,
                    range: start..from,
                    sentence: 0,
                    references: Vec::new(),
                    status: Mapping::Unmatched,
                    narrative: false,
                }
            };
            let citations = surfaces.iter().map(citation).collect();
            end_of_block(&Document { citations, ..document(&["Before it.", text]) }, 1)
        };
        for (text, surfaces) in [
            ("It works in tissue.2, 3", &["2", "3"][..]),
            ("It works in tissue.1 2", &["1", "2"]),
            ("It works in tissue. 2", &["2"]),
            ("It works in tissue.6 7 17–19", &["6", "7", "17–19"]),
            ("It works in tissue. [12], [13]–[15]", &["[12]", "[13]", "[15]"]),
            ("It works in tissue. (Ann 2020; Byl, 2021)", &["(Ann 2020", "Byl, 2021)"]),
            ("It works in tissue.” 5, 6", &["5, 6"]),
        ] {
            assert_eq!(ending(text, surfaces), End::Closed, "{text}");
        }
        assert_eq!(ending("It works in tissue2, 3", &["2", "3"]), End::Open);
        assert_eq!(ending("It works in tissue. Fig. 3 shows 2", &["2"]), End::Open);
        assert_eq!(ending("as was shown by the", &[]), End::Torn);
    }

    #[test]
    fn words_that_cannot_meet() {
        assert!(cannot_join("measured by the", "of cells"));
        assert!(cannot_join("the growth of", "and then"));
        assert!(!cannot_join("the growth of", "cells"));
        assert!(!cannot_join("in order to", "be seen"));
        assert!(!cannot_join("the size of", "the cells"));
    }
}
