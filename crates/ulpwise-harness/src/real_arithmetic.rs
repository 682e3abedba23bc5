//! Whether a function means real arithmetic, so that exact arithmetic along its path says what would
//! be right.
//!
//! Some code means its floats as floats: it rounds to an integer by adding and subtracting a large
//! number, splits numbers into high and low parts, reads bits, or goes on until nothing changes.
//! Without rounding it computes something else than its author wants, and a number that is called
//! exact there is none. What is recognised here is the shape of such code; a comparison that comes
//! out otherwise without rounding is seen when the code runs.

use crate::reach::reached_functions;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use ulpwise_ir::{Body, FloatBinaryOp, FloatPredicate, FunctionId, Inst, Module, Slot, SlotType, Type};

/// A reason why exact arithmetic is not what a function means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MeansRounding {
    /// It reads or writes the bits of a float.
    Bits,
    /// It converts a float to an integer.
    ToInteger,
    /// It adds and subtracts the same number.
    Cancelling,
    /// It compares floats for equality after a rounding.
    UntilNothingChanges,
}

impl fmt::Display for MeansRounding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Bits => "it uses the bits of a float",
            Self::ToInteger => "it converts a float to an integer",
            Self::Cancelling => "it adds and subtracts the same number, to round or to split",
            Self::UntilNothingChanges => "it looks whether an addition changes a number",
        })
    }
}

/// Why a function, or one that it calls, does not mean real arithmetic, if it shows.
pub fn means_rounding(module: &Module, function: FunctionId) -> Option<MeansRounding> {
    reached_functions(module, function)
        .into_iter()
        .filter_map(|function| module.functions[function].body.as_ref())
        .find_map(|body| Shapes::new(body).find())
}

/// A function, and where each of its slots is computed.
struct Shapes<'a> {
    body: &'a Body,
    defined_by: BTreeMap<Slot, &'a Inst>,
}

impl<'a> Shapes<'a> {
    fn new(body: &'a Body) -> Self {
        let mut defined_by = BTreeMap::new();
        for inst in &body.insts {
            body.for_each_definition(inst, |slot| {
                defined_by.insert(slot, inst);
            });
        }
        Self { body, defined_by }
    }

    fn find(&self) -> Option<MeansRounding> {
        let shape = self.body.insts.iter().find_map(|inst| self.shape(inst));
        shape.or_else(|| self.shares_memory().then_some(MeansRounding::Bits))
    }

    fn shape(&self, inst: &Inst) -> Option<MeansRounding> {
        match *inst {
            Inst::Copy { dst, a, .. } if self.is_float(dst) != self.is_float(a) => Some(MeansRounding::Bits),
            Inst::FloatToInt { .. } => Some(MeansRounding::ToInteger),
            Inst::Float { op: FloatBinaryOp::Sub, a, b, .. } => {
                // (x + c) - c, and a - (a - x).
                let from_sum = self.operands(a, FloatBinaryOp::Add).is_some_and(|sum| self.has(sum, b))
                    || self.operands(a, FloatBinaryOp::Sub).is_some_and(|[_, c]| self.is_negative_of(c, b));
                let from_difference =
                    self.operands(b, FloatBinaryOp::Sub).is_some_and(|[first, _]| self.is_same(first, a));
                (from_sum || from_difference).then_some(MeansRounding::Cancelling)
            }
            // (x - c) + c.
            Inst::Float { op: FloatBinaryOp::Add, a, b, .. } => {
                let restores = |difference, c| {
                    self.operands(difference, FloatBinaryOp::Sub).is_some_and(|[_, s]| self.is_same(s, c))
                };
                (restores(a, b) || restores(b, a)).then_some(MeansRounding::Cancelling)
            }
            Inst::FloatCompare { predicate, a, b, .. } => {
                let changes = |sum, x| {
                    [FloatBinaryOp::Add, FloatBinaryOp::Sub]
                        .into_iter()
                        .any(|op| self.operands(sum, op).is_some_and(|sum| self.has(sum, x)))
                };
                let is_equality = matches!(
                    predicate,
                    FloatPredicate::Oeq | FloatPredicate::One | FloatPredicate::Ueq | FloatPredicate::Une
                );
                (is_equality && (changes(a, b) || changes(b, a)))
                    .then_some(MeansRounding::UntilNothingChanges)
            }
            _ => None,
        }
    }

    fn is_float(&self, slot: Slot) -> bool {
        matches!(self.body.slots[slot], SlotType::Value(Type::Float(_)))
    }

    /// The operands of an operation that a slot is the result of.
    fn operands(&self, slot: Slot, wanted: FloatBinaryOp) -> Option<[Slot; 2]> {
        match **self.defined_by.get(&slot)? {
            Inst::Float { op, a, b, .. } if op == wanted => Some([a, b]),
            _ => None,
        }
    }

    fn has(&self, operands: [Slot; 2], slot: Slot) -> bool {
        operands.into_iter().any(|operand| self.is_same(operand, slot))
    }

