//! Why a search measured nothing.

use std::fmt;
use ulpwise_native::CallEnd;

/// Why a search measured nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NothingMeasured {
    /// The time was over before a call was made.
    NoCall,
    /// No call returned.
    NoReturn {
        /// How many were made.
        calls: u64,
        /// How the first of them ended.
        first: CallEnd,
    },
    /// No call fulfilled the condition of success.
    NoSuccess {
        /// How many were made.
        calls: u64,
        /// The condition.
        condition: String,
    },
    /// No call computed an output by floating-point operations that are followed.
    NoOutput,
}

impl NothingMeasured {
    /// What to do about it.
    pub(crate) fn help(&self) -> &'static str {
        match self {
            Self::NoCall => "--timeout gives more",
            Self::NoReturn { .. } => {
                "--range and --len say which inputs are meant, --call-timeout how long a call may take"
            }
            Self::NoSuccess { .. } => {
                "--success says when a call succeeds (`--success any`: always), --range which inputs are meant"
            }
            Self::NoOutput => {
                "long doubles and vectors are not followed; --output says which result is meant"
            }
        }
    }

    /// The sentence about a function.
    pub(crate) fn write(&self, f: &mut fmt::Formatter<'_>, name: &str) -> fmt::Result {
        match self {
            Self::NoCall => write!(f, "no call of `{name}` was made in the time that was given"),
            Self::NoReturn { calls, first } => {
                write!(f, "none of {calls} calls of `{name}` returned: ")?;
                match first {
                    CallEnd::Signal(signal) => write!(f, "signal {signal} ended the first"),
                    CallEnd::Exited(code) => write!(f, "the first ended the program with exit code {code}"),
                    CallEnd::TimedOut | CallEnd::Returned => f.write_str("the first took too long"),
                }
            }
            Self::NoSuccess { calls, condition } => {
                write!(f, "none of {calls} calls of `{name}` succeeded: `{condition}` held of none")
            }
            Self::NoOutput => write!(
                f,
                "no call of `{name}` computed an output by floating-point operations, so there is no \
                 error to measure"
            ),
        }
    }
}
