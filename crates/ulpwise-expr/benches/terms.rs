//! How fast terms are built and evaluated, and how much memory they take, beside a plain hash map
//! in the same run.
//!
//! `--terms N` builds another number of terms than ten million.

use std::collections::HashMap;
use std::time::Duration;
use ulpwise_base::SplitMix64;
use ulpwise_expr::{Model, Op, Sort, Tape, Term, TermStore, Value};
use ulpwise_float::{Float, Format, Rounding};

/// Processor time of this process: what others do on the machine hardly matters to it.
fn processor_time() -> Duration {
    // Fields 14 and 15 are user and system time in ticks of 10 ms; the name in field 2 may hold
    // spaces.
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = text.rsplit(')').next().unwrap_or_default().split_whitespace().skip(11).take(2);
    let ticks: u64 = fields.filter_map(|field| field.parse::<u64>().ok()).sum();
    Duration::from_millis(10 * ticks)
}

/// What a plain hash map keeps for a term.
type PlainKey = (Op, Vec<u32>);

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let given = arguments.iter().position(|argument| argument == "--terms");
    let count = given.and_then(|at| arguments.get(at + 1)).and_then(|text| text.parse().ok());
    let count: usize = count.unwrap_or(10_000_000);

    let plain = plain_map(count);
    report("a plain map of (operator, operands)", count, plain, None);
    let (time, store) = random_terms(TermStore::without_rewrites(), count);
    report("a store without rewriting", count, time, Some((&store, plain)));
    drop(store);
    let (time, store) = random_terms(TermStore::new(), count);
    report("a store with rewriting", count, time, Some((&store, plain)));
    drop(store);
    let (time, store, root) = float_chain(count / 10);
    report("a chain of float sums, with rewriting", count / 10, time, Some((&store, plain)));
    evaluation(&store, root);
}

#[expect(clippy::print_stdout, reason = "the report is what a benchmark is for")]
fn say(line: &str) {
    println!("{line}");
}

fn per_second(count: usize, time: Duration) -> f64 {
    count as f64 / time.as_secs_f64().max(1e-3) / 1e6
}

fn report(what: &str, count: usize, time: Duration, store: Option<(&TermStore, Duration)>) {
    let mut line =
        format!("{what:<42}{count:>10} built, {:6.2} million/s of processor time", per_second(count, time));
    if let Some((store, plain)) = store {
        let bytes = store.heap_bytes() as f64 / store.len() as f64;
        let ratio = plain.as_secs_f64() / time.as_secs_f64();
        line += &format!(", {:>9} kept, {bytes:5.1} bytes each, {ratio:5.2} x a plain map", store.len());
    }
    say(&line);
}

const OPERATORS: [Op; 6] = [Op::BvAdd, Op::BvXor, Op::BvMul, Op::BvAnd, Op::BvShl, Op::BvUdiv];

/// Operators with operands among the last thousand terms, as programs have them.
fn random_terms(mut store: TermStore, count: usize) -> (Duration, TermStore) {
    let mut random = SplitMix64::new(1);
    let mut recent: Vec<Term> =
        (0..1000).map(|i| store.variable(&format!("v{i}"), Sort::BitVec(32))).collect();
    let start = processor_time();
    for step in 0..count {
        let op = OPERATORS[random.below(6) as usize];
        let operands = [recent[random.below(1000) as usize], recent[random.below(1000) as usize]];
        recent[step % 1000] = store.application(op, &operands);
    }
    (processor_time() - start, store)
}

/// The same terms, hash-consed in the obvious way.
fn plain_map(count: usize) -> Duration {
    let mut random = SplitMix64::new(1);
    let mut map: HashMap<PlainKey, u32> = HashMap::new();
    let mut recent: Vec<u32> = (0..1000).collect();
    let start = processor_time();
    for step in 0..count {
        let op = OPERATORS[random.below(6) as usize];
        let operands = vec![recent[random.below(1000) as usize], recent[random.below(1000) as usize]];
        let next = 1000 + map.len() as u32;
        recent[step % 1000] = *map.entry((op, operands)).or_insert(next);
    }
    processor_time() - start
}

/// `x := x * c + y`, with a comparison and a NaN check each: what symbolic execution of a loop
/// builds.
fn float_chain(count: usize) -> (Duration, TermStore, Term) {
    let mut store = TermStore::new();
    let rounding = store.rounding(Rounding::NearestEven);
    let y = store.variable("y", Sort::Float(Format::F64));
    let factor = store.float(Float::from_f64(1.5));
    let mut x = store.variable("x", Sort::Float(Format::F64));
    let start = processor_time();
    for _ in 0..count / 4 {
        let product = store.fp_mul(rounding, x, factor);
        x = store.fp_add(rounding, product, y);
        store.fp_lt(x, y);
        store.fp_is_nan(x);
    }
    (processor_time() - start, store, x)
}

fn evaluation(store: &TermStore, root: Term) {
    let mut model = Model::new();
    for variable in store.free_variables(&[root]) {
        model.set(variable, Value::float(Float::from_f64(-0.75)));
    }
    let start = processor_time();
    let tape = Tape::new(store, &[root]);
    let prepared = processor_time() - start;
    let start = processor_time();
    let value = tape.evaluate(&model);
    let evaluated = processor_time() - start;
    let size = store.dag_size(&[root]);
    let (preparing, evaluating) = (per_second(size, prepared), per_second(size, evaluated));
    say(&format!(
        "its tape: {preparing:.2} million terms/s; its value: {evaluating:.2} million terms/s {value:?}"
    ));
}
