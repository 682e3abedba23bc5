//! Rules against values: on small formats and widths, no result of members of sets may be missing in
//! the set of results, and no exception that some member raises.

use crate::arithmetic::{self, RoundingAssumption};
use crate::backward;
use crate::compare;
use crate::float_set::{FloatSet, float, ordinal, top};
use crate::int_set::{IntSet, mask};
use crate::integer;
use crate::spans::{Span, Spans};
use ulpwise_base::SplitMix64;
use ulpwise_externals::{Exception, Exceptions};
use ulpwise_float::{Flags, Float, Format, Rounding};
use ulpwise_interp::number::int::wide;
use ulpwise_ir::{
    FloatBinaryOp, FloatPredicate, FloatUnaryOp, IntBinaryOp, IntCastOp, IntPredicate, IntUnaryOp,
};

const MODES: [(RoundingAssumption, &[Rounding]); 2] = [
    (RoundingAssumption::Nearest, &[Rounding::NearestEven]),
    (
        RoundingAssumption::Any,
        &[Rounding::NearestEven, Rounding::TowardPositive, Rounding::TowardNegative, Rounding::TowardZero],
    ),
];

/// A set of one or two spans, sometimes with NaNs.
fn random_set(format: Format, random: &mut SplitMix64) -> FloatSet {
    let top = top(format);
    let mut end = || random.below(2 * top as u64 + 2) as i128 - top - 1;
    let mut spans = Vec::new();
    for _ in 0..2 {
        let (a, b) = (end(), end());
        spans.push(Span::new(a.min(b), a.max(b).min(a.min(b) + 9)));
    }
    let (quiet, signaling) = (random.below(4) == 0, random.below(6) == 0);
    FloatSet { format, numbers: Spans::new(spans), quiet, signaling }
}

fn members(set: &FloatSet) -> Vec<Float> {
    let numbers = set.numbers.iter().flat_map(|span| span.low..=span.high);
    let mut members: Vec<Float> = numbers.map(|at| float(set.format, at)).collect();
    members.extend(set.quiet.then(|| Float::quiet_nan(set.format, false)));
    if set.signaling {
        let bits = Float::infinity(set.format, false).to_bits() + 1;
        members.push(Float::from_bits(set.format, bits));
    }
    members
}

/// What an operation raised: flags, and underflow as a tiny result before rounding.
fn raised(flags: Flags, towards_zero: (Float, Flags)) -> Exceptions {
    let (result, exactness) = towards_zero;
    let tiny = result.is_subnormal() || (result.is_zero() && exactness.contains(Flags::INEXACT));
    Exceptions::NONE
        .with_if(flags.contains(Flags::INVALID), Exception::Invalid)
        .with_if(flags.contains(Flags::DIVIDE_BY_ZERO), Exception::DivideByZero)
        .with_if(flags.contains(Flags::OVERFLOW), Exception::Overflow)
        .with_if(tiny, Exception::Underflow)
}

fn carried_out(op: FloatBinaryOp, x: Float, y: Float, mode: Rounding) -> (Float, Flags) {
    match op {
        FloatBinaryOp::Add => x.add(y, mode),
        FloatBinaryOp::Sub => x.sub(y, mode),
        FloatBinaryOp::Mul => x.mul(y, mode),
        FloatBinaryOp::Div => x.div(y, mode),
        FloatBinaryOp::Rem => x.fmod(y, mode),
        FloatBinaryOp::MinNum => x.fmin(y, mode),
        FloatBinaryOp::MaxNum => x.fmax(y, mode),
        FloatBinaryOp::Minimum => x.minimum(y, mode),
        FloatBinaryOp::Maximum => x.maximum(y, mode),
        FloatBinaryOp::MinimumNumber => x.minimum_number(y, mode),
        FloatBinaryOp::MaximumNumber => x.maximum_number(y, mode),
    }
}

fn small_formats() -> [Format; 2] {
    [(3, 4), (2, 3)].map(|(exponent, significand)| Format::new(exponent, significand).expect("a format"))
}

