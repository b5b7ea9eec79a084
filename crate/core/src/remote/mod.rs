//! What a Citelight server decides in one call: the questions and results that host applications and server share, and the client.
//!
//! The same code answers a question here, with a model at hand, and there: [`ArbitrationRequest::arbitrate`],
//! [`CommitteeRequest::convene`].

pub mod committee;
mod job;
pub mod server;

pub use committee::{CitingWork, CommitteeRequest, CommitteeResult, CommitteeTrouble};
pub use server::Server;

use citelight_inference::LocalFuture;
use citelight_verify::llm::arbitration::{Arbitrate, ArbitrationRequest, ArbitrationResult};
use citelight_verify::llm::{Complete, CompleteError};

/// A Citelight server: it runs the algorithms itself.
pub trait Serve: Arbitrate {
    /// A work that cannot be read, by those who cite it.
    ///
    /// # Errors
    /// [`CompleteError`] if there is no result, or one that does not hold.
    fn convene<'a>(
        &'a self,
        request: &'a CommitteeRequest,
    ) -> LocalFuture<'a, Result<CommitteeResult, CompleteError>>;
}

/// Who decides what is left open: the endpoint that the user configured.
#[derive(Clone, Copy)]
pub enum Remote<'a> {
    /// A model: the algorithms run here.
    Model(&'a dyn Complete),
    /// A Citelight server: they run there.
    Server(&'a dyn Serve),
}

impl<'a> Remote<'a> {
    /// The model, where the algorithms run here.
    pub fn model(self) -> Option<&'a dyn Complete> {
        match self {
            Self::Model(model) => Some(model),
            Self::Server(_) => None,
        }
    }
}

impl Arbitrate for Remote<'_> {
    fn arbitrate<'a>(
        &'a self,
        request: &'a ArbitrationRequest,
    ) -> LocalFuture<'a, Result<ArbitrationResult, CompleteError>> {
        match self {
            Self::Model(model) => Box::pin(request.arbitrate(*model)),
            Self::Server(server) => server.arbitrate(request),
        }
    }
}
