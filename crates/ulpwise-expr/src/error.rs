//! What can be wrong with an application: the caller asked for a term that has no sort.

use crate::op::Op;
use crate::sort::Sort;
use crate::unspecified::UnspecifiedCase;
use crate::value::Value;
use std::fmt;

/// An application that is not well-sorted: which operator, which sorts, and what it wants instead.
/// Or a variable or a constant of a sort that there cannot be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SortError {
    operator: String,
    sorts: Vec<Sort>,
    wants: String,
    is_leaf: bool,
}

impl SortError {
    /// That `operator` cannot be applied to terms of these sorts, and what it takes instead.
    pub fn new(operator: impl fmt::Display, sorts: &[Sort], wants: impl Into<String>) -> Box<SortError> {
        let (operator, sorts, wants) = (operator.to_string(), sorts.to_vec(), wants.into());
        Box::new(SortError { operator, sorts, wants, is_leaf: false })
    }

    /// That a variable or a constant cannot have this sort.
    pub(crate) fn of_leaf(name: &str, sort: Sort, wants: &str) -> Box<SortError> {
        Box::new(SortError { is_leaf: true, ..*SortError::new(name, &[sort], wants) })
    }

    /// The operator with its indices, or the name of a variable.
    pub fn operator(&self) -> &str {
        &self.operator
    }

    /// The sorts of the operands, or the one of a variable.
    pub fn sorts(&self) -> &[Sort] {
        &self.sorts
    }
}

impl fmt::Display for SortError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let (true, [sort]) = (self.is_leaf, self.sorts.as_slice()) {
            return write!(f, "{} cannot have the sort {sort}: {}", self.operator, self.wants);
        }
        write!(f, "{} cannot be applied to (", self.operator)?;
        for (index, sort) in self.sorts.iter().take(8).enumerate() {
            write!(f, "{}{sort}", if index == 0 { "" } else { " " })?;
        }
        let rest = if self.sorts.len() > 8 { " …" } else { "" };
        write!(f, "{rest}): it takes {}", self.wants)
    }
}

impl std::error::Error for SortError {}

/// Why a term has no value under a model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EvaluationError {
    /// The model lacks a variable: complete it.
    MissingVariable {
        /// The variable's name.
        name: String,
        /// Its sort.
        sort: Sort,
    },
    /// The model gives a variable, an unspecified case or a libm call a value of another sort.
    WrongSort {
        /// What was asked for: a variable's name, or an operator.
        what: String,
        /// The sort it should have.
        expected: Sort,
        /// The sort of the value given.
        found: Sort,
    },
    /// The value of this libm call is unknown: evaluate with
    /// [`Model::with_libm`](crate::Model::with_libm).
    UnknownLibm {
        /// The operator that names the function.
        op: Op,
    },
    /// A real number became larger than [`Value::MAX_REAL_BITS`].
    TooLarge {
        /// The operator that would deliver it.
        op: Op,
    },
    /// The interpretation chooses a value that SMT-LIB does not allow even though it leaves the
    /// choice open.
    Inadmissible {
        /// The unspecified case.
        case: Box<UnspecifiedCase>,
        /// The value chosen.
        value: Box<Value>,
    },
}

impl fmt::Display for EvaluationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EvaluationError::MissingVariable { name, sort } => {
                write!(f, "the model gives no value for {name} of sort {sort}")
            }
            EvaluationError::WrongSort { what, expected, found } => {
                write!(f, "the model gives {what} a value of sort {found} instead of {expected}")
            }
            EvaluationError::UnknownLibm { op } => write!(f, "no value is known for a call of {op}"),
            EvaluationError::TooLarge { op } => {
                write!(f, "{op} gives a number of more than {} bits", Value::MAX_REAL_BITS)
            }
            EvaluationError::Inadmissible { case, value } => {
                write!(f, "{} of {:?} cannot be {value:?}", case.op, case.arguments)
            }
        }
    }
}

impl std::error::Error for EvaluationError {}
