//! What a condition says about values: narrowing backwards to operands and forwards to what was
//! computed from them.
//!
//! In static single assignment form `d = op(a, b)` holds between the values of the moment wherever
//! `d` is known: to come from a later definition of `a` to that place without passing `d`'s, one
//! could have come there without `d`. So an instruction is a constraint, and the interval engine's
//! projections narrow all of its values at once.

pub(crate) mod compare;

use crate::activation::Activation;
use crate::related::Compared;
use crate::transfer::{int, overflow};
use crate::value::{AbstractValue, FloatValue};
use std::collections::VecDeque;
use ulpwise_expr::Op;
use ulpwise_float::Rounding;
use ulpwise_interval::domain::{BitVecDomain, BoolDomain, Change, Domain, FloatDomain, RoundingDomain};
use ulpwise_interval::project::{ProjectionOutcome, project_repeated};
use ulpwise_ir::{FloatBinaryOp, FloatUnaryOp, Inst, IntPredicate, OverflowOp, SignOp, Slot};

/// More instructions than this are not looked at for one condition.
const MAX_VISITS: usize = 48;

/// What a condition says.
#[derive(Default)]
pub(crate) struct Assumed {
    /// Values that are known better than in the block.
    pub(crate) narrowed: Vec<(Slot, AbstractValue)>,
    /// Comparisons whose answers are known.
    pub(crate) compared: Vec<Compared>,
}

/// Finds out what a condition says.
pub(crate) struct Refiner<'r, 'c, 'a> {
    activation: &'r Activation<'c, 'a>,
    assumed: Assumed,
    open: VecDeque<Slot>,
}

/// There is no such case.
pub(crate) struct Impossible;

type Refined = Result<(), Impossible>;

impl<'c, 'a> Activation<'c, 'a> {
    /// What is known better if a slot has one of these values; `None` if it has not.
    pub(crate) fn assume(&self, slot: Slot, value: &AbstractValue) -> Option<Assumed> {
        let mut refiner = Refiner { activation: self, assumed: Assumed::default(), open: VecDeque::new() };
        refiner.run(slot, value).ok()?;
        Some(refiner.assumed)
    }

    /// The value of a slot if a condition has this answer; `None` if it has not.
    pub(crate) fn value_if(&self, condition: Slot, answer: bool, slot: Slot) -> Option<AbstractValue> {
        let narrowed = self.assume(condition, &AbstractValue::of_bool(!answer, answer))?.narrowed;
        let better = narrowed.into_iter().find(|(known, _)| *known == slot).map(|(_, value)| value);
        Some(better.unwrap_or_else(|| self.value(slot).clone()))
    }
}

