//! Errors made of right citations: a work of the same list in place of the cited one, and lists whose numbers are off by one.
use std::collections::BTreeMap;
use std::io::{self, Write};

use citelight::relevance::shifted::{Compared, Side, shift_of};
use citelight::relevance::{Fit, Vectors, View, Views};
use serde::Serialize;

use super::figures::recall_at;
use super::judged::Judged;
use super::read::Kind;
use crate::chance::Chance;
use crate::statistics::Share;

/// Works of a made list.
const LENGTH: usize = 30;
/// Lists whose numbers are set off, and as many whose numbers are right.
const LISTS: usize = 300;
/// False alarms at which model and baseline are compared.
const ALARMS: f64 = 0.01;

/// A citation judged within a made list.
pub(super) struct Listed {
    /// Its line.
    pub(super) line: usize,
    pub(super) kind: Kind,
    pub(super) made: &'static str,
    pub(super) views: Views,
}

/// What came of the made errors.
#[derive(Serialize)]
pub(super) struct Made {
    /// Works of the list in place of the cited one that were flagged.
    pub(super) swapped: Share,
    /// Right citations within a list that were flagged.
    pub(super) right: Share,
    /// The same where the list is of the article's own subject.
    pub(super) right_of_subject: Share,
    /// Swapped ones found where as many right ones are flagged: by the model, and by the greater of two cosines.
    pub(super) at_equal_alarms: EqualAlarms,
    /// Lists off by one that were found at their place.
    pub(super) shifted: Share,
    /// Lists with right numbers that were called shifted.
    pub(super) not_shifted: Share,
}

/// Recall at equal false alarms.
#[derive(Serialize)]
pub(super) struct EqualAlarms {
    pub(super) false_alarms: f64,
    pub(super) model: f64,
    pub(super) two_cosines: f64,
}

/// Each right citation whose article is known, in a list of works of the same files: with its own work, and with another.
pub(super) fn lists(judged: &[Judged], vectors: &Vectors, seed: u64) -> Vec<Listed> {
    let usable: Vec<usize> = (0..judged.len()).filter(|at| judged[*at].line.kind == Kind::Right).collect();
    let mut listed = Vec::new();
    for line in usable.iter().copied().filter(|at| judged[*at].line.article().is_some()) {
        let mut chance = Chance::of(seed, &judged[line].line.statement);
        let list = others_of(line, &usable, judged, LENGTH - 1, &mut chance);
        let Some(other) = list.first().copied() else { continue };
        let views_of = |work: usize, rest: &mut dyn Iterator<Item = usize>| {
            let statement = judged[line].line.statement();
            let cosine = |at: usize| vectors.cosine(statement.text, &judged[at].line.work().whole());
            let others: Vec<f64> = rest.filter_map(cosine).collect();
            Views::of(statement, judged[work].line.work(), judged[line].line.article(), &others, vectors)
        };
        let own = views_of(line, &mut list.iter().copied());
        let swapped = views_of(other, &mut list.iter().copied().skip(1).chain([line]));
        listed.push(Listed { line, kind: Kind::Right, made: "in a list", views: own });
        listed.push(Listed { line, kind: Kind::Irrelevant, made: "swapped in a list", views: swapped });
        // A list of the article's own subject is harder: other works may fit the sentence better.
        let near = nearest_to_article(line, &usable, judged, vectors);
        let views = views_of(line, &mut near.iter().copied());
        listed.push(Listed { line, kind: Kind::Right, made: "in a list of its subject", views });
    }
    listed
}

/// Lines that cite other works.
fn others_of(
    line: usize,
    among: &[usize],
    judged: &[Judged],
    count: usize,
    chance: &mut Chance,
) -> Vec<usize> {
    let same_file = |at: &usize| judged[*at].line.file == judged[line].line.file;
    let of_file: Vec<usize> = among.iter().copied().filter(same_file).collect();
    let mut chosen: Vec<usize> = Vec::new();
    let mut tries = 0;
    while chosen.len() < count && tries < 100 * count {
        tries += 1;
        let Some(at) = of_file.get(chance.below(of_file.len())).copied() else { break };
        let work = judged[at].line.work();
        let is_known = std::iter::once(line).chain(chosen.iter().copied());
        if is_known.map(|known| judged[known].line.work()).all(|known| known != work) {
            chosen.push(at);
        }
    }
    chosen
}

/// Lines that cite other works, those nearest to the article.
fn nearest_to_article(line: usize, among: &[usize], judged: &[Judged], vectors: &Vectors) -> Vec<usize> {
    let Some(article) = judged[line].line.article().map(|article| article.whole()) else { return Vec::new() };
    let own = judged[line].line.work();
    let mut works: BTreeMap<String, usize> = BTreeMap::new();
    for at in among.iter().copied() {
        if judged[at].line.file == judged[line].line.file && judged[at].line.work() != own {
            works.entry(judged[at].line.work().whole()).or_insert(at);
        }
    }
    let mut near: Vec<(f64, usize)> =
        works.iter().filter_map(|(whole, at)| Some((vectors.cosine(&article, whole)?, *at))).collect();
    near.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
    near.into_iter().take(LENGTH - 1).map(|(_, at)| at).collect()
}

