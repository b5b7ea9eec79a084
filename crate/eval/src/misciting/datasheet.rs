//! The composition of a set as a datasheet tells it: counts by kind, category, depth and source, who made it, and under which
//! licences its sources stand.
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;

use super::case::{Case, MadeBy};
use super::pool::PoolSource;
use super::written::Set;
use crate::misciting::prompt::miscitation::{category_name, depth_name};

/// The tables in Markdown. `made` is how model-made cases came about.
pub(super) fn composition(cases: &[Case], pool: &[PoolSource], made: Option<&Set>) -> String {
    let used: BTreeSet<&str> =
        cases.iter().flat_map(|case| [case.source.as_str(), case.cited.as_str()]).collect();
    let mut text = format!(
        "# Composition\n\n{} cases from {} of {} sources.\n",
        cases.len(),
        cases.iter().map(|case| &case.source).collect::<BTreeSet<_>>().len(),
        pool.len()
    );
    let retraction = "A case that says a work was retracted is made up: no source is claimed to be.";
    if cases.iter().any(|case| case.retracted) {
        let _ = writeln!(text, "\n{retraction}");
    }
    count(&mut text, "Made by", cases, |case| maker(&case.made_by));
    count(&mut text, "Kind", cases, |case| case.kind().to_owned());
    count(&mut text, "Category and depth", cases, |case| {
        format!("{}, {}", category_name(case.category), depth_name(case.difficulty))
    });
    count(&mut text, "Subtype", cases, |case| {
        serde_json::to_string(&case.subtype).unwrap_or_default().trim_matches('"').to_owned()
    });
    text.push_str("\n| Source | Work | Licence | Cases |\n| --- | --- | --- | ---: |\n");
    for source in pool.iter().filter(|source| used.contains(source.id.as_str())) {
        let count = cases.iter().filter(|case| case.source == source.id).count();
        let licence = licence(&source.path).unwrap_or_else(|| "not named by the file".to_owned());
        let _ = writeln!(
            text,
            "| {} | {} | {} | {count} |",
            cell(&source.id),
            cell(&source.title),
            cell(&licence)
        );
    }
    if let Some(set) = made {
        text.push_str("\n| Made | Tried | Declined | Failed checks | Rejected | Kept |\n| --- | ---: | ---: | ---: | ---: | ---: |\n");
        for row in set.rows() {
            let _ = writeln!(text, "| {} |", row.join(" | "));
        }
        let _ = writeln!(text, "\nThe validator bore out {}.", set.borne_out());
    }
    text
}

fn maker(by: &MadeBy) -> String {
    match by {
        MadeBy::Rule => "rule".to_owned(),
        MadeBy::Others => "others".to_owned(),
        MadeBy::Model(by) => {
            format!("{} ({}), judged by {} ({})", by.model, by.prompt, by.validator, by.validation)
        }
    }
}

/// A table of counts.
fn count(text: &mut String, name: &str, cases: &[Case], of: impl Fn(&Case) -> String) {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for case in cases {
        *counts.entry(of(case)).or_default() += 1;
    }
    let _ = writeln!(text, "\n| {name} | Cases |\n| --- | ---: |");
    for (value, count) in counts {
        let _ = writeln!(text, "| {} | {count} |", cell(&value));
    }
}

/// Text in a cell: it parts no table and is no markup.
fn cell(text: &str) -> String {
    let mut safe = String::new();
    for c in text.chars() {
        match c {
            '|' | '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' => {
                safe.push('\\');
                safe.push(c);
            }
            c if c.is_control() => safe.push(' '),
            c => safe.push(c),
        }
    }
    safe
}

/// The Creative Commons licence that a file names; none if it names none, or several.
fn licence(path: &Path) -> Option<String> {
    let bytes = std::fs::read(path).ok()?;
    licence_in(&String::from_utf8_lossy(&bytes))
}

fn licence_in(text: &str) -> Option<String> {
    let deeds = text.split("creativecommons.org/").skip(1).filter_map(|rest| {
        let mut parts = rest.split(['/', '"', '\'', '<', '>', ' ', ')']);
        let (kind, name, version) = (parts.next()?, parts.next()?, parts.next().unwrap_or_default());
        let version: String = version.chars().take_while(|c| c.is_ascii_digit() || *c == '.').collect();
        let version = version.trim_end_matches('.');
        let known = |name: &str| name.chars().all(|c| c.is_ascii_lowercase() || c == '-') && name.len() < 12;
        match kind {
            "licenses" if known(name) => Some(format!("CC {} {version}", name.to_uppercase())),
            "publicdomain" if name == "zero" => Some(format!("CC0 {version}")),
            _ => None,
        }
    });
    let named: BTreeSet<String> = deeds.map(|name| name.trim_end().to_owned()).collect();
    named.first().filter(|_| named.len() == 1).cloned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_licence_is_what_the_file_names_alone() {
        let by = "<a href=\"https://creativecommons.org/licenses/by/4.0/\">CC BY</a>";
        assert_eq!(licence_in(by).as_deref(), Some("CC BY 4.0"));
        assert_eq!(
            licence_in("http://creativecommons.org/publicdomain/zero/1.0/").as_deref(),
            Some("CC0 1.0")
        );
        assert_eq!(licence_in(&format!("{by} http://creativecommons.org/licenses/by-nc/4.0/")), None);
        assert_eq!(licence_in("nothing of it"), None);
    }

    #[test]
    fn a_title_parts_no_table() {
        assert_eq!(cell("a | [b](c)\n"), "a \\| \\[b\\](c) ");
    }
}
