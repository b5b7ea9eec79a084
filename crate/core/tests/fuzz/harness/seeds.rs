//! Inputs as they should be, and what becomes of them: pieces cut, copied, moved, exchanged, and put together with others.

use std::path::{Path, PathBuf};

use super::dice::Dice;
use super::json;
use super::tokens::TOKENS;

/// Larger seeds are tried in pieces: small inputs reach more states in the same time.
const PIECE: usize = 24_000;

/// Inputs of one kind.
pub(crate) struct Seeds(Vec<Vec<u8>>);

impl Seeds {
    pub(crate) fn new(seeds: impl IntoIterator<Item = impl Into<Vec<u8>>>) -> Self {
        let seeds: Vec<Vec<u8>> = seeds.into_iter().map(Into::into).collect();
        assert!(!seeds.is_empty(), "there is something to mutate");
        Self(seeds)
    }

    /// The files of folders or paths below the repository's `tests/fixtures`.
    #[allow(dead_code, reason = "each crate takes what it needs")]
    pub(crate) fn fixtures(paths: &[&str]) -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures");
        let found: Vec<PathBuf> = paths.iter().flat_map(|path| files(&root.join(path))).collect();
        Self::new(found.iter().filter_map(|path| std::fs::read(path).ok()))
    }

    /// A piece of a seed, mutated a few times as bytes; JSON every other time as what it says, so that it can still be read.
    pub(crate) fn mutated(&self, dice: &mut Dice) -> Vec<u8> {
        let seed = dice.one::<Vec<u8>>(&self.0);
        if dice.below(2) == 0
            && let Some(mutated) = json::mutated(seed, dice.one::<Vec<u8>>(&self.0), dice)
        {
            return mutated;
        }
        let mut bytes = piece(seed, dice);
        for _ in 0..=dice.below(8) {
            mutate(&mut bytes, &self.0, dice);
        }
        bytes
    }

    /// The same of markup and text, which is never read as JSON.
    #[allow(dead_code, reason = "each crate takes what it needs")]
    pub(crate) fn mutated_text(&self, dice: &mut Dice) -> Vec<u8> {
        let mut bytes = piece(dice.one::<Vec<u8>>(&self.0), dice);
        for _ in 0..=dice.below(8) {
            mutate(&mut bytes, &self.0, dice);
        }
        String::from_utf8_lossy(&bytes).into_owned().into_bytes()
    }
}

/// A file, or all files below a folder, in order.
pub(crate) fn files(path: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![path.to_owned()];
    while let Some(path) = open.pop() {
        match std::fs::read_dir(&path) {
            Ok(entries) => open.extend(entries.flatten().map(|entry| entry.path())),
            Err(_) if path.is_file() => found.push(path),
            Err(_) => {}
        }
    }
    found.sort();
    found
}

/// The beginning of a seed, by which its format is known, and a stretch of the rest; now and then all of it.
fn piece(seed: &[u8], dice: &mut Dice) -> Vec<u8> {
    if seed.len() <= PIECE || dice.below(40) == 0 {
        return seed.to_vec();
    }
    let head = 200 + dice.below(PIECE / 3);
    let from = dice.below(seed.len() - PIECE / 2);
    let to = (from + dice.below(PIECE)).min(seed.len());
    let tail = seed.len() - dice.below(PIECE / 2);
    [&seed[..head.min(seed.len())], &seed[from..to], &seed[tail..]].concat()
}

fn mutate(bytes: &mut Vec<u8>, seeds: &[Vec<u8>], dice: &mut Dice) {
    let range = |bytes: &[u8], dice: &mut Dice, most: usize| {
        let from = dice.below(bytes.len() + 1);
        from..(from + dice.below(most)).min(bytes.len())
    };
    let at = dice.below(bytes.len() + 1);
    match dice.below(11) {
        0 => {
            let gone = range(bytes, dice, 2_000);
            bytes.drain(gone);
        }
        1 => {
            let copy = bytes[range(bytes, dice, 2_000)].to_vec();
            bytes.splice(at..at, copy);
        }
        2 => {
            let other = dice.one(seeds);
            let copy = other[range(other, dice, 3_000)].to_vec();
            bytes.splice(at..at, copy);
        }
        3 | 4 => {
            let token = *dice.one(TOKENS);
            bytes.splice(at..at, token.bytes());
        }
        5 => {
            // Nesting and repetition: what costs more than its length.
            let token = *dice.one(TOKENS);
            let times = 1 << dice.below(13);
            bytes.splice(at..at, token.repeat(times).into_bytes());
        }
        6 => {
            let times = 1 << dice.below(9);
            let copy = bytes[range(bytes, dice, 300)].repeat(times);
            bytes.splice(at..at, copy);
        }
        7 => bytes.truncate(at.max(100).min(bytes.len())),
        8 => {
            for _ in 0..=dice.below(20) {
                let at = dice.below(bytes.len().max(1));
                if let Some(byte) = bytes.get_mut(at) {
                    *byte = dice.below(256) as u8;
                }
            }
        }
        9 => {
            let middle = range(bytes, dice, 4_000);
            let part = dice.below(middle.len().max(1));
            if !middle.is_empty() {
                bytes[middle].rotate_left(part);
            }
        }
        _ => {
            // One long line, one long word.
            let (from, to) = [(b'\n', b' '), (b' ', b'x'), (b'>', b' '), (b'}', b'{')][dice.below(4)];
            let zone = range(bytes, dice, 8_000);
            bytes[zone].iter_mut().filter(|byte| **byte == from).for_each(|byte| *byte = to);
        }
    }
}
