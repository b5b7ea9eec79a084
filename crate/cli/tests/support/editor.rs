//! An editor, as far as a language server sees one: JSON-RPC over the pipes of a process.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// How long anything may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) struct Editor {
    server: Child,
    pipe: ChildStdin,
    messages: Receiver<Value>,
    /// The last findings of each document.
    findings: HashMap<String, Value>,
    next: i64,
}

impl Editor {
    /// Starts the server in a folder and has it initialised.
    pub(crate) fn start(folder: &Path, arguments: &[&str]) -> Self {
        let mut editor = Self::connect(folder, arguments);
        let root = format!("file://{}", folder.display());
        let watches = json!({"didChangeWatchedFiles": {"dynamicRegistration": true}});
        let hover = json!({"contentFormat": ["markdown", "plaintext"]});
        let capabilities = json!({"workspace": watches, "textDocument": {"hover": hover}});
        let folders = json!([{"uri": root, "name": "paper"}]);
        let params = json!({"processId": null, "rootUri": root, "capabilities": capabilities, "workspaceFolders": folders});
        let answer = editor.request("initialize", params);
        assert_eq!(answer["capabilities"]["positionEncoding"], "utf-16", "{answer}");
        assert_eq!(answer["serverInfo"]["name"], "citelight", "{answer}");
        editor.notify("initialized", json!({}));
        editor
    }

