//! `citelight bib` as a black box: what is read, what is corrected, and what stays.

// Helpers of tests are outside #[test] functions, where clippy.toml does not reach.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::process::{Command, Output};

use serde_json::Value;

const RECORDS: &str = r#"{"id":"1","title":"Banks and willows of slow rivers","authors":["Weil, Ida","Moor, Tom"],"year":2004,"venue":"River Notes","volume":"3","pages":"11-29","doi":"10.1000/banks","type":"journal-article"}
{"id":"2","title":"Ladders for small fish","authors":["Alder, Kim","Roos, Dirk"],"year":2012,"venue":"Proceedings of the Conference on Weirs","pages":"101-112","doi":"10.1000/ladders","type":"proceedings-article"}
{"id":"8","title":"Computer Vision of Fish","authors":["Editor, Ed"],"year":2020,"doi":"10.1007/978-3-030-58452-8","type":"book"}
{"id":"9","title":"Detecting small fish in muddy water","authors":["Alder, Kim"],"year":2020,"venue":"Computer Vision of Fish","doi":"10.1007/978-3-030-58452-8_13","type":"proceedings-article"}
{"id":"4","title":"A life in two volumes","authors":["Orlin, Ann"],"year":2001,"publisher":"Dover","isbn":"9780486000000","type":"book"}
{"id":"5","title":"Weirs and their walls","authors":["Tamm, Bo"],"year":2006,"venue":"Journal of Weirs","doi":"10.5555/w","type":"journal-article"}
{"id":"6","title":"Flour","authors":["Roos, Dirk"],"year":2010,"venue":"Mills, 3rd edition","type":"book-chapter"}
{"id":"7","title":"MillTool","authors":["Roos, Dirk"],"year":2023,"venue":"Zenodo","doi":"10.5281/zenodo.7","type":"software"}
{"id":"10","title":"Źródła powolnych rzek i śluzy","authors":["Wąs, Łucja","Żak, Świt"],"year":2004,"venue":"Gospodarka Wodna","volume":"3","pages":"11-29","doi":"10.1000/zrodla","type":"journal-article"}
"#;

struct Folder(tempfile::TempDir);

impl Folder {
    fn new(bib: &[u8]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("works.jsonl"), RECORDS).unwrap();
        std::fs::write(folder.path().join("refs.bib"), bib).unwrap();
        Self(folder)
    }

    fn bib(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_citelight"));
        command.args(["bib", "refs.bib", "--records", "works.jsonl", "--format", "json"]);
        command.args(arguments).current_dir(self.0.path()).output().unwrap()
    }

    fn entries(&self, arguments: &[&str]) -> Vec<Value> {
        let output = self.bib(arguments);
        let export: Value = serde_json::from_slice(&output.stdout)
            .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&output.stderr)));
        export["entries"].as_array().unwrap().clone()
    }

    fn text(&self) -> String {
        String::from_utf8(std::fs::read(self.0.path().join("refs.bib")).unwrap()).unwrap()
    }
}

/// The fields that a correction of an entry is said to change, with their values.
fn told(entry: &Value) -> Vec<(String, String)> {
    let edits = entry["fix"]["edits"].as_array().cloned().unwrap_or_default();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    edits.iter().map(|edit| (text(&edit["field"]), text(&edit["new"]))).collect()
}

#[test]
fn a_field_that_is_commented_out_is_neither_checked_nor_corrected() {
    let bib = "@article{k3,\n  % author = {Wrong, Wanda},\n  title  = {Banks and willows of slow rivers},\n  journal = {River Notes}, % pages = {1--2},\n  year = 2004\n}\n";
    let folder = Folder::new(bib.as_bytes());
    let entries = folder.entries(&["--fix"]);
    assert_ne!(entries[0]["label"], "HALLUCINATED", "{entries:?}");
    let written = folder.text();
    assert!(written.contains("  % author = {Wrong, Wanda},\n"), "comments stay: {written}");
    assert!(written.contains("% pages = {1--2},\n"), "{written}");
    for (field, value) in told(&entries[0]) {
        assert!(written.contains(&value), "{field}: {written}");
    }
    assert!(written.contains("doi = {10.1000/banks}"), "{written}");
    let again = folder.entries(&["--fix"]);
    assert!(told(&again[0]).is_empty(), "{again:?}");
    assert_eq!(folder.text(), written, "a second correction changes nothing");
}

