//! Maps what a citation processor prints in the tests of the CSL test suite (one file a test, as in its
//! `processor-tests/humans`), with links hidden, and prints edge F1 by class of style:
//! `cargo run --release -p citelight-eval --example csl_suite -- [--show] FOLDER`
//!
//! A test gives items, citations and what they print. It becomes a small article: a paragraph or a note for every printed
//! citation, and a list of the items in the order in which the processor counts them, with the letters it gives to equal
//! names and years (the tests print no list along with citations). Left out, and counted: tests of bibliographies, those
//! whose citations or numbers cannot be told, and those that print the same for different items on purpose.

use std::collections::BTreeMap;
use std::path::Path;

use citelight::citation::Reference;
use citelight::document::{Input, parse};
use citelight_eval::mapping::edges::{EdgeCounts, compare};
use serde_json::{Value, json};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (flags, folders): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|argument| argument == "--show");
    let mut totals: BTreeMap<&str, (usize, EdgeCounts)> = BTreeMap::new();
    let mut left_out: BTreeMap<&str, usize> = BTreeMap::new();
    for path in folders.iter().map(|folder| tests(Path::new(folder))).collect::<Result<Vec<_>, _>>()?.concat()
    {
        let text = std::fs::read_to_string(&path)?;
        let article = match Test::read(&text).and_then(|test| test.article()) {
            Ok(article) => article,
            Err(reason) => {
                *left_out.entry(reason).or_default() += 1;
                continue;
            }
        };
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let (_, comparison) = compare(&article.page, &name)?;
        let counts = comparison.counts;
        if counts.gold == 0 {
            *left_out.entry("nothing of it was cited").or_default() += 1;
            continue;
        }
        let (tests, total) = totals.entry(article.class).or_default();
        *tests += 1;
        total.add(&counts);
        if !flags.is_empty() && (counts.right < counts.gold || !comparison.wrong.is_empty()) {
            println!(
                "{name} ({}, read as {:?}): gold {} right {} wrong {}\n{}",
                article.class,
                counts.style,
                counts.gold,
                counts.right,
                comparison.wrong.len(),
                article.shown
            );
        }
    }
    println!("| class | tests | gold | found | precision | recall | F1 | ambiguous |");
    println!("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
    for (class, (tests, counts)) in totals {
        println!(
            "| {class} | {tests} | {} | {} | {:.3} | {:.3} | {:.3} | {} |",
            counts.gold,
            counts.found,
            counts.precision(),
            counts.recall(),
            counts.f1(),
            counts.ambiguous
        );
    }
    for (reason, count) in left_out {
        println!("left out: {count} ({reason})");
    }
    Ok(())
}

fn tests(folder: &Path) -> std::io::Result<Vec<std::path::PathBuf>> {
    let mut tests: Vec<_> = std::fs::read_dir(folder)?
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| path.extension().is_some_and(|own| own == "txt"))
        .collect();
    tests.sort();
    Ok(tests)
}

/// A test as its file gives it.
struct Test {
    style: String,
    /// Ids of the items that each printed citation cites.
    cited: Vec<Vec<String>>,
    printed: Vec<String>,
    items: Vec<Value>,
    /// Ids in the order in which the processor counts items.
    order: Vec<String>,
    in_notes: bool,
}

/// A page with gold links.
struct Article {
    page: String,
    class: &'static str,
    shown: String,
}

