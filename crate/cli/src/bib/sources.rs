//! Where answers come from: the network, or files of records.

use std::rc::Rc;

use citelight::identifiers::Identifiers;
use citelight::sources::doi_register::DoiRegister;
use citelight::sources::local::{Coverage, LocalStore};
use citelight::sources::{Query, Source};

use crate::args::BibOptions;
use crate::failure::Failure;
use crate::host::read_records;
use crate::network::Network;

/// Healthy answers of sources that hold everything before "no record" means "no such work".
const GHOST_SOURCES: usize = 2;

/// Where answers come from.
pub(crate) enum Sources {
    Network(Rc<Network>),
    Files(Vec<LocalStore>),
}

impl Sources {
    pub(super) fn open(options: &BibOptions) -> Result<Self, Failure> {
        if options.records.is_empty() {
            return Ok(Self::Network(Rc::new(Network::open(&options.network)?)));
        }
        Ok(Self::of_files(read_records(&options.records)?, options.complete_records))
    }

    /// Files of records; whoever says that they are complete vouches for it.
    pub(crate) fn of_files(stores: Vec<LocalStore>, are_complete: bool) -> Self {
        let whole = |store: LocalStore| match are_complete {
            true => store.with_coverage(Coverage::Everything),
            false => store,
        };
        Self::Files(stores.into_iter().map(whole).collect())
    }

    pub(super) fn ghost_sources(&self) -> usize {
        match self {
            Self::Network(_) => GHOST_SOURCES,
            // The user vouches for files that are said to be complete.
            Self::Files(stores) => {
                let complete = stores.iter().filter(|store| store.covers_everything()).count();
                GHOST_SOURCES.min(complete.max(1))
            }
        }
    }

    pub(super) fn sources_for(&self, identifiers: &Identifiers) -> Vec<&dyn Source> {
        match self {
            Self::Network(network) => network.sources_for(&Query::by_identifiers(identifiers)),
            Self::Files(stores) => stores.iter().map(|store| store as &dyn Source).collect(),
        }
    }

    pub(super) fn register(&self) -> Option<&dyn DoiRegister> {
        match self {
            Self::Network(network) => Some(network.register()),
            Self::Files(_) => None,
        }
    }

    pub(super) fn run<T>(&self, future: impl Future<Output = T>) -> T {
        match self {
            Self::Network(network) => network.run(future),
            Self::Files(_) => pollster::block_on(future),
        }
    }

    /// What was asked, for stderr.
    pub(super) fn summary(&self) -> Option<String> {
        match self {
            Self::Network(network) => Some(network.summary()),
            Self::Files(_) => None,
        }
    }
}
