//! The arguments of `ulpwise solve` and of `ulpwise-solve`.

use crate::number;
use clap::Args;
use std::path::PathBuf;
use std::time::Duration;

use ulpwise_engines::{EngineChoice, SolverOptions};
use ulpwise_script::SolveOptions;

/// The arguments of `ulpwise solve` and of `ulpwise-solve`.
#[derive(Debug, Args)]
pub struct SolveArguments {
    /// The script; - is the standard input, answered command by command.
    #[arg(value_name = "FILE.smt2", default_value = "-")]
    pub file: PathBuf,
    /// Which engine decides: a name, or process:"COMMAND" for an SMT-LIB solver that reads its
    /// standard input.
    #[arg(long, value_name = "NAME", default_value = "portfolio", value_parser = EngineChoice::from_name)]
    pub engine: EngineChoice,
    /// Add an SMT-LIB solver to the portfolio: process:"z3 -in". May be repeated.
    #[arg(long, value_name = "NAME", value_parser = EngineChoice::from_name)]
    pub with: Vec<EngineChoice>,
    /// How many engines of the portfolio may work at once; the first answer counts.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::thread_count)]
    pub jobs: usize,
    /// How many sets of values for variables of nonlinear terms engine ariadne tries before it
    /// gives up.
    #[arg(long, value_name = "N", default_value_t = SolverOptions::default().max_concretizations)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    pub max_concretizations: u64,
    /// Ask this engine about every answer too; if the two contradict each other, the run stops and
    /// the query is kept.
    #[arg(long, value_name = "NAME", value_parser = EngineChoice::from_name)]
    pub cross_check: Option<EngineChoice>,
    /// Write every query into this folder, with its answer.
    #[arg(long, value_name = "DIR")]
    pub log_queries: Option<PathBuf>,
    /// Write a certificate of every `unsat` into this folder, checked by `ulpwise verify`'s checker:
    /// steps in the query itself, or clauses with an LRAT proof.
    #[arg(long, value_name = "DIR")]
    pub certificates: Option<PathBuf>,
    /// Print the model after every `sat`.
    #[arg(long)]
    pub model: bool,
    /// How long the script may take in all; what is not decided by then is unknown. Otherwise there
    /// is no limit, but 60 seconds for each query of engine search, which finds no proofs and would
    /// never end.
    #[arg(long, value_name = "SECONDS", value_parser = number::duration)]
    pub timeout: Option<Duration>,
    /// Write a proof (LRAT) of the last `unsat` here, and its clauses into FILE.cnf; of engine
    /// bitblast.
    #[arg(long, value_name = "FILE")]
    pub proof: Option<PathBuf>,
    /// Print what interval propagation finds out about variables and small terms, for every query,
    /// at the end.
    #[arg(long)]
    pub explain: bool,
    /// Print how much was done, at the end.
    #[arg(long)]
    pub stats: bool,
}

impl SolveArguments {
    /// What is to be executed, and how.
    pub fn options(&self) -> SolveOptions {
        SolveOptions {
            engine: self.engine.clone(),
            with: self.with.clone(),
            jobs: self.jobs,
            max_concretizations: self.max_concretizations,
            cross_check: self.cross_check.clone(),
            log_queries: self.log_queries.clone(),
            certificates: self.certificates.clone(),
            models: self.model,
            timeout: self.timeout,
            proof: self.proof.clone(),
            explain: self.explain,
            statistics: self.stats,
        }
    }
}
