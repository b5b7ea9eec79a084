//! From an entry of the page to a [`Reference`].

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::LazyLock;

use regex::Regex;

use super::buttons::are_buttons;
use super::entries::{self, Entry};
use super::grey::is_grey_kind;
use super::{Reference, marked_identifiers, order, string};
use crate::markup::flow::{Flow, MarkKind};
use crate::markup::locator;
use crate::markup::outline::{Dialect, Role, flow_of, is_piece};
use crate::markup::tree::{NodeId, Tree};
use citelight_types::finding::WorkForm;
use citelight_types::identifiers::{Identifiers, identifiers_in};
use citelight_types::text::person::Person;

/// A number, in brackets or with a stop, or a label in square brackets: `[Knu84]`, `[ABC+21]`, `[BÄU 08]`, `[ISO9001]`,
/// `[LLVM]`, `[S1]`.
static NUMBER_LABEL: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let number =
        r"\[\d{1,4}\]|［\d{1,4}］|〔\d{1,4}〕|【\d{1,4}】|\(\d{1,4}\)|（\d{1,4}）|\d{1,4}[.)．]|\d{1,3}\s";
    let label = r"\[\p{L}[\p{L}-]{0,9}[+*]?[ :]?\d{2,5}(?:[-:]\d{1,4})?[a-z]?\]|\[\p{Lu}{2,8}\]|\[\p{Lu}{1,2}\d{1,3}\]";
    Regex::new(&format!(r"^(?:{number}|{label})\s*")).ok()
});
static LABEL_YEAR: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?:^|\D)((?:1[6-9]|20)\d\d)([a-z])?\b").ok());
/// What is left at the end of an entry when the buttons are gone.
static EMPTY_BRACKETS: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?:\s*[\[(][\s,;|]*[\])]|\s*\||\s+,|\s*[\[(]\s*$)+[\s.,;]*$").ok());

/// An entry whose fields the markup may label.
struct EntryDialect<'a> {
    dialect: &'a dyn Dialect,
    root: NodeId,
    label: Option<NodeId>,
}

impl Dialect for EntryDialect<'_> {
    fn role(&self, tree: &Tree, node: NodeId) -> Role {
        if node == self.root {
            return Role::Block;
        }
        if Some(node) == self.label {
            return Role::Skip;
        }
        let name = tree.name(node);
        if tree.classes(node).any(|class| SERVICES.contains(&class)) {
            return Role::Skip;
        }
        if matches!(name, "a" | "button" | "span" | "p" | "div" | "li") {
            let words = tree.words_below(node, 120);
            let is_arrow = || name == "a" && leads_back(tree, node) && !words.contains(char::is_alphanumeric);
            if !words.is_empty() && words.len() < 120 && (are_buttons(&words) || is_arrow()) {
                return Role::Skip;
            }
        }
        match self.dialect.role(tree, node) {
            role @ (Role::Skip | Role::InlineMath(_) | Role::DisplayMath(_) | Role::Break) => role,
            role => match field_name(tree, node) {
                Some(field) => Role::Marked(MarkKind::Field(field)),
                None => role,
            },
        }
    }
}

/// Classes of what platforms put behind an entry: links to indexes, and what an index says of the work.
const SERVICES: &[&str] =
    &["citationLinks", "casRecord", "externalReferences", "cit-extra", "reference__abstracts"];

/// What platforms put before the names of fields.
const FIELD_PREFIXES: &[&str] = &[
    "elife-reflink-details-",
    "elife-reflink-",
    "nlm-",
    "nlm_",
    "cit-",
    "reference__",
    "citation_",
    "hlfld-",
];

/// `↵`: leads to the place in the text that cites the entry.
fn leads_back(tree: &Tree, link: NodeId) -> bool {
    tree.attribute(link, "href").is_some_and(|href| href.starts_with('#'))
}

fn leads_away(tree: &Tree, link: NodeId) -> bool {
    tree.attribute(link, "href").is_some_and(|href| href.starts_with("http"))
}

/// Whether an element names the parts of a name.
fn holds_surname(tree: &Tree, node: NodeId) -> bool {
    tree.descendants(node)
        .take(12)
        .any(|inner| tree.classes(inner).any(|class| class.to_ascii_lowercase().ends_with("surname")))
}

fn is_in_origin(tree: &Tree, node: NodeId) -> bool {
    tree.parent(node).is_some_and(|origin| tree.has_class(origin, "reference__origin"))
}

