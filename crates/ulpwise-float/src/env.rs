//! What an operation depends on besides its operands: rounding direction, when tininess is
//! detected, and which NaN comes out. Options are passed explicitly; there is no global mode.

/// Rounding-direction attributes (IEEE 754-2019 clause 4.3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord)]
pub enum Rounding {
    /// To nearest, ties to the even significand: `roundTiesToEven`, SMT-LIB `RNE`.
    #[default]
    NearestEven,
    /// To nearest, ties away from zero: `roundTiesToAway`, SMT-LIB `RNA`.
    NearestAway,
    /// `roundTowardPositive`, SMT-LIB `RTP`.
    TowardPositive,
    /// `roundTowardNegative`, SMT-LIB `RTN`.
    TowardNegative,
    /// `roundTowardZero`, SMT-LIB `RTZ`.
    TowardZero,
}

impl Rounding {
    /// All five modes, in SMT-LIB's order.
    pub const ALL: [Rounding; 5] = [
        Rounding::NearestEven,
        Rounding::NearestAway,
        Rounding::TowardPositive,
        Rounding::TowardNegative,
        Rounding::TowardZero,
    ];

    /// Whether a magnitude is rounded up, given the sign, the parity of the truncated magnitude,
    /// and what was cut off: `half` is its leading bit, `rest` whether anything below that bit was
    /// set.
    #[inline]
    pub(crate) fn rounds_up(self, negative: bool, odd: bool, half: bool, rest: bool) -> bool {
        match self {
            Rounding::NearestEven => half && (rest || odd),
            Rounding::NearestAway => half,
            Rounding::TowardPositive => !negative && (half || rest),
            Rounding::TowardNegative => negative && (half || rest),
            Rounding::TowardZero => false,
        }
    }

    /// Whether a magnitude beyond the largest finite number becomes infinity rather than that
    /// number (clause 7.4).
    pub(crate) fn overflows_to_infinity(self, negative: bool) -> bool {
        match self {
            Rounding::NearestEven | Rounding::NearestAway => true,
            Rounding::TowardPositive => !negative,
            Rounding::TowardNegative => negative,
            Rounding::TowardZero => false,
        }
    }
}

/// When a non-zero result counts as tiny (IEEE 754-2019 clause 7.5 leaves the choice to the
/// implementation).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Tininess {
    /// The result rounded as if the exponent range were unbounded lies below the smallest normal
    /// number: x86-64.
    #[default]
    AfterRounding,
    /// The exact result lies below the smallest normal number: AArch64.
    BeforeRounding,
}

/// Which NaN an operation delivers (IEEE 754-2019 clause 6.2.3 only recommends).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum NanRule {
    /// As the x86-64 processor: [`LargerSignificand`](NanRule::LargerSignificand) for the x87
    /// format, [`FirstOperand`](NanRule::FirstOperand) for all others.
    #[default]
    X86,
    /// As SSE and AVX: the first NaN operand, quieted; the default NaN has its sign bit set.
    FirstOperand,
    /// As x87: a signalling NaN yields to a quiet one; of two alike the larger significand wins,
    /// and of two equal significands the positive one. The default NaN has its sign bit set.
    LargerSignificand,
    /// Always the positive NaN that has only its quiet bit set: one NaN, as in SMT-LIB and RISC-V.
    Canonical,
}

/// The environment of an operation. A bare [`Rounding`] converts into one with the other choices at
/// default.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Env {
    /// Rounding direction.
    pub rounding: Rounding,
    /// When a result counts as tiny.
    pub tininess: Tininess,
    /// Which NaN comes out.
    pub nan: NanRule,
}

impl Env {
    /// This environment with another rounding direction.
    pub const fn with_rounding(self, rounding: Rounding) -> Env {
        Env { rounding, ..self }
    }

    /// This environment with another rule for tininess.
    pub const fn with_tininess(self, tininess: Tininess) -> Env {
        Env { tininess, ..self }
    }

    /// This environment with another rule for NaN results.
    pub const fn with_nan(self, nan: NanRule) -> Env {
        Env { nan, ..self }
    }
}

impl From<Rounding> for Env {
    fn from(rounding: Rounding) -> Env {
        Env { rounding, ..Env::default() }
    }
}
