//! Solutions in the formats and widths that programs use: domains are built around them, and no
//! projection loses them.

use ulpwise_base::SplitMix64;
use ulpwise_expr::{AppliedValue, BitVector, Op, Sort, UnspecifiedCase, Value, apply};
use ulpwise_float::{Float, Format, Natural, Rounding};
use ulpwise_interval::domain::{BitVecDomain, Domain, FloatDomain, OrdinalRange, ordinal};
use ulpwise_interval::project::{ProjectionOutcome, project};
use ulpwise_testkit::Operands;

const MODE: Sort = Sort::RoundingMode;

/// Operators on floats of a format.
fn float_signatures(format: Format, other: Format) -> Vec<(Op, Vec<Sort>, Sort)> {
    let float = Sort::Float(format);
    let mut all = Vec::new();
    for op in [Op::FpAdd, Op::FpSub, Op::FpMul, Op::FpDiv] {
        all.push((op, vec![MODE, float, float], float));
    }
    for op in [Op::FpRem, Op::FpFmod, Op::FpMin, Op::FpMax] {
        all.push((op, vec![float, float], float));
    }
    for op in [Op::FpLeq, Op::FpLt, Op::FpEq, Op::Eq] {
        all.push((op, vec![float, float], Sort::Bool));
    }
    for op in [Op::FpSqrt, Op::FpRoundToIntegral] {
        all.push((op, vec![MODE, float], float));
    }
    let bits = Sort::BitVec(format.width());
    all.push((Op::FpFma, vec![MODE, float, float, float], float));
    all.push((Op::FpFromFp(other), vec![MODE, float], Sort::Float(other)));
    all.push((Op::FpFromBits(format), vec![bits], float));
    all.push((Op::FpToBits, vec![float], bits));
    for width in [1, 8, 32, 64, 128] {
        all.push((Op::FpFromSigned(format), vec![MODE, Sort::BitVec(width)], float));
        all.push((Op::FpFromUnsigned(format), vec![MODE, Sort::BitVec(width)], float));
        all.push((Op::FpToSigned { width }, vec![MODE, float], Sort::BitVec(width)));
        all.push((Op::FpToUnsigned { width }, vec![MODE, float], Sort::BitVec(width)));
    }
    all
}

/// Operators on bit-vectors of a width.
fn bit_vector_signatures(width: u32) -> Vec<(Op, Vec<Sort>, Sort)> {
    let bits = Sort::BitVec(width);
    let mut all = Vec::new();
    for operands in [vec![bits], vec![bits; 2]] {
        all.extend(Op::all_on(&operands).map(|(op, sort)| (op, operands.clone(), sort)));
    }
    let (high, low) = (width - 1 - width / 4, width / 3);
    all.push((Op::BvExtract { high, low }, vec![bits], Sort::BitVec(high - low + 1)));
    all.push((Op::BvZeroExtend { by: 7 }, vec![bits], Sort::BitVec(width + 7)));
    all.push((Op::BvSignExtend { by: 7 }, vec![bits], Sort::BitVec(width + 7)));
    all
}

/// Random bits, often small, nearly all ones, or a power of two.
fn random_bits(width: u32, random: &mut SplitMix64) -> BitVector {
    let words = [random.next_u64(), random.next_u64(), random.next_u64(), random.next_u64()];
    let any = BitVector::new(width, Natural::from_words(&words));
    let small = BitVector::from_u64(width, random.below(70));
    match random.below(6) {
        0 => small,
        1 => small.neg(),
        2 => BitVector::one(width).shift_left(&small),
        3 => any.logical_shift_right(&BitVector::from_u64(width, random.below(width.into()))),
        4 => any.arithmetic_shift_right(&BitVector::from_u64(width, random.below(width.into()))),
        _ => any,
    }
}

/// A random distance, of any magnitude.
fn distance(random: &mut SplitMix64) -> i128 {
    let bits = u128::from(random.next_u64()) << 62 | u128::from(random.next_u64());
    if random.below(4) == 0 { 0 } else { (bits >> random.below(127)) as i128 }
}