/// HighWire: `<span class="cit-ed"><span class="cit-name-surname">`, an editor.
fn is_editor(tree: &Tree, name: NodeId) -> bool {
    tree.parent(name).is_some_and(|person| tree.has_class(person, "cit-ed"))
}

/// The field that an element's name, class or `itemprop` says it holds, in the words of JATS.
fn field_name(tree: &Tree, node: NodeId) -> Option<String> {
    let names =
        std::iter::once(tree.name(node)).chain(tree.classes(node)).chain(tree.attribute(node, "itemprop"));
    for name in names {
        let name = name.to_ascii_lowercase();
        let bare = FIELD_PREFIXES.iter().find_map(|prefix| name.strip_prefix(prefix));
        let field = match bare.unwrap_or(&name) {
            "surname" | "name-surname" | "given-names" | "name-given-names" if is_editor(tree, node) => {
                continue;
            }
            "surname" | "familyname" | "name-surname" | "lastname" => "surname",
            "given-names" | "givenname" | "givennames" | "firstname" | "forename" | "name-given-names" => {
                "given-names"
            }
            // jekyll-scholar: `<div class="title">`, `<div class="author">`
            "auth" | "author" | "contribauthor"
                if (bare.is_some() || matches!(tree.name(node), "span" | "div"))
                    && tree.attribute(node, "itemprop").is_none()
                    && !holds_surname(tree, node) =>
            {
                "author"
            }
            "collab" | "institution" => "collab",
            "article-title"
            | "articletitle"
            | "reflink-title"
            | "elife-reflink-title"
            | "chapter-title"
            | "chaptertitle" => "article-title",
            "title" if bare.is_some() || matches!(tree.name(node), "span" | "div") => "article-title",
            // eLife: `<div class="reference__origin"><i>Journal</i> <b>8</b>:81–89.</div>`
            "i" if is_in_origin(tree, node) => "source",
            "b" if is_in_origin(tree, node) => "volume",
            "authors_list_suffix" => "year",
            // ReSpec: `<a href="…"><cite>Title</cite></a>. Editors. Body.`
            "cite"
                if tree
                    .parent(node)
                    .is_some_and(|above| tree.name(above) == "a" && leads_away(tree, above)) =>
            {
                "article-title"
            }
            "source" | "source-title" | "source-journal" | "jnl-abbrev" | "journaltitle"
            | "journal-title" | "ref-journal" | "booktitle" => "source",
            "year" | "pubyear" | "pub-date" => "year",
            "volume" | "vol" | "ref-vol" => "volume",
            "issue" | "citedissue" => "issue",
            "fpage" | "start-page" | "pagefirst" => "fpage",
            "lpage" | "end-page" | "pagelast" => "lpage",
            "elocation-id" => "elocation-id",
            _ => continue,
        };
        return Some(field.to_owned());
    }
    None
}

/// An entry, read.
#[derive(Debug)]
pub(crate) struct Read {
    pub(crate) reference: Reference,
    /// Ids by which links point at it.
    pub(crate) aliases: Vec<String>,
}

/// Reads the entries of a page in order; `own` are the identifiers of the page's own article.
pub(crate) fn read(tree: &Tree, found: &[Entry], dialect: &dyn Dialect, own: &Identifiers) -> Vec<Read> {
    let mut read: Vec<Read> =
        found.iter().enumerate().map(|(index, entry)| read_one(tree, entry, index, dialect, own)).collect();
    settle_authors(&mut read);
    read
}

/// What only the list tells of the authors of its entries.
pub(crate) fn settle_authors(read: &mut [Read]) {
    order::families_first(read);
    repeat_authors(read);
}

/// `———.`, `– (2020).`, `– (Aug. 2019b).`: the authors of the entry before.
fn repeat_authors(read: &mut [Read]) {
    for index in 1..read.len() {
        let (before, own) = read.split_at_mut(index);
        let (Some(before), Some(own)) = (before.last(), own.first_mut()) else { continue };
        let same_list = before.reference.list == own.reference.list;
        if same_list && !own.reference.fields_from_markup && has_dash_for_authors(&own.reference) {
            own.reference.authors.clone_from(&before.reference.authors);
            own.reference.truncated_authors = before.reference.truncated_authors;
        }
    }
}

