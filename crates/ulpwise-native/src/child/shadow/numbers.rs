//! Shadow values of any precision: numbers of MPFR's, by their indices in a list that begins anew
//! with each call.
//!
//! In the fast mode the same numbers serve for functions that have no double-double form here.

use super::ShadowValue;
use super::mpfr::{MpfrFunction, MpfrLibrary, MpfrNumber};
use std::cmp::Ordering;

/// So many numbers a call may have; beyond, values are their own shadow values.
const MOST: usize = 1 << 22;

/// The numbers of the call under way.
pub(super) struct Numbers {
    library: MpfrLibrary,
    bits: u32,
    /// Whether shadow values are numbers of the list: the low part is the index, counted from one,
    /// by its bits. Else they are double-doubles.
    listed: bool,
    list: Vec<MpfrNumber>,
    /// The lists of other precisions, which may be asked for again.
    other_lists: Vec<(u32, Vec<MpfrNumber>)>,
    used: usize,
    /// Whether the call had no room for a number.
    pub(super) is_exhausted: bool,
    operands: [MpfrNumber; 3],
    spare: [MpfrNumber; 2],
}

impl Numbers {
    /// Numbers of so many bits, where the system has MPFR.
    pub(super) fn new(bits: u32, listed: bool) -> Option<Self> {
        let library = MpfrLibrary::open()?;
        let operands = std::array::from_fn(|_| library.number(bits.max(128)));
        let spare = std::array::from_fn(|_| library.number(bits.max(128)));
        Some(Self {
            library,
            bits,
            listed,
            list: Vec::new(),
            other_lists: Vec::new(),
            used: 0,
            is_exhausted: false,
            operands,
            spare,
        })
    }

    pub(super) fn function(&self, name: &str) -> Option<MpfrFunction> {
        self.library.function(name)
    }

    /// Numbers have so many bits from the next call on.
    pub(super) fn set_bits(&mut self, bits: u32) {
        if bits == self.bits || !self.listed {
            return;
        }
        let known = self.other_lists.iter().position(|(known, _)| *known == bits);
        let list = known.map_or_else(Vec::new, |at| self.other_lists.swap_remove(at).1);
        self.other_lists.push((self.bits, std::mem::replace(&mut self.list, list)));
        self.bits = bits;
        self.used = 0;
    }

    /// The next call begins.
    pub(super) fn begin(&mut self) {
        self.used = 0;
        self.is_exhausted = false;
    }

    /// A shadow value as a number; `at` is where it may be made.
    fn number(&self, shadow: ShadowValue, at: usize) -> MpfrNumber {
        let index = shadow.low.to_bits() as usize;
        if self.listed && index != 0 {
            return self.list.get(index - 1).copied().unwrap_or(self.operands[at]);
        }
        let number = self.operands[at];
        self.library.set(number, shadow.high);
        if !self.listed && shadow.low != 0.0 {
            self.library.set(self.spare[0], shadow.low);
            self.library.add(number, number, self.spare[0]);
        }
        number
    }

    /// A number for a result, if there is room for one more.
    fn fresh(&mut self) -> Option<(usize, MpfrNumber)> {
        if !self.listed {
            return Some((0, self.spare[1]));
        }
        if self.used == self.list.len() && self.used < MOST {
            let number = self.library.number(self.bits);
            self.list.push(number);
        }
        let Some(&number) = self.list.get(self.used) else {
            self.is_exhausted = true;
            return None;
        };
        self.used += 1;
        Some((self.used, number))
    }

    /// The shadow value that a result is.
    fn shadow_value(&self, index: usize, number: MpfrNumber) -> ShadowValue {
        let high = self.library.double(number);
        if self.listed {
            return ShadowValue { high, low: f64::from_bits(index as u64) };
        }
        if !high.is_finite() {
            return ShadowValue { high, low: 0.0 };
        }
        self.library.set(self.spare[0], high);
        self.library.sub(self.spare[0], number, self.spare[0]);
        ShadowValue { high, low: self.library.double(self.spare[0]) }
    }

    /// Applies a function; `None` when there is no room for another number.
    pub(super) fn apply(
        &mut self,
        function: MpfrFunction,
        operands: [ShadowValue; 3],
    ) -> Option<ShadowValue> {
        let numbers = [0, 1, 2].map(|at| self.number(operands[at], at));
        let (index, result) = self.fresh()?;
        self.library.call(function, result, numbers);
        Some(self.shadow_value(index, result))
    }

    /// A sum of two doubles; `None` when there is no room for another number.
    pub(super) fn sum(&mut self, one: f64, other: f64) -> Option<ShadowValue> {
        let (index, result) = self.fresh()?;
        self.library.set(result, one);
        self.library.set(self.spare[0], other);
        self.library.add(result, result, self.spare[0]);
        Some(self.shadow_value(index, result))
    }

    pub(super) fn negate(&mut self, shadow: ShadowValue) -> Option<ShadowValue> {
        let number = self.number(shadow, 0);
        let (index, result) = self.fresh()?;
        self.library.negate(result, number);
        Some(self.shadow_value(index, result))
    }

