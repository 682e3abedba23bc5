//! Questions that the code generator answers, and traps.

use super::super::function::FunctionLowering;
use super::super::lanes::Lanes;
use super::super::raw::Value;
use super::super::unsupported::Lowered;
use ulpwise_ir::Type;

impl<'m> FunctionLowering<'_, 'm> {
    /// `None` when the name is of another family.
    pub(super) fn check_intrinsic(&mut self, inst: Value<'m>, name: &str) -> Option<Lowered<Lanes>> {
        match name {
            // What was not folded by an optimiser is not constant, and of unknown size.
            "is.constant" => Some(Ok(Lanes::One(self.build.bits(Type::BOOL, 0)))),
            "objectsize" => Some(self.unknown_object_size(inst)),
            "allow.ubsan.check" | "allow.runtime.check" => {
                Some(Ok(Lanes::One(self.build.bits(Type::BOOL, 1))))
            }
            // The executor ends the program there.
            "trap" | "ubsantrap" => Some(self.trap("llvm.trap")),
            "debugtrap" => Some(self.trap("llvm.debugtrap")),
            _ => None,
        }
    }

    /// The smallest possible size is 0, the greatest is unknown: all bits set.
    fn unknown_object_size(&mut self, inst: Value<'m>) -> Lowered<Lanes> {
        let wants_minimum = inst.operand(1).and_then(Value::int_bits) == Some(1);
        let ty = self.context.shapes.scalar(inst.ty())?;
        Ok(Lanes::One(self.build.bits(ty, if wants_minimum { 0 } else { u128::MAX })))
    }

    fn trap(&mut self, name: &str) -> Lowered<Lanes> {
        self.call_external(name, &[], &[])?;
        Ok(Lanes::none())
    }
}