/// Whether an entry has a dash in the place of its authors: a long one, or one before the date. Where the dash is a
/// drawn line, nothing is left of it.
fn has_dash_for_authors(reference: &Reference) -> bool {
    let raw = reference.raw.trim_start_matches(['“', '„', '"', '«', ' ']);
    let rest = raw.trim_start_matches(['—', '―', '⸺', '⸻', '–', '-', '‒', '−', '_']);
    let dashes = raw[..raw.len() - rest.len()].chars();
    let long: usize = dashes.map(|c| if matches!(c, '⸺' | '⸻') { 3 } else { 1 }).sum();
    let rest = rest.trim_start_matches([' ', '.', ',']);
    let bracket = rest.strip_prefix(['(', '[']).and_then(|inner| inner.split_once([')', ']']));
    let before_date = bracket.is_some_and(|(date, _)| string::is_date(date));
    long >= 2 || before_date && (long > 0 || reference.authors.is_empty())
}

fn read_one(tree: &Tree, entry: &Entry, index: usize, dialect: &dyn Dialect, own: &Identifiers) -> Read {
    let mut aliases = entries::aliases(tree, entry.node);
    let holder = entry.shared.and_then(|(holder, nth)| Some((tree.attribute(holder, "id")?, nth)));
    aliases.extend(holder.map(|(id, _)| id.to_owned()));
    if let Some(label) = entry.label {
        aliases.extend(entries::aliases(tree, label).into_iter().filter(|own| !own.is_empty()));
    }
    aliases.dedup();
    let number = entry.number;
    let own_id = ["id", "content-id", "data-bib-id"].iter().find_map(|name| tree.attribute(entry.node, name));
    let id = own_id
        .map(str::to_owned)
        .or_else(|| match holder {
            Some((id, nth @ 2..)) => Some(format!("{id}-{nth}")),
            _ => aliases.first().cloned(),
        })
        .unwrap_or_else(|| format!("r{}", index + 1));
    let none = HashSet::new();
    let flow_of =
        |root: NodeId| flow_of(tree, root, &none, &EntryDialect { dialect, root, label: entry.label });
    let flow = flow_of(entry.node);
    let named = entry.named.map(flow_of);
    let label = entry.label.map(|label| without_ways_back(&tree.words_below(label, 80)).to_owned());
    let label = label.filter(|label| !label.is_empty());
    let forms = || std::iter::once(entry.node).chain(entry.named);
    let links: Vec<&str> = forms()
        .flat_map(|form| std::iter::once(form).chain(tree.descendants(form)))
        .filter_map(|node| tree.attribute(node, "href").or_else(|| tree.attribute(node, "data-doi")))
        .filter(|href| !href.starts_with('#') && !href.starts_with("javascript"))
        // Look-ups name the article that cites.
        .filter(|href| !identifiers_in("", &[*href]).agree(own))
        .collect();
    let label = match label {
        Some(label) => Label::Known(label),
        None if begins_with_field(tree, entry.node) => Label::None,
        None => Label::InText,
    };
    let mut reference = from_flows(id, (number, label), &flow, named.as_ref(), &links);
    let marked = forms().map(|form| marked_identifiers::of(tree, form));
    reference.identifiers = marked.fold(Identifiers::default(), Identifiers::or).or(reference.identifiers);
    let mut kinds = forms()
        .flat_map(|form| std::iter::once(form).chain(tree.descendants(form)))
        .filter_map(|node| tree.attribute(node, "publication-type"));
    let kind = kinds.next();
    let is_grey = kind.is_some_and(is_grey_kind);
    let form = kind.and_then(WorkForm::of_name);
    Read { reference: Reference { is_grey, form, list: entry.list, ..reference }, aliases }
}

/// Reads an entry's text: its label where the text prints it, the fields that marks name, the rest by its grammar.
pub(crate) fn from_flow(
    id: String,
    number: u32,
    label: Option<String>,
    flow: &Flow,
    links: &[impl AsRef<str>],
) -> Reference {
    from_flows(id, (number, label.map_or(Label::InText, Label::Known)), flow, None, links)
}

/// Where an entry's label is.
enum Label {
    /// It stands apart from the entry.
    Known(String),
    /// The entry's text may begin with it.
    InText,
    /// There is none: what the entry begins with is something else.
    None,
}

