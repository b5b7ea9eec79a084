//! Lists of authors as bibliographies print them.

use std::ops::Range;

use super::acronyms::{around_bracket, name_and_acronym, spells};
use super::organisations::is_organisation;
use citelight_types::text::person::Person;

/// Lower-case particles that begin a family name.
pub const PARTICLES: &[&str] = &[
    "van", "von", "vander", "der", "den", "de", "del", "della", "di", "da", "das", "dos", "do", "du", "des",
    "la", "le", "lo", "el", "al", "bin", "ibn", "ben", "ten", "ter", "te", "zu", "zur", "zum", "af", "av",
    "t", "y", "e", "in", "op", "st", "san", "dal", "degli",
];

/// Most people read from one list.
const MOST_PEOPLE: usize = 5_000;

/// Authors of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Authors {
    pub(crate) people: Vec<Person>,
    /// The list ends in "et al.".
    pub(crate) truncated: bool,
}

/// What parts two names or two halves of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Separator {
    Comma,
    Semicolon,
    /// "and", "&" and their kind: parts people only.
    And,
    /// `Bugnon (A.-L.)`: given names follow.
    Bracket,
}

/// A stretch between separators.
#[derive(Clone, Debug)]
struct Chunk<'a> {
    text: &'a str,
    words: Vec<Word<'a>>,
    /// What stands after it.
    separator: Separator,
}

/// A word of a name; `J.O.` is two.
#[derive(Clone, Debug)]
struct Word<'a> {
    range: Range<usize>,
    text: &'a str,
}

/// Reads the people and organisations of a text that holds nothing else. The order of family and given names is told
/// by initials and commas, name by name.
pub(crate) fn authors(text: &str) -> Authors {
    // The list's number: `20.Patton W`; the letter of one of several works under a number: `(a) Tun, K.`
    let letter = text.strip_prefix('(').unwrap_or(text);
    let unlettered =
        letter.strip_prefix(|c: char| c.is_ascii_lowercase()).and_then(|rest| rest.strip_prefix(") "));
    let text = unlettered.unwrap_or(text);
    let text = text
        .trim_start_matches(|c: char| c.is_ascii_digit() || c.is_ascii_punctuation() || c.is_whitespace());
    let (text, truncated) = without_et_al(text);
    if let Some(name) = body_with_acronym(text) {
        return Authors { people: vec![organisation(name)], truncated };
    }
    if is_one_organisation(text) {
        return Authors { people: vec![organisation(text)], truncated };
    }
    let chunks = chunks(text);
    let by_semicolon = chunks.iter().any(|chunk| chunk.separator == Separator::Semicolon);
    let mut people = Vec::new();
    let mut at = 0;
    while let Some(chunk) = chunks.get(at)
        && people.len() < MOST_PEOPLE
    {
        let halves = matches!(chunk.separator, Separator::Comma | Separator::Bracket);
        let next = chunks.get(at + 1).filter(|_| halves);
        let (person, used) =
            match next.and_then(|next| inverted(chunk, next, people.is_empty(), by_semicolon)) {
                Some(person) => (Some(person), 2),
                None => (person(chunk, spells_given(&chunks, at)), 1),
            };
        at += used;
        // `Smith, J., Jr.`
        while chunks.get(at).is_some_and(|chunk| chunk.words.iter().all(|word| is_suffix(word.text))) {
            at += 1;
        }
        people.extend(person.filter(|person| person.family.chars().any(char::is_alphabetic)));
    }
    Authors { people, truncated }
}

/// Whether a name that begins with an initial goes on with a given name, `M Lynne Murphy`: the others of the list print theirs in
/// full, or it stands alone without a stop, as no style prints the initials before two family names.
fn spells_given(chunks: &[Chunk<'_>], at: usize) -> bool {
    let Some([first, _, _]) = chunks.get(at).map(|chunk| chunk.words.as_slice()) else { return false };
    if !is_initials(first.text) {
        return false;
    }
    let is_spelled = |chunk: &Chunk<'_>| {
        chunk.words.len() > 1
            && !chunk.words.iter().any(|word| is_initials(word.text))
            && !is_organisation(chunk.text)
    };
    // Neighbours tell, so that long lists stay linear.
    let around = chunks.get(at.saturating_sub(3)..chunks.len().min(at + 4)).unwrap_or_default();
    let is_alone = chunks.len() == 1 && first.text.chars().count() == 1;
    is_alone || around.iter().any(is_spelled) && around.iter().all(|chunk| chunk.words.len() > 1)
}

