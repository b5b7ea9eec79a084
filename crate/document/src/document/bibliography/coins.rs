//! COinS (OpenURL ContextObjects in Spans): on a page that was made of a document of another format, `<span class="Z3988" title="…">`
//! beside an entry says what the entry is, field by field, as reference managers read it.

use std::collections::BTreeMap;

use form_urlencoded::Serializer;

use super::work::Work;
use crate::citation::Reference;
use crate::citation::split_full_name;
use crate::markup::tree::{NodeId, Tree};
use citelight_types::text::person::Person;

/// Who wrote them, as they say it themselves. Those of others are not read: many name only the first author.
const REFERRER: &str = "info:sid/citelight";
/// The class of the elements.
const CLASS: &str = "Z3988";
/// Names of a list that are read.
const MOST_NAMES: usize = 2_000;
/// Elements of an entry among which one is looked for.
const SEARCHED: usize = 2_000;
/// Bytes of an attribute that a page's script hands over.
const LONGEST: usize = 4_000;

/// The context object of a work.
pub(crate) fn write(work: &Work) -> String {
    let mut reference = Reference::default();
    work.fill(&mut reference);
    write_reference(&reference, &work.kind)
}

/// The context object of a reference whose work is of a kind of BibLaTeX's.
pub(crate) fn write_reference(reference: &Reference, kind: &str) -> String {
    let is_whole = matches!(kind, "book" | "report" | "thesis");
    let is_book = is_whole || matches!(kind, "incollection" | "inproceedings");
    let genre = match kind {
        "article" => "article",
        "book" => "book",
        "incollection" => "bookitem",
        "inproceedings" => "proceeding",
        "report" => "report",
        _ => "unknown",
    };
    let (title, container) = match (is_whole, is_book) {
        (true, _) => ("rft.btitle", "rft.series"),
        (false, true) => ("rft.atitle", "rft.btitle"),
        (false, false) => ("rft.atitle", "rft.jtitle"),
    };
    let ids = &reference.identifiers;
    let id = |scheme: &str, id: &Option<String>| id.as_ref().map(|id| format!("info:{scheme}/{id}"));
    let venue = reference.venue.clone().filter(|venue| Some(venue) != reference.publisher.as_ref());
    let optional = [
        ("ctx_ver", Some("Z39.88-2004".to_owned())),
        ("rfr_id", Some(REFERRER.to_owned())),
        ("rft_val_fmt", Some(format!("info:ofi/fmt:kev:mtx:{}", if is_book { "book" } else { "journal" }))),
        ("rft.genre", Some(genre.to_owned())),
        (title, reference.title.clone()),
        (container, venue),
        ("rft.pub", reference.publisher.clone()),
        ("rft.date", reference.year.map(|year| year.to_string())),
        ("rft.volume", reference.volume.clone()),
        ("rft.issue", reference.issue.clone()),
        ("rft.pages", reference.pages.clone()),
        ("rft.isbn", ids.isbn.clone()),
        ("rft_id", id("doi", &ids.doi)),
        ("rft_id", id("arxiv", &ids.arxiv)),
        ("rft_id", id("pmid", &ids.pmid)),
        ("rft_id", ids.url.clone()),
    ];
    let mut fields: Vec<(&str, String)> =
        optional.into_iter().filter_map(|(name, value)| Some((name, value?))).collect();
    for person in reference.authors.iter().take(MOST_NAMES) {
        fields.push(match person.given.as_str() {
            "" => ("rft.aucorp", person.family.clone()),
            given => ("rft.au", format!("{}, {given}", person.family)),
        });
    }
    let mut written = Serializer::new(String::new());
    let mut length = 0;
    for (name, value) in fields {
        let width = |byte: u8| if byte.is_ascii_alphanumeric() { 1 } else { 3 };
        length += name.len() + 2 + value.bytes().map(width).sum::<usize>();
        if length > LONGEST {
            break;
        }
        written.append_pair(name, &value);
    }
    written.finish()
}

/// What the context object beside an entry says, written into the entry's reference; what it leaves open stays.
pub(crate) fn fill(tree: &Tree, entry: NodeId, reference: &mut Reference) {
    let mut objects = tree.descendants(entry).take(SEARCHED).filter(|node| tree.has_class(*node, CLASS));
    // An entry with several names several works.
    let (Some(object), None) = (objects.next(), objects.next()) else { return };
    let Some(work) = tree.attribute(object, "title").and_then(read) else { return };
    let mut own = Reference::default();
    work.fill(&mut own);
    reference.fields_from_markup = true;
    reference.title = own.title;
    if !own.authors.is_empty() {
        // Whoever names more people than the entry prints names them all.
        reference.truncated_authors &= own.authors.len() <= reference.authors.len();
        reference.authors = own.authors;
    }
    reference.year = own.year.or(reference.year);
    for (told, read) in [
        (own.venue, &mut reference.venue),
        (own.publisher, &mut reference.publisher),
        (own.volume, &mut reference.volume),
        (own.issue, &mut reference.issue),
        (own.pages, &mut reference.pages),
        (own.identifiers.doi, &mut reference.identifiers.doi),
        (own.identifiers.arxiv, &mut reference.identifiers.arxiv),
        (own.identifiers.pmid, &mut reference.identifiers.pmid),
        (own.identifiers.isbn, &mut reference.identifiers.isbn),
        (own.identifiers.url, &mut reference.identifiers.url),
    ] {
        if told.is_some() {
            *read = told;
        }
    }
}

