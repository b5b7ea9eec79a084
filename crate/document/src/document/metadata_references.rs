//! References that a page's metadata lists: `citation_reference` metas, and the `citation` of JSON-LD. They are read where the page
//! itself shows no list, as abstract and landing pages do.

use std::sync::LazyLock;

use regex::Regex;
use serde_json::{Map, Value};

use super::bibliography::{self, Work};
use crate::citation::Reference;
use crate::citation::reference::Read;
use crate::citation::string::{parse_reference, people};
use crate::markup::Locator;
use crate::markup::tree::{NodeId, Tree};
use citelight_types::identifiers::doi;
use citelight_types::text::person::Person;

/// No article lists more; a page that does is not meant for readers.
const MOST: usize = 5_000;
/// Levels of a page's JSON-LD in which the article may stand.
const MOST_LEVELS: usize = 4;

/// `citation_title=`, at the start or after a semicolon.
static KEY: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"(?:^|;)\s*citation_([a-z_]+)\s*=").ok());
/// Markup that some publishers leave in titles.
static TAG: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?i)</?(?:i|b|em|strong|sub|sup|span|italic|bold)(?:\s[^<>]*)?>").ok());

/// The references that the metadata lists, in its order; each is counted by its place there.
pub(crate) fn read(tree: &Tree) -> Vec<Reference> {
    let metas = metas(tree);
    if metas.is_empty() { json_ld(tree) } else { metas }
}

/// Authors of a work that are looked for in its entry.
const MOST_CONFIRMED: usize = 100;

/// Takes from the metadata what entries print without saying where it ends, as JAMA does: `Kalivas PCBarnes CDLimbic Motor Circuits`. The
/// metadata must list as many works, and the entry must hold its words.
pub(crate) fn confirm(tree: &Tree, read: &mut [Read]) {
    let listed = tree.descendants(Tree::ROOT).filter(|node| is_reference(tree, *node)).count();
    if listed == 0 || listed != read.len() {
        return;
    }
    for listed in metas(tree) {
        let place = (listed.number as usize).checked_sub(1);
        let Some(own) = place.and_then(|place| read.get_mut(place)).map(|read| &mut read.reference) else {
            continue;
        };
        let raw = letters(&own.raw);
        let holds = |text: &str| raw.contains(&letters(text));
        let Some(title) = listed.title.as_deref().filter(|title| !own.fields_from_markup && holds(title))
        else {
            continue;
        };
        if (own.authors.len() + 1..=MOST_CONFIRMED).contains(&listed.authors.len())
            && listed.authors.iter().all(|person| holds(&person.family))
        {
            own.authors.clone_from(&listed.authors);
        }
        own.year = own.year.or(listed.year.filter(|year| own.raw.contains(&year.to_string())));
        if own.title.is_none() {
            own.title = Some(title.to_owned());
        }
    }
}

/// A text without spaces and punctuation, in lower case.
fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

fn metas(tree: &Tree) -> Vec<Reference> {
    let contents: Vec<&str> = tree
        .descendants(Tree::ROOT)
        .filter(|node| is_reference(tree, *node))
        .filter_map(|node| tree.attribute(node, "content"))
        .take(MOST)
        .collect();
    let listed: Vec<Listed> = contents.iter().map(|content| Listed::of(content)).collect();
    let venue_in = if name_the_venue(&listed, "title") {
        Some("title")
    } else {
        Some("author").filter(|field| name_the_venue(&listed, field))
    };
    let references = listed.into_iter().enumerate().map(|(index, listed)| match listed {
        Listed::Fields(mut fields) => {
            if let Some(field) = venue_in {
                part_venue(&mut fields, field);
            }
            of_work(&work_of(&fields), index)
        }
        Listed::Text(text) => of_text(&text, index),
    });
    references.flatten().collect()
}

fn is_reference(tree: &Tree, node: NodeId) -> bool {
    tree.name(node) == "meta"
        && tree.attribute(node, "name").is_some_and(|name| name.eq_ignore_ascii_case("citation_reference"))
}

/// One `citation_reference`.
enum Listed {
    /// Names without `citation_`, and their values.
    Fields(Vec<(String, String)>),
    /// The entry as it is printed.
    Text(String),
}

impl Listed {
    fn of(content: &str) -> Self {
        let words = content.split_whitespace().collect::<Vec<_>>().join(" ");
        let text = TAG.as_ref().map_or(words.clone(), |tag| tag.replace_all(&words, "").into_owned());
        let Some(key) = KEY.as_ref().filter(|key| key.is_match(&text)) else { return Self::Text(text) };
        let mut fields: Vec<(String, String)> = Vec::new();
        let found: Vec<_> = key.captures_iter(&text).collect();
        for (index, captures) in found.iter().enumerate() {
            let (Some(whole), Some(name)) = (captures.get(0), captures.get(1)) else { continue };
            let next = found.get(index + 1).and_then(|next| next.get(0));
            let end = next.map_or(text.len(), |next| next.start());
            // A value may hold semicolons: `10.1890/…2.0.CO;2`.
            let value = text[whole.end()..end].trim().trim_end_matches(';').trim();
            if !value.is_empty() {
                fields.push((name.as_str().to_owned(), value.to_owned()));
            }
        }
        Self::Fields(fields)
    }
}

