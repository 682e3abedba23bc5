//! Sources to bitcode: calls clang, flang and rustc and collects what they write.
//!
//! * The compilers write to a pipe, so nothing is left behind in the file system. Only flang needs
//!   a directory, for its `.mod` files: a private one, removed at the end.
//! * Compilers start in the directory the user is in (or the one the compilation database names)
//!   and get the names the user gave, so that their messages and the debug information name the
//!   sources as the user does.
//! * The first failing file, in the order given, is the one reported, however many run at once.

mod database;
mod flags;
mod permitted;
mod program;
mod run;
mod toolchain;

use crate::error::{LlvmError, shown};
use crate::input::{FileKind, LoadOptions, ProgramInput, RecordedSource, check_readable};
use database::{Database, DatabaseEntry};
use flags::Product;
pub use permitted::{permitted_flags, refused_compiler_flag, refused_rustc_flag};
pub use program::{ProgramRequest, Sanitizer, build_counting_program, build_program};
use run::{CompileJob, Lane};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Instant;
pub(crate) use toolchain::{Compiler, find_tool};

/// Bitcode or textual IR, with the file it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// The file the user named.
    pub path: PathBuf,
    /// LLVM's bitcode or text.
    pub bytes: Vec<u8>,
}

/// Compiles what is a source and reads what is bitcode, in the order given.
pub(crate) fn compile(
    input: &ProgramInput,
    options: &LoadOptions,
    deadline: Instant,
) -> Result<Vec<Unit>, LlvmError> {
    compile_what_compiles(input, options, deadline).map(|(units, _)| units)
}

/// The same, and why recorded sources are left out that do not compile.
pub(crate) fn compile_what_compiles(
    input: &ProgramInput,
    options: &LoadOptions,
    deadline: Instant,
) -> Result<(Vec<Unit>, Vec<LlvmError>), LlvmError> {
    let plan = Plan::new(input, None, &[])?;
    let (mut compiled, left_out) = run::run_with_losses(plan.lanes, options, deadline)?;
    compiled.extend(plan.read);
    compiled.sort_by_key(|(position, _)| *position);
    match left_out.first() {
        Some(first) if compiled.is_empty() => Err(first.clone()),
        _ => Ok((compiled.into_iter().map(|(_, unit)| unit).collect(), left_out)),
    }
}

/// What clang says about the types of the declarations in C and C++ sources whose names contain
/// this, a text a file.
pub(crate) fn describe_types(
    input: &ProgramInput,
    name: &str,
    options: &LoadOptions,
    deadline: Instant,
) -> Result<Vec<String>, LlvmError> {
    let plan = Plan::describing(input, name)?;
    let texts = run::run(plan.lanes, options, deadline)?.into_iter();
    Ok(texts.map(|(_, unit)| String::from_utf8_lossy(&unit.bytes).into_owned()).collect())
}

/// What is to be done, with everything checked that can be checked without starting a compiler.
struct Plan {
    lanes: Vec<Lane>,
    /// Files that are bitcode already, with their positions.
    read: Vec<(usize, Unit)>,
    /// Where flang puts its modules and rustc its files; removed with the plan.
    modules: Option<tempfile::TempDir>,
    cflags: Vec<String>,
    rustflags: Vec<String>,
    /// Where object files go, when these are wanted instead of bitcode.
    objects: Option<PathBuf>,
    /// Which declarations are to be described, when that is wanted instead of bitcode.
    described: Option<String>,
    /// Flags for clang after all others.
    last: &'static [&'static str],
}