impl Test {
    fn read(text: &str) -> Result<Self, &'static str> {
        if section(text, "MODE") != Some("citation") {
            return Err("a test of bibliographies");
        }
        let (Some(result), Some(style)) = (section(text, "RESULT"), section(text, "CSL")) else {
            return Err("no result or style");
        };
        let json = |name| section(text, name).map(serde_json::from_str::<Value>);
        let Some(Ok(Value::Array(items))) = json("INPUT") else { return Err("items that are no JSON") };
        let id = |item: &Value| match item.get("id") {
            Some(Value::String(id)) => Some(id.clone()),
            Some(Value::Number(id)) => Some(id.to_string()),
            _ => None,
        };
        let ids =
            |items: &Value| items.as_array().map(|items| items.iter().filter_map(id).collect::<Vec<_>>());
        let lines: Vec<&str> = result.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        let (cited, printed, steps) = if let Some(Ok(Value::Array(steps))) = json("CITATIONS") {
            let order = final_order(&steps).ok_or("citations whose order cannot be told")?;
            let mut printed: Vec<Option<String>> = vec![None; order.len()];
            for line in &lines {
                let (index, text) = numbered(line).ok_or("printed citations that cannot be told apart")?;
                *printed.get_mut(index).ok_or("printed citations that cannot be told apart")? = Some(text);
            }
            let printed: Option<Vec<String>> = printed.into_iter().collect();
            let printed = printed.ok_or("printed citations that cannot be told apart")?;
            let cited = order.iter().filter_map(|step| ids(step.get("citationItems")?)).collect();
            let noted =
                |step: &Value| step.pointer("/properties/noteIndex").and_then(Value::as_u64) > Some(0);
            (cited, printed, Some(order.iter().any(noted) && style.contains("class=\"note\"")))
        } else if let Some(Ok(Value::Array(groups))) = json("CITATION-ITEMS") {
            let cited: Vec<Vec<String>> = groups.iter().filter_map(ids).collect();
            (cited, lines.iter().map(|line| (*line).to_owned()).collect(), None)
        } else {
            (vec![items.iter().filter_map(id).collect()], vec![lines.join(" ")], None)
        };
        if cited.len() != printed.len() || printed.iter().any(|own| own.contains("CSL STYLE ERROR")) {
            return Err("printed citations that cannot be told apart");
        }
        if steps != Some(true) && prints_alike(&cited, &printed) {
            return Err("the same printed for different items");
        }
        // Without steps the processor was given all items at once.
        let mut order: Vec<String> = match steps {
            Some(_) => Vec::new(),
            None => items.iter().filter_map(id).collect(),
        };
        for id in cited.iter().flatten() {
            if !order.contains(id) {
                order.push(id.clone());
            }
        }
        let test =
            Self { style: style.to_owned(), cited, printed, items, order, in_notes: steps == Some(true) };
        let sorted = test.style.split("<bibliography").nth(1).is_some_and(|list| list.contains("<sort"));
        let counted = test.class() == "numeric" || test.printed.iter().any(|own| has_lettered_year(own));
        if sorted && counted { Err("numbers or letters of a sorted list") } else { Ok(test) }
    }

    /// The kind of citations, from what the style prints.
    fn class(&self) -> &'static str {
        let citation = self.style.split("<citation").nth(1).unwrap_or_default();
        let citation = citation.split("</citation>").next().unwrap_or_default();
        let uses = |name: &str| {
            let direct = citation.contains(&format!("variable=\"{name}\""));
            direct || citation.contains("<text macro") && self.style.contains(&format!("variable=\"{name}\""))
        };
        match () {
            () if self.in_notes => "note",
            () if uses("citation-number") => "numeric",
            () if uses("citation-label") => "label",
            () if uses("issued") => "author-year",
            () if uses("title") => "author-title",
            () => "author",
        }
    }

    fn article(&self) -> Result<Article, &'static str> {
        // One whole item more, by which the file is known for what it is where the test's items hold next to nothing.
        let whole = json!({"id": "whole", "type": "book", "title": "Whole", "author": [{"family": "Whole"}], "issued": {"raw": "1"}});
        let items: Vec<&Value> = self.items.iter().chain([&whole]).collect();
        let json = serde_json::to_string(&items).map_err(|_| "items that are no JSON")?;
        let library = parse(Input::new(&json, "items.json")).map_err(|_| "items without fields")?;
        let lettered = self.printed.iter().any(|printed| has_lettered_year(printed));
        let mut letters: BTreeMap<(String, i32), u8> = BTreeMap::new();
        let mut list = String::new();
        let entries: Option<Vec<&Reference>> = self
            .order
            .iter()
            .map(|id| library.references.iter().find(|own| own.id == *id && !own.raw.is_empty()))
            .collect();
        let entries = entries.ok_or("items without fields")?;
        // Tests of labels, ordinals and page ranges print nothing by which a work could be known.
        let names_nothing = |(cited, printed): (&Vec<String>, &String)| {
            let holds = |entry: &&&Reference| {
                let words =
                    entry.raw.split(|c: char| !c.is_alphanumeric()).filter(|word| word.chars().count() > 2);
                cited.contains(&entry.id) && words.clone().any(|word| printed.contains(word))
            };
            !entries.iter().any(|entry| holds(&entry))
        };
        let unnamed = self.cited.iter().zip(&self.printed).filter(|own| names_nothing(*own)).count();
        if !matches!(self.class(), "numeric" | "label") && unnamed * 2 > self.cited.len() {
            return Err("printed citations that name no work");
        }
        let key = |entry: &Reference| {
            let names: Vec<&str> = entry.authors.iter().map(|person| person.family.as_str()).collect();
            Some((names.join(" "), entry.year?))
        };
        for (number, own) in entries.iter().enumerate() {
            let mut entry = escaped(&own.raw);
            let shared = entries.iter().filter(|other| key(other) == key(own)).count() > 1;
            if let Some((names, year)) = key(own).filter(|_| lettered && shared) {
                let letter = letters.entry((names, year)).or_insert(b'a');
                entry = entry.replacen(&year.to_string(), &format!("{year}{}", char::from(*letter)), 1);
                *letter = letter.saturating_add(1).min(b'z');
            }
            list.push_str(&format!(
                "<ref id=\"b{number}\"><label>{}</label><mixed-citation>{entry}</mixed-citation></ref>\n",
                number + 1
            ));
        }
        let (mut body, mut notes, mut shown) = (String::new(), String::new(), String::new());
        for (index, (cited, printed)) in self.cited.iter().zip(&self.printed).enumerate() {
            let printed = plain(printed);
            shown.push_str(&format!("    {cited:?} {printed}\n"));
            let targets: Vec<String> = cited
                .iter()
                .filter_map(|id| Some(format!("b{}", self.order.iter().position(|own| own == id)?)))
                .collect();
            let link = format!("<xref ref-type=\"bibr\" rid=\"{}\">{printed}</xref>", targets.join(" "));
            let number = index + 1;
            if self.in_notes {
                body.push_str(&format!(
                    "<p>The sky is wide and blue.<xref ref-type=\"fn\" rid=\"fn{number}\"><sup>{number}</sup></xref></p>\n"
                ));
                notes.push_str(&format!("<fn id=\"fn{number}\"><p>{link}</p></fn>\n"));
            } else {
                body.push_str(&format!("<p>The sky is wide and blue {link}.</p>\n"));
            }
        }
        let page = format!(
            "<?xml version=\"1.0\"?><article><front><article-meta/></front><body><sec><title>Sky</title>{body}</sec></body><back><fn-group>{notes}</fn-group>\
             <ref-list><title>References</title>{list}</ref-list></back></article>"
        );
        Ok(Article { page, class: self.class(), shown })
    }
}

