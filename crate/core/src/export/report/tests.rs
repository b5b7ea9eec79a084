use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::*;
use crate::audit::counts::CitationClass;
use crate::export::{Answered, DismissReason, Dismissal, Policy, Profile, ReaderAnswer};
use citelight_records::sources::Record;
use citelight_types::finding::{Reason, Verdict, Votes};
use citelight_types::text::person::Person;

const SAMPLE: &str = include_str!("../../../../../tests/fixtures/findings/sample.json");
const HOSTILE: &str = "=cmd()<script>alert(1)</script> *x* [a](b)\u{202e}";

/// A check of two citations: one with the words of a page that would like to be more than words, one dismissed.
fn export() -> CheckExport {
    let locator = |exact: &str| json!({"ranges": [], "quote": {"exact": exact, "prefix": "Before. ", "suffix": " After."}, "line": 0});
    let citation = |id: &str, surface: &str, sentence: &str| {
        json!({
            "id": id, "surface": surface, "sentence": sentence, "references": ["r1"], "status": {"kind": "linked"},
            "locator": locator(surface), "sentence_locator": locator(sentence), "position": 0.5,
        })
    };
    let finding = |citation: &str, claim: &str| {
        json!({
            "citation": citation, "reference": "r1", "verdict": "miscited",
            "category": {"category": "content-misrepresentation", "subtype": "contradictory", "suggested": true},
            "confidence": 0.86, "claim": claim, "function": "result",
            "reasons": [{"kind": "number-differs", "claim": "95 %", "source": "59 %"}],
            "message": "The source says 59 %, the sentence 95 %.",
            "evidence": [{
                "text": HOSTILE, "differing": [],
                "place": {"section": ["Results"], "paragraph": 4, "sentence": 1, "origin": "https://example.org/a#b", "extent": null},
                "scores": {},
            }],
            "trail": [], "committee": null,
        })
    };
    let record = |id: &str| {
        let record = Record {
            id: id.to_owned(),
            source: "local".to_owned(),
            title: "On weirs".to_owned(),
            authors: vec![Person::new("Smith", "A.")],
            year: Some(2020),
            ..Record::default()
        };
        json!({"kind": "resolved", "score": 1.0, "differences": [], "record": record})
    };
    let reference = |id: &str| {
        json!({
            "id": id, "number": 1, "label": null, "raw": "Smith A. On weirs. 2020.", "authors": [], "year": 2020, "title": "On weirs",
            "venue": null, "volume": null, "issue": null, "pages": null, "locator": locator("Smith"),
        })
    };
    let json = json!({
        "schema": "citelight/check/1", "format": "html", "title": HOSTILE, "style": "numeric",
        "references": [reference("r1"), reference("r2")],
        "citations": [citation("c0", "[1]", HOSTILE), citation("c1", "[1]", "Rates fell [1].")], "anomalies": [],
        "resolutions": [
            {"reference": "r1", "resolution": record("a")},
            {"reference": "r2", "resolution": record("b")},
            {"reference": "r2", "resolution": record("b")},
        ],
        "findings": [finding("c0", HOSTILE), finding("c1", "Rates fell by 95 %.")], "notices": [],
        "summary": {
            "pairs": 2, "supported": 0, "miscited": 2, "undecidable": 0, "unchecked": 0, "unmapped": 0,
            "references_resolved": 2, "references_ghost": 0, "references_open": 0,
            "coverage": 1.0, "integrity": 0.0, "complete": true,
        },
        "models": ["minilm@0"],
    });
    let mut export: CheckExport = serde_json::from_value(json).unwrap();
    let dismissal =
        Dismissal { citation: "c1".into(), reference: "r1".into(), reason: DismissReason::NotWorth };
    export.dismissed.push(dismissal);
    let answer = ReaderAnswer::NotSupported;
    export.answers.push(Answered { citation: "c1".into(), reference: "r1".into(), answer });
    export.with_origin("https://example.org/paper#top")
}

fn written(format: ReportFormat) -> String {
    export().write(format).unwrap()
}

#[test]
fn json_comes_back_as_it_went() {
    let json = written(ReportFormat::Json);
    assert_eq!(serde_json::from_str::<CheckExport>(&json).unwrap(), export());
    assert!(json.contains("\"not-worth\""));
}

