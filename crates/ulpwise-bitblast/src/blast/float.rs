//! Floating-point operators.

use super::{Blaster, Encoded, Owner};
use crate::aig::Lit;
use crate::bits;
use crate::float::{self, FloatBits, Guessed, Mode, Quotient};
use ulpwise_expr::Op;
use ulpwise_float::{Float, Format, Rational, Rounding};

/// The application of an operator; `None` if there is no circuit for it.
pub(super) fn apply(blaster: &mut Blaster, op: Op, children: &[Encoded]) -> Option<Encoded> {
    Some(match (op, children) {
        (Op::FpFromBits(format), [encoding]) => {
            Encoded::float(FloatBits::from_encoding(&mut blaster.aig, format, encoding.as_bits()))
        }
        (_, [Encoded::Float(x)]) => return unary(blaster, op, x),
        (_, [Encoded::Float(x), Encoded::Float(y)]) => binary(blaster, op, x, y),
        (Op::FpSqrt, [Encoded::Mode(mode), Encoded::Float(x)]) => {
            let guess = blaster.options.guess_roots;
            let before = blaster.aig.input_count();
            let root = float::square_root(&mut blaster.aig, mode, x, guess);
            guessed(blaster, before, root)
        }
        (Op::FpDiv, [Encoded::Mode(mode), Encoded::Float(x), Encoded::Float(y)]) => {
            let guess = blaster.options.guess_quotients;
            let before = blaster.aig.input_count();
            let quotient = float::divide(&mut blaster.aig, mode, x, y, guess);
            guessed(blaster, before, quotient)
        }
        (Op::FpToUnsigned { .. } | Op::FpToSigned { .. }, [Encoded::Mode(mode), Encoded::Float(x)]) => {
            to_integer(blaster, op, mode, x)
        }
        (_, [Encoded::Mode(mode), rest @ ..]) => return rounded(blaster, op, mode, rest),
        _ => return None,
    })
}

fn guessed(blaster: &mut Blaster, inputs_before: usize, guessed: Guessed) -> Encoded {
    if guessed.condition != Lit::TRUE {
        blaster.add_condition(inputs_before, guessed.condition);
    }
    Encoded::float(guessed.result)
}

fn unary(blaster: &mut Blaster, op: Op, x: &FloatBits) -> Option<Encoded> {
    let aig = &mut blaster.aig;
    Some(match op {
        Op::FpAbs => Encoded::float(x.with_sign(Lit::FALSE)),
        Op::FpNeg => Encoded::float(x.negated()),
        Op::FpToBits => Encoded::bit_vec(x.encoding(aig)),
        Op::FpIsNan => Encoded::Bool(x.nan),
        Op::FpIsInfinite => Encoded::Bool(x.infinite),
        Op::FpIsZero => Encoded::Bool(x.zero),
        Op::FpIsNormal => {
            let special = x.special(aig);
            Encoded::Bool(aig.and(!special, x.leading()))
        }
        Op::FpIsSubnormal => {
            let special = x.special(aig);
            Encoded::Bool(aig.and_all(&[!special, !x.leading(), !x.zero]))
        }
        Op::FpIsNegative => Encoded::Bool(aig.and(!x.nan, x.sign)),
        Op::FpIsPositive => Encoded::Bool(aig.and(!x.nan, !x.sign)),
        _ => return None,
    })
}

fn binary(blaster: &mut Blaster, op: Op, x: &FloatBits, y: &FloatBits) -> Encoded {
    let aig = &mut blaster.aig;
    match op {
        Op::FpLt => Encoded::Bool(float::less(aig, x, y)),
        Op::FpLeq => Encoded::Bool(float::less_equal(aig, x, y)),
        Op::FpEq => Encoded::Bool(float::equal_as_numbers(aig, x, y)),
        Op::FpRem => Encoded::float(float::remainder(aig, x, y, Quotient::Nearest)),
        Op::FpFmod => Encoded::float(float::remainder(aig, x, y, Quotient::Truncated)),
        Op::FpMin | Op::FpMax => {
            let is_maximum = op == Op::FpMax;
            let key = (u8::from(is_maximum), x.format);
            let choices = *blaster.zero_choices.entry(key).or_insert_with(|| (aig.input(), aig.input()));
            Encoded::float(float::minimum_or_maximum(aig, x, y, is_maximum, choices))
        }
        _ => panic!("{op} of two floats"),
    }
}

