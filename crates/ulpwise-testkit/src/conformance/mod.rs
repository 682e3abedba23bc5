//! One suite for all solver engines: `Unknown` where the engine's description allows it, wrong
//! never.
//!
//! An engine's tests say what it can do ([`Powers`]) and call [`check_engine`]; see
//! `docs/howto/add-an-engine.md`. What is checked:
//!
//! - [`known_answers`]: hand-written queries for every operator, with known answers, with and
//!   without rewriting;
//! - [`random_answers`]: random queries over toy formats and narrow bit-vectors, decided by
//!   enumeration;
//! - [`incremental_answers`]: one engine for assertion lists that grow and shrink;
//! - [`behaviour`]: cancellation, deadlines, unsupported sorts, deep terms, determinism, degenerate
//!   queries.
//!
//! A violation panics with the query.

pub mod behaviour;
mod cases;
mod judge;
mod known;
mod powers;
mod random;

pub use cases::{ConformanceCase, all_cases};
pub use known::known_answers;
pub use powers::{Decides, Feature, Powers, features};
pub use random::{incremental_answers, random_answers};

use ulpwise_solver::Solver;

/// What makes a new engine.
pub type Factory<'a> = &'a dyn Fn() -> Box<dyn Solver>;

/// The whole suite.
///
/// # Panics
/// If the engine fails a check.
pub fn check_engine(factory: Factory<'_>, powers: &Powers) {
    behaviour::check_all(factory, powers);
    known_answers(factory, powers);
    random_answers(factory, powers, 0..powers.random_queries);
    incremental_answers(factory, powers, 0..powers.random_queries / 20);
}