/// Cuts "et al." and its kind off the end.
fn without_et_al(text: &str) -> (&str, bool) {
    let text = text.trim();
    let lower = text.to_ascii_lowercase();
    // Lower-casing ASCII keeps every byte where it is.
    let endings = [
        "et al",
        "et alii",
        "and others",
        "& others",
        "et coll",
        "et autres",
        "u. a",
        "u.a",
        "m. fl",
        "m.fl",
        "y otros",
        "e outros",
        "i in",
        "и др",
        "等",
        "他",
        "ほか",
        "ら",
        "외",
        "등",
    ];
    for ending in endings {
        let trimmed = lower.trim_end_matches(|c: char| !c.is_alphanumeric());
        if let Some(head) = trimmed.strip_suffix(ending)
            && (head.is_empty() || !head.ends_with(|c: char| c.is_ascii_alphanumeric()))
        {
            return (text.get(..head.len()).unwrap_or_default(), true);
        }
    }
    // `Jhala R., Vazou N., others`
    let trimmed = lower.trim_end_matches(|c: char| !c.is_alphanumeric());
    if let Some(head) = trimmed.strip_suffix("others").map(str::trim_end)
        && head.ends_with([',', ';'])
    {
        return (text.get(..head.len()).unwrap_or_default(), true);
    }
    if let Some(at) = lower.find("et al").filter(|at| {
        let after = lower.get(at + 5..).unwrap_or_default();
        let before = lower.get(..*at).unwrap_or_default();
        before.ends_with(|c: char| !c.is_alphanumeric()) && !after.starts_with(char::is_alphanumeric)
    }) {
        return (text.get(..at).unwrap_or_default(), true);
    }
    // `and 23 others`, `+ 5 more`
    let mut words = lower.split_whitespace().rev();
    if matches!(words.next(), Some("others" | "more" | "colleagues"))
        && let Some(count) = words.next().filter(|word| word.bytes().all(|byte| byte.is_ascii_digit()))
        && let Some(at) = lower.rfind(count)
    {
        let head = text.get(..at).unwrap_or_default().trim_end_matches(|c: char| !c.is_alphanumeric());
        return (head.strip_suffix(" and").unwrap_or(head), true);
    }
    (text, false)
}

/// Parts a list at its separators.
fn chunks(text: &str) -> Vec<Chunk<'_>> {
    let mut chunks = Vec::new();
    let mut start = 0;
    let mut push = |start: usize, end: usize, separator: Separator| {
        let text = text.get(start..end).unwrap_or_default();
        let words = words(text);
        if words.is_empty() {
            // `Smith, J., & Jones`: the stronger of two separators in a row counts.
            if let Some(last) = chunks.last_mut().filter(|_| separator != Separator::Bracket) {
                let last: &mut Chunk<'_> = last;
                last.separator = match (last.separator, separator) {
                    (Separator::Comma | Separator::Bracket, stronger) => stronger,
                    (strong, _) => strong,
                };
            }
            return;
        }
        chunks.push(Chunk { text: text.trim(), words, separator });
    };
    let mut at = 0;
    while let Some(c) = text.get(at..).and_then(|rest| rest.chars().next()) {
        let (length, separator) = match c {
            ',' | '，' | '、' => (c.len_utf8(), Separator::Comma),
            ';' | '；' | '/' | '|' | '•' | '·' => (c.len_utf8(), Separator::Semicolon),
            // Two Chinese or Japanese names; in Katakana it parts the halves of one.
            '・' if !text.contains(is_katakana) => (c.len_utf8(), Separator::Semicolon),
            '&' | '+' | '…' => (c.len_utf8(), Separator::And),
            '(' | '[' | '（' | ')' | ']' | '）' => (c.len_utf8(), Separator::Bracket),
            c if c.is_whitespace() => match conjunction(text.get(at + c.len_utf8()..).unwrap_or_default()) {
                Some(length) => (c.len_utf8() + length, Separator::And),
                None => {
                    at += c.len_utf8();
                    continue;
                }
            },
            c => {
                at += c.len_utf8();
                continue;
            }
        };
        push(start, at, separator);
        at += length;
        start = at;
    }
    push(start, text.len(), Separator::And);
    chunks
}

