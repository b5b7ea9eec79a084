//! Right entries, damaged on purpose: fields missing, in part, another entry's, or made up.
use citelight::resolve::corrections::is_same_field;
use citelight::resolve::integrity::BibEntry;

use crate::chance::Chance;

/// The fields that are damaged.
const FIELDS: [Field; 8] = [
    Field::Author,
    Field::Title,
    Field::Year,
    Field::Venue,
    Field::Volume,
    Field::Number,
    Field::Pages,
    Field::Doi,
];
/// Fields that are another entry's where a whole entry was confused with another.
const SUBSTITUTED_TOGETHER: usize = 3;
/// Fields that are wrong in one way each where errors lie in no pattern.
const MIXED: usize = 3;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Field {
    Author,
    Title,
    Year,
    Venue,
    Volume,
    Number,
    Pages,
    Doi,
}

/// What is done to a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum How {
    Missing,
    Partial,
    Substituted,
    Fabricated,
}

/// How the errors of an entry lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Mode {
    /// None: the entry must stay as it is.
    Untouched,
    /// One or two fields.
    Isolated,
    /// Several fields of one other entry, under the right title.
    Wholesale,
    /// Three fields, each in its own way.
    Mixed,
}

/// A damaged entry.
pub(super) struct Damaged {
    pub(super) entry: BibEntry,
    pub(super) mode: Mode,
    pub(super) damages: Vec<Damage>,
}

/// One damaged field.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Damage {
    pub(super) field: Field,
    /// Its name in the file.
    pub(super) name: &'static str,
    pub(super) how: How,
}

impl Damaged {
    /// Whether nothing names the entry's work any more: under another paper's title stands none of its own authors. Whoever
    /// looks such an entry up finds that paper.
    pub(super) fn is_another_work(&self) -> bool {
        let was = |field, how: &[How]| {
            self.damages.iter().any(|damage| damage.field == field && how.contains(&damage.how))
        };
        was(Field::Title, &[How::Substituted])
            && was(Field::Author, &[How::Missing, How::Substituted, How::Fabricated])
    }
}

impl Field {
    pub(super) fn words(self) -> &'static str {
        match self {
            Self::Venue => "venue",
            Self::Doi => "DOI",
            _ => self.name(&BibEntry::default()),
        }
    }

    /// What an entry calls it.
    pub(super) fn name(self, entry: &BibEntry) -> &'static str {
        match self {
            Self::Author => "author",
            Self::Title => "title",
            Self::Year => "year",
            Self::Venue if entry.field("journal").is_some() => "journal",
            Self::Venue => "booktitle",
            Self::Volume => "volume",
            Self::Number => "number",
            Self::Pages => "pages",
            Self::Doi => "doi",
        }
    }
}

impl How {
    const ALL: [Self; 4] = [Self::Missing, Self::Partial, Self::Substituted, Self::Fabricated];

    pub(super) fn words(self) -> &'static str {
        match self {
            Self::Missing => "missing",
            Self::Partial => "partial",
            Self::Substituted => "substituted",
            Self::Fabricated => "fabricated",
        }
    }
}

impl Mode {
    pub(super) fn words(self) -> &'static str {
        match self {
            Self::Untouched => "untouched",
            Self::Isolated => "isolated",
            Self::Wholesale => "wholesale",
            Self::Mixed => "mixed",
        }
    }

    /// Of eight entries one stays whole, five have isolated errors, one each of the other two.
    fn drawn(chance: &mut Chance) -> Self {
        match chance.below(8) {
            0 => Self::Untouched,
            1 => Self::Wholesale,
            2 => Self::Mixed,
            _ => Self::Isolated,
        }
    }
}

/// A damaged copy; `other` is the entry that it is confused with. An entry that lacks the fields for its mode is left with
/// what could be done.
pub(super) fn damage(right: &BibEntry, other: &BibEntry, chance: &mut Chance) -> Damaged {
    let mut damaged = Damaged { entry: right.clone(), mode: Mode::drawn(chance), damages: Vec::new() };
    let mut fields = FIELDS.to_vec();
    chance.shuffle(&mut fields);
    match damaged.mode {
        Mode::Untouched => {}
        Mode::Isolated => {
            let wanted = 1 + chance.below(2);
            for field in fields {
                if damaged.damages.len() < wanted {
                    damaged.hurt(field, How::ALL[chance.below(How::ALL.len())], (right, other), chance);
                }
            }
        }
        Mode::Wholesale => {
            for field in fields.into_iter().filter(|field| *field != Field::Title) {
                if damaged.damages.len() < SUBSTITUTED_TOGETHER {
                    damaged.hurt(field, How::Substituted, (right, other), chance);
                }
            }
        }
        Mode::Mixed => {
            let mut hows = How::ALL.to_vec();
            chance.shuffle(&mut hows);
            for field in fields {
                let done = damaged.damages.len();
                if done < MIXED {
                    damaged.hurt(field, hows[done], (right, other), chance);
                }
            }
        }
    }
    damaged
}

impl Damaged {
    /// Damages a field where that makes a difference.
    fn hurt(&mut self, field: Field, how: How, (right, other): (&BibEntry, &BibEntry), chance: &mut Chance) {
        let name = field.name(right);
        let Some(old) = right.field(name) else { return };
        let new = match how {
            How::Missing => None,
            How::Partial => partial(field, old),
            How::Substituted => other.field(field.name(other)).map(str::to_owned),
            How::Fabricated => Some(fabricated(field, chance)),
        };
        let balanced = |value: &str| value.matches('{').count() == value.matches('}').count();
        let mut entry = self.entry.clone();
        match new.filter(|value| balanced(value)) {
            Some(new) => entry.fields.insert(name.to_owned(), new),
            None if how == How::Missing => entry.fields.remove(name),
            None => return,
        };
        // Another entry's value may be the same venue or year.
        if entry.field(name).is_some() && is_same_field(name, &entry, right) {
            return;
        }
        self.entry = entry;
        self.damages.push(Damage { field, name, how });
    }
}

