//! Linear programs: columns with limits, rows with limits, all numbers exact.
//!
//! * [`Simplex`] solves an approximation of a [`LinearProgram`] in host floats. It proposes points
//!   and multipliers of the rows.
//! * [`lower_bound`] and [`refutes`] work out in exact arithmetic what multipliers prove.
//! * [`LinearConstraints`] is a program in host floats that asks both.
//!
//! What holds: nothing that comes from the simplex method is trusted. A refutation or a bound is
//! computed from the program and the multipliers alone, and any multipliers give a true one.

mod certificate;
mod constraints;
mod program;
mod simplex;
mod tableau;

pub use certificate::{lower_bound, refutes};
pub use constraints::{Least, LinearConstraints};
pub use program::{Limits, LinearProgram, LinearRow};
pub use simplex::{Simplex, SimplexEnd};
