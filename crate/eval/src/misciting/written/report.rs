//! How a set came about, for people.
use std::fmt::Write;
use std::io::IsTerminal;

use super::{Set, Stage, Tally};
use crate::misciting::case::{MadeBy, written};
use crate::statistics::Share;

impl Set {
    /// How far it is, on a terminal's stderr.
    pub(in crate::misciting) fn tell(&self) {
        if std::io::stderr().is_terminal() {
            let tried: usize = self.tallies.values().map(|tally| tally.tried).sum();
            anstream::eprint!("\r{tried} statements tried, {} cases", self.cases.len());
        }
    }

    /// A row for each category and depth, and what the validator made of the drafts that were put to it.
    pub(in crate::misciting) fn told(&self) -> String {
        let mut text = format!(
            "{:<20}{:>6}{:>10}{:>15}{:>10}{:>6}\n",
            "", "tried", "declined", "failed checks", "rejected", "kept"
        );
        let mut all = Tally::default();
        for (kind, tally) in &self.tallies {
            all.tried += tally.tried;
            all.declined += tally.declined;
            all.failed += tally.failed;
            all.rejected += tally.rejected;
            all.kept += tally.kept;
            row(&mut text, written(kind.category, kind.depth), *tally);
        }
        row(&mut text, "all", all);
        let _ = writeln!(text, "the validator bore out {}", self.borne_out());
        let _ = writeln!(
            text,
            "its samples agreed by {:.3} in the mean; {} answers, {} tokens{}",
            self.mean_agreement(),
            self.usage.requests,
            self.usage.tokens(),
            if self.usage.estimated { " (estimated)" } else { "" }
        );
        text
    }

    /// Of the drafts that were put to the validator, those that it bore out.
    pub(in crate::misciting) fn borne_out(&self) -> Share {
        let against = self.rejected.iter().filter(|rejected| rejected.by == Stage::Validator).count();
        Share::of(self.cases.len(), self.cases.len() + against)
    }

    /// Mean share of the validator's samples that give the category, over the cases that were kept.
    fn mean_agreement(&self) -> f64 {
        let shares = self.cases.iter().filter_map(|case| match &case.made_by {
            MadeBy::Model(by) => Some(by.agreement),
            MadeBy::Rule | MadeBy::Others => None,
        });
        shares.sum::<f64>() / self.cases.len().max(1) as f64
    }

    /// The same counts as rows of a Markdown table.
    pub(in crate::misciting) fn rows(&self) -> Vec<[String; 6]> {
        self.tallies
            .iter()
            .map(|(kind, tally)| {
                let Tally { tried, declined, failed, rejected, kept } = *tally;
                let [tried, declined, failed, rejected, kept] =
                    [tried, declined, failed, rejected, kept].map(|count| count.to_string());
                [written(kind.category, kind.depth).to_owned(), tried, declined, failed, rejected, kept]
            })
            .collect()
    }
}

fn row(text: &mut String, name: &str, tally: Tally) {
    let Tally { tried, declined, failed, rejected, kept } = tally;
    let _ = writeln!(text, "{name:<20}{tried:>6}{declined:>10}{failed:>15}{rejected:>10}{kept:>6}");
}
