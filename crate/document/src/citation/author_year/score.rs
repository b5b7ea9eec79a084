//! How well the names left of a year fit an entry of that year.

use super::entry::Entry;
use super::folded::{STEM, without_article};
use super::names::{NO_NAMES, Names};
use super::tokens::{is_cyrillic, is_han};
use super::years::Years;
use citelight_types::sort::SmallSort;

use crate::citation::names::PARTICLES;
use crate::citation::surface::Target;

/// Scores closer than this are equal.
const EQUAL: f64 = 0.05;

/// Characters of the longest Chinese or Japanese name of a person.
const LONGEST_NAME: usize = 6;

/// The references each letter of a year means; none if no entry of that year fits.
pub(super) fn targets(
    years: &Years,
    names: &Names,
    year: Option<i32>,
    letters: &[char],
) -> Option<Vec<Target>> {
    let letters: Vec<Option<char>> =
        if letters.is_empty() { vec![None] } else { letters.iter().copied().map(Some).collect() };
    let targets: Vec<Target> =
        letters.into_iter().filter_map(|letter| target(years, names, year, letter)).collect();
    (!targets.is_empty()).then_some(targets)
}

fn target(years: &Years, names: &Names, year: Option<i32>, letter: Option<char>) -> Option<Target> {
    let flat = flat(names);
    let mut scored: Vec<(f64, usize)> = years
        .named(year, names)
        .into_iter()
        .filter_map(|index| {
            let entry = years.entry(index)?;
            // A year that only stands somewhere in the entry is weaker than the year of the work.
            let stray = if year.is_some() && entry.undated { -0.2 } else { 0.0 };
            Some((score(entry, names, &flat, letter)? + stray, index))
        })
        .collect();
    scored.small_sort_by(|left, right| right.0.total_cmp(&left.0).then(left.1.cmp(&right.1)));
    let best = scored.first()?.0;
    let equal: Vec<usize> =
        scored.iter().take_while(|(score, _)| best - score < EQUAL).map(|(_, index)| *index).collect();
    Some(match equal.as_slice() {
        [only] => Target::Known(vec![*only]),
        _ => Target::OneOf(equal),
    })
}

/// The words of the names, each with the name that it is part of.
fn flat(names: &Names) -> Vec<(&str, usize)> {
    let words = names.words.iter().enumerate();
    words.flat_map(|(index, word)| word.folded.iter().map(move |folded| (folded.as_str(), index))).collect()
}

/// How well the names, and their words as [`flat`] gives them, fit an entry of the right year; none if they do not.
fn score(entry: &Entry, names: &Names, flat: &[(&str, usize)], letter: Option<char>) -> Option<f64> {
    let suffix = match (letter, entry.suffix) {
        (Some(letter), Some(own)) if letter == own => 0.5,
        (Some(_), Some(_)) => return None,
        (None, Some(_)) => -0.1,
        _ => 0.0,
    };
    // `et al.` stands behind no body that signs alone.
    if names.et_al && !entry.body.acronyms.is_empty() && entry.authors.len() < 2 && !entry.truncated {
        return None;
    }
    let people = entry.authors.first().and_then(|first| person_score(entry, first, names, flat));
    if names.listed {
        return people.map(|best| best + suffix);
    }
    let others = [organisation_score(entry, names, flat), title_score(entry, names)];
    others.into_iter().flatten().chain(people).max_by(f64::total_cmp).map(|best| best + suffix)
}

fn organisation_score(entry: &Entry, names: &Names, flat: &[(&str, usize)]) -> Option<f64> {
    if let Some(score) = body_score(entry, names, flat) {
        return Some(score);
    }
    if !entry.is_nameless() {
        return None;
    }
    let name = entry.authors.first()?.join(" ");
    let glued = name.chars().all(is_han) && name.chars().count() >= 2 && names.folded.ends_with(&name);
    if name.len() >= 3 && (glued || ends_in(&names.folded, &name)) {
        return Some(1.2);
    }
    if ends_inflected(&names.folded, entry.authors.first()?) {
        return Some(1.0);
    }
    let last = names.words.last()?;
    let [word] = last.folded.as_slice() else { return None };
    let is_acronym = entry.derived.contains(word);
    // `World Health Organization [WHO], 2020`
    if is_acronym
        && names.folded.strip_suffix(word.as_str()).is_some_and(|rest| ends_in(rest.trim_end(), &name))
    {
        return Some(1.2);
    }
    let in_head =
        word.len() >= 3 && entry.head.split(' ').take(2).any(|own| own == word) && names.words.len() == 1;
    (is_acronym || in_head).then_some(0.9)
}

