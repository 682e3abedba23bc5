//! Makes the call: arguments in, interpreter, results out.

use super::outcome::{CallOutcome, indices};
use crate::describe::count;
use crate::error::DriverError;
use crate::options::RunOptions;
use ulpwise_base::Budget;
use ulpwise_harness::marshal::{self, CallPassing};
use ulpwise_harness::names::source_name;
use ulpwise_harness::parameter_kind::parameter_kind;
use ulpwise_harness::signature::signature;
use ulpwise_harness::value_syntax::WrittenValue;
use ulpwise_interp::{InterpOptions, Interpreter, Program};
use ulpwise_ir::{Declaration, Function, FunctionId, Module};

/// Calls a function.
pub(super) fn call<'m>(
    module: &'m Module,
    id: FunctionId,
    values: Vec<WrittenValue>,
    options: &RunOptions,
) -> Result<CallOutcome<'m>, DriverError> {
    let function = &module.functions[id];
    let declaration = function.declaration.as_ref().ok_or_else(|| not_callable(module, function))?;
    let values = with_default_arguments(function, declaration, values);
    check_count(module, function, declaration, values.len())?;
    let passing = passing(module, function, declaration)?;
    let options = interp_options(options);
    let program = Program::new(module, options.memory_limit).map_err(DriverError::above_memory_limit)?;
    let mut interpreter = Interpreter::new(&program, options);
    let constructed = interpreter.run_constructors();
    let memory = &mut interpreter.machine.memory;
    let call = marshal::prepare(module, function, declaration, passing, &values, memory)
        .map_err(|problem| DriverError::from(problem).with_help(signature(module, function)))?;
    let (slots, stop) = match constructed.and_then(|()| interpreter.call(id, &call.slots)) {
        Ok(slots) => (Some(slots), None),
        Err(stop) => (None, Some(stop)),
    };
    let indices = indices(declaration);
    let memory = &interpreter.machine.memory;
    let result = slots
        .as_ref()
        .and_then(|slots| marshal::read_result(module, declaration.result, &call, slots, memory, indices));
    let objects = call.objects.into_iter().filter_map(|object| {
        let reading = marshal::read_object(module, &object, memory, indices)?;
        Some((object, reading))
    });
    let objects = objects.collect();
    Ok(CallOutcome {
        module,
        id,
        function,
        declaration,
        values,
        arguments: call.slots,
        returned: slots,
        result,
        objects,
        printed: interpreter.machine.library.output.bytes().to_vec(),
        dropped: interpreter.machine.library.output.dropped(),
        events: interpreter.events().to_vec(),
        steps: interpreter.machine.steps,
        stop,
        memory: interpreter.machine.memory,
    })
}

/// The options of the interpreter; the time begins to count now.
fn interp_options(options: &RunOptions) -> InterpOptions {
    InterpOptions {
        rounding: options.rounding,
        on_request: options.on_request,
        max_depth: options.max_depth,
        memory_limit: options.memory << 20,
        environment: options.environment.clone(),
        budget: Budget::unlimited().with_time(options.timeout),
        ..InterpOptions::default()
    }
}

/// A `main` without arguments sees only its own name, as when it is started without any.
fn with_default_arguments(
    function: &Function,
    declaration: &Declaration,
    values: Vec<WrittenValue>,
) -> Vec<WrittenValue> {
    if function.name != "main" || !values.is_empty() {
        return values;
    }
    let name = WrittenValue::Array(vec![WrittenValue::Text("main".to_owned()), WrittenValue::Null]);
    let environment = WrittenValue::Array(vec![WrittenValue::Null]);
    let all = [WrittenValue::Word("1".to_owned()), name, environment];
    all.into_iter().take(declaration.parameters.len()).collect()
}

fn check_count(
    module: &Module,
    function: &Function,
    declaration: &Declaration,
    given: usize,
) -> Result<(), DriverError> {
    let expected = declaration.parameters.len();
    if given == expected {
        return Ok(());
    }
    let failure = DriverError::refused(format!(
        "`{}` takes {}, but {} given",
        source_name(function),
        count(expected, "argument", "arguments"),
        match given {
            0 => "none was".to_owned(),
            1 => "1 was".to_owned(),
            more => format!("{more} were"),
        }
    ));
    Err(failure.with_help(signature(module, function)))
}

/// How the arguments are passed, or which parameter stands in the way.
fn passing(
    module: &Module,
    function: &Function,
    declaration: &Declaration,
) -> Result<CallPassing, DriverError> {
    if let Some(passing) = marshal::passing(module, function) {
        return Ok(passing);
    }
    let language = declaration.language;
    let mut failure = not_callable(module, function);
    for parameter in &declaration.parameters {
        let kind = parameter_kind(module, language, parameter.ty, false);
        if kind.id == "none" {
            failure = failure.with_help(format!("{}: {}", parameter.name, kind.text));
        }
    }
    Err(failure)
}

fn not_callable(module: &Module, function: &Function) -> DriverError {
    let name = source_name(function);
    DriverError::refused(format!(
        "`{name}` cannot be called from the command line: how its parameters or result are passed is not known"
    ))
    .with_help(signature(module, function))
}
