//! A library of Zotero's, exported, annotated and imported: in the forms that Zotero's own translators write and read.
#![cfg(feature = "bib")]
// Helpers of tests are outside #[test] functions, where clippy.toml does not reach.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::process::{Command, Output};

use serde_json::Value;

const RECORDS: &str = r#"{"id":"1","title":"Banks and willows of slow rivers","authors":["Weil, Ida","Moor, Tom"],"year":2004,"venue":"River Notes","volume":"3","pages":"11-29","doi":"10.1000/banks","type":"journal-article"}
{"id":"2","title":"Ladders for small fish & <b>eels</b>","authors":["Alder, Kim","Roos, Dirk"],"year":2012,"venue":"Proceedings of the Conference on Weirs","pages":"101-112","doi":"10.1000/ladders","type":"proceedings-article"}
"#;

/// As Zotero's translator “RIS” exports three items, with tags and a note.
const RIS: &str = "TY  - JOUR\r\nTI  - Banks and willows of slow rivers\r\nAU  - Weil, Ida\r\nAU  - Moor, Tom\r\nT2  - River Notes\r\nAB  - Willows hold the banks.\r\nDA  - 2004///\r\nPY  - 2004\r\nDO  - 10.1000/banks\r\nVL  - 3\r\nSP  - 11\r\nEP  - 29\r\nN1  - <p>My own note: <b>read again</b>.</p>\r\nKW  - willows\r\nKW  - to read\r\nER  - \r\n\r\nTY  - CONF\r\nTI  - Ladders for small fish & eels\r\nAU  - Alder, Kim\r\nAU  - Roos, Dirk\r\nC3  - Proceedings of the Conference on Weirs\r\nDA  - 2021///\r\nPY  - 2021\r\nDO  - 10.1000/ladders\r\nSP  - 101\r\nEP  - 112\r\nER  - \r\n\r\nTY  - JOUR\r\nTI  - What no record holds of anything\r\nAU  - Nobody, Nora\r\nT2  - Void\r\nDA  - 2020///\r\nPY  - 2020\r\nVL  - 4\r\nKW  - weirs & walls\r\nER  - \r\n\r\n";
/// The same as “BibTeX” exports them.
const BIB: &str = "\n@article{weil,\n\ttitle = {Banks and willows of slow rivers},\n\tvolume = {3},\n\tdoi = {10.1000/banks},\n\tabstract = {Willows hold the banks.},\n\tjournal = {River Notes},\n\tauthor = {Weil, Ida and Moor, Tom},\n\tyear = {2004},\n\tkeywords = {willows, to read},\n\tpages = {11--29},\n\tannote = {My own note: read again.},\n}\n\n@inproceedings{alder_ladders_2021,\n\ttitle = {Ladders for small fish \\& eels},\n\tdoi = {10.1000/ladders},\n\tbooktitle = {Proceedings of the {Conference} on {Weirs}},\n\tauthor = {Alder, Kim and Roos, Dirk},\n\tyear = {2021},\n\tpages = {101--112},\n}\n\n@article{nobody_what_2020,\n\ttitle = {What no record holds of anything},\n\tjournal = {Void},\n\tvolume = {4},\n\tauthor = {Nobody, Nora},\n\tyear = {2020},\n\tkeywords = {weirs \\& walls},\n}\n";
/// The same as “CSL JSON” exports them: tags are left out, “Extra” is the note.
const CSL: &str = r#"[
	{"id":"http://zotero.org/users/1/items/AAAA1111","type":"article-journal","container-title":"River Notes","DOI":"10.1000/banks","note":"PMID: 1\nmy own words","page":"11-29","title":"Banks and willows of slow rivers","volume":"3","author":[{"family":"Weil","given":"Ida"},{"family":"Moor","given":"Tom"}],"issued":{"date-parts":[["2004"]]}},
	{"id":"http://zotero.org/users/1/items/BBBB2222","type":"paper-conference","container-title":"Proceedings of the Conference on Weirs","DOI":"10.1000/ladders","page":"101-112","title":"Ladders for small fish & eels","author":[{"family":"Alder","given":"Kim"},{"family":"Roos","given":"Dirk"}],"issued":{"date-parts":[["2021"]]}},
	{"id":"http://zotero.org/users/1/items/CCCC3333","type":"article-journal","container-title":"Void","title":"What no record holds of anything","volume":"4","author":[{"family":"Nobody","given":"Nora"}],"issued":{"date-parts":[["2020",5,1]]}}
]
"#;

struct Library(tempfile::TempDir);

