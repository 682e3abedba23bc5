//! LLVM's intrinsics, one family per file. The name comes without the types it is overloaded for.

mod checks;
mod constrained;
mod float;
mod hints;
mod int;
mod lanes;
mod library;
mod masked;
mod memory;
mod reduce;
mod x86;

use super::function::FunctionLowering;
use super::lanes::Lanes;
use super::raw::Value;
use super::unsupported::{Lowered, unsupported};

impl<'m> FunctionLowering<'_, 'm> {
    /// A call of an intrinsic.
    pub(super) fn intrinsic(&mut self, inst: Value<'m>, full_name: &str) -> Lowered<Lanes> {
        let name = full_name.strip_prefix("llvm.").unwrap_or(full_name);
        if let Some(operation) = name.strip_prefix("experimental.constrained.") {
            return self.constrained(inst, operation);
        }
        if let Some(operation) = name.strip_prefix("vector.reduce.") {
            return self.reduction(inst, operation);
        }
        if let Some(instruction) = name.strip_prefix("x86.") {
            return self.x86_intrinsic(inst, instruction);
        }
        let lowered = self
            .float_intrinsic(inst, name)
            .or_else(|| self.hint_intrinsic(inst, name))
            .or_else(|| self.memory_intrinsic(inst, name))
            .or_else(|| self.int_intrinsic(inst, name))
            .or_else(|| self.library_intrinsic(inst, name))
            .or_else(|| self.check_intrinsic(inst, name))
            .or_else(|| self.masked_intrinsic(inst, name))
            .or_else(|| self.lane_intrinsic(inst, name));
        lowered.unwrap_or_else(|| unsupported(format!("the intrinsic {full_name}")))
    }
}
