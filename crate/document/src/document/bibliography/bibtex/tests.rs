//! What files hold, and what BibTeX and biber make of it.

use std::time::Duration;

use proptest::prelude::*;

use super::{Entry, entries};
use crate::document::bibliography::doi_of_field;

#[path = "../../../../tests/support/clock.rs"]
mod clock;

use clock::Stopwatch;

fn read(text: &str) -> Vec<Entry> {
    entries(text).entries
}

fn one(text: &str) -> Entry {
    let mut read = read(text);
    assert_eq!(read.len(), 1, "{text}");
    read.remove(0)
}

/// An own or inherited field.
fn field<'a>(entry: &'a Entry, name: &str) -> Option<&'a str> {
    let own = entry.fields.iter().find(|field| field.name == name).map(|field| field.text.as_str());
    own.or_else(|| entry.inherited.iter().find(|field| field.name == name).map(|field| field.text.as_str()))
}

#[test]
fn a_field_that_is_commented_out_is_none() {
    for text in [
        "@article{k3,\n  % author = {Wrong, Wanda},\n  title  = {Banks and willows},\n  year = 2004\n}",
        "@article{k3, % the key\n%author = {Wrong, Wanda},\n  title  = {Banks and willows},\n  year = 2004\n}",
        "@article{k3,\n  title  = {Banks and willows}, % author = {Wrong, Wanda},\n  year = 2004\n}",
        "@article{k3,\r\n  title  = {Banks and willows},\r\n  %% author = {Wrong, Wanda},\r\n  year = 2004 % , author = {Wrong}\r\n}",
        "@article(k3,\n%\n% author = {Wrong, Wanda},\n  title = % why not\n {Banks and willows}, year = \n% 1999\n 2004)",
        "@article{% first\nk3,\n  title = {Banks} % }\n # { and willows}, year = 2004,\n% author = {Wrong, Wanda}\n}",
        "@article{k3,\r  % author = {Wrong, Wanda},\r  title = {Banks and willows}, % author = {Open, Otto},\r  year = 2004\r}",
        "@article{k3 % a key\n, title = \"Banks and willows\", year = {2004}\n% author = {Open, Otto\n}",
    ] {
        let entry = one(text);
        assert_eq!(entry.key, "k3", "{text}");
        assert_eq!(field(&entry, "author"), None, "{text}");
        assert_eq!(field(&entry, "title"), Some("Banks and willows"), "{text}");
        assert_eq!(field(&entry, "year"), Some("2004"), "{text}");
        assert!(entry.is_sound, "{text}");
    }
}

#[test]
fn a_percent_sign_in_a_value_is_text() {
    let entry = one(
        "@misc{k, title = {Half 50\\% and 50% more}, url = {https://example.org/a%20b%2Fc},\n note = \"100%\n sure\", year = 2004}",
    );
    assert_eq!(field(&entry, "title"), Some("Half 50\\% and 50% more"));
    assert_eq!(field(&entry, "url"), Some("https://example.org/a%20b%2Fc"));
    assert_eq!(field(&entry, "note"), Some("100%\n sure"));
    assert_eq!(field(&entry, "year"), Some("2004"));
}