/// Whether an entry of JATS begins with one of its fields, such as a volume: a number there is no label.
fn begins_with_field(tree: &Tree, entry: NodeId) -> bool {
    let first =
        tree.descendants(entry).find(|node| tree.text(*node).is_some_and(|text| !text.trim().is_empty()));
    let mut holders =
        first.into_iter().flat_map(|first| tree.ancestors(first)).take_while(|above| *above != entry);
    holders.any(|above| is_piece(tree.name(above)))
}

/// The same of an entry whose fields another text names, which is not printed.
fn from_flows(
    id: String,
    (number, label): (u32, Label),
    flow: &Flow,
    named: Option<&Flow>,
    links: &[impl AsRef<str>],
) -> Reference {
    let mut reference = Reference { id, number, ..Reference::default() };
    let mut flow = flow.clone();
    if let Some(rest) =
        EMPTY_BRACKETS.as_ref().and_then(|regex| regex.find(&flow.text)).map(|found| found.start())
    {
        flow.truncate(rest);
    }
    match label {
        Label::Known(label) => reference.label = Some(label),
        Label::InText => take_label(&mut reference, &mut flow),
        Label::None => {}
    }
    reference.raw = flow.text.clone();
    reference.locator = locator::of_flow(&flow, 0..flow.text.len());
    label_year(&mut reference);
    let flow = first_work(&flow);
    fields(&mut reference, named.unwrap_or(&flow));
    string::parse(&mut reference, &flow);
    let links: Vec<&str> = links.iter().map(AsRef::as_ref).collect();
    let named = named.map(|named| named.text.as_str()).unwrap_or_default();
    reference.identifiers = identifiers_in(&format!("{named} {}", reference.raw), &links);
    reference
}

/// The first of the works of an entry, without its letter: `(a) Tun, K. M. … (b) Phyo, A. P. …`. Chemists list several under a number.
fn first_work(flow: &Flow) -> Cow<'_, Flow> {
    const LETTERS: [(&str, &str); 2] = [("(a) ", " (b) "), ("a) ", " b) ")];
    let Some((letter, next)) = LETTERS.iter().find(|(letter, _)| flow.text.starts_with(letter)) else {
        return Cow::Borrowed(flow);
    };
    let end = flow.text.find(next).unwrap_or(flow.text.len());
    Cow::Owned(flow.slice(letter.len()..end.max(letter.len())))
}

/// A reference that stands in running text: an item of a note. `ids` are what links call it.
pub(crate) fn of_item(flow: &Flow, ids: Vec<String>, number: u32) -> Read {
    let id = ids.first().cloned().unwrap_or_else(|| format!("r{number}"));
    let mut reference = Reference { id, number, raw: flow.text.clone(), ..Reference::default() };
    reference.locator = locator::of_flow(flow, 0..flow.text.len());
    string::parse(&mut reference, flow);
    reference.identifiers = identifiers_in(&reference.raw, &[]);
    Read { reference, aliases: ids }
}

/// Reads an entry that has no markup, only its text: a PDF's, a plain list's. `number` counts from 1, `label` is the
/// length of the label that the text begins with, if that is known.
pub(crate) fn read_flow(mut flow: Flow, number: u32, label: Option<usize>) -> Read {
    let id = format!("r{number}");
    let mut reference = Reference { id: id.clone(), number, ..Reference::default() };
    let whole = locator::of_flow(&flow, 0..flow.text.len());
    match label.and_then(|end| flow.text.get(..end)) {
        Some(label) => {
            reference.label = Some(label.trim().to_owned());
            let end = flow.text.len() - flow.text[label.len()..].trim_start().len();
            flow.cut_start(end);
        }
        None => take_label(&mut reference, &mut flow),
    }
    reference.raw = flow.text.clone();
    reference.locator = whole;
    label_year(&mut reference);
    string::parse(&mut reference, &flow);
    reference.identifiers = identifiers_in(&reference.raw, &[]);
    Read { reference, aliases: vec![id] }
}

/// An entry of a printed list in a text; the label as the list prints it, if it does apart from the entry.
pub(crate) fn of_entry(mut flow: Flow, label: Option<String>, number: u32) -> Read {
    let mut reference = Reference { label, ..Reference::default() };
    if reference.label.is_none() {
        take_label(&mut reference, &mut flow);
    }
    let mut read = of_item(&flow, Vec::new(), number);
    read.reference.label = reference.label;
    read
}

