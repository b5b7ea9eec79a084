//! The manifest: which models there are.

use serde::{Deserialize, Serialize};

use crate::catalogue::OptionalModel;
use crate::entry::{ModelEntry, Role};
use crate::error::LoadError;

/// The version of the manifest that this crate reads.
pub const SCHEMA: u32 = 1;

/// The models of one folder (`models/manifest.json`).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Manifest {
    /// Version of the format; see [`SCHEMA`].
    pub schema: u32,
    /// The models that lie in the folder; at most one per role is used: the first.
    pub models: Vec<ModelEntry>,
    /// Models that can be fetched by those who want them; none of them lies in the folder.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<OptionalModel>>", optional))]
    pub optional: Vec<OptionalModel>,
}

impl Manifest {
    /// Reads a manifest.
    ///
    /// # Errors
    /// [`LoadError::Manifest`] if it is not JSON of this schema or an entry contradicts itself.
    pub fn from_json(json: &str) -> Result<Self, LoadError> {
        let manifest: Self =
            serde_json::from_str(json).map_err(|error| LoadError::Manifest { reason: error.to_string() })?;
        if manifest.schema != SCHEMA {
            let reason = format!("its schema is {}, this version reads {SCHEMA}", manifest.schema);
            return Err(LoadError::Manifest { reason });
        }
        manifest.models.iter().try_for_each(ModelEntry::check)?;
        manifest.optional.iter().try_for_each(OptionalModel::check)?;
        Ok(manifest)
    }

    /// The manifest of a folder that holds one model.
    pub fn of(entry: ModelEntry) -> Self {
        Self { schema: SCHEMA, models: vec![entry], optional: Vec::new() }
    }

    /// The model that embeds, if there is one.
    pub fn bi_encoder(&self) -> Option<&ModelEntry> {
        self.models.iter().find(|entry| matches!(entry.role, Role::BiEncoder { .. }))
    }

    /// The model that infers, if there is one.
    pub fn nli(&self) -> Option<&ModelEntry> {
        self.models.iter().find(|entry| matches!(entry.role, Role::Nli { .. }))
    }

    /// The model that ranks passages by reading them with the claim, if there is one.
    pub fn cross_encoder(&self) -> Option<&ModelEntry> {
        self.models.iter().find(|entry| matches!(entry.role, Role::CrossEncoder))
    }

    /// The optional model of that id.
    pub fn optional(&self, id: &str) -> Option<&OptionalModel> {
        self.optional.iter().find(|model| model.entry.id == id)
    }
}
