//! Word-level preprocessing: fewer and smaller assertions that can hold exactly if the given ones
//! can.
//!
//! [`preprocess`] runs these passes until none changes anything:
//!
//! | pass | what it does |
//! |---|---|
//! | `goals` | conjunctions become their parts; what is true goes; a contradiction ends everything |
//! | `equations` | `x = t`, and what can be solved for a variable, is substituted |
//! | `facts` | what is asserted is replaced by its truth value wherever else it stands; so is what comparisons exclude |
//! | `integers` | exact arithmetic on floats that stand for integers is done on the integers |
//! | `unconstrained` | an application that can take any value, because an operand occurs nowhere else, becomes a variable |
//! | `arrays` | reads become variables, with lemmas for indices that may be equal |
//!
//! What holds: a model of the result, extended by the [`Reconstruction`], is a model of the
//! assertions; and if the assertions have a model, so has the result. Variables that are in both
//! have the same values, so bounds of terms stay true. Cost grows with the size of the terms times
//! the number of passes; nothing recurses along terms.
//!
//! What it does not do: arithmetic reasoning beyond ranges of integers. Engines do that.

mod arrays;
mod equations;
mod facts;
mod goals;
mod growing;
mod integers;
mod path;
mod rebuild;
mod reconstruction;
mod substitution;
mod unconstrained;
mod wrapper;

pub use growing::Growing;
pub use reconstruction::Reconstruction;
pub use wrapper::Preprocessed;

use ulpwise_base::{Budget, Exhausted};
use ulpwise_expr::{Term, TermStore};

/// No more rounds than this. Rounds that change anything make the terms smaller, so few are needed.
const MAX_ROUNDS: usize = 40;

/// What is left of some assertions, and how to get back.
#[derive(Clone, Debug)]
pub struct Simplified {
    /// What is left; `[false]` if the assertions contradict each other, nothing if they can always
    /// hold.
    pub assertions: Vec<Term>,
    /// How a model of these becomes one of the original assertions.
    pub reconstruction: Reconstruction,
}

/// What one pass made of the goals.
enum Pass {
    /// Nothing.
    Unchanged,
    /// Other goals.
    Changed(Vec<Term>),
}

/// Simplifies assertions of a store.
///
/// # Errors
/// If the budget ends.
pub fn preprocess(
    store: &mut TermStore,
    assertions: &[Term],
    budget: &Budget,
) -> Result<Simplified, Exhausted> {
    let mut reconstruction = Reconstruction::new();
    let mut goals = assertions.to_vec();
    for _ in 0..MAX_ROUNDS {
        budget.check(0)?;
        let Some(flat) = goals::flatten(store, &goals) else {
            let no = store.bool(false);
            return Ok(Simplified { assertions: vec![no], reconstruction });
        };
        goals = flat;
        match round(store, &goals, &mut reconstruction, budget)? {
            Pass::Changed(changed) => goals = changed,
            Pass::Unchanged => return Ok(Simplified { assertions: goals, reconstruction }),
        }
    }
    let flat = goals::flatten(store, &goals);
    let assertions = flat.unwrap_or_else(|| vec![store.bool(false)]);
    Ok(Simplified { assertions, reconstruction })
}

/// The first pass that changes something.
fn round(
    store: &mut TermStore,
    goals: &[Term],
    reconstruction: &mut Reconstruction,
    budget: &Budget,
) -> Result<Pass, Exhausted> {
    if let Pass::Changed(changed) = substitution::pass(store, goals, reconstruction, budget)? {
        return Ok(Pass::Changed(changed));
    }
    if let Pass::Changed(changed) = facts::pass(store, goals, budget)? {
        return Ok(Pass::Changed(changed));
    }
    if let Pass::Changed(changed) = integers::pass(store, goals, budget)? {
        return Ok(Pass::Changed(changed));
    }
    if let Pass::Changed(changed) = unconstrained::pass(store, goals, reconstruction, budget)? {
        return Ok(Pass::Changed(changed));
    }
    arrays::pass(store, goals, reconstruction, budget)
}
