//! A model's answer as an action.

use serde::Deserialize;

use super::settings::Commands;
use crate::attribute::session::Refused;
use crate::attribute::trail::{Action, SortBy};
use citelight_verify::llm::prompt;

/// Characters of a reason.
const WHY: usize = 300;

/// Why a model's answer is no action.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoAction {
    /// Not the JSON that was asked for.
    #[error("the answer is not the JSON object that was asked for: {0}")]
    NotJson(String),
    /// An action of another configuration.
    #[error("reading is not open here; search or select")]
    NotOffered,
    /// An action that is not open.
    #[error(transparent)]
    Refused(#[from] Refused),
}

/// Reads an answer.
///
/// # Errors
/// [`NoAction`] if it holds no JSON object of one known action.
pub fn read_action(answer: &str) -> Result<(Action, String), NoAction> {
    #[derive(Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Kind {
        Search,
        Read,
        Select,
    }
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Wire {
        action: Kind,
        query: Option<String>,
        #[serde(default)]
        sort: SortBy,
        id: Option<String>,
        page: Option<usize>,
        #[serde(default)]
        why: String,
    }
    let wire: Wire = prompt::object(answer).map_err(NoAction::NotJson)?;
    let missing = |field: &str| NoAction::NotJson(format!("{field} is missing"));
    let action = match wire.action {
        Kind::Search => {
            Action::Search { query: wire.query.ok_or_else(|| missing("query"))?, sort: wire.sort }
        }
        Kind::Read => Action::Read {
            id: wire.id.ok_or_else(|| missing("id"))?,
            // What an action does not need is empty: page 0 is the first one.
            page: wire.page.unwrap_or_default().max(1),
        },
        Kind::Select => Action::Select { id: wire.id.ok_or_else(|| missing("id"))? },
    };
    Ok((action, shortened(&wire.why)))
}

/// A reason, as long as a trail shows it.
pub(super) fn shortened(why: &str) -> String {
    why.chars().take(WHY).collect()
}

/// Whether an action is one of those that the prompt offered.
pub(super) fn offered(action: &Action, commands: Commands) -> Result<(), NoAction> {
    match (action, commands) {
        (Action::Read { .. }, Commands::SearchOnly) => Err(NoAction::NotOffered),
        _ => Ok(()),
    }
}
