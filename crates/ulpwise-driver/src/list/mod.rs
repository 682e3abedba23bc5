//! Lists the functions of a program, how each parameter would become an input, and how many
//! floating-point operations they have.

mod inventory;

use crate::context::RunContext;
use crate::describe::count;
use crate::error::DriverError;
use crate::load::{LoadLimits, load};
use crate::on_large_stack;
use crate::options::ListOptions;
use crate::project::with_project;
use inventory::take_inventory;
use ulpwise_finding::Inventory;

/// Lists the functions of a program.
///
/// # Errors
/// The program does not load, or no function has a name that matches.
pub fn list(options: &ListOptions, context: &RunContext) -> Result<Inventory, DriverError> {
    on_large_stack(|| {
        let program = with_project(&options.program, context)?;
        let options = &ListOptions { program, ..options.clone() };
        context.progress.phase("compiling");
        let limits = LoadLimits { time: Some(options.timeout), ..LoadLimits::default() };
        let loaded = load(&options.program, &[], limits)?;
        let inventory = take_inventory(&loaded.module, options, &loaded.warnings);
        match &options.pattern {
            Some(pattern) if inventory.functions.is_empty() => Err(no_match(pattern, inventory.left_out)),
            _ => Ok(inventory),
        }
    })
}

fn no_match(pattern: &str, left_out: usize) -> DriverError {
    let error = DriverError::refused(format!("no function's name matches `{pattern}`"));
    match left_out {
        0 => error,
        hidden => error.with_help(format!(
            "with --all {} would match",
            count(hidden, "function that is left out", "functions that are left out")
        )),
    }
}
