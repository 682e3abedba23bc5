//! Hand-written queries through an engine.

use super::Factory;
use super::cases::all_cases;
use super::judge::judge;
use super::powers::Powers;
use ulpwise_base::Budget;
use ulpwise_expr::{LibmFunction, TermStore};
use ulpwise_float::{Float, Format, Rounding};
use ulpwise_host::RoundingMode;
use ulpwise_host::libm::{self, LibmValue};
use ulpwise_solver::Query;

/// What the C library of this machine delivers for f32 and f64.
pub(super) fn host_libm(function: LibmFunction, rounding: Rounding, arguments: &[Float]) -> Option<Float> {
    let mode = RoundingMode::from_exact(rounding)?;
    let format = arguments.first()?.format();
    let (suffix, convert): (_, fn(&Float) -> LibmValue) = match format {
        Format::F32 => ("f", |float| LibmValue::F32(float.to_f32())),
        Format::F64 => ("", |float| LibmValue::F64(float.to_f64())),
        _ => return None,
    };
    let function = libm::lookup(&format!("{function}{suffix}"))?;
    let arguments: Vec<LibmValue> = arguments.iter().map(convert).collect();
    Some(Float::from_bits(format, function.call(mode, &arguments).results[0].bits()))
}

/// Asks every hand-written query, with and without rewriting.
///
/// # Panics
/// If an answer is wrong, or missing against the description.
pub fn known_answers(factory: Factory<'_>, powers: &Powers) {
    for case in all_cases() {
        for mut store in [TermStore::new(), TermStore::without_rewrites()] {
            let assertions = case.read(&mut store);
            let query = Query::new(&assertions).with_libm(&host_libm);
            let verdict = factory().check(&mut store, &query, &Budget::unlimited());
            judge(case.text, &store, &query, Some(case.is_sat), &verdict, powers);
        }
    }
}
