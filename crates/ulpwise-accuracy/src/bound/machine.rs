//! Runs a function on all inputs of a box at once: integers and addresses are known, numbers are
//! forms.
//!
//! Where a comparison of numbers may come out both ways in the box, both ways are taken one after the
//! other. If both operands are just what would be right, exact arithmetic takes the way of the
//! program; otherwise it may take another one, and the run says so. Everything that cannot be followed
//! ends the run with a sentence.

use super::arithmetic::Arithmetic;
use super::form::AffineErrorForm;
use super::memory::{BoundMemory, BoundValue};
use super::numbers;
use super::variables::EntryVariables;
use crate::error::{BoundRefusal, RefusalReason};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::rc::Rc;
use ulpwise_base::Id;
use ulpwise_domain::Interval;
use ulpwise_interp::number::int::narrow;
use ulpwise_ir::{
    Body, Constant, EdgeId, FloatFormat, FloatPredicate, FunctionId, GlobalId, Inst, InstId, Module, SignOp,
    Slot, SlotList, Target, Type,
};

/// A call under way.
struct CallFrame<'m> {
    function: FunctionId,
    body: &'m Body,
    slots: Vec<Option<BoundValue>>,
    next: u32,
    /// Where the caller wants the results.
    results: SlotList,
}

/// The run.
pub(super) struct BoundMachine<'m> {
    module: &'m Module,
    pub(super) memory: BoundMemory,
    pub(super) arithmetic: Arithmetic,
    globals: BTreeMap<GlobalId, usize>,
    /// The variable of each object that is one.
    variable_of: BTreeMap<usize, GlobalId>,
    variables: &'m EntryVariables,
    frames: Vec<CallFrame<'m>>,
    /// The ways to take at comparisons, and how many were taken.
    ways: Vec<bool>,
    taken: usize,
    /// The ways that are left for other runs.
    pub(super) open: Vec<Vec<bool>>,
    /// Whether exact arithmetic may take another way than the program.
    pub(super) may_diverge: bool,
    steps: u64,
}

/// How many instructions a run may have.
const MOST_STEPS: u64 = 2_000_000;

/// How deep calls may go.
const MOST_FRAMES: usize = 200;

/// Into how many integers a number of a box may become.
const MOST_INTEGERS: i64 = 64;

/// How many comparisons of a run may go both ways.
const MOST_WAYS: usize = 12;

impl<'m> BoundMachine<'m> {
    pub(super) fn new(module: &'m Module, variables: &'m EntryVariables, ways: Vec<bool>) -> Self {
        Self {
            module,
            memory: BoundMemory::default(),
            arithmetic: Arithmetic::default(),
            globals: BTreeMap::new(),
            variable_of: BTreeMap::new(),
            variables,
            frames: Vec::new(),
            ways,
            taken: 0,
            open: Vec::new(),
            may_diverge: false,
            steps: 0,
        }
    }

    /// Calls a function; what it returns.
    pub(super) fn call(
        &mut self,
        function: FunctionId,
        arguments: Vec<BoundValue>,
    ) -> Result<Vec<BoundValue>, BoundRefusal> {
        self.enter(function, arguments, SlotList::default())?;
        loop {
            let frame = &self.frames[self.frames.len() - 1];
            let (function, inst) = (frame.function, InstId::new(frame.next));
            self.steps += 1;
            if self.steps > MOST_STEPS {
                return Err(RefusalReason::TooManySteps.into());
            }
            match self.step(inst) {
                Ok(Some(returned)) => return Ok(returned),
                Ok(None) => {}
                Err(reason) => return Err(BoundRefusal { reason, at: Some((function, inst)) }),
            }
        }
    }

