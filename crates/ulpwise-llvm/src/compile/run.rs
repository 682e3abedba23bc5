//! Runs the compilers, a few at a time.

use super::flags::Product;
use super::toolchain::Compiler;
use super::{Unit, compiling, is_bitcode};
use crate::error::LlvmError;
use crate::input::LoadOptions;
use crate::process::{Finished, Limits, ProcessFailure, Running};
use std::ffi::OsString;
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Instant;

/// One call of a compiler.
#[derive(Debug)]
pub(super) struct CompileJob {
    /// The index of the file among all files.
    pub position: usize,
    /// The file as the user named it.
    pub path: PathBuf,
    pub compiler: Compiler,
    pub program: PathBuf,
    pub arguments: Vec<OsString>,
    /// Where to start it, when not where we are.
    pub directory: Option<PathBuf>,
    /// What it writes.
    pub product: Product,
    /// Whether the others go on without it if it fails, and a flag that the compiler does not know is
    /// left out.
    pub is_optional: bool,
}

/// Jobs that are done one after the other.
#[derive(Debug)]
pub(super) struct Lane {
    pub jobs: Vec<CompileJob>,
    /// Whether a job may need what another one of the lane makes.
    pub ordered: bool,
}

type Compiled = Vec<(usize, Unit)>;

/// How many flags that it does not know are taken away from a compiler for one file.
const MOST_UNKNOWN_FLAGS: usize = 16;

/// Runs all lanes; the units come with their positions, in no particular order.
pub(super) fn run(lanes: Vec<Lane>, options: &LoadOptions, deadline: Instant) -> Result<Compiled, LlvmError> {
    run_with_losses(lanes, options, deadline).map(|(compiled, _)| compiled)
}

/// The same, and why optional jobs failed.
pub(super) fn run_with_losses(
    lanes: Vec<Lane>,
    options: &LoadOptions,
    deadline: Instant,
) -> Result<(Compiled, Vec<LlvmError>), LlvmError> {
    let next = AtomicUsize::new(0);
    let failed = AtomicBool::new(false);
    let results: Mutex<Vec<(usize, Result<_, LlvmError>)>> = Mutex::new(Vec::new());
    let work = || {
        // Lanes are taken in order, so whatever stands before a failed one is run to its end, and
        // the first failure does not depend on timing.
        while !failed.load(Ordering::Relaxed) {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(lane) = lanes.get(index) else { break };
            let result = run_lane(lane, options, deadline);
            if result.is_err() {
                failed.store(true, Ordering::Relaxed);
            }
            results.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push((index, result));
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..options.compile_jobs.min(lanes.len()) {
            scope.spawn(work);
        }
        work();
    });
    let mut results = results.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    results.sort_by_key(|(index, _)| *index);
    let (mut compiled, mut lost) = (Compiled::new(), Vec::new());
    for (_, result) in results {
        let (some, losses) = result?;
        compiled.extend(some);
        lost.extend(losses);
    }
    Ok((compiled, lost))
}

/// Runs the jobs of a lane. A job of an ordered lane that fails is tried again as long as others
/// succeed: it may have needed a module of a file that stands after it.
fn run_lane(
    lane: &Lane,
    options: &LoadOptions,
    deadline: Instant,
) -> Result<(Compiled, Vec<LlvmError>), LlvmError> {
    let (mut done, mut lost) = (Vec::new(), Vec::new());
    let mut waiting: Vec<&CompileJob> = lane.jobs.iter().collect();
    while !waiting.is_empty() {
        let mut again = Vec::new();
        let mut errors = Vec::new();
        for job in &waiting {
            match run_job(job, options, deadline) {
                Ok(unit) => done.push((job.position, unit)),
                Err(error @ (LlvmError::CompileFailed { .. } | LlvmError::ForeignModule { .. }))
                    if lane.ordered =>
                {
                    errors.push(error);
                    again.push(*job);
                }
                Err(error) if job.is_optional && is_about_one_file(&error) => lost.push(error),
                Err(error) => return Err(error),
            }
        }
        if again.len() == waiting.len() {
            // None of them can be helped by another one.
            let all = again.iter().zip(errors);
            for (job, error) in all {
                if !job.is_optional {
                    return Err(error);
                }
                lost.push(error);
            }
            break;
        }
        waiting = again;
    }
    Ok((done, lost))
}

/// Whether others can go on without the file that failed.
fn is_about_one_file(error: &LlvmError) -> bool {
    matches!(
        error,
        LlvmError::CompileFailed { .. }
            | LlvmError::CompilerCrashed { .. }
            | LlvmError::ForeignModule { .. }
            | LlvmError::NoBitcode { .. }
            | LlvmError::OutOfMemory { .. }
    )
}

