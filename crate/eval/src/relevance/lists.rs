//! Whole reference lists, without the sentences that cite them: works that fit nothing, and authors or venues many of whose
//! works are far. What is found in real lists is a false alarm, and more than a page would give: its sentences take some back.

use std::io::{self, Write};
use std::path::Path;

use citelight::relevance::neighbours::is_alone;
use citelight::relevance::pattern::{Compared, Pattern, Shared, pattern_of};
use citelight::relevance::{Article, Vectors, Work};
use citelight::text::normalise::fold;
use citelight::verify::models::Embed;
use citelight_cli::failure::Failure;
use citelight_cli::lines::Lines;
use serde::{Deserialize, Serialize};

use super::judged::{Judged, embed_texts};
use crate::statistics::Share;

/// Works of one author that are added to another list where errors are made.
const STUFFED: usize = 5;

#[derive(Deserialize)]
struct ReadList {
    article: ReadArticle,
    works: Vec<ReadWork>,
}

#[derive(Deserialize)]
struct ReadArticle {
    title: String,
    #[serde(default, rename = "abstract")]
    abstract_text: String,
}

#[derive(Clone, Deserialize)]
struct ReadWork {
    title: String,
    #[serde(default, rename = "abstract")]
    abstract_text: String,
    #[serde(default)]
    authors: Vec<String>,
    #[serde(default)]
    venue: String,
}

/// What came of whole lists.
#[derive(Serialize)]
pub(super) struct WholeLists {
    /// Works of real lists that fit nothing in them.
    pub(super) alone: Share,
    /// Real lists that look stuffed.
    pub(super) patterns: Share,
    /// With works of the other lists, which are of related fields.
    pub(super) in_field: Foreign,
    /// With works of the files of citations, which are of any field.
    pub(super) outside: Foreign,
    /// Each work of a real list that fits nothing, and each real list that looks stuffed, to be read.
    pub(super) found: Vec<String>,
}

/// What came of works that were put into lists where they do not belong.
#[derive(Serialize)]
pub(super) struct Foreign {
    /// Works that fit nothing there.
    pub(super) alone: Share,
    /// Lists with some of them, as if one author had written them, that look stuffed by this author.
    pub(super) stuffed: Share,
}

#[derive(Default)]
struct Tally {
    works: usize,
    alone: usize,
    lists: usize,
    stuffed: usize,
}

impl Tally {
    fn shares(&self) -> Foreign {
        Foreign { alone: Share::of(self.alone, self.works), stuffed: Share::of(self.stuffed, self.lists) }
    }
}

const FORM: &str = "{\"article\": {\"title\", \"abstract\"}, \"works\": [{\"title\", \"abstract\", \"authors\", \"venue\"}]}";

impl ReadWork {
    fn whole(&self) -> String {
        Work { title: &self.title, abstract_text: &self.abstract_text }.whole()
    }
}

impl ReadList {
    fn article(&self) -> Article<'_> {
        Article { title: &self.article.title, abstract_text: &self.article.abstract_text }
    }

    fn compared(&self, works: &[&ReadWork], vectors: &Vectors) -> Vec<Compared> {
        let article = self.article().whole();
        let compared = works.iter().enumerate().filter_map(|(at, work)| {
            let venue = fold(&work.venue);
            Some(Compared {
                number: at as u32 + 1,
                nearest: vectors.cosine(&article, &work.whole())?,
                authors: work.authors.iter().map(|author| fold(author)).collect(),
                venue: (!venue.is_empty() && !venue.contains("arxiv")).then_some(venue),
            })
        });
        compared.collect()
    }

    fn pattern(&self, works: &[&ReadWork], vectors: &Vectors) -> Option<Pattern> {
        pattern_of(&self.compared(works, vectors))
    }

    fn is_alone(&self, work: &ReadWork, vectors: &Vectors) -> bool {
        let others: Vec<String> = self.works.iter().map(ReadWork::whole).collect();
        is_alone(&work.whole(), others.iter().map(String::as_str), self.article(), vectors)
    }
}

