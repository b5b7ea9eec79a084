//! Measuring the reading of reference strings against labelled ones.
//!
//! A value is right if it equals the gold after folding: case, diacritics, ligatures, white space (hence hyphenation
//! debris), dashes and every other punctuation do not count, letters and digits all do. Years are compared as
//! numbers. Where the gold labels a field several times, any one of its values or all together are right. The count of a book's
//! pages ("561 p.") is neither gold nor judged. Editors count as authors where they stand first and nobody else does.
use citelight::citation::Reference;
use citelight::citation::string::{self, Field};
use citelight::text::normalise::fold;

use super::gold::Gold;

/// What is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Measure {
    /// Family name of the first author.
    FirstAuthor,
    /// All letters of all authors' names, in order of the alphabet.
    Authors,
    /// Title.
    Title,
    /// Year.
    Year,
    /// Journal, proceedings or book.
    Venue,
    /// Volume.
    Volume,
    /// Issue.
    Issue,
    /// Pages.
    Pages,
    /// Publisher or institution.
    Publisher,
    /// DOI.
    Doi,
    /// arXiv identifier.
    Arxiv,
    /// PubMed id.
    Pmid,
    /// PubMed Central id.
    Pmcid,
    /// ISBN.
    Isbn,
    /// Address.
    Url,
}

impl Measure {
    /// Every measure, in the order tables print them.
    pub const ALL: [Self; 15] = [
        Self::FirstAuthor,
        Self::Authors,
        Self::Title,
        Self::Year,
        Self::Venue,
        Self::Volume,
        Self::Issue,
        Self::Pages,
        Self::Publisher,
        Self::Doi,
        Self::Arxiv,
        Self::Pmid,
        Self::Pmcid,
        Self::Isbn,
        Self::Url,
    ];

    /// Its name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::FirstAuthor => "first author",
            Self::Authors => "authors",
            Self::Title => "title",
            Self::Year => "year",
            Self::Venue => "venue",
            Self::Volume => "volume",
            Self::Issue => "issue",
            Self::Pages => "pages",
            Self::Publisher => "publisher",
            Self::Doi => "DOI",
            Self::Arxiv => "arXiv",
            Self::Pmid => "PubMed",
            Self::Pmcid => "PubMed Central",
            Self::Isbn => "ISBN",
            Self::Url => "address",
        }
    }

    /// Whether it counts in the average over all fields; the first author is there with all authors already.
    pub fn in_average(self) -> bool {
        self != Self::FirstAuthor
    }
}

/// Counts of values of one field.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Values in the gold.
    pub gold: usize,
    /// Values found.
    pub found: usize,
    /// Values found that are gold.
    pub right: usize,
}

impl Counts {
    /// right / found; 1 if nothing was found.
    pub fn precision(&self) -> f64 {
        share(self.right, self.found)
    }

    /// right / gold; 1 if there is no gold.
    pub fn recall(&self) -> f64 {
        share(self.right, self.gold)
    }

    /// Harmonic mean of precision and recall.
    pub fn f1(&self) -> f64 {
        share(2 * self.right, self.gold + self.found)
    }

    /// Adds other counts.
    pub fn add(&mut self, other: Self) {
        self.gold += other.gold;
        self.found += other.found;
        self.right += other.right;
    }
}

fn share(part: usize, whole: usize) -> f64 {
    if whole == 0 { 1.0 } else { part as f64 / whole as f64 }
}

/// One value compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// What.
    pub measure: Measure,
    /// The gold's values, in the form they are compared in; empty if it has none.
    pub gold: Vec<String>,
    /// The value found, in the same form.
    pub found: Option<String>,
}

impl Comparison {
    /// Whether the value found is one of the gold's.
    pub fn is_right(&self) -> bool {
        self.found.as_ref().is_some_and(|found| self.gold.contains(found))
    }

    /// The comparison as counts.
    pub fn counts(&self) -> Counts {
        Counts {
            gold: usize::from(!self.gold.is_empty()),
            found: usize::from(self.found.is_some()),
            right: usize::from(self.is_right()),
        }
    }
}

/// Whether everything that was read is right, and nothing is missing.
pub fn is_wholly_right(compared: &[Comparison]) -> bool {
    compared.iter().all(Comparison::is_right)
}

/// Compares what was read with the gold, measure by measure.
pub fn compare(gold: &Gold, read: &Reference) -> Vec<Comparison> {
    Measure::ALL
        .into_iter()
        .map(|measure| {
            let found = found(measure, read).filter(|value| !value.is_empty());
            let mut gold: Vec<String> = wanted(measure, gold);
            gold.retain(|value| !value.is_empty());
            Comparison { measure, gold, found }
        })
        .filter(|comparison| !comparison.gold.is_empty() || comparison.found.is_some())
        .collect()
}

/// Letters and digits, folded.
fn key(text: &str) -> String {
    fold(text).replace(' ', "")
}

/// Letters of names in a fixed order: `J. Smith` equals `Smith, J.`.
fn letters(names: &[String]) -> String {
    let mut words: Vec<String> = names
        .iter()
        .flat_map(|name| fold(name).split(' ').map(str::to_owned).collect::<Vec<_>>())
        .filter(|word| {
            !matches!(
                word.as_str(),
                "and" | "et" | "al" | "und" | "y" | "others" | "jr" | "sr" | "ii" | "iii"
            )
        })
        .collect();
    words.sort();
    let mut letters: Vec<char> = words.concat().chars().collect();
    letters.sort_unstable();
    letters.into_iter().collect()
}

