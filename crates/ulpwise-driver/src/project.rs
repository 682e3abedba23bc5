//! A project in place of files: the folder becomes what its build compiles and links.

use crate::context::RunContext;
use crate::error::DriverError;
use crate::options::ProgramFiles;
use std::collections::BTreeSet;
use std::path::PathBuf;
use ulpwise_llvm::{RecordedSource, permitted_flags};
use ulpwise_project::{Compilation, Language, ProjectProgram, ProjectRequest};

/// What a project's build compiles.
#[derive(Clone, Debug, Default)]
pub struct BuiltProject {
    /// Sources with the flags of the build.
    pub(crate) sources: Vec<RecordedSource>,
    /// Bitcode of Rust's crates.
    pub(crate) modules: Vec<PathBuf>,
    /// The folders whose functions are the user's own; all if there are none.
    pub(crate) own: Vec<PathBuf>,
    /// What the user should know, one sentence each.
    pub(crate) remarks: Vec<String>,
}

impl BuiltProject {
    /// Whether there is one.
    pub(crate) fn is_there(&self) -> bool {
        !self.sources.is_empty() || !self.modules.is_empty()
    }
}

/// The program with what its project compiles, if it is one.
pub(crate) fn with_project(
    program: &ProgramFiles,
    context: &RunContext,
) -> Result<ProgramFiles, DriverError> {
    let Some(folder) = project_folder(program)? else { return Ok(program.clone()) };
    let cargo = ulpwise_project::CargoRequest {
        rustflags: shlex::split(&program.rustflags).unwrap_or_default(),
        ..program.project.cargo.clone()
    };
    let jobs = std::thread::available_parallelism().map_or(1, usize::from);
    let request = ProjectRequest { folder, target: program.project.target.clone(), cargo, jobs };
    context.progress.phase("building");
    let say = |what: &str| context.progress.remark(what);
    let found = ulpwise_project::program(&request, &say)?;
    Ok(ProgramFiles { built: built(found, program.trusts_database), ..program.clone() })
}

/// The folder, or the database that is named without sources.
fn project_folder(program: &ProgramFiles) -> Result<Option<PathBuf>, DriverError> {
    if program.built.is_there() {
        return Ok(None);
    }
    if let (Some(database), true) = (&program.database, program.source.is_empty()) {
        let file = if database.is_dir() { database.join("compile_commands.json") } else { database.clone() };
        if !file.is_file() {
            return Err(DriverError::unusable_file("-p", &file, "there is no such file"));
        }
        return Ok(Some(file));
    }
    match (program.files.iter().find(|file| file.is_dir()), program.files.len()) {
        (Some(folder), 1) => Ok(Some(folder.clone())),
        (Some(folder), _) => Err(DriverError::refused(format!(
            "{} is a folder among other files: a folder stands for a whole project, by itself",
            folder.display()
        ))),
        (None, _) => Ok(None),
    }
}

/// With the flags that only say how the program's own text is compiled, unless the user trusts all.
fn built(found: ProjectProgram, trusts_flags: bool) -> BuiltProject {
    let mut refused = BTreeSet::new();
    let mut sources = Vec::new();
    for Compilation { directory, source, language, flags, .. } in found.sources {
        let (mut kept, others) = if trusts_flags { (flags, Vec::new()) } else { permitted_flags(&flags) };
        refused.extend(others.into_iter().filter(|flag| !is_for_other_tools(flag)));
        // Operations and lines are all there without optimisation, which changes no results unless
        // it is allowed to.
        kept.retain(|flag| !is_plain_optimisation(flag));
        sources.push(RecordedSource { path: source, directory, cxx: language == Language::Cxx, flags: kept });
    }
    let mut remarks = found.remarks;
    if !refused.is_empty() {
        let refused: Vec<String> = refused.into_iter().collect();
        remarks.push(format!(
            "flags of the build that are not passed on: {} (--trust-config passes all)",
            refused.join(" ")
        ));
    }
    BuiltProject { sources, modules: found.modules, own: found.own, remarks }
}

/// Whether a flag is about linking, assembling or preprocessing, which says nothing about the
/// operations of a source.
fn is_for_other_tools(flag: &str) -> bool {
    ["-Wl,", "-Wa,", "-Wp,", "-Xlinker", "-Xassembler", "-static", "-shared", "-rdynamic", "-nostartfiles"]
        .iter()
        .any(|prefix| flag.starts_with(prefix))
}

fn is_plain_optimisation(flag: &str) -> bool {
    flag.strip_prefix("-O").is_some_and(|level| ["", "0", "1", "2", "3", "4", "s", "z", "g"].contains(&level))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_that_run_other_code_and_plain_optimisation_are_dropped() {
        let flags = "-O2 -DX -march=native -fplugin=./x.so -Wl,-z,now -ffast-math -Ofast";
        let source = Compilation {
            directory: "/b".into(),
            source: "/b/a.c".into(),
            object: "/b/a.o".into(),
            language: Language::C,
            flags: shlex::split(flags).unwrap(),
        };
        let found = ProjectProgram { sources: vec![source], ..ProjectProgram::default() };
        let project = built(found, false);
        assert_eq!(project.sources[0].flags, ["-DX", "-march=native", "-ffast-math", "-Ofast"]);
        let [remark] = &project.remarks[..] else { panic!("{:?}", project.remarks) };
        assert!(remark.contains("passed on: -fplugin=./x.so ("), "{remark}");
    }
}