/// Figures of the made errors.
pub(super) fn measured(lists: &[Listed], judged: &[Judged], vectors: &Vectors, seed: u64) -> Made {
    // Baseline and model are compared on lists that are made alike.
    let of_kind = |kind: Kind| {
        lists.iter().filter(move |one| one.kind == kind && one.made != "in a list of its subject")
    };
    let of_subject: Vec<Fit> = lists
        .iter()
        .filter(|one| one.made == "in a list of its subject")
        .filter_map(|one| Fit::of(&one.views))
        .collect();
    let flagged_of_subject = of_subject.iter().filter(|fit| fit.is_about_something_else()).count();
    let flagged = |kind: Kind| {
        let fits: Vec<Fit> = of_kind(kind).filter_map(|one| Fit::of(&one.views)).collect();
        Share::of(fits.iter().filter(|fit| fit.is_about_something_else()).count(), fits.len())
    };
    // The order in which the rule puts them that pages are judged by.
    let margins = |kind: Kind| -> Vec<f64> {
        of_kind(kind).filter_map(|one| Fit::of(&one.views)).map(Fit::margin).collect()
    };
    let nearer = |kind: Kind| -> Vec<f64> {
        of_kind(kind).filter_map(|one| one.views.get(View::Nearer)).map(|cosine| -cosine).collect()
    };
    let (shifted, not_shifted) = shifts(judged, vectors, seed);
    Made {
        swapped: flagged(Kind::Irrelevant),
        right: flagged(Kind::Right),
        right_of_subject: Share::of(flagged_of_subject, of_subject.len()),
        at_equal_alarms: EqualAlarms {
            false_alarms: ALARMS,
            model: recall_at(ALARMS, &margins(Kind::Irrelevant), &margins(Kind::Right)),
            two_cosines: recall_at(ALARMS, &nearer(Kind::Irrelevant), &nearer(Kind::Right)),
        },
        shifted,
        not_shifted,
    }
}

/// Lists of right citations, numbered; from some number on each names the entry after, or before, its own.
fn shifts(judged: &[Judged], vectors: &Vectors, seed: u64) -> (Share, Share) {
    let usable: Vec<usize> = (0..judged.len()).filter(|at| judged[*at].line.kind == Kind::Right).collect();
    let (mut found, mut false_ones, mut tried) = (0, 0, 0);
    for trial in 0..LISTS {
        let mut chance = Chance::of(seed, &format!("list {trial}"));
        let Some(first) = usable.get(chance.below(usable.len())).copied() else { break };
        let mut list = others_of(first, &usable, judged, LENGTH - 1, &mut chance);
        list.push(first);
        if list.len() < LENGTH {
            continue;
        }
        tried += 1;
        let from = 5 + chance.below(LENGTH - 15);
        let side = if chance.percent(50) { Side::Before } else { Side::After };
        let works: Vec<String> = list.iter().map(|at| judged[*at].line.work().whole()).collect();
        let compared = |number_of: &dyn Fn(usize) -> Option<usize>| -> Vec<Compared> {
            let each = list.iter().enumerate().filter_map(|(place, at)| {
                let named = number_of(place)?;
                let cosine = |entry: usize| vectors.cosine(&judged[*at].line.statement, works.get(entry)?);
                Some(Compared {
                    number: named as u32 + 1,
                    own: cosine(named)?,
                    before: named.checked_sub(1).and_then(cosine),
                    after: cosine(named + 1),
                })
            });
            each.collect()
        };
        let off = |place: usize| match side {
            _ if place < from => Some(place),
            // The sentence fits the entry before the one it names.
            Side::Before => Some(place + 1).filter(|named| *named < LENGTH),
            Side::After => place.checked_sub(1),
        };
        let shift = shift_of(&compared(&off));
        let is_near = |number: u32| number.abs_diff(from as u32 + 1) <= 2;
        found += usize::from(shift.is_some_and(|shift| shift.side == side && is_near(shift.from)));
        false_ones += usize::from(shift_of(&compared(&|place| Some(place))).is_some());
    }
    (Share::of(found, tried), Share::of(false_ones, tried))
}

impl Made {
    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "\nmade lists of {LENGTH} works:")?;
        writeln!(out, "  another work of the list   flagged {}", self.swapped)?;
        writeln!(out, "  right                      flagged {}", self.right)?;
        writeln!(out, "  right, list of its subject flagged {}", self.right_of_subject)?;
        let EqualAlarms { false_alarms, model, two_cosines } = self.at_equal_alarms;
        writeln!(out, "  at {false_alarms} false alarms: model {model:.3}, two cosines {two_cosines:.3}")?;
        writeln!(out, "  lists off by one found     {}", self.shifted)?;
        writeln!(out, "  sound lists called shifted {}", self.not_shifted)
    }
}
