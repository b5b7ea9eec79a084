//! Finding the bibliography entries of a page: by the markup's own names where there are any, else as the largest
//! group of like siblings under a heading or container that says "references"; lists of one or two only where the page
//! leaves no doubt that they are some.

mod further;
mod short_list;

pub(crate) use short_list::is_entry;

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use regex::Regex;

use super::bare::is_bare;
use crate::markup::tree::{NodeId, Step, Tree};

/// One entry's nodes.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    /// The element that holds the entry.
    pub(crate) node: NodeId,
    /// The element that holds its printed label, if it has one.
    pub(crate) label: Option<NodeId>,
    /// Which list of the page it stands in, from 0.
    pub(crate) list: u32,
    /// Its place in the list, from 1, or from where the list begins to count.
    pub(crate) number: u32,
    /// The element that holds several works under one number, and which of them this one is, from 1.
    pub(crate) shared: Option<(NodeId, u32)>,
}

/// Words in a class, id or role that name a reference list.
const LIST_WORDS: &[&str] = &[
    "references",
    "reference",
    "reflist",
    "ref",
    "refs",
    "bibliography",
    "biblist",
    "biblio",
    "bib",
    "citations",
    "citation",
    "cit",
    "literature",
    "reflinks",
    "splitview",
];

/// Headings over reference lists, in the languages that scholars write in.
static HEADING: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let english = "references?(?: and notes| cited| list)?|(?:literature|works) cited|cited literature|notes and references";
    // A second list says what it is of.
    let second = "(?:additional|supplement(?:al|ary)?|supporting(?: information)?|online(?:[- ]only)?|methods?|appendix|extended data|further|main(?: text)?|chapter|section|box|reply|response|other) references?|references? (?:for|to|in|of|cited in) (?:the )?(?:main text|online methods|methods?|supplement\\w*(?: \\w+)?|appendi\\w+|reply|section \\w+|chapter \\w+)|(?:further|additional|recommended|suggested) reading";
    let further = "bibliograph(?:y|ie|ies)|literature|(?:quellen-? und )?literatur(?:verzeichnis)?|quellen(?:verzeichnis)?|références(?: bibliographiques)?|referencias(?: bibliográficas)?|obras citadas|referências(?: bibliográficas)?|bibliograf[ií]a|riferimenti(?: bibliografici)?|literatuur(?:lijst)?|litteratur(?:förteckning|liste)?|referenser|källor|kaynakça|kaynaklar|литература|библиография|список (?:использованн(?:ой|ых) )?(?:литературы|источников)|(?:主要)?(?:参考|參考|引用)?(?:文献|文獻|书目|書目)|참고 ?문헌";
    Regex::new(&format!(r"(?i)^[\d.\sIVX]*(?:{english}|{second}|{further})[\s:：.\[\]a-z]{{0,12}}$")).ok()
});

/// A year, as entries have one.
static YEAR: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?:^|\D)(?:1[6-9]|20)\d\d(?:\D|$)|(?i:in press|forthcoming|n\.d\.)").ok());

/// Whether a text is a heading over a reference list.
pub(crate) fn is_heading(text: &str) -> bool {
    text.len() < 60 && HEADING.as_ref().is_some_and(|heading| heading.is_match(text.trim()))
}

/// Whether a text has a year, or is an identifier, which needs none.
pub(crate) fn is_dated(text: &str) -> bool {
    YEAR.as_ref().is_some_and(|year| year.is_match(text)) || is_bare(text)
}

/// The entries of the page's reference lists, in order.
pub(crate) fn find(tree: &Tree) -> Vec<Entry> {
    let named = |is_entry: &dyn Fn(NodeId) -> bool, list: &dyn Fn(NodeId) -> Option<NodeId>| {
        tree.descendants(Tree::ROOT)
            .filter(|node| is_entry(*node))
            .map(|node| (node, list(node)))
            .collect::<Vec<(NodeId, Option<NodeId>)>>()
    };
    let mut nodes = named(&|node| tree.has_class(node, "ltx_bibitem"), &|node| {
        tree.ancestors(node).find(|above| tree.has_class(*above, "ltx_bibliography"))
    });
    if nodes.is_empty() {
        nodes = named(
            &|node| tree.name(node) == "ref" && has_ref_parent(tree, node) && !tree.is_note(node),
            &|node| tree.ancestors(node).filter(|above| tree.name(*above) == "ref-list").last(),
        );
    }
    if nodes.is_empty() {
        let groups = groups(tree);
        let main = like_siblings(tree, &groups);
        nodes = further::find(tree, &groups, main)
            .into_iter()
            .flat_map(|list| {
                let first = list.first().copied();
                list.into_iter().map(move |node| (node, first))
            })
            .collect();
    }
    listed(tree, nodes)
}