fn is_katakana(c: char) -> bool {
    c != '・' && matches!(c, '\u{30a0}'..='\u{30ff}')
}

/// Bytes of "and " in one of the languages of bibliographies at the start of a text.
fn conjunction(text: &str) -> Option<usize> {
    ["and", "und", "et", "y", "och", "og", "en", "und", "i", "и", "with", "e"].into_iter().find_map(|word| {
        let rest = text.strip_prefix(word)?;
        rest.starts_with(char::is_whitespace).then_some(word.len())
    })
}

/// Words of a chunk, parted at white space and after the stops of initials.
fn words(text: &str) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let mut start = None;
    let mut push = |range: Range<usize>| {
        let own = text.get(range.clone()).unwrap_or_default();
        if own.chars().any(char::is_alphanumeric) {
            words.push(Word { range, text: own });
        }
    };
    for (at, c) in text.char_indices() {
        if c.is_whitespace() || matches!(c, '*' | '†' | '"' | '“' | '”' | '\u{2060}') {
            if let Some(from) = start.take() {
                push(from..at);
            }
            continue;
        }
        start.get_or_insert(at);
        if c == '.'
            && let Some(from) = start.take()
        {
            push(from..at + 1);
        }
    }
    if let Some(from) = start {
        push(from..text.len());
    }
    words
}

/// Whether a word is an initial or several: `J.`, `-P`, `JO`, `Yu.`; unstopped ones are capitals only.
fn is_initials(word: &str) -> bool {
    let stopped = word.ends_with('.');
    let mut letters = 0;
    let mut lower = 0;
    let core = word.trim_matches(|c: char| !c.is_alphanumeric());
    if is_suffix(core) && core.len() > 1 {
        return false;
    }
    for c in core.chars() {
        if c.is_uppercase() || !c.is_lowercase() && c.is_alphabetic() {
            letters += 1;
        } else if c.is_lowercase() {
            lower += 1;
        } else if !matches!(c, '-' | '‐' | '‑' | '–' | '’' | '\'') {
            return false;
        }
    }
    let dense = core.starts_with(super::string::is_dense);
    !dense
        && core.starts_with(char::is_uppercase)
        && if stopped { letters <= 4 && lower <= 1 } else { letters <= 3 && lower == 0 }
}

/// Initials without `Yu.` and its kind: at the end of a name that is a short family name before a full stop.
fn is_capitals(word: &str) -> bool {
    is_initials(word) && !word.chars().any(char::is_lowercase)
}

/// `Jr`, `III`.
fn is_suffix(word: &str) -> bool {
    matches!(
        word.trim_matches(|c: char| !c.is_alphanumeric()),
        "Jr" | "Sr" | "II" | "III" | "IV" | "2nd" | "3rd" | "jr" | "JR" | "Ph" | "PhD" | "Dr"
    )
}

/// What an editor is called behind the name: `López Morales, H. ed.`
fn is_role(word: &str) -> bool {
    matches!(word.trim_end_matches('.'), "ed" | "eds" | "hrsg" | "coord" | "coords" | "dir" | "comp" | "org")
}

fn is_particle(word: &str) -> bool {
    let word = word.trim_end_matches('.');
    (2..=6).contains(&word.len()) && PARTICLES.contains(&word.to_lowercase().as_str())
        || matches!(word, "d’" | "d'" | "’t" | "'t")
}

