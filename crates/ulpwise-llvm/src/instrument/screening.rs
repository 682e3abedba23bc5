//! What a program may do in the screening tier, whose calls may be made once more: compute, and
//! change memory that is put back.
//!
//! Everything else (output, files, time, random numbers of the C library, code that was linked in)
//! happens outside of what is put back. Before a call of such a function the code leaves the tier
//! (`ulpwise.leave`, a `longjmp` to the driver), and the whole call is made in the precise tier,
//! where it does happen, once.
//!
//! A program is not screened at all when it could get at such functions in a way that is not seen
//! here (through their addresses, or variables that others define), when it has constrained
//! operations of its own, or when its flags allow LLVM to compute other values in the one tier than
//! in the other (`-ffast-math`).

use super::checks::HIT;
use super::editor::{Editor, Value};
use crate::lower::SiteOrigin;
use std::fmt::Write as _;
use ulpwise_externals::{Environment, Family, FloatType, Returns, is_stream_variable, lookup};

/// The functions of the heap that the worker defines itself, so that it can put back what they
/// change.
const OWN_HEAP: [&str; 4] = ["calloc", "free", "malloc", "realloc"];

/// Whether calling a function of the C library again changes nothing: it only computes, or only
/// changes memory of the program's. A function of which nothing is known is not repeatable.
pub(super) fn is_repeatable(function: &str) -> bool {
    const PUT_BACK: Environment = Environment::ERRNO.with(Environment::FLAGS);
    const OUTSIDE: Environment = Environment::FILES
        .with(Environment::CLOCK)
        .with(Environment::RANDOM)
        .with(Environment::VARIABLES)
        .with(Environment::LIBRARY);
    let Some(named) = lookup(function) else { return false };
    if named.external.family == Family::Math {
        // The flags of the x87 unit, and those of quadruple precision in software, are not what
        // this tier looks at.
        return match named.float {
            Some(FloatType::LongDouble | FloatType::Quad) => false,
            Some(FloatType::Double | FloatType::Float) | None => true,
        };
    }
    let effects = named.effects();
    named.external.family == Family::C
        && (effects.changes.is_within(PUT_BACK) || OWN_HEAP.contains(&function))
        && !effects.depends_on.intersects(OUTSIDE)
        && effects.writes.is_within_targets()
        && effects.returns == Returns::Always
        && effects.is_self_contained()
}

/// Whether a program can be screened.
pub(super) fn can_be_screened(editor: &Editor, origins: &[SiteOrigin]) -> bool {
    let own_functions = editor.functions().into_iter().all(|function| {
        let name = editor.name(function);
        !name.starts_with("llvm.experimental.constrained.")
            && (!editor.is_declaration(function)
                || name.starts_with("llvm.")
                || is_repeatable(&name)
                || editor.is_only_called(function))
    });
    let own_variables = editor.globals().into_iter().all(|global| {
        !editor.is_declaration(global) || !editor.is_used(global) || is_stream_variable(&editor.name(global))
    });
    let exact = origins.iter().all(|origin| !editor.has_fast_math(origin.instruction));
    own_functions && own_variables && exact
}

/// A function that is called from outside and may be left.
pub(crate) struct ScreeningEntry {
    /// Its name.
    pub(crate) name: String,
    /// The function that does its work.
    pub(crate) body: String,
    /// Whether it takes a driver's two arrays of words.
    pub(crate) has_words: bool,
}

/// The text of what leaves the tier, and of the functions that it is left for.
pub(crate) fn leaving_text(entries: &[ScreeningEntry]) -> String {
    let mut text = format!(
        "@{HIT} = external global i32\n@ulpwise.jump = global [32 x i64] zeroinitializer, align 16\n\
         declare i32 @_setjmp(ptr) returns_twice\ndeclare void @longjmp(ptr, i32) noreturn\n\
         define void @ulpwise.leave() noinline cold noreturn {{\n  call void @longjmp(ptr @ulpwise.jump, i32 1)\n  unreachable\n}}\n"
    );
    for ScreeningEntry { name, body, has_words } in entries {
        let (parameters, types) = if *has_words { ("ptr %in, ptr %out", "ptr, ptr") } else { ("", "") };
        write!(
            text,
            "declare void @{body}({types})\n\
             define void @{name}({parameters}) {{\n  %left = call i32 @_setjmp(ptr @ulpwise.jump) returns_twice\n  \
             %first = icmp eq i32 %left, 0\n  br i1 %first, label %go, label %again\ngo:\n  \
             call void @{body}({parameters})\n  ret void\nagain:\n  store i32 1, ptr @{HIT}\n  ret void\n}}\n"
        )
        .expect("writing to a string");
    }
    text
}

/// Leaves the tier before every call of a function that must not be called again; `false` when
/// there is none.
pub(super) fn leave_before_effects(editor: &Editor) -> bool {
    let mut leaves_somewhere = false;
    editor.declare(c"ulpwise.leave");
    let calls: Vec<Value> = editor.instructions().into_iter().filter(|&at| editor.is_call(at)).collect();
    for call in calls {
        let leaves = editor.called_function(call).is_some_and(|(name, declared)| {
            let ours = name.starts_with("ulpwise") || name.starts_with("llvm.");
            declared && !ours && !is_repeatable(&name)
        });
        if leaves {
            editor.go_before(call);
            editor.call(c"ulpwise.leave", &[]);
            leaves_somewhere = true;
        }
    }
    leaves_somewhere
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_leaves_no_trace_is_repeatable() {
        for name in ["sin", "powf", "memcpy", "modf", "fmodf", "ceil", "fabs", "copysignf"] {
            assert!(is_repeatable(name), "{name}");
        }
        for name in OWN_HEAP.into_iter().chain(["strlen", "strncpy", "abs", "__errno_location", "memchr"]) {
            assert!(is_repeatable(name), "{name}");
        }
        for name in ["strdup", "reallocarray", "fgetc", "getenv", "setvbuf", "user_function", "_Znwm"] {
            assert!(!is_repeatable(name), "{name}");
        }
        for name in ["printf", "rand", "strtok", "exit", "fesetround", "qsort", "longjmp", "time", "sinl"] {
            assert!(!is_repeatable(name), "{name}");
        }
    }
}
