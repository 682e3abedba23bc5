//! Instructions: their results and flags.

use crate::operands::{Operands, float_bits, same};
use crate::{FLAGS, MODES};
use ulpwise_base::{Id, SplitMix64};
use ulpwise_expr::Term;
use ulpwise_float::Rounding;
use ulpwise_interp::number::{convert, float, int, site};
use ulpwise_interp::{Exception, Exceptions};
use ulpwise_ir::{
    FloatBinaryOp, FloatFormat, FloatPredicate, FloatUnaryOp, Inst, IntBinaryOp, IntCastOp, IntPredicate,
    IntUnaryOp, OverflowOp, SignOp, SiteId, Slot,
};
use ulpwise_symex::terms::Performed;

/// All operations on floats of a format.
fn operations(format: FloatFormat, random: &mut SplitMix64) -> Vec<Inst> {
    let [dst, a, b, c] = [0, 1, 2, 3].map(Slot::from_index);
    let number = SiteId::from_index(0);
    let mut insts: Vec<Inst> = FloatBinaryOp::ALL
        .iter()
        .map(|&op| Inst::Float { op, format, dst, a, b, site: number })
        .chain(FloatUnaryOp::ALL.iter().map(|&op| Inst::FloatUnary { op, format, dst, a, site: number }))
        .collect();
    insts.push(Inst::FloatFma { format, dst, a, b, c, site: number });
    for signaling in [false, true] {
        let predicate = FloatPredicate::ALL[0];
        insts.push(Inst::FloatCompare { predicate, signaling, format, dst, a, b, site: number });
        let bits = [8, 16, 32, 64][random.below(4) as usize];
        let (signed, saturating) = (random.below(2) == 0, false);
        insts.push(Inst::FloatToInt { signed, saturating, format, bits, dst, a, site: number });
    }
    for to in FloatFormat::ALL.into_iter().filter(|&to| to != format) {
        insts.push(Inst::FloatConvert { from: format, to, dst, a, site: number });
    }
    insts
}

/// The flags and exceptions of an operation are those that its terms say. Returns whether its
/// operands cancel.
fn raises_the_same(
    operands: &mut Operands,
    inst: Inst,
    mode: Rounding,
    values: &[u128],
    given: &[Term],
) -> bool {
    let outcome = site::operation(&inst, mode, values).expect("an operation");
    let raised = outcome.flags;
    let given = match inst {
        Inst::Float { .. } | Inst::FloatCompare { .. } => &given[..2],
        Inst::FloatFma { .. } => given,
        _ => &given[..1],
    };
    let performed = Performed::Operation { inst, rounding: mode, operands: given.to_vec() };
    for flag in FLAGS {
        let condition = operands.terms.raises(flag, &performed).expect("operations are known");
        assert_eq!(
            operands.holds(condition),
            raised.contains(flag),
            "{flag:?} of {inst:?} {mode:?} {values:x?}"
        );
    }
    let raised: Exceptions = outcome.exceptions(Exceptions::ON_REQUEST).collect();
    for exception in Exception::ALL {
        let signs = operands.terms.signs(exception, &performed);
        let holds = signs.cases.iter().any(|&case| operands.holds(case));
        let expected = raised.contains(exception);
        // What is not known completely must still be right.
        assert!(
            holds == expected || (!signs.complete && !holds),
            "{exception:?} of {inst:?} {mode:?} {values:x?}: {holds}"
        );
    }
    raised.contains(Exception::Cancellation)
}

/// Numbers that differ in a few of their last bits, so that their difference is small or zero.
#[test]
fn near_numbers_cancel() {
    let mut random = SplitMix64::new(2);
    let [dst, a, b] = [0, 1, 2].map(Slot::from_index);
    let site = SiteId::from_index(0);
    for format in FloatFormat::ALL {
        let mut cancelled = 0;
        for round in 0..60_u32 {
            let x = float_bits(format, &mut random);
            let distance = random.next_u64() & ((1 << (round % u32::from(format.bits() / 2))) - 1);
            let y = x.wrapping_add(u128::from(distance)) ^ (u128::from(round & 1) << (format.bits() - 1));
            let y = y & (u128::MAX >> (128 - u32::from(format.bits())));
            let mut operands = Operands::new();
            let given = [x, y].map(|value| operands.operand(format.bits(), value));
            for op in [FloatBinaryOp::Add, FloatBinaryOp::Sub] {
                let inst = Inst::Float { op, format, dst, a, b, site };
                let mode = MODES[round as usize % 4];
                cancelled += u32::from(raises_the_same(&mut operands, inst, mode, &[x, y], &given));
            }
        }
        assert!(cancelled > 5, "{format:?}: {cancelled}");
    }
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
            let insts = operations(format, &mut random);
            for inst in insts {
                raises_the_same(&mut operands, inst, mode, &values, &[a, b, c]);
            }
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
                    let inst = Inst::IntToFloat {
                        signed,
                        bits,
                        format,
                        dst: Slot::from_index(0),
                        a: Slot::from_index(1),
                        site: SiteId::from_index(0),
                    };
                    raises_the_same(&mut operands, inst, mode, &[integer], &[b]);
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
