//! The report, as text, as JSON and as figures.
use std::io::Write;

use citelight::attribute::agent::AgentSettings;
use citelight::attribute::find::Cost;
use citelight::attribute::trail::ChosenBy;
use citelight_cli::failure::Failure;
use citelight_cli::output::cut;
use serde::Serialize;

use super::answers::{Answer, SAME_TITLE};
use super::figures::{Prices, Spread, Spreads, Years, spreads, years};
use crate::args::{CiteMeOptions, CommandsChoice};
use crate::attribution::metrics::Figures;
use crate::attribution::{ranks, shown};
use crate::results::{Figure, Sheet, Unit};
use crate::statistics::Share;

/// How a model was asked.
#[derive(Clone, Copy, Serialize)]
pub(super) struct Configuration {
    pub(super) commands: CommandsChoice,
    pub(super) asked: AgentSettings,
}

#[derive(Serialize)]
pub(super) struct Report {
    schema: &'static str,
    accuracy: f64,
    mean_steps: f64,
    #[serde(flatten)]
    figures: Figures,
    /// By the year of the paper that the excerpt stands in.
    years: Vec<Years>,
    spreads: Spreads,
    embedding: Option<String>,
    /// Who chose the steps; none where rules did throughout.
    model: Option<String>,
    configuration: Option<Configuration>,
    /// Answers that the model chose itself: else the ranker's best was taken.
    chosen_by_model: usize,
    cost: Option<Cost>,
    answers: Vec<Answer>,
}

impl Report {
    pub(super) fn new(
        answers: Vec<Answer>,
        figures: Figures,
        prices: Option<Prices>,
        configuration: Option<Configuration>,
        embedding: Option<String>,
        model: Option<String>,
    ) -> Self {
        let count = answers.len().max(1) as f64;
        Self {
            schema: "citelight/eval-citeme/2",
            accuracy: answers.iter().filter(|answer| answer.right).count() as f64 / count,
            mean_steps: answers.iter().map(|answer| answer.steps).sum::<usize>() as f64 / count,
            figures,
            years: years(&answers),
            spreads: spreads(&answers, prices),
            embedding,
            model,
            configuration,
            chosen_by_model: answers
                .iter()
                .filter(|answer| answer.selected_by == Some(ChosenBy::Model))
                .count(),
            cost: answers.iter().filter_map(|answer| answer.cost).reduce(Cost::plus),
            answers,
        }
    }

    pub(super) fn has_failures(&self) -> bool {
        self.answers.iter().any(|answer| !answer.failures.is_empty())
    }

    pub(super) fn sheet(&self, options: &CiteMeOptions, models: Vec<String>) -> Sheet {
        const SECTION: &str = "All excerpts";
        let right = self.answers.iter().filter(|answer| answer.right).count();
        let failed = self.answers.iter().filter(|answer| !answer.failures.is_empty()).count();
        let excerpts = self.answers.len();
        let number = |key: &str, column: &str, value: f64, unit: Unit| {
            Figure::new(key, [SECTION, "all", column], value, unit).of(excerpts as u64)
        };
        let mut figures: Vec<Figure> =
            Share::of(right, excerpts).figure("all/right", [SECTION, "all", "right"]).into_iter().collect();
        figures.push(number("all/steps", "mean steps", self.mean_steps, Unit::Count));
        figures.push(number("all/failed", "with a source that failed", failed as f64, Unit::Count));
        figures.extend(ranks("Candidates", "all", &self.figures));
        for Years { years, right } in &self.years {
            let key = format!("years/{}", years.replace(' ', "-"));
            figures.extend(right.figure(key, ["Year of the citing paper", years, "right"]));
        }
        let spreads = &self.spreads;
        for (name, spread, unit) in [
            ("steps", &spreads.steps, Unit::Count),
            ("searches", &spreads.searches, Unit::Count),
            ("readings", &spreads.readings, Unit::Count),
            ("tokens", &spreads.tokens, Unit::Tokens),
            ("dollars", &spreads.dollars, Unit::Dollars),
        ] {
            figures.extend(spread.iter().flat_map(|spread| spread_of(name, spread, unit)));
        }
        if let Some(Cost { requests, input_tokens, output_tokens }) = self.cost {
            figures.push(number("cost/requests", "requests", f64::from(requests), Unit::Count));
            figures.push(number("cost/read", "tokens read", input_tokens as f64, Unit::Tokens));
            figures.push(number("cost/written", "tokens written", output_tokens as f64, Unit::Tokens));
            let by_model = self.chosen_by_model as f64;
            figures.push(number("all/chosen-by-model", "answers chosen by the model", by_model, Unit::Count));
        }
        Sheet {
            title: "CiteME's excerpts".to_owned(),
            about: format!(
                "Whether the search ends at the work that an excerpt cites; titles that are alike by {SAME_TITLE} name one \
                 work. {} Where a source failed, it may have held the answer.",
                match (&self.model, options.commands) {
                    (None, _) => "Rules chose the steps.",
                    (Some(_), CommandsChoice::None) => "A model named the work from memory.",
                    (Some(_), CommandsChoice::SearchOnly) => "A model chose the steps; it could not read.",
                    (Some(_), CommandsChoice::SearchAndRead) => "A model chose the steps.",
                }
            ),
            figures,
            inputs: std::iter::once(&options.file).chain(&options.within.records).cloned().collect(),
            models: models.into_iter().chain(self.model.clone()).collect(),
            ..Sheet::default()
        }
    }

