//! The loop of messages: what the editor asks, and what workers have found out.

use crate::MakeOptions;
use crate::actions::{SHOW_CALL, WRITE_TEST, actions};
use crate::diagnostics::document as document_of;
use crate::document::Document;
use crate::hover::hover;
use crate::uri::{path_of, uri_of};
use crate::worker::{Done, Job, language, work};
use crossbeam_channel::{Sender, select, unbounded};
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::notification::{
    DidChangeTextDocument, DidCloseTextDocument, DidOpenTextDocument, DidSaveTextDocument, Notification as _,
    PublishDiagnostics, ShowMessage,
};
use lsp_types::request::{ApplyWorkspaceEdit, CodeActionRequest, ExecuteCommand, HoverRequest, Request as _};
use lsp_types::{
    ApplyWorkspaceEditParams, CodeActionParams, CodeActionProviderCapability, CreateFile,
    DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams,
    DidSaveTextDocumentParams, DocumentChangeOperation, DocumentChanges, ExecuteCommandOptions,
    ExecuteCommandParams, HoverParams, HoverProviderCapability, InitializeParams, MessageType, OneOf,
    OptionalVersionedTextDocumentIdentifier, PublishDiagnosticsParams, Range, ResourceOp,
    ResourceOperationKind, SaveOptions, ServerCapabilities, ShowMessageParams, TextDocumentEdit,
    TextDocumentSyncCapability, TextDocumentSyncKind, TextDocumentSyncOptions, TextDocumentSyncSaveOptions,
    TextEdit, Uri, WorkspaceEdit,
};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use ulpwise_base::CancelFlag;
use ulpwise_driver::TestLanguage;
use ulpwise_report::text::call;

/// Why the server ended before the editor said so.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LspError {
    /// The editor does not keep to the protocol.
    #[error("the editor does not keep to the protocol: {0}")]
    Protocol(String),
    /// Standard input or output is gone.
    #[error("{0}")]
    Io(#[from] std::io::Error),
}

impl From<lsp_server::ProtocolError> for LspError {
    fn from(error: lsp_server::ProtocolError) -> Self {
        Self::Protocol(error.to_string())
    }
}

/// Serves an editor over standard input and output until it ends the session.
///
/// # Errors
/// The editor does not keep to the protocol, or is gone.
pub fn serve(make_options: MakeOptions) -> Result<(), LspError> {
    let (connection, threads) = Connection::stdio();
    run(connection, make_options)?;
    threads.join()?;
    Ok(())
}

fn run(connection: Connection, make_options: MakeOptions) -> Result<(), LspError> {
    let (id, parameters) = connection.initialize_start()?;
    let parameters: InitializeParams =
        serde_json::from_value(parameters).map_err(|error| LspError::Protocol(error.to_string()))?;
    let answer = serde_json::json!({
        "capabilities": capabilities(),
        "serverInfo": { "name": "ulpwise", "version": env!("CARGO_PKG_VERSION") },
    });
    connection.initialize_finish(id, answer)?;
    let (jobs, todo) = unbounded();
    let (finished, done) = unbounded();
    let worker = std::thread::Builder::new().spawn(move || work(&todo, &finished, &make_options))?;
    let mut server = Server {
        sender: connection.sender.clone(),
        jobs,
        texts: BTreeMap::new(),
        documents: BTreeMap::new(),
        running: BTreeMap::new(),
        creates_files: creates_files(&parameters),
        requests: 0,
    };
    loop {
        select! {
            recv(connection.receiver) -> message => match message {
                Ok(Message::Request(request)) => {
                    if connection.handle_shutdown(&request)? {
                        break;
                    }
                    server.request(request);
                }
                Ok(Message::Notification(notification)) => server.notification(notification),
                // What the editor made of an edit is its own business.
                Ok(Message::Response(_)) => {}
                Err(_) => break,
            },
            recv(done) -> result => match result {
                Ok(result) => server.finished(result),
                Err(_) => break,
            },
        }
    }
    server.running.values().for_each(CancelFlag::cancel);
    drop(server);
    drop(connection);
    // A panic of the worker was said on standard error.
    let _ = worker.join();
    Ok(())
}

fn capabilities() -> ServerCapabilities {
    ServerCapabilities {
        text_document_sync: Some(TextDocumentSyncCapability::Options(TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(TextDocumentSyncKind::FULL),
            save: Some(TextDocumentSyncSaveOptions::SaveOptions(SaveOptions { include_text: Some(false) })),
            ..TextDocumentSyncOptions::default()
        })),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        code_action_provider: Some(CodeActionProviderCapability::Simple(true)),
        execute_command_provider: Some(ExecuteCommandOptions {
            commands: vec![SHOW_CALL.to_owned(), WRITE_TEST.to_owned()],
            ..ExecuteCommandOptions::default()
        }),
        ..ServerCapabilities::default()
    }
}

