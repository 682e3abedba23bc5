//! A project's folder to a program: the one way in.

use crate::build::BuildRequest;
use crate::capture::TRACED_COMMAND;
use crate::cargo::{self, CargoRequest};
use crate::command::Compilation;
use crate::database;
use crate::detect::{self, BuildSystem};
use crate::error::ProjectError;
use crate::recording::{RECORDING, Recording};
use crate::select::select;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder of ulpwise's own in a project.
const OWN: &str = ".ulpwise";

/// What is asked for.
#[derive(Clone, Debug, Default)]
pub struct ProjectRequest {
    /// The folder of the project, or a `compile_commands.json`.
    pub folder: PathBuf,
    /// The program or library of the build; the libraries, or the largest program, if it is not said.
    pub target: Option<String>,
    /// What of a workspace of cargo's.
    pub cargo: CargoRequest,
    /// How many compilers run at once.
    pub jobs: usize,
}

/// What a project's build compiles and links.
#[derive(Clone, Debug, Default)]
pub struct ProjectProgram {
    /// The sources of C, C++ and Fortran.
    pub sources: Vec<Compilation>,
    /// Bitcode of Rust's crates.
    pub modules: Vec<PathBuf>,
    /// The folders whose functions are the user's own; all if there are none.
    pub own: Vec<PathBuf>,
    /// What the user should know, one sentence each.
    pub remarks: Vec<String>,
}

/// The folder of ulpwise's own in a project.
pub fn own_folder(project: &Path) -> PathBuf {
    project.join(OWN)
}

/// Makes the folder of ulpwise's own, which git ignores.
///
/// # Errors
/// The folder cannot be written.
pub fn make_own_folder(project: &Path) -> Result<PathBuf, ProjectError> {
    let own = own_folder(project);
    let failed = |error| ProjectError::system(format!("{} cannot be made", own.display()), error);
    std::fs::create_dir_all(&own).map_err(failed)?;
    let ignore = own.join(".gitignore");
    if !ignore.is_file() {
        std::fs::write(ignore, "*\n").map_err(failed)?;
    }
    Ok(own)
}

/// Finds, builds if need be, and chooses.
///
/// # Errors
/// The folder has no project, or it does not build.
pub fn program(request: &ProjectRequest, say: &dyn Fn(&str)) -> Result<ProjectProgram, ProjectError> {
    let folder = std::path::absolute(&request.folder)
        .map_err(|error| ProjectError::system("the working folder is gone", error))?;
    if folder.is_file() {
        let root = folder.parent().unwrap_or(Path::new("/")).to_owned();
        return chosen(&database::read(&folder)?, &root, request, Vec::new());
    }
    let system = detect::find(&folder)?;
    match &system {
        BuildSystem::Cargo => of_cargo(request, &folder, say),
        BuildSystem::Recorded(file) => {
            say(&format!("{}: a recorded build", file.display()));
            chosen(&Recording::read(file)?.unwrap_or_default(), &folder, request, Vec::new())
        }
        BuildSystem::Database(file) => {
            say(&format!("{}: its commands", file.display()));
            chosen(&database::read(file)?, &folder, request, Vec::new())
        }
        system => {
            let own = make_own_folder(&folder)?;
            let traced = |words: &[String]| {
                let mut command = Command::new("/proc/self/exe");
                command.arg(TRACED_COMMAND).args(words);
                command
            };
            let jobs = request.jobs.max(1);
            let build = BuildRequest { folder: &folder, own: &own, jobs, traced: &traced, say };
            let built = build.build(system)?;
            let file = own.join(RECORDING);
            // A damaged recording of a build that can be made again is of no value.
            let mut recording = Recording::read(&file).ok().flatten().unwrap_or_else(Recording::new);
            recording.extend(built.recording);
            recording.forget_trials();
            recording.is_own_build = true;
            recording.write(&file)?;
            if recording.compilations.is_empty() {
                return Err(ProjectError::NothingCompiled {
                    what: format!("the build of {}", system.file()),
                });
            }
            chosen(&recording, &folder, request, built.failure.into_iter().collect())
        }
    }
}

fn chosen(
    recording: &Recording,
    folder: &Path,
    request: &ProjectRequest,
    mut remarks: Vec<String>,
) -> Result<ProjectProgram, ProjectError> {
    let selection = select(recording, folder, request.target.as_deref())?;
    let sources: Vec<Compilation> =
        selection.compilations.iter().filter(|one| one.source.is_file()).map(|&one| one.clone()).collect();
    if sources.is_empty() {
        return Err(ProjectError::NothingCompiled { what: "the recorded build".to_owned() });
    }
    let count = match sources.len() {
        1 => "1 source".to_owned(),
        many => format!("{many} sources"),
    };
    remarks.push(match selection.what.as_str() {
        "" => format!("{count} are checked together"),
        what => format!("{what}: {count} are checked together"),
    });
    if !selection.others.is_empty() && request.target.is_none() {
        remarks.push(format!("not checked: {}; --target names one", shortened(&selection.others)));
    }
    Ok(ProjectProgram { sources, remarks, ..ProjectProgram::default() })
}

fn of_cargo(
    request: &ProjectRequest,
    folder: &Path,
    say: &dyn Fn(&str),
) -> Result<ProjectProgram, ProjectError> {
    let own = make_own_folder(folder)?;
    let found = cargo::build(&request.cargo, folder, &own, say)?;
    let dependencies = found.modules.len() - found.what.len();
    let mut remarks = vec![format!("{} and {dependencies} dependencies", found.what.join(", "))];
    if !found.others.is_empty() {
        remarks.push(format!("not checked: {}", shortened(&found.others)));
    }
    Ok(ProjectProgram { modules: found.modules, own: found.own, remarks, ..ProjectProgram::default() })
}

/// A list that is not too long for a line.
fn shortened(names: &[String]) -> String {
    const MOST: usize = 6;
    let more = names.len().saturating_sub(MOST);
    let shown = names[..names.len() - more].join(", ");
    if more > 0 { format!("{shown} and {more} more") } else { shown }
}