#[test]
fn a_table_has_a_row_for_each_finding_and_no_formula() {
    let text = written(ReportFormat::Csv);
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let rows: Vec<csv::StringRecord> = reader.records().collect::<Result<_, _>>().unwrap();
    assert_eq!((rows.len(), rows[0].len()), (2, 18));
    assert!(rows.iter().flatten().all(|cell| !cell.starts_with(['=', '+', '-', '@'])), "{text}");
    assert_eq!(
        (&rows[1][5], &rows[1][7], &rows[1][14], &rows[1][15], &rows[1][16]),
        ("miscited", "contradictory", "not worth reviewing", "dismissed", "not supported")
    );
    assert!(text.contains("\r\n"));
}

#[test]
fn what_pages_say_is_no_markup_in_a_report() {
    let html = written(ReportFormat::Html);
    assert!(!html.contains("<script") && html.contains("&lt;script&gt;"), "{html}");
    assert!(html.contains("Content-Security-Policy") && !html.contains('\u{202e}'));
    let markdown = written(ReportFormat::Markdown);
    assert!(markdown.contains(r"\<script\>") && markdown.contains(r"\*x\* \[a\](b)"), "{markdown}");
    for report in [html, markdown] {
        for told in [
            "2 citations: 1 needs attention, 1 dismissed",
            "2 references: 2 verified",
            "Needs review (1)",
            "Dismissed by the reader (1)",
            "Content: says otherwise (suggested)",
            "confidence 0.86",
            "dismissed by the reader",
            "the reader: not supported",
        ] {
            assert!(report.contains(told), "{told} in {report}");
        }
    }
}

#[test]
fn annotations_select_the_sentence_and_the_words_of_the_source() {
    let page: Value = serde_json::from_str(&written(ReportFormat::Annotations)).unwrap();
    let first = &page["items"][0];
    assert_eq!(first["id"], "https://example.org/paper#citelight-c0-r1");
    assert_eq!(first["target"]["selector"]["exact"], HOSTILE);
    assert_eq!(first["target"]["selector"]["prefix"], "Before. ");
    assert_eq!(first["body"][2]["value"], "Needs review");
    assert_eq!(page["items"][1]["body"][2]["value"], "Dismissed by the reader");
    assert_eq!(first["body"][3]["source"], "https://example.org/a");
    let file = export().with_origin("my paper.html").write(ReportFormat::Annotations).unwrap();
    assert!(file.contains("\"my%20paper.html#citelight-c0-r1\""));
}

#[test]
fn records_are_written_once_each_under_keys_of_their_own() {
    let bibtex = written(ReportFormat::Bibtex);
    let keys: Vec<&str> = bibtex.lines().filter(|line| line.starts_with('@')).collect();
    assert_eq!(keys.len(), 2, "{bibtex}");
    assert_ne!(keys[0], keys[1]);
    let items: Vec<Value> = serde_json::from_str(&written(ReportFormat::CslJson)).unwrap();
    assert_eq!(items.len(), 2);
    assert!(keys.iter().zip(&items).all(|(line, item)| line.contains(item["id"].as_str().unwrap())));
}

/// What a file tells of each citation, by the citation's id.
fn classes<'a>(told: impl Iterator<Item = (&'a str, &'a str)>) -> BTreeMap<&'a str, &'a str> {
    told.collect()
}