/// The text between a section's fences.
fn section<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    // Fences are of two to five signs.
    let (_, rest) = text.split_once(&format!("= {name} ="))?;
    let (_, rest) = rest.split_once('\n')?;
    let (inside, _) = rest.split_once(&format!("= {name} ="))?;
    Some(inside.trim_end_matches(['<', '=']).trim())
}

/// Whether two citations, or two elements of one, are printed alike and cite different items.
fn prints_alike(cited: &[Vec<String>], printed: &[String]) -> bool {
    let across = printed.iter().enumerate().any(|(at, own)| {
        let others = printed.iter().zip(cited).skip(at + 1);
        cited
            .get(at)
            .is_some_and(|ids| others.clone().any(|(other, other_ids)| own == other && ids != other_ids))
    });
    let within = printed.iter().any(|own| {
        let elements: Vec<&str> = own.split(';').map(|own| own.trim_matches([' ', '(', ')', '.'])).collect();
        elements.iter().enumerate().any(|(at, own)| elements[at + 1..].contains(own))
    });
    across || within
}

/// `2000b`
fn has_lettered_year(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.windows(5).enumerate().any(|(at, own)| {
        own[..4].iter().all(u8::is_ascii_digit)
            && own[4].is_ascii_lowercase()
            && bytes.get(at + 5).is_none_or(|next| !next.is_ascii_alphanumeric())
    })
}

/// `>>[2] Ibid.`: which citation, and its text.
fn numbered(line: &str) -> Option<(usize, String)> {
    let rest = line.strip_prefix(">>").or_else(|| line.strip_prefix(".."))?.strip_prefix('[')?;
    let (index, text) = rest.split_once(']')?;
    Some((index.parse().ok()?, text.trim().to_owned()))
}

/// The citations as they stand after the last step: each step says which come before and after its own.
fn final_order(steps: &[Value]) -> Option<Vec<Value>> {
    let mut by_id: BTreeMap<String, Value> = BTreeMap::new();
    let mut order: Vec<String> = Vec::new();
    for step in steps {
        let own = step.get(0)?;
        let id = own.get("citationID")?.as_str()?.to_owned();
        let around = |index: usize| -> Option<Vec<String>> {
            step.get(index)?.as_array()?.iter().map(|own| Some(own.get(0)?.as_str()?.to_owned())).collect()
        };
        by_id.insert(id.clone(), own.clone());
        order = around(1)?.into_iter().chain([id]).chain(around(2)?).collect();
    }
    order.iter().map(|id| by_id.get(id).cloned()).collect()
}

/// Printed text as JATS: raised text stays raised, other markup goes.
fn plain(printed: &str) -> String {
    let mut plain = String::new();
    let mut rest = printed;
    while let Some((before, after)) = rest.split_once('<') {
        plain.push_str(before);
        let Some((tag, after)) = after.split_once('>') else { break };
        if matches!(tag, "sup" | "/sup") {
            plain.push_str(&format!("<{tag}>"));
        }
        rest = after;
    }
    plain.push_str(rest);
    plain.replace("&#38;", "&amp;").replace("&#60;", "&lt;").replace("&#62;", "&gt;")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