const VENUES: &[&str] = &[
    "journal_title",
    "journal_abbrev",
    "inbook_title",
    "book_title",
    "conference_title",
    "conference",
    "series_title",
];

/// Whether the last of some fields goes on with the journal: titles as Oxford University Press writes them
/// (`citation_title=Title; Brain; citation_year=…`), authors as JAMA does (`citation_author=Lee  K; citation_author=Roos  D; Brain;`).
fn name_the_venue(listed: &[Listed], field: &str) -> bool {
    let last = listed.iter().filter_map(|listed| match listed {
        Listed::Fields(fields) if !fields.iter().any(|(name, _)| VENUES.contains(&name.as_str())) => {
            fields.iter().rev().find(|(name, _)| name == field).map(|(_, value)| value)
        }
        _ => None,
    });
    let (mut all, mut longer) = (0, 0);
    for value in last {
        all += 1;
        longer += usize::from(value.contains("; "));
    }
    all >= 3 && longer * 5 >= all * 4
}

/// Makes a field of its own of the journal that the last field of this name goes on with.
fn part_venue(fields: &mut Vec<(String, String)>, field: &str) {
    if fields.iter().any(|(name, _)| VENUES.contains(&name.as_str())) {
        return;
    }
    let last = fields.iter_mut().rev().find(|(name, _)| name == field);
    if let Some((_, value)) = last
        && let Some((own, venue)) = value.rsplit_once("; ")
    {
        let venue = venue.to_owned();
        value.truncate(own.len());
        fields.push(("journal_title".to_owned(), venue));
    }
}

fn work_of(fields: &[(String, String)]) -> Work {
    let mut work = Work { kind: "article".to_owned(), ..Work::default() };
    let (mut first, mut last) = (None, None);
    for (name, value) in fields {
        match name.as_str() {
            "title" => work.set("title", value),
            "author" | "authors" => {
                work.truncated |= value.contains("et al");
                work.authors.extend(people(value));
            }
            "publication_date" | "year" | "date" | "online_date" | "cover_date" => work.set("date", value),
            "volume" => work.set("volume", value),
            "issue" | "number" => work.set("number", value),
            "pages" => work.set("pages", value),
            "firstpage" => first = Some(value),
            "lastpage" => last = Some(value),
            "doi" | "pmid" | "pmcid" | "isbn" | "publisher" => work.set(name, value),
            "arxiv_id" => {
                work.set("eprint", value);
                work.set("eprinttype", "arxiv");
            }
            "technical_report_institution" | "dissertation_institution" => work.set("institution", value),
            "fulltext_html_url" | "abstract_html_url" | "url" => work.set("url", value),
            venue if VENUES.contains(&venue) => work.set("journaltitle", value),
            _ => {}
        }
    }
    if let Some(first) = first {
        let pages = last.filter(|last| *last != first).map(|last| format!("{first}-{last}"));
        work.set("pages", pages.unwrap_or_else(|| first.clone()));
    }
    work
}

/// Publishers list the first authors of longer lists and leave out that there are more (Springer: three).
const MAY_BE_FIRST: usize = 3;

/// What a work can be looked up by; numbers alone are no reference.
fn of_work(work: &Work, index: usize) -> Option<Reference> {
    let mut reference = bibliography::reference(work, index as u32 + 1);
    reference.truncated_authors |= reference.authors.len() >= MAY_BE_FIRST;
    let ids = &reference.identifiers;
    let is_named = ids.doi.is_some() || ids.arxiv.is_some() || ids.pmid.is_some() || ids.pmcid.is_some();
    let is_placed = reference.venue.is_some() && reference.year.is_some();
    (reference.title.is_some() || is_named || is_placed).then(|| placed(reference, index))
}

fn of_text(text: &str, index: usize) -> Option<Reference> {
    let is_entry = text.chars().filter(|c| c.is_alphabetic()).nth(9).is_some();
    is_entry.then(|| placed(parse_reference(text), index))
}

/// It stands nowhere on the page.
fn placed(reference: Reference, index: usize) -> Reference {
    Reference {
        id: format!("r{}", index + 1),
        number: index as u32 + 1,
        locator: Locator::default(),
        ..reference
    }
}

fn json_ld(tree: &Tree) -> Vec<Reference> {
    let scripts = tree.descendants(Tree::ROOT).filter(|node| {
        tree.name(*node) == "script"
            && tree
                .attribute(*node, "type")
                .is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/ld+json"))
    });
    for script in scripts {
        let Ok(value) = serde_json::from_str::<Value>(&tree.text_below(script)) else { continue };
        let Some(listed) = citations_of(&value, MOST_LEVELS) else { continue };
        let references = listed.iter().take(MOST).enumerate().filter_map(|(index, cited)| match cited {
            Value::String(text) => match doi(text).filter(|_| !text.trim().contains(' ')) {
                Some(doi) => of_work(&named(&doi), index),
                None => of_text(text, index),
            },
            Value::Object(cited) => of_work(&work_of_json(cited), index),
            _ => None,
        });
        let references: Vec<Reference> = references.collect();
        if !references.is_empty() {
            return references;
        }
    }
    Vec::new()
}

