//! Mutated inputs through readers: none may crash, take over two seconds or over 512 MB, and what comes out must hold together.
//!
//! Each crate with readers of its own has a test that names its targets; this module is shared by path. Seeds are fixtures, and
//! inputs that once did harm are kept in the repository's tests/fuzz and tried first.

mod dice;
mod json;
mod runner;
mod seeds;
mod shrink;
mod target;
mod tokens;

#[path = "../../../../document/tests/support/clock.rs"]
mod clock;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use peak_alloc::PeakAlloc;

pub(crate) use dice::Dice;
pub(crate) use runner::Runner;
#[allow(unused_imports, reason = "each crate takes what it needs")]
pub(crate) use seeds::{Seeds, files};
#[allow(unused_imports, reason = "each crate takes what it needs")]
pub(crate) use target::{Contents, Target};
#[allow(unused_imports, reason = "each crate takes what it needs")]
pub(crate) use tokens::TOKENS;

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// Tries so many inputs for each target, always the same ones: what a machine finds in a test run, every machine does. With
/// `CITELIGHT_FUZZ_SECONDS` it goes on for that time instead. `CITELIGHT_FUZZ_KIND` leaves out the targets whose names do not contain it,
/// `CITELIGHT_FUZZ_SEED` makes other inputs.
pub(crate) fn try_all(targets: &[Target], inputs: usize, runner: &mut Runner) {
    let seconds = asked_number("CITELIGHT_FUZZ_SECONDS");
    let seed = asked_number("CITELIGHT_FUZZ_SEED").unwrap_or(1);
    let kind = std::env::var("CITELIGHT_FUZZ_KIND").unwrap_or_default();
    // Dice of its own: a new target does not change what the others are given.
    let mut wanted: Vec<(&Target, Dice)> = targets
        .iter()
        .filter(|target| target.name.contains(&kind))
        .map(|target| (target, Dice::new(seed ^ hash_of(&target.name))))
        .collect();
    for (target, _) in &wanted {
        for path in kept(&target.name) {
            let bytes = std::fs::read(&path).unwrap_or_default();
            runner.run(target, vec![bytes]);
        }
    }
    match seconds {
        Some(seconds) => try_for(Duration::from_secs(seconds), &mut wanted, runner),
        None => {
            for (target, dice) in &mut wanted {
                for _ in 0..inputs {
                    runner.run(target, (target.make)(dice));
                }
            }
        }
    }
    runner.report();
}

/// Whoever had the least time is next: readers that take long leave the others theirs.
fn try_for(spend: Duration, wanted: &mut [(&Target, Dice)], runner: &mut Runner) {
    let mut spent = vec![Duration::ZERO; wanted.len()];
    let end = Instant::now() + spend;
    while let Some(next) = (0..spent.len()).min_by_key(|place| spent[*place])
        && Instant::now() < end
    {
        let start = Instant::now();
        let (target, dice) = &mut wanted[next];
        runner.run(target, (target.make)(dice));
        spent[next] += start.elapsed();
    }
}

fn asked_number(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{name} is a whole number, not {text:?}")))
}

/// FNV-1a: the same in every version of Rust.
fn hash_of(name: &str) -> u64 {
    name.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Inputs that once did harm to a target.
fn kept(target: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fuzz").join(target);
    files(&folder).into_iter().filter(|path| path.is_file()).collect()
}
