//! What entries inherit: from `xdata` everything as it is, from `crossref` by biblatex's rules, from `xref` nothing.

use std::collections::{HashMap, HashSet};

use super::reader::{Entry, Inherited};

/// Generations that inheritance goes back.
const LONGEST_CHAIN: usize = 6;
/// Entries that one entry inherits from.
const MOST_PARENTS: usize = 40;
/// Fields of an entry, inherited ones included; of one parent, no more are considered.
const MOST_FIELDS: usize = 200;

/// Gives entries the fields of those they refer to, wherever these stand in the file. All together inherit no more than
/// eight times the file's bytes: hostile files name one long field everywhere.
pub(super) fn inherit(entries: &mut [Entry], file_len: usize) {
    let mut by_key: HashMap<String, usize> = HashMap::new();
    for (index, entry) in entries.iter().enumerate() {
        by_key.entry(entry.key.to_lowercase()).or_insert(index);
    }
    let mut budget = 8 * file_len + 100_000;
    let mut all: Vec<(usize, Vec<Inherited>)> = Vec::new();
    for (index, entry) in entries.iter().enumerate() {
        if !entry.fields.iter().any(|field| is_reference(&field.name)) {
            continue;
        }
        let mut family =
            Family { entries, by_key: &by_key, open: HashSet::from([index]), left: MOST_PARENTS };
        let mut names: HashSet<&str> = entry.fields.iter().map(|field| field.name.as_str()).collect();
        let mut taken = Vec::new();
        for (name, text, from) in family.parents_of(index, 0) {
            let room = entry.fields.len() + taken.len() < MOST_FIELDS && text.len() <= budget;
            if room && names.insert(name) {
                budget -= text.len();
                let from = entries[from].key.clone();
                taken.push(Inherited { name: name.to_owned(), text: text.to_owned(), from });
            }
        }
        all.push((index, taken));
    }
    for (index, taken) in all {
        entries[index].inherited = taken;
    }
}

fn is_reference(name: &str) -> bool {
    name == "xdata" || name == "crossref"
}

/// An inherited field: its name in the child, its text, and the entry that it stands in.
type Taken<'a> = (&'a str, &'a str, usize);

/// The entries that one entry inherits from, each once.
struct Family<'a> {
    entries: &'a [Entry],
    by_key: &'a HashMap<String, usize>,
    open: HashSet<usize>,
    left: usize,
}

impl<'a> Family<'a> {
    /// The fields that an entry's parents offer: those of `xdata` first, the nearest first.
    fn parents_of(&mut self, index: usize, depth: usize) -> Vec<Taken<'a>> {
        if depth == LONGEST_CHAIN {
            return Vec::new();
        }
        let entries = self.entries;
        let mut taken = Vec::new();
        for reference in ["xdata", "crossref"] {
            let Some(field) = entries[index].fields.iter().find(|field| field.name == reference) else {
                continue;
            };
            for key in field.text.split(',').take(MOST_PARENTS) {
                let Some(parent) = self.by_key.get(&key.trim().to_lowercase()).copied() else { continue };
                if self.left == 0 || !self.open.insert(parent) {
                    continue;
                }
                self.left -= 1;
                let own = entries[parent].fields.iter().take(MOST_FIELDS);
                let mut fields: Vec<Taken<'a>> =
                    own.map(|field| (field.name.as_str(), field.text.as_str(), parent)).collect();
                fields.extend(self.parents_of(parent, depth + 1));
                let (child, whole) = (&entries[index].kind, &entries[parent].kind);
                let mut names: HashSet<&str> = HashSet::new();
                fields.retain(|&(name, ..)| names.insert(name));
                taken.extend(fields.into_iter().filter_map(|(name, text, from)| {
                    let name = match reference {
                        "xdata" => (!is_bookkeeping(name)).then_some(name),
                        _ => inherited_name(child, whole, name),
                    };
                    Some((name?, text, from))
                }));
            }
        }
        taken
    }
}

/// Fields by which entries refer to each other: never inherited.
fn is_bookkeeping(name: &str) -> bool {
    matches!(name, "xdata" | "crossref" | "xref" | "ids")
}

/// The name under which a child inherits a parent's field (biblatex's default inheritance).
fn inherited_name<'a>(child: &str, parent: &str, name: &'a str) -> Option<&'a str> {
    let part_of_book = matches!(
        child,
        "inbook"
            | "incollection"
            | "inproceedings"
            | "conference"
            | "bookinbook"
            | "suppbook"
            | "suppcollection"
            | "inreference"
    );
    match name {
        _ if is_bookkeeping(name) => None,
        "label" | "shorthand" | "options" | "keywords" | "entryset" | "related" | "sortkey" | "execute"
        | "entrysubtype" | "presort" | "sorttitle" | "shorttitle" | "abstract" => None,
        // They name the whole; the part has its own.
        "pages" | "doi" | "eprint" | "eid" | "pmid" | "pmcid" | "url" => None,
        "title" if parent.starts_with("mv") => Some("maintitle"),
        "subtitle" if parent.starts_with("mv") => Some("mainsubtitle"),
        "title" if part_of_book => Some("booktitle"),
        "subtitle" if part_of_book => Some("booksubtitle"),
        "title" if parent == "periodical" => Some("journaltitle"),
        "title" | "subtitle" | "titleaddon" => None,
        "author" if part_of_book && !matches!(child, "inbook" | "bookinbook" | "suppbook") => None,
        name => Some(name),
    }
}
