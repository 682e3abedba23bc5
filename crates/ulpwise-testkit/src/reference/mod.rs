//! Small formats by the book.
//!
//! Every encoding is decoded by IEEE 754-2019 clause 3.4 into an exact rational and kept in a
//! table. A result is the exact real number rounded by the definition of clause 4.3: find the two
//! representable neighbours, compare. There is no bit manipulation of significands, no guard or
//! sticky bit, no alignment.

mod arithmetic;
mod choice;
mod real;
mod rounding;

use crate::operation::{Operation, ReferenceAnswer};
use crate::ratio::Ratio;
use ulpwise_float::{Env, Flags, Float, Format, NanRule};

/// The model of one small format with an implied leading bit.
pub struct Reference {
    format: Format,
    /// Indexed by encoding.
    data: Vec<Datum>,
    /// The magnitudes of all finite data in ascending order, index = encoding without sign.
    magnitudes: Vec<Ratio>,
}

/// What an encoding means.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Datum {
    Nan { signaling: bool },
    Infinity { negative: bool },
    Number { negative: bool, magnitude: Ratio },
}

impl Datum {
    /// The exact value of a number, with its sign.
    fn value(self) -> Option<Ratio> {
        match self {
            Datum::Number { negative: true, magnitude } => Some(magnitude.negated()),
            Datum::Number { negative: false, magnitude } => Some(magnitude),
            _ => None,
        }
    }

    fn is_nan(self) -> bool {
        matches!(self, Datum::Nan { .. })
    }
}

impl Reference {
    /// The model of `format`, which has at most 16 bits.
    pub fn new(format: Format) -> Reference {
        assert!(format.width() <= 16 && !format.has_explicit_leading_bit(), "{format} is not a small format");
        let data: Vec<Datum> = (0..1u32 << format.width()).map(|bits| decode(format, bits)).collect();
        let finite = |datum: &Datum| match datum {
            Datum::Number { magnitude, .. } => Some(*magnitude),
            _ => None,
        };
        let magnitudes = data[..data.len() / 2].iter().map_while(finite).collect();
        Reference { format, data, magnitudes }
    }

    /// The format.
    pub fn format(&self) -> Format {
        self.format
    }

    /// All data of the format.
    pub fn all(&self) -> impl Iterator<Item = Float> + Clone + use<> {
        let format = self.format;
        (0..1u128 << format.width()).map(move |bits| Float::from_bits(format, bits))
    }

    /// The exact value of a datum, if it is a number.
    pub fn value(&self, float: Float) -> Option<Ratio> {
        self.datum(float).value()
    }

    /// What an operation must deliver.
    pub fn evaluate(&self, operation: Operation, operands: [Float; 3], env: Env) -> (ReferenceAnswer, Flags) {
        let operands = &operands[..operation.arity()];
        self.evaluate_choice(operation, operands, env)
            .unwrap_or_else(|| self.evaluate_arithmetic(operation, operands, env))
    }

    fn datum(&self, float: Float) -> Datum {
        assert_eq!(float.format(), self.format, "a datum of another format");
        self.data[float.to_bits() as usize]
    }

    fn encoded(&self, negative: bool, magnitude_bits: usize) -> Float {
        let sign = if negative { self.data.len() / 2 } else { 0 };
        Float::from_bits(self.format, (magnitude_bits + sign) as u128)
    }

    /// The datum of a magnitude that the format represents.
    fn representable(&self, negative: bool, magnitude: Ratio) -> Float {
        let bits = self.magnitudes.binary_search(&magnitude).expect("the magnitude is representable");
        self.encoded(negative, bits)
    }

    fn infinity(&self, negative: bool) -> Float {
        self.encoded(negative, self.magnitudes.len())
    }

    /// The NaN whose trailing significand has its first bit set only.
    fn default_nan(&self, env: Env) -> Float {
        let quiet = 1usize << (self.format.significand_bits() - 2);
        self.encoded(env.nan != NanRule::Canonical, self.magnitudes.len() + quiet)
    }

    fn invalid(&self, env: Env) -> (ReferenceAnswer, Flags) {
        (ReferenceAnswer::Float(self.default_nan(env)), Flags::INVALID)
    }

    /// The outcome if some operand is a NaN: the first such, made quiet, in the order given.
    fn propagated(&self, operands: &[Float], env: Env) -> Option<(ReferenceAnswer, Flags)> {
        let first = operands.iter().find(|&&operand| self.datum(operand).is_nan())?;
        let quiet = 1u128 << (self.format.significand_bits() - 2);
        let nan = match env.nan {
            NanRule::Canonical => self.default_nan(env),
            NanRule::X86 | NanRule::FirstOperand => Float::from_bits(self.format, first.to_bits() | quiet),
            NanRule::LargerSignificand => panic!("the model does not know the x87 rule"),
        };
        Some((ReferenceAnswer::Float(nan), Flags::INVALID.when(self.any_signaling(operands))))
    }

    fn any_signaling(&self, operands: &[Float]) -> bool {
        operands.iter().any(|&operand| self.datum(operand) == Datum::Nan { signaling: true })
    }
}

/// Clause 3.4: what an encoding means.
fn decode(format: Format, bits: u32) -> Datum {
    let trailing_bits = format.significand_bits() - 1;
    let trailing = i128::from(bits % (1 << trailing_bits));
    let exponent = i64::from((bits >> trailing_bits) % (1 << format.exponent_bits()));
    let negative = bits >> (format.width() - 1) == 1;
    let bias = (1i64 << (format.exponent_bits() - 1)) - 1;
    let fraction = Ratio::new(trailing, 1 << trailing_bits);
    if exponent == (1 << format.exponent_bits()) - 1 {
        return if trailing == 0 {
            Datum::Infinity { negative }
        } else {
            Datum::Nan { signaling: trailing < 1 << (trailing_bits - 1) }
        };
    }
    let magnitude = if exponent == 0 {
        fraction.times(Ratio::power_of_two(1 - bias))
    } else {
        fraction.plus(Ratio::integer(1)).times(Ratio::power_of_two(exponent - bias))
    };
    Datum::Number { negative, magnitude }
}