/// The entries of nodes, each given with the node that stands for its list.
fn listed(tree: &Tree, nodes: Vec<(NodeId, Option<NodeId>)>) -> Vec<Entry> {
    let list_of: HashMap<NodeId, Option<NodeId>> = nodes.iter().copied().collect();
    let mut lists: Vec<(Option<NodeId>, u32)> = Vec::new();
    let mut entries = Vec::new();
    for node in outermost(tree, nodes.into_iter().map(|(node, _)| node).collect()) {
        let own = list_of.get(&node).copied().flatten();
        // A list without a heading of its own right behind another one goes on with it.
        let goes_on = |(before, _): &(Option<NodeId>, u32)| {
            *before == own || own.is_some_and(|own| goes_on_with(tree, *before, own))
        };
        if !lists.last().is_some_and(goes_on) {
            lists.push((own, 0));
        } else if let Some(last) = lists.last_mut() {
            last.0 = own;
        }
        let list = lists.len() as u32 - 1;
        let Some((_, count)) = lists.last_mut() else { continue };
        *count = counted(tree, node).unwrap_or(*count + 1);
        let number = *count;
        let works = works_of(tree, node);
        if works.len() < 2 {
            let label = label_of(tree, node).or_else(|| term_of(tree, node));
            entries.push(Entry { node, label, list, number, shared: None });
            continue;
        }
        let label = tree.elements(node).find(|child| tree.name(*child) == "label");
        entries.extend(works.into_iter().zip(1..).map(|(work, nth)| {
            let label = label.or_else(|| label_of(tree, work));
            Entry { node: work, label, list, number, shared: Some((node, nth)) }
        }));
    }
    entries
}

/// The works of a JATS `ref`, each with an element of its own; `citation-alternatives` hold one work in several forms.
fn works_of(tree: &Tree, node: NodeId) -> Vec<NodeId> {
    let is_work = |node: &NodeId| {
        matches!(
            tree.name(*node),
            "element-citation" | "mixed-citation" | "nlm-citation" | "citation" | "citation-alternatives"
        )
    };
    if tree.name(node) == "ref" { tree.elements(node).filter(is_work).collect() } else { Vec::new() }
}

/// Whether a JATS list has no title and stands right behind another one.
fn goes_on_with(tree: &Tree, before: Option<NodeId>, own: NodeId) -> bool {
    tree.name(own) == "ref-list"
        && tree.parent(own) == before.and_then(|before| tree.parent(before))
        && !tree.elements(own).any(|child| tree.name(child) == "title")
}

/// The number that the markup of an ordered list gives to an item: by the item, or by where the list begins.
fn counted(tree: &Tree, node: NodeId) -> Option<u32> {
    let number = |node: NodeId, name: &str| tree.attribute(node, name)?.trim().parse::<u32>().ok();
    if tree.name(node) != "li" {
        return None;
    }
    let first = |parent: NodeId| tree.elements(parent).find(|child| tree.name(*child) == "li") == Some(node);
    let start = || tree.parent(node).filter(|parent| first(*parent)).and_then(|list| number(list, "start"));
    number(node, "value").or_else(start).filter(|number| (1..10_000).contains(number))
}