    fn enter(
        &mut self,
        function: FunctionId,
        arguments: Vec<BoundValue>,
        results: SlotList,
    ) -> Result<(), RefusalReason> {
        let Some(body) = &self.module.functions[function].body else {
            return Err(RefusalReason::UndefinedFunction(self.module.functions[function].name.clone()));
        };
        if self.frames.len() >= MOST_FRAMES {
            return Err(RefusalReason::TooManyCalls);
        }
        let mut slots: Vec<Option<BoundValue>> = vec![None; body.slots.len()];
        for ((slot, _), argument) in body.parameters().zip(arguments) {
            slots[slot.index()] = Some(argument);
        }
        for &(slot, constant) in &body.constants {
            slots[slot.index()] = match constant {
                Constant::Bits(bits) => Some(BoundValue::Bits(bits)),
                Constant::GlobalAddress(global, offset) => {
                    Some(BoundValue::Pointer(self.global(global)?, offset))
                }
                Constant::FunctionAddress(_) | Constant::Undefined => None,
            };
        }
        let next = body.blocks.iter().next().map_or(0, |block| block.start.as_u32());
        self.frames.push(CallFrame { function, body, slots, next, results });
        Ok(())
    }

    /// The object of a variable of the program.
    fn global(&mut self, id: GlobalId) -> Result<usize, RefusalReason> {
        if let Some(&object) = self.globals.get(&id) {
            return Ok(object);
        }
        let global = &self.module.globals[id];
        let Some(bytes) = &global.initializer else {
            return Err(RefusalReason::ExternalVariable(global.name.clone()));
        };
        let object = self.memory.allocate(global.size, true)?;
        self.globals.insert(id, object);
        self.variable_of.insert(object, id);
        for (at, &byte) in bytes.iter().enumerate() {
            self.memory.store(&BoundValue::Pointer(object, at as i64), 1, BoundValue::Bits(byte.into()))?;
        }
        for relocation in &global.relocations {
            if let Target::Global(other) = relocation.target {
                let value = BoundValue::Pointer(self.global(other)?, relocation.addend);
                self.memory.store(&BoundValue::Pointer(object, relocation.offset as i64), 8, value)?;
            }
        }
        Ok(object)
    }

