//! Another function as the reference: what it gives in exact arithmetic, or what it computes where
//! that is not known.

use crate::accuracy::subject::Subject;
use crate::context::RunContext;
use crate::error::DriverError;
use crate::load::{LoadLimits, launcher, load, native_links};
use crate::options::{AccuracyOptions, InputDomain, ProgramFiles};
use std::path::{Path, PathBuf};
use ulpwise_accuracy::{
    CallReading, ComputedCall, ErrorConfirmer, Magnitude, Metric, RightCall, RightValue, Settled,
    ShadowProgram, UnknownTruth, value_of,
};
use ulpwise_harness::names::source_name;
use ulpwise_harness::resolve::resolve;
use ulpwise_harness::signature::signature;
use ulpwise_ir::FunctionId;
use ulpwise_llvm::Loaded;
use ulpwise_native::Launcher;

/// A reference that was compiled.
pub(in crate::accuracy) struct LoadedReference {
    text: String,
    loaded: Loaded,
    function: FunctionId,
    launcher: Launcher,
}

/// Compiles the file of a reference, with the flags of the program.
pub(in crate::accuracy) fn load_reference(
    text: &str,
    file: &Path,
    name: &str,
    options: &AccuracyOptions,
    context: &RunContext,
) -> Result<LoadedReference, DriverError> {
    if !file.is_file() {
        return Err(DriverError::unusable_file("--reference", file, "there is no such file"));
    }
    context.progress.phase("compiling the reference");
    let files: Vec<PathBuf> = vec![file.to_owned()];
    let program = ProgramFiles { files, database: None, source: Vec::new(), ..options.program.clone() };
    let loaded = load(&program, &options.links, LoadLimits::memory(options.memory))?;
    let function = resolve(&loaded.module, Some(name))?;
    let launcher = launcher(options.memory, options.timeout, context)?;
    Ok(LoadedReference { text: text.to_owned(), loaded, function, launcher })
}

/// The function, and how it is called with the inputs of another.
pub(in crate::accuracy) struct FunctionParts<'m> {
    subject: &'m Subject<'m>,
    own: Subject<'m>,
    /// For each output that counts, the reference's.
    outputs: Vec<usize>,
    program: ShadowProgram<'m>,
}

impl<'m> FunctionParts<'m> {
    /// Refuses a function whose inputs or results are others.
    pub(super) fn new(
        subject: &'m Subject<'m>,
        loaded: &'m LoadedReference,
        options: &AccuracyOptions,
    ) -> Result<Self, DriverError> {
        let module = &loaded.loaded.module;
        let name = source_name(&module.functions[loaded.function]);
        let other = |why: &str| {
            let ours = signature(subject.module, &subject.module.functions[subject.function]);
            let theirs = signature(module, &module.functions[loaded.function]);
            DriverError::refused(format!("--reference {}: `{name}` {why}", loaded.text))
                .with_help(format!("the function is {ours}"))
                .with_help(format!("the reference is {theirs}"))
        };
        let lengths = options.domain.lengths.clone();
        let alone = AccuracyOptions {
            domain: InputDomain { lengths, ..InputDomain::default() },
            outputs: Vec::new(),
            success: Some("any".to_owned()),
            setup: Vec::new(),
            input_errors: Vec::new(),
            float_inputs: false,
            ..options.clone()
        };
        let own = Subject::new(module, loaded.function, &alone)
            .map_err(|error| other(&format!("cannot be called with the same inputs: {error}")))?;
        let kinds = |subject: &Subject<'_>| {
            subject.native.space.variables.iter().map(|variable| variable.kind).collect::<Vec<_>>()
        };
        if kinds(subject) != kinds(&own) {
            return Err(other("takes other inputs"));
        }
        let outputs = outputs(subject, &own).ok_or_else(|| other("gives other results back"))?;
        let program = ShadowProgram {
            launcher: loaded.launcher.clone(),
            units: &loaded.loaded.units,
            links: native_links(module, &options.links),
            setup: Vec::new(),
            call_limit: options.call_timeout,
            target: own.native.target.clone(),
        };
        Ok(Self { subject, own, outputs, program })
    }
}

/// The function, running.
pub(in crate::accuracy) struct FunctionReference<'p> {
    parts: &'p FunctionParts<'p>,
    confirmer: ErrorConfirmer<'p>,
    /// Whether some values are what the reference computes, and some are exact.
    rounded: bool,
    exact: bool,
}

impl<'p> FunctionReference<'p> {
    pub(super) fn start(parts: &'p FunctionParts<'p>, metric: Metric) -> Result<Self, DriverError> {
        let confirmer = ErrorConfirmer::new(&parts.program, &parts.own.domain, &parts.own.results, metric)?;
        Ok(Self { parts, confirmer, rounded: false, exact: false })
    }