#[test]
fn operators_of_two_operands_lose_no_result_and_no_exception() {
    let mut random = SplitMix64::new(1);
    for case in 0..600 {
        let format = small_formats()[case % 2];
        let (x, y) = (random_set(format, &mut random), random_set(format, &mut random));
        for &op in FloatBinaryOp::ALL {
            for (assumed, modes) in MODES {
                let results = arithmetic::binary(op, assumed, &x, &y, false);
                let can_be = arithmetic::binary_exceptions(op, assumed, &x, &y, false);
                let is_arithmetic = arithmetic_operators().contains(&op);
                for (a, b) in
                    members(&x).into_iter().flat_map(|a| members(&y).into_iter().map(move |b| (a, b)))
                {
                    for &mode in modes {
                        let (result, flags) = carried_out(op, a, b, mode);
                        assert!(
                            results.includes(&FloatSet::singleton(result)),
                            "{op:?} {a:?} {b:?} {mode:?}: {result:?} not in {results:?}"
                        );
                        let seen = raised(flags, carried_out(op, a, b, Rounding::TowardZero));
                        let seen = if is_arithmetic { seen } else { seen.without(Exception::Underflow) };
                        assert!(
                            can_be.contains_all(seen),
                            "{op:?} {a:?} {b:?} {mode:?}: {seen} not in {can_be}"
                        );
                    }
                }
            }
        }
    }
}

/// Those that make results of their own; minima hand on what they are given.
fn arithmetic_operators() -> [FloatBinaryOp; 5] {
    [FloatBinaryOp::Add, FloatBinaryOp::Sub, FloatBinaryOp::Mul, FloatBinaryOp::Div, FloatBinaryOp::Rem]
}

#[test]
fn an_operand_beside_itself_loses_no_result_and_no_exception() {
    let mut random = SplitMix64::new(2);
    for case in 0..400 {
        let x = random_set(small_formats()[case % 2], &mut random);
        for op in arithmetic_operators() {
            for (assumed, modes) in MODES {
                let results = arithmetic::binary(op, assumed, &x, &x, true);
                let can_be = arithmetic::binary_exceptions(op, assumed, &x, &x, true);
                for a in members(&x) {
                    for &mode in modes {
                        let (result, flags) = carried_out(op, a, a, mode);
                        assert!(results.includes(&FloatSet::singleton(result)), "{op:?} {a:?} {mode:?}");
                        let seen = raised(flags, carried_out(op, a, a, Rounding::TowardZero));
                        assert!(can_be.contains_all(seen), "{op:?} {a:?} {mode:?}: {seen} not in {can_be}");
                    }
                }
            }
        }
    }
}

#[test]
fn results_narrow_operands_to_no_less_than_leads_there() {
    let mut random = SplitMix64::new(3);
    for case in 0..600 {
        let format = small_formats()[case % 2];
        let sets: [FloatSet; 3] = std::array::from_fn(|_| random_set(format, &mut random));
        let [x, y, wanted] = &sets;
        for op in arithmetic_operators() {
            let (for_x, for_y) = backward::binary(op, x, y, wanted);
            for (a, b) in members(x).into_iter().flat_map(|a| members(y).into_iter().map(move |b| (a, b))) {
                for &mode in MODES[1].1 {
                    let result = FloatSet::singleton(carried_out(op, a, b, mode).0);
                    if !wanted.includes(&result) {
                        continue;
                    }
                    for (narrowed, operand) in [(&for_x, a), (&for_y, b)] {
                        let is_kept =
                            narrowed.as_ref().is_none_or(|set| set.includes(&FloatSet::singleton(operand)));
                        assert!(is_kept, "{op:?} {a:?} {b:?} {mode:?}");
                    }
                }
            }
        }
        let roots = backward::square_root(wanted);
        for a in members(x) {
            let leads = MODES[1].1.iter().any(|&mode| wanted.includes(&FloatSet::singleton(a.sqrt(mode).0)));
            assert!(
                !leads || roots.as_ref().is_none_or(|set| set.includes(&FloatSet::singleton(a))),
                "{a:?}"
            );
        }
    }
}

