//! The limiter of one host: who may start a request, and when.

use std::cell::{Cell, RefCell};
use std::time::Duration;

use super::circuit_breaker::CircuitBreaker;
use super::clock::Clock;
use super::policy::{Priority, Rate, RequestCost, RequestPolicy};
use super::semaphore::{Permit, Semaphore};

/// Between two looks at a trial that is under way.
const TRIAL_WATCH: Duration = Duration::from_millis(100);

/// Why no request may start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NotAdmitted {
    /// The circuit is open: the source kept failing.
    CircuitOpen {
        /// For so long.
        remaining: Duration,
    },
    /// The source asked to be left alone for longer than the policy waits, or told a limit that leads to that.
    RetryAfter {
        /// For so long.
        remaining: Duration,
    },
    /// What the source grants for searches and lists is used up.
    QuotaExhausted {
        /// For so long.
        remaining: Duration,
    },
}

/// The limits of one host. Requests pass one after the other, in order; while one waits for its time, those behind it wait.
#[derive(Debug)]
pub(super) struct Limiter {
    pub(super) policy: RequestPolicy,
    permits: Semaphore,
    turn: Semaphore,
    last: Cell<Option<u64>>,
    last_list: Cell<Option<u64>>,
    paused: Cell<u64>,
    /// Until when the allowance for searches and lists is used up.
    spent: Cell<u64>,
    /// The tightest limit that headers told.
    told: Cell<Option<Rate>>,
    breaker: RefCell<CircuitBreaker>,
}

impl Limiter {
    pub(super) fn new(policy: RequestPolicy) -> Self {
        Self {
            permits: Semaphore::new(policy.concurrency),
            turn: Semaphore::new(1),
            last: Cell::new(None),
            last_list: Cell::new(None),
            paused: Cell::new(0),
            spent: Cell::new(0),
            told: Cell::new(None),
            breaker: RefCell::new(CircuitBreaker::Closed(0)),
            policy,
        }
    }

    /// Waits until a request may start. It has started when this returns, and is under way until the permit is dropped.
    pub(super) async fn acquire(
        &self,
        priority: Priority,
        cost: impl Fn() -> RequestCost,
        clock: &dyn Clock,
    ) -> Result<Permit<'_>, NotAdmitted> {
        let permit = self.permits.acquire(priority).await;
        let _turn = self.turn.acquire(priority).await;
        // What headers, other requests and the request itself change while this one sleeps is looked at again.
        loop {
            let (now, cost) = (clock.now(), cost());
            let told = self.paused.get().max(self.start_as_told()).saturating_sub(now);
            let told = Duration::from_millis(told);
            if told > self.policy.max_wait {
                return Err(NotAdmitted::RetryAfter { remaining: told });
            }
            let spent = self.spent.get().saturating_sub(now);
            if spent > 0 && cost == RequestCost::List {
                return Err(NotAdmitted::QuotaExhausted { remaining: Duration::from_millis(spent) });
            }
            let wait = self.start(cost).max(self.paused.get()).saturating_sub(now);
            if let CircuitBreaker::Open { until, .. } = *self.breaker.borrow()
                && now < until
            {
                return Err(NotAdmitted::CircuitOpen { remaining: Duration::from_millis(until - now) });
            }
            let admitted = wait == 0 && self.breaker.borrow_mut().admit(now).is_ok();
            if admitted {
                self.last.set(Some(now));
                if cost == RequestCost::List {
                    self.last_list.set(Some(now));
                }
                return Ok(permit);
            }
            // A trial is under way: what comes of it is worth a moment.
            let moment = if wait == 0 { TRIAL_WATCH } else { Duration::from_millis(wait) };
            clock.sleep(moment).await;
        }
    }

    /// A request has ended. Where only one may be under way, time is counted from here: when it reached the source nobody
    /// here knows, only that it was before now.
    pub(super) fn ended(&self, now: u64) {
        if self.policy.concurrency == 1 && self.last.get().is_some_and(|last| last < now) {
            self.last.set(Some(now));
            if self.last_list.get().is_some() {
                self.last_list.set(Some(now));
            }
        }
    }

    /// Earliest start by the limits alone.
    fn start(&self, cost: RequestCost) -> u64 {
        let lists =
            if cost == RequestCost::List { spaced(self.last_list.get(), self.policy.list_rate) } else { 0 };
        spaced(self.last.get(), self.policy.rate).max(self.start_as_told()).max(lists)
    }

    /// Earliest start by the limit that headers told.
    fn start_as_told(&self) -> u64 {
        spaced(self.last.get(), self.told.get())
    }

    /// Keeps to a limit that the source told; a looser one changes nothing.
    pub(super) fn tighten(&self, rate: Rate) {
        if self.told.get().is_none_or(|told| told.spacing() < rate.spacing()) {
            self.told.set(Some(rate));
        }
    }

    /// Nothing starts for a while.
    pub(super) fn pause(&self, now: u64, duration: Duration) {
        self.paused.set(self.paused.get().max(after(now, duration)));
    }

    /// No search and no list starts for a while; what is free does.
    pub(super) fn spent(&self, now: u64, duration: Duration) {
        self.spent.set(self.spent.get().max(after(now, duration)));
    }

    pub(super) fn succeeded(&self) {
        self.breaker.borrow_mut().succeeded();
    }

    pub(super) fn failed(&self, now: u64) {
        let cooldown = u64::try_from(self.policy.cooldown.as_millis()).unwrap_or(u64::MAX);
        self.breaker.borrow_mut().failed(now, self.policy.failure_threshold.max(1), cooldown);
    }
}

/// Earliest start after the last one.
fn spaced(last: Option<u64>, rate: Option<Rate>) -> u64 {
    match (last, rate) {
        (Some(last), Some(rate)) => last.saturating_add(rate.spacing()),
        _ => 0,
    }
}

/// A time as milliseconds.
fn after(now: u64, duration: Duration) -> u64 {
    now.saturating_add(u64::try_from(duration.as_millis()).unwrap_or(u64::MAX))
}
