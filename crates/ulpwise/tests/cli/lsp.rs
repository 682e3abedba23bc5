//! A session of an editor with `ulpwise lsp`: a client over standard input and output that edits, saves,
//! and applies what the server proposes.

use crate::common::command;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

/// An editor with a server and one open file.
struct Editor {
    server: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    requests: i64,
    file: PathBuf,
    text: String,
    /// What came between answers.
    others: Vec<Value>,
}

impl Editor {
    fn start(file: &Path, capabilities: &Value) -> Editor {
        let mut server = command(&["lsp", "--timeout", "10"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let input = server.stdin.take().unwrap();
        let output = BufReader::new(server.stdout.take().unwrap());
        let (file, text) = (file.to_owned(), String::new());
        let mut editor = Editor { server, input, output, requests: 0, file, text, others: Vec::new() };
        let answer = editor.request(
            "initialize",
            &json!({ "processId": null, "rootUri": null, "capabilities": capabilities }),
        );
        assert_eq!(answer["serverInfo"]["name"], "ulpwise");
        assert_eq!(answer["capabilities"]["hoverProvider"], true);
        editor.notify("initialized", &json!({}));
        editor
    }

    fn uri(&self) -> String {
        format!("file://{}", self.file.display())
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{text}", text.len()).unwrap();
        self.input.flush().unwrap();
    }

    fn receive(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert!(self.output.read_line(&mut line).unwrap() > 0, "the server is gone");
            match line.trim().split_once(": ") {
                Some(("Content-Length", number)) => length = number.parse().unwrap(),
                Some(_) => {}
                None => break,
            }
        }
        let mut text = vec![0; length];
        self.output.read_exact(&mut text).unwrap();
        serde_json::from_slice(&text).unwrap()
    }

    fn notify(&mut self, method: &str, params: &Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    fn request(&mut self, method: &str, params: &Value) -> Value {
        self.requests += 1;
        let id = self.requests;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        loop {
            let message = self.receive();
            if message["id"] == id && message["method"].is_null() {
                assert!(message["error"].is_null(), "{message}");
                return message["result"].clone();
            }
            self.others.push(message);
        }
    }

    /// Waits for a message of the server's own.
    fn wait_for(&mut self, method: &str) -> Value {
        loop {
            if let Some(at) = self.others.iter().position(|message| message["method"] == method) {
                return self.others.remove(at)["params"].clone();
            }
            let message = self.receive();
            self.others.push(message);
        }
    }

    fn diagnostics(&mut self) -> Vec<Value> {
        let params = self.wait_for("textDocument/publishDiagnostics");
        assert_eq!(params["uri"], self.uri());
        params["diagnostics"].as_array().unwrap().clone()
    }

    fn open(&mut self, text: &str) -> Vec<Value> {
        std::fs::write(&self.file, text).unwrap();
        self.text = text.to_owned();
        let document = json!({ "uri": self.uri(), "languageId": "c", "version": 1, "text": text });
        self.notify("textDocument/didOpen", &json!({ "textDocument": document }));
        self.diagnostics()
    }

    fn save(&mut self, text: &str) -> Vec<Value> {
        std::fs::write(&self.file, text).unwrap();
        self.text = text.to_owned();
        let document = json!({ "uri": self.uri(), "version": 2 });
        let changes = json!([{ "text": text }]);
        self.notify(
            "textDocument/didChange",
            &json!({ "textDocument": document, "contentChanges": changes }),
        );
        self.notify("textDocument/didSave", &json!({ "textDocument": { "uri": self.uri() } }));
        self.diagnostics()
    }

    /// The text of a hover.
    fn hover(&mut self, line: usize, column: usize) -> String {
        let position = json!({ "line": line, "character": column });
        let params = json!({ "textDocument": { "uri": self.uri() }, "position": position });
        self.request("textDocument/hover", &params)["contents"]["value"]
            .as_str()
            .unwrap_or_default()
            .to_owned()
    }

    fn actions(&mut self, range: &Value) -> Vec<Value> {
        let params = json!({ "textDocument": { "uri": self.uri() }, "range": range, "context": { "diagnostics": [] } });
        self.request("textDocument/codeAction", &params).as_array().unwrap().clone()
    }

    /// The action whose title begins so.
    fn action(&mut self, range: &Value, title: &str) -> Value {
        let actions = self.actions(range);
        let found = actions.iter().find(|action| action["title"].as_str().unwrap().starts_with(title));
        found.unwrap_or_else(|| panic!("{title}: {actions:#?}")).clone()
    }

    /// The text after the edits of an action.
    fn edited(&self, action: &Value) -> String {
        let mut text = self.text.clone();
        for edit in action["edit"]["changes"][self.uri()].as_array().unwrap() {
            let place = |position: &Value| {
                let line = position["line"].as_u64().unwrap() as usize;
                let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
                start + position["character"].as_u64().unwrap() as usize
            };
            let range = place(&edit["range"]["start"])..place(&edit["range"]["end"]);
            text.replace_range(range, edit["newText"].as_str().unwrap());
        }
        text
    }

    fn run(&mut self, action: &Value) {
        let command = &action["command"];
        let params = json!({ "command": command["command"], "arguments": command["arguments"] });
        self.request("workspace/executeCommand", &params);
    }

    fn end(mut self) {
        self.request("shutdown", &Value::Null);
        self.notify("exit", &Value::Null);
        assert_eq!(self.server.wait().unwrap().code(), Some(0));
    }
}

const MEAN: &str = "double mean(double x, double y) {\n    return (x + y) / 2;\n}\n";

#[test]
fn a_session_finds_shows_mends_and_is_done() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = Editor::start(&folder.path().join("mean.c"), &json!({}));
    // Edited, saved, found.
    let found = editor.open(MEAN);
    assert_eq!(found.len(), 1, "{found:#?}");
    assert_eq!((&found[0]["code"], &found[0]["source"]), (&json!("overflow"), &json!("ulpwise")));
    assert_eq!(found[0]["range"]["start"]["line"], 1);
    assert!(found[0]["message"].as_str().unwrap().contains("mean(x = "), "{found:#?}");
    let range = found[0]["range"].clone();
    // The verdicts of the operation.
    let hover = editor.hover(1, 14);
    assert!(hover.contains("addition in double"), "{hover}");
    assert!(hover.contains("- overflow: **found**, `mean(x = "), "{hover}");
    assert_eq!(editor.hover(0, 3), "");
    // What can be done.
    let call = editor.action(&range, "Show the call: mean(x = ");
    editor.run(&call);
    let shown = editor.wait_for("window/showMessage");
    assert!(shown["message"].as_str().unwrap().contains("reproduce with: ulpwise run"), "{shown}");
    let test = editor.action(&range, "Write a regression test");
    editor.run(&test);
    let written = editor.wait_for("window/showMessage");
    assert!(
        written["message"].as_str().unwrap().ends_with("mean_mean_overflow_test.c is written"),
        "{written}"
    );
    let text = std::fs::read_to_string(folder.path().join("mean_mean_overflow_test.c")).unwrap();
    assert!(text.contains("mean("), "{text}");
    // A range, said as a contract: the finding is gone, and what is proven says what it assumes.
    let contract = editor.action(&range, "Say what inputs are meant");
    let text = editor.edited(&contract);
    assert!(text.starts_with("// ulpwise: range x = -1e6..1e6; range y = -1e6..1e6\ndouble"), "{text}");
    assert_eq!(editor.save(&text), [Value::Null; 0]);
    let hover = editor.hover(2, 14);
    assert!(hover.contains("- overflow: proven"), "{hover}");
    assert!(hover.contains("proofs assume:") && hover.contains("range x = -1e6..1e6 ("), "{hover}");
    editor.end();
}

#[test]
fn what_does_not_compile_is_one_diagnostic_at_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = Editor::start(&folder.path().join("mean.c"), &json!({}));
    let found = editor.open("double mean(double x, double y) {\n    return (x + y / 2;\n}\n");
    assert_eq!(found.len(), 1, "{found:#?}");
    assert_eq!(found[0]["code"], "not-checked");
    assert_eq!(found[0]["range"]["start"]["line"], 1);
    assert!(found[0]["message"].as_str().unwrap().contains("expected ')'"), "{found:#?}");
    assert_eq!(editor.save(MEAN).len(), 1);
    // Accepted where it stands.
    let found = editor.save(MEAN);
    let accept = editor.action(&found[0]["range"], "Accept this overflow");
    let text = editor.edited(&accept);
    assert!(text.contains("/ 2; // ulpwise: allow(overflow) accepted\n"), "{text}");
    assert_eq!(editor.save(&text), [Value::Null; 0]);
    editor.end();
}