#[test]
fn a_doi_is_read_whole_however_its_signs_are_escaped() {
    let springer = "10.1007/978-3-030-58452-8_13";
    let wiley = "10.1002/(sici)1097-0258(19980815/30)17:15/16<1661::aid-sim968>3.0.co;2-2";
    for (written, doi) in [
        ("10.1007/978-3-030-58452-8_13", springer),
        ("10.1007/978-3-030-58452-8\\_13", springer),
        ("10.1007/978-3-030-58452-8{\\_}13", springer),
        ("{10.1007/978-3-030-58452-8$\\_$13}", springer),
        ("10.1007/978-3-030-58452-8{\\textunderscore}13", springer),
        ("https://doi.org/10.1007/978-3-030-58452-8\\_13", springer),
        ("\\url{https://doi.org/10.1007/978-3-030-58452-8\\_13}", springer),
        ("doi: 10.1007/978-3-030-58452-8\\_13.", springer),
        ("10.1002/(SICI)1097-0258(19980815/30)17:15/16<1661::AID-SIM968>3.0.CO;2-2", wiley),
        ("10.1002/(SICI)1097-0258(19980815/30)17:15/16$<$1661::AID-SIM968$>$3.0.CO;2-2", wiley),
        (
            "10.1002/(SICI)1097-0258(19980815/30)17:15/16{\\textless}1661::AID-SIM968{\\textgreater}3.0.CO;2-2",
            wiley,
        ),
        (
            "10.1002/(SICI)1097-0258(19980815/30)17:15/16\\textless{}1661::AID-SIM968\\textgreater{}3.0.CO;2-2",
            wiley,
        ),
        ("10.1002/(SICI)1097-0258(19980815/30)17:15/16&lt;1661::AID-SIM968&gt;3.0.CO;2-2", wiley),
        ("10.1234/a\\&b\\#1", "10.1234/a&b#1"),
        ("10.1000/a, 10.1000/b", "10.1000/a"),
        ("https://doi.org/10.1000/a?via=x&y=1", "10.1000/a"),
        ("10.1000.10/123", "10.1000.10/123"),
    ] {
        assert_eq!(doi_of_field(written).as_deref(), Some(doi), "{written}");
    }
}

#[test]
fn an_entry_whose_lines_are_commented_out_is_none() {
    let keys = |text: &str| -> Vec<String> { read(text).into_iter().map(|entry| entry.key).collect() };
    let old = "% @article{old,\n%   title = {Old},\n% }\n";
    assert_eq!(keys(&format!("{old}@article{{new, title = {{New}}}}")), ["new"]);
    assert_eq!(keys(&format!("@article{{new, title = {{New}}}}\n{old}")), ["new"]);
    assert!(entries(&format!("{old}@article{{new, title = {{New}}}}")).anomalies.is_empty());
    // Between entries BibTeX knows no comments: what is whole on its line is read.
    assert_eq!(keys("% @article{old, title = {Old}}\n@article{new, title = {New}}"), ["old", "new"]);
    assert_eq!(
        keys("mail me@example.org {soon}\n@comment{@article{no, title={No}}}@misc{yes, title={Y}}"),
        ["yes"]
    );
}

#[test]
fn what_files_hold() {
    let text = "\u{feff}free text\r\n@STRING(nips = \"NeurIPS\")\r\n@preamble{\"x\" # {y}}\r\n@Article{DBLP:conf/a+b'c!d?e,\r\n  Title = \"A {\"}quoted{\"} {B}ig\" # \" study\" # \".\",\r\n  JOURNAL = nips,\r\n  note = {}, month = jan # \"~5\"\r\n  year = 2020,\r\n  year = 1999,\r\n}";
    let entry = one(text);
    assert!(entry.is_sound);
    assert_eq!(entry.key, "DBLP:conf/a+b'c!d?e");
    assert_eq!(field(&entry, "title"), Some("A {\"}quoted{\"} {B}ig study."));
    assert_eq!(field(&entry, "journal"), Some("NeurIPS"));
    assert_eq!(field(&entry, "note"), Some(""));
    assert_eq!(field(&entry, "month"), Some("January~5"));
    assert_eq!(field(&entry, "year"), Some("2020"), "of two fields of a name the first counts");
    let year = entry.fields.iter().find(|field| field.name == "year").unwrap();
    assert_eq!(&text[year.value.clone()], "2020");
    assert_eq!(entry.spans.len(), 6);
    assert!(text[entry.range.clone()].starts_with("@Article{") && text.ends_with(&text[entry.range.clone()]));
    assert_eq!(entry.line, 4);
}