#[test]
fn other_operators_lose_no_result_and_no_exception() {
    let mut random = SplitMix64::new(4);
    let wide = Format::new(4, 6).expect("a format");
    for case in 0..200 {
        let format = small_formats()[case % 2];
        let sets: [FloatSet; 3] = std::array::from_fn(|_| random_set(format, &mut random));
        let [x, y, w] = &sets;
        for (assumed, modes) in MODES {
            let (roots, can_be) = arithmetic::unary(FloatUnaryOp::Sqrt, assumed, x);
            let (whole, _) = arithmetic::unary(FloatUnaryOp::Rint, assumed, x);
            let (widened, _) = arithmetic::convert(assumed, x, wide);
            let wide_set = random_set(wide, &mut random);
            let (narrowed, narrowing) = arithmetic::convert(assumed, &wide_set, format);
            for &mode in modes {
                for a in members(x) {
                    let (root, flags) = a.sqrt(mode);
                    assert!(roots.includes(&FloatSet::singleton(root)), "{a:?}");
                    assert!(!flags.contains(Flags::INVALID) || can_be.contains(Exception::Invalid));
                    assert!(whole.includes(&FloatSet::singleton(a.round_to_integral(mode).0)));
                    assert!(widened.includes(&FloatSet::singleton(a.convert(wide, mode).0)));
                }
                for a in members(&wide_set) {
                    let (result, flags) = a.convert(format, mode);
                    assert!(narrowed.includes(&FloatSet::singleton(result)), "{a:?}");
                    let seen = raised(flags, a.convert(format, Rounding::TowardZero));
                    assert!(narrowing.contains_all(seen), "{a:?} {mode:?}: {seen} not in {narrowing}");
                }
            }
            let (results, can_be) = arithmetic::fma(assumed, [x, y, w]);
            for _ in 0..400 {
                let [a, b, c] = [x, y, w].map(|set| *random.choose(&members(set)));
                let mode = *random.choose(modes);
                let (result, flags) = a.fma(b, c, mode);
                assert!(results.includes(&FloatSet::singleton(result)), "{a:?} {b:?} {c:?} {mode:?}");
                let seen = raised(flags, a.fma(b, c, Rounding::TowardZero));
                assert!(can_be.contains_all(seen), "{a:?} {b:?} {c:?} {mode:?}: {seen} not in {can_be}");
            }
        }
    }
}

#[test]
fn comparisons_lose_no_answer_and_no_operand() {
    let mut random = SplitMix64::new(5);
    for case in 0..400 {
        let format = small_formats()[case % 2];
        let (x, y) = (random_set(format, &mut random), random_set(format, &mut random));
        for &predicate in FloatPredicate::ALL {
            let truth = compare::truth(predicate, &x, &y, false, [true; 3]);
            for (a, b) in members(&x).into_iter().flat_map(|a| members(&y).into_iter().map(move |b| (a, b))) {
                let answer = predicate.holds(a.compare(b));
                assert!(truth.numbers.contains(if answer { -1 } else { 0 }), "{predicate:?} {a:?} {b:?}");
                let (for_x, for_y) = compare::operands_if(predicate, answer, &x, &y);
                assert!(for_x.includes(&FloatSet::singleton(a)) && for_y.includes(&FloatSet::singleton(b)));
                let (ways, _) = compare::ways(predicate, answer);
                let difference = a.sub(b, Rounding::NearestEven).0;
                let all = arithmetic::binary(FloatBinaryOp::Sub, RoundingAssumption::Nearest, &x, &y, false);
                let signed = compare::with_signs(all, ways);
                // Numbers that are unordered are NaNs, whose difference is one.
                assert!(signed.includes(&FloatSet::singleton(difference)), "{predicate:?} {a:?} {b:?}");
            }
        }
        for mask in [3, 0x3fc, 0x204, 0x90, 0x60, 0x108] {
            for a in members(&x) {
                let bit = class_bit(a);
                let answer = mask >> bit & 1 == 1;
                let kept = compare::operand_if_class(mask, answer, &x);
                assert!(kept.includes(&FloatSet::singleton(a)), "{mask:x} {a:?}");
            }
        }
    }
}

/// The number of a float's class in masks.
fn class_bit(x: Float) -> u32 {
    if x.is_nan() {
        return u32::from(!x.is_signaling_nan());
    }
    let positive = match ordinal(x.abs()) {
        0 => 6,
        _ if x.is_subnormal() => 7,
        _ if x.is_infinite() => 9,
        _ => 8, // fail-closed: what is left is normal.
    };
    if x.is_sign_negative() { 11 - positive } else { positive }
}

