//! Which globals are never written, by anything in the module: Steensgaard's unification of
//! pointers.
//!
//! Every value and every object has a *node*; a node that holds addresses points to one other node,
//! which stands for everything they can be the address of. Where an address can flow from one place
//! to another, what both point to becomes one. That knows nothing of the order of instructions or
//! of parts of objects, takes the module once, and errs towards written.

use ulpwise_base::IdVec;
use ulpwise_externals::{MemoryAccess, ReturnedValue, effects};
use ulpwise_ir::{
    Access, Body, Constant, Function, FunctionId, Global, GlobalId, Inst, Library, Module, Slot, SlotType,
    Target, Type,
};

/// Whether each global may be written by the module's code, or by outside code that got its
/// address.
pub fn written_globals(module: &Module) -> IdVec<GlobalId, bool> {
    let mut aliases = Aliases::new(module);
    let with_address = module.functions_with_address();
    for (id, function) in module.functions.iter_enumerated() {
        if let Some(body) = &function.body {
            // A caller of an exported function, or of one through a pointer, may hand in what
            // outside code knows.
            let is_open = function.exported || with_address.contains(&id);
            aliases.function(module, id, body, is_open);
        }
    }
    for (id, global) in module.globals.iter_enumerated() {
        aliases.global(id, global);
    }
    module.globals.ids().map(|global| aliases.is_written(global)).collect()
}

type AliasNode = u32;

/// What everything outside of the module is: it may be written, and it points to itself.
const OUTSIDE: AliasNode = 0;

struct Aliases {
    /// The representative's direction, for each node.
    parents: Vec<AliasNode>,
    /// What a representative points to.
    pointees: Vec<Option<AliasNode>>,
    written: Vec<bool>,
    globals: IdVec<GlobalId, AliasNode>,
    /// The first slot of each function, and the node of what it returns.
    functions: IdVec<FunctionId, (AliasNode, AliasNode)>,
}

impl Aliases {
    fn new(module: &Module) -> Aliases {
        let mut aliases = Aliases {
            parents: Vec::new(),
            pointees: Vec::new(),
            written: Vec::new(),
            globals: IdVec::new(),
            functions: IdVec::new(),
        };
        let outside = aliases.node();
        aliases.pointees[outside as usize] = Some(outside);
        aliases.written[outside as usize] = true;
        for _ in &module.globals {
            let node = aliases.node();
            aliases.globals.push(node);
        }
        for function in &module.functions {
            let slots = function.body.as_ref().map_or(0, |body| body.slots.len());
            let results = aliases.node();
            let first = aliases.parents.len() as AliasNode;
            (0..slots).for_each(|_| {
                aliases.node();
            });
            aliases.functions.push((first, results));
        }
        aliases
    }

    fn node(&mut self) -> AliasNode {
        let node = self.parents.len() as AliasNode;
        self.parents.push(node);
        self.pointees.push(None);
        self.written.push(false);
        node
    }

    fn find(&mut self, mut node: AliasNode) -> AliasNode {
        while self.parents[node as usize] != node {
            let next = self.parents[node as usize];
            self.parents[node as usize] = self.parents[next as usize];
            node = next;
        }
        node
    }

    /// Makes two nodes one, and what they point to.
    fn unify(&mut self, a: AliasNode, b: AliasNode) {
        let mut open = vec![(a, b)];
        while let Some((a, b)) = open.pop() {
            let (a, b) = (self.find(a), self.find(b));
            if a == b {
                continue;
            }
            // The outside stays the representative of all that is one with it.
            let (kept, gone) = if b == OUTSIDE { (b, a) } else { (a, b) };
            self.parents[gone as usize] = kept;
            self.written[kept as usize] |= self.written[gone as usize];
            match (self.pointees[kept as usize], self.pointees[gone as usize]) {
                (Some(x), Some(y)) => open.push((x, y)),
                (None, Some(y)) => self.pointees[kept as usize] = Some(y),
                (Some(_) | None, None) => {}
            }
        }
    }

    /// What a node points to.
    fn pointee(&mut self, node: AliasNode) -> AliasNode {
        let node = self.find(node);
        if let Some(pointee) = self.pointees[node as usize] {
            return self.find(pointee);
        }
        let pointee = self.node();
        self.pointees[node as usize] = Some(pointee);
        pointee
    }

    /// An address can flow from one node to the other.
    fn flow(&mut self, a: AliasNode, b: AliasNode) {
        let (a, b) = (self.pointee(a), self.pointee(b));
        self.unify(a, b);
    }

    /// Outside code has the address.
    fn escape(&mut self, node: AliasNode) {
        let pointee = self.pointee(node);
        self.unify(pointee, OUTSIDE);
    }

    fn write_through(&mut self, node: AliasNode) {
        let pointee = self.pointee(node);
        self.written[pointee as usize] = true;
    }

