//! The table of exceptions against exact arithmetic: whole small formats, all rounding modes.

use ulpwise_base::Id;
use ulpwise_externals::{Exception, Exceptions};
use ulpwise_float::{Class, Env, Flags, Float, Format, Rounding};
use ulpwise_ir::raisable::operation;
use ulpwise_ir::{FloatBinaryOp, FloatFormat, FloatPredicate, FloatUnaryOp, Inst, NanOperands, SiteId, Slot};

const NANS: [NanOperands; 2] = [NanOperands::Quiet, NanOperands::Any];

fn slot() -> Slot {
    Slot::from_index(0)
}

fn site() -> SiteId {
    SiteId::from_index(0)
}

/// The exceptions that flags and a result stand for. A result is tiny where it is made, not where
/// it is handed on.
fn exceptions(result: Float, flags: Flags, makes_values: bool, to_int: bool) -> Exceptions {
    let invalid = if to_int { Exception::IntConversion } else { Exception::Invalid };
    Exceptions::NONE
        .with_if(flags.contains(Flags::INVALID), invalid)
        .with_if(flags.contains(Flags::DIVIDE_BY_ZERO), Exception::DivideByZero)
        .with_if(flags.contains(Flags::OVERFLOW), Exception::Overflow)
        .with_if(
            flags.contains(Flags::UNDERFLOW) || (makes_values && result.is_subnormal()),
            Exception::Underflow,
        )
        .with_if(flags.contains(Flags::INEXACT), Exception::Inexact)
}

/// Whether finite operands that are not zero have lost half of their bits, in a format that holds
/// every product.
fn cancels(operands: &[Float], result: Float) -> bool {
    let wide = Format::new(11, 53).expect("a format");
    let widened = |float: Float| float.abs().convert(wide, Rounding::NearestEven).0;
    let lost = i64::from(result.format().significand_bits().div_ceil(2));
    let power = Float::one(wide, false).scalbn(lost, Rounding::NearestEven).0;
    let scaled = widened(result).mul(power, Rounding::NearestEven).0;
    operands.iter().all(|operand| operand.is_finite() && !operand.is_zero())
        && operands.iter().any(|&operand| scaled.compares_less_equal(widened(operand)))
}

/// Formats for operations of one, two and three operands. In the first, as in all that are in use,
/// roots are never tiny.
fn small() -> [Format; 3] {
    [(4, 3), (3, 4), (2, 3)]
        .map(|(exponent, significand)| Format::new(exponent, significand).expect("a format"))
}

fn floats(format: Format, nans: NanOperands) -> Vec<Float> {
    let all = (0..1_u128 << (format.exponent_bits() + format.significand_bits()))
        .map(|bits| Float::from_bits(format, bits));
    all.filter(|float| nans == NanOperands::Any || !float.is_signaling_nan()).collect()
}

/// Whether the operation raises, over all operands and modes, exactly what the table says.
fn compare(inst: &Inst, arity: usize, makes_values: bool, run: impl Fn(&[Float], Env) -> (Float, Flags)) {
    for nans in NANS {
        let mut raised = Exceptions::NONE;
        let format = small()[arity - 1];
        let all = floats(format, nans);
        let lists = all.len().pow(arity as u32);
        for rounding in Rounding::ALL {
            for list in 0..lists {
                let operands: Vec<Float> =
                    (0..arity).map(|at| all[list / all.len().pow(at as u32) % all.len()]).collect();
                let (result, flags) = run(&operands, Env::from(rounding));
                raised = raised.union(exceptions(result, flags, makes_values, false));
                let is_sum = matches!(inst, Inst::Float { op: FloatBinaryOp::Add | FloatBinaryOp::Sub, .. });
                raised = raised.with_if(is_sum && cancels(&operands, result), Exception::Cancellation);
            }
        }
        assert_eq!(operation(inst, nans), raised, "{inst:?} {nans:?}");
    }
}

