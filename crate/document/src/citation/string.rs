//! From the text of an entry to the fields of a [`Reference`]: a trained model says which words are which field, rules
//! read the names, the year and the numbers inside them.

use std::borrow::Cow;
use std::ops::Range;

use super::bare::is_bare;
use super::organisations::groups_before_title;
use super::{Reference, names};
use crate::markup::flow::{Flow, MarkKind};
use citelight_types::text::person::Person;
use hints::Hints;
use tokens::Token;
use untitled::Taken;

mod accents;
mod dates;
mod features;
mod field;
mod forms;
mod hints;
mod tagger;
mod tokens;
mod untitled;

pub(crate) use accents::composed;
pub(crate) use dates::is_date;
pub use field::Field;
pub(crate) use tokens::is_dense;

/// A stretch of the text and the field it belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Segment {
    field: Field,
    range: Range<usize>,
}

/// Where the tokens of a string are that the model labels: bytes, in order.
pub fn token_ranges(text: &str) -> Vec<Range<usize>> {
    tokens::tokens(text).into_iter().map(|token| token.range).collect()
}

/// The people of a text that holds nothing but names.
pub fn people(text: &str) -> Vec<Person> {
    names::authors(text).people
}

/// Reads a reference string that stands alone.
pub fn parse_reference(text: &str) -> Reference {
    let flow = unmarked(text.split_whitespace().collect::<Vec<_>>().join(" "));
    let mut reference = Reference { raw: flow.text.clone(), ..Reference::default() };
    parse(&mut reference, &flow);
    reference.identifiers = citelight_types::identifiers::identifiers_in(&reference.raw, &[]);
    reference
}

/// A text without marks.
fn unmarked(text: String) -> Flow {
    let mut flow = Flow::default();
    flow.text = text;
    flow
}

/// Fills the fields that are still empty from the entry's text and the marks over it. Of a text that is an identifier and
/// nothing else no part is a title.
pub(crate) fn parse(reference: &mut Reference, flow: &Flow) {
    if is_bare(&flow.text) {
        return;
    }
    match accents::composed(&flow.text) {
        // Where letters were composed, the marks stand elsewhere: the text alone is read.
        Cow::Owned(text) => parse_marked(reference, &unmarked(text)),
        Cow::Borrowed(_) => parse_marked(reference, flow),
    }
}

/// The first italics of an entry: what a book is called where nothing else is known of it (`1973a, *Counterfactuals*, Oxford: Blackwell`).
fn italic_title(flow: &Flow) -> Option<String> {
    let italics = flow.marks.iter().find(|mark| mark.kind == MarkKind::Italic)?;
    let title = flow.text.get(italics.range.clone())?.trim_matches([' ', ',', '.']);
    let is_whole = title.len() * 2 > flow.text.len();
    let is_title = untitled::taken(&flow.text, &italics.range) == Taken::Title;
    (!is_whole && is_title && title.contains(char::is_alphabetic)).then(|| title.to_owned())
}

