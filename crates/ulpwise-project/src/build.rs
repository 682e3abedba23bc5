//! Configures and builds a project below its folder `.ulpwise`, and records the build.
//!
//! What is run is what the project's own documentation would say; it runs the project's own code, as
//! any build does. Builds that write beside the sources get a copy of these.

use crate::capture::capture;
use crate::copy::copy_project;
use crate::detect::BuildSystem;
use crate::error::ProjectError;
use crate::recording::Recording;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// How much of a log is shown.
const SHOWN: u64 = 2_000;

/// A build to make.
pub(crate) struct BuildRequest<'r> {
    /// The folder of the project.
    pub(crate) folder: &'r Path,
    /// Where everything is written.
    pub(crate) own: &'r Path,
    /// How many compilers run at once.
    pub(crate) jobs: usize,
    /// Makes a command of words one that a build is watched by.
    pub(crate) traced: &'r dyn Fn(&[String]) -> Command,
    /// Says what is done.
    pub(crate) say: &'r dyn Fn(&str),
}

/// What a build left.
pub(crate) struct Built {
    pub(crate) recording: Recording,
    /// How it failed, if it did.
    pub(crate) failure: Option<String>,
}

/// One command of a build.
struct BuildCommand {
    words: Vec<String>,
    folder: PathBuf,
    /// Whether it compiles what the project is made of.
    is_build: bool,
}

impl BuildRequest<'_> {
    /// Builds.
    pub(crate) fn build(&self, system: &BuildSystem) -> Result<Built, ProjectError> {
        let log_file = self.own.join("build.log");
        let failed = |error| ProjectError::system(format!("{} cannot be written", log_file.display()), error);
        let log = File::create(&log_file).map_err(failed)?;
        let copy = self.own.join("source");
        let writes_beside = matches!(
            system,
            BuildSystem::Configure | BuildSystem::Autoconf | BuildSystem::Make(_) | BuildSystem::Fpm
        );
        if writes_beside {
            copy_project(self.folder, &copy)?;
        }
        let mut built = Built { recording: Recording::new(), failure: None };
        for command in self.commands(system, &copy)? {
            let shown = command.words.join(" ");
            (self.say)(&format!("{}: {shown}", system.file()));
            let code = self.run(&command, &log, &mut built.recording)?;
            if code != 0 {
                let failure = format!("`{shown}` failed with exit code {code}");
                if built.recording.compilations.is_empty() && !self.has_recording() {
                    let output = tail(&log_file);
                    return Err(ProjectError::BuildFailed { command: shown, output, log: log_file });
                }
                built.failure = Some(format!(
                    "{failure}: what was compiled until then is checked; {} has all that it printed",
                    log_file.display()
                ));
                break;
            }
        }
        built.recording.forget_trials();
        if writes_beside {
            built.recording.at_original(&copy, self.folder);
        }
        built.recording.is_own_build = true;
        Ok(built)
    }

    /// Whether an earlier build left something.
    fn has_recording(&self) -> bool {
        self.own.join(crate::recording::RECORDING).is_file()
    }

    fn run(
        &self,
        command: &BuildCommand,
        log: &File,
        recording: &mut Recording,
    ) -> Result<i32, ProjectError> {
        let clone =
            || log.try_clone().map_err(|error| ProjectError::system("the log cannot be written", error));
        let prepare = |mut process: Command| -> Result<Command, ProjectError> {
            process.current_dir(&command.folder).stdin(Stdio::null());
            process.stdout(clone()?).stderr(clone()?);
            // Optimising is not what this build is for: its results are compiled once more.
            for name in ["CFLAGS", "CXXFLAGS", "FFLAGS", "FCFLAGS"] {
                if !command.is_build && std::env::var_os(name).is_none() {
                    process.env(name, "-g -O0");
                }
            }
            Ok(process)
        };
        if command.is_build {
            let captured = capture(prepare((self.traced)(&command.words))?)?;
            recording.extend(captured.recording);
            return Ok(captured.code);
        }
        let mut process = Command::new(&command.words[0]);
        process.args(&command.words[1..]);
        let status = prepare(process)?.status();
        let status = status
            .map_err(|error| ProjectError::system(format!("{} does not start", command.words[0]), error))?;
        Ok(status.code().unwrap_or(-1))
    }

    /// The commands of a build.
    fn commands(&self, system: &BuildSystem, copy: &Path) -> Result<Vec<BuildCommand>, ProjectError> {
        let build = self.own.join("build");
        let text = |path: &Path| path.to_string_lossy().into_owned();
        let jobs = self.jobs.to_string();
        let mut commands = Vec::new();
        let mut add = |words: &[&str], folder: &Path, is_build: bool| -> Result<(), ProjectError> {
            require(words[0], system)?;
            let words = words.iter().map(|&word| word.to_owned()).collect();
            commands.push(BuildCommand { words, folder: folder.to_owned(), is_build });
            Ok(())
        };
        let make = ["make", "-k", "-j", &jobs];
        match system {
            BuildSystem::CMake => {
                let (source, build) = (text(self.folder), text(&build));
                if !Path::new(&build).join("CMakeCache.txt").is_file() {
                    add(&["cmake", "-S", &source, "-B", &build, "-G", "Unix Makefiles"], self.folder, false)?;
                }
                add(&["cmake", "--build", &build, "--parallel", &jobs, "--", "-k"], self.folder, true)?;
            }
            BuildSystem::Meson => {
                let (source, build) = (text(self.folder), text(&build));
                if !Path::new(&build).join("build.ninja").is_file() {
                    add(&["meson", "setup", &build, &source], self.folder, false)?;
                }
                add(&["ninja", "-C", &build, "-k", "0", "-j", &jobs], self.folder, true)?;
            }
            BuildSystem::Configure | BuildSystem::Autoconf => {
                let is_made = copy.join("configure").is_file();
                if !is_made {
                    add(&["autoreconf", "-fi"], copy, false)?;
                }
                if !copy.join("config.status").is_file() {
                    add(&["sh", "./configure", "--disable-shared"], copy, false)?;
                }
                add(&make, copy, true)?;
            }
            BuildSystem::Make(_) => add(&make, copy, true)?,
            BuildSystem::Fpm => add(&["fpm", "build"], copy, true)?,
            BuildSystem::Cargo | BuildSystem::Database(_) | BuildSystem::Recorded(_) => {}
        }
        Ok(commands)
    }
}

/// Refuses a build whose tool is missing.
pub(crate) fn require(tool: &str, system: &BuildSystem) -> Result<(), ProjectError> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    if std::env::split_paths(&path).any(|folder| folder.join(tool).is_file()) {
        return Ok(());
    }
    Err(ProjectError::ToolMissing { tool: tool.to_owned(), needed_by: system.file() })
}

/// The end of a log.
pub(crate) fn tail(log: &Path) -> String {
    let read = || -> std::io::Result<String> {
        let mut file = File::open(log)?;
        let length = file.metadata()?.len();
        file.seek(SeekFrom::Start(length.saturating_sub(SHOWN)))?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        let text = String::from_utf8_lossy(&bytes).into_owned();
        // The first line may be cut.
        Ok(if length > SHOWN {
            text.split_once('\n').map_or(text.clone(), |(_, rest)| rest.to_owned())
        } else {
            text
        })
    };
    read().unwrap_or_default()
}