/// What the heading over an entry's list says.
pub(crate) fn heading_of(tree: &Tree, node: NodeId) -> String {
    let says = |node: NodeId| {
        matches!(tree.name(node), "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "title" | "head")
            || tree.classes(node).any(|class| class.contains("heading") || class.contains("title"))
    };
    let mut below = node;
    for above in tree.ancestors(node).take(6) {
        let before = tree.elements(above).take_while(|child| *child != below);
        if let Some(heading) = before.filter(|child| says(*child)).last() {
            return tree.words_below(heading, 80);
        }
        below = above;
    }
    String::new()
}

/// Nodes that stand in no other of them: an entry inside an entry would be read once for each level of the nesting.
fn outermost(tree: &Tree, nodes: Vec<NodeId>) -> Vec<NodeId> {
    let all: HashSet<NodeId> = nodes.into_iter().collect();
    let mut outer = Vec::new();
    tree.walk(Tree::ROOT, |step| match step {
        Step::Enter(node) if all.contains(&node) => {
            outer.push(node);
            false
        }
        _ => true,
    });
    outer
}

fn has_ref_parent(tree: &Tree, node: NodeId) -> bool {
    tree.parent(node).is_some_and(|parent| tree.name(parent) == "ref-list")
}

/// The element that holds an entry's printed label.
fn label_of(tree: &Tree, node: NodeId) -> Option<NodeId> {
    tree.descendants(node).take(40).find(|inner| {
        tree.name(*inner) == "label"
            || tree.classes(*inner).any(|class| {
                matches!(
                    class,
                    "label"
                        | "ltx_tag_bibitem"
                        | "ltx_bibtag"
                        | "refnumber"
                        | "reference-label"
                        | "ref-label"
                        | "csl-left-margin"
                ) || class.ends_with("reflink-indicator-number")
            })
    })
}

/// The term that a definition stands under: `<dt id="b1">[1]</dt><dd>`.
fn term_of(tree: &Tree, node: NodeId) -> Option<NodeId> {
    let before = || std::iter::successors(tree.previous(node), |before| tree.previous(*before)).take(3);
    let term = before().find(|before| tree.is_element(*before)).filter(|term| tree.name(*term) == "dt")?;
    (tree.name(node) == "dd").then_some(term)
}

/// Whether a paragraph is a heading in bold type over a reference list, as word processors write them.
fn is_bold_heading(tree: &Tree, node: NodeId) -> bool {
    let is_bold = |inner: NodeId| matches!(tree.name(inner), "b" | "strong");
    matches!(tree.name(node), "p" | "div")
        && tree.descendants(node).take(8).any(is_bold)
        && is_heading(&tree.words_below(node, 80))
}

/// The largest group of siblings of one kind that read like entries and stand where references stand; a short one only
/// where the page itself says that it is a reference list.
fn like_siblings(tree: &Tree, groups: &[Group]) -> Vec<NodeId> {
    let mut best: (f64, Vec<NodeId>) = (0.0, Vec::new());
    for group in groups {
        let named = group.under_heading || container_says(tree, group.parent, group.nodes.first().copied());
        if group.nodes.len() < 2 || !named {
            continue;
        }
        let (entries, mean) = entries_of(tree, group);
        // Many entries, each of the length of an entry, beat few long ones.
        let score = entries.len() as f64 * if mean > 45.0 { 1.0 } else { 0.3 };
        if score > best.0 {
            best = (score, entries);
        }
    }
    if best.1.is_empty() { short_list::find(tree, groups) } else { best.1 }
}

/// The entries of a group in which at least two read like some, and their mean length in bytes; else none.
fn entries_of(tree: &Tree, group: &Group) -> (Vec<NodeId>, f64) {
    let long_enough = |node: &&NodeId| tree.words_below(**node, 30).len() >= 15;
    let entries: Vec<NodeId> = group.nodes.iter().filter(long_enough).copied().collect();
    let dated = entries.iter().filter(|node| is_dated(&tree.words_below(**node, 2_000))).count();
    let text: usize = entries.iter().map(|node| tree.words_below(*node, 600).len().min(600)).sum();
    if entries.len() < 2 || dated * 10 < entries.len() * 6 {
        return (Vec::new(), 0.0);
    }
    let mean = text as f64 / entries.len() as f64;
    (entries, mean)
}

/// Siblings of one kind.
struct Group {
    parent: NodeId,
    nodes: Vec<NodeId>,
    /// A heading that says "references" was the last one before one of them.
    under_heading: bool,
    /// They stand right in the stretch of such a heading: beside it, or as items of a list there.
    in_section: bool,
    /// That heading.
    heading: Option<NodeId>,
}

/// The groups of siblings of a page, in order. What stands in a note is a citation, not an entry of a list.
fn groups(tree: &Tree) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    let mut by_kind: HashMap<(NodeId, &str, &str, Option<NodeId>), usize> = HashMap::new();
    let mut heading_says = false;
    let mut section: Option<Section> = None;
    for node in tree.descendants(Tree::ROOT) {
        let name = tree.name(node);
        let level = name.strip_prefix('h').and_then(|level| level.parse::<u8>().ok());
        let bold = is_bold_heading(tree, node);
        if bold || level.is_some() || tree.classes(node).any(|class| class.contains("heading")) {
            heading_says = is_heading(&tree.words_below(node, 80));
            let opened = tree.parent(node).filter(|_| heading_says);
            section = match opened {
                Some(parent) => Some(Section { heading: node, level: level.unwrap_or(u8::MAX), parent }),
                None => section.filter(|open| level.is_some_and(|level| level > open.level)),
            };
        }
        let may_hold =
            matches!(name, "li" | "div" | "p" | "tr" | "article" | "dd" | "dt" | "section" | "span" | "cite");
        if !may_hold || bold {
            continue;
        }
        // Nor is what holds notes an entry: `<div class="mw-references-wrap">` around a list of them.
        let of_notes = tree.is_note(node) || tree.notes().around.contains(&node);
        let Some(parent) = tree.parent(node).filter(|_| !of_notes) else { continue };
        // Items of a list are of one kind whatever their classes (MDPI's say how many digits the number has).
        let class = if name == "li" { "" } else { tree.classes(node).next().unwrap_or_default() };
        // In a page without sections the paragraphs of the text are siblings of the entries.
        let beside = section.filter(|section| section.parent == parent).map(|section| section.heading);
        let at = *by_kind.entry((parent, name, class, beside)).or_insert_with(|| {
            groups.push(Group {
                parent,
                nodes: Vec::new(),
                under_heading: false,
                in_section: false,
                heading: section.filter(|_| heading_says).map(|section| section.heading),
            });
            groups.len() - 1
        });
        let Some(group) = groups.get_mut(at) else { continue };
        group.nodes.push(node);
        group.under_heading |= heading_says;
        let item = matches!(name, "li" | "dd" | "tr");
        group.in_section |= heading_says
            && section.is_some_and(|section| {
                parent == section.parent
                    || item && tree.ancestors(parent).take(2).any(|above| above == section.parent)
            });
    }
    groups.retain(|group| {
        !std::iter::once(group.parent).chain(tree.ancestors(group.parent)).any(|above| tree.is_note(above))
    });
    groups
}

