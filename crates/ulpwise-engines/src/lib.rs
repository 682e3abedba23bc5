//! The engines by their names, and the portfolio, which is the default.
//!
//! Only this crate knows which engines there are: an [`EngineChoice`] makes a `dyn Solver`. It also
//! has the results of libm on this machine, which queries take as an input ([`host_libm`]).
//!
//! What is absent: any solving. How engines share a query is in `ulpwise-solver`, how each decides
//! in its own crate.

mod certificate;
mod choice;
mod error;
mod libm;
mod registry;
mod schedule;

pub use certificate::{CertificateState, RefusedCertificate, certify, verify_certificate};
pub use choice::{EngineChoice, SolverOptions};
pub use error::EngineError;
pub use libm::host_libm;
