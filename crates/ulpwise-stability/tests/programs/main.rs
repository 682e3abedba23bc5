//! Programs whose verdicts are known, and random runs against the bounds that were proven.

mod common;
mod held;
mod refinements;
mod verdicts;
