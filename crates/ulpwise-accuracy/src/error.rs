//! What goes wrong before an error can be searched for or bounded.

use std::fmt;
use ulpwise_harness::NotExact;
use ulpwise_interp::number::int::IntFault;
use ulpwise_ir::{FunctionId, InstId};

/// Why a function's accuracy cannot be looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AccuracyError {
    /// The input has no value that it may take: its range has to be another one.
    EmptyRange(String),
}

impl fmt::Display for AccuracyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::EmptyRange(input) => write!(f, "no value of {input} lies in its range"),
        }
    }
}

impl std::error::Error for AccuracyError {}

/// Why a bound cannot be proven, and at which instruction that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoundRefusal {
    /// The reason.
    pub reason: RefusalReason,
    /// The instruction, if one is the reason.
    pub at: Option<(FunctionId, InstId)>,
}

impl From<RefusalReason> for BoundRefusal {
    fn from(reason: RefusalReason) -> Self {
        Self { reason, at: None }
    }
}

/// What the analysis of bounds does not follow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RefusalReason {
    /// A function is called before the one that is analysed.
    SetupCall,
    /// Calls depend on more than the inputs, in words.
    BeyondInputs(String),
    /// What exact arithmetic gives is not the exact result.
    NotExact(NotExact),
    /// The run is longer than a run may be.
    TooManySteps,
    /// Calls are deeper than they may be.
    TooManyCalls,
    /// Comparisons fork the run more often than they may.
    TooManyForks,
    /// The program needs more memory than it may.
    TooMuchMemory,
    /// A function without a body.
    UndefinedFunction(String),
    /// A variable without a value.
    ExternalVariable(String),
    /// A parameter that no input describes.
    UndescribedParameter,
    /// An input that the domain does not have.
    UnknownInput(String),
    /// An integer input with more than one value.
    VaryingInteger(String),
    /// An output that is no value of the run.
    UnknownOutput,
    /// A value that is undefined.
    UndefinedValue,
    /// Memory that was never written is read.
    UnwrittenMemory,
    /// An integer of more than 64 bits.
    WideInteger,
    /// An integer operation that fails.
    IntegerFault(IntFault),
    /// A number or an address where an integer is needed.
    NotAnInteger,
    /// An address where a number is needed.
    AddressAsNumber,
    /// Something other than an address where an address is needed.
    UnknownAddress,
    /// An access outside of its object.
    OutOfBounds,
    /// Bytes of a number that are read by themselves or as another type.
    SplitRead,
    /// Bytes of a number that are copied by themselves.
    SplitCopy,
    /// Bytes of a number that are overwritten by themselves.
    SplitWrite,
    /// A number in memory that is neither float nor double.
    OtherFormatInMemory,
    /// An operation on numbers that are neither float nor double.
    OtherFormat,
    /// A constant that is infinite or NaN.
    NotFiniteConstant,
    /// An integer that the format does not have.
    RoundedInteger,
    /// A number that is converted to an integer.
    NumberToInteger,
    /// A result without a form: it may be infinite or NaN.
    NoForm,
    /// An operation that has no forms.
    UnsupportedOperation(String),
    /// A function of the mathematical library that has no forms here.
    UnsupportedFunction(String),
    /// A function of the mathematical library that returns no number.
    NoNumberReturned(String),
    /// A function of the mathematical library that takes something other than numbers.
    NoNumberTaken(String),
    /// Code with comparisons that go both ways, or several results.
    NotStraight,
    /// Something that Gappa does not know.
    UnknownToGappa(String),
    /// An instruction that is not followed.
    UnsupportedInstruction,
    /// An instruction that no run reaches.
    Unreachable,
}

impl fmt::Display for RefusalReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sentence = match self {
            Self::BeyondInputs(why) => why,
            Self::NotExact(why) => return write!(f, "exact results are not known: {why}"),
            Self::UndefinedFunction(name) => return write!(f, "{name} is not defined"),
            Self::ExternalVariable(name) => return write!(f, "the variable {name} is defined elsewhere"),
            Self::UnknownInput(name) => return write!(f, "{name} is not an input"),
            Self::VaryingInteger(name) => {
                return write!(f, "{name} is an integer that is not a single number");
            }
            Self::IntegerFault(fault) => return fault.fmt(f),
            Self::UnsupportedOperation(name) => return write!(f, "{name} is not followed here"),
            Self::UnsupportedFunction(name) => {
                return write!(f, "{name} is not followed here, or not on all of its arguments");
            }
            Self::UnknownToGappa(what) => return write!(f, "{what} is nothing that Gappa knows"),
            Self::NoNumberReturned(name) => return write!(f, "{name} gives no number"),
            Self::NoNumberTaken(name) => return write!(f, "{name} takes something that is not a number"),
            Self::SetupCall => "a function is called before, and is not followed",
            Self::TooManySteps => "it has too many steps, or does not end",
            Self::TooManyCalls => "its calls go too deep",
            Self::TooManyForks => "too many comparisons may go both ways",
            Self::TooMuchMemory => "it needs too much memory",
            Self::UndescribedParameter => "a parameter has no description",
            Self::UnknownOutput => "an output is not followed",
            Self::UndefinedValue => "a value is not known",
            Self::UnwrittenMemory => "memory that was never written is read",
            Self::WideInteger => "an integer is wider than 64 bits",
            Self::NotAnInteger => "a number or an address is used as an integer",
            Self::AddressAsNumber => "an address is used as a number",
            Self::UnknownAddress => "an address is not known",
            Self::OutOfBounds => "it reaches beyond an object; --len says how long an argument's array is",
            Self::SplitRead => "a number is read in pieces, or as something else",
            Self::SplitCopy => "a part of a number is copied",
            Self::SplitWrite => "a part of a number is overwritten",
            Self::OtherFormatInMemory => "a number is neither float nor double",
            Self::OtherFormat => "it computes in another format than float and double",
            Self::NotFiniteConstant => "an infinite constant, or NaN, is computed with",
            Self::RoundedInteger => "an integer is rounded to a float",
            Self::NumberToInteger => "a number becomes an integer",
            Self::NoForm => "a result may overflow, or a divisor be zero, or a root's argument be below zero",
            Self::NotStraight => {
                "scripts for Gappa are of straight-line code with one result that varies; --output names one"
            }
            Self::UnsupportedInstruction => "an instruction is not followed here",
            Self::Unreachable => "it reaches an instruction that no run should reach",
        };
        f.write_str(sentence)
    }
}

impl std::error::Error for RefusalReason {}