/// How well what stands before the year is the name or the acronym of the body that signs an entry.
fn body_score(entry: &Entry, names: &Names, flat: &[(&str, usize)]) -> Option<f64> {
    let named = |text: &str| entry.body.names.iter().any(|name| ends_in(text, name));
    let count = entry.body.ends_in_acronym(flat);
    if count > 0 {
        let acronym: Vec<&str> = flat[flat.len() - count..].iter().map(|(word, _)| *word).collect();
        let acronym = acronym.join(" ");
        let before = names.folded.strip_suffix(&acronym).unwrap_or_default().trim_end();
        // More words are a longer, and surer, acronym: `FAO/WHO`.
        return Some(if named(before) { 1.25 } else { 1.1 + 0.06 * (count - 1) as f64 });
    }
    if named(&names.folded) {
        return Some(1.2);
    }
    // `World Health Organization [WHO], 2016` where the entry has the acronym alone.
    names.acronym.as_deref().is_some_and(|acronym| entry.body.has_acronym(acronym)).then_some(1.15)
}

/// Whether a folded text ends in a folded name.
fn ends_in(text: &str, name: &str) -> bool {
    text.strip_suffix(name).is_some_and(|rest| rest.is_empty() || rest.ends_with(' '))
}

/// `nach Angaben des Statistischen Bundesamtes (2013)`: the words of a name with other endings.
fn ends_inflected(text: &str, name: &[String]) -> bool {
    let alike = |own: &str, word: &str| {
        let shared = own.chars().zip(word.chars()).take_while(|(own, word)| own == word).count();
        let (short, long) = (own.chars().count().min(word.chars().count()), own.len().max(word.len()));
        shared >= STEM && shared + 2 >= short && shared + 3 >= long
    };
    name.len() >= 2
        && text.rsplit(' ').zip(name.iter().rev()).filter(|(word, own)| alike(own, word)).count()
            == name.len()
}

/// A work without an author is cited by the beginning of its title.
fn title_score(entry: &Entry, names: &Names) -> Option<f64> {
    let cited = without_article(names.title.as_str());
    // Three words are no name: `Page v Smith` begins an entry whose parties were taken for its authors.
    let long = cited.split(' ').count() >= 3;
    if entry.authors.is_empty() && ends_in_title(&names.folded, &entry.title) {
        return Some(1.1);
    }
    if !(entry.is_nameless() || long) || cited.len() < 4 {
        return None;
    }
    let begins = |long: &str, short: &str| {
        long.strip_prefix(short).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
    };
    // A title that was written out may be longer than the beginning that is kept of the entry.
    let fits = begins(&entry.head, cited)
        || begins(&entry.title, cited)
        || entry.head.len() > 100 && cited.starts_with(entry.head.as_str());
    fits.then_some(1.1)
}

/// `King James Bible (2017)`: the sentence names the title right before the year.
fn ends_in_title(before: &str, title: &str) -> bool {
    title.contains(' ') && ends_in(before, title)
}

