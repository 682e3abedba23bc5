//! The suite that every engine passes, for the Ariadne solver.

use ulpwise_real::{Ariadne, AriadneOptions};
use ulpwise_testkit::conformance::{Decides, Feature, Powers, check_engine};

#[test]
fn conformance() {
    let powers = Powers {
        sat: Decides::Sometimes,
        unsat: Decides::Sometimes,
        features: [Feature::BitVectors, Feature::Libm, Feature::Remainders].into(),
        random_queries: 2000,
    };
    let options = AriadneOptions { max_concretizations: 60, ..AriadneOptions::default() };
    check_engine(&|| Box::new(Ariadne::new(options)), &powers);
}
