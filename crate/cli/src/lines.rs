//! Files of lines, read as a stream and answered as a stream: what goes wrong names its line.

use std::fs::File;
use std::io::{BufRead, BufReader, Write, stdin};
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::failure::Failure;

/// Lines that a model reads together: enough to batch by length, few enough to answer soon.
const TOGETHER: usize = 32;

/// The lines of a file, or of stdin for `-`.
pub struct Lines {
    path: PathBuf,
    reader: Box<dyn BufRead>,
    /// Lines read so far.
    number: usize,
}

impl Lines {
    /// Opens them.
    pub fn open(path: &Path) -> Result<Self, Failure> {
        let reader: Box<dyn BufRead> = if path == Path::new("-") {
            Box::new(BufReader::new(stdin()))
        } else {
            let file = File::open(path).map_err(|error| Failure::Unreadable {
                what: "the file",
                path: path.to_owned(),
                reason: error.to_string(),
            })?;
            Box::new(BufReader::new(file))
        };
        Ok(Self { path: path.to_owned(), reader, number: 0 })
    }

    /// What is wrong with the line that was read last.
    pub fn wrong(&self, reason: impl std::fmt::Display) -> Failure {
        let reason = format!("line {}: {reason}", self.number);
        let stdin = self.path == Path::new("-");
        let path = if stdin { "stdin".into() } else { self.path.clone() };
        Failure::Malformed { what: if stdin { "what came from" } else { "the file" }, path, reason }
    }

    /// The next line as it is, without its line break.
    pub fn next_line(&mut self) -> Result<Option<String>, Failure> {
        let mut line = String::new();
        self.number += 1;
        let read = self.reader.read_line(&mut line).map_err(|error| self.wrong(error))?;
        Ok((read > 0).then(|| line.trim_end_matches(['\n', '\r']).trim_start_matches('\u{feff}').to_owned()))
    }

    /// The next line that is not empty, from JSON; `form` says what it should have been.
    pub fn next_json<T: DeserializeOwned>(&mut self, form: &str) -> Result<Option<T>, Failure> {
        while let Some(line) = self.next_line()? {
            if !line.trim().is_empty() {
                let parsed = serde_json::from_str(&line);
                return parsed.map(Some).map_err(|error| self.wrong(format!("{error}; expected {form}")));
            }
        }
        Ok(None)
    }
}

/// Answers every input with a line of JSON. What was read before a bad line is answered first.
pub(crate) fn answer<I, O: Serialize>(
    mut next: impl FnMut() -> Result<Option<I>, Failure>,
    mut run: impl FnMut(&[I]) -> Result<Vec<O>, Failure>,
) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    let mut write = |inputs: &[I]| -> Result<(), Failure> {
        for answer in run(inputs)? {
            serde_json::to_writer(&mut out, &answer)?;
            writeln!(out)?;
        }
        out.flush()?;
        Ok(())
    };
    let mut waiting = Vec::with_capacity(TOGETHER);
    loop {
        match next() {
            Ok(Some(input)) => waiting.push(input),
            Ok(None) => return write(&waiting),
            Err(failure) => {
                write(&waiting)?;
                return Err(failure);
            }
        }
        if waiting.len() == TOGETHER {
            write(&waiting)?;
            waiting.clear();
        }
    }
}