impl Plan {
    fn new(
        input: &ProgramInput,
        objects: Option<&Path>,
        last: &'static [&'static str],
    ) -> Result<Self, LlvmError> {
        let objects = objects.map(Path::to_path_buf);
        Self::filled(Self { objects, last, ..Self::empty(input)? }, input)
    }

    /// A plan that asks clang for the types of the declarations whose names contain this.
    fn describing(input: &ProgramInput, name: &str) -> Result<Self, LlvmError> {
        Self::filled(Self { described: Some(name.to_owned()), ..Self::empty(input)? }, input)
    }

    fn empty(input: &ProgramInput) -> Result<Self, LlvmError> {
        Ok(Self {
            lanes: Vec::new(),
            read: Vec::new(),
            modules: None,
            cflags: flags::split(&input.cflags)?,
            rustflags: flags::split(&input.rustflags)?,
            objects: None,
            described: None,
            last: &[],
        })
    }

    fn filled(mut plan: Self, input: &ProgramInput) -> Result<Self, LlvmError> {
        let sources = input.database.iter().flat_map(|database| &database.sources);
        for path in input.files.iter().chain(sources) {
            check_readable(path)?;
            FileKind::from_path(path)?;
        }
        for path in &input.files {
            plan.add_file(path)?;
        }
        if let Some(wanted) = &input.database {
            let database = Database::read(&wanted.location)?;
            for source in &wanted.sources {
                let entry = database.entry_for(source)?;
                if !wanted.trusted {
                    database.check_flags(&entry)?;
                }
                plan.add_entry(source, entry)?;
            }
        }
        for recorded in &input.recorded {
            plan.add_recorded(recorded)?;
        }
        if plan.next_position() == 0 { Err(LlvmError::NoInput) } else { Ok(plan) }
    }

    /// Which compilers are needed.
    fn compilers(&self) -> Vec<Compiler> {
        self.lanes.iter().flat_map(|lane| lane.jobs.iter().map(|job| job.compiler)).collect()
    }

    fn next_position(&self) -> usize {
        self.read.len() + self.lanes.iter().map(|lane| lane.jobs.len()).sum::<usize>()
    }

    fn add_file(&mut self, path: &Path) -> Result<(), LlvmError> {
        let kind = FileKind::from_path(path)?;
        if matches!(kind, FileKind::Bitcode | FileKind::TextIr) && self.objects.is_none() {
            let unit = read(path, kind)?;
            self.read.push((self.next_position(), unit));
            return Ok(());
        }
        let user = if kind == FileKind::Rust { self.rustflags.clone() } else { self.cflags.clone() };
        if kind == FileKind::FpCore {
            let source = self.write_as_c(path)?;
            return self.add_job(path, FileKind::C, &user, &source, None);
        }
        self.add_job(path, kind, &user, path, None)
    }

    /// Writes the formulas of a file as C, whose debug information names that file.
    fn write_as_c(&mut self, path: &Path) -> Result<PathBuf, LlvmError> {
        let unreadable = |reason: String| LlvmError::Unreadable { path: path.to_path_buf(), reason };
        let text = std::fs::read_to_string(path).map_err(|error| unreadable(error.to_string()))?;
        let cores = ulpwise_fpcore::parse(&text);
        let written = cores.and_then(|cores| ulpwise_fpcore::to_c(&cores, &path.to_string_lossy()));
        let written = written
            .map_err(|error| LlvmError::Formula { path: path.to_path_buf(), problem: error.to_string() })?;
        let file = Path::new(&self.module_directory()?).join(format!("{}.c", self.next_position()));
        std::fs::write(&file, written).map_err(|error| unreadable(error.to_string()))?;
        Ok(file)
    }

    fn add_entry(&mut self, source: &Path, entry: DatabaseEntry) -> Result<(), LlvmError> {
        let kind = match FileKind::from_path(source)? {
            FileKind::C if entry.cxx => FileKind::Cxx,
            kind => kind,
        };
        // What the user says now comes after what the build says.
        let mut user = entry.flags;
        user.extend_from_slice(&self.cflags);
        self.add_job(source, kind, &user, &entry.file, Some(entry.directory))
    }

    /// A source of a build, which may be left out: another compiler took it. What is an error to ours
    /// and was a warning to that one is a warning again.
    fn add_recorded(&mut self, recorded: &RecordedSource) -> Result<(), LlvmError> {
        let kind = match FileKind::from_path(&recorded.path)? {
            FileKind::C if recorded.cxx => FileKind::Cxx,
            kind => kind,
        };
        let before = self.next_position();
        let mut user: Vec<String> = if kind == FileKind::C { flags::as_before() } else { Vec::new() };
        user.extend(recorded.flags.iter().cloned());
        user.extend_from_slice(&self.cflags);
        let directory = Some(recorded.directory.clone());
        self.add_job(&recorded.path, kind, &user, &recorded.path, directory)?;
        let added = self.lanes.iter_mut().flat_map(|lane| &mut lane.jobs);
        added.filter(|job| job.position >= before).for_each(|job| job.is_optional = true);
        Ok(())
    }

    fn add_job(
        &mut self,
        path: &Path,
        kind: FileKind,
        user: &[String],
        source: &Path,
        directory: Option<PathBuf>,
    ) -> Result<(), LlvmError> {
        let compiler = match kind {
            FileKind::C | FileKind::FpCore => Compiler::Clang,
            FileKind::Bitcode | FileKind::TextIr if self.objects.is_some() => Compiler::Clang,
            FileKind::Cxx => Compiler::ClangCxx,
            FileKind::Fortran => Compiler::Flang,
            FileKind::Rust => Compiler::Rustc,
            FileKind::Bitcode | FileKind::TextIr => {
                return Err(LlvmError::Database {
                    path: path.to_path_buf(),
                    problem: "a compilation database is for sources; name this file itself".into(),
                });
            }
        };
        let program = compiler.find(path)?;
        let position = self.next_position();
        let mut product = self.product(position, compiler);
        if (compiler, &product) == (Compiler::Rustc, &Product::Bitcode) {
            // rustc's intermediate files lie beside its output, and in the working folder if it has none:
            // another call there would take them away.
            product = Product::BitcodeFile(format!("{}/{position}.bc", self.module_directory()?));
        }
        let flags = match compiler {
            Compiler::Clang | Compiler::ClangCxx => {
                let mut flags = flags::for_clang(user, &product);
                flags.extend(self.last.iter().map(|&flag| flag.to_owned()));
                flags
            }
            Compiler::Flang => flags::for_flang(user, &self.module_directory()?, &product),
            Compiler::Rustc => {
                let stem = path.file_stem().unwrap_or_default().to_string_lossy();
                flags::for_rustc(user, &flags::crate_name(&stem), position, &product)
            }
        };
        let mut arguments: Vec<OsString> = flags.into_iter().map(OsString::from).collect();
        arguments.push(as_argument(source));
        let path = path.to_path_buf();
        let is_optional = false;
        let job =
            CompileJob { position, path, compiler, program, arguments, directory, product, is_optional };
        self.add_to_lane(job);
        Ok(())
    }

    /// What the compiler of the file at a position writes.
    fn product(&self, position: usize, compiler: Compiler) -> Product {
        match (&self.objects, &self.described) {
            (None, Some(name)) => Product::TypeDump(name.clone()),
            (None, None) => Product::Bitcode,
            (Some(folder), _) => {
                let extension = if compiler == Compiler::Rustc { "a" } else { "o" };
                let file = folder.join(format!("{position}.{extension}"));
                Product::Object(file.to_string_lossy().into_owned())
            }
        }
    }

    /// Fortran files share one lane, because one may need a module that another defines.
    fn add_to_lane(&mut self, job: CompileJob) {
        let fortran = job.compiler == Compiler::Flang;
        match self.lanes.iter_mut().find(|lane| fortran && lane.ordered) {
            Some(lane) => lane.jobs.push(job),
            None => self.lanes.push(Lane { jobs: vec![job], ordered: fortran }),
        }
    }

    fn module_directory(&mut self) -> Result<String, LlvmError> {
        if self.modules.is_none() {
            let made = tempfile::Builder::new().prefix("ulpwise-").tempdir();
            self.modules = Some(made.map_err(|error| LlvmError::Unreadable {
                path: std::env::temp_dir(),
                reason: format!("no directory can be made in it ({error})"),
            })?);
        }
        let directory = self.modules.as_ref().map(|made| made.path().to_string_lossy().into_owned());
        Ok(directory.unwrap_or_default())
    }
}

