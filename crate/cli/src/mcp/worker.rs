//! The thread on which the tools work: what asks the sources belongs to one thread, and asks at their pace whoever wants to know.

use std::sync::mpsc::{Sender, channel};

use tokio::sync::oneshot;

use super::tools::Tools;
use crate::args::McpOptions;
use crate::failure::Failure;

type Job = Box<dyn FnOnce(&mut Tools) + Send>;

/// Hands work to the thread; one piece after the other.
#[derive(Clone)]
pub(super) struct Worker(Sender<Job>);

impl Worker {
    /// Starts the thread.
    pub(super) fn start(options: McpOptions) -> Result<Self, Failure> {
        let (sender, jobs) = channel::<Job>();
        let (opened, opening) = channel();
        std::thread::Builder::new().name("citelight-tools".to_owned()).spawn(move || {
            let mut tools = match Tools::open(options) {
                Ok(tools) => tools,
                Err(failure) => {
                    let _ = opened.send(Err(failure.to_string()));
                    return;
                }
            };
            let _ = opened.send(Ok(()));
            while let Ok(job) = jobs.recv() {
                job(&mut tools);
            }
        })?;
        match opening.recv() {
            Ok(Ok(())) => Ok(Self(sender)),
            Ok(Err(reason)) => Err(Failure::Server(reason)),
            Err(_) => Err(Failure::Server(STOPPED.to_owned())),
        }
    }

    /// What the tools make of it; else why not, in words.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Tools) -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, String> {
        let (answer, answered) = oneshot::channel();
        let job: Job = Box::new(move |tools| {
            // Whoever asked may have gone.
            if !answer.is_closed() {
                let _ = answer.send(work(tools).map_err(|failure| failure.to_string()));
            }
        });
        self.0.send(job).map_err(|_| STOPPED.to_owned())?;
        answered.await.map_err(|_| STOPPED.to_owned())?
    }
}

const STOPPED: &str = "the thread of the tools has ended; start the server again";
