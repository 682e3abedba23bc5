//! The five exceptions of IEEE 754-2019 clause 7 as a set.

use std::fmt;
use std::ops::{BitOr, BitOrAssign};

/// A set of IEEE exception flags raised by one operation, or accumulated over several.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Flags(u8);

impl Flags {
    /// No exception.
    pub const NONE: Flags = Flags(0);
    /// Invalid operation (clause 7.2).
    pub const INVALID: Flags = Flags(1);
    /// Division by zero: an exact infinite result from finite operands (clause 7.3).
    pub const DIVIDE_BY_ZERO: Flags = Flags(2);
    /// The rounded result exceeded the largest finite number (clause 7.4).
    pub const OVERFLOW: Flags = Flags(4);
    /// The result was tiny and inexact (clause 7.5 under default exception handling).
    pub const UNDERFLOW: Flags = Flags(8);
    /// The rounded result differs from the exact one (clause 7.6).
    pub const INEXACT: Flags = Flags(16);

    /// The set holding the flags whose bits are set in `bits`, in the order of the constants; bits
    /// above the fifth are ignored.
    pub const fn from_bits_truncate(bits: u8) -> Flags {
        Flags(bits & 31)
    }

    /// The set as bits: invalid 1, divide-by-zero 2, overflow 4, underflow 8, inexact 16.
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Whether no flag is raised.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether all flags of `other` are raised.
    pub const fn contains(self, other: Flags) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether at least one flag of `other` is raised.
    pub const fn intersects(self, other: Flags) -> bool {
        self.0 & other.0 != 0
    }

    /// The flags of both sets; usable in constants, unlike `|`.
    pub const fn union(self, other: Flags) -> Flags {
        Flags(self.0 | other.0)
    }

    /// The flags of this set that are not in `other`.
    pub const fn without(self, other: Flags) -> Flags {
        Flags(self.0 & !other.0)
    }

    /// This set when `condition` holds, the empty set otherwise.
    pub const fn when(self, condition: bool) -> Flags {
        if condition { self } else { Flags::NONE }
    }
}

impl BitOr for Flags {
    type Output = Flags;
    fn bitor(self, other: Flags) -> Flags {
        self.union(other)
    }
}

impl BitOrAssign for Flags {
    fn bitor_assign(&mut self, other: Flags) {
        *self = self.union(other);
    }
}

impl fmt::Display for Flags {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const NAMES: [(Flags, &str); 5] = [
            (Flags::INVALID, "invalid"),
            (Flags::DIVIDE_BY_ZERO, "divide-by-zero"),
            (Flags::OVERFLOW, "overflow"),
            (Flags::UNDERFLOW, "underflow"),
            (Flags::INEXACT, "inexact"),
        ];
        if self.is_empty() {
            return f.write_str("none");
        }
        let mut separator = "";
        for (flag, name) in NAMES {
            if self.contains(flag) {
                write!(f, "{separator}{name}")?;
                separator = "+";
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Flags {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Flags({self})")
    }
}
