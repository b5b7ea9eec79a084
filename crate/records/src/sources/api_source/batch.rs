//! Batches: keys of one kind that are asked for with one request.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::WeakShared;

use super::{Inner, Question, Told, cost_of};
use crate::http::{AskError, Priority, Response};
use crate::sources::api::{Asked, Key, ResponseError};
use crate::sources::{Record, SourceError};
use citelight_inference::LocalFuture;

/// Time in which questions gather into one batch.
const GATHER: Duration = Duration::from_millis(10);
/// Times that keys of one batch are asked for anew because its answer leaves open whose records it holds: an alias is
/// found in fewer, and a source that always answers so must not be flooded.
const ANEW: usize = 16;

pub(super) type BatchAnswered = Result<Rc<HashMap<Key, Rc<Vec<Record>>>>, SourceError>;

/// A batch that still takes keys.
pub(super) struct Gathering {
    keys: Rc<RefCell<Vec<Key>>>,
    /// It was sent.
    closed: Rc<std::cell::Cell<bool>>,
    answered: WeakShared<LocalFuture<'static, BatchAnswered>>,
}

impl Inner {
    /// Joins the batch that gathers keys of this kind, or opens one.
    pub(super) async fn join_batch(self: &Rc<Self>, key: &Key) -> BatchAnswered {
        let gathering = self.gathering.borrow().get(&key.kind()).and_then(|gathering| {
            let room = gathering.keys.borrow().len() < self.api.batch(key);
            let open = room && !gathering.closed.get();
            let answered = gathering.answered.upgrade().filter(|_| open)?;
            gathering.keys.borrow_mut().push(key.clone());
            Some(answered)
        });
        if let Some(answered) = gathering {
            return answered.await;
        }
        let keys = Rc::new(RefCell::new(vec![key.clone()]));
        let closed = Rc::new(Cell::new(false));
        let running: LocalFuture<'static, BatchAnswered> =
            Box::pin(self.clone().run_batch(keys.clone(), closed.clone()));
        let answered = running.shared();
        if let Some(weak) = answered.downgrade() {
            let gathering = Gathering { keys, closed, answered: weak };
            self.gathering.borrow_mut().insert(key.kind(), gathering);
        }
        answered.await
    }

    /// Waits for company, asks for all keys at once, keeps what came for each. A batch that is refused is asked in
    /// halves: one key may have spoilt it. So are the keys without records where the answer holds records of none of the
    /// keys: one of them may be an alias, and only alone it is known whose record that is.
    async fn run_batch(self: Rc<Self>, keys: Rc<RefCell<Vec<Key>>>, closed: Rc<Cell<bool>>) -> BatchAnswered {
        self.client.clock().sleep(GATHER).await;
        let mut found = HashMap::new();
        let mut open: Vec<Vec<Key>> = Vec::new();
        let mut anew = 0;
        let told = self.ask_gathered(&keys, &closed).await;
        let mut told = Some(told);
        loop {
            let (keys, result) = match (told.take(), open.pop()) {
                (Some(first), later) => {
                    open.extend(later);
                    first
                }
                (None, Some(keys)) => {
                    let cost = cost_of(&*self.api, &keys);
                    let result = self.ask(Asked::Keys(&keys), Priority::Begun, cost, None).await;
                    (keys, result)
                }
                (None, None) => break,
            };
            match result {
                // Titles that cannot be searched for together are searched for alone, another way.
                Err(AskError::Response(ResponseError::Rejected(_)))
                    if keys.len() > 1 && !are_titles(&keys) =>
                {
                    open.extend(halves(&keys));
                }
                // What was answered before holds all the same; of these keys nothing was said.
                Err(_) if anew > 0 => {}
                Err(error) => return Err(self.failure(&error, Asked::Keys(&keys))),
                Ok(Some(told)) if told.records.len() == keys.len() => {
                    let mut unsaid = Vec::new();
                    for (key, records) in keys.into_iter().zip(told.records) {
                        if records.is_empty() && !told.is_whole {
                            unsaid.push(key);
                            continue;
                        }
                        let name = self.store_key(&Question::Key(key.clone()));
                        // A tag is of one answer; next time other keys may be in it.
                        self.keep(&name, &records, None, told.fresh).await;
                        found.insert(key, Rc::new(records));
                    }
                    // What is left out here is no absence: whoever asked for it is told that nothing was said of it.
                    let again = halves(&unsaid).take(ANEW - anew);
                    open.extend(again.inspect(|_| anew += 1));
                }
                Ok(_) => {
                    let error =
                        ResponseError::Malformed("it answers other keys than were asked for".to_owned());
                    return Err(self.failure(&error.into(), Asked::Keys(&keys)));
                }
            }
        }
        Ok(Rc::new(found))
    }

    /// Sends a batch with all keys that have gathered when its turn comes. A key that is alone even then is asked for as
    /// such, which sources answer more gladly.
    async fn ask_gathered(
        &self,
        keys: &RefCell<Vec<Key>>,
        closed: &Cell<bool>,
    ) -> (Vec<Key>, Result<Option<Told>, AskError>) {
        let settings = self.client.settings();
        let build = || {
            closed.set(true);
            self.api.ask_keys(&keys.borrow(), settings)
        };
        let read = |answer: &Response| self.api.read(Asked::Keys(&keys.borrow()), answer, settings);
        let cost = || cost_of(&*self.api, &keys.borrow());
        let result = self.steps(Priority::New, &cost, &build, &read).await;
        closed.set(true);
        (keys.borrow().clone(), result)
    }
}

fn are_titles(keys: &[Key]) -> bool {
    matches!(keys.first(), Some(Key::Title(_)))
}

/// Keys in two parts; a lone one is the only part.
fn halves(keys: &[Key]) -> impl Iterator<Item = Vec<Key>> {
    let (left, right) = keys.split_at(keys.len() / 2);
    [left, right].into_iter().filter(|part| !part.is_empty()).map(<[Key]>::to_vec)
}
