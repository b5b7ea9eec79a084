//! An organisation of ROR's data (<https://ror.org>), schema 1 or 2.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::sources::json::{list, scalar, text};

/// An organisation with every name that it is known by.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Organization {
    /// `https://ror.org/042nb2s44`.
    pub id: String,
    /// The name that ROR shows.
    pub name: String,
    /// Its other names: labels in other languages, aliases, acronyms.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub other_names: Vec<String>,
    /// Day of its last change.
    #[serde(skip)]
    pub changed: Option<String>,
}

/// The organisation of an item; none without name.
pub fn organization(item: &Value) -> Option<Organization> {
    let id = text(item, &["id"])?;
    let changed = text(item, &["admin", "last_modified", "date"]);
    let of_type = |name: &Value, kind: &str| list(name, &["types"]).iter().any(|one| one == kind);
    let names = list(item, &["names"]);
    let (name, others): (String, Vec<String>) = if names.is_empty() {
        let other = ["aliases", "acronyms"].iter().flat_map(|field| list(item, &[field])).filter_map(scalar);
        let labels = list(item, &["labels"]).iter().filter_map(|label| text(label, &["label"]));
        (text(item, &["name"])?, other.chain(labels).collect())
    } else {
        let shown = names.iter().find(|name| of_type(name, "ror_display")).or_else(|| names.first())?;
        let name = text(shown, &["value"])?;
        (name, names.iter().filter_map(|name| text(name, &["value"])).collect())
    };
    let other_names = others.into_iter().filter(|other| *other != name).collect();
    Some(Organization { id, name, other_names, changed })
}

impl Organization {
    /// Every name, the shown one first.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        std::iter::once(&self.name).chain(&self.other_names).map(String::as_str)
    }
}
