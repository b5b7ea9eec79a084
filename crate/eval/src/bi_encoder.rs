//! The bi-encoder that some suites cannot do without.
use citelight::verify::models::Embed;
use citelight_cli::args::ModelOptions;
use citelight_cli::failure::Failure;
use citelight_cli::models::LoadedModels;

/// The loaded bi-encoder.
///
/// # Errors
/// [`Failure::Models`] if the folder has none.
pub(crate) fn bi_encoder<'a>(
    loaded: &'a LoadedModels,
    options: &ModelOptions,
) -> Result<&'a dyn Embed, Failure> {
    loaded.as_models().embed.ok_or_else(|| Failure::Models {
        folder: options.models.clone().unwrap_or_else(|| "models".into()),
        reason: "there is no bi-encoder in it; name its folder with --models".to_owned(),
    })
}
