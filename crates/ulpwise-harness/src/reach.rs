//! Which sites a call of a function can come to, as far as the program tells.
//!
//! A function is reached if it is called, or if its address is used, for then a library may call it
//! (`qsort`). A call through a pointer may besides lead to every function whose address stands in a
//! variable.

use std::collections::BTreeSet;
use ulpwise_ir::{FunctionId, Inst, Module, SiteId};

/// The functions that a call can enter, the function itself included.
pub fn reached_functions(module: &Module, function: FunctionId) -> BTreeSet<FunctionId> {
    let mut reached = BTreeSet::from([function]);
    let mut open = vec![function];
    while let Some(function) = open.pop() {
        let Some(body) = &module.functions[function].body else { continue };
        let mut met: Vec<FunctionId> = body.function_addresses().collect();
        for inst in &body.insts {
            match inst {
                Inst::Call { callee, .. } => met.push(*callee),
                // What was left out may be a call.
                Inst::CallIndirect { .. } | Inst::Unsupported { .. } => {
                    met.extend(module.functions_in_variables());
                }
                Inst::Int { .. }
                | Inst::IntOverflow { .. }
                | Inst::IntUnary { .. }
                | Inst::FunnelShift { .. }
                | Inst::IntCast { .. }
                | Inst::IntCompare { .. }
                | Inst::Select { .. }
                | Inst::Copy { .. }
                | Inst::Float { .. }
                | Inst::FloatUnary { .. }
                | Inst::FloatFma { .. }
                | Inst::FloatSign { .. }
                | Inst::FloatCopySign { .. }
                | Inst::FloatCompare { .. }
                | Inst::FloatClass { .. }
                | Inst::FloatConvert { .. }
                | Inst::FloatToInt { .. }
                | Inst::IntToFloat { .. }
                | Inst::Load { .. }
                | Inst::Store { .. }
                | Inst::PointerAdd { .. }
                | Inst::Alloca { .. }
                | Inst::StackSave { .. }
                | Inst::StackRestore { .. }
                | Inst::MemCopy { .. }
                | Inst::MemSet { .. }
                | Inst::VaStart { .. }
                | Inst::VaCopy { .. }
                | Inst::GetRounding { .. }
                | Inst::SetRounding { .. }
                | Inst::Jump { .. }
                | Inst::Branch { .. }
                | Inst::Switch { .. }
                | Inst::Return { .. }
                | Inst::Landing { .. }
                | Inst::Unwind { .. }
                | Inst::Unreachable => {}
            }
        }
        open.extend(met.into_iter().filter(|&callee| reached.insert(callee)));
    }
    reached
}

/// The sites of these functions, in the order of their numbers.
pub fn sites_of(module: &Module, functions: &BTreeSet<FunctionId>) -> Vec<SiteId> {
    module.sites.ids().filter(|&site| functions.contains(&module.sites[site].function)).collect()
}