/// A part of the value, where a part of it makes sense.
fn partial(field: Field, old: &str) -> Option<String> {
    match field {
        Field::Author => {
            let names: Vec<&str> = old.split(" and ").collect();
            (names.len() > 1).then(|| names[..names.len().div_ceil(2)].join(" and "))
        }
        Field::Title => {
            let mut words: Vec<&str> = old.split_whitespace().collect();
            let middle = words.len() / 2;
            (words.len() > 7).then(|| {
                words[middle] = "improved";
                words.join(" ")
            })
        }
        Field::Pages => {
            let (first, rest) = old.split_once('-')?;
            (!first.is_empty() && !rest.trim_matches('-').is_empty()).then(|| first.to_owned())
        }
        Field::Doi => old.get(..old.len().checked_sub(3)?).map(str::to_owned),
        Field::Year | Field::Venue | Field::Volume | Field::Number => None,
    }
}

fn fabricated(field: Field, chance: &mut Chance) -> String {
    match field {
        Field::Author => "Maria Gonzalez and Liam O'Connor and Wei Tanaka".to_owned(),
        Field::Title => format!("Towards Trustworthy Agents for Marine Logistics {}", 2 + chance.below(97)),
        Field::Year => (1990 + chance.below(20)).to_string(),
        Field::Venue => "Journal of Advanced Computational Insights".to_owned(),
        Field::Volume => (500 + chance.below(400)).to_string(),
        Field::Number => (40 + chance.below(50)).to_string(),
        Field::Pages => {
            let first = 90_000 + chance.below(9_000);
            format!("{first}--{}", first + 12)
        }
        Field::Doi => format!("10.4242/jaci.{}", chance.below(9_973)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(fields: &[(&str, &str)]) -> BibEntry {
        BibEntry {
            key: "a".to_owned(),
            kind: "article".to_owned(),
            fields: fields.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect(),
        }
    }

    fn pair() -> (BibEntry, BibEntry) {
        let right = entry(&[
            ("author", "Ann Lee and Bo Chen and Cy Dee"),
            ("title", "The tides of small harbours and what the moon does to them"),
            ("journal", "Journal of Tides"),
            ("year", "2010"),
            ("volume", "12"),
            ("number", "3"),
            ("pages", "34--56"),
            ("doi", "10.1234/tides.12"),
        ]);
        let other = entry(&[
            ("author", "Dan Eve"),
            ("title", "Hives"),
            ("booktitle", "Proceedings of Bees"),
            ("year", "1999"),
            ("doi", "10.5678/hives"),
        ]);
        (right, other)
    }

    #[test]
    fn what_is_said_to_be_damaged_is_and_nothing_else() {
        let (right, other) = pair();
        let mut seen = std::collections::BTreeSet::new();
        for seed in 0..400 {
            let damaged = damage(&right, &other, &mut Chance::of(seed, "a"));
            seen.insert(damaged.mode);
            let named: Vec<&str> = damaged.damages.iter().map(|damage| damage.name).collect();
            for name in right.fields.keys() {
                let same = damaged.entry.field(name) == right.field(name);
                assert_eq!(same, !named.contains(&name.as_str()), "{name} of {:?}", damaged.entry);
            }
            let substituted = damaged.damages.iter().filter(|damage| damage.how == How::Substituted).count();
            match damaged.mode {
                Mode::Untouched => assert!(named.is_empty()),
                Mode::Isolated => assert!((1..=2).contains(&named.len())),
                Mode::Wholesale => assert!(substituted == 3 && !named.contains(&"title")),
                Mode::Mixed => assert!(named.len() <= 3 && substituted <= 1),
            }
        }
        assert_eq!(
            seen.into_iter().collect::<Vec<_>>(),
            [Mode::Untouched, Mode::Isolated, Mode::Wholesale, Mode::Mixed]
        );
    }

    #[test]
    fn an_entry_is_another_work_s_once_neither_title_nor_authors_are_its_own() {
        let (right, other) = pair();
        let mut seen = [0; 2];
        for seed in 0..4000 {
            let damaged = damage(&right, &other, &mut Chance::of(seed, "a"));
            let author = damaged.entry.field("author").unwrap_or_default();
            let is_other =
                damaged.entry.field("title") == other.field("title") && !author.contains("Ann Lee");
            assert_eq!(damaged.is_another_work(), is_other, "{:?}", damaged.entry);
            seen[usize::from(is_other)] += 1;
        }
        assert!(seen[1] > 0 && seen[0] > seen[1], "{seen:?}");
    }

    #[test]
    fn a_part_is_left_where_a_part_makes_sense() {
        assert_eq!(
            partial(Field::Author, "Ann Lee and Bo Chen and Cy Dee").as_deref(),
            Some("Ann Lee and Bo Chen")
        );
        assert_eq!(partial(Field::Pages, "34--56").as_deref(), Some("34"));
        assert_eq!(partial(Field::Doi, "10.1234/tides.12").as_deref(), Some("10.1234/tides"));
        for (field, value) in
            [(Field::Author, "Ann Lee"), (Field::Pages, "e12"), (Field::Year, "2010"), (Field::Doi, "1")]
        {
            assert_eq!(partial(field, value), None, "{value}");
        }
    }
}
