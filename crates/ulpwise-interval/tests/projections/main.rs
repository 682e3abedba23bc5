//! Projections against enumeration: no solution is ever lost, and how tight they are.

mod exhaustive;
mod operators;
mod random_points;
mod repeated;
mod table;
