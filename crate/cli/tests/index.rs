//! `citelight index` and checks against an index as a black box: what is told, and that nothing leaves the machine.
#![cfg(feature = "bib")]
// Helpers of tests are outside #[test] functions, where clippy.toml does not reach.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::net::TcpListener;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

const BIB: &str = "@inproceedings{right, title={Testing Database-Centric Applications for Causes of Database Deadlocks}, author={Mark Grechanik and B. M. Mainul Hossain and Ugo Buy}, booktitle={ICST}, year={2013}, pages={174--183}, doi={10.1109/ICST.2013.19}}
@article{retracted, title={Study on Syndrome Intervention of Nonalcoholic Fatty Liver Disease from the Perspective of Deficiency and Excess}, author={Sanhang Wang and Hu Jiu l{\\\"u}e and Jiao Zhao}, journal={Journal of Healthcare Engineering}, year={2021}, doi={10.1155/2021/9928160}}
@inproceedings{absent, title={Butterfly Migration under Quantum Error Correction of Alpine Cheese}, author={Nora Nobody and Nils Nemo}, booktitle={International Conference on Learning Representations}, year={2020}}
@inproceedings{near, title={Stubborn Sets for Timed Petri Nets}, author={Nora Nobody}, booktitle={ICST}, year={1998}}
@inproceedings{elsewhere, title={Butterfly Migration in the Alps under Snow}, author={Nora Nobody}, booktitle={ICST}, year={2014}, doi={10.1109/ICST.2013.19}}
@phdthesis{thesis, title={On Butterflies in Winter Mountains}, author={Nora Nobody}, school={Universit{\\`a} di Pisa}, year={2011}}
";

fn dumps(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/dumps").join(name).display().to_string()
}

/// Counts whoever connects: the sources, and every proxy that the environment could name.
struct Watcher(TcpListener);

impl Watcher {
    fn new() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        Self(listener)
    }

    fn address(&self) -> String {
        format!("http://{}", self.0.local_addr().unwrap())
    }

    fn saw_nobody(&self) -> bool {
        self.0.accept().is_err()
    }
}

fn citelight(folder: &Path, watcher: &Watcher, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_citelight"));
    for proxy in ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"] {
        command.env(proxy, watcher.address());
    }
    command.env_remove("CITELIGHT_INDEX").env_remove("CITELIGHT_ENDPOINT").env_remove("NO_PROXY");
    command.args(arguments).current_dir(folder).output().unwrap()
}

fn built(watcher: &Watcher) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("refs.bib"), BIB).unwrap();
    let (dblp, arxiv, watch, ror) =
        (dumps("dblp.xml"), dumps("arxiv-metadata.jsonl"), dumps("retraction_watch.csv"), dumps("ror.json"));
    let arguments = [
        "index",
        "build",
        "works.index",
        "--dblp",
        &dblp,
        "--arxiv",
        &arxiv,
        "--retraction-watch",
        &watch,
        "--ror",
        &ror,
    ];
    let output = citelight(folder.path(), watcher, &arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    folder
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&output.stderr)))
}

#[test]
fn an_index_confirms_tells_retractions_and_accuses_nobody_without_a_request() {
    let watcher = Watcher::new();
    let folder = built(&watcher);
    let address = watcher.address();
    let arguments = [
        "bib",
        "refs.bib",
        "--index",
        "works.index",
        "--offline",
        "--format",
        "json",
        "--all",
        "--sources-url",
        &address,
    ];
    let export = json(&citelight(folder.path(), &watcher, &arguments));
    let entry = |key: &str| {
        let entries = export["entries"].as_array().unwrap();
        entries.iter().find(|entry| entry["key"] == key).unwrap_or_else(|| panic!("{key}: {export}"))
    };
    assert_eq!(entry("right")["label"], "VALID", "{}", entry("right"));
    let retracted = entry("retracted");
    assert_eq!(retracted["work"]["kind"], "retracted", "{retracted}");
    assert_eq!(retracted["level"], "error", "{retracted}");
    for key in ["absent", "near", "elsewhere", "thesis"] {
        assert_eq!(entry(key)["label"], "UNCERTAIN", "{}", entry(key));
        assert_eq!(entry(key)["problem"], Value::Null, "{}", entry(key));
    }
    let told = |key: &str| format!("{} {}", entry(key)["reasons"], entry(key)["hints"]);
    assert!(told("absent").contains("the local index"), "{}", told("absent"));
    assert!(told("elsewhere").contains("Identifier of another work"), "{}", told("elsewhere"));
    assert!(told("thesis").contains("https://ror.org/03ad39j10"), "{}", told("thesis"));
    assert!(watcher.saw_nobody(), "somebody was asked");
}

#[test]
fn a_check_of_a_document_uses_the_index_and_asks_nobody() {
    let watcher = Watcher::new();
    let folder = built(&watcher);
    let article = "# Weirs\n\nDeadlocks have causes [@right]. A liver has syndromes [@retracted]. Cheese migrates [@absent].\n";
    std::fs::write(folder.path().join("paper.md"), article).unwrap();
    let address = watcher.address();
    let arguments = [
        "check",
        "paper.md",
        "--index",
        "works.index",
        "--offline",
        "--no-models",
        "--format",
        "json",
        "--sources-url",
        &address,
    ];
    let export = json(&citelight(folder.path(), &watcher, &arguments));
    let resolution = |key: &str| {
        let all = export["resolutions"].as_array().unwrap();
        all.iter().find(|one| one["reference"] == key).unwrap_or_else(|| panic!("{key}: {export}"))["resolution"].clone()
    };
    assert_eq!(resolution("right")["record"]["source"], "dblp", "{}", resolution("right"));
    assert_eq!(
        resolution("retracted")["record"]["status"]["kind"],
        "retracted",
        "{}",
        resolution("retracted")
    );
    let absent = resolution("absent").to_string();
    assert!(absent.contains("not enough to say that there is none"), "{absent}");
    assert!(export["findings"].to_string().contains("retracted"), "{}", export["findings"]);
    assert!(watcher.saw_nobody(), "somebody was asked");
    let endpoint = [&arguments[..], &["--endpoint", &address, "--endpoint-model", "m"]].concat();
    let refused = citelight(folder.path(), &watcher, &endpoint);
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("--offline sends no request"));
    assert!(watcher.saw_nobody(), "somebody was asked");
}

#[test]
fn an_index_says_what_it_holds_and_what_cannot_be_used_is_told() {
    let watcher = Watcher::new();
    let folder = built(&watcher);
    let run = |arguments: &[&str]| citelight(folder.path(), &watcher, arguments);
    let shown = json(&run(&["index", "show", "works.index", "--format", "json"]));
    assert_eq!(shown["schema"], "citelight/index/1");
    assert_eq!(shown["dumps"][0]["name"], "dblp");
    assert_eq!(shown["dumps"][2]["dated"], "2023-07-12");
    let told = run(&["index", "dumps"]);
    let told = String::from_utf8_lossy(&told.stdout).into_owned();
    for needed in ["https://dblp.org/xml/dblp.xml.gz", "CC0 1.0", "--retraction-watch", "may well exist"] {
        assert!(told.contains(needed), "{told}");
    }
    for (arguments, reason) in [
        (&["index", "build", "x.index"][..], "no dump is named"),
        (&["bib", "refs.bib", "--offline"], "nothing to check against"),
        (&["bib", "refs.bib", "--offline", "--index", "refs.bib"], "no index of Citelight"),
        (&["bib", "refs.bib", "--offline", "--index", "none.index"], "citelight index build"),
    ] {
        let output = run(arguments);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains(reason), "{error}");
    }
    assert!(watcher.saw_nobody(), "somebody was asked");
}
