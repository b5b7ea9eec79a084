//! A statement in other words that mean the same, and the citing sentence around it.

use super::chance::Chance;
use super::clause::{Clause, capitalised};
use super::pool::PoolSource;
use super::statement::Statement;

/// Where the citation stands in a sentence.
pub(super) const MARKER: &str = "[CITATION]";

/// Phrases that can stand for each other wherever they occur.
const SAME: [(&str, &str); 34] = [
    ("approximately", "about"),
    ("compared with", "relative to"),
    ("compared to", "relative to"),
    ("in comparison with", "relative to"),
    ("in comparison to", "relative to"),
    ("prior to", "before"),
    ("due to", "because of"),
    ("owing to", "because of"),
    ("utilized", "used"),
    ("utilizing", "using"),
    ("numerous", "many"),
    ("displayed", "exhibited"),
    ("exhibited", "displayed"),
    ("a number of", "several"),
    ("substantially", "considerably"),
    ("considerably", "substantially"),
    ("mainly", "mostly"),
    ("primarily", "mainly"),
    ("predominantly", "mostly"),
    ("frequently", "often"),
    ("investigated", "studied"),
    ("assessed", "evaluated"),
    ("evaluated", "assessed"),
    ("rapidly", "quickly"),
    ("rapid", "quick"),
    ("entire", "whole"),
    ("with regard to", "regarding"),
    ("with respect to", "regarding"),
    ("in all cases", "in every case"),
    ("as well as", "and also"),
    ("is able to", "can"),
    ("are able to", "can"),
    ("nearly", "almost"),
    ("almost", "nearly"),
];
/// Participles that can stand for each other after a form of "be".
const SAME_AFTER_BE: [(&str, &str); 6] = [
    ("observed", "seen"),
    ("detected", "found"),
    ("performed", "carried out"),
    ("conducted", "carried out"),
    ("identified", "found"),
    ("demonstrated", "shown"),
];
/// Words with which a circumstance opens a sentence.
const OPENING: [&str; 10] =
    ["in", "among", "during", "after", "at", "for", "under", "within", "following", "across"];

/// The statement in other words; what it says stays.
pub(super) fn reworded(statement: &Statement<'_>, source: &PoolSource, chance: &mut Chance) -> Clause {
    let mut clause = lowered(statement.clause.clone(), source);
    for (from, to) in SAME {
        let words: Vec<&str> = from.split(' ').collect();
        if let Some(at) = clause.sequence(&words)
            && chance.percent(75)
        {
            clause = clause.with(at, to);
        }
    }
    for (from, to) in SAME_AFTER_BE {
        let at = clause.positions(&[from]).into_iter().find(|&index| {
            let not = clause.low_before(index) == "not" && index > 1;
            let be = clause.low(index.saturating_sub(if not { 2 } else { 1 }));
            ["was", "were", "is", "are", "been"].contains(&be.as_str())
        });
        if let Some(at) = at
            && chance.percent(75)
        {
            clause = clause.with(at..at + 1, to);
        }
    }
    if chance.percent(60) {
        clause = circumstance_last(clause);
    }
    theirs(clause, statement.ours)
}

/// The first word in lower case unless it is a name: then the source has it with a capital within sentences, too.
fn lowered(mut clause: Clause, source: &PoolSource) -> Clause {
    if let Some(first) = clause.0.first_mut() {
        let low = first.core.to_lowercase();
        let plain = first.core == capitalised(&low) && (low.chars().count() > 1 || low == "a");
        if plain && !low.contains('-') && !source.names.contains(&first.core) {
            first.core = low;
        }
    }
    clause
}

/// "In summer, A rose." as "A rose in summer."
fn circumstance_last(clause: Clause) -> Clause {
    let comma = clause.0.iter().position(|token| token.tail == ",");
    let Some(comma) = comma.filter(|comma| (2..=8).contains(comma)) else { return clause };
    let more = clause.0.iter().filter(|token| token.tail.contains(',')).count() > 1;
    let joined = ["and", "but", "or", "than", "that", "which", "who"];
    let rest = Clause(clause.0.iter().skip(comma + 1).cloned().collect());
    if more
        || rest.low(0) == "we"
        || !OPENING.contains(&clause.low(0).as_str())
        || rest.has(&joined)
        || rest.len() < 4
    {
        return clause;
    }
    let mut tokens = rest.0;
    if let Some(last) = tokens.last_mut() {
        last.tail.clear();
    }
    let mut opening: Vec<_> = clause.0.into_iter().take(comma + 1).collect();
    if let Some(last) = opening.last_mut() {
        ".".clone_into(&mut last.tail);
    }
    tokens.extend(opening);
    Clause(tokens)
}

/// The authors' "we" and "our" in the words of somebody else.
fn theirs(clause: Clause, subject_stays: bool) -> Clause {
    let mut clause = clause;
    for (from, to) in [("our", "their"), ("ours", "theirs"), ("us", "them")] {
        for at in clause.positions(&[from]) {
            clause = clause.with(at..at + 1, to);
        }
    }
    for at in clause.positions(&["we"]).into_iter().filter(|&at| at > 0 || !subject_stays) {
        clause = clause.with(at..at + 1, "they");
    }
    clause
}

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
