//! What instructions that only compute deliver, from what their operands can be.

use crate::arithmetic::{self, RoundingAssumption};
use crate::compare::{self, Ways};
use crate::float_set::FloatSet;
use crate::int_set::IntSet;
use crate::integer;
use crate::outline::Outline;
use crate::spans::Spans;
use crate::value::{PointerSet, ScalarSet};
use ulpwise_externals::{Exception, Exceptions};
use ulpwise_ir::{FloatBinaryOp, FloatFormat, Inst, IntPredicate, SignOp, Slot, Type};

/// What operands can be, and what is known besides.
pub(crate) struct Operands<'o> {
    pub(crate) rounding: RoundingAssumption,
    pub(crate) outline: &'o Outline<'o>,
    /// The value of a slot, if it is known.
    pub(crate) get: &'o dyn Fn(Slot) -> Option<ScalarSet>,
    /// The ways in which two slots may compare.
    pub(crate) ways: &'o dyn Fn(Slot, Slot) -> Ways,
}

impl Operands<'_> {
    fn get(&self, slot: Slot) -> Option<ScalarSet> {
        (self.get)(slot)
    }

    fn ty(&self, slot: Slot) -> Type {
        self.outline.body.type_of(slot)
    }
}

/// The slot that an instruction defines, what it can be then, and what can be raised.
type Computed = Option<(Slot, ScalarSet, Exceptions)>;

/// The result of an instruction that only computes; `None` for all others, and where an operand is
/// not known.
pub(crate) fn evaluate(of: &Operands<'_>, inst: &Inst) -> Computed {
    integers(of, inst).or_else(|| floats(of, inst)).or_else(|| conversions(of, inst))
}

/// What an operation on an x87 number delivers: nothing is known.
fn unknown_result(dst: Slot, format: FloatFormat) -> Computed {
    let any = match format {
        FloatFormat::X87 => ScalarSet::Opaque,
        format => ScalarSet::Float(FloatSet { signaling: false, ..FloatSet::any(format.exact_format()) }),
    };
    Some((dst, any, Exceptions::ALL))
}

fn integers(of: &Operands<'_>, inst: &Inst) -> Computed {
    match *inst {
        Inst::Int { op, dst, a, b, .. } => {
            let result = integer::binary(
                op,
                &as_integer(&of.get(a)?, of.ty(a)),
                &as_integer(&of.get(b)?, of.ty(b)),
                a == b,
            );
            Some((dst, ScalarSet::Int(result), Exceptions::NONE))
        }
        Inst::IntUnary { op, dst, a, .. } => Some((
            dst,
            ScalarSet::Int(integer::unary(op, &as_integer(&of.get(a)?, of.ty(a)))),
            Exceptions::NONE,
        )),
        Inst::IntCast { op, to, dst, a, .. } => Some((
            dst,
            ScalarSet::Int(integer::cast(op, to, &as_integer(&of.get(a)?, of.ty(a)))),
            Exceptions::NONE,
        )),
        Inst::IntCompare { predicate, dst, a, b, .. } => {
            let truth = match (of.get(a)?, of.get(b)?) {
                (ScalarSet::Pointer(x), ScalarSet::Pointer(y)) => pointer_truth(predicate, &x, &y),
                (x, y) => {
                    integer::compare(predicate, &as_integer(&x, of.ty(a)), &as_integer(&y, of.ty(b)), a == b)
                }
            };
            Some((dst, ScalarSet::Int(truth), Exceptions::NONE))
        }
        // fail-closed: the others are not computed here.
        _ => None,
    }
}

fn floats(of: &Operands<'_>, inst: &Inst) -> Computed {
    match *inst {
        Inst::Float { op, format, dst, a, b, .. } => {
            let (ScalarSet::Float(x), ScalarSet::Float(y)) = (of.get(a)?, of.get(b)?) else {
                return unknown_result(dst, format);
            };
            let mut result = arithmetic::binary(op, of.rounding, &x, &y, a == b);
            let mut raised = arithmetic::binary_exceptions(op, of.rounding, &x, &y, a == b);
            if op == FloatBinaryOp::Sub {
                result = compare::with_signs(result, (of.ways)(a, b));
                if !result.has_subnormal() {
                    raised = raised.without(Exception::Underflow);
                }
            }
            Some((dst, ScalarSet::Float(result), raised))
        }
        Inst::FloatUnary { op, format, dst, a, .. } => {
            let ScalarSet::Float(x) = of.get(a)? else { return unknown_result(dst, format) };
            let (result, raised) = arithmetic::unary(op, of.rounding, &x);
            Some((dst, ScalarSet::Float(result), raised))
        }
        Inst::FloatFma { format, dst, a, b, c, .. } => {
            let (ScalarSet::Float(x), ScalarSet::Float(y), ScalarSet::Float(w)) =
                (of.get(a)?, of.get(b)?, of.get(c)?)
            else {
                return unknown_result(dst, format);
            };
            let (result, raised) = arithmetic::fma(of.rounding, [&x, &y, &w]);
            Some((dst, ScalarSet::Float(result), raised))
        }
        Inst::FloatSign { op, dst, a, .. } => {
            let result = match of.get(a)? {
                ScalarSet::Float(x) if op == SignOp::Neg => ScalarSet::Float(x.negated()),
                ScalarSet::Float(x) => ScalarSet::Float(x.magnitudes()),
                _ => ScalarSet::any(of.ty(dst)), // fail-closed: anything.
            };
            Some((dst, result, Exceptions::NONE))
        }
        Inst::FloatCopySign { dst, a, b, .. } => {
            let (ScalarSet::Float(x), ScalarSet::Float(sign)) = (of.get(a)?, of.get(b)?) else {
                return Some((dst, ScalarSet::any(of.ty(dst)), Exceptions::NONE));
            };
            let magnitudes = x.magnitudes();
            let mut result = FloatSet { numbers: Spans::default(), ..magnitudes.clone() };
            if sign.can_be_nan() || sign.numbers.high().is_some_and(|high| high >= 0) {
                result = result.union(&magnitudes);
            }
            if sign.can_be_nan() || sign.numbers.low().is_some_and(|low| low < 0) {
                result = result.union(&magnitudes.negated());
            }
            Some((dst, ScalarSet::Float(result), Exceptions::NONE))
        }
        // fail-closed: the others are not computed here.
        _ => None,
    }
}

