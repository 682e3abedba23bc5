//! Several files to one LLVM module, checked and prepared for lowering.
//!
//! What holds for the result: it passed LLVM's verifier, it is for 64-bit x86 Linux, every strong
//! symbol is defined once, powers with a constant exponent are multiplications, and local variables that
//! can be are in registers (mem2reg, which keeps every debug location).

use super::guard::insert_guards;
use super::powers;
use super::replace::{is_list, take_out_replaced};
use super::session::{Session, first_line};
use super::symbols::Symbols;
use super::uninitialised::Marks;
use crate::compile::Unit;
use crate::error::{LlvmError, shown};
use crate::instrument::own_unit;
use inkwell::attributes::{Attribute, AttributeLoc};
use inkwell::llvm_sys::core::{LLVMGetDataLayoutStr, LLVMSetDataLayout, LLVMSetTarget};
use inkwell::llvm_sys::error::{LLVMDisposeErrorMessage, LLVMGetErrorMessage};
use inkwell::llvm_sys::linker::LLVMLinkModules2;
use inkwell::llvm_sys::transforms::pass_builder::{
    LLVMCreatePassBuilderOptions, LLVMDisposePassBuilderOptions, LLVMRunPasses,
};
use inkwell::module::Module;
use inkwell::values::FunctionValue;
use std::ffi::CStr;

/// The only machine whose programs are understood, as clang names it.
const TARGET: &CStr = c"x86_64-pc-linux-gnu";

/// Its data layout in LLVM 22.
const DATA_LAYOUT: &CStr = c"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128";

/// Reads all units and makes one module of them.
pub(crate) fn merge<'s>(session: &'s Session, units: &[Unit]) -> Result<Module<'s>, LlvmError> {
    merge_units(session, units, None)
}

/// The same without units that define what an earlier one defines, of which it warns; returns the
/// positions of those that were taken.
pub(crate) fn merge_compatible<'s>(
    session: &'s Session,
    units: &[Unit],
) -> Result<(Module<'s>, Vec<usize>), LlvmError> {
    let mut taken = Vec::new();
    let module = merge_units(session, units, Some(&mut taken))?;
    let mut left_out = units.iter().enumerate().filter(|(number, _)| taken.binary_search(number).is_err());
    if let Some((_, first)) = left_out.next() {
        let (file, more) = (shown(&first.path), left_out.count());
        let others = if more > 0 { format!(" and {more} more") } else { String::new() };
        session.warn(format!(
            "{file}{others} define functions that another file defines, and are left out: \
             --target names what is linked together"
        ));
    }
    Ok((module, taken))
}

fn merge_units<'s>(
    session: &'s Session,
    units: &[Unit],
    mut taken: Option<&mut Vec<usize>>,
) -> Result<Module<'s>, LlvmError> {
    let mut symbols = Symbols::default();
    let mut merged: Option<Module<'s>> = None;
    for (number, unit) in units.iter().enumerate() {
        // The answer of the loading process names units by their files.
        if taken.is_some() && units[..number].iter().any(|earlier| earlier.path == unit.path) {
            continue;
        }
        let module = session.read(unit)?;
        set_target(&module, unit)?;
        verify(&module, Some(unit))?;
        match (symbols.add(&module, &unit.path), &mut taken) {
            (Err(LlvmError::DuplicateSymbol { .. }), Some(_)) => continue,
            (added, taken) => {
                added?;
                if let Some(taken) = taken {
                    taken.push(number);
                }
            }
        }
        if module.get_global_metadata_size("llvm.dbg.cu") == 0 && !is_list(&module) {
            session.warn(no_debug_information(unit));
        }
        match &merged {
            None => merged = Some(module),
            Some(first) => link(session, first, module, unit)?,
        }
    }
    let module = merged.ok_or(LlvmError::NoInput)?;
    take_out_replaced(&module);
    powers::write_out(&module);
    insert_guards(&module);
    if units.len() > 1 {
        verify(&module, None)?;
    }
    Ok(module)
}

