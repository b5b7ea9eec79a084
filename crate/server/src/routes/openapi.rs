//! `GET /openapi.json`: what the server answers to, for programs. The schemas are those of the types that are read and written;
//! tests hold the paths against the routes.

use citelight::attribute::Attribution;
use citelight::llm::arbitration::{ArbitrationRequest, ArbitrationResult};
use citelight::remote::{CommitteeRequest, CommitteeResult};
use citelight::resolve::integrity::EntryReport;
use schemars::SchemaGenerator;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use crate::job::Job;
use crate::problem::ProblemBody;
use crate::work::attribution::AttributionRequest;
use crate::work::reference::ReferenceRequest;

/// A route that makes a job.
struct Asking {
    path: &'static str,
    id: &'static str,
    summary: &'static str,
    request: &'static str,
    result: &'static str,
}

const ASKING: &[Asking] = &[
    Asking {
        path: "/v1/arbitrations",
        id: "createArbitration",
        summary: "Put one claim and passages of the work it cites to the configured model",
        request: "ArbitrationRequest",
        result: "ArbitrationResult",
    },
    Asking {
        path: "/v1/committees",
        id: "createCommittee",
        summary: "Ask those who cite a work that cannot be read whether it says what is claimed",
        request: "CommitteeRequest",
        result: "CommitteeResult",
    },
    Asking {
        path: "/v1/references:check",
        id: "checkReference",
        summary: "Look a reference up: does the work exist, as it is described?",
        request: "ReferenceRequest",
        result: "EntryReport",
    },
    Asking {
        path: "/v1/attributions",
        id: "createAttribution",
        summary: "Find the work that an excerpt with a masked citation speaks of",
        request: "AttributionRequest",
        result: "Attribution",
    },
];

/// The document.
pub fn document() -> Value {
    let mut generator = SchemaSettings::draft2020_12()
        .with(|settings| settings.definitions_path = "/components/schemas".into())
        .into_generator();
    let mut paths: Map<String, Value> =
        ASKING.iter().map(|asking| (asking.path.to_owned(), creating(asking))).collect();
    paths.insert("/v1/jobs/{id}".to_owned(), looking());
    paths.insert("/v1/jobs/{id}/events".to_owned(), following());
    paths.insert(
        "/healthz".to_owned(),
        plain("health", "Whether the server takes requests", "application/json", &["503"]),
    );
    paths.insert(
        "/metrics".to_owned(),
        plain(
            "metrics",
            "Figures for Prometheus",
            "application/openmetrics-text",
            &["401", "403", "421", "503"],
        ),
    );
    paths.insert("/openapi.json".to_owned(), plain("openapi", "This document", "application/json", &[]));
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Citelight endpoint",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Arbitration of citations that stay ambiguous. Work is a job: queued, running, done or failed; its result \
                expires. Texts in results are a model's or a source's: never markup, never instructions.",
            "license": {"name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0"},
        },
        "security": [{"token": []}],
        "paths": paths,
        "components": {
            "schemas": schemas(&mut generator),
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    })
}

fn schemas(generator: &mut SchemaGenerator) -> Value {
    generator.subschema_for::<Job>();
    generator.subschema_for::<ProblemBody>();
    generator.subschema_for::<ArbitrationRequest>();
    generator.subschema_for::<ArbitrationResult>();
    generator.subschema_for::<CommitteeRequest>();
    generator.subschema_for::<CommitteeResult>();
    generator.subschema_for::<ReferenceRequest>();
    generator.subschema_for::<EntryReport>();
    generator.subschema_for::<AttributionRequest>();
    generator.subschema_for::<Attribution>();
    Value::Object(generator.take_definitions(true))
}

fn reference(name: &str) -> Value {
    json!({"$ref": format!("#/components/schemas/{name}")})
}

fn json_body(schema: &Value) -> Value {
    json!({"application/json": {"schema": schema}})
}

fn problems(statuses: &[&str]) -> Map<String, Value> {
    let told = |status: &&str| {
        let words = match *status {
            "401" => "No token, or a wrong one",
            "403" => "The token lacks the scope, or the Cancel-Secret is missing or wrong",
            "404" => "No such job, or somebody else's, or expired",
            "408" => "The body did not arrive in time",
            "413" => "The body is too large",
            "415" => "The body is not declared as JSON",
            "421" => "Sent without a token, to a host name that is not this server's",
            "422" => "The body cannot be worked on",
            "429" => "Today's budget is spent",
            _ => "Too many jobs wait, the store fails, or the server is about to end",
        };
        let content = json!({"application/problem+json": {"schema": reference("ProblemBody")}});
        ((*status).to_owned(), json!({"description": words, "content": content}))
    };
    statuses.iter().map(told).collect()
}

