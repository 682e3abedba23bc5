//! Whether the value of a witness is again further from the true one than is tolerated.
//!
//! What is true is computed again: native code with twins of 400 bits beside every float makes the call once more. Twins know less of integers and of numbers that are no doubles; where they do not see the error,
//! the value is held against the true one in the witness, as long as the source is the one that it was found in.

use super::{Replayed, Seen};
use crate::args::ReplayArguments;
use crate::failure::Failure;
use crate::render::float_text;
use serde::Serialize;
use std::path::PathBuf;
use ulpwise_driver::witness::{Instability, Observed, Witness};
use ulpwise_interp::number::float::exact;
use ulpwise_ir::{FloatFormat, SiteId};
use ulpwise_llvm::{LoadOptions, ProgramInput, bitcode};
use ulpwise_native::{Launcher, NativeTarget, Passing};
use ulpwise_report::text::percent;
use ulpwise_stability::NativeRuns;
use ulpwise_stability::shadow::{ErrorLocation, SHADOW_BITS, error_seen};

/// What was measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Measured {
    /// The relative error, infinite where there is nothing to relate it to.
    pub(super) error: f64,
    /// Who saw the value.
    pub(super) seen_in: SeenIn,
    /// Against what.
    pub(super) against: Against,
}

/// Who saw the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SeenIn {
    /// The original program gave it back.
    Output,
    /// It stood in a register of the processor when the original program had carried out the operation.
    Register,
    /// Only instrumented code was looked at in so much detail.
    InstrumentedCode,
}

/// What the value was held against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Against {
    /// Twins that were computed now.
    Twins,
    /// The true value in the witness.
    Witness,
}

/// The same as JSON has it; an error that is not finite is null there.
#[derive(Serialize)]
pub(super) struct MeasuredDocument {
    error: f64,
    seen_in: &'static str,
    against: &'static str,
}

impl Measured {
    pub(super) fn document(&self) -> MeasuredDocument {
        MeasuredDocument {
            error: self.error,
            seen_in: match self.seen_in {
                SeenIn::Output => "output",
                SeenIn::Register => "register",
                SeenIn::InstrumentedCode => "instrumented-code",
            },
            against: match self.against {
                Against::Twins => "twins",
                Against::Witness => "witness",
            },
        }
    }
}

/// The call once more, with twins.
pub(super) struct Twins<'a> {
    pub(super) arguments: &'a ReplayArguments,
    pub(super) input: &'a ProgramInput,
    pub(super) libraries: &'a [PathBuf],
}

impl Twins<'_> {
    /// The error that they see; `None` if they do not see one.
    pub(super) fn error(
        &self,
        witness: &Witness,
        instability: &Instability,
        site: Option<SiteId>,
    ) -> Result<Option<f64>, Failure> {
        let point = match (instability.observed, site, instability.computed) {
            (Observed::Output(word, shift), ..) => ErrorLocation::Output(word, shift),
            (Observed::Operation, Some(site), Some((format, bits))) => {
                ErrorLocation::Operation(site, format, bits.into())
            }
            (Observed::Operation, Some(site), None) => ErrorLocation::Comparison(site),
            (Observed::Operation, None, _) => return Ok(None),
        };
        let units = bitcode(self.input, &LoadOptions::default())?;
        let runs = NativeRuns {
            launcher: Launcher::this_program()?,
            units: &units,
            links: self.libraries.to_vec(),
            call_limit: self.arguments.timeout,
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

/// Judges what was seen of the value; whether the call gave back other bits has been told already.
pub(super) fn judge(
    replayed: &mut Replayed,
    instability: &Instability,
    seen: &Seen,
    twins: Option<f64>,
    is_changed: bool,
) {
    let Some(seen_in) = seen_in(replayed, instability, seen, twins) else { return };
    let is_beyond = |error: f64| error > instability.tolerance;
    let measured = match twins {
        Some(error) if is_beyond(error) => Measured { error, seen_in, against: Against::Twins },
        _ if is_changed => {
            let seen = twins.map_or_else(
                || "no error there".to_owned(),
                |error| format!("an error of {} there", percent(error)),
            );
            replayed.differences.push(format!(
                "the source has changed, and code with twins of {SHADOW_BITS} bits sees {seen}, where {} is tolerated",
                percent(instability.tolerance)
            ));
            return;
        }
        _ => {
            replayed.notes.push(
                "code with twins does not see this error, for it knows less of integers and of numbers below the smallest double: what is true is taken from the witness".to_owned(),
            );
            let error = recorded_error(instability);
            Measured { error, seen_in, against: Against::Witness }
        }
    };
    if is_beyond(measured.error) {
        replayed.measured = Some(measured);
    } else {
        replayed.differences.push(format!(
            "the error is {}, and {} is tolerated",
            percent(measured.error),
            percent(instability.tolerance)
        ));
    }
}

/// Who saw the value; nobody, and then that is a difference.
fn seen_in(
    replayed: &mut Replayed,
    instability: &Instability,
    seen: &Seen,
    twins: Option<f64>,
) -> Option<SeenIn> {
    let instrumented = |replayed: &mut Replayed, why: &str| {
        replayed.notes.push(format!("{why}: it was seen in instrumented code"));
        Some(SeenIn::InstrumentedCode)
    };
    match (instability.observed, instability.computed) {
        (Observed::Output(word, shift), Some(computed)) => {
            let got = seen.words.get(word).map(|word| word.checked_shr(shift).unwrap_or(0));
            if got.is_some_and(|got| is_same(computed, got)) {
                return Some(SeenIn::Output);
            }
            replayed.differences.push(format!("the call does not give {} back", shown(computed)));
            None
        }
        // Which way a comparison goes stands in no register.
        (Observed::Operation, None) if twins.is_some() => {
            instrumented(replayed, "the processor does not tell which way a comparison goes")
        }
        (Observed::Operation, None) => {
            replayed.notes.push(
                "nobody sees which way the comparison goes: only that the call gives the same bits"
                    .to_owned(),
            );
            Some(SeenIn::InstrumentedCode)
        }
        (Observed::Operation, Some(_)) if seen.is_at_site => Some(SeenIn::Register),
        (Observed::Operation, Some(_)) if seen.is_cut && twins.is_some() => {
            instrumented(replayed, "the call has more instructions than are looked at one by one")
        }
        // A function of the library may leave its result in a register long before it returns, or make it elsewhere.
        (Observed::Operation, Some(_)) if seen.is_library_call && twins.is_some() => {
            instrumented(replayed, "the operation is a call of the mathematical library")
        }
        (_, Some(computed)) => {
            let place = seen.place.as_deref().unwrap_or("any place");
            replayed.differences.push(format!("no operation at {place} gave {}", shown(computed)));
            None
        }
        (_, None) => None,
    }
}

/// The error of the value as the witness has it.
fn recorded_error(instability: &Instability) -> f64 {
    match (instability.computed, instability.truth) {
        (Some((format, bits)), Some(truth)) => truth.relative_error(format, bits.into()).0,
        // Of a comparison, and of what has no true value, the witness only says so.
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
