//! Calls of the mathematical library.
//!
//! Functions of float and double go through a wrapper that reads the flags around the call (in the
//! screening tier it does not matter which call raised them): the result does not show what they
//! raise. Functions of other formats use the x87 unit; they are looked at by calling them once
//! more.

use super::checks::{Tier, fits_a_word, libm_wrapper, screening_wrapper};
use super::editor::Value;
use super::insert::Inserter;
use crate::lower::SiteOrigin;
use inkwell::llvm_sys::LLVMOpcode;
use std::collections::BTreeMap;
use std::ffi::CString;
use ulpwise_ir::{Inst, SiteId};

/// A call as a wrapper makes it.
struct MathCall {
    /// The wrapper's name.
    wrapper: String,
    callee: String,
    result: String,
    parameters: Vec<String>,
    arguments: Vec<Value>,
}

impl Inserter<'_> {
    /// The texts of all wrappers that the calls need.
    pub(super) fn math_wrappers(&self, origins: &[SiteOrigin]) -> Vec<String> {
        let mut wrappers = BTreeMap::new();
        for origin in origins {
            if let Some(call) = self.wrapped(origin) {
                let MathCall { wrapper, callee, result, parameters, .. } = call;
                let text = match self.tier {
                    Tier::Precise => libm_wrapper,
                    Tier::Screening => screening_wrapper,
                };
                wrappers.entry(wrapper).or_insert_with_key(|name| text(name, &callee, &result, &parameters));
            }
        }
        wrappers.into_values().collect()
    }

    /// The call of the library that an instruction is, if a wrapper can make it.
    fn wrapped(&self, origin: &SiteOrigin) -> Option<MathCall> {
        let &[site] = &origin.sites[..] else { return None };
        let instruction = origin.instruction;
        if self.editor.opcode(instruction) != LLVMOpcode::LLVMCall {
            return None;
        }
        let callee = self.library_name(site)?;
        let (named, declared) = self.editor.called_function(instruction)?;
        let is_intrinsic = named.starts_with("llvm.");
        if !declared || (is_intrinsic && !is_by_name(&named, &callee)) {
            return None;
        }
        let mut arguments = self.editor.arguments(instruction);
        arguments.retain(|&argument| self.editor.type_text(argument) != "metadata");
        let parameters: Vec<String> =
            arguments.iter().map(|&argument| self.editor.type_text(argument)).collect();
        let result = self.editor.type_text(instruction);
        let plain = !self.editor.called_type_text(instruction).contains("...");
        let fits = plain
            && parameters.len() <= 3
            && fits_a_word(&result)
            && parameters.iter().all(|ty| fits_a_word(ty));
        // Without a float among them there is nothing in SSE to look at.
        let wrapper = format!("ulpwise.libm.{callee}.{result}.{}", parameters.join("."));
        fits.then_some(MathCall { wrapper, callee, result, parameters, arguments })
    }

    /// The name of the function that a site calls.
    fn library_name(&self, site: SiteId) -> Option<String> {
        match self.inst(site)? {
            Inst::Call { callee, .. } => Some(self.lowered.functions[*callee].name.clone()),
            _ => None,
        }
    }

    /// Adds the checks of a call; `false` when it cannot be looked at.
    pub(super) fn call_of_math(&mut self, origin: &SiteOrigin) -> bool {
        let instruction = origin.instruction;
        let Some(call) = self.wrapped(origin) else { return self.called_again(origin) };
        let Ok(wrapper) = CString::new(call.wrapper) else { return false };
        if !self.editor.has_function(&wrapper) {
            return false;
        }
        self.editor.go_before(instruction);
        let mut arguments = vec![self.editor.int(32, u64::from(origin.sites[0].as_u32()))];
        arguments.extend(&call.arguments);
        let Some(replacement) = self.editor.call(&wrapper, &arguments) else { return false };
        self.measure_call(origin.sites[0], &call.arguments, replacement);
        self.editor.replace(instruction, replacement);
        true
    }

    /// Looks at a call by calling the library once more with the same arguments, each time.
    ///
    /// An intrinsic may stand for several calls (`llvm.sincos`), all of them on its own arguments;
    /// one that converts these first, as those of half precision do, has sites of other kinds and
    /// is left alone. So are vectors.
    fn called_again(&mut self, origin: &SiteOrigin) -> bool {
        let instruction = origin.instruction;
        let only_calls = origin.sites.iter().all(|&site| self.library_name(site).is_some());
        let mut arguments = self.editor.arguments(instruction);
        arguments.retain(|&argument| self.editor.type_text(argument) != "metadata");
        let scalar = arguments.iter().all(|&argument| !self.editor.type_text(argument).starts_with('<'));
        only_calls
            && scalar
            && self.editor.go_after(instruction)
            && origin.sites.iter().all(|&site| self.look_always(site, &arguments))
    }
}

/// Whether an intrinsic is nothing but a call of that function on the same arguments.
fn is_by_name(intrinsic: &str, callee: &str) -> bool {
    let operation = intrinsic.strip_prefix("llvm.").unwrap_or(intrinsic);
    let operation = operation.strip_prefix("experimental.constrained.").unwrap_or(operation);
    callee == operation || callee.strip_suffix('f') == Some(operation)
}
