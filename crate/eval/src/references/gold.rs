//! Reference strings whose fields people have labelled, as AnyStyle (`<sequence>`) and GROBID (`<bibl>`) publish them.
//!
//! The two corpora label differently; what is read here is brought to one convention, by rules that know nothing of the
//! parser:
//! - words that only announce a field ("pp.", "vol.", "In", "edited by") belong to no field;
//! - AnyStyle's one `volume` holds the issue as well: its first number is the volume, the next one the issue;
//! - a monograph's title (GROBID's `m`) is the venue where an article's title stands beside it, or where volume and
//!   pages do without a publisher; else it is the title;
//! - an organisation that is no collaboration is the publisher; a collaboration is an author.
use std::collections::HashSet;
use std::ops::Range;

use citelight::citation::string::{Field, token_ranges};
use citelight::text::normalise::fold;
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use sha2::{Digest, Sha256};

/// A reference string with its labelled fields.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Gold {
    /// The string, white space collapsed.
    pub raw: String,
    /// Fields as bytes of `raw`, in order.
    pub fields: Vec<(Field, Range<usize>)>,
}

/// What a string may be used for: decided by its own letters, so copies in several files share a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Three quarters: weights are trained on them, rules were written with them in view.
    Development,
    /// The rest: only measured on.
    HeldOut,
}

/// Reading a file of gold failed.
#[derive(Debug, thiserror::Error)]
#[error("reading labelled reference strings: {0}; the file must be well-formed AnyStyle or GROBID XML")]
pub struct GoldError(#[from] quick_xml::Error);

impl Gold {
    /// The first 48 letters and digits, folded: equal for copies of one string.
    pub fn key(&self) -> String {
        fold(&self.raw).chars().filter(|c| c.is_alphanumeric()).take(48).collect()
    }

    /// One of four equal shares of each part: what is tuned is trained on three and measured on the fourth.
    pub fn fold(&self) -> u8 {
        Sha256::digest(self.key().as_bytes()).get(1).map_or(0, |byte| byte % 4)
    }

    /// The part this string belongs to: by a hash of its [`Gold::key`].
    pub fn part(&self) -> Part {
        match Sha256::digest(self.key().as_bytes()).first() {
            Some(byte) if *byte < 64 => Part::HeldOut,
            _ => Part::Development,
        }
    }

    /// The texts of a field, each with what stands before it in the string.
    pub fn values_in_context(&self, field: Field) -> impl Iterator<Item = (&str, &str)> {
        self.fields
            .iter()
            .filter(move |(own, _)| *own == field)
            .filter_map(|(_, range)| Some((self.raw.get(..range.start)?, self.raw.get(range.clone())?)))
    }

    /// The texts of a field.
    pub fn values(&self, field: Field) -> impl Iterator<Item = &str> {
        self.values_in_context(field).map(|(_, value)| value)
    }

    fn has(&self, field: Field) -> bool {
        self.fields.iter().any(|(own, _)| *own == field)
    }
}

/// What an element labels, before the convention is unified.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tag {
    Field(Field),
    /// GROBID's `<title level="m">`.
    Monograph,
    /// AnyStyle's `<volume>`.
    VolumeAndIssue,
}

/// The strings that can be used, each once: of copies the first counts.
pub fn without_copies(all: impl IntoIterator<Item = Gold>) -> impl Iterator<Item = Gold> {
    let mut seen = HashSet::new();
    all.into_iter().filter(move |gold| gold.is_usable() && seen.insert(gold.key()))
}

/// Reads every labelled string of a file.
///
/// # Errors
/// [`GoldError`] if the file is not well-formed XML.
pub fn read(xml: &str) -> Result<Vec<Gold>, GoldError> {
    let mut reader = Reader::from_str(xml);
    let mut all = Vec::new();
    let mut open: Option<Open> = None;
    loop {
        match reader.read_event()? {
            Event::Eof => return Ok(all),
            Event::Start(element) => match (&mut open, element.local_name().as_ref()) {
                (None, "sequence") => open = Some(Open { spaced: true, ..Open::default() }),
                (None, "bibl") => open = Some(Open::default()),
                (Some(open), _) => open.enter(tag(&element)),
                (None, _) => {}
            },
            Event::End(element) => match element.local_name().as_ref() {
                "sequence" | "bibl" => all.extend(open.take().map(Open::finish)),
                _ => open.iter_mut().for_each(Open::leave),
            },
            Event::Empty(_) => open.iter_mut().for_each(|open| open.space = true),
            Event::Text(text) => {
                if let Some(open) = &mut open {
                    open.push(&text);
                }
            }
            Event::GeneralRef(name) => {
                let character = name.resolve_char_ref().ok().flatten();
                let named = quick_xml::escape::resolve_predefined_entity(&name);
                if let Some(open) = &mut open {
                    open.push(
                        &character.map(String::from).unwrap_or_else(|| named.unwrap_or_default().to_owned()),
                    );
                }
            }
            _ => {}
        }
    }
}

