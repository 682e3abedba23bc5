//! The cost of propagation along chains of additions and multiplications: projections and microseconds by length, beside
//! the evaluation of the same chain at one point.

use std::io::Write as _;
use std::time::Instant;
use ulpwise_base::Budget;
use ulpwise_expr::{Model, Sort, Tape, Term, TermStore, Value};
use ulpwise_float::{Float, Format, Rounding};
use ulpwise_interval::{Interval, Options};

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

fn main() -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    writeln!(
        out,
        "{:>8} {:>12} {:>12} {:>14} {:>10}",
        "length", "projections", "µs", "ns/operation", "× eval"
    )?;
    for length in [10, 100, 1_000, 10_000, 100_000] {
        let mut store = TermStore::new();
        let (x, assertions) = chain(&mut store, length);
        let mut engine = Interval::new(Options::default());
        let start = Instant::now();
        let result = engine.propagated_bounds(&store, &assertions, &Budget::unlimited());
        let elapsed = start.elapsed().as_secs_f64();
        assert!(result.is_ok(), "no limit was given");
        let tape = Tape::new(&store, &assertions);
        let mut model = Model::new();
        model.set(x, Value::float(Float::from_f64(1.5)));
        let start = Instant::now();
        assert!(tape.evaluate(&model).is_ok());
        let evaluation = start.elapsed().as_secs_f64();
        let nanoseconds = elapsed * 1e9 / length as f64;
        let bar = "#".repeat((nanoseconds / 200.0).ceil() as usize);
        let projections = engine.projections();
        let ratio = elapsed / evaluation;
        let micros = elapsed * 1e6;
        writeln!(
            out,
            "{length:>8} {projections:>12} {micros:>12.0} {nanoseconds:>14.0} {ratio:>10.1} {bar}"
        )?;
    }
    Ok(())
}
