//! Both backends are doubles on a clock that only they move.

use futures_util::FutureExt;
use futures_util::future::{pending, poll_fn};
use std::task::Poll;

use super::*;

/// A clock that stands still unless a run takes time. Whoever sleeps on it wakes when the time is over.
#[derive(Default)]
struct Hands(Cell<f64>);

impl Timer for Hands {
    fn now(&self) -> f64 {
        self.0.get()
    }

    fn sleep(&self, duration: Duration) -> LocalFuture<'_, ()> {
        let end = self.0.get() + duration.as_secs_f64() * 1000.0;
        // The others are asked first; if they wait for ever, the time passes.
        Box::pin(poll_fn(move |_| {
            self.0.set(self.0.get().max(end));
            Poll::Ready(())
        }))
    }
}

/// What a run of the double does.
#[derive(Clone, Debug)]
enum Does {
    Takes(f64),
    Fails(&'static str),
    Gives(f32),
    NeverEnds,
}

struct Double {
    name: &'static str,
    hands: Rc<Hands>,
    /// What the runs do in their order; the last one is repeated.
    does: Vec<Does>,
    runs: Rc<Cell<usize>>,
}

impl Backend for Double {
    fn name(&self) -> &str {
        self.name
    }

    fn tokens_per_run(&self) -> usize {
        self.name.len() * 100
    }

    fn pads(&self) -> bool {
        false
    }

    fn runs_at_once(&self) -> usize {
        1
    }

    fn run<'a>(&'a self, batches: &'a [Batch]) -> LocalFuture<'a, Result<Vec<Output>, String>> {
        let does = self.does[self.runs.get().min(self.does.len() - 1)].clone();
        self.runs.set(self.runs.get() + 1);
        let outputs = |factor: f32| -> Vec<Output> {
            let values = |batch: &Batch| -> Vec<f32> {
                batch
                    .ids
                    .iter()
                    .zip((1_u8..100).cycle())
                    .map(|(id, place)| *id as f32 + factor * f32::from(place))
                    .collect()
            };
            let output = |batch: &Batch| Output { values: values(batch), lengths: batch.lengths.clone() };
            batches.iter().map(output).collect()
        };
        match does {
            Does::Takes(time) => {
                self.hands.0.set(self.hands.0.get() + time);
                Box::pin(async move { Ok(outputs(1.0)) })
            }
            Does::Gives(factor) => Box::pin(async move { Ok(outputs(factor)) }),
            Does::Fails(reason) => Box::pin(async move { Err(reason.to_owned()) }),
            Does::NeverEnds => Box::pin(pending()),
        }
    }
}

/// A pair of doubles, how often each ran, and what was told.
struct Fixture {
    preferred: Preferred,
    hands: Rc<Hands>,
    fast_runs: Rc<Cell<usize>>,
    sure_runs: Rc<Cell<usize>>,
    told: Rc<RefCell<Vec<Choice>>>,
}

fn fixture(fast: &[Does], sure: &[Does]) -> Fixture {
    let hands: Rc<Hands> = Rc::default();
    let (fast_runs, sure_runs): (Rc<Cell<usize>>, Rc<Cell<usize>>) = Default::default();
    let double = |name, does: &[Does], runs: &Rc<Cell<usize>>| -> Box<dyn Backend> {
        Box::new(Double { name, hands: Rc::clone(&hands), does: does.to_vec(), runs: Rc::clone(runs) })
    };
    let told: Rc<RefCell<Vec<Choice>>> = Rc::default();
    let ears = Rc::clone(&told);
    let tell: Tell = Rc::new(move |choice| ears.borrow_mut().push(choice.clone()));
    let (fast, sure) = (double("webgpu", fast, &fast_runs), double("int8", sure, &sure_runs));
    let timer: Rc<dyn Timer> = Rc::<Hands>::clone(&hands);
    Fixture { preferred: Preferred::new(Ok(fast), sure, timer, tell), hands, fast_runs, sure_runs, told }
}

fn batch(tokens: usize) -> Vec<Batch> {
    vec![Batch { ids: vec![3; tokens], types: vec![0; tokens], lengths: vec![tokens], pad: 0 }]
}

impl Fixture {
    fn run(&self, tokens: usize) -> Result<Vec<Output>, String> {
        self.preferred.run(&batch(tokens)).now_or_never().expect("doubles do not wait")
    }

