//! What `ulpwise run` knows: the call, what it gave back, the exceptions that it raised, and how it
//! ended.

use super::SourceLocation;
use serde::{Serialize, Serializer};

/// A run of `ulpwise run`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CallRun {
    /// The arguments: the name of the parameter, and the value as it was written.
    pub arguments: Vec<(String, String)>,
    /// What the function returned.
    pub result: Option<ReadValues>,
    /// What the objects behind the arguments hold.
    pub outputs: Vec<OutputObject>,
    /// What the program printed.
    pub printed: String,
    /// How many bytes it printed beyond that.
    pub dropped: u64,
    /// How many instructions ran.
    pub instructions: u64,
    /// How many floating-point operations the function itself has.
    pub own_sites: usize,
    /// How the call ended, if it did not return.
    pub end: Option<CallEnd>,
    /// The same call natively, if it was asked for.
    pub native: Option<NativeComparison>,
}

/// A scalar as text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum ScalarText {
    /// A float: JSON's own numbers have no infinities and no bits.
    Float {
        /// The shortest decimal.
        decimal: String,
        /// In hexadecimal.
        hex: String,
        /// The bits.
        bits: String,
        /// The name of the format.
        format: String,
    },
    /// Something else.
    Other {
        /// The value.
        text: String,
        /// The bits; those of a pointer mean nothing outside.
        #[serde(skip_serializing_if = "Option::is_none")]
        bits: Option<String>,
        /// The name of the type.
        #[serde(rename = "type")]
        ty: String,
    },
}

/// A scalar that was read after the call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReadScalar {
    /// Where in the object: `[2].x`.
    pub path: String,
    /// The value.
    #[serde(flatten)]
    pub value: ScalarText,
    /// The value in all its forms.
    #[serde(skip)]
    pub full: String,
    /// What stood there before, if that is something else.
    #[serde(skip)]
    pub before: Option<String>,
    /// Whether the text shows it: the call wrote it, or nothing stood there before.
    #[serde(skip)]
    pub is_new: bool,
}

/// What was read of an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadValues {
    /// Scalars.
    Scalars(Vec<ReadScalar>),
    /// Bytes of no known type.
    Bytes(Vec<u8>),
}

impl Serialize for ReadValues {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Scalars(scalars) => scalars.serialize(serializer),
            Self::Bytes(bytes) => {
                let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
                serializer.collect_map([("bytes", digits)])
            }
        }
    }
}

/// An object behind an argument.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OutputObject {
    /// The parameter.
    pub name: String,
    /// The same as its language writes it: `*x`.
    #[serde(skip)]
    pub shown_name: String,
    /// What it holds.
    pub values: ReadValues,
    /// Whether the call changed it, if that is known.
    pub changed: Option<bool>,
}

/// A call under way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StackFrame {
    /// The function.
    pub function: String,
    /// Where.
    pub location: Option<SourceLocation>,
}

/// How a call ended that did not return.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallEnd {
    /// The stable id.
    pub kind: String,
    /// The sentence.
    pub message: String,
    /// The sentence with the option that would help.
    pub advice: String,
    /// Whether it is an error; `exit(0)` is none.
    pub is_fatal: bool,
    /// The calls under way, innermost first.
    pub calls: Vec<StackFrame>,
    /// The innermost of them that has a line, as a site of the run.
    pub site: Option<usize>,
}

/// The same call natively.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NativeComparison {
    /// It was not made, for this reason.
    NotMade(String),
    /// It was made.
    Made {
        /// What is different from the interpreter's, a sentence each.
        differences: Vec<String>,
        /// How both ended, if neither returned.
        stopped: Option<String>,
        /// What the kernel did not protect from, a sentence each.
        unprotected: Vec<&'static str>,
    },
}

/// An exception that the interpreter saw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventDetail {
    /// The source location of the operation.
    pub location: Option<SourceLocation>,
    /// The source location of the call that the operation was inlined into.
    pub inlined_into: Option<SourceLocation>,
    /// Whether that call lies in the user's own files.
    pub is_inlined_into_own: bool,
    /// The user's call of the library that the operation lies in, as a site of the run.
    pub users_call: Option<usize>,
    /// The operands.
    pub operands: Vec<ScalarText>,
    /// The result; `None` of a comparison.
    pub result: Option<ScalarText>,
    /// The calls under way, innermost first.
    pub calls: Vec<StackFrame>,
    /// The flags of IEEE 754 that were raised.
    pub flags: Vec<&'static str>,
    /// How often it happened.
    pub count: u64,
}
