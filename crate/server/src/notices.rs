//! Who waits for a job hears when it changes.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

/// Who waits for which job.
#[derive(Clone, Default)]
pub struct Notices(Arc<Mutex<HashMap<String, watch::Sender<()>>>>);

/// Somebody who waits.
pub struct Waiting {
    notices: Notices,
    id: String,
    changed: Option<watch::Receiver<()>>,
}

impl Notices {
    /// Hears of a job from now on: to be called before it is looked at, lest a change slips between.
    pub fn wait_for(&self, id: &str) -> Waiting {
        let changed = self.all().entry(id.to_owned()).or_insert_with(|| watch::Sender::new(())).subscribe();
        Waiting { notices: self.clone(), id: id.to_owned(), changed: Some(changed) }
    }

    /// Says that a job changed.
    pub fn tell(&self, id: &str) {
        if let Some(sender) = self.all().get(id) {
            sender.send_replace(());
        }
    }

    /// Says that any job may have changed.
    pub fn tell_all(&self) {
        for sender in self.all().values() {
            sender.send_replace(());
        }
    }

    fn all(&self) -> MutexGuard<'_, HashMap<String, watch::Sender<()>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Waiting {
    /// Until the job changes.
    pub async fn changed(&mut self) {
        if let Some(changed) = &mut self.changed {
            // The sender goes only with the last who waits.
            let _ = changed.changed().await;
        }
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
        notices.tell("a");
        notices.tell("nobody");
        futures_util::FutureExt::now_or_never(first.changed()).expect("it was told");
        assert!(futures_util::FutureExt::now_or_never(first.changed()).is_none());
        drop(first);
        assert_eq!(notices.all().len(), 1);
        drop(second);
        assert!(notices.all().is_empty());
    }
}
