//! Exceptions of C++ and panics of Rust as control flow ([ADR
//! 0051](../../../../../docs/adr/0051-lower-exceptions-to-control-flow.md)).
//!
//! A throw leaves the function by `Unwind`, or jumps where the function itself lands; a call with a
//! handler is followed by `Landing`. What a run time does besides is written out: which clause of a
//! landing takes the exception, how many handlers are under way, when the object is destroyed. The
//! layout is that of [`ulpwise_ir::exception`].
//!
//! Deliberately not done: `throw;` outside of the function whose handler it belongs to, exception
//! specifications that name types, and looking for a handler before anything is left: an exception
//! that nothing catches still runs the code of landings on its way.

mod handlers;
mod landing;
mod throw;
mod type_info;

pub(super) use type_info::TypeInfos;

use super::function::FunctionLowering;
use super::raw::LlvmBlock;
use super::unsupported::Lowered;
use ulpwise_ir::{BlockId, Inst, IntPredicate, Slot, Type};

impl<'m> FunctionLowering<'_, 'm> {
    /// Leaves the block under construction with an exception: to the handler of the call, or out of
    /// the function.
    fn leave_with(
        &mut self,
        exception: Slot,
        handler: Option<(LlvmBlock<'m>, LlvmBlock<'m>)>,
    ) -> Lowered<()> {
        match handler {
            Some((from, to)) => {
                let edge = self.landing_edge(from, to, exception)?;
                self.build.emit(Inst::Jump { edge });
            }
            None => self.build.emit(Inst::Unwind { exception }),
        }
        Ok(())
    }

    /// A field of the header of an exception.
    fn header_field(&mut self, exception: Slot, offset: i64) -> Slot {
        self.build.add_bytes(exception, offset)
    }

    fn load_field(&mut self, ty: Type, exception: Slot, offset: i64) -> Slot {
        let address = self.header_field(exception, offset);
        self.build.load(ty, address)
    }

    fn store_field(&mut self, exception: Slot, offset: i64, value: Slot) {
        let address = self.header_field(exception, offset);
        self.build.store(address, value);
    }

    /// Goes on in one of two blocks without parameters.
    fn fork_on(&mut self, condition: Slot, then_block: BlockId, else_block: BlockId) {
        let then_edge = self.build.edge_with(then_block, &[]);
        let else_edge = self.build.edge_with(else_block, &[]);
        self.build.emit(Inst::Branch { condition, then_edge, else_edge });
    }

    fn jump_to(&mut self, block: BlockId, arguments: &[Slot]) {
        let edge = self.build.edge_with(block, arguments);
        self.build.emit(Inst::Jump { edge });
    }

    fn is_zero(&mut self, value: Slot) -> Slot {
        let ty = self.build.type_of(value);
        let zero = self.build.bits(ty, 0);
        self.build.compare(IntPredicate::Eq, value, zero)
    }
}