/// Whether the editor makes files that an edit names.
fn creates_files(parameters: &InitializeParams) -> bool {
    let workspace = parameters.capabilities.workspace.as_ref();
    let edits = workspace.and_then(|workspace| workspace.workspace_edit.as_ref());
    let kinds = edits.and_then(|edits| edits.resource_operations.as_ref());
    kinds.is_some_and(|kinds| kinds.contains(&ResourceOperationKind::Create))
}

/// A session.
struct Server {
    sender: Sender<Message>,
    jobs: Sender<Job>,
    /// The text of open files as the editor has it.
    texts: BTreeMap<PathBuf, String>,
    documents: BTreeMap<PathBuf, Document>,
    /// What ends checks under way.
    running: BTreeMap<PathBuf, CancelFlag>,
    creates_files: bool,
    /// How many requests were sent.
    requests: i32,
}

impl Server {
    fn request(&mut self, request: Request) {
        let Request { id, method, params } = request;
        let answer = match method.as_str() {
            HoverRequest::METHOD => serde_json::from_value(params).map(|params| self.hover(&params)),
            CodeActionRequest::METHOD => serde_json::from_value(params).map(|params| self.actions(&params)),
            ExecuteCommand::METHOD => serde_json::from_value(params).map(|params| self.execute(&params)),
            _ => {
                let message = format!("there is no {method} here");
                return self.send(Response::new_err(id, ErrorCode::MethodNotFound as i32, message));
            }
        };
        match answer {
            Ok(answer) => self.send(Response::new_ok(id, answer)),
            Err(error) => {
                self.send(Response::new_err(id, ErrorCode::InvalidParams as i32, error.to_string()));
            }
        }
    }

    fn notification(&mut self, notification: Notification) {
        let Notification { method, params } = notification;
        // What is no notification of its name is left alone: there is no answer to say so.
        match method.as_str() {
            DidOpenTextDocument::METHOD => {
                if let Ok(DidOpenTextDocumentParams { text_document }) = serde_json::from_value(params)
                    && let Some(path) = path_of(&text_document.uri)
                {
                    self.texts.insert(path.clone(), text_document.text);
                    self.check(path);
                }
            }
            DidChangeTextDocument::METHOD => {
                if let Ok(DidChangeTextDocumentParams { text_document, mut content_changes }) =
                    serde_json::from_value(params)
                    && let (Some(path), Some(change)) = (path_of(&text_document.uri), content_changes.pop())
                {
                    self.texts.insert(path, change.text);
                }
            }
            DidSaveTextDocument::METHOD => {
                if let Ok(DidSaveTextDocumentParams { text_document, .. }) = serde_json::from_value(params)
                    && let Some(path) = path_of(&text_document.uri)
                {
                    self.check(path);
                }
            }
            DidCloseTextDocument::METHOD => {
                if let Ok(DidCloseTextDocumentParams { text_document }) = serde_json::from_value(params)
                    && let Some(path) = path_of(&text_document.uri)
                {
                    self.close(&path);
                }
            }
            _ => {}
        }
    }

    /// Checks a file; a check of it that is under way ends.
    fn check(&mut self, path: PathBuf) {
        let cancel = CancelFlag::default();
        if let Some(earlier) = self.running.insert(path.clone(), cancel.clone()) {
            earlier.cancel();
        }
        // Without a worker the session ends.
        let _ = self.jobs.send(Job::Check { path, cancel });
    }

    fn close(&mut self, path: &Path) {
        if let Some(running) = self.running.remove(path) {
            running.cancel();
        }
        self.texts.remove(path);
        if self.documents.remove(path).is_some() {
            self.publish(path);
        }
    }

    fn finished(&mut self, done: Done) {
        match done {
            Done::Checked { is_cancelled: true, .. } => {}
            Done::Checked { path, outcome, .. } => {
                self.running.remove(&path);
                let earlier = self.documents.remove(&path);
                self.documents.insert(path.clone(), document_of(&path, outcome, earlier));
                self.publish(&path);
            }
            Done::Exported { to, text: Ok(text) } => self.create(&to, text),
            Done::Exported { text: Err(why), .. } => {
                self.show(MessageType::WARNING, format!("no test is written: {why}"));
            }
        }
    }

    /// Shows what is known of a file.
    fn publish(&self, path: &Path) {
        let Some(uri) = uri_of(path) else { return };
        let diagnostics =
            self.documents.get(path).map_or_else(Vec::new, |document| document.diagnostics.clone());
        let params = PublishDiagnosticsParams { uri, diagnostics, version: None };
        self.send(Notification::new(PublishDiagnostics::METHOD.to_owned(), params));
    }

