//! One block at a time: values and memory from what is known at its head to what leaves it.

use crate::arithmetic::RoundingAssumption;
use crate::certificate::{BlockState, EntryAssumption, OrderFact, ProofContext, ProofNode};
use crate::compare::{Ways, exchanged};
use crate::evaluate::{Operands, as_integer, evaluate};
use crate::int_set::IntSet;
use crate::integer;
use crate::memory::{MemoryState, RegionContents};
use crate::outline::Outline;
use crate::program::Program;
use crate::refine::NarrowedSlots;
use crate::refusal::Refusal;
use crate::value::{PointerSet, Region, RegionOffsets, ScalarSet};
use std::cell::Cell;
use std::collections::BTreeMap;
use ulpwise_base::IdVec;
use ulpwise_externals::Exceptions;
use ulpwise_ir::{BlockId, EdgeId, FunctionId, Inst, InstId, OverflowOp, SiteId, Slot, SwitchId, Type};

/// Whether a path goes on after an instruction.
pub(crate) type Goes = Result<bool, Refusal>;

/// What leaves a block.
#[derive(Default)]
pub(crate) struct Departures {
    /// Along edges.
    pub(crate) edges: Vec<(EdgeId, BlockState)>,
    /// Out of the function: results and memory.
    pub(crate) returned: Option<(Vec<ScalarSet>, MemoryState)>,
    /// Into contexts.
    pub(crate) calls: Vec<(InstId, usize, EntryAssumption)>,
    /// Functions that may be called with anything.
    pub(crate) open: Vec<FunctionId>,
    /// Calls for which no context is named, with what a context would be entered with.
    pub(crate) unnamed: Vec<(InstId, FunctionId, EntryAssumption)>,
    /// What sites can raise.
    pub(crate) raised: Vec<(SiteId, Exceptions)>,
}

/// A block that is being followed.
pub(crate) struct Frame<'f, 'm> {
    pub(crate) program: &'f Program<'m>,
    pub(crate) outline: &'f Outline<'m>,
    pub(crate) contexts: &'f [ProofContext],
    pub(crate) node: &'f ProofNode,
    pub(crate) values: IdVec<Slot, Option<ScalarSet>>,
    /// The slots that have values in this block.
    assigned: Vec<Slot>,
    pub(crate) memory: MemoryState,
    pub(crate) order: Vec<OrderFact>,
    pub(crate) departures: Departures,
}

impl<'f, 'm> Frame<'f, 'm> {
    pub(crate) fn new(
        program: &'f Program<'m>,
        outline: &'f Outline<'m>,
        context: &'f ProofContext,
        contexts: &'f [ProofContext],
    ) -> Option<Frame<'f, 'm>> {
        Some(Frame {
            program,
            outline,
            contexts,
            node: context.nodes.first()?,
            values: outline.body.slots.iter().map(|_| None).collect(),
            assigned: Vec::new(),
            memory: MemoryState::default(),
            order: Vec::new(),
            departures: Departures::default(),
        })
    }

    /// Follows a block from what is known at its head.
    pub(crate) fn run(&mut self, node: &'f ProofNode, state: BlockState) -> Result<Departures, Refusal> {
        self.node = node;
        self.memory = state.memory;
        self.order = state.order;
        for slot in self.assigned.drain(..) {
            self.values[slot] = None;
        }
        for (slot, value) in state.values {
            self.assigned.push(slot);
            self.values[slot] = Some(value);
        }
        let body = self.outline.body;
        for (id, inst) in body.block_insts(self.node.block) {
            if inst.is_terminator() {
                self.leave(inst)?;
            } else if !self.step(id, inst)? {
                break;
            }
        }
        Ok(std::mem::take(&mut self.departures))
    }

    pub(crate) fn rounding(&self) -> RoundingAssumption {
        self.program.rounding
    }

    /// The value of a slot, if it is known.
    pub(crate) fn known(&self, slot: Slot) -> Option<&ScalarSet> {
        self.outline.constants[slot].as_ref().or(self.values[slot].as_ref())
    }

    /// The value of an operand.
    pub(crate) fn value(&self, slot: Slot) -> Result<&ScalarSet, Refusal> {
        self.known(slot).ok_or_else(|| format!("nothing is claimed about {slot}, which is read").into())
    }

    pub(crate) fn pointer(&self, slot: Slot) -> Result<PointerSet, Refusal> {
        Ok(match self.value(slot)? {
            ScalarSet::Pointer(set) => set.clone(),
            ScalarSet::Float(_) | ScalarSet::Int(_) | ScalarSet::Opaque => PointerSet::any(),
        })
    }