    /// Starts the server, and says nothing to it.
    pub(crate) fn connect(folder: &Path, arguments: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_citelight"));
        command.arg("lsp").args(arguments).current_dir(folder);
        let mut server = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (pipe, mut out) = (server.stdin.take().unwrap(), BufReader::new(server.stdout.take().unwrap()));
        let (sender, messages) = channel();
        std::thread::spawn(move || {
            while let Some(message) = read(&mut out) {
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        Self { server, pipe, messages, findings: HashMap::new(), next: 0 }
    }

    /// Writes bytes as they are.
    pub(crate) fn raw(&mut self, bytes: &[u8]) {
        self.pipe.write_all(bytes).unwrap();
        self.pipe.flush().unwrap();
    }

    fn send(&mut self, message: &Value) {
        let body = message.to_string();
        self.raw(format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes());
    }

    pub(crate) fn notify(&mut self, method: &str, params: Value) {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    /// The result of a request; null where it is refused.
    pub(crate) fn request(&mut self, method: &str, params: Value) -> Value {
        self.next += 1;
        let id = self.next;
        let mut message = json!({"jsonrpc": "2.0", "id": id, "method": method});
        if !params.is_null() {
            message["params"] = params;
        }
        self.send(&message);
        let end = Instant::now() + PATIENCE;
        loop {
            let message = self.next_message(end).unwrap_or_else(|| panic!("{method} was not answered"));
            if message["id"] == id {
                return message["result"].clone();
            }
        }
    }

    /// The next message, which findings are kept of.
    fn next_message(&mut self, end: Instant) -> Option<Value> {
        let message = self.messages.recv_timeout(end.checked_duration_since(Instant::now())?).ok()?;
        if message["method"] == "textDocument/publishDiagnostics" {
            let uri = message["params"]["uri"].as_str().unwrap().to_owned();
            self.findings.insert(uri, message["params"].clone());
        }
        Some(message)
    }

    pub(crate) fn open(&mut self, uri: &str, language: &str, text: &str) {
        let document = json!({"uri": uri, "languageId": language, "version": 1, "text": text});
        self.notify("textDocument/didOpen", json!({"textDocument": document}));
    }

    pub(crate) fn change(&mut self, uri: &str, version: i32, changes: Value) {
        let document = json!({"uri": uri, "version": version});
        self.notify("textDocument/didChange", json!({"textDocument": document, "contentChanges": changes}));
    }

    /// The findings of a document, once they are as they should be.
    pub(crate) fn findings(&mut self, uri: &str, are_there: impl Fn(&[Value]) -> bool) -> Vec<Value> {
        self.findings_of(uri, None, are_there)
    }

    /// The same, of this state of the document.
    pub(crate) fn findings_of(
        &mut self,
        uri: &str,
        version: Option<i32>,
        are_there: impl Fn(&[Value]) -> bool,
    ) -> Vec<Value> {
        let end = Instant::now() + PATIENCE;
        loop {
            if let Some(told) = self.findings.get(uri) {
                let found = told["diagnostics"].as_array().unwrap();
                let is_version = version.is_none_or(|version| told["version"] == version);
                if is_version && are_there(found) {
                    return found.clone();
                }
            }
            assert!(self.next_message(end).is_some(), "{uri}: {:#?}", self.findings.get(uri));
        }
    }

    /// What is shown under the cursor.
    pub(crate) fn hover(&mut self, uri: &str, text: &str, needle: &str) -> String {
        let params = json!({"textDocument": {"uri": uri}, "position": position(text, needle)});
        let answer = self.request("textDocument/hover", params);
        answer["contents"]["value"].as_str().unwrap_or_default().to_owned()
    }

    /// The corrections that are offered there: titles and edits.
    pub(crate) fn actions(&mut self, uri: &str, text: &str, needle: &str) -> Vec<(String, Value)> {
        let at = position(text, needle);
        let range = json!({"start": at, "end": at});
        let params = json!({"textDocument": {"uri": uri}, "range": range, "context": {"diagnostics": []}});
        let answer = self.request("textDocument/codeAction", params);
        let actions = answer.as_array().cloned().unwrap_or_default();
        let one = |action: Value| {
            let title = action["title"].as_str().unwrap().to_owned();
            (title, action["edit"]["changes"][uri][0].clone())
        };
        actions.into_iter().map(one).collect()
    }

    /// Ends the server as the protocol asks; answers with its exit code.
    pub(crate) fn end(mut self) -> Option<i32> {
        self.request("shutdown", Value::Null);
        self.leave()
    }

    /// Ends it without asking first.
    pub(crate) fn leave(mut self) -> Option<i32> {
        self.notify("exit", json!(null));
        let end = Instant::now() + PATIENCE;
        while Instant::now() < end {
            if let Some(status) = self.server.try_wait().unwrap() {
                return status.code();
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        self.server.kill().unwrap();
        panic!("the server did not end");
    }
}

fn read(out: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if out.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim() {
            "" => break,
            line => {
                if let Some(value) = line.strip_prefix("Content-Length: ") {
                    length = value.parse().ok()?;
                }
            }
        }
    }
    let mut body = vec![0; length];
    out.read_exact(&mut body).ok()?;
    serde_json::from_slice(&body).ok()
}

/// Where a stretch of a text begins, as an editor counts: UTF-16 code units in its line.
pub(crate) fn position(text: &str, needle: &str) -> Value {
    let at = text.find(needle).unwrap_or_else(|| panic!("{needle}"));
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let line = text[..at].matches('\n').count();
    json!({"line": line, "character": text[start..at].encode_utf16().count()})
}

/// The text that a range of it covers, counted in UTF-16 as an editor does.
pub(crate) fn covered(text: &str, range: &Value) -> String {
    let (start, end) = (unit(text, &range["start"]), unit(text, &range["end"]));
    String::from_utf16(&text.encode_utf16().collect::<Vec<_>>()[start..end]).unwrap()
}

/// A text after an edit.
pub(crate) fn edited(text: &str, edit: &Value) -> String {
    let units: Vec<u16> = text.encode_utf16().collect();
    let (start, end) = (unit(text, &edit["range"]["start"]), unit(text, &edit["range"]["end"]));
    let new: Vec<u16> = edit["newText"].as_str().unwrap().encode_utf16().collect();
    String::from_utf16(&[&units[..start], &new, &units[end..]].concat()).unwrap()
}

fn unit(text: &str, position: &Value) -> usize {
    let lines = text.split_inclusive('\n').take(position["line"].as_u64().unwrap() as usize);
    let before: usize = lines.map(|line| line.encode_utf16().count()).sum();
    before + position["character"].as_u64().unwrap() as usize
}
