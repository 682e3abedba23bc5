//! The host's result is never outside the enclosure of an interval that contains the argument.

use crate::points::{argument, around, modes};
use ulpwise_base::SplitMix64;
use ulpwise_expr::LibmFunction;
use ulpwise_float::{Float, Format};
use ulpwise_interval::domain::FloatDomain;
use ulpwise_interval::libm::{enclosure, is_enclosed};
use ulpwise_testkit::libm::HostLibm;

/// Points of each function in each format.
const POINTS: u64 = 50_000;

#[test]
fn the_host_never_delivers_what_is_not_enclosed() {
    let host = HostLibm::default();
    let libm = |function, rounding, arguments: &[Float]| host.deliver(function, rounding, arguments);
    let mut enclosed = 0;
    for &function in LibmFunction::ALL {
        for format in [Format::F32, Format::F64] {
            if !is_enclosed(function, format) {
                continue;
            }
            enclosed += 1;
            let mut random = SplitMix64::new(function as u64);
            for _ in 0..POINTS {
                let (mode, modes) = modes(&mut random);
                let point: Vec<Float> =
                    (0..function.arity()).map(|_| argument(function, format, &mut random)).collect();
                let domains: Vec<FloatDomain> = point.iter().map(|&x| around(x, &mut random)).collect();
                let delivered = libm(function, mode, &point).unwrap();
                let image = enclosure(function, modes, &domains, &libm).unwrap();
                assert!(
                    image.contains(delivered),
                    "{function} of {} in {mode:?} is {}, not in {image:?}; arguments in {domains:?}",
                    point.iter().map(|x| x.to_hex_text()).collect::<Vec<_>>().join(", "),
                    delivered.to_hex_text(),
                );
            }
        }
    }
    assert_eq!(enclosed, 2 * 26);
}
