//! The run times of C++, Rust and Fortran, as far as compiled numerical code calls them.

use super::{ENDS, c};
use crate::effects::{Effects, Environment, MemoryAccess, ReturnedValue, Returns};
use crate::names::{External, Family, Names};
use crate::rust_runtime::RustRuntime;

const P: Effects = Effects::PURE;
const HEAP: Effects = P.depending_on(Environment::HEAP).changing(Environment::HEAP);
const NEW: Effects = HEAP.returning(ReturnedValue::NewObject).failing();
/// Ends the program, or goes to a handler of the program's.
const THROWS: Effects = ENDS.throwing();
/// Leaves functions behind without their returning.
const UNWINDS: Effects =
    P.accessing(MemoryAccess::Anything, MemoryAccess::Anything).going(Returns::Elsewhere).throwing();
/// Looks at an exception that was thrown, which may be any object of the program's.
const HANDLES: Effects =
    P.accessing(MemoryAccess::Anything, MemoryAccess::Anything).changing(Environment::LIBRARY);
/// Streams of C++, which static objects set up.
const STREAMS: Effects = P.writing(&[0]).changing(Environment::FILES);

const fn language(name: &'static str, effects: Effects) -> External {
    External { family: Family::Language, ..c(name, effects) }
}

const fn rust(name: &'static str, role: RustRuntime, effects: Effects) -> External {
    External { names: Names::Rust(role), ..language(name, effects) }
}

pub(super) const TABLE: &[External] = &[
    language("_ZNSt8ios_base4InitC1Ev", STREAMS),
    language("_ZNSt8ios_base4InitD1Ev", STREAMS),
    language("__cxa_throw", UNWINDS),
    language("__cxa_rethrow", UNWINDS),
    language("_Unwind_Resume", UNWINDS),
    // Where there is no memory, it takes some that was set aside, or ends the program.
    language("__cxa_allocate_exception", HEAP.returning(ReturnedValue::NewObject).going(Returns::Perhaps)),
    language("__cxa_free_exception", HEAP.writing(&[0])),
    language("__cxa_begin_catch", HANDLES),
    // The destructor of the exception may run.
    language("__cxa_end_catch", HANDLES.changing(Environment::HEAP).calling_back()),
    language("__cxa_get_exception_ptr", HANDLES),
    language("__cxa_pure_virtual", ENDS),
    language("__cxa_atexit", P.changing(Environment::HANDLERS).failing()),
    // They end the program where an initialisation waits for itself.
    language("__cxa_guard_acquire", P.reading(&[0]).writing(&[0]).going(Returns::Perhaps).throwing()),
    language("__cxa_guard_release", P.writing(&[0])),
    language("_ZSt9terminatev", ENDS.calling_back()),
    language("_ZSt17__throw_bad_allocv", THROWS),
    language("_ZSt28__throw_bad_array_new_lengthv", THROWS),
    language("__cxa_throw_bad_array_new_length", THROWS),
    language("_ZSt16__throw_bad_castv", THROWS),
    language("__cxa_bad_cast", THROWS),
    language("__cxa_bad_typeid", THROWS),
    language("_ZSt19__throw_range_errorPKc", THROWS),
    language("_ZSt22__throw_overflow_errorPKc", THROWS),
    language("_ZSt23__throw_underflow_errorPKc", THROWS),
    language("_ZSt20__throw_length_errorPKc", THROWS),
    language("_ZSt20__throw_out_of_rangePKc", THROWS),
    language("_ZSt24__throw_out_of_range_fmtPKcz", THROWS),
    language("_ZSt24__throw_invalid_argumentPKc", THROWS),
    language("_ZSt19__throw_logic_errorPKc", THROWS),
    language("_ZSt20__throw_domain_errorPKc", THROWS),
    language("_ZSt21__throw_runtime_errorPKc", THROWS),
    language("_ZSt25__throw_bad_function_callv", THROWS),
    language("_ZSt21__glibcxx_assert_failPKciS0_S0_", ENDS),
    language("__rust_alloc", NEW),
    language("__rust_alloc_zeroed", NEW),
    language("__rust_dealloc", HEAP.writing(&[0])),
    language("__rust_realloc", HEAP.writing(&[0]).returning(ReturnedValue::MovedObject).failing()),
    rust("Rust's allocator", RustRuntime::Allocate, NEW),
    rust("Rust's allocator of zeros", RustRuntime::AllocateZeroed, NEW),
    rust("Rust's deallocator", RustRuntime::Deallocate, HEAP.writing(&[0])),
    rust(
        "Rust's reallocator",
        RustRuntime::Reallocate,
        HEAP.writing(&[0]).returning(ReturnedValue::MovedObject).failing(),
    ),
    rust("Rust's marker of the allocator", RustRuntime::Nothing, P),
    rust("a Rust panic", RustRuntime::Panic, THROWS.calling_back()),
    rust("a Rust panic that does not unwind", RustRuntime::Abort, ENDS.calling_back()),
    // A name that lowering gives to what a panic's payload answers.
    language("the type of a Rust panic", P),
    rust("what is left of a Rust panic", RustRuntime::CatchPanic, HANDLES),
    rust("a failed Rust allocation", RustRuntime::OutOfMemory, THROWS.calling_back()),
    rust("Rust's personality", RustRuntime::Personality, UNWINDS.calling_back()),
    // Environment variables say how it writes files, of which nothing is read.
    language("_FortranAProgramStart", P.changing(Environment::FILES)),
    language("_FortranAProgramEndStatement", P.changing(Environment::FILES)),
    language("_FortranAStopStatement", ENDS.changing(Environment::FILES).calling_back()),
    language("_FortranAStopStatementText", ENDS.changing(Environment::FILES).calling_back()),
    language("_FortranAReportFatalUserError", ENDS.changing(Environment::FILES)),
];
