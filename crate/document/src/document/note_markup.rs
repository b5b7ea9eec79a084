//! Which elements of a page are its notes, whoever wrote the page: word processors, converters, plugins and journals name
//! them in a hundred ways, but all of them lead from a mark in the text to the note, and most lead back.
//!
//! A link whose text is a mark (`1`, `[2]`, `*`) leads to a note or to an entry of the reference list. It is a note's if
//! the markup calls it so or a heading stands over it that does. What only leads back to its mark may be either: it is a
//! note's where the page has a reference list besides, and the supposed notes name works of that list.

mod unlinked;

use std::collections::{HashMap, HashSet};

use super::front_back_matter::ends_article;
use super::link_targets::link_targets;
use crate::citation::entries;
use crate::citation::notes::{begins_back, without_number};
use crate::citation::works::folded_words;
use crate::markup::tree::{NodeId, Notes, Tree};

/// Marks that are followed: more are no article's.
const MOST_MARKS: usize = 5_000;

/// Marks of one note that are remembered, and elements of one that are searched for links back.
const MOST_MARKS_OF_NOTE: usize = 20;
const SEARCHED: usize = 2_000;

/// Ancestors in which another note is looked for: notes do not stand in notes.
const NESTING: usize = 8;

/// Bytes of the longest mark: `[Note 123]`.
const LONGEST_MARK: usize = 16;

/// Bytes of a link that are read for the year it ends in.
const LONGEST_CITATION: usize = 200;

/// Bytes of the longest link back: `Jump back to note 12`.
const LONGEST_BACK: usize = 32;

/// Ancestors whose names may say that what stands in them is a note.
const NAMING: usize = 3;

/// Share of the supposed notes that must name works of the reference list, in percent.
const NAMED: usize = 30;

/// Words in ids and classes of notes.
const NOTE_WORDS: &[&str] = &[
    "fn",
    "fns",
    "ftn",
    "ftnt",
    "edn",
    "foot",
    "footnote",
    "footnotes",
    "endnote",
    "endnotes",
    "note",
    "notes",
    "noteref",
    "sdfootnote",
    "sdendnote",
    "sdfootnotesym",
    "sdendnotesym",
    "footnotetext",
    "footnotesymbol",
    "fnote",
    "sidenote",
    "sidenotes",
    "marginnote",
    "rearnote",
    "notesbaspage",
    "fussnote",
    "nota",
    "notas",
    "mfn",
];

/// Words in ids and classes that tell of entries of a reference list, whatever else is said.
const ENTRY_WORDS: &[&str] = &[
    "cite",
    "ref",
    "refs",
    "reference",
    "references",
    "reflist",
    "bib",
    "bibr",
    "bibitem",
    "biblio",
    "bibliography",
    "citation",
    "cr",
];

/// Words in ids and classes of what raised marks lead to in front matter.
const FRONT_WORDS: &[&str] = &[
    "aff",
    "affil",
    "affiliation",
    "affiliations",
    "author",
    "authors",
    "contrib",
    "contribs",
    "contributor",
    "contributors",
    "corresp",
    "correspondence",
    "institution",
    "institutions",
];

/// Roles that elements of notes bear.
const ROLES: &[&str] = &["doc-footnote", "doc-endnote", "footnote", "endnote", "rearnote"];
/// Roles of what holds notes.
const LIST_ROLES: &[&str] = &["doc-endnotes", "doc-footnotes", "footnotes", "endnotes", "rearnotes"];
/// Classes of notes beside the text.
const BESIDE: &[&str] =
    &["sidenote", "marginnote", "modern-footnotes-footnote__note", "footnote-content", "inline-footnote"];

/// Elements that stand apart from the text around them.
const BLOCKS: &[&str] = &["li", "p", "div", "dd", "tr", "aside", "section", "blockquote", "article"];

/// Finds the notes of a page and marks them in its tree.
pub(crate) fn mark(tree: &mut Tree) {
    let mut found = by_name(tree);
    let (called, mut unsure) = linked(tree, &found);
    found.extend(called);
    if found.is_empty() && unsure.is_empty() {
        unsure = unlinked::find(tree);
    }
    if unsure.is_empty() {
        tree.set_notes(notes(tree, found));
        return;
    }
    let mut all = found.clone();
    all.extend(unsure.iter().map(|(node, note)| (*node, note.clone())));
    tree.set_notes(notes(tree, all));
    if !name_works_of_a_list(tree, &unsure) {
        tree.set_notes(notes(tree, found));
    }
}

/// A note: where marks point, and from where.
#[derive(Clone, Debug, Default)]
struct Found {
    ids: Vec<String>,
    marks: Vec<NodeId>,
}