fn random_integers(bits: u8, random: &mut SplitMix64) -> IntSet {
    let range = IntSet::range(bits);
    let mut end = || random.below(1 << bits) as i128 + range.low;
    let spans: Vec<Span> = (0..2)
        .map(|_| {
            let (a, b) = (end(), end());
            Span::new(a.min(b), a.max(b))
        })
        .collect();
    IntSet::of_spans(bits, Spans::new(spans))
}

fn integer_members(set: &IntSet) -> Vec<u128> {
    let all = set.numbers.iter().flat_map(|span| span.low..=span.high);
    all.map(|number| number.cast_unsigned() & mask(set.bits)).collect()
}

#[test]
fn integer_operators_lose_no_result() {
    let mut random = SplitMix64::new(6);
    for case in 0..300 {
        let bits = [1, 4, 5][case % 3];
        let (a, b) = (random_integers(bits, &mut random), random_integers(bits, &mut random));
        for &op in IntBinaryOp::ALL {
            let results = integer::binary(op, &a, &b, false);
            for (x, y) in integer_members(&a)
                .into_iter()
                .flat_map(|x| integer_members(&b).into_iter().map(move |y| (x, y)))
            {
                // Shifts by the width or more may give anything, and are given anything.
                let Ok(result) = wide::binary(op, bits, x, y) else { continue };
                let is_in = integer_members(&results).contains(&result);
                assert!(is_in, "{op:?} i{bits} {x} {y}: {result} not in {results:?}");
            }
        }
        for &op in IntUnaryOp::ALL {
            let results = integer::unary(op, &a);
            // Bytes are swapped in whole bytes.
            if bits % 8 != 0 && op == IntUnaryOp::SwapBytes {
                continue;
            }
            for x in integer_members(&a) {
                assert!(integer_members(&results).contains(&wide::unary(op, bits, x)), "{op:?} i{bits} {x}");
            }
        }
        for (op, to) in [(IntCastOp::Truncate, 3), (IntCastOp::ZeroExtend, 9), (IntCastOp::SignExtend, 9)] {
            if (op == IntCastOp::Truncate) != (to < bits) {
                continue;
            }
            let results = integer::cast(op, to, &a);
            for x in integer_members(&a) {
                let result = wide::cast(op, bits, to, x);
                assert!(integer_members(&results).contains(&result), "{op:?} {x}: {result}");
            }
        }
        for &predicate in IntPredicate::ALL {
            for (x, y) in integer_members(&a)
                .into_iter()
                .flat_map(|x| integer_members(&b).into_iter().map(move |y| (x, y)))
            {
                let answer = wide::compare(predicate, bits, x, y);
                let (for_a, for_b) = integer::operands_if(predicate, answer, &a, &b);
                assert!(integer_members(&for_a).contains(&x) && integer_members(&for_b).contains(&y));
                let truth = integer::compare(predicate, &a, &b, false);
                assert!(truth.numbers.contains(if answer { -1 } else { 0 }), "{predicate:?} {x} {y}");
            }
        }
    }
}

#[test]
fn conversions_from_and_to_integers_lose_nothing() {
    let mut random = SplitMix64::new(7);
    for case in 0..300 {
        let is_signed = case % 2 == 0;
        let x = random_set(small_formats()[case % 2], &mut random);
        let (results, can_be) = integer::from_float(is_signed, 4, &x);
        for a in members(&x) {
            let converted = if is_signed {
                a.to_i128(4, Rounding::TowardZero).0.map(|number| number.cast_unsigned() & 15)
            } else {
                a.to_u128(4, Rounding::TowardZero).0
            };
            match converted {
                Some(number) => assert!(integer_members(&results).contains(&number), "{a:?}"),
                None => assert!(can_be.contains(Exception::IntConversion), "{a:?}"),
            }
        }
        let set = random_integers(8, &mut random);
        for (assumed, modes) in MODES {
            for format in [ulpwise_ir::FloatFormat::BF16, ulpwise_ir::FloatFormat::F16] {
                let (floats, _) = integer::to_float(is_signed, assumed, &set, format);
                for number in integer_members(&set) {
                    let signed = crate::int_set::signed(8, number);
                    for &mode in modes {
                        let exact = format.exact_format();
                        let result = if is_signed {
                            Float::from_i128(exact, signed, mode).0
                        } else {
                            Float::from_u128(exact, number, mode).0
                        };
                        assert!(floats.includes(&FloatSet::singleton(result)), "{number} {mode:?}");
                    }
                }
            }
        }
    }
}
