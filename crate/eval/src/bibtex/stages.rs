//! The same figure before and after a revision.

use serde::Serialize;

/// Before the revision and after it.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(super) struct Stages<T> {
    pub(super) before: T,
    pub(super) after: T,
}
