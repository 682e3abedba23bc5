//! Every operation of every named format, and decimal text, on millions of random cases, on all
//! cores.

use std::error::Error;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;
use ulpwise_float::{Flags, Float, Format, Rounding};
use ulpwise_testkit::{Campaign, Operation, ReferenceAnswer, hardware, mpfr, reading};

type Oracle = fn(Operation, [Float; 3], Rounding) -> Option<(ReferenceAnswer, Flags)>;

/// One line of the report.
pub(crate) struct ReportLine {
    pub(crate) text: String,
    pub(crate) failed: bool,
}

/// One comparison: what it is called, and how many cases agree or the first that does not.
struct Comparison {
    name: String,
    run: Box<dyn Fn() -> Result<u64, Box<dyn Error>> + Sync>,
}

const ARITHMETIC: [Operation; 9] = [
    Operation::Add,
    Operation::Sub,
    Operation::Mul,
    Operation::Div,
    Operation::Sqrt,
    Operation::Fma,
    Operation::Remainder,
    Operation::Fmod,
    Operation::RoundToIntegralExact,
];

const HARDWARE_ONLY: [Operation; 4] =
    [Operation::CompareQuiet, Operation::CompareSignaling, Operation::ToSigned(32), Operation::ToSigned(64)];

/// Runs everything with `cases` cases each and reports each line when it is there.
pub(crate) fn run(cases: u64, report: impl FnMut(ReportLine) + Send) {
    let jobs = jobs(cases);
    let next = AtomicUsize::new(0);
    let report = Mutex::new(report);
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let line = run_one(job, cases);
                    let mut report = report.lock().expect("no thread panics while it reports");
                    report(line);
                }
            });
        }
    });
}

fn run_one(job: &Comparison, cases: u64) -> ReportLine {
    let start = Instant::now();
    let outcome = (job.run)();
    let (name, seconds) = (&job.name, start.elapsed().as_secs_f64());
    match outcome {
        Ok(agreed) => {
            let text = format!("{name}: {agreed} cases agree ({seconds:.1} s)");
            ReportLine { text, failed: agreed < cases }
        }
        Err(mismatch) => ReportLine { text: format!("{name}: MISMATCH {mismatch}"), failed: true },
    }
}

fn jobs(cases: u64) -> Vec<Comparison> {
    let mut jobs = Vec::new();
    for format in [Format::F32, Format::F64, Format::X87] {
        let conversions = [Format::F32, Format::F64, Format::X87].into_iter().filter(|&to| to != format);
        let operations =
            ARITHMETIC.into_iter().chain(HARDWARE_ONLY).chain(conversions.map(Operation::Convert));
        // The x87 unit has no fused multiply-add.
        for operation in operations.filter(|&operation| format != Format::X87 || operation != Operation::Fma)
        {
            jobs.push(campaign("the processor", hardware::evaluate, format, operation, cases));
        }
    }
    for format in [Format::F16, Format::BF16, Format::F128] {
        let conversions = [Format::F16, Format::BF16, Format::F64, Format::F128].into_iter();
        let conversions = conversions.filter(|&to| to != format);
        for operation in ARITHMETIC.into_iter().chain(conversions.map(Operation::Convert)) {
            jobs.push(campaign("MPFR", mpfr::evaluate, format, operation, cases));
        }
    }
    jobs.extend(decimal_jobs(cases));
    jobs
}

fn campaign(
    oracle_name: &str,
    oracle: Oracle,
    format: Format,
    operation: Operation,
    cases: u64,
) -> Comparison {
    let campaign = Campaign { format, operation, cases, seed: 1 };
    Comparison {
        name: format!("{format} {operation:?} against {oracle_name}"),
        run: Box::new(move || Ok(campaign.run(oracle)?)),
    }
}

fn decimal_jobs(cases: u64) -> Vec<Comparison> {
    let mut jobs: Vec<Comparison> = [Format::F16, Format::BF16, Format::F32, Format::F64, Format::F128]
        .into_iter()
        .map(|format| Comparison {
            name: format!("{format} decimals read against MPFR"),
            run: Box::new(move || Ok(reading::read_against_mpfr(format, cases, 1).map(|()| cases)?)),
        })
        .collect();
    jobs.push(Comparison {
        name: "f32 and f64 decimals read against the standard library".to_owned(),
        run: Box::new(move || Ok(reading::read_against_std(cases, 1).map(|()| cases)?)),
    });
    jobs.push(Comparison {
        name: "f32 and f64 shortest decimals against the standard library".to_owned(),
        run: Box::new(move || Ok(reading::write_against_std(cases, 1).map(|()| cases)?)),
    });
    jobs
}
