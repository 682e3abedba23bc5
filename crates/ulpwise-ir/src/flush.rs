//! The same program on a processor that flushes: subnormal operands of floats and doubles count as
//! zeros, and subnormal results become zeros, of the same sign.
//!
//! That is what x86-64 does with both bits of MXCSR set, *denormals are zero* and *flush to zero*,
//! and what `-ffast-math` sets up at the start of a program. It is written into the program, so
//! that executors and analyses need not know: around each operation its operands and its result go
//! through `class(x, subnormal) ? copysign(0, x) : x`. Sites keep their numbers.
//!
//! Not changed: the formats that SSE does not compute in (long double, half precision) and
//! conversions from and to them, changes of signs, classes, and what moves data. Calls of the
//! mathematical library get flushed arguments and their results are flushed; how the library itself
//! computes in that mode is not seen here.

use crate::body::{Body, Constant, InstId, Slot, SlotList, SlotType};
use crate::inst::Inst;
use crate::module::Module;
use crate::operands::Access;
use crate::ops::FloatBinaryOp;
use crate::site::LocationId;
use crate::types::{FloatFormat, Type};
use ulpwise_base::{Id, IdVec};

/// The classes of subnormal numbers, of both signs, in the numbering of [`Inst::FloatClass`].
const SUBNORMAL: u16 = 1 << 4 | 1 << 7;

/// Makes all operations of floats and doubles flush.
pub fn flush_subnormals(module: &mut Module) {
    for function in module.functions.iter_mut() {
        let Some(body) = &mut function.body else { continue };
        flush_body(body);
        for (id, inst) in body.insts.iter_enumerated() {
            if let Some(site) = inst.site() {
                module.sites[site].inst = id;
            }
        }
    }
}

fn flush_body(body: &mut Body) {
    let first_constant = body.constants.first().map_or(body.slots.len(), |&(slot, _)| slot.index());
    let mut flushing = Flushing {
        first_constant,
        old_slots: body.slots.len(),
        locals: Vec::new(),
        zeros: Vec::new(),
        insts: IdVec::new(),
        locations: IdVec::new(),
        body: std::mem::take(body),
    };
    flushing.rewrite();
    *body = flushing.finished();
}

/// New constants have numbers from here on until the body is finished.
const NEW_CONSTANTS: usize = 1 << 31;

/// A body that is being rewritten. Until it is finished, new locals have the numbers after all old
/// slots, and old slots keep theirs.
struct Flushing {
    body: Body,
    /// Constants are the last slots, from this one on.
    first_constant: usize,
    old_slots: usize,
    /// The types of the new locals.
    locals: Vec<Type>,
    /// The formats whose zero is a new constant.
    zeros: Vec<FloatFormat>,
    insts: IdVec<InstId, Inst>,
    locations: IdVec<InstId, Option<LocationId>>,
}

impl Flushing {
    fn rewrite(&mut self) {
        for block in self.body.blocks.ids() {
            let (start, end) = (self.body.blocks[block].start, self.body.blocks[block].end);
            let new_start = self.insts.next_id();
            for number in start.as_u32()..end.as_u32() {
                let id = InstId::new(number);
                self.instruction(self.body.insts[id], self.body.locations[id]);
            }
            let moved = &mut self.body.blocks[block];
            (moved.start, moved.end) = (new_start, self.insts.next_id());
        }
    }

    fn push(&mut self, inst: Inst, location: Option<LocationId>) {
        self.insts.push(inst);
        self.locations.push(location);
    }

    fn local(&mut self, ty: Type) -> Slot {
        self.locals.push(ty);
        Slot::from_index(self.old_slots + self.locals.len() - 1)
    }

    fn zero(&mut self, format: FloatFormat) -> Slot {
        let known = self.zeros.iter().position(|&zero| zero == format);
        let number = known.unwrap_or_else(|| {
            self.zeros.push(format);
            self.zeros.len() - 1
        });
        Slot::from_index(NEW_CONSTANTS + number)
    }

    /// Writes the instruction, with its operands and its result flushed.
    fn instruction(&mut self, mut inst: Inst, location: Option<LocationId>) {
        if let Inst::Call { arguments, results, site: Some(_), .. } = inst {
            return self.call(inst, (arguments, results), location);
        }
        let mut result = None;
        match &mut inst {
            Inst::Float { op, format, dst, a, b, .. } if flushes(*format) && is_arithmetic(*op) => {
                [*a, *b] = [*a, *b].map(|operand| self.flushed(*format, operand, location));
                result = Some((*format, self.later(*format, dst)));
            }
            Inst::FloatUnary { format, a, .. } if flushes(*format) => {
                *a = self.flushed(*format, *a, location);
            }
            Inst::FloatFma { format, dst, a, b, c, .. } if flushes(*format) => {
                [*a, *b, *c] = [*a, *b, *c].map(|operand| self.flushed(*format, operand, location));
                result = Some((*format, self.later(*format, dst)));
            }
            Inst::FloatCompare { format, a, b, .. } if flushes(*format) => {
                [*a, *b] = [*a, *b].map(|operand| self.flushed(*format, operand, location));
            }
            Inst::FloatConvert { from, to, dst, a, .. } if flushes(*from) && flushes(*to) => {
                *a = self.flushed(*from, *a, location);
                result = Some((*to, self.later(*to, dst)));
            }
            _ => {}
        }
        let defined = definition(&mut inst);
        self.push(inst, location);
        if let (Some((format, dst)), Some(raw)) = (result, defined) {
            self.flush(format, raw, dst, location);
        }
    }

