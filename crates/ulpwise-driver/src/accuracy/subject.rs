//! The function whose accuracy is asked for: its inputs, and which of its results count.

use super::returned_values::returned_values;
use crate::error::DriverError;
use crate::options::AccuracyOptions;
use ulpwise_accuracy::{CountedResults, InputDomain, SuccessCondition};
use ulpwise_float::Format;
use ulpwise_harness::names::source_name;
use ulpwise_harness::resolve::resolve;
use ulpwise_harness::signature::signature;
use ulpwise_harness::{NativeInputs, Output};
use ulpwise_harness::{Unnamed, of_function, returned};
use ulpwise_ir::{FunctionId, Module, Type};
use ulpwise_native::VariableKind;
use ulpwise_symex::EntryPoint;

/// The function, its inputs and its results.
pub(super) struct Subject<'m> {
    pub(super) module: &'m Module,
    pub(super) function: FunctionId,
    pub(super) entry: EntryPoint,
    /// The same, or where the call is made only if what is assumed holds.
    pub(super) entered: EntryPoint,
    /// Says whether what is assumed holds.
    pub(super) condition: Option<FunctionId>,
    /// For each variable by how much it may be wrong; none if there are none.
    pub(super) input_errors: Vec<f64>,
    pub(super) native: NativeInputs,
    pub(super) domain: InputDomain,
    /// The results that count, and in which calls.
    pub(super) results: CountedResults,
    /// Whether the condition of success is taken because nothing is said.
    pub(super) success_is_default: bool,
}

/// What is said for that all calls count.
const ANY_CALL: &str = "any";

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
        let lengths = &options.domain.lengths;
        let mut entry =
            of_function(module, function, lengths, &mut options.domain.read_ranges()?, Unnamed::Finite)?;
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
        if let Some(unknown) =
            options.outputs.iter().find(|named| !all.iter().any(|one| is_named(one, named)))
        {
            let names: Vec<&str> = all.iter().map(output_name).collect();
            return Err(DriverError::refused(format!(
                "--output {unknown}: `{name}` gives back no such float"
            ))
            .with_help(format!("it gives back {}", names.join(", "))));
        }
        let is_chosen = |output: &Output| {
            options.outputs.is_empty() || options.outputs.iter().any(|named| is_named(output, named))
        };
        let outputs: Vec<Output> = all.into_iter().filter(is_chosen).collect();
        let success = success(module, function, &outputs, options)?;
        let success_is_default = success.is_some() && options.success.is_none();
        let results = CountedResults { outputs, success };
        let input_errors = input_errors(&native, options)?;
        let (entered, condition) = (entry.clone(), None);
        Ok(Self {
            module,
            function,
            entry,
            entered,
            condition,
            input_errors,
            native,
            domain,
            results,
            success_is_default,
        })
    }
}

/// By how much each variable may be wrong.
fn input_errors(native: &NativeInputs, options: &AccuracyOptions) -> Result<Vec<f64>, DriverError> {
    if options.input_errors.is_empty() {
        return Ok(Vec::new());
    }
    let mut errors = vec![0.0; native.names.len()];
    for (named, error) in &options.input_errors {
        let is_it = |name: &String| {
            let own = name.trim_start_matches('*');
            own == named
                || own.strip_prefix(named.as_str()).is_some_and(|rest| rest.starts_with(['[', '(', '.']))
        };
        let floats = |at: &usize| matches!(native.space.variables[*at].kind, VariableKind::Float(_));
        let found: Vec<usize> =
            (0..errors.len()).filter(|&at| is_it(&native.names[at])).filter(floats).collect();
        if found.is_empty() {
            let names: Vec<&str> = native.names.iter().map(|name| name.trim_start_matches('*')).collect();
            return Err(DriverError::refused(format!("--input-error {named}: there is no such float"))
                .with_help(format!("inputs are {}", names.join(", "))));
        }
        found.into_iter().for_each(|at| errors[at] = *error);
    }
    Ok(errors)
}

/// When calls count; always if nothing is said of a function that returns no status.
fn success(
    module: &Module,
    function: FunctionId,
    outputs: &[Output],
    options: &AccuracyOptions,
) -> Result<Option<SuccessCondition>, DriverError> {
    let returned = match module.functions[function].results[..] {
        [Type::Int(bits)] if (2..=64).contains(&bits) => Some(u32::from(bits)),
        _ => None,
    };
    let Some(text) = options.success.as_deref() else {
        // An integer beside floats behind pointers is a status, by C's custom.
        let is_status = outputs.iter().all(|output| output.before.is_some());
        return Ok(returned.filter(|_| is_status).map(SuccessCondition::zero));
    };
    if text == ANY_CALL {
        return Ok(None);
    }
    let name = source_name(&module.functions[function]);
    let bits = returned.ok_or_else(|| {
        DriverError::refused(format!("--success {text}: `{name}` returns no integer to compare with"))
    })?;
    let parsed = SuccessCondition::parse(text, bits).ok_or_else(|| {
        DriverError::refused(format!(
            "--success {text}: `return`, a comparison (== != < <= > >=) and an integer are expected, or `{ANY_CALL}`"
        ))
    })?;
    if let Some(values) = returned_values(module, function).filter(|values| !values.is_empty())
        && !values.iter().any(|&value| parsed.holds(&[value]))
    {
        let signed = |value: u64| (value << (64 - bits)).cast_signed() >> (64 - bits);
        let values: Vec<String> = values.into_iter().take(8).map(|value| signed(value).to_string()).collect();
        return Err(DriverError::refused(format!("--success {text}: no call of `{name}` succeeds so"))
            .with_help(format!("it returns {}", values.join(", "))));
    }
    Ok(Some(parsed))
}

/// What a person calls an output.
pub(super) fn output_name(output: &Output) -> &str {
    output.name.as_deref().unwrap_or("return")
}

/// Whether the user means an output by a name. All elements of `p` are meant by `p`.
fn is_named(output: &Output, name: &str) -> bool {
    let own = output_name(output).trim_start_matches('*');
    own == name || own.strip_prefix(name).is_some_and(|rest| rest.starts_with(['[', '(', '.']))
}