    pub(super) fn source(&self) -> String {
        match (self.exact, self.rounded) {
            (true, false) => "in exact arithmetic".to_owned(),
            (true, true) => "in exact arithmetic, or as it computes where that is not known".to_owned(),
            (false, _) => "as it computes".to_owned(),
        }
    }

    pub(super) fn right(&mut self, calls: &[ComputedCall]) -> Result<Vec<RightCall>, DriverError> {
        calls.iter().map(|call| self.of_call(call)).collect()
    }

    fn of_call(&mut self, call: &ComputedCall) -> Result<RightCall, DriverError> {
        let values = self.parts.subject.native.values(&call.words);
        let mut words = Vec::new();
        self.parts.own.native.space.push(&values, &mut words);
        if let Settled::Yes(reading, _) = self.confirmer.settled(&words)?
            && reading.diverged.is_empty()
        {
            self.exact = true;
            return Ok(Ok(self.parts.of_reading(call, &reading)));
        }
        let Some(computed) = self.confirmer.computed(&words)? else {
            return Ok(Err(UnknownTruth("the reference does not return".to_owned())));
        };
        self.rounded = true;
        Ok(Ok(self.parts.of_values(call, &computed)))
    }
}

impl FunctionParts<'_> {
    /// What is right by exact arithmetic.
    fn of_reading(&self, call: &ComputedCall, reading: &CallReading) -> Vec<RightValue> {
        let of_output = |(&output, &value): (&usize, &f64)| {
            if let Some(exact) = reading.for_output(output) {
                let gap = gap(value, exact.value, exact.right, exact.distance);
                return RightValue::Number { nearest: exact.right, size: exact.right_size, distance: gap };
            }
            let differing = reading.differing.iter().find(|&&(differing, ..)| differing == output);
            match differing {
                Some(&(_, _, right)) if right.is_finite() => number(value, right),
                Some(&(_, _, right)) => RightValue::Special(right),
                None => RightValue::Special(f64::NAN),
            }
        };
        self.outputs.iter().zip(&call.values).map(of_output).collect()
    }

    /// What is right as the reference computes it.
    fn of_values(&self, call: &ComputedCall, words: &[u64]) -> Vec<RightValue> {
        let of_output =
            |(&output, &value): (&usize, &f64)| match value_of(&self.own.results.outputs[output], words) {
                Some(right) if right.is_finite() => number(value, right),
                Some(right) => RightValue::Special(right),
                None => RightValue::Special(f64::NAN),
            };
        self.outputs.iter().zip(&call.values).map(of_output).collect()
    }
}

/// For each output of a function the one of another that is called or placed the same.
fn outputs(subject: &Subject<'_>, own: &Subject<'_>) -> Option<Vec<usize>> {
    let (ours, theirs) = (&subject.results.outputs, &own.results.outputs);
    let all_of_subject: Vec<_> = subject.native.outputs.iter().collect();
    let all_of_own: Vec<_> = own.native.outputs.iter().collect();
    let mut found = Vec::new();
    for output in ours {
        let by_name =
            theirs.iter().position(|other| other.name == output.name && other.format == output.format);
        let by_place = || {
            let place = all_of_subject.iter().position(|one| *one == output)?;
            let other = all_of_own.get(place).filter(|_| all_of_own.len() == all_of_subject.len())?;
            theirs.iter().position(|one| one == *other && one.format == output.format)
        };
        found.push(by_name.or_else(by_place)?);
    }
    Some(found)
}

/// A number that is right, beside what was computed.
fn number(value: f64, right: f64) -> RightValue {
    let size = Magnitude::new(right, 0).unwrap_or(Magnitude::ZERO);
    RightValue::Number { nearest: right, size, distance: difference(value, right) }
}

/// How far two doubles are apart; nothing where one is no number.
fn difference(a: f64, b: f64) -> Option<Magnitude> {
    if !a.is_finite() || !b.is_finite() {
        return None;
    }
    // Halves, because a difference may be beyond all doubles, unless they are tiny.
    match (a - b).is_finite() {
        true => Magnitude::new(a - b, 0),
        false => Magnitude::new(a / 2.0 - b / 2.0, 1),
    }
}

/// How far `value` is at least from the exact result of a reference that computed `computed`, with
/// `right` nearest to it.
fn gap(value: f64, computed: f64, right: f64, distance: Magnitude) -> Option<Magnitude> {
    if value.to_bits() == computed.to_bits() {
        return Some(distance);
    }
    let difference = difference(value, right)?;
    // `right` is rounded, and the exact result lies so far from it at most.
    let hidden = match computed == right {
        true => distance.to_f64(),
        false => (right.abs().next_up() - right.abs()) / 2.0,
    };
    let less = difference.to_f64() - hidden;
    if less.is_finite() { Magnitude::new(less.max(0.0), 0) } else { Some(difference) }
}
