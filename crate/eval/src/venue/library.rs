//! Works that do not exist, the same for the same seed: what they are called, by what they are known, who holds them.
use citelight::identifiers::arxiv_in_doi;
use citelight::sources::ApiName;

/// Works that submissions cite; numbers beyond are inventions.
pub(super) const WORKS: usize = 200_000;

/// Of a hundred references, so many name a DOI, and so many an arXiv identifier; the rest have a title alone. As counted in the
/// 609 references of nine submissions to a computing conference (refchecker's recorded bibliographies).
const WITH_DOI: f64 = 0.03;
const WITH_ARXIV: f64 = 0.28;
/// Who found a title: Crossref, OpenAlex, Semantic Scholar, DBLP; and of how many titles. As recorded for those of the same
/// references that were looked up in all four.
const HOLDERS: [([bool; 4], u32); 14] = [
    ([false, false, false, false], 31),
    ([false, false, false, true], 18),
    ([false, false, true, false], 6),
    ([false, false, true, true], 8),
    ([false, true, false, false], 7),
    ([false, true, false, true], 26),
    ([false, true, true, false], 2),
    ([false, true, true, true], 9),
    ([true, false, false, false], 4),
    ([true, false, false, true], 3),
    ([true, true, false, false], 29),
    ([true, true, false, true], 60),
    ([true, true, true, false], 36),
    ([true, true, true, true], 30),
];
/// Of the works that anybody holds, so many have a copy on arXiv, and so many of the others an open one elsewhere
/// (166 of 233 records of Semantic Scholar's; the second is an assumption).
const ON_ARXIV: f64 = 0.71;
const OPEN_ELSEWHERE: f64 = 0.2;
/// Of the copies on arXiv, so many are there as HTML; the others as their source only (an assumption).
const AS_HTML: f64 = 0.5;

const CONSONANTS: &[u8; 16] = b"bdfghjklmnprstvz";
const VOWELS: &[u8; 5] = b"aeiou";
const SYLLABLES: usize = CONSONANTS.len() * VOWELS.len();
/// Words of three syllables, and a number prime to theirs: neighbours in number get words that are far from alike.
const WORDS: usize = SYLLABLES.pow(3);
const SCATTER: usize = 7_919;
const ASPECTS: [&str; 16] = [
    "Convergence",
    "Robustness",
    "Calibration",
    "Pruning",
    "Distillation",
    "Alignment",
    "Segmentation",
    "Retrieval",
    "Attribution",
    "Compression",
    "Exploration",
    "Generalisation",
    "Sampling",
    "Scheduling",
    "Translation",
    "Verification",
];
const FIELDS: [&str; 16] = [
    "graphs",
    "images",
    "dialogues",
    "proteins",
    "robots",
    "markets",
    "sensors",
    "transformers",
    "videos",
    "speech",
    "programs",
    "tables",
    "forests",
    "swarms",
    "climates",
    "circuits",
];

/// A work by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Work(pub(super) usize);

/// What an entry of a reference list names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Named {
    Doi,
    Arxiv,
    TitleAlone,
}

/// All works of a seed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Library {
    seed: u64,
}

impl Library {
    pub(super) fn new(seed: u64) -> Self {
        Self { seed }
    }

    fn drawn(self, work: Work, what: u64) -> f64 {
        drawn(self.seed, &[what, work.0 as u64])
    }