/// The work of a context object; none if it names no title.
fn read(object: &str) -> Option<Work> {
    let mut several: BTreeMap<String, Vec<String>> = BTreeMap::new();
    // In their order, persons and bodies mixed.
    let mut authors: Vec<Person> = Vec::new();
    for (name, value) in form_urlencoded::parse(object.as_bytes()) {
        let value = value.split_whitespace().collect::<Vec<_>>().join(" ");
        match name.as_ref() {
            _ if value.is_empty() => {}
            "rft.au" => authors.push(person(&value)),
            "rft.aucorp" => authors.push(Person::new(value, "")),
            _ => several.entry(name.into_owned()).or_default().push(value),
        }
    }
    let all = |name: &str| several.get(name).map(Vec::as_slice).unwrap_or_default();
    let first = |names: &[&str]| names.iter().find_map(|name| all(name).first()).cloned();
    if first(&["rfr_id"]).as_deref() != Some(REFERRER) {
        return None;
    }
    let mut work =
        Work { kind: kind(&first(&["rft.genre"]).unwrap_or_default()).to_owned(), ..Work::default() };
    let atitle = first(&["rft.atitle"]);
    let is_part = atitle.is_some();
    work.set("title", atitle.or_else(|| first(&["rft.btitle", "rft.title", "rft.jtitle"]))?);
    let container = if is_part {
        first(&["rft.jtitle", "rft.stitle", "rft.btitle", "rft.title"])
    } else {
        first(&["rft.series"])
    };
    let fields = [
        ("journaltitle", container),
        ("publisher", first(&["rft.pub"])),
        ("date", first(&["rft.date"])),
        ("volume", first(&["rft.volume"])),
        ("issue", first(&["rft.issue"])),
        ("pages", first(&["rft.pages"])),
        ("isbn", first(&["rft.isbn"])),
    ];
    for (name, value) in fields {
        if let Some(value) = value {
            work.set(name, value);
        }
    }
    for id in all("rft_id") {
        match id.split_once('/') {
            Some(("info:doi", doi)) => work.set("doi", doi),
            Some(("info:pmid", pmid)) => work.set("pmid", pmid),
            Some(("info:arxiv", id)) => work.set("eprint", id),
            _ if id.starts_with("http") => work.set("url", id.as_str()),
            _ => {}
        }
    }
    work.authors = authors;
    Some(work)
}

fn kind(genre: &str) -> &'static str {
    match genre {
        "article" | "preprint" => "article",
        "book" => "book",
        "bookitem" => "incollection",
        "proceeding" | "conference" => "inproceedings",
        "report" => "report",
        "dissertation" => "thesis",
        _ => "misc",
    }
}

/// `Smith, John` or `John Smith`.
fn person(name: &str) -> Person {
    match name.split_once(',') {
        Some((family, given)) => Person::new(family.trim(), given.trim()),
        None => split_full_name(name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let mut work = Work { kind: "article".to_owned(), ..Work::default() };
        for (name, value) in [
            ("title", "Sleep & memory: “an” overview"),
            ("journaltitle", "Journal of Sleep"),
            ("year", "2020"),
            ("volume", "12"),
            ("issue", "3"),
            ("pages", "1–9"),
            ("doi", "10.1000/a&b"),
        ] {
            work.set(name, value);
        }
        work.authors =
            vec![Person::new("Sleep Group", ""), Person::new("Müller", "Zoë"), Person::new("Lee", "B.")];
        let again = read(&write(&work)).unwrap();
        let [mut one, mut other] = [Reference::default(), Reference::default()];
        work.fill(&mut one);
        again.fill(&mut other);
        assert_eq!(one, other);
    }

    #[test]
    fn what_others_write_and_what_names_no_title_is_not_read() {
        let theirs =
            "ctx_ver=Z39.88-2004&rft.atitle=A+title&rft.aulast=Smith&rfr_id=info%3Asid%2Fen.wikipedia.org";
        assert_eq!(read(theirs), None);
        assert_eq!(read("ctx_ver=Z39.88-2004&rft.date=2001&rfr_id=info:sid/citelight"), None);
    }
}
