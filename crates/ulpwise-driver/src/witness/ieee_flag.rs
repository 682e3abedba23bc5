//! The IEEE flag by which plain code shows an exception.

use ulpwise_interp::Exception;

/// A flag of IEEE 754, clause 7.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum IeeeFlag {
    Invalid,
    DivideByZero,
    Overflow,
    Underflow,
    Inexact,
}

impl IeeeFlag {
    /// The flag that an exception raises, if it raises one.
    pub(crate) fn raised_by(exception: Exception) -> Option<IeeeFlag> {
        match exception {
            // A conversion to an integer that has no counterpart is an invalid operation.
            Exception::Invalid | Exception::IntConversion => Some(IeeeFlag::Invalid),
            Exception::DivideByZero => Some(IeeeFlag::DivideByZero),
            Exception::Overflow => Some(IeeeFlag::Overflow),
            Exception::Underflow => Some(IeeeFlag::Underflow),
            Exception::Inexact => Some(IeeeFlag::Inexact),
            Exception::Cancellation => None,
        }
    }

    /// Its bit among SSE's flags, which is also its number in C on x86-64.
    pub(crate) fn bit(self) -> u32 {
        match self {
            IeeeFlag::Invalid => 1,
            IeeeFlag::DivideByZero => 4,
            IeeeFlag::Overflow => 8,
            IeeeFlag::Underflow => 16,
            IeeeFlag::Inexact => 32,
        }
    }
}
