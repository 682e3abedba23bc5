//! The constraint network: one variable per distinct term, one constraint per operator.
//!
//! What holds: arguments of a constraint have smaller numbers than its result, so ascending numbers
//! are an order of evaluation; the network only grows, as the store does; nothing here depends on
//! the query but the terms it mentions. Conjunctions and disjunctions of many terms become trees of
//! small ones with auxiliary variables that stand for no term, because a constraint is looked at as
//! a whole whenever one of its variables changes.

mod build;

use ulpwise_base::{Id, IdVec, typed_id};
use ulpwise_expr::{Op, Sort, Term};

typed_id! {
    /// A variable of the network.
    pub struct VarId("v");
}

typed_id! {
    /// A constraint of the network.
    pub struct ConstraintId("c");
}

/// No entry of a table of numbers.
const NONE: u32 = u32::MAX;

/// What gives a variable its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// It is a constant term.
    Constant,
    /// It is a free variable of the query.
    Input,
    /// It is the result of this constraint.
    Result(ConstraintId),
}

#[derive(Clone, Debug)]
struct Variable {
    term: Option<Term>,
    sort: Sort,
    source: Source,
    /// The first edge to a constraint that has it as an argument.
    uses: u32,
}

/// `result = op(arguments)`.
#[derive(Clone, Copy, Debug)]
pub struct Constraint {
    /// The operator.
    pub op: Op,
    /// The variable of the result.
    pub result: VarId,
    start: u32,
    end: u32,
    /// How dear a projection is: 0 for propositional ones, up to [`Constraint::PRIORITIES`] - 1.
    pub priority: u8,
    /// Whether a variable occurs twice among the arguments.
    pub repeats: bool,
    /// Whether projections look into it; if not, it is computed when all arguments are known.
    pub supported: bool,
}

impl Constraint {
    /// The number of priorities.
    pub const PRIORITIES: usize = 4;
}

/// One use of a variable; a link of a list.
#[derive(Clone, Copy, Debug)]
struct Edge {
    constraint: ConstraintId,
    next: u32,
}

/// Variables and constraints.
#[derive(Clone, Default, Debug)]
pub struct Network {
    variables: IdVec<VarId, Variable>,
    constraints: IdVec<ConstraintId, Constraint>,
    arguments: Vec<VarId>,
    edges: Vec<Edge>,
    /// By the number of the term.
    of_term: Vec<u32>,
    inputs: Vec<VarId>,
}

impl Network {
    /// The number of variables.
    pub fn variable_count(&self) -> usize {
        self.variables.len()
    }

    /// The number of constraints.
    pub fn constraint_count(&self) -> usize {
        self.constraints.len()
    }

    /// All variables, arguments before results.
    pub fn variables(&self) -> impl Iterator<Item = VarId> + use<> {
        (0..self.variables.len()).map(VarId::from_index)
    }

    /// All constraints, in the order of their results.
    pub fn constraints(&self) -> impl Iterator<Item = (ConstraintId, &Constraint)> {
        self.constraints.iter_enumerated()
    }

    /// The variables that are free variables of the query, in the order of their terms.
    pub fn inputs(&self) -> &[VarId] {
        &self.inputs
    }

    /// A constraint.
    #[inline]
    pub fn constraint(&self, id: ConstraintId) -> &Constraint {
        &self.constraints[id]
    }

    /// The arguments of a constraint.
    #[inline]
    pub fn arguments(&self, id: ConstraintId) -> &[VarId] {
        let constraint = &self.constraints[id];
        &self.arguments[constraint.start as usize..constraint.end as usize]
    }

    /// The variable of a term that is in the network.
    pub fn variable_of(&self, term: Term) -> Option<VarId> {
        self.of_term.get(term.index()).filter(|&&var| var != NONE).map(|&var| VarId::new(var))
    }

    /// The term that a variable stands for; `None` if it is auxiliary.
    pub fn term(&self, var: VarId) -> Option<Term> {
        self.variables[var].term
    }

    /// The sort of a variable.
    pub fn sort(&self, var: VarId) -> Sort {
        self.variables[var].sort
    }

    /// What gives a variable its value.
    #[inline]
    pub fn source(&self, var: VarId) -> Source {
        self.variables[var].source
    }

    /// The constraint that defines a variable.
    pub fn definition(&self, var: VarId) -> Option<ConstraintId> {
        match self.source(var) {
            Source::Result(constraint) => Some(constraint),
            _ => None,
        }
    }

    /// The constraints that have the variable as an argument, latest first; one that has it twice
    /// comes once.
    #[inline]
    pub fn uses(&self, var: VarId) -> impl Iterator<Item = ConstraintId> + '_ {
        let mut edge = self.variables[var].uses;
        std::iter::from_fn(move || {
            let Edge { constraint, next } = *self.edges.get(edge as usize)?;
            edge = next;
            Some(constraint)
        })
    }
}