impl Refiner<'_, '_, '_> {
    fn run(&mut self, slot: Slot, value: &AbstractValue) -> Refined {
        self.narrow(slot, value)?;
        let prepared = self.activation.prepared.clone();
        let mut visits = 0;
        while let Some(slot) = self.open.pop_front() {
            for &inst in prepared.definitions[slot].iter().chain(&prepared.users[slot]) {
                visits += 1;
                if visits > MAX_VISITS {
                    return Ok(());
                }
                self.visit(&prepared.body.insts[inst])?;
            }
        }
        Ok(())
    }

    fn value(&self, slot: Slot) -> Option<&AbstractValue> {
        let better = self.assumed.narrowed.iter().find(|(known, _)| *known == slot).map(|(_, value)| value);
        better.or_else(|| self.activation.known(slot))
    }

    fn narrow(&mut self, slot: Slot, to: &AbstractValue) -> Refined {
        let Some(mut value) = self.value(slot).cloned() else { return Ok(()) };
        match value.intersect(to) {
            Change::Empty => return Err(Impossible),
            Change::Same => return Ok(()),
            Change::Narrowed => {}
        }
        match self.assumed.narrowed.iter_mut().find(|(known, _)| *known == slot) {
            Some((_, known)) => *known = value,
            None => self.assumed.narrowed.push((slot, value)),
        }
        if !self.open.contains(&slot) {
            self.open.push_back(slot);
        }
        Ok(())
    }

    fn narrow_float(&mut self, slot: Slot, domain: FloatDomain) -> Refined {
        self.narrow(slot, &AbstractValue::Float(FloatValue::new(domain, true)))
    }

    fn narrow_int(&mut self, slot: Slot, domain: BitVecDomain) -> Refined {
        self.narrow(slot, &AbstractValue::Int(domain))
    }

    fn float(&self, slot: Slot) -> Option<FloatDomain> {
        self.value(slot)?.as_float().map(|value| value.domain)
    }

    fn int(&self, slot: Slot) -> Option<BitVecDomain> {
        self.value(slot)?.as_int().copied()
    }

    /// The answer that a truth value is known to be.
    fn answer(&self, slot: Slot) -> Option<bool> {
        self.int(slot)?.singleton_bits().map(|bits| bits != 0)
    }

    /// Narrows the values of an instruction by what it computes.
    fn visit(&mut self, inst: &Inst) -> Refined {
        match *inst {
            Inst::IntCompare { predicate, dst, a, b, .. } => self.int_compare(predicate, dst, a, b),
            Inst::FloatCompare { predicate, dst, a, b, .. } => {
                let (Some(x), Some(y), Some(answer)) = (self.float(a), self.float(b), self.answer(dst))
                else {
                    return Ok(());
                };
                self.float_compare(Compared { predicate, answer, a, b }, &x, &y)
            }
            Inst::FloatClass { mask, dst, a, .. } => {
                let (Some(x), Some(answer)) = (self.float(a), self.answer(dst)) else { return Ok(()) };
                self.narrow_float(a, compare::operand_if_class(mask, answer, &x))
            }
            Inst::Int { op, bits, dst, a, b } => {
                let agrees = self.int(b).is_some_and(|b| int::agrees(op, bits, &b));
                match int::operator(op).filter(|_| agrees) {
                    Some(op) => self.project(op, None, &[a, b], dst),
                    None => Ok(()),
                }
            }
            Inst::IntOverflow { op, bits, dst, overflow: flag, a, b } => {
                self.int_overflow(op, bits, [dst, flag], [a, b])
            }
            Inst::IntCast { op, from, to, dst, a } if from != to => {
                self.project(int::cast_operator(op, from, to), None, &[a], dst)
            }
            Inst::Copy { dst, a, .. } => self.copied(dst, a),
            Inst::Select { dst, condition, a, b, .. } => self.selected(dst, condition, a, b),
            Inst::Float { op, dst, a, b, .. } => {
                let op = match op {
                    FloatBinaryOp::Add => Op::FpAdd,
                    FloatBinaryOp::Sub => Op::FpSub,
                    FloatBinaryOp::Mul => Op::FpMul,
                    FloatBinaryOp::Div => Op::FpDiv,
                    _ => return Ok(()),
                };
                self.project(op, Some(self.activation.context.modes), &[a, b], dst)
            }
            Inst::FloatUnary { op, dst, a, .. } => {
                let own = |mode| Some((Op::FpRoundToIntegral, RoundingDomain::singleton(mode)));
                let modes = self.activation.context.modes;
                let operator = match op {
                    FloatUnaryOp::Sqrt => Some((Op::FpSqrt, modes)),
                    FloatUnaryOp::Floor => own(Rounding::TowardNegative),
                    FloatUnaryOp::Ceil => own(Rounding::TowardPositive),
                    FloatUnaryOp::Trunc => own(Rounding::TowardZero),
                    _ => None,
                };
                operator.map_or(Ok(()), |(op, modes)| self.project(op, Some(modes), &[a], dst))
            }
            Inst::FloatSign { op, dst, a, .. } => {
                let op = match op {
                    SignOp::Neg => Op::FpNeg,
                    SignOp::Abs => Op::FpAbs,
                };
                self.project(op, None, &[a], dst)
            }
            Inst::FloatConvert { dst, a, .. } => match self.float(dst) {
                Some(result) => self.project(
                    Op::FpFromFp(result.format()),
                    Some(self.activation.context.modes),
                    &[a],
                    dst,
                ),
                None => Ok(()),
            },
            Inst::FloatToInt { signed, saturating: false, bits, dst, a, .. } => {
                let width = bits.into();
                let op = if signed { Op::FpToSigned { width } } else { Op::FpToUnsigned { width } };
                self.project(op, Some(RoundingDomain::singleton(Rounding::TowardZero)), &[a], dst)
            }
            _ => Ok(()),
        }
    }

    fn float_compare(&mut self, compared: Compared, x: &FloatDomain, y: &FloatDomain) -> Refined {
        let Compared { predicate, answer, a, b } = compared;
        if a == b {
            let truth = compare::truth(predicate, x, y, true);
            return if truth.contains(answer) { Ok(()) } else { Err(Impossible) };
        }
        let (x, y) = compare::operands_if(predicate, answer, x, y);
        self.narrow_float(a, x)?;
        self.narrow_float(b, y)?;
        self.compared(compared)
    }

    /// Where nothing overflowed, result and operands are as far apart as they seem.
    fn int_overflow(
        &mut self,
        op: OverflowOp,
        bits: u8,
        [dst, flag]: [Slot; 2],
        [a, b]: [Slot; 2],
    ) -> Refined {
        let (Some(x), Some(y), Some(false)) = (self.int(a), self.int(b), self.answer(flag)) else {
            return Ok(());
        };
        let Some([result, x, y]) = overflow::without_overflow(op, bits, &x, &y) else { return Ok(()) };
        self.narrow_int(dst, result)?;
        self.narrow_int(a, x)?;
        self.narrow_int(b, y)
    }

    /// Keeps in mind how a comparison came out, and gives the differences of its operands their
    /// signs.
    fn compared(&mut self, comparison: Compared) -> Refined {
        if self.assumed.compared.contains(&comparison) {
            return Ok(());
        }
        self.assumed.compared.push(comparison);
        let prepared = self.activation.prepared.clone();
        let Compared { a, b, .. } = comparison;
        for &user in &prepared.users[a] {
            let Inst::Float { op: FloatBinaryOp::Sub, dst, a: from, b: what, .. } = prepared.body.insts[user]
            else {
                continue;
            };
            let [less, equal, greater] = comparison.ways();
            let signs = match (from, what) {
                _ if (from, what) == (a, b) => [less, equal, greater],
                _ if (from, what) == (b, a) => [greater, equal, less],
                _ => continue,
            };
            if let Some(domain) = self.float(dst) {
                self.narrow_float(dst, compare::with_signs(&domain, signs))?;
            }
        }
        Ok(())
    }

    /// Narrows with a projection of the interval engine.
    fn project(&mut self, op: Op, modes: Option<RoundingDomain>, operands: &[Slot], dst: Slot) -> Refined {
        let domain = |slot: Slot| match self.value(slot)? {
            AbstractValue::Float(value) => Some(Domain::Float(value.domain)),
            AbstractValue::Int(value) => Some(Domain::BitVec(*value)),
            AbstractValue::Pointer(_) | AbstractValue::Opaque => None,
        };
        let Some(mut result) = domain(dst) else { return Ok(()) };
        let mut arguments: Vec<Domain> = modes.into_iter().map(Domain::Rounding).collect();
        for &slot in operands {
            let Some(domain) = domain(slot) else { return Ok(()) };
            arguments.push(domain);
        }
        let first = arguments.len() - operands.len();
        let mut same: Vec<usize> = (0..arguments.len()).collect();
        if operands.len() == 2 && operands[0] == operands[1] {
            same[first + 1] = first;
        }
        if project_repeated(op, &mut arguments, &same, &mut result) == ProjectionOutcome::Conflict {
            return Err(Impossible);
        }
        for (&slot, domain) in operands.iter().zip(&arguments[first..]).chain([(&dst, &result)]) {
            match domain {
                Domain::Float(domain) => self.narrow_float(slot, *domain)?,
                Domain::BitVec(domain) => self.narrow_int(slot, *domain)?,
                _ => {}
            }
        }
        Ok(())
    }

    fn int_compare(&mut self, predicate: IntPredicate, dst: Slot, a: Slot, b: Slot) -> Refined {
        let Some(answer) = self.answer(dst) else { return Ok(()) };
        if let (Some(AbstractValue::Pointer(x)), Some(AbstractValue::Pointer(y))) =
            (self.value(a), self.value(b))
        {
            let is_equal = match predicate {
                IntPredicate::Eq => answer,
                IntPredicate::Ne => !answer,
                _ => return Ok(()),
            };
            let (null, other) = match (x.is_null(), y.is_null()) {
                (true, false) => (x.clone(), b),
                (false, true) => (y.clone(), a),
                _ => return Ok(()),
            };
            return if is_equal {
                self.narrow(other, &AbstractValue::Pointer(null))
            } else {
                self.not_null(other)
            };
        }
        let (Some(mut x), Some(mut y)) = (self.int(a), self.int(b)) else { return Ok(()) };
        let mut truth = BoolDomain::singleton(answer);
        int::narrow_comparison(predicate, &mut x, &mut y, a == b, &mut truth);
        if truth.is_empty() {
            return Err(Impossible);
        }
        self.narrow_int(a, x)?;
        self.narrow_int(b, y)
    }

    fn not_null(&mut self, slot: Slot) -> Refined {
        let Some(AbstractValue::Pointer(pointer)) = self.value(slot) else { return Ok(()) };
        if pointer.is_null() {
            return Err(Impossible);
        }
        if pointer.can_be_null && !pointer.is_unknown {
            let mut without = pointer.clone();
            without.can_be_null = false;
            self.assumed.narrowed.retain(|(known, _)| *known != slot);
            self.assumed.narrowed.push((slot, AbstractValue::Pointer(without)));
        }
        Ok(())
    }

    fn copied(&mut self, dst: Slot, a: Slot) -> Refined {
        let body = self.activation.body();
        let (Some(copy), Some(original)) = (self.value(dst).cloned(), self.value(a).cloned()) else {
            return Ok(());
        };
        if body.type_of(dst) == body.type_of(a) {
            self.narrow(a, &copy)?;
            return self.narrow(dst, &original);
        }
        Ok(())
    }

    fn selected(&mut self, dst: Slot, condition: Slot, a: Slot, b: Slot) -> Refined {
        let Some(result) = self.value(dst).cloned() else { return Ok(()) };
        match self.answer(condition) {
            Some(answer) => self.narrow(if answer { a } else { b }, &result),
            None => {
                // What the result is not was not selected.
                for (slot, answer) in [(a, true), (b, false)] {
                    let Some(mut operand) = self.value(slot).cloned() else { continue };
                    if operand.intersect(&result) == Change::Empty {
                        self.narrow(condition, &AbstractValue::of_bool(answer, !answer))?;
                        return self.narrow(if answer { b } else { a }, &result);
                    }
                }
                Ok(())
            }
        }
    }
}
