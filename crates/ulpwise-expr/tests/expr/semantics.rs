//! The meaning of operators, against definitions that share nothing with the code: machine integers
//! and machine floats.

use ulpwise_expr::{BitVector, DerivedOp, Model, Op, Sort, Term, TermStore, Value, evaluate};
use ulpwise_float::{Float, Format, Rational, Rounding};

/// What an operator delivers for constants, by folding and by evaluation.
fn value_of(build: impl Fn(&mut TermStore) -> Term) -> Value {
    let mut folding = TermStore::new();
    let folded = build(&mut folding);
    let folded = folding.constant(folded).expect("an application to constants folds");
    let mut plain = TermStore::without_rewrites();
    let term = build(&mut plain);
    assert_eq!(evaluate(&plain, term, &Model::new()).as_ref(), Ok(&folded));
    folded
}

fn bit_vector_value(op: Op, width: u32, operands: &[u64]) -> Value {
    value_of(|store| {
        let terms: Vec<Term> = operands.iter().map(|&operand| store.bv(width, operand)).collect();
        store.application(op, &terms)
    })
}

fn derived_value(op: DerivedOp, width: u32, operands: &[u64]) -> Value {
    value_of(|store| {
        let terms: Vec<Term> = operands.iter().map(|&operand| store.bv(width, operand)).collect();
        store.derived_application(op, &terms)
    })
}

fn bv(width: u32, value: i64) -> Value {
    Value::BitVec(BitVector::from_u64(width, value as u64))
}

fn signed(width: u32, value: u64) -> i64 {
    (value << (64 - width)) as i64 >> (64 - width)
}

/// SMT-LIB's definitions on machine integers.
fn expected_binary(op: Op, width: u32, a: u64, b: u64) -> Value {
    let (sa, sb) = (signed(width, a), signed(width, b));
    let shift = b.min(u64::from(width)) as u32;
    let result = match op {
        Op::Eq => return Value::Bool(a == b),
        Op::BvUlt => return Value::Bool(a < b),
        Op::BvSlt => return Value::Bool(sa < sb),
        Op::BvAnd => (a & b) as i64,
        Op::BvOr => (a | b) as i64,
        Op::BvXor => (a ^ b) as i64,
        Op::BvAdd => sa + sb,
        Op::BvSub => sa - sb,
        Op::BvMul => sa * sb,
        Op::BvUdiv => a.checked_div(b).map_or(-1, |quotient| quotient as i64),
        Op::BvUrem => a.checked_rem(b).unwrap_or(a) as i64,
        Op::BvSdiv => sa.checked_div(sb).unwrap_or(if sa < 0 { 1 } else { -1 }),
        Op::BvSrem => sa.checked_rem(sb).unwrap_or(sa),
        Op::BvSmod if sb == 0 => sa,
        Op::BvSmod => sa - sb * floor_div(sa, sb),
        Op::BvShl => (a << shift) as i64,
        Op::BvLshr => (a >> shift) as i64,
        Op::BvAshr => sa >> shift,
        Op::BvConcat => return bv(2 * width, (a << width | b) as i64),
        _ => panic!("{op} has no definition here"),
    };
    bv(width, result)
}

fn floor_div(a: i64, b: i64) -> i64 {
    let quotient = a / b;
    if a % b != 0 && (a < 0) != (b < 0) { quotient - 1 } else { quotient }
}

#[test]
fn bit_vector_operators_on_all_operands_of_up_to_four_bits() {
    for width in 1..=4 {
        for a in 0..1u64 << width {
            let sa = signed(width, a);
            assert_eq!(bit_vector_value(Op::BvNot, width, &[a]), bv(width, !sa));
            assert_eq!(bit_vector_value(Op::BvNeg, width, &[a]), bv(width, -sa));
            for by in 0..3 {
                assert_eq!(bit_vector_value(Op::BvZeroExtend { by }, width, &[a]), bv(width + by, a as i64));
                assert_eq!(bit_vector_value(Op::BvSignExtend { by }, width, &[a]), bv(width + by, sa));
            }
            for high in 0..width {
                for low in 0..=high {
                    let bits = bit_vector_value(Op::BvExtract { high, low }, width, &[a]);
                    assert_eq!(bits, bv(high - low + 1, (a >> low) as i64));
                }
            }
            for b in 0..1u64 << width {
                for (op, _) in Op::all_on(&[Sort::BitVec(width); 2]) {
                    let expected = expected_binary(op, width, a, b);
                    assert_eq!(
                        bit_vector_value(op, width, &[a, b]),
                        expected,
                        "{op} {a} {b} in {width} bits"
                    );
                }
            }
        }
    }
}

