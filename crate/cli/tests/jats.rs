//! `citelight check --format jats` and `crossref-relation` as a black box: what is written, and that nothing else changes.
#![cfg(all(feature = "bib", feature = "models"))]
// Helpers of tests are outside #[test] functions, where clippy.toml does not reach.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::path::Path;
use std::process::{Command, Output};

const RECORDS: &str = r#"{"id":"1","title":"Banks and willows of slow rivers","authors":["Weil, Ida","Moor, Tom"],"year":2004,"venue":"River Notes","volume":"3","pages":"11-29","doi":"10.1000/banks","type":"journal-article"}
{"id":"2","title":"Ladders for small fish in mountain weirs","authors":["Alder, Kim","Roos, Dirk"],"year":2012,"venue":"Weirs Monthly","doi":"10.1000/ladders","type":"journal-article","retracted":{"date":"2014-05-01","notice":"10.1000/notice"}}
{"id":"3","title":"Measurements of mountain weirs and ladders","authors":["Tamm, Bo"],"year":2016,"doi":"10.5061/weirs","type":"dataset"}
"#;

const ARTICLE: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE article PUBLIC "-//NLM//DTD JATS (Z39.96) Journal Publishing DTD v1.3 20210610//EN" "JATS-journalpublishing1-3.dtd">
<article article-type="research-article" dtd-version="1.3" xml:lang="en" xmlns:xlink="http://www.w3.org/1999/xlink">
 <front><journal-meta><journal-id journal-id-type="publisher-id">w</journal-id><issn>1234-5678</issn></journal-meta><article-meta><title-group><article-title>Of weirs</article-title></title-group><pub-date><year>2019</year></pub-date></article-meta></front>
 <body><sec><title>Weirs</title><p>Willows hold the banks of slow rivers <xref ref-type="bibr" rid="r-a">[1]</xref>. Small fish need ladders in mountain weirs <xref ref-type="bibr" rid="r-b">[2]</xref>. These were measured <xref ref-type="bibr" rid="r-c">[3]</xref>.</p></sec></body>
 <back><ref-list>
  <ref id="r-a"><label>1</label><element-citation publication-type="journal"><person-group person-group-type="author"><name><surname>Weil</surname><given-names>Ida</given-names></name><name><surname>Moor</surname><given-names>Tom</given-names></name></person-group><article-title>Banks and willows of slow rivers</article-title><source>River Notes</source><year>2004</year></element-citation></ref >
  <ref id="r-b"><label>2</label><!-- kept --><element-citation publication-type="journal"><person-group person-group-type="author"><name><surname>Alder</surname><given-names>Kim</given-names></name><name><surname>Roos</surname><given-names>Dirk</given-names></name></person-group><article-title>Ladders for small fish in mountain weirs</article-title><source>Weirs Monthly</source><year>2012</year><pub-id pub-id-type="doi">10.1000/ladders</pub-id></element-citation></ref>
  <ref id="r-c"><label>3</label><mixed-citation publication-type="data"><name><surname>Tamm</surname><given-names>Bo</given-names></name>. <article-title>Measurements of mountain weirs and ladders</article-title>. <year>2016</year>. doi: <pub-id pub-id-type="doi">10.5061/weirs</pub-id></mixed-citation></ref>
 </ref-list></back>
</article>
"#;

fn folder(article: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("works.jsonl"), RECORDS).unwrap();
    std::fs::write(folder.path().join("article.xml"), article).unwrap();
    folder
}

fn check(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_citelight"));
    command.args(["check", "article.xml", "--records", "works.jsonl", "--no-models"]).args(arguments);
    command.env_remove("CITELIGHT_ENDPOINT").current_dir(folder).output().unwrap()
}

