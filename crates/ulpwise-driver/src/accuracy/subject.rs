//! The function whose accuracy is asked for: its inputs, and which of its results count.

use crate::error::DriverError;
use crate::options::{self, AccuracyOptions};
use ulpwise_accuracy::InputDomain;
use ulpwise_float::Format;
use ulpwise_harness::names::source_name;
use ulpwise_harness::resolve::resolve;
use ulpwise_harness::signature::signature;
use ulpwise_harness::{NativeInputs, Output};
use ulpwise_harness::{Ranges, Unnamed, of_function, returned};
use ulpwise_ir::{FunctionId, Module};
use ulpwise_symex::EntryPoint;

/// The function, its inputs and its results.
pub(super) struct Subject<'m> {
    pub(super) module: &'m Module,
    pub(super) function: FunctionId,
    pub(super) entry: EntryPoint,
    pub(super) native: NativeInputs,
    pub(super) domain: InputDomain,
    /// The results that count.
    pub(super) outputs: Vec<Output>,
}

impl<'m> Subject<'m> {
    /// As the user describes it.
    pub(super) fn new(
        module: &'m Module,
        function: FunctionId,
        options: &AccuracyOptions,
    ) -> Result<Self, DriverError> {
        let name = source_name(&module.functions[function]);
        let refuse =
            |why: String| DriverError::refused(why).with_help(signature(module, &module.functions[function]));
        let options::InputDomain { lengths, ranges } = &options.domain;
        let mut entry = of_function(module, function, lengths, &mut Ranges::parse(ranges)?, Unnamed::Finite)?;
        let setup = options.setup.iter().map(|name| resolve(module, Some(name)));
        entry.setup = setup.collect::<Result<_, _>>()?;
        let native = NativeInputs::new(module, &entry, &returned(module, function))
            .map_err(|why| refuse(format!("`{name}` cannot be called natively: {why}")))?;
        let domain = InputDomain::new(&native, options.float_inputs)
            .map_err(|why| refuse(format!("there is no input to try: {why}")))?;
        let known = |output: &&Output| matches!(output.format, Format::F32 | Format::F64);
        let all: Vec<Output> = native.outputs.iter().filter(known).cloned().collect();
        if all.is_empty() {
            return Err(refuse(format!(
                "`{name}` gives no float or double back, neither as its result nor behind a pointer"
            )));
        }
        let outputs = chosen(&all, &options.outputs).map_err(|wrong| {
            let names: Vec<&str> = all.iter().map(output_name).collect();
            DriverError::refused(format!("--output {wrong}: `{name}` gives back no such float"))
                .with_help(format!("it gives back {}", names.join(", ")))
        })?;
        Ok(Self { module, function, entry, native, domain, outputs })
    }
}

/// What a person calls an output.
pub(super) fn output_name(output: &Output) -> &str {
    output.name.as_deref().unwrap_or("return")
}

/// The outputs that the user names, or all; `Err` is a name that none has.
fn chosen(all: &[Output], names: &[String]) -> Result<Vec<Output>, String> {
    if names.is_empty() {
        return Ok(all.to_vec());
    }
    let is = |output: &Output, name: &str| {
        let own = output_name(output).trim_start_matches('*');
        own == name || own.strip_prefix(name).is_some_and(|rest| rest.starts_with(['[', '(', '.']))
    };
    if let Some(wrong) = names.iter().find(|name| !all.iter().any(|output| is(output, name))) {
        return Err(wrong.clone());
    }
    Ok(all.iter().filter(|output| names.iter().any(|name| is(output, name))).cloned().collect())
}