/// The name of a source file as a compiler takes it, not to be mistaken for a flag.
fn as_argument(source: &Path) -> OsString {
    if source.as_os_str().as_encoded_bytes().starts_with(b"-") {
        Path::new(".").join(source).into_os_string()
    } else {
        source.as_os_str().to_owned()
    }
}

/// Reads a file that is LLVM's already.
fn read(path: &Path, kind: FileKind) -> Result<Unit, LlvmError> {
    let bytes = std::fs::read(path)
        .map_err(|error| LlvmError::Unreadable { path: path.to_path_buf(), reason: error.to_string() })?;
    if kind == FileKind::Bitcode && !is_bitcode(&bytes) {
        return Err(LlvmError::NotBitcode { path: path.to_path_buf(), found: what_it_is(&bytes) });
    }
    Ok(Unit { path: path.to_path_buf(), bytes })
}

/// Whether the bytes begin as bitcode does, raw or in its wrapper.
pub(crate) fn is_bitcode(bytes: &[u8]) -> bool {
    bytes.starts_with(b"BC\xC0\xDE") || bytes.starts_with(&[0xDE, 0xC0, 0x17, 0x0B])
}

fn what_it_is(bytes: &[u8]) -> &'static str {
    if bytes.starts_with(b"\x7fELF") {
        "machine code"
    } else if bytes.starts_with(b"!<arch>\n") {
        "an archive"
    } else if bytes.iter().all(|byte| byte.is_ascii_graphic() || byte.is_ascii_whitespace()) {
        "text"
    } else {
        "something else"
    }
}

/// What is going on while a file is compiled, for messages about limits.
fn compiling(path: &Path) -> String {
    format!("compiling {}", shown(path))
}
