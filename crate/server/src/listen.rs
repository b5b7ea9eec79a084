//! What other replicas tell of jobs reaches those who wait here.

use std::time::Duration;

use apalis_postgres::PgListener;

use crate::notices::Notices;
use crate::store::{CHANNEL, Store};

/// Before a connection that broke is made again.
const PAUSE: Duration = Duration::from_secs(1);

/// Listens as long as the server runs; a file has one process and nobody to listen to.
pub(crate) async fn listen(store: Store, notices: Notices) {
    let Store::Postgres(pool) = store else { return };
    loop {
        let error = match listen_once(&pool, &notices).await {
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

async fn listen_once(pool: &apalis_postgres::PgPool, notices: &Notices) -> Result<(), sqlx::Error> {
    let mut listener = PgListener::connect_with(pool).await?;
    listener.listen(CHANNEL).await?;
    loop {
        let told = listener.recv().await?;
        notices.tell(told.payload());
    }
}
