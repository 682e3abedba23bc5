//! The arguments of `ulpwise check`.

use super::{DomainArguments, InputArguments, ReportArguments, former_names, number, shared};
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;
use ulpwise_driver::cache::{existing_folder, project_folder};
use ulpwise_driver::{CheckOptions, ProgramContracts, RoundingModes};
use ulpwise_engines::EngineChoice;
use ulpwise_exceptions::Analysis;
use ulpwise_interp::Exception;

/// The arguments of `ulpwise check`.
#[derive(Debug, Args)]
pub(crate) struct CheckArguments {
    #[command(flatten)]
    pub(crate) input: InputArguments,
    /// Which functions: a name, or a pattern in which * stands for any characters. All that other
    /// files can call unless it is said. May be repeated.
    #[arg(long = "fn", value_name = "NAME")]
    pub(crate) function: Vec<String>,
    /// Leave out these functions: a name, or a pattern. May be repeated.
    #[arg(long, value_name = "NAME")]
    pub(crate) not_fn: Vec<String>,
    /// Check functions that headers of libraries define by themselves, too; otherwise only what
    /// other functions call of them.
    #[arg(long)]
    pub(crate) library_functions: bool,
    #[command(flatten)]
    pub(crate) domain: DomainArguments,
    /// What is assumed of the parameters, in C: 'x * x < y'. May be repeated.
    #[arg(long, value_name = "CONDITION")]
    pub(crate) assume: Vec<String>,
    /// Inputs may be infinite or NaN, too; otherwise they are finite.
    #[arg(long)]
    pub(crate) non_finite: bool,
    /// Leave out proofs that take more for granted than the language promises: lengths of arrays
    /// behind pointers, that pointers do not overlap, the errors of the mathematical library.
    /// Inputs may be any value then, as with --non-finite.
    #[arg(long)]
    pub(crate) assume_nothing: bool,
    /// Only this exception: invalid, divide-by-zero, overflow, underflow or int-conversion; or one
    /// that is looked for on request: inexact, which is any rounding, or cancellation, a sum or
    /// difference that loses half of its digits. May be repeated.
    #[arg(long, value_name = "NAME", value_parser = number::any_exception)]
    pub(crate) property: Vec<Exception>,
    /// Only the first exception of a call counts, as if the program stopped there.
    #[arg(long)]
    pub(crate) stop_at_exception: bool,
    /// The rounding mode in which calls begin, or any of the four: then proven means in each of
    /// them.
    #[arg(long, value_enum, default_value_t = StartRounding::Nearest, value_name = "MODE")]
    pub(crate) rounding: StartRounding,
    /// Calls begin with flush-to-zero and denormals-are-zero, as in programs linked with
    /// -ffast-math: numbers below the smallest normal one count as zeros.
    #[arg(long)]
    pub(crate) ftz: bool,
    /// How much CPU time one function may take once it is compiled.
    #[arg(long, value_name = "SECONDS", value_parser = number::duration, default_value = "10")]
    pub(crate) timeout: Duration,
    /// How long all functions may take together. What is left when each has had its time goes in
    /// time slices to those that are most likely to find more.
    #[arg(long, value_name = "SECONDS", value_parser = number::duration)]
    pub(crate) total: Option<Duration>,
    /// How many times a path may fork at one branch of one call, as loops do; then it is cut off.
    #[arg(long, value_name = "N")]
    pub(crate) loop_bound: Option<u32>,
    /// How many functions are checked at once; as many as there are cores unless it is said. On a
    /// single function, how many processes and threads work; one unless it is said.
    #[arg(long, value_name = "N", value_parser = number::thread_count)]
    pub(crate) jobs: Option<usize>,
    /// Random seed.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Only this analysis: abstract, exhaustive, native or symbolic. May be repeated.
    #[arg(long, alias = former_names::ANALYSIS, value_name = "NAME", value_parser = number::analysis)]
    pub(crate) analysis: Vec<Analysis>,
    /// Solver for reachability queries, as for `ulpwise solve`.
    #[arg(long, value_name = "NAME", default_value = "portfolio", value_parser = EngineChoice::from_name)]
    pub(crate) engine: EngineChoice,
    /// The command of an SMT-LIB solver of nonlinear real arithmetic, such as 'z3 -in', that the
    /// portfolio asks where to look.
    #[arg(long, value_name = "COMMAND", value_parser = shared::nonlinear_solver)]
    pub(crate) solver_nra: Option<EngineChoice>,
    /// How much CPU time a call may take.
    #[arg(long, value_name = "SECONDS", value_parser = number::duration, default_value = "0.025")]
    pub(crate) call_timeout: Duration,
    /// How much memory each process may take. What was found until then is reported.
    #[arg(long, value_name = "MIB", default_value_t = 4096)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    pub(crate) memory: u64,
    /// A function without parameters that is called before any other, natively. May be repeated.
    #[arg(long, value_name = "NAME")]
    pub(crate) setup: Vec<String>,
    /// A library (.so, .a) or object file (.o) that the program needs; may be repeated.
    #[arg(long, value_name = "FILE")]
    pub(crate) link: Vec<PathBuf>,
    /// Keep verdicts in this folder as they come; a run that was ended goes on where it was.
    #[arg(short, long, value_name = "DIR")]
    pub(crate) output: Option<PathBuf>,
    /// Take over the verdicts of another run's --output folder; may be repeated.
    #[arg(long, value_name = "DIR", requires = "output")]
    pub(crate) merge: Vec<PathBuf>,
    /// Keep verdicts by content in this folder, or in .ulpwise at the top of the project, and take from
    /// there what has not changed, whatever else has. A project that has .ulpwise uses it always.
    #[arg(long, value_name = "DIR", num_args = 0..=1, require_equals = true)]
    pub(crate) cache: Option<Option<PathBuf>>,
    /// Use no cache, also where the project has one.
    #[arg(long, conflicts_with = "cache")]
    pub(crate) no_cache: bool,
    /// Only functions that a change since this revision of git touches, and those that call them.
    #[arg(long, value_name = "REV")]
    pub(crate) since: Option<String>,
    /// Write every witness into this folder, a file each, for `ulpwise replay`.
    #[arg(long, value_name = "DIR")]
    pub(crate) witnesses: Option<PathBuf>,
    /// Write certificates of the abstract proofs into this folder, for `ulpwise verify`, and check
    /// them.
    #[arg(long, value_name = "DIR")]
    pub(crate) certificates: Option<PathBuf>,
    /// Accept the exceptions that this file names; only others make the exit code 1.
    #[arg(long, value_name = "FILE")]
    pub(crate) baseline: Option<PathBuf>,
    /// Write all exceptions that are found into this file, for --baseline.
    #[arg(long, value_name = "FILE")]
    pub(crate) write_baseline: Option<PathBuf>,
    /// How many root causes are drawn; 0 means all.
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub(crate) limit: usize,
    /// Show notes, too: what happens and does no harm that was seen, such as exact results below the
    /// smallest normal number. Otherwise they are counted.
    #[arg(long)]
    pub(crate) notes: bool,
    /// Settings of the project, for all functions and for some; otherwise ulpwise.toml of this
    /// folder, or of one above it.
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) reports: ReportArguments,
    /// Only a line for each exception that is not accepted.
    #[arg(short, long, conflicts_with_all = ["verbose", "json"])]
    pub(crate) quiet: bool,
    /// Also what follows from something else, inputs in hexadecimal, and which analysis proved how
    /// much.
    #[arg(short, long, conflicts_with = "json")]
    pub(crate) verbose: bool,
    /// As JSON, described in docs/commands/check.md.
    #[arg(long)]
    pub(crate) json: bool,
}

