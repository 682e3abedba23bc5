//! Instructions: what they do to values and memory, and what can go wrong at sites.

use crate::activation::Activation;
use crate::analysis::Incomplete;
use crate::contents::Contents;
use crate::entry::RoundingModes;
use crate::pointer::{Object, OffsetRange, Pointer};
use crate::transfer::{convert, float, int, overflow};
use crate::value::{AbstractValue, FloatValue, modelled};
use std::rc::Rc;
use ulpwise_externals::Exceptions;
use ulpwise_interp::Exception;
use ulpwise_interval::domain::{BitVecDomain, BoolDomain, FloatDomain};
use ulpwise_interval::project::float::{abs_direct, neg};
use ulpwise_ir::{
    FloatBinaryOp, FloatFormat, FloatPredicate, FloatUnaryOp, Inst, InstId, IntPredicate, Module, OverflowOp,
    SignOp, SiteId, Slot, Type,
};

impl Activation<'_, '_> {
    /// Carries out an instruction that is no terminator. Returns whether the path goes on.
    pub(crate) fn step(&mut self, id: InstId, inst: &Inst) -> bool {
        match *inst {
            Inst::Int { op, bits, dst, a, b } => {
                let result = int::binary(op, bits, &self.integer(a), &self.integer(b), a == b);
                self.set(dst, AbstractValue::Int(result))
            }
            Inst::IntOverflow { op, bits, dst, overflow, a, b } => {
                self.int_overflow(op, bits, [dst, overflow], [a, b])
            }
            Inst::IntUnary { op, bits, dst, a } => {
                let result = int::unary(op, bits, &self.integer(a));
                self.set(dst, AbstractValue::Int(result))
            }
            Inst::FunnelShift { bits, dst, .. } => {
                self.set(dst, AbstractValue::Int(BitVecDomain::full(bits.into())))
            }
            Inst::IntCast { op, from, to, dst, a } => {
                let result = int::cast(op, from, to, &self.integer(a));
                self.set(dst, AbstractValue::Int(result))
            }
            Inst::IntCompare { predicate, dst, a, b, .. } => {
                let truth = self.int_truth(predicate, a, b);
                self.set(dst, of_truth(truth))
            }
            Inst::Select { dst, condition, a, b, .. } => self.select(dst, condition, a, b),
            Inst::Copy { dst, a, .. } => {
                let copied = self.reinterpret(a, self.body().type_of(dst));
                self.set(dst, copied)
            }
            Inst::Float { op, format, dst, a, b, site } => self.float_binary(op, format, dst, [a, b], site),
            Inst::FloatUnary { op, format, dst, a, site } => self.float_unary(op, format, dst, a, site),
            Inst::FloatFma { format, dst, a, b, c, site } => self.float_fma(format, dst, [a, b, c], site),
            Inst::FloatSign { op, dst, a, .. } => self.float_sign(op, dst, a),
            Inst::FloatCopySign { dst, a, b, .. } => self.copy_sign(dst, a, b),
            Inst::FloatCompare { predicate, signaling, dst, a, b, site, .. } => {
                let truth = self.float_truth(predicate, signaling, [a, b], site);
                self.set(dst, of_truth(truth))
            }
            Inst::FloatClass { mask, dst, a, .. } => {
                let truth = self
                    .float(a)
                    .map_or(BoolDomain::FULL, |x| crate::refine::compare::class_truth(mask, &x.domain));
                self.set(dst, of_truth(truth))
            }
            Inst::FloatConvert { to, dst, a, site, .. } => self.float_convert(to, dst, a, site),
            Inst::FloatToInt { signed, bits, dst, a, site, .. } => {
                let (result, raised) = match self.float(a) {
                    Some(x) => convert::to_int(signed, bits, &x.domain),
                    None => {
                        (BitVecDomain::full(bits.into()), Exceptions::from_slice(&[Exception::IntConversion]))
                    }
                };
                self.note(site, raised, &[a]);
                self.set(dst, AbstractValue::Int(result))
            }
            Inst::IntToFloat { signed, format, dst, a, site, .. } => {
                let converted = convert::from_int(self.context.modes, signed, &self.integer(a), format);
                let (result, raised) = match converted {
                    Some((result, raised)) => (AbstractValue::Float(result), raised),
                    None => (AbstractValue::Opaque, Exceptions::NONE),
                };
                self.note(site, raised, &[a]);
                self.set(dst, result)
            }
            // It ends the path where the address is bad, but that is not known of a device.
            Inst::Load { ty, dst, volatile: true, .. } => self.set(dst, AbstractValue::any(ty)),
            Inst::Load { ty, dst, address, volatile: false } => self.load(ty, dst, address),
            Inst::Store { ty, address, value } => {
                let (pointer, stored) = (self.pointer(address), self.value(value).clone());
                self.note_access(&pointer, Some(ty.store_bytes() as u64));
                let stored = stored.reinterpreted(ty);
                let from = self.prepared.constants[value].is_none().then_some(value);
                self.memory.store(&pointer, ty, &stored, from, &self.context.globals)
            }
            Inst::PointerAdd { dst, base, index, scale } => self.pointer_add(dst, base, index, scale),
            Inst::Alloca { dst, count, size, .. } => self.alloca(id, dst, count, size),
            Inst::StackSave { dst } => self.set(dst, AbstractValue::any(self.body().type_of(dst))),
            // The objects are gone, so no instruction may use them; what they held does not matter.
            Inst::StackRestore { .. } => true,
            Inst::MemCopy { to, from, len, .. } => self.copy_memory(to, from, len),
            Inst::MemSet { to, byte, len } => self.fill_memory(to, byte, len),
            Inst::Call { callee, arguments, results, site } => self.call(callee, arguments, results, site),
            Inst::CallIndirect { callee, arguments, results } => {
                self.call_indirect(callee, arguments, results)
            }
            Inst::VaStart { list: to } | Inst::VaCopy { to, .. } => {
                let to = self.pointer(to);
                self.memory.forget_targets(&to);
                true
            }
            Inst::GetRounding { dst } => {
                let (low, high) = if self.nearest_only() { (1, 1) } else { (0, 3) };
                self.set(dst, AbstractValue::Int(BitVecDomain::unsigned_between(32, low, high)))
            }
            Inst::SetRounding { mode } => {
                // Ties away from zero is the one mode that no option includes.
                if self.nearest_only() || self.integer(mode).unsigned().1 > 3 {
                    self.unsupported("the rounding mode is changed")
                } else {
                    true
                }
            }
            Inst::Unsupported { what } => {
                let what = self.context.module.messages[what].clone();
                self.unsupported(&what)
            }
            Inst::Jump { .. }
            | Inst::Branch { .. }
            | Inst::Switch { .. }
            | Inst::Return { .. }
            | Inst::Landing { .. }
            | Inst::Unwind { .. }
            | Inst::Unreachable => unreachable!("terminators are carried out by `leave`"),
        }
    }

