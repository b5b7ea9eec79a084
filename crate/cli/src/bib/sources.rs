//! Where answers come from: the scholarly sources, or files of records in their place; a local index before either.

use std::future::Future;
use std::rc::Rc;

use citelight::identifiers::Identifiers;
use citelight::sources::doi_register::DoiRegister;
use citelight::sources::local::{Coverage, LocalStore};
use citelight::sources::{Query, Source};
use citelight_network::index::{IndexRegister, LocalIndex};

use crate::args::BibOptions;
use crate::failure::Failure;
use crate::host::{open_index, read_records};
use crate::network::Network;

/// Healthy answers of sources that hold everything before "no record" means "no such work".
const GHOST_SOURCES: usize = 2;

/// Why there is nothing to check against.
const NOBODY: &str = "--offline asks nobody, and there is nothing to check against; give --index FILE (see `citelight index dumps`) or --records";

/// Where answers come from.
pub(crate) struct Sources {
    index: Option<LocalIndex>,
    world: World,
}

enum World {
    Network(Rc<Network>),
    Files(Vec<LocalStore>),
}

impl Sources {
    pub(super) fn open(options: &BibOptions) -> Result<Self, Failure> {
        let index = open_index(&options.index)?;
        let is_of_files = !options.records.is_empty() || options.offline;
        if options.offline && options.records.is_empty() && index.is_none() {
            return Err(Failure::Offline(NOBODY));
        }
        let sources = match is_of_files {
            true => Self::of_files(read_records(&options.records)?, options.complete_records),
            false => Self::of_network(Rc::new(Network::open(&options.network)?)),
        };
        Ok(sources.with_index(index))
    }

    /// The scholarly sources.
    pub(crate) fn of_network(network: Rc<Network>) -> Self {
        Self { index: None, world: World::Network(network) }
    }

    /// Files of records; whoever says that they are complete vouches for it.
    pub(crate) fn of_files(stores: Vec<LocalStore>, are_complete: bool) -> Self {
        let whole = |store: LocalStore| match are_complete {
            true => store.with_coverage(Coverage::Everything),
            false => store,
        };
        Self { index: None, world: World::Files(stores.into_iter().map(whole).collect()) }
    }

    /// The same, after this index.
    pub(crate) fn with_index(self, index: Option<LocalIndex>) -> Self {
        Self { index, ..self }
    }

    pub(super) fn index(&self) -> Option<&LocalIndex> {
        self.index.as_ref()
    }

    pub(super) fn ghost_sources(&self) -> usize {
        match &self.world {
            World::Network(_) => GHOST_SOURCES,
            // The user vouches for files that are said to be complete. An index never is.
            World::Files(stores) => {
                let complete = stores.iter().filter(|store| store.covers_everything()).count();
                GHOST_SOURCES.min(complete.max(1))
            }
        }
    }

    pub(super) fn sources_for(&self, identifiers: &Identifiers) -> Vec<&dyn Source> {
        let index = self.index.iter().map(|index| index as &dyn Source);
        match &self.world {
            World::Network(network) => {
                index.chain(network.sources_for(&Query::by_identifiers(identifiers))).collect()
            }
            World::Files(stores) => stores.iter().map(|store| store as &dyn Source).chain(index).collect(),
        }
    }

    /// Who knows of DOIs and notices.
    pub(super) fn register(&self) -> Register<'_> {
        let network = match &self.world {
            World::Network(network) => Some(network.register() as &dyn DoiRegister),
            World::Files(_) => None,
        };
        match &self.index {
            Some(index) => Register::Indexed(IndexRegister::new(index, network)),
            None => Register::Network(network),
        }
    }

    pub(crate) fn run<T>(&self, future: impl Future<Output = T>) -> T {
        match &self.world {
            World::Network(network) => network.run(future),
            World::Files(_) => pollster::block_on(future),
        }
    }

    /// What was asked, for stderr.
    pub(super) fn summary(&self) -> Option<String> {
        match &self.world {
            World::Network(network) => Some(network.summary()),
            World::Files(_) => None,
        }
    }
}

/// Who knows of DOIs and notices.
pub(super) enum Register<'a> {
    Network(Option<&'a dyn DoiRegister>),
    Indexed(IndexRegister<'a>),
}

impl Register<'_> {
    pub(super) fn get(&self) -> Option<&dyn DoiRegister> {
        match self {
            Self::Network(register) => *register,
            Self::Indexed(register) => Some(register),
        }
    }
}
