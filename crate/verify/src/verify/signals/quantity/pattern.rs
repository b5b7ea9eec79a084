//! Constant patterns of numbers and of what stands around them.

use regex::Regex;

/// Compiles a constant pattern; the tests compile all of them.
#[allow(clippy::unwrap_used, reason = "constant patterns, compiled in the tests")]
pub(super) fn pattern(pattern: &str) -> Regex {
    Regex::new(pattern).unwrap()
}
