//! The .bbl that biber writes for biblatex: `\entry{key}{type}{…}` with names and fields.

use super::plain_text::text_of;
use super::stream::split_commas;
use super::token::{Kind, Lexer, Names, Token, code};
use crate::document::bibliography::{Span, Work};
use citelight_types::text::person::Person;

/// Whether a .bbl is biber's.
pub(crate) fn is_biber(content: &str) -> bool {
    content.contains("\\entry{") && (content.contains("\\endentry") || content.contains("\\datalist"))
}

/// The works of the first list, in its order.
pub(crate) fn read(content: &str, file: u32) -> Vec<Work> {
    let mut reader = Reader { lexer: Lexer::new(content, file), names: Names::default() };
    let mut works: Vec<Work> = Vec::new();
    let mut current: Option<Work> = None;
    let mut seen = std::collections::HashSet::new();
    while let Some(token) = reader.lexer.next(&mut reader.names) {
        let Some(name) = token.control() else { continue };
        match &**name {
            "entry" => {
                let key = reader.group();
                let kind = reader.group();
                let spot = token.spot;
                let span = Span {
                    file,
                    line: spot.line,
                    start: spot.offset,
                    end: spot.offset,
                    head: format!("\\entry{{{key}}}"),
                };
                current = Some(Work { key, kind, span, ..Work::default() });
            }
            "endentry" => {
                if let Some(mut work) = current.take() {
                    work.span.end = reader.lexer.spot().offset;
                    finish(&mut work);
                    // Several lists hold the same entries again.
                    if seen.insert(work.key.clone()) {
                        works.push(work);
                    }
                }
            }
            "field" | "strng" => {
                let (field, value) = (reader.group(), reader.group());
                if let Some(work) = &mut current {
                    work.set(&field, text_of(&value));
                }
            }
            "list" => {
                let field = reader.group();
                reader.group();
                let value = reader.tokens();
                if let Some(work) = &mut current {
                    let items: Vec<String> = groups(&value).iter().map(|item| text_of(&code(item))).collect();
                    work.set(&field, items.join(" and "));
                }
            }
            "verb" => {
                let field = reader.group();
                let (raw, _) = reader.lexer.raw_until("\\endverb");
                // `\verb{doi}\n\verb 10.1000/x\n\endverb`
                let value = raw.trim().strip_prefix("\\verb").unwrap_or(raw).trim();
                if let Some(work) = &mut current {
                    work.set(&field, value);
                }
            }
            "name" => {
                let role = reader.group();
                reader.group();
                reader.group();
                let value = reader.tokens();
                if let Some(work) = &mut current {
                    let people: Vec<Person> = groups(&value).iter().filter_map(|name| person(name)).collect();
                    match role.as_str() {
                        "author" => work.authors = people,
                        "editor" => work.editors = people,
                        _ => {}
                    }
                }
            }
            "true" => {
                let flag = reader.group();
                if let Some(work) =
                    current.as_mut().filter(|_| flag == "moreauthor" || flag == "morelabelname")
                {
                    work.truncated = true;
                }
            }
            _ => {}
        }
    }
    works
}

/// The letter that biber gave to works of one year.
fn finish(work: &mut Work) {
    let extra = work
        .field("extradate")
        .or_else(|| work.field("extrayear"))
        .and_then(|extra| extra.parse::<u32>().ok());
    if let (Some(extra @ 1..=26), Some(year)) = (extra, work.field("year"))
        && year.len() == 4
        && let Some(letter) = char::from_u32('a' as u32 + extra - 1)
    {
        let year = format!("{year}{letter}");
        work.fields.insert("year".to_owned(), year);
    }
    if let (Some(label), Some(extra)) =
        (work.field("labelalpha"), work.field("extraalpha").and_then(|extra| extra.parse::<u32>().ok()))
        && let Some(letter) = char::from_u32('a' as u32 + extra.clamp(1, 26) - 1)
    {
        let label = format!("{label}{letter}");
        work.fields.insert("labelalpha".to_owned(), label);
    }
}

struct Reader<'a> {
    lexer: Lexer<'a>,
    names: Names,
}

impl Reader<'_> {
    fn group(&mut self) -> String {
        code(&self.tokens()).trim().to_owned()
    }

    /// The next group, without its braces; nothing if none follows at once.
    fn tokens(&mut self) -> Vec<Token> {
        let mut tokens = Vec::new();
        let mut depth = 0_u32;
        while let Some(token) = self.lexer.next(&mut self.names) {
            match token.kind {
                Kind::Open => {
                    depth += 1;
                    if depth == 1 {
                        continue;
                    }
                }
                Kind::Close if depth <= 1 => break,
                Kind::Close => depth -= 1,
                Kind::Space | Kind::Par if depth == 0 => continue,
                _ if depth == 0 => break,
                _ => {}
            }
            tokens.push(token);
        }
        tokens
    }
}

/// The groups of a list.
fn groups(tokens: &[Token]) -> Vec<Vec<Token>> {
    let mut found = Vec::new();
    let mut depth = 0_i32;
    for token in tokens {
        match token.kind {
            Kind::Open => {
                depth += 1;
                if depth == 1 {
                    found.push(Vec::new());
                    continue;
                }
            }
            Kind::Close => depth -= 1,
            _ => {}
        }
        if depth > 0
            && let Some(last) = found.last_mut()
        {
            last.push(token.clone());
        }
    }
    found
}

/// `{hash=…}{family={Knuth}, familyi={K\bibinitperiod}, given={Donald\bibnamedelima E.}, prefix={von}}`
fn person(name: &[Token]) -> Option<Person> {
    let parts = groups(name);
    let fields = split_commas(parts.last()?);
    let value = |wanted: &str| {
        fields.iter().find_map(|field| {
            let text = code(field);
            let (key, value) = text.split_once('=')?;
            (key.trim() == wanted).then(|| {
                let value = value
                    .replace("\\bibnamedelima", " ")
                    .replace("\\bibnamedelimb", " ")
                    .replace("\\bibnamedelimi", " ");
                text_of(&value)
            })
        })
    };
    let family = value("family")?;
    let family = match value("prefix") {
        Some(prefix) => format!("{prefix} {family}"),
        None => family,
    };
    Some(Person::new(family, value("given").unwrap_or_default()))
}
