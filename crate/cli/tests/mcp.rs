//! `citelight mcp` as an agent meets it: through the protocol's own client, over pipes and over HTTP.
#![cfg(feature = "mcp")]
// Helpers of tests are outside #[test] functions, where clippy.toml does not reach.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::Stdio;

use rmcp::model::{CallToolRequestParams, CallToolResult, ReadResourceRequestParams, ResourceContents};
use rmcp::service::RunningService;
use rmcp::transport::{StreamableHttpClientTransport, TokioChildProcess};
use rmcp::{RoleClient, ServiceExt};
use serde_json::{Value, json};

const RECORDS: &str = r#"{"id":"1","title":"Banks and willows of slow rivers","authors":["Weil, Ida","Moor, Tom"],"year":2004,"venue":"River Notes","volume":"3","pages":"11-29","doi":"10.1000/banks","type":"journal-article"}
{"id":"2","title":"Ladders for small fish","authors":["Alder, Kim","Roos, Dirk"],"year":2012,"venue":"Proceedings of the Conference on Weirs","pages":"101-112","doi":"10.1000/ladders","type":"proceedings-article"}
"#;
const BIB: &str = "@article{weil, title={Banks and willows of slow rivers}, author={Weil, Ida and Moor, Tom}, journal={River Notes}, year={2004}, volume={3}, pages={11--29}, doi={10.1000/banks}}\n\
    @article{alder, title={Ladders for small fish}, author={Alder, Kim and Roos, Dirk}, year={2021}, journal={Weirs Monthly}}\n\
    @article{none, title={What no record holds of anything}, author={Nobody, Nora}, year={2020}, journal={Void}}\n";
const ARTICLE: &str =
    "# Weirs\n\nWillows hold the banks of slow rivers [@weil]. Small fish need ladders [@alder].\n";

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("works.jsonl"), RECORDS).unwrap();
    std::fs::write(folder.path().join("refs.bib"), BIB).unwrap();
    std::fs::write(folder.path().join("paper.md"), ARTICLE).unwrap();
    folder
}

const ARGUMENTS: [&str; 6] =
    ["mcp", "--offline", "--no-models", "--complete-records", "--records", "works.jsonl"];

type Client = RunningService<RoleClient, ()>;

async fn over_pipes(folder: &Path) -> Client {
    let mut command = tokio::process::Command::new(env!("CARGO_BIN_EXE_citelight"));
    command.args(ARGUMENTS).current_dir(folder);
    ().serve(TokioChildProcess::new(command).unwrap()).await.unwrap()
}

async fn call(client: &Client, tool: &'static str, arguments: Value) -> CallToolResult {
    let Value::Object(arguments) = arguments else { panic!("arguments are an object") };
    client.call_tool(CallToolRequestParams::new(tool).with_arguments(arguments)).await.unwrap()
}

/// What a tool gave, as it promised to give it.
async fn answer(client: &Client, tool: &'static str, arguments: Value) -> Value {
    let result = call(client, tool, arguments).await;
    assert_ne!(result.is_error, Some(true), "{result:?}");
    result.structured_content.unwrap()
}

/// Why a tool gave nothing.
async fn refusal(client: &Client, tool: &'static str, arguments: Value) -> String {
    let result = call(client, tool, arguments).await;
    assert_eq!(result.is_error, Some(true), "{result:?}");
    serde_json::to_value(&result.content).unwrap().to_string()
}

