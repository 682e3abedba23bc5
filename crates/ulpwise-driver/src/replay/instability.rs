//! Whether the value of a witness is again further from the exact one than is tolerated.
//!
//! The exact value is computed again: native code with shadow values of 400 bits beside every float
//! makes the call once more. Shadow values know less of integers and of numbers that are no
//! doubles. Where they do not see the error, the value is compared with the exact one in the
//! witness, as long as the source is the one that the witness was found in.

use super::Seen;
use crate::describe::float_text;
use crate::error::DriverError;
use crate::witness::{Instability, Observed, Witness};
use std::path::PathBuf;
use std::time::Duration;
use ulpwise_finding::{ErrorReference, LowerBound, ReplayReport, ReplayedInstability, ValueSource};
use ulpwise_interp::number::float::exact;
use ulpwise_ir::{FloatFormat, SiteId};
use ulpwise_llvm::Unit;
use ulpwise_native::{Launcher, NativeTarget, Passing};
use ulpwise_report::text::percent;
use ulpwise_stability::NativeRuns;
use ulpwise_stability::shadow::{ErrorLocation, SHADOW_BITS, error_seen};

/// The call once more, with shadow values.
pub(super) struct ShadowCall<'a> {
    pub(super) call_limit: Duration,
    pub(super) units: &'a [Unit],
    pub(super) libraries: &'a [PathBuf],
}

impl ShadowCall<'_> {
    /// The error that shadow values see; `None` if they do not see one.
    pub(super) fn error(
        &self,
        witness: &Witness,
        instability: &Instability,
        site: Option<SiteId>,
    ) -> Result<Option<f64>, DriverError> {
        let point = match (instability.observed, site, instability.computed) {
            (Observed::Output(word, shift), ..) => ErrorLocation::Output(word, shift),
            (Observed::Operation, Some(site), Some((format, bits))) => {
                ErrorLocation::Operation(site, format, bits.into())
            }
            (Observed::Operation, Some(site), None) => ErrorLocation::Comparison(site),
            (Observed::Operation, None, _) => return Ok(None),
        };
        let runs = NativeRuns {
            launcher: Launcher::this_program()?,
            units: self.units,
            links: self.libraries.to_vec(),
            call_limit: self.call_limit,
        };
        let passing = witness.arguments.iter().map(|argument| match argument.buffer {
            true => Passing::Buffer(argument.words.len() as u32),
            false => Passing::Value,
        });
        let target =
            NativeTarget { name: witness.function.clone(), parameters: passing.collect(), links: Vec::new() };
        let words: Vec<u64> =
            witness.arguments.iter().flat_map(|argument| argument.words.iter().copied()).collect();
        Ok(error_seen(&runs, &target, &words, witness.rounding, point)?)
    }
}

/// Judges what was seen of the value. Whether the call gave back other bits is judged elsewhere.
pub(super) fn judge(
    replayed: &mut ReplayReport,
    instability: &Instability,
    seen: &Seen,
    shadow: Option<f64>,
    is_changed: bool,
) {
    let Some(seen_in) = seen_in(replayed, instability, seen, shadow) else { return };
    let is_beyond = |error: f64| error > instability.tolerance;
    let measured = |error, against| ReplayedInstability {
        error,
        tolerance: instability.tolerance,
        is_comparison: instability.computed.is_none(),
        seen_in,
        against,
    };
    let measured = match shadow {
        Some(error) if is_beyond(error) => measured(error, ErrorReference::ShadowValues),
        _ if is_changed => {
            let seen = shadow.map_or_else(
                || "no error there".to_owned(),
                |error| format!("an error of {} there", LowerBound(error).percent()),
            );
            replayed.differences.push(format!(
                "the source has changed, and code with shadow values of {SHADOW_BITS} bits sees {seen}, where {} is tolerated",
                percent(instability.tolerance)
            ));
            return;
        }
        _ => {
            replayed.notes.push(
                "code with shadow values does not see this error, for it knows less of integers and of numbers below the smallest double: the exact value is taken from the witness".to_owned(),
            );
            measured(recorded_error(instability), ErrorReference::Witness)
        }
    };
    if is_beyond(measured.error) {
        replayed.instability = Some(measured);
    } else {
        replayed.differences.push(format!(
            "the error is {}, and {} is tolerated",
            LowerBound(measured.error).percent(),
            percent(instability.tolerance)
        ));
    }
}

/// Where the value was seen. If it was not, that is a difference.
fn seen_in(
    replayed: &mut ReplayReport,
    instability: &Instability,
    seen: &Seen,
    shadow: Option<f64>,
) -> Option<ValueSource> {
    let instrumented = |replayed: &mut ReplayReport, why: &str| {
        replayed.notes.push(format!("{why}: it was seen in instrumented code"));
        Some(ValueSource::InstrumentedCode)
    };
    match (instability.observed, instability.computed) {
        (Observed::Output(word, shift), Some(computed)) => {
            let got = seen.words.get(word).map(|word| word.checked_shr(shift).unwrap_or(0));
            if got.is_some_and(|got| is_same(computed, got)) {
                return Some(ValueSource::Output);
            }
            replayed.differences.push(format!("the call does not give {} back", shown(computed)));
            None
        }
        // Which way a comparison goes stands in no register.
        (Observed::Operation, None) if shadow.is_some() => {
            instrumented(replayed, "the processor does not say which way a comparison goes")
        }
        (Observed::Operation, None) => {
            replayed.notes.push(
                "which way the comparison goes is not seen: only that the call gives the same bits"
                    .to_owned(),
            );
            Some(ValueSource::InstrumentedCode)
        }
        (Observed::Operation, Some(_)) if seen.is_at_site => Some(ValueSource::Register),
        (Observed::Operation, Some(_)) if seen.is_cut && shadow.is_some() => {
            instrumented(replayed, "the call has more instructions than are looked at one by one")
        }
        // A function of the library may leave its result in a register long before it returns, or
        // make it elsewhere.
        (Observed::Operation, Some(_)) if seen.is_library_call && shadow.is_some() => {
            instrumented(replayed, "the operation is a call of the mathematical library")
        }
        (_, Some(computed)) => {
            let location = seen.location.as_deref().unwrap_or("any place");
            replayed.differences.push(format!("no operation at {location} gave {}", shown(computed)));
            None
        }
        (_, None) => None,
    }
}

/// The error of the value as the witness has it.
fn recorded_error(instability: &Instability) -> f64 {
    match (instability.computed, instability.truth) {
        (Some((format, bits)), Some(truth)) => truth.relative_error(format, bits.into()).0,
        // Of a comparison, and of what has no exact value, the witness only says so.
        _ => f64::INFINITY,
    }
}

fn is_same((format, bits): (FloatFormat, u64), got: u64) -> bool {
    let got = if format == FloatFormat::F32 { got & u64::from(u32::MAX) } else { got };
    let is_nan = |bits: u64| exact(format, bits.into()).is_nan();
    got == bits || (is_nan(got) && is_nan(bits))
}

fn shown((format, bits): (FloatFormat, u64)) -> String {
    float_text(format, bits.into())
}
