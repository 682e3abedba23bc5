//! Inputs with large errors as files of their own.

use crate::args::AccuracyArguments;
use crate::failure::Failure;
use std::path::Path;
use ulpwise_finding::{EntryDetail, Run};
use ulpwise_report::json::accuracy_witness;

/// Writes one file for each finding.
pub(super) fn write(folder: &Path, run: &Run, arguments: &AccuracyArguments) -> Result<(), Failure> {
    let unwritable = |error: std::io::Error| Failure::bad_input(format!("-o {}: {error}", folder.display()));
    std::fs::create_dir_all(folder).map_err(unwritable)?;
    let input = &arguments.input;
    let files: Vec<String> = input.files.iter().map(|file| file.to_string_lossy().into_owned()).collect();
    for function in &run.functions {
        let plain = |character: char| if character.is_ascii_alphanumeric() { character } else { '-' };
        let name: String = function.name.chars().map(plain).collect();
        for entry in &function.ledger {
            let EntryDetail::Accuracy(error) = &entry.detail else { continue };
            let metric = arguments.metric.metric().id();
            let text = accuracy_witness(run, (entry, error), metric, &files, &input.cflags);
            let file = folder.join(format!("{name}-{}.json", entry.property.id()));
            std::fs::write(file, text).map_err(unwritable)?;
        }
    }
    Ok(())
}
