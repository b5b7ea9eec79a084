//! A whole audit as a file for other programs and other people.

use serde::{Deserialize, Serialize};

use super::CheckExport;

mod annotations;
mod html;
mod language;
mod markdown;
mod records;
mod rows;
mod table;

pub use language::ReportLanguage;
pub use rows::{Row, Section, plain, rows, sections, state};

/// What an audit can be written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "kebab-case")]
pub enum ReportFormat {
    /// [`CheckExport`] itself, versioned by its `schema`.
    Json,
    /// A table with one row a finding (RFC 4180).
    Csv,
    /// A report to read or to send on.
    Markdown,
    /// The same as one page without scripts.
    Html,
    /// Annotations of the citing sentences (W3C Web Annotation Data Model).
    Annotations,
    /// The records that the references resolved to, for reference managers.
    CslJson,
    /// The same as BibTeX.
    Bibtex,
}

impl ReportFormat {
    /// All of them.
    pub const ALL: [Self; 7] =
        [Self::Json, Self::Csv, Self::Markdown, Self::Html, Self::Annotations, Self::CslJson, Self::Bibtex];

    /// What the file is to a browser or a mail program.
    pub fn media_type(self) -> &'static str {
        match self {
            Self::Json => "application/json",
            Self::Csv => "text/csv",
            Self::Markdown => "text/markdown",
            Self::Html => "text/html",
            Self::Annotations => "application/ld+json",
            Self::CslJson => "application/vnd.citationstyles.csl+json",
            Self::Bibtex => "application/x-bibtex",
        }
    }

    /// What its name ends with.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Csv => "csv",
            Self::Markdown => "md",
            Self::Html => "html",
            Self::Annotations => "jsonld",
            Self::CslJson => "csl.json",
            Self::Bibtex => "bib",
        }
    }
}

impl CheckExport {
    /// The audit written in a format, in English. The same audit gives the same text.
    ///
    /// # Errors
    /// [`serde_json::Error`] of a number that JSON cannot hold.
    pub fn write(&self, format: ReportFormat) -> Result<String, serde_json::Error> {
        self.write_in(format, &ReportLanguage::default())
    }

    /// The same with what people read in a language: Markdown and HTML. Names in formats for programs stay as they are.
    ///
    /// # Errors
    /// [`serde_json::Error`] of a number that JSON cannot hold.
    pub fn write_in(
        &self,
        format: ReportFormat,
        language: &ReportLanguage,
    ) -> Result<String, serde_json::Error> {
        match format {
            ReportFormat::Json => serde_json::to_string_pretty(self),
            ReportFormat::Csv => Ok(table::csv(self)),
            ReportFormat::Markdown => Ok(markdown::markdown(self, language)),
            ReportFormat::Html => Ok(html::html(self, language)),
            ReportFormat::Annotations => serde_json::to_string_pretty(&annotations::annotations(self)),
            ReportFormat::CslJson => serde_json::to_string_pretty(&records::csl_json(self)),
            ReportFormat::Bibtex => Ok(records::bibtex(self)),
        }
        .map(|text| if text.is_empty() || text.ends_with('\n') { text } else { format!("{text}\n") })
    }
}

#[cfg(test)]
mod tests;
