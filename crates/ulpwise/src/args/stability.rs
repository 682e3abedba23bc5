//! The arguments of `ulpwise stability`.

use super::{InputArguments, ReportArguments, TargetArguments, number, shared};
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;
use ulpwise_driver::{LoopOptions, RoundingModes, StabilityOptions, StabilityScope};
use ulpwise_engines::EngineChoice;
use ulpwise_stability::Invariants;

/// The arguments of `ulpwise stability`.
#[derive(Debug, Args)]
pub(crate) struct StabilityArguments {
    #[command(flatten)]
    pub(crate) input: InputArguments,
    #[command(flatten)]
    pub(crate) target: TargetArguments,
    /// What is assumed of the parameters, in C: 'x * x < y'. May be repeated.
    #[arg(long, value_name = "CONDITION", conflicts_with = "iterate")]
    pub(crate) assume: Vec<String>,
    /// Leave out proofs that take more for granted than the language promises: lengths of arrays
    /// behind pointers, that pointers do not overlap, the errors of the mathematical library.
    #[arg(long)]
    pub(crate) assume_nothing: bool,
    /// How large a relative error is tolerated: 0.1%, or 0.001.
    #[arg(long, value_name = "SHARE", default_value = "0.1%", value_parser = number::share)]
    pub(crate) tolerance: f64,
    /// What verdicts are about: `all` operations, what the function returns (`return`), or the
    /// operations of a line. May be repeated.
    #[arg(long, value_name = "WHERE", default_value = "all", value_parser = scope)]
    pub(crate) at: Vec<StabilityScope>,
    /// The rounding mode of all runs, or any of them: then stable means in each of the five.
    #[arg(long, value_enum, default_value_t = StabilityRounding::Any, value_name = "MODE")]
    pub(crate) rounding: StabilityRounding,
    /// How many times a path may fork at one branch of one call, as loops do; then it is cut off.
    #[arg(long, value_name = "N", default_value_t = 64)]
    pub(crate) loop_bound: u32,
    /// Leave out what is known before: status, sign, product or normal. May be repeated.
    #[arg(long, value_name = "NAME", value_enum)]
    pub(crate) no_invariant: Vec<InvariantName>,
    /// Leave out a refinement of what forms do not decide: linear programs, or solvers in exact
    /// float semantics. May be repeated.
    #[arg(long, value_name = "NAME", value_enum)]
    pub(crate) without: Vec<Refinement>,
    /// The command of an SMT-LIB solver of nonlinear real arithmetic, such as 'z3 -in', that is
    /// asked about what is left open: its models are inputs to look at.
    #[arg(long, value_name = "COMMAND", value_parser = shared::outside_solver)]
    pub(crate) solver_nra: Option<EngineChoice>,
    /// Believe that solver when it says unsat: then that is a proof.
    #[arg(long, requires = "solver_nra")]
    pub(crate) believe_solver: bool,
    /// The relative error of every rounding as a power of two, if it is larger than the format's:
    /// --delta=-12.
    #[arg(long, value_name = "EXPONENT", allow_hyphen_values = true)]
    pub(crate) delta: Option<i32>,
    /// How much CPU time it may take.
    #[arg(long, value_name = "SECONDS", value_parser = number::duration, default_value = "60")]
    pub(crate) timeout: Duration,
    /// Makes another search for runs that lose precision; the same seed makes the same one.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// A control loop: so many calls of the function, each with the state that the last one left;
    /// bounds of the state's error after each.
    #[arg(long, value_name = "STEPS", requires = "state", conflicts_with = "trials")]
    pub(crate) iterate: Option<usize>,
    /// A part of the state of --iterate: NAME=return is the parameter that gets what the function
    /// returned, NAME what it wrote behind a pointer. May be repeated.
    #[arg(long, value_name = "NAME", requires = "iterate")]
    pub(crate) state: Vec<String>,
    /// Draw the error after each step of --iterate into this file, as SVG.
    #[arg(long, value_name = "FILE", requires = "iterate")]
    pub(crate) plot: Option<PathBuf>,
    /// Write every run that loses precision into this folder, a file each, for `ulpwise replay`.
    #[arg(long, value_name = "DIR", conflicts_with = "iterate")]
    pub(crate) witnesses: Option<PathBuf>,
    /// Then make so many native calls by chance, in the four modes of the processor, and hold the
    /// proven bounds against them.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) trials: u64,
    /// How much CPU time a native call may take.
    #[arg(long, value_name = "SECONDS", value_parser = number::duration, default_value = "1")]
    pub(crate) call_timeout: Duration,
    /// How much memory each process may take. What was found until then is reported.
    #[arg(long, value_name = "MIB", default_value_t = 4096)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    pub(crate) memory: u64,
    /// A library (.so, .a) or object file (.o) that the program needs; may be repeated.
    #[arg(long, value_name = "FILE")]
    pub(crate) link: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) reports: ReportArguments,
    /// As JSON, described in docs/commands/stability.md.
    #[arg(long)]
    pub(crate) json: bool,
}

