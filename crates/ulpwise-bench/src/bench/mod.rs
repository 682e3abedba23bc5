//! `cargo xtask bench NAME`: measurements, each beside a peer or a baseline in the same run.

mod absint;
mod accuracy;
mod agree;
mod certificates;
mod circuits;
mod corpus;
mod diff;
pub(crate) mod driven;
mod exact_results;
mod exception_queries;
mod exec;
mod gsl_check;
mod html;
mod incremental;
mod interpreter;
mod languages;
mod libm_queries;
mod limits;
mod loading;
mod miters;
mod native;
mod native_agree;
mod native_search;
mod of_crate;
mod smtlib;
mod smtlib_parse;
mod stability;

use anyhow::Result;
pub(crate) use certificates::CERTIFIED;

/// The benchmarks.
#[derive(clap::Subcommand)]
pub(crate) enum Benchmark {
    /// What abstract interpretation proves of GSL's functions, and whether sampling refutes it
    Absint(absint::AbsintBenchOptions),
    /// The largest errors found in 21 routines, beside a random search and published figures: 45
    /// minutes; with `--bounds`, proven bounds against random inputs
    Accuracy(accuracy::AccuracyOptions),
    /// The errors found in GSL's functions of one or more doubles, grouped by causes, beside
    /// mpmath and, with `--peer`, another ulpwise
    AccuracyFunctions(accuracy::functions::FunctionsOptions),
    /// Proven bounds of small formulas beside those of another tool
    Bounds(accuracy::formulas::FormulaOptions),
    /// Every scalar function of GSL's special functions, interpreted and native: differing bits
    Agree(agree::CampaignOptions),
    /// How many abstract proofs the checker of certificates verifies, and how long that takes
    Certificates(certificates::CertificateOptions),
    /// Sizes of the circuits of floating-point operators beside published ones
    Circuits,
    /// Every program of the corpus under its specification, with times; with `--gsl`, entry points
    /// of GSL
    Corpus(corpus::CorpusOptions),
    /// GSL's functions of one argument, unoptimised beside optimised for a newer processor: the largest
    /// differences; with `--cost`, what `diff` costs beside `check` on the pairs of the corpus
    Diff(diff::DiffBenchOptions),
    /// Libm's results against the interval engine's enclosures
    Enclosures(CrateArguments),
    /// What is called exact of functions that compute with floats on purpose, and of plain formulas,
    /// against MPFR: 20 minutes
    ExactResults(exact_results::ExactResultsOptions),
    /// Queries behind nonlinear guards, scripts and planted systems: every engine
    ExceptionQueries {
        /// Seconds for each query and engine
        #[arg(default_value_t = 2.0)]
        seconds: f64,
        /// Random systems of each kind
        #[arg(default_value_t = 40)]
        systems: u64,
    },
    /// The symbolic executor: speed beside the interpreter, forks, bytes a path, joined branches,
    /// two threads
    Exec,
    /// Speed of the exact arithmetic beside rustc_apfloat, and ten million cases of each operation
    Floats(CrateArguments),
    /// Verdicts on every operation of GSL's scalar special functions, beside a sampler: an hour
    Gsl(gsl_check::GslOptions),
    /// The page of a run with thousands of findings in Chromium: opening, filtering, sorting
    Html(html::HtmlOptions),
    /// A thousand queries of one growing path, asked of one engine and each of its own
    Incremental(incremental::IncrementalOptions),
    /// Speed of the interpreter as a multiple of lli's on the same programs
    Interpreter,
    /// Functions that use Boost.Math, Eigen, glm, LAPACK and crates, with default options; with
    /// `--refute`, their proofs against native calls: half an hour
    Languages(languages::LanguagesOptions),
    /// Queries with libm terms and known answers: search, interval and the portfolio
    LibmQueries {
        /// Seconds for each query and engine
        #[arg(default_value_t = 2.0)]
        seconds: f64,
    },
    /// Large functions of ERFA, GSL and generated ones under limits of time and memory, with signals
    Limits(limits::LimitsOptions),
    /// The SAT solver refutes that circuits of half precision differ from their definition
    Miters(miters::MitersOptions),
    /// What checks cost native code on GSL's functions, and calls a second through the child
    Native(native::NativeOptions),
    /// The same functions: exceptions reported by native code and by the interpreter that differ
    NativeAgree(native_agree::NativeAgreeOptions),
    /// Exceptions that guided search finds in GSL's functions, beside a sampler in the same run
    NativeSearch(native_search::NativeSearchOptions),
    /// Nanoseconds a projection of the interval engine, beside one exact addition
    Projections(CrateArguments),
    /// Projections and time of the interval engine along chains of operations, by their length
    Propagation(CrateArguments),
    /// Order and lengths of the portfolio's time slices, from measurements of the single engines
    Schedule(smtlib::schedule::ScheduleOptions),
    /// Our engines and z3, cvc5 and Bitwuzla on the same SMT-LIB files
    Smtlib(smtlib::SmtlibOptions),
    /// Reading of SMT-LIB files beside z3's
    SmtlibParse,
    /// Precision under any rounding: the paper's tables, programs with known answers, native runs
    /// against bounds
    Stability(stability::StabilityOptions),
    /// Terms built a second and bytes a term, beside a plain hash map
    Terms(CrateArguments),
    /// Which `unsat` answers on the SMT-LIB files have a certificate that the checker accepts
    UnsatCertificates(smtlib::certificates::UnsatCertificatesOptions),
}

