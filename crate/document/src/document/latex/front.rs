//! The front matter: who wrote it, and when.

use super::piece::plain;
use super::token::{Kind, Token};
use super::walk::Walk;
use crate::citation::split_full_name;
use citelight_types::text::person::Person;

/// Words that names of institutions hold, and of persons do not.
const INSTITUTIONS: &[&str] = &[
    "university",
    "université",
    "universität",
    "universidad",
    "institute",
    "institut",
    "department",
    "dept",
    "school",
    "laboratory",
    "laboratories",
    "lab",
    "labs",
    "research",
    "college",
    "center",
    "centre",
    "faculty",
    "academy",
    "google",
    "microsoft",
    "facebook",
    "openai",
    "deepmind",
    "inc",
    "ltd",
    "corporation",
    "division",
    "observatory",
    "hospital",
];

/// The authors, as far as the arguments of `\author` tell them.
pub(crate) fn authors(walk: &mut Walk<'_>) -> Vec<Person> {
    let arguments = std::mem::take(&mut walk.front.authors);
    let mut people = Vec::new();
    for tokens in arguments {
        for part in split(&tokens) {
            let text = plain(&walk.pieces_of(part));
            for name in text.replace(" and ", ", ").split(',') {
                if let Some(person) = person(name) {
                    people.push(person);
                }
            }
            if people.len() > 5_000 {
                return people;
            }
        }
    }
    people
}

/// Parts at `\and` and its kind; of each only what stands before the first line break.
fn split(tokens: &[Token]) -> Vec<Vec<Token>> {
    let mut parts = vec![Vec::new()];
    let mut in_name = true;
    let mut depth = 0_i32;
    let mut in_math = false;
    for token in tokens {
        match &token.kind {
            Kind::Open => depth += 1,
            Kind::Close => depth -= 1,
            // Marks of affiliations.
            Kind::Dollar => {
                in_math = !in_math;
                continue;
            }
            Kind::Control(name)
                if matches!(&**name, "and" | "And" | "AND" | "authorcr" | "IEEEauthorblockA") =>
            {
                in_name = &**name != "IEEEauthorblockA";
                parts.push(Vec::new());
                continue;
            }
            Kind::Control(name) if depth <= 0 && matches!(&**name, "\\" | "newline") => in_name = false,
            _ => {}
        }
        if in_name
            && !in_math
            && let Some(last) = parts.last_mut()
        {
            last.push(token.clone());
        }
    }
    parts
}

/// A person, if the text reads as a name.
fn person(text: &str) -> Option<Person> {
    let text = text
        .trim()
        .trim_matches(|c: char| matches!(c, '*' | '†' | '‡' | '§' | '¶' | ';' | '.') || c.is_ascii_digit());
    let text = text.trim();
    let words = text.split_whitespace().count();
    let plausible = (2..=6).contains(&words)
        && text.len() <= 60
        && text.chars().all(|c| {
            c.is_alphabetic() || matches!(c, ' ' | '.' | '-' | '\'' | '’' | '‐' | '(' | ')' | '"' | '“' | '”')
        })
        && text.chars().next().is_some_and(char::is_alphabetic)
        && !text
            .split(|c: char| !c.is_alphabetic())
            .any(|word| INSTITUTIONS.contains(&word.to_lowercase().as_str()));
    plausible.then(|| split_full_name(text))
}

/// The year that a date names.
pub(crate) fn year(date: &str) -> Option<i32> {
    date.split(|c: char| !c.is_ascii_digit())
        .find(|digits| digits.len() == 4 && (digits.starts_with("19") || digits.starts_with("20")))
        .and_then(|digits| digits.parse().ok())
}