impl Library {
    fn new(name: &str, content: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("works.jsonl"), RECORDS).unwrap();
        std::fs::write(folder.path().join(name), content).unwrap();
        Self(folder)
    }

    fn bib(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_citelight"));
        command.arg("bib").args(arguments).args(["--records", "works.jsonl", "--complete-records"]);
        command.current_dir(self.0.path()).output().unwrap()
    }

    fn annotated(&self, name: &str, to: &str) -> String {
        let output = self.bib(&[name, "--annotate", to]);
        assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
        std::fs::read_to_string(self.0.path().join(to)).unwrap()
    }
}

/// What an annotated file leaves of a file where what Citelight wrote is taken out.
fn without_ours(text: &str, ours: &[&str]) -> String {
    let is_ours = |line: &str| ours.iter().any(|start| line.starts_with(start));
    text.split_inclusive('\n').filter(|line| !is_ours(line)).collect()
}

#[test]
fn ris_gets_tags_and_notes_and_stays_as_it_was_else() {
    let library = Library::new("library.ris", RIS);
    let annotated = library.annotated("library.ris", "checked.ris");
    let lines = |start: &str| -> Vec<&str> {
        annotated.lines().filter(|line| line.starts_with(start)).map(|line| &line[6..]).collect()
    };
    assert_eq!(
        lines("KW  - citelight"),
        ["citelight: verified", "citelight: described wrongly", "citelight: not found"]
    );
    let notes = lines("N1  - Citelight: ");
    assert_eq!(notes.len(), 2, "{notes:?}");
    assert!(notes[0].starts_with("Citelight: needs review, described wrongly: year"), "{notes:?}");
    // Zotero takes notes for HTML.
    assert!(notes[0].contains("&amp;") && !notes[0].contains("<b>"), "{notes:?}");
    assert_eq!(without_ours(&annotated, &["KW  - citelight: ", "N1  - Citelight: "]), RIS);
    // What was annotated before is annotated anew, not twice.
    assert_eq!(library.annotated("checked.ris", "again.ris"), annotated);
}

#[test]
fn bibtex_gets_keywords_and_annote_beside_the_users_own() {
    let library = Library::new("library.bib", BIB);
    let annotated = library.annotated("library.bib", "checked.bib");
    for part in [
        "keywords = {willows, to read, citelight: verified}",
        "annote = {My own note: read again.}",
        "keywords = {citelight: described wrongly}",
        "annote = {Citelight: needs review, described wrongly: year",
        "keywords = {weirs \\& walls, citelight: not found}",
    ] {
        assert!(annotated.contains(part), "{part}: {annotated}");
    }
    let ours = ["\tkeywords", "\tannote"];
    assert_eq!(without_ours(&annotated, &ours), without_ours(BIB, &ours));
    assert_eq!(library.annotated("checked.bib", "again.bib"), annotated);
}

#[test]
fn csl_json_gets_a_line_of_extra() {
    let library = Library::new("library.json", CSL);
    let annotated = library.annotated("library.json", "checked.json");
    let items: Vec<Value> = serde_json::from_str(&annotated).unwrap();
    let notes: Vec<&str> = items.iter().map(|item| item["note"].as_str().unwrap()).collect();
    assert_eq!(notes[0], "PMID: 1\nmy own words\nCitelight: verified");
    assert!(notes[1].starts_with("Citelight: needs review, described wrongly: year"), "{notes:?}");
    assert!(notes[2].starts_with("Citelight: needs review, not found"), "{notes:?}");
    let before: Vec<Value> = serde_json::from_str(CSL).unwrap();
    for (mut item, mut own) in items.into_iter().zip(before) {
        for one in [&mut item, &mut own] {
            one.as_object_mut().unwrap().remove("note");
        }
        assert_eq!(item, own);
    }
    assert_eq!(library.annotated("checked.json", "again.json"), annotated);
}

#[test]
fn what_cannot_be_annotated_is_refused_before_anybody_is_asked() {
    let library = Library::new(
        "paper.md",
        "# Weirs\n\n## References\n\n1. Weil, I. (2004). Banks and willows of slow rivers. River Notes.\n",
    );
    std::fs::write(library.0.path().join("library.ris"), RIS).unwrap();
    for (arguments, reason) in [
        (vec!["paper.md", "--annotate", "out.md"], "BibTeX, RIS and CSL-JSON"),
        (vec!["library.ris", "paper.md", "--annotate", "out.ris"], "name one file"),
        (vec!["library.ris", "--annotate", "nowhere/out.ris"], "could not be written"),
    ] {
        let output = library.bib(&arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains(reason), "{arguments:?}: {output:?}");
    }
}