/// A domain around a value, and often around another one too.
fn around(value: &Value, random: &mut SplitMix64) -> Domain {
    match value {
        _ if random.below(8) == 0 => Domain::full(value.sort()),
        _ if random.below(4) == 0 => Domain::singleton(value),
        Value::Float(float) => {
            let format = float.format();
            let top = ordinal::infinity(format);
            let mut domain = FloatDomain::singleton(*float);
            if !float.is_nan() {
                let at = ordinal::from_float(*float);
                let low = at.saturating_sub(distance(random)).max(!top);
                domain.add_range(OrdinalRange::new(low, at.saturating_add(distance(random)).min(top)));
            }
            if random.below(3) == 0 {
                let other = (distance(random) >> (128 - format.width())).min(top);
                let other = if random.below(2) == 0 { other } else { !other };
                domain.add_range(OrdinalRange::new(other, other.saturating_add(distance(random)).min(top)));
            }
            if random.below(3) == 0 {
                domain.add_nan();
            }
            domain.into()
        }
        Value::BitVec(bits) if bits.width() <= 128 => bits_around(bits, random).into(),
        other => Domain::singleton(other),
    }
}

fn bits_around(bits: &BitVector, random: &mut SplitMix64) -> BitVecDomain {
    let width = bits.width();
    let value = u128::try_from(bits.unsigned()).expect("at most 128 bits");
    let mut domain = BitVecDomain::full(width);
    if random.below(2) == 0 {
        let (below, above) = (distance(random).unsigned_abs(), distance(random).unsigned_abs());
        let (low, high) = (value.saturating_sub(below), value.saturating_add(above));
        domain.intersect(&BitVecDomain::unsigned_between(width, low, high));
    }
    if random.below(2) == 0 {
        let signed = i128::try_from(&bits.signed()).expect("at most 128 bits");
        let (low, high) = (signed.saturating_sub(distance(random)), signed.saturating_add(distance(random)));
        domain.intersect(&BitVecDomain::signed_between(width, low, high));
    }
    if random.below(2) == 0 {
        let known = u128::from(random.next_u64()) << 64 | u128::from(random.next_u64());
        domain.intersect(&BitVecDomain::with_bits(width, value & known, !value & known));
    }
    assert!(domain.contains(bits));
    domain
}

fn random_values(sorts: &[Sort], random: &mut SplitMix64) -> Vec<Value> {
    let mut triple: Option<[Float; 3]> = None;
    let mut next = 0;
    sorts
        .iter()
        .map(|&sort| match sort {
            Sort::Float(format) => {
                let floats = *triple.get_or_insert_with(|| Operands::new(format, random.next_u64()).triple());
                next += 1;
                Value::float(floats[next - 1])
            }
            Sort::BitVec(width) => Value::BitVec(random_bits(width, random)),
            _ => Value::Rounding(*random.choose(&Rounding::ALL)),
        })
        .collect()
}

fn check((op, sorts, result): &(Op, Vec<Sort>, Sort), rounds: u32, random: &mut SplitMix64) {
    for _ in 0..rounds {
        let values = random_values(sorts, random);
        let references: Vec<&Value> = values.iter().collect();
        let delivered = match apply(*op, &references) {
            AppliedValue::Value(value) => value,
            _ => UnspecifiedCase { op: *op, arguments: values.clone() }.default_value(),
        };
        assert_eq!(delivered.sort(), *result);
        let before: Vec<Domain> = values.iter().map(|value| around(value, random)).collect();
        let result_before = around(&delivered, random);
        let (mut args, mut domain) = (before.clone(), result_before.clone());
        let outcome = project(*op, &mut args, &mut domain);
        let case =
            || format!("{op} of {before:?} to {result_before:?}, solution {values:?} to {delivered:?}");
        assert_ne!(outcome, ProjectionOutcome::Conflict, "{}", case());
        for (value, left) in values.iter().zip(&args) {
            assert!(left.contains(value), "{} lost in {left:?}", case());
        }
        assert!(domain.contains(&delivered), "{} lost in {domain:?}", case());
    }
}

#[test]
fn no_projection_loses_a_solution_in_common_formats() {
    let mut random = SplitMix64::new(11);
    let extended = Format::new(15, 64).expect("a format");
    let odd = Format::new(3, 40).expect("a format");
    let formats = [
        (Format::F16, Format::F32, 300),
        (Format::F32, Format::F64, 2000),
        (Format::F64, Format::F32, 2000),
        (extended, Format::F64, 300),
        (Format::F128, extended, 300),
        (odd, Format::F16, 300),
    ];
    for (format, other, rounds) in formats {
        for signature in float_signatures(format, other) {
            check(&signature, rounds, &mut random);
        }
    }
}

#[test]
fn no_projection_loses_a_solution_in_common_widths() {
    let mut random = SplitMix64::new(12);
    for width in [3, 8, 32, 64, 128, 200] {
        for signature in bit_vector_signatures(width) {
            check(&signature, 2000, &mut random);
        }
    }
}