async fn read(client: &Client, address: &str) -> String {
    let result = client.read_resource(ReadResourceRequestParams::new(address)).await.unwrap();
    match result.contents.first() {
        Some(ResourceContents::TextResourceContents { text, .. }) => text.clone(),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn six_tools_each_with_the_schema_of_what_it_takes_and_gives() {
    let folder = folder();
    let client = over_pipes(folder.path()).await;
    let mut tools = client.list_all_tools().await.unwrap();
    tools.sort_by(|one, other| one.name.cmp(&other.name));
    let names: Vec<&str> = tools.iter().map(|tool| tool.name.as_ref()).collect();
    assert_eq!(
        names,
        ["check_bibliography", "check_document", "cite", "explain", "find_source", "map_citations"]
    );
    for tool in &tools {
        assert!(tool.output_schema.is_some() && !tool.input_schema.is_empty(), "{}", tool.name);
        assert!(tool.description.as_ref().is_some_and(|text| text.len() > 30), "{}", tool.name);
        assert_eq!(tool.annotations.as_ref().and_then(|own| own.read_only_hint), Some(true), "{}", tool.name);
    }
    client.cancel().await.unwrap();
}

#[tokio::test]
async fn a_bibliography_is_checked_by_its_path_and_as_text_and_its_report_can_be_read() {
    let folder = folder();
    let client = over_pipes(folder.path()).await;
    let by_path = answer(&client, "check_bibliography", json!({"path": "refs.bib"})).await;
    let as_text = answer(&client, "check_bibliography", json!({"text": BIB})).await;
    assert_eq!((&by_path["summary"], &by_path["entries"]), (&as_text["summary"], &as_text["entries"]));
    assert_eq!(by_path["summary"]["entries"], 3);
    assert_eq!(by_path["summary"]["valid"], 1);
    let keys: Vec<&str> =
        by_path["entries"].as_array().unwrap().iter().map(|entry| entry["key"].as_str().unwrap()).collect();
    assert_eq!(keys, ["alder", "none"], "{by_path}");
    assert!(by_path["entries"][0]["record"].as_str().unwrap().contains("2012"), "{by_path}");
    assert!(by_path["entries"][1]["record"].is_null(), "{by_path}");
    let told = |field: &str| [&by_path["entries"][0][field], &by_path["entries"][1][field]];
    assert_eq!(told("problem"), [&json!("misdescribed"), &json!("not_found")], "{by_path}");
    let verdicts = told("verdict").map(|verdict| verdict.as_str().unwrap());
    assert!(verdicts[0].starts_with("needs review, described wrongly: "), "{by_path}");
    assert!(verdicts[1].starts_with("needs review, not found"), "{by_path}");

    let report = by_path["report"].as_str().unwrap();
    let whole: Value = serde_json::from_str(&read(&client, report).await).unwrap();
    assert_eq!(whole["schema"], "citelight/bib/1");
    assert_eq!(whole["entries"].as_array().unwrap().len(), 3);
    let listed = client.list_all_resources().await.unwrap();
    assert!(listed.iter().any(|resource| resource.uri == report));
    assert!(client.read_resource(ReadResourceRequestParams::new("citelight://reports/99")).await.is_err());
    client.cancel().await.unwrap();
}

#[tokio::test]
async fn a_bibliography_is_judged_by_the_policy_of_the_server() {
    let folder = folder();
    let policy = json!({"schema": "citelight/policy/1", "name": "ours", "base": "lenient", "levels": {"not_found": "none"}});
    std::fs::write(folder.path().join("policy.json"), policy.to_string()).unwrap();
    let mut command = tokio::process::Command::new(env!("CARGO_BIN_EXE_citelight"));
    command.args(ARGUMENTS).args(["--policy", "policy.json"]).current_dir(folder.path());
    let client = ().serve(TokioChildProcess::new(command).unwrap()).await.unwrap();
    let checked = answer(&client, "check_bibliography", json!({"path": "refs.bib"})).await;
    let entries = checked["entries"].as_array().unwrap();
    assert!(entries.iter().all(|entry| entry["key"] != "none"), "{checked}");
    client.cancel().await.unwrap();
}

#[tokio::test]
async fn a_document_is_mapped_and_checked_and_a_finding_explained() {
    let folder = folder();
    let client = over_pipes(folder.path()).await;
    let map = answer(&client, "map_citations", json!({"path": "paper.md"})).await;
    assert_eq!(map["citations"].as_array().unwrap().len(), 2, "{map}");
    assert_eq!(map["citations"][0]["references"], json!(["weil"]), "{map}");

    let checked = answer(&client, "check_document", json!({"path": "paper.md"})).await;
    assert!(checked["summary"][0].as_str().unwrap().starts_with("2 citations"), "{checked}");
    let report = checked["report"].as_str().unwrap();
    assert!(read(&client, &format!("{report}.md")).await.starts_with("# Citations of"));
    let all = answer(&client, "explain", json!({"report": report})).await;
    let first = all["explanation"].as_str().unwrap().split_whitespace().nth(1).unwrap().to_owned();
    let explained = answer(&client, "explain", json!({"report": report, "finding": first})).await;
    assert!(explained["explanation"].as_str().unwrap().contains("claim"), "{explained}");
    assert!(
        refusal(&client, "explain", json!({"report": "citelight://reports/99"}))
            .await
            .contains("check the document again")
    );
    client.cancel().await.unwrap();
}

#[tokio::test]
async fn a_source_is_found_among_the_records_and_the_network_is_not_asked_when_it_may_not_be() {
    let folder = folder();
    let client = over_pipes(folder.path()).await;
    let found = answer(
        &client,
        "find_source",
        json!({"excerpt": "Small fish pass weirs where there are ladders for small fish [CITATION]."}),
    )
    .await;
    assert!(found["candidates"][0]["work"].as_str().unwrap().contains("Ladders for small fish"), "{found}");
    assert!(refusal(&client, "find_source", json!({"excerpt": "no mark"})).await.contains("[CITATION]"));
    assert!(refusal(&client, "cite", json!({"queries": ["10.1000/banks"]})).await.contains("--offline"));
    client.cancel().await.unwrap();
}

#[tokio::test]
async fn files_elsewhere_are_not_read_and_what_is_asked_wrongly_is_told() {
    let (folder, elsewhere) = (folder(), folder());
    let client = over_pipes(folder.path()).await;
    let path = elsewhere.path().join("refs.bib");
    for tool in ["check_bibliography", "map_citations", "check_document"] {
        assert!(refusal(&client, tool, json!({"path": path})).await.contains("--folder"), "{tool}");
        assert!(
            refusal(&client, tool, json!({"path": "none.bib"})).await.contains("check the path"),
            "{tool}"
        );
        assert!(refusal(&client, tool, json!({})).await.contains("either a path or a text"), "{tool}");
    }
    client.cancel().await.unwrap();
}

#[tokio::test]
async fn over_http_it_answers_on_this_computer_alone() {
    let folder = folder();
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_citelight"));
    command.args(ARGUMENTS).args(["--http", "0"]).current_dir(folder.path()).stdout(Stdio::piped());
    let mut server = command.spawn().unwrap();
    let mut address = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut address).unwrap();
    let address = address.trim().to_owned();
    assert!(address.starts_with("http://127.0.0.1:") && address.ends_with("/mcp"), "{address}");

    // The client can speak TLS, though nobody here does.
    rustls::crypto::ring::default_provider().install_default().unwrap();
    let client = ().serve(StreamableHttpClientTransport::from_uri(address.clone())).await.unwrap();
    let checked = answer(&client, "check_bibliography", json!({"path": "refs.bib"})).await;
    assert_eq!(checked["summary"]["entries"], 3);
    client.cancel().await.unwrap();

    // A page in the reader's browser, by any name that leads here.
    let http = reqwest::Client::new();
    let body = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"}).to_string();
    for (header, value) in [("Origin", "https://page.example"), ("Host", "page.example")] {
        let request = http
            .post(&address)
            .header("Accept", "application/json, text/event-stream")
            .header("Content-Type", "application/json")
            .header(header, value);
        let status = request.body(body.clone()).send().await.unwrap().status();
        assert_eq!(status.as_u16(), 403, "{header}: {value}");
    }
    server.kill().unwrap();
    server.wait().unwrap();
}