/// `Smith` | `J. O.`, or `Smith` | `John`: a family name and what follows its comma.
fn inverted(family: &Chunk<'_>, given: &Chunk<'_>, is_first: bool, by_semicolon: bool) -> Option<Person> {
    let is_name = |word: &&Word<'_>| !is_suffix(word.text) && !is_role(word.text);
    let names: Vec<&Word<'_>> = given.words.iter().filter(is_name).collect();
    // `Smith, J. van der`: the particle belongs to the family name.
    let core = names.iter().rposition(|word| !is_particle(word.text)).map_or(0, |last| last + 1);
    let (core, particles) = names.split_at(core);
    if core.is_empty() || family.words.len() > 5 {
        return None;
    }
    let initials = core.iter().all(|word| is_initials(word.text));
    let own_initials = family.words.iter().any(|word| is_initials(word.text) && word.text.ends_with('.'))
        || ends_in_own_initials(&family.words, &given.words);
    let words = family.words.iter().filter(|word| !is_particle(word.text)).count();
    // `Cruz Sanchez, Fabio A.`: no list that puts given names first has one name of one word behind one of two.
    let is_word = |word: &Word<'_>| word.text.chars().count() > 2 && word.text.contains(char::is_lowercase);
    let is_double = is_first
        && words == 2
        && !is_organisation(given.text)
        && particles.iter().all(|word| word.text.starts_with(char::is_lowercase))
        && family.words.iter().all(|word| is_word(word) || is_particle(word.text))
        && core.split_first().is_some_and(|(first, initials)| {
            is_word(first) && initials.iter().all(|word| is_initials(word.text) && word.text.ends_with('.'))
        });
    let single = words == 1 || is_double;
    let paired = by_semicolon && family.separator == Separator::Comma && given.separator != Separator::Comma;
    let bracketed = family.separator == Separator::Bracket;
    let starts = core.first().is_some_and(|word| word.text.starts_with(char::is_uppercase));
    let fits = if initials {
        !own_initials
    } else {
        // A word of its own before the first comma, and one or two given names after it.
        !own_initials
            && starts
            && core.len() <= 3
            && (paired || bracketed || single && (is_first || core.len() == 1 || ends_in_initial(core)))
            && !is_organisation(family.text)
    };
    fits.then(|| {
        let own = joined(given, core);
        let particles = joined(given, particles).trim_end_matches('.');
        let name = family.text.trim_matches(|c: char| !c.is_alphanumeric() && c != '’' && c != '\'');
        let whole = if particles.is_empty() { name.to_owned() } else { format!("{particles} {name}") };
        Person::new(whole, own)
    })
}

/// `Zhang S`, `ZHANG S`: the initials stand behind the family name already. Where all are capitals, a short last word
/// may be a second family name, unless it is a single letter or the next chunk is a whole name too (`ZHAO XY, LI H`).
fn ends_in_own_initials(family: &[Word<'_>], next: &[Word<'_>]) -> bool {
    let Some((last, before)) = family.split_last() else { return false };
    if before.is_empty() || !is_initials(last.text) {
        return false;
    }
    let is_whole = |words: &[Word<'_>]| match words {
        [first, .., last] => {
            is_initials(last.text) && first.text.chars().count() > 1 && !first.text.contains('.')
        }
        _ => false,
    };
    family.iter().any(|word| word.text.contains(char::is_lowercase))
        || last.text.chars().count() == 1
        || is_whole(next)
}

