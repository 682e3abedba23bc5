//! The suite that every engine passes.

use ulpwise_real::RealEngine;
use ulpwise_testkit::conformance::{Decides, Powers, check_engine};

#[test]
fn conformance() {
    let powers = Powers {
        sat: Decides::Sometimes,
        unsat: Decides::Sometimes,
        features: [].into(),
        random_queries: 2000,
    };
    check_engine(&|| Box::new(RealEngine::new()), &powers);
}