    fn float_unary(
        &mut self,
        op: FloatUnaryOp,
        format: FloatFormat,
        dst: Slot,
        a: Slot,
        site: SiteId,
    ) -> bool {
        let Some(x) = self.float(a) else { return self.float_unknown(dst, format, site, &[a]) };
        let (mut result, mut raised) = float::unary(op, self.context.modes, &x);
        self.relate_unary(op, &x, &mut result, &mut raised);
        self.note(site, raised, &[a]);
        self.set(dst, AbstractValue::Float(result))
    }

    fn float_fma(&mut self, format: FloatFormat, dst: Slot, operands: [Slot; 3], site: SiteId) -> bool {
        let [Some(x), Some(y), Some(w)] = operands.map(|slot| self.float(slot)) else {
            return self.float_unknown(dst, format, site, &operands);
        };
        let (mut result, mut raised) = float::fma(self.context.modes, [&x, &y, &w]);
        self.relate_fused([&x, &y, &w], &mut result, &mut raised);
        self.note(site, raised, &operands);
        self.set(dst, AbstractValue::Float(result))
    }

    fn float_sign(&mut self, op: SignOp, dst: Slot, a: Slot) -> bool {
        let result = self.float(a).map_or(AbstractValue::Opaque, |x| {
            let domain = match op {
                SignOp::Neg => neg(&x.domain),
                SignOp::Abs => abs_direct(&x.domain),
            };
            let form = self.relate_sign(op, &x);
            AbstractValue::Float(FloatValue { domain, signaling: x.signaling, form })
        });
        self.set(dst, result)
    }

