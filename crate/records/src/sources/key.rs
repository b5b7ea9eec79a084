//! What works are looked up by: identifiers in the form APIs take, and titles.

use super::Record;
use citelight_types::identifiers::{Identifiers, arxiv_in_doi, field};
use citelight_types::text::person::Person;
use citelight_types::text::titles::{title_similarity, title_stands_in};
use citelight_types::text::words;

pub use citelight_types::identifiers::field::{
    arxiv as arxiv_id, isbn as isbn_digits, normal as whole_doi, openreview as openreview_forum,
};

/// An identifier by which an API looks works up.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Key {
    /// A DOI, normalised.
    Doi(String),
    /// An arXiv identifier without version, well-formed.
    Arxiv(String),
    /// A PubMed id.
    Pmid(String),
    /// A PubMed Central id, with `PMC`.
    Pmcid(String),
    /// An ISBN without hyphens.
    Isbn(String),
    /// A forum of OpenReview.
    OpenReview(String),
    /// A web address.
    Url(String),
    /// The words of a title, which the work's own title holds in this order: see [`Key::of_title`].
    Title(String),
}

/// Kinds of keys; a batch holds keys of one kind, since APIs cannot mix them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum KeyKind {
    /// DOIs.
    Doi,
    /// arXiv identifiers.
    Arxiv,
    /// PubMed ids.
    Pmid,
    /// PubMed Central ids.
    Pmcid,
    /// ISBNs.
    Isbn,
    /// OpenReview forums.
    OpenReview,
    /// Addresses.
    Url,
    /// Titles.
    Title,
}

/// Words that a title needs to be searched for together with others: shorter ones stand in too many titles.
const TELLING_TITLE: usize = 4;
/// A title this alike is the one that was searched for.
pub(super) const SAME_TITLE: f64 = 0.8;

impl Key {
    /// Its kind.
    pub fn kind(&self) -> KeyKind {
        match self {
            Self::Doi(_) => KeyKind::Doi,
            Self::Arxiv(_) => KeyKind::Arxiv,
            Self::Pmid(_) => KeyKind::Pmid,
            Self::Pmcid(_) => KeyKind::Pmcid,
            Self::Isbn(_) => KeyKind::Isbn,
            Self::OpenReview(_) => KeyKind::OpenReview,
            Self::Url(_) => KeyKind::Url,
            Self::Title(_) => KeyKind::Title,
        }
    }

    /// The identifier itself.
    pub fn value(&self) -> &str {
        match self {
            Self::Doi(id)
            | Self::Arxiv(id)
            | Self::Pmid(id)
            | Self::Pmcid(id)
            | Self::Isbn(id)
            | Self::OpenReview(id)
            | Self::Url(id)
            | Self::Title(id) => id,
        }
    }

    /// A title as a key, by which many titles are searched for with one request. None where it is too short, or a whole
    /// entry. That nothing is found under it says nothing: the work's own record may write the title otherwise.
    pub fn of_title(title: &str) -> Option<Self> {
        let wanted = Wanted::new(title, &[], None)?;
        let words = wanted.words();
        let tells = words.len() >= TELLING_TITLE && !wanted.is_entry();
        tells.then(|| Self::Title(words.join(" ")))
    }

    /// Whether a record bears it.
    pub fn names(&self, record: &Record) -> bool {
        let identifiers = &record.identifiers;
        let own = match self {
            Self::Title(title) => {
                return record
                    .titles()
                    .any(|own| title_similarity(title, own) >= SAME_TITLE || title_stands_in(own, title));
            }
            Self::Doi(_) => &identifiers.doi,
            Self::Arxiv(_) => &identifiers.arxiv,
            Self::Pmid(_) => &identifiers.pmid,
            Self::Pmcid(_) => &identifiers.pmcid,
            Self::Isbn(_) => &identifiers.isbn,
            Self::Url(_) => &identifiers.url,
            Self::OpenReview(id) => return record.id == *id,
        };
        own.as_deref().is_some_and(|own| own.eq_ignore_ascii_case(self.value()))
    }

