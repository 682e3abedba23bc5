//! Programs as engines: what solvers answer, and what becomes of programs that are none.

mod common;
mod conformance;
mod growing;
mod programs;
