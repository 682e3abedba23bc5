//! The solver for programs in C: incremental solving and models over SMT-LIB's terms, as text.
//!
//! The header is `include/ulpwise.h`, a test compares it with this file. Strings that come in end
//! with a zero byte; strings that go out belong to the solver and last until its next call. No call
//! lets a panic out: it is an error of the solver, and no answer counts after it.
//!
//! What is absent: terms as objects, threads that share a solver.

use std::ffi::{CStr, CString, c_char, c_double, c_int, c_uint};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;
use ulpwise_script::{Executed, IncrementalSolver, SolveOptions};

/// A command failed; `ulpwise_solver_error` says why.
pub const ULPWISE_ERROR: c_int = -1;
/// The assertions cannot hold together.
pub const ULPWISE_UNSAT: c_int = 0;
/// The assertions hold together.
pub const ULPWISE_SAT: c_int = 1;
/// The solver does not know; `ulpwise_solver_reason_unknown` says why.
pub const ULPWISE_UNKNOWN: c_int = 2;

/// A solver with its assertions.
pub struct UlpwiseSolver {
    solver: IncrementalSolver,
    output: CString,
    error: CString,
}

impl UlpwiseSolver {
    /// Executes commands, and keeps their answers; says whether all were accepted.
    fn execute(&mut self, commands: &str) -> bool {
        let executed = catch_unwind(AssertUnwindSafe(|| self.solver.execute(commands)));
        let Executed { output, is_accepted } = executed.unwrap_or_else(|_| Executed {
            output: "(error \"internal error: this is a bug of ulpwise, please report it\")\n".to_owned(),
            is_accepted: false,
        });
        let text = CString::new(output.trim_end().replace('\0', "")).unwrap_or_default();
        self.error = if is_accepted { CString::default() } else { text.clone() };
        self.output = text;
        is_accepted
    }

    fn answer(&mut self, command: &str) -> c_int {
        if !self.execute(command) {
            return ULPWISE_ERROR;
        }
        match self.output.to_bytes() {
            b"sat" => ULPWISE_SAT,
            b"unsat" => ULPWISE_UNSAT,
            _ => ULPWISE_UNKNOWN,
        }
    }

    /// The answer to a command; a null pointer if it is an error.
    fn question(&mut self, command: &str) -> *const c_char {
        if self.execute(command) { self.output.as_ptr() } else { std::ptr::null() }
    }
}

/// The solver behind a pointer, and the text behind others; `$otherwise` without them.
macro_rules! with {
    ($solver:ident, [$($text:ident),*], $otherwise:expr, $work:expr) => {{
        // SAFETY: the caller passes null or what `ulpwise_solver_new` made and no other call uses now.
        let Some($solver) = (unsafe { $solver.as_mut() }) else { return $otherwise };
        $(
            if $text.is_null() {
                return $otherwise;
            }
            // SAFETY: the caller passes a string that ends with a zero byte.
            let $text = unsafe { CStr::from_ptr($text) }.to_string_lossy();
        )*
        $work
    }};
}

/// A new solver without assertions; null if there is none.
#[unsafe(no_mangle)]
pub extern "C" fn ulpwise_solver_new() -> *mut UlpwiseSolver {
    let made = catch_unwind(|| IncrementalSolver::new(&SolveOptions::default()));
    let Ok(Ok(solver)) = made else { return std::ptr::null_mut() };
    Box::into_raw(Box::new(UlpwiseSolver { solver, output: CString::default(), error: CString::default() }))
}

/// Frees a solver and all strings it returned.
///
/// # Safety
/// The pointer is null or comes from `ulpwise_solver_new`, and is not used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ulpwise_solver_delete(solver: *mut UlpwiseSolver) {
    if !solver.is_null() {
        // SAFETY: `ulpwise_solver_new` made it by `Box::into_raw`.
        drop(unsafe { Box::from_raw(solver) });
    }
}

/// Limits each later call to so many seconds; zero or less is no limit.
///
/// # Safety
/// See the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ulpwise_solver_set_timeout(solver: *mut UlpwiseSolver, seconds: c_double) {
    let limit = Duration::try_from_secs_f64(seconds).ok().filter(|limit| !limit.is_zero());
    // SAFETY: the caller passes null or what `ulpwise_solver_new` made and no other call uses now.
    if let Some(solver) = unsafe { solver.as_mut() } {
        solver.solver.set_timeout(limit);
    }
}

/// Executes commands of SMT-LIB; the answers to all of them, errors included.
///
/// # Safety
/// See the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ulpwise_solver_execute(
    solver: *mut UlpwiseSolver,
    commands: *const c_char,
) -> *const c_char {
    with!(solver, [commands], std::ptr::null(), {
        solver.execute(&commands);
        solver.output.as_ptr()
    })
}