    /// The well-formed keys of a reference, best first. The DOI that arXiv registers is the arXiv identifier.
    pub fn of(identifiers: &Identifiers) -> Vec<Self> {
        let doi = identifiers.doi.as_deref().and_then(field::normal);
        let of_doi = doi.as_deref().filter(|doi| arxiv_in_doi(doi).is_some());
        let arxiv = identifiers.arxiv.as_deref().or(of_doi).and_then(field::arxiv);
        let url = identifiers.url.as_deref();
        let keys = [
            doi.filter(|doi| arxiv_in_doi(doi).is_none()).map(Self::Doi),
            arxiv.map(Self::Arxiv),
            identifiers.pmid.as_deref().and_then(field::pmid).map(Self::Pmid),
            identifiers.pmcid.as_deref().and_then(field::pmcid).map(Self::Pmcid),
            identifiers.isbn.as_deref().and_then(field::isbn).map(Self::Isbn),
            url.and_then(field::openreview).map(Self::OpenReview),
            url.and_then(super::links::web_url).map(Self::Url),
        ];
        keys.into_iter().flatten().collect()
    }
}

/// A work as it is searched for by title.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Wanted {
    /// Its title, or a whole entry where no title could be told.
    pub title: String,
    /// Family name of its first author.
    pub author: Option<String>,
    /// Year of publication.
    pub year: Option<i32>,
}

/// Words over which a "title" is a whole entry: no title of a paper is that long.
const TITLE_WORDS: usize = 30;

impl Wanted {
    /// From what a reference says; none without a word to search for.
    pub fn new(title: &str, authors: &[Person], year: Option<i32>) -> Option<Self> {
        let title = super::plain::plain(title);
        let author = authors.first().map(|author| author.family.trim().to_owned());
        let author = author.filter(|author| !author.is_empty());
        title.chars().any(char::is_alphanumeric).then_some(Self { title, author, year })
    }

    /// Whether the title is a whole entry, which only some searches take.
    pub fn is_entry(&self) -> bool {
        self.title.split_whitespace().count() > TITLE_WORDS
    }

    /// The words of the title, without any character that a query language could take for its own.
    pub(super) fn words(&self) -> Vec<&str> {
        self.title.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect()
    }

    /// Its words without articles, prepositions and the like, for indexes that leave those out and would find nothing
    /// under them; at most twelve.
    pub(super) fn telling_words(&self) -> Vec<&str> {
        let tells = |word: &&str| {
            let kinds = words::words(word);
            kinds.iter().any(|word| word.kind != words::WordKind::Function) && word.chars().count() > 1
        };
        self.words().into_iter().filter(tells).take(12).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_is_a_key_by_its_words_unless_it_is_too_short_to_tell() {
        let key =
            Key::of_title("Sleep-deprivation & memory: a review of \u{201c}slow\u{201d} waves").unwrap();
        assert_eq!(key.value(), "Sleep deprivation memory a review of slow waves");
        let titled = |title: &str| Record { title: title.to_owned(), ..Record::default() };
        assert!(key.names(&titled("Sleep deprivation & memory: A review of 'slow' waves")));
        assert!(!key.names(&titled("Caffeine and reaction time in elderly drivers")));
        assert_eq!(Key::of_title("Deep learning"), None);
        assert_eq!(Key::of_title(&"word ".repeat(31)), None);
    }

    #[test]
    fn keys_are_well_formed_and_ordered() {
        let identifiers = Identifiers {
            doi: Some("10.48550/arxiv.2304.05376".to_owned()),
            pmid: Some("123".to_owned()),
            url: Some("https://openreview.net/forum?id=0FhrtdKLtD".to_owned()),
            ..Identifiers::default()
        };
        assert_eq!(
            Key::of(&identifiers)[..3],
            [
                Key::Arxiv("2304.05376".to_owned()),
                Key::Pmid("123".to_owned()),
                Key::OpenReview("0FhrtdKLtD".to_owned())
            ]
        );
    }
}
