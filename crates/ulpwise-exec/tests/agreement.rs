//! Terms mean what the interpreter computes: every operation on random operands, evaluated by the one and computed by the other.

use ulpwise_base::SplitMix64;
use ulpwise_exec::terms::Terms;
use ulpwise_expr::{BitVector, Model, Sort, Term, Value, evaluate};
use ulpwise_float::Rounding;
use ulpwise_interp::number::{convert, float, int};
use ulpwise_ir::{
    FloatBinaryOp, FloatFormat, FloatPredicate, FloatUnaryOp, IntBinaryOp, IntCastOp, IntPredicate,
    IntUnaryOp, OverflowOp, SignOp,
};

const MODES: [Rounding; 4] =
    [Rounding::NearestEven, Rounding::TowardZero, Rounding::TowardPositive, Rounding::TowardNegative];

/// Variables that stand for operands, and their values.
struct Operands {
    terms: Terms,
    model: Model,
    variables: usize,
}

impl Operands {
    fn new() -> Operands {
        Operands { terms: Terms::new(), model: Model::new(), variables: 0 }
    }

    fn operand(&mut self, bits: u8, value: u128) -> Term {
        self.variables += 1;
        let name = format!("x{}", self.variables);
        let variable = self.terms.store.variable(&name, Sort::BitVec(u32::from(bits)));
        self.model.set(variable, Value::BitVec(BitVector::from_u128(u32::from(bits), value)));
        variable
    }

    /// The bits of a term.
    fn evaluated(&mut self, term: Term) -> u128 {
        let bits = self.terms.bits(term);
        let variables = self.terms.store.free_variables(&[bits]);
        self.model.complete(&self.terms.store, &variables);
        match evaluate(&self.terms.store, bits, &self.model).expect("all variables have values") {
            Value::BitVec(bits) => u128::try_from(bits.unsigned()).expect("at most 128 bits"),
            other => panic!("{other:?} is no bit-vector"),
        }
    }

    fn holds(&mut self, term: Term) -> bool {
        evaluate(&self.terms.store, term, &self.model) == Ok(Value::Bool(true))
    }
}

/// Bits that are often special.
fn float_bits(format: FloatFormat, random: &mut SplitMix64) -> u128 {
    let width = format.bits();
    let mask = u128::MAX >> (128 - u32::from(width));
    let any = (u128::from(random.next_u64()) << 64 | u128::from(random.next_u64())) & mask;
    let one = float::unary(FloatUnaryOp::Canonicalize, format, Rounding::NearestEven, 0).bits;
    match random.below(8) {
        0 => one,
        1 => 1 << (width - 1),
        // All bits of the exponent, or none.
        2 => any | (mask >> 1) & !(mask >> 17).min(mask >> 9),
        3 => any & ((mask >> 16).max(1)),
        // Numbers of common magnitude.
        4 | 5 => {
            let number = i128::from(random.below(2000)) - 1000;
            let integer = number.cast_unsigned() & u128::from(u64::MAX);
            let converted = convert::from_int(true, 64, format, Rounding::NearestEven, integer);
            let third = convert::from_int(true, 64, format, Rounding::NearestEven, 3);
            float::binary(FloatBinaryOp::Div, format, Rounding::NearestEven, converted.bits, third.bits).bits
        }
        _ => any,
    }
}

fn is_nan(format: FloatFormat, bits: u128) -> bool {
    float::class_bit(format, bits) & 3 != 0
}

/// The same bits, or any NaN for a NaN.
fn same(format: FloatFormat, expected: u128, found: u128) -> bool {
    expected == found || (is_nan(format, expected) && is_nan(format, found))
}

#[test]
fn floats() {
    let mut random = SplitMix64::new(1);
    for format in FloatFormat::ALL {
        for round in 0..150 {
            let mode = MODES[round % 4];
            let mut operands = Operands::new();
            let values = [(); 3].map(|()| float_bits(format, &mut random));
            let [a, b, c] = values.map(|value| operands.operand(format.bits(), value));
            let [x, y, z] = values;
            for &op in FloatBinaryOp::ALL {
                let computed = float::binary(op, format, mode, x, y).bits;
                let term = operands.terms.float_binary(op, format, mode, a, b);
                let found = operands.evaluated(term);
                assert!(
                    same(format, computed, found),
                    "{op:?} {format:?} {mode:?} {x:x} {y:x}: {computed:x} {found:x}"
                );
            }
            for &op in FloatUnaryOp::ALL {
                let computed = float::unary(op, format, mode, x).bits;
                let term = operands.terms.float_unary(op, format, mode, a);
                let found = operands.evaluated(term);
                assert!(
                    same(format, computed, found),
                    "{op:?} {format:?} {mode:?} {x:x}: {computed:x} {found:x}"
                );
            }
            for &predicate in FloatPredicate::ALL {
                let (ordering, _) = float::compare(false, format, x, y);
                let term = operands.terms.float_compare(predicate, format, a, b);
                assert_eq!(
                    operands.holds(term),
                    predicate.holds(ordering),
                    "{predicate:?} {format:?} {x:x} {y:x}"
                );
            }
            for mask in [1, 2, 3, 0x264, 0x1f8, 0x90, 0x60, 0x3fc, random.below(1024) as u16] {
                let term = operands.terms.float_class(mask, format, a);
                let expected = float::class_bit(format, x) & mask != 0;
                assert_eq!(operands.holds(term), expected, "{mask:x} {format:?} {x:x}");
            }
            let computed = float::fma(format, mode, [x, y, z]).bits;
            let term = operands.terms.float_fma(format, mode, [a, b, c]);
            assert!(
                same(format, computed, operands.evaluated(term)),
                "fma {format:?} {mode:?} {x:x} {y:x} {z:x}"
            );
            let sign = float::sign_mask(format);
            for (op, expected) in [(SignOp::Neg, x ^ sign), (SignOp::Abs, x & !sign)] {
                let term = operands.terms.float_sign(op, format, a);
                assert_eq!(operands.evaluated(term), expected);
            }
            let term = operands.terms.float_copy_sign(format, a, b);
            assert_eq!(operands.evaluated(term), (x & !sign) | (y & sign));
        }
    }
}

