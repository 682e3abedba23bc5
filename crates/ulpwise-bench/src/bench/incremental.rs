//! `cargo xtask bench incremental`: the queries of one growing path, asked of one engine and each
//! of an engine of its own.
//!
//! The path is that of a program that reads bytes: each step takes a new one, makes a float of it,
//! scales it or adds it to a sum, and branches; both sides are asked for, and the path goes on with
//! one that is possible. Times are processor time of this thread and of the programs it started, so
//! that load on the machine costs neither side anything. With `--every N` engines of their own are
//! asked at every N-th branch only, and their time counts N times.

use crate::engines;
use anyhow::{Context, Result, bail, ensure};
use ulpwise_base::{Budget, SplitMix64};
use ulpwise_expr::{Sort, Term, TermStore};
use ulpwise_float::{Float, Format, Rounding};
use ulpwise_solver::{Query, Solver, Verdict};

/// How much faster one engine has to be.
const WANTED: f64 = 3.0;

/// The terms of the path.
struct GrowingProgram {
    store: TermStore,
    random: SplitMix64,
    sum: Term,
    steps: u32,
}

impl GrowingProgram {
    fn new() -> GrowingProgram {
        let mut store = TermStore::new();
        let sum = store.fp_zero(Format::F32, false);
        GrowingProgram { store, random: SplitMix64::new(11), sum, steps: 0 }
    }

    fn float(&mut self, value: f64) -> Term {
        self.store.float(Float::from_f64(value).convert(Format::F32, Rounding::NearestEven).0)
    }

    /// The next branch condition.
    fn branch(&mut self) -> Term {
        let byte = self.store.variable(&format!("byte{}", self.steps), Sort::BitVec(8));
        let nearest = self.store.rounding(Rounding::NearestEven);
        let number = self.store.fp_from_unsigned(Format::F32, nearest, byte);
        self.steps += 1;
        let quarter = self.random.below(1000) as f64 / 4.0;
        match self.steps % 8 {
            0 => {
                self.sum = self.store.fp_add(nearest, self.sum, number);
                let limit = self.float(16.0 * f64::from(self.steps) + quarter);
                self.store.fp_lt(self.sum, limit)
            }
            1..=3 => {
                let factor = self.float(0.75);
                let scaled = self.store.fp_mul(nearest, number, factor);
                let limit = self.float(quarter);
                self.store.fp_lt(scaled, limit)
            }
            _ => {
                let letter = self.store.bv(8, self.random.below(256));
                let masked = self.store.bv_and(byte, letter);
                let limit = self.store.bv(8, self.random.below(200));
                self.store.bv_ult(masked, limit)
            }
        }
    }
}

/// Processor time of this thread and of the programs that this process started, in seconds.
fn cpu_seconds() -> Result<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").context("the kernel does not tell")?;
    let nanoseconds: u64 = text.split_ascii_whitespace().next().context("an empty answer")?.parse()?;
    let mut ticks = stat_fields("/proc/self/stat", [ENDED_USER, ENDED_SYSTEM])?;
    // Programs are started by whichever thread asks; the list of each thread has its own.
    for thread in std::fs::read_dir("/proc/self/task")? {
        let children = std::fs::read_to_string(thread?.path().join("children")).unwrap_or_default();
        for child in children.split_ascii_whitespace() {
            ticks += stat_fields(&format!("/proc/{child}/stat"), [USER, SYSTEM]).unwrap_or(0);
        }
    }
    let ticks_a_second = rustix::param::clock_ticks_per_second() as f64;
    Ok(nanoseconds as f64 / 1e9 + ticks as f64 / ticks_a_second)
}

/// Places of times in a process's `stat`, counted from behind its name: its own, and those of
/// processes of it that have ended.
const USER: usize = 11;
const SYSTEM: usize = 12;
const ENDED_USER: usize = 13;
const ENDED_SYSTEM: usize = 14;

/// The sum of two times of a process, in ticks.
fn stat_fields(path: &str, places: [usize; 2]) -> Result<u64> {
    let text = std::fs::read_to_string(path)?;
    let (_, behind) = text.rsplit_once(')').context("a process without a name")?;
    let fields: Vec<&str> = behind.split_ascii_whitespace().collect();
    let mut sum = 0;
    for place in places {
        sum += fields.get(place).context("a time is missing")?.parse::<u64>()?;
    }
    Ok(sum)
}

/// What makes the engine of a name, outside programs included.
fn maker(name: &str) -> Result<Box<dyn Fn() -> Box<dyn Solver>>> {
    if !name.starts_with("process:") {
        return Ok(Box::new(engines::by_name(name)?));
    }
    let choice = ulpwise_engines::EngineChoice::from_name(name).map_err(anyhow::Error::msg)?;
    Ok(Box::new(move || choice.make(&ulpwise_engines::SolverOptions::default())))
}

fn checked(
    engine: &mut dyn Solver,
    program: &mut GrowingProgram,
    asked: &[Term],
    seconds: &mut f64,
) -> Result<bool> {
    let start = cpu_seconds()?;
    let verdict = engine.check(&mut program.store, &Query::new(asked), &Budget::unlimited());
    *seconds += cpu_seconds()? - start;
    match verdict {
        Verdict::Sat(_) => Ok(true),
        Verdict::Unsat => Ok(false),
        Verdict::Unknown(reason) => bail!("a query of the path is unknown: {reason}"),
    }
}

/// Options of the benchmark.
#[derive(clap::Args)]
pub(crate) struct IncrementalOptions {
    /// The engine
    #[arg(long, default_value = "bitblast")]
    engine: String,
    /// How many queries
    #[arg(long, default_value_t = 1000)]
    queries: u32,
    /// Ask engines of their own at every n-th branch only
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    every: u32,
}

#[expect(clippy::print_stdout, reason = "the table is the result")]
pub(super) fn run(options: &IncrementalOptions) -> Result<()> {
    let IncrementalOptions { ref engine, queries, every } = *options;
    let make = maker(engine)?;
    let mut program = GrowingProgram::new();
    let mut kept = make();
    let (mut together, mut apart) = (0.0, 0.0);
    let mut path: Vec<Term> = Vec::new();
    let mut satisfiable = 0;
    println!("{:>8}{:>14}{:>14}{:>9}", "queries", "one engine s", "one by one s", "ratio");
    for asked in 1..=queries / 2 {
        let condition = program.branch();
        let negation = program.store.not(condition);
        let mut possible = Vec::new();
        for branch in [condition, negation] {
            let query = [&path[..], &[branch]].concat();
            let along = checked(kept.as_mut(), &mut program, &query, &mut together)?;
            // Both sides of one branch in so many, taken for the others too.
            if asked % every == 0 {
                let mut seconds = 0.0;
                let alone = checked(make().as_mut(), &mut program, &query, &mut seconds)?;
                apart += f64::from(every) * seconds;
                ensure!(along == alone, "the two disagree after {} branches", path.len());
            }
            satisfiable += usize::from(along);
            if along {
                possible.push(branch);
            }
        }
        let turn = program.random.below(possible.len().max(1) as u64) as usize;
        path.push(*possible.get(turn).context("neither side of a branch is possible")?);
        if asked % (queries / 10).max(1) == 0 || asked == queries / 2 {
            println!("{:>8}{together:>14.2}{apart:>14.2}{:>9.1}", 2 * asked, apart / together);
        }
    }
    println!("{satisfiable} of {} queries are satisfiable", 2 * (queries / 2));
    for (name, number) in kept.statistics() {
        println!("{number:>10}  {name}");
    }
    ensure!(apart >= WANTED * together, "less than {WANTED} times as fast");
    Ok(())
}