fn parse_marked(reference: &mut Reference, flow: &Flow) {
    let text = flow.text.as_str();
    let tokens = tokens::tokens(text);
    let segments = segments(flow, &tokens);
    let unread = reference.authors.is_empty() && reference.title.is_none();
    let first = |field: Field| segments.iter().find(|segment| segment.field == field);
    let set = |slot: &mut Option<String>, field: Field| {
        if slot.is_none() {
            *slot = first(field)
                .map(|segment| whole(text, segment.range.clone()))
                .filter(|value| !value.is_empty());
        }
    };
    authors(reference, text, &segments);
    year(reference, text, &tokens, &segments);
    // A book's title that looks like a journal's: a journal has volume or pages, and its name is short.
    let long = first(Field::Venue).is_some_and(|venue| text[venue.range.clone()].split(' ').count() > 3);
    let has = |field: Field| first(field).is_some();
    let book = !has(Field::Title) && (!has(Field::Volume) || long && !has(Field::Pages));
    let titled = if book { Field::Venue } else { Field::Title };
    match first(titled).map_or(Taken::Title, |segment| untitled::taken(text, &segment.range)) {
        Taken::Title => {
            set(&mut reference.title, titled);
            if !book {
                set(&mut reference.venue, Field::Venue);
            }
        }
        Taken::Journal => match (first(titled), first(Field::Venue)) {
            // The name was cut at a full stop: `Class. Quantum Grav.`
            (Some(name), Some(rest))
                if !book
                    && text.get(name.range.end..rest.range.start).is_some_and(|gap| gap.trim() == ".") =>
            {
                let name = || whole(text, name.range.start..rest.range.end);
                reference.venue = reference.venue.take().or_else(|| Some(name()));
            }
            (_, Some(_)) => set(&mut reference.venue, Field::Venue),
            _ => set(&mut reference.venue, titled),
        },
        Taken::Other if book => {}
        Taken::Other => set(&mut reference.venue, Field::Venue),
    }
    set(&mut reference.volume, Field::Volume);
    set(&mut reference.issue, Field::Issue);
    set(&mut reference.publisher, Field::Publisher);
    if reference.title.is_none() && reference.venue.is_none() && reference.publisher.is_some() {
        reference.title = italic_title(flow);
    }
    if reference.pages.is_none() {
        let pages = segments
            .iter()
            .filter(|segment| segment.field == Field::Pages)
            .find(|segment| !is_page_count(text, &segment.range));
        reference.pages = pages.map(|segment| whole(text, segment.range.clone()));
    }
    // After names that end in a comma the list of authors goes on.
    let goes_on =
        first(Field::Title).is_some_and(|title| text[..title.range.start].trim_end().ends_with(','));
    let groups = reference.title.as_deref().filter(|_| unread && goes_on).and_then(groups_before_title);
    if let Some((groups, title)) = groups {
        reference.authors.extend(groups.into_iter().map(|group| Person::new(group, "")));
        reference.title = Some(title.to_owned());
    }
    if let Some(case) = case_name(text).filter(|_| unread) {
        reference.authors.clear();
        reference.title = Some(case.to_owned());
    }
}

/// The name of a legal case that an entry begins with: "Page v Smith (1996)". Parties are no authors.
fn case_name(text: &str) -> Option<&str> {
    let name = text.split(['(', '[', ',', ';', ':']).next()?.trim().trim_end_matches('.');
    let (one, other) = [" v ", " v. ", " vs ", " vs. "].iter().find_map(|versus| name.split_once(versus))?;
    let is_party = |party: &str| party.trim_start().chars().next().is_some_and(char::is_uppercase);
    (is_party(one) && is_party(other)).then_some(name)
}

/// Stretches of one field, in order.
fn segments(flow: &Flow, tokens: &[Token]) -> Vec<Segment> {
    let tags = tagger::tag(&flow.text, tokens, &Hints::of(flow, tokens));
    let mut segments: Vec<Segment> = Vec::new();
    let mut open = false;
    for (token, (field, first)) in tokens.iter().zip(tags) {
        if field == Field::Other {
            open = false;
            continue;
        }
        match segments.last_mut().filter(|last| open && !first && last.field == field) {
            Some(last) => last.range.end = token.range.end,
            None => segments.push(Segment { field, range: token.range.clone() }),
        }
        open = true;
    }
    segments
}

/// A field's text with the punctuation that belongs to it: an opened bracket closed, a question mark kept.
fn whole(text: &str, range: Range<usize>) -> String {
    let Some(own) = text.get(range.clone()) else { return String::new() };
    let after = text.get(range.end..).unwrap_or_default();
    let mut value = own.to_owned();
    for c in after.chars().take(3) {
        let closes = match c {
            ')' | '）' => value.matches(['(', '（']).count() > value.matches([')', '）']).count(),
            ']' => value.matches('[').count() > value.matches(']').count(),
            '}' => value.matches('{').count() > value.matches('}').count(),
            '?' | '!' | '？' => true,
            '》' => value.contains('《'),
            '»' => value.matches('«').count() > value.matches('»').count(),
            _ => false,
        };
        if !closes {
            break;
        }
        value.push(c);
    }
    value
}

/// `561 p.`, `400 с.`: how many pages a book has says nothing of where in it.
pub fn is_page_count(text: &str, range: &Range<usize>) -> bool {
    let own = text.get(range.clone()).unwrap_or_default();
    let after = text.get(range.end..).unwrap_or_default().trim_start();
    let (digits, inside) = own.split_once(' ').unwrap_or((own, ""));
    let word = if inside.is_empty() { after } else { inside };
    let word = word.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    digits.bytes().all(|byte| byte.is_ascii_digit())
        && matches!(word, "p" | "pp" | "pages" | "S" | "s" | "Seiten" | "pgs" | "pg" | "с" | "стр")
}

