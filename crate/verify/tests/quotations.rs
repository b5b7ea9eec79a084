//! Quotations made from open articles by a seeded generator: word for word, with an ellipsis, with another word, with another number,
//! of another paper. How many alterations are found, and is any true quotation called altered?

#![expect(clippy::unwrap_used, reason = "helpers of tests")]

use std::fs;
use std::path::Path;

use citelight_document::document::Content;
use citelight_document::document::segmented::{Passage, SegmentedText};
use citelight_types::finding::Extent;
use citelight_verify::claim::Claim;
use citelight_verify::quotation::{Outcome, Quotation, look_up_quotations};

/// A generator of numbers that are the same in every run (Marsaglia's xorshift).
struct Seeded(u64);

impl Seeded {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end.max(1) as u64) as usize
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Verbatim,
    Ellipsis,
    Word,
    Number,
    OtherPaper,
}

const KINDS: [Kind; 5] = [Kind::Verbatim, Kind::Ellipsis, Kind::Word, Kind::Number, Kind::OtherPaper];
const EACH: usize = 12;
const MARKS: [(&str, &str); 7] =
    [("“", "”"), ("„", "“"), ("«", "»"), ("»", "«"), ("\"", "\""), ("‘", "’"), ("“", "“")];

fn sources() -> Vec<Vec<Passage>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/sources");
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| !path.ends_with("README.md"));
    paths.sort();
    let read = |path: &Path| {
        let text = fs::read_to_string(path).unwrap();
        let document = Content::alone(text).parse("paper.md", false).unwrap();
        SegmentedText::of(&document, "a paper", Extent::FullText).passages
    };
    paths.iter().map(|path| read(path)).collect()
}

/// A run of words of one sentence without quotation marks of its own.
fn run(passages: &[Passage], random: &mut Seeded, wanted: impl Fn(&[&str]) -> bool) -> Option<Vec<String>> {
    for _ in 0..400 {
        let passage = &passages[random.below(passages.len())];
        let sentence = passage.sentence(random.below(passage.sentences.len()));
        let words: Vec<&str> = sentence.split_whitespace().collect();
        if words.len() < 9 || sentence.contains(['“', '”', '"', '‘', '«', '»', '[', '…', '\'', '`'])
        {
            continue;
        }
        let length = 7 + random.below(14.min(words.len() - 7));
        let start = random.below(words.len() - length + 1);
        let chosen = &words[start..start + length];
        let letters = chosen.iter().filter(|word| word.chars().all(char::is_alphabetic)).count();
        if letters * 2 > length && wanted(chosen) {
            return Some(chosen.iter().map(|word| (*word).to_owned()).collect());
        }
    }
    None
}

fn is_plain(word: &str) -> bool {
    word.chars().count() >= 5 && word.chars().all(|c| c.is_lowercase())
}

fn has_digit(words: &[&str]) -> bool {
    words.iter().any(|word| word.chars().any(|c| c.is_ascii_digit()) && !word.contains('('))
}

/// The words of a quotation of one kind from a source, or from another one.
fn made(kind: Kind, own: &[Passage], other: &[Passage], random: &mut Seeded) -> Option<String> {
    let plain = |words: &[&str]| words[2..words.len() - 2].iter().any(|word| is_plain(word));
    let from = if kind == Kind::OtherPaper { other } else { own };
    let mut words =
        if kind == Kind::Number { run(from, random, has_digit) } else { run(from, random, plain) }?;
    match kind {
        Kind::Verbatim => {
            let mut letters = words[0].chars();
            let first = letters.next()?;
            let rest: String = letters.collect();
            words[0] = match random.below(4) {
                0 if first.is_lowercase() => format!("[{}]{rest}", first.to_uppercase()),
                1 if first.is_lowercase() => format!("{}{rest}", first.to_uppercase()),
                _ => words[0].clone(),
            };
            let text = words.join(" ");
            return Some(if random.below(2) == 0 {
                text.replace("fi", "ﬁ").replace('-', "‐")
            } else {
                text
            });
        }
        Kind::Ellipsis => {
            let from = 2 + random.below(2);
            let left_out = 1 + random.below(words.len() - from - 3);
            let sign = ["…", "...", "[…]", "[...]", ". . .", "(…)"][random.below(6)];
            words.splice(from..from + left_out, [sign.to_owned()]);
        }
        Kind::Word => {
            let places: Vec<usize> = (1..words.len() - 1).filter(|at| is_plain(&words[*at])).collect();
            let at = places[random.below(places.len())];
            let foreign = run(other, random, plain)?;
            let new = foreign.iter().find(|word| is_plain(word) && !words.contains(word))?;
            words[at].clone_from(new);
        }
        Kind::Number => {
            let at = words.iter().position(|word| word.chars().any(|c| c.is_ascii_digit()))?;
            let changed = |c: char| match c.to_digit(10) {
                Some(digit) => char::from_digit((digit + 3) % 10, 10).unwrap(),
                None => c,
            };
            words[at] = words[at].chars().map(changed).collect();
        }
        Kind::OtherPaper => {}
    }
    Some(words.join(" "))
}