#[test]
fn where_the_check_abstains_nothing_changes() {
    let bib = "@book{e1, author={Orlin, Ann}, title={A life in two volumes}, publisher={Hall}, edition={1}, year={1998}}
@book{e2, author={Orlin, Ann}, title={A life in two volumes}, publisher={Hall}, year={1998}}
@book{e3, author={Orlin, Ann}, title={A life in two volumes}, publisher={Hall}, year={1998}, isbn={978-0-306-40615-7}}
@phdthesis{e4, author={Tamm, Bo}, title={Weirs and their walls}, school={University of York}, year={2003}}
@incollection{e5, author={Roos, Dirk}, title={Flour}, booktitle={Mills}, publisher={Hall}, year={1990}}
@misc{e6, author={Roos, Dirk}, title={MillTool}, howpublished={Software}, year={2019}, version={1.2}}
@book{e7, author={Orlin, Ann}, title={A life in two volumes}, year={[1925] 1977}}
@techreport{e8, author={Tamm, Bo}, title={Weirs and their walls}, institution={York}, year={2005}}
@article{e9, author={Tamm, Bo}, title={Weirs and their walls}, journal={Journal of Weirs}, year={1998/2001}, doi={10.5555/w}}
@software{e10, author={Roos, Dirk}, title={MillTool}, year={2022}}
";
    let folder = Folder::new(bib.as_bytes());
    let entries = folder.entries(&["--fix", "--diff"]);
    assert_eq!(folder.text(), bib);
    for entry in &entries {
        assert!(told(entry).is_empty(), "{entry:?}");
    }
    folder.bib(&["--fix"]);
    assert_eq!(folder.text(), bib);
}

#[test]
fn what_is_inherited_is_corrected_where_it_stands_and_by_hand() {
    let bib = "@inproceedings{part,\n  title = {Ladders for small fish},\n  author = {Alder, Kim and Roos, Dirk},\n  pages = {101--112},\n  crossref = {whole},\n  xdata = {more}\n}\n\n@proceedings{whole,\n  title = {Proceedings of the Conference on Weirs},\n  year = {1987}\n}\n@xdata{more, doi = {10.1000/ladders}}\n";
    let folder = Folder::new(bib.as_bytes());
    let entries = folder.entries(&["--fix"]);
    assert_eq!(folder.text(), bib, "neither the part nor the whole is rewritten");
    let part = entries.iter().find(|entry| entry["key"] == "part").unwrap();
    assert_eq!(part["status"], "year_mismatch", "the year of the whole is checked: {part:?}");
    let hints = part["hints"].to_string();
    assert!(hints.contains("whole") && hints.contains("2012"), "{hints}");
}

#[test]
fn a_doi_with_an_escaped_sign_is_not_that_of_the_volume() {
    for doi in ["10.1007/978-3-030-58452-8\\_13", "10.1007/978-3-030-58452-8{\\_}13"] {
        let bib = format!(
            "@inproceedings{{e, author={{Alder, Kim}}, title={{Detecting small fish in muddy water}}, booktitle={{Computer Vision of Fish}}, year={{2020}}, doi={{{doi}}}}}\n"
        );
        let folder = Folder::new(bib.as_bytes());
        let entries = folder.entries(&["--fix"]);
        assert_eq!(entries[0]["label"], "VALID", "{entries:?}");
        assert_eq!(folder.text(), bib, "the DOI stays as it is written");
    }
}

#[test]
fn a_part_that_stays_wrong_is_not_completed() {
    let bib = "@inproceedings{part,\n  title = {Ladders for small fish},\n  author = {Alder, Kim},\n  crossref = {whole}\n}\n@proceedings{whole,\n  title = {Proceedings of the Conference on Weirs},\n  year = {1987}\n}\n";
    let folder = Folder::new(bib.as_bytes());
    let entries = folder.entries(&["--fix"]);
    assert_eq!(folder.text(), bib.replace("{Alder, Kim}", "{Alder, Kim and Roos, Dirk}"));
    assert!(entries[0]["hints"].to_string().contains("whole"), "{entries:?}");
}

#[test]
fn a_release_is_told_by_what_its_record_is() {
    for bib in [
        "@misc{e, author={Roos, Dirk}, title={MillTool}, year={2019}}\n",
        "@misc{e, author={Roos, Dirk}, title={MillTool}, year={2019}, publisher={Zenodo}}\n",
        "@misc{e, author={Roos, Dirk}, title={MillTool}, year={2019}, doi={10.5281/zenodo.7}}\n",
        "@article{e, author={Roos, Dirk}, title={MillTool}, journal={Zenodo}, year={2019}}\n",
        "@online{e, author={Roos, Dirk}, title={MillTool}, note={Version 1.2}, year={2019}}\n",
    ] {
        let folder = Folder::new(bib.as_bytes());
        let entries = folder.entries(&["--fix"]);
        assert_eq!(folder.text(), bib);
        assert_ne!(entries[0]["label"], "HALLUCINATED", "{bib}: {entries:?}");
    }
}

