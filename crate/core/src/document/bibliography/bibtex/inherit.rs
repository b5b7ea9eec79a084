//! What entries take from others: `xdata` as it is, `crossref` by biblatex's rules. `xref` gives nothing.

use std::collections::{HashMap, HashSet};

use super::reader::{Entry, Inherited};

/// How far inheritance goes.
const LONGEST_CHAIN: usize = 6;
/// Entries that one takes fields from.
const MOST_PARENTS: usize = 40;
/// Fields of an entry.
const MOST_FIELDS: usize = 200;

/// Gives entries the fields of those they refer to, wherever these stand in the file. All entries together inherit so many
/// times the file's bytes at most.
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
        let mut names: HashSet<String> = entry.fields.iter().map(|field| field.name.clone()).collect();
        let mut taken = Vec::new();
        for (name, text, from) in family.parents_of(index, 0) {
            let room = entry.fields.len() + taken.len() < MOST_FIELDS && text.len() <= budget;
            if room && names.insert(name.clone()) {
                budget -= text.len();
                taken.push(Inherited { name, text: text.to_owned(), from: entries[from].key.clone() });
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

/// A field on its way to an heir: its name there, its text, and the entry that it stands in.
type Taken<'a> = (String, &'a str, usize);

/// The entries that one entry takes fields from, each once.
struct Family<'a> {
    entries: &'a [Entry],
    by_key: &'a HashMap<String, usize>,
    open: HashSet<usize>,
    left: usize,
}

impl<'a> Family<'a> {
    /// The fields that an entry takes from its parents: those of `xdata` first, the nearest first.
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
                let own = entries[parent].fields.iter();
                let mut fields: Vec<Taken<'a>> =
                    own.map(|field| (field.name.clone(), field.text.as_str(), parent)).collect();
                fields.extend(self.parents_of(parent, depth + 1));
                let (child, whole) = (&entries[index].kind, &entries[parent].kind);
                let mut names: HashSet<String> = HashSet::new();
                fields.retain(|(name, ..)| names.insert(name.clone()));
                taken.extend(fields.into_iter().filter_map(|(name, text, from)| {
                    let heirs = match reference {
                        "xdata" => (!is_bookkeeping(&name)).then_some(name.as_str()),
                        _ => inherited_name(child, whole, &name),
                    };
                    Some((heirs?.to_owned(), text, from))
                }));
            }
        }
        taken
    }
}

/// Fields by which entries name each other, which are nobody's but their own.
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
        "crossref" | "xref" | "xdata" | "ids" | "label" | "shorthand" | "options" | "keywords"
        | "entryset" | "related" | "sortkey" | "execute" | "entrysubtype" | "presort" | "sorttitle"
        | "shorttitle" | "abstract" => None,
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
