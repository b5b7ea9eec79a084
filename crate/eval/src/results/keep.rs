//! `citelight-eval … --results FILE`: what a suite measured, in the one form of all suites.
use std::path::{Path, PathBuf};
use std::thread::available_parallelism;

use citelight::text::hexadecimal;
use citelight_cli::failure::{Failure, read_bytes};
use citelight_cli::output::file::write_whole;
use citelight_network::SystemTime;
use sha2::{Digest, Sha256};

use crate::results::{Figure, Machine, Plot, RESULTS_SCHEMA, ReadFile, Results, key_of};

/// The folder of data that may not be passed on; the results name it by this variable.
const DATA: &str = "CITELIGHT_EVALUATION";
const OPTION: &str = "--results";

/// What a suite has to say of its run.
#[derive(Default)]
pub(crate) struct Sheet {
    /// What was measured, as a heading.
    pub(crate) title: String,
    /// What the figures say and what they do not.
    pub(crate) about: String,
    pub(crate) figures: Vec<Figure>,
    /// Files and folders that were read.
    pub(crate) inputs: Vec<PathBuf>,
    /// Models that ran, as in reports.
    pub(crate) models: Vec<String>,
    pub(crate) seeds: Vec<u64>,
    /// Pictures that were drawn, and what each shows.
    pub(crate) plots: Vec<(PathBuf, String)>,
}

/// Writes the results of a run where they were asked for. The suite is named after the file.
///
/// # Errors
/// A name or figure that documents could not refer to, an input that cannot be read, a file that cannot be written.
pub(crate) fn keep(path: Option<&Path>, sheet: impl FnOnce() -> Sheet) -> Result<(), Failure> {
    let Some(path) = path else { return Ok(()) };
    let Sheet { title, about, figures, inputs, models, seeds, plots } = sheet();
    let today = SystemTime::today();
    let results = Results {
        schema: RESULTS_SCHEMA.to_owned(),
        suite: file_name(&path.with_extension("")),
        title,
        about,
        command: command(std::env::args(), &Folders::of_this_machine()),
        date: format!("{:04}-{:02}-{:02}", today.year, today.month, today.day),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        programs: Vec::new(),
        machine: this_machine(),
        models,
        inputs: inputs.iter().map(|input| read_file(input)).collect::<Result<_, _>>()?,
        seeds,
        figures,
        plots: plots
            .iter()
            .map(|(file, shows)| Plot { file: file_name(file), alternative: shows.clone() })
            .collect(),
    };
    results
        .check()
        .map_err(|error| Failure::Unwritable { path: path.to_owned(), reason: error.to_string() })?;
    let text = serde_json::to_string_pretty(&results)? + "\n";
    write_whole(path, text.as_bytes())
}

/// A picture for [`Sheet::plots`], where one was drawn.
pub(crate) fn drawn(path: Option<&Path>, shows: &str) -> Vec<(PathBuf, String)> {
    path.map(|path| (path.to_owned(), shows.to_owned())).into_iter().collect()
}

/// Headings as the key of a figure, a part each.
pub(crate) fn key<const PARTS: usize>(headings: [&str; PARTS]) -> String {
    headings.map(key_of).join("/")
}

