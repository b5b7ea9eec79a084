//! What other replicas tell of jobs reaches those who wait here.

use std::time::Duration;

use sqlx::postgres::{PgListener, PgPool};
use tokio::sync::mpsc;

use crate::notices::Notices;
use crate::store::{CHANNEL, Store};
use crate::work::Call;

/// Before a connection that broke is made again.
const PAUSE: Duration = Duration::from_secs(1);

/// Listens as long as the server runs; a file has one process and nobody to listen to.
pub(crate) async fn listen(store: Store, notices: Notices, call: mpsc::UnboundedSender<Call>) {
    let Some(pool) = store.postgres() else { return };
    loop {
        let error = match listen_once(pool, &notices, &call).await {
            Ok(()) => return,
            Err(error) => error,
        };
        if pool.is_closed() {
            return;
        }
        let kind = crate::failure::StoreError::of("listen to other replicas")(error);
        tracing::warn!(error = %kind, "jobs of other replicas are looked for by the clock until they can be heard again");
        tokio::time::sleep(PAUSE).await;
    }
}

async fn listen_once(
    pool: &PgPool,
    notices: &Notices,
    call: &mpsc::UnboundedSender<Call>,
) -> Result<(), sqlx::Error> {
    let mut listener = PgListener::connect_with(pool).await?;
    listener.listen(CHANNEL).await?;
    // What was told while nobody listened is looked for.
    notices.tell_all();
    let _ = call.send(Call::New);
    loop {
        let told = listener.recv().await?;
        if told.payload().is_empty() {
            let _ = call.send(Call::New);
        } else {
            notices.tell(told.payload());
        }
    }
}