#[test]
fn what_is_told_is_what_is_written() {
    let bib = "% mine\r\n@string{rn = {River Notes}}\r\n@article(k1,\r\n  title = \"{B}anks and willows of slow rivers\",\r\n  author = {Weil, I. and Moor, T.},\r\n  journal = rn,\r\n  month = jan,\r\n  year = 1987 % wrong\r\n)\r\n@article{k2, title = {Banks and willows of slow rivers}, author = {Weil, Ida and Moor, Tom} ; journal = {River Notes}, year = 1987}\r\n";
    let folder = Folder::new(bib.as_bytes());
    let entries = folder.entries(&["--fix"]);
    let written = folder.text();
    assert!(written.contains("year = 2004,\r\n"), "{written}");
    assert!(written.contains("% wrong\r\n)\r\n"), "{written}");
    assert!(written.contains("month = jan") && written.contains("journal = rn,"), "{written}");
    assert!(written.ends_with(bib.split_once(")\r\n").unwrap().1), "the odd entry stays: {written}");
    let fields: Vec<String> = told(&entries[0]).into_iter().map(|(field, _)| field).collect();
    for field in &fields {
        assert!(written.contains(&format!("{field} = ")), "{field}: {written}");
    }
    assert_eq!(
        written.matches(" = ").count() - bib.matches(" = ").count(),
        fields.len() - 1,
        "{fields:?}: {written}"
    );
    assert!(told(&entries[1]).is_empty(), "{entries:?}");
    assert!(entries[1]["hints"].to_string().contains("not valid BibTeX"), "{entries:?}");
}

#[test]
fn a_type_that_the_doi_s_record_has_otherwise_is_corrected_with_its_venue_s_field() {
    let bib = "@Article{p1,\n  title   = {Ladders for small fish},\n  author  = {Alder, Kim and Roos, Dirk},\n  journal = {Proceedings of the Conference on Weirs},\n  pages   = {101--112},\n  doi     = {10.1000/ladders},\n  year    = 2012\n}\n";
    let folder = Folder::new(bib.as_bytes());
    let entries = folder.entries(&["--fix"]);
    assert_eq!(told(&entries[0]), [("entry type".to_owned(), "inproceedings".to_owned())], "{entries:?}");
    let expected = bib.replace("@Article", "@inproceedings").replace("journal =", "booktitle =");
    assert_eq!(folder.text(), expected);
    folder.bib(&["--fix"]);
    assert_eq!(folder.text(), expected, "a second run changes nothing");

    for stays in [
        // Other types mean something else, and two venues are for a person to sort out.
        bib.replace("@Article", "@misc"),
        bib.replace("journal =", "booktitle = {Weirs 2012},\n  journal ="),
    ] {
        let folder = Folder::new(stays.as_bytes());
        folder.bib(&["--fix"]);
        assert!(folder.text().starts_with(&stays[..5]), "{}", folder.text());
    }
}

#[test]
fn a_bibliography_is_read_in_the_encoding_that_it_is_written_in() {
    let entry = "@article{k, author = {Wąs, Łucja and Żak, Świt}, title = {Źródła powolnych rzek i śluzy}, journal = {Gospodarka Wodna}, volume = {3}, year = {2004}, doi = {10.1000/zrodla}}\n";
    let wide: Vec<u8> = format!("\u{feff}{entry}").encode_utf16().flat_map(u16::to_le_bytes).collect();
    let narrow = |c: char| match c {
        'ą' => 0xb1,
        'ł' => 0xb3,
        'ś' => 0xb6,
        'Ł' => 0xa3,
        'Ś' => 0xa6,
        'Ź' => 0xac,
        'Ż' => 0xaf,
        c => u8::try_from(u32::from(c)).unwrap(),
    };
    let latin_2: Vec<u8> = format!("% Encoding: ISO8859_2\n{entry}").chars().map(narrow).collect();
    for (name, bytes) in [("UTF-8", entry.as_bytes().to_vec()), ("UTF-16", wide), ("Latin-2", latin_2)] {
        let folder = Folder::new(&bytes);
        let entries = folder.entries(&[]);
        assert_eq!(entries.len(), 1, "{name}");
        assert_eq!(entries[0]["label"], "VALID", "{name}: {entries:?}");
    }
}

#[test]
fn a_file_in_which_nothing_was_recognised_is_not_a_clean_bibliography() {
    let folder = Folder::new(b"A letter, not a list.\n");
    let output = folder.bib(&[]);
    assert_eq!(output.status.code(), Some(2));
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("refs.bib") && told.contains("no entry was recognised"), "{told}");
    for empty in ["", " \n", "% none yet\n", "@comment{nothing yet}\n", "@string{a = \"A\"}\n"] {
        let output = Folder::new(empty.as_bytes()).bib(&[]);
        assert_eq!(output.status.code(), Some(0), "{empty:?}");
    }
}