    pub(crate) fn integer(&self, slot: Slot) -> Result<IntSet, Refusal> {
        Ok(as_integer(self.value(slot)?, self.outline.body.type_of(slot)))
    }

    /// Gives a slot its value. Returns whether the path goes on: not if there is no value.
    pub(crate) fn set(&mut self, slot: Slot, value: ScalarSet) -> Goes {
        let goes_on = !value.is_empty();
        self.memory.redefine(slot);
        self.order.retain(|fact| fact.a != slot && fact.b != slot);
        self.assigned.push(slot);
        self.values[slot] = Some(value);
        Ok(goes_on)
    }

    pub(crate) fn raise(&mut self, site: SiteId, raised: Exceptions) {
        self.departures.raised.push((site, raised));
    }

    /// What is known of the order of two slots.
    pub(crate) fn ways(&self, a: Slot, b: Slot) -> Ways {
        let mut ways = [true; 3];
        for fact in &self.order {
            let known = match (fact.a, fact.b) {
                pair if pair == (a, b) => fact.ways,
                pair if pair == (b, a) => exchanged(fact.ways),
                // fail-closed: the fact is about other slots.
                _ => continue,
            };
            ways = [ways[0] && known[0], ways[1] && known[1], ways[2] && known[2]];
        }
        ways
    }

    /// Carries out an instruction that is no terminator. Returns whether the path goes on.
    fn step(&mut self, id: InstId, inst: &Inst) -> Goes {
        if let Some((dst, value, raised)) = self.computed(inst)? {
            if let Some(site) = inst.site() {
                self.raise(site, raised);
            }
            return self.set(dst, value);
        }
        match *inst {
            Inst::IntOverflow { op, dst, overflow, a, b, .. } => {
                let op = match op {
                    OverflowOp::SAdd | OverflowOp::UAdd => ulpwise_ir::IntBinaryOp::Add,
                    OverflowOp::SSub | OverflowOp::USub => ulpwise_ir::IntBinaryOp::Sub,
                    OverflowOp::SMul | OverflowOp::UMul => ulpwise_ir::IntBinaryOp::Mul,
                };
                let result = integer::binary(op, &self.integer(a)?, &self.integer(b)?, a == b);
                self.set(overflow, ScalarSet::Int(IntSet::any(1)))?;
                self.set(dst, ScalarSet::Int(result))
            }
            Inst::Select { dst, condition, a, b, .. } => self.select(dst, condition, a, b),
            Inst::Copy { dst, a, .. } => {
                let (value, ty) = (self.value(a)?.clone(), self.outline.body.type_of(dst));
                if let (ScalarSet::Pointer(pointer), false) = (&value, ty == Type::Pointer) {
                    self.memory.escape(pointer);
                }
                self.set(dst, value.reinterpreted(ty))
            }
            Inst::FunnelShift { dst, .. } | Inst::StackSave { dst } => self.set_any(dst),
            Inst::Load { dst, volatile: true, .. } => self.set_any(dst),
            Inst::Load { ty, dst, address, volatile: false } => self.load(ty, dst, address),
            Inst::Store { ty, address, value } => {
                let (pointer, stored) = (self.pointer(address)?, self.value(value)?.reinterpreted(ty));
                if let (ScalarSet::Pointer(pointer), false) =
                    (self.value(value)?.clone(), ty == Type::Pointer)
                {
                    self.memory.escape(&pointer);
                }
                let from = self.outline.constants[value].is_none().then_some(value);
                Ok(self.memory.store(&pointer, ty, &stored, from, &self.program.globals))
            }
            Inst::PointerAdd { .. }
            | Inst::Alloca { .. }
            | Inst::StackRestore { .. }
            | Inst::MemCopy { .. }
            | Inst::MemSet { .. } => self.step_memory(id, inst),
            Inst::Call { callee, arguments, results, site } => {
                self.call(id, callee, arguments, results, site)
            }
            Inst::CallIndirect { callee, arguments, results } => {
                self.call_indirect(id, callee, arguments, results)
            }
            Inst::VaStart { list: to } | Inst::VaCopy { to, .. } => {
                let to = self.pointer(to)?;
                self.memory.forget_targets(&to);
                Ok(true)
            }
            Inst::GetRounding { dst } => {
                let (low, high) =
                    if self.rounding() == RoundingAssumption::Nearest { (1, 1) } else { (0, 3) };
                self.set(dst, ScalarSet::Int(IntSet::unsigned(32, low, high)))
            }
            Inst::SetRounding { mode } => {
                let is_allowed = self.integer(mode)?.unsigned_hull().1 <= 3;
                if self.rounding() == RoundingAssumption::Any && is_allowed {
                    Ok(true)
                } else {
                    Err("the rounding mode is changed".into())
                }
            }
            Inst::Unsupported { what } => {
                Err(format!("an instruction that was not lowered: {}", self.program.module.messages[what])
                    .into())
            }
            _ => Err(format!("an instruction that is not understood: {inst:?}").into()), // fail-closed: it is refused.
        }
    }

