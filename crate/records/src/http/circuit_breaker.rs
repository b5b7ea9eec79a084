//! A circuit breaker: a source that keeps failing is left alone for a while, then tried with one request.

/// Longest cooldown, in milliseconds.
const LONGEST_COOLDOWN: u64 = 600_000;
/// Time after which a trial that never came back no longer counts, in milliseconds.
const TRIAL: u64 = 120_000;

/// The state of one source; times in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CircuitBreaker {
    /// It answers; so many failures in a row.
    Closed(u32),
    /// It is left alone.
    Open {
        /// Until then.
        until: u64,
        /// The length of this cooldown.
        cooldown: u64,
    },
    /// A trial is under way.
    HalfOpen {
        /// Until then it may take.
        until: u64,
        /// The length of the cooldown before it.
        cooldown: u64,
    },
}

impl CircuitBreaker {
    /// Whether a request may start now; else when it may be tried again.
    pub(super) fn admit(&mut self, now: u64) -> Result<(), u64> {
        match *self {
            Self::Closed(_) => Ok(()),
            Self::Open { until, cooldown } | Self::HalfOpen { until, cooldown } if now >= until => {
                *self = Self::HalfOpen { until: now + TRIAL, cooldown };
                Ok(())
            }
            Self::Open { until, .. } | Self::HalfOpen { until, .. } => Err(until),
        }
    }

    /// A request was answered.
    pub(super) fn succeeded(&mut self) {
        *self = Self::Closed(0);
    }

    /// A request failed.
    pub(super) fn failed(&mut self, now: u64, most: u32, first_cooldown: u64) {
        *self = match *self {
            Self::Closed(failures) if failures + 1 < most => Self::Closed(failures + 1),
            Self::Closed(_) => Self::Open { until: now + first_cooldown, cooldown: first_cooldown },
            Self::HalfOpen { cooldown, .. } => {
                let cooldown = cooldown.saturating_mul(2).min(LONGEST_COOLDOWN).max(first_cooldown);
                Self::Open { until: now + cooldown, cooldown }
            }
            // Requests that started before the circuit opened.
            open @ Self::Open { .. } => open,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opens_after_failures_in_a_row_and_half_opens_for_one() {
        let mut breaker = CircuitBreaker::Closed(0);
        breaker.failed(0, 3, 100);
        breaker.succeeded();
        for _ in 0..3 {
            assert_eq!(breaker.admit(0), Ok(()));
            breaker.failed(0, 3, 100);
        }
        assert_eq!(breaker.admit(99), Err(100));
        assert_eq!(breaker.admit(100), Ok(()), "the trial");
        assert!(breaker.admit(100).is_err(), "only one");
        breaker.failed(110, 3, 100);
        assert_eq!(breaker.admit(309), Err(310), "twice the cooldown");
        assert_eq!(breaker.admit(310), Ok(()));
        breaker.succeeded();
        assert_eq!(breaker, CircuitBreaker::Closed(0));
    }

    #[test]
    fn a_trial_that_never_came_back_is_forgotten() {
        let mut breaker = CircuitBreaker::Open { until: 10, cooldown: 10 };
        assert_eq!(breaker.admit(10), Ok(()));
        assert_eq!(breaker.admit(10 + TRIAL), Ok(()));
    }
}