fn looked_up(text: &str, passages: &[Passage], (open, close): (&str, &str)) -> Vec<Quotation> {
    let sentence = format!("As the authors write, {open}{text}{close}, and others agree.");
    let claim = Claim { text: sentence.clone(), sentence, joint: 1, ..Claim::default() };
    look_up_quotations(&claim, passages)
}

#[test]
fn alterations_are_found_and_no_true_quotation_is_called_altered() {
    let sources = sources();
    let mut random = Seeded(0x5EED);
    let (mut cases, mut altered, mut found) = (0, 0, 0);
    let (mut foreign, mut missing) = (0, 0);
    let mut wrong = Vec::new();
    for (index, own) in sources.iter().enumerate() {
        let other = &sources[(index + 3) % sources.len()];
        for kind in KINDS.into_iter().flat_map(|kind| [kind; EACH]) {
            let Some(text) = made(kind, own, other, &mut random) else { continue };
            let quotations = looked_up(&text, own, MARKS[random.below(MARKS.len())]);
            // Where two marks are alike one may close another's quotation: then it is none.
            let [quotation] = quotations.as_slice() else {
                if kind != Kind::OtherPaper {
                    wrong.push(format!("{kind:?}: no quotation in “{text}”"));
                }
                continue;
            };
            cases += 1;
            match (kind, &quotation.outcome) {
                (Kind::Verbatim | Kind::Ellipsis, Outcome::Found(_)) => {}
                (Kind::Verbatim | Kind::Ellipsis, outcome) => {
                    wrong.push(format!("{kind:?}: “{text}” is {outcome:?}"));
                }
                (Kind::OtherPaper, outcome) => {
                    foreign += 1;
                    missing += usize::from(*outcome == Outcome::Missing);
                }
                (Kind::Word | Kind::Number, outcome) => {
                    altered += 1;
                    found += usize::from(matches!(outcome, Outcome::Altered { .. }));
                }
            }
        }
    }
    println!("{cases} cases; altered {found} of {altered}; of another paper, missing {missing} of {foreign}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(cases >= 200, "{cases}");
    assert!(found as f64 >= 0.95 * f64::from(altered), "altered: {found} of {altered}");
    assert!(missing as f64 >= 0.95 * f64::from(foreign), "of another paper: {missing} of {foreign}");
}

#[test]
fn the_altered_words_and_their_place_are_told() {
    let sources = sources();
    let passage = sources[0].iter().find(|passage| passage.text.contains("literature graph")).unwrap();
    let start = passage.text.find("literature graph").unwrap();
    let original: Vec<&str> = passage.text[start..].split_whitespace().take(9).collect();
    let mut changed = original.clone();
    changed[1] = "forest";
    let [quotation] = &looked_up(&changed.join(" "), &sources[0], ("“", "”"))[..] else { panic!() };
    let Outcome::Altered { at, differences } = &quotation.outcome else { panic!("{quotation:?}") };
    let [difference] = &differences[..] else { panic!("{differences:?}") };
    assert_eq!((difference.quoted.as_str(), difference.source.as_str()), ("forest", "graph"));
    assert!(sources[0][at.passage].text[at.range.clone()].starts_with("literature graph"));
}