#[test]
fn every_format_counts_the_same_citations() {
    let mut export: CheckExport = serde_json::from_str(SAMPLE).unwrap();
    let review = export.findings.iter().find(|finding| CitationClass::of(finding) == CitationClass::Review);
    let (citation, reference) =
        review.map(|finding| (finding.citation.clone(), finding.reference.clone())).unwrap();
    export.dismissed.push(Dismissal { citation, reference, reason: DismissReason::NotWorth });
    let counts = export.citation_counts();
    assert_eq!((counts.total, counts.dismissed), (70, 1));
    let write = |format| export.write(format).unwrap();
    let (html, markdown) = (write(ReportFormat::Html), write(ReportFormat::Markdown));
    let parts = markdown.lines().find_map(|line| line.strip_prefix("- 70 citations: ")).unwrap();
    let number = |part: &str| part.split(' ').next().and_then(|word| word.parse::<u32>().ok()).unwrap();
    assert_eq!(parts.split(", ").map(number).sum::<u32>(), 70, "{parts}");
    let table = write(ReportFormat::Csv);
    let records: Vec<csv::StringRecord> =
        csv::Reader::from_reader(table.as_bytes()).records().collect::<Result<_, _>>().unwrap();
    let in_table = classes(records.iter().map(|row| (&row[0], &row[15])));
    let page: Value = serde_json::from_str(&write(ReportFormat::Annotations)).unwrap();
    let items = page["items"].as_array().unwrap();
    let annotated = classes(items.iter().map(|item| {
        let id = item["id"].as_str().unwrap().split('-').nth(1).unwrap();
        let body = item["body"].as_array().unwrap().iter().find(|body| body["purpose"] == "classifying");
        (id, body.unwrap()["value"].as_str().unwrap())
    }));
    for class in CitationClass::ALL {
        let count = counts.of_class(class);
        let heading = format!("{} ({count})", class.words());
        assert_eq!(html.contains(&format!("<h2>{heading}</h2>")), count > 0, "{heading}");
        assert_eq!(markdown.contains(&format!("\n## {heading}\n")), count > 0, "{heading}");
        let name = serde_json::to_value(class).unwrap();
        let of = |told: &BTreeMap<&str, &str>, word: &str| {
            told.values().filter(|one| **one == word).count() as u32
        };
        assert_eq!(of(&in_table, name.as_str().unwrap()), count, "the table: {heading}");
        assert_eq!(of(&annotated, class.words()), count, "the annotations: {heading}");
    }
}

#[test]
fn a_share_of_supported_pairs_is_in_no_report() {
    for format in [ReportFormat::Html, ReportFormat::Markdown, ReportFormat::Csv, ReportFormat::Annotations] {
        assert!(!written(format).to_lowercase().contains("integrity"), "{format:?}");
    }
}

#[test]
fn nothing_found_is_written_too() {
    let empty = CheckExport { findings: Vec::new(), resolutions: Vec::new(), ..export() };
    for format in ReportFormat::ALL {
        assert!(empty.write(format).is_ok_and(|text| text.is_empty() || text.ends_with('\n')));
    }
}

#[test]
fn answers_of_models_and_citing_papers_are_named_and_counted_apart() {
    let mut export = export();
    let (model, papers) = (&mut export.findings[0].clone(), &mut export.findings[1].clone());
    model.verdict = Verdict::Supported;
    model.category = None;
    model.reasons = vec![Reason::ModelFindsSupport {
        model: "gemma3".to_owned(),
        votes: Some(Votes { shown: 3, of: 3 }),
    }];
    papers.reasons = vec![Reason::WitnessesSayOtherwise { witnesses: 3, statement: "It fell.".to_owned() }];
    export.findings = vec![model.clone(), papers.clone()];
    export.dismissed.clear();
    let report = export.write(ReportFormat::Markdown).unwrap();
    for told in [
        "- answers from gemma3: 1 supported",
        "- answers from papers that cite the source: 1 contradicted",
        "according to gemma3",
        "according to a committee of citing papers",
    ] {
        assert!(report.contains(told), "{told}: {report}");
    }
    let table = export.write(ReportFormat::Csv).unwrap();
    assert!(table.lines().any(|line| line.ends_with(",gemma3")), "{table}");
}

#[test]
fn a_report_is_in_the_language_of_its_reader_and_what_others_wrote_is_not() {
    let phrases = [
        ("Why", "Begründung"),
        ("{count} citations", "{count} Zitate"),
        ("{head}: {details}", "{head} – {details}"),
        ("class:review", "Zu prüfen"),
        ("category:content-misrepresentation", "Inhalt"),
        ("subtype:contradictory", "sagt etwas anderes"),
        ("{category} (suggested)", "{category} (Vorschlag)"),
    ];
    let phrases = phrases.map(|(english, german)| (english.to_owned(), german.to_owned())).into();
    let german = ReportLanguage { code: "de".to_owned(), phrases };
    let export = export();
    let html = export.write_in(ReportFormat::Html, &german).unwrap();
    assert!(html.contains("<html lang=\"de\">"), "{html}");
    for report in [html, export.write_in(ReportFormat::Markdown, &german).unwrap()] {
        for told in
            ["2 Zitate – ", "Zu prüfen (1)", "Inhalt – sagt etwas anderes (Vorschlag)", "Begründung", "59 %"]
        {
            assert!(report.contains(told), "{told} in {report}");
        }
        assert!(!report.contains("Why") && !report.contains("2 citations"), "{report}");
    }
    assert_eq!(
        export.write_in(ReportFormat::Csv, &german).unwrap(),
        export.write(ReportFormat::Csv).unwrap()
    );
}