/// Runs the passes that make lowering easier and keep every debug location.
pub(crate) fn prepare(module: &Module<'_>) -> Result<(), LlvmError> {
    // Code compiled with -O0 carries `optnone`, which would switch the passes off.
    let optnone = Attribute::get_named_enum_kind_id("optnone");
    for function in module.get_functions() {
        function.remove_enum_attribute(AttributeLoc::Function, optnone);
    }
    // The result of an `invoke` is then known, without anything else, in one block: the one that it
    // returns to.
    let catches = module.get_functions().any(FunctionValue::has_personality_function);
    let passes = if catches { c"function(mem2reg,break-crit-edges)" } else { c"function(mem2reg)" };
    let marks = Marks::place(module);
    // SAFETY: the module is alive, the pass names are a C string, no target machine is needed by
    // these passes, and the options are disposed of once; an error is turned into its message,
    // which frees it, and the message is freed after it is copied.
    let failure = unsafe {
        let options = LLVMCreatePassBuilderOptions();
        let error = LLVMRunPasses(module.as_mut_ptr(), passes.as_ptr(), std::ptr::null_mut(), options);
        LLVMDisposePassBuilderOptions(options);
        if error.is_null() {
            None
        } else {
            let message = LLVMGetErrorMessage(error);
            let text = CStr::from_ptr(message).to_string_lossy().into_owned();
            LLVMDisposeErrorMessage(message);
            Some(text)
        }
    };
    marks.resolve();
    failure.map_or(Ok(()), |message| Err(LlvmError::Internal { message: format!("mem2reg: {message}") }))
}

/// What to say about a file whose sites have no source location.
fn no_debug_information(unit: &Unit) -> String {
    let path = shown(&unit.path);
    format!("{path} has no debug information, so no source lines can be shown: compile it with -g")
}

/// Checks that a module is for our machine, and makes it say so in the one way.
fn set_target(module: &Module<'_>, unit: &Unit) -> Result<(), LlvmError> {
    let triple = module.get_triple();
    let triple = triple.as_str().to_string_lossy();
    if !is_our_target(&triple) {
        return Err(LlvmError::WrongTarget { path: unit.path.clone(), target: triple.into_owned() });
    }
    // SAFETY: the module is alive; LLVM returns a C string of its own and copies those given.
    let layout = unsafe { CStr::from_ptr(LLVMGetDataLayoutStr(module.as_mut_ptr())) }.to_string_lossy();
    if !layout.is_empty() && layout.as_bytes() != DATA_LAYOUT.to_bytes() {
        let target = format!("{triple} with the data layout {layout}");
        return Err(LlvmError::WrongTarget { path: unit.path.clone(), target });
    }
    // SAFETY: as above.
    unsafe {
        LLVMSetTarget(module.as_mut_ptr(), TARGET.as_ptr());
        LLVMSetDataLayout(module.as_mut_ptr(), DATA_LAYOUT.as_ptr());
    }
    Ok(())
}

/// Whether a target triple stands for 64-bit x86 Linux; IR written by hand may have none.
fn is_our_target(triple: &str) -> bool {
    let mut parts = triple.split('-');
    let machine = parts.next().unwrap_or_default();
    triple.is_empty()
        || (matches!(machine, "x86_64" | "amd64" | "x86_64h")
            && parts.any(|part| part == "linux")
            // Pointers of 32 bits.
            && !triple.ends_with("x32"))
}

/// Asks LLVM's verifier about one file, or about all of them together.
fn verify(module: &Module<'_>, unit: Option<&Unit>) -> Result<(), LlvmError> {
    module.verify().map_err(|message| {
        let path = unit.map(|unit| unit.path.clone());
        let message = first_line(&message.to_string_lossy(), path.as_deref().unwrap_or("".as_ref()));
        LlvmError::Invalid { path, message }
    })
}

/// Links code of our own into a module.
pub(crate) fn link_text(session: &Session, module: &Module<'_>, text: &str) -> Result<(), LlvmError> {
    let unit = own_unit(text);
    let ours = |error: LlvmError| LlvmError::Internal { message: format!("our own code: {error}") };
    let own = session.read(&unit).map_err(ours)?;
    set_target(&own, &unit)?;
    link(session, module, own, &unit).map_err(ours)
}

fn link(session: &Session, first: &Module<'_>, module: Module<'_>, unit: &Unit) -> Result<(), LlvmError> {
    // SAFETY: both modules are alive and of the same context; LLVM takes the second one over, also
    // when it fails, so it must not be dropped by us.
    let failed = unsafe { LLVMLinkModules2(first.as_mut_ptr(), module.as_mut_ptr()) } != 0;
    std::mem::forget(module);
    let message = session.take_errors();
    if failed || message.is_some() {
        let message = message.unwrap_or_else(|| "LLVM gives no reason".into());
        return Err(LlvmError::LinkFailed { path: unit.path.clone(), message });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_64_bit_x86_linux_is_our_target() {
        for triple in ["", "x86_64-pc-linux-gnu", "x86_64-unknown-linux-musl", "amd64-unknown-linux"] {
            assert!(is_our_target(triple), "{triple}");
        }
        for triple in [
            "aarch64-unknown-linux-gnu",
            "i686-pc-linux-gnu",
            "x86_64-apple-macosx",
            "x86_64-pc-linux-gnux32",
        ] {
            assert!(!is_our_target(triple), "{triple}");
        }
    }
}
