//! `cargo xtask bench NAME`: measurements, each beside a peer or a baseline in the same run.

mod absint;
mod accuracy;
mod agree;
mod circuits;
mod corpus;
mod exception_queries;
mod exec;
mod gsl_check;
mod html;
mod incremental;
mod interpreter;
mod libm_queries;
mod loading;
mod miters;
mod native;
mod native_agree;
mod native_search;
mod of_crate;
mod smtlib;
mod smtlib_parse;
mod stability;

use anyhow::{Result, bail};

/// A benchmark: what is typed, what it measures, and what it does with its arguments.
struct Benchmark {
    name: &'static str,
    about: &'static str,
    run: fn(&[String]) -> Result<()>,
}

const BENCHMARKS: &[Benchmark] = &[
    Benchmark {
        name: "absint",
        about: "what abstract interpretation proves of GSL's functions, and whether sampling refutes it",
        run: absint::run,
    },
    Benchmark {
        name: "accuracy",
        about: "the largest errors found in 21 routines, beside a random search and published figures: 45 minutes; with `--bounds`, proven bounds against random inputs",
        run: accuracy::run,
    },
    Benchmark {
        name: "agree",
        about: "every scalar function of GSL's special functions, interpreted and native: differing bits",
        run: agree::run,
    },
    Benchmark {
        name: "circuits",
        about: "sizes of the circuits of floating-point operators beside published ones",
        run: circuits::run,
    },
    Benchmark {
        name: "corpus",
        about: "every program of the corpus under its specification, with times; with `--gsl`, entry points of GSL",
        run: corpus::run,
    },
    Benchmark {
        name: "enclosures",
        about: "libm's results against the interval engine's enclosures: `points COUNT SEED`, or `singles` for all of f32",
        run: |arguments| of_crate::run("ulpwise-interval", "enclosures", &[], arguments),
    },
    Benchmark {
        name: "exception-queries",
        about: "queries behind nonlinear guards, scripts and planted systems: every engine, `[SECONDS] [SYSTEMS]`",
        run: exception_queries::run,
    },
    Benchmark {
        name: "exec",
        about: "the symbolic executor: speed beside the interpreter, forks, bytes a path, joined branches, two threads",
        run: exec::run,
    },
    Benchmark {
        name: "floats",
        about: "speed of the exact arithmetic beside rustc_apfloat, and ten million cases of each operation",
        run: |arguments| of_crate::run("ulpwise-testkit", "floats", &["--features", "mpfr"], arguments),
    },
    Benchmark {
        name: "gsl",
        about: "verdicts on every operation of GSL's scalar special functions, beside a sampler: an hour",
        run: gsl_check::run,
    },
    Benchmark {
        name: "html",
        about: "the page of a run with thousands of findings in Chromium: opening, filtering, sorting",
        run: html::run,
    },
    Benchmark {
        name: "incremental",
        about: "a thousand queries of one growing path, asked of one engine and each of its own",
        run: incremental::run,
    },
    Benchmark {
        name: "interpreter",
        about: "speed of the interpreter as a multiple of lli's on the same programs",
        run: interpreter::run,
    },
    Benchmark {
        name: "libm-queries",
        about: "queries with libm terms and known answers: search, interval and the portfolio",
        run: libm_queries::run,
    },
    Benchmark {
        name: "miters",
        about: "the SAT solver refutes that circuits of half precision differ from their definition",
        run: miters::run,
    },
    Benchmark {
        name: "native",
        about: "what checks cost native code on GSL's functions, and calls a second through the child",
        run: native::run,
    },
    Benchmark {
        name: "native-agree",
        about: "the same functions: exceptions told by native code and by the interpreter that differ",
        run: native_agree::run,
    },
    Benchmark {
        name: "native-search",
        about: "exceptions that guided search finds in GSL's functions, beside a sampler in the same run",
        run: native_search::run,
    },
    Benchmark {
        name: "projections",
        about: "nanoseconds a projection of the interval engine, beside one exact addition",
        run: |arguments| of_crate::run("ulpwise-interval", "projections", &[], arguments),
    },
    Benchmark {
        name: "propagation",
        about: "projections and time of the interval engine along chains of operations, by their length",
        run: |arguments| of_crate::run("ulpwise-interval", "propagation", &[], arguments),
    },
    Benchmark {
        name: "schedule",
        about: "order and lengths of the portfolio's turns, from measurements of the single engines",
        run: smtlib::schedule::run,
    },
    Benchmark {
        name: "smtlib",
        about: "our engines and z3, cvc5 and Bitwuzla on the same SMT-LIB files",
        run: smtlib::run,
    },
    Benchmark { name: "smtlib-parse", about: "reading of SMT-LIB files beside z3's", run: smtlib_parse::run },
    Benchmark {
        name: "stability",
        about: "precision under any rounding: the paper's tables, programs with known answers, native runs against bounds",
        run: stability::run,
    },
    Benchmark {
        name: "terms",
        about: "terms built a second and bytes a term, beside a plain hash map",
        run: |arguments| of_crate::run("ulpwise-expr", "terms", &[], arguments),
    },
];

/// Entry point of the task.
pub(crate) fn run(arguments: &[String]) -> Result<()> {
    let chosen =
        arguments.first().and_then(|name| BENCHMARKS.iter().find(|benchmark| benchmark.name == name));
    match chosen {
        Some(benchmark) => (benchmark.run)(&arguments[1..]),
        None => {
            let known: Vec<String> = BENCHMARKS
                .iter()
                .map(|benchmark| format!("  {:<14}{}", benchmark.name, benchmark.about))
                .collect();
            bail!("name a benchmark:\n{}", known.join("\n"))
        }
    }
}
