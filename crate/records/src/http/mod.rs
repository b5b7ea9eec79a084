//! The mechanism of HTTP: requests and responses as plain values, and hosts that are asked within their limits, patiently, and not at
//! all while they are down. What is known of each source stands in [`sources`](crate::sources).
//!
//! A [`HostClient`] sends requests to one host: a limiter spaces them by its [`RequestPolicy`], tightened by what the
//! responses' headers say; what fails is sent again with growing pauses; a circuit breaker leaves a host alone that keeps
//! failing. A [`Store`] keeps answers between sessions. Whoever embeds the core carries requests ([`Fetch`]) and tells the
//! time ([`Clock`]); tests run hours in milliseconds with [`VirtualClock`](virtual_time::VirtualClock).

mod cache;
mod circuit_breaker;
mod clock;
mod error;
mod fetch;
mod headers;
mod host_client;
mod host_clients;
mod limiter;
mod policy;
mod public_name;
mod reply;
mod request;
mod response;
mod semaphore;
pub mod virtual_time;

pub use cache::{CacheError, MemoryStore, Store};
pub use clock::Clock;
pub use error::AskError;
pub use fetch::{Fetch, FetchError};
pub use host_client::{HostClient, Transport};
pub(crate) use host_clients::HostClients;
pub use policy::{Priority, Rate, RequestCost, RequestPolicy};
pub use public_name::{is_public_name, public_host};
pub use reply::{FreshnessLifetime, Reply};
pub(crate) use request::encoded_path;
pub use request::{Credential, Method, Request, Secret, encoded};
pub use response::{Response, ResponseError};