    /// How two shadow values compare; `None` if one of them is NaN.
    pub(super) fn compare(&self, one: ShadowValue, other: ShadowValue) -> Option<Ordering> {
        if one.high.is_nan() || other.high.is_nan() {
            return None;
        }
        Some(self.library.compare(self.number(one, 0), self.number(other, 1)))
    }

    /// Whether a value is a shadow value exactly.
    pub(super) fn is_exactly(&self, value: f64, shadow: ShadowValue) -> bool {
        if !value.is_finite() || shadow.high.is_nan() {
            return value.is_nan() && shadow.high.is_nan();
        }
        self.library.set(self.spare[0], value);
        self.library.compare(self.spare[0], self.number(shadow, 0)) == Ordering::Equal
    }

    /// Whether a sum of finite numbers is one of its operands, although the other is not zero.
    pub(super) fn is_absorbed(&self, sum: ShadowValue, operands: [ShadowValue; 2]) -> bool {
        let is_zero = |shadow: ShadowValue, at: usize| {
            shadow.high == 0.0 && self.library.exponent(self.number(shadow, at)).is_none()
        };
        if [sum, operands[0], operands[1]].iter().any(|shadow| shadow.high.is_nan())
            || is_zero(operands[0], 0)
            || is_zero(operands[1], 1)
        {
            return false;
        }
        let magnitude = |one: ShadowValue, other: ShadowValue| {
            let (one, other) = (self.number(one, 0), self.number(other, 1));
            self.library.compare_magnitudes(one, other) == Ordering::Equal
        };
        // A sum that has the magnitude of an operand, although the other is not twice as large.
        (magnitude(sum, operands[0]) && !self.is_twice(operands[1], operands[0]))
            || (magnitude(sum, operands[1]) && !self.is_twice(operands[0], operands[1]))
    }

    /// Whether one magnitude is twice another.
    fn is_twice(&self, one: ShadowValue, other: ShadowValue) -> bool {
        self.library.copy(self.spare[0], self.number(other, 0));
        self.library.scale(self.spare[0], 1);
        self.library.compare_magnitudes(self.number(one, 1), self.spare[0]) == Ordering::Equal
    }

    /// A shadow value rounded to double, and the exponent of the number if it is one of the list's.
    pub(super) fn rounded(&self, shadow: ShadowValue) -> (f64, Option<i64>) {
        if !self.listed || shadow.low.to_bits() == 0 {
            return (shadow.high, None);
        }
        (shadow.high, self.library.exponent(self.number(shadow, 0)))
    }

    /// A shadow value of its own number that is the same as another.
    pub(super) fn copy(&mut self, shadow: ShadowValue) -> Option<ShadowValue> {
        let number = self.number(shadow, 0);
        let (index, result) = self.fresh()?;
        self.library.copy(result, number);
        Some(self.shadow_value(index, result))
    }

    /// How far a value is from a shadow value, as a fraction from a half to one and an exponent;
    /// zeros where they are equal, NaN where one is not finite.
    pub(super) fn distance(&self, value: f64, shadow: ShadowValue) -> (f64, i64) {
        if !value.is_finite() || shadow.high.is_nan() {
            return (f64::NAN, 0);
        }
        let number = self.number(shadow, 0);
        self.library.set(self.spare[0], value);
        self.library.sub(self.spare[0], self.spare[0], number);
        self.fraction(self.spare[0])
    }

    /// A number as a fraction without sign and an exponent.
    fn fraction(&self, number: MpfrNumber) -> (f64, i64) {
        match self.library.exponent(number) {
            None => (self.library.double(number).abs(), 0),
            Some(exponent) => {
                self.library.scale(number, -exponent);
                (self.library.double(number).abs(), exponent)
            }
        }
    }

    /// What an operation adds to the error by itself: a result less what the function gives on the
    /// operands as they are, rounded to double.
    pub(super) fn rounding(&self, function: Option<MpfrFunction>, result: f64, operands: [f64; 3]) -> f64 {
        for (number, operand) in self.operands.iter().zip(operands) {
            self.library.set(*number, operand);
        }
        match function {
            Some(function) => self.library.call(function, self.spare[1], self.operands),
            None => self.library.copy(self.spare[1], self.operands[0]),
        }
        self.library.set(self.spare[0], result);
        self.library.sub(self.spare[0], self.spare[0], self.spare[1]);
        self.library.double(self.spare[0])
    }

    /// How far a finite value is from a finite shadow value, times 2^exponent.
    pub(super) fn difference(&self, value: f64, shadow: ShadowValue, exponent: i64) -> f64 {
        let number = self.number(shadow, 0);
        self.library.set(self.spare[0], value);
        self.library.sub(self.spare[0], self.spare[0], number);
        self.library.scale(self.spare[0], exponent);
        self.library.double(self.spare[0]).abs()
    }
}