/// Notes by the names and roles that need no link: asides, items of `doc-endnotes`, notes in the margin.
fn by_name(tree: &Tree) -> HashMap<NodeId, Found> {
    let mut found = HashMap::new();
    for node in tree.descendants(Tree::ROOT).filter(|node| tree.is_element(*node)) {
        let has_id = tree.attribute(node, "id").is_some();
        let item = tree.name(node) == "li"
            && tree.ancestors(node).take(2).any(|above| {
                role(tree, above).is_some_and(|role| LIST_ROLES.contains(&role))
                    || tree.classes(above).any(|class| matches!(class, "footnotes" | "endnotes"))
            });
        let block = matches!(tree.name(node), "aside" | "div" | "p" | "li" | "dd");
        let called = role(tree, node).is_some_and(|role| ROLES.contains(&role))
            || tree.classes(node).any(|class| matches!(class, "footnote" | "endnote"));
        let beside = matches!(tree.name(node), "span" | "small" | "aside" | "div")
            && tree.classes(node).any(|class| BESIDE.contains(&class))
            // Substack's `footnote-content` is part of the note.
            && !tree.parent(node).is_some_and(|parent| tree.has_class(parent, "footnote"));
        let nested = || tree.ancestors(node).take(NESTING).any(|above| found.contains_key(&above));
        if (block && has_id && (called || item) || beside) && !nested() {
            found.insert(node, Found { ids: ids(tree, node), marks: Vec::new() });
        }
    }
    found
}

fn role(tree: &Tree, node: NodeId) -> Option<&str> {
    tree.attribute(node, "role").or_else(|| tree.attribute(node, "epub:type"))
}

/// Every id by which a link may point into an element.
fn ids(tree: &Tree, node: NodeId) -> Vec<String> {
    entries::aliases(tree, node)
}

/// A mark in the text and what it leads to.
struct MarkLink {
    mark: NodeId,
    target: NodeId,
}

/// Notes that marks lead to: those that the page calls notes, and those that only lead back.
fn linked(tree: &Tree, named: &HashMap<NodeId, Found>) -> (HashMap<NodeId, Found>, HashMap<NodeId, Found>) {
    let order: HashMap<NodeId, usize> =
        tree.descendants(Tree::ROOT).enumerate().map(|(place, node)| (node, place)).collect();
    let by_id = by_id(tree);
    let links = mark_links(tree, &by_id, &order);
    // How many targets stand in each element.
    let mut held: HashMap<NodeId, usize> = HashMap::new();
    let targets: HashSet<NodeId> = links.iter().map(|link| link.target).collect();
    for target in &targets {
        for above in std::iter::once(*target).chain(tree.ancestors(*target)) {
            *held.entry(above).or_default() += 1;
        }
    }
    let headings = Headings::of(tree);
    let (mut called, mut unsure): (HashMap<NodeId, Found>, HashMap<NodeId, Found>) = Default::default();
    for link in &links {
        let Some(note) = container(tree, link, &held) else { continue };
        if named.contains_key(&note) || tree.ancestors(note).any(|above| named.contains_key(&above)) {
            continue;
        }
        let place = order.get(&note).copied().unwrap_or_default();
        let heading = headings.before(place);
        let called_note = heading == Some(Heading::Notes) || is_called_note(tree, note, link);
        let doubtful = heading == Some(Heading::References) || is_entry(tree, note, link);
        let into = if called_note && !doubtful {
            &mut called
        } else if called_note || leads_back(tree, note, link, &by_id) {
            &mut unsure
        } else {
            continue;
        };
        let own = into.entry(note).or_default();
        if own.marks.len() < MOST_MARKS_OF_NOTE {
            own.marks.push(link.mark);
        }
        if own.ids.is_empty() {
            own.ids = ids(tree, note);
        }
        own.ids.extend(ids(tree, link.target).into_iter().take(1));
    }
    (called, unsure)
}

/// Elements by the names that links use.
fn by_id(tree: &Tree) -> HashMap<&str, NodeId> {
    let mut by_id = HashMap::new();
    for node in tree.descendants(Tree::ROOT).filter(|node| tree.is_element(*node)) {
        let name = tree.attribute(node, "name").filter(|_| tree.name(node) == "a");
        let own = ["id", "content-id"].into_iter().filter_map(|own| tree.attribute(node, own));
        for id in own.chain(name) {
            by_id.entry(id).or_insert(node);
        }
    }
    by_id
}

