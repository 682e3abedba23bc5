//! The value type: an encoding together with its format.

use crate::flags::Flags;
use crate::format::Format;
use crate::magnitude::{Bits, Magnitude};

/// A floating-point datum: an encoding in some [`Format`].
///
/// Equality, hashing and the derived traits are those of the *encoding* (two NaNs with the same
/// bits are equal, the two zeros are not); the comparisons of IEEE 754 are methods. It is `Copy`
/// and never allocates.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Float {
    bits: Bits,
    format: Format,
}

/// What kind of datum an encoding stands for, the sign aside (IEEE 754-2019 clause 5.7.2, `class`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Class {
    /// Plus or minus zero.
    Zero,
    /// Non-zero and below the smallest normal number; an x87 pseudo-denormal (biased exponent 0
    /// with the leading bit set) belongs here as it does for the processor, though its value is
    /// that of a normal number.
    Subnormal,
    /// A finite number of full precision.
    Normal,
    /// Plus or minus infinity.
    Infinity,
    /// A NaN that propagates silently.
    QuietNan,
    /// A NaN that raises [`Flags::INVALID`] when it is operated upon.
    SignalingNan,
    /// An x87 encoding that the processor rejects as an operand: unnormal, pseudo-infinity or
    /// pseudo-NaN.
    Unsupported,
}

impl Float {
    /// The datum of `format` encoded by the low bits of `bits`.
    ///
    /// # Panics
    /// If the format is wider than 128 bits, or a bit beyond its width is set.
    #[inline]
    pub fn from_bits(format: Format, bits: u128) -> Float {
        let width = format.width();
        assert!(width <= 128, "{format} is wider than 128 bits");
        assert!(width == 128 || bits >> width == 0, "bits beyond the width of {format}");
        Float { bits: Bits::from_u128(bits), format }
    }

    /// The encoding as an integer.
    ///
    /// # Panics
    /// If the format is wider than 128 bits.
    #[inline]
    pub fn to_bits(self) -> u128 {
        assert!(self.format.width() <= 128, "{} is wider than 128 bits", self.format);
        self.bits.low_u128()
    }

    /// The datum encoded by little-endian 64-bit limbs; missing high limbs count as zero.
    ///
    /// # Panics
    /// If a bit beyond the width of the format is set.
    pub fn from_limbs(format: Format, limbs: &[u64]) -> Float {
        let mut array = [0; 5];
        let common = limbs.len().min(5);
        array[..common].copy_from_slice(&limbs[..common]);
        let bits = Bits::from_limbs(array);
        let fits = bits.bit_length() <= format.width() && limbs[common..].iter().all(|&limb| limb == 0);
        assert!(fits, "bits beyond the width of {format}");
        Float { bits, format }
    }

    /// The encoding as little-endian 64-bit limbs, zero above the width.
    pub fn limbs(&self) -> &[u64; 5] {
        self.bits.limbs()
    }

    /// The binary64 datum with the bits of a host float (a NaN keeps its payload).
    pub fn from_f64(value: f64) -> Float {
        Float::from_bits(Format::F64, u128::from(value.to_bits()))
    }

    /// The binary32 datum with the bits of a host float (a NaN keeps its payload).
    pub fn from_f32(value: f32) -> Float {
        Float::from_bits(Format::F32, u128::from(value.to_bits()))
    }

    /// The host float with the same bits.
    ///
    /// # Panics
    /// If the format is not [`Format::F64`]; convert first.
    pub fn to_f64(self) -> f64 {
        assert_eq!(self.format, Format::F64, "not a binary64 datum");
        f64::from_bits(self.bits.low_u128() as u64)
    }

    /// The host float with the same bits.
    ///
    /// # Panics
    /// If the format is not [`Format::F32`]; convert first.
    pub fn to_f32(self) -> f32 {
        assert_eq!(self.format, Format::F32, "not a binary32 datum");
        f32::from_bits(self.bits.low_u128() as u32)
    }

    /// The format.
    #[inline]
    pub fn format(self) -> Format {
        self.format
    }

    #[inline]
    pub(crate) fn new(format: Format, bits: Bits) -> Float {
        debug_assert!(bits.bit_length() <= format.width());
        Float { bits, format }
    }

    #[inline]
    pub(crate) fn bits(&self) -> &Bits {
        &self.bits
    }

    /// Zero with the given sign.
    pub fn zero(format: Format, negative: bool) -> Float {
        Float::new(format, Bits::ZERO).with_sign(negative)
    }

    /// One with the given sign.
    pub fn one(format: Format, negative: bool) -> Float {
        Float::normal_power(format, 0).with_sign(negative)
    }

    /// The power of two 2^`exponent`, which is a normal number of the format.
    pub(crate) fn normal_power(format: Format, exponent: i64) -> Float {
        let field = Bits::from_u64((exponent + format.bias()) as u64);
        let bits = field.shl(format.stored_significand_bits());
        let leading = format.significand_bits() - 1;
        Float::new(format, if format.has_explicit_leading_bit() { bits.with_bit(leading) } else { bits })
    }

    /// Infinity with the given sign.
    pub fn infinity(format: Format, negative: bool) -> Float {
        // One past the largest normal exponent: the special exponent field with an empty trailing
        // significand.
        Float::normal_power(format, format.max_exponent() + 1).with_sign(negative)
    }

    /// The largest finite number, with the given sign.
    pub fn max_finite(format: Format, negative: bool) -> Float {
        let stored = format.stored_significand_bits();
        let field = Bits::from_u64(format.special_exponent_field() - 1);
        let ones = Bits::ONE.shl(stored).sub(Bits::ONE);
        Float::new(format, field.shl(stored).add(ones)).with_sign(negative)
    }