    fn is_written(&mut self, global: GlobalId) -> bool {
        let node = self.find(self.globals[global]);
        self.written[node as usize]
    }

    fn global(&mut self, id: GlobalId, global: &Global) {
        let node = self.globals[id];
        // What an initialiser holds that could not be lowered is unknown.
        let is_known = global.internal && global.initializer.is_some();
        if !is_known && !global.constant {
            self.unify(node, OUTSIDE);
        } else if !is_known {
            // Others cannot write it, but what it points at.
            self.escape(node);
        }
        for relocation in &global.relocations {
            if let Target::Global(target) = relocation.target {
                let (target, pointee) = (self.globals[target], self.pointee(node));
                self.unify(pointee, target);
            }
        }
    }

    fn function(&mut self, module: &Module, id: FunctionId, body: &Body, is_open: bool) {
        let first = self.functions[id].0;
        let at = |slot: Slot| first + slot.as_u32();
        for &(slot, constant) in &body.constants {
            if let Constant::GlobalAddress(global, _) = constant {
                let (pointee, global) = (self.pointee(at(slot)), self.globals[global]);
                self.unify(pointee, global);
            }
        }
        if is_open {
            // They may point at objects of outside code as well as at ours, so that what stands in
            // those is known outside; our own objects are not, because of that.
            for (slot, _) in body.parameters() {
                let objects = self.pointee(at(slot));
                self.escape(objects);
            }
            self.escape(self.functions[id].1);
        }
        for edge in &body.edges {
            let parameters: Vec<Slot> = body.list(body.blocks[edge.target].parameters).to_vec();
            for (&from, &to) in body.list(edge.arguments).iter().zip(&parameters) {
                self.flow(at(from), at(to));
            }
        }
        for inst in &body.insts {
            self.inst(module, id, body, inst);
        }
        // What lowering left out may do anything with any value of the function; the variables that
        // it names itself are no longer internal.
        // fail-closed: every other instruction was looked at by itself.
        if body.insts.iter().any(|inst| matches!(inst, Inst::Unsupported { .. })) {
            body.slots.ids().for_each(|slot| self.escape(at(slot)));
        }
    }

    fn inst(&mut self, module: &Module, id: FunctionId, body: &Body, inst: &Inst) {
        let (first, results) = self.functions[id];
        let at = |slot: Slot| first + slot.as_u32();
        match *inst {
            Inst::Load { dst, address, .. } => {
                let cell = self.pointee(at(address));
                self.flow(at(dst), cell);
            }
            Inst::Store { address, value, .. } => {
                self.write_through(at(address));
                let cell = self.pointee(at(address));
                self.flow(at(value), cell);
            }
            Inst::MemCopy { to, from, .. } | Inst::VaCopy { to, from } => {
                self.write_through(at(to));
                let (to, from) = (self.pointee(at(to)), self.pointee(at(from)));
                self.flow(to, from);
            }
            // An index is an address only where it is added to a number.
            Inst::PointerAdd { dst, base, index, .. } => {
                let from = if body.constant_bits(base).is_some() { index } else { base };
                self.flow(at(from), at(dst));
            }
            Inst::MemSet { to, .. } | Inst::VaStart { list: to } => self.write_through(at(to)),
            Inst::Call { callee, arguments, results: list, .. } => {
                self.call(module, callee, at, body.list(arguments), body.list(list));
            }
            Inst::CallIndirect { arguments, results: list, .. } => {
                let slots = body.list(arguments).iter().chain(body.list(list));
                slots.for_each(|&slot| self.escape(at(slot)));
            }
            Inst::Return { values } => {
                body.list(values).iter().for_each(|&slot| self.flow(at(slot), results));
            }
            // An exception goes to code of which nothing is known here, and comes from there.
            Inst::Unwind { exception } | Inst::Landing { exception, .. } => self.escape(at(exception)),
            // A number that is made of an address is exact up to 2^53, and makes an address again.
            Inst::IntToFloat { a, .. } => self.escape(at(a)),
            Inst::Int { .. }
            | Inst::IntOverflow { .. }
            | Inst::IntUnary { .. }
            | Inst::FunnelShift { .. }
            | Inst::IntCast { .. }
            | Inst::Select { .. }
            | Inst::Copy { .. }
            | Inst::FloatSign { .. }
            | Inst::FloatCopySign { .. } => self.compute(at, body, inst),
            // They deliver truth values or nothing, or compute with numbers: arithmetic in floating
            // point makes no addresses.
            Inst::IntCompare { .. }
            | Inst::Float { .. }
            | Inst::FloatUnary { .. }
            | Inst::FloatFma { .. }
            | Inst::FloatCompare { .. }
            | Inst::FloatClass { .. }
            | Inst::FloatConvert { .. }
            | Inst::FloatToInt { .. }
            | Inst::Alloca { .. }
            | Inst::StackSave { .. }
            | Inst::StackRestore { .. }
            | Inst::GetRounding { .. }
            | Inst::SetRounding { .. }
            | Inst::Jump { .. }
            | Inst::Branch { .. }
            | Inst::Switch { .. }
            | Inst::Unsupported { .. }
            | Inst::Unreachable => {}
        }
    }

