//! What an operation computed, whichever arithmetic did it.

use ulpwise_float::{Flags, Float};

/// A result and the flags it raised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Computed {
    /// The bits of the result.
    pub bits: u128,
    /// The flags of this operation alone.
    pub flags: Flags,
}

impl From<(Float, Flags)> for Computed {
    fn from((value, flags): (Float, Flags)) -> Self {
        Self { bits: value.to_bits(), flags }
    }
}

impl From<(f64, ulpwise_host::Flags)> for Computed {
    fn from((value, flags): (f64, ulpwise_host::Flags)) -> Self {
        Self { bits: value.to_bits().into(), flags: flags.to_exact() }
    }
}

impl From<(f32, ulpwise_host::Flags)> for Computed {
    fn from((value, flags): (f32, ulpwise_host::Flags)) -> Self {
        Self { bits: value.to_bits().into(), flags: flags.to_exact() }
    }
}

impl From<(u128, ulpwise_host::Flags)> for Computed {
    fn from((bits, flags): (u128, ulpwise_host::Flags)) -> Self {
        Self { bits, flags: flags.to_exact() }
    }
}