    fn float_truth(
        &mut self,
        predicate: FloatPredicate,
        signaling: bool,
        [a, b]: [Slot; 2],
        site: SiteId,
    ) -> BoolDomain {
        let (Some(x), Some(y)) = (self.float(a), self.float(b)) else {
            self.note(site, Exceptions::from_slice(&[Exception::Invalid]), &[a, b]);
            return BoolDomain::FULL;
        };
        self.note(site, float::compare_exceptions(signaling, &x, &y), &[a, b]);
        let truth = crate::refine::compare::truth(predicate, &x.domain, &y.domain, a == b);
        self.related_truth(predicate, &x, &y, truth)
    }

    fn float_convert(&mut self, to: FloatFormat, dst: Slot, a: Slot, site: SiteId) -> bool {
        let (Some(x), Some(format)) = (self.float(a), modelled(to)) else {
            return self.float_unknown(dst, to, site, &[a]);
        };
        let (mut result, mut raised) = convert::between_formats(self.context.modes, &x, format);
        self.relate_conversion(&x, &mut result, &mut raised);
        self.note(site, raised, &[a]);
        self.set(dst, AbstractValue::Float(result))
    }

    fn copy_memory(&mut self, to: Slot, from: Slot, len: Slot) -> bool {
        let (to, from) = (self.pointer(to), self.pointer(from));
        let bytes = self.integer(len).singleton_bits().map(|len| len as u64);
        self.note_access(&to, bytes);
        self.note_access(&from, bytes);
        match self.integer(len).singleton_bits() {
            Some(len) => self.memory.copy(&to, &from, len as u64, &self.context.globals),
            None => self.memory.forget_targets(&to),
        }
        true
    }

    fn fill_memory(&mut self, to: Slot, byte: Slot, len: Slot) -> bool {
        let to = self.pointer(to);
        self.note_access(&to, self.integer(len).singleton_bits().map(|len| len as u64));
        match (self.integer(byte).singleton_bits(), self.integer(len).singleton_bits()) {
            (Some(0), Some(len)) => self.memory.fill_with_zeros(&to, len as u64),
            _ => self.memory.forget_targets(&to),
        }
        true
    }

    pub(crate) fn nearest_only(&self) -> bool {
        self.context.options.rounding == RoundingModes::Nearest
    }

    /// Ends everything: something can be reached that is not followed.
    pub(crate) fn unsupported(&mut self, what: &str) -> bool {
        let name = &self.context.module.functions[self.function].name;
        let what = format!("{what} (in '{name}')");
        self.context.give_up(Incomplete::Unsupported(what));
        false
    }

    /// Keeps account of a site.
    pub(crate) fn note(&mut self, site: SiteId, raised: Exceptions, operands: &[Slot]) {
        if self.recording {
            let mut record = std::mem::take(&mut self.record);
            let values: Vec<&AbstractValue> = operands.iter().map(|&slot| self.value(slot)).collect();
            record.note(site, raised, &values);
            self.record = record;
        }
    }

    /// Keeps account of an access to arguments' objects of so many bytes, if that is known.
    fn note_access(&mut self, pointer: &Pointer, bytes: Option<u64>) {
        if self.recording {
            let left = self.memory.leaves_argument(pointer, bytes.unwrap_or(u64::MAX));
            self.context.left_arguments.extend(left);
        }
    }

    /// The operand as an integer: any, if it is none.
    pub(crate) fn integer(&self, slot: Slot) -> BitVecDomain {
        let width = u32::from(self.body().type_of(slot).bits());
        match self.value(slot) {
            AbstractValue::Int(value) if value.width() == width => *value,
            AbstractValue::Pointer(pointer) if pointer.is_null() => BitVecDomain::of_bits(width, 0),
            _ => BitVecDomain::full(width),
        }
    }

    /// The operand as a float, if its format has domains.
    pub(crate) fn float(&self, slot: Slot) -> Option<FloatValue> {
        self.value(slot).as_float().cloned()
    }