    fn frame(&mut self) -> &mut CallFrame<'m> {
        let last = self.frames.len() - 1;
        &mut self.frames[last]
    }

    fn value(&self, slot: Slot) -> Result<BoundValue, RefusalReason> {
        let frame = &self.frames[self.frames.len() - 1];
        frame.slots[slot.index()].clone().ok_or(RefusalReason::UndefinedValue)
    }

    fn bits(&self, slot: Slot) -> Result<u64, RefusalReason> {
        match self.value(slot)? {
            BoundValue::Bits(bits) => u64::try_from(bits).map_err(|_| RefusalReason::WideInteger),
            _ => Err(RefusalReason::NotAnInteger),
        }
    }

    fn number(&self, slot: Slot, format: FloatFormat) -> Result<Rc<AffineErrorForm>, RefusalReason> {
        match self.value(slot)? {
            BoundValue::Number(form) => Ok(form),
            BoundValue::Bits(bits) => numbers::constant(bits, format).map(Rc::new),
            BoundValue::Pointer(..) => Err(RefusalReason::AddressAsNumber),
        }
    }

    fn set(&mut self, slot: Slot, value: BoundValue) {
        self.frame().slots[slot.index()] = Some(value);
    }

    fn set_bits(&mut self, slot: Slot, bits: u64) {
        self.set(slot, BoundValue::Bits(bits.into()));
    }

    fn set_number(&mut self, slot: Slot, form: Option<AffineErrorForm>) -> Result<(), RefusalReason> {
        let mut form = form.ok_or(RefusalReason::NoForm)?;
        if !self.arithmetic.keeps_expressions() {
            form.expression = None;
        }
        self.set(slot, BoundValue::Number(Rc::new(form)));
        Ok(())
    }

    fn go(&mut self, edge: EdgeId) {
        let frame = self.frame();
        let (body, edge) = (frame.body, frame.body.edges[edge]);
        let block = &body.blocks[edge.target];
        let values: Vec<Option<BoundValue>> =
            body.list(edge.arguments).iter().map(|slot| frame.slots[slot.index()].clone()).collect();
        for (slot, value) in body.list(block.parameters).iter().zip(values) {
            frame.slots[slot.index()] = value;
        }
        frame.next = block.start.as_u32();
    }

    /// One instruction; what the outermost call returns, if it does.
    fn step(&mut self, at: InstId) -> Result<Option<Vec<BoundValue>>, RefusalReason> {
        let frame = self.frame();
        frame.next += 1;
        let body = frame.body;
        match body.insts[at] {
            Inst::Jump { edge } => self.go(edge),
            Inst::Branch { condition, then_edge, else_edge } => {
                let edge = if self.bits(condition)? != 0 { then_edge } else { else_edge };
                self.go(edge);
            }
            Inst::Switch { value, table, .. } => {
                let value = self.bits(value)?;
                let table = &body.switches[table];
                let case = table.cases.iter().find(|(case, _)| *case == value);
                self.go(case.map_or(table.default, |&(_, edge)| edge));
            }
            Inst::Return { values } => return self.leave(values),
            // Functions that throw are refused where they do.
            Inst::Landing { returned_edge, .. } => self.go(returned_edge),
            Inst::Call { callee, arguments, results, site } => {
                self.called(callee, arguments, results, site.is_some())?;
            }
            inst => self.compute(inst)?,
        }
        Ok(None)
    }

    fn leave(&mut self, values: SlotList) -> Result<Option<Vec<BoundValue>>, RefusalReason> {
        let body = self.frame().body;
        let slots: Vec<Slot> = body.values(values).map(|(slot, _)| slot).collect();
        let values: Vec<BoundValue> =
            slots.into_iter().map(|slot| self.value(slot)).collect::<Result<_, _>>()?;
        let done = self.frames.pop().expect("a call is under way");
        if self.frames.is_empty() {
            return Ok(Some(values));
        }
        let caller = self.frame().body;
        let slots: Vec<Slot> = caller.values(done.results).map(|(slot, _)| slot).collect();
        for (slot, value) in slots.into_iter().zip(values) {
            self.set(slot, value);
        }
        Ok(None)
    }

    fn called(
        &mut self,
        callee: FunctionId,
        arguments: SlotList,
        results: SlotList,
        math: bool,
    ) -> Result<(), RefusalReason> {
        let body = self.frame().body;
        let slots: Vec<(Slot, Type)> = body.values(arguments).collect();
        if !math {
            let values = slots.iter().map(|&(slot, _)| self.value(slot)).collect::<Result<Vec<_>, _>>()?;
            return self.enter(callee, values, results);
        }
        let name = self.module.functions[callee].name.clone();
        let Some((result, Type::Float(format))) = body.values(results).next() else {
            return Err(RefusalReason::NoNumberReturned(name));
        };
        let operand = |&(slot, ty): &(Slot, Type)| match ty {
            Type::Float(_) => self.number(slot, format),
            _ => Err(RefusalReason::NoNumberTaken(name.clone())),
        };
        let operands: Vec<Rc<AffineErrorForm>> = slots.iter().map(operand).collect::<Result<_, _>>()?;
        let operands: Vec<&AffineErrorForm> = operands.iter().map(Rc::as_ref).collect();
        let form = numbers::function(&mut self.arithmetic, &name, &operands, format)?;
        self.set_number(result, Some(form))
    }

    fn compute(&mut self, inst: Inst) -> Result<(), RefusalReason> {
        match inst {
            Inst::Int { op, bits, dst, a, b } => {
                let result = narrow::binary(op, narrow_width(bits)?, self.bits(a)?, self.bits(b)?);
                self.set_bits(dst, result.map_err(RefusalReason::IntegerFault)?);
            }
            Inst::IntUnary { op, bits, dst, a } => {
                let result = narrow::unary(op, narrow_width(bits)?, self.bits(a)?);
                self.set_bits(dst, result);
            }
            Inst::IntCast { op, from, to, dst, a } => {
                narrow_width(from)?;
                let result = narrow::cast(op, from, narrow_width(to)?, self.bits(a)?);
                self.set_bits(dst, result);
            }
            Inst::IntCompare { predicate, bits, dst, a, b } => {
                let (one, other) = self.comparable(a, b)?;
                self.set_bits(dst, narrow::compare(predicate, narrow_width(bits)?, one, other).into());
            }
            Inst::Select { dst, condition, a, b, wide: false } => {
                let chosen = if self.bits(condition)? != 0 { a } else { b };
                let value = self.value(chosen)?;
                self.set(dst, value);
            }
            Inst::Copy { dst, a, wide: false } => {
                let value = self.value(a)?;
                self.set(dst, value);
            }
            Inst::Load { volatile: true, .. } => {
                let why = "it reads volatile memory, which may change at any moment";
                return Err(RefusalReason::BeyondInputs(why.to_owned()));
            }
            Inst::Load { ty, dst, address, .. } => {
                let address = self.value(address)?;
                self.reads(&address)?;
                let value = self.memory.load(&address, size_of(ty)?)?;
                self.set(dst, value);
            }
            Inst::Store { ty, address, value } => {
                let (address, value) = (self.value(address)?, self.value(value)?);
                self.memory.store(&address, size_of(ty)?, value)?;
            }
            Inst::PointerAdd { dst, base, index, scale } => {
                let BoundValue::Pointer(object, offset) = self.value(base)? else {
                    return Err(RefusalReason::UnknownAddress);
                };
                let step = self.bits(index)?.cast_signed().wrapping_mul(scale.into());
                self.set(dst, BoundValue::Pointer(object, offset.wrapping_add(step)));
            }
            Inst::Alloca { dst, count, size, .. } => {
                let size = self.bits(count)?.saturating_mul(size.into());
                let object = self.memory.allocate(size, false)?;
                self.set(dst, BoundValue::Pointer(object, 0));
            }
            Inst::StackSave { dst } => self.set_bits(dst, 0),
            Inst::StackRestore { .. } => {}
            Inst::MemCopy { to, from, len, .. } => {
                let (to, from, len) = (self.value(to)?, self.value(from)?, self.bits(len)? as usize);
                self.reads(&from)?;
                self.memory.copy(&to, &from, len)?;
            }
            Inst::MemSet { to, byte, len } => {
                let (to, byte, len) = (self.value(to)?, self.bits(byte)?, self.bits(len)? as usize);
                self.memory.fill(&to, byte as u8, len)?;
            }
            Inst::Unreachable => return Err(RefusalReason::Unreachable),
            other => self.compute_number(other)?,
        }
        Ok(())
    }

    /// Something is read, of a variable perhaps.
    fn reads(&self, address: &BoundValue) -> Result<(), RefusalReason> {
        let BoundValue::Pointer(object, _) = address else { return Ok(()) };
        match self.variable_of.get(object) {
            Some(&variable) => self.variables.read(self.module, variable),
            None => Ok(()),
        }
    }

    /// Two integers, or two addresses in one object, or an address and null.
    fn comparable(&self, a: Slot, b: Slot) -> Result<(u64, u64), RefusalReason> {
        match (self.value(a)?, self.value(b)?) {
            (BoundValue::Pointer(one, first), BoundValue::Pointer(other, second)) if one == other => {
                Ok((first.cast_unsigned(), second.cast_unsigned()))
            }
            (BoundValue::Pointer(..), BoundValue::Bits(0)) => Ok((1, 0)),
            (BoundValue::Bits(0), BoundValue::Pointer(..)) => Ok((0, 1)),
            _ => Ok((self.bits(a)?, self.bits(b)?)),
        }
    }

    fn compute_number(&mut self, inst: Inst) -> Result<(), RefusalReason> {
        match inst {
            Inst::Float { op, format, dst, a, b, .. } => {
                let (one, other) = (self.number(a, format)?, self.number(b, format)?);
                let result = numbers::binary(&mut self.arithmetic, op, &one, &other, format)?;
                self.set_number(dst, result)
            }
            Inst::FloatUnary { op, format, dst, a, .. } => {
                let operand = self.number(a, format)?;
                let result = numbers::unary(&mut self.arithmetic, op, &operand, format)?;
                self.set_number(dst, result)
            }
            Inst::FloatFma { format, dst, a, b, c, .. } => {
                let [a, b, c] = [a, b, c].map(|slot| self.number(slot, format));
                let result = numbers::fused(&mut self.arithmetic, [&*a?, &*b?, &*c?], format)?;
                self.set_number(dst, result)
            }
            Inst::FloatSign { op, format, dst, a } => {
                let operand = self.number(a, format)?;
                let result = match op {
                    SignOp::Neg => operand.negated(),
                    SignOp::Abs => operand.absolute(),
                };
                self.set_number(dst, Some(result))
            }
            Inst::FloatConvert { from, to, dst, a, .. } => {
                let operand = self.number(a, from)?;
                let result = numbers::converted(&mut self.arithmetic, &operand, from, to)?;
                self.set_number(dst, result)
            }
            Inst::IntToFloat { signed, bits, format, dst, a, .. } => {
                let value = self.bits(a)?;
                let value = if signed {
                    i128::from(narrow::signed(value, narrow_width(bits)?))
                } else {
                    value.into()
                };
                let result = numbers::integer(value, format)?;
                self.set_number(dst, Some(result))
            }
            Inst::FloatCompare { predicate, format, dst, a, b, .. } => {
                let (one, other) = (self.number(a, format)?, self.number(b, format)?);
                let answer = self.compare(predicate, &one, &other)?;
                self.set_bits(dst, answer.into());
                Ok(())
            }
            Inst::FloatToInt { signed, bits, format, dst, a, .. } => {
                let operand = self.number(a, format)?;
                let integer = self.integer_of(&operand, signed, narrow_width(bits)?)?;
                self.set_bits(dst, integer);
                Ok(())
            }
            _ => Err(RefusalReason::UnsupportedInstruction),
        }
    }

    /// The one answer of a comparison, or one of both.
    fn compare(
        &mut self,
        predicate: FloatPredicate,
        a: &AffineErrorForm,
        b: &AffineErrorForm,
    ) -> Result<bool, RefusalReason> {
        let answers = |x: Interval, y: Interval| {
            let mut answers = [false; 2];
            let orders = [
                (x.low < y.high, Ordering::Less),
                (x.high > y.low, Ordering::Greater),
                (x.low <= y.high && y.low <= x.high, Ordering::Equal),
            ];
            for (possible, order) in orders {
                if possible {
                    answers[usize::from(predicate.holds(Some(order)))] = true;
                }
            }
            answers
        };
        let (computed, exact) = (answers(a.computed, b.computed), answers(a.exact, b.exact));
        match (computed, exact) {
            ([false, true], [false, true]) => Ok(true),
            ([true, false], [true, false]) => Ok(false),
            _ => {
                self.may_diverge |= !(a.is_exact() && b.is_exact());
                self.either()
            }
        }
    }

    /// The integer that a number becomes, rounded to zero: one of those that it may become.
    fn integer_of(&mut self, a: &AffineErrorForm, signed: bool, bits: u8) -> Result<u64, RefusalReason> {
        let whole = |number: f64| number.trunc();
        let low = whole(a.exact.low).min(whole(a.computed.low));
        let high = whole(a.exact.high).max(whole(a.computed.high));
        // What an integer out of range becomes is not defined.
        let most = 2f64.powi(i32::from(bits.min(53)) - i32::from(signed));
        let least = if signed { -most } else { -1.0 };
        if low <= least || high >= most {
            return Err(RefusalReason::NumberToInteger);
        }
        let (mut low, mut high) = (low as i64, high as i64);
        if high - low > MOST_INTEGERS {
            return Err(RefusalReason::NumberToInteger);
        }
        self.may_diverge |= low < high && !a.is_exact();
        while low < high {
            let middle = low + (high - low) / 2;
            match self.either()? {
                true => high = middle,
                false => low = middle + 1,
            }
        }
        Ok(low.cast_unsigned() & (u64::MAX >> (64 - bits)))
    }

    fn either(&mut self) -> Result<bool, RefusalReason> {
        if self.taken == self.ways.len() {
            if self.taken >= MOST_WAYS {
                return Err(RefusalReason::TooManyForks);
            }
            let mut other = self.ways.clone();
            other.push(false);
            self.open.push(other);
            self.ways.push(true);
        }
        self.taken += 1;
        Ok(self.ways[self.taken - 1])
    }
}

fn narrow_width(bits: u8) -> Result<u8, RefusalReason> {
    if bits <= 64 { Ok(bits) } else { Err(RefusalReason::WideInteger) }
}

/// The bytes of a scalar in memory.
fn size_of(ty: Type) -> Result<usize, RefusalReason> {
    match ty {
        Type::Float(FloatFormat::F32 | FloatFormat::F64) | Type::Int(_) | Type::Pointer
            if ty.bits() <= 64 =>
        {
            Ok(ty.store_bytes())
        }
        _ => Err(RefusalReason::OtherFormatInMemory),
    }
}
