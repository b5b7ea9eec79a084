//! The citing sentence around a clause.

use super::clause::{Clause, capitalised};
use super::pool::PoolSource;
use super::statement::Statement;
use crate::chance::Chance;
pub(super) use crate::misciting::prompt::miscitation::MARKER;

/// A way to cite: what stands before and after the clause, so that a clause and its corruption are cited alike.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    before: String,
    after: &'static str,
    /// The clause's subject "we" is exchanged for the authors.
    subject: Option<String>,
    /// It reports carefully: "suggested that".
    pub(super) careful: bool,
}

impl Frame {
    /// A frame that fits: statements of "we" need the authors' names, careful ones a careful verb.
    pub(super) fn choose(
        statement: &Statement<'_>,
        clause: &Clause,
        source: &PoolSource,
        nameless: bool,
        chance: &mut Chance,
    ) -> Option<Self> {
        let named = source.named().filter(|_| !nameless);
        let plain = |before: String, after| Self { before, after, subject: None, careful: statement.careful };
        let first_person = clause.has(&["we", "they", "their", "them", "theirs"]);
        if statement.protocol {
            return Some(match named.filter(|_| chance.percent(50)) {
                Some(named) => plain(format!("In the study by {named} {MARKER}, "), ""),
                None => plain(String::new(), MARKER),
            });
        }
        if statement.ours {
            let subject = Some(format!("{} {MARKER}", named?));
            return Some(Self { before: String::new(), after: "", subject, careful: false });
        }
        if statement.careful {
            let verb = chance.one_of(&["suggested", "argued"])?;
            return Some(match named {
                Some(named) => plain(format!("{named} {MARKER} {verb} that "), ""),
                None => plain("It has been suggested that ".to_owned(), MARKER),
            });
        }
        let verb = chance.one_of(&["found", "reported", "showed", "observed", "noted"])?;
        match (named, chance.below(if first_person { 4 } else { 10 })) {
            (Some(named), 0..=2) => Some(plain(format!("{named} {MARKER} {verb} that "), "")),
            (Some(named), 3) => Some(plain(format!("According to {named} {MARKER}, "), "")),
            (_, 4) => Some(plain("It has been reported that ".to_owned(), MARKER)),
            (_, 5) => Some(plain("Previous work found that ".to_owned(), MARKER)),
            (None, _) if first_person => None,
            _ => Some(plain(String::new(), MARKER)),
        }
    }

    /// The citing sentence.
    pub(super) fn around(&self, clause: &Clause) -> String {
        let text = clause.text();
        if let Some(subject) = &self.subject {
            let rest = text.split_once(' ').map_or("", |(_, rest)| rest);
            return format!("{subject} {rest}");
        }
        let text = if self.before.is_empty() { capitalised(&text) } else { text };
        match (self.after, text.strip_suffix('.')) {
            ("", _) => format!("{}{text}", self.before),
            (marker, Some(text)) => format!("{}{text} {marker}.", self.before),
            (marker, None) => format!("{}{text} {marker}.", self.before),
        }
    }

    /// The same frame, sure of what it reports.
    pub(super) fn sure(&self) -> Option<Self> {
        let sure = |verb: &str| self.before.replace(verb, "showed conclusively");
        let before = match self.before.as_str() {
            "It has been suggested that " => "It has been shown conclusively that ".to_owned(),
            text if text.contains(" suggested that ") => sure("suggested"),
            text if text.contains(" argued that ") => sure("argued"),
            _ => return None,
        };
        Some(Self { before, careful: false, ..self.clone() })
    }
}

/// Sentences that stand around a citing sentence without saying anything of its matter.
const BEFORE: [&str; 6] = [
    "The evidence on this point comes from different fields.",
    "Earlier studies approached the question in several ways.",
    "The literature offers further examples.",
    "Some of this has been known for years.",
    "One line of work deserves to be mentioned.",
    "Not all results are of equal interest here.",
];
const AFTER: [&str; 6] = [
    "We return to this point in the discussion.",
    "The present work builds on it.",
    "Whether it matters for our question is taken up later.",
    "Other groups have worked on related questions.",
    "This motivated the choice of our approach.",
    "We keep it in mind in what follows.",
];

/// The sentence before and the one after.
pub(super) fn neighbours(chance: &mut Chance) -> (String, String) {
    let (before, after) = (chance.one_of(&BEFORE), chance.one_of(&AFTER));
    (before.unwrap_or_default().to_owned(), after.unwrap_or_default().to_owned())
}