#[test]
fn what_is_not_written_by_the_rules_is_read_and_not_written_to() {
    for text in [
        "@article{a, title = {open, year = 2000\n@article{b, title = {closed}}",
        "@article{a, title {T}, year = 2000}",
        "@article{a b, title = {T}}",
        "@article{title = {T}}",
        "@article{a, title = \"G\\\"odel\", year = 2000}",
        "@article{a, title = , year = 2000}",
        "@article{a, title = {T} ; year = 2000}",
    ] {
        assert!(!read(text)[0].is_sound, "{text}");
    }
    for text in [
        "@article{a, title = {T} year = 2000}",
        "@article{a,, title = {T},, year = 2000,,}",
        "@misc(a, title = {T (x)}, year = 2000)",
        "@misc{a}",
        "@misc{ä1, title = {Ü}, author = {Ö}}",
    ] {
        assert!(one(text).is_sound, "{text}");
    }
}

#[test]
fn xdata_is_inherited_as_it_is_and_chained() {
    let text = "@article{a, title = {T}, xdata = {one, two}}\n@xdata{two, title = {Not this}, publisher = {P}, xdata = {three}}\n@xdata{one, journaltitle = {J}, year = 2001}\n@xdata{three, location = {L}, xdata = {one}, year = 1990}";
    let read = read(text);
    let entry = &read[0];
    assert_eq!(field(entry, "title"), Some("T"));
    assert_eq!(field(entry, "journaltitle"), Some("J"));
    assert_eq!(field(entry, "publisher"), Some("P"));
    assert_eq!(field(entry, "location"), Some("L"));
    assert_eq!(field(entry, "year"), Some("2001"), "the nearest first");
    let from: Vec<(&str, &str)> =
        entry.inherited.iter().map(|field| (field.name.as_str(), field.from.as_str())).collect();
    assert!(from.contains(&("location", "three")) && from.contains(&("publisher", "two")), "{from:?}");
}

#[test]
fn crossref_maps_the_titles_of_wholes() {
    for (child, parent, name) in [
        ("inproceedings", "proceedings", "booktitle"),
        ("incollection", "collection", "booktitle"),
        ("inbook", "book", "booktitle"),
        ("inproceedings", "book", "booktitle"),
        ("article", "periodical", "journaltitle"),
        ("book", "mvbook", "maintitle"),
        ("inbook", "mvbook", "maintitle"),
        ("inproceedings", "mvproceedings", "maintitle"),
    ] {
        // The parent stands behind the child, and its key is written otherwise.
        let text = format!(
            "@{child}{{a, title = {{Part}}, crossref = {{Whole}}}}\n@{parent}{{whole, title = {{The Whole}}, year = 1999, publisher = {{P}}, doi = {{10.5555/whole}}, shorttitle = {{W}}}}"
        );
        let entry = &read(&text)[0];
        assert_eq!(field(entry, name), Some("The Whole"), "{child} of {parent}");
        assert_eq!(field(entry, "title"), Some("Part"));
        assert_eq!(field(entry, "year"), Some("1999"));
        assert_eq!(field(entry, "doi"), None, "the whole's");
        assert_eq!(field(entry, "shorttitle"), None);
    }
    let xref = read("@inbook{a, title = {Part}, xref = {w}}\n@book{w, title = {Whole}, year = 1999}");
    assert_eq!((field(&xref[0], "booktitle"), field(&xref[0], "year")), (None, None), "xref gives nothing");
}

#[test]
fn inheritance_goes_through_parents_and_ends() {
    let text = "@inbook{a, title = {Part}, crossref = {b}}\n@book{b, title = {Volume}, crossref = {c}, xdata = {d}}\n@mvbook{c, title = {Work}, publisher = {P}}\n@xdata{d, location = {L}}";
    let read = read(text);
    let part = &read[0];
    assert_eq!(field(part, "booktitle"), Some("Volume"));
    assert_eq!(field(part, "maintitle"), Some("Work"));
    assert_eq!((field(part, "publisher"), field(part, "location")), (Some("P"), Some("L")));
    for cycle in [
        "@book{a, title = {A}, crossref = {a}}",
        "@book{a, crossref = {b}}\n@book{b, year = 1, crossref = {a}}",
        "@xdata{a, xdata = {b}}\n@xdata{b, xdata = {c}}\n@xdata{c, xdata = {a}, note = {n}}\n@misc{d, xdata={a}}",
        "@book{a, crossref = {nowhere}}",
    ] {
        assert!(!super::entries(cycle).entries.is_empty());
    }
}

