//! What all engines share: queries, verdicts, the bounds that one engine hands to the next, and the
//! check of models.
//!
//! An engine implements [`Solver`]. It is asked whether some terms can hold together ([`Query`])
//! and answers with a
//! [`Verdict`]: satisfiable with a model, unsatisfiable, or unknown with a [`Reason`]. No model is trusted:
//! [`confirmed`] evaluates it exactly before anyone sees it.
//!
//! ```
//! use ulpwise_base::Budget;
//! use ulpwise_expr::{Sort, TermStore};
//! use ulpwise_float::{Float, Format};
//! use ulpwise_solver::{Folding, Query, Solver, Verdict};
//!
//! let mut store = TermStore::new();
//! let x = store.variable("x", Sort::Float(Format::F64));
//! let one = store.float(Float::from_f64(1.0));
//! let is_one = store.eq(x, one);
//! let below = store.fp_lt(x, one);
//!
//! let verdict = Folding.check(&mut store, &Query::new(&[is_one, below]), &Budget::unlimited());
//! assert_eq!(verdict, Verdict::Unsat);
//! ```
//!
//! What is absent: any concrete engine but [`Folding`], which is what the builder of terms does
//! anyway; engines depend on this crate and never on each other.

mod bounds;
mod confirm;
mod cross_check;
mod folding;
mod logged;
mod narrow;
mod portfolio;
mod preprocess;
mod query;
mod solver;
mod verdict;

pub use bounds::{Bound, Bounds, FloatBound};
pub use confirm::{Fault, check_model, confirmed};
pub use cross_check::CrossCheck;
pub use folding::Folding;
pub use logged::Logged;
pub use narrow::{Narrow, Narrowed};
pub use portfolio::{EngineStatistics, Portfolio, PortfolioMember, SharedAnswers, TimeSlice, TimeSliceEvent};
pub use preprocess::{Growing, Preprocessed, Reconstruction, Simplified, preprocess};
pub use query::{Libm, Query};
pub use solver::Solver;
pub use verdict::{Reason, Verdict};
