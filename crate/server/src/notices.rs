//! Who waits for a job hears when it changes.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

/// Who waits for which job.
#[derive(Clone, Default)]
pub struct Notices(Arc<Mutex<HashMap<String, watch::Sender<Told>>>>);

/// How often was told that something happened to a job.
#[derive(Clone, Copy, Debug, Default)]
struct Told {
    /// That it was begun.
    begun: u64,
    /// That it changed otherwise.
    changed: u64,
}

/// Somebody who waits.
pub struct Waiting {
    notices: Notices,
    id: String,
    told: Option<watch::Receiver<Told>>,
    /// Changes that were heard of.
    heard: u64,
}

impl Notices {
    /// Hears of a job from now on: to be called before it is looked at, lest a change slips between.
    pub fn wait_for(&self, id: &str) -> Waiting {
        let told = self.all().entry(id.to_owned()).or_default().subscribe();
        let heard = told.borrow().changed;
        Waiting { notices: self.clone(), id: id.to_owned(), told: Some(told), heard }
    }

    /// Says that a job was begun.
    pub fn tell_begun(&self, id: &str) {
        if let Some(sender) = self.all().get(id) {
            sender.send_modify(|told| told.begun += 1);
        }
    }

    /// Says that a job changed, in whatever way.
    pub fn tell(&self, id: &str) {
        if let Some(sender) = self.all().get(id) {
            sender.send_modify(|told| told.changed += 1);
        }
    }

    /// Says that any job may have changed.
    pub fn tell_all(&self) {
        for sender in self.all().values() {
            sender.send_modify(|told| told.changed += 1);
        }
    }

    fn all(&self) -> MutexGuard<'_, HashMap<String, watch::Sender<Told>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Waiting {
    /// Until the job changes.
    pub async fn changed(&mut self) {
        if let Some(told) = &mut self.told {
            // The sender goes only with the last who waits.
            let _ = told.changed().await;
        }
    }

    /// Until more happens, or has happened since this was last asked, than that the job was begun.
    pub async fn more_than_begun(&mut self) {
        if let Some(told) = &mut self.told {
            let heard = self.heard;
            if let Ok(told) = told.wait_for(|told| told.changed != heard).await {
                self.heard = told.changed;
            }
        }
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.told = None;
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
        notices.tell("a");
        notices.tell("nobody");
        futures_util::FutureExt::now_or_never(first.changed()).expect("it was told");
        assert!(futures_util::FutureExt::now_or_never(first.changed()).is_none());
        notices.tell_begun("a");
        futures_util::FutureExt::now_or_never(first.changed()).expect("a begin is a change");
        drop(first);
        assert_eq!(notices.all().len(), 1);
        drop(second);
        assert!(notices.all().is_empty());
    }

    #[test]
    fn who_waits_for_an_end_is_not_woken_by_a_begin() {
        let notices = Notices::default();
        let mut waiting = notices.wait_for("a");
        notices.tell_begun("a");
        assert!(futures_util::FutureExt::now_or_never(waiting.more_than_begun()).is_none());
        notices.tell("a");
        notices.tell_begun("a");
        futures_util::FutureExt::now_or_never(waiting.more_than_begun()).expect("a begin hides no change");
        assert!(futures_util::FutureExt::now_or_never(waiting.more_than_begun()).is_none());
    }
}
