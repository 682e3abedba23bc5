//! What the developer tasks share with the benchmarks: the GNU Scientific Library as a subject, and
//! other programs.

pub mod gsl;
pub mod process;
