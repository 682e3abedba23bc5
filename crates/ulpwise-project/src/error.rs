//! Why a project does not become a program: one sentence each, and what to do.

use std::fmt;
use std::path::PathBuf;

/// Why a project does not become a program.
#[derive(Debug)]
#[non_exhaustive]
pub enum ProjectError {
    /// There is no such folder.
    Missing {
        /// The folder.
        folder: PathBuf,
    },
    /// No build system is known by the files of the folder.
    NoProject {
        /// The folder.
        folder: PathBuf,
        /// The nearest folder above with a project.
        above: Option<PathBuf>,
        /// Sources that lie in the folder.
        sources: usize,
    },
    /// A program that builds the project is not installed.
    ToolMissing {
        /// Its name.
        tool: String,
        /// What of the project needs it.
        needed_by: String,
    },
    /// The build failed before anything was compiled.
    BuildFailed {
        /// The command.
        command: String,
        /// The end of what it printed.
        output: String,
        /// The whole of it.
        log: PathBuf,
    },
    /// The build ended well and started no compiler that is known.
    NothingCompiled {
        /// What was built.
        what: String,
    },
    /// What is asked for by name is not among what was linked.
    NoTarget {
        /// The name.
        name: String,
        /// The names that there are.
        known: Vec<String>,
    },
    /// A file that says how the project was built is not as it should be.
    Unusable {
        /// The file.
        file: PathBuf,
        /// What is wrong with it.
        problem: String,
        /// What to do about it.
        help: &'static str,
    },
    /// The system refuses something.
    System {
        /// What was tried.
        what: String,
        /// What the system says.
        error: std::io::Error,
    },
}

impl ProjectError {
    /// What the system says about something that was tried.
    pub(crate) fn system(what: impl Into<String>, error: std::io::Error) -> ProjectError {
        ProjectError::System { what: what.into(), error }
    }

    /// What to do about it, a line each.
    pub fn help(&self) -> Vec<String> {
        match self {
            Self::Missing { .. } => {
                vec!["name the folder of a project, or the files of a program".to_owned()]
            }
            Self::NoProject { folder, above, sources } => {
                let mut lines = Vec::new();
                if let Some(above) = above {
                    lines.push(format!("the project begins in {}", above.display()));
                }
                if *sources > 0 {
                    lines.push(format!("name its sources: ulpwise check {}/*", folder.display()));
                }
                lines.push("record any build: ulpwise capture -- COMMAND, then check again".to_owned());
                lines
            }
            Self::ToolMissing { tool, .. } => {
                vec![format!("install {tool}, or record a build made elsewhere")]
            }
            Self::BuildFailed { log, .. } => vec![
                format!("{} has all that it printed", log.display()),
                "build it your own way under ulpwise capture -- COMMAND, then check again".to_owned(),
            ],
            Self::NothingCompiled { .. } => vec![
                "a build that finds everything up to date compiles nothing: clean it, and record it again"
                    .to_owned(),
            ],
            Self::NoTarget { known, .. } => vec![format!("there are {}", known.join(", "))],
            Self::Unusable { help, .. } => vec![(*help).to_owned()],
            Self::System { .. } => Vec::new(),
        }
    }

    /// What a build printed, as it is.
    pub fn build_output(&self) -> &str {
        if let Self::BuildFailed { output, .. } = self { output } else { "" }
    }
}

impl fmt::Display for ProjectError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing { folder } => write!(f, "there is no folder {}", folder.display()),
            Self::NoProject { folder, .. } => write!(
                f,
                "{} is a folder without Cargo.toml, compile_commands.json, CMakeLists.txt, meson.build, \
                 configure, Makefile or fpm.toml",
                folder.display()
            ),
            Self::ToolMissing { tool, needed_by } => {
                write!(f, "{needed_by} needs the program {tool}, which is not installed")
            }
            Self::BuildFailed { command, .. } => write!(f, "`{command}` failed before it compiled anything"),
            Self::NothingCompiled { what } => {
                write!(f, "{what} started no compiler of C, C++ or Fortran that is known")
            }
            Self::NoTarget { name, .. } => write!(f, "the build links nothing of the name {name}"),
            Self::Unusable { file, problem, .. } => write!(f, "{} {problem}", file.display()),
            Self::System { what, error } => write!(f, "{what}: {error}"),
        }
    }
}

impl std::error::Error for ProjectError {}