    /// Carries out an instruction about addresses and objects.
    fn step_memory(&mut self, id: InstId, inst: &Inst) -> Goes {
        match *inst {
            Inst::PointerAdd { dst, base, index, scale } => {
                let (pointer, index) = (self.pointer(base)?, self.integer(index)?);
                let scaled = |steps: Option<i128>| steps.and_then(|steps| steps.checked_mul(scale.into()));
                let moved = match (scaled(index.numbers.low()), scaled(index.numbers.high())) {
                    (Some(low), Some(high)) => pointer.moved(low, high, scale.into()),
                    _ => pointer.moved(i128::MIN, i128::MAX, 1), // fail-closed: anywhere.
                };
                self.set(dst, ScalarSet::Pointer(moved))
            }
            Inst::Alloca { dst, count, size, .. } => self.alloca(id, dst, count, size),
            // What is gone may not be used any more; what it held does not matter.
            Inst::StackRestore { .. } => Ok(true),
            Inst::MemCopy { to, from, len, .. } => {
                let (to, from, len) =
                    (self.pointer(to)?, self.pointer(from)?, self.integer(len)?.single_bits());
                match len.and_then(|len| u64::try_from(len).ok()) {
                    Some(len) => self.memory.copy(&to, &from, len, &self.program.globals),
                    None => self.memory.forget_targets(&to),
                }
                Ok(true)
            }
            Inst::MemSet { to, byte, len } => {
                let (to, byte) = (self.pointer(to)?, self.integer(byte)?.single_bits());
                match (byte, self.integer(len)?.single_bits().and_then(|len| u64::try_from(len).ok())) {
                    (Some(0), Some(len)) => self.memory.fill_with_zeros(&to, len),
                    _ => self.memory.forget_targets(&to), // fail-closed: nothing is kept.
                }
                Ok(true)
            }
            _ => Err(format!("an instruction that is not understood: {inst:?}").into()), // fail-closed: it is refused.
        }
    }

    /// The result of an instruction that only computes, with what it can raise.
    fn computed(&self, inst: &Inst) -> Result<Option<(Slot, ScalarSet, Exceptions)>, Refusal> {
        let missing = Cell::new(None);
        let get = |slot| match self.value(slot) {
            Ok(value) => Some(value.clone()),
            Err(why) => {
                missing.set(Some(why));
                None
            }
        };
        let (rounding, outline) = (self.rounding(), self.outline);
        let operands = Operands { rounding, outline, get: &get, ways: &|a, b| self.ways(a, b) };
        let result = evaluate(&operands, inst);
        match missing.take() {
            Some(why) => Err(why),
            None => Ok(result),
        }
    }

    fn set_any(&mut self, dst: Slot) -> Goes {
        self.set(dst, ScalarSet::any(self.outline.body.type_of(dst)))
    }

    fn select(&mut self, dst: Slot, condition: Slot, a: Slot, b: Slot) -> Goes {
        let mut selected: Option<ScalarSet> = None;
        for (slot, answer) in [(a, true), (b, false)] {
            let Some(narrowed) = self.assume(condition, &ScalarSet::Int(IntSet::of_bool(!answer, answer)))
            else {
                continue;
            };
            let value = match narrowed.get(slot) {
                Some(better) => better.clone(),
                None => self.value(slot)?.clone(),
            };
            selected = Some(match selected {
                None => value,
                Some(other) => other.union(&value).ok_or("a choice between two types")?,
            });
        }
        match selected {
            Some(value) => self.set(dst, value),
            None => Ok(false),
        }
    }

    fn load(&mut self, ty: Type, dst: Slot, address: Slot) -> Goes {
        let pointer = self.pointer(address)?;
        let Some(loaded) = self.memory.load(&pointer, ty, &self.program.globals) else { return Ok(false) };
        let goes_on = self.set(dst, loaded.clone())?;
        if goes_on && let Some(cell) = self.memory.single_cell(&pointer) {
            self.memory.remember(cell, dst, ty, &loaded);
        }
        Ok(goes_on)
    }

