//! Is the true result an ordinary number? Then the exception is *potentially avoidable*: another
//! way to compute the same may raise nothing (Barr et al., *Automatic Detection of Floating-Point
//! Exceptions*, section 5.3).
//!
//! The call is made once more, natively, in code in which every float has a shadow value of many
//! bits and an unbounded exponent, the functions of the mathematical library included. The path
//! stays that of the floats. Nothing is known where the function does not mean real arithmetic
//! (`ulpwise_harness::means_rounding`), nor where the call shows that the shadow values are not the
//! exact result (`ulpwise_harness::not_exact`).
//! Bits are added until two numbers of bits agree; what they never agree on is reported as not
//! settled. The same is asked of constants: what depends on the last digit to which `1.0 / 3` is
//! rounded is not known, and other numbers have the digits that do not. Zero is an ordinary number;
//! numbers below the smallest normal one are not.

use crate::ledger::Witness;
use crate::outputs::FloatClass;
use crate::session::Session;
use crate::settle::{Settled, settled};
use std::collections::{BTreeMap, BTreeSet};
use ulpwise_base::Budget;
use ulpwise_float::Format;
use ulpwise_harness::{AgainIn, NativeInputs, Output, not_exact};
use ulpwise_host::RoundingMode;
use ulpwise_native::{CallEnd, RightOutput, ShadowedCall};

/// How many bits a shadow value has, until one number and the next agree. With the first one
/// differences of numbers of ordinary magnitudes are exact.
pub(crate) const TRUE_BITS: [u32; 4] = [320, 800, 2200, 5000];

/// With so many bits sums of doubles are exact.
const ENOUGH_FOR_SUMS: u32 = 2200;

/// Two numbers are the same when they agree to this part.
const AGREEMENT: f64 = 1.0 / (1u64 << 40) as f64;

/// What is smaller than what was computed by this part of the bits is what the shadow values' own
/// rounding left of zero.
const NOISE: f64 = 0.85;

/// A number of which fewer decimal digits are certain is not known.
const FEWEST_DIGITS: f64 = 3.0;

/// How many calls are made between two looks at the clock: some take as long as they may.
const BATCH: usize = 1;

/// What an output of a call would be without rounding and without bounds of the exponent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrueValue {
    /// The output's place among the outputs.
    pub output: usize,
    /// The number, rounded to double.
    pub nearest: f64,
    /// Whether it is zero, or a normal number of the output's format.
    pub is_ordinary: bool,
    /// Whether it stays the same with more bits; otherwise it is only what the most bits said.
    pub is_settled: bool,
}

/// A true value as some number of bits tells it.
#[derive(Clone, Copy, Debug)]
struct TrueReading {
    value: TrueValue,
    /// Its exponent, where its double does not tell.
    exponent: Option<i64>,
    /// Whether it is taken for zero because it is so small, by so many bits.
    noise: Option<u32>,
    /// Whether a sum had too few bits, of so many.
    absorbed: Option<u32>,
}

impl TrueReading {
    fn agrees(&self, other: &TrueReading) -> bool {
        let (a, b) = (self.value.nearest, other.value.nearest);
        let is_near = a == b || (a.is_nan() && b.is_nan()) || (a - b).abs() <= AGREEMENT * a.abs();
        // With few bits something tiny looks like what rounding left of zero: only the most bits
        // tell.
        let is_settled = other.noise.is_none_or(|bits| TRUE_BITS.last() == Some(&bits));
        // A summand that is lost with few bits may be all that is left after a cancellation.
        let is_whole = self.absorbed.is_none_or(|bits| bits >= ENOUGH_FOR_SUMS);
        self.value.output == other.value.output
            && is_settled
            && is_whole
            && self.value.is_ordinary == other.value.is_ordinary
            && self.exponent == other.exponent
            && is_near
    }
}

