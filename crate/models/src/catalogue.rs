//! Optional models: where they can be fetched from, and what they are good for.

use serde::{Deserialize, Serialize};

use crate::entry::{FileEntry, ModelEntry};
use crate::error::LoadError;

/// The public hub of models, which optional models are fetched from unless the user names a mirror.
pub const HUB: &str = "https://huggingface.co";

/// A model that is not shipped: those who want it fetch it. Its files' paths are those of the hub's repository, and keep
/// them where they are stored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct OptionalModel {
    /// What it is and how it wants to be fed.
    #[serde(flatten)]
    #[cfg_attr(feature = "typescript", ts(flatten))]
    pub entry: ModelEntry,
    /// What it does better than the models that are shipped, and what it costs, in a sentence for the user.
    pub good_for: String,
    /// Where it can be fetched from.
    pub hub: HubPlace,
}

/// A place on the hub.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct HubPlace {
    /// `owner/name`.
    pub repository: String,
    /// A commit, so that the files stay what they are.
    pub revision: String,
}

impl OptionalModel {
    /// Address of a file on a hub.
    pub fn address(&self, hub: &str, file: &FileEntry) -> String {
        let HubPlace { repository, revision } = &self.hub;
        format!("{}/{repository}/resolve/{revision}/{}", hub.trim_end_matches('/'), file.path)
    }

    /// Bytes of all its files.
    pub fn bytes(&self) -> usize {
        self.entry.files().iter().map(|file| file.bytes).sum()
    }

    /// Whether everything that becomes part of a path or an address can stand there, and the hashes are hashes.
    pub(crate) fn check(&self) -> Result<(), LoadError> {
        self.entry.check()?;
        let refuse = |reason: &str| Err(self.entry.refused(reason));
        if !is_name(&self.entry.id) {
            return refuse("the id is no plain name (letters, digits, dots, hyphens, underscores)");
        }
        if !self.hub.repository.split('/').all(is_name) || self.hub.repository.split('/').count() != 2 {
            return refuse("the hub's repository is not of the form owner/name");
        }
        if !is_name(&self.hub.revision) {
            return refuse("the hub's revision is no plain name");
        }
        for file in self.entry.files() {
            if !file.path.split('/').all(is_name) {
                return refuse("a file's path is no plain path within the repository");
            }
            if file.sha256.len() != 64 || !file.sha256.bytes().all(|byte| b"0123456789abcdef".contains(&byte))
            {
                return refuse("a file's sha256 is not 64 lower-case hexadecimal digits");
            }
        }
        if self.entry.graph.path == self.entry.tokenizer.path {
            return refuse("graph and tokenizer are the same file");
        }
        Ok(())
    }
}

/// Whether a text can stand for one part of a path: nothing leads out of a folder or hides in it.
fn is_name(part: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
    part.bytes().all(plain) && part.bytes().next().is_some_and(|first| first.is_ascii_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::manifest::Manifest;

    fn shipped() -> String {
        include_str!("../../../models/manifest.json").to_owned()
    }

    #[test]
    fn the_catalogue_names_pinned_files_of_the_hub() {
        let manifest = Manifest::from_json(&shipped()).unwrap();
        assert!(manifest.optional.len() >= 3);
        for model in &manifest.optional {
            let address = model.address(&format!("{HUB}/"), &model.entry.graph);
            let commit = &model.hub.revision;
            assert_eq!(commit.len(), 40, "{}: a branch moves, a commit does not", model.entry.id);
            assert_eq!(
                address,
                format!("{HUB}/{}/resolve/{commit}/{}", model.hub.repository, model.entry.graph.path)
            );
            assert!(!manifest.models.iter().any(|entry| entry.id == model.entry.id), "ids are used once");
        }
        let again = Manifest::from_json(&serde_json::to_string(&manifest).unwrap()).unwrap();
        assert_eq!(again, manifest, "what is written is read again");
    }

    #[test]
    fn an_entry_that_leads_out_of_its_folder_is_refused() {
        for (from, to) in [
            ("\"id\": \"nli-deberta-v3-xsmall\"", "\"id\": \"../nli\""),
            ("\"id\": \"nli-deberta-v3-xsmall\"", "\"id\": \".hidden\""),
            ("\"path\": \"onnx/model_quantized.onnx\"", "\"path\": \"onnx/../../model.onnx\""),
            ("\"path\": \"onnx/model_quantized.onnx\"", "\"path\": \"/etc/passwd\""),
            ("\"path\": \"onnx/model_quantized.onnx\"", "\"path\": \"a?b\""),
            ("\"repository\": \"Xenova/nli", "\"repository\": \"Xenova/../nli"),
            ("\"sha256\": \"3fac2500", "\"sha256\": \"3FAC2500"),
        ] {
            assert!(shipped().contains(from), "{from}");
            let error = Manifest::from_json(&shipped().replace(from, to)).unwrap_err();
            assert!(matches!(error, LoadError::Manifest { .. }), "{to}: {error}");
        }
    }
}
