//! Floats relaxed to reals: each rounded operation is the exact one plus a bounded error, which
//! makes linear programs of queries.
//!
//! [`RealEngine`] is the engine. It refutes by certificates, bounds variables, proposes points of
//! the relaxation as models, and branches where that is not enough. Other engines use
//! [`tighten_bounds`] and [`candidate_models`]. [`Nonlinear`] asks a solver of the reals outside of
//! ulpwise where to look.
//!
//! What holds: linear programs are exact, in dyadic rationals. They are solved in host floats, but
//! nothing that comes from there is believed: refutations and bounds are computed anew from the
//! multipliers, exactly, and points are evaluated by the reference evaluator.
//!
//! What is absent: bit-vectors, arrays and reals. A query with such terms is only answered if it is
//! decided without them.

mod ariadne;
mod branch;
mod candidate;
mod certificate;
mod checker;
mod engine;
mod error_bound;
mod evaluate;
mod form;
mod graph;
mod hull;
mod library;
mod nonlinear;
mod operation;
mod relax;
mod repair;
mod search;
mod state;
mod tighten;

pub use ariadne::{Ariadne, Options as AriadneOptions};
pub use certificate::{NoCertificate, RefutationCertificate, certify_refutation};
pub use engine::RealEngine;
pub use library::{Tightened, candidate_models, tighten_bounds};
pub use nonlinear::Nonlinear;