#[test]
fn conversions() {
    let mut random = SplitMix64::new(2);
    for format in FloatFormat::ALL {
        for round in 0..200 {
            let mode = MODES[round % 4];
            let mut operands = Operands::new();
            let x = float_bits(format, &mut random);
            let a = operands.operand(format.bits(), x);
            for to in FloatFormat::ALL.into_iter().filter(|&to| to != format) {
                let computed = convert::between_formats(format, to, mode, x).bits;
                let term = operands.terms.float_from_float(format, to, mode, a);
                let found = operands.evaluated(term);
                assert!(
                    same(to, computed, found),
                    "{format:?} to {to:?} {mode:?} {x:x}: {computed:x} {found:x}"
                );
            }
            for bits in [1_u8, 8, 16, 32, 33, 64, 128] {
                let integer = u128::from(random.next_u64()) << 64 | u128::from(random.next_u64());
                let integer = integer >> random.below(127).max(u64::from(128 - bits));
                let b = operands.operand(bits, integer);
                for signed in [false, true] {
                    let computed = convert::to_int(signed, format, bits, mode, x).bits;
                    let term = operands.terms.int_from_float(signed, format, bits, mode, a);
                    let found = operands.evaluated(term);
                    assert_eq!(found, computed, "{format:?} to {signed} {bits} {mode:?} {x:x}");
                    let computed = convert::saturating_to_int(signed, format, bits, x).bits;
                    let term = operands.terms.saturated_int_from_float(signed, format, bits, a);
                    assert_eq!(
                        operands.evaluated(term),
                        computed,
                        "saturating {format:?} {signed} {bits} {x:x}"
                    );
                    let computed = convert::from_int(signed, bits, format, mode, integer).bits;
                    let term = operands.terms.float_from_int(signed, bits, format, mode, b);
                    let found = operands.evaluated(term);
                    assert_eq!(found, computed, "{signed} {bits} {integer:x} to {format:?} {mode:?}");
                }
            }
        }
    }
}

#[test]
fn integers() {
    let mut random = SplitMix64::new(3);
    for bits in [1_u8, 3, 8, 16, 31, 32, 48, 64, 65, 128] {
        for _ in 0..150 {
            let mut operands = Operands::new();
            let values = [(); 3].map(|()| {
                let any = u128::from(random.next_u64()) << 64 | u128::from(random.next_u64());
                let kept = int::wide::truncate(any, bits);
                match random.below(4) {
                    0 => int::wide::truncate(random.below(3).into(), bits),
                    1 => int::wide::truncate(u128::MAX << random.below(u64::from(bits)), bits),
                    _ => kept,
                }
            });
            let [a, b, c] = values.map(|value| operands.operand(bits, value));
            let [x, y, z] = values;
            let narrow = bits <= 64;
            for &op in IntBinaryOp::ALL {
                let computed = if narrow {
                    int::narrow::binary(op, bits, x as u64, y as u64).map(u128::from)
                } else {
                    int::wide::binary(op, bits, x, y)
                };
                let term = operands.terms.int_binary(op, bits, a, b);
                if let Ok(computed) = computed {
                    assert_eq!(operands.evaluated(term), computed, "{op:?} {bits} {x:x} {y:x}");
                }
            }
            for &op in OverflowOp::ALL {
                let (computed, over) = int::wide::overflow(op, bits, x, y);
                let (term, overflowed) = operands.terms.int_overflow(op, a, b);
                assert_eq!(operands.evaluated(term), computed, "{op:?} {bits} {x:x} {y:x}");
                assert_eq!(operands.holds(overflowed), over, "{op:?} {bits} {x:x} {y:x}");
            }
            for &op in IntUnaryOp::ALL {
                if op == IntUnaryOp::SwapBytes && bits % 16 != 0 {
                    continue;
                }
                let term = operands.terms.int_unary(op, bits, a);
                assert_eq!(operands.evaluated(term), int::wide::unary(op, bits, x), "{op:?} {bits} {x:x}");
            }
            for &predicate in IntPredicate::ALL {
                let term = operands.terms.int_compare(predicate, a, b);
                assert_eq!(
                    operands.holds(term),
                    int::wide::compare(predicate, bits, x, y),
                    "{predicate:?} {bits}"
                );
            }
            for left in [false, true] {
                let term = operands.terms.funnel_shift(left, bits, [a, b, c]);
                let expected = int::wide::funnel_shift(left, bits, x, y, z);
                assert_eq!(operands.evaluated(term), expected, "{left} {bits} {x:x} {y:x} {z:x}");
            }
            let to = 1 + random.below(128) as u8;
            let casts = [IntCastOp::Truncate, IntCastOp::ZeroExtend, IntCastOp::SignExtend];
            for op in casts.into_iter().filter(|&op| (op == IntCastOp::Truncate) == (to < bits)) {
                let term = operands.terms.int_cast(op, bits, to, a);
                assert_eq!(
                    operands.evaluated(term),
                    int::wide::cast(op, bits, to, x),
                    "{op:?} {bits} {to} {x:x}"
                );
            }
        }
    }
}
