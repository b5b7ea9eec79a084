//! The `meta` elements of a page: Highwire's `citation_…`, Dublin Core, PRISM, Open Graph.

use crate::citation::split_full_name;
use crate::markup::tree::Tree;
use citelight_types::text::person::Person;

/// Under these names pages say when the work that they show or describe appeared.
const DATES: [&str; 11] = [
    "citation_publication_date",
    "citation_date",
    "citation_online_date",
    "citation_cover_date",
    "citation_year",
    "bepress_citation_date",
    "dc.date",
    "dc.date.issued",
    "dcterms.issued",
    "prism.publicationdate",
    "article:published_time",
];

/// What the metas of a page say, in its order: names in lower case, and values on one line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PageMetadata(Vec<(String, String)>);

impl PageMetadata {
    /// The metas of a page that was parsed. What has no name or no value is left out.
    pub fn of(tree: &Tree) -> Self {
        let metas = tree.descendants(Tree::ROOT).filter(|node| tree.name(*node) == "meta");
        let said = metas.filter_map(|node| {
            let name = tree.attribute(node, "name").or_else(|| tree.attribute(node, "property"))?;
            let words: Vec<&str> = tree.attribute(node, "content")?.split_whitespace().collect();
            (!words.is_empty()).then(|| (name.to_ascii_lowercase(), words.join(" ")))
        });
        Self(said.collect())
    }

    /// The values under these names: those of the first name first.
    pub fn all<'a>(&'a self, names: &'a [&str]) -> impl Iterator<Item = &'a str> {
        names.iter().flat_map(|wanted| {
            self.0.iter().filter(move |(name, _)| name == wanted).map(|(_, value)| value.as_str())
        })
    }

    /// The first of [`PageMetadata::all`].
    pub fn first<'a>(&'a self, names: &'a [&str]) -> Option<&'a str> {
        self.all(names).next()
    }

    /// The authors that these names give.
    pub fn authors(&self, names: &[&str]) -> Vec<Person> {
        self.all(names).map(person).collect()
    }

    /// When the work appeared, as the page writes it: of a printed issue before the day online.
    pub fn dates(&self) -> impl Iterator<Item = &str> {
        self.all(&DATES)
    }

    /// The year in which the work appeared.
    pub fn year(&self) -> Option<i32> {
        self.dates().find_map(year)
    }
}

/// `Smith, John` or `John Smith`.
fn person(name: &str) -> Person {
    match name.split_once(',') {
        Some((family, given)) => Person::new(family.trim(), given.trim()),
        None => split_full_name(name),
    }
}

/// The first number of four digits.
pub(super) fn year(date: &str) -> Option<i32> {
    let mut numbers = date.split(|c: char| !c.is_ascii_digit());
    numbers.find(|digits| digits.len() == 4).and_then(|digits| digits.parse().ok())
}
