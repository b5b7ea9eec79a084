//! Stopping an audit from outside.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A switch that an audit looks at between two units of work. Clones share the switch.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Asks the audit to stop; it ends with what it has, marked incomplete.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the audit was asked to stop.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
