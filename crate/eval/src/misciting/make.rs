//! Making cases: true citing sentences from the statements of open full texts, and their corruptions.
use super::case::{Case, Gold, MadeBy};
use super::clause::{Clause, share};
use super::corrupt::{Corruption, corrupt};
use super::frame::{Frame, MARKER, neighbours};
use super::material::{Corrupted, Material};
use super::mine::{Mine, SAME_STATEMENT};
use super::paraphrase::reworded;
use super::pool::PoolSource;
use super::statement::Statement;
use crate::chance::Chance;
use crate::misciting::prompt::miscitation::Depth;

/// Share of a claim's words up to which another source is about something else.
const OTHER_MATTER: f64 = 0.45;
/// Words of content that a claim about another matter has at least.
const TELLING: usize = 6;

/// How many cases are wanted.
#[derive(Clone, Copy)]
pub(super) struct Wanted {
    pub(super) seed: u64,
    /// Of each kind of corruption.
    pub(super) per_kind: usize,
    /// Of one source.
    pub(super) per_source: usize,
}

/// Makes cases; the same pool and seed make the same ones.
pub(super) fn make(pool: &[PoolSource], wanted: Wanted) -> Vec<Case> {
    let mut mines: Vec<Mine<'_>> = pool.iter().map(|source| Mine::of(source, wanted.seed)).collect();
    let mut cases = Vec::new();
    for kind in Corruption::BY_RARITY {
        let mut made = 0;
        let mut more = true;
        while made < wanted.per_kind && more {
            more = false;
            for mine in &mut mines {
                if made >= wanted.per_kind || mine.taken() >= wanted.per_source {
                    continue;
                }
                if let Some(case) = next(mine, kind, pool, wanted.seed, made) {
                    cases.push(case);
                    made += 1;
                    more = true;
                }
            }
        }
    }
    cases
}

/// The next free statement of a source that lends itself to a kind of corruption, as a case.
fn next(mine: &mut Mine<'_>, kind: Corruption, pool: &[PoolSource], seed: u64, made: usize) -> Option<Case> {
    for index in mine.free() {
        let statement = &mine.statements[index];
        if statement.protocol && !kind.fits_protocols() || statement.borrowed && !kind.fits_borrowed() {
            continue;
        }
        let name = format!("{} {} {}", mine.source.id, kind.name(), statement.sentence.text);
        let mut chance = Chance::of(seed, &name);
        let Some(made) = case(kind, statement, mine.source, pool, &mut chance, made + 1) else {
            continue;
        };
        mine.take(index);
        return Some(made);
    }
    None
}

fn case(
    kind: Corruption,
    statement: &Statement<'_>,
    source: &PoolSource,
    pool: &[PoolSource],
    chance: &mut Chance,
    number: usize,
) -> Option<Case> {
    let clause = reworded(statement, source, chance);
    // Names in the sentence would give a wrong reference away.
    let nameless = kind == Corruption::WrongReference || statement.borrowed;
    let frame = Frame::choose(statement, &clause, source, nameless, chance)?;
    let correct = frame.around(&clause);
    let material = Material { statement, clause: &clause, frame: &frame, source };
    let (cited, corrupted) = match kind {
        Corruption::WrongReference => {
            let other = another_matter(&clause, source, pool, chance)?;
            let change = format!("{} → {}", source.id, other.id);
            let explanation = "The cited work is about something else.".to_owned();
            (other, Corrupted { clause: clause.clone(), frame: None, change, explanation })
        }
        Corruption::RetractedSource => {
            let change = "sound → retracted".to_owned();
            let explanation = "The cited work was retracted.".to_owned();
            (source, Corrupted { clause: clause.clone(), frame: None, change, explanation })
        }
        _ => (source, corrupt(kind, &material, chance)?),
    };
    let miscitation = corrupted.frame.as_ref().unwrap_or(&frame).around(&corrupted.clause);
    let sound = |sentence: &str| sentence.matches(MARKER).count() == 1 && sentence.ends_with('.');
    let changed = miscitation != correct || cited.id != source.id || kind == Corruption::RetractedSource;
    if !sound(&correct) || !sound(&miscitation) || !changed {
        return None;
    }
    let (category, subtype) = kind.gold();
    let (before, after) = neighbours(chance);
    Some(Case {
        id: format!("{}-{number:03}", kind.name()),
        made_by: MadeBy::Rule,
        corruption: Some(kind),
        difficulty: Depth::Surface,
        source: source.id.clone(),
        cited: cited.id.clone(),
        retracted: kind == Corruption::RetractedSource,
        category,
        subtype: Some(subtype),
        before,
        miscitation,
        correct,
        after,
        gold: gold(statement, source),
        change: corrupted.change,
        explanation: corrupted.explanation,
    })
}

/// Where the source says a statement.
pub(super) fn gold(statement: &Statement<'_>, source: &PoolSource) -> Gold {
    let sentence = statement.sentence;
    let content = statement.clause.content();
    let same = source.sentences.iter().filter(|other| {
        other.text != sentence.text && content.len() >= 3 && share(&content, &other.content) >= SAME_STATEMENT
    });
    Gold {
        text: sentence.text.clone(),
        sentence: source.place(sentence).map(|place| place + 1),
        section: sentence.section.clone(),
        in_abstract: sentence.in_abstract,
        also: same.map(|other| other.text.clone()).collect(),
        quotes: Vec::new(),
    }
}

/// Another source of the pool in which most words of the claim never occur.
fn another_matter<'a>(
    clause: &Clause,
    source: &PoolSource,
    pool: &'a [PoolSource],
    chance: &mut Chance,
) -> Option<&'a PoolSource> {
    let content = clause.content();
    let mut others: Vec<&PoolSource> = pool
        .iter()
        .filter(|other| other.id != source.id && share(&content, &other.content) <= OTHER_MATTER)
        .collect();
    chance.shuffle(&mut others);
    others.first().copied().filter(|_| content.len() >= TELLING)
}
