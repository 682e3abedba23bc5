//! The suite that every engine passes.

use ulpwise_bitblast::blast::CircuitOptions;
use ulpwise_bitblast::{Bitblast, BitblastOptions};
use ulpwise_testkit::conformance::{Decides, Feature, Powers, check_engine};

fn powers(random_queries: u64) -> Powers {
    Powers {
        sat: Decides::Always,
        unsat: Decides::Always,
        features: [Feature::BitVectors, Feature::Arrays, Feature::Remainders].into(),
        random_queries,
    }
}

#[test]
fn conformance() {
    check_engine(&|| Box::new(Bitblast::new(BitblastOptions::default())), &powers(600));
}

/// All that can be is abstracted, whatever its format.
#[test]
fn conformance_with_abstraction() {
    let circuits = CircuitOptions { abstract_from: Some(0), ..CircuitOptions::default() };
    let options = BitblastOptions { circuits, ..BitblastOptions::default() };
    check_engine(&|| Box::new(Bitblast::new(options.clone())), &powers(600));
}