/// The stretch of a page under a heading that says "references".
#[derive(Clone, Copy, Debug)]
struct Section {
    heading: NodeId,
    /// Level of the heading; headings of the list's parts are deeper.
    level: u8,
    /// What holds the heading.
    parent: NodeId,
}

/// Whether the container of a group, or one a little above it, is named as a reference list.
fn container_says(tree: &Tree, parent: NodeId, first: Option<NodeId>) -> bool {
    first.into_iter().chain(std::iter::once(parent)).chain(tree.ancestors(parent).take(5)).any(|node| {
        tree.attribute(node, "role").is_some_and(|role| role == "doc-bibliography")
            || tree.classes(node).chain(tree.attribute(node, "id")).any(|name| {
                name.split(|c: char| !c.is_alphanumeric())
                    .any(|word| LIST_WORDS.iter().any(|list| list.eq_ignore_ascii_case(word)))
            })
    })
}

/// Every id by which a link may point into an entry.
pub(crate) fn aliases(tree: &Tree, node: NodeId) -> Vec<String> {
    let mut aliases = Vec::new();
    for inner in std::iter::once(node).chain(tree.descendants(node)).filter(|inner| tree.is_element(*inner)) {
        for (name, value) in tree.attributes(inner) {
            match name {
                "id" | "content-id" | "data-bib-id" | "data-legacy-id" => aliases.push(value.to_owned()),
                "name" if tree.name(inner) == "a" => aliases.push(value.to_owned()),
                _ => {}
            }
        }
    }
    // ScienceDirect links to `b0200` and names the entry's anchor `ref-id-b0200`.
    let stripped: Vec<String> =
        aliases.iter().filter_map(|alias| alias.strip_prefix("ref-id-").map(str::to_owned)).collect();
    aliases.extend(stripped);
    aliases
}