/// Links that read as marks and lead forward.
fn mark_links(tree: &Tree, by_id: &HashMap<&str, NodeId>, order: &HashMap<NodeId, usize>) -> Vec<MarkLink> {
    let mut links = Vec::new();
    // Whether the link before ends in the letter of a year: `<a>Hale, 2001a</a>, <a>b</a>`.
    let mut lettered = false;
    for node in tree.descendants(Tree::ROOT).filter(|node| tree.is_element(*node)) {
        let mut targets = if tree.name(node) == "a" { link_targets(tree, node) } else { Vec::new() };
        targets.extend(tree.attribute(node, "aria-describedby").map(str::to_owned));
        let target = targets.iter().find_map(|id| by_id.get(id.as_str())).copied();
        let Some(target) = target.filter(|target| order.get(target) > order.get(&node)) else { continue };
        let words = tree.words_below(node, LONGEST_CITATION);
        lettered = ends_in_lettered_year(&words) || lettered && is_letter(&words);
        let front = |node: NodeId| names(tree, node).any(|word| FRONT_WORDS.contains(&word.as_str()));
        if is_heading(tree, target)
            || front(target)
            || tree.ancestors(node).take(NAMING).any(front)
            || lettered
            || is_year(&words)
            || !is_mark(&words)
        {
            continue;
        }
        links.push(MarkLink { mark: node, target });
        if links.len() >= MOST_MARKS {
            break;
        }
    }
    links
}

fn is_heading(tree: &Tree, node: NodeId) -> bool {
    matches!(tree.name(node).as_bytes(), [b'h', b'1'..=b'6'])
}

/// `1977`, `(2019b)`: a work of that year, whose author the text names, and no note of that number.
fn is_year(text: &str) -> bool {
    let bare = text.trim_matches(|c: char| !c.is_alphanumeric());
    bare.len() == 4 && bare.parse::<u32>().is_ok_and(|number| (1600..2100).contains(&number))
}

/// Whether a text is a letter, apart from punctuation.
fn is_letter(text: &str) -> bool {
    let mut bare = text.trim_matches(|c: char| !c.is_alphanumeric()).chars();
    bare.next().is_some_and(|c| c.is_ascii_lowercase()) && bare.next().is_none()
}

/// `Hale et al., 2001a`
fn ends_in_lettered_year(text: &str) -> bool {
    let bare = text.trim_end_matches(|c: char| !c.is_alphanumeric());
    let year = bare.trim_end_matches(|c: char| c.is_ascii_lowercase());
    let digits = year.rsplit(|c: char| !c.is_ascii_digit()).next().unwrap_or_default();
    bare.len() == year.len() + 1 && is_year(digits)
}

/// `1`, `[2]`, `(iii)`, `*`, `Note 4`
fn is_mark(text: &str) -> bool {
    let bare = text.trim_matches(|c: char| {
        c.is_whitespace() || matches!(c, '[' | ']' | '(' | ')' | '.' | ',' | '^' | '{' | '}')
    });
    let lower = bare.to_lowercase();
    let word =
        ["footnote", "endnote", "note", "fn", "n"].into_iter().find_map(|word| lower.strip_prefix(word));
    let number = word.map_or(lower.as_str(), |rest| rest.trim_start_matches(['.', ' ', '\u{a0}']));
    let digits = (1..=4).contains(&number.len()) && number.chars().all(|c| c.is_ascii_digit());
    let roman = (1..=6).contains(&number.len()) && number.chars().all(|c| matches!(c, 'i' | 'v' | 'x' | 'l'));
    let sign = (1..=3).contains(&number.chars().count()) && number.chars().all(|c| "*∗†‡§¶#‖".contains(c));
    let letter = word.is_none() && number.len() == 1 && number.chars().all(|c| c.is_ascii_lowercase());
    let raised =
        (1..=4).contains(&number.chars().count()) && number.chars().all(|c| "⁰¹²³⁴⁵⁶⁷⁸⁹".contains(c));
    text.len() <= LONGEST_MARK && (digits || roman || sign || letter || raised)
}

