//! Hash-consed typed terms, a builder that folds and rewrites, and a reference evaluator.
//!
//! A [`TermStore`] holds terms: truth values, bit-vectors, floats of any format, rounding modes,
//! arrays and reals. Its methods build them; [`evaluate`] gives their value under a [`Model`].
//!
//! ```
//! use ulpwise_expr::{Model, Sort, TermStore, Value, evaluate};
//! use ulpwise_float::{Float, Format, Rounding};
//!
//! let mut store = TermStore::new();
//! let x = store.variable("x", Sort::Float(Format::F64));
//! let rne = store.rounding(Rounding::NearestEven);
//! let half = store.float(Float::from_f64(0.5));
//! let product = store.fp_mul(rne, x, half);
//! let small = store.fp_lt(product, half);
//!
//! let mut model = Model::new();
//! model.set(x, Value::float(Float::from_f64(0.75)));
//! assert_eq!(evaluate(&store, small, &model), Ok(Value::Bool(true)));
//! ```
//!
//! What holds: terms are well-sorted and conversions explicit; equal terms have equal numbers; a
//! number never depends on hash order; no function recurses along a term, however deep; nothing is
//! computed with host floats.
//!
//! What is absent: quantifiers, uninterpreted functions other than libm's, and reading or writing
//! of any syntax.

mod build;
mod display;
mod error;
mod evaluate;
mod import;
mod model;
mod op;
pub mod rewrite;
mod semantics;
mod sort;
mod store;
mod substitute;
mod traverse;
pub mod unspecified;
mod value;

pub use build::DerivedOp;
pub use display::DisplayTerm;
pub use error::{EvaluationError, SortError};
pub use evaluate::{Tape, evaluate};
pub use model::{Interpretation, LibmOracle, Model, ModelWithLibm};
pub use op::{Op, OpKind, SymbolId};
pub use semantics::{AppliedValue, apply};
pub use sort::Sort;
pub use store::{Term, TermStore};
pub use substitute::Substitution;
pub use ulpwise_externals::LibmFunction;
pub use unspecified::UnspecifiedCase;
pub use value::{ArrayValue, BitVector, Value};
