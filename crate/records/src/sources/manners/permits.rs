//! A number of places, handed out in the order in which they were asked for; what was begun goes before what is new.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll, Waker};

use super::Urgency;

/// Places for so many at once.
#[derive(Debug)]
pub(super) struct Permits(RefCell<State>);

#[derive(Debug)]
struct State {
    free: usize,
    begun: VecDeque<(u64, Waker)>,
    new: VecDeque<(u64, Waker)>,
    next: u64,
}

impl State {
    fn waiting(&mut self, urgency: Urgency) -> &mut VecDeque<(u64, Waker)> {
        match urgency {
            Urgency::Begun => &mut self.begun,
            Urgency::New => &mut self.new,
        }
    }

    fn first(&self) -> Option<&(u64, Waker)> {
        self.begun.front().or(self.new.front())
    }

    /// Whether the place that is free next is for whoever holds this ticket, or has none yet.
    fn is_next(&self, ticket: Option<u64>, urgency: Urgency) -> bool {
        match (ticket, urgency) {
            (Some(_), _) => self.first().map(|(first, _)| *first) == ticket,
            (None, Urgency::Begun) => self.begun.is_empty(),
            (None, Urgency::New) => self.first().is_none(),
        }
    }
}

impl Permits {
    pub(super) fn new(places: usize) -> Self {
        Self(RefCell::new(State {
            free: places.max(1),
            begun: VecDeque::new(),
            new: VecDeque::new(),
            next: 0,
        }))
    }

    /// Waits for a place; it is given back when the permit is dropped.
    pub(super) fn acquire(&self, urgency: Urgency) -> Acquire<'_> {
        Acquire { permits: self, urgency, ticket: None }
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
        && let Some((_, waker)) = state.first()
    {
        waker.wake_by_ref();
    }
}

/// Waiting for a place.
#[derive(Debug)]
pub(super) struct Acquire<'a> {
    permits: &'a Permits,
    urgency: Urgency,
    ticket: Option<u64>,
}

impl<'a> Future for Acquire<'a> {
    type Output = Permit<'a>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Permit<'a>> {
        let this = self.get_mut();
        let mut state = this.permits.0.borrow_mut();
        if state.free > 0 && state.is_next(this.ticket, this.urgency) {
            state.free -= 1;
            if this.ticket.take().is_some() {
                state.waiting(this.urgency).pop_front();
            }
            wake_first(&state);
            return Poll::Ready(Permit(this.permits));
        }
        match this.ticket {
            Some(ticket) => {
                let own = state.waiting(this.urgency).iter_mut().find(|(waiting, _)| *waiting == ticket);
                if let Some((_, waker)) = own {
                    waker.clone_from(context.waker());
                }
            }
            None => {
                let ticket = state.next;
                state.next += 1;
                state.waiting(this.urgency).push_back((ticket, context.waker().clone()));
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
            state.waiting(self.urgency).retain(|(waiting, _)| *waiting != ticket);
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
        let first = permits.acquire(Urgency::New).now_or_never().unwrap();
        let mut second = Box::pin(permits.acquire(Urgency::New));
        let mut third = Box::pin(permits.acquire(Urgency::New));
        assert!(second.as_mut().now_or_never().is_none());
        assert!(third.as_mut().now_or_never().is_none());
        drop(first);
        assert!(third.as_mut().now_or_never().is_none(), "the second was before it");
        drop(second);
        assert!(third.as_mut().now_or_never().is_some(), "who gives up waiting holds nobody up");
        assert!(permits.acquire(Urgency::New).now_or_never().is_some());
    }

    #[test]
    fn what_was_begun_goes_first() {
        let permits = Permits::new(1);
        let held = permits.acquire(Urgency::New).now_or_never().unwrap();
        let mut new = Box::pin(permits.acquire(Urgency::New));
        assert!(new.as_mut().now_or_never().is_none());
        let mut begun = Box::pin(permits.acquire(Urgency::Begun));
        assert!(begun.as_mut().now_or_never().is_none());
        drop(held);
        assert!(new.as_mut().now_or_never().is_none());
        drop(begun.as_mut().now_or_never().unwrap());
        assert!(new.as_mut().now_or_never().is_some());
    }
}
