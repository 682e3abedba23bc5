//! The engines of this crate pass the suite that all engines pass.

use ulpwise_solver::Folding;
use ulpwise_testkit::conformance::{Powers, check_engine};

#[test]
fn folding() {
    check_engine(&|| Box::new(Folding), &Powers::modest());
}