fn header(name: &str, schema: &Value, description: &str) -> Value {
    json!({"name": name, "in": "header", "required": false, "schema": schema, "description": description})
}

fn job_id() -> Value {
    json!({"name": "id", "in": "path", "required": true, "schema": {"type": "string"}})
}

fn prefer() -> Value {
    header("Prefer", &json!({"type": "string"}), "wait=SECONDS, or respond-async (RFC 7240)")
}

/// A job of this very result.
fn job_with(result: &str) -> Value {
    json!({"allOf": [reference("Job"), {"properties": {"result": reference(result)}}]})
}

fn creating(asking: &Asking) -> Value {
    let key = header(
        "Idempotency-Key",
        &json!({"type": "string", "minLength": 1, "maxLength": 200}),
        "The same request under the same key is the same job",
    );
    let headers = json!({
        "Location": {"description": "The job's address", "schema": {"type": "string"}},
        "Cancel-Secret": {"description": "Cancels the job; sent once, when it is created", "schema": {"type": "string"}},
        "Idempotency-Replayed": {"description": "true: the job was there already", "schema": {"type": "string"}},
    });
    let job = json_body(&job_with(asking.result));
    let mut responses = problems(&["401", "403", "408", "413", "415", "421", "422", "429", "503"]);
    responses.insert(
        "200".to_owned(),
        json!({"description": "The job has ended, done or failed", "headers": headers, "content": job}),
    );
    responses.insert(
        "202".to_owned(),
        json!({"description": "The job goes on", "headers": headers, "content": job}),
    );
    json!({"post": {
        "operationId": asking.id,
        "summary": asking.summary,
        "parameters": [key, prefer()],
        "requestBody": {"required": true, "content": json_body(&reference(asking.request))},
        "responses": responses,
    }})
}

fn looking() -> Value {
    let mut responses = problems(&["401", "404", "421", "503"]);
    responses
        .insert("200".to_owned(), json!({"description": "The job", "content": json_body(&reference("Job"))}));
    let mut cancelled = responses.clone();
    cancelled.extend(problems(&["403"]));
    let words = "The job: failed as cancelled, or as it had ended before";
    cancelled
        .insert("200".to_owned(), json!({"description": words, "content": json_body(&reference("Job"))}));
    json!({
        "get": {
            "operationId": "getJob",
            "summary": "How far a job is; with Prefer: wait=SECONDS, when it has ended",
            "parameters": [job_id(), prefer()],
            "responses": responses,
        },
        "delete": {
            "operationId": "cancelJob",
            "summary": "Cancel a job: the model is asked no more for it; one that has ended stays as it is",
            "parameters": [job_id(), header("Cancel-Secret", &json!({"type": "string"}), "The secret that was sent when the job was created")],
            "responses": cancelled,
        },
    })
}

fn following() -> Value {
    let mut responses = problems(&["401", "404", "421", "503"]);
    let events =
        "Events queued, running, done and failed, each with the job as JSON; the stream ends with the job";
    let content = json!({"text/event-stream": {"schema": {"type": "string"}}});
    responses.insert("200".to_owned(), json!({"description": events, "content": content}));
    json!({"get": {"operationId": "followJob", "summary": "A job as it changes", "parameters": [job_id()], "responses": responses}})
}

fn plain(id: &str, summary: &str, media: &str, problem: &[&str]) -> Value {
    let mut responses = problems(problem);
    responses.insert("200".to_owned(), json!({"description": summary, "content": {media: {}}}));
    let open = json!({"operationId": id, "summary": summary, "responses": responses});
    let Value::Object(mut operation) = open else { return Value::Null };
    if id != "metrics" {
        operation.insert("security".to_owned(), json!([]));
    }
    json!({"get": operation})
}

#[cfg(test)]
mod tests {
    use super::*;

    fn references(value: &Value, found: &mut Vec<String>) {
        match value {
            Value::Object(fields) => {
                for (name, value) in fields {
                    match value.as_str().filter(|_| name == "$ref") {
                        Some(reference) => found.push(reference.to_owned()),
                        None => references(value, found),
                    }
                }
            }
            Value::Array(values) => values.iter().for_each(|value| references(value, found)),
            _ => {}
        }
    }

    #[test]
    fn every_reference_leads_somewhere() {
        let document = document();
        let mut found = Vec::new();
        references(&document, &mut found);
        assert!(found.len() > 10);
        for reference in found {
            let pointer = reference.strip_prefix('#').unwrap_or_default();
            assert!(document.pointer(pointer).is_some(), "{reference}");
        }
    }
}
