//! How long the engine goes on after it was cancelled, in processor time of its own thread, which
//! load does not change: on a chain of 100,000 operations, on a system of linear inequalities, and
//! on the SMT-LIB files that are named as arguments.
//!
//! Each query is cancelled after several delays; what is printed is the longest time from there to
//! the answer, and the time of the whole.
//! `cargo bench -p ulpwise-interval --bench cancellation -- FILES`.

use std::io::Write as _;
use std::path::Path;
use std::sync::mpsc;
use std::time::Duration;
use ulpwise_base::{Budget, CancelFlag};
use ulpwise_expr::{Sort, Term, TermStore};
use ulpwise_float::{Float, Format, Rounding};
use ulpwise_interval::{IntervalEngine, IntervalOptions};
use ulpwise_smtlib::{Command, read_script};
use ulpwise_solver::{Query, Solver};

const DELAYS_MS: [u64; 6] = [1, 5, 20, 60, 200, 600];

/// The processor time of a thread so far, from what the kernel says of it.
fn processor_time(thread: &Path) -> Duration {
    let text = std::fs::read_to_string(thread.join("schedstat")).unwrap_or_default();
    let nanoseconds = text.split(' ').next().and_then(|field| field.parse().ok());
    Duration::from_nanos(nanoseconds.unwrap_or(0))
}

/// A query: its name, and what makes it.
type CancellationCase = (String, Box<dyn Fn(&mut TermStore) -> Vec<Term> + Sync>);

fn chain(store: &mut TermStore) -> Vec<Term> {
    let mode = store.rounding(Rounding::NearestEven);
    let x = store.variable("x", Sort::Float(Format::F64));
    let [one, two, half] = [1.0, 2.0, 0.5].map(|value| store.float(Float::from_f64(value)));
    let mut term = x;
    for step in 0..100_000 {
        term = if step % 2 == 0 { store.fp_mul(mode, term, half) } else { store.fp_add(mode, term, one) };
    }
    vec![store.fp_leq(one, x), store.fp_leq(x, two), store.fp_lt(two, term)]
}

fn inequalities(store: &mut TermStore) -> Vec<Term> {
    let mode = store.rounding(Rounding::NearestEven);
    let variables: Vec<Term> =
        (0..100).map(|index| store.variable(&format!("x{index}"), Sort::Float(Format::F64))).collect();
    let [low, high] = [-10.0, 10.0].map(|value| store.float(Float::from_f64(value)));
    let mut assertions = Vec::new();
    for &var in &variables {
        assertions.extend([store.fp_leq(low, var), store.fp_leq(var, high)]);
    }
    for row in 0..100_u32 {
        let mut sum = store.float(Float::from_f64(0.0));
        for (column, &var) in variables.iter().enumerate() {
            let coefficient = f64::from((row * 7919 + column as u32 * 104_729) % 2003) / 100.0 - 10.0;
            let coefficient = store.float(Float::from_f64(coefficient));
            let product = store.fp_mul(mode, coefficient, var);
            sum = store.fp_add(mode, sum, product);
        }
        let bound = store.float(Float::from_f64(f64::from(row % 40) - 30.0));
        assertions.push(store.fp_leq(sum, bound));
    }
    assertions
}

fn from_file(path: String) -> CancellationCase {
    let name = path.rsplit('/').next().unwrap_or(&path).to_owned();
    let read = move |store: &mut TermStore| {
        let text = std::fs::read(&path).unwrap_or_default();
        let commands = read_script(store, &text).unwrap_or_default();
        let asserted = commands.into_iter().filter_map(|command| match command {
            Command::Assert { term, .. } => Some(term),
            _ => None,
        });
        asserted.collect()
    };
    (name, Box::new(read))
}

/// The processor time from the cancellation to the answer, and that of the whole.
fn measure(case: &CancellationCase, delay: Duration) -> (Duration, Duration) {
    let flag = CancelFlag::default();
    let (send, receive) = mpsc::channel();
    std::thread::scope(|scope| {
        let worker = scope.spawn(|| {
            let mut store = TermStore::new();
            let assertions = (case.1)(&mut store);
            let thread = std::fs::canonicalize("/proc/thread-self").unwrap_or_default();
            let start = processor_time(&thread);
            let _ = send.send(thread.clone());
            let budget = Budget::unlimited().with_cancel(flag.clone());
            let mut engine = IntervalEngine::new(IntervalOptions::default());
            engine.check(&mut store, &Query::new(&assertions), &budget);
            // Before the engine's memory is given back.
            (start, processor_time(&thread))
        });
        let thread = receive.recv().unwrap_or_default();
        std::thread::sleep(delay);
        // What ended by itself before says nothing.
        let is_finished = worker.is_finished();
        let cancelled = processor_time(&thread);
        flag.cancel();
        let (start, end) = worker.join().expect("the engine does not panic");
        let cancelled = if is_finished { end } else { cancelled.max(start) };
        (end.saturating_sub(cancelled), end.saturating_sub(start))
    })
}

fn main() -> std::io::Result<()> {
    let mut cases: Vec<CancellationCase> = vec![
        ("chain of 100,000".to_owned(), Box::new(chain)),
        ("100 inequalities of 100 terms".to_owned(), Box::new(inequalities)),
    ];
    cases.extend(std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).map(from_file));
    let mut out = std::io::stdout().lock();
    writeln!(out, "{:<50} {:>12} {:>12}", "query", "longest, ms", "whole, ms")?;
    for case in &cases {
        let runs: Vec<(Duration, Duration)> =
            DELAYS_MS.iter().map(|&delay| measure(case, Duration::from_millis(delay))).collect();
        let longest = runs.iter().map(|run| run.0).max().unwrap_or_default();
        let whole = runs.iter().map(|run| run.1).max().unwrap_or_default();
        let milliseconds = |time: Duration| time.as_secs_f64() * 1e3;
        writeln!(out, "{:<50} {:>12.2} {:>12.2}", case.0, milliseconds(longest), milliseconds(whole))?;
    }
    Ok(())
}