    fn counts(&self) -> (usize, usize) {
        (self.fast_runs.get(), self.sure_runs.get())
    }
}

#[test]
fn the_faster_one_goes_on() {
    let cold_then_warm = [Does::Takes(300.0), Does::Takes(20.0)];
    let both = fixture(&cold_then_warm, &[Does::Takes(80.0)]);
    assert_eq!((both.preferred.name(), both.preferred.tokens_per_run()), ("int8", 400));
    both.run(130).unwrap();
    assert_eq!(*both.told.borrow(), [Choice::Fast { ratio: 4.0 }]);
    assert_eq!(
        (both.preferred.name(), both.preferred.tokens_per_run()),
        ("int8", 600),
        "the results of the comparison are still the sure one's"
    );
    let (fast, sure) = both.counts();
    both.run(5).unwrap();
    assert_eq!(both.counts(), (fast + 1, sure), "from now on the faster one alone runs");
    assert_eq!(both.preferred.name(), "webgpu");
    assert!(both.preferred.names().contains(&both.preferred.name()));
}

#[test]
fn the_slower_one_is_given_up() {
    let both = fixture(&[Does::Takes(120.0)], &[Does::Takes(60.0)]);
    both.run(130).unwrap();
    assert!(matches!(&both.told.borrow()[..], [Choice::Sure { reason }] if reason.contains("2.0 times")));
    assert!(both.preferred.fast.borrow().is_none());
    let (fast, sure) = both.counts();
    both.run(500).unwrap();
    assert_eq!((both.counts(), both.preferred.name()), ((fast, sure + 1), "int8"));
}

#[test]
fn a_comparison_takes_a_second_at_most() {
    for (fast, sure) in [(300.0, 300.0), (990.0, 400.0), (1.0, 900.0), (400.0, 5.0), (5000.0, 60.0)] {
        let both = fixture(&[Does::Takes(fast)], &[Does::Takes(sure)]);
        both.run(130).unwrap();
        // The first run of the sure one is work that had to be done. A double cannot be interrupted, a device's run is.
        assert!(both.hands.now() <= sure + BUDGET.max(fast), "{fast}, {sure}: {}", both.hands.now());
    }
    let both = fixture(&[Does::NeverEnds], &[Does::Takes(60.0)]);
    both.run(130).unwrap();
    assert_eq!(both.hands.now(), 60.0 + BUDGET);
    assert!(
        matches!(&both.told.borrow()[..], [Choice::Sure { reason }] if reason.contains("within a second"))
    );
}

#[test]
fn small_batches_decide_nothing() {
    let both = fixture(&[Does::Takes(1.0)], &[Does::Takes(60.0)]);
    both.run(LEAST_TOKENS - 1).unwrap();
    assert_eq!((both.counts(), both.told.borrow().len()), ((0, 1), 0));
}

#[test]
fn one_that_fails_or_computes_something_else_is_not_chosen() {
    for (does, said) in [
        (Does::Fails("no memory"), "no memory"),
        (Does::Gives(f32::NAN), "no number"),
        (Does::Gives(-1.0), "differ"),
    ] {
        let both = fixture(&[does], &[Does::Takes(60.0)]);
        let outputs = both.run(130).unwrap();
        assert_eq!(outputs[0].values[0], 4.0, "the results are the sure one's");
        assert!(matches!(&both.told.borrow()[..], [Choice::Sure { reason }] if reason.contains(said)));
        assert_eq!(both.preferred.name(), "int8");
    }
}

#[test]
fn a_lost_device_is_left_for_good_and_its_batch_runs_again() {
    for failure in [Does::Fails("the graphics device was lost"), Does::Gives(f32::INFINITY)] {
        let fine = Does::Takes(1.0);
        let both = fixture(&[fine.clone(), fine.clone(), fine.clone(), fine, failure], &[Does::Takes(60.0)]);
        both.run(130).unwrap();
        assert_eq!((both.preferred.tokens_per_run(), both.fast_runs.get()), (600, 4));
        let sure = both.sure_runs.get();
        let outputs = both.run(200).unwrap();
        assert_eq!((outputs[0].lengths[0], outputs[0].values[1]), (200, 5.0));
        assert_eq!(both.counts(), (5, sure + 1));
        assert!(matches!(both.told.borrow()[1], Choice::Failed { .. }));
        assert_eq!(
            (both.preferred.name(), both.preferred.tokens_per_run()),
            ("int8 after webgpu failed", 400)
        );
        assert!(both.preferred.names().contains(&both.preferred.name()));
        both.run(200).unwrap();
        assert_eq!((both.counts(), both.told.borrow().len()), ((5, sure + 2), 2));
    }
}

#[test]
fn a_batch_that_no_one_runs_is_not_the_devices_fault() {
    let refuses = Does::Fails("unknown token");
    let fine = Does::Takes(1.0);
    let fast = [fine.clone(), fine.clone(), fine.clone(), fine.clone(), refuses.clone(), fine];
    let slow = Does::Takes(60.0);
    let sure = [slow.clone(), slow.clone(), slow.clone(), slow, refuses];
    let both = fixture(&fast, &sure);
    both.run(130).unwrap();
    assert_eq!(both.run(130), Err("unknown token".to_owned()));
    both.run(130).unwrap();
    assert_eq!((both.preferred.name(), both.told.borrow().len()), ("webgpu", 1));
}

#[test]
fn a_comparison_that_is_given_up_has_decided_nothing() {
    let both = fixture(&[Does::Takes(1.0)], &[Does::NeverEnds, Does::Takes(60.0)]);
    assert_eq!(both.preferred.run(&batch(130)).now_or_never(), None);
    assert_eq!(both.preferred.state.get(), State::Untried);
    both.run(130).unwrap();
    assert_eq!(both.preferred.state.get(), State::Fast);
}

#[test]
fn without_a_fast_one_the_reason_is_told() {
    let told: Rc<RefCell<Vec<String>>> = Rc::default();
    let ears = Rc::clone(&told);
    let hands: Rc<Hands> = Rc::default();
    let sure =
        Double { name: "int8", hands: Rc::clone(&hands), does: vec![Does::Takes(1.0)], runs: Rc::default() };
    let tell: Tell = Rc::new(move |choice| ears.borrow_mut().push(choice.to_string()));
    let preferred = Preferred::new(Err("no adapter".to_owned()), Box::new(sure), hands, tell);
    assert_eq!(*told.borrow(), ["the processor runs: no adapter"]);
    assert_eq!(preferred.name(), "int8");
    assert!(preferred.run(&batch(300)).now_or_never().unwrap().is_ok());
}
