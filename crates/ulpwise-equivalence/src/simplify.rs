//! Makes an input simpler on which two functions differ.

use crate::criterion::double_of;
use crate::native::NativePair;
use crate::pairing::InputPair;
use crate::search::{Case, ordinal_near};
use ulpwise_native::{NativeError, VariableKind};

/// How many times all inputs are gone through.
const ROUNDS: usize = 3;

/// The simplest input near a case on which the functions still differ: small whole numbers where
/// they do, else few digits.
///
/// # Errors
/// As [`NativePair::call`].
pub fn simplest(pair: &mut NativePair<'_>, case: &Case) -> Result<Case, NativeError> {
    let inputs = pair.pairing.inputs.clone();
    let mut best = case.clone();
    for _ in 0..ROUNDS {
        let before = best.point.clone();
        for at in 0..inputs.len() {
            let candidates = candidates(&inputs[at], best.point[at]);
            let points: Vec<Vec<i128>> = candidates
                .into_iter()
                .map(|ordinal| {
                    let mut point = best.point.clone();
                    point[at] = ordinal;
                    point
                })
                .collect();
            let calls = pair.call(&points)?;
            let differs = points.into_iter().zip(calls).find_map(|(point, call)| {
                let call = call.filter(|call| call.difference.counts && pair.is_defined(&point))?;
                Some(Case { point, call })
            });
            best = differs.unwrap_or(best);
        }
        if best.point == before {
            break;
        }
    }
    Ok(best)
}

/// Simpler values than one, the simplest first.
fn candidates(input: &InputPair, ordinal: i128) -> Vec<i128> {
    let mut simple = Vec::new();
    let mut add = |candidate: i128| {
        if !simple.contains(&candidate) {
            simple.push(candidate);
        }
    };
    for number in [0.0, 1.0, -1.0, 2.0, -2.0, 0.5, 3.0, -3.0, 4.0, 5.0, 10.0, 0.25, 0.1, 100.0] {
        add(ordinal_near(input, number));
    }
    for whole in 6..=40 {
        add(ordinal_near(input, whole.into()));
        add(ordinal_near(input, (-whole).into()));
    }
    let bits = input.kinds[0].value_at(ordinal);
    if let VariableKind::Float(format) = input.kinds[0] {
        let number = double_of(format, bits.into());
        for digits in 0..15 {
            let text = format!("{number:.digits$e}");
            if let Ok(shorter) = text.parse::<f64>() {
                add(ordinal_near(input, shorter));
            }
        }
        let stored = format.significand_bits() - 1;
        for kept in 0..stored {
            let mask = u64::MAX << (stored - kept);
            if let Some(shorter) = input.kinds[0].ordinal(bits & mask) {
                add(shorter.clamp(input.range.low, input.range.high));
            }
        }
    }
    // Only what comes before the value itself is simpler.
    let end = simple.iter().position(|&candidate| candidate == ordinal).unwrap_or(simple.len());
    simple.truncate(end);
    simple
}
