//! Stopping an audit from outside.

use std::future::poll_fn;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::Poll;

use futures_util::future::{Either, select};
use futures_util::task::AtomicWaker;

/// A switch that an audit looks at between two units of work, and while it waits for others. Clones share the switch;
/// one audit waits at it.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<Switch>);

#[derive(Debug, Default)]
struct Switch {
    is_cancelled: AtomicBool,
    waiting: AtomicWaker,
}

impl Cancel {
    /// Asks the audit to stop; it ends with what it has, marked incomplete.
    pub fn cancel(&self) {
        self.0.is_cancelled.store(true, Ordering::Release);
        self.0.waiting.wake();
    }

    /// Whether the audit was asked to stop.
    pub fn is_cancelled(&self) -> bool {
        self.0.is_cancelled.load(Ordering::Acquire)
    }

    /// What some work comes to; none if the audit is asked to stop before.
    pub async fn unless<T>(&self, work: impl Future<Output = T>) -> Option<T> {
        let cancelled = poll_fn(|context| {
            self.0.waiting.register(context.waker());
            if self.is_cancelled() { Poll::Ready(()) } else { Poll::Pending }
        });
        let work = std::pin::pin!(work);
        match select(cancelled, work).await {
            Either::Left(_) => None,
            Either::Right((done, _)) => Some(done),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::future::{pending, ready};

    use futures_util::FutureExt;

    use super::*;

    #[test]
    fn work_ends_by_itself_or_when_it_is_stopped() {
        let cancel = Cancel::default();
        assert_eq!(cancel.unless(ready(7)).now_or_never(), Some(Some(7)));
        let mut waiting = Box::pin(cancel.unless(pending::<u8>()));
        assert_eq!((&mut waiting).now_or_never(), None);
        cancel.cancel();
        assert_eq!(waiting.now_or_never(), Some(None));
        assert_eq!(cancel.unless(ready(7)).now_or_never(), Some(None));
    }
}
