//! An entry as a list prints it, in the order of the APA style.

use citelight::resolve::integrity::{BibEntry, plain_text};

/// The line of a reference list; none for an entry without a title.
pub(super) fn line(entry: &BibEntry) -> Option<String> {
    let text = |names: &[&str]| entry.first(names).map(plain_text).filter(|text| !text.is_empty());
    let title = text(&["title"])?;
    let title = match text(&["subtitle"]) {
        Some(subtitle) => format!("{title}: {subtitle}"),
        None => title,
    };
    let people = entry.first(&["author", "editor", "organization"]).map(authors);
    let date = text(&["year", "date"]);
    let year = date.as_deref().and_then(|date| date.split(['-', '/']).next()).unwrap_or("n.d.");
    let volume = match (text(&["volume"]), text(&["number"])) {
        (Some(volume), Some(number)) => Some(format!("{volume}({number})")),
        (volume, number) => volume.or(number),
    };
    let place = [
        text(&["journal", "journaltitle", "booktitle", "reporter"]),
        volume,
        text(&["pages"]),
        text(&["edition"]).map(|edition| format!("{edition} ed.")),
        text(&["school", "institution", "publisher"]),
        text(&["note", "howpublished"]),
    ];
    let place = place.into_iter().flatten().collect::<Vec<_>>().join(", ");
    let end = entry.field("doi").map(|doi| format!("https://doi.org/{doi}"));
    let end = end.or_else(|| entry.field("url").map(str::to_owned)).unwrap_or_default();
    let start = people.map(|people| format!("{people} ({year}). ")).unwrap_or_default();
    let undated = if start.is_empty() { format!(" ({year}).") } else { String::new() };
    let place = if place.is_empty() { String::new() } else { format!(" {place}.") };
    Some(format!("{start}{title}.{undated}{place} {end}").trim_end().to_owned())
}

/// `Shannon, C. E., & Weaver, W.`
fn authors(field: &str) -> String {
    let names: Vec<String> = field.split(" and ").map(plain_text).filter(|name| name != "others").collect();
    match names.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{}, & {last}", first.join(", ")),
    }
}
