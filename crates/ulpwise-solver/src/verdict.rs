//! What an engine answers.

use std::fmt;
use ulpwise_base::Exhausted;
use ulpwise_expr::Model;

/// Whether some terms can hold together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// They do under this model. It may leave out variables whose value does not matter: those take
    /// their sort's default.
    Sat(Model),
    /// No values of the variables, and no choice for what SMT-LIB leaves open, make them hold.
    Unsat,
    /// The engine does not know.
    Unknown(Reason),
}

impl Verdict {
    /// Whether it is an answer: satisfiable or not.
    pub fn is_decided(&self) -> bool {
        !matches!(self, Verdict::Unknown(_))
    }

    /// The word that solvers print for it.
    pub fn word(&self) -> &'static str {
        match self {
            Verdict::Sat(_) => "sat",
            Verdict::Unsat => "unsat",
            Verdict::Unknown(_) => "unknown",
        }
    }
}

impl From<Exhausted> for Verdict {
    fn from(exhausted: Exhausted) -> Verdict {
        Verdict::Unknown(Reason::Exhausted(exhausted))
    }
}

impl From<Reason> for Verdict {
    fn from(reason: Reason) -> Verdict {
        Verdict::Unknown(reason)
    }
}

/// Why an engine does not know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The budget ended.
    Exhausted(Exhausted),
    /// The query contains something outside of the engine's reach; what.
    Unsupported(String),
    /// The query needs more room than there is; what for.
    TooLarge(String),
    /// The engine did all it can, which did not decide the query; what is left.
    Incomplete(String),
    /// A program outside of ulpwise failed: it is missing, died, or does not speak as it should;
    /// what happened.
    External(String),
    /// The engine contradicted itself: a bug of ulpwise. Nothing it said about this query counts.
    Fault(String),
}

impl From<Exhausted> for Reason {
    fn from(exhausted: Exhausted) -> Reason {
        Reason::Exhausted(exhausted)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Exhausted(exhausted) => exhausted.fmt(f),
            Reason::Unsupported(what) => write!(f, "unsupported: {what}"),
            Reason::TooLarge(what) => write!(f, "too large: {what}"),
            Reason::Incomplete(what) => write!(f, "incomplete: {what}"),
            Reason::External(what) => write!(f, "another program failed: {what}"),
            Reason::Fault(what) => write!(f, "a bug of ulpwise: {what}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_is_one_line_that_names_its_kind() {
        let cases = [
            (Reason::from(Exhausted::Time), "time limit reached"),
            (Reason::Unsupported("sort Real".to_owned()), "unsupported: sort Real"),
            (Reason::TooLarge("a circuit".to_owned()), "too large: a circuit"),
            (Reason::Incomplete("2 literals".to_owned()), "incomplete: 2 literals"),
            (Reason::External("z3 died".to_owned()), "another program failed: z3 died"),
            (Reason::Fault("x".to_owned()), "a bug of ulpwise: x"),
        ];
        for (reason, text) in cases {
            assert_eq!(reason.to_string(), text);
            assert!(!Verdict::from(reason).is_decided());
        }
    }
}
