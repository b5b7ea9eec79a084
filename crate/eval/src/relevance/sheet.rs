//! Figures of relevance in the form of all suites.
use citelight::relevance::Known;

use super::Report;
use super::lists::WholeLists;
use super::made::Made;
use crate::args::RelevanceOptions;
use crate::results::{Bar, Figure, Sheet, Unit, key};

pub(super) fn sheet(report: &Report, options: &RelevanceOptions, models: Vec<String>) -> Sheet {
    let mut figures = Vec::new();
    for (known, rows) in &report.figures.by_known {
        let section = match known {
            Known::Work => "Without the citing article",
            Known::Article => "With the citing article",
            Known::List => "With article and list",
        };
        for row in rows {
            let name = key([section, &row.name, "flagged"]);
            let figure = row.flagged.figure(name, [section, &row.name, "flagged"]);
            figures.extend(figure.map(|figure| match row.name.as_str() {
                "about something else" => figure.aiming_at(Bar::AtLeast(0.9)),
                "right" => figure.aiming_at(Bar::AtMost(0.005)),
                _ => figure,
            }));
        }
    }
    if let Some(auc) = report.figures.auc {
        figures.push(Figure::new("all/auc", ["All pairs", "all", "AUC"], auc, Unit::Score));
        for point in &report.figures.curve {
            let column = format!("recall at {} false alarms", point.false_alarms);
            let name = format!("all/recall-at-{}", point.false_alarms);
            figures.push(Figure::new(name, ["All pairs", "all", &column], point.recall, Unit::Share));
        }
    }
    figures.extend(report.made.iter().flat_map(made));
    figures.extend(report.lists.iter().flat_map(lists));
    Sheet {
        title: "Whether a cited work fits its citation".to_owned(),
        about: "Works that seem to be about something else, by title and abstract: statements that were reported as citing \
                an irrelevant work, statements that are substantiated, citations as they were published, and errors made of \
                them: another work of a list of one field, and lists whose numbers are off by one. The coefficients were \
                fitted to a part of the same files; docs/relevance.md says how they were validated."
            .to_owned(),
        figures,
        inputs: options.files.iter().chain(&options.lists).cloned().collect(),
        models,
        seeds: options.made.into_iter().collect(),
        ..Sheet::default()
    }
}

fn made(made: &Made) -> Vec<Figure> {
    const SECTION: &str = "Made errors";
    let cell = |row: &'static str, column: &'static str| [SECTION, row, column];
    let equal = &made.at_equal_alarms;
    let recall = |name: &str, row, value| {
        Figure::new(name, cell(row, "recall at equal false alarms"), value, Unit::Share)
    };
    let shares = [
        made.swapped.figure("made/swapped/flagged", cell("another work of the list", "flagged")),
        made.right.figure("made/right/flagged", cell("right", "flagged")),
        made.right_of_subject
            .figure("made/right-of-subject/flagged", cell("right, in a list of its subject", "flagged")),
        made.shifted
            .figure("made/shifted/found", cell("lists off by one", "found"))
            .map(|figure| figure.aiming_at(Bar::AtLeast(0.95))),
        made.not_shifted
            .figure("made/sound/found", cell("sound lists", "found"))
            .map(|figure| figure.aiming_at(Bar::AtMost(0.0))),
    ];
    let recalls = [
        recall("made/model/recall", "the rule that pages are judged by", equal.model)
            .aiming_at(Bar::AtLeast(equal.two_cosines + 0.1)),
        recall("made/two-cosines/recall", "greater of two cosines", equal.two_cosines),
    ];
    shares.into_iter().flatten().chain(recalls).collect()
}

fn lists(lists: &WholeLists) -> Vec<Figure> {
    const SECTION: &str = "Whole lists, without their sentences";
    let real = [
        lists.alone.figure("lists/works/alone", [SECTION, "works in their own list", "fit nothing"]),
        lists.patterns.figure("lists/stuffed", [SECTION, "works in their own list", "lists called stuffed"]),
    ];
    // Of works that fit nothing a page says so only where each of their sentences is far, too: no bar for them.
    let [alone, stuffed] = real;
    let real = [alone, stuffed.map(|figure| figure.aiming_at(Bar::AtMost(0.0)))];
    let foreign =
        [("related", &lists.in_field), ("any", &lists.outside)].into_iter().flat_map(|(of, foreign)| {
            let row = format!("works of {of} fields put into it");
            [
                foreign.alone.figure(format!("lists/{of}/alone"), [SECTION, &row, "fit nothing"]),
                foreign
                    .stuffed
                    .figure(format!("lists/{of}/stuffed"), [SECTION, &row, "lists called stuffed"]),
            ]
        });
    real.into_iter().chain(foreign).flatten().collect()
}
