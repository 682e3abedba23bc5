//! Why the native engine cannot run a program.

use std::fmt;
use ulpwise_base::Exhausted;

/// Why the native engine cannot run a program.
#[derive(Debug)]
pub enum NativeError {
    /// The program cannot be compiled, linked or called. The sentence says what to do.
    Program(String),
    /// A function cannot be called natively; others of the program may be.
    NotCallable {
        /// The linker's name of the function.
        function: String,
        /// Why not.
        reason: String,
    },
    /// A call was given another number of words than the function takes; nothing ran.
    Arguments {
        /// The words given.
        given: usize,
        /// The words of one call.
        expected: usize,
    },
    /// Compiling or calls were stopped: the time or memory for it is used up, or the run was
    /// cancelled.
    Stopped(Exhausted),
    /// The system did not play along.
    System {
        /// What was tried.
        what: &'static str,
        /// What the system said.
        source: std::io::Error,
    },
    /// The child ended or answered nonsense where no program of the user's was running: a bug of
    /// ours.
    Child(String),
}

impl fmt::Display for NativeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Program(sentence) => f.write_str(sentence),
            Self::NotCallable { function, reason } => {
                write!(f, "{function} cannot be called natively: {reason}")
            }
            Self::Arguments { given, expected } => {
                write!(
                    f,
                    "{given} words of arguments are not a whole number of calls of {expected} words each"
                )
            }
            Self::Stopped(why) => write!(f, "native runs were stopped: {why}"),
            Self::System { what, source } => write!(f, "{what}: {source}"),
            Self::Child(message) => write!(f, "this is a bug of ulpwise: the native child: {message}"),
        }
    }
}

impl std::error::Error for NativeError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::System { source, .. } => Some(source),
            _ => None,
        }
    }
}

/// Converts an error of the operating system to ours.
pub(crate) fn system(what: &'static str) -> impl FnOnce(std::io::Error) -> NativeError {
    move |source| NativeError::System { what, source }
}