    /// The operand as an address: any, if it is none.
    pub(crate) fn pointer(&self, slot: Slot) -> Pointer {
        self.value(slot).as_pointer().cloned().unwrap_or_else(Pointer::any)
    }

    /// The same bits under another type. An address that becomes a number may come back as any
    /// address.
    fn reinterpret(&mut self, slot: Slot, ty: Type) -> AbstractValue {
        let value = self.value(slot).clone();
        if let (AbstractValue::Pointer(pointer), false) = (&value, ty == Type::Pointer) {
            self.memory.escape(pointer);
        }
        value.reinterpreted(ty)
    }

    fn int_overflow(&mut self, op: OverflowOp, bits: u8, results: [Slot; 2], operands: [Slot; 2]) -> bool {
        use ulpwise_ir::IntBinaryOp::{Add, Mul, Sub};
        let operator = match op {
            OverflowOp::SAdd | OverflowOp::UAdd => Add,
            OverflowOp::SSub | OverflowOp::USub => Sub,
            OverflowOp::SMul | OverflowOp::UMul => Mul,
        };
        let [a, b] = operands;
        let truth = overflow::truth(op, bits, &self.integer(a), &self.integer(b));
        let result = int::binary(operator, bits, &self.integer(a), &self.integer(b), a == b);
        self.set(results[0], AbstractValue::Int(result)) && self.set(results[1], of_truth(truth))
    }

    fn int_truth(&self, predicate: IntPredicate, a: Slot, b: Slot) -> BoolDomain {
        if let (AbstractValue::Pointer(x), AbstractValue::Pointer(y)) = (self.value(a), self.value(b)) {
            let is_equal = pointer_equality(x, y, self.context.module);
            return match predicate {
                IntPredicate::Eq => is_equal,
                IntPredicate::Ne => BoolDomain::new(is_equal.can_be_true(), is_equal.can_be_false()),
                _ => BoolDomain::FULL,
            };
        }
        int::compare(predicate, &self.integer(a), &self.integer(b), a == b)
    }

    fn select(&mut self, dst: Slot, condition: Slot, a: Slot, b: Slot) -> bool {
        let chosen = self.integer(condition).singleton_bits();
        let selected = match chosen {
            Some(0) => self.value(b).clone(),
            Some(_) => self.value(a).clone(),
            None => {
                let if_true = self.value_if(condition, true, a);
                let if_false = self.value_if(condition, false, b);
                match (if_true, if_false) {
                    (Some(a), Some(b)) => a.union(&b),
                    (Some(only), None) | (None, Some(only)) => only,
                    (None, None) => return false,
                }
            }
        };
        self.set(dst, selected)
    }

    fn float_binary(
        &mut self,
        op: FloatBinaryOp,
        format: FloatFormat,
        dst: Slot,
        [a, b]: [Slot; 2],
        site: SiteId,
    ) -> bool {
        let (Some(x), Some(y)) = (self.float(a), self.float(b)) else {
            return self.float_unknown(dst, format, site, &[a, b]);
        };
        // Which of two zeros a minimum of x87 numbers is, is its own.
        if format == FloatFormat::X87 && !float::is_rounded(op) {
            return self.float_unknown(dst, format, site, &[a, b]);
        }
        let operands = float::FloatOperands { x: &x, y: &y, same: a == b };
        let mut result = float::binary(op, self.context.modes, operands);
        let mut raised = Exceptions::NONE;
        if self.recording {
            raised = float::binary_exceptions(op, self.context.modes, operands);
        }
        if op == FloatBinaryOp::Add
            && let Some(between) = self.point_between(a, b)
        {
            result.domain.intersect(&between);
            if !between.can_be_infinite() {
                raised = raised.without(Exception::Overflow);
            }
        }
        self.relate_binary(op, [&x, &y], &mut result, &mut raised);
        self.note(site, raised, &[a, b]);
        self.set(dst, AbstractValue::Float(result))
    }

    /// An operation on numbers of which nothing is known.
    fn float_unknown(&mut self, dst: Slot, format: FloatFormat, site: SiteId, operands: &[Slot]) -> bool {
        self.note(site, Exceptions::ALL, operands);
        let result = float::anything(modelled(format)).map_or(AbstractValue::Opaque, AbstractValue::Float);
        self.set(dst, result)
    }

