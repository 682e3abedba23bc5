//! How a program is run: plain data.

use crate::search::{VariableKind, VariableRange};
use std::path::PathBuf;
use std::time::Duration;
use ulpwise_llvm::{Instrumentation, Optimisation};

/// How a program is run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineOptions {
    /// What calls report.
    pub instrumentation: Instrumentation,
    /// How the code comes from the program.
    pub optimisation: Optimisation,
    /// Functions without parameters that are called once, before the first call; what they set,
    /// every call finds.
    pub setup: Vec<String>,
    /// Libraries (`.so`, `.a`) and object files that the program needs.
    pub links: Vec<PathBuf>,
    /// How much CPU time a call may take, in steps of some milliseconds.
    pub call_limit: Duration,
    /// How many bytes of memory the program may hold, as far as the child may hold as much.
    pub memory_limit: u64,
}

impl Default for EngineOptions {
    fn default() -> Self {
        Self {
            instrumentation: Instrumentation::Exceptions,
            optimisation: Optimisation::Unoptimised,
            setup: Vec::new(),
            links: Vec::new(),
            call_limit: Duration::from_secs(1),
            memory_limit: 1 << 30,
        }
    }
}

/// A word of input that runs through all of its values as a counter goes up. The words of an input
/// are the digits of the counter, the first word the lowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counted {
    /// The first value: a number, or the ordinal of a float.
    pub first: i64,
    /// How many values there are.
    pub count: u64,
    /// The sign bit of a float that is counted by its ordinal; 0 where the bits themselves are
    /// counted.
    pub sign_bit: u64,
}

impl Counted {
    /// The numbers from `first` on, 2^bits of them.
    pub const fn bits(first: u64, bits: u32) -> Self {
        Self { first: first.cast_signed(), count: 1 << bits, sign_bit: 0 }
    }

    /// A word that does not change.
    pub const fn fixed(word: u64) -> Self {
        Self::bits(word, 0)
    }

    /// The values of a range, NaN left out unless the range is all there is; `None` when they are
    /// too many.
    pub fn range(kind: VariableKind, range: VariableRange) -> Option<Self> {
        let sign_bit = match kind {
            VariableKind::Float(format) => 1 << (format.width() - 1),
            VariableKind::Int { .. } => 0,
        };
        if range == VariableRange::all(kind) && kind.bits() < 64 {
            return Some(Self::bits(0, kind.bits()));
        }
        let count = u64::try_from(range.low.abs_diff(range.high) + 1).ok()?;
        Some(Self { first: i64::try_from(range.low).ok()?, count, sign_bit })
    }

    /// The word at a position of the count, from 0 on.
    #[inline]
    pub fn word(self, number: u64) -> u64 {
        let ordinal = self.first.wrapping_add_unsigned(number);
        if ordinal < 0 && self.sign_bit != 0 {
            self.sign_bit | !ordinal.cast_unsigned()
        } else {
            ordinal.cast_unsigned()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ulpwise_float::Format;

    #[test]
    fn floats_are_counted_in_their_order_through_zero() {
        let kind = VariableKind::Float(Format::F32);
        let ordinal = |number: f32| kind.ordinal(number.to_bits().into()).unwrap();
        let range =
            VariableRange { low: ordinal(-f32::from_bits(2)), high: ordinal(f32::from_bits(1)), nan: false };
        let counted = Counted::range(kind, range).unwrap();
        let words: Vec<u64> = (0..counted.count).map(|number| counted.word(number)).collect();
        assert_eq!(words, [0x8000_0002, 0x8000_0001, 0x8000_0000, 0, 1]);
        let all = Counted::range(kind, VariableRange::all(kind)).unwrap();
        assert_eq!((all.count, all.word(0x7fc0_0001)), (1 << 32, 0x7fc0_0001), "NaNs included");
        let double = VariableKind::Float(Format::F64);
        assert_eq!(
            Counted::range(double, VariableRange::all(double)).map(|all| all.count > 1 << 32),
            Some(true)
        );
    }
}
