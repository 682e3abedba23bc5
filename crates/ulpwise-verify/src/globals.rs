//! Globals that never change: what they hold is what their initialisers say.
//!
//! Those are the constant ones, and variables that only this module can name and whose address
//! reaches no store, by the one rule here: addresses of globals are followed through slots, calls
//! and initialisers; one that is stored, given to outside code or changed by arithmetic that is not
//! followed counts as written.

use crate::int_set::signed;
use crate::value::{PointerSet, Region, RegionOffsets, ScalarSet};
use std::collections::BTreeSet;
use ulpwise_base::IdVec;
use ulpwise_ir::{
    Access, Body, Constant, FunctionId, GlobalId, Inst, Library, Module, Relocation, Slot, SlotList, Target,
    Type,
};

/// The globals of a module, and which of them never change.
pub(crate) struct Globals<'m> {
    module: &'m Module,
    frozen: IdVec<GlobalId, bool>,
}

impl<'m> Globals<'m> {
    /// Looks through the module.
    pub(crate) fn new(module: &'m Module) -> Globals<'m> {
        let written = Written::find(module);
        let never_changes = |(id, global): (GlobalId, &ulpwise_ir::Global)| {
            global.initializer.is_some() && (global.constant || (global.internal && !written[id]))
        };
        Globals { module, frozen: module.globals.iter_enumerated().map(never_changes).collect() }
    }

    /// How many bytes a global has; one that is defined elsewhere may have more than declared.
    pub(crate) fn size(&self, global: GlobalId) -> Option<u64> {
        let global = self.module.globals.get(global)?;
        global.initializer.is_some().then_some(global.size)
    }

    /// The value of a type at an offset.
    pub(crate) fn read(&self, id: GlobalId, offset: u64, ty: Type) -> ScalarSet {
        let (Some(true), Some(global)) = (self.frozen.get(id), self.module.globals.get(id)) else {
            return ScalarSet::any(ty);
        };
        let bytes = ty.store_bytes() as u64;
        let overlaps = |relocation: &&Relocation| {
            relocation.offset < offset.saturating_add(bytes) && offset < relocation.offset.saturating_add(8)
        };
        if let Some(relocation) = global.relocations.iter().find(overlaps) {
            let is_whole = relocation.offset == offset && ty == Type::Pointer;
            return if is_whole { address(relocation) } else { ScalarSet::any(ty) };
        }
        let initializer = global.initializer.as_deref().unwrap_or_default();
        let byte = |at: u64| {
            let at = usize::try_from(offset.saturating_add(at)).ok();
            u128::from(at.and_then(|at| initializer.get(at)).copied().unwrap_or(0))
        };
        let bits = (0..bytes).fold(0, |bits, at| bits | byte(at) << (8 * at));
        let unused = 128 - u32::from(ty.bits());
        ScalarSet::of_bits(ty, bits << unused >> unused)
    }

    /// Cells that make up some bytes of a global; `None` if it can change.
    pub(crate) fn cells(&self, id: GlobalId, first: u64, len: u64) -> Option<Vec<(u64, u64, ScalarSet)>> {
        let global = self.module.globals.get(id)?;
        if !*self.frozen.get(id)? || len > global.size {
            return None;
        }
        let size: u64 = if global.align.is_multiple_of(8) && len.is_multiple_of(8) { 8 } else { 4 };
        let cell = |offset: u64| {
            let is_address = global.relocations.iter().any(|relocation| relocation.offset == first + offset);
            let ty = if is_address && size == 8 { Type::Pointer } else { Type::Int(size as u8 * 8) };
            (offset, size, self.read(id, first + offset, ty))
        };
        Some((0..len / size).map(|index| cell(index * size)).collect())
    }
}

fn address(relocation: &Relocation) -> ScalarSet {
    let region = match relocation.target {
        Target::Global(global) => Region::Global(global),
        Target::Function(function) => Region::Function(function),
    };
    let (low, high) = (relocation.addend, relocation.addend);
    ScalarSet::Pointer(PointerSet::to(RegionOffsets { low, high, ..RegionOffsets::start(region) }))
}

/// Globals with offsets into them, where these are known.
type Targets = BTreeSet<(GlobalId, Option<i64>)>;

/// More offsets of one slot are not known apart.
const MAX_OFFSETS: usize = 16;

/// Which globals may be written, by addresses that are followed until nothing new is found.
struct Written<'m> {
    module: &'m Module,
    /// The globals that a slot of a function may point into.
    slots: IdVec<FunctionId, Vec<Targets>>,
    returned: IdVec<FunctionId, Targets>,
    written: IdVec<GlobalId, bool>,
    changed: bool,
}

