//! `citelight find`: the work that a masked citation points at.

mod text;

use std::path::PathBuf;
use std::process::ExitCode;
use std::rc::Rc;

use citelight::attribute::agent::recall::{Recalled, recall};
use citelight::attribute::agent::{AgentSettings, find_assisted};
use citelight::attribute::in_memory_library::InMemoryLibrary;
use citelight::attribute::library::Library;
use citelight::attribute::scholar::Scholar;
use citelight::attribute::{Attribution, CitingPaper, Excerpt};
use citelight::export::{FindExport, FoundSource};
use citelight::verify::models::Embed;

use crate::args::{FindOptions, Format, Within};
use crate::failure::{Failure, read_text};
use crate::host::read_records;
use crate::models;
use crate::network::{EndpointOptions, ModelEndpoint, Network, NetworkOptions};
use crate::output;

pub(crate) fn run(options: &FindOptions) -> Result<ExitCode, Failure> {
    let excerpts = excerpts(options)?;
    let models = models::load_bi_encoder(&options.within.models)?;
    let embed = models.as_models().embed;
    if embed.is_none() {
        anstream::eprintln!("citelight: no bi-encoder; candidates are ranked by words alone (--models DIR)");
    }
    let places = Places::open(&options.within, &options.network, &options.endpoint)?;
    let mut found = Vec::new();
    for excerpt in excerpts {
        let text = excerpt.text();
        let mut attribution = places.find(excerpt, &AgentSettings::default(), embed)?;
        attribution.candidates.truncate(if options.first { 1 } else { options.top });
        found.push(FoundSource { excerpt: text, found: attribution });
    }
    if let Some(line) = places.summary() {
        anstream::eprintln!("{line}");
    }
    let export = FindExport::new(found);
    match options.format {
        Format::Json => output::json(&export)?,
        Format::Text => text::write(&export, &mut anstream::stdout().lock())?,
    }
    Ok(exit_code(&export))
}

/// 2 if something was not found while a source failed, else 1 if something was not found, else 0.
fn exit_code(export: &FindExport) -> ExitCode {
    let open: Vec<&FoundSource> = export.excerpts.iter().filter(|one| one.found.selected.is_none()).collect();
    let failed = open.iter().any(|one| !one.found.failures.is_empty());
    ExitCode::from(match (open.is_empty(), failed) {
        (true, _) => 0,
        (false, false) => 1,
        (false, true) => 2,
    })
}

/// The excerpts of the command line and of the file.
fn excerpts(options: &FindOptions) -> Result<Vec<Excerpt>, Failure> {
    let mut texts = options.excerpts.clone();
    if let Some(file) = &options.file {
        let text = read_text("the file of excerpts", file)?.replace("\r\n", "\n");
        texts.extend(text.split("\n\n").map(str::trim).filter(|part| !part.is_empty()).map(str::to_owned));
    }
    let paper = CitingPaper { title: options.paper.clone(), year: options.year, ..CitingPaper::default() };
    texts
        .iter()
        .map(|text| {
            Excerpt::parse(text, paper.clone()).map_err(|error| Failure::Excerpt {
                excerpt: output::cut(text, 60),
                reason: error.to_string(),
            })
        })
        .collect()
}

/// Where sources are looked for, and who chooses the steps.
pub struct Places {
    world: World,
    endpoint: Option<ModelEndpoint>,
}

enum World {
    Network(Rc<Network>),
    Files(Box<InMemoryLibrary>),
}

impl World {
    fn of_records(files: &[PathBuf]) -> Result<Self, Failure> {
        let stores = read_records(files)?;
        let records = stores.iter().flat_map(|store| store.records().iter().cloned());
        Ok(Self::Files(Box::new(InMemoryLibrary::new(records.collect()))))
    }
}

impl Places {
    /// The files that are named, else the network; the steps are a model's if one is named.
    pub fn open(
        within: &Within,
        network: &NetworkOptions,
        endpoint: &EndpointOptions,
    ) -> Result<Self, Failure> {
        let endpoint = ModelEndpoint::open(endpoint)?;
        let world = if within.records.is_empty() {
            World::Network(Rc::new(Network::open(network)?))
        } else {
            World::of_records(&within.records)?
        };
        Ok(Self { world, endpoint })
    }

    /// The network, searched by rules.
    #[cfg(feature = "mcp")]
    pub(crate) fn of_network(network: Rc<Network>) -> Self {
        Self { world: World::Network(network), endpoint: None }
    }

    /// Files of records, searched by rules.
    #[cfg(feature = "mcp")]
    pub(crate) fn of_records(records: &[PathBuf]) -> Result<Self, Failure> {
        Ok(Self { world: World::of_records(records)?, endpoint: None })
    }

    /// Searches to the end. A model searches as the settings say.
    pub fn find(
        &self,
        excerpt: Excerpt,
        settings: &AgentSettings,
        embed: Option<&dyn Embed>,
    ) -> Result<Attribution, Failure> {
        let model = self.endpoint.as_ref().map(ModelEndpoint::model);
        let found = match (&self.world, &self.endpoint) {
            (World::Network(network), _) => {
                let scholar = Scholar::new(network.client(), Some(network.texts()));
                network.run(find_assisted(excerpt, &scholar as &dyn Library, model, settings, embed))
            }
            (World::Files(library), Some(endpoint)) => {
                endpoint.run(find_assisted(excerpt, library.as_ref(), model, settings, embed))
            }
            (World::Files(library), None) => {
                pollster::block_on(find_assisted(excerpt, library.as_ref(), model, settings, embed))
            }
        };
        found.map_err(|error| Failure::Ranking { reason: error.to_string() })
    }

    /// The work that the model names from memory; none without a model.
    pub fn recall(&self, excerpt: &Excerpt, settings: &AgentSettings) -> Result<Option<Recalled>, Failure> {
        let Some(endpoint) = &self.endpoint else { return Ok(None) };
        let recalled = endpoint.run(recall(excerpt, endpoint.model(), settings));
        recalled.map(Some).map_err(|error| Failure::Network { reason: error.cause() })
    }

    /// What was asked of the scholarly sources, for stderr.
    pub fn summary(&self) -> Option<String> {
        match &self.world {
            World::Network(network) => Some(network.summary()),
            World::Files(_) => None,
        }
    }
}