    /// A call of the mathematical library.
    fn call(
        &mut self,
        mut call: Inst,
        (passed, returned): (SlotList, SlotList),
        location: Option<LocationId>,
    ) {
        let float = |body: &Body, slot: Slot| match body.slots[slot] {
            SlotType::Value(Type::Float(format)) if flushes(format) => Some(format),
            _ => None,
        };
        let mut passed = self.body.list(passed).to_vec();
        for slot in &mut passed {
            if let Some(format) = float(&self.body, *slot) {
                *slot = self.flushed(format, *slot, location);
            }
        }
        let mut returned = self.body.list(returned).to_vec();
        let mut raw = Vec::new();
        for slot in &mut returned {
            if let Some(format) = float(&self.body, *slot) {
                let result = self.later(format, slot);
                raw.push((format, *slot, result));
            }
        }
        if let Inst::Call { arguments, results, .. } = &mut call {
            *arguments = self.body.make_list(&passed);
            *results = self.body.make_list(&returned);
        }
        self.push(call, location);
        for (format, raw, result) in raw {
            self.flush(format, raw, result, location);
        }
    }

    /// Lets a new local take the place of a result, which is given back: it is to be the flushed
    /// one.
    fn later(&mut self, format: FloatFormat, result: &mut Slot) -> Slot {
        let raw = self.local(Type::Float(format));
        std::mem::replace(result, raw)
    }

    /// The flushed value of an operand.
    fn flushed(&mut self, format: FloatFormat, operand: Slot, location: Option<LocationId>) -> Slot {
        let dst = self.local(Type::Float(format));
        self.flush(format, operand, dst, location);
        dst
    }

    fn flush(&mut self, format: FloatFormat, a: Slot, dst: Slot, location: Option<LocationId>) {
        let (condition, zero) = (self.local(Type::Int(1)), self.local(Type::Float(format)));
        let positive = self.zero(format);
        self.push(Inst::FloatClass { mask: SUBNORMAL, format, dst: condition, a }, location);
        self.push(Inst::FloatCopySign { format, dst: zero, a: positive, b: a }, location);
        self.push(Inst::Select { wide: false, dst, condition, a: zero, b: a }, location);
    }

    /// The body, in which slots have their final numbers: locals, then constants.
    fn finished(self) -> Body {
        let Self { mut body, first_constant, old_slots, locals, zeros, mut insts, locations } = self;
        let new = locals.len();
        let number = |slot: Slot| match slot.index() {
            old if old < first_constant => old,
            constant if constant < old_slots => constant + new,
            local if local < NEW_CONSTANTS => local - old_slots + first_constant,
            zero => zero - NEW_CONSTANTS + old_slots + new,
        };
        let renumber = |slot: &mut Slot| *slot = Slot::from_index(number(*slot));
        insts.iter_mut().for_each(|inst| inst.for_each_slot_mut(|_, slot| renumber(slot)));
        body.list_pool.iter_mut().for_each(renumber);
        body.constants.iter_mut().for_each(|(slot, _)| renumber(slot));
        let zero = |position: usize| (Slot::from_index(old_slots + new + position), Constant::Bits(0));
        body.constants.extend((0..zeros.len()).map(zero));
        let (kept, constants) = body.slots.as_slice().split_at(first_constant);
        let values = |formats: Vec<Type>| formats.into_iter().map(SlotType::Value);
        let zeros = zeros.into_iter().map(Type::Float).collect();
        let slots = kept.iter().copied().chain(values(locals)).chain(constants.iter().copied());
        body.slots = slots.chain(values(zeros)).collect();
        Body { insts, locations, ..body }
    }
}

/// Whether SSE computes in it.
fn flushes(format: FloatFormat) -> bool {
    matches!(format, FloatFormat::F32 | FloatFormat::F64)
}

/// Whether it is an instruction of SSE's that rounds. Smallest and largest numbers are among their
/// operands, and `fmod` is a function that computes in integers.
fn is_arithmetic(op: FloatBinaryOp) -> bool {
    matches!(op, FloatBinaryOp::Add | FloatBinaryOp::Sub | FloatBinaryOp::Mul | FloatBinaryOp::Div)
}

/// The slot that an instruction with one result writes.
fn definition(inst: &mut Inst) -> Option<Slot> {
    let mut defined = None;
    inst.for_each_slot_mut(|access, slot| {
        if access == Access::Definition {
            defined.get_or_insert(*slot);
        }
    });
    defined
}
