//! The runtimes of C++, Rust and Fortran, as far as compiled numerical code calls them.
//!
//! Throws and panics are control flow that lowering makes; where one of these functions is called
//! through a pointer all the same, it ends the path under its name, as a `STOP` does.

use super::{LibraryFunction, Models, ReturnedSlots, alloc, argument};
use crate::frame::Argument;
use crate::interpreter::Interpreter;
use crate::memory::ObjectKind;
use crate::path_end::PathEnd;
use ulpwise_externals::{RustRuntime, constructed_by, destroys, rust_runtime};
use ulpwise_ir::exception;

pub(super) const MODELS: Models = &[
    // The standard streams need no set-up here.
    ("_ZNSt8ios_base4InitC1Ev", |_, _| Ok(ReturnedSlots::nothing())),
    ("_ZNSt8ios_base4InitD1Ev", |_, _| Ok(ReturnedSlots::nothing())),
    ("__cxa_throw", |_, _| raised("a C++ exception")),
    ("__cxa_rethrow", |_, _| raised("a C++ exception")),
    ("__cxa_allocate_exception", allocate_exception),
    ("__cxa_free_exception", free_exception),
    ("__cxa_pure_virtual", |_, _| raised("a call of a pure virtual function")),
    ("_ZSt9terminatev", |_, _| raised("std::terminate")),
    ("__cxa_guard_acquire", guard_acquire),
    ("__cxa_guard_release", guard_release),
    ("_ZSt17__throw_bad_allocv", |_, _| raised("std::bad_alloc")),
    ("_ZSt28__throw_bad_array_new_lengthv", |_, _| raised("std::bad_array_new_length")),
    ("_ZSt20__throw_length_errorPKc", |_, _| raised("std::length_error")),
    ("_ZSt20__throw_out_of_rangePKc", |_, _| raised("std::out_of_range")),
    ("_ZSt24__throw_out_of_range_fmtPKcz", |_, _| raised("std::out_of_range")),
    ("_ZSt24__throw_invalid_argumentPKc", |_, _| raised("std::invalid_argument")),
    ("_ZSt19__throw_logic_errorPKc", |_, _| raised("std::logic_error")),
    ("_ZSt20__throw_domain_errorPKc", |_, _| raised("std::domain_error")),
    ("_ZSt21__throw_runtime_errorPKc", |_, _| raised("std::runtime_error")),
    ("_ZSt25__throw_bad_function_callv", |_, _| raised("std::bad_function_call")),
    ("_ZSt21__glibcxx_assert_failPKciS0_S0_", |_, _| raised("a failed assertion of the C++ library")),
    ("__rust_alloc", alloc::rust_alloc),
    ("__rust_alloc_zeroed", alloc::rust_alloc_zeroed),
    ("__rust_dealloc", alloc::free_owned),
    ("__rust_realloc", alloc::rust_realloc),
    // Input and output are not the program's until it uses them.
    ("_FortranAProgramStart", |_, _| Ok(ReturnedSlots::nothing())),
    ("_FortranAProgramEndStatement", |_, _| Ok(ReturnedSlots::nothing())),
    ("_FortranAStopStatement", |_, _| raised("STOP")),
    ("_FortranAStopStatementText", |_, _| raised("STOP")),
    ("_FortranAReportFatalUserError", |_, _| raised("a Fortran run-time error")),
];

fn raised(what: &str) -> Result<ReturnedSlots, PathEnd> {
    Err(PathEnd::Raised(what.to_owned()))
}

/// The model of a function that is known by a part of its name: members of the exceptions of C++'s
/// library, functions of Rust's.
pub(super) fn lookup_mangled(name: &str) -> Option<LibraryFunction> {
    if constructed_by(name).is_some() {
        return Some(|_, _| Ok(ReturnedSlots::nothing()));
    }
    if let Some(frees) = destroys(name) {
        return Some(if frees { alloc::free } else { |_, _| Ok(ReturnedSlots::nothing()) });
    }
    Some(match rust_runtime(name)? {
        RustRuntime::Allocate => alloc::rust_alloc,
        RustRuntime::AllocateZeroed => alloc::rust_alloc_zeroed,
        RustRuntime::Deallocate => alloc::free_owned,
        RustRuntime::Reallocate => alloc::rust_realloc,
        RustRuntime::Nothing => |_, _| Ok(ReturnedSlots::nothing()),
        RustRuntime::Panic | RustRuntime::Abort => |_, _| raised("a Rust panic"),
        RustRuntime::OutOfMemory => |_, _| raised("a failed Rust allocation"),
        RustRuntime::Personality | RustRuntime::CatchPanic => return None,
    })
}

fn allocate_exception(
    interpreter: &mut Interpreter<'_>,
    arguments: &[Argument],
) -> Result<ReturnedSlots, PathEnd> {
    let bytes = argument(arguments, 0)?;
    interpreter.allocate_exception(bytes).map(ReturnedSlots::one).ok_or(PathEnd::OutOfMemory)
}

fn free_exception(
    interpreter: &mut Interpreter<'_>,
    arguments: &[Argument],
) -> Result<ReturnedSlots, PathEnd> {
    let start = argument(arguments, 0)?.wrapping_sub(exception::HEADER_BYTES);
    interpreter.machine.memory.free(start, ObjectKind::Heap)?;
    Ok(ReturnedSlots::nothing())
}

/// Guards the initialisation of a C++ local static: returns 1 to the first caller. The guard's
/// first byte says whether it is done.
fn guard_acquire(
    interpreter: &mut Interpreter<'_>,
    arguments: &[Argument],
) -> Result<ReturnedSlots, PathEnd> {
    let done = interpreter.machine.memory.read(argument(arguments, 0)?, 1)?[0];
    Ok(ReturnedSlots::int((done == 0).into()))
}

fn guard_release(
    interpreter: &mut Interpreter<'_>,
    arguments: &[Argument],
) -> Result<ReturnedSlots, PathEnd> {
    interpreter.machine.memory.write(argument(arguments, 0)?, 1)?[0] = 1;
    Ok(ReturnedSlots::nothing())
}
