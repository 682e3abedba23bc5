//! What verification tools offer to programs (KLEE, SV-COMP), and the reports of sanitizers.
//! Functions that deliver an input depend on nothing else: an analysis treats what they return as
//! it treats arguments.

use super::{ENDS, c};
use crate::effects::{Effects, Environment, Returns};
use crate::names::{External, Family, Names};

const P: Effects = Effects::PURE;
/// Ends the path where a condition fails.
const CONDITION: Effects = P.going(Returns::Perhaps);
/// Writes a report, and goes on.
const REPORTS: Effects = P.reading(&[0]).changing(Environment::FILES);
/// Writes a report, and ends the program.
const FAILS: Effects = ENDS.changing(Environment::FILES);

const fn verifier(name: &'static str, effects: Effects) -> External {
    External { family: Family::Verifier, ..c(name, effects) }
}

pub(super) const TABLE: &[External] = &[
    verifier("__VERIFIER_assert", CONDITION),
    verifier("__VERIFIER_assume", CONDITION),
    verifier("__VERIFIER_error", CONDITION),
    External { names: Names::Prefix, ..verifier("__VERIFIER_nondet_", P) },
    verifier("reach_error", CONDITION),
    verifier("klee_abort", ENDS),
    verifier("klee_assert", CONDITION),
    verifier("klee_assume", CONDITION),
    verifier("klee_get_value_i32", P),
    verifier("klee_get_value_i64", P),
    verifier("klee_get_valued", P),
    verifier("klee_get_valuef", P),
    verifier("klee_get_valuel", P),
    verifier("klee_get_valuell", P),
    verifier("klee_int", P.reading(&[0])),
    verifier("klee_is_symbolic", P),
    verifier("klee_make_symbolic", P.writing(&[0])),
    verifier("klee_prefer_cex", P),
    verifier("klee_range", P),
    verifier("klee_report_error", FAILS),
    verifier("klee_silent_exit", ENDS),
    verifier("klee_warning", REPORTS),
    verifier("klee_warning_once", REPORTS),
    verifier("__ubsan_handle_add_overflow", REPORTS),
    verifier("__ubsan_handle_add_overflow_abort", FAILS),
    verifier("__ubsan_handle_divrem_overflow", REPORTS),
    verifier("__ubsan_handle_divrem_overflow_abort", FAILS),
    verifier("__ubsan_handle_mul_overflow", REPORTS),
    verifier("__ubsan_handle_mul_overflow_abort", FAILS),
    verifier("__ubsan_handle_negate_overflow", REPORTS),
    verifier("__ubsan_handle_negate_overflow_abort", FAILS),
    verifier("__ubsan_handle_sub_overflow", REPORTS),
    verifier("__ubsan_handle_sub_overflow_abort", FAILS),
];
