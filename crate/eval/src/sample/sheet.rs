//! The figures of a labelled manuscript in the form of all suites.
use std::path::Path;

use citelight_cli::args::With;

use super::{SampleOutcome, Tally};
use crate::results::{Bar, Figure, Unit};
use crate::results::{Sheet, key, titled};
use crate::statistics::Share;

/// Share of the planted errors that should be found.
const FOUND: f64 = 0.70;
/// What must not be said of a true sentence.
const ACCUSING: [&str; 2] = ["true/to-review", "true/hint-at-a-difference"];
/// Word pieces that local models should read for a citation at most.
const TOKENS: f64 = 1_400.0;
/// Least share of an endpoint's words that should be spared.
const ECONOMY: f64 = 0.80;

pub(super) fn sheet(
    outcome: &SampleOutcome,
    file: &Path,
    gold: &Path,
    with: &With,
    models: Vec<String>,
) -> Sheet {
    let mut figures = verdicts("planted", &outcome.planted);
    if let Some(found) = figures.iter_mut().find(|figure| figure.key == "planted/found") {
        found.bar = Some(Bar::AtLeast(FOUND));
    }
    figures.extend(verdicts("true", &outcome.true_sentences));
    for accused in figures.iter_mut().filter(|figure| ACCUSING.contains(&figure.key.as_str())) {
        accused.bar = Some(Bar::AtMost(0.0));
    }
    for (kind, tally) in &outcome.kinds {
        let found = share(tally.found, tally).figure(key(["kinds", kind, "found"]), ["Kinds", kind, "found"]);
        figures.extend(found);
    }
    figures.extend(costs(outcome));
    let inputs = [file, gold].into_iter().map(Path::to_owned);
    Sheet {
        title: titled("Planted errors of a labelled manuscript", file),
        about: "Verdicts on sentences whose truth is known, with the texts of the cited works at hand and no \
        endpoint: errors planted on purpose, and true sentences that should be left alone. Found is what a verdict or a \
        hint points out by the difference that was planted. There is one manuscript: \
        the intervals are those of its sentences, not of manuscripts."
            .to_owned(),
        figures,
        inputs: inputs.chain(with.records.iter().chain(&with.texts).cloned()).collect(),
        models,
        ..Sheet::default()
    }
}

fn share(part: u32, tally: &Tally) -> Share {
    Share::of(part as usize, tally.total as usize)
}

fn verdicts(row: &str, tally: &Tally) -> Vec<Figure> {
    [
        ("found", tally.found),
        ("to review", tally.miscited),
        ("hint at a difference", tally.hinted),
        ("undecidable", tally.undecidable),
        ("not found, what decides it shown first", tally.missed_gold_first),
        ("supported", tally.supported),
        ("unchecked", tally.unchecked),
        ("not mapped", tally.unmapped),
    ]
    .into_iter()
    .filter_map(|(column, part)| share(part, tally).figure(key([row, column]), ["Sentences", row, column]))
    .collect()
}

/// What local models read, and what an endpoint would be spared.
fn costs(outcome: &SampleOutcome) -> Vec<Figure> {
    const SECTION: &str = "For each citation judged on a text";
    let (tokens, economy) = (&outcome.tokens_per_citation, &outcome.token_economy);
    let citations = tokens.citations as u64;
    let read = |key: &str, column: &str, value: f64| {
        Figure::new(key, [SECTION, "word pieces read", column], value, Unit::Tokens).of(citations)
    };
    let both = read("tokens/all", "all models", tokens.bi_encoder + tokens.nli);
    let spared =
        Figure::new("economy", [SECTION, "an endpoint\'s words", "spared"], economy.economy, Unit::Share);
    vec![
        both.aiming_at(Bar::AtMost(TOKENS)),
        read("tokens/bi-encoder", "bi-encoder", tokens.bi_encoder),
        read("tokens/nli", "NLI", tokens.nli),
        spared.of(economy.citations as u64).aiming_at(Bar::AtLeast(ECONOMY)),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_found_is_a_share_of_what_was_planted() {
        let tally = Tally { total: 4, found: 3, miscited: 1, hinted: 2, undecidable: 1, ..Tally::default() };
        let figures = verdicts("planted", &tally);
        let first = &figures[0];
        assert_eq!((first.key.as_str(), first.value, first.of), ("planted/found", 0.75, Some(4)));
        assert_eq!(verdicts("planted", &Tally::default()), []);
    }
}
