//! A mapped document for people.

use std::io::{self, Write};

use citelight::citation::Mapping;
use citelight::export::MapExport;

use super::{cut, plain};

/// Writes the citations, then what looks wrong.
pub(crate) fn write(export: &MapExport, out: &mut impl Write) -> io::Result<()> {
    let title = export.title.as_deref().unwrap_or("untitled");
    writeln!(out, "{}", plain(title))?;
    writeln!(out, "{} citations · {} references", export.citations.len(), export.references.len())?;
    for citation in &export.citations {
        let to = match &citation.status {
            Mapping::Ambiguous { candidates } => format!("? any of {} entries", candidates.len()),
            Mapping::Unmatched => "? no entry".to_owned(),
            Mapping::Linked | Mapping::Matched => citation.references.join(", "),
        };
        writeln!(out, "  {} {} → {}", citation.id, cut(&citation.surface, 60), plain(&to))?;
    }
    for anomaly in &export.anomalies {
        let place =
            if anomaly.place.is_empty() { String::new() } else { format!(" ({})", cut(&anomaly.place, 140)) };
        writeln!(out, "! {}{place}", plain(&anomaly.hint))?;
    }
    Ok(())
}
