//! What a model is given to make a miscitation of: a statement that lends itself to it, whom to name, and the parts of the source
//! that bear on it.
use std::collections::BTreeSet;

use citelight::finding::Category;
use citelight::text::normalise::fold;

use crate::chance::Chance;
use crate::misciting::clause::share;
use crate::misciting::pool::PoolSource;
use crate::misciting::prompt::miscitation::{Depth, foreign};
use crate::misciting::statement::Statement;

/// Characters of a sentence that is shown: longer ones are tables or lists that ran together.
const SENTENCE: usize = 1_200;

/// Words of which an association, a careful claim or a measure has one.
const STRENGTH: &str = "associated association associations correlated correlation correlations correlate related relationship linked \
    predicted predictor may might could suggest suggests suggested tended trend likely possibly significant \
    significantly odds risk";

/// What is to be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct WantedKind {
    pub(super) category: Category,
    pub(super) depth: Depth,
}

/// Whom the sentences name.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    /// The authors, as a sentence names them.
    pub(super) authors: String,
    /// Their families, folded.
    pub(super) families: BTreeSet<String>,
    /// Attribution: whom the false sentence names.
    pub(super) others: String,
    /// The families among them that did not write the work, folded.
    pub(super) strangers: BTreeSet<String>,
}

/// Whether a statement lends itself to a kind: what can be told of it without a model.
pub(super) fn fits(kind: WantedKind, statement: &Statement<'_>, source: &PoolSource) -> bool {
    let sentence = statement.sentence;
    // An order to whoever reads it is nothing that a paper would cite.
    if foreign(&sentence.text).is_some() || sentence.text.len() > SENTENCE || statement.protocol {
        return false;
    }
    let secondary = kind.category == Category::CitationValidity && kind.depth == Depth::Deep;
    let named = source.named().is_some();
    match kind.category {
        _ if secondary => sentence.cites && named,
        _ if statement.borrowed => false,
        Category::AttributionTraceability => named,
        Category::EvidenceCharacterization => {
            let words: Vec<&str> = STRENGTH.split_whitespace().collect();
            let counted = sentence.text.bytes().any(|byte| byte.is_ascii_digit());
            counted || statement.careful || statement.clause.has(&words)
        }
        _ => true,
    }
}

/// Whom the sentences of a kind name; none if nobody else can be named.
pub(super) fn names(
    kind: WantedKind,
    source: &PoolSource,
    pool: &[PoolSource],
    chance: &mut Chance,
) -> Option<Names> {
    let families = families(source);
    let authors = source.named().unwrap_or_default();
    if kind.category != Category::AttributionTraceability {
        return Some(Names { authors, families, ..Names::default() });
    }
    let mut elsewhere: Vec<&PoolSource> = pool
        .iter()
        .filter(|other| other.named().is_some() && self::families(other).is_disjoint(&families))
        .collect();
    chance.shuffle(&mut elsewhere);
    let other = elsewhere.first()?;
    let first = |source: &PoolSource| {
        source.authors.first().map(|person| person.family.trim().to_owned()).filter(|name| !name.is_empty())
    };
    let others = match kind.depth {
        Depth::Surface => other.named()?,
        // One of the two did write it.
        Depth::Deep => format!("{} and {}", first(source)?, first(other)?),
    };
    let strangers = self::families(other).into_iter().filter(|name| named_in(name, &others)).collect();
    Some(Names { authors, families, others, strangers })
}

fn families(source: &PoolSource) -> BTreeSet<String> {
    let folded = source.authors.iter().map(|person| fold(&person.family));
    folded.filter(|name| !name.is_empty()).collect()
}

/// Whether a folded name stands in a text, as whole words.
pub(super) fn named_in(name: &str, text: &str) -> bool {
    format!(" {} ", fold(text)).contains(&format!(" {name} "))
}

/// Parts of a source in its order: the sentences that must be there with their neighbours, then those nearest to some words, up to
/// so many characters.
pub(super) fn passages(
    source: &PoolSource,
    musts: &[usize],
    near: &BTreeSet<String>,
    most: usize,
) -> Vec<String> {
    let mut taken = BTreeSet::new();
    let mut length = 0;
    let mut ranked: Vec<usize> = (0..source.sentences.len()).collect();
    ranked.retain(|&index| share(near, &source.sentences[index].content) > 0.0);
    ranked.sort_by(|&one, &other| {
        let share = |index: usize| share(near, &source.sentences[index].content);
        share(other).total_cmp(&share(one)).then(one.cmp(&other))
    });
    let wanted = musts
        .iter()
        .copied()
        .chain(musts.iter().flat_map(|&index| around(source, index, 3)))
        .chain(ranked.into_iter().flat_map(|index| around(source, index, 1)));
    for index in wanted {
        let text = &source.sentences[index].text;
        let fits = text.len() <= SENTENCE && length + text.len() <= most;
        if (fits || musts.contains(&index)) && taken.insert(index) {
            length += text.len();
        }
    }
    runs(source, &taken)
}

/// A sentence and those that stand so near to it in its paragraph, the nearest first.
fn around(source: &PoolSource, index: usize, reach: usize) -> Vec<usize> {
    let block = source.sentences[index].block;
    let near = (1..=reach).flat_map(|step| [index.checked_sub(step), index.checked_add(step)]);
    let inside = |index: &usize| source.sentences.get(*index).is_some_and(|other| other.block == block);
    std::iter::once(index).chain(near.flatten().filter(inside)).collect()
}

/// Sentences that follow each other in one paragraph, as one text.
fn runs(source: &PoolSource, taken: &BTreeSet<usize>) -> Vec<String> {
    let mut passages: Vec<String> = Vec::new();
    let mut last: Option<usize> = None;
    for &index in taken {
        let sentence = &source.sentences[index];
        let follows =
            last.is_some_and(|last| last + 1 == index && source.sentences[last].block == sentence.block);
        match passages.last_mut().filter(|_| follows) {
            Some(passage) => {
                passage.push(' ');
                passage.push_str(&sentence.text);
            }
            None => passages.push(sentence.text.clone()),
        }
        last = Some(index);
    }
    passages
}