/// The true values of the outputs of calls, by the words of each call. Calls for which there was no
/// time, or that did not come out as before, are missing; all are where the program cannot be run
/// with shadow values. Calls take the first budget; code is compiled as far as the second one, of
/// the whole check, allows.
pub(crate) fn true_values(
    session: &mut Session<'_>,
    inputs: &NativeInputs,
    witnesses: &[&Witness],
    budget: &Budget,
    whole: &Budget,
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
        let read = |bits: u32, asked: &[&Witness]| {
            let words: Vec<&[u64]> = asked.iter().map(|witness| witness.words.as_slice()).collect();
            if !session.may_have_shadows(bits, whole) {
                return Ok(None);
            }
            let calls = session.run_shadowed(inputs, &words, bits).ok_or(CannotRun)?;
            let reading = |(witness, call): (&&Witness, ShadowedCall)| {
                let is_same = (call.end, &call.output) == (CallEnd::Returned, &witness.output);
                is_same.then(|| readings(inputs, witness, &call, bits))
            };
            Ok(Some(asked.iter().zip(calls).map(reading).collect()))
        };
        let agree = |before: &Vec<TrueReading>, after: &Vec<TrueReading>| {
            before.len() == after.len() && before.iter().zip(after).all(|(a, b)| a.agrees(b))
        };
        let calls: Result<Vec<_>, CannotRun> = settled(&TRUE_BITS, batch, read, agree);
        let Ok(calls) = calls else { break };
        for (witness, call) in batch.iter().zip(calls) {
            let (readings, bits) = match call {
                Settled::Agreed(readings, bits) => (readings, bits),
                // With so few bits that readings differ, nothing says whether they are exact.
                Settled::Open(_) => {
                    found.insert(witness.words.clone(), unknown_values(inputs));
                    continue;
                }
                Settled::Unreadable => continue,
            };
            let values = match is_exact(session, inputs, witness, bits, budget) {
                true if budget.check(0).is_ok() => {
                    with_certain_digits(session, inputs, witness, &readings, bits)
                }
                _ => unknown_values(inputs),
            };
            found.insert(witness.words.clone(), values);
        }
    }
    found
}

/// What is known of the outputs of a call whose exact result is not.
pub(crate) fn unknown_values(inputs: &NativeInputs) -> Vec<TrueValue> {
    let unknown = |output| TrueValue { output, nearest: f64::NAN, is_ordinary: false, is_settled: false };
    (0..inputs.outputs.len()).map(unknown).collect()
}

/// Whether what shadow values of so many bits say of a call is its exact result.
fn is_exact(
    session: &mut Session<'_>,
    inputs: &NativeInputs,
    witness: &Witness,
    bits: u32,
    budget: &Budget,
) -> bool {
    let mut again = |mode: AgainIn, words: &[u64]| {
        budget.check(0).ok()?;
        let mode = match mode {
            AgainIn::SameMode => None,
            AgainIn::Upwards => Some(RoundingMode::TowardPositive),
            AgainIn::Downwards => Some(RoundingMode::TowardNegative),
        };
        session.run_shadowed_in(mode, inputs, &[words], bits)?.pop()
    };
    let Some(call) = again(AgainIn::SameMode, &witness.words) else { return false };
    not_exact((&witness.words, &call), &inputs.space, &inputs.outputs, &mut again).is_none()
}

/// The values of a call with the digits that do not depend on how its constants were rounded; without
/// enough of them a value is not known.
fn with_certain_digits(
    session: &mut Session<'_>,
    inputs: &NativeInputs,
    witness: &Witness,
    exact: &[TrueReading],
    bits: u32,
) -> Vec<TrueValue> {
    let moved = session.run_with_moved_constants(inputs, &witness.words, bits);
    let is_same = |call: &ShadowedCall| (call.end, &call.output) == (CallEnd::Returned, &witness.output);
    let Some(moved) = moved.filter(is_same) else { return unknown_values(inputs) };
    let moved = readings(inputs, witness, &moved, bits);
    let value = |reading: &TrueReading| {
        let other = moved.iter().find(|other| other.value.output == reading.value.output);
        let nearest = other.and_then(|other| certain_digits(reading, other));
        match nearest {
            Some(nearest) => TrueValue { nearest, is_settled: true, ..reading.value },
            None => TrueValue { nearest: f64::NAN, is_ordinary: false, is_settled: false, ..reading.value },
        }
    };
    exact.iter().map(value).collect()
}

/// A number with the digits in which another reading agrees, and a few less.
fn certain_digits(exact: &TrueReading, moved: &TrueReading) -> Option<f64> {
    let (one, other) = (exact.value.nearest, moved.value.nearest);
    if exact.value.is_ordinary != moved.value.is_ordinary {
        return None;
    }
    if one == other || (one.is_nan() && other.is_nan()) {
        return Some(one);
    }
    let difference = 8.0 * ((one - other) / one).abs();
    let digits = (-difference.log10()).floor();
    if !(FEWEST_DIGITS..).contains(&digits) {
        return None;
    }
    format!("{one:.*e}", digits as usize - 1).parse().ok()
}

/// The program cannot be run with shadow values.
struct CannotRun;

