//! An entry that was checked.

use citelight::export::Fix;
use citelight::resolve::integrity::Inquiry;

/// An entry, what was learned about it, and its correction.
pub(super) struct Checked {
    pub(super) inquiry: Inquiry,
    pub(super) fix: Option<Fix>,
}
