//! Why a command cannot do what it was asked: one sentence, perhaps with help, and an exit code.

use crate::internal_error;
use crate::output::{ExitStatus, Report};
use annotate_snippets::{Group, Level, Renderer, normalize_untrusted_str};
use std::path::Path;
use ulpwise_campaign::CampaignError;
use ulpwise_driver::{DriverError, ScriptError};
use ulpwise_fix::FixError;
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

    /// A file or folder that cannot be written.
    pub(crate) fn unwritable(path: &Path, error: &std::io::Error) -> Self {
        Self::bad_input(format!("{} cannot be written: {error}", path.display()))
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

    /// The sentence, with what to do about it.
    pub(crate) fn sentence(&self) -> String {
        let all: Vec<&str> = std::iter::once(&self.message).chain(&self.help).map(String::as_str).collect();
        all.join("; ")
    }

    /// The sentence.
    #[cfg(test)]
    pub(crate) fn message(&self) -> &str {
        &self.message
    }

    /// The same failure with one more line of help.
    pub(crate) fn help(mut self, text: impl Into<String>) -> Self {
        self.help.push(text.into());
        self
    }

    /// The same failure of a run that a signal may have ended: then that is its exit code.
    pub(crate) fn after(self, interrupted: Option<ExitStatus>) -> Self {
        Self { status: interrupted.unwrap_or(self.status), ..self }
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

impl From<ScriptError> for Failure {
    fn from(error: ScriptError) -> Self {
        match error {
            ScriptError::Internal(what) => Self::internal(&what),
            error => Self::bad_input(error.to_string()),
        }
    }
}

impl From<FixError> for Failure {
    fn from(error: FixError) -> Self {
        match error {
            FixError::Driver(error) => Self::from(error),
            error => error.help().into_iter().fold(Self::bad_input(error.to_string()), Self::help),
        }
    }
}

impl From<DriverError> for Failure {
    fn from(error: DriverError) -> Self {
        let preface = with_line_end(error.compiler_output());
        let (status, message) = match error.is_internal() {
            true => (ExitStatus::InternalError, internal_error::sentence(&error.to_string())),
            false => (ExitStatus::BadInput, error.to_string()),
        };
        Self { preface, message, help: error.help(), status }
    }
}

/// What a compiler printed, as lines.
fn with_line_end(text: &str) -> String {
    if text.is_empty() || text.ends_with('\n') { text.to_owned() } else { format!("{text}\n") }
}

impl From<CampaignError> for Failure {
    fn from(error: CampaignError) -> Self {
        match error {
            CampaignError::Driver(error) => error.into(),
            other => Self { help: other.help(), ..Self::bad_input(other.to_string()) },
        }
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
        let preface = with_line_end(error.compiler_output().unwrap_or_default());
        let (status, message) = match error.fault() {
            ulpwise_llvm::Fault::Input => (ExitStatus::BadInput, error.to_string()),
            ulpwise_llvm::Fault::Internal => {
                (ExitStatus::InternalError, internal_error::sentence(&error.to_string()))
            }
        };
        Self { preface, message, help: Vec::new(), status }
    }
}
