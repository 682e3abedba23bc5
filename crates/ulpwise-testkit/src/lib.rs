//! For tests and benchmarks only: what floating-point code is checked against.
//!
//! - [`Reference`]: small formats by the book, on exact rationals and by enumeration; shares no
//!   algorithm with `ulpwise-float` and borrows only its vocabulary (formats, rounding modes,
//!   flags).
//! - [`hardware`], [`libm`]: the processor and the C library, for f32, f64 and x87.
//! - `mpfr` (with the feature of that name): GNU MPFR, for any format in four rounding modes.
//! - [`Operands`], [`Decimals`]: seeded operands that crowd around the values where arithmetic goes
//!   wrong.
//! - [`Campaign`], [`reading`]: many of these against an oracle, for tests and benchmarks alike.
//! - [`damaged_script`]: broken SMT-LIB, for readers of it.
//! - [`queries`]: random queries for solvers, decided by enumeration.
//! - [`libm_queries`]: queries with libm terms and known answers.
//! - [`planted_system`]: nonlinear queries with planted solutions.
//! - [`conformance`]: the suite that every solver engine has to pass.
//! - [`definition`]: floating-point operators said in bit-vectors, to hold circuits against.
//! - [`Operation`], [`ReferenceAnswer`]: one name for each operation, so that all of these answer
//!   the same questions.
//! - [`material`]: SMT-LIB benchmark files and other solvers, where the environment names them.
//!
//! Nothing here ships; no crate depends on it except for its tests, and `ulpwise-bench`.

mod campaign;
pub mod conformance;
mod decimals;
pub mod definition;
pub mod hardware;
pub mod libm;
mod libm_queries;
pub mod material;
#[cfg(feature = "mpfr")]
pub mod mpfr;
mod operands;
mod operation;
mod planted;
pub mod queries;
mod ratio;
pub mod reading;
mod reference;
mod scripts;

pub use campaign::{Campaign, Mismatch};
pub use decimals::Decimals;
pub use libm_queries::{LibmQuery, libm_queries};
pub use operands::Operands;
pub use operation::{Operation, ReferenceAnswer};
pub use planted::{Planted, planted_system};
pub use ratio::Ratio;
pub use reference::Reference;
pub use scripts::damaged_script;
