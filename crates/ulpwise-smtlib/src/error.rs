//! What can be wrong with a script, and where.
//!
//! All of it is the fault of the script, but for [`SmtlibErrorKind::Unsupported`]: that is correct
//! SMT-LIB which terms cannot express. Inside the crate an error is a [`Fault`] with a byte offset;
//! line and column are counted only when one leaves it.

use std::fmt;
use ulpwise_expr::{EvaluationError, Sort, SortError};

/// A position in a script: both counted from one, columns in characters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Position {
    /// The line.
    pub line: u32,
    /// The character in the line.
    pub column: u32,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {} column {}", self.line, self.column)
    }
}

/// A script that cannot be read: what is wrong, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SmtlibError {
    /// Where.
    pub position: Position,
    /// What.
    pub kind: SmtlibErrorKind,
}

impl fmt::Display for SmtlibError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.position, self.kind)
    }
}

impl std::error::Error for SmtlibError {}

/// What is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SmtlibErrorKind {
    /// Characters that form no token: write them differently.
    BadToken(String),
    /// The script ends within a command.
    UnexpectedEnd {
        /// What should have come.
        wanted: &'static str,
    },
    /// Another token than the grammar has here.
    Unexpected {
        /// What should have come.
        wanted: &'static str,
        /// What came.
        found: String,
    },
    /// A name without a meaning here: declare it, or correct it.
    Unknown {
        /// What it should have been: a symbol, a sort, a command, …
        what: &'static str,
        /// The name.
        name: String,
    },
    /// A name that cannot be given a meaning, because it has one.
    AlreadyDeclared(String),
    /// An operator or function applied to terms it does not take.
    IllSorted(Box<SortError>),
    /// An operator or function applied to terms of sorts it does not take.
    WrongSorts(String),
    /// A number that is too large or too small here.
    OutOfRange(String),
    /// A command that is not possible in this state of the script.
    NotNow(String),
    /// A question whose answer only exists after another answer.
    OnlyAfter {
        /// What is asked for.
        what: &'static str,
        /// The answer that has to precede it.
        answer: &'static str,
    },
    /// A term without a value.
    NoValue(Box<EvaluationError>),
    /// SMT-LIB that has no counterpart in the terms of this program.
    Unsupported(String),
}

impl fmt::Display for SmtlibErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SmtlibErrorKind::BadToken(what)
            | SmtlibErrorKind::OutOfRange(what)
            | SmtlibErrorKind::WrongSorts(what)
            | SmtlibErrorKind::NotNow(what) => f.write_str(what),
            SmtlibErrorKind::UnexpectedEnd { wanted } => write!(f, "expected {wanted}, but the script ends"),
            SmtlibErrorKind::Unexpected { wanted, found } => write!(f, "expected {wanted}, found {found}"),
            SmtlibErrorKind::Unknown { what, name } => write!(f, "unknown {what} {name}"),
            SmtlibErrorKind::AlreadyDeclared(name) => write!(f, "{name} is already declared"),
            SmtlibErrorKind::IllSorted(error) => error.fmt(f),
            SmtlibErrorKind::OnlyAfter { what, answer } => write!(f, "{what} only after {answer}"),
            SmtlibErrorKind::NoValue(error) => error.fmt(f),
            SmtlibErrorKind::Unsupported(what) => write!(f, "unsupported: {what}"),
        }
    }
}

/// Why the values that another solver printed cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ValuesError {
    /// The text is not a list of pairs.
    Expected {
        /// What should have come.
        what: &'static str,
        /// The beginning of what came.
        found: String,
    },
    /// A variable that was not asked for.
    NotAsked(String),
    /// A value that is not a term.
    BadValue {
        /// The variable.
        name: String,
        /// What is wrong.
        error: Box<SmtlibError>,
    },
    /// A term that is not a value.
    NoConstant {
        /// The variable.
        name: String,
        /// What is wrong.
        error: Box<EvaluationError>,
    },
    /// A value of another sort than the variable.
    OtherSort {
        /// The variable.
        name: String,
        /// The sort of the value.
        sort: Sort,
    },
}

impl fmt::Display for ValuesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ValuesError::Expected { what, found } => write!(f, "expected {what} at {found}"),
            ValuesError::NotAsked(name) => write!(f, "{name} was not asked for"),
            ValuesError::BadValue { name, error } => write!(f, "the value of {name}: {error}"),
            ValuesError::NoConstant { name, error } => write!(f, "the value of {name} is none: {error}"),
            ValuesError::OtherSort { name, sort } => write!(f, "the value of {name} has sort {sort}"),
        }
    }
}

impl std::error::Error for ValuesError {}

/// An error at a byte of the text.
#[derive(Debug)]
pub(crate) struct Fault {
    pub(crate) at: u32,
    pub(crate) kind: SmtlibErrorKind,
}

impl Fault {
    pub(crate) fn new(at: u32, kind: SmtlibErrorKind) -> Box<Fault> {
        Box::new(Fault { at, kind })
    }

    pub(crate) fn unsupported(at: u32, what: impl Into<String>) -> Box<Fault> {
        Fault::new(at, SmtlibErrorKind::Unsupported(what.into()))
    }

    pub(crate) fn out_of_range(at: u32, what: impl Into<String>) -> Box<Fault> {
        Fault::new(at, SmtlibErrorKind::OutOfRange(what.into()))
    }
}

/// The result of everything that reads.
pub(crate) type Reading<T> = Result<T, Box<Fault>>;