    pub(super) fn write(&self) -> Result<(), Failure> {
        let mut out = anstream::stdout().lock();
        for answer in &self.answers {
            let mark = if answer.right { "right" } else { "wrong" };
            let rank = answer.rank.map_or_else(|| "-".to_owned(), |rank| rank.to_string());
            writeln!(
                out,
                "{mark} {rank:>4} {:>3} steps  {}: {}",
                answer.steps,
                answer.id,
                cut(&answer.target, 100)
            )?;
        }
        let figures = &self.figures;
        writeln!(
            out,
            "{} excerpts, accuracy {:.3}, mean steps {:.1}",
            figures.excerpts, self.accuracy, self.mean_steps
        )?;
        let [one, five, ten, mrr] =
            [figures.top1, figures.top5, figures.top10, figures.mrr].map(|figure| shown(&figure));
        writeln!(out, "top 1 {one}, top 5 {five}, top 10 {ten}, MRR {mrr}")?;
        for Years { years, right } in &self.years {
            writeln!(out, "{years}: right {right}")?;
        }
        writeln!(out, "spread over the excerpts: mean; least, quarter, median, three quarters, most")?;
        let spreads = &self.spreads;
        for (name, spread) in [
            ("steps", &spreads.steps),
            ("searches", &spreads.searches),
            ("readings", &spreads.readings),
            ("seconds", &spreads.seconds),
            ("tokens", &spreads.tokens),
            ("dollars", &spreads.dollars),
        ] {
            let Some(Spread { mean, least, quarter, median, three_quarters, most }) = spread else {
                continue;
            };
            writeln!(
                out,
                "  {name}: {mean:.2}; {least:.2} {quarter:.2} {median:.2} {three_quarters:.2} {most:.2}"
            )?;
        }
        for row in &spreads.by_steps {
            writeln!(out, "  {} steps: {} excerpts, {} right", row.steps, row.excerpts, row.right)?;
        }
        writeln!(out, "embedding: {}", self.embedding.as_deref().unwrap_or("none, words alone"))?;
        if let (Some(model), Some(cost)) = (&self.model, &self.cost) {
            let Cost { requests, input_tokens, output_tokens } = cost;
            writeln!(
                out,
                "steps chosen by {model}: {requests} requests, {input_tokens} tokens read, {output_tokens} written; {} of \
                 {} answers are its own choice",
                self.chosen_by_model,
                self.answers.len()
            )?;
        }
        Ok(())
    }
}

/// A spread as a row of figures.
fn spread_of(name: &str, spread: &Spread, unit: Unit) -> Vec<Figure> {
    let Spread { mean, least, quarter, median, three_quarters, most } = *spread;
    [
        ("mean", mean),
        ("least", least),
        ("quarter", quarter),
        ("median", median),
        ("three quarters", three_quarters),
        ("most", most),
    ]
    .into_iter()
    .map(|(column, value)| {
        let key = format!("spread/{name}/{}", column.replace(' ', "-"));
        Figure::new(key, ["For each excerpt", name, column], value, unit)
    })
    .collect()
}