    fn hover(&self, params: &HoverParams) -> serde_json::Value {
        let at = &params.text_document_position_params;
        let answer = path_of(&at.text_document.uri).and_then(|path| {
            let text = self.texts.get(&path);
            let line = text.map(|text| text.lines().nth(at.position.line as usize).unwrap_or_default());
            hover(self.documents.get(&path)?, &path, at.position, line)
        });
        serde_json::json!(answer)
    }

    fn actions(&self, params: &CodeActionParams) -> serde_json::Value {
        let uri = &params.text_document.uri;
        let answer = path_of(uri).and_then(|path| {
            let text = match self.texts.get(&path) {
                Some(text) => text.clone(),
                None => std::fs::read_to_string(&path).ok()?,
            };
            let lines: Vec<&str> = text.lines().collect();
            Some(actions(self.documents.get(&path)?, uri, &path, params.range, &lines))
        });
        serde_json::json!(answer.unwrap_or_default())
    }

    /// Carries out a command: the address of the file and the number of the finding are its arguments.
    fn execute(&self, params: &ExecuteCommandParams) -> serde_json::Value {
        let uri = params.arguments.first().and_then(|uri| serde_json::from_value::<Uri>(uri.clone()).ok());
        let path = uri.as_ref().and_then(path_of);
        let number = params.arguments.get(1).and_then(serde_json::Value::as_u64);
        let document = path.as_ref().and_then(|path| self.documents.get(path));
        let shown = document.zip(number).and_then(|(document, number)| {
            let shown = document.findings.get(usize::try_from(number).ok()?)?;
            Some((document.entry(shown)?, path.clone()?))
        });
        let Some(((entry, finding), path)) = shown else {
            self.show(MessageType::INFO, "this finding is gone".to_owned());
            return serde_json::Value::Null;
        };
        match params.command.as_str() {
            SHOW_CALL => {
                let again = finding.call.again.as_ref();
                let again = again.map_or_else(String::new, |again| format!("\nreproduce with: {again}"));
                self.show(MessageType::INFO, format!("{}{again}", call(&finding.call)));
            }
            WRITE_TEST => {
                if let Some(witness) = finding.document.clone() {
                    let to = test_file(&path, &finding.call.function, entry.property.id());
                    let _ = self.jobs.send(Job::Export { path, witness, to });
                }
            }
            _ => {}
        }
        serde_json::Value::Null
    }

    /// Has the editor make a file; where it cannot, makes it.
    fn create(&mut self, to: &Path, text: String) {
        let Some(uri) = uri_of(to) else { return };
        if !self.creates_files {
            let made = std::fs::write(to, text);
            return match made {
                Ok(()) => self.show(MessageType::INFO, format!("{} is written", to.display())),
                Err(error) => self.show(MessageType::ERROR, format!("{}: {error}", to.display())),
            };
        }
        let create = DocumentChangeOperation::Op(ResourceOp::Create(CreateFile {
            uri: uri.clone(),
            options: None,
            annotation_id: None,
        }));
        let insert = DocumentChangeOperation::Edit(TextDocumentEdit {
            text_document: OptionalVersionedTextDocumentIdentifier { uri, version: None },
            edits: vec![OneOf::Left(TextEdit { range: Range::default(), new_text: text })],
        });
        let edit = WorkspaceEdit {
            document_changes: Some(DocumentChanges::Operations(vec![create, insert])),
            ..WorkspaceEdit::default()
        };
        let params = ApplyWorkspaceEditParams { label: Some("Write a regression test".to_owned()), edit };
        self.requests += 1;
        let id = RequestId::from(self.requests);
        self.send(Request::new(id, ApplyWorkspaceEdit::METHOD.to_owned(), params));
    }

    fn show(&self, typ: MessageType, message: String) {
        let params = ShowMessageParams { typ, message };
        self.send(Notification::new(ShowMessage::METHOD.to_owned(), params));
    }

    fn send(&self, message: impl Into<Message>) {
        // An editor that is gone ends the loop.
        let _ = self.sender.send(message.into());
    }
}

/// A file for a test beside the one that it is about, which is not there yet.
fn test_file(path: &Path, function: &str, property: &str) -> PathBuf {
    let plain = |character: char| if character.is_ascii_alphanumeric() { character } else { '_' };
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let name: String = format!("{stem}_{function}_{property}_test").chars().map(plain).collect();
    let end = match language(path) {
        TestLanguage::C => "c",
        TestLanguage::Cpp => "cpp",
        TestLanguage::Rust => "rs",
        TestLanguage::Fortran => "f90",
    };
    let numbered = |number: u32| match number {
        1 => path.with_file_name(format!("{name}.{end}")),
        _ => path.with_file_name(format!("{name}_{number}.{end}")),
    };
    (1..).map(numbered).find(|file| !file.exists()).unwrap_or_else(|| numbered(1))
}
