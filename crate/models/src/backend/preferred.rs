//! A fast device that may fail or be slow on this machine, and a processor that is sure to be there.

use std::cell::{Cell, RefCell};
use std::fmt;
use std::rc::Rc;
use std::time::Duration;

use citelight_inference::LocalFuture;
use futures_util::future::{Either, select};

use super::{Backend, Batch, Output};

/// Tokens of a batch on which both are compared: fewer do not show what a device can do.
const LEAST_TOKENS: usize = 128;

/// Time for the comparison, beyond the processor's run whose results are used. A processor's run cannot be interrupted,
/// so one more begins only if the last one would still fit.
const BUDGET: f64 = 1000.0;

/// Turns of each at most: the first of a device compiles and fills caches, and does not count if there is time for another.
const MOST_TURNS: usize = 4;

/// Least cosine of what both give for an input. Weights are the same and both add in single precision or better.
const LEAST_COSINE: f64 = 0.999;

/// Time, as the host has it.
pub trait Timer {
    /// Milliseconds since some fixed moment.
    fn now(&self) -> f64;

    /// Ends after a while.
    fn sleep(&self, duration: Duration) -> LocalFuture<'_, ()>;
}

/// What was decided, once after the comparison and once more if the fast one failed later.
#[derive(Clone, Debug, PartialEq)]
pub enum Choice {
    /// The fast one runs: it was so many times as fast as the other.
    Fast {
        /// Time of the sure one divided by its own.
        ratio: f64,
    },
    /// The sure one runs.
    Sure {
        /// Why.
        reason: String,
    },
    /// The fast one was chosen and failed; the sure one did its work again and runs from now on.
    Failed {
        /// What it said.
        reason: String,
    },
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fast { ratio } => write!(f, "{ratio:.1} times as fast as the processor"),
            Self::Sure { reason } => write!(f, "the processor runs: {reason}"),
            Self::Failed { reason } => write!(f, "the processor goes on: {reason}"),
        }
    }
}

/// Told of every [`Choice`].
pub type Tell = Rc<dyn Fn(&Choice)>;

/// Two backends for the same graph. The sure one begins; on the first batch that is large enough both run, and the faster
/// one goes on if both gave the same. A fast one that fails is left for good: the sure one runs the very same batch.
pub struct Preferred {
    fast: RefCell<Option<Rc<dyn Backend>>>,
    sure: Box<dyn Backend>,
    state: Cell<State>,
    /// Whether the results that were given last are the fast one's.
    ran_fast: Cell<bool>,
    /// The name after a failure: results from before it are the fast one's.
    after: String,
    fast_name: String,
    timer: Rc<dyn Timer>,
    tell: Tell,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Untried,
    /// Whoever comes meanwhile runs on the sure one.
    Trying,
    Fast,
    Sure,
    Failed,
}

impl Preferred {
    /// Both backends, not compared yet. Without a fast one the sure one runs, and the reason is told.
    pub fn new(
        fast: Result<Box<dyn Backend>, String>,
        sure: Box<dyn Backend>,
        timer: Rc<dyn Timer>,
        tell: Tell,
    ) -> Self {
        let fast_name = fast.as_ref().map_or("", |fast| fast.name()).to_owned();
        let after = format!("{} after {fast_name} failed", sure.name());
        let (fast, state) = match fast {
            Ok(fast) => (Some(Rc::from(fast)), State::Untried),
            Err(reason) => {
                tell(&Choice::Sure { reason });
                (None, State::Sure)
            }
        };
        let (fast, state, ran_fast) = (RefCell::new(fast), Cell::new(state), Cell::new(false));
        Self { fast, sure, state, ran_fast, after, fast_name, timer, tell }
    }

    fn decide(&self, choice: &Choice) {
        self.state.set(match choice {
            Choice::Fast { .. } => State::Fast,
            Choice::Sure { .. } => State::Sure,
            Choice::Failed { .. } => State::Failed,
        });
        if self.state.get() != State::Fast {
            // What it holds of the device's memory is given back.
            self.fast.borrow_mut().take();
        }
        (self.tell)(choice);
    }

    async fn run_sure(&self, batches: &[Batch]) -> Result<Vec<Output>, String> {
        let outputs = self.sure.run(batches).await?;
        self.ran_fast.set(false);
        Ok(outputs)
    }

    /// Runs on both and decides. The results are the sure one's.
    async fn compare(&self, fast: &dyn Backend, batches: &[Batch]) -> Result<Vec<Output>, String> {
        self.state.set(State::Trying);
        let _reset = Reset(&self.state);
        let start = self.timer.now();
        let outputs = self.run_sure(batches).await?;
        let trial = Trial { fast, sure: &*self.sure, batches, timer: &*self.timer, outputs: &outputs };
        let choice = match trial.ratio(self.timer.now() - start).await {
            Ok(ratio) if ratio > 1.0 => Choice::Fast { ratio },
            Ok(ratio) => {
                let reason = format!("it is {:.1} times as fast as {}", 1.0 / ratio, self.fast_name);
                Choice::Sure { reason }
            }
            Err(reason) => Choice::Sure { reason },
        };
        self.decide(&choice);
        Ok(outputs)
    }

    /// Runs on the fast one, and if that fails on the sure one.
    async fn run_fast(&self, fast: &dyn Backend, batches: &[Batch]) -> Result<Vec<Output>, String> {
        let reason = match checked(fast.run(batches).await) {
            Ok(outputs) => {
                self.ran_fast.set(true);
                return Ok(outputs);
            }
            Err(reason) => reason,
        };
        // If the sure one refuses the batch, too, the batch is at fault and not the device.
        let outputs = self.run_sure(batches).await?;
        if self.state.get() == State::Fast {
            self.decide(&Choice::Failed { reason });
        }
        Ok(outputs)
    }
}

