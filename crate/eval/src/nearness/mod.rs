//! `citelight-eval nearness`: what the cosine of two works by title and abstract says. Reviewers' papers and how expert they
//! are for others; articles and what they cite.

mod citations;
mod reviewers;

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use citelight::relevance::Vectors;
use citelight_cli::args::Format;
use citelight_cli::failure::Failure;
use citelight_cli::models::{self, Task};
use citelight_cli::output;
use serde::Serialize;

use crate::args::NearnessOptions;
use crate::bi_encoder::bi_encoder;
use crate::results::{self, Sheet};
use citations::Citations;
use reviewers::Reviewers;

#[derive(Serialize)]
struct Report {
    schema: &'static str,
    model: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    reviewers: Option<Reviewers>,
    #[serde(skip_serializing_if = "Option::is_none")]
    citations: Option<Citations>,
}

pub(super) fn run(options: &NearnessOptions, kept: Option<&Path>) -> Result<ExitCode, Failure> {
    let loaded = models::load_for(&options.models, &[Task::Embed])?;
    let embed = bi_encoder(&loaded, &options.models)?;
    let mut vectors = Vectors::default();
    let reviewers = options.reviewers.as_deref().map(|path| Reviewers::measure(path, &mut vectors, embed));
    let citations = options.citations.as_deref().map(|path| Citations::measure(path, &mut vectors, embed));
    let report = Report {
        schema: "citelight/eval-nearness/1",
        model: embed.name().into_owned(),
        reviewers: reviewers.transpose()?,
        citations: citations.transpose()?,
    };
    results::keep(kept, || sheet(&report, options, loaded.names()))?;
    match options.format {
        Format::Json => output::json(&report)?,
        Format::Text => write(&report, &mut anstream::stdout().lock())?,
    }
    Ok(ExitCode::SUCCESS)
}

fn sheet(report: &Report, options: &NearnessOptions, models: Vec<String>) -> Sheet {
    let reviewers = report.reviewers.iter().flat_map(Reviewers::figures);
    let citations = report.citations.iter().flat_map(Citations::figures);
    Sheet {
        title: "What the nearness of two works says".to_owned(),
        about: "Cosines of title and abstract. Reviewers: 58 researchers rated how expert they are, from 1 to 5, for papers \
                that they had read (Stelmakh, Wieting, Neubig & Shah 2023); each is known by at most 20 papers, drawn ten \
                times. The loss is the study's: the share of pairs of papers, weighted by how far their ratings are apart, \
                that the measure puts in the wrong order. Intervals come from resampling reviewers. How many papers the \
                nearest are was chosen on these ratings, as were the bands. Citations: articles of the ACL Anthology, each \
                with the works that it cites and as many that it does not cite, of the same field."
            .to_owned(),
        figures: reviewers.chain(citations).collect(),
        inputs: [&options.reviewers, &options.citations].into_iter().flatten().cloned().collect(),
        models,
        ..Sheet::default()
    }
}

fn write(report: &Report, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{}", report.model)?;
    if let Some(reviewers) = &report.reviewers {
        reviewers.write(out)?;
    }
    if let Some(citations) = &report.citations {
        citations.write(out)?;
    }
    Ok(())
}
