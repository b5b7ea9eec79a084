//! Names and years beside a citation, on real pages: none that is right is called another one.

// Helpers of tests are outside #[test] functions, where clippy.toml does not reach.
#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};

use citelight::audit::{AuditContext, Cancel, Report, audit_document};
use citelight::document::{Input, parse};
use citelight::finding::Reason;
use citelight::http::virtual_time::VirtualClock;
use citelight::settings::Settings;
use citelight::sources::local::LocalStore;

#[path = "support/bare_context.rs"]
mod bare_context;
#[path = "support/no_pause.rs"]
mod no_pause;

use bare_context::bare_context;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// An audit by a source that knows nothing of the page's works: what is said is read off from the page.
fn audited(page: &Path) -> Report {
    let text = std::fs::read_to_string(page).unwrap();
    let document = parse(Input::new(&text, page.to_str().unwrap())).unwrap();
    let record = r#"{"id": "other", "title": "Nothing that any page cites", "authors": [], "year": 1900}"#;
    let store = LocalStore::from_json_lines("one", record).unwrap();
    let context = AuditContext { sources: &[&store], ..bare_context() };
    let (settings, cancel, mut quiet) = (Settings::default(), Cancel::default(), |_| {});
    let audit = audit_document(&document, &context, &settings, &cancel, &mut quiet);
    VirtualClock::starting_at(0).run(audit).unwrap()
}

fn told(report: &Report) -> Vec<String> {
    let reasons = report.findings.iter().flat_map(|finding| &finding.reasons);
    let beside = reasons.filter_map(|reason| match reason {
        Reason::NameBesideDiffers { sentence, .. } | Reason::YearBesideDiffers { sentence, .. } => {
            Some(sentence.clone())
        }
        _ => None,
    });
    beside.collect()
}

#[test]
fn no_name_or_year_of_a_real_page_is_called_another_one() {
    let folder = root().join("tests/fixtures/pages");
    let mut pages = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let page = entry.unwrap().path();
        // The synthetic pages hold planted errors.
        let name = page.file_name().unwrap().to_str().unwrap().to_owned();
        let is_page = page.extension().is_some_and(|extension| extension == "html" || extension == "xml");
        if is_page && !name.starts_with("synthetic") {
            pages += 1;
            assert_eq!(told(&audited(&page)), Vec::<String>::new(), "{name}");
        }
    }
    assert!(pages >= 9, "{pages}");
    for article in ["deep-review.html", "1708.00137.html"] {
        assert_eq!(told(&audited(&root().join("www/demo/articles").join(article))), Vec::<String>::new());
    }
}

#[test]
fn the_planted_names_of_the_sample_are_told() {
    let sample = audited(&root().join("www/demo/articles/sample.html"));
    assert_eq!(told(&sample), ["Kulbicki et al.", "Sakamoto et al."]);
}