/// Two entries of which a policy makes something else: one names other authors, the work of the other was retracted since.
fn of_policy() -> CheckExport {
    let mut export = export();
    export.dismissed.clear();
    export.answers.clear();
    export.map.citations[1].references = vec!["r2".to_owned()];
    let [authors, since] = &mut export.findings[..] else { panic!("two findings") };
    authors.verdict = Verdict::Supported;
    authors.category = None;
    authors.reasons = vec![Reason::SourceSaysSo];
    since.reference = "r2".to_owned();
    since.verdict = Verdict::Supported;
    since.category = None;
    since.reasons = vec![serde_json::from_value(json!({
            "kind": "retracted-since", "date": "2023", "citing": "2020", "notice": null, "manner": "retracted",
        }))
        .unwrap()];
    let mut resolutions = serde_json::to_value(&export.resolutions).unwrap();
    resolutions[0]["resolution"]["differences"] =
        json!([{"field": "authors", "reference": "Nobody", "record": "Smith"}]);
    resolutions[1]["resolution"]["record"]["status"] =
        json!({"kind": "retracted", "year": 2023, "notice": null, "manner": "retracted"});
    export.resolutions = serde_json::from_value(resolutions).unwrap();
    export.resolutions.truncate(2);
    export
}

#[test]
fn every_format_follows_the_policy_and_names_it() {
    let plain = of_policy();
    let counts = plain.citation_counts();
    assert_eq!((counts.supported, counts.retracted_since, counts.problems()), (1, 1, 1));
    let export = plain.clone().by_policy(&Policy::of(Profile::Neurips2026));
    let counts = export.citation_counts();
    assert_eq!(
        (counts.supported, counts.reference, counts.problems()),
        (1, 1, 1),
        "an error is a problem, a note none"
    );
    assert_eq!(export.summary.citations, counts);
    assert_eq!(export.reference_counts(), plain.reference_counts(), "what was found stays");
    let markdown = export.write(ReportFormat::Markdown).unwrap();
    for told in [
        "## References under the neurips-2026 policy: 1 error, 1 note",
        "- Error: authors: Smith A. On weirs. 2020.",
        "- Note: retracted: Smith A. On weirs. 2020.",
        "## Reference problem (1)",
        "## Supported (1)",
        "error under the neurips-2026 policy",
        "note under the neurips-2026 policy",
    ] {
        assert!(markdown.contains(told), "{told}: {markdown}");
    }
    assert!(!markdown.contains("Retracted later ("), "{markdown}");
    let html = export.write(ReportFormat::Html).unwrap();
    assert!(html.contains("References under the neurips-2026 policy: 1 error, 1 note"), "{html}");
    assert!(html.contains("<h2>Reference problem (1)</h2>"), "{html}");
    let table = export.write(ReportFormat::Csv).unwrap();
    let mut reader = csv::Reader::from_reader(table.as_bytes());
    assert_eq!(reader.headers().unwrap().iter().skip(18).collect::<Vec<_>>(), ["policy", "policy_level"]);
    let rows: Vec<csv::StringRecord> = reader.records().collect::<Result<_, _>>().unwrap();
    assert_eq!((&rows[0][15], &rows[0][18], &rows[0][19]), ("reference", "neurips-2026", "error"));
    assert_eq!((&rows[1][15], &rows[1][19]), ("supported", "note"));
    let page: Value = serde_json::from_str(&export.write(ReportFormat::Annotations).unwrap()).unwrap();
    assert_eq!(page["items"][0]["body"][2]["value"], "Reference problem");
    assert_eq!(page["items"][1]["body"][3]["value"], "note under the neurips-2026 policy");
    let unasked = plain.write(ReportFormat::Markdown).unwrap();
    assert!(unasked.contains("## Retracted later (1)") && !unasked.contains("policy"), "{unasked}");
}

#[test]
fn a_policy_with_nothing_to_say_says_so() {
    let mut export = of_policy();
    export.resolutions.clear();
    let markdown = export.by_policy(&Policy::of(Profile::Lenient)).write(ReportFormat::Markdown).unwrap();
    assert!(markdown.contains("## References under the lenient policy: nothing to correct"), "{markdown}");
}