/// The field that an element of either corpus labels.
fn tag(element: &BytesStart<'_>) -> Option<Tag> {
    let attribute = |name: &str| {
        let found = element.try_get_attribute(name).ok().flatten()?;
        Some(found.value.into_owned())
    };
    let kind =
        attribute("level").or_else(|| attribute("unit")).or_else(|| attribute("type")).unwrap_or_default();
    let field = match (element.local_name().as_ref(), kind.as_str()) {
        ("author" | "authors", _) | ("orgName", "collaboration") => Field::Author,
        ("editor" | "translator", _) => Field::Editor,
        ("title", "j") | ("journal" | "container-title", _) => Field::Venue,
        ("title", "m") => return Some(Tag::Monograph),
        ("title", "s") | ("collection-title", _) => Field::Series,
        ("title", _) => Field::Title,
        ("date", _) => Field::Date,
        ("biblScope", "vol" | "volume") => Field::Volume,
        ("volume", _) => return Some(Tag::VolumeAndIssue),
        ("biblScope", "issue") => Field::Issue,
        ("biblScope", "pp" | "page" | "pages") | ("pages" | "page", _) => Field::Pages,
        ("publisher" | "orgName", _) => Field::Publisher,
        ("pubPlace" | "location", _) => Field::Place,
        ("edition", _) => Field::Edition,
        ("idno" | "doi" | "isbn", _) => Field::Identifier,
        ("ptr" | "url", _) => Field::Url,
        ("note" | "notes" | "genre", _) => Field::Note,
        ("citation-number", _) => Field::Label,
        _ => return None,
    };
    Some(Tag::Field(field))
}

/// A string in the making.
#[derive(Default)]
struct Open {
    raw: String,
    /// AnyStyle's elements are parted by a space that the file does not hold.
    spaced: bool,
    space: bool,
    stack: Vec<Option<(Tag, usize)>>,
    found: Vec<(Tag, Range<usize>)>,
}

impl Open {
    fn push(&mut self, text: &str) {
        for c in text.chars() {
            if c.is_whitespace() {
                self.space = true;
                continue;
            }
            if self.space && !self.raw.is_empty() {
                self.raw.push(' ');
            }
            self.space = false;
            self.raw.push(c);
        }
    }

    fn enter(&mut self, tag: Option<Tag>) {
        self.space |= self.spaced;
        self.stack.push(tag.map(|tag| (tag, self.raw.len())));
    }

    fn leave(&mut self) {
        if let Some(Some((tag, start))) = self.stack.pop()
            && start < self.raw.len()
        {
            self.found.push((tag, start..self.raw.len()));
        }
        self.space |= self.spaced;
    }

    fn finish(self) -> Gold {
        let mut found = self.found;
        found.sort_by_key(|(_, range)| range.start);
        let mut gold = Gold { raw: self.raw, fields: Vec::new() };
        let has = |wanted: Tag| found.iter().any(|(tag, _)| *tag == wanted);
        let holder = has(Tag::Field(Field::Title))
            || (has(Tag::Field(Field::Volume)) && has(Tag::Field(Field::Pages)))
                && !has(Tag::Field(Field::Publisher));
        for (tag, range) in found {
            match tag {
                Tag::Monograph if holder => gold.add(Field::Venue, range),
                Tag::Monograph => gold.add(Field::Title, range),
                Tag::VolumeAndIssue => gold.add_volume(range),
                Tag::Field(field) => gold.add(field, range),
            }
        }
        // A chapter's own title and the book it is in may both be called titles of articles; the journal stays one.
        gold
    }
}

