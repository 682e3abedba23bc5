//! The code generator: passes and the object file.

use super::driver;
use super::prepare::CONSTRUCTORS;
use crate::coverage::COUNTERS;
use crate::error::LlvmError;
use crate::instrument::{EXTENTS, HIT, KNOWN, STEPS, WATCHED};
use crate::shadow::{CELLS, EPOCH, RETURNED, THRESHOLDS};
use inkwell::llvm_sys::core::{
    LLVMDisposeMemoryBuffer, LLVMDisposeMessage, LLVMGetBufferSize, LLVMGetBufferStart,
};
use inkwell::llvm_sys::error::{LLVMDisposeErrorMessage, LLVMGetErrorMessage};
use inkwell::llvm_sys::prelude::LLVMMemoryBufferRef;
use inkwell::llvm_sys::target::{
    LLVM_InitializeNativeAsmParser, LLVM_InitializeNativeAsmPrinter, LLVM_InitializeNativeTarget,
};
use inkwell::llvm_sys::target_machine::{
    LLVMCodeGenFileType, LLVMCodeGenOptLevel, LLVMCodeModel, LLVMCreateTargetMachine,
    LLVMDisposeTargetMachine, LLVMGetTargetFromTriple, LLVMRelocMode, LLVMTargetMachineEmitToMemoryBuffer,
    LLVMTargetMachineRef, LLVMTargetRef,
};
use inkwell::llvm_sys::transforms::pass_builder::{
    LLVMCreatePassBuilderOptions, LLVMDisposePassBuilderOptions, LLVMPassBuilderOptionsSetSLPVectorization,
    LLVMRunPasses,
};
use inkwell::module::Module;
use std::ffi::{CStr, CString, c_char};

/// The machine that code is made for, as clang names it.
const TRIPLE: &CStr = c"x86_64-pc-linux-gnu";

/// A code generator of LLVM's.
pub(super) struct TargetMachine(LLVMTargetMachineRef);

impl Drop for TargetMachine {
    fn drop(&mut self) {
        // SAFETY: made by `new`, owned here alone.
        unsafe { LLVMDisposeTargetMachine(self.0) };
    }
}

/// Makes LLVM ready to generate and read machine code; any number of times.
pub(super) fn initialise() -> Result<(), LlvmError> {
    // SAFETY: these register tables inside LLVM and may be called again.
    let failed = unsafe {
        LLVM_InitializeNativeTarget() != 0
            || LLVM_InitializeNativeAsmPrinter() != 0
            || LLVM_InitializeNativeAsmParser() != 0
    };
    if failed { Err(internal("LLVM has no code generator for this machine")) } else { Ok(()) }
}

impl TargetMachine {
    pub(super) fn new(optimise: bool) -> Result<Self, LlvmError> {
        initialise()?;
        let mut target: LLVMTargetRef = std::ptr::null_mut();
        let mut message: *mut c_char = std::ptr::null_mut();
        // SAFETY: the triple is a C string; LLVM writes the target or a message that is ours to
        // free.
        if unsafe { LLVMGetTargetFromTriple(TRIPLE.as_ptr(), &raw mut target, &raw mut message) } != 0 {
            return Err(internal(&take_message(message)));
        }
        let level = match optimise {
            true => LLVMCodeGenOptLevel::LLVMCodeGenLevelDefault,
            false => LLVMCodeGenOptLevel::LLVMCodeGenLevelNone,
        };
        // SAFETY: the target comes from LLVM, the texts are C strings. The processor is the one
        // that clang compiles for unless an attribute says otherwise; functions compiled for
        // another one say so themselves.
        let machine = unsafe {
            LLVMCreateTargetMachine(
                target,
                TRIPLE.as_ptr(),
                c"x86-64".as_ptr(),
                c"".as_ptr(),
                level,
                LLVMRelocMode::LLVMRelocPIC,
                LLVMCodeModel::LLVMCodeModelDefault,
            )
        };
        if machine.is_null() { Err(internal("LLVM makes no target machine")) } else { Ok(Self(machine)) }
    }

