//! The Ariadne solver: models of nonlinear queries by way of the reals (Barr, Vo, Le and Su,
//! "Automatic detection of floating-point exceptions", 2013, algorithms 1 to 5).
//!
//! Float operations are taken for exact ones, which makes rational functions of terms
//! ([`translate`]). Where a constraint has one variable, the real roots of its polynomials say
//! which floats satisfy it ([`linearize`], [`roots`]). Where it has several, values are chosen for
//! some ([`concretize`]); equations are solved for one variable after the other ([`eliminate`]);
//! what is linear goes to the simplex method ([`linear`]), and functions that are not rational are
//! followed backwards where they are monotone ([`invert`]), or computed once their arguments have
//! values.
//!
//! What holds: no model is returned that the reference evaluator did not confirm, and reals refute
//! nothing: `unsat` comes from the propagation over floats alone. The engine differs from the paper
//! in that every decision is propagated through the floats at once, so that whatever has known
//! operands is computed with rounding.

mod candidates;
mod concretize;
mod constraint;
mod decide;
mod eliminate;
mod engine;
mod explore;
mod foreign;
mod invert;
mod linear;
mod linearize;
mod nan;
mod polynomial;
mod rational_function;
mod resultant;
mod roots;
mod sets;
mod situation;
mod translate;
mod univariate;

pub use engine::{Ariadne, Options};
