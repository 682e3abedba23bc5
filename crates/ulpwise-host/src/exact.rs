//! The names that `ulpwise-float` has for the hardware's modes, flags and formats: the one map
//! between both.

use crate::environment::{Flags, RoundingMode};
use crate::libm::Type;
use ulpwise_float::{Format, Rounding};

impl RoundingMode {
    /// The hardware's name of a rounding mode; it does not know ties away from zero.
    pub const fn from_exact(rounding: Rounding) -> Option<RoundingMode> {
        match rounding {
            Rounding::NearestEven => Some(RoundingMode::NearestEven),
            Rounding::TowardPositive => Some(RoundingMode::TowardPositive),
            Rounding::TowardNegative => Some(RoundingMode::TowardNegative),
            Rounding::TowardZero => Some(RoundingMode::TowardZero),
            Rounding::NearestAway => None,
        }
    }

    /// The exact arithmetic's name of the mode.
    pub const fn to_exact(self) -> Rounding {
        match self {
            RoundingMode::NearestEven => Rounding::NearestEven,
            RoundingMode::TowardPositive => Rounding::TowardPositive,
            RoundingMode::TowardNegative => Rounding::TowardNegative,
            RoundingMode::TowardZero => Rounding::TowardZero,
        }
    }
}

impl Flags {
    /// The IEEE flags among the hardware's; that an operand was subnormal is none of them.
    pub fn to_exact(self) -> ulpwise_float::Flags {
        [
            (Flags::INVALID, ulpwise_float::Flags::INVALID),
            (Flags::DIVIDE_BY_ZERO, ulpwise_float::Flags::DIVIDE_BY_ZERO),
            (Flags::OVERFLOW, ulpwise_float::Flags::OVERFLOW),
            (Flags::UNDERFLOW, ulpwise_float::Flags::UNDERFLOW),
            (Flags::INEXACT, ulpwise_float::Flags::INEXACT),
        ]
        .into_iter()
        .filter(|&(host, _)| self.contains(host))
        .fold(ulpwise_float::Flags::NONE, |set, (_, flag)| set.union(flag))
    }
}

impl Type {
    /// The exact arithmetic's name of a floating-point type.
    pub const fn exact_format(self) -> Option<Format> {
        match self {
            Type::F64 => Some(Format::F64),
            Type::F32 => Some(Format::F32),
            Type::X87 => Some(Format::X87),
            Type::Int | Type::Long => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modes_lead_there_and_back() {
        for mode in RoundingMode::ALL {
            assert_eq!(RoundingMode::from_exact(mode.to_exact()), Some(mode));
        }
        assert_eq!(RoundingMode::from_exact(Rounding::NearestAway), None);
        assert_eq!(Flags::ALL.to_exact(), Flags::IEEE.to_exact());
    }
}
