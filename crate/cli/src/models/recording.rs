//! A file of what the local models answered.

use std::fs::{File, OpenOptions};
use std::path::Path;

use citelight::verify::Models;
use citelight::verify::models::{Embed, Infer};
use citelight::verify::recorded::{InferenceLine, RecordedEmbed, RecordedInfer, agree, recorded};

use crate::failure::{Failure, read_text};
use crate::output::append;

/// What a file holds, and where what it lacks is added.
pub(crate) struct InferenceRecording {
    lines: Vec<InferenceLine>,
    keep: Box<dyn Fn(&InferenceLine)>,
}

impl InferenceRecording {
    /// Opens a recording of these models; one that is not there yet is begun. A line that a run was cut off in is left out.
    pub(crate) fn open(path: &Path, models: Models<'_>) -> Result<Self, Failure> {
        let text = if path.exists() { read_text("the recording of models", path)? } else { String::new() };
        let lines: Vec<InferenceLine> =
            text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
        agree(&lines, models.embed, models.infer).map_err(|error| Failure::Malformed {
            what: "the recording of models",
            path: path.to_owned(),
            reason: error.to_string(),
        })?;
        let file: File = OpenOptions::new()
            .create(true)
            .append(true)
            .open(path)
            .map_err(|error| Failure::Unwritable { path: path.to_owned(), reason: error.to_string() })?;
        Ok(Self { lines, keep: Box::new(move |line| append(&file, line, "an answer of a model")) })
    }

    /// The models as they are recorded, `embed` and `infer` for what is not.
    pub(crate) fn models<'a>(
        &'a self,
        embed: Option<&'a dyn Embed>,
        infer: Option<&'a dyn Infer>,
    ) -> (Option<RecordedEmbed<'a>>, Option<RecordedInfer<'a>>) {
        recorded(self.lines.iter().cloned(), embed, infer, &*self.keep)
    }
}
