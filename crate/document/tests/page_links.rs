//! How pages link their citations: several entries by one link, by scripts, and all of them, so that other numbers cite nothing.

#![allow(clippy::expect_used, reason = "helpers of tests stop the test")]

use citelight_document::citation::Mapping;
use citelight_document::document::{Document, Input, Severity, parse};

const FILLER: &str =
    "Lamps were measured in forty offices for a year, and nobody was told why they were changed. ";

/// An article with a list of six works.
fn article(text: &str) -> Document {
    let list: String = (1..=6)
        .map(|n| {
            format!("<li id=\"r{n}\">Hale, C. ({}). Lamps of kind {n}. Light Notes, {n}, 1–9.</li>", 2000 + n)
        })
        .collect();
    let page = format!(
        "<!DOCTYPE html><html><head><title>Lamps</title></head><body><main><h1>Lamps at work</h1><h2>Introduction</h2>\
         <p>{}</p>{text}<p>{}</p><h2>References</h2><ol>{list}</ol></main></body></html>",
        FILLER.repeat(4),
        FILLER.repeat(10),
    );
    parse(Input::new(&page, "lamps.html")).expect("the page parses")
}

/// What each citation says, the places of its works in the list, and whether links decided it.
fn read(document: &Document) -> Vec<(&str, Vec<usize>, bool)> {
    let citations = document.citations.iter();
    citations
        .map(|own| {
            let text = &document.blocks[own.block].text[own.range.clone()];
            (text, own.references.clone(), own.status == Mapping::Linked)
        })
        .collect()
}

#[test]
fn one_link_leads_to_several_entries() {
    for link in [
        // Taylor & Francis
        "<a href=\"#r2 r3 r5\">2, 3, 5</a>",
        // Wiley Online Library
        "<a href=\"#r2\" rel=\"references:#r2 #r3 #r5\" class=\"link__reference\">2, 3, 5</a>",
        // ACS
        "<a class=\"ref\" href=\"JavaScript:void(0);\" onclick=\"showRef(event, 'r2 r3 r5'); return false;\">2, 3, 5</a>",
    ] {
        for (open, close) in [("[", "]"), ("(", ")"), ("<sup>", "</sup>")] {
            let first = format!("{open}{}{close}", link.replace("2, 3, 5", "1").replace("r2 r3 r5", "r1"));
            let first = first.replace("#r2 #r3 #r5", "#r1").replace("\"#r2\"", "\"#r1\"");
            let document = article(&format!(
                "<p>Lamps are old.{first} They hum.{open}{link}{close} They are <b>4</b> metres high.</p>"
            ));
            let found: Vec<_> = read(&document).into_iter().map(|(_, own, linked)| (own, linked)).collect();
            assert_eq!(found, [(vec![0], true), (vec![1, 2, 4], true)], "{open}{link}");
            assert!(
                document.anomalies.iter().all(|own| own.severity == Severity::Info),
                "{:?}",
                document.anomalies
            );
        }
    }
}

/// Links to all entries, some of them again.
fn all_linked(open: &str, close: &str) -> String {
    let link = |n: u32| format!("{open}<a href=\"#r{n}\">{n}</a>{close}");
    let text: String =
        [1, 2, 3, 4, 5, 6, 2, 4].map(|n| format!("Lamps dim in the year {} .", link(n))).concat();
    format!("<p>{text}</p>")
}

#[test]
fn numbers_without_a_link_cite_nothing_where_all_citations_are_links() {
    let linked = all_linked("(", ")");
    let other = "<p>Bromide (<b>3</b>) was made from lamp oil (<b>17</b>, R = H). Groups differed (F=4.6, df=1, 4, p&lt;0.05).</p>\
        <table><tr><td>BD (3)</td><td>30.1</td></tr><tr><td>HC (4)</td><td>31.0</td></tr></table>";
    let document = article(&format!("{linked}{other}"));
    assert_eq!(document.citations.len(), 8, "{:?}", read(&document));
    assert!(document.anomalies.iter().all(|own| own.severity == Severity::Info), "{:?}", document.anomalies);

    let linked = all_linked("[", "]");
    let index = "<p>The components t[1] and PC[2] differ in 5-chlorobenzo[b]pyrido[3,2-f][1,4]oxazepine.</p>";
    assert_eq!(article(&format!("{linked}{index}")).citations.len(), 8);
    // What no link covers in square brackets is a citation that lost its link, or of a work that is missing.
    let lost = "<p>Lamps hum [3]. They were red [e.g. 5], as in Spain [17].</p>";
    let document = article(&format!("{linked}{lost}"));
    assert_eq!(document.citations.len(), 11, "{:?}", read(&document));
}

#[test]
fn numbers_without_a_link_cite_where_only_some_are_links() {
    let some = "<p>Lamps dim (<a href=\"#r1\">1</a>). They hum (2), and they glow (3, 4). They are red (<a href=\"#r5\">5</a>, 6).</p>";
    let references: Vec<_> = read(&article(some)).into_iter().map(|(_, own, _)| own).collect();
    assert_eq!(references, [vec![0], vec![1], vec![2, 3], vec![4, 5]]);
    // First mentions only.
    let first: String = (1..=6).map(|n| format!("Lamps dim (<a href=\"#r{n}\">{n}</a>). ")).collect();
    let document = article(&format!("<p>{first}They hum again (2), and they glow again (3, 4).</p>"));
    assert_eq!(document.citations.len(), 8, "{:?}", read(&document));
}

#[test]
fn equations_and_marks_of_notes_cite_nothing_where_names_are_links() {
    let cited: String = (1..=3)
        .map(|n| {
            format!(
                "<p>{FILLER}It was found by <a href=\"#r{n}\">Hale</a> (<a href=\"#r{n}\">{}</a>).</p>",
                2000 + n
            )
        })
        .collect();
    let notes: String = (1..=8).map(|n| format!("<p>{FILLER}<sup>{n}</sup></p>")).collect();
    let document = article(&format!("{cited}{notes}"));
    assert!(document.citations.iter().all(|own| own.status == Mapping::Linked), "{:?}", read(&document));
    let equations: String = (1..=8)
        .map(|n| format!("<p>{FILLER}So it is, by (<a href=\"#eq{n}\">{n}</a>):</p><table><tr><td id=\"eq{n}\">x = {n}</td><td>({n})</td></tr></table>"))
        .collect();
    let document = article(&format!("{cited}{equations}"));
    let references: Vec<_> = read(&document).into_iter().flat_map(|(_, own, _)| own).collect();
    assert!(references.iter().all(|own| *own < 3) && document.citations.len() <= 6, "{:?}", read(&document));
    assert!(document.anomalies.iter().all(|own| own.severity == Severity::Info), "{:?}", document.anomalies);
}
