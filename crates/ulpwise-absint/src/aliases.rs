//! Which globals are never written, by anything in the module: Steensgaard's unification of
//! pointers.
//!
//! Every value and every object has a *node*; a node that holds addresses points to one other node,
//! which stands for everything they can be the address of. Where an address can flow from one place
//! to another, what both point to becomes one. That knows nothing of the order of instructions or
//! of parts of objects, takes the module once, and errs towards written.

use ulpwise_base::IdVec;
use ulpwise_ir::{Body, Constant, FunctionId, Global, GlobalId, Inst, Module, Slot, SlotType, Target, Type};

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
                _ => {}
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
        if !global.internal && !global.constant {
            self.unify(node, OUTSIDE);
        } else if !global.internal {
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
            body.parameters().for_each(|(slot, _)| self.escape(at(slot)));
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
            // An index is an address only where it is added to null.
            Inst::PointerAdd { dst, base, index, .. } => {
                let from = if is_null(body, base) { index } else { base };
                self.flow(at(from), at(dst));
            }
            Inst::MemSet { to, .. } | Inst::VaStart { list: to } => self.write_through(at(to)),
            Inst::Call { callee, arguments, results: list, .. } => {
                self.call(module, callee, at, body.list(arguments), body.list(list), body);
            }
            Inst::CallIndirect { arguments, results: list, .. } => {
                let slots = body.list(arguments).iter().chain(body.list(list));
                slots.for_each(|&slot| self.escape(at(slot)));
            }
            Inst::Return { values } => {
                body.list(values).iter().for_each(|&slot| self.flow(at(slot), results));
            }
            mut other => {
                // Whatever is computed from an address may be one.
                let (mut defined, mut used) = (Vec::new(), Vec::new());
                other.for_each_slot_mut(|access, slot| match access {
                    ulpwise_ir::Access::Definition => defined.push(*slot),
                    ulpwise_ir::Access::Use => used.push(*slot),
                });
                // Bits that go through a register for floats may come back as an address.
                if matches!(other, Inst::Copy { .. }) {
                    for (&from, &to) in used.iter().flat_map(|from| defined.iter().map(move |to| (from, to)))
                    {
                        match (can_hold_address(body, from), can_hold_address(body, to)) {
                            (true, false) => self.escape(at(from)),
                            (false, true) => self.escape(at(to)),
                            _ => {}
                        }
                    }
                }
                for &to in &defined {
                    for &from in used
                        .iter()
                        .filter(|&&from| can_hold_address(body, from) && can_hold_address(body, to))
                    {
                        self.flow(at(from), at(to));
                    }
                }
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
        body: &Body,
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
                for &slot in arguments.iter().chain(results).filter(|&&slot| can_hold_address(body, slot)) {
                    self.escape(at(slot));
                }
            }
        }
    }
}

/// Whether the bits of a slot may be an address: numbers in floating point are none.
fn can_hold_address(body: &Body, slot: Slot) -> bool {
    match body.slots[slot] {
        SlotType::Value(Type::Pointer) => true,
        SlotType::Value(Type::Int(bits)) => bits >= 64,
        SlotType::Value(Type::Float(_)) => false,
        SlotType::High => true,
    }
}

/// Whether a slot is a constant null.
fn is_null(body: &Body, slot: Slot) -> bool {
    body.constants.contains(&(slot, Constant::Bits(0)))
}
