//! What was found, for people.

use std::io::{self, Write};

use citelight::attribute::find::Cost;
use citelight::attribute::trail::{Action, Assessment, ChosenBy, Excluded, SortBy, Step};
use citelight::cite::line;
use citelight::export::{FindExport, FoundSource};

use crate::output::{cut, plain};

pub(super) fn write(export: &FindExport, out: &mut impl Write) -> io::Result<()> {
    for (index, one) in export.excerpts.iter().enumerate() {
        if index > 0 {
            writeln!(out)?;
        }
        excerpt(one, out)?;
    }
    Ok(())
}

fn excerpt(one: &FoundSource, out: &mut impl Write) -> io::Result<()> {
    let found = &one.found;
    writeln!(out, "{}", cut(&one.excerpt, 300))?;
    let assessment = match found.judgement.assessment {
        Assessment::Reasonable => "reasonable",
        Assessment::Ambiguous => "ambiguous",
        Assessment::Unattributable => "unattributable",
        Assessment::Trivial => "trivial",
    };
    writeln!(out, "{assessment}: {}", plain(&found.judgement.reason))?;
    if found.candidates.is_empty() {
        writeln!(out, "nothing was found")?;
    }
    for candidate in &found.candidates {
        let mark = if Some(&candidate.id) == found.selected.as_ref() { '*' } else { ' ' };
        let share = (candidate.share * 100.0).round();
        writeln!(out, "{mark} {:<4} {share:>3} %  {}", candidate.id, plain(&line(&candidate.record)))?;
    }
    writeln!(out, "steps:")?;
    for step in &found.trail {
        writeln!(out, "  {}", told(step))?;
        for left in &step.left_out {
            let reason = match left.reason {
                Excluded::Later => "appeared later",
                Excluded::Itself => "is the paper itself",
            };
            writeln!(out, "     left out, {reason}: {}", cut(&left.title, 100))?;
        }
        for failure in &step.failures {
            writeln!(out, "     failed: {}", plain(failure))?;
        }
    }
    let of_steps: Vec<&String> = found.trail.iter().flat_map(|step| &step.failures).collect();
    for failure in found.failures.iter().filter(|failure| !of_steps.contains(failure)) {
        writeln!(out, "failed: {}", plain(failure))?;
    }
    if let (Some(model), Some(cost)) = (&found.model, &found.cost) {
        let Cost { requests, input_tokens, output_tokens } = cost;
        writeln!(
            out,
            "steps chosen by {}: {requests} requests, {input_tokens} tokens read, {output_tokens} written",
            plain(model)
        )?;
    }
    Ok(())
}

fn told(step: &Step) -> String {
    let did = match &step.action {
        Action::Search { query, sort: SortBy::Relevance } => format!("search “{}”", cut(query, 100)),
        Action::Search { query, sort: SortBy::Citations } => {
            format!("search, most cited first, “{}”", cut(query, 100))
        }
        Action::Read { id, page: 1 } => format!("read {id}"),
        Action::Read { id, page } => format!("read {id}, page {page}"),
        Action::Select { id } => format!("select {id}"),
    };
    let by = match step.by {
        ChosenBy::Rules | ChosenBy::Force => "",
        ChosenBy::Model => "model: ",
    };
    let found = if step.found.is_empty() { String::new() } else { format!(" → {}", step.found.join(" ")) };
    format!("{:>2} {did} ({by}{}){found}", step.number, plain(&step.why))
}
