//! Bounds on the error of a function: proven, or written for another program to prove.

use super::load_program;
use super::subject::Subject;
use crate::context::RunContext;
use crate::error::DriverError;
use crate::formulas::accuracy_options;
use crate::on_large_stack;
use crate::options::AccuracyOptions;
use ulpwise_accuracy::bound::{Bound, BoundOptions, BoundSubject, EntryVariables, bound, gappa_script};
use ulpwise_accuracy::{AccuracyEvent, BoundRefusal};
use ulpwise_base::{Budget, ProgressSink};
use ulpwise_harness::names::{readable, source_name};
use ulpwise_harness::resolve::resolve;
use ulpwise_ir::GlobalId;

/// A bound that holds for all inputs in range.
pub(super) fn prove(
    subject: &Subject<'_>,
    options: &AccuracyOptions,
    context: &RunContext,
    progress_sink: ProgressSink<AccuracyEvent>,
) -> Result<ProvenBound, BoundRefusal> {
    let limits = BoundOptions {
        boxes: options.boxes,
        budget: Budget::unlimited().with_cancel(context.cancel.clone()).with_cpu_time(options.timeout),
        progress_sink,
    };
    let variables = EntryVariables::new(subject.module, subject.function);
    let proven = bound(&bound_subject(subject, &variables), &limits)?;
    let name = |&table: &GlobalId| readable(&subject.module.globals[table].name);
    Ok(ProvenBound { bound: proven, tables: variables.tables().iter().map(name).collect() })
}

/// A bound, and the variables that are taken for what they begin with.
pub(super) struct ProvenBound {
    pub(super) bound: Bound,
    pub(super) tables: Vec<String>,
}

fn bound_subject<'s>(subject: &'s Subject<'_>, variables: &'s EntryVariables) -> BoundSubject<'s> {
    BoundSubject {
        module: subject.module,
        entry: &subject.entry,
        inputs: &subject.native,
        domain: &subject.domain,
        outputs: &subject.results.outputs,
        input_errors: &subject.input_errors,
        variables,
        success: subject.results.success,
        condition: subject.condition,
    }
}

/// A bound on the error of a function as a script that Gappa proves.
///
/// # Errors
/// The program does not load, an option is wrong, or Gappa cannot follow the function.
pub fn accuracy_gappa(options: &AccuracyOptions, context: &RunContext) -> Result<String, DriverError> {
    on_large_stack(|| {
        let loaded = load_program(options, context)?;
        let function = resolve(&loaded.module, options.function.as_deref())?;
        let name = loaded.module.functions[function].name.clone();
        let options = accuracy_options(options, &name);
        if !options.assume.is_empty() {
            return Err(DriverError::refused("--emit gappa writes ranges, and no conditions of --assume"));
        }
        let subject = Subject::new(&loaded.module, function, &options)?;
        let variables = EntryVariables::new(&loaded.module, function);
        gappa_script(&bound_subject(&subject, &variables)).map_err(|refusal| {
            let shown = source_name(&loaded.module.functions[function]);
            let at = refusal.at.and_then(|(function, inst)| loaded.module.location_of(function, inst));
            let line = at.map(|at| format!(" (line {})", at.line));
            let line = line.unwrap_or_default();
            DriverError::refused(format!("--emit gappa: `{shown}`: {}{line}", refusal.reason))
        })
    })
}
