//! The sequence model: a linear-chain conditional random field, decoded with Viterbi's algorithm.
//!
//! Every field but [`Field::Other`] has two labels, one for its first token and one for the tokens that continue it, so
//! that the weights of the punctuation between two tokens can say whether a field ends there. A continuation follows
//! only its own field.

use std::sync::LazyLock;

use super::features::observe;
use super::field::Field;
use super::hints::Hints;
use super::tokens::Token;

/// A field's first token and its later ones; `Other` has one label.
pub(crate) const LABELS: usize = 2 * (Field::ALL.len() - 1) + 1;
const OTHER: usize = LABELS - 1;

/// The weights as `scripts/data/train_references.py` writes them; see `model.md` beside it.
static MODEL: &[u8] = include_bytes!("model.bin");

static WEIGHTS: LazyLock<Weights> = LazyLock::new(|| Weights::read(MODEL).unwrap_or_default());

/// The label of a token.
pub(crate) fn label(field: Field, first: bool) -> usize {
    match field {
        Field::Other => OTHER,
        field => 2 * field.index() + usize::from(!first),
    }
}

/// One weight: of a label, at a distance from the observation.
#[derive(Clone, Copy)]
struct Weight {
    /// Tokens from the observed token to the labelled one.
    distance: i8,
    label: u8,
    value: f32,
}

/// The row of an observation; empty slots have no weights.
#[derive(Clone, Copy, Default)]
struct Slot {
    hash: u32,
    start: u32,
    end: u32,
}

/// The weights of the model.
#[derive(Default)]
struct Weights {
    /// Open addressing by the hash of the observation: where its weights stand in `emissions`. As many slots as a power
    /// of two, at most half of them taken.
    slots: Vec<Slot>,
    /// A bit for the upper 18 bits of every hash there is: most observations of a string are unknown, and 32 KiB stay in
    /// the nearest cache where the slots do not.
    known: Vec<u64>,
    emissions: Vec<Weight>,
    /// By label before, then label.
    transitions: Vec<[f32; LABELS]>,
}

/// Reads little-endian numbers off the front of a slice.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (head, rest) = self.0.split_first_chunk::<N>()?;
        self.0 = rest;
        Some(*head)
    }
}

impl Weights {
    /// Layout: label count (u8), step of the weights (f32); transitions as i16 steps; rows (u32), then per row the
    /// observation's hash (u32), its count of weights (u16), and per weight label (u8), distance (i8), steps (i16).
    fn read(bytes: &[u8]) -> Option<Self> {
        let mut bytes = Bytes(bytes);
        let [labels] = bytes.take()?;
        if usize::from(labels) != LABELS {
            return None;
        }
        let step = f32::from_le_bytes(bytes.take()?);
        let mut weights = Self { transitions: vec![[0.0; LABELS]; LABELS], ..Self::default() };
        for row in &mut weights.transitions {
            for value in row {
                *value = f32::from(i16::from_le_bytes(bytes.take()?)) * step;
            }
        }
        let count = u32::from_le_bytes(bytes.take()?);
        weights.known = vec![0; 1 << 12];
        weights.slots = vec![Slot::default(); (2 * count as usize).next_power_of_two()];
        for _ in 0..count {
            let hash = u32::from_le_bytes(bytes.take()?);
            let length = u16::from_le_bytes(bytes.take()?);
            let start = weights.emissions.len() as u32;
            for _ in 0..length {
                let [label, distance] = bytes.take()?;
                let value = f32::from(i16::from_le_bytes(bytes.take()?)) * step;
                let label = label.min(OTHER as u8);
                weights.emissions.push(Weight { distance: distance.cast_signed(), label, value });
            }
            if length > 0 {
                let at = weights.slot(hash);
                *weights.known.get_mut((hash >> 20) as usize)? |= 1 << (hash >> 14 & 63);
                *weights.slots.get_mut(at)? = Slot { hash, start, end: start + u32::from(length) };
            }
        }
        Some(weights)
    }

    /// The slot of an observation, or the empty one where it would stand.
    fn slot(&self, hash: u32) -> usize {
        let mask = self.slots.len().saturating_sub(1);
        let mut at = hash as usize & mask;
        while self.slots.get(at).is_some_and(|slot| slot.end > 0 && slot.hash != hash) {
            at = (at + 1) & mask;
        }
        at
    }

    /// The weights of an observation.
    fn row(&self, hash: u32) -> &[Weight] {
        if self.known.get((hash >> 20) as usize).is_none_or(|bits| bits >> (hash >> 14 & 63) & 1 == 0) {
            return &[];
        }
        let slot = self.slots.get(self.slot(hash)).copied().unwrap_or_default();
        self.emissions.get(slot.start as usize..slot.end as usize).unwrap_or_default()
    }

    /// Score of every label at every token.
    fn scores(&self, text: &str, tokens: &[Token]) -> Vec<[f32; LABELS]> {
        let mut scores = vec![[0.0; LABELS]; tokens.len()];
        observe(text, tokens, |at, observation| {
            for weight in self.row(observation.hash) {
                let target = at.checked_add_signed(isize::from(weight.distance));
                if let Some(scores) = target.and_then(|target| scores.get_mut(target)) {
                    scores[usize::from(weight.label)] += weight.value;
                }
            }
        });
        scores
    }
}

/// The best sequence of fields: for every token its field and whether it begins it.
pub(crate) fn tag(text: &str, tokens: &[Token], hints: &Hints) -> Vec<(Field, bool)> {
    let weights = &*WEIGHTS;
    let mut scores = weights.scores(text, tokens);
    for (scores, continues_field) in scores.iter_mut().zip(&hints.continues) {
        (0..LABELS).filter(|label| continues(*label)).for_each(|label| scores[label] += continues_field);
    }
    for (at, field, value) in &hints.fields {
        if let Some(scores) = scores.get_mut(*at) {
            scores[label(*field, true)] += value;
            scores[label(*field, false)] += value;
        }
    }
    let Some((first, later)) = scores.split_first() else { return Vec::new() };
    if weights.transitions.len() != LABELS {
        return vec![(Field::Other, true); scores.len()];
    }
    let mut best = [f32::NEG_INFINITY; LABELS];
    for (label, score) in first.iter().enumerate() {
        if !continues(label) {
            best[label] = *score;
        }
    }
    let mut back: Vec<[u8; LABELS]> = Vec::with_capacity(scores.len());
    for scores in later {
        let mut next = [f32::NEG_INFINITY; LABELS];
        let mut from = [0u8; LABELS];
        for label in 0..LABELS {
            // A continuation follows its own field only.
            let predecessors = if continues(label) { label - 1..label + 1 } else { 0..LABELS };
            for before in predecessors {
                let score = best[before] + weights.transitions[before][label];
                if score > next[label] {
                    (next[label], from[label]) = (score, before as u8);
                }
            }
            next[label] += scores[label];
        }
        back.push(from);
        best = next;
    }
    let mut label = (0..LABELS).max_by(|left, right| best[*left].total_cmp(&best[*right])).unwrap_or(OTHER);
    let mut labels = vec![label];
    for from in back.iter().rev() {
        label = usize::from(from[label]);
        labels.push(label);
    }
    labels.reverse();
    labels.into_iter().map(|label| (Field::ALL[label / 2], !continues(label))).collect()
}

/// Whether a label continues a field.
fn continues(label: usize) -> bool {
    label != OTHER && label % 2 == 1
}
