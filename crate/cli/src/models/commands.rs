//! `citelight models`: which there are, adding and removing those that are not shipped, comparing all with their hashes.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use citelight_models::{HUB, Manifest, ModelEntry, OptionalModel};
use indicatif::{ProgressBar, ProgressStyle};

use super::added::{AddedModels, catalogue};
use super::download::{DownloadError, Hold, Progress, fetch};
use super::folder::{folder_of, path_of, read_manifest, unreadable, unusable};
use crate::args::{AddedPlace, DataFolder, ModelsCommand};
use crate::failure::Failure;
use crate::network::FileServer;
use crate::output::plain;

/// `citelight models`: exit code 2 if something is missing or another than its manifest says.
pub(crate) fn run(command: &ModelsCommand) -> Result<ExitCode, Failure> {
    match command {
        ModelsCommand::List { models, place } => list(models.as_deref(), place),
        ModelsCommand::Add { ids, hub, place } => add(ids, hub.as_deref(), place),
        ModelsCommand::Remove { ids, data } => remove(ids, data),
        ModelsCommand::Verify { models, data } => verify(models.as_deref(), data),
    }
}

fn list(models: Option<&Path>, place: &AddedPlace) -> Result<ExitCode, Failure> {
    let added = AddedModels::open(&place.data)?;
    let (catalogue, there) = (catalogue(place)?, added.all()?);
    let mut out = anstream::stdout().lock();
    if let Some(folder) = folder_of(models) {
        let manifest = read_manifest(&folder)?;
        writeln!(out, "in {}", folder.display())?;
        for entry in &manifest.models {
            writeln!(out, "  {}", line(entry, "shipped"))?;
        }
    }
    writeln!(out, "optional, added to {}", added.folder().display())?;
    for model in &catalogue.optional {
        let is_there = there.iter().any(|entry| entry.id == model.entry.id);
        let state = match added.begun(model) {
            _ if is_there => "added".to_owned(),
            0 => "not added".to_owned(),
            begun => format!("begun: {} of {}", size(begun), size(model.bytes() as u64)),
        };
        writeln!(out, "  {}\n      {}", line(&model.entry, &state), plain(&model.good_for))?;
    }
    for entry in there.iter().filter(|entry| catalogue.optional(&entry.id).is_none()) {
        writeln!(out, "  {}", line(entry, "added"))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn line(entry: &ModelEntry, state: &str) -> String {
    let bytes: usize = entry.files().iter().map(|file| file.bytes).sum();
    let (id, licence) = (plain(&entry.id), plain(&entry.licence));
    format!("{id:24} {:14} {:>9}  {licence}, {state}", entry.role.name(), size(bytes as u64))
}

fn size(bytes: u64) -> String {
    format!("{:.1} MB", bytes as f64 / 1e6)
}

fn add(ids: &[String], hub: Option<&str>, place: &AddedPlace) -> Result<ExitCode, Failure> {
    let (added, catalogue) = (AddedModels::open(&place.data)?, catalogue(place)?);
    let models: Vec<&OptionalModel> = ids
        .iter()
        .map(|id| catalogue.optional(id).ok_or_else(|| unknown(id, &catalogue)))
        .collect::<Result<_, _>>()?;
    let server = FileServer::open(hub)?;
    for model in models {
        add_one(model, hub.unwrap_or(HUB), &server, &added)?;
        let id = &model.entry.id;
        anstream::eprintln!("{id}: added to {}; use it with --model {id}", added.folder_of(id).display());
    }
    Ok(ExitCode::SUCCESS)
}

fn unknown(id: &str, catalogue: &Manifest) -> Failure {
    let ids: Vec<&str> = catalogue.optional.iter().map(|model| model.entry.id.as_str()).collect();
    let reason = match catalogue.models.iter().any(|entry| entry.id == id) {
        true => "it is shipped, it need not be added".to_owned(),
        false => format!("the catalogue does not know it; it knows {}", ids.join(", ")),
    };
    Failure::Model { id: id.to_owned(), reason }
}

fn add_one(
    model: &OptionalModel,
    hub: &str,
    server: &FileServer,
    added: &AddedModels,
) -> Result<(), Failure> {
    let id = &model.entry.id;
    let not_added = |error: DownloadError| Failure::NotAdded { id: id.clone(), reason: error.to_string() };
    let folder = added.folder_of(id);
    let _held = Hold::on(&folder).map_err(not_added)?;
    for file in model.entry.files() {
        let path = path_of(&folder, file)?;
        let mut bar = Bar::new(&format!("{id}: {}", file.path), file.bytes as u64);
        let fetched = server.run(fetch(server, &model.address(hub, file), file, &path, &mut bar));
        bar.finish();
        fetched.map_err(not_added)?;
    }
    added.settle(&model.entry)
}

/// A bar on a terminal; what the user should know is told everywhere.
struct Bar {
    name: String,
    bar: ProgressBar,
}

impl Bar {
    fn new(name: &str, bytes: u64) -> Self {
        anstream::eprintln!("{name} ({})", size(bytes));
        let bar = ProgressBar::new(bytes);
        let bar = match ProgressStyle::with_template(
            "{bar:30} {bytes} of {total_bytes}, {bytes_per_sec}, {eta} left",
        ) {
            Ok(style) => bar.with_style(style),
            Err(_) => bar,
        };
        Self { name: name.to_owned(), bar }
    }

    fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

impl Progress for Bar {
    fn at(&mut self, bytes: u64) {
        self.bar.set_position(bytes);
    }

    fn say(&mut self, what: &str) {
        self.bar.suspend(|| anstream::eprintln!("{}: {}", self.name, plain(what)));
    }
}

fn remove(ids: &[String], data: &DataFolder) -> Result<ExitCode, Failure> {
    let added = AddedModels::open(data)?;
    for id in ids {
        if !added.remove(id)? {
            let reason = format!(
                "there is nothing of it in {}; see `citelight models list`",
                added.folder().display()
            );
            return Err(Failure::Model { id: id.clone(), reason });
        }
        anstream::eprintln!("{id}: removed");
    }
    Ok(ExitCode::SUCCESS)
}

/// One line per file.
fn verify(models: Option<&Path>, data: &DataFolder) -> Result<ExitCode, Failure> {
    let added = AddedModels::open(data)?;
    let mut entries: Vec<(PathBuf, ModelEntry)> = Vec::new();
    if let Some(folder) = folder_of(models) {
        entries.extend(read_manifest(&folder)?.models.into_iter().map(|entry| (folder.clone(), entry)));
    }
    entries.extend(added.all()?.into_iter().map(|entry| (added.folder_of(&entry.id), entry)));
    if entries.is_empty() {
        let reason =
            "there are neither models in it nor added ones; name its folder with --models".to_owned();
        return Err(Failure::Models { folder: "models".into(), reason });
    }
    let mut out = anstream::stdout().lock();
    let mut sound = true;
    for (folder, entry) in &entries {
        for file in entry.files() {
            let (id, name) = (plain(&entry.id), plain(&file.path));
            match verify_file(folder, file) {
                Ok(()) => writeln!(out, "ok      {id} {name}")?,
                Err(error) => {
                    sound = false;
                    writeln!(out, "FAILED  {id} {name}: {}", plain(&error.to_string()))?;
                }
            }
        }
    }
    Ok(ExitCode::from(if sound { 0 } else { 2 }))
}

fn verify_file(folder: &Path, file: &citelight_models::FileEntry) -> Result<(), Failure> {
    let path = path_of(folder, file)?;
    let content = std::fs::File::open(&path).map_err(|error| unreadable(path.clone(), &error))?;
    let checked = file.verify_stream(content).map_err(|error| unreadable(path, &error))?;
    checked.map_err(|error| unusable(folder, &error))
}