impl WholeLists {
    /// Reads and measures a file of lists. Works without an abstract are left out, as on a page.
    pub(super) fn measure(
        path: &Path,
        citations: &[Judged],
        vectors: &mut Vectors,
        embed: &dyn Embed,
    ) -> Result<Self, Failure> {
        let mut lines = Lines::open(path)?;
        let mut lists: Vec<ReadList> = Vec::new();
        while let Some(mut list) = lines.next_json::<ReadList>(FORM)? {
            list.works.retain(|work| !work.abstract_text.trim().is_empty());
            lists.push(list);
        }
        if lists.is_empty() {
            return Err(lines.wrong(format!("there is no list in it; expected {FORM}")));
        }
        let texts = lists.iter().flat_map(|list| {
            list.works.iter().map(ReadWork::whole).chain(std::iter::once(list.article().whole()))
        });
        embed_texts(texts.collect::<Vec<_>>(), vectors, embed)?;
        let of_any_field = citations.iter().filter(|one| one.line.file == 0).map(|one| one.line.work());
        let others: Vec<ReadWork> =
            of_any_field.filter(|work| !work.abstract_text.is_empty()).map(read_work).collect();
        Ok(Self::of(&lists, &others, vectors))
    }

    fn of(lists: &[ReadList], others: &[ReadWork], vectors: &Vectors) -> Self {
        let mut found = Vec::new();
        let (mut alone, mut works, mut patterns) = (0, 0, 0);
        let (mut in_field, mut outside) = (Tally::default(), Tally::default());
        for (at, list) in lists.iter().enumerate() {
            let own: Vec<&ReadWork> = list.works.iter().collect();
            for work in &own {
                works += 1;
                if list.is_alone(work, vectors) {
                    alone += 1;
                    found.push(format!("“{}” in the list of “{}”", work.title, list.article.title));
                }
            }
            if let Some(Pattern { name, far, all, .. }) = list.pattern(&own, vectors) {
                patterns += 1;
                found.push(format!(
                    "{} of {all} by or in {name} in the list of “{}”",
                    far.len(),
                    list.article.title
                ));
            }
            let other_lists = lists.iter().enumerate().filter(|(other, _)| *other != at);
            let of_field: Vec<&[ReadWork]> = other_lists.map(|(_, other)| other.works.as_slice()).collect();
            let is_stuffed = |works: &[ReadWork]| {
                let by_one: Vec<ReadWork> = works.iter().take(STUFFED).cloned().map(by_one).collect();
                let with: Vec<&ReadWork> = own.iter().copied().chain(&by_one).collect();
                let pattern = list.pattern(&with, vectors);
                pattern.is_some_and(|pattern| pattern.shared == Shared::Author && pattern.name == ONE)
            };
            for (foreign, tally) in
                [(of_field, &mut in_field), (others.chunks(STUFFED).collect(), &mut outside)]
            {
                for works in foreign {
                    tally.works += works.len();
                    tally.alone += works.iter().filter(|work| list.is_alone(work, vectors)).count();
                    if works.len() >= STUFFED {
                        tally.lists += 1;
                        tally.stuffed += usize::from(is_stuffed(works));
                    }
                }
            }
        }
        Self {
            alone: Share::of(alone, works),
            patterns: Share::of(patterns, lists.len()),
            in_field: in_field.shares(),
            outside: outside.shares(),
            found,
        }
    }

    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "\nwhole lists, without their sentences:")?;
        writeln!(out, "  works that fit nothing      {}", self.alone)?;
        writeln!(out, "  lists that look stuffed     {}", self.patterns)?;
        for (of, foreign) in [("related", &self.in_field), ("any", &self.outside)] {
            writeln!(
                out,
                "  with works of {of} fields: fit nothing {}, found stuffed {}",
                foreign.alone, foreign.stuffed
            )?;
        }
        self.found.iter().try_for_each(|found| writeln!(out, "    {found}"))
    }
}

/// The author of stuffed works.
const ONE: &str = "one author";

fn by_one(work: ReadWork) -> ReadWork {
    ReadWork { authors: vec![ONE.to_owned()], venue: String::new(), ..work }
}

fn read_work(work: Work<'_>) -> ReadWork {
    let Work { title, abstract_text } = work;
    ReadWork {
        title: title.to_owned(),
        abstract_text: abstract_text.to_owned(),
        authors: Vec::new(),
        venue: String::new(),
    }
}