/// What a benchmark of another crate is started with.
#[derive(clap::Args)]
pub(crate) struct CrateArguments {
    /// Arguments of the crate's own benchmark
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<String>,
}

/// Runs a benchmark.
pub(crate) fn run(benchmark: &Benchmark) -> Result<()> {
    match benchmark {
        Benchmark::Absint(options) => absint::run(options),
        Benchmark::Accuracy(options) => accuracy::run(options),
        Benchmark::AccuracyFunctions(options) => accuracy::functions::run(options),
        Benchmark::Agree(options) => agree::run(options),
        Benchmark::Bounds(options) => accuracy::formulas::run(options),
        Benchmark::Certificates(options) => certificates::run(options),
        Benchmark::Circuits => circuits::run(),
        Benchmark::Corpus(options) => corpus::run(options),
        Benchmark::Diff(options) => diff::run(options),
        Benchmark::Enclosures(given) => {
            of_crate::run("ulpwise-interval", "enclosures", &[], &given.arguments)
        }
        Benchmark::ExactResults(options) => exact_results::run(options),
        Benchmark::ExceptionQueries { seconds, systems } => exception_queries::run(*seconds, *systems),
        Benchmark::Exec => exec::run(),
        Benchmark::Floats(given) => {
            of_crate::run("ulpwise-testkit", "floats", &["--features", "mpfr"], &given.arguments)
        }
        Benchmark::Gsl(options) => gsl_check::run(options),
        Benchmark::Html(options) => html::run(options),
        Benchmark::Incremental(options) => incremental::run(options),
        Benchmark::Interpreter => interpreter::run(),
        Benchmark::Languages(options) => languages::run(options),
        Benchmark::LibmQueries { seconds } => libm_queries::run(*seconds),
        Benchmark::Limits(options) => limits::run(options),
        Benchmark::Miters(options) => miters::run(options),
        Benchmark::Native(options) => native::run(options),
        Benchmark::NativeAgree(options) => native_agree::run(options),
        Benchmark::NativeSearch(options) => native_search::run(options),
        Benchmark::Projections(given) => {
            of_crate::run("ulpwise-interval", "projections", &[], &given.arguments)
        }
        Benchmark::Propagation(given) => {
            of_crate::run("ulpwise-interval", "propagation", &[], &given.arguments)
        }
        Benchmark::Schedule(options) => smtlib::schedule::run(options),
        Benchmark::Smtlib(options) => smtlib::run(options),
        Benchmark::SmtlibParse => smtlib_parse::run(),
        Benchmark::Stability(options) => stability::run(options),
        Benchmark::Terms(given) => of_crate::run("ulpwise-expr", "terms", &[], &given.arguments),
        Benchmark::UnsatCertificates(options) => smtlib::certificates::run(options),
    }
}