    /// Drops what no driver reaches, inserts the checks, and optimises if asked to. Whether scalar
    /// operations may be packed into vectors is asked apart: between the parts of shadow values,
    /// which wait for each other, that only costs time.
    pub(super) fn run_passes(
        &self,
        module: &Module<'_>,
        optimise: bool,
        packs: bool,
        drivers: usize,
    ) -> Result<(), LlvmError> {
        let ours =
            [CONSTRUCTORS, HIT, KNOWN, WATCHED, EXTENTS, STEPS, CELLS, EPOCH, RETURNED, THRESHOLDS, COUNTERS];
        let names: Vec<String> = (0..drivers).map(driver::name).chain(ours.map(str::to_owned)).collect();
        let optimisation = if optimise { ",default<O2>" } else { "" };
        self.run(module, &names, &format!("always-inline{optimisation},globaldce"), packs)
    }

    /// Inlines, moves variables into registers, and finds those that never change; loops stay as
    /// they are. What is not reached from the functions of these names is dropped.
    pub(super) fn simplify(&self, module: &Module<'_>, names: &[&str]) -> Result<(), LlvmError> {
        let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
        let each = "function(sroa,early-cse<memssa>,instcombine<no-verify-fixpoint>,simplifycfg)";
        // A table becomes constant once nothing but reads is left, and another one once that one is
        // known.
        let constants = format!("globalopt,{each},globalopt");
        let passes = format!(
            "{each},ipsccp,globalopt,cgscc(inline,{each}),{constants},globaldce,function(break-crit-edges)"
        );
        self.run(module, &names, &passes, false)
    }

    /// Runs passes on what is reached from functions and variables of these names.
    fn run(&self, module: &Module<'_>, names: &[String], passes: &str, packs: bool) -> Result<(), LlvmError> {
        let kept: Vec<String> = names.iter().map(|name| format!("preserve-gv={name}")).collect();
        let passes = format!("internalize<{}>,globaldce,{passes}", kept.join(";"));
        let passes = CString::new(passes).map_err(|_| internal("a pass with a zero byte"))?;
        // SAFETY: module and machine are alive, the passes a C string; the options are disposed of
        // once.
        let error = unsafe {
            let options = LLVMCreatePassBuilderOptions();
            if !packs {
                LLVMPassBuilderOptionsSetSLPVectorization(options, 0);
            }
            let error = LLVMRunPasses(module.as_mut_ptr(), passes.as_ptr(), self.0, options);
            LLVMDisposePassBuilderOptions(options);
            error
        };
        if error.is_null() {
            return module.verify().map_err(|message| internal(&message.to_string_lossy()));
        }
        // SAFETY: an error is turned into its message once, which frees it; the message is copied,
        // then freed.
        let text = unsafe {
            let message = LLVMGetErrorMessage(error);
            let text = CStr::from_ptr(message).to_string_lossy().into_owned();
            LLVMDisposeErrorMessage(message);
            text
        };
        Err(internal(&format!("optimising: {text}")))
    }

    /// The object file of a module.
    pub(super) fn emit(&self, module: &Module<'_>) -> Result<Vec<u8>, LlvmError> {
        let mut message: *mut c_char = std::ptr::null_mut();
        let mut buffer: LLVMMemoryBufferRef = std::ptr::null_mut();
        // SAFETY: module and machine are alive; LLVM writes a buffer or a message, which are ours
        // to free; the buffer is copied before it is freed.
        unsafe {
            let failed = LLVMTargetMachineEmitToMemoryBuffer(
                self.0,
                module.as_mut_ptr(),
                LLVMCodeGenFileType::LLVMObjectFile,
                &raw mut message,
                &raw mut buffer,
            );
            if failed != 0 {
                return Err(internal(&take_message(message)));
            }
            let start = LLVMGetBufferStart(buffer).cast::<u8>();
            let bytes = std::slice::from_raw_parts(start, LLVMGetBufferSize(buffer)).to_vec();
            LLVMDisposeMemoryBuffer(buffer);
            Ok(bytes)
        }
    }
}

pub(super) fn internal(message: &str) -> LlvmError {
    LlvmError::Internal { message: format!("machine code: {message}") }
}

/// The text of a message of LLVM's, which is freed.
fn take_message(message: *mut c_char) -> String {
    if message.is_null() {
        return "LLVM gives no reason".into();
    }
    // SAFETY: the message is a C string that LLVM made for us; it is not used after this.
    unsafe {
        let text = CStr::from_ptr(message).to_string_lossy().into_owned();
        LLVMDisposeMessage(message);
        text
    }
}
