//! The figures of the rules in the form of all suites.
use super::{OfRule, Report};
use crate::args::RulesOptions;
use crate::results::{Bar, Figure, Unit};
use crate::results::{Sheet, key};
use citelight::finding::messages::verdict_word;

/// What a word of judgement should be worth.
const SAID: f64 = 0.90;

pub(super) fn sheet(report: &Report, options: &RulesOptions, models: Vec<String>) -> Sheet {
    const ALL: &str = "All statements";
    let statements = report.statements as u64;
    let counted = Figure::new("all/statements", [ALL, "statements", "all"], statements as f64, Unit::Count);
    let mut figures = vec![counted];
    figures.extend(report.accurate.figure("all/accurate", [ALL, "statements", "accurate"]));
    figures.extend(report.inaccurate.figure("all/not-accurate", [ALL, "statements", "not accurate"]));
    for said in &report.said {
        let word = verdict_word(said.verdict);
        let row = key([word]);
        figures.extend(said.of_all.figure(format!("said/{row}/of-all"), ["Said", word, "of all statements"]));
        let right = said.right.figure(format!("said/{row}/right"), ["Said", word, "right"]);
        figures.extend(right.map(|right| right.aiming_at(Bar::AtLeast(SAID))));
    }
    figures.extend(report.rules.iter().flat_map(of_rule));
    for at in &report.repeated {
        let row = format!("{:.1} of the words", at.threshold);
        let cell = ["Near-verbatim support", row.as_str(), "right"];
        figures.extend(at.right.figure(format!("repeated/{:.1}/right", at.threshold), cell));
    }
    Sheet {
        title: "Rules of the funnel on real citing statements".to_owned(),
        about: "How often the answer of each rule is right on citing statements that experts labelled, with sentences of the cited \
                work: support is right of accurate statements, a difference of those that are not accurate. A rule whose answers \
                are right often enough says a verdict; any other gives a hint, which leaves the claim open."
            .to_owned(),
        figures,
        inputs: options.files.iter().chain(&options.settings).cloned().collect(),
        models,
        ..Sheet::default()
    }
}

fn of_rule(of: &OfRule) -> Vec<Figure> {
    let section = if of.supports { "Rules that find support" } else { "Rules that find a difference" };
    let verdict = Figure::new(
        key(["rules", of.rule.as_str(), "verdict"]),
        [section, of.rule.as_str(), "says a verdict (1) or gives a hint (0)"],
        f64::from(u8::from(of.suffices)),
        Unit::Count,
    );
    let right =
        of.right.figure(key(["rules", of.rule.as_str(), "right"]), [section, of.rule.as_str(), "right"]);
    right.into_iter().chain([verdict]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::Share;

    #[test]
    fn a_rule_is_told_with_what_it_says() {
        let right = Share::of(3, 4);
        let figures = of_rule(&OfRule { rule: "agrees".to_owned(), supports: true, right, suffices: false });
        let told: Vec<(&str, f64)> = figures.iter().map(|one| (one.key.as_str(), one.value)).collect();
        assert_eq!(told, [("rules/agrees/right", 0.75), ("rules/agrees/verdict", 0.0)]);
    }
}