impl<'m> Written<'m> {
    fn find(module: &'m Module) -> IdVec<GlobalId, bool> {
        let slots = |function: &ulpwise_ir::Function| {
            function.body.as_ref().map_or_else(Vec::new, |body| vec![Targets::new(); body.slots.len()])
        };
        let mut search = Written {
            module,
            slots: module.functions.iter().map(slots).collect(),
            returned: module.functions.iter().map(|_| Targets::new()).collect(),
            written: module.globals.iter().map(|_| false).collect(),
            changed: true,
        };
        for (id, global) in module.globals.iter_enumerated() {
            if !global.internal || global.initializer.is_none() {
                let held = search.held(id, None);
                search.escape(&held);
            }
        }
        let open: BTreeSet<FunctionId> = module.functions_with_address();
        while std::mem::take(&mut search.changed) {
            for (id, function) in module.functions.iter_enumerated() {
                if let Some(body) = &function.body {
                    search.body(id, body);
                }
                if function.exported || open.contains(&id) {
                    let returned = search.returned[id].clone();
                    search.escape(&returned);
                }
            }
        }
        search.written
    }

    /// What the initialiser of a global points at, in some bytes of it or anywhere.
    fn held(&self, global: GlobalId, bytes: Option<(i64, i64)>) -> Targets {
        let overlaps = |relocation: &&Relocation| {
            let at = i64::try_from(relocation.offset).unwrap_or(i64::MAX);
            bytes.is_none_or(|(first, end)| at < end && first < at.saturating_add(8))
        };
        let relocations = self.module.globals[global].relocations.iter().filter(overlaps);
        relocations
            .filter_map(|relocation| match relocation.target {
                Target::Global(target) => Some((target, Some(relocation.addend))),
                Target::Function(_) => None,
            })
            .collect()
    }

    /// What is held where addresses lead, in so many bytes.
    fn held_at(&self, addresses: &Targets, bytes: Option<i64>) -> Targets {
        let span = |offset: Option<i64>| {
            let (first, bytes) = offset.zip(bytes)?;
            Some((first, first.checked_add(bytes)?))
        };
        addresses.iter().flat_map(|&(global, offset)| self.held(global, span(offset))).collect()
    }

    /// Outside code knows these globals, and what they point at.
    fn escape(&mut self, targets: &Targets) {
        let mut open: Vec<GlobalId> = targets.iter().map(|&(global, _)| global).collect();
        let mut seen = BTreeSet::new();
        while let Some(global) = open.pop() {
            if seen.insert(global) {
                self.changed |= !std::mem::replace(&mut self.written[global], true);
                open.extend(self.held(global, None).into_iter().map(|(held, _)| held));
            }
        }
    }

    fn write(&mut self, targets: &Targets) {
        for &(global, _) in targets {
            self.changed |= !std::mem::replace(&mut self.written[global], true);
        }
    }

    fn flow(&mut self, function: FunctionId, slot: Slot, targets: &Targets) {
        let known = &mut self.slots[function][slot.as_u32() as usize];
        let new: Vec<(GlobalId, Option<i64>)> = targets
            .iter()
            .filter(|&&(global, offset)| {
                !known.contains(&(global, offset)) && !known.contains(&(global, None))
            })
            .copied()
            .collect();
        self.changed |= !new.is_empty();
        known.extend(new);
        if known.len() > MAX_OFFSETS {
            *known = known.iter().map(|&(global, _)| (global, None)).collect();
        }
    }

    fn body(&mut self, id: FunctionId, body: &Body) {
        for &(slot, constant) in &body.constants {
            if let Constant::GlobalAddress(global, offset) = constant {
                self.flow(id, slot, &Targets::from([(global, Some(offset))]));
            }
        }
        for edge in &body.edges {
            let parameters = body.list(body.blocks[edge.target].parameters);
            for (&from, &to) in body.list(edge.arguments).iter().zip(parameters) {
                self.flow(id, to, &self.at(id, from));
            }
        }
        body.insts.iter().for_each(|inst| self.inst(id, body, inst));
    }

