//! Handlers: their beginning and end, and `throw;` in them.

use super::super::function::FunctionLowering;
use super::super::lanes::Lanes;
use super::super::raw::{LlvmBlock, Value};
use super::super::unsupported::{Lowered, unsupported};
use super::throw::Handler;
use std::collections::HashSet;
use ulpwise_ir::{Inst, IntBinaryOp, IntPredicate, Slot, Type, exception};

const COUNT: Type = Type::Int(64);

impl<'m> FunctionLowering<'_, 'm> {
    /// `__cxa_begin_catch`: one more handler is under way.
    pub(super) fn begin_catch(&mut self, inst: Value<'m>) -> Lowered<Lanes> {
        let thrown = self.argument_slot(inst, 0)?;
        let count = self.load_field(COUNT, thrown, exception::HANDLERS);
        let (zero, one) = (self.build.bits(COUNT, 0), self.build.bits(COUNT, 1));
        // An exception that was thrown again counts on from where it was.
        let was_rethrown = self.build.compare(IntPredicate::Slt, count, zero);
        let positive = self.build.int(IntBinaryOp::Sub, zero, count);
        let count = self.build.select(was_rethrown, positive, count);
        let count = self.build.int(IntBinaryOp::Add, count, one);
        self.store_field(thrown, exception::HANDLERS, count);
        self.caught_part(inst)
    }

    /// The part of an exception that its handler asked for.
    pub(super) fn caught_part(&mut self, inst: Value<'m>) -> Lowered<Lanes> {
        let thrown = self.argument_slot(inst, 0)?;
        let distance = self.load_field(COUNT, thrown, exception::ADJUSTMENT);
        if !self.context.exceptions.has_addresses() {
            return Ok(Lanes::One(self.build.pointer_add(thrown, distance, 1)));
        }
        let flag = self.load_field(COUNT, thrown, exception::IS_ADDRESS);
        let is_object = self.is_zero(flag);
        let (address, object) = (self.build.new_block(), self.build.new_block());
        let after = self.build.new_block();
        let result = self.build.add_parameter(after, Type::Pointer);
        self.fork_on(is_object, object, address);
        self.build.switch_to(address);
        let held = self.build.load(Type::Pointer, thrown);
        self.jump_to(after, &[held]);
        self.build.switch_to(object);
        let part = self.build.pointer_add(thrown, distance, 1);
        self.jump_to(after, &[part]);
        self.build.switch_to(after);
        Ok(Lanes::One(result))
    }

    /// `__cxa_end_catch`: the last handler destroys the exception, unless it was thrown again.
    pub(super) fn end_catch(&mut self, inst: Value<'m>, handler: Handler<'m>) -> Lowered<Lanes> {
        let thrown = self.handled_exception(inst)?;
        let count = self.load_field(COUNT, thrown, exception::HANDLERS);
        let (zero, one) = (self.build.bits(COUNT, 0), self.build.bits(COUNT, 1));
        let was_rethrown = self.build.compare(IntPredicate::Slt, count, zero);
        let [rethrown, handled, destroy] = [(); 3].map(|()| self.build.new_block());
        let [call, free, after] = [(); 3].map(|()| self.build.new_block());
        self.fork_on(was_rethrown, rethrown, handled);

        self.build.switch_to(rethrown);
        let more = self.build.int(IntBinaryOp::Add, count, one);
        self.store_field(thrown, exception::HANDLERS, more);
        self.jump_to(after, &[]);

        self.build.switch_to(handled);
        let fewer = self.build.int(IntBinaryOp::Sub, count, one);
        self.store_field(thrown, exception::HANDLERS, fewer);
        let was_last = self.build.compare(IntPredicate::Eq, fewer, zero);
        self.fork_on(was_last, destroy, after);

        self.build.switch_to(destroy);
        let destructor = self.load_field(Type::Pointer, thrown, exception::DESTRUCTOR);
        let has_none = self.is_zero(destructor);
        self.fork_on(has_none, free, call);

        self.build.switch_to(call);
        let (arguments, results) = (self.build.list(&[thrown]), self.build.list(&[]));
        self.build.emit(Inst::CallIndirect { callee: destructor, arguments, results });
        match handler {
            Some((from, to)) => {
                let exception = self.build.local(Type::Pointer);
                let returned_edge = self.build.edge_with(free, &[]);
                let unwound_edge = self.landing_edge(from, to, exception)?;
                self.build.emit(Inst::Landing { exception, returned_edge, unwound_edge });
            }
            None => self.jump_to(free, &[]),
        }

        self.build.switch_to(free);
        self.call_external("__cxa_free_exception", &[thrown], &[])?;
        self.jump_to(after, &[]);
        self.build.switch_to(after);
        Ok(Lanes::none())
    }

    /// `throw;`: the exception of the handler goes on its way.
    pub(super) fn rethrow(&mut self, inst: Value<'m>, handler: Handler<'m>) -> Lowered<()> {
        let thrown = self.handled_exception(inst)?;
        let count = self.load_field(COUNT, thrown, exception::HANDLERS);
        let zero = self.build.bits(COUNT, 0);
        let negative = self.build.int(IntBinaryOp::Sub, zero, count);
        self.store_field(thrown, exception::HANDLERS, negative);
        self.leave_with(thrown, handler)
    }

    /// The exception of the innermost handler that an instruction stands in: that of the last
    /// handler on every way there that had begun and not ended.
    fn handled_exception(&mut self, inst: Value<'m>) -> Lowered<Slot> {
        let beginning = self.innermost_handler(inst);
        match beginning.and_then(|beginning| beginning.arguments().first().copied()) {
            Some(thrown) => self.scalar(thrown),
            None => unsupported("'throw;' or the end of a handler outside of the handler"),
        }
    }

    fn innermost_handler(&self, inst: Value<'m>) -> Option<Value<'m>> {
        let start = self.blocks.keys().copied().find(|block| block.instructions().any(|one| one == inst))?;
        let before: Vec<Value<'m>> = start.instructions().take_while(|&one| one != inst).collect();
        let mut found: Option<Value<'m>> = None;
        let mut met: HashSet<(LlvmBlock<'m>, usize)> = HashSet::new();
        let mut open: Vec<(LlvmBlock<'m>, Vec<Value<'m>>, usize)> = vec![(start, before, 0)];
        while let Some((block, instructions, mut ended)) = open.pop() {
            let mut beginning = None;
            for &one in instructions.iter().rev() {
                match runtime_name(one) {
                    "__cxa_end_catch" => ended += 1,
                    "__cxa_begin_catch" if ended == 0 => {
                        beginning = Some(one);
                        break;
                    }
                    "__cxa_begin_catch" => ended -= 1,
                    _ => {} // fail-closed: nothing else begins or ends a handler.
                }
            }
            match (beginning, found) {
                (Some(new), Some(known)) if new != known => return None,
                (Some(new), _) => found = Some(new),
                (None, _) => {
                    let predecessors = self.predecessors.get(&block)?;
                    // The way leads from the beginning of the function: there was no handler.
                    if predecessors.is_empty() {
                        return None;
                    }
                    for &earlier in predecessors.iter().filter(|&&earlier| met.insert((earlier, ended))) {
                        open.push((earlier, earlier.instructions().collect(), ended));
                    }
                }
            }
        }
        found
    }
}

/// The name of the function outside of the program that an instruction calls.
fn runtime_name<'m>(inst: Value<'m>) -> &'m str {
    inst.callee().filter(|callee| callee.is_declaration()).map_or("", Value::name)
}
