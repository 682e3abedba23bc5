//! The parent's side: starts the child and knows what it made.
//!
//! `calls` hands it inputs and reads what came of them; `batch` sees a batch through, over as many
//! workers as it takes.

mod batch;
mod calls;
mod watch;

use crate::coverage::Coverage;
use crate::error::{NativeError, system};
use crate::launch::{Launcher, Running, launch};
use crate::message::{Ready, Request};
use crate::options::EngineOptions;
use crate::outcome::Protection;
use crate::region::{Header, Region};
use rustix::fs::{MemfdFlags, OFlags, fcntl_setfl, memfd_create};
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::os::fd::{AsRawFd, OwnedFd};
use std::time::Duration;
use ulpwise_ir::SiteId;
use ulpwise_llvm::{NativeOptions, NativeTarget, TargetLayout, Unit};

/// A program that runs natively in a child process. Dropping it ends the child.
pub struct Engine {
    launcher: Launcher,
    request: Request,
    region: Region,
    region_file: OwnedFd,
    output: File,
    /// Removed with the engine.
    _scratch: tempfile::TempDir,
    child: Running,
    ready: Ready,
    last_cpu: Duration,
    last_elapsed: Duration,
    /// The CPU time that the worker has reported so far.
    reported_cpu: Duration,
    /// Whether the worker has made no call yet.
    worker_is_fresh: bool,
    /// Whether a batch was left before its end: what the child answers now is not known.
    is_abandoned: bool,
}

impl Engine {
    /// Starts a child, which compiles and links the program.
    ///
    /// # Errors
    /// When the program cannot be compiled or linked or one of the targets cannot be called.
    pub fn start(
        launcher: &Launcher,
        units: &[Unit],
        targets: &[NativeTarget],
        options: &EngineOptions,
    ) -> Result<Self, NativeError> {
        let (region, region_file) = Region::create().map_err(system("no shared memory"))?;
        let scratch = tempfile::tempdir().map_err(system("no scratch folder"))?;
        let output = memfd_create("ulpwise-output", MemfdFlags::empty())
            .map_err(|error| system("no file for output")(error.into()))?;
        fcntl_setfl(&output, OFlags::APPEND).map_err(|error| system("no file for output")(error.into()))?;
        let native = NativeOptions {
            instrumentation: options.instrumentation,
            optimisation: options.optimisation,
            targets: targets.to_vec(),
            setup: options.setup.clone(),
        };
        let request = Request {
            units: units.to_vec(),
            options: native,
            links: options.links.clone(),
            scratch: scratch.path().to_path_buf(),
            output_file: output.as_raw_fd(),
            call_milliseconds: u64::try_from(options.call_limit.as_millis()).unwrap_or(u64::MAX),
            // A worker has its heap and as much beside it.
            memory: options.memory_limit.min(launcher.limits.memory / 2),
            compile_memory: launcher.limits.memory,
        };
        let (child, ready) = launch(launcher, &request, &region_file)?;
        let output = File::from(output);
        let launcher = launcher.clone();
        Ok(Self {
            launcher,
            request,
            region,
            region_file,
            output,
            _scratch: scratch,
            child,
            ready,
            last_cpu: Duration::ZERO,
            last_elapsed: Duration::ZERO,
            reported_cpu: Duration::ZERO,
            worker_is_fresh: true,
            is_abandoned: false,
        })
    }

    /// The CPU time that compiling the program took.
    pub fn compile_cpu(&self) -> Duration {
        self.child.compile_cpu
    }

    /// How each target is called.
    pub fn layouts(&self) -> &[TargetLayout] {
        &self.ready.layouts
    }

    /// The sites whose exceptions are not seen: nothing may be concluded from their silence.
    pub fn unobserved(&self) -> impl Iterator<Item = SiteId> + '_ {
        self.ready.unobserved.iter().map(|&site| SiteId::new(site))
    }

    /// What the compiler wants the user to know.
    pub fn warnings(&self) -> &[String] {
        &self.ready.warnings
    }

    /// How often lines and branches ran since the engine was started; empty unless it counts
    /// ([`Instrumentation::Coverage`](crate::Instrumentation::Coverage)).
    pub fn coverage(&self) -> Coverage {
        let probes = self.ready.probes.iter().enumerate();
        Coverage { counts: probes.map(|(index, probe)| (probe.clone(), self.region.event(index))).collect() }
    }

    /// CPU time that the last batch of calls took, with that of workers that did not reach its end.
    /// Kernels count it in steps of up to some milliseconds.
    pub fn last_batch_cpu(&self) -> Duration {
        self.last_cpu
    }

    /// The same by the clock, which a loaded machine makes longer.
    pub fn last_batch_elapsed(&self) -> Duration {
        self.last_elapsed
    }

    /// How much CPU time a call may take.
    pub fn call_limit(&self) -> Duration {
        Duration::from_millis(self.request.call_milliseconds)
    }

    /// The folder in which the program may write.
    pub fn scratch(&self) -> &std::path::Path {
        &self.request.scratch
    }

    /// What this kernel cannot protect from; known after the first call.
    pub fn missing_protection(&self) -> Vec<Protection> {
        let bits = self.region.get(Header::MissingProtection);
        Protection::ALL.into_iter().filter(|protection| bits & protection.bit() != 0).collect()
    }

    /// What the program has printed since the last time, output and errors together.
    ///
    /// # Errors
    /// When the system cannot read its own memory.
    pub fn take_output(&mut self) -> Result<Vec<u8>, NativeError> {
        let mut bytes = Vec::new();
        let read = |output: &mut File, bytes: &mut Vec<u8>| -> std::io::Result<()> {
            output.seek(SeekFrom::Start(0))?;
            output.read_to_end(bytes)?;
            output.set_len(0)
        };
        read(&mut self.output, &mut bytes).map_err(system("the program's output"))?;
        Ok(bytes)
    }
}