/// Comparisons, and conversions between floats and integers.
fn conversions(of: &Operands<'_>, inst: &Inst) -> Computed {
    match *inst {
        Inst::FloatCompare { predicate, signaling, dst, a, b, .. } => {
            let (ScalarSet::Float(x), ScalarSet::Float(y)) = (of.get(a)?, of.get(b)?) else {
                return Some((dst, ScalarSet::Int(IntSet::any(1)), Exceptions::ALL));
            };
            let truth = compare::truth(predicate, &x, &y, a == b, (of.ways)(a, b));
            Some((dst, ScalarSet::Int(truth), compare::exceptions(signaling, &x, &y)))
        }
        Inst::FloatClass { mask, dst, a, .. } => {
            let truth = match of.get(a)? {
                ScalarSet::Float(x) => {
                    let can_be = |answer| !compare::operand_if_class(mask, answer, &x).is_empty();
                    IntSet::of_bool(can_be(false), can_be(true))
                }
                _ => IntSet::any(1), // fail-closed: either answer.
            };
            Some((dst, ScalarSet::Int(truth), Exceptions::NONE))
        }
        Inst::FloatConvert { to, dst, a, .. } => {
            let (ScalarSet::Float(x), false) = (of.get(a)?, to == FloatFormat::X87) else {
                return unknown_result(dst, to);
            };
            let (result, raised) = arithmetic::convert(of.rounding, &x, to.exact_format());
            Some((dst, ScalarSet::Float(result), raised))
        }
        Inst::FloatToInt { signed, bits, dst, a, .. } => {
            let ScalarSet::Float(x) = of.get(a)? else {
                return Some((dst, ScalarSet::Int(IntSet::any(bits)), Exceptions::ALL));
            };
            let (result, raised) = integer::from_float(signed, bits, &x);
            Some((dst, ScalarSet::Int(result), raised))
        }
        Inst::IntToFloat { signed, format, dst, a, .. } => {
            let value = as_integer(&of.get(a)?, of.ty(a));
            if format == FloatFormat::X87 {
                // Every integer of 128 bits is within its range.
                return Some((dst, ScalarSet::Opaque, Exceptions::NONE.with(Exception::Inexact)));
            }
            let (result, raised) = integer::to_float(signed, of.rounding, &value, format);
            Some((dst, ScalarSet::Float(result), raised))
        }
        // fail-closed: the others are not computed here.
        _ => None,
    }
}

/// A value as an integer: any, if it is none.
pub(crate) fn as_integer(value: &ScalarSet, ty: Type) -> IntSet {
    match value {
        ScalarSet::Int(set) if set.bits == ty.bits() => set.clone(),
        ScalarSet::Pointer(pointer) if pointer.is_null() => IntSet::of_bits(ty.bits(), 0),
        ScalarSet::Int(_) | ScalarSet::Pointer(_) | ScalarSet::Float(_) | ScalarSet::Opaque => {
            IntSet::any(ty.bits())
        }
    }
}

/// Whether addresses can be equal and can differ. Null is no object's address.
fn pointer_truth(predicate: IntPredicate, x: &PointerSet, y: &PointerSet) -> IntSet {
    let is_not_null = |set: &PointerSet| !set.null && !set.unknown;
    let (equal, differ) = match (x.is_null(), y.is_null()) {
        (true, true) => (true, false),
        (true, false) if is_not_null(y) => (false, true),
        (false, true) if is_not_null(x) => (false, true),
        _ => (true, true), // fail-closed: both.
    };
    match predicate {
        IntPredicate::Eq => IntSet::of_bool(differ, equal),
        IntPredicate::Ne => IntSet::of_bool(equal, differ),
        _ => IntSet::any(1), // fail-closed: either answer.
    }
}
