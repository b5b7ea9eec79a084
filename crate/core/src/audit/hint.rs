//! What speaks against the fit of a cited work, and decides nothing.

use citelight_types::finding::{Reason, TrailStep};

/// A hint about one pair: its reason, and the step of the trail that led to it.
#[derive(Clone, Debug)]
pub(super) struct Hint {
    pub(super) reason: Reason,
    pub(super) step: TrailStep,
}
