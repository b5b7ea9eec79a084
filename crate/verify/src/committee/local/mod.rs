//! The steps of a committee without an endpoint: rules, the bi-encoder, NLI and the signals. They decide less than a model
//! would, and say so by leaving more open.

mod aspects;
mod clean_up;
mod relation;

use std::borrow::Cow;

pub use aspects::{Agglomerative, Medoid};
pub use clean_up::CleanUp;
pub use relation::Funnel;

use super::steps::StepError;
use crate::verify::models::{Embed, ModelError};

/// Vectors of texts, as many as texts.
async fn vectors(embed: &dyn Embed, texts: &[&str], doing: &'static str) -> Result<Vec<Vec<f32>>, StepError> {
    let failed = |error: &ModelError| StepError::of_model(&embed.name(), doing, error);
    let vectors = embed.embed(texts).await.map_err(|error| failed(&error))?;
    if vectors.len() != texts.len() {
        let reason = format!("{} vectors came for {} texts", vectors.len(), texts.len());
        return Err(failed(&ModelError::Failed { role: "bi-encoder", reason }));
    }
    Ok(vectors)
}

fn named(what: &str, models: &[Option<Cow<'_, str>>]) -> String {
    let models: Vec<&str> = models.iter().flatten().map(AsRef::as_ref).collect();
    if models.is_empty() { what.to_owned() } else { format!("{what} ({})", models.join(", ")) }
}
