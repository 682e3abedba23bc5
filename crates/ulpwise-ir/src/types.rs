//! The types of values: scalars only.
//!
//! Vectors and aggregates do not exist here; lowering takes them apart into their scalars.

use std::fmt;
use ulpwise_float::Format;

/// A floating-point format that programs can name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum FloatFormat {
    /// IEEE binary16 (`_Float16`).
    F16,
    /// The upper half of a binary32 (`__bf16`).
    BF16,
    /// IEEE binary32 (`float`).
    F32,
    /// IEEE binary64 (`double`).
    F64,
    /// The x87's 80 bits with an explicit leading bit (`long double` on x86-64).
    X87,
    /// IEEE binary128 (`__float128`).
    F128,
}

impl FloatFormat {
    /// All formats, narrowest first.
    pub const ALL: [Self; 6] = [Self::F16, Self::BF16, Self::F32, Self::F64, Self::X87, Self::F128];

    /// How many bits a value has in a register.
    pub const fn bits(self) -> u8 {
        match self {
            Self::F16 | Self::BF16 => 16,
            Self::F32 => 32,
            Self::F64 => 64,
            Self::X87 => 80,
            Self::F128 => 128,
        }
    }

    /// The exact arithmetic's name of the format.
    pub const fn exact_format(self) -> Format {
        match self {
            Self::F16 => Format::F16,
            Self::BF16 => Format::BF16,
            Self::F32 => Format::F32,
            Self::F64 => Format::F64,
            Self::X87 => Format::X87,
            Self::F128 => Format::F128,
        }
    }

    /// The name in the text form, which is also the name of the type.
    pub const fn name(self) -> &'static str {
        match self {
            Self::F16 => "f16",
            Self::BF16 => "bf16",
            Self::F32 => "f32",
            Self::F64 => "f64",
            Self::X87 => "x87",
            Self::F128 => "f128",
        }
    }

    /// The format of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }
}

/// The type of a scalar value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Type {
    /// An integer of 1 to 128 bits; signedness belongs to the operation.
    Int(u8),
    /// A floating-point number.
    Float(FloatFormat),
    /// An address, 64 bits.
    Pointer,
}

impl Type {
    /// The widest integer there is.
    pub const MAX_INT_BITS: u8 = 128;

    /// A truth value.
    pub const BOOL: Self = Self::Int(1);

    /// How many bits a value has.
    pub const fn bits(self) -> u8 {
        match self {
            Self::Int(bits) => bits,
            Self::Float(format) => format.bits(),
            Self::Pointer => 64,
        }
    }

    /// Whether a value needs two slots, the low 64 bits in the first.
    pub const fn is_wide(self) -> bool {
        self.bits() > 64
    }

    /// How many slots a value needs.
    pub const fn slots(self) -> usize {
        if self.is_wide() { 2 } else { 1 }
    }

    /// How many bytes a load or store of this type touches. An x87 value writes 10 bytes, whatever
    /// the size of the place it is stored to.
    pub const fn store_bytes(self) -> usize {
        (self.bits() as usize).div_ceil(8)
    }

    /// The type of that name, as `Display` prints it.
    pub fn from_name(name: &str) -> Option<Self> {
        if name == "ptr" {
            return Some(Self::Pointer);
        }
        let Some(digits) = name.strip_prefix('i') else {
            return FloatFormat::from_name(name).map(Self::Float);
        };
        // Only the canonical spelling: no sign, no leading zero.
        let bits: u8 = digits.parse().ok()?;
        let canonical = digits.as_bytes()[0] != b'+' && digits.as_bytes()[0] != b'0';
        (canonical && bits <= Self::MAX_INT_BITS).then_some(Self::Int(bits))
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Int(bits) => write!(f, "i{bits}"),
            Self::Float(format) => f.write_str(format.name()),
            Self::Pointer => f.write_str("ptr"),
        }
    }
}