/// Definitions of the derived operators on machine integers.
fn expected_derived(op: DerivedOp, width: u32, a: u64, b: u64) -> Value {
    let (sa, sb) = (signed(width, a), signed(width, b));
    let (least, greatest) = (-(1i64 << (width - 1)), (1i64 << (width - 1)) - 1);
    let overflows = |value: i64| Value::Bool(!(least..=greatest).contains(&value));
    let unsigned_overflows = |value: i64| Value::Bool(!(0..1i64 << width).contains(&value));
    match op {
        DerivedOp::BvNand => bv(width, !(sa & sb)),
        DerivedOp::BvNor => bv(width, !(sa | sb)),
        DerivedOp::BvXnor => bv(width, !(sa ^ sb)),
        DerivedOp::BvComp => bv(1, i64::from(a == b)),
        DerivedOp::BvUle => Value::Bool(a <= b),
        DerivedOp::BvUge => Value::Bool(a >= b),
        DerivedOp::BvUgt => Value::Bool(a > b),
        DerivedOp::BvSle => Value::Bool(sa <= sb),
        DerivedOp::BvSge => Value::Bool(sa >= sb),
        DerivedOp::BvSgt => Value::Bool(sa > sb),
        DerivedOp::Distinct => Value::Bool(a != b),
        DerivedOp::BvUaddOverflow => unsigned_overflows(a as i64 + b as i64),
        DerivedOp::BvUsubOverflow => unsigned_overflows(a as i64 - b as i64),
        DerivedOp::BvUmulOverflow => unsigned_overflows(a as i64 * b as i64),
        DerivedOp::BvSaddOverflow => overflows(sa + sb),
        DerivedOp::BvSsubOverflow => overflows(sa - sb),
        DerivedOp::BvSmulOverflow => overflows(sa * sb),
        DerivedOp::BvSdivOverflow => overflows(sa.checked_div(sb).unwrap_or(0)),
        _ => panic!("{op} has no definition here"),
    }
}

#[test]
fn derived_operators_on_all_operands_of_up_to_four_bits() {
    let binary = [
        DerivedOp::BvNand,
        DerivedOp::BvNor,
        DerivedOp::BvXnor,
        DerivedOp::BvComp,
        DerivedOp::BvUle,
        DerivedOp::BvUge,
        DerivedOp::BvUgt,
        DerivedOp::BvSle,
        DerivedOp::BvSge,
        DerivedOp::BvSgt,
        DerivedOp::Distinct,
        DerivedOp::BvUaddOverflow,
        DerivedOp::BvUsubOverflow,
        DerivedOp::BvUmulOverflow,
        DerivedOp::BvSaddOverflow,
        DerivedOp::BvSsubOverflow,
        DerivedOp::BvSmulOverflow,
        DerivedOp::BvSdivOverflow,
    ];
    for width in 1..=4u32 {
        for a in 0..1u64 << width {
            for b in 0..1u64 << width {
                for op in binary {
                    let expected = expected_derived(op, width, a, b);
                    assert_eq!(derived_value(op, width, &[a, b]), expected, "{op} {a} {b} in {width} bits");
                }
            }
            let overflows = signed(width, a) == -(1 << (width - 1));
            assert_eq!(derived_value(DerivedOp::BvNegOverflow, width, &[a]), Value::Bool(overflows));
            let twice = a << width | a;
            for by in 0..2 * width + 1 {
                let left = bv(width, (twice << (by % width) >> width) as i64);
                assert_eq!(derived_value(DerivedOp::BvRotateLeft { by }, width, &[a]), left);
                let right = bv(width, (twice >> (by % width)) as i64);
                assert_eq!(derived_value(DerivedOp::BvRotateRight { by }, width, &[a]), right);
            }
            let repeated = derived_value(DerivedOp::BvRepeat { times: 3 }, width, &[a]);
            assert_eq!(repeated, bv(3 * width, (twice << width | a) as i64));
        }
    }
}