#[test]
fn operations_raise_just_what_the_table_says() {
    let format = FloatFormat::F32;
    type Binary = fn(Float, Float, Env) -> (Float, Flags);
    let binary: [(FloatBinaryOp, bool, Binary); 9] = [
        (FloatBinaryOp::Add, true, |a, b, env| a.add(b, env)),
        (FloatBinaryOp::Sub, true, |a, b, env| a.sub(b, env)),
        (FloatBinaryOp::Mul, true, |a, b, env| a.mul(b, env)),
        (FloatBinaryOp::Div, true, |a, b, env| a.div(b, env)),
        (FloatBinaryOp::Rem, true, |a, b, env| a.fmod(b, env)),
        (FloatBinaryOp::Minimum, false, |a, b, env| a.minimum(b, env)),
        (FloatBinaryOp::Maximum, false, |a, b, env| a.maximum(b, env)),
        (FloatBinaryOp::MinimumNumber, false, |a, b, env| a.minimum_number(b, env)),
        (FloatBinaryOp::MaximumNumber, false, |a, b, env| a.maximum_number(b, env)),
    ];
    for (op, makes_values, run) in binary {
        let inst = Inst::Float { op, format, dst: slot(), a: slot(), b: slot(), site: site() };
        compare(&inst, 2, makes_values, |given, env| run(given[0], given[1], env));
    }
    let fma = Inst::FloatFma { format, dst: slot(), a: slot(), b: slot(), c: slot(), site: site() };
    compare(&fma, 3, true, |given, env| given[0].fma(given[1], given[2], env));
    for op in [FloatUnaryOp::Sqrt, FloatUnaryOp::Rint, FloatUnaryOp::NearbyInt] {
        let inst = Inst::FloatUnary { op, format, dst: slot(), a: slot(), site: site() };
        compare(&inst, 1, false, |given, env| match op {
            FloatUnaryOp::Sqrt => given[0].sqrt(env),
            FloatUnaryOp::Rint => given[0].round_to_integral_exact(env),
            _ => given[0].round_to_integral(env),
        });
    }
    for signaling in [false, true] {
        let (predicate, dst) = (FloatPredicate::Olt, slot());
        let inst =
            Inst::FloatCompare { predicate, signaling, format, dst, a: slot(), b: slot(), site: site() };
        compare(&inst, 2, false, |given, _| {
            let (_, flags) = if signaling {
                given[0].compare_signaling(given[1])
            } else {
                given[0].compare_quiet(given[1])
            };
            (given[0], flags)
        });
    }
}

/// Numbers at which conversions do something, of any format: around the ends of both, and some
/// between.
fn interesting(from: Format, to: Format) -> Vec<Float> {
    let nearest = Env::from(Rounding::NearestEven);
    let ends = |format: Format| {
        [
            Float::max_finite(format, false),
            Float::min_normal(format, false),
            Float::min_subnormal(format, false),
        ]
    };
    let mut bits = Vec::new();
    for end in ends(from).into_iter().chain(ends(to).map(|end| end.convert(from, nearest).0)) {
        bits.extend((0..3).flat_map(|step| [end.to_bits() + step, end.to_bits().saturating_sub(step)]));
    }
    bits.extend([0, Float::one(from, false).to_bits() + 1]);
    bits.into_iter()
        .map(|bits| Float::from_bits(from, bits))
        .filter(|float| !float.is_nan() && float.class() != Class::Unsupported)
        .collect()
}

#[test]
fn conversions_between_formats_raise_just_what_the_table_says() {
    for from in FloatFormat::ALL {
        for to in FloatFormat::ALL {
            let inst = Inst::FloatConvert { from, to, dst: slot(), a: slot(), site: site() };
            let (source, target) = (from.exact_format(), to.exact_format());
            let numbers = if from.bits() == 16 {
                floats(source, NanOperands::Quiet)
            } else {
                interesting(source, target)
            };
            let mut raised = Exceptions::NONE;
            for rounding in Rounding::ALL {
                for &number in &numbers {
                    let (result, flags) = number.convert(target, Env::from(rounding));
                    raised = raised.union(exceptions(result, flags, !number.is_subnormal(), false));
                }
            }
            if from == to {
                raised = Exceptions::NONE;
            }
            assert_eq!(operation(&inst, NanOperands::Quiet), raised, "{from:?} to {to:?}");
        }
    }
}

#[test]
fn conversions_from_and_to_integers_raise_just_what_the_table_says() {
    for format in FloatFormat::ALL {
        for (signed, bits) in
            [false, true].into_iter().flat_map(|signed| (2..=128_u8).map(move |bits| (signed, bits)))
        {
            let inst = Inst::IntToFloat { signed, bits, format, dst: slot(), a: slot(), site: site() };
            let top = if bits == 128 { u128::MAX } else { (1 << bits) - 1 };
            let mut raised = Exceptions::NONE;
            for rounding in Rounding::ALL {
                let (target, env) = (format.exact_format(), Env::from(rounding));
                let outcomes = if signed {
                    let most = (top >> 1) as i128;
                    [most, -most - 1].map(|value| Float::from_i128(target, value, env))
                } else {
                    [top, top - 1].map(|value| Float::from_u128(target, value, env))
                };
                for (result, flags) in outcomes {
                    raised = raised.union(exceptions(result, flags, true, false));
                }
            }
            assert_eq!(operation(&inst, NanOperands::Any), raised, "{signed} {bits} {format:?}");
        }
    }
    let inst = Inst::FloatToInt {
        signed: true,
        saturating: false,
        format: FloatFormat::F32,
        bits: 8,
        dst: slot(),
        a: slot(),
        site: site(),
    };
    let mut raised = Exceptions::NONE;
    for number in floats(small()[0], NanOperands::Any) {
        let (_, flags) = number.to_i128(4, Rounding::TowardZero);
        raised = raised.union(exceptions(number, flags, false, true));
    }
    assert_eq!(operation(&inst, NanOperands::Any), raised);
}