fn found(measure: Measure, read: &Reference) -> Option<String> {
    let identifiers = &read.identifiers;
    let text = |value: &Option<String>| value.as_deref().map(key);
    match measure {
        Measure::FirstAuthor => read.authors.first().map(|person| key(&person.family)),
        Measure::Authors => {
            let names: Vec<String> =
                read.authors.iter().map(|person| format!("{} {}", person.given, person.family)).collect();
            (!names.is_empty()).then(|| letters(&names))
        }
        Measure::Title => text(&read.title),
        Measure::Year => read.year.map(|year| year.to_string()),
        Measure::Venue => text(&read.venue),
        Measure::Volume => text(&read.volume),
        Measure::Issue => text(&read.issue),
        Measure::Pages => text(&read.pages),
        Measure::Publisher => text(&read.publisher),
        Measure::Doi => text(&identifiers.doi),
        Measure::Arxiv => text(&identifiers.arxiv),
        Measure::Pmid => text(&identifiers.pmid),
        Measure::Pmcid => text(&identifiers.pmcid),
        Measure::Isbn => text(&identifiers.isbn),
        Measure::Url => text(&identifiers.url),
    }
}

/// The authors; the editors of a volume that begins with them and has no authors.
fn responsible(gold: &Gold) -> impl Iterator<Item = &str> {
    let edited = gold.fields.first().is_some_and(|(field, _)| *field == Field::Editor);
    let authored = gold.fields.iter().any(|(field, _)| *field == Field::Author);
    gold.values(if edited && !authored { Field::Editor } else { Field::Author })
}

/// The gold's values of a field: each, and all of them together.
fn texts(gold: &Gold, field: Field) -> Vec<String> {
    let mut values: Vec<String> = gold.values(field).map(key).collect();
    if values.len() > 1 {
        values.push(values.concat());
    }
    values
}

fn wanted(measure: Measure, gold: &Gold) -> Vec<String> {
    match measure {
        Measure::FirstAuthor => {
            let first = responsible(gold).next();
            let read = first.map(string::people).unwrap_or_default();
            read.first().map(|person| key(&person.family)).into_iter().collect()
        }
        Measure::Authors => {
            let values: Vec<String> = responsible(gold).map(str::to_owned).collect();
            if values.is_empty() { Vec::new() } else { vec![letters(&values), letters(&values[..1])] }
        }
        Measure::Title => texts(gold, Field::Title),
        Measure::Year => gold.values(Field::Date).flat_map(years).collect(),
        Measure::Venue => texts(gold, Field::Venue),
        Measure::Volume => texts(gold, Field::Volume),
        Measure::Issue => texts(gold, Field::Issue),
        Measure::Pages => gold
            .fields
            .iter()
            .filter(|(field, range)| *field == Field::Pages && !string::is_page_count(&gold.raw, range))
            .filter_map(|(_, range)| gold.raw.get(range.clone()).map(key))
            .collect(),
        Measure::Publisher => texts(gold, Field::Publisher),
        Measure::Doi => identifiers(gold, |_, text| {
            let doi: String = text.get(text.find("10.")?..)?.split_whitespace().collect();
            Some(key(&doi))
        }),
        Measure::Arxiv => identifiers(gold, |before, text| {
            let text = text.to_lowercase();
            let id = text.rsplit([':', ' ']).next()?.split(['v', '[']).next()?;
            let named =
                before.to_lowercase().ends_with("arxiv:") || ARCHIVES.iter().any(|name| text.contains(name));
            (named && id.contains(|c: char| c.is_ascii_digit())).then(|| key(id))
        }),
        Measure::Pmid => identifiers(gold, |before, text| digits_named("pmid", before, text)),
        Measure::Pmcid => identifiers(gold, |before, text| {
            let named = digits_named("pmcid", before, text).or_else(|| digits_named("pmc", before, text));
            named.map(|digits| format!("pmc{digits}"))
        }),
        Measure::Isbn => identifiers(gold, |_, text| {
            let digits: String = text.chars().filter(|c| c.is_ascii_digit() || *c == 'X').collect();
            (matches!(digits.len(), 10 | 13) && !text.contains('/')).then(|| digits.to_lowercase())
        }),
        // The address of a DOI is the DOI.
        Measure::Url => {
            let addresses =
                gold.values(Field::Url).filter(|text| citelight::identifiers::doi(text).is_none());
            addresses.map(key).collect()
        }
    }
}

/// Words in identifiers of arXiv.
const ARCHIVES: [&str; 9] =
    ["arxiv", "hep-", "astro-", "cond-mat", "gr-qc", "quant-ph", "math", "nucl-", "physics/"];

/// The identifiers of the gold that are of one kind, told from what stands before them and their own text.
fn identifiers(gold: &Gold, kind: impl Fn(&str, &str) -> Option<String>) -> Vec<String> {
    let all = gold.values_in_context(Field::Identifier).chain(gold.values_in_context(Field::Url));
    all.filter_map(|(before, text)| kind(before, text)).collect()
}

/// The digits after a name that stands before or inside the gold.
fn digits_named(name: &str, before: &str, text: &str) -> Option<String> {
    let own = key(text);
    let before: String = key(before).chars().rev().take(name.len()).collect();
    let named_before = before.chars().rev().eq(name.chars());
    let digits = own.strip_prefix(name).or(named_before.then_some(own.as_str()))?;
    let digits = digits.strip_prefix("pmc").unwrap_or(digits);
    (!digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())).then(|| digits.to_owned())
}

/// The years in a date.
fn years(date: &str) -> Vec<String> {
    date.split(|c: char| !c.is_ascii_digit())
        .filter(|digits| digits.len() == 4 && matches!(digits.as_bytes().first(), Some(b'1' | b'2')))
        .map(str::to_owned)
        .collect()
}
