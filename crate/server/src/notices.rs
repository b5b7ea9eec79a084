//! Who waits for a job hears when it changes.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

/// Who waits for which job.
#[derive(Clone, Default)]
pub struct Notices(Arc<Mutex<HashMap<String, watch::Sender<Change>>>>);

/// What is told of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// It was begun: whoever waits for its end need not look.
    Begun,
    /// It may have ended.
    Other,
}

/// Somebody who waits.
pub struct Waiting {
    notices: Notices,
    id: String,
    changed: Option<watch::Receiver<Change>>,
}

impl Notices {
    /// Hears of a job from now on: to be called before it is looked at, lest a change slips between.
    pub fn wait_for(&self, id: &str) -> Waiting {
        let changed =
            self.all().entry(id.to_owned()).or_insert_with(|| watch::Sender::new(Change::Other)).subscribe();
        Waiting { notices: self.clone(), id: id.to_owned(), changed: Some(changed) }
    }

    /// Says that a job changed.
    pub fn tell(&self, id: &str, change: Change) {
        if let Some(sender) = self.all().get(id) {
            sender.send_replace(change);
        }
    }

    fn all(&self) -> MutexGuard<'_, HashMap<String, watch::Sender<Change>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Waiting {
    /// Until the job changes; then the last that was told of it.
    pub async fn changed(&mut self) -> Change {
        let Some(changed) = &mut self.changed else { return Change::Other };
        // The sender goes only with the last who waits.
        let _ = changed.changed().await;
        *changed.borrow_and_update()
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.changed = None;
        let mut all = self.notices.all();
        if all.get(&self.id).is_some_and(|sender| sender.receiver_count() == 0) {
            all.remove(&self.id);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_waits_hears_and_leaves_nothing_behind() {
        let notices = Notices::default();
        let mut first = notices.wait_for("a");
        let second = notices.wait_for("a");
        notices.tell("a", Change::Begun);
        notices.tell("nobody", Change::Other);
        assert_eq!(futures_util::FutureExt::now_or_never(first.changed()), Some(Change::Begun));
        assert!(futures_util::FutureExt::now_or_never(first.changed()).is_none());
        drop(first);
        assert_eq!(notices.all().len(), 1);
        drop(second);
        assert!(notices.all().is_empty());
    }
}