/// An entry whose fields the markup named: what it left open is read from the printed entry (`flow`), if there is one;
/// identifiers are those of the markup (`named`) before those of the text.
pub(crate) fn with_identifiers(mut read: Read, flow: Option<&Flow>, links: &[&str], named: &str) -> Read {
    if let Some(flow) = flow {
        string::parse(&mut read.reference, flow);
    }
    let text = format!("{named} {}", read.reference.raw);
    read.reference.identifiers = identifiers_in(&text, links);
    read
}

/// A label without the links back to its citations, as Sphinx writes them: `2(1,2)`.
fn without_ways_back(label: &str) -> &str {
    let Some((own, back)) = label.split_once('(').filter(|(own, _)| !own.trim().is_empty()) else {
        return label;
    };
    let is_numbers = |text: &str| text.chars().all(|c| c.is_ascii_digit() || matches!(c, ',' | ' '));
    let is_back = back.strip_suffix(')').is_some_and(|back| back.contains(',') && is_numbers(back));
    if is_back { own.trim_end() } else { label }
}

/// Moves a printed number from the start of the text to the label.
fn take_label(reference: &mut Reference, flow: &mut Flow) {
    let Some(end) = NUMBER_LABEL.as_ref().and_then(|regex| regex.find(&flow.text)).map(|found| found.end())
    else {
        return;
    };
    reference.label = Some(flow.text[..end].trim().to_owned());
    flow.cut_start(end);
}

/// The year that an author-year label prints: `Ahmed et al. [2022a]`, `Oswald, 1996`.
fn label_year(reference: &mut Reference) {
    let Some(label) = reference.label.as_deref().filter(|label| label.contains(char::is_alphabetic)) else {
        return;
    };
    if let Some(found) = LABEL_YEAR.as_ref().and_then(|regex| regex.captures(label)) {
        reference.year = found.get(1).and_then(|year| year.as_str().parse().ok());
        reference.year_suffix = found.get(2).and_then(|letter| letter.as_str().chars().next());
    }
}

/// Whether what calls itself a source holds year and numbers too (`Trends Biotechnol., 21 (2003), pp. 318–323`).
fn holds_numbers(source: &str) -> bool {
    source.split(|c: char| !c.is_ascii_digit()).filter(|digits| !digits.is_empty()).count() > 2
}

/// Fields that the markup labels.
fn fields(reference: &mut Reference, flow: &Flow) {
    let mut people: Vec<Person> = Vec::new();
    // Of a name whose family name comes behind it.
    let mut given = String::new();
    let mut first_page = None;
    let mut last_page = None;
    for mark in &flow.marks {
        let MarkKind::Field(field) = &mark.kind else { continue };
        let value = flow.text[mark.range.clone()].trim().trim_end_matches([',', ';']).trim();
        if value.is_empty() {
            continue;
        }
        let set = |slot: &mut Option<String>| {
            slot.get_or_insert_with(|| value.trim_end_matches(['.', ':']).to_owned());
        };
        match field.as_str() {
            "surname" => people.push(Person::new(value, std::mem::take(&mut given))),
            "given-names" => match people.last_mut().filter(|person| person.given.is_empty()) {
                Some(person) => value.clone_into(&mut person.given),
                None => value.clone_into(&mut given),
            },
            "author" => {
                let read = super::names::authors(value);
                people.extend(read.people);
            }
            "collab" if people.is_empty() => people.push(Person::new(value, "")),
            "article-title" => set(&mut reference.title),
            "source" if !holds_numbers(value) => set(&mut reference.venue),
            "volume" => set(&mut reference.volume),
            "issue" => set(&mut reference.issue),
            "fpage" | "elocation-id" => set(&mut first_page),
            "lpage" => set(&mut last_page),
            "year" => {
                let digits: String = value.chars().filter(char::is_ascii_digit).take(4).collect();
                if reference.year.is_none() && digits.len() == 4 {
                    reference.year = digits.parse().ok();
                    reference.year_suffix = value.chars().last().filter(char::is_ascii_lowercase);
                }
            }
            _ => {}
        }
    }
    reference.fields_from_markup = reference.title.is_some() && !people.is_empty();
    if !people.is_empty() {
        reference.authors = people;
        reference.truncated_authors = flow.text.contains("et al");
    }
    if let Some(first) = first_page {
        reference.pages = Some(match last_page {
            Some(last) if last != first => format!("{first}–{last}"),
            _ => first,
        });
    }
}