#[test]
fn propositions_on_all_operands() {
    for a in [false, true] {
        for b in [false, true] {
            let of = |op: DerivedOp| {
                value_of(|store| {
                    let operands = [store.bool(a), store.bool(b)];
                    store.derived_application(op, &operands)
                })
            };
            assert_eq!(of(DerivedOp::Implies), Value::Bool(!a || b));
            assert_eq!(of(DerivedOp::Xor), Value::Bool(a != b));
        }
    }
}

#[test]
fn wide_bit_vectors_compute_like_big_numbers() {
    let width = 4096;
    let ones = BitVector::ones(width);
    // (2^w - 1)^2 = 1 modulo 2^w; 2^w - 1 is divisible by 3.
    assert_eq!(ones.mul(&ones), BitVector::one(width));
    let three = BitVector::from_u64(width, 3);
    assert!(ones.unsigned_rem(&three).is_zero());
    assert_eq!(ones.unsigned_div(&three).mul(&three), ones);
    let shifted = BitVector::one(width).shift_left(&BitVector::from_u64(width, 4095));
    assert_eq!(shifted, BitVector::min_signed(width));
    assert_eq!(shifted.arithmetic_shift_right(&ones), ones);
    assert_eq!(ones.extract(4095, 100).concat(&ones.extract(99, 0)), ones);
}

const SAMPLES: [f64; 17] = [
    0.0,
    -0.0,
    1.0,
    -1.5,
    0.1,
    1e-320,
    -5e-324,
    f64::MIN_POSITIVE,
    1e308,
    f64::MAX,
    -f64::MAX,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
    3.0,
    -7.25,
    4503599627370497.5,
];

fn double(value: f64) -> Value {
    Value::float(Float::from_f64(value))
}

#[test]
fn float_operators_like_the_machine() {
    for a in SAMPLES {
        for b in SAMPLES {
            let rounded = |op: Op| {
                value_of(|store| {
                    let rounding = store.rounding(Rounding::NearestEven);
                    let operands = [a, b].map(|value| store.float(Float::from_f64(value)));
                    store.application(op, &[rounding, operands[0], operands[1]])
                })
            };
            assert_eq!(rounded(Op::FpAdd), double(a + b));
            assert_eq!(rounded(Op::FpSub), double(a - b));
            assert_eq!(rounded(Op::FpMul), double(a * b));
            assert_eq!(rounded(Op::FpDiv), double(a / b));
            let exact = |op: Op| {
                value_of(|store| {
                    let operands = [a, b].map(|value| store.float(Float::from_f64(value)));
                    store.application(op, &operands)
                })
            };
            assert_eq!(exact(Op::FpLt), Value::Bool(a < b));
            assert_eq!(exact(Op::FpLeq), Value::Bool(a <= b));
            assert_eq!(exact(Op::FpEq), Value::Bool(a == b));
            assert_eq!(exact(Op::FpFmod), double(a % b));
            let identical = a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan();
            assert_eq!(exact(Op::Eq), Value::Bool(identical));
            if a != 0.0 || b != 0.0 {
                assert_eq!(exact(Op::FpMin), double(a.min(b)));
                assert_eq!(exact(Op::FpMax), double(a.max(b)));
            }
        }
    }
}

