//! Is the true result an ordinary number? Then the exception is *potentially avoidable*: another way to compute the same may raise nothing (Barr et al.,
//! *Automatic Detection of Floating-Point Exceptions*, section 5.3).
//!
//! The call is made once more, natively, in code in which every float has a twin of many bits and an unbounded exponent, the functions of the mathematical
//! library included. The path stays that of the floats. Zero is an ordinary number; numbers below the smallest normal one are not.

use crate::inputs::NativeInputs;
use crate::ledger::Witness;
use crate::outputs::{Class, Output};
use crate::session::Session;
use std::collections::{BTreeMap, BTreeSet};
use ulpwise_base::Budget;
use ulpwise_float::Format;
use ulpwise_native::{CallEnd, RightOutput};

/// How many bits a twin has: differences of numbers of ordinary magnitudes are exact.
const BITS: u32 = 320;

/// How many calls are made between two looks at the clock.
const BATCH: usize = 8;

/// What an output of a call would be without rounding and without bounds of the exponent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrueValue {
    /// The output's place among the outputs.
    pub output: usize,
    /// The number, rounded to double.
    pub nearest: f64,
    /// Whether it is zero, or a normal number of the output's format.
    pub is_ordinary: bool,
}

/// The true values of the outputs of calls, by the words of each call. Calls for which there was no time, or that did not come out as before, are missing;
/// all are where the program cannot be run with twins.
pub(crate) fn true_values(
    session: &mut Session<'_>,
    inputs: &NativeInputs,
    witnesses: &[&Witness],
    budget: &Budget,
) -> BTreeMap<Vec<u64>, Vec<TrueValue>> {
    let mut found = BTreeMap::new();
    let can_tell = |witness: &&&Witness| witness.end == CallEnd::Returned && !inputs.outputs.is_empty();
    let by_words: BTreeMap<&[u64], &Witness> =
        witnesses.iter().filter(can_tell).map(|witness| (witness.words.as_slice(), *witness)).collect();
    let all: Vec<&Witness> = by_words.into_values().collect();
    for batch in all.chunks(BATCH) {
        if budget.check(0).is_err() {
            break;
        }
        let words: Vec<&[u64]> = batch.iter().map(|witness| witness.words.as_slice()).collect();
        let Some(calls) = session.run_with_twins(inputs, &words, BITS) else { break };
        for (witness, call) in batch.iter().zip(calls) {
            if (call.end, &call.output) == (CallEnd::Returned, &witness.output) {
                found.insert(witness.words.clone(), values(inputs, witness, &call.right));
            }
        }
    }
    found
}

/// The true values of the outputs of a call. What has no twin is taken as it is.
fn values(inputs: &NativeInputs, witness: &Witness, right: &[RightOutput]) -> Vec<TrueValue> {
    let value = |(place, output): (usize, &Output)| {
        let bits = output.bits(witness)?;
        let at = |right: &&RightOutput| (right.word, right.shift) == (output.word, output.shift);
        let own = || {
            let nearest = crate::simple::number(ulpwise_native::Kind::Float(output.format), bits as u64);
            let class = Class::of(output.format, bits);
            TrueValue { output: place, nearest, is_ordinary: matches!(class, Class::Normal | Class::Zero) }
        };
        if !output.has_twin {
            return None;
        }
        Some(right.iter().find(at).map_or_else(own, |right| {
            let is_ordinary = is_ordinary(output.format, right.nearest, right.exponent);
            TrueValue { output: place, nearest: right.nearest, is_ordinary }
        }))
    };
    inputs.outputs.iter().enumerate().filter_map(value).collect()
}

/// Whether a number, rounded to double, and with its exponent if it is not that double itself, is zero or in the range of the normal numbers of a format.
fn is_ordinary(format: Format, nearest: f64, exponent: Option<i64>) -> bool {
    let (lowest, highest) = (format.min_exponent(), format.max_exponent());
    if nearest == 0.0 && exponent.is_none() {
        return true;
    }
    // The magnitude is at least 2^(exponent - 1).
    let exponent = exponent.or_else(|| nearest.is_finite().then(|| exponent_above(nearest)));
    nearest.is_finite() && exponent.is_some_and(|exponent| (lowest..=highest).contains(&(exponent - 1)))
}

/// The exponent of the power of two just above the magnitude of a finite number; of those below the normal ones that of the smallest normal one.
fn exponent_above(number: f64) -> i64 {
    (number.to_bits() >> 52 & 0x7ff).cast_signed() - 1022
}

/// Whether an exception is potentially avoidable: whether all outputs that show it, or if none does all outputs, are ordinary numbers in truth. Nothing if that
/// is not known.
pub(crate) fn is_avoidable(escaped: &BTreeSet<usize>, values: Option<&Vec<TrueValue>>) -> Option<bool> {
    let concerned = values?.iter().filter(|value| escaped.is_empty() || escaped.contains(&value.output));
    let ordinary: Vec<bool> = concerned.map(|value| value.is_ordinary).collect();
    (!ordinary.is_empty()).then(|| ordinary.into_iter().all(|ordinary| ordinary))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinary_numbers_are_zero_and_the_normal_ones() {
        let double = |nearest: f64, exponent: Option<i64>| is_ordinary(Format::F64, nearest, exponent);
        assert!(
            double(0.0, None)
                && double(1.0, None)
                && double(f64::MIN_POSITIVE, None)
                && double(f64::MAX, None)
        );
        assert!(!double(5e-324, None) && !double(f64::INFINITY, None) && !double(f64::NAN, None));
        assert!(!double(0.0, Some(-2000)), "so small that its double is zero");
        assert!(!double(f64::INFINITY, Some(1025)) && double(f64::MAX, Some(1024)));
        assert!(double(1e-5, Some(-16)));
        assert!(!is_ordinary(Format::F32, 1e39, None) && !is_ordinary(Format::F32, 1e-40, None));
        assert!(is_ordinary(Format::F32, 1e38, None));
    }

    #[test]
    fn what_escapes_decides_and_else_everything() {
        let value = |output, is_ordinary| TrueValue { output, nearest: 1.0, is_ordinary };
        let values = vec![value(0, true), value(1, false)];
        let avoidable = |escaped: &[usize]| is_avoidable(&escaped.iter().copied().collect(), Some(&values));
        assert_eq!(
            (avoidable(&[0]), avoidable(&[1]), avoidable(&[])),
            (Some(true), Some(false), Some(false))
        );
        assert_eq!(is_avoidable(&BTreeSet::new(), None), None);
        assert_eq!(is_avoidable(&BTreeSet::new(), Some(&Vec::new())), None);
    }
}
