//! Formulas.

use crate::reader::Place;

/// How precisely numbers are computed and kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FpCorePrecision {
    /// `float` of C.
    Binary32,
    /// `double`.
    Binary64,
    /// `long double`.
    Binary80,
}

impl FpCorePrecision {
    pub(crate) fn from_name(name: &str) -> Option<FpCorePrecision> {
        match name {
            "binary32" => Some(FpCorePrecision::Binary32),
            "binary64" => Some(FpCorePrecision::Binary64),
            "binary80" => Some(FpCorePrecision::Binary80),
            _ => None,
        }
    }

    pub(crate) const fn c_type(self) -> &'static str {
        match self {
            FpCorePrecision::Binary32 => "float",
            FpCorePrecision::Binary64 => "double",
            FpCorePrecision::Binary80 => "long double",
        }
    }

    /// What C puts behind numbers and names of functions of this type.
    pub(crate) const fn suffix(self) -> &'static str {
        match self {
            FpCorePrecision::Binary32 => "f",
            FpCorePrecision::Binary64 => "",
            FpCorePrecision::Binary80 => "l",
        }
    }
}

/// A formula.
#[derive(Clone, Debug, PartialEq)]
pub struct Core {
    /// Its name in C.
    pub name: String,
    /// Its arguments.
    pub arguments: Vec<Argument>,
    /// The precision of the result.
    pub precision: FpCorePrecision,
    pub(crate) place: Place,
    /// What is promised of the arguments.
    pub(crate) precondition: Option<Expression>,
    pub(crate) body: Expression,
}

/// An argument of a formula.
#[derive(Clone, Debug, PartialEq)]
pub struct Argument {
    /// Its name in the formula.
    pub name: String,
    /// Its name in C.
    pub c_name: String,
    /// Its precision.
    pub precision: FpCorePrecision,
}

/// A part of a formula.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Expression {
    pub(crate) place: Place,
    pub(crate) kind: ExpressionKind,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ExpressionKind {
    Number(Number),
    Constant(String),
    Variable(String),
    /// An operator with operands of the precision of its context.
    Apply(String, Vec<Expression>),
    If(Box<[Expression; 3]>),
    Let {
        bindings: Vec<(String, Expression)>,
        in_turn: bool,
        body: Box<Expression>,
    },
    While {
        condition: Box<Expression>,
        variables: Vec<LoopVariable>,
        in_turn: bool,
        body: Box<Expression>,
    },
    /// Rounded to the precision of the context.
    Cast(Box<Expression>),
    /// Computed in another precision.
    Within(Option<FpCorePrecision>, Box<Expression>),
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct LoopVariable {
    pub(crate) name: String,
    pub(crate) first: Expression,
    pub(crate) next: Expression,
}

/// A number as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Number {
    /// As in C, a sign first.
    Decimal(String),
    /// Hexadecimal as in C, with an exponent, a sign first.
    Hexadecimal(String),
    /// A quotient of two integers.
    Quotient(String, String),
}
