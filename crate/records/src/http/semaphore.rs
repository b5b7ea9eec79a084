//! A number of permits, handed out in the order in which they were asked for; what was begun goes before what is new.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll, Waker};

use super::policy::Priority;

/// Permits for a fixed number of holders at a time.
#[derive(Debug)]
pub(super) struct Semaphore(RefCell<State>);

#[derive(Debug)]
struct State {
    free: usize,
    begun: VecDeque<(u64, Waker)>,
    new: VecDeque<(u64, Waker)>,
    next: u64,
}

impl State {
    fn waiting(&mut self, priority: Priority) -> &mut VecDeque<(u64, Waker)> {
        match priority {
            Priority::Begun => &mut self.begun,
            Priority::New => &mut self.new,
        }
    }

    fn first(&self) -> Option<&(u64, Waker)> {
        self.begun.front().or(self.new.front())
    }

    /// Whether the permit that is free next is for whoever holds this ticket, or has none yet.
    fn is_next(&self, ticket: Option<u64>, priority: Priority) -> bool {
        match (ticket, priority) {
            (Some(_), _) => self.first().map(|(first, _)| *first) == ticket,
            (None, Priority::Begun) => self.begun.is_empty(),
            (None, Priority::New) => self.first().is_none(),
        }
    }
}

impl Semaphore {
    pub(super) fn new(permits: usize) -> Self {
        Self(RefCell::new(State {
            free: permits.max(1),
            begun: VecDeque::new(),
            new: VecDeque::new(),
            next: 0,
        }))
    }

    /// Waits for a permit; it is given back when it is dropped.
    pub(super) fn acquire(&self, priority: Priority) -> Acquire<'_> {
        Acquire { semaphore: self, priority, ticket: None }
    }
}

/// A permit.
#[derive(Debug)]
pub(super) struct Permit<'a>(&'a Semaphore);

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        let mut state = self.0.0.borrow_mut();
        state.free += 1;
        wake_first(&state);
    }
}

fn wake_first(state: &State) {
    if state.free > 0
        && let Some((_, waker)) = state.first()
    {
        waker.wake_by_ref();
    }
}

/// Waiting for a permit.
#[derive(Debug)]
pub(super) struct Acquire<'a> {
    semaphore: &'a Semaphore,
    priority: Priority,
    ticket: Option<u64>,
}

impl<'a> Future for Acquire<'a> {
    type Output = Permit<'a>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Permit<'a>> {
        let this = self.get_mut();
        let mut state = this.semaphore.0.borrow_mut();
        if state.free > 0 && state.is_next(this.ticket, this.priority) {
            state.free -= 1;
            if this.ticket.take().is_some() {
                state.waiting(this.priority).pop_front();
            }
            wake_first(&state);
            return Poll::Ready(Permit(this.semaphore));
        }
        match this.ticket {
            Some(ticket) => {
                let own = state.waiting(this.priority).iter_mut().find(|(waiting, _)| *waiting == ticket);
                if let Some((_, waker)) = own {
                    waker.clone_from(context.waker());
                }
            }
            None => {
                let ticket = state.next;
                state.next += 1;
                state.waiting(this.priority).push_back((ticket, context.waker().clone()));
                this.ticket = Some(ticket);
            }
        }
        Poll::Pending
    }
}

impl Drop for Acquire<'_> {
    fn drop(&mut self) {
        if let Some(ticket) = self.ticket {
            let mut state = self.semaphore.0.borrow_mut();
            state.waiting(self.priority).retain(|(waiting, _)| *waiting != ticket);
            wake_first(&state);
        }
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    #[test]
    fn permits_are_given_in_order_and_given_back() {
        let semaphore = Semaphore::new(1);
        let first = semaphore.acquire(Priority::New).now_or_never().unwrap();
        let mut second = Box::pin(semaphore.acquire(Priority::New));
        let mut third = Box::pin(semaphore.acquire(Priority::New));
        assert!(second.as_mut().now_or_never().is_none());
        assert!(third.as_mut().now_or_never().is_none());
        drop(first);
        assert!(third.as_mut().now_or_never().is_none(), "the second was before it");
        drop(second);
        assert!(third.as_mut().now_or_never().is_some(), "who gives up waiting holds nobody up");
        assert!(semaphore.acquire(Priority::New).now_or_never().is_some());
    }

    #[test]
    fn what_was_begun_goes_first() {
        let semaphore = Semaphore::new(1);
        let held = semaphore.acquire(Priority::New).now_or_never().unwrap();
        let mut new = Box::pin(semaphore.acquire(Priority::New));
        assert!(new.as_mut().now_or_never().is_none());
        let mut begun = Box::pin(semaphore.acquire(Priority::Begun));
        assert!(begun.as_mut().now_or_never().is_none());
        drop(held);
        assert!(new.as_mut().now_or_never().is_none());
        drop(begun.as_mut().now_or_never().unwrap());
        assert!(new.as_mut().now_or_never().is_some());
    }
}
