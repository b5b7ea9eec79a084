//! Where else a work is: other versions, open copies, the works it cites.

use serde::{Deserialize, Serialize};

use citelight_types::identifiers::Identifiers;

/// Another version of a work.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct VersionLink {
    /// What the other one is to this one.
    pub relation: VersionRelation,
    /// Identifiers of the other version.
    pub identifiers: Identifiers,
}

/// What another version is to the one at hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum VersionRelation {
    /// Its preprint.
    Preprint,
    /// Its publication in a journal or in proceedings.
    Publication,
    /// A newer version of the same kind.
    Newer,
    /// An older version of the same kind.
    Older,
    /// The same work elsewhere: a translation, a copy, a version of which no more is said.
    Same,
}

/// A copy of a work that everyone may read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OpenLocation {
    /// Its address, `http` or `https`.
    pub url: String,
    /// What is there.
    pub format: LocationFormat,
    /// Which version it is, where said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub version: Option<LocationVersion>,
    /// Its licence as the source writes it (`cc-by`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub licence: Option<String>,
}

/// What stands at a location.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum LocationFormat {
    /// JATS or other XML.
    Xml,
    /// A readable page with the full text.
    Html,
    /// A PDF.
    Pdf,
    /// A landing page, from which the text is a link away.
    Page,
}

/// Which version of a work a copy is (the words of Unpaywall and OpenAlex).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum LocationVersion {
    /// As submitted: a preprint.
    Submitted,
    /// As accepted, before typesetting.
    Accepted,
    /// As published.
    Published,
}

impl LocationVersion {
    /// From the word of Unpaywall and OpenAlex: `publishedVersion` …
    pub(super) fn from_word(word: &str) -> Option<Self> {
        match word {
            "submittedVersion" => Some(Self::Submitted),
            "acceptedVersion" => Some(Self::Accepted),
            "publishedVersion" => Some(Self::Published),
            _ => None,
        }
    }
}

impl OpenLocation {
    /// A location, if the address is one of the web.
    pub(super) fn new(url: &str, format: LocationFormat) -> Option<Self> {
        let url = web_url(url)?;
        Some(Self { url, format, version: None, licence: None })
    }
}

/// A web address as it stands; nothing else (`javascript:`, `file:`) is ever taken.
pub(super) fn web_url(url: &str) -> Option<String> {
    let url = url.trim();
    let is_web = ["https://", "http://"].iter().any(|scheme| {
        url.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme))
            && url.len() > scheme.len()
    });
    (is_web && !url.contains(|c: char| c.is_whitespace() || c.is_control())).then(|| url.to_owned())
}

/// Adds locations of which the address is new.
pub(super) fn add_locations(to: &mut Vec<OpenLocation>, from: impl IntoIterator<Item = OpenLocation>) {
    for location in from {
        if !to.iter().any(|known| known.url == location.url) {
            to.push(location);
        }
    }
}

/// A work in another work's list of references, as far as the source knows it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct CitedWork {
    /// The source's own id of it, where it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub id: Option<String>,
    /// Identifiers.
    pub identifiers: Identifiers,
    /// Title.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub title: Option<String>,
    /// Name of the first author.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub author: Option<String>,
    /// Year.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub year: Option<i32>,
    /// The entry as it was deposited, where its fields were not told apart.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub text: Option<String>,
}