    /// The normal number of least magnitude, with the given sign.
    pub fn min_normal(format: Format, negative: bool) -> Float {
        Float::normal_power(format, format.min_exponent()).with_sign(negative)
    }

    /// The subnormal number of least magnitude, with the given sign.
    pub fn min_subnormal(format: Format, negative: bool) -> Float {
        Float::new(format, Bits::ONE).with_sign(negative)
    }

    /// The NaN with only the quiet bit set in its trailing significand, and the given sign.
    pub fn quiet_nan(format: Format, negative: bool) -> Float {
        let infinity = Float::infinity(format, negative);
        Float::new(format, infinity.bits.with_bit(format.quiet_bit()))
    }

    /// Whether the sign bit is set, for every kind of datum (`isSignMinus`).
    #[inline]
    pub fn is_sign_negative(self) -> bool {
        self.bits.bit(self.format.width() - 1)
    }

    /// The biased exponent as stored.
    #[inline]
    pub fn exponent_field(self) -> u32 {
        let shifted = self.bits.shr(self.format.stored_significand_bits());
        (shifted.low_u64() & self.format.special_exponent_field()) as u32
    }

    /// The stored significand: all of an encoding below the exponent.
    pub(crate) fn significand_field(self) -> Bits {
        self.bits.low_bits(self.format.stored_significand_bits())
    }

    /// The kind of datum.
    #[inline]
    pub fn class(self) -> Class {
        at_single_width!(self.format, crate::unpack::class_of, &self)
    }

    /// Whether this is a NaN, quiet or signalling. An unsupported x87 encoding is none, though
    /// operations on it deliver one.
    pub fn is_nan(self) -> bool {
        matches!(self.class(), Class::QuietNan | Class::SignalingNan)
    }

    /// Whether this is a signalling NaN.
    pub fn is_signaling_nan(self) -> bool {
        self.class() == Class::SignalingNan
    }

    /// Whether this is an infinity.
    pub fn is_infinite(self) -> bool {
        self.class() == Class::Infinity
    }

    /// Whether this is zero, subnormal or normal.
    pub fn is_finite(self) -> bool {
        matches!(self.class(), Class::Zero | Class::Subnormal | Class::Normal)
    }

    /// Whether this is a zero of either sign.
    pub fn is_zero(self) -> bool {
        self.class() == Class::Zero
    }

    /// Whether this is a normal number.
    pub fn is_normal(self) -> bool {
        self.class() == Class::Normal
    }

    /// Whether this is subnormal: finite, not zero, and tiny.
    pub fn is_subnormal(self) -> bool {
        self.class() == Class::Subnormal
    }

    /// The same datum with the sign bit as given; touches nothing else and raises no flag (clause
    /// 5.5.1).
    pub fn with_sign(self, negative: bool) -> Float {
        let top = self.format.width() - 1;
        let bits = if negative { self.bits.with_bit(top) } else { self.bits.without_bit(top) };
        Float { bits, format: self.format }
    }

    /// The sign inverted, of NaNs too (`negate`, clause 5.5.1).
    pub fn negate(self) -> Float {
        self.with_sign(!self.is_sign_negative())
    }

    /// The sign cleared, of NaNs too (`abs`, clause 5.5.1).
    pub fn abs(self) -> Float {
        self.with_sign(false)
    }

    /// This datum with the sign of `sign`, whose format may differ (`copySign`, clause 5.5.1).
    pub fn copy_sign(self, sign: Float) -> Float {
        self.with_sign(sign.is_sign_negative())
    }
}

/// What every operation returns: the datum delivered and the exceptions raised.
pub type Outcome = (Float, Flags);

/// The sizes of format, by the widths in which they are computed (see `magnitude`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Size {
    Small,
    Medium,
    Large,
}

impl Format {
    /// The narrowest widths that hold p + 4 bits and an encoding, and 2p + 4 bits.
    #[inline]
    pub(crate) fn size(self) -> Size {
        let (width, precision) = (self.width(), self.significand_bits());
        if width <= 64 && precision <= 60 {
            Size::Small
        } else if width <= 128 && precision <= 124 {
            Size::Medium
        } else {
            Size::Large
        }
    }
}

/// Calls a function generic over [`Significand`](crate::magnitude::Significand) at the single width
/// for a format.
macro_rules! at_single_width {
    ($format:expr, $function:path, $($argument:expr),* $(,)?) => {{
        use $function as function;
        match $format.size() {
            $crate::value::Size::Small => function::<u64>($($argument),*),
            $crate::value::Size::Medium => function::<u128>($($argument),*),
            $crate::value::Size::Large => function::<$crate::uint::Uint<5>>($($argument),*),
        }
    }};
}

/// The same for the busiest operations, whose function also takes the format. For f64 and f32 that
/// is a constant, which makes every shift one by a fixed amount; all other formats share one
/// function that is not inlined.
macro_rules! at_hot_width {
    ($format:expr, $function:ident, $others:ident, $($argument:expr),* $(,)?) => {
        match $format {
            Format::F64 => $function::<u64>(Format::F64, $($argument),*),
            Format::F32 => $function::<u64>(Format::F32, $($argument),*),
            other => $others(other, $($argument),*),
        }
    };
}

/// Calls a function generic over [`Magnitude`] at the double width for a format.
macro_rules! at_double_width {
    ($format:expr, $function:path, $($argument:expr),* $(,)?) => {{
        use $function as function;
        match $format.size() {
            $crate::value::Size::Small => function::<u128>($($argument),*),
            $crate::value::Size::Medium => function::<$crate::uint::Uint<4>>($($argument),*),
            $crate::value::Size::Large => function::<$crate::uint::Uint<9>>($($argument),*),
        }
    }};
}
pub(crate) use {at_double_width, at_hot_width, at_single_width};
