//! The interval engine: domains, and projections that narrow them.
//!
//! A [`domain::Domain`] is a set of values of one sort. [`project::project`] takes one constraint
//! `result = op(args)` and removes from the domains of its arguments and its result values that
//! belong to no solution:
//!
//! ```
//! use ulpwise_expr::Op;
//! use ulpwise_float::{Float, Format, Rounding};
//! use ulpwise_interval::domain::{Domain, FloatDomain, RoundingDomain};
//! use ulpwise_interval::project::{ProjectionOutcome, project};
//!
//! let f64_range = |low: f64, high: f64| {
//!     Domain::Float(FloatDomain::between(Float::from_f64(low), Float::from_f64(high)))
//! };
//! let mut args = [RoundingDomain::singleton(Rounding::NearestEven).into(), f64_range(1.0, 4.0), f64_range(0.0, 2.0)];
//! let mut sum = f64_range(5.0, 100.0);
//! assert!(matches!(project(Op::FpAdd, &mut args, &mut sum), ProjectionOutcome::Narrowed(_)));
//! assert_eq!(sum, f64_range(5.0, 6.0));
//! // A little less than 1 will do: 4 + 0.9999999999999996 rounds to 5.
//! assert_eq!(args[2].to_string(), "[0.9999999999999996, 2.0]");
//! ```
//!
//! What holds: no projection ever removes a value that is part of a solution (exhaustively tested
//! in small formats); domains only shrink. Host floats compute single results to nearest, which the
//! machine does as IEEE 754 says, and the linear relaxation proposes with them what exact rationals
//! decide; everything else is exact integer arithmetic. What [`libm`] functions deliver is the
//! exception: it is the host's affair, and what is inferred about it rests on errors that are
//! documented, not proven.

pub mod check;
pub mod domain;
mod engine;
mod explain;
mod learn;
pub mod libm;
mod linear;
mod meter;
mod narrow;
pub mod network;
mod options;
mod order;
pub mod project;
mod propagate;
mod search;
mod translate;

pub use engine::{IntervalEngine, Propagated};
pub use options::IntervalOptions;