fn ends_in_initial(words: &[&Word<'_>]) -> bool {
    words.last().is_some_and(|word| is_initials(word.text))
}

/// The text from the first to the last of some words of a chunk.
fn joined<'a>(chunk: &Chunk<'a>, words: &[&Word<'_>]) -> &'a str {
    let offset = chunk.words.first().map_or(0, |word| word.range.start);
    match (words.first(), words.last()) {
        (Some(first), Some(last)) => {
            chunk.text.get(first.range.start - offset..last.range.end - offset).unwrap_or_default()
        }
        _ => "",
    }
}

/// One name without a comma: `J. O. Smith`, `Weeden NF`, `Guy Van den Broeck`, an organisation. `spells_given`: words behind an
/// initial are given names but for the last.
fn person(chunk: &Chunk<'_>, spells_given: bool) -> Option<Person> {
    let mut words: Vec<&Word<'_>> = chunk.words.iter().filter(|word| !is_suffix(word.text)).collect();
    // `Hsiao JH w`: marks of affiliation.
    while words.len() > 1
        && words.last().is_some_and(|word| {
            word.text.len() == 1 && word.text.bytes().all(|byte| byte.is_ascii_lowercase())
        })
    {
        words.pop();
    }
    let (first, last) = (words.first()?, words.last()?);
    if is_organisation(chunk.text) {
        return Some(organisation(chunk.text));
    }
    let clean =
        |text: &str| text.trim_matches(|c: char| !c.is_alphanumeric() && !matches!(c, '’' | '\'')).to_owned();
    if words.len() == 1 {
        return Some(Person::new(clean(first.text), ""));
    }
    let leading = words.iter().take_while(|word| is_initials(word.text)).count();
    let trailing = words.iter().rev().take_while(|word| is_capitals(word.text)).count();
    let family_first = trailing > 0
        && trailing < words.len()
        && (leading == 0
            || leading == words.len()
            || last.text.chars().count() <= first.text.chars().count()
                && !first.text.ends_with('.')
                && first.text.chars().count() > 1);
    if family_first && (leading == 0 || trailing == 1) {
        let (family, given) = words.split_at(words.len() - trailing);
        return Some(Person::new(clean(joined(chunk, family)), joined(chunk, given)));
    }
    if leading == words.len() {
        // `LI X`: capitals throughout; the shorter end is the initials.
        let (family, given) = words.split_at(1);
        let (family, given) = if last.text.len() > first.text.len() {
            let (given, family) = words.split_at(words.len() - 1);
            (family, given)
        } else {
            (family, given)
        };
        return Some(Person::new(clean(joined(chunk, family)), joined(chunk, given)));
    }
    if leading > 0 {
        let (given, family) = words.split_at(leading);
        // `J. Robert Oppenheimer`, `J. van der Berg`: given names go on up to a particle or the last word.
        let begin = family.iter().position(|word| is_particle(word.text));
        let begin = begin.unwrap_or(if spells_given { family.len() - 1 } else { family_start(family) });
        let (more, family) = family.split_at(begin);
        let given: Vec<&Word<'_>> = given.iter().chain(more).copied().collect();
        return Some(Person::new(clean(joined(chunk, family)), joined(chunk, &given)));
    }
    Some(split_full_name(&clean(chunk.text)))
}

/// After leading initials: two words without a particle are one given and one family name only if an initial stands
/// between; else both are the family name (`M. García Márquez`).
fn family_start(words: &[&Word<'_>]) -> usize {
    words.iter().rposition(|word| is_initials(word.text)).map_or(0, |last| (last + 1).min(words.len() - 1))
}

/// Whether a whole list is one organisation (`Department of Health and Human Services`): no initials, words in lower
/// case that no names of people hold.
fn is_one_organisation(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    let joins = ["of", "for", "the", "on", "to", "für", "pour", "des"];
    is_organisation(text)
        && words.iter().any(|word| joins.contains(word))
        && !words.iter().any(|word| word.ends_with('.') && is_initials(word))
        && !text.contains([',', ';'])
        || words.len() > 3
            && words.iter().filter(|word| joins.contains(word)).count() > 1
            && !text.contains(['.', ';'])
}

/// The name of a body whose acronym stands behind or before it in brackets, if nothing else is there: `World Health
/// Organization (WHO)`, `WHO (World Health Organization)`.
fn body_with_acronym(text: &str) -> Option<&str> {
    let (left, right, rest) = around_bracket(text)?;
    let (name, acronym) = name_and_acronym(left.trim(), right.trim())?;
    let nothing_else = !rest.contains(char::is_alphanumeric);
    (nothing_else && (spells(acronym, name) || is_organisation(name))).then_some(name)
}

/// An organisation: taken whole.
pub(crate) fn organisation(name: &str) -> Person {
    Person::new(name.trim().trim_end_matches(['.', ',', ':', ';']).trim(), "")
}

/// `Guy Van den Broeck`: the family name begins at the first particle, else it is the last word.
pub fn split_full_name(name: &str) -> Person {
    let words: Vec<&str> = name.split_whitespace().collect();
    let is_particle = |word: &str| PARTICLES.contains(&word.to_lowercase().as_str()) && word.len() > 1;
    let is_suffix = |word: &str| matches!(word.trim_matches(['.', ',']), "Jr" | "Sr" | "II" | "III" | "IV");
    // Chinese, Japanese and Korean names put the family first.
    if words.len() > 1 && words.iter().all(|word| word.starts_with(super::string::is_dense)) {
        return Person::new(words[0], words[1..].join(" "));
    }
    let end = words.iter().rposition(|word| !is_suffix(word)).map_or(words.len(), |last| last + 1);
    let words = &words[..end];
    let start = (1..words.len().saturating_sub(1)).find(|at| is_particle(words[*at]));
    let start = start.unwrap_or(words.len().saturating_sub(1));
    Person::new(words[start..].join(" ").trim_end_matches(['.', ',']), words[..start].join(" "))
}
