//! The last word: a run that loses precision is made natively, as unoptimised machine code in a
//! child process, in its rounding mode, once as it is and once with shadow values of 400 bits
//! beside every float.
//!
//! A find is confirmed if the native call returns the bits that were computed for it, and the
//! shadow values show an error as large at the operation. Shadow values do not know what integers
//! and long doubles bring along; where they show no error, only a function that returns the
//! computed floats itself is believed.

use crate::error::StabilityError;
use crate::search::UnstableRun;
use crate::shadow::SHADOW_BITS;
use crate::target::StabilityTarget;
use crate::truth::TrueValue;
use std::path::PathBuf;
use std::time::Duration;
use ulpwise_harness::{NativeInputs, Unmakeable};
use ulpwise_host::RoundingMode;
use ulpwise_interp::number::float;
use ulpwise_ir::{FloatFormat, FunctionId, Module, Type};
use ulpwise_native::{
    CallEnd, Engine, EngineOptions, Instrumentation, Launcher, NativeCall, Precision, ShadowedCall, Unit,
};

/// How much of an error shadow values have to show: they round it in their own way.
const SEEN: f64 = 0.99;

/// How a program is run natively.
#[derive(Clone, Debug)]
pub struct NativeRuns<'a> {
    /// Starts children.
    pub launcher: Launcher,
    /// The program's bitcode.
    pub units: &'a [Unit],
    /// Libraries and object files that it needs.
    pub links: Vec<PathBuf>,
    /// How much CPU time a call may take.
    pub call_limit: Duration,
}

/// The native call of a run.
#[derive(Clone, Debug)]
pub struct ConfirmedCall {
    /// The words that it is given.
    pub words: Vec<u64>,
    /// The rounding mode.
    pub mode: RoundingMode,
    /// What it gave back.
    pub call: NativeCall,
}

/// Makes calls of a function to confirm finds.
pub struct RunConfirmer<'a> {
    runs: NativeRuns<'a>,
    pub(crate) module: &'a Module,
    function: FunctionId,
    pub(crate) inputs: Result<NativeInputs, Unmakeable>,
    plain: Option<Engine>,
    shadowed: Option<Option<Engine>>,
}

