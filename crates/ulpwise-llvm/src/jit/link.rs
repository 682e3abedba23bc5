//! Object files into this process: LLVM's LLJIT.
//!
//! Names are looked for in this order: in the program, in what the caller defines, in the files to
//! link, in this process with its C library. What is found nowhere is an error that names it.

use super::driver;
use super::object::{initialise, internal};
use super::prepare::CONSTRUCTORS;
use super::tables::{WRITABLE, WRITABLE_COUNT};
use crate::coverage::COUNTERS;
use crate::error::LlvmError;
use crate::instrument::{EXTENTS, HIT, KNOWN, STEPS, WATCHED};
use crate::shadow::{CELLS, EPOCH, RETURNED, THRESHOLDS};
use inkwell::llvm_sys::core::LLVMCreateMemoryBufferWithMemoryRangeCopy;
use inkwell::llvm_sys::error::{LLVMDisposeErrorMessage, LLVMErrorRef, LLVMGetErrorMessage};
use inkwell::llvm_sys::orc2::lljit::{
    LLVMOrcCreateLLJIT, LLVMOrcDisposeLLJIT, LLVMOrcLLJITAddObjectFile, LLVMOrcLLJITGetGlobalPrefix,
    LLVMOrcLLJITGetMainJITDylib, LLVMOrcLLJITGetObjLinkingLayer, LLVMOrcLLJITLookup,
    LLVMOrcLLJITMangleAndIntern, LLVMOrcLLJITRef,
};
use inkwell::llvm_sys::orc2::{
    LLVMJITEvaluatedSymbol, LLVMJITSymbolFlags, LLVMOrcAbsoluteSymbols, LLVMOrcCSymbolMapPair,
    LLVMOrcCreateDynamicLibrarySearchGeneratorForPath, LLVMOrcCreateDynamicLibrarySearchGeneratorForProcess,
    LLVMOrcCreateStaticLibrarySearchGeneratorForPath, LLVMOrcDefinitionGeneratorRef,
    LLVMOrcJITDylibAddGenerator, LLVMOrcJITDylibDefine,
};
use std::ffi::{CStr, CString};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// A function or variable of this process that the code shall find under a name.
#[derive(Clone, Copy, Debug)]
pub struct SymbolDefinition {
    /// The name.
    pub name: &'static str,
    /// Its address.
    pub address: usize,
}

/// Where shadowed code keeps what the run time reads and sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShadowAddresses {
    /// A pointer to the cells that hold the shadow values of memory.
    pub cells: usize,
    /// A word with the number of the call in its upper sixteen bits.
    pub epoch: usize,
    /// Two doubles for each site.
    pub thresholds: usize,
    /// The cell of the value that was returned last.
    pub returned: usize,
}

/// LLVM's flags of a symbol: it can be seen from elsewhere, and it can be called.
const EXPORTED_CALLABLE: u8 = 1 | 4;

/// Machine code in the memory of this process. Dropping it takes it out again.
pub struct LinkedCode {
    jit: LLVMOrcLLJITRef,
    writable: Vec<(usize, usize)>,
    drivers: Vec<usize>,
    constructors: usize,
    hit: Option<usize>,
    known: Option<usize>,
    shadow: Option<ShadowAddresses>,
    watched: Option<usize>,
    extents: Option<usize>,
    steps: Option<usize>,
    counters: Option<usize>,
}

impl Drop for LinkedCode {
    fn drop(&mut self) {
        // SAFETY: made by `link` and owned here alone. An error at this point is of no use, but
        // must be freed.
        let error = unsafe { LLVMOrcDisposeLLJIT(self.jit) };
        let _ = check(error);
    }
}

impl LinkedCode {
    /// Links an object file that [`super::compile_native`] made, with so many drivers.
    ///
    /// # Errors
    /// A name that is found nowhere, a file that cannot be linked.
    pub fn link(
        object: &[u8],
        drivers: usize,
        definitions: &[SymbolDefinition],
        files: &[PathBuf],
    ) -> Result<Self, LlvmError> {
        let mut code = Self::empty(definitions, files)?;
        code.add_object(object).map_err(|JitError(message)| internal(&message))?;
        for number in 0..drivers {
            let driver = code.find(&driver::name(number))?;
            code.drivers.push(driver);
        }
        code.constructors = code.find(CONSTRUCTORS)?;
        code.writable = code.find_writable()?;
        code.hit = code.find(HIT).ok();
        code.known = code.find(KNOWN).ok();
        code.shadow = code.find_shadow();
        code.watched = code.find(WATCHED).ok();
        code.extents = code.find(EXTENTS).ok();
        code.steps = code.find(STEPS).ok();
        code.counters = code.find(COUNTERS).ok();
        Ok(code)
    }