impl CheckArguments {
    /// The folder of the cache, if there is to be one.
    fn cache_folder(&self) -> Option<PathBuf> {
        let here = std::env::current_dir().ok();
        match &self.cache {
            _ if self.no_cache => None,
            Some(Some(folder)) => Some(folder.clone()),
            Some(None) => Some(project_folder(&here?)),
            None => existing_folder(&here?),
        }
    }

    /// What the driver is asked for.
    pub(crate) fn options(&self) -> CheckOptions {
        CheckOptions {
            program: self.input.program(),
            functions: self.function.clone(),
            excluded: self.not_fn.clone(),
            library_functions: self.library_functions,
            part: None,
            domain: self.domain.domain(),
            assume: self.assume.clone(),
            non_finite: self.non_finite,
            assume_nothing: self.assume_nothing,
            properties: self.property.clone(),
            stop_at_exception: self.stop_at_exception,
            rounding: self.rounding.into(),
            ftz: self.ftz,
            timeout: self.timeout,
            total: self.total,
            loop_bound: self.loop_bound,
            jobs: self.jobs,
            seed: self.seed,
            seeds: Vec::new(),
            analyses: self.analysis.clone(),
            engine: self.engine.clone(),
            solver_nra: self.solver_nra.clone(),
            call_timeout: self.call_timeout,
            memory: self.memory,
            setup: self.setup.clone(),
            links: self.link.clone(),
            store: self.output.clone(),
            cache: self.cache_folder(),
            since: self.since.clone(),
            merge: self.merge.clone(),
            witnesses: self.witnesses.clone(),
            certificates: self.certificates.clone(),
            baseline: self.baseline.clone(),
            plots: self.reports.html.is_some(),
            allows_unused_ranges: false,
            overrides: Vec::new(),
            keeps_findings: true,
            contracts: ProgramContracts::default(),
        }
    }
}

/// Rounding modes by their name on the command line: those of the processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum StartRounding {
    /// To nearest, ties to even.
    Nearest,
    /// Towards plus infinity.
    Up,
    /// Towards minus infinity.
    Down,
    /// Towards zero.
    Zero,
    /// Each of them.
    Any,
}

impl From<StartRounding> for RoundingModes {
    fn from(argument: StartRounding) -> RoundingModes {
        match argument {
            StartRounding::Nearest => Self::Nearest,
            StartRounding::Up => Self::Up,
            StartRounding::Down => Self::Down,
            StartRounding::Zero => Self::Zero,
            StartRounding::Any => Self::Any,
        }
    }
}
