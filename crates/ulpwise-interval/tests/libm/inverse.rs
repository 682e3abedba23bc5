//! Projections in both directions keep the arguments and the result of a call.

use crate::points::{argument, around, modes};
use ulpwise_base::SplitMix64;
use ulpwise_expr::LibmFunction;
use ulpwise_float::{Float, Format};
use ulpwise_interval::domain::Domain;
use ulpwise_interval::libm::project;
use ulpwise_interval::project::ProjectionOutcome;
use ulpwise_testkit::libm::HostLibm;

/// Points of each function in each format.
const POINTS: u64 = 4_000;

#[test]
fn a_call_is_never_lost() {
    let host = HostLibm::default();
    let libm = |function, rounding, arguments: &[Float]| host.deliver(function, rounding, arguments);
    for &function in LibmFunction::ALL {
        let mut narrowed = 0;
        for format in [Format::F32, Format::F64] {
            let mut random = SplitMix64::new(1000 + function as u64);
            for _ in 0..POINTS {
                let (mode, modes) = modes(&mut random);
                let point: Vec<Float> =
                    (0..function.arity()).map(|_| argument(function, format, &mut random)).collect();
                let delivered = libm(function, mode, &point).unwrap();
                let mut args: Vec<Domain> = vec![modes.into()];
                args.extend(point.iter().map(|&x| Domain::from(around(x, &mut random))));
                let mut result = Domain::from(around(delivered, &mut random));
                let before = (args.clone(), result.clone());
                let outcome = project(function, &mut args, None, &mut result, &libm);
                let kept = outcome != ProjectionOutcome::Conflict
                    && args[1..].iter().zip(&point).all(|(domain, &x)| contains(domain, x))
                    && contains(&result, delivered);
                assert!(kept, "{function} of {point:?} in {mode:?} is {delivered:?}: lost from {before:?}");
                narrowed += usize::from(args[1..] != before.0[1..]);
            }
        }
        let is_inverted = ulpwise_interval::libm::is_enclosed(function, Format::F64);
        assert_eq!(narrowed > POINTS as usize / 20, is_inverted, "{function}: {narrowed} narrowed");
    }
}

fn contains(domain: &Domain, float: Float) -> bool {
    matches!(domain, Domain::Float(floats) if floats.contains(float))
}
