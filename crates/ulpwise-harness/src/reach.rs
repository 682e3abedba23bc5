//! Which sites a call of a function can come to, as far as the program tells.
//!
//! A function is reached if it is called, or if its address is used, for then a library may call it
//! (`qsort`). A call through a pointer may besides lead to every function whose address stands in a
//! variable.

use std::collections::BTreeSet;
use ulpwise_ir::{FunctionId, Inst, Module, SiteId};

/// The functions that a call can enter, the function itself included.
pub fn reached_functions(module: &Module, function: FunctionId) -> BTreeSet<FunctionId> {
    reached_but(module, function, |_| false)
}

/// The same without the checks of Rust's library that its own unsafe code is used as it has to be, and
/// without what these alone enter: where one of them fails, behaviour is undefined.
pub(crate) fn reached_without_checks(module: &Module, function: FunctionId) -> BTreeSet<FunctionId> {
    let is_check = |name: &str| {
        let is_of_library = ["4core", "5alloc", "3std"].iter().any(|of| {
            name.starts_with(&format!("_ZN{of}"))
                || (name.starts_with("_R") && name.contains(&format!("_{of}")))
        });
        is_of_library && name.contains("18precondition_check")
    };
    reached_but(module, function, |callee| is_check(&module.functions[callee].name))
}

/// The functions that a call can enter but for some, and what these alone enter.
fn reached_but(
    module: &Module,
    function: FunctionId,
    is_left_out: impl Fn(FunctionId) -> bool,
) -> BTreeSet<FunctionId> {
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
        open.extend(met.into_iter().filter(|&callee| !is_left_out(callee) && reached.insert(callee)));
    }
    reached
}

/// The sites of these functions, in the order of their numbers.
pub fn sites_of(module: &Module, functions: &BTreeSet<FunctionId>) -> Vec<SiteId> {
    module.sites.ids().filter(|&site| functions.contains(&module.sites[site].function)).collect()
}
