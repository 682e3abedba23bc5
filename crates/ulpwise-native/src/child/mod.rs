//! The child's side.
//!
//! The **server** compiles and links the program, then forks a **worker** whenever there is none.
//! Only workers run the program. The server never looks at what they leave behind but the status
//! that the kernel gives.

mod distance;
mod environment;
mod heap;
mod quick;
mod runtime;
pub(crate) mod sandbox;
mod screening;
mod shadow;
mod snapshot;
mod stop;
mod timer;
mod worker;

use crate::error::NativeError;
use crate::message::{Death, Ready, Request, ServerAnswer, read_request, ready_fields, send};
use crate::region::{EVENT_WORDS, Header, Region};
use rustix::process::{Signal, set_parent_process_death_signal};
use std::fs::File;
use std::os::fd::{AsFd, FromRawFd, OwnedFd};
use std::process::ExitCode;
use ulpwise_base::Exhausted;
use ulpwise_llvm::{Instrumentation, LinkedCode, LlvmError, NativeCode, Precision, compile_native};

/// LLVM and lowering walk nested types and constants recursively.
const STACK_SIZE: usize = 256 << 20;

/// What the program does that was called with [`crate::CHILD_COMMAND`]; must be called in its only
/// thread.
pub fn child_main() -> ExitCode {
    // The answer is useless once the parent is gone. Without this the next read from the pipe ends
    // the child.
    let _ = set_parent_process_death_signal(Some(Signal::KILL));
    match serve() {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

/// The pipes to the parent, without Rust's buffers: two processes use them alternately.
struct Pipes {
    commands: File,
    answers: File,
}

impl Pipes {
    fn standard() -> std::io::Result<Self> {
        let commands = File::from(std::io::stdin().as_fd().try_clone_to_owned()?);
        let answers = File::from(std::io::stdout().as_fd().try_clone_to_owned()?);
        Ok(Self { commands, answers })
    }
}

fn serve() -> std::io::Result<()> {
    let mut pipes = Pipes::standard()?;
    let region = Region::map(inherited_file()?)?;
    let request = read_request(&mut pipes.commands)?;
    // The stack of the thread that compiles counts as well, and hardly any of it is used.
    sandbox::soft_limit_data(request.compile_memory.saturating_add(STACK_SIZE as u64))?;
    let needs_library =
        matches!(request.options.instrumentation, Instrumentation::Shadow(Precision::Bits(_)));
    if needs_library && !shadow::has_library() {
        let sentence =
            "exact shadow values need the system's library MPFR (libmpfr.so.6), which is not installed";
        return send(&mut pipes.answers, &ready_fields(&Err(NativeError::Program(sentence.to_owned()))));
    }
    let built = compile(&request).and_then(|code| {
        let linked = link(&code, &code.object, &request)?;
        let screening = code.screening.as_ref().map(|object| link(&code, object, &request)).transpose()?;
        Ok((code, linked, screening))
    });
    let (code, linked, screening) = match built {
        Ok(built) => built,
        Err(error) => return send(&mut pipes.answers, &ready_fields(&Err(error))),
    };
    if code.counted.len() > EVENT_WORDS {
        let sentence = "the program has more blocks than there is room for counters";
        return send(&mut pipes.answers, &ready_fields(&Err(NativeError::Program(sentence.to_owned()))));
    }
    let ready = Ready {
        layouts: code.layouts.clone(),
        unobserved: code.unobserved.iter().map(|site| site.as_u32()).collect(),
        site_count: code.module.sites.len() as u32,
        warnings: code.warnings.clone(),
        probes: code.counted.clone(),
    };
    send(&mut pipes.answers, &ready_fields(&Ok(ready)))?;
    // Every worker is a copy of this process, and what the compiler leaves behind makes copying
    // slow. SAFETY: gives unused memory back to the system.
    unsafe { libc::malloc_trim(0) };
    let program = worker::WorkerProgram {
        code: &code,
        linked: &linked,
        screening: screening.as_ref(),
        request: &request,
    };
    loop {
        for word in [Header::Started, Header::Ending, Header::ExitCode, Header::Screening] {
            region.set(word, 0);
        }
        // SAFETY: this process has one thread, so that the copy finds no lock held; the copy never
        // returns from `run`.
        match unsafe { libc::fork() } {
            0 => worker::run(&program, &region, pipes),
            -1 => return Err(std::io::Error::last_os_error()),
            worker => {
                let (status, cpu) = wait_for(worker)?;
                // The worker saw the end of the commands: there is nothing to do any more.
                if libc::WIFEXITED(status) && libc::WEXITSTATUS(status) == worker::NO_MORE_COMMANDS {
                    return Ok(());
                }
                // Read before the next worker writes there.
                let started = region.get(Header::Started) == 1;
                ServerAnswer::Died(Death {
                    status,
                    started,
                    ending: region.get(Header::Ending),
                    exit_code: region.get(Header::ExitCode) as u32,
                    current: region.get(Header::Current),
                    screening: region.get(Header::Screening) == 1,
                    cpu,
                })
                .write(&mut pipes.answers)?;
                // The next one would fare no better.
                if !started {
                    return Ok(());
                }
            }
        }
    }
}

/// The file of the shared memory, whose number is the second argument.
fn inherited_file() -> std::io::Result<OwnedFd> {
    let number = std::env::args().nth(2).and_then(|argument| argument.parse::<i32>().ok());
    let number = number.filter(|number| *number > 2).ok_or(std::io::ErrorKind::InvalidInput)?;
    // SAFETY: the parent opened the file for us alone and names it on the command line; nothing
    // else here owns it.
    Ok(unsafe { OwnedFd::from_raw_fd(number) })
}

/// Waits for the end of a worker. Returns its status and how many nanoseconds of CPU time it took.
fn wait_for(worker: libc::pid_t) -> std::io::Result<(libc::c_int, u64)> {
    let mut status = 0;
    loop {
        // SAFETY: a structure of numbers, for which zeros are values; waits for the only child and
        // writes its status and usage.
        let (ended, usage) = unsafe {
            let mut usage: libc::rusage = std::mem::zeroed();
            (libc::wait4(worker, &raw mut status, 0, &raw mut usage), usage)
        };
        if ended == worker {
            let time = |time: libc::timeval| {
                time.tv_sec.unsigned_abs() * 1_000_000_000 + time.tv_usec.unsigned_abs() * 1000
            };
            return Ok((status, time(usage.ru_utime) + time(usage.ru_stime)));
        }
        let error = std::io::Error::last_os_error();
        if error.kind() != std::io::ErrorKind::Interrupted {
            return Err(error);
        }
    }
}

/// Compiles with more stack than a main thread has; afterwards there is one thread again.
fn compile(request: &Request) -> Result<NativeCode, NativeError> {
    let bug = |what: &str| NativeError::Program(format!("this is a bug of ulpwise: {what}"));
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new()
            .stack_size(STACK_SIZE)
            .spawn_scoped(scope, || compile_native(&request.units, &request.options))
            // The system has memory for no other stack.
            .map_err(|_| NativeError::Stopped(Exhausted::Memory))?;
        let compiled = thread.join().map_err(|_| bug("compiling the program panicked"))?;
        compiled.map_err(|error| match error {
            LlvmError::NativeTarget { function, reason } => NativeError::NotCallable { function, reason },
            other => NativeError::Program(other.to_string()),
        })
    })
}

/// Links an object file of the code.
fn link(code: &NativeCode, object: &[u8], request: &Request) -> Result<LinkedCode, NativeError> {
    let mut definitions = environment::definitions(&code.externals);
    let error = match LinkedCode::link(object, code.layouts.len(), &definitions, &request.links) {
        Ok(linked) => return Ok(linked),
        Err(error) => error,
    };
    let refuse = |error: &LlvmError| NativeError::Program(error.to_string());
    let missing = LinkedCode::missing(&code.externals, &definitions, &request.links).unwrap_or_default();
    if missing.is_empty() {
        return Err(refuse(&error));
    }
    let is_function = |name: &&str| environment::may_be_missing(&code.module, name);
    let (functions, variables): (Vec<&str>, Vec<&str>) = missing.into_iter().partition(is_function);
    if !variables.is_empty() {
        return Err(NativeError::Program(format!(
            "the given files do not define {}: give a library or object file that does with --link FILE",
            variables.join(", ")
        )));
    }
    definitions.extend(environment::stand_ins(&functions));
    LinkedCode::link(object, code.layouts.len(), &definitions, &request.links).map_err(|error| refuse(&error))
}
