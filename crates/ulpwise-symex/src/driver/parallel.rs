//! Several threads explore one program. Each has terms and a solver of its own; a path goes from
//! one to another as the decisions that it took, and is taken again there without a solver.

use super::exchange::Exchange;
use super::progress::Observer;
use super::worker::{Worker, WorkerEvent};
use super::{EVENT_INTERVAL, Executor};
use crate::entry::EntryPoint;
use crate::executor::SymexOptions;
use crate::path::Summary;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Instant;
use ulpwise_base::SharedWork;
use ulpwise_interp::{PathEnd, Program};
use ulpwise_solver::{Libm, Solver};

/// Models of library functions that call back are recursive: threads get as much stack as a
/// program's main thread may have.
const STACK_BYTES: usize = 256 << 20;

/// What threads need.
#[derive(Clone, Copy)]
pub struct Tools<'t> {
    /// Makes a solver; each thread asks one of its own.
    pub solver: &'t (dyn Fn() -> Box<dyn Solver> + Sync),
    /// Makes another, which is asked first about what that one could not decide.
    pub resort: Option<&'t (dyn Fn() -> Box<dyn Solver> + Sync)>,
    /// What libm delivers where the program runs.
    pub libm: &'t Libm<'t>,
}

/// Explores a function from its first instruction with some threads. The observer is called from
/// this one.
///
/// # Errors
/// The function cannot be entered with these arguments.
pub fn explore_in_parallel(
    program: &Program<'_>,
    tools: Tools<'_>,
    options: &SymexOptions,
    jobs: usize,
    entry: &EntryPoint,
    observer: &mut dyn Observer,
) -> Result<Summary, PathEnd> {
    let exchange = Exchange::new(jobs.max(1));
    let (sender, event) = channel::<WorkerEvent>();
    let shared = &SharedWork::begin();
    let outcomes = thread::scope(|scope| {
        let mut workers = Vec::new();
        for number in 0..jobs.max(1) {
            let (sender, exchange) = (sender.clone(), &exchange);
            let part = move || work(program, tools, options, exchange, number, entry, &sender);
            let work = move || shared.part(part);
            let worker = thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work);
            // With fewer threads than wanted, those that there are would wait for the others
            // forever.
            let worker = worker.unwrap_or_else(|error| panic!("no thread can be started: {error}"));
            workers.push(worker);
        }
        drop(sender);
        let mut last = Instant::now();
        loop {
            match event.recv_timeout(EVENT_INTERVAL) {
                Ok(WorkerEvent::Path(path)) => observer.path(path),
                Ok(WorkerEvent::Candidate(candidate)) => observer.candidate(candidate),
                Ok(WorkerEvent::Inaccurate(combination)) => observer.inaccurate(combination),
                Ok(WorkerEvent::Alive) => {}
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if last.elapsed() >= EVENT_INTERVAL {
                last = Instant::now();
                observer.progress(&exchange.progress(program.taken_edges(), &options.budget));
            }
        }
        workers.into_iter().map(thread::ScopedJoinHandle::join).collect::<Vec<_>>()
    });
    shared.end();
    let mut summary = Summary::default();
    exchange.left().into_iter().for_each(|place| summary.leave(place));
    for outcome in outcomes {
        // What panics in a worker is caught there.
        summary.add(&outcome.unwrap_or_else(|panic| std::panic::resume_unwind(panic))?);
    }
    Ok(summary)
}

/// What one thread does.
fn work(
    program: &Program<'_>,
    tools: Tools<'_>,
    options: &SymexOptions,
    exchange: &Exchange,
    number: usize,
    entry: &EntryPoint,
    sender: &Sender<WorkerEvent>,
) -> Result<Summary, PathEnd> {
    let mut tell = |event: WorkerEvent| {
        if !matches!(event, WorkerEvent::Alive) {
            // The receiver is gone only if the exploration has ended.
            let _ = sender.send(event);
        }
    };
    let explore = || {
        let mut solver = (tools.solver)();
        let mut resort = tools.resort.map(|make| make());
        let mut executor = Executor::new(program, &mut *solver, tools.libm, options.clone());
        if let Some(resort) = &mut resort {
            executor = executor.with_resort(&mut **resort);
        }
        Worker::new(&mut executor, exchange, number, &mut tell).run(entry)
    };
    let outcome = catch_unwind(AssertUnwindSafe(explore));
    if !matches!(outcome, Ok(Ok(_))) {
        // The others would wait for this one.
        exchange.stop();
    }
    outcome.unwrap_or_else(|_| {
        // A bug of ours; the hook has said its sentence. What was found so far counts, and it must
        // not count as all.
        let mut summary = Summary::default();
        summary.miss("a bug of ulpwise ended the exploration");
        Ok(summary)
    })
}
