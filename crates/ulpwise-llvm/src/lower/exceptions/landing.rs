//! Landings: what a call that left with an exception leads to, and which clause takes it.

use super::super::function::FunctionLowering;
use super::super::lanes::Lanes;
use super::super::raw::{LlvmBlock, Value};
use super::super::unsupported::{Lowered, Unsupported, unsupported};
use super::type_info::{Conversion, Step};
use crate::lower::constants::Folded;
use inkwell::llvm_sys::LLVMOpcode;
use ulpwise_ir::{
    BlockId, Constant, GlobalId, Inst, IntBinaryOp, IntPredicate, Slot, Target, Type, exception,
};

impl<'m> FunctionLowering<'_, 'm> {
    /// A call that returns or leaves with an exception.
    pub(in crate::lower) fn invoke(&mut self, inst: Value<'m>, from: LlvmBlock<'m>) -> Lowered<()> {
        let [target, handler] = inst.successors()[..] else { return Err(Unsupported::malformed("invoke")) };
        if let Some(outcome) = self.runtime_call(inst, Some((from, handler))) {
            let Some(results) = outcome? else { return Ok(()) };
            let edge = self.edge(from, target)?;
            self.build.emit(Inst::Jump { edge });
            self.values.insert(inst, results);
            return Ok(());
        }
        let results = self.plain_call(inst, false)?;
        let returned_edge = self.edge(from, target)?;
        if self.build.ends_in_call() {
            let exception = self.build.local(Type::Pointer);
            let unwound_edge = self.landing_edge(from, handler, exception)?;
            self.build.emit(Inst::Landing { exception, returned_edge, unwound_edge });
        } else {
            // What is not a call throws nothing. The handler keeps a way in, for its sites to be
            // sites of the program.
            let nothing = self.build.bits(Type::Pointer, 0);
            let then_edge = self.landing_edge(from, handler, nothing)?;
            let condition = self.build.bits(Type::BOOL, 0);
            self.build.emit(Inst::Branch { condition, then_edge, else_edge: returned_edge });
        }
        self.values.insert(inst, results);
        Ok(())
    }

    /// An exception goes on unwinding.
    pub(in crate::lower) fn resume(&mut self, inst: Value<'m>) -> Lowered<()> {
        let thrown = self.operand(inst, 0)?;
        let Some(&exception) = thrown.first() else { return Err(Unsupported::malformed("resume")) };
        if self.build.type_of(exception) != Type::Pointer {
            return Err(Unsupported::malformed("resume"));
        }
        self.build.emit(Inst::Unwind { exception });
        Ok(())
    }

    /// Gives the block of a landing a parameter for the exception.
    pub(in crate::lower) fn open_landing(&mut self, block: LlvmBlock<'m>, id: BlockId) {
        let mut instructions = block.instructions();
        let first = instructions.find(|inst| inst.opcode() != Some(LLVMOpcode::LLVMPHI));
        if let Some(pad) = first.filter(|first| first.opcode() == Some(LLVMOpcode::LLVMLandingPad)) {
            let exception = self.build.add_parameter(id, Type::Pointer);
            self.landings.insert(pad, exception);
        }
    }

    /// The landing itself: which of its clauses takes the exception.
    pub(in crate::lower) fn landing_pad(&mut self, inst: Value<'m>) -> Lowered<Lanes> {
        let exception = *self.landings.get(&inst).ok_or_else(|| Unsupported::malformed("landingpad"))?;
        if self.types(inst)? != [Type::Pointer, Type::Int(32)] {
            return unsupported("a landing pad of another form");
        }
        let (clauses, is_cleanup) = inst.landing_clauses();
        if clauses.is_empty() {
            let none = self.build.bits(Type::Int(32), 0);
            return Ok([exception, none].into_iter().collect());
        }
        // The block where all ways meet is made last: what follows stands behind all of this.
        let mut found: Vec<(BlockId, u32)> = Vec::new();
        let mut takes_all = false;
        for clause in clauses {
            match clause.ty().elements() {
                // Nothing may pass.
                Some((_, 0)) => {
                    found.push((self.build.current_block(), u32::MAX));
                    takes_all = true;
                    break;
                }
                Some(_) => return unsupported("an exception specification that names types"),
                None => {}
            }
            match self.context.fold(clause) {
                Some(Folded::Bits(0)) => {
                    // Such a handler does not look at the object.
                    found.push((self.build.current_block(), self.context.exceptions.selector(None)));
                    takes_all = true;
                    break;
                }
                Some(Folded::Address(Target::Global(caught), 0)) => {
                    self.clause(exception, caught, &mut found);
                }
                // fail-closed: what is not understood is not followed.
                _ => return unsupported("a landing pad with another clause"),
            }
        }
        if !takes_all && is_cleanup {
            found.push((self.build.current_block(), 0));
        } else if !takes_all {
            self.build.emit(Inst::Unwind { exception });
        }
        let after = self.build.new_block();
        let selector = self.build.add_parameter(after, Type::Int(32));
        for (block, number) in found {
            self.build.switch_to(block);
            let number = self.build.bits(Type::Int(32), number.into());
            self.jump_to(after, &[number]);
        }
        self.build.switch_to(after);
        Ok([exception, selector].into_iter().collect())
    }

    /// The number by which a landing tells that it took an exception of some type.
    pub(in crate::lower) fn type_number(&mut self, inst: Value<'m>) -> Lowered<Lanes> {
        let ty = inst.arguments().first().and_then(|&ty| self.context.fold(ty));
        let ty = match ty {
            Some(Folded::Address(Target::Global(ty), 0)) => Some(ty),
            Some(Folded::Bits(0)) => None,
            // fail-closed: what is not understood is not followed.
            _ => return unsupported("a handler of another type"),
        };
        let number = self.context.exceptions.selector(ty);
        Ok(Lanes::One(self.build.bits(Type::Int(32), number.into())))
    }

    /// One clause: the ways on which it takes the exception are added to `found`, and what goes on
    /// is the way on which it does not.
    fn clause(&mut self, exception: Slot, caught: GlobalId, found: &mut Vec<(BlockId, u32)>) {
        let number = self.context.exceptions.selector(Some(caught));
        let thrown = self.load_field(Type::Pointer, exception, exception::TYPE);
        for (ty, conversion) in self.context.exceptions.taken_by(caught) {
            let ty = self.build.constant(Type::Pointer, Constant::GlobalAddress(ty, 0));
            let is_it = self.build.compare(IntPredicate::Eq, thrown, ty);
            let (taken, other) = (self.build.new_block(), self.build.new_block());
            self.fork_on(is_it, taken, other);
            self.build.switch_to(taken);
            match conversion {
                Conversion::Yes { steps, is_address } => {
                    let mut distance = self.build.bits(Type::Int(64), 0);
                    for step in steps {
                        distance = self.step_to_part(exception, distance, step);
                    }
                    self.note_part(exception, distance, is_address);
                    found.push((taken, number));
                }
                Conversion::Unknown => {
                    let why = Unsupported("an exception of a class that is not defined here".to_owned());
                    self.end_unsupported(&why);
                }
                Conversion::No => self.jump_to(other, &[]),
            }
            self.build.switch_to(other);
        }
    }

    /// How far a part of a part of an object is from its beginning.
    fn step_to_part(&mut self, object: Slot, distance: Slot, step: Step) -> Slot {
        let bytes = match step {
            Step::Bytes(0) => return distance,
            Step::Bytes(bytes) => self.build.bits(Type::Int(64), u128::from(bytes.cast_unsigned())),
            Step::Virtual(offset) => {
                let part = self.build.pointer_add(object, distance, 1);
                let table = self.build.load(Type::Pointer, part);
                let place = self.build.add_bytes(table, offset);
                self.build.load(Type::Int(64), place)
            }
        };
        self.build.int(IntBinaryOp::Add, distance, bytes)
    }

    /// Keeps in the header which part of the object the handler gets.
    fn note_part(&mut self, exception: Slot, distance: Slot, is_address: bool) {
        self.store_field(exception, exception::ADJUSTMENT, distance);
        let flag = self.build.bits(Type::Int(64), u128::from(is_address));
        self.store_field(exception, exception::IS_ADDRESS, flag);
    }
}
