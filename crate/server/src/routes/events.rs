//! `GET /v1/jobs/{id}/events`: a job as it changes, as server-sent events.

use std::convert::Infallible;
use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::stream::{self, Stream};
use tokio::time::timeout;

use super::admission::{Peer, admitted};
use super::look::LOOK;
use crate::job::State as JobState;
use crate::notices::Waiting;
use crate::problem::Problem;
use crate::work::Desk;

/// What a stream of events goes on with.
struct Following {
    desk: Arc<Desk>,
    id: String,
    owner: Arc<str>,
    waiting: Waiting,
    /// The state and the run that were told last.
    told: Option<(JobState, u32)>,
    over: bool,
}

/// The job as it is now, then each change; the stream ends with the job.
pub(super) async fn events(
    State(desk): State<Arc<Desk>>,
    Path(id): Path<String>,
    peer: Peer,
    headers: HeaderMap,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Problem> {
    let owner = admitted(&desk, &peer, &headers, None)?.name;
    let (_, work) = desk.store.look(&id, &owner).await?.ok_or(Problem::NoJob)?;
    let waiting = desk.notices.wait_for(&work);
    let following = Following { desk, id, owner, waiting, told: None, over: false };
    let events = stream::unfold(following, |following| async move { next(following).await });
    Ok(Sse::new(events).keep_alive(KeepAlive::default()))
}

async fn next(mut following: Following) -> Option<(Result<Event, Infallible>, Following)> {
    while !following.over && !*following.desk.ending.borrow() {
        let Following { desk, id, owner, .. } = &following;
        // A job that expires meanwhile, or a store that fails, ends the stream: the client asks again.
        let (job, _) = desk.store.look(id, owner).await.ok().flatten()?;
        if following.told != Some((job.state, job.runs)) {
            following.told = Some((job.state, job.runs));
            following.over = job.state.is_final();
            let event = Event::default().event(job.state.as_str()).json_data(&job).ok()?;
            return Some((Ok(event), following));
        }
        let mut ending = following.desk.ending.clone();
        tokio::select! {
            _ = timeout(LOOK, following.waiting.changed()) => {}
            _ = ending.wait_for(|ending| *ending) => {}
        }
    }
    None
}
