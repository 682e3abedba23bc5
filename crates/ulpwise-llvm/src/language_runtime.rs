//! What compiled Fortran needs of its run-time library: C sources that are compiled beside the
//! program, so that every analysis and native calls see the same code, and the library itself for
//! what is left.
//!
//! What holds: the sources get a name that no file of a user has ([`RUNTIME_FOLDER`]).

use crate::compile::{Compiler, Unit};
use crate::error::LlvmError;
use crate::input::{LoadOptions, ProgramInput};
use crate::load::bitcode;
use crate::process::{Limits, Running};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};
use ulpwise_base::CancelFlag;
use ulpwise_ir::{FORTRAN_DESCRIPTOR, Module, SourceType};

/// The folder that ulpwise's own sources stand in, by debug information.
pub const RUNTIME_FOLDER: &str = "/ulpwise";

/// The function that stands for whatever the sources do not do.
pub const UNMODELLED: &str = "ulpwise_unmodelled";

/// The sources for Fortran.
const FORTRAN: &str = include_str!("../runtime/fortran.c");

/// What the names of the functions of flang's library begin with, and those of input and output.
const FORTRAN_PREFIX: &str = "_FortranA";
const FORTRAN_IO: &str = "io";

/// What a part of the sources begins and ends with.
const PART: &str = "//: ";
const PART_END: &str = "//.";

/// The sources with the parts that a program needs, its lines where they are in the file; `None` if
/// it needs none.
fn needed_source(needed: &BTreeSet<&str>, has_derived_types: bool) -> Option<String> {
    let derived = if has_derived_types { "#define DERIVED_TYPES" } else { "" };
    let mut text = format!("{derived}\n#line 1 \"{RUNTIME_FOLDER}/fortran.c\"\n");
    let (mut is_taken, mut is_needed) = (true, false);
    for line in FORTRAN.lines() {
        if let Some(name) = line.strip_prefix(PART) {
            is_taken = needed.contains(name);
            is_needed |= is_taken;
        } else if line == PART_END {
            is_taken = true;
        } else if is_taken {
            text.push_str(line);
        }
        text.push('\n');
    }
    is_needed.then_some(text)
}

/// The functions of flang's library that a program calls, and that it does not define.
fn missing_functions(module: &Module) -> impl Iterator<Item = &str> {
    let missing = module.functions.iter().filter(|function| function.body.is_none());
    missing.filter_map(|function| function.name.strip_prefix(FORTRAN_PREFIX))
}

/// Whether a program may have values of derived types. flang describes each type in a variable, whose
/// name has a part `dt` between dots or, for the linker, between letters; or a parameter has one, or
/// a type that is not known.
fn has_derived_types(module: &Module) -> bool {
    let is_description = |name: &str| name.contains(".dt.") || name.contains("XdtX");
    let may_be_derived = |ty: &SourceType| match ty {
        SourceType::Struct { name, .. } => !name.starts_with(FORTRAN_DESCRIPTOR),
        SourceType::Union { .. } | SourceType::Variants { .. } | SourceType::Unknown(_) => true,
        SourceType::Void
        | SourceType::Bool(_)
        | SourceType::Int { .. }
        | SourceType::Float(_)
        | SourceType::Complex(_)
        | SourceType::Pointer { .. }
        | SourceType::Array { .. }
        | SourceType::Enum { .. }
        | SourceType::Function => false,
    };
    module.globals.iter().any(|global| is_description(&global.name))
        || module.source_types.iter().any(may_be_derived)
}

/// The names of the functions that the sources define.
fn defined_functions() -> BTreeSet<&'static str> {
    FORTRAN.lines().filter_map(|line| line.strip_prefix(PART)).collect()
}

/// What a program needs of the sources. A statement of input or output is begun and ended by
/// functions of one library: the sources have all of them, or none is taken.
fn needed_functions(module: &Module) -> BTreeSet<&str> {
    let defined = defined_functions();
    let is_io = |name: &&str| name.starts_with(FORTRAN_IO);
    let takes_io = missing_functions(module).filter(is_io).all(|name| defined.contains(name));
    missing_functions(module).filter(|name| defined.contains(name) && (takes_io || !is_io(name))).collect()
}

/// The bitcode of what a program needs of its language's library, if the sources have it.
///
/// # Errors
/// clang is not there, or does not compile the sources.
pub fn runtime_unit(module: &Module, options: &LoadOptions) -> Result<Option<Unit>, LlvmError> {
    let Some(text) = needed_source(&needed_functions(module), has_derived_types(module)) else {
        return Ok(None);
    };
    let unwritable = |error: std::io::Error| LlvmError::Unreadable {
        path: std::env::temp_dir(),
        reason: format!("no directory can be made in it ({error})"),
    };
    let folder = tempfile::Builder::new().prefix("ulpwise-").tempdir().map_err(unwritable)?;
    let file = folder.path().join("fortran.c");
    std::fs::write(&file, text).map_err(unwritable)?;
    let input = ProgramInput { files: vec![file], ..ProgramInput::default() };
    let units = bitcode(&input, options)?;
    Ok(units.into_iter().next().map(|unit| Unit { path: runtime_path(), ..unit }))
}

/// The name of the sources for Fortran.
fn runtime_path() -> PathBuf {
    Path::new(RUNTIME_FOLDER).join("fortran.c")
}

/// Whether a unit was compiled of ulpwise's own sources.
pub fn is_runtime_unit(unit: &Unit) -> bool {
    unit.path.starts_with(RUNTIME_FOLDER)
}

/// The library of the language for native code, where a program calls functions of it that neither
/// the program nor the sources define, and where it is found.
pub fn runtime_library(module: &Module) -> Option<PathBuf> {
    missing_functions(module).next()?;
    let flang = Compiler::Flang.find(Path::new("")).ok()?;
    let limits = Limits { memory: 4 << 30, cpu: Duration::from_secs(10) };
    let running = Running::spawn(Command::new(flang).arg("-print-resource-dir"), limits).ok()?;
    let finished = running.finish(b"", Instant::now() + limits.cpu, &CancelFlag::default()).ok()?;
    let folder = PathBuf::from(String::from_utf8_lossy(&finished.stdout).trim());
    let targets = std::fs::read_dir(folder.join("lib")).ok()?.filter_map(Result::ok);
    let mut found: Vec<PathBuf> = targets
        .filter(|target| target.file_name().to_string_lossy().starts_with("x86_64"))
        .map(|target| target.path().join("libflang_rt.runtime.a"))
        .filter(|library| library.is_file())
        .collect();
    found.sort();
    found.into_iter().next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_taken_by_name_and_lines_stay() {
        let source = needed_source(&BTreeSet::from(["SumReal8"]), false).unwrap();
        assert_eq!(source.lines().count(), FORTRAN.lines().count() + 2);
        assert!(source.contains("TOTAL(SumReal8, double)") && !source.contains("TOTAL(SumReal4, float)"));
        assert_eq!(needed_source(&BTreeSet::from(["Unheard"]), true), None);
    }

    #[test]
    fn parts_begin_and_end() {
        let mut is_open = false;
        for line in FORTRAN.lines() {
            if line.starts_with(PART) || line == PART_END {
                assert_eq!(is_open, line == PART_END, "{line}");
                is_open = !is_open;
            }
        }
        assert!(!is_open && defined_functions().contains("CharacterCompareScalar1"));
    }
}
