//! Why a host could not be asked with success.

use std::time::Duration;

use super::fetch::FetchError;
use super::limiter::NotAdmitted;
use super::response::ResponseError;

/// Why a source could not be asked with success.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AskError {
    /// No answer came.
    #[error(transparent)]
    Fetch(#[from] FetchError),
    /// The answer is not healthy.
    #[error(transparent)]
    Response(#[from] ResponseError),
    /// It has no such question.
    #[error("it cannot be asked this")]
    Unaskable,
    /// It kept failing and is left alone.
    #[error("it failed several times and is left alone for {} s", .0.as_secs() + 1)]
    CircuitOpen(Duration),
    /// It asked to be left alone.
    #[error("it asks to be left alone for {} s", .0.as_secs() + 1)]
    RetryAfter(Duration),
    /// What it grants for searches and lists is used up.
    #[error(
        "what it grants for searches is used up, and is granted anew in {} h {} min; a key of one's own grants more",
        .0.as_secs() / 3600,
        .0.as_secs() / 60 % 60
    )]
    QuotaExhausted(Duration),
}

impl From<NotAdmitted> for AskError {
    fn from(refused: NotAdmitted) -> Self {
        match refused {
            NotAdmitted::CircuitOpen { remaining } => Self::CircuitOpen(remaining),
            NotAdmitted::RetryAfter { remaining } => Self::RetryAfter(remaining),
            NotAdmitted::QuotaExhausted { remaining } => Self::QuotaExhausted(remaining),
        }
    }
}
