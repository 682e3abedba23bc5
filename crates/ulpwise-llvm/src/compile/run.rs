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
}

/// Jobs that are done one after the other.
#[derive(Debug)]
pub(super) struct Lane {
    pub jobs: Vec<CompileJob>,
    /// Whether a job may need what another one of the lane makes.
    pub ordered: bool,
}

type Compiled = Vec<(usize, Unit)>;

/// Runs all lanes; the units come with their positions, in no particular order.
pub(super) fn run(lanes: Vec<Lane>, options: &LoadOptions, deadline: Instant) -> Result<Compiled, LlvmError> {
    let next = AtomicUsize::new(0);
    let failed = AtomicBool::new(false);
    let results: Mutex<Vec<(usize, Result<Compiled, LlvmError>)>> = Mutex::new(Vec::new());
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
    let lanes: Result<Vec<Compiled>, LlvmError> = results.into_iter().map(|(_, result)| result).collect();
    Ok(lanes?.into_iter().flatten().collect())
}

/// Runs the jobs of a lane. A job of an ordered lane that fails is tried again as long as others
/// succeed: it may have needed a module of a file that stands after it.
fn run_lane(lane: &Lane, options: &LoadOptions, deadline: Instant) -> Result<Compiled, LlvmError> {
    let mut done = Vec::new();
    let mut waiting: Vec<&CompileJob> = lane.jobs.iter().collect();
    while !waiting.is_empty() {
        let mut again = Vec::new();
        let mut first_error = None;
        for job in &waiting {
            match run_job(job, options, deadline) {
                Ok(unit) => done.push((job.position, unit)),
                Err(error @ (LlvmError::CompileFailed { .. } | LlvmError::ForeignModule { .. }))
                    if lane.ordered =>
                {
                    first_error.get_or_insert(error);
                    again.push(*job);
                }
                Err(error) => return Err(error),
            }
        }
        match first_error {
            Some(error) if again.len() == waiting.len() => return Err(error),
            _ => waiting = again,
        }
    }
    Ok(done)
}

fn run_job(job: &CompileJob, options: &LoadOptions, deadline: Instant) -> Result<Unit, LlvmError> {
    let limits = Limits { memory: options.memory_limit, cpu: options.time_limit };
    let mut command = Command::new(&job.program);
    command.args(&job.arguments);
    if let Some(directory) = &job.directory {
        command.current_dir(directory);
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