fn scope(text: &str) -> Result<StabilityScope, String> {
    match text {
        "all" => Ok(StabilityScope::All),
        "return" => Ok(StabilityScope::Return),
        line => match line.parse() {
            Ok(line @ 1..) => Ok(StabilityScope::Line(line)),
            _ => Err("all, return or the number of a line is expected".to_owned()),
        },
    }
}

/// In which rounding modes a program runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum StabilityRounding {
    /// Any of the five.
    Any,
    /// To nearest, ties to even.
    Nearest,
    /// Towards plus infinity.
    Up,
    /// Towards minus infinity.
    Down,
    /// Towards zero.
    Zero,
}

impl StabilityRounding {
    fn modes(self) -> RoundingModes {
        match self {
            Self::Any => RoundingModes::Any,
            Self::Nearest => RoundingModes::Nearest,
            Self::Up => RoundingModes::Up,
            Self::Down => RoundingModes::Down,
            Self::Zero => RoundingModes::Zero,
        }
    }
}

/// What is known before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum InvariantName {
    /// Values are numbers.
    Status,
    /// Signs are known.
    Sign,
    /// The least and the greatest of products are known.
    Product,
    /// Results are normal numbers.
    Normal,
}

/// What is done where forms do not decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Refinement {
    /// Linear programs.
    Linear,
    /// Exact float semantics.
    Exact,
}

impl StabilityArguments {
    /// What the driver is asked for.
    pub(crate) fn options(&self) -> StabilityOptions {
        let uses = |name: InvariantName| !self.no_invariant.contains(&name);
        StabilityOptions {
            program: self.input.program(),
            function: self.target.function.clone(),
            domain: self.target.domain.domain(),
            assume: self.assume.clone(),
            assume_nothing: self.assume_nothing,
            tolerance: self.tolerance,
            at: self.at.clone(),
            rounding: self.rounding.modes(),
            loop_bound: self.loop_bound,
            invariants: Invariants {
                status: uses(InvariantName::Status),
                sign: uses(InvariantName::Sign),
                product: uses(InvariantName::Product),
                normal: uses(InvariantName::Normal),
            },
            linear: !self.without.contains(&Refinement::Linear),
            exact: !self.without.contains(&Refinement::Exact),
            solver_nra: self.solver_nra.clone(),
            believe_solver: self.believe_solver,
            delta: self.delta,
            timeout: self.timeout,
            seed: self.seed,
            witnesses: self.witnesses.clone(),
            trials: self.trials,
            call_timeout: self.call_timeout,
            memory: self.memory,
            links: self.link.clone(),
        }
    }

    /// The control loop, if the command is about one.
    pub(crate) fn loop_options(&self) -> Option<LoopOptions> {
        let steps = self.iterate?;
        Some(LoopOptions { steps, state: self.state.clone(), plot: self.plot.clone() })
    }
}
