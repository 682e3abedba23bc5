//! `ulpwise list`: the functions of a program, how each parameter would become an input, and how many floating-point
//! operations they have.

mod inventory;

use crate::args::ListArguments;
use crate::failure::Failure;
use crate::output::Report;
use crate::progress::Progress;
use inventory::{Filter, inventory};
use ulpwise_driver::load::load;
use ulpwise_report::json::list_json;
use ulpwise_report::terminal::{list_text, warnings};
use ulpwise_report::text::count;

/// Runs the command.
pub(crate) fn list(arguments: &ListArguments) -> Result<Report, Failure> {
    let progress = Progress::new("compiling");
    let loaded = load(&arguments.input.program(), Some(arguments.timeout))?;
    drop(progress);
    let pattern = arguments.pattern.as_deref();
    let filter = Filter { all: arguments.all, pattern, inputs: arguments.inputs };
    let inventory = inventory(&loaded.module, &filter, &loaded.warnings);
    if let (Some(pattern), true) = (&arguments.pattern, inventory.functions.is_empty()) {
        let failure = Failure::bad_input(format!("no function's name matches `{pattern}`"));
        return Err(match inventory.left_out {
            0 => failure,
            hidden => failure.help(format!(
                "with --all {} would match",
                count(hidden, "function that is left out", "functions that are left out")
            )),
        });
    }
    if arguments.json {
        return Ok(Report::success(list_json(&inventory)));
    }
    let errors = warnings(&inventory.warnings);
    Ok(Report { errors, ..Report::success(list_text(&inventory)) })
}