/// A comparison that is given up (its audit was cancelled) has decided nothing.
struct Reset<'a>(&'a Cell<State>);

impl Drop for Reset<'_> {
    fn drop(&mut self) {
        if self.0.get() == State::Trying {
            self.0.set(State::Untried);
        }
    }
}

impl Backend for Preferred {
    fn name(&self) -> &str {
        match self.state.get() {
            _ if self.ran_fast.get() => &self.fast_name,
            State::Failed => &self.after,
            State::Untried | State::Trying | State::Fast | State::Sure => self.sure.name(),
        }
    }

    fn names(&self) -> Vec<&str> {
        vec![self.sure.name(), &self.fast_name, &self.after]
    }

    fn tokens_per_run(&self) -> usize {
        self.current(|backend| backend.tokens_per_run())
    }

    fn pads(&self) -> bool {
        self.current(|backend| backend.pads())
    }

    fn fixed_length(&self) -> Option<usize> {
        self.current(|backend| backend.fixed_length())
    }

    fn runs_at_once(&self) -> usize {
        self.current(|backend| backend.runs_at_once())
    }

    fn run<'a>(&'a self, batches: &'a [Batch]) -> LocalFuture<'a, Result<Vec<Output>, String>> {
        let fast = self.fast.borrow().clone();
        let tokens: usize = batches.iter().flat_map(|batch| &batch.lengths).sum();
        match (fast, self.state.get()) {
            (Some(fast), State::Fast) => Box::pin(async move { self.run_fast(&*fast, batches).await }),
            (Some(fast), State::Untried) if tokens >= LEAST_TOKENS => {
                Box::pin(async move { self.compare(&*fast, batches).await })
            }
            _ => Box::pin(self.run_sure(batches)),
        }
    }
}

impl Preferred {
    fn current<T>(&self, ask: impl Fn(&dyn Backend) -> T) -> T {
        match (&*self.fast.borrow(), self.state.get()) {
            (Some(fast), State::Fast) => ask(&**fast),
            _ => ask(&*self.sure),
        }
    }
}

/// Both on the same batches.
struct Trial<'a> {
    fast: &'a dyn Backend,
    sure: &'a dyn Backend,
    batches: &'a [Batch],
    timer: &'a dyn Timer,
    /// What the sure one gave.
    outputs: &'a [Output],
}

impl Trial<'_> {
    /// Time of the sure one divided by that of the fast one, the best turns of each; or why the fast one will not do.
    async fn ratio(&self, first_sure: f64) -> Result<f64, String> {
        let end = self.timer.now() + BUDGET;
        let (outputs, cold) = self.fast_turn(end).await?;
        agree(&outputs, self.outputs)?;
        let (mut fast, mut sure) = (cold, first_sure);
        let mut warm: Option<f64> = None;
        for _ in 1..MOST_TURNS {
            if self.timer.now() + fast > end {
                break;
            }
            let (_, time) = self.fast_turn(end).await?;
            fast = warm.map_or(time, |best| best.min(time));
            warm = Some(fast);
            if self.timer.now() + sure <= end {
                let start = self.timer.now();
                self.sure.run(self.batches).await?;
                sure = sure.min(self.timer.now() - start);
            }
        }
        // Clocks of browsers are coarse: what takes no time takes a tenth of a millisecond.
        Ok(sure.max(0.1) / fast.max(0.1))
    }

    async fn fast_turn(&self, end: f64) -> Result<(Vec<Output>, f64), String> {
        let start = self.timer.now();
        let left = Duration::from_secs_f64((end - start).max(0.0) / 1000.0);
        match select(self.fast.run(self.batches), self.timer.sleep(left)).await {
            Either::Left((outputs, _)) => Ok((checked(outputs)?, self.timer.now() - start)),
            Either::Right(_) => Err(format!("{} gave no answer within a second", self.fast.name())),
        }
    }
}

/// A device that computes what is no number has failed.
fn checked(outputs: Result<Vec<Output>, String>) -> Result<Vec<Output>, String> {
    let outputs = outputs?;
    let all_finite =
        |output: &Output| output.values.iter().all(|value| value.is_finite()) && !output.values.is_empty();
    let empty = |output: &Output| output.lengths.iter().sum::<usize>() == 0;
    if outputs.iter().all(|output| empty(output) || all_finite(output)) {
        Ok(outputs)
    } else {
        Err("the device gave what is no number".to_owned())
    }
}

/// Fails unless both gave the same for every input.
fn agree(fast: &[Output], sure: &[Output]) -> Result<(), String> {
    let lengths = |outputs: &[Output]| -> Vec<usize> {
        outputs.iter().flat_map(|output| output.lengths.iter().copied()).collect()
    };
    if lengths(fast) != lengths(sure) {
        return Err("the device gave another number of results than the processor".to_owned());
    }
    let inputs = fast.iter().flat_map(Output::inputs).zip(sure.iter().flat_map(Output::inputs));
    let least = inputs.map(|(fast, sure)| cosine(fast, sure)).fold(1.0, f64::min);
    if least >= LEAST_COSINE {
        Ok(())
    } else {
        Err(format!("the device's results differ from the processor's (cosine {least:.4})"))
    }
}

fn cosine(a: &[f32], b: &[f32]) -> f64 {
    let dot =
        |x: &[f32], y: &[f32]| -> f64 { x.iter().zip(y).map(|(x, y)| f64::from(*x) * f64::from(*y)).sum() };
    let lengths = (dot(a, a) * dot(b, b)).sqrt();
    if lengths > 0.0 { dot(a, b) / lengths } else { f64::from(u8::from(a == b)) }
}

#[cfg(test)]
#[path = "preferred_tests.rs"]
mod tests;
