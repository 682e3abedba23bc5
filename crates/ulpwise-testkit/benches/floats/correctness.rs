//! Every operation of every named format on millions of random cases, on all cores.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;
use ulpwise_float::{Flags, Float, Format, Rounding};
use ulpwise_testkit::{Answer, Campaign, Operation, hardware, mpfr};

type Oracle = fn(Operation, [Float; 3], Rounding) -> Option<(Answer, Flags)>;

/// One line of the report.
pub(crate) struct Line {
    pub(crate) text: String,
    pub(crate) failed: bool,
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

/// What is run, by oracle.
fn campaigns(cases: u64) -> Vec<(&'static str, Oracle, Campaign)> {
    let mut list = Vec::new();
    for format in [Format::F32, Format::F64, Format::X87] {
        let conversions = [Format::F32, Format::F64, Format::X87].into_iter().filter(|&to| to != format);
        let operations =
            ARITHMETIC.into_iter().chain(HARDWARE_ONLY).chain(conversions.map(Operation::Convert));
        // The x87 unit has no fused multiply-add.
        for operation in operations.filter(|&operation| format != Format::X87 || operation != Operation::Fma)
        {
            let campaign = Campaign { format, operation, cases, seed: 1 };
            list.push(("processor", hardware::evaluate as Oracle, campaign));
        }
    }
    for format in [Format::F16, Format::BF16, Format::F128] {
        let conversions = [Format::F16, Format::BF16, Format::F64, Format::F128].into_iter();
        let conversions = conversions.filter(|&to| to != format);
        for operation in ARITHMETIC.into_iter().chain(conversions.map(Operation::Convert)) {
            let campaign = Campaign { format, operation, cases, seed: 1 };
            list.push(("MPFR", mpfr::evaluate as Oracle, campaign));
        }
    }
    list
}

/// Runs all campaigns with `cases` cases each.
pub(crate) fn run(cases: u64) -> Vec<Line> {
    let campaigns = campaigns(cases);
    let next = AtomicUsize::new(0);
    let lines = Mutex::new(Vec::new());
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some(&(name, oracle, campaign)) =
                    campaigns.get(next.fetch_add(1, Ordering::Relaxed))
                {
                    let line = run_one(name, oracle, campaign);
                    lines.lock().expect("no thread panics while it holds the lock").push(line);
                }
            });
        }
    });
    lines.into_inner().expect("no thread panics while it holds the lock")
}

fn run_one(name: &str, oracle: Oracle, campaign: Campaign) -> Line {
    let start = Instant::now();
    let what = format!("{} {:?} against the {name}", campaign.format, campaign.operation);
    match campaign.run(oracle) {
        Ok(answered) => {
            let seconds = start.elapsed().as_secs_f64();
            Line {
                text: format!("{what}: {answered} of {} cases agree ({seconds:.1} s)", campaign.cases),
                failed: false,
            }
        }
        Err(mismatch) => Line { text: format!("{what}: MISMATCH {mismatch}"), failed: true },
    }
}
