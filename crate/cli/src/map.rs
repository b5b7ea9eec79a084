//! `citelight map`.

use std::io::Write;
use std::process::ExitCode;

use citelight::audit::view::view_of;
use citelight::document::{Severity, render_markdown};
use citelight::export::MapExport;

use crate::args::{MapFormat, MapOptions};
use crate::article::Article;
use crate::failure::Failure;
use crate::output;

pub(crate) fn run(options: &MapOptions) -> Result<ExitCode, Failure> {
    let article = Article::read(&options.file)?;
    let document = article.parse(options.hide_links)?;
    let export = MapExport::new(view_of(&document));
    match options.format {
        MapFormat::Json => output::json(&export)?,
        MapFormat::Text => output::map::write(&export, &mut anstream::stdout().lock())?,
        MapFormat::Markdown => {
            let mut out = anstream::stdout().lock();
            for line in render_markdown(&document).lines() {
                writeln!(out, "{}", output::plain(line))?;
            }
        }
    }
    let damaged = export.anomalies.iter().any(|anomaly| anomaly.severity == Severity::Error);
    Ok(ExitCode::from(if damaged { 2 } else { 0 }))
}
