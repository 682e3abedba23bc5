//! Why a command cannot do what it was asked: one sentence, perhaps with help, and an exit code.

use crate::internal_error;
use crate::output::{ExitStatus, Report};
use annotate_snippets::{Group, Level, Renderer, normalize_untrusted_str};
use std::path::Path;
use ulpwise_harness::HarnessError;

/// Why a command cannot do what it was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Failure {
    /// Shown as it is before the sentence: what a compiler printed.
    preface: String,
    /// The sentence.
    message: String,
    /// What to do about it.
    help: Vec<String>,
    status: ExitStatus,
}

impl Failure {
    /// Something the user has to change.
    pub(crate) fn bad_input(message: impl Into<String>) -> Self {
        Self {
            preface: String::new(),
            message: message.into(),
            help: Vec::new(),
            status: ExitStatus::BadInput,
        }
    }

    /// A bug of ours.
    pub(crate) fn internal(what: &str) -> Self {
        Self {
            preface: String::new(),
            message: internal_error::sentence(what),
            help: Vec::new(),
            status: ExitStatus::InternalError,
        }
    }

    /// The same failure, said of the conditions of `--assume`, if it is about the file that they were written to: of that one nobody knows.
    pub(crate) fn of_assumptions(mut self, file: &Path, conditions: &[String]) -> Self {
        if self.message.contains(&*file.to_string_lossy()) {
            let quoted: Vec<String> = conditions.iter().map(|one| format!("--assume '{one}'")).collect();
            self.message = format!("{} does not compile: see clang's message", quoted.join(" "));
            self.help.push("a condition is an expression in C of the function's parameters".to_owned());
        }
        self
    }

    /// The sentence.
    pub(crate) fn message(&self) -> &str {
        &self.message
    }

    /// The same failure with one more line of help.
    pub(crate) fn help(mut self, text: impl Into<String>) -> Self {
        self.help.push(text.into());
        self
    }

    /// As text.
    pub(crate) fn report(&self) -> Report {
        let title = Level::ERROR.primary_title(&self.message);
        let help = self.help.iter().map(|text| Level::HELP.no_name().message(normalize_untrusted_str(text)));
        let group = Group::with_title(title).elements(help);
        let errors = format!("{}{}\n", self.preface, Renderer::styled().render(&[group]));
        Report { output: String::new(), errors, status: self.status }
    }
}

impl From<HarnessError> for Failure {
    fn from(error: HarnessError) -> Self {
        if error.is_internal() {
            return Self::internal(&error.to_string());
        }
        Self { help: error.help(), ..Self::bad_input(error.to_string()) }
    }
}

impl From<ulpwise_native::NativeError> for Failure {
    fn from(error: ulpwise_native::NativeError) -> Self {
        match error {
            ulpwise_native::NativeError::Child(_) => Self::internal(&error.to_string()),
            other => Self::bad_input(other.to_string()),
        }
    }
}

impl From<ulpwise_llvm::LlvmError> for Failure {
    fn from(error: ulpwise_llvm::LlvmError) -> Self {
        let preface = error.compiler_output().unwrap_or_default();
        let preface = if preface.is_empty() || preface.ends_with('\n') {
            preface.to_owned()
        } else {
            format!("{preface}\n")
        };
        let (status, message) = match error.fault() {
            ulpwise_llvm::Fault::Input => (ExitStatus::BadInput, error.to_string()),
            ulpwise_llvm::Fault::Internal => {
                (ExitStatus::InternalError, internal_error::sentence(&error.to_string()))
            }
        };
        Self { preface, message, help: Vec::new(), status }
    }
}