    /// Whatever is computed from an address, or from a part of one, may be one.
    fn compute(&mut self, at: impl Fn(Slot) -> AliasNode, body: &Body, inst: &Inst) {
        let (mut defined, mut used) = (Vec::new(), Vec::new());
        { *inst }.for_each_slot_mut(|access, slot| match access {
            Access::Definition => defined.push(*slot),
            Access::Use => used.push(*slot),
        });
        for &to in defined.iter().filter(|&&slot| can_hold_part(body, slot)) {
            for &from in used.iter().filter(|&&slot| can_hold_part(body, slot)) {
                self.flow(at(from), at(to));
            }
        }
    }

    fn call(
        &mut self,
        module: &Module,
        callee: FunctionId,
        at: impl Fn(Slot) -> AliasNode,
        arguments: &[Slot],
        results: &[Slot],
    ) {
        let function = &module.functions[callee];
        let (first, returned) = self.functions[callee];
        match &function.body {
            Some(inside) => {
                let parameters = inside.parameter_slots as usize;
                for (index, &slot) in arguments.iter().enumerate() {
                    if index < parameters {
                        self.flow(at(slot), first + index as AliasNode);
                    } else {
                        self.escape(at(slot));
                    }
                }
                results.iter().for_each(|&slot| self.flow(at(slot), returned));
            }
            None => {
                let arguments: Vec<AliasNode> = arguments.iter().map(|&slot| at(slot)).collect();
                let results: Vec<AliasNode> = results.iter().map(|&slot| at(slot)).collect();
                self.call_outside(function, &arguments, &results);
            }
        }
    }

    /// A call of a function that the module does not define: it has what it is given, unless it is
    /// known to do no more than to read or write there.
    fn call_outside(&mut self, function: &Function, arguments: &[AliasNode], results: &[AliasNode]) {
        // It takes numbers, and writes at most where its arguments point.
        if function.library == Library::Math {
            let is_number = |ty: &Type| match ty {
                Type::Float(_) => true,
                Type::Int(_) | Type::Pointer => false,
            };
            let numbers: Vec<bool> = function.parameters.iter().map(is_number).collect();
            for (position, &argument) in arguments.iter().enumerate() {
                if function.parameters.len() != arguments.len() || !numbers[position] {
                    self.write_through(argument);
                }
            }
            return;
        }
        let Some(targets) = LookedAt::new(function) else {
            arguments.iter().chain(results).for_each(|&node| self.escape(node));
            return;
        };
        // fail-closed: what is not short may be an address.
        let is_short = |ty: &Type| matches!(ty, Type::Int(bits) if *bits < 64);
        let returns_address = !function.results.iter().all(is_short);
        for (position, &argument) in arguments.iter().enumerate() {
            if !targets.only_read.contains(&(position as u8)) {
                self.write_through(argument);
            }
            // It may return a place in what it looks at; a short number is none.
            if returns_address {
                results.iter().for_each(|&result| self.flow(argument, result));
            }
        }
    }
}

/// What is known of a function that only looks at what its arguments point at.
struct LookedAt {
    /// The positions of arguments whose targets it does not write.
    only_read: &'static [u8],
}

impl LookedAt {
    /// `None` if it may do more, or if another file may define a function of this name: C reserves
    /// only names that begin with `str` or `mem` (C11, 7.31.13).
    fn new(function: &Function) -> Option<LookedAt> {
        let effects = effects(&function.name)?;
        let is_reserved = ["str", "mem"].iter().any(|start| function.name.starts_with(start));
        let (MemoryAccess::Targets(only_read), MemoryAccess::Nothing) = (effects.reads, effects.writes)
        else {
            return None;
        };
        let keeps_nothing = !effects.may_keep && effects.is_self_contained();
        let knows_nothing_else = effects.returned == ReturnedValue::Any && !effects.may_use_what_was_kept();
        (is_reserved && keeps_nothing && knows_nothing_else).then_some(LookedAt { only_read })
    }
}

/// Whether the bits of a slot may be an address or a part of one: truth values are not.
fn can_hold_part(body: &Body, slot: Slot) -> bool {
    match body.slots[slot] {
        SlotType::Value(Type::Int(bits)) => bits >= 8,
        SlotType::Value(Type::Pointer | Type::Float(_)) | SlotType::High => true,
    }
}
