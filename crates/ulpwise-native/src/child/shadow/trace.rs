//! Every operation of one call, reported one after another: what it gave, what would be right, what
//! it rounded by itself, and which operations its operands come from. Shadow values of the exact
//! mode are numbered in the order in which they are made, so a number names an operation.
//!
//! Not reported: operations whose shadow value is not known, and changes of sign of values that
//! nothing has rounded.

use super::ShadowValue;
use super::functions::ShadowSite;
use super::numbers::Numbers;
use crate::region::{Header, MOST_TRACED, Region, TRACE_WORDS, TRACED_OUTPUT};

/// The site of an operation that has none: a change of sign.
const NO_SITE: u32 = u32::MAX;

/// The operations of the call under way.
pub(super) struct Trace {
    region: *const Region,
    on: bool,
    count: usize,
    /// What the program holds where the shadow value with that number is what would be right; the
    /// first has number one.
    held: Vec<f64>,
}

/// The result of an operation.
pub(super) struct OperationResult<'s> {
    /// The number of the site, or of none.
    pub(super) number: u32,
    pub(super) site: Option<&'s ShadowSite>,
    /// What the program computed.
    pub(super) value: f64,
    pub(super) shadow: ShadowValue,
    /// The shadow values of the operands.
    pub(super) operands: [ShadowValue; 3],
}

impl Trace {
    pub(super) fn new(region: &Region) -> Self {
        Self { region, on: false, count: 0, held: Vec::new() }
    }

    fn region(&self) -> &Region {
        // SAFETY: the region outlives the run time, which ends with the process.
        unsafe { &*self.region }
    }

    pub(super) fn is_on(&self) -> bool {
        self.on
    }

    /// The next call begins.
    pub(super) fn begin(&mut self, on: bool) {
        self.on = on;
        self.count = 0;
        self.held.clear();
        if on {
            self.region().set(Header::Traced, 0);
            self.region().set(Header::TraceCut, 0);
        }
    }

    /// What the program holds where this is the shadow value.
    fn held(&self, shadow: ShadowValue) -> f64 {
        match shadow.low.to_bits() as usize {
            0 => shadow.high,
            number => self.held.get(number - 1).copied().unwrap_or(shadow.high),
        }
    }

    /// A sign was changed.
    pub(super) fn add_negated(&mut self, numbers: &Numbers, shadow: ShadowValue, operand: ShadowValue) {
        let none = ShadowValue { high: 0.0, low: 0.0 };
        let value = -self.held(operand);
        let operands = [operand, none, none];
        self.add(numbers, OperationResult { number: NO_SITE, site: None, value, shadow, operands });
    }

    /// Adds the result of an operation.
    pub(super) fn add(&mut self, numbers: &Numbers, result: OperationResult<'_>) {
        let OperationResult { number, site, value, shadow, operands } = result;
        let index = shadow.low.to_bits() as usize;
        if index == 0 {
            return;
        }
        let held = operands.map(|operand| self.held(operand));
        if self.held.len() < index {
            self.held.resize(index, f64::NAN);
        }
        self.held[index - 1] = value;
        if self.count >= MOST_TRACED {
            self.region().set(Header::TraceCut, 1);
            return;
        }
        let rounding = match site.map(ShadowSite::function) {
            Some(Ok(function)) => numbers.rounding(function, value, held),
            Some(Err(())) => f64::NAN,
            None => 0.0,
        };
        let [a, b, c] = operands.map(|operand| operand.low.to_bits());
        let [x, y, z] = held.map(f64::to_bits);
        let words = [
            u64::from(number),
            index as u64,
            value.to_bits(),
            shadow.high.to_bits(),
            rounding.to_bits(),
            a,
            x,
            b,
            y,
            c,
            z,
            0,
        ];
        self.write(words);
    }

    /// The call gives a value back in that half of a word, whose shadow value is this one.
    pub(super) fn add_output(&mut self, half: u32, shadow: ShadowValue) {
        let mut words = [0; TRACE_WORDS];
        words[..2].copy_from_slice(&[TRACED_OUTPUT | u64::from(half), shadow.low.to_bits()]);
        if self.count < MOST_TRACED {
            self.write(words);
        }
    }

    fn write(&mut self, words: [u64; TRACE_WORDS]) {
        for (index, word) in words.into_iter().enumerate() {
            self.region().write_trace(TRACE_WORDS * self.count + index, word);
        }
        self.count += 1;
        self.region().set(Header::Traced, self.count as u64);
    }
}
