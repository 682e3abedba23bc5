//! The arguments of `ulpwise test`.

use super::{InputArguments, ReportArguments, TargetArguments, number};
use clap::Args;
use std::path::PathBuf;
use std::time::Duration;
use ulpwise_driver::TestOptions;
use ulpwise_engines::EngineChoice;
use ulpwise_symex::SearchStrategy;

/// The arguments of `ulpwise test`.
#[derive(Debug, Args)]
pub(crate) struct TestArguments {
    #[command(flatten)]
    pub(crate) input: InputArguments,
    #[command(flatten)]
    pub(crate) target: TargetArguments,
    /// What is assumed of the parameters of --fn, in C: 'x * x < y'. May be repeated.
    #[arg(long, value_name = "CONDITION", requires = "function")]
    pub(crate) assume: Vec<String>,
    /// Signed integers that overflow are failures too; for programs in C and C++.
    #[arg(long)]
    pub(crate) signed_overflow: bool,
    /// How many arguments main gets, of any characters.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) argv: usize,
    /// How many characters each of them has.
    #[arg(long, value_name = "N", default_value_t = 8)]
    pub(crate) argv_length: usize,
    /// A file that the program may read, of so many bytes, which are any: NAME=BYTES. May be
    /// repeated.
    #[arg(long, value_name = "NAME=BYTES", value_parser = number::file)]
    pub(crate) file: Vec<(String, usize)>,
    /// How many bytes standard input has, which are any.
    #[arg(long, value_name = "BYTES", value_parser = number::byte_count)]
    pub(crate) stdin: Option<usize>,
    /// How much CPU time following paths may take in all, of each job.
    #[arg(long, value_name = "SECONDS", value_parser = number::duration, default_value = "300")]
    pub(crate) timeout: Duration,
    /// After how many paths to stop.
    #[arg(long, value_name = "N")]
    pub(crate) max_paths: Option<u64>,
    /// How many times a path may fork; then it is cut off.
    #[arg(long, value_name = "N")]
    pub(crate) max_forks: Option<u32>,
    /// How many times a path may fork at one branch of one call, as loops do; then it is cut off.
    #[arg(long, value_name = "N")]
    pub(crate) loop_bound: Option<u32>,
    /// How many calls may be nested; a path that nests deeper is cut off.
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub(crate) max_depth: usize,
    /// How many threads follow paths.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::thread_count)]
    pub(crate) jobs: usize,
    /// Which path is followed next: default, dfs, bfs, random-path or coverage.
    #[arg(long, value_name = "NAME", default_value = "default", value_parser = number::search)]
    pub(crate) search: SearchStrategy,
    /// Do not join branches that only compute; every path is followed by itself.
    #[arg(long)]
    pub(crate) no_merge: bool,
    /// Random seed; the same one makes the same choices, with one thread.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// How much memory each process may take; also what the program may hold on one path. What was
    /// found until then is reported.
    #[arg(long, value_name = "MIB", default_value_t = 4096)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    pub(crate) memory: u64,
    /// Write a test for each path into this folder: as JSON, as KLEE's .ktest and in C; and what
    /// they cover.
    #[arg(short = 'o', long, value_name = "DIR")]
    pub(crate) output: Option<PathBuf>,
    /// Run the tests natively and tell which lines and branches they reach; -o does so too.
    #[arg(long)]
    pub(crate) coverage: bool,
    /// How many tests are kept.
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub(crate) max_tests: usize,
    /// Which engine answers whether a path can be taken; as for `ulpwise solve`.
    #[arg(long, value_name = "NAME", default_value = "portfolio", value_parser = EngineChoice::from_name)]
    pub(crate) engine: EngineChoice,
    #[command(flatten)]
    pub(crate) reports: ReportArguments,
    /// As JSON, described in docs/commands/test.md.
    #[arg(long)]
    pub(crate) json: bool,
}

impl TestArguments {
    /// What the driver is asked for.
    pub(crate) fn options(&self) -> TestOptions {
        TestOptions {
            program: self.input.program(),
            function: self.target.function.clone(),
            domain: self.target.domain.domain(),
            assume: self.assume.clone(),
            signed_overflow: self.signed_overflow,
            argv: self.argv,
            argv_length: self.argv_length,
            files: self.file.clone(),
            stdin: self.stdin,
            timeout: self.timeout,
            max_paths: self.max_paths,
            max_forks: self.max_forks,
            loop_bound: self.loop_bound,
            max_depth: self.max_depth,
            jobs: self.jobs,
            search: self.search.clone(),
            merge: !self.no_merge,
            seed: self.seed,
            memory: self.memory,
            output: self.output.clone(),
            coverage: self.coverage,
            max_tests: self.max_tests,
            engine: self.engine.clone(),
        }
    }
}