fn text(output: &Output) -> String {
    assert!(!output.stdout.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// The article without our notes.
fn without_notes(annotated: &str) -> String {
    let mut rest = annotated;
    let mut bare = String::new();
    while let Some((before, after)) = rest.split_once("<note content-type=\"citelight\">") {
        bare.push_str(before);
        rest = after.split_once("</note>").unwrap().1;
    }
    bare + rest
}

#[test]
fn notes_stand_in_their_entries_and_every_other_byte_stays() {
    let folder = folder(ARTICLE);
    let annotated = text(&check(folder.path(), &["--format", "jats"]));
    assert_eq!(without_notes(&annotated), ARTICLE);
    let entry = |id: &str| {
        annotated
            .split_once(&format!("<ref id=\"{id}\""))
            .unwrap()
            .1
            .split("<ref id")
            .next()
            .unwrap()
            .to_owned()
    };
    assert!(
        entry("r-a").contains("xlink:href=\"https://doi.org/10.1000/banks\">10.1000/banks</ext-link>"),
        "{}",
        entry("r-a")
    );
    assert!(entry("r-a").contains("</p></note></ref >"), "{}", entry("r-a"));
    let retracted = entry("r-b");
    assert!(retracted.contains("https://doi.org/10.1000/notice"), "{retracted}");
    assert!(retracted.contains("Small fish need ladders") && retracted.contains("etracted"), "{retracted}");
    assert!(retracted.is_ascii(), "{retracted}");
    // Checked again, the old notes give way to the new ones.
    std::fs::write(folder.path().join("article.xml"), &annotated).unwrap();
    assert_eq!(text(&check(folder.path(), &["--format", "jats"])), annotated);
    // What is no JATS is refused.
    std::fs::write(folder.path().join("article.xml"), "<html><body><p>No.</p></body></html>").unwrap();
    let refused = check(folder.path(), &["--format", "jats"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("no JATS"));
}

#[test]
fn published_articles_stay_what_they_are_but_for_the_notes() {
    for name in ["jats-elife06726.xml", "jats-pone.0234687.xml"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/pages").join(name);
        let original = std::fs::read_to_string(path).unwrap();
        let folder = folder(&original);
        let title = original.split_once("<ref id=").unwrap().1.split_once("<article-title>").unwrap().1;
        let title = title.split_once("</article-title>").unwrap().0;
        let record =
            format!("{{\"id\":\"x\",\"title\":\"{title}\",\"doi\":\"10.1000/x\",\"retracted\":true}}\n");
        std::fs::write(folder.path().join("works.jsonl"), record).unwrap();
        let annotated = text(&check(folder.path(), &["--format", "jats"]));
        assert_eq!(without_notes(&annotated), original, "{name}");
    }
}

#[test]
fn a_relation_for_crossref_uses_the_types_of_its_schema() {
    let folder = folder(ARTICLE);
    let address = "https://journal.example/findings/1.json?a=1&b=2";
    let relation = text(&check(folder.path(), &["--format", "crossref-relation", "--findings-url", address]));
    let expected = [
        "<rel:program xmlns:rel=\"http://www.crossref.org/relations.xsd\" name=\"relations\">",
        "<rel:inter_work_relation relationship-type=\"hasRelatedMaterial\" identifier-type=\"uri\">https://journal.example/findings/1.json?a=1&amp;b=2</rel:inter_work_relation>",
        "<rel:inter_work_relation relationship-type=\"references\" identifier-type=\"doi\">10.5061/weirs</rel:inter_work_relation>",
    ];
    for part in expected {
        assert!(relation.contains(part), "{relation}");
    }
    assert_eq!(relation.matches("<rel:related_item>").count(), 2, "{relation}");
    let by_doi =
        text(&check(folder.path(), &["--format", "crossref-relation", "--findings-url", "10.1000/findings"]));
    assert!(by_doi.contains("identifier-type=\"doi\">10.1000/findings<"), "{by_doi}");
    let refused =
        check(folder.path(), &["--format", "crossref-relation", "--findings-url", "http://journal.example/"]);
    assert!(String::from_utf8_lossy(&refused.stderr).contains("https address or the DOI"));
    assert_eq!(check(folder.path(), &["--format", "crossref-relation"]).status.code(), Some(2));
}