fn run_job(job: &CompileJob, options: &LoadOptions, deadline: Instant) -> Result<Unit, LlvmError> {
    let mut arguments = job.arguments.clone();
    for _ in 0..MOST_UNKNOWN_FLAGS {
        let result = run_with(job, &arguments, options, deadline);
        let Err(LlvmError::CompileFailed { compiler_output, .. }) = &result else { return result };
        let before = arguments.len();
        let unknown = unknown_flags(compiler_output);
        arguments.retain(|word| !unknown.iter().any(|flag| word.as_os_str() == flag.as_str()));
        if !job.is_optional || arguments.len() == before {
            return result;
        }
    }
    run_with(job, &arguments, options, deadline)
}

/// The flags of which a compiler says that it does not know them.
fn unknown_flags(compiler_output: &str) -> Vec<String> {
    let said = compiler_output.lines().filter(|line| line.contains("error: un"));
    let said = said.filter(|line| {
        ["unknown argument", "unsupported option", "unsupported argument"].iter().any(|it| line.contains(it))
    });
    said.filter_map(|line| Some(line.split_once('\'')?.1.split_once('\'')?.0.to_owned())).collect()
}

fn run_with(
    job: &CompileJob,
    arguments: &[OsString],
    options: &LoadOptions,
    deadline: Instant,
) -> Result<Unit, LlvmError> {
    let limits = Limits { memory: options.memory_limit, cpu: options.time_limit };
    let mut command = Command::new(&job.program);
    command.args(arguments);
    if let Some(directory) = &job.directory {
        command.current_dir(directory);
    }
    if job.compiler == Compiler::Rustc {
        // A stable rustc takes the flag about shared generics then.
        command.env("RUSTC_BOOTSTRAP", "1");
    }
    let unusable = |error: std::io::Error| LlvmError::CompilerUnusable {
        program: job.program.clone(),
        reason: error.to_string(),
    };
    let running = Running::spawn(&mut command, limits).map_err(unusable)?;
    match running.finish(b"", deadline, &options.cancel) {
        Ok(finished) => judge(job, finished, options),
        Err(ProcessFailure::DeadlinePassed) => {
            Err(LlvmError::TimedOut { what: compiling(&job.path), limit: options.time_limit })
        }
        Err(ProcessFailure::Cancelled) => Err(LlvmError::Cancelled { what: compiling(&job.path) }),
        Err(ProcessFailure::Io(error)) => Err(unusable(error)),
    }
}

/// What a compiler's end means.
fn judge(job: &CompileJob, finished: Finished, options: &LoadOptions) -> Result<Unit, LlvmError> {
    let path = job.path.clone();
    if finished.status.success() {
        return match &job.product {
            // The object file lies where it was asked for.
            Product::Object(file) => Ok(Unit { path: file.into(), bytes: Vec::new() }),
            Product::Bitcode if is_bitcode(&finished.stdout) => Ok(Unit { path, bytes: finished.stdout }),
            Product::BitcodeFile(file) => match std::fs::read(file) {
                Ok(bytes) if is_bitcode(&bytes) => Ok(Unit { path, bytes }),
                _ => Err(LlvmError::NoBitcode { path, compiler: job.compiler.name().into() }),
            },
            Product::TypeDump(_) => Ok(Unit { path, bytes: finished.stdout }),
            Product::Bitcode => Err(LlvmError::NoBitcode { path, compiler: job.compiler.name().into() }),
        };
    }
    if finished.ran_out_of_memory() {
        return Err(LlvmError::OutOfMemory { what: compiling(&path), limit: options.memory_limit });
    }
    let compiler_output = finished.stderr_text();
    let compiler = job.compiler.name().to_owned();
    if let Some(module) = foreign_module(job, &compiler_output) {
        return Err(LlvmError::ForeignModule { path, module });
    }
    match finished.status.signal() {
        Some(signal) => Err(LlvmError::CompilerCrashed { path, compiler, signal, compiler_output }),
        None => Err(LlvmError::CompileFailed { path, compiler, compiler_output }),
    }
}

/// The module whose file flang cannot read because another compiler wrote it.
fn foreign_module(job: &CompileJob, compiler_output: &str) -> Option<String> {
    let (_, rest) = compiler_output.split_once("Cannot parse module file for module '")?;
    let (module, why) = rest.split_once('\'').filter(|_| job.compiler == Compiler::Flang)?;
    // flang says the same of a file that is not there at all.
    let is_missing = why.lines().next().is_some_and(|line| line.contains("was not found"));
    (!is_missing).then(|| module.to_owned())
}