    fn at(&self, function: FunctionId, slot: Slot) -> Targets {
        self.slots[function][slot.as_u32() as usize].clone()
    }

    fn all(&self, function: FunctionId, body: &Body, list: SlotList) -> Targets {
        body.list(list).iter().flat_map(|&slot| self.at(function, slot)).collect()
    }

    fn inst(&mut self, id: FunctionId, body: &Body, inst: &Inst) {
        match *inst {
            Inst::Load { ty, dst, address, .. } => {
                let held = self.held_at(&self.at(id, address), i64::try_from(ty.store_bytes()).ok());
                self.flow(id, dst, &held);
            }
            Inst::PointerAdd { dst, base, index, scale } => {
                let steps = body.constant_bits(index).and_then(|bits| i64::try_from(signed(64, bits)).ok());
                let by = steps.and_then(|steps| steps.checked_mul(scale.into()));
                let moved = self.at(id, base).into_iter().map(|(global, offset)| {
                    (global, offset.zip(by).and_then(|(offset, by)| offset.checked_add(by)))
                });
                // An index that is an address itself leads anywhere.
                let indexed = self.at(id, index).into_iter().map(|(global, _)| (global, None));
                let moved: Targets = moved.chain(indexed).collect();
                self.flow(id, dst, &moved);
            }
            Inst::Store { address, value, .. } => {
                self.write(&self.at(id, address));
                self.escape(&self.at(id, value));
            }
            Inst::MemCopy { to, from, .. } | Inst::VaCopy { to, from } => {
                let held = self.held_at(&self.at(id, from), None);
                self.write(&self.at(id, to));
                self.escape(&held);
            }
            Inst::MemSet { to, .. } | Inst::VaStart { list: to } => self.write(&self.at(id, to)),
            Inst::Call { callee, arguments, results, .. } => self.call(id, body, callee, arguments, results),
            Inst::CallIndirect { arguments, .. } => self.escape(&self.all(id, body, arguments)),
            Inst::Return { values } => {
                let returned = self.all(id, body, values);
                let before = self.returned[id].len();
                self.returned[id].extend(returned);
                self.changed |= self.returned[id].len() != before;
            }
            Inst::IntToFloat { a, .. } => self.escape(&self.at(id, a)),
            Inst::Unsupported { .. } => {
                let all: Targets = self.slots[id].iter().flatten().copied().collect();
                self.escape(&all);
            }
            // fail-closed: whatever else delivers something may hand on what it is given.
            _ => {
                let (mut defined, mut used) = (Vec::new(), Targets::new());
                { *inst }.for_each_slot_mut(|access, slot| match access {
                    Access::Definition => defined.push(*slot),
                    Access::Use => used.extend(&self.slots[id][slot.as_u32() as usize]),
                });
                // fail-closed: other instructions may change the offset.
                if !matches!(inst, Inst::Copy { .. } | Inst::Select { .. }) {
                    used = used.into_iter().map(|(global, _)| (global, None)).collect();
                }
                // fail-closed: what delivers more than a truth value hands addresses on.
                let is_truth = matches!(
                    inst,
                    Inst::IntCompare { .. } | Inst::FloatCompare { .. } | Inst::FloatClass { .. }
                );
                if !is_truth && !used.is_empty() {
                    defined.into_iter().for_each(|slot| self.flow(id, slot, &used));
                }
            }
        }
    }

    fn call(
        &mut self,
        id: FunctionId,
        body: &Body,
        callee: FunctionId,
        arguments: SlotList,
        results: SlotList,
    ) {
        let function = &self.module.functions[callee];
        let Some(inside) = &function.body else {
            let given = self.all(id, body, arguments);
            // A function of the mathematical library writes at most where its arguments point.
            return if function.library == Library::Math { self.write(&given) } else { self.escape(&given) };
        };
        for (index, &slot) in body.list(arguments).iter().enumerate() {
            let targets = self.at(id, slot);
            if index < inside.parameter_slots as usize {
                self.flow(callee, Slot::new(index as u32), &targets);
            } else {
                self.escape(&targets);
            }
        }
        let returned = self.returned[callee].clone();
        body.list(results).iter().for_each(|&slot| self.flow(id, slot, &returned));
    }
}