fn rounded(blaster: &mut Blaster, op: Op, mode: &Mode, operands: &[Encoded]) -> Option<Encoded> {
    let aig = &mut blaster.aig;
    Some(Encoded::float(match (op, operands) {
        (Op::FpAdd, [x, y]) => float::add(aig, mode, x.as_float(), y.as_float()),
        (Op::FpSub, [x, y]) => float::add(aig, mode, x.as_float(), &y.as_float().negated()),
        (Op::FpMul, [x, y]) => float::multiply(aig, mode, x.as_float(), y.as_float()),
        (Op::FpFma, [x, y, z]) => {
            float::fused_multiply_add(aig, mode, x.as_float(), y.as_float(), z.as_float())
        }
        (Op::FpRoundToIntegral, [x]) => float::round_to_integral(aig, mode, x.as_float()),
        (Op::FpFromFp(format), [x]) => float::convert(aig, format, mode, x.as_float()),
        (Op::FpFromSigned(format), [x]) => float::from_integer(aig, format, mode, x.as_bits(), true),
        (Op::FpFromUnsigned(format), [x]) => float::from_integer(aig, format, mode, x.as_bits(), false),
        _ => return None,
    }))
}

/// The integer, or an unknown function of mode and float where none fits.
fn to_integer(blaster: &mut Blaster, op: Op, mode: &Mode, x: &FloatBits) -> Encoded {
    let (width, signed) = match op {
        Op::FpToSigned { width } => (width as usize, true),
        Op::FpToUnsigned { width } => (width as usize, false),
        _ => panic!("{op} is no conversion to an integer"),
    };
    let (integer, fits) = float::to_integer(&mut blaster.aig, mode, x, width, signed);
    if fits == Lit::TRUE {
        return Encoded::bit_vec(integer);
    }
    let encoding = x.encoding(&mut blaster.aig);
    let arguments = [&mode.bits()[..], &encoding[..]].concat();
    let function = super::applications::AppliedFunction::OutOfRange(op, x.format);
    let open = blaster.apply_function(function, !fits, arguments, width);
    Encoded::bit_vec(bits::select(&mut blaster.aig, fits, &integer, &open))
}

impl Blaster {
    /// The result of a function that the theory leaves open: new inputs, or those of the same
    /// application before.
    pub(super) fn apply_function(
        &mut self,
        function: super::applications::AppliedFunction,
        guard: Lit,
        arguments: Vec<Lit>,
        width: usize,
    ) -> Vec<Lit> {
        if let Some(known) = self.applications.find(function, &arguments) {
            return known.to_vec();
        }
        let before = self.aig.input_count();
        let results = self.aig.inputs(width);
        let number = self.applications.add(function, guard, arguments, results.clone());
        for &node in &self.aig.input_nodes()[before..] {
            self.owners.insert(node, Owner::Application(number));
        }
        results
    }

    /// A real constant, rounded in a mode that need not be constant.
    pub(super) fn rounded_real(&mut self, format: Format, mode: &Mode, real: &Rational) -> FloatBits {
        let in_mode = |blaster: &mut Blaster, rounding: Rounding| {
            let value = ulpwise_expr::Value::float(Float::from_rational(format, real, rounding).0);
            blaster.constant(&value).as_float().clone()
        };
        let mut result = in_mode(self, Rounding::ALL[0]);
        for rounding in &Rounding::ALL[1..] {
            let other = in_mode(self, *rounding);
            let matches = bits::equal(&mut self.aig, mode.bits(), Mode::constant(*rounding).bits());
            result = FloatBits::select(&mut self.aig, matches, &other, &result);
        }
        result
    }
}