    fn alloca(&mut self, id: InstId, dst: Slot, count: Slot, size: u32) -> Goes {
        let region = Region::Local(id);
        let count = self.integer(count)?.single_bits().and_then(|count| u64::try_from(count).ok());
        let mut contents = RegionContents {
            size: count.and_then(|count| count.checked_mul(size.into())),
            single: true,
            ..RegionContents::default()
        };
        // Carried out again while the first one lives, it stands for several.
        if let Some(earlier) = self.memory.regions.get(&region) {
            contents.single = false;
            contents.escaped = earlier.escaped;
            contents.size = contents.size.filter(|size| earlier.size == Some(*size));
        }
        self.memory.insert(region, contents);
        self.set(dst, ScalarSet::Pointer(PointerSet::to(RegionOffsets::start(region))))
    }

    /// Carries out a terminator.
    fn leave(&mut self, inst: &Inst) -> Result<(), Refusal> {
        match *inst {
            Inst::Jump { edge } => self.take(edge, &NarrowedSlots::default())?,
            Inst::Branch { condition, then_edge, else_edge } => {
                for (edge, answer) in [(then_edge, true), (else_edge, false)] {
                    let wanted = ScalarSet::Int(IntSet::of_bool(!answer, answer));
                    if let Some(narrowed) = self.assume(condition, &wanted) {
                        self.take(edge, &narrowed)?;
                    }
                }
            }
            Inst::Switch { value, bits, table } => self.switch(value, bits, table)?,
            Inst::Return { values } => {
                let returned: Result<Vec<ScalarSet>, Refusal> = {
                    let values = self.outline.body.values(values);
                    values.map(|(slot, _)| self.value(slot).cloned()).collect()
                };
                self.departures.returned = Some((returned?, self.memory.clone()));
            }
            // Nothing goes on from there.
            Inst::Unreachable => {}
            Inst::Landing { .. } | Inst::Unwind { .. } => {
                return Err("it throws or catches, which the checker does not follow".into());
            }
            _ => return Err(format!("a block that ends with {inst:?}").into()), // fail-closed: it is refused.
        }
        Ok(())
    }

    fn switch(&mut self, value: Slot, bits: u8, table: SwitchId) -> Result<(), Refusal> {
        let table = &self.outline.body.switches[table];
        let mut others = self.integer(value)?;
        for &(case, edge) in &table.cases {
            let wanted = IntSet::of_bits(bits, case.into());
            others.numbers = wanted.numbers.iter().fold(others.numbers, |left, gone| left.without(gone));
            if let Some(narrowed) = self.assume(value, &ScalarSet::Int(wanted)) {
                self.take(edge, &narrowed)?;
            }
        }
        if !others.is_empty()
            && let Some(narrowed) = self.assume(value, &ScalarSet::Int(others))
        {
            self.take(table.default, &narrowed)?;
        }
        Ok(())
    }

    /// Takes an edge, with values that are known better on it than in the block.
    fn take(&mut self, edge: EdgeId, narrowed: &NarrowedSlots) -> Result<(), Refusal> {
        let body = self.outline.body;
        let target: BlockId = body.edges[edge].target;
        let (parameters, live) = (&self.outline.parameters[target], &self.outline.live[target]);
        let mut values = BTreeMap::new();
        for (&to, (from, _)) in parameters.iter().zip(body.values(body.edges[edge].arguments)) {
            let value = match narrowed.get(from) {
                Some(better) => better.clone(),
                None => self.value(from)?.clone(),
            };
            values.insert(to, value);
        }
        for &slot in live {
            if let Some(value) = narrowed.get(slot).or_else(|| self.known(slot)) {
                values.insert(slot, value.clone());
            }
        }
        let is_kept = |slot: Slot| !parameters.contains(&slot) && live.binary_search(&slot).is_ok();
        let mut memory = self.memory.clone();
        narrowed.iter().for_each(|(slot, value)| memory.narrow_same(*slot, value));
        memory.same.retain(|same| is_kept(same.slot));
        let facts = self.order.iter().chain(&narrowed.order).copied();
        let mut order: Vec<OrderFact> = Vec::new();
        for fact in facts.filter(|fact| {
            let is_constant = |slot: Slot| self.outline.constants[slot].is_some();
            (is_kept(fact.a) || is_constant(fact.a)) && (is_kept(fact.b) || is_constant(fact.b))
        }) {
            if !order.contains(&fact) && order.len() < MAX_FACTS {
                order.push(fact);
            }
        }
        self.departures.edges.push((edge, BlockState { values, memory, order }));
        Ok(())
    }
}

/// More facts about the order of slots are not remembered.
const MAX_FACTS: usize = 32;