#[test]
fn float_functions_and_conversions_like_the_machine() {
    for a in SAMPLES {
        let of = |op: Op, mode: Option<Rounding>| {
            value_of(|store| {
                let operand = store.float(Float::from_f64(a));
                match mode {
                    Some(mode) => {
                        let rounding = store.rounding(mode);
                        store.application(op, &[rounding, operand])
                    }
                    None => store.application(op, &[operand]),
                }
            })
        };
        assert_eq!(of(Op::FpAbs, None), double(a.abs()));
        assert_eq!(of(Op::FpNeg, None), double(-a));
        assert_eq!(of(Op::FpIsNormal, None), Value::Bool(a.is_normal()));
        assert_eq!(of(Op::FpIsSubnormal, None), Value::Bool(a.is_subnormal()));
        assert_eq!(of(Op::FpIsZero, None), Value::Bool(a == 0.0));
        assert_eq!(of(Op::FpIsInfinite, None), Value::Bool(a.is_infinite()));
        assert_eq!(of(Op::FpIsNan, None), Value::Bool(a.is_nan()));
        assert_eq!(of(Op::FpIsNegative, None), Value::Bool(!a.is_nan() && a.is_sign_negative()));
        assert_eq!(of(Op::FpIsPositive, None), Value::Bool(!a.is_nan() && a.is_sign_positive()));
        assert_eq!(of(Op::FpSqrt, Some(Rounding::NearestEven)), double(a.sqrt()));
        assert_eq!(of(Op::FpRoundToIntegral, Some(Rounding::TowardNegative)), double(a.floor()));
        assert_eq!(of(Op::FpRoundToIntegral, Some(Rounding::TowardPositive)), double(a.ceil()));
        assert_eq!(of(Op::FpRoundToIntegral, Some(Rounding::TowardZero)), double(a.trunc()));
        assert_eq!(of(Op::FpRoundToIntegral, Some(Rounding::NearestAway)), double(a.round()));
        assert_eq!(of(Op::FpRoundToIntegral, Some(Rounding::NearestEven)), double(a.round_ties_even()));
        let single = Value::float(Float::from_f32(a as f32));
        assert_eq!(of(Op::FpFromFp(Format::F32), Some(Rounding::NearestEven)), single);
        let bits = if a.is_nan() { 0x7ff8_0000_0000_0000 } else { a.to_bits() };
        assert_eq!(of(Op::FpToBits, None), Value::BitVec(BitVector::from_u64(64, bits)));
        if a.abs() < 1e9 {
            let signed = BitVector::from_u64(40, a as i64 as u64);
            assert_eq!(of(Op::FpToSigned { width: 40 }, Some(Rounding::TowardZero)), Value::BitVec(signed));
        }
        if (0.0..1e9).contains(&a) {
            let unsigned = BitVector::from_u64(40, a as u64);
            assert_eq!(
                of(Op::FpToUnsigned { width: 40 }, Some(Rounding::TowardZero)),
                Value::BitVec(unsigned)
            );
        }
    }
}

#[test]
fn floats_from_integers_and_reals() {
    for integer in [0i64, 1, -1, i64::MAX, i64::MIN, (1 << 53) + 1, -(1 << 54) - 1] {
        let of = |op: Op| {
            value_of(|store| {
                let rounding = store.rounding(Rounding::NearestEven);
                let operand = store.bv(64, integer as u64);
                store.application(op, &[rounding, operand])
            })
        };
        assert_eq!(of(Op::FpFromSigned(Format::F64)), double(integer as f64));
        assert_eq!(of(Op::FpFromUnsigned(Format::F64)), double(integer as u64 as f64));
    }
    let tenth = Rational::from_parts(1.into(), 10u32.into());
    let from_real = value_of(|store| {
        let (rounding, tenth) = (store.rounding(Rounding::NearestEven), store.real(tenth.clone()));
        store.fp_from_real(Format::F64, rounding, tenth)
    });
    assert_eq!(from_real, double(0.1));
    let to_real = value_of(|store| {
        let half = store.float(Float::from_f64(0.5));
        store.fp_to_real(half)
    });
    assert_eq!(to_real, Value::Real(Rational::from_parts(1.into(), 2u32.into())));
    let triple = value_of(|store| {
        let (sign, exponent, significand) = (store.bv(1, 1), store.bv(11, 0x3ff), store.bv(52, 1 << 51));
        store.fp(sign, exponent, significand)
    });
    assert_eq!(triple, double(-1.5));
}