/// What the first article of the data cites.
fn citations_of(value: &Value, levels: usize) -> Option<&[Value]> {
    let inner = levels.checked_sub(1)?;
    match value {
        Value::Array(items) => items.iter().find_map(|item| citations_of(item, inner)),
        Value::Object(object) => {
            let own = object.get("citation").filter(|_| is_paper(object.get("@type")));
            let own = own.map(|cited| match cited {
                Value::Array(items) => items.as_slice(),
                one => std::slice::from_ref(one),
            });
            own.or_else(|| {
                ["@graph", "mainEntity", "mainEntityOfPage"]
                    .iter()
                    .filter_map(|name| object.get(*name))
                    .find_map(|part| citations_of(part, inner))
            })
        }
        _ => None,
    }
}

fn is_paper(kind: Option<&Value>) -> bool {
    let is = |kind: &Value| {
        kind.as_str().is_some_and(|kind| {
            ["Article", "Thesis", "Report", "Chapter", "Book"].iter().any(|paper| kind.ends_with(paper))
        })
    };
    match kind {
        Some(Value::Array(kinds)) => kinds.iter().any(is),
        Some(kind) => is(kind),
        None => false,
    }
}

fn named(doi: &str) -> Work {
    let mut work = Work { kind: "article".to_owned(), ..Work::default() };
    work.set("doi", doi);
    work
}

fn work_of_json(cited: &Map<String, Value>) -> Work {
    let mut work = Work { kind: "article".to_owned(), ..Work::default() };
    let text =
        |name: &str| cited.get(name).and_then(Value::as_str).map(str::trim).filter(|text| !text.is_empty());
    if let Some(title) = text("headline").or_else(|| text("name")) {
        work.set("title", title);
    }
    if let Some(date) = text("datePublished") {
        work.set("date", date);
    } else if let Some(year) = cited.get("datePublished").and_then(Value::as_i64) {
        work.set("date", year.to_string());
    }
    let venue = ["isPartOf", "publication"].iter().find_map(|name| name_of(cited.get(*name)?));
    if let Some(venue) = venue {
        work.set("journaltitle", venue);
    }
    for (name, field) in [("volumeNumber", "volume"), ("issueNumber", "number"), ("pagination", "pages")] {
        if let Some(value) = text(name) {
            work.set(field, value);
        }
    }
    if let Some(first) = text("pageStart") {
        let pages = text("pageEnd").map_or_else(|| first.to_owned(), |last| format!("{first}-{last}"));
        work.set("pages", pages);
    }
    let authors = cited.get("author").or_else(|| cited.get("creator"));
    work.authors = match authors {
        Some(Value::Array(authors)) => authors.iter().flat_map(people_of).collect(),
        Some(author) => people_of(author),
        None => Vec::new(),
    };
    let links = ["identifier", "sameAs", "@id", "url"];
    let links: Vec<&str> = links.iter().filter_map(|name| cited.get(*name)).flat_map(texts_of).collect();
    match links.iter().find_map(|link| doi(link)) {
        Some(doi) => work.set("doi", doi),
        None => {
            if let Some(link) = links.iter().find(|link| link.starts_with("http")) {
                work.set("url", *link);
            }
        }
    }
    work
}

fn name_of(value: &Value) -> Option<&str> {
    match value {
        Value::String(name) => Some(name),
        // The article is part of an issue, that of a volume, and that of a journal.
        Value::Object(object) => object
            .get("isPartOf")
            .and_then(|whole| whole.get("isPartOf").and_then(|whole| whole.get("name")).or(whole.get("name")))
            .or_else(|| object.get("name"))
            .and_then(Value::as_str),
        _ => None,
    }
}

fn people_of(author: &Value) -> Vec<Person> {
    match author {
        Value::String(names) => people(names),
        Value::Object(object) => {
            let part = |name: &str| object.get(name).and_then(Value::as_str);
            match (part("familyName"), part("name")) {
                (Some(family), _) => vec![Person::new(family, part("givenName").unwrap_or_default())],
                (None, Some(name)) => people(name),
                (None, None) => Vec::new(),
            }
        }
        _ => Vec::new(),
    }
}

/// The words of an identifier or a link, in whatever form it stands.
fn texts_of(value: &Value) -> Vec<&str> {
    match value {
        Value::String(text) => vec![text],
        Value::Array(values) => values.iter().flat_map(texts_of).collect(),
        Value::Object(object) => {
            ["value", "@value", "@id", "url"].iter().filter_map(|name| object.get(*name)?.as_str()).collect()
        }
        _ => Vec::new(),
    }
}
