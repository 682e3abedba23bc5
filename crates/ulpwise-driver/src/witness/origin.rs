//! The program that a witness is of, where its files alone do not say it: sources of a compilation
//! database, or a program of a project.

use super::Witness;
use crate::options::{ProgramFiles, ProjectOptions};
use std::path::PathBuf;

/// What of a database or a project a program is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct WitnessOrigin {
    /// The compile_commands.json, or its folder.
    pub database: Option<PathBuf>,
    /// Its sources; all if there are none.
    pub source: Vec<PathBuf>,
    /// The program or library of a project's build.
    pub target: Option<String>,
}

impl WitnessOrigin {
    /// Of a program.
    pub(crate) fn new(program: &ProgramFiles) -> WitnessOrigin {
        WitnessOrigin {
            database: program.database.clone(),
            source: program.source.clone(),
            target: program.project.target.clone(),
        }
    }
}

impl Witness {
    /// The program, as other commands take it.
    pub(crate) fn program(&self, cflags: Option<&str>, trusts_database: bool) -> ProgramFiles {
        let at = |file: &PathBuf| self.directory.join(file);
        let WitnessOrigin { database, source, target } = &self.origin;
        ProgramFiles {
            files: self.files.iter().map(at).collect(),
            cflags: cflags.unwrap_or(&self.cflags).to_owned(),
            rustflags: self.rustflags.clone(),
            database: database.as_ref().map(at),
            source: source.iter().map(at).collect(),
            trusts_database,
            project: ProjectOptions { target: target.clone(), ..ProjectOptions::default() },
            ..ProgramFiles::default()
        }
    }
}