#[test]
fn a_misspelt_contract_is_mended() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = Editor::start(&folder.path().join("twice.c"), &json!({}));
    let found = editor.open("// ulpwise: rnage x = 0..1\ndouble twice(double x) { return 2 * x; }\n");
    let syntax = found.iter().find(|one| one["code"] == "contract-syntax").unwrap();
    assert!(syntax["message"].as_str().unwrap().ends_with("did you mean `range`?"), "{syntax}");
    let mend = editor.action(&syntax["range"], "Write `range`");
    let text = editor.edited(&mend);
    assert!(text.starts_with("// ulpwise: range x = 0..1\n"), "{text}");
    assert_eq!(editor.save(&text), [Value::Null; 0]);
    editor.end();
}

#[test]
fn an_editor_that_makes_files_is_asked_to() {
    let folder = tempfile::tempdir().unwrap();
    let edits = json!({ "workspace": { "workspaceEdit": { "resourceOperations": ["create"] } } });
    let mut editor = Editor::start(&folder.path().join("mean.c"), &edits);
    let found = editor.open(MEAN);
    let test = editor.action(&found[0]["range"], "Write a regression test");
    editor.run(&test);
    let asked = editor.wait_for("workspace/applyEdit");
    let changes = asked["edit"]["documentChanges"].as_array().unwrap();
    assert_eq!(changes[0]["kind"], "create");
    assert!(changes[1]["edits"][0]["newText"].as_str().unwrap().contains("mean("), "{asked:#}");
    editor.end();
}