/// Declares a constant of a sort; 0, or ULPWISE_ERROR.
///
/// # Safety
/// See the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ulpwise_solver_declare(
    solver: *mut UlpwiseSolver,
    name: *const c_char,
    sort: *const c_char,
) -> c_int {
    with!(solver, [name, sort], ULPWISE_ERROR, {
        let is_done = solver.execute(&format!("(declare-const {name} {sort})"));
        if is_done { 0 } else { ULPWISE_ERROR }
    })
}

/// Asserts a term; 0, or ULPWISE_ERROR.
///
/// # Safety
/// See the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ulpwise_solver_assert(solver: *mut UlpwiseSolver, term: *const c_char) -> c_int {
    with!(solver, [term], ULPWISE_ERROR, {
        if solver.execute(&format!("(assert {term})")) { 0 } else { ULPWISE_ERROR }
    })
}

/// Opens so many levels; 0, or ULPWISE_ERROR.
///
/// # Safety
/// See the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ulpwise_solver_push(solver: *mut UlpwiseSolver, levels: c_uint) -> c_int {
    with!(solver, [], ULPWISE_ERROR, {
        if solver.execute(&format!("(push {levels})")) { 0 } else { ULPWISE_ERROR }
    })
}

/// Closes so many levels, and takes back what was asserted in them; 0, or ULPWISE_ERROR.
///
/// # Safety
/// See the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ulpwise_solver_pop(solver: *mut UlpwiseSolver, levels: c_uint) -> c_int {
    with!(solver, [], ULPWISE_ERROR, {
        if solver.execute(&format!("(pop {levels})")) { 0 } else { ULPWISE_ERROR }
    })
}

/// Whether the assertions can hold together: one of the four numbers.
///
/// # Safety
/// See the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ulpwise_solver_check(solver: *mut UlpwiseSolver) -> c_int {
    with!(solver, [], ULPWISE_ERROR, solver.answer("(check-sat)"))
}

/// The same with these terms besides, separated by blanks.
///
/// # Safety
/// See the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ulpwise_solver_check_assuming(
    solver: *mut UlpwiseSolver,
    terms: *const c_char,
) -> c_int {
    with!(solver, [terms], ULPWISE_ERROR, solver.answer(&format!("(check-sat-assuming ({terms}))")))
}

/// The value of a term in the model, after ULPWISE_SAT; null for an error.
///
/// # Safety
/// See the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ulpwise_solver_value(
    solver: *mut UlpwiseSolver,
    term: *const c_char,
) -> *const c_char {
    with!(solver, [term], std::ptr::null(), {
        if !solver.execute(&format!("(get-value ({term}))")) {
            return std::ptr::null();
        }
        let text = solver.output.to_string_lossy().into_owned();
        // The answer is ((TERM VALUE)), and the value is its last expression.
        let inner = text.strip_prefix("((").and_then(|text| text.strip_suffix("))")).unwrap_or("");
        solver.output = CString::new(last_expression(inner)).unwrap_or_default();
        solver.output.as_ptr()
    })
}

/// The model, after ULPWISE_SAT; null for an error.
///
/// # Safety
/// See the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ulpwise_solver_model(solver: *mut UlpwiseSolver) -> *const c_char {
    with!(solver, [], std::ptr::null(), solver.question("(get-model)"))
}

/// The names of assertions that cannot hold together, after ULPWISE_UNSAT; null for an error.
///
/// # Safety
/// See the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ulpwise_solver_unsat_core(solver: *mut UlpwiseSolver) -> *const c_char {
    with!(solver, [], std::ptr::null(), solver.question("(get-unsat-core)"))
}

/// Why the last answer was ULPWISE_UNKNOWN.
///
/// # Safety
/// See the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ulpwise_solver_reason_unknown(solver: *mut UlpwiseSolver) -> *const c_char {
    with!(solver, [], std::ptr::null(), solver.question("(get-info :reason-unknown)"))
}

/// What was wrong with the last call; empty if nothing was.
///
/// # Safety
/// See the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ulpwise_solver_error(solver: *mut UlpwiseSolver) -> *const c_char {
    with!(solver, [], std::ptr::null(), solver.error.as_ptr())
}

/// The last expression of a text: from its opening bracket, or the last word.
fn last_expression(text: &str) -> &str {
    if !text.ends_with(')') {
        return text.rsplit(char::is_whitespace).next().unwrap_or("");
    }
    let mut depth = 0;
    for (at, character) in text.char_indices().rev() {
        match character {
            ')' => depth += 1,
            '(' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return &text[at..];
        }
    }
    text
}