fn person_score(entry: &Entry, first: &[String], names: &Names, flat: &[(&str, usize)]) -> Option<f64> {
    let start = position(flat, first).or_else(|| {
        // Authors that could not be told apart still begin the entry.
        let head = entry.head.split(' ').next().filter(|word| word.len() >= 3)?;
        (entry.authors.len() <= 1 && flat.iter().any(|(word, _)| *word == head))
            .then(|| position(flat, &[head.to_owned()]))?
    })?;
    if names.listed && start.0 > 0 {
        return None;
    }
    let mut explained = 1_usize;
    let mut at = start.1;
    while at < flat.len() {
        let word = &names.words[flat[at].1];
        if word.initial || PARTICLES.contains(&flat[at].0) && word.range.len() <= 5 {
            at += 1;
            continue;
        }
        let rest = &flat[at..];
        let author =
            entry.authors.iter().skip(1).find(|author| !author.is_empty() && starts_with(rest, author));
        let author = author.or_else(|| {
            entry.authors.iter().skip(1).find(|author| author.last().is_some_and(|last| rest[0].0 == last))
        });
        match author {
            Some(author) if starts_with(rest, author) => at += author.len(),
            // A list of authors that was not read to its end still shows the name.
            None if !entry.head.split(' ').any(|word| word == rest[0].0) => return None,
            _ => at += 1,
        }
        explained += 1;
    }
    let count = entry.authors.len();
    if names.listed && explained < count && !names.et_al {
        return None;
    }
    let mut score = 1.0;
    if names.et_al {
        score += match count {
            _ if entry.truncated => 0.3,
            0 | 1 => -0.4,
            2 => 0.0,
            _ => 0.3,
        };
    } else if explained == count && !entry.truncated {
        score += 0.3;
    } else {
        score -= 0.2;
    }
    score += 0.05 * (explained.min(4) - 1) as f64;
    if first.iter().ne(flat[start.0..start.1].iter().map(|(word, _)| word)) {
        score -= 0.1;
    }
    score += behind(entry, names, flat[start.1 - 1].1);
    // Names before the first author: another list begins there, or it is prose.
    let word_index = flat[start.0].1;
    if let Some(word) = names.words.get(word_index)
        && word_index > 0
    {
        let before = &names.words[word_index - 1];
        if before.initial {
            let own = entry.initials.first().copied().flatten();
            let theirs = before.folded.first().and_then(|folded| folded.chars().next());
            score += if own.is_some() && own == theirs { 0.1 } else { -0.2 };
        } else if word.joined && !before.folded.iter().all(|word| NO_NAMES.contains(&word.as_str())) {
            score -= 0.5;
        }
    }
    (score > 0.45).then_some(score)
}

/// `Hall, K. (2010)`: initials behind the only name.
fn behind(entry: &Entry, names: &Names, name: usize) -> f64 {
    let own = entry.initials.first().copied().flatten();
    match (own, names.words.get(name + 1..)) {
        (Some(own), Some([initials])) if initials.initial => {
            let theirs = initials.folded.first().and_then(|folded| folded.chars().next());
            if theirs == Some(own) { 0.1 } else { -0.3 }
        }
        _ => 0.0,
    }
}

/// The rightmost place where the first author's words stand, as (first, one past the last) index.
fn position(flat: &[(&str, usize)], author: &[String]) -> Option<(usize, usize)> {
    let found = |author: &[String]| {
        (0..flat.len()).find(|at| starts_with(&flat[*at..], author)).map(|at| (at, at + author.len()))
    };
    if author.is_empty() {
        return None;
    }
    if let Some(at) = runs_into(author, flat) {
        return Some((at, at + 1));
    }
    found(author).or_else(|| {
        // Particles are dropped as often as not.
        let bare: Vec<String> =
            author.iter().filter(|word| !PARTICLES.contains(&word.as_str())).cloned().collect();
        if bare.len() < author.len() && !bare.is_empty() { found(&bare) } else { None }
    })
}

fn starts_with(flat: &[(&str, usize)], author: &[String]) -> bool {
    let same = |own: &String, word: &str| own == word || is_family_of(own, word) || is_case_of(own, word);
    flat.len() >= author.len() && author.iter().zip(flat).all(|(own, (word, _))| same(own, word))
}

/// Chinese and Japanese names are printed in one: `山田太郎`, cited as `山田`.
fn is_family_of(own: &str, word: &str) -> bool {
    word.starts_with(is_han) && own.starts_with(word) && own.chars().count() <= LONGEST_NAME
}

/// `Белова и Громова`: the genitive of two family names.
fn is_case_of(own: &str, word: &str) -> bool {
    if !own.starts_with(is_cyrillic) {
        return false;
    }
    let count = own.chars().count();
    let shared = own.chars().zip(word.chars()).take_while(|(own, word)| own == word).count();
    count >= 4 && shared + 1 >= count && word.chars().count() <= shared + 2
}

/// Chinese sentences run on into a name: `研究表明王建国（2016）`.
fn runs_into(author: &[String], flat: &[(&str, usize)]) -> Option<usize> {
    let [own] = author else { return None };
    let is_name = own.chars().count() >= 2 && own.chars().all(is_han);
    flat.iter().position(|(word, _)| is_name && word.ends_with(own.as_str()))
}
