//! Inputs with large errors as files of their own.

use crate::error::DriverError;
use crate::options::AccuracyOptions;
use std::path::Path;
use ulpwise_finding::{EntryDetail, Run};
use ulpwise_report::json::accuracy_witness;

/// Writes one file for each finding.
pub(super) fn write(folder: &Path, run: &Run, options: &AccuracyOptions) -> Result<(), DriverError> {
    let unwritable = |error: std::io::Error| DriverError::option_unwritable("-o", folder, error);
    std::fs::create_dir_all(folder).map_err(unwritable)?;
    let program = &options.program;
    let files: Vec<String> = program.files.iter().map(|file| file.to_string_lossy().into_owned()).collect();
    for function in &run.functions {
        let plain = |character: char| if character.is_ascii_alphanumeric() { character } else { '-' };
        let name: String = function.name.chars().map(plain).collect();
        for entry in &function.ledger {
            let EntryDetail::Accuracy(error) = &entry.detail else { continue };
            let metric = options.metric.id();
            let text = accuracy_witness(run, (entry, error), metric, &files, &program.cflags);
            let file = folder.join(format!("{name}-{}.json", entry.property.id()));
            std::fs::write(file, text).map_err(unwritable)?;
        }
    }
    Ok(())
}
