//! Findings by their numbers, kept with the verdicts of a run: `ulpwise run --finding 17` makes the call of
//! one again, however long the command would be that says it.

use crate::error::DriverError;
use std::path::{Path, PathBuf};
use ulpwise_finding::{CallInput, Property, Run, Verdict, WitnessCall, root_causes};

/// The folder, in that of the run's verdicts.
const FOLDER: &str = "findings";

/// A command that is longer is not shown.
const LONGEST_COMMAND: usize = 160;

/// The file of a finding in a folder of verdicts.
///
/// # Errors
/// There is no such finding.
pub fn kept_finding(folder: &Path, number: usize) -> Result<PathBuf, DriverError> {
    let file = folder.join(FOLDER).join(format!("{number}.json"));
    match file.is_file() {
        true => Ok(file),
        false => Err(DriverError::refused(format!("{} keeps no finding {number}", folder.display()))
            .with_help(
                "`ulpwise check` keeps findings in the folder of --output, or in a project's .ulpwise",
            )),
    }
}

/// A finding in a line, with the inputs that are not zero.
fn sentence(property: Property, call: &WitnessCall) -> String {
    let is_zero = |input: &&CallInput| input.value.decimal.parse::<f64>() == Ok(0.0);
    let shown = call.inputs.iter().filter(|input| !is_zero(input));
    let shown: Vec<String> = shown
        .map(|input| format!("{} = {}", input.name.trim_start_matches('*'), input.value.decimal))
        .collect();
    let zeros = call.inputs.iter().filter(is_zero).count();
    let rest = if zeros > 0 { format!(", {zeros} others zero") } else { String::new() };
    format!("{} in {}({}{rest})\n", property.title(), call.function, shown.join(", "))
}

/// Writes the worst finding of each root cause into a folder of verdicts, in their order, in place of
/// those of the run before. Findings whose command would be long, or that have none, get a short one.
pub(super) fn keep(run: &mut Run, folder: &Path, option: &str) -> Result<(), DriverError> {
    let kept = folder.join(FOLDER);
    let unwritable = |error: std::io::Error| DriverError::FolderNotMade { path: kept.clone(), error };
    if kept.is_dir() {
        std::fs::remove_dir_all(&kept).map_err(unwritable)?;
    }
    let goals: Vec<_> =
        root_causes(run).iter().map(|cause| (cause.worst().function, cause.worst().goal)).collect();
    if goals.is_empty() {
        return Ok(());
    }
    std::fs::create_dir_all(&kept).map_err(unwritable)?;
    for (at, (function, goal)) in goals.into_iter().enumerate() {
        let number = at + 1;
        let mut ledger = run.functions[function].ledger.iter_mut();
        let entry = ledger.find(|entry| (entry.site, entry.property) == goal);
        let Some(Verdict::Witness(finding)) = entry.map(|entry| &mut entry.verdict) else { continue };
        let Some(document) = &finding.document else { continue };
        let write = |file: PathBuf, text: &str| {
            std::fs::write(&file, text).map_err(|error| DriverError::Unwritable { path: file, error })
        };
        write(kept.join(format!("{number}.json")), document)?;
        write(kept.join(format!("{number}.txt")), &sentence(goal.1, &finding.call))?;
        if finding.call.again.as_ref().is_none_or(|command| command.len() > LONGEST_COMMAND) {
            finding.call.again = Some(format!("ulpwise run{option} --finding {number}"));
        }
    }
    Ok(())
}
