//! The command that makes the call of a witness again, where a command line can say it:
//! `ulpwise run`, with the values of all parameters.

use crate::options::ProgramFiles;
use ulpwise_finding::CallInput;
use ulpwise_harness::NativeInputs;
use ulpwise_harness::names::unambiguous_name;
use ulpwise_host::RoundingMode;
use ulpwise_interp::Exception;
use ulpwise_ir::{FunctionId, Module};
use ulpwise_native::Passing;

/// More values make no readable command.
const MOST_VALUES: usize = 8;

/// A call that could be made again.
pub(crate) struct ReproCommand<'a> {
    /// The program as it is analysed.
    pub module: &'a Module,
    /// Its files.
    pub program: &'a ProgramFiles,
    /// The function.
    pub function: FunctionId,
    /// What it takes.
    pub native: &'a NativeInputs,
    /// An exception that `ulpwise run` reports on request only.
    pub on_request: Option<Exception>,
}

impl ReproCommand<'_> {
    /// The command; `None` if a parameter is no plain number, or the program comes from a
    /// compilation database.
    pub(crate) fn command(&self, inputs: &[CallInput], rounding: RoundingMode) -> Option<String> {
        let function = &self.module.functions[self.function];
        let parameters = &self.native.target.parameters;
        let are_numbers = parameters.iter().all(|passing| matches!(passing, Passing::Value));
        let known = function.declaration.as_ref()?.parameters.len() == inputs.len()
            && parameters.len() == inputs.len();
        let sayable = self.program.database.is_none() && inputs.len() <= MOST_VALUES;
        if !are_numbers || !known || !sayable {
            return None;
        }
        let mut words = vec!["ulpwise".to_owned(), "run".to_owned()];
        words.extend(self.program.files.iter().map(|file| quoted(&file.to_string_lossy())));
        words.push(format!("--fn {}", quoted(&unambiguous_name(self.module, function))));
        if !inputs.is_empty() {
            let values: Vec<String> = inputs.iter().map(typed).collect();
            words.push(format!("--args {}", values.join(",")));
        }
        if rounding != RoundingMode::NearestEven {
            words.push(format!("--rounding {}", rounding.id()));
        }
        words.extend(self.on_request.map(|exception| format!("--{}", exception.id())));
        for (name, flags) in [("cflags", &self.program.cflags), ("rustflags", &self.program.rustflags)] {
            if !flags.is_empty() {
                words.push(format!("--{name} {}", quoted(flags)));
            }
        }
        Some(words.join(" "))
    }
}

/// A value as `ulpwise run` reads it. Which NaN an input is may matter, so that its bits are given.
fn typed(input: &CallInput) -> String {
    let value = &input.value;
    if value.decimal.contains("NaN") { format!("bits:{}", value.bits) } else { value.decimal.clone() }
}

/// A word as a shell reads it.
pub(super) fn quoted(word: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_./=:,+@%".contains(&byte);
    if !word.is_empty() && word.bytes().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_survive_a_shell() {
        for word in ["average.c", "a b.c", "it's", "-O2 -DX=\"1\"", ""] {
            assert_eq!(shlex::split(&quoted(word)), Some(vec![word.to_owned()]), "{word}");
        }
    }
}
