//! Connections: no more than there are places for, none that keeps its place without asking.

use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, HttpBody};
use hyper::body::{Frame, SizeHint};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, watch};
use tower::Service;

use crate::config::RequestLimits;
use crate::routes::Peer;

/// Bytes of the head of a request.
const HEAD: usize = 32 * 1024;
/// After a failure to accept: there may be no file descriptors left.
const PAUSE: Duration = Duration::from_millis(100);
/// What a connection hears for which there is no place.
const FULL: &[u8] =
    b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";

/// Connections that are open.
#[derive(Default)]
struct Places {
    next: u64,
    open: HashMap<u64, Place>,
}

struct Place {
    address: IpAddr,
    /// Requests that are answered.
    busy: usize,
    /// Ends it.
    leave: Arc<Notify>,
}

#[derive(Clone, Default)]
struct Connections(Arc<Mutex<Places>>);

impl Connections {
    fn all(&self) -> MutexGuard<'_, Places> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A place for a connection. Where there is none left, the oldest that asks nothing gives its place up, of the same address if that
    /// has too many.
    fn enter(&self, address: IpAddr, limits: &RequestLimits) -> Option<(u64, Arc<Notify>)> {
        let mut places = self.all();
        let of_address = places.open.values().filter(|place| place.address == address).count();
        let crowded = of_address >= limits.connections_per_address;
        if crowded || places.open.len() >= limits.connections {
            let idle = places.open.iter().filter(|(_, place)| place.busy == 0);
            let mine = idle.filter(|(_, place)| !crowded || place.address == address);
            let oldest = mine.map(|(number, _)| *number).min()?;
            if let Some(place) = places.open.remove(&oldest) {
                place.leave.notify_one();
            }
        }
        let number = places.next;
        places.next += 1;
        let leave = Arc::new(Notify::new());
        places.open.insert(number, Place { address, busy: 0, leave: leave.clone() });
        Some((number, leave))
    }

    fn leave(&self, number: u64) {
        self.all().open.remove(&number);
    }

    fn busy(&self, number: u64) -> Busy {
        if let Some(place) = self.all().open.get_mut(&number) {
            place.busy += 1;
        }
        Busy { connections: self.clone(), number }
    }
}

/// A request of a connection is answered as long as this is held.
struct Busy {
    connections: Connections,
    number: u64,
}

impl Drop for Busy {
    fn drop(&mut self) {
        if let Some(place) = self.connections.all().open.get_mut(&self.number) {
            place.busy = place.busy.saturating_sub(1);
        }
    }
}

/// Serves connections until the server is to end and the last request has been answered.
pub(crate) async fn serve_connections(
    listener: TcpListener,
    router: Router,
    limits: RequestLimits,
    mut ending: watch::Receiver<bool>,
) {
    let connections = Connections::default();
    // Held by every connection: closed when the last one has ended.
    let (alive, mut over) = tokio::sync::mpsc::channel::<()>(1);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = ending.wait_for(|ending| *ending) => break,
        };
        match accepted {
            Ok((stream, address)) => match connections.enter(address.ip(), &limits) {
                Some((number, leave)) => {
                    let connection = Connection { connections: connections.clone(), number, address, limits };
                    let serving = connection.serve(stream, router.clone(), leave, ending.clone());
                    let alive = alive.clone();
                    tokio::spawn(async move {
                        serving.await;
                        drop(alive);
                    });
                }
                None => refuse(stream),
            },
            Err(error) => {
                tracing::warn!(%error, "a connection was not accepted");
                tokio::time::sleep(PAUSE).await;
            }
        }
    }
    drop((listener, alive));
    let _ = over.recv().await;
}

/// Says that there is no place, without waiting for anybody to listen.
fn refuse(stream: TcpStream) {
    tokio::spawn(async move {
        let mut stream = stream;
        let _ = tokio::time::timeout(Duration::from_secs(1), stream.write_all(FULL)).await;
    });
}

struct Connection {
    connections: Connections,
    number: u64,
    address: SocketAddr,
    limits: RequestLimits,
}

impl Connection {
    async fn serve(
        self,
        stream: TcpStream,
        router: Router,
        leave: Arc<Notify>,
        mut ending: watch::Receiver<bool>,
    ) {
        let _ = stream.set_nodelay(true);
        let peer = Peer::at(stream.local_addr().ok().map(|local| local.ip()));
        let (connections, number) = (self.connections.clone(), self.number);
        let service = service_fn(move |mut request: hyper::Request<hyper::body::Incoming>| {
            request.extensions_mut().insert(peer.clone());
            let busy = connections.busy(number);
            let answering = router.clone().call(request);
            async move {
                let answer = answering.await;
                // Until the answer is out: what events tell comes after it has begun.
                answer.map(|answer| answer.map(|body| BusyBody { body, _busy: busy }))
            }
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(Duration::from_secs(self.limits.header_seconds))
            .max_buf_size(HEAD)
            .serve_connection(TokioIo::new(stream), service);
        tokio::pin!(connection);
        let mut told = false;
        loop {
            tokio::select! {
                ended = connection.as_mut() => {
                    if let Err(error) = ended {
                        tracing::debug!(%error, address = %self.address.ip(), "a connection failed");
                    }
                    break;
                }
                () = leave.notified() => break,
                _ = ending.wait_for(|ending| *ending), if !told => {
                    told = true;
                    connection.as_mut().graceful_shutdown();
                }
            }
        }
        self.connections.leave(self.number);
    }
}

/// A body whose connection is busy until it is out.
struct BusyBody {
    body: Body,
    /// Dropped with the body.
    _busy: Busy,
}

impl HttpBody for BusyBody {
    type Data = <Body as HttpBody>::Data;
    type Error = <Body as HttpBody>::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Self::Data>, Self::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    // Known lengths stay known.
    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(connections: usize, connections_per_address: usize) -> RequestLimits {
        RequestLimits { connections, connections_per_address, ..RequestLimits::default() }
    }

    const A: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 1));
    const B: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 2));

    #[test]
    fn the_oldest_that_asks_nothing_gives_its_place_up() {
        let (connections, limits) = (Connections::default(), limits(3, 2));
        let (first, _) = connections.enter(A, &limits).unwrap();
        let (second, left) = connections.enter(A, &limits).unwrap();
        let asking = connections.busy(first);
        let (third, _) = connections.enter(A, &limits).unwrap();
        assert!(futures_util::FutureExt::now_or_never(left.notified()).is_some(), "the second had to go");
        assert!(!connections.all().open.contains_key(&second));
        let _other = connections.busy(third);
        assert!(connections.enter(A, &limits).is_none(), "both ask");
        connections.enter(B, &limits).unwrap();
        drop(asking);
        assert!(connections.enter(B, &limits).is_some(), "the first asks nothing any more");
        assert!(!connections.all().open.contains_key(&first));
    }
}
