//! The inputs that a search may try: words that stay, and variables with their ranges.

use std::fmt;
use std::sync::Arc;
use ulpwise_float::order::{canonical_nan, from_ordinal, infinity, is_nan, mask, ordinal};
use ulpwise_float::{Env, Float, Format, Rounding};

/// What a variable is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VariableKind {
    /// A float of at most 64 bits.
    Float(Format),
    /// An integer of at most 64 bits.
    Int {
        /// How many bits.
        bits: u32,
        /// Whether the highest one is the sign.
        signed: bool,
    },
}

impl VariableKind {
    /// How many bits it takes in its word.
    pub fn bits(self) -> u32 {
        match self {
            Self::Float(format) => format.width(),
            Self::Int { bits, .. } => bits,
        }
    }

    /// The ordinal of a value: its position in the order of its kind. A NaN has none.
    pub fn ordinal(self, value: u64) -> Option<i128> {
        match self {
            Self::Float(format) => {
                let bits = u128::from(value);
                (!is_nan(format, bits)).then(|| ordinal(format, bits))
            }
            Self::Int { bits, signed: true } => {
                let unused = 64 - bits;
                Some(i128::from((value << unused).cast_signed() >> unused))
            }
            Self::Int { signed: false, .. } => Some(i128::from(value)),
        }
    }

    /// The value with this ordinal.
    pub fn value_at(self, ordinal: i128) -> u64 {
        match self {
            Self::Float(format) => from_ordinal(format, ordinal) as u64,
            Self::Int { bits, .. } => (ordinal as u128 & mask(bits)) as u64,
        }
    }

    /// The first and the last ordinal.
    pub fn ends(self) -> (i128, i128) {
        match self {
            Self::Float(format) => {
                let largest = infinity(format) as i128;
                (-largest - 1, largest)
            }
            Self::Int { bits, signed: true } => (-(1 << (bits - 1)), (1 << (bits - 1)) - 1),
            Self::Int { bits, signed: false } => (0, (1 << bits) - 1),
        }
    }

    /// The number that a value is; `None` for formats other than those of C's `float` and `double`.
    pub(super) fn number(self, value: u64) -> Option<f64> {
        match self {
            Self::Float(Format::F64) => Some(f64::from_bits(value)),
            Self::Float(Format::F32) => Some(f32::from_bits(value as u32).into()),
            Self::Float(_) => None,
            Self::Int { .. } => self.ordinal(value).map(|ordinal| ordinal as f64),
        }
    }

    /// The value nearest to a number.
    pub fn nearest(self, number: f64) -> u64 {
        match self {
            Self::Float(Format::F64) => number.to_bits(),
            Self::Float(Format::F32) => u64::from((number as f32).to_bits()),
            Self::Float(format) => {
                Float::from_f64(number).convert(format, Env::from(Rounding::NearestEven)).0.to_bits() as u64
            }
            Self::Int { .. } => {
                let (low, high) = self.ends();
                self.value_at((number as i128).clamp(low, high))
            }
        }
    }
}

/// Which values of its kind a variable may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VariableRange {
    /// The first ordinal ([`VariableKind::ordinal`]).
    pub low: i128,
    /// The last ordinal.
    pub high: i128,
    /// Whether a NaN is one of them.
    pub nan: bool,
}

impl VariableRange {
    /// Everything.
    pub fn all(kind: VariableKind) -> Self {
        let (low, high) = kind.ends();
        Self { low, high, nan: matches!(kind, VariableKind::Float(_)) }
    }

    /// All numbers, without infinities and NaN.
    pub fn finite(kind: VariableKind) -> Self {
        let (low, high) = kind.ends();
        match kind {
            VariableKind::Float(_) => Self { low: low + 1, high: high - 1, nan: false },
            VariableKind::Int { .. } => Self { low, high, nan: false },
        }
    }

    /// All numbers from one ordinal to another. A zero is as large as the other one, so that both
    /// are among them if one is an end.
    pub fn between(kind: VariableKind, low: i128, high: i128) -> Self {
        let (above, below) = (0, -1);
        match kind {
            VariableKind::Float(_) if low == above => Self { low: below, high, nan: false },
            VariableKind::Float(_) if high == below => Self { low, high: above, nan: false },
            _ => Self { low, high, nan: false },
        }
    }

    /// How many values there are.
    pub fn count(&self) -> u128 {
        self.low.abs_diff(self.high) + 1 + u128::from(self.nan)
    }

    /// Whether a value is one of them.
    pub fn admits(&self, kind: VariableKind, value: u64) -> bool {
        kind.ordinal(value).map_or(self.nan, |ordinal| (self.low..=self.high).contains(&ordinal))
    }
}

/// A part of the input that is varied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InputVariable {
    /// The word that it lies in.
    pub word: usize,
    /// Its lowest bit there.
    pub shift: u32,
    /// What it is.
    pub kind: VariableKind,
    /// Which values it may have.
    pub range: VariableRange,
}

impl InputVariable {
    /// A value that the range admits: this one, or the nearest.
    pub fn admitted(&self, value: u64) -> u64 {
        match self.kind.ordinal(value) {
            None if self.range.nan => value,
            None => self.kind.value_at(self.range.low.max(0).min(self.range.high)),
            Some(ordinal) => self.kind.value_at(ordinal.clamp(self.range.low, self.range.high)),
        }
    }
}

