//! A number of places, handed out in the order in which they were asked for.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll, Waker};

/// Places for so many at once.
#[derive(Debug)]
pub(super) struct Permits(RefCell<State>);

#[derive(Debug)]
struct State {
    free: usize,
    waiting: VecDeque<(u64, Waker)>,
    next: u64,
}

impl Permits {
    pub(super) fn new(places: usize) -> Self {
        Self(RefCell::new(State { free: places.max(1), waiting: VecDeque::new(), next: 0 }))
    }

    /// Waits for a place; it is given back when the permit is dropped.
    pub(super) fn acquire(&self) -> Acquire<'_> {
        Acquire { permits: self, ticket: None }
    }
}

/// A place.
#[derive(Debug)]
pub(super) struct Permit<'a>(&'a Permits);

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        let mut state = self.0.0.borrow_mut();
        state.free += 1;
        wake_first(&state);
    }
}

fn wake_first(state: &State) {
    if state.free > 0
        && let Some((_, waker)) = state.waiting.front()
    {
        waker.wake_by_ref();
    }
}

/// Waiting for a place.
#[derive(Debug)]
pub(super) struct Acquire<'a> {
    permits: &'a Permits,
    ticket: Option<u64>,
}

impl<'a> Future for Acquire<'a> {
    type Output = Permit<'a>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Permit<'a>> {
        let this = self.get_mut();
        let mut state = this.permits.0.borrow_mut();
        let first = state.waiting.front().map(|(ticket, _)| *ticket);
        let is_next = match this.ticket {
            Some(ticket) => first == Some(ticket),
            None => first.is_none(),
        };
        if state.free > 0 && is_next {
            state.free -= 1;
            if this.ticket.take().is_some() {
                state.waiting.pop_front();
            }
            wake_first(&state);
            return Poll::Ready(Permit(this.permits));
        }
        match this.ticket {
            Some(ticket) => {
                let own = state.waiting.iter_mut().find(|(waiting, _)| *waiting == ticket);
                if let Some((_, waker)) = own {
                    waker.clone_from(context.waker());
                }
            }
            None => {
                let ticket = state.next;
                state.next += 1;
                state.waiting.push_back((ticket, context.waker().clone()));
                this.ticket = Some(ticket);
            }
        }
        Poll::Pending
    }
}

impl Drop for Acquire<'_> {
    fn drop(&mut self) {
        if let Some(ticket) = self.ticket {
            let mut state = self.permits.0.borrow_mut();
            state.waiting.retain(|(waiting, _)| *waiting != ticket);
            wake_first(&state);
        }
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    #[test]
    fn places_are_given_in_order_and_given_back() {
        let permits = Permits::new(1);
        let first = permits.acquire().now_or_never().unwrap();
        let mut second = Box::pin(permits.acquire());
        let mut third = Box::pin(permits.acquire());
        assert!(second.as_mut().now_or_never().is_none());
        assert!(third.as_mut().now_or_never().is_none());
        drop(first);
        assert!(third.as_mut().now_or_never().is_none(), "the second was before it");
        drop(second);
        assert!(third.as_mut().now_or_never().is_some(), "who gives up waiting holds nobody up");
        assert!(permits.acquire().now_or_never().is_some());
    }
}