fn authors(reference: &mut Reference, text: &str, segments: &[Segment]) {
    if !reference.authors.is_empty() {
        return;
    }
    let texts = |field: Field| {
        segments
            .iter()
            .filter(move |segment| segment.field == field)
            .filter_map(|segment| text.get(segment.range.start..with_stop(text, segment.range.end)))
    };
    // Edited volumes are cited by their editors, who then stand first.
    let edited = segments.first().is_some_and(|segment| segment.field == Field::Editor);
    let by = if edited && texts(Field::Author).next().is_none() { Field::Editor } else { Field::Author };
    for list in texts(by) {
        let read = names::authors(list);
        reference.authors.extend(read.people);
        reference.truncated_authors |= read.truncated;
    }
}

/// Takes the stop of an initial along.
fn with_stop(text: &str, end: usize) -> usize {
    if text.get(end..).is_some_and(|rest| rest.starts_with('.')) { end + 1 } else { end }
}

/// The year of the first date that has one; without a date, the last number that looks like a year and is nothing else.
fn year(reference: &mut Reference, text: &str, tokens: &[Token], segments: &[Segment]) {
    let accessed: Vec<Range<usize>> = forms::accessed(text).collect();
    let is_of_work = |token: &&Token| !accessed.iter().any(|range| range.contains(&token.range.start));
    let years = tokens.iter().filter(is_of_work).filter_map(|token| {
        let (year, suffix) = year_of(text.get(token.range.clone())?)?;
        let field = segments
            .iter()
            .find(|segment| segment.range.start <= token.range.start && token.range.start < segment.range.end)
            .map_or(Field::Other, |segment| segment.field);
        Some((year, suffix.or_else(|| suffix_after(text, token.range.end)), field))
    });
    let years: Vec<_> = years.collect();
    let dated = years.iter().find(|(.., field)| *field == Field::Date);
    let loose = || {
        years
            .iter()
            .rev()
            .find(|(.., field)| matches!(field, Field::Other | Field::Note | Field::Place | Field::Venue))
    };
    let Some((year, suffix, _)) = dated.or_else(loose) else { return };
    if reference.year.is_none() {
        (reference.year, reference.year_suffix) = (Some(*year), *suffix);
    } else if reference.year == Some(*year) && reference.year_suffix.is_none() {
        reference.year_suffix = *suffix;
    }
}

/// `2019`, `2019a`.
fn year_of(token: &str) -> Option<(i32, Option<char>)> {
    let (digits, letter) = (token.get(..4)?, token.get(4..)?);
    let year = digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok()).flatten()?;
    let mut letters = letter.chars();
    let suffix = letters.next();
    (letters.next().is_none()
        && suffix.is_none_or(|c| c.is_ascii_lowercase())
        && (1450..=2039).contains(&year))
    .then_some((year, suffix))
}

/// The letter of `2019 a)`: rare, hence only before a closing bracket.
fn suffix_after(text: &str, end: usize) -> Option<char> {
    let mut rest = text.get(end..)?.chars();
    let letter = rest.next().filter(char::is_ascii_lowercase)?;
    matches!(rest.next(), Some(')')).then_some(letter)
}

/// One line a token for the trainer: the label, then the observations that reach it, by hash and distance; an empty
/// line ends the string. `labels` say of each token ([`token_ranges`]) which field it belongs to, and whether it is the first of it.
pub fn training_lines(raw: &str, labels: &[(Field, bool)]) -> String {
    let tokens = tokens::tokens(raw);
    let mut observed = vec![Vec::new(); tokens.len()];
    features::observe(raw, &tokens, |at, observation| observed[at].push(observation));
    let mut lines = String::new();
    for (at, (field, first)) in labels.iter().copied().enumerate() {
        lines.push_str(&tagger::label(field, first).to_string());
        for distance in -3i32..=3 {
            let source = at.checked_add_signed(-distance as isize);
            for observation in source.and_then(|source| observed.get(source)).into_iter().flatten() {
                if distance.unsigned_abs() <= u32::from(observation.reach) {
                    lines.push_str(&format!("\t{:08x}@{distance}", observation.hash));
                }
            }
        }
        lines.push('\n');
    }
    lines.push('\n');
    lines
}