/// The true values of the outputs of a call, as so many bits tell them. What has no shadow value is
/// taken as it is.
fn readings(inputs: &NativeInputs, witness: &Witness, call: &ShadowedCall, bits: u32) -> Vec<TrueReading> {
    let absorbed = call.is_absorbed.then_some(bits);
    let value = |(place, output): (usize, &Output)| {
        let computed = witness.output_bits(output)?;
        let at = |right: &&RightOutput| (right.word, right.shift) == (output.word, output.shift);
        let own = || {
            let nearest =
                crate::simple::number(ulpwise_native::VariableKind::Float(output.format), computed as u64);
            let class = FloatClass::classify(output.format, computed);
            let is_ordinary = matches!(class, FloatClass::Normal | FloatClass::Zero);
            TrueReading {
                value: TrueValue { output: place, nearest, is_ordinary, is_settled: true },
                exponent: None,
                noise: None,
                absorbed,
            }
        };
        if !output.has_shadow {
            return None;
        }
        Some(call.right.iter().find(at).map_or_else(own, |right| {
            let noise = is_noise(right, bits).then_some(bits);
            let (nearest, exponent) =
                if noise.is_some() { (0.0, None) } else { (right.nearest, right.exponent) };
            let is_ordinary = is_ordinary(output.format, nearest, exponent);
            TrueReading {
                value: TrueValue { output: place, nearest, is_ordinary, is_settled: false },
                exponent,
                noise,
                absorbed,
            }
        }))
    };
    inputs.outputs.iter().enumerate().filter_map(value).collect()
}

/// Whether a right value is so much smaller than its distance from what was computed that it is
/// what rounding left of zero.
fn is_noise(right: &RightOutput, bits: u32) -> bool {
    let (magnitude, scale) = right.error;
    let distance = magnitude.abs().log2() + scale as f64;
    let size = match right.exponent {
        Some(exponent) => exponent as f64,
        None => right.nearest.abs().log2(),
    };
    distance.is_finite() && size - distance < -NOISE * f64::from(bits)
}

/// Whether a number, rounded to double, and with its exponent if it is not that double itself, is
/// zero or in the range of the normal numbers of a format.
fn is_ordinary(format: Format, nearest: f64, exponent: Option<i64>) -> bool {
    let (lowest, highest) = (format.min_exponent(), format.max_exponent());
    if nearest == 0.0 && exponent.is_none() {
        return true;
    }
    // The magnitude is at least 2^(exponent - 1).
    let exponent = exponent.or_else(|| nearest.is_finite().then(|| exponent_above(nearest)));
    nearest.is_finite() && exponent.is_some_and(|exponent| (lowest..=highest).contains(&(exponent - 1)))
}

/// The exponent of the power of two just above the magnitude of a finite number; of those below the
/// normal ones that of the smallest normal one.
fn exponent_above(number: f64) -> i64 {
    (number.to_bits() >> 52 & 0x7ff).cast_signed() - 1022
}

/// Whether an exception is potentially avoidable: whether all outputs that show it, or if none does
/// all outputs, are ordinary numbers in truth. Nothing if that is not known.
pub(crate) fn is_avoidable(escaped: &BTreeSet<usize>, values: Option<&Vec<TrueValue>>) -> Option<bool> {
    let concerned = values?.iter().filter(|value| escaped.is_empty() || escaped.contains(&value.output));
    let ordinary: Option<Vec<bool>> =
        concerned.map(|value| value.is_settled.then_some(value.is_ordinary)).collect();
    ordinary
        .filter(|ordinary| !ordinary.is_empty())
        .map(|ordinary| ordinary.into_iter().all(|ordinary| ordinary))
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
        let value = |output, is_ordinary| TrueValue { output, nearest: 1.0, is_ordinary, is_settled: true };
        let mut values = vec![value(0, true), value(1, false)];
        let avoidable = |escaped: &[usize]| is_avoidable(&escaped.iter().copied().collect(), Some(&values));
        assert_eq!(
            (avoidable(&[0]), avoidable(&[1]), avoidable(&[])),
            (Some(true), Some(false), Some(false))
        );
        values[0].is_settled = false;
        assert_eq!(
            is_avoidable(&BTreeSet::from([0]), Some(&values)),
            None,
            "what is not settled is not known"
        );
        assert_eq!(is_avoidable(&BTreeSet::from([1]), Some(&values)), Some(false));
        assert_eq!(is_avoidable(&BTreeSet::new(), None), None);
        assert_eq!(is_avoidable(&BTreeSet::new(), Some(&Vec::new())), None);
    }
}
