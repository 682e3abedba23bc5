//! Commands as read: terms in place of their text.

use ulpwise_expr::Term;

/// A keyword with a value, as `set-info` and `set-option` have it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attribute {
    /// The keyword with its colon.
    pub keyword: String,
    /// The value as it stands in the script, if there is one.
    pub value: Option<String>,
}

/// A command of SMT-LIB.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// `set-logic`
    SetLogic(String),
    /// `set-info`
    SetInfo(Attribute),
    /// `set-option`
    SetOption(Attribute),
    /// `declare-const`, and `declare-fun` without arguments.
    Declare {
        /// The variable declared.
        variable: Term,
    },
    /// `declare-fun` with arguments.
    DeclareFunction {
        /// The number of the function.
        number: usize,
    },
    /// `define-fun`, `define-const`, `define-sort`, `declare-sort`: they only matter to the reader.
    Define,
    /// `assert`
    Assert {
        /// What is asserted.
        term: Term,
        /// The name that the whole term is given by `:named`.
        name: Option<String>,
    },
    /// `push`, with the number of levels.
    Push(u32),
    /// `pop`, with the number of levels; there are that many.
    Pop(u32),
    /// `check-sat`
    CheckSat,
    /// `check-sat-assuming`, with the assumptions and their text.
    CheckSatAssuming(Vec<(String, Term)>),
    /// `get-model`
    GetModel,
    /// `get-value`, with the terms and their text.
    GetValue(Vec<(String, Term)>),
    /// `get-assertions`
    GetAssertions,
    /// `get-assignment`
    GetAssignment,
    /// `get-unsat-core`
    GetUnsatCore,
    /// `get-unsat-assumptions`
    GetUnsatAssumptions,
    /// `get-proof`
    GetProof,
    /// `get-info`, with the keyword.
    GetInfo(String),
    /// `get-option`, with the keyword.
    GetOption(String),
    /// `echo`, with the string.
    Echo(String),
    /// `reset`
    Reset,
    /// `reset-assertions`
    ResetAssertions,
    /// `exit`
    Exit,
}
