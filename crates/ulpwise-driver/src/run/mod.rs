//! Runs one function with given arguments, in the interpreter and, if that is wanted, also
//! natively.

mod call;
mod ending;
mod model;
mod native;
mod outcome;

pub use ending::RunEnd;

use crate::STACK_SIZE;
use crate::context::RunContext;
use crate::error::DriverError;
use crate::load::{LoadLimits, check_links, load_to_run};
use crate::options::RunOptions;
use crate::project::with_project;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::Duration;
use ulpwise_finding::Run;
use ulpwise_harness::resolve::resolve;
use ulpwise_harness::value_syntax::{WrittenValue, parse_arguments};
use ulpwise_ir::FunctionId;
use ulpwise_llvm::Loaded;

/// How much longer than its limit the interpreter may take to notice that its time is over. It
/// cannot look at the clock inside one call of the host's library, such as `jn` of a huge order.
const GRACE: Duration = Duration::from_secs(2);

/// What came of running a function.
#[derive(Clone, Debug)]
pub struct RunReport {
    /// The exceptions, the result and the end of the call. The exit code and the command are the
    /// caller's to set.
    pub run: Run,
    /// What the end means.
    pub end: RunEnd,
}

/// What the thread that makes the call sends.
enum Message {
    /// The call is over.
    CallEnded,
    /// All of it is over.
    Done(Box<Result<RunReport, DriverError>>),
}

/// Runs one function.
///
/// # Errors
/// The program does not load, an argument does not fit, or ulpwise has a bug.
/// [`DriverError::LongLibraryCall`] leaves a thread behind that only the end of the process ends.
pub fn run(options: &RunOptions, context: &RunContext) -> Result<RunReport, DriverError> {
    // Before the compilers are started for nothing.
    let values = parse_arguments(&options.values).map_err(|error| DriverError::refused(error.to_string()))?;
    check_links(&options.links)?;
    let program = with_project(&options.program, context)?;
    let options = &RunOptions { program, ..options.clone() };
    context.progress.phase("compiling");
    let loaded = load_to_run(&options.program, &options.links, LoadLimits::default())?;
    let function = resolve(&loaded.module, options.function.as_deref())?;
    context.progress.phase_within("running", Some(options.timeout));
    let patience = options.timeout.checked_add(GRACE).unwrap_or(Duration::MAX);
    let (sender, receiver) = channel();
    let (options, context) = (options.clone(), context.clone());
    let timeout = options.timeout;
    let work = move || {
        let report = make_call(&loaded, function, values, &options, &context, &sender);
        // The receiver is gone if the time was over.
        let _ = sender.send(Message::Done(Box::new(report)));
    };
    let worker = std::thread::Builder::new().stack_size(STACK_SIZE).spawn(work);
    let worker = worker.map_err(DriverError::NoThread)?;
    let mut message = receiver.recv_timeout(patience);
    if let Ok(Message::CallEnded) = message {
        message = receiver.recv().map_err(|_| RecvTimeoutError::Disconnected);
    }
    match message {
        Ok(Message::Done(report)) => *report,
        Err(RecvTimeoutError::Timeout) => Err(DriverError::LongLibraryCall { timeout }),
        Ok(Message::CallEnded) | Err(RecvTimeoutError::Disconnected) => match worker.join() {
            Err(panic) => std::panic::resume_unwind(panic),
            Ok(()) => Err(DriverError::internal("the thread of the call gave no report")),
        },
    }
}

/// Makes the call.
fn make_call(
    loaded: &Loaded,
    function: FunctionId,
    values: Vec<WrittenValue>,
    options: &RunOptions,
    context: &RunContext,
    sender: &Sender<Message>,
) -> Result<RunReport, DriverError> {
    let outcome = call::call(&loaded.module, function, values, options)?;
    let _ = sender.send(Message::CallEnded);
    context.progress.phase("running natively");
    let native =
        if options.native { Some(native::compare_natively(&outcome, &loaded.units, options)?) } else { None };
    let run = model::run(&outcome, native, options, &loaded.warnings);
    Ok(RunReport { run, end: ending::run_end(&outcome) })
}