/// Which inputs a caller assumes, given as the words of a call.
pub type Assumption = Arc<dyn Fn(&[u64]) -> bool + Send + Sync>;

/// The inputs of a function.
#[derive(Clone)]
pub struct Space {
    /// The words of a call; those of variables do not matter.
    pub template: Vec<u64>,
    /// What is varied.
    pub variables: Vec<InputVariable>,
    /// Which of the inputs in range are meant, if not all.
    pub assumption: Option<Assumption>,
}

impl fmt::Debug for Space {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { template, variables, assumption } = self;
        f.debug_struct("Space")
            .field("template", template)
            .field("variables", variables)
            .field("assumption", &assumption.is_some())
            .finish()
    }
}

impl Space {
    /// Adds the words of the call with these values to a list of calls; `false`, and nothing is
    /// added, if the assumption excludes it.
    pub fn push(&self, values: &[u64], words: &mut Vec<u64>) -> bool {
        let start = words.len();
        words.extend_from_slice(&self.template);
        for (variable, &value) in self.variables.iter().zip(values) {
            let field = mask(variable.kind.bits()) as u64;
            let word = &mut words[start + variable.word];
            *word = *word & !(field << variable.shift) | (value & field) << variable.shift;
        }
        let meant = self.assumption.as_ref().is_none_or(|assumption| assumption(&words[start..]));
        if !meant {
            words.truncate(start);
        }
        meant
    }

    /// The values of the variables in the words of a call.
    pub fn values(&self, words: &[u64]) -> Vec<u64> {
        let value = |variable: &InputVariable| {
            words[variable.word] >> variable.shift & mask(variable.kind.bits()) as u64
        };
        self.variables.iter().map(value).collect()
    }

    /// How many inputs there are, unless an assumption excludes some; `None` if they are more than
    /// 2^127.
    pub fn count(&self) -> Option<u128> {
        self.variables.iter().try_fold(1_u128, |count, variable| count.checked_mul(variable.range.count()))
    }
}

/// The one NaN that is tried.
pub(super) fn nan_of(kind: VariableKind) -> Option<u64> {
    match kind {
        VariableKind::Float(format) => Some(canonical_nan(format) as u64),
        VariableKind::Int { .. } => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BYTE: VariableKind = VariableKind::Int { bits: 8, signed: true };
    const DOUBLE: VariableKind = VariableKind::Float(Format::F64);

    #[test]
    fn ordinals_and_values_belong_together() {
        for ordinal in -128..=127 {
            assert_eq!(BYTE.ordinal(BYTE.value_at(ordinal)), Some(ordinal));
        }
        assert_eq!(BYTE.value_at(-1), 255);
        assert_eq!(DOUBLE.ordinal(f64::NAN.to_bits()), None);
        assert_eq!(DOUBLE.value_at(-1), (-0f64).to_bits());
        assert_eq!(DOUBLE.nearest(1.5), 1.5f64.to_bits());
        assert_eq!(BYTE.nearest(1e9), 127);
    }

    #[test]
    fn a_zero_brings_the_other() {
        let ordinal = |number: f64| DOUBLE.ordinal(number.to_bits()).unwrap();
        let range = |low: f64, high: f64| VariableRange::between(DOUBLE, ordinal(low), ordinal(high));
        let admits = |range: VariableRange, number: f64| range.admits(DOUBLE, number.to_bits());
        assert!(admits(range(0.0, 1.0), -0.0) && !admits(range(0.0, 1.0), -5e-324));
        assert!(admits(range(-1.0, -0.0), 0.0) && !admits(range(-1.0, -0.0), 5e-324));
        assert_eq!(VariableRange::between(BYTE, 0, 3).count(), 4);
    }

    #[test]
    fn ranges_are_kept_and_variables_share_words() {
        let half = VariableKind::Float(Format::F32);
        let ordinal = |number: f32| half.ordinal(number.to_bits().into()).unwrap();
        let range = VariableRange { low: ordinal(1.0), high: ordinal(2.0), nan: false };
        let variable = InputVariable { word: 1, shift: 32, kind: half, range };
        assert_eq!(variable.admitted(3f32.to_bits().into()), u64::from(2f32.to_bits()));
        assert_eq!(variable.admitted(f32::NAN.to_bits().into()), u64::from(1f32.to_bits()));
        assert_eq!(range.count(), (1 << 23) + 1);
        let odd: Assumption = Arc::new(|words| words[1] & 1 == 1);
        let space = Space { template: vec![7, 5], variables: vec![variable], assumption: Some(odd) };
        let mut words = Vec::new();
        assert!(space.push(&[1f32.to_bits().into()], &mut words));
        assert_eq!(words, [7, u64::from(1f32.to_bits()) << 32 | 5]);
        assert_eq!(space.values(&words), [u64::from(1f32.to_bits())]);
        let even = Space { template: vec![7, 4], ..space };
        assert!(!even.push(&[0], &mut words) && words.len() == 2);
    }
}