/// Words that announce a field, by field.
fn announces(field: Field, word: &str) -> bool {
    match field {
        Field::Pages => {
            matches!(word, "p" | "pp" | "page" | "pages" | "pg" | "pgs" | "s" | "seiten" | "seite")
        }
        Field::Venue => matches!(word, "in" | "dans"),
        Field::Editor => {
            matches!(
                word,
                "ed" | "eds"
                    | "edited"
                    | "editor"
                    | "editors"
                    | "by"
                    | "in"
                    | "hrsg"
                    | "trans"
                    | "translated"
                    | "tr"
                    | "translator"
                    | "and"
            )
        }
        Field::Volume => matches!(word, "vol" | "volume" | "v" | "bd" | "band" | "no" | "jg"),
        Field::Issue => matches!(word, "no" | "issue" | "nr" | "n" | "iss" | "number" | "heft" | "num"),
        Field::Url => matches!(word, "url" | "available" | "at" | "from" | "retrieved" | "online" | "access"),
        _ => false,
    }
}

impl Gold {
    /// Adds a field without the announcing words and the punctuation at its ends.
    fn add(&mut self, field: Field, range: Range<usize>) {
        let Some(text) = self.raw.get(range.clone()) else { return };
        let words = token_ranges(text);
        let announcing = |at: usize| {
            words
                .get(at)
                .and_then(|token| text.get(token.clone()))
                .is_some_and(|word| announces(field, &word.to_lowercase()))
        };
        let (mut first, mut last) = (0, words.len());
        while first < last && announcing(first) {
            first += 1;
        }
        // A letter at the end of names is an initial.
        while first < last && !matches!(field, Field::Venue) && announcing(last - 1) {
            last -= 1;
        }
        if let (Some(start), Some(end)) = (words.get(first), last.checked_sub(1).and_then(|at| words.get(at)))
            && first < last
        {
            self.fields.push((field, range.start + start.start..range.start + end.end));
        }
    }

    /// The first number is the volume, the next one the issue, up to the closing bracket or the end.
    fn add_volume(&mut self, range: Range<usize>) {
        let Some(text) = self.raw.get(range.clone()).map(str::to_owned) else { return };
        let numbers: Vec<Range<usize>> = token_ranges(&text)
            .into_iter()
            .filter(|token| {
                let word = text.get(token.clone()).unwrap_or_default();
                let roman = word.chars().all(|c| matches!(c, 'I' | 'V' | 'X' | 'L' | 'C'));
                word.chars().any(char::is_numeric) || roman
            })
            .collect();
        let Some(volume) = numbers.first() else { return };
        // `12-13` is one volume, `45(1-2)` one issue.
        let joined = |left: &Range<usize>, right: &Range<usize>| {
            let between = text.get(left.end..right.start).unwrap_or_default().trim();
            !between.is_empty() && between.chars().all(|c| matches!(c, '-' | '–' | '—' | '/' | '−'))
        };
        let run = |from: usize| {
            let mut last = from;
            while let (Some(left), Some(right)) = (numbers.get(last), numbers.get(last + 1))
                && joined(left, right)
            {
                last += 1;
            }
            last
        };
        let last = run(0);
        let shift = |start: usize, end: usize| range.start + start..range.start + end;
        self.fields.push((Field::Volume, shift(volume.start, numbers[last].end)));
        if let Some(issue) = numbers.get(last + 1) {
            let end = numbers[run(last + 1)].end;
            self.fields.push((Field::Issue, shift(issue.start, end)));
        }
    }

    /// Field of every token of the string, and whether it is the field's first token.
    pub fn labels(&self) -> Vec<(Field, bool)> {
        let mut before: Option<&Range<usize>> = None;
        token_ranges(&self.raw)
            .iter()
            .map(|token| {
                let inside = |range: &Range<usize>| range.start < token.end && token.start < range.end;
                let found = self.fields.iter().find(|(_, range)| inside(range));
                let first = found.is_none_or(|(_, range)| before != Some(range));
                before = found.map(|(_, range)| range);
                (found.map_or(Field::Other, |(field, _)| *field), first)
            })
            .collect()
    }

    /// Whether the string has any field that a reader could use.
    pub fn is_usable(&self) -> bool {
        self.has(Field::Title) || self.has(Field::Venue) || self.has(Field::Author)
    }
}
