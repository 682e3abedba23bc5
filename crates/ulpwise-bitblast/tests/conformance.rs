//! The suite that every engine passes.

use ulpwise_bitblast::{Bitblast, Options};
use ulpwise_testkit::conformance::{Decides, Feature, Powers, check_engine};

#[test]
fn conformance() {
    let powers = Powers {
        sat: Decides::Always,
        unsat: Decides::Always,
        features: [Feature::BitVectors, Feature::Arrays, Feature::Remainders].into(),
        random_queries: 600,
    };
    check_engine(&|| Box::new(Bitblast::new(Options::default())), &powers);
}
