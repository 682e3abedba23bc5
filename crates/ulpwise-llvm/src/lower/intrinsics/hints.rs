//! Intrinsics that are only hints for the optimiser: nothing happens, or a value passes through.

use super::super::function::FunctionLowering;
use super::super::lanes::Lanes;
use super::super::raw::Value;
use super::super::unsupported::Lowered;
use ulpwise_ir::Type;

impl<'m> FunctionLowering<'_, 'm> {
    /// `None` when the name is of another family.
    pub(super) fn hint_intrinsic(&mut self, inst: Value<'m>, name: &str) -> Option<Lowered<Lanes>> {
        match name {
            "lifetime.start"
            | "lifetime.end"
            | "assume"
            | "sideeffect"
            | "donothing"
            | "pseudoprobe"
            | "var.annotation"
            | "invariant.end"
            | "prefetch"
            | "va_end"
            | "codeview.annotation"
            | "experimental.noalias.scope.decl"
            | "fake.use"
            | "instrprof.increment" => Some(Ok(Lanes::none())),
            _ if name.starts_with("dbg.") => Some(Ok(Lanes::none())),
            "expect"
            | "expect.with.probability"
            | "annotation"
            | "ptr.annotation"
            | "ssa.copy"
            | "launder.invariant.group"
            | "strip.invariant.group"
            | "arithmetic.fence"
            | "threadlocal.address" => Some(self.operand(inst, 0)),
            // The token that `invariant.end` takes; it is never read.
            "invariant.start" => Some(Ok(Lanes::One(self.build.undefined(Type::Pointer)))),
            _ if name.starts_with("eh.typeid.for") => Some(self.type_number(inst)),
            _ => None,
        }
    }
}