    fn copy_sign(&mut self, dst: Slot, a: Slot, b: Slot) -> bool {
        let (Some(x), Some(sign)) = (self.float(a), self.float(b)) else {
            return self.set(dst, AbstractValue::any(self.body().type_of(dst)));
        };
        let magnitudes = abs_direct(&x.domain);
        let mut domain = FloatDomain::empty(x.domain.format());
        let hull = sign.domain.hull();
        let unknown_sign = sign.domain.can_be_nan();
        if unknown_sign || hull.is_some_and(|hull| hull.high >= 0) {
            domain = domain.union(&magnitudes);
        }
        if unknown_sign || hull.is_some_and(|hull| hull.low < 0) {
            domain = domain.union(&neg(&magnitudes));
        }
        self.set(dst, AbstractValue::Float(FloatValue::new(domain, x.signaling)))
    }

    fn load(&mut self, ty: Type, dst: Slot, address: Slot) -> bool {
        let pointer = self.pointer(address);
        self.note_access(&pointer, Some(ty.store_bytes() as u64));
        let Some(loaded) = self.memory.load(&pointer, ty, &self.context.globals) else { return false };
        if !self.set(dst, loaded) {
            return false;
        }
        if let Some(place) = self.memory.single_place(&pointer) {
            let named = self.value(dst).clone();
            self.memory.tie(place, ty.store_bytes() as u64, &named, dst);
        }
        true
    }

    fn pointer_add(&mut self, dst: Slot, base: Slot, index: Slot, scale: u32) -> bool {
        let (pointer, index) = (self.pointer(base), self.integer(index));
        let (low, high) = index.signed();
        let scaled = |steps: i128| i64::try_from(steps * i128::from(scale)).ok();
        let moved = match (scaled(low), scaled(high)) {
            (Some(low), Some(high)) => pointer.moved(low, high, scale.into()),
            _ => pointer.moved(i64::MIN / 2, i64::MAX / 2, 1),
        };
        self.set(dst, AbstractValue::Pointer(moved))
    }

    fn alloca(&mut self, id: InstId, dst: Slot, count: Slot, size: u32) -> bool {
        let object = Object::Local(id);
        let count = self.integer(count).singleton_bits();
        let size = count.and_then(|count| u64::try_from(count).ok()?.checked_mul(size.into()));
        // Carried out again while the first one lives, it stands for several.
        let mut contents = Contents::unknown(size, true);
        if let Some(earlier) = self.memory.get(object) {
            contents.is_single = false;
            contents.has_escaped = earlier.has_escaped;
            contents.size = size.filter(|size| earlier.size == Some(*size));
        }
        self.memory.insert(object, Rc::new(contents));
        self.set(dst, AbstractValue::Pointer(Pointer::to(OffsetRange::start(object))))
    }
}

fn of_truth(truth: BoolDomain) -> AbstractValue {
    AbstractValue::of_bool(truth.can_be_false(), truth.can_be_true())
}

/// Whether two addresses can be equal and can differ. Distinct objects never have one address.
fn pointer_equality(x: &Pointer, y: &Pointer, module: &Module) -> BoolDomain {
    if x.is_null() && y.is_null() {
        return BoolDomain::TRUE;
    }
    if (x.is_null() && y.is_not_null()) || (y.is_null() && x.is_not_null()) {
        return BoolDomain::FALSE;
    }
    // Descriptions of types are not merged, and stand for themselves.
    let is_type = |place: &OffsetRange| match place.object {
        Object::Global(global) => {
            place.single_offset() == Some(0) && module.globals[global].name.starts_with("_ZTI")
        }
        Object::Function(_) | Object::Outer(_) | Object::Local(_) | Object::Heap | Object::Thrown => false,
    };
    let are_types = |pointer: &Pointer| pointer.is_not_null() && pointer.places().iter().all(is_type);
    if are_types(x) && are_types(y) {
        let is_shared = x.places().iter().any(|place| y.places().contains(place));
        let is_one = x.places().len() == 1 && y.places().len() == 1;
        return BoolDomain::new(!(is_shared && is_one), is_shared);
    }
    BoolDomain::FULL
}