/// A heading that tells two runs of one suite apart: by what they read.
pub(crate) fn titled(title: &str, read: &Path) -> String {
    format!("{title}: {}", file_name(read))
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// The command without where its results went, and without this machine's folders.
fn command(arguments: impl Iterator<Item = String>, folders: &Folders) -> String {
    let mut words = vec!["citelight-eval".to_owned()];
    let mut is_results = false;
    for argument in arguments.skip(1) {
        if std::mem::take(&mut is_results) || argument.starts_with(&format!("{OPTION}=")) {
            continue;
        }
        if argument == OPTION {
            is_results = true;
            continue;
        }
        let argument = match argument.split_once('=') {
            Some((option, value)) if option.starts_with("--") => format!("{option}={}", folders.hide(value)),
            _ => folders.hide(&argument),
        };
        words.push(if argument.contains(' ') { format!("'{argument}'") } else { argument });
    }
    words.join(" ")
}

/// Folders of this machine that have a name elsewhere.
#[derive(Default)]
struct Folders {
    /// Where the command runs; what lies below is named from there.
    here: PathBuf,
    /// [`DATA`], where it is set.
    data: Option<PathBuf>,
}

impl Folders {
    fn of_this_machine() -> Self {
        let data = std::env::var_os(DATA).filter(|folder| !folder.is_empty());
        Self { here: std::env::current_dir().unwrap_or_default(), data: data.map(PathBuf::from) }
    }

    /// A path without the folders that only this machine has; what is no whole path stays as it is.
    fn hide(&self, argument: &str) -> String {
        let path = Path::new(argument);
        let below = |folder: &Path| Some(path.strip_prefix(folder).ok()?.display().to_string());
        if let Some(rest) = self.data.as_deref().and_then(below) {
            return format!("${DATA}/{rest}");
        }
        if !path.is_absolute() {
            return argument.to_owned();
        }
        below(&self.here).unwrap_or_else(|| format!("…/{}", file_name(path)))
    }
}

fn this_machine() -> Machine {
    let told = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let line = told.lines().find_map(|line| line.strip_prefix("model name"));
    Machine {
        processor: line.map(|line| line.trim_start_matches([' ', '\t', ':']).to_owned()),
        cores: available_parallelism().map_or(1, std::num::NonZero::get),
        architecture: std::env::consts::ARCH.to_owned(),
        system: std::env::consts::OS.to_owned(),
    }
}

/// A file by its content; a folder by the names and contents of all files in it.
fn read_file(path: &Path) -> Result<ReadFile, Failure> {
    let mut digest = Sha256::new();
    if path.is_dir() {
        for (name, file) in files_below(path)? {
            let content = Sha256::digest(read_bytes("the input", &file)?);
            digest.update(format!("{} {name}\n", hexadecimal(content)));
        }
    } else {
        digest.update(read_bytes("the input", path)?);
    }
    Ok(ReadFile { name: file_name(path), sha256: hexadecimal(digest.finalize()) })
}

/// All files below a folder with their paths in it, in the order of these.
fn files_below(folder: &Path) -> Result<Vec<(String, PathBuf)>, Failure> {
    let unreadable = |error: std::io::Error| Failure::Unreadable {
        what: "the folder",
        path: folder.to_owned(),
        reason: error.to_string(),
    };
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        let name = file_name(&path);
        if path.is_dir() {
            files.extend(
                files_below(&path)?.into_iter().map(|(below, path)| (format!("{name}/{below}"), path)),
            );
        } else {
            files.push((name, path));
        }
    }
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(words: &[&str], folders: &Folders) -> String {
        command(words.iter().map(|word| (*word).to_owned()), folders)
    }

    #[test]
    fn the_command_names_no_folder_of_this_machine() {
        let folders = Folders { here: "/home/me/citelight".into(), data: Some("/data/".into()) };
        let words =
            ["/home/me/citelight-eval", "nli", "/data/eval/a b.jsonl", "--results", "/home/me/nli.json"];
        assert_eq!(said(&words, &folders), "citelight-eval nli '$CITELIGHT_EVALUATION/eval/a b.jsonl'");
        let words = ["citelight-eval", "--results=x.json", "committee", "--seed", "1"];
        assert_eq!(said(&words, &Folders::default()), "citelight-eval committee --seed 1");
        let words = ["citelight-eval", "nli", "/home/me/citelight/tests/a.jsonl", "--plot=/tmp/a.svg", "b/c"];
        assert_eq!(said(&words, &folders), "citelight-eval nli tests/a.jsonl --plot=…/a.svg b/c");
    }

    #[test]
    fn a_folder_is_known_by_its_files() {
        let folder = tempfile::tempdir().unwrap();
        let place = |name: &str| folder.path().join(name);
        std::fs::create_dir(place("inner")).unwrap();
        std::fs::write(place("inner/a"), "1").unwrap();
        std::fs::write(place("b"), "2").unwrap();
        let before = read_file(folder.path()).unwrap();
        assert_eq!(before, read_file(folder.path()).unwrap());
        std::fs::rename(place("b"), place("c")).unwrap();
        assert_ne!(before.sha256, read_file(folder.path()).unwrap().sha256);
        assert!(read_file(&place("nothing")).is_err());
    }
}