/// A bibliography of so many entries, each with as many hooks for slow reading as fit.
fn bibliography(count: usize) -> String {
    (0..count)
        .map(|at| {
            format!(
                "% note {at}\n@string{{s{at} = \"S{at}\"}}\n@inproceedings{{k{at}, % key\n title = {{T {at}}} # s{at},\n % author = {{X}},\n crossref = {{k{}}}, xdata = {{k{}, k{}}}}}\n",
                (at + 1) % count,
                (at * 7) % count,
                (at * 11) % count
            )
        })
        .collect()
}

/// One entry of so many fields.
fn one_entry(count: usize) -> String {
    let fields: String = (0..count).map(|at| format!("f{at} = {at}, ")).collect();
    format!("@misc{{k, {fields}}}")
}

/// So many entries on one line.
fn one_line(count: usize) -> String {
    (0..count).map(|at| format!("@misc{{k{at}, title = {{T}}}} ")).collect()
}

/// So many entries that inherit from one of as many fields.
fn one_parent(count: usize) -> String {
    let children: String = (0..count).map(|at| format!("@misc{{k{at}, xdata = {{k}}}}\n")).collect();
    format!("{children}{}", one_entry(count))
}

#[test]
fn ten_times_the_file_takes_ten_times_as_long() {
    let time = |text: &str| {
        let best = (0..3).map(|_| {
            let watch = Stopwatch::start();
            assert!(!read(text).is_empty());
            watch.spent()
        });
        best.min().unwrap()
    };
    type Made = fn(usize) -> String;
    let files: [(Made, usize); 4] =
        [(bibliography, 400), (one_entry, 4_000), (one_line, 4_000), (one_parent, 400)];
    for (file, count) in files {
        let (short, long) = (time(&file(count)), time(&file(10 * count)));
        // Quadratic work would take a hundred times as long.
        assert!(long <= short * 40 + Duration::from_millis(100), "{short:?}, then {long:?}");
    }
}

proptest! {
    #[test]
    fn any_text_is_read_and_places_lie_in_it(text in "(?s)[@a-z{}\"(),=#%\\\\ \n\u{e9}]{0,160}") {
        let mut end = 0;
        for entry in read(&text) {
            prop_assert!(entry.range.start >= end && text.get(entry.range.clone()).is_some());
            end = entry.range.end;
            for span in entry.spans.iter().chain(entry.fields.iter().map(|field| &field.value)) {
                prop_assert!(text.get(span.clone()).is_some());
                prop_assert!(entry.range.start < span.start + 1 && span.end <= entry.range.end);
            }
        }
    }

    #[test]
    fn what_is_written_is_read_again(
        title in "[A-Za-z ]{1,20}",
        comment in "[a-z =,{}\"]{0,20}",
        gap in "[ \t\r\n]{0,4}",
        quoted in any::<bool>(),
        number in 0..3000_u32,
    ) {
        let (open, close) = if quoted { ("\"", "\"") } else { ("{", "}") };
        let text = format!(
            "@misc{{key,{gap}% {comment}\n{gap}title{gap}={gap}{open}{title}{close}{gap},year={number}{gap}% {comment}\n}}"
        );
        let entry = one(&text);
        prop_assert!(entry.is_sound);
        prop_assert_eq!(field(&entry, "title"), Some(title.as_str()));
        let number = number.to_string();
        prop_assert_eq!(field(&entry, "year"), Some(number.as_str()));
        prop_assert_eq!(entry.fields.len(), 2);
    }
}
