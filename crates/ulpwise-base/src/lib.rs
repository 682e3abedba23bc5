//! Typed ids, budgets and cancellation, seeded randomness: what every other crate leans on.
