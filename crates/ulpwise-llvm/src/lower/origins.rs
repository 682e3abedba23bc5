//! Which instruction of LLVM's each site comes from, for passes that change LLVM's module: site
//! numbers are made only by `Module::number_sites`, and are looked up here.
//!
//! It rests on one property of lowering: our instructions stand in the order of LLVM's, each of
//! which became an unbroken run of ours. The lengths of the runs are what is kept; that they add up
//! is checked.

use super::raw::Value;
use inkwell::llvm_sys::prelude::LLVMValueRef;
use ulpwise_base::Id;
use ulpwise_ir::{FunctionId, InstId, Module, SiteId};

/// An instruction of LLVM's that has sites.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SiteOrigin {
    /// The instruction; valid until it is erased.
    pub(crate) instruction: LLVMValueRef,
    /// Its sites, in the order of its lanes or of the steps that it stands for.
    pub(crate) sites: Vec<SiteId>,
}

/// The lengths of the runs, function after function.
#[derive(Default)]
pub(super) struct Origins<'m> {
    functions: Vec<(FunctionId, Vec<(Value<'m>, usize)>)>,
}

impl<'m> Origins<'m> {
    /// Enters a function: LLVM's instructions in the order of our body, and how many of ours each
    /// became.
    pub(super) fn add_function(&mut self, function: FunctionId, written: Vec<(Value<'m>, usize)>) {
        self.functions.push((function, written));
    }

    /// The instructions with sites of a module whose sites are numbered.
    ///
    /// # Panics
    /// If the runs of a function do not make up its body, which would be a bug of lowering.
    pub(super) fn of_sites(&self, module: &Module) -> Vec<SiteOrigin> {
        let mut origins = Vec::new();
        for (function, written) in &self.functions {
            let Some(body) = &module.functions[*function].body else { continue };
            let mut next = 0;
            for &(value, count) in written {
                let run = (next..next + count).map(InstId::from_index);
                let sites: Vec<SiteId> = run.filter_map(|inst| body.insts.get(inst)?.site()).collect();
                next += count;
                if !sites.is_empty() {
                    origins.push(SiteOrigin { instruction: value.pointer(), sites });
                }
            }
            assert_eq!(
                next,
                body.insts.len(),
                "the instructions of {} add up",
                module.functions[*function].name
            );
        }
        origins
    }
}
