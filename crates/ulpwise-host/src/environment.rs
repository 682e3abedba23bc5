//! The rounding modes and exception flags of the hardware, numbered as MXCSR and the x87 words
//! number them.

use std::fmt;
use std::ops::{BitAnd, BitOr, BitOrAssign};

/// A rounding direction of the hardware; the discriminant is the two-bit RC field of MXCSR and of
/// the x87 control word. Round-to-nearest-ties-away does not exist in hardware and therefore not
/// here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
#[repr(u8)]
pub enum RoundingMode {
    /// To the nearest value, ties to the even significand: the default environment.
    #[default]
    NearestEven = 0,
    /// Towards negative infinity.
    TowardNegative = 1,
    /// Towards positive infinity.
    TowardPositive = 2,
    /// Towards zero.
    TowardZero = 3,
}

impl RoundingMode {
    /// All four modes, in the order of their encodings.
    pub const ALL: [Self; 4] =
        [Self::NearestEven, Self::TowardNegative, Self::TowardPositive, Self::TowardZero];

    /// The stable id.
    pub const fn id(self) -> &'static str {
        match self {
            Self::NearestEven => "nearest",
            Self::TowardNegative => "down",
            Self::TowardPositive => "up",
            Self::TowardZero => "zero",
        }
    }

    /// The mode with an id.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mode| mode.id() == id)
    }
}

/// A set of exception flags, with the bit positions of MXCSR and the x87 status word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Flags(u8);

impl Flags {
    /// No flag.
    pub const NONE: Self = Self(0);
    /// An operand is invalid for the operation, or is a signalling NaN.
    pub const INVALID: Self = Self(1);
    /// An operand is subnormal (x86 only; IEEE 754 has no such flag).
    pub const DENORMAL: Self = Self(2);
    /// An exact infinite result from finite operands.
    pub const DIVIDE_BY_ZERO: Self = Self(4);
    /// The rounded result exceeds the largest finite number.
    pub const OVERFLOW: Self = Self(8);
    /// The result is tiny after rounding, and inexact.
    pub const UNDERFLOW: Self = Self(16);
    /// The result is not exact.
    pub const INEXACT: Self = Self(32);
    /// All six flags of the hardware.
    pub const ALL: Self = Self(63);
    /// The five flags of IEEE 754: all but [`Flags::DENORMAL`].
    pub const IEEE: Self = Self(61);

    /// The flags in the low six bits; others are ignored.
    #[inline(always)]
    pub const fn from_bits(bits: u32) -> Self {
        Self((bits & 63) as u8)
    }

    /// The flags as bits, positioned as in MXCSR.
    #[inline(always)]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Whether no flag is set.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether every flag of `other` is set.
    #[inline(always)]
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether some flag of `other` is set.
    #[inline(always)]
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The flags of either set.
    #[inline(always)]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The flags that are not in `other`.
    #[inline(always)]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl BitOr for Flags {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        self.union(other)
    }
}

impl BitOrAssign for Flags {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        *self = self.union(other);
    }
}

impl BitAnd for Flags {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl fmt::Debug for Flags {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        const NAMES: [(Flags, &str); 6] = [
            (Flags::INVALID, "invalid"),
            (Flags::DENORMAL, "denormal"),
            (Flags::DIVIDE_BY_ZERO, "divide-by-zero"),
            (Flags::OVERFLOW, "overflow"),
            (Flags::UNDERFLOW, "underflow"),
            (Flags::INEXACT, "inexact"),
        ];
        formatter.write_str("Flags{")?;
        let set = NAMES.iter().filter(|(flag, _)| self.contains(*flag));
        for (index, (_, name)) in set.enumerate() {
            formatter.write_str(if index == 0 { "" } else { " " })?;
            formatter.write_str(name)?;
        }
        formatter.write_str("}")
    }
}