    /// Which of the names that a program lacks are found nowhere. LLVM does not list them.
    ///
    /// # Errors
    /// A file that cannot be linked.
    pub fn missing<'n>(
        names: &'n [String],
        definitions: &[SymbolDefinition],
        files: &[PathBuf],
    ) -> Result<Vec<&'n str>, LlvmError> {
        let code = Self::empty(definitions, files)?;
        // A file that has the name but lacks others, perhaps those of the program, fails in another
        // way. Only the message of LLVM distinguishes the two: its C interface has no codes for
        // them.
        let is_missing = |name: &&String| matches!(code.find(name), Err(LlvmError::NativeLink { message }) if message.contains("not found"));
        Ok(names.iter().filter(is_missing).map(String::as_str).collect())
    }

    /// What a program can be linked to, without the program.
    fn empty(definitions: &[SymbolDefinition], files: &[PathBuf]) -> Result<Self, LlvmError> {
        initialise()?;
        let mut jit: LLVMOrcLLJITRef = std::ptr::null_mut();
        // SAFETY: without a builder LLVM takes its defaults; it writes the instance that is ours to
        // dispose of.
        check(unsafe { LLVMOrcCreateLLJIT(&raw mut jit, std::ptr::null_mut()) })
            .map_err(|JitError(message)| internal(&message))?;
        let code = Self {
            jit,
            writable: Vec::new(),
            drivers: Vec::new(),
            constructors: 0,
            hit: None,
            known: None,
            counters: None,
            shadow: None,
            watched: None,
            extents: None,
            steps: None,
        };
        code.define(definitions)?;
        for file in files {
            code.add_file(file)?;
        }
        code.add_process()?;
        Ok(code)
    }

    /// The address of a driver: `extern "C" fn(*const u64, *mut u64)`.
    pub fn driver(&self, target: usize) -> usize {
        self.drivers[target]
    }

    /// The address of the function that runs the program's constructors: `extern "C" fn()`.
    pub fn constructors(&self) -> usize {
        self.constructors
    }

    /// The address of a variable of 32 bits that is not zero once a check of the screening tier
    /// found something.
    pub fn hit(&self) -> Option<usize> {
        self.hit
    }

    /// The address of the table of known exceptions, a byte for each site.
    pub fn known(&self) -> Option<usize> {
        self.known
    }

    /// The address of a pointer to the counters.
    pub fn counters(&self) -> Option<usize> {
        self.counters
    }

    /// What shadowed code shares with the run time.
    pub fn shadow(&self) -> Option<ShadowAddresses> {
        self.shadow
    }

    fn find_shadow(&self) -> Option<ShadowAddresses> {
        let cells = self.find(CELLS).ok()?;
        let (epoch, thresholds) = (self.find(EPOCH).ok()?, self.find(THRESHOLDS).ok()?);
        Some(ShadowAddresses { cells, epoch, thresholds, returned: self.find(RETURNED).ok()? })
    }

    /// The address of the number of steps that are left, 64 bits, if the code counts them.
    pub fn steps(&self) -> Option<usize> {
        self.steps
    }

    /// The address of the table of how far the results of each site went, an [`crate::Extent`]
    /// each, if the code measures.
    pub fn extents(&self) -> Option<usize> {
        self.extents
    }

    /// The address of the table of watched sites, two bytes each, if the code measures.
    pub fn watched(&self) -> Option<usize> {
        self.watched
    }

    /// The addresses and sizes of the variables that the program can write.
    pub fn writable(&self) -> &[(usize, usize)] {
        &self.writable
    }

    fn define(&self, definitions: &[SymbolDefinition]) -> Result<(), LlvmError> {
        let mut pairs = Vec::with_capacity(definitions.len());
        for definition in definitions {
            let name = CString::new(definition.name).map_err(|_| internal("a name with a zero byte"))?;
            // SAFETY: the instance is alive and the name a C string; the entry is given on with the
            // symbol below.
            let name = unsafe { LLVMOrcLLJITMangleAndIntern(self.jit, name.as_ptr()) };
            let flags = LLVMJITSymbolFlags { GenericFlags: EXPORTED_CALLABLE, TargetFlags: 0 };
            let symbol = LLVMJITEvaluatedSymbol { Address: definition.address as u64, Flags: flags };
            pairs.push(LLVMOrcCSymbolMapPair { Name: name, Sym: symbol });
        }
        if pairs.is_empty() {
            return Ok(());
        }
        // SAFETY: the pairs are an array of that length, and their names are taken over; so is the
        // unit that is made of them.
        let error = unsafe {
            let unit = LLVMOrcAbsoluteSymbols(pairs.as_mut_ptr(), pairs.len());
            LLVMOrcJITDylibDefine(LLVMOrcLLJITGetMainJITDylib(self.jit), unit)
        };
        check(error).map_err(|JitError(message)| internal(&message))
    }

    /// Adds a library or an object file that the user names.
    fn add_file(&self, path: &Path) -> Result<(), LlvmError> {
        let refuse = |message: String| LlvmError::LinkFailed { path: path.to_path_buf(), message };
        let is_object = path.extension().is_some_and(|extension| extension == "o");
        if is_object {
            let bytes = std::fs::read(path).map_err(|error| refuse(error.to_string()))?;
            return self.add_object(&bytes).map_err(|JitError(message)| refuse(message));
        }
        // A name without a folder would be looked for where the system's libraries are.
        let whole = std::path::absolute(path).map_err(|error| refuse(error.to_string()))?;
        let name = CString::new(whole.as_os_str().as_bytes())
            .map_err(|_| refuse("its name holds a zero byte".into()))?;
        let mut generator: LLVMOrcDefinitionGeneratorRef = std::ptr::null_mut();
        let is_archive = path.extension().is_some_and(|extension| extension == "a");
        // SAFETY: the instance is alive and the name a C string; LLVM writes the generator, which
        // is handed on at once.
        let error = unsafe {
            match is_archive {
                true => LLVMOrcCreateStaticLibrarySearchGeneratorForPath(
                    &raw mut generator,
                    LLVMOrcLLJITGetObjLinkingLayer(self.jit),
                    name.as_ptr(),
                ),
                false => LLVMOrcCreateDynamicLibrarySearchGeneratorForPath(
                    &raw mut generator,
                    name.as_ptr(),
                    LLVMOrcLLJITGetGlobalPrefix(self.jit),
                    None,
                    std::ptr::null_mut(),
                ),
            }
        };
        check(error).map_err(|JitError(message)| refuse(message))?;
        self.add_generator(generator);
        Ok(())
    }

    /// Lets the code find the functions of this process, above all those of its C library.
    fn add_process(&self) -> Result<(), LlvmError> {
        let mut generator: LLVMOrcDefinitionGeneratorRef = std::ptr::null_mut();
        // SAFETY: the instance is alive; LLVM writes the generator, which is handed on at once.
        let error = unsafe {
            LLVMOrcCreateDynamicLibrarySearchGeneratorForProcess(
                &raw mut generator,
                LLVMOrcLLJITGetGlobalPrefix(self.jit),
                None,
                std::ptr::null_mut(),
            )
        };
        check(error).map_err(|JitError(message)| internal(&message))?;
        self.add_generator(generator);
        Ok(())
    }

    fn add_generator(&self, generator: LLVMOrcDefinitionGeneratorRef) {
        // SAFETY: the instance is alive and takes the generator over.
        unsafe { LLVMOrcJITDylibAddGenerator(LLVMOrcLLJITGetMainJITDylib(self.jit), generator) };
    }

    fn add_object(&self, object: &[u8]) -> Result<(), JitError> {
        // SAFETY: LLVM copies the bytes; the instance takes the copy over, also when it fails.
        check(unsafe {
            let buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(
                object.as_ptr().cast(),
                object.len(),
                c"object".as_ptr(),
            );
            LLVMOrcLLJITAddObjectFile(self.jit, LLVMOrcLLJITGetMainJITDylib(self.jit), buffer)
        })
    }

    fn find(&self, name: &str) -> Result<usize, LlvmError> {
        let name = CString::new(name).map_err(|_| internal("a name with a zero byte"))?;
        let mut address = 0;
        // SAFETY: the instance is alive and the name a C string; LLVM writes the address.
        check(unsafe { LLVMOrcLLJITLookup(self.jit, &raw mut address, name.as_ptr()) })
            .map_err(|JitError(message)| LlvmError::NativeLink { message })?;
        Ok(address as usize)
    }

    fn find_writable(&self) -> Result<Vec<(usize, usize)>, LlvmError> {
        let text = |name: &CStr| name.to_string_lossy().into_owned();
        let count = self.find(&text(WRITABLE_COUNT))? as *const u64;
        let table = self.find(&text(WRITABLE))? as *const (usize, usize);
        // SAFETY: the object file defines both: a number, and a table of so many rows of two words.
        unsafe {
            let rows = usize::try_from(*count).unwrap_or(0);
            Ok((0..rows).map(|row| *table.add(row)).collect())
        }
    }
}

/// An error of LLVM's just-in-time linker: its message, which is all that LLVM's C interface has of
/// it.
struct JitError(String);

/// Whether LLVM reported success; an error becomes its message, which frees it.
fn check(error: LLVMErrorRef) -> Result<(), JitError> {
    if error.is_null() {
        return Ok(());
    }
    // SAFETY: the error is turned into its message once; the message is copied, then freed.
    unsafe {
        let message = LLVMGetErrorMessage(error);
        let text = CStr::from_ptr(message).to_string_lossy().into_owned();
        LLVMDisposeErrorMessage(message);
        Err(JitError(text))
    }
}
