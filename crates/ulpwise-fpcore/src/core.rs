//! Formulas.

use crate::reader::Place;

/// How precisely numbers are computed and kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precision {
    /// `float` of C.
    Binary32,
    /// `double`.
    Binary64,
    /// `long double`.
    Binary80,
}

impl Precision {
    pub(crate) fn from_name(name: &str) -> Option<Precision> {
        match name {
            "binary32" => Some(Precision::Binary32),
            "binary64" => Some(Precision::Binary64),
            "binary80" => Some(Precision::Binary80),
            _ => None,
        }
    }

    pub(crate) const fn c_type(self) -> &'static str {
        match self {
            Precision::Binary32 => "float",
            Precision::Binary64 => "double",
            Precision::Binary80 => "long double",
        }
    }

    /// What C puts behind numbers and names of functions of this type.
    pub(crate) const fn suffix(self) -> &'static str {
        match self {
            Precision::Binary32 => "f",
            Precision::Binary64 => "",
            Precision::Binary80 => "l",
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
    pub precision: Precision,
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
    pub precision: Precision,
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
    Within(Option<Precision>, Box<Expression>),
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
