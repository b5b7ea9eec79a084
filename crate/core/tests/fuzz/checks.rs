//! Whole checks: pages and bibliographies put together from parts that repeat, through everything that `citelight check` and
//! `citelight bib` do with them. Neither time nor output may run away.

use std::fmt::Write;

use citelight::audit::{Cancel, audit_document};
use citelight::document::{Input, parse};
use citelight::export::CheckExport;
use citelight::resolve::corrections::read_bibtex;
use citelight::resolve::integrity::{CheckSettings, Day, inquire};
use citelight::settings::Settings;
use citelight::sources::local::LocalStore;
use futures_util::FutureExt;

use super::bare_context::bare_context;
use super::documents::holds_together;
use super::harness::{Dice, Seeds, Target};

/// Bytes that a check may write, whatever the page.
const MOST_OUTPUT: usize = 60_000_000;
/// Bytes of the largest inputs, about.
const LARGEST: usize = 60_000;
const TODAY: Day = Day { year: 2026, month: 11, day: 22 };

const RECORDS: &str = r#"{"id": "1", "title": "A study of sleep", "authors": ["Smith, Ann"], "year": 2020, "doi": "10.1/sleep"}
{"id": "2", "title": "Sleep and weirs", "authors": ["Lee, Bo"], "year": 2019}"#;

/// What cites, where `#` stands for a number.
const CITING: &[&str] = &[
    "[1-150]",
    "[#]",
    "[#, #–#]",
    "(Smith, 2020)",
    "Smith and Lee (2020a,b)",
    "(Author#, 2019; Smith et al., 2020)",
    "(WHO, 2020)",
    "smi20",
    "<sup>#,#</sup>",
    "<a href=\"#r#\">#</a>",
    "(see “A study of sleep”, 2020)",
    "王建国（2020）",
    "[?]",
    "(1903/1975)",
];

const ENTRIES: &[&str] = &[
    "Smith, A. (2020). A study of sleep. Journal of Sleep, 12, 1–9.",
    "Smith, A., &amp; Lee, B. (2020a). A study of sleep #. Journal of Sleep, 12, 1–9.",
    "Author# A. Paper # on sleep. J Sleep. 2019;#:1-9.",
    "World Health Organization (WHO). 2020. Report #. Geneva.",
    "A study of sleep, part #. (2020). Journal of Sleep.",
    "王建国. 睡眠研究[J]. 睡眠, 2020.",
    "<span id=\"r#\">Lee B. Sleep. 2019.</span>",
];

pub(crate) fn targets() -> Vec<Target> {
    let bibliographies = Seeds::fixtures(&["latex", "formats"]);
    vec![
        Target::new(
            "checks/pages",
            |dice| vec![page(dice).into_bytes()],
            |contents| contents.first().map_or(Ok(()), |bytes| check(&String::from_utf8_lossy(bytes))),
        ),
        Target::new(
            "checks/bib",
            move |dice| {
                let own = if dice.below(2) == 0 {
                    bibliography(dice).into_bytes()
                } else {
                    bibliographies.mutated_text(dice)
                };
                vec![own]
            },
            |contents| {
                contents.first().map_or(Ok(()), |bytes| check_bibliography(&String::from_utf8_lossy(bytes)))
            },
        ),
    ]
}

/// A part with a number in place of each `#`.
fn numbered(part: &str, dice: &mut Dice) -> String {
    part.split('#').enumerate().fold(String::new(), |mut text, (index, piece)| {
        if index > 0 {
            let _ = write!(text, "{}", dice.below(200));
        }
        text.push_str(piece);
        text
    })
}

fn page(dice: &mut Dice) -> String {
    let (open, close) = *dice.one(&[
        ("<p>", "</p>"),
        ("<div>", "</div>"),
        ("", " "),
        ("<p><span>", "</span></p>"),
        ("<li>", "</li>"),
    ]);
    let mut text = String::from("<html><body><article><h1>On sleep</h1><h2>Introduction</h2>");
    for _ in 0..1 + dice.below(3) {
        let citing = *dice.one(CITING);
        let most = 1 + LARGEST / 3 / (citing.len() + open.len() + close.len() + 20);
        for _ in 0..dice.below(most) {
            let cites = numbered(citing, dice);
            let _ = write!(text, "{open}We slept {cites}. {close}");
        }
        if dice.below(3) == 0 {
            text.push_str("<h2>More</h2>");
        }
    }
    for _ in 0..1 + dice.below(4) {
        text.push_str("<h2>References</h2><ol>");
        let entry = *dice.one(ENTRIES);
        for _ in 0..dice.below(1 + LARGEST / 6 / entry.len()) {
            let entry = numbered(entry, dice);
            let _ = write!(text, "<li>{entry}</li>");
        }
        text.push_str("</ol>");
    }
    text.push_str("</article></body></html>");
    text
}

fn check(text: &str) -> Result<(), String> {
    let Ok(document) = parse(Input::new(text, "fuzz.html")) else { return Ok(()) };
    holds_together(&document)?;
    let context = bare_context();
    let (settings, cancel) = (Settings::default(), Cancel::default());
    let report = pollster::block_on(audit_document(&document, &context, &settings, &cancel, &mut |_| ()));
    let export =
        serde_json::to_string(&CheckExport::new(report, Vec::new())).map_err(|error| error.to_string())?;
    if export.len() > MOST_OUTPUT {
        return Err(format!("becomes {} bytes of output", export.len()));
    }
    Ok(())
}

fn bibliography(dice: &mut Dice) -> String {
    let title = *dice.one(&["A study of sleep", "A study of sleep #", "{Sleep} and weirs", ""]);
    let author = *dice.one(&[
        "Smith, Ann",
        "Smith, Ann and Lee, Bo",
        "Smith# and others",
        "{World Health Organization}",
    ]);
    let parent = *dice.one(&["", "crossref={k#}, ", "xdata={k#}, ", "crossref={p1}, "]);
    let mut text = String::from("@proceedings{p1, title={Proceedings}, year={2020}}\n");
    for n in 0..dice.below(120) {
        let (title, author, parent) = (numbered(title, dice), numbered(author, dice), numbered(parent, dice));
        let _ = writeln!(
            text,
            "@article{{k{n}, author={{{author}}}, title={{{title}}}, {parent}year={{{}}}}}",
            1990 + dice.below(40)
        );
    }
    text
}

fn check_bibliography(text: &str) -> Result<(), String> {
    let store = LocalStore::from_json_lines("records", RECORDS).map_err(|error| error.to_string())?;
    for read in read_bibtex(text) {
        inquire(&read.entry, &[&store], None, TODAY, &CheckSettings::default())
            .now_or_never()
            .ok_or("leaves an entry without an answer")?;
    }
    Ok(())
}