    /// Title: one of its words is the work's own, so that no other work's title is near it.
    pub(super) fn title(self, work: Work) -> String {
        let choice = |what, of: &'static [&'static str]| {
            of.get((self.drawn(work, what) * of.len() as f64) as usize).copied().unwrap_or_default()
        };
        let (aspect, field, other) = (choice(1, &ASPECTS), choice(2, &FIELDS), choice(3, &FIELDS));
        format!("{aspect} of {} {field} under the drift of {other}", own_word(work))
    }

    /// Family name and initial of its authors.
    pub(super) fn authors(self, work: Work) -> [(String, char); 2] {
        [4, 5].map(|what| {
            let number = (self.drawn(work, what) * (SYLLABLES * SYLLABLES) as f64) as usize;
            let name = syllables(number, 2);
            let first = name.chars().next().unwrap_or('a').to_ascii_uppercase();
            let initial = char::from(b'A' + (number % 26) as u8);
            (format!("{first}{}son", name.get(1..).unwrap_or_default()), initial)
        })
    }

    pub(super) fn year(self, work: Work) -> usize {
        2006 + (self.drawn(work, 6) * 20.0) as usize
    }

    /// What entries that cite it name.
    pub(super) fn named(self, work: Work) -> Named {
        let drawn = self.drawn(work, 7);
        match work {
            Work(number) if number >= WORKS => Named::TitleAlone,
            _ if drawn < WITH_DOI => Named::Doi,
            _ if drawn < WITH_DOI + WITH_ARXIV => Named::Arxiv,
            _ => Named::TitleAlone,
        }
    }

    /// Crossref, OpenAlex, Semantic Scholar and DBLP, as they know its title.
    fn finds_title(self, work: Work) -> [bool; 4] {
        match self.named(work) {
            _ if work.0 >= WORKS => [false; 4],
            Named::Doi => [true; 4],
            // Preprints are DataCite's and not Crossref's.
            Named::Arxiv => [false, true, true, true],
            Named::TitleAlone => {
                let all: u32 = HOLDERS.iter().map(|(_, count)| count).sum();
                let mut left = self.drawn(work, 8) * f64::from(all);
                let found = HOLDERS.iter().find(|(_, count)| {
                    left -= f64::from(*count);
                    left < 0.0
                });
                found.map_or([false; 4], |(holders, _)| *holders)
            }
        }
    }

    /// Whether any index holds it.
    pub(super) fn exists(self, work: Work) -> bool {
        self.finds_title(work).contains(&true)
    }

    /// Whether a source finds it by its title.
    pub(super) fn finds(self, api: ApiName, work: Work) -> bool {
        let [crossref, openalex, semantic_scholar, dblp] = self.finds_title(work);
        match api {
            ApiName::Crossref => crossref,
            ApiName::OpenAlex => openalex,
            ApiName::SemanticScholar => semantic_scholar,
            ApiName::Dblp => dblp,
            ApiName::Arxiv => self.is_on_arxiv(work),
            _ => false,
        }
    }

    /// Whether a source knows it by an identifier. Searches by title miss works that an index holds.
    pub(super) fn knows(self, api: ApiName, work: Work) -> bool {
        match api {
            ApiName::OpenAlex | ApiName::SemanticScholar => self.exists(work),
            ApiName::Unpaywall | ApiName::Doi => self.finds(ApiName::Crossref, work),
            ApiName::DataCite => self.is_on_arxiv(work),
            _ => self.finds(api, work),
        }
    }

    pub(super) fn is_on_arxiv(self, work: Work) -> bool {
        self.named(work) == Named::Arxiv || self.exists(work) && self.drawn(work, 9) < ON_ARXIV
    }

    pub(super) fn is_html_on_arxiv(self, work: Work) -> bool {
        self.is_on_arxiv(work) && self.drawn(work, 10) < AS_HTML
    }

    /// Whether an open copy lies elsewhere.
    pub(super) fn is_open_elsewhere(self, work: Work) -> bool {
        self.exists(work) && !self.is_on_arxiv(work) && self.drawn(work, 11) < OPEN_ELSEWHERE
    }

    /// Its DOI, where it has one.
    pub(super) fn doi(self, work: Work) -> Option<String> {
        self.finds(ApiName::Crossref, work).then(|| format!("10.1145/{}", work.0))
    }

    /// Its arXiv identifier, where it has one.
    pub(super) fn arxiv(self, work: Work) -> Option<String> {
        self.is_on_arxiv(work).then(|| format!("20{:02}.{:05}", 1 + work.0 / 20_000, work.0 % 20_000))
    }

    /// The work that a text names by its title.
    pub(super) fn titled(self, text: &str) -> Option<Work> {
        let text = text.to_lowercase();
        let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).collect();
        let works = words.iter().filter_map(|word| number_of(word)).map(Work);
        works.into_iter().find(|work| {
            let title = self.title(*work).to_lowercase();
            title.split(' ').filter(|word| word.len() > 5).all(|word| words.contains(&word))
        })
    }
}

/// The work that an identifier names: a DOI of Crossref's or of arXiv's, an arXiv identifier.
pub(super) fn identified(id: &str) -> Option<Work> {
    let id = id.to_ascii_lowercase();
    let number = match id.strip_prefix("10.1145/") {
        Some(number) => number.parse().ok()?,
        None => {
            let (month, place) = arxiv_in_doi(&id).unwrap_or(&id).strip_prefix("20")?.split_once('.')?;
            let (month, place): (usize, usize) = (month.parse().ok()?, place.parse().ok()?);
            month.checked_sub(1)? * 20_000 + place
        }
    };
    Some(Work(number)).filter(|work| work.0 < WORKS)
}

