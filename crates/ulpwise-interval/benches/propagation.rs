//! The cost of propagation along chains of additions and multiplications: projections and processor
//! time by length, beside the evaluation of the same chain at one point, and a plot of both axes in
//! powers of ten, where a straight line along the dots is linear growth.

use std::io::Write as _;
use std::time::Duration;
use ulpwise_base::Budget;
use ulpwise_expr::{Model, Sort, Tape, Term, TermStore, Value};
use ulpwise_float::{Float, Format, Rounding};
use ulpwise_interval::{IntervalEngine, IntervalOptions};

/// A chain that starts in [1, 2] and must end below 3.
fn chain(store: &mut TermStore, length: usize) -> (Term, Vec<Term>) {
    let mode = store.rounding(Rounding::NearestEven);
    let x = store.variable("x", Sort::Float(Format::F64));
    let [one, two, half, three] = [1.0, 2.0, 0.5, 3.0].map(|value| store.float(Float::from_f64(value)));
    let mut term = x;
    for step in 0..length {
        term = if step % 2 == 0 { store.fp_mul(mode, term, half) } else { store.fp_add(mode, term, one) };
    }
    (x, vec![store.fp_leq(one, x), store.fp_leq(x, two), store.fp_leq(term, three)])
}

/// The processor time of this thread so far, which other programs on the machine do not change
/// much.
fn processor_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// A line of the plot: the measured time, and where it would be if it had grown as the length did.
fn plotted(micros: f64, linear: f64) -> String {
    let column = |value: f64| (value.max(1.0).log10() * 10.0).round() as usize;
    let mut line: Vec<char> = vec![' '; column(micros).max(column(linear)) + 1];
    line[column(linear)] = '.';
    line[column(micros)] = '#';
    line.into_iter().collect()
}

fn main() -> std::io::Result<()> {
    let mut first: Option<(usize, f64)> = None;
    let mut out = std::io::stdout().lock();
    writeln!(
        out,
        "{:>8} {:>12} {:>12} {:>14} {:>10}  # µs, . linear: |1µs      |10       |100      |1ms      |10ms     |100ms",
        "length", "projections", "µs", "ns/operation", "× eval"
    )?;
    for length in [10, 100, 1_000, 10_000, 100_000] {
        let mut store = TermStore::new();
        let (x, assertions) = chain(&mut store, length);
        let mut engine = IntervalEngine::new(IntervalOptions::default());
        let start = processor_time();
        let result = engine.propagated_bounds(&store, &assertions, &Budget::unlimited());
        let elapsed = (processor_time() - start).as_secs_f64();
        assert!(result.is_ok(), "no limit was given");
        let tape = Tape::new(&store, &assertions);
        let mut model = Model::new();
        model.set(x, Value::float(Float::from_f64(1.5)));
        let start = processor_time();
        assert!(tape.evaluate(&model).is_ok());
        let evaluation = (processor_time() - start).as_secs_f64();
        let nanoseconds = elapsed * 1e9 / length as f64;
        let projections = engine.projections();
        let ratio = elapsed / evaluation;
        let micros = elapsed * 1e6;
        let (least, time) = *first.get_or_insert((length, micros));
        let bar = plotted(micros, time * length as f64 / least as f64);
        writeln!(
            out,
            "{length:>8} {projections:>12} {micros:>12.0} {nanoseconds:>14.0} {ratio:>10.1}                    {bar}"
        )?;
    }
    Ok(())
}