impl<'a> RunConfirmer<'a> {
    /// Nothing is started yet.
    pub fn new(
        runs: NativeRuns<'a>,
        module: &'a Module,
        function: FunctionId,
        inputs: Result<NativeInputs, Unmakeable>,
    ) -> RunConfirmer<'a> {
        RunConfirmer { runs, module, function, inputs, plain: None, shadowed: None }
    }

    /// The inputs as words of a call, or why there are none.
    ///
    /// # Errors
    /// Why there is none.
    pub fn inputs(&self) -> Result<&NativeInputs, StabilityError> {
        self.inputs.as_ref().map_err(|why| StabilityError::NotCallable(why.clone()))
    }

    /// Makes the call of a run without instrumentation.
    ///
    /// # Errors
    /// Why there is none.
    pub fn call(&mut self, find: &UnstableRun) -> Result<ConfirmedCall, StabilityError> {
        let words = self.words(find)?;
        let mode = RoundingMode::from_exact(find.rounding).ok_or(StabilityError::RoundingMode)?;
        let plain = self.plain()?;
        plain.set_rounding(mode);
        let call = plain.run(0, &words)?.pop().ok_or(StabilityError::NotCalled)?;
        if call.end != CallEnd::Returned {
            return Err(StabilityError::NotReturned);
        }
        Ok(ConfirmedCall { words, mode, call })
    }

    /// Confirms that an unstable run is one of the program's own.
    ///
    /// # Errors
    /// Why it is not confirmed.
    pub fn confirm(&mut self, target: StabilityTarget, find: &UnstableRun) -> Result<(), StabilityError> {
        let ConfirmedCall { words, mode, call } = self.call(find)?;
        let same = match target {
            StabilityTarget::Written(input) => self.same_written(input, find, &call.output),
            _ => self.same_result(find, &call.output),
        };
        if same == Some(false) {
            return Err(StabilityError::OtherResult);
        }
        let shadowed = self.shadowed().and_then(|engine| {
            engine.set_rounding(mode);
            engine.run_shadowed(0, &words).ok()?.pop()
        });
        if let (Some(call), StabilityTarget::Site(site)) = (&shadowed, target)
            && self.is_seen(call, site, find)
        {
            return Ok(());
        }
        // The value that is judged, or one that comes of it, was given back with the very bits.
        match same {
            Some(true) => Ok(()),
            _ => Err(StabilityError::NotSeen),
        }
    }

    /// The words of the call.
    fn words(&self, find: &UnstableRun) -> Result<Vec<u64>, StabilityError> {
        let inputs = self.inputs()?;
        let values: Vec<u64> = find.inputs.iter().map(|&bits| bits as u64).collect();
        let mut words = Vec::new();
        let fits = values.len() == inputs.space.variables.len() && inputs.space.push(&values, &mut words);
        fits.then_some(words).ok_or(StabilityError::OtherInputs)
    }

    /// Whether the call gave back what was computed; `None` if it gives back no float, or that is
    /// not known.
    fn same_result(&self, find: &UnstableRun, output: &[u64]) -> Option<bool> {
        let results = &self.module.functions[self.function].results;
        let (&[Type::Float(format)], &[Some(expected)]) = (&results[..], &find.returned[..]) else {
            return None;
        };
        let computed = match format {
            FloatFormat::F32 => u128::from(*output.first()? as u32),
            FloatFormat::F64 => u128::from(*output.first()?),
            _ => return None,
        };
        let both_nan = float::exact(format, computed).is_nan() && float::exact(format, expected).is_nan();
        Some(computed == expected || both_nan)
    }

    /// Whether the call left what was computed where an input stood; `None` if that cannot be
    /// looked at.
    fn same_written(&self, input: usize, find: &UnstableRun, output: &[u64]) -> Option<bool> {
        let (format, expected) = find.computed?;
        let (word, shift) = self.written_at(input)?;
        let bits = u128::from(output.get(word)? >> shift) & (u128::MAX >> (128 - u32::from(format.bits())));
        let both_nan = float::exact(format, bits).is_nan() && float::exact(format, expected).is_nan();
        Some(bits == expected || both_nan)
    }

    /// The word, and the lowest bit in it, where a call gives back what stands behind a pointer in
    /// place of an input.
    pub fn written_at(&self, input: usize) -> Option<(usize, u32)> {
        let inputs = self.inputs.as_ref().ok()?;
        let variable = inputs.space.variables.get(input)?;
        let is_it = |output: &&ulpwise_harness::Output| {
            (output.before, output.shift) == (Some(variable.word), variable.shift)
        };
        inputs.outputs.iter().find(is_it).map(|output| (output.word, output.shift))
    }

    /// Whether shadow values show as large an error at the operation, or that the comparison goes
    /// the other way.
    fn is_seen(&self, call: &ShadowedCall, site: ulpwise_ir::SiteId, find: &UnstableRun) -> bool {
        if call.end != CallEnd::Returned {
            return false;
        }
        let Some(error) = call.errors.iter().find(|error| error.site == site) else { return false };
        let Some((format, bits)) = find.computed else { return error.diverged };
        if !float::exact(format, bits).is_finite() {
            return error.accumulated.is_infinite();
        }
        error.accumulated * unit_of_truth(format, find.truth.map(TrueValue::nearest))
            >= SEEN * find.error.min(1e300)
    }

    pub(crate) fn options(&self) -> EngineOptions {
        EngineOptions {
            links: self.runs.links.clone(),
            call_limit: self.runs.call_limit,
            ..EngineOptions::default()
        }
    }

    fn plain(&mut self) -> Result<&mut Engine, StabilityError> {
        if self.plain.is_none() {
            let options = EngineOptions { instrumentation: Instrumentation::None, ..self.options() };
            self.plain = Some(self.start(&options)?);
        }
        Ok(self.plain.as_mut().expect("it was just started"))
    }

    fn shadowed(&mut self) -> Option<&mut Engine> {
        if self.shadowed.is_none() {
            let options = EngineOptions {
                instrumentation: Instrumentation::Shadow(Precision::Bits(SHADOW_BITS)),
                ..self.options()
            };
            self.shadowed = Some(self.start(&options).ok());
        }
        self.shadowed.as_mut().and_then(Option::as_mut)
    }

    pub(crate) fn start(&self, options: &EngineOptions) -> Result<Engine, StabilityError> {
        let target = std::slice::from_ref(&self.inputs()?.target);
        Ok(Engine::start(&self.runs.launcher, self.runs.units, target, options)?)
    }
}

/// A unit in the last place of a true value, at most, as a part of that: errors of shadow values
/// are counted in it. Below the normal numbers a unit can be larger than the value.
fn unit_of_truth(format: FloatFormat, truth: Option<f64>) -> f64 {
    let exact = format.exact_format();
    let normal = 2f64.powi(1 - exact.significand_bits() as i32);
    let least = 2f64.powi((exact.min_exponent() as i32).max(-1022));
    match truth {
        // The unit stays that of the smallest normal number. A truth that is no double is reported
        // as one that is not smaller by much.
        Some(truth) if truth != 0.0 && truth.abs() < least => (normal * (least / truth.abs())).min(1e300),
        _ => normal,
    }
}
