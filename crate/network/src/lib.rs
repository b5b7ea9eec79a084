//! What the core asks for, natively: requests that reach no private address, the system's clock, answers kept on disk, texts
//! of PDFs. The command and the server share it.

mod address;
mod cache;
mod clock;
mod fetch;
mod guard;
pub mod index;
mod pdf;
mod proxies;
mod scholarly;

pub use address::OwnServers;
pub use cache::DiskStore;
pub use clock::SystemTime;
pub use fetch::HttpClient;
pub use guard::{Guard, Hop, Reach, innermost};
pub use pdf::PdfLibrary;
pub use scholarly::Scholarly;

/// What the jitter of retries is made from: processes that start together must not retry together.
pub fn seed() -> u64 {
    u64::from(std::process::id())
}

/// One thread: the core's futures stay on it, and the sources' limits leave it idle most of the time.
///
/// # Errors
/// Why the system gives none.
pub fn runtime() -> Result<tokio::runtime::Runtime, String> {
    tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(|error| error.to_string())
}
