//! A clock that runs as fast as the work allows: sleeping costs no time, and order is always the same.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, Wake, Waker};
use std::time::Duration;

use super::clock::Clock;
use citelight_inference::LocalFuture;

/// Virtual time, for tests and simulations: it stands still while anything can go on, then jumps to the next timer.
#[derive(Debug, Default)]
pub struct VirtualClock {
    now: Cell<u64>,
    timers: RefCell<BTreeMap<(u64, u64), Waker>>,
    next: Cell<u64>,
}

impl VirtualClock {
    /// A clock that starts at a moment, in milliseconds since 1970.
    pub fn starting_at(now: u64) -> Self {
        Self { now: Cell::new(now), ..Self::default() }
    }

    /// Runs a future to its end. None if it waits for something that no timer of this clock brings about.
    pub fn run<T>(&self, future: impl Future<Output = T>) -> Option<T> {
        let woken = Arc::new(Woken(AtomicBool::new(true)));
        let waker = Waker::from(woken.clone());
        let mut context = Context::from_waker(&waker);
        let mut future = pin!(future);
        loop {
            while woken.0.swap(false, Ordering::Relaxed) {
                if let Poll::Ready(value) = future.as_mut().poll(&mut context) {
                    return Some(value);
                }
            }
            let (moment, waker) = {
                let mut timers = self.timers.borrow_mut();
                let ((moment, _), waker) = timers.pop_first()?;
                (moment, waker)
            };
            self.now.set(self.now.get().max(moment));
            waker.wake();
        }
    }
}

struct Woken(AtomicBool);

impl Wake for Woken {
    fn wake(self: Arc<Self>) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Clock for VirtualClock {
    fn now(&self) -> u64 {
        self.now.get()
    }

    fn sleep(&self, duration: Duration) -> LocalFuture<'_, ()> {
        let milliseconds = u64::try_from(duration.as_millis()).unwrap_or(u64::MAX);
        let until = self.now.get().saturating_add(milliseconds);
        let ticket = self.next.get();
        self.next.set(ticket + 1);
        Box::pin(Sleep { clock: self, key: (until, ticket) })
    }
}

struct Sleep<'a> {
    clock: &'a VirtualClock,
    key: (u64, u64),
}

impl Future for Sleep<'_> {
    type Output = ();

    fn poll(self: std::pin::Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        if self.clock.now.get() >= self.key.0 {
            return Poll::Ready(());
        }
        self.clock.timers.borrow_mut().insert(self.key, context.waker().clone());
        Poll::Pending
    }
}

impl Drop for Sleep<'_> {
    fn drop(&mut self) {
        self.clock.timers.borrow_mut().remove(&self.key);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hours_pass_in_no_time_and_a_dead_wait_is_told() {
        let clock = VirtualClock::starting_at(5);
        let both = async {
            let sleeps = (clock.sleep(Duration::from_secs(7200)), clock.sleep(Duration::from_millis(3)));
            futures_util::future::join(sleeps.0, sleeps.1).await;
            clock.now()
        };
        assert_eq!(clock.run(both), Some(7_200_005));
        assert_eq!(clock.run(std::future::pending::<()>()), None);
    }
}
