//! How many questions may wait for an answer from elsewhere at the same time.

/// Works of which a claim may wait for the endpoint, or for those who cite them, at the same time.
pub(super) const WAITING_AT_ONCE: usize = 4;