    /// Whether two slots hold the same value for certain: they are one, or the same constant.
    fn is_same(&self, one: Slot, other: Slot) -> bool {
        let constant = |slot| self.body.constant_bits(slot);
        one == other || constant(one).is_some_and(|bits| constant(other) == Some(bits))
    }

    /// Whether two constants differ in their signs alone.
    fn is_negative_of(&self, one: Slot, other: Slot) -> bool {
        let SlotType::Value(Type::Float(format)) = self.body.slots[one] else { return false };
        let sign = 1_u128 << (format.bits() - 1);
        let constant = |slot| self.body.constant_bits(slot);
        constant(one).zip(constant(other)).is_some_and(|(one, other)| one ^ sign == other)
    }

    /// Whether the same bytes of a local variable are used as a float and as an integer, directly or
    /// through a copy.
    fn shares_memory(&self) -> bool {
        let (mut floats, mut integers) = (BTreeSet::new(), BTreeSet::new());
        let mut copies = Vec::new();
        for inst in &self.body.insts {
            match *inst {
                Inst::Load { ty, address, .. } | Inst::Store { ty, address, .. } => {
                    let Some(place) = self.local(address) else { continue };
                    match ty {
                        Type::Float(_) => floats.insert(place),
                        Type::Int(8) | Type::Pointer => false,
                        Type::Int(_) => integers.insert(place),
                    };
                }
                Inst::MemCopy { to, from, .. } => copies.extend(self.local(to).zip(self.local(from))),
                _ => {}
            }
        }
        let is_copied = |&(one, other): &((Slot, i64), (Slot, i64))| {
            (floats.contains(&one) && integers.contains(&other))
                || (floats.contains(&other) && integers.contains(&one))
        };
        floats.intersection(&integers).next().is_some() || copies.iter().any(is_copied)
    }

    /// The local variable and the offset in it that an address is, if that is known.
    fn local(&self, address: Slot) -> Option<(Slot, i64)> {
        match **self.defined_by.get(&address)? {
            Inst::Alloca { dst, .. } => Some((dst, 0)),
            Inst::Copy { a, .. } => self.local(a),
            Inst::PointerAdd { base, index, scale, .. } => {
                let (local, offset) = self.local(base)?;
                let steps = (self.body.constant_bits(index)? as u64).cast_signed();
                Some((local, offset.checked_add(steps.checked_mul(i64::from(scale))?)?))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meaning(source: &str) -> Option<MeansRounding> {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("f.c");
        std::fs::write(
            &file,
            format!("#include <math.h>\n#include <stdint.h>\n#include <string.h>\n{source}"),
        )
        .unwrap();
        let input = ulpwise_llvm::ProgramInput { files: vec![file], ..ulpwise_llvm::ProgramInput::default() };
        let module =
            ulpwise_llvm::load_in_process(&input, &ulpwise_llvm::LoadOptions::default()).unwrap().module;
        let function =
            module.functions.iter_enumerated().find(|(_, function)| function.name == "f").unwrap().0;
        means_rounding(&module, function)
    }

    #[test]
    fn code_that_means_its_floats_is_recognised() {
        use MeansRounding::{Bits, Cancelling, ToInteger, UntilNothingChanges};
        let cases = [
            ("double f(double x) { return (x + 6755399441055744.0) - 6755399441055744.0; }", Cancelling),
            ("double f(double x) { double t = x - 0x1p52; return t + 0x1p52; }", Cancelling),
            ("double f(double x) { double c = 134217729 * x; return c - (c - x); }", Cancelling),
            (
                "double f(double a, double b) { double s = a + b, t = s - a; return (a - (s - t)) + (b - t); }",
                Cancelling,
            ),
            ("double f(double a, double b) { double s = a + b; return b - (s - a); }", Cancelling),
            (
                "double f(double x) { double y = 1; while (x + y != x) y /= 2; return y; }",
                UntilNothingChanges,
            ),
            ("double f(double x) { uint64_t u; memcpy(&u, &x, 8); return u >> 52; }", Bits),
            ("double f(double x) { union { double d; uint64_t u; } v = {x}; v.u &= ~1; return v.d; }", Bits),
            (
                "static double g(double x) { return (int)x; } double f(double x) { return x - g(x); }",
                ToInteger,
            ),
        ];
        for (source, expected) in cases {
            assert_eq!(meaning(source), Some(expected), "{source}");
        }
    }

    #[test]
    fn real_arithmetic_is_left_alone() {
        for source in [
            "double f(double x, double y) { return sqrt(x * x + y * y); }",
            "double f(double x) { double s = 1, t = 1; for (int n = 1; t > 1e-17 * s; n++) s += t *= x / n; return s; }",
            "double f(double a, double b, double c) { return (-b + sqrt(b * b - 4 * a * c)) / (2 * a); }",
            "struct p { double x; int n; }; double f(struct p *p) { struct p q = *p; return q.x * q.n; }",
            "double f(double x) { return x == 0 ? 1 : sin(x) / x; }",
        ] {
            assert_eq!(meaning(source), None, "{source}");
        }
    }
}
