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

#[path = "../../support/clock.rs"]
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

/// Tries all targets for a while: so many seconds, or `CITELIGHT_FUZZ_SECONDS`. `CITELIGHT_FUZZ_KIND` leaves out the targets whose
/// names do not contain it, `CITELIGHT_FUZZ_SEED` makes other inputs.
pub(crate) fn try_all(targets: &[Target], seconds: u64, runner: &mut Runner) {
    let asked_number = |name: &str| {
        let text = std::env::var(name).ok()?;
        Some(text.parse().unwrap_or_else(|_| panic!("{name} is a whole number, not {text:?}")))
    };
    let spend = Duration::from_secs(asked_number("CITELIGHT_FUZZ_SECONDS").unwrap_or(seconds));
    let mut dice = Dice::new(asked_number("CITELIGHT_FUZZ_SEED").unwrap_or(1));
    let kind = std::env::var("CITELIGHT_FUZZ_KIND").unwrap_or_default();
    let wanted: Vec<&Target> = targets.iter().filter(|target| target.name.contains(&kind)).collect();
    for target in &wanted {
        for path in kept(&target.name) {
            let bytes = std::fs::read(&path).unwrap_or_default();
            runner.run(target, vec![bytes]);
        }
    }
    // Whoever had the least time is next: readers that take long leave the others theirs.
    let mut spent = vec![Duration::ZERO; wanted.len()];
    let end = Instant::now() + spend;
    while let Some(next) = (0..spent.len()).min_by_key(|place| spent[*place])
        && Instant::now() < end
    {
        let start = Instant::now();
        let contents = (wanted[next].make)(&mut dice);
        runner.run(wanted[next], contents);
        spent[next] += start.elapsed();
    }
    runner.report();
}

/// Inputs that once did harm to a target.
fn kept(target: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fuzz").join(target);
    files(&folder).into_iter().filter(|path| path.is_file()).collect()
}
