//! Numbers at which programs change their ways: those that they compare with, and those near which
//! mathematical functions have their roots, poles and bends.

use std::collections::BTreeSet;
use std::f64::consts::FRAC_PI_2;
use ulpwise_harness::reach::reached_functions;
use ulpwise_ir::{Constant, FloatFormat, FunctionId, Inst, Module, Slot};

/// How many constants of a program are taken: tables have thousands.
const MOST: usize = 400;

/// The finite floats that comparisons of a function, and of what it calls, name: each with its
/// square, root and reciprocal, for what is compared is often one of these of an input.
pub fn compared_constants(module: &Module, function: FunctionId) -> Vec<f64> {
    let mut found: BTreeSet<u64> = BTreeSet::new();
    for function in reached_functions(module, function) {
        let Some(body) = &module.functions[function].body else { continue };
        let mut compared: BTreeSet<Slot> = BTreeSet::new();
        for inst in &body.insts {
            if let Inst::FloatCompare { a, b, .. } = *inst {
                compared.extend([a, b]);
            }
        }
        for inst in &body.insts {
            let Inst::FloatCompare { format, a, b, .. } = *inst else { continue };
            for &(slot, constant) in body.constants.iter().filter(|(slot, _)| [a, b].contains(slot)) {
                let Constant::Bits(bits) = constant else { continue };
                let number = match format {
                    FloatFormat::F32 => f64::from(f32::from_bits(bits as u32)),
                    FloatFormat::F64 => f64::from_bits(bits as u64),
                    _ => continue,
                };
                if compared.contains(&slot) && number.is_finite() && number != 0.0 && found.len() < MOST {
                    found.insert(number.abs().to_bits());
                }
            }
        }
    }
    let all = found.into_iter().map(f64::from_bits);
    let near = |number: f64| [number, number * number, number.sqrt(), 1.0 / number];
    all.flat_map(near).filter(|number| number.is_finite() && *number != 0.0).collect()
}

/// Numbers that stand out: small integers and halves, multiples of a quarter turn, powers of ten
/// and of two.
pub(crate) fn outstanding() -> Vec<f64> {
    let halves = (0..=120).map(|number| f64::from(number) / 2.0);
    let more = (61..=170).map(f64::from);
    let turns = (1..=80).map(|number| f64::from(number) * FRAC_PI_2);
    let tens = (-20..=22).map(|power| 10f64.powi(power));
    let twos = (-60..=70).map(|power| 2f64.powi(power));
    halves.chain(more).chain(turns).chain(tens).chain(twos).collect()
}