fn syllables(mut number: usize, count: usize) -> String {
    let mut word = String::new();
    for _ in 0..count {
        let syllable = number % SYLLABLES;
        word.push(char::from(CONSONANTS[syllable / VOWELS.len()]));
        word.push(char::from(VOWELS[syllable % VOWELS.len()]));
        number /= SYLLABLES;
    }
    word
}

/// The word that stands in no other work's title.
fn own_word(work: Work) -> String {
    syllables(work.0 * SCATTER % WORDS, 3) + "x"
}

fn number_of(word: &str) -> Option<usize> {
    let letters = word.strip_suffix('x').filter(|letters| letters.len() == 6)?.as_bytes();
    let place = |among: &[u8], letter: &u8| among.iter().position(|own| own == letter);
    let syllables: Vec<usize> = letters
        .chunks_exact(2)
        .filter_map(|pair| Some(place(CONSONANTS, &pair[0])? * VOWELS.len() + place(VOWELS, &pair[1])?))
        .collect();
    let [first, second, third] = syllables[..] else { return None };
    let scattered = first + SYLLABLES * (second + SYLLABLES * third);
    Some(scattered * inverse(SCATTER, WORDS) % WORDS)
}

/// The number by which a multiplication is undone in a ring (extended Euclid).
const fn inverse(factor: usize, modulus: usize) -> usize {
    let (mut old, mut new, mut old_rest, mut rest) = (0i64, 1i64, modulus as i64, factor as i64);
    while rest != 0 {
        let quotient = old_rest / rest;
        (old, new) = (new, old - quotient * new);
        (old_rest, rest) = (rest, old_rest - quotient * rest);
    }
    old.rem_euclid(modulus as i64) as usize
}

/// A number in 0..1 that looks drawn at random and hangs on nothing but what it is drawn for (SplitMix64).
pub(super) fn drawn(seed: u64, of: &[u64]) -> f64 {
    let mixed = of.iter().fold(mixed(seed), |hash, part| mixed(hash ^ part));
    (mixed >> 11) as f64 / (1u64 << 53) as f64
}

fn mixed(number: u64) -> u64 {
    let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn works_are_found_by_what_names_them_and_by_nothing_else() {
        let library = Library::new(1);
        for number in (0..WORKS).step_by(97).chain([WORKS - 1]) {
            let work = Work(number);
            assert_eq!(library.titled(&library.title(work)), Some(work));
            for id in [library.doi(work), library.arxiv(work)].into_iter().flatten() {
                assert_eq!(identified(&id), Some(work), "{id}");
            }
        }
        assert_eq!(library.titled("Convergence of graphs under the drift of images"), None);
        assert_eq!(identified("10.1000/1"), None);
        assert_eq!(identified(&format!("10.1145/{WORKS}")), None);
    }

    #[test]
    fn no_two_titles_are_alike() {
        let library = Library::new(1);
        let titles: BTreeSet<String> = (0..2_000).map(|number| library.title(Work(number))).collect();
        assert_eq!(titles.len(), 2_000);
    }

    #[test]
    fn who_holds_what_is_as_recorded() {
        let library = Library::new(1);
        let all = 20_000;
        let share = |is: &dyn Fn(Work) -> bool| (0..all).filter(|n| is(Work(*n))).count() as f64 / all as f64;
        let alone = share(&|work| library.named(work) == Named::TitleAlone);
        assert!((alone - (1.0 - WITH_DOI - WITH_ARXIV)).abs() < 0.01, "{alone}");
        let crossref =
            share(&|work| library.named(work) == Named::TitleAlone && library.finds(ApiName::Crossref, work));
        assert!((crossref / alone - 162.0 / 269.0).abs() < 0.02, "{crossref}");
        let lost = share(&|work| !library.exists(work));
        assert!((lost / alone - 31.0 / 269.0).abs() < 0.02, "{lost}");
    }

    #[test]
    fn draws_are_even_and_the_same_each_time() {
        let mean = (0..10_000).map(|n| drawn(3, &[n])).sum::<f64>() / 10_000.0;
        assert!((mean - 0.5).abs() < 0.01, "{mean}");
        assert_eq!(drawn(3, &[1, 2]), drawn(3, &[1, 2]));
        assert_ne!(drawn(3, &[1, 2]), drawn(4, &[1, 2]));
    }
}
