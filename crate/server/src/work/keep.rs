//! Answers of the model are kept as they come, so that a run that is cut off asks for none of them again.

use std::time::Duration;

use citelight::llm::recorded::Line;
use tokio::sync::mpsc;

use crate::store::Store;

/// How long an answer waits for those that come with it, and for the end of its work, after which nobody needs it.
const TOGETHER: Duration = Duration::from_millis(5);

/// What happens to answers of the model.
#[derive(Debug)]
pub enum Keep {
    /// One came, for this work.
    Answer(String, Line),
    /// The work has ended, and its end is stored.
    Ended(String),
}

/// Keeps answers, those that came together in one transaction.
pub async fn keep(store: Store, mut told: mpsc::UnboundedReceiver<Keep>) {
    let mut answers = Vec::new();
    while let Some(first) = told.recv().await {
        sort(first, &mut answers);
        if answers.is_empty() {
            continue;
        }
        tokio::time::sleep(TOGETHER).await;
        while let Ok(next) = told.try_recv() {
            sort(next, &mut answers);
        }
        if let Err(error) = store.keep(&answers).await {
            tracing::warn!(%error, "answers were not kept; a job that is cut off now asks for them again");
        }
        answers.clear();
    }
}

/// An answer is to be kept until its work ends.
fn sort(told: Keep, answers: &mut Vec<(String, Line)>) {
    match told {
        Keep::Answer(work, line) => answers.push((work, line)),
        Keep::Ended(ended) => answers.retain(|(work, _)| *work != ended),
    }
}