/// The element that holds a note: the largest around the mark's target that holds no other.
fn container(tree: &Tree, link: &MarkLink, held: &HashMap<NodeId, usize>) -> Option<NodeId> {
    let target = link.target;
    let alone = |node: NodeId| held.get(&node) == Some(&1);
    let holds_mark = |node: NodeId| node == link.mark || tree.ancestors(link.mark).any(|above| above == node);
    let mut node = match tree.name(target) {
        // The note is the definition behind the term.
        "dt" => tree
            .next(target)
            .into_iter()
            .chain(tree.next(target).and_then(|next| tree.next(next)))
            .find(|next| tree.name(*next) == "dd")?,
        "table" => target,
        name if BLOCKS.contains(&name) => target,
        "span" | "small" | "cite" if tree.words_below(target, 40).len() > LONGEST_BACK => target,
        _ => tree
            .ancestors(target)
            .find(|above| BLOCKS.contains(&tree.name(*above)) || tree.name(*above) == "dt")?,
    };
    if tree.name(node) == "dt" {
        let behind = tree.elements(tree.parent(node)?).skip_while(|own| *own != node).nth(1);
        let definition = behind.filter(|next| tree.name(*next) == "dd")?;
        node = definition;
    } else if !alone(node) {
        return None;
    }
    if holds_mark(node) {
        return None;
    }
    // `<div id="ftn1"><p>`: further paragraphs of the note.
    while let Some(parent) = tree.parent(node) {
        let grandparent = tree.parent(parent).and_then(|above| held.get(&above)).copied().unwrap_or_default();
        let more =
            matches!(tree.name(parent), "li" | "div" | "dd" | "tr" | "aside" | "section" | "tbody" | "table");
        if !more
            || !alone(parent)
            || grandparent < 2
            || holds_mark(parent)
            || tree.elements(parent).any(|own| is_heading(tree, own))
        {
            break;
        }
        node = parent;
    }
    Some(node)
}

/// Whether ids, classes or roles of a note, of its mark or of what is around the note call it a note.
fn is_called_note(tree: &Tree, note: NodeId, link: &MarkLink) -> bool {
    let around = [note, link.target].into_iter().chain(tree.ancestors(note).take(NAMING));
    let mark = [link.mark].into_iter().chain(tree.parent(link.mark));
    around.chain(mark.clone()).any(|node| names(tree, node).any(|word| NOTE_WORDS.contains(&word.as_str())))
        || mark.into_iter().any(|node| {
            role(tree, node).is_some_and(|role| matches!(role, "doc-noteref" | "noteref"))
                || tree.attribute(node, "rel") == Some("footnote")
        })
}

/// Whether the markup calls something an entry of a reference list.
fn is_entry(tree: &Tree, note: NodeId, link: &MarkLink) -> bool {
    let says = |node: NodeId| names(tree, node).any(|word| ENTRY_WORDS.contains(&word.as_str()));
    let role_of = |node: NodeId| role(tree, node).is_some_and(|role| role.contains("bibli"));
    let nodes = [note, link.target].into_iter().chain(tree.ancestors(note).take(NAMING));
    role_of(link.mark) || nodes.into_iter().any(|node| says(node) || role_of(node))
}

/// The words of an element's id and classes, lower case: `sdfootnote1sym` is `sdfootnote` and `sym`.
fn names(tree: &Tree, node: NodeId) -> impl Iterator<Item = String> {
    let own = tree
        .classes(node)
        .chain(tree.attribute(node, "id"))
        .chain(tree.attribute(node, "name").filter(|_| tree.name(node) == "a"));
    let words: Vec<String> = own
        .flat_map(|name| name.split(|c: char| !c.is_ascii_alphanumeric()))
        .filter(|part| !is_random(part))
        .flat_map(|part| part.split(|c: char| !c.is_ascii_alphabetic()))
        .filter(|word| !word.is_empty())
        .map(str::to_ascii_lowercase)
        .collect();
    words.into_iter()
}

/// Whether a part of a name was drawn at random, as Manubot's `Zo0D80FN`: what looks like words there are none.
fn is_random(part: &str) -> bool {
    let changes = part
        .as_bytes()
        .windows(2)
        .filter(|pair| pair[0].is_ascii_digit() != pair[1].is_ascii_digit())
        .count();
    let mixed = part.bytes().any(|byte| byte.is_ascii_uppercase())
        && part.bytes().any(|byte| byte.is_ascii_lowercase())
        && part.bytes().any(|byte| byte.is_ascii_digit());
    mixed && changes > 1
}

/// Whether a link in a note leads back to its mark.
fn leads_back(tree: &Tree, note: NodeId, link: &MarkLink, by_id: &HashMap<&str, NodeId>) -> bool {
    tree.descendants(note).take(SEARCHED).any(|inner| is_back(tree, inner, &[link.mark], by_id))
}

/// Whether an element is a link back to one of some marks, or to what stands right at it.
fn is_back(tree: &Tree, node: NodeId, marks: &[NodeId], by_id: &HashMap<&str, NodeId>) -> bool {
    if tree.name(node) != "a" {
        return false;
    }
    let near = |target: NodeId, mark: NodeId| {
        target == mark
            || tree
                .ancestors(mark)
                .take(3)
                .any(|above| above == target && tree.words_below(above, LONGEST_BACK).len() <= LONGEST_BACK)
            || tree.ancestors(target).take(3).any(|above| above == mark)
            || [
                tree.previous(mark),
                tree.parent(mark).and_then(|parent| tree.previous(parent)),
                tree.next(mark),
            ]
            .contains(&Some(target))
    };
    let targets = link_targets(tree, node);
    targets
        .iter()
        .filter_map(|id| by_id.get(id.as_str()))
        .any(|target| marks.iter().any(|mark| near(*target, *mark)))
        && tree.words_below(node, LONGEST_BACK).len() <= LONGEST_BACK
}

/// The notes as the tree keeps them.
fn notes(tree: &Tree, found: HashMap<NodeId, Found>) -> Notes {
    let by_id = by_id(tree);
    let mut notes = Notes::default();
    for node in found.keys() {
        for above in tree.ancestors(*node) {
            if !notes.around.insert(above) {
                break;
            }
        }
    }
    for (node, own) in found {
        // `<sup class="tooltip">`: what holds a mark is no apparatus either.
        for mark in &own.marks {
            notes.around.extend([*mark].into_iter().chain(tree.ancestors(*mark).take(2)));
        }
        for inner in tree.descendants(node).take(SEARCHED) {
            if is_back(tree, inner, &own.marks, &by_id) || is_arrow(tree, inner) {
                notes.ways_back.insert(inner);
            }
        }
        notes.elements.insert(node, own.ids);
    }
    notes
}

/// `↩`, `^`, `Back to text`
fn is_arrow(tree: &Tree, node: NodeId) -> bool {
    if tree.name(node) != "a" || link_targets(tree, node).is_empty() {
        return false;
    }
    let text = tree.words_below(node, LONGEST_BACK).to_lowercase();
    let bare = text.trim_matches(|c: char| !c.is_alphanumeric());
    bare.is_empty() && !text.is_empty()
        || ["back", "back to text", "return", "return to text", "jump up", "zurück", "retour", "volver"]
            .contains(&bare)
}

/// What a heading says of what stands under it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Heading {
    Notes,
    References,
    Other,
}

/// The headings of a page, by place.
struct Headings {
    placed: Vec<(usize, Heading)>,
}

impl Headings {
    fn of(tree: &Tree) -> Self {
        let mut placed = Vec::new();
        for (place, node) in tree.descendants(Tree::ROOT).enumerate() {
            if !is_heading(tree, node) && !tree.classes(node).any(|class| class.contains("heading")) {
                continue;
            }
            let text = tree.words_below(node, 80);
            let kind = if entries::is_heading(&text) {
                Heading::References
            } else if ends_article(&text) {
                Heading::Notes
            } else {
                Heading::Other
            };
            placed.push((place, kind));
        }
        Self { placed }
    }

    /// The last heading before a place.
    fn before(&self, place: usize) -> Option<Heading> {
        let at = self.placed.partition_point(|(own, _)| *own < place);
        self.placed.get(at.checked_sub(1)?).map(|(_, kind)| *kind)
    }
}

/// Whether the page has a reference list besides the supposed notes, of which enough of them name works or refer back.
fn name_works_of_a_list(tree: &Tree, unsure: &HashMap<NodeId, Found>) -> bool {
    let entries = entries::find(tree);
    if entries.len() < 2 {
        return false;
    }
    let words = |node: NodeId, most: usize| -> Vec<String> {
        let text = tree.words_below(node, most);
        folded_words(&text, 0..text.len()).into_iter().map(|word| word.folded).collect()
    };
    let is_name = |word: &String| word.len() >= 3 && word.contains(char::is_alphabetic);
    // The word that an entry begins with, and the rest that tells it from others.
    let mut by_name: HashMap<String, Vec<HashSet<String>>> = HashMap::new();
    for entry in &entries {
        let mut own = words(entry.node, 400).into_iter().skip_while(|word| !is_name(word));
        if let Some(name) = own.next() {
            by_name.entry(name).or_default().push(own.filter(|word| word.len() >= 4).collect());
        }
    }
    let names_work = |node: NodeId| {
        let text = tree.words_below(node, 800);
        if begins_back(without_number(&text)).is_some() {
            return true;
        }
        let words = words(node, 800);
        words.iter().any(|word| {
            by_name
                .get(word)
                .into_iter()
                .flatten()
                .take(20)
                .any(|rest| words.iter().any(|word| rest.contains(word)))
        })
    };
    let count = unsure.keys().filter(|note| names_work(**note)).count();
    count * 100 >= unsure.len() * NAMED
}
