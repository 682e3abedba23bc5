//! The command line's arguments. Whatever a command needs to know is built from these and passed
//! on.

mod accuracy;
mod argv;
mod cache;
mod campaign;
mod capture;
mod cargo;
mod check;
mod coverage;
mod diff;
mod export;
mod fix;
pub(crate) mod former_names;
mod help;
mod list;
mod lsp;
mod number;
mod run;
mod search;
mod shared;
mod stability;
mod test;
mod verify;

pub(crate) use accuracy::{AccuracyArguments, EmittedForm};
pub(crate) use cache::{CacheArguments, CacheTask};
pub(crate) use campaign::{
    CampaignArguments, CampaignCommand, CampaignReportArguments, ExtendArguments, LocalArguments,
    PlanArguments, PlannedAnalysis, StatusArguments, SubmitArguments, UnitArguments,
};
pub(crate) use capture::CaptureArguments;
pub(crate) use check::CheckArguments;
pub(crate) use coverage::CoverageArguments;
pub(crate) use diff::DiffArguments;
pub(crate) use export::ExportArguments;
pub(crate) use fix::FixArguments;
pub(crate) use list::ListArguments;
pub(crate) use lsp::LspArguments;
pub(crate) use run::{ReplayArguments, RunArguments};
pub(crate) use search::SearchArguments;
pub(crate) use shared::{DomainArguments, ReportArguments, TargetArguments};
pub(crate) use stability::StabilityArguments;
pub(crate) use test::TestArguments;
pub(crate) use ulpwise_solve::SolveArguments;
pub(crate) use verify::VerifyArguments;

use cargo::CargoArguments;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;
use ulpwise_driver::{BuiltProject, ProgramFiles, ProjectOptions};
use ulpwise_float::Rounding;

/// What was asked for.
#[derive(Debug, Parser)]
#[command(name = "ulpwise", version, about = help::ABOUT, after_help = help::AFTER_HELP)]
#[command(arg_required_else_help = true, subcommand_required = true, infer_subcommands = false)]
pub(crate) struct Arguments {
    /// Whether the output is coloured.
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto, value_name = "WHEN")]
    pub(crate) color: Color,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Find the input with the largest error of a function's result, and the operations that make
    /// it.
    #[command(after_help = help::ACCURACY_EXAMPLES)]
    Accuracy(AccuracyArguments),
    /// Show, trim or clear the verdicts that `check --cache` has kept.
    #[command(after_help = help::CACHE_EXAMPLES)]
    Cache(CacheArguments),
    /// Record what a build compiles and links; `ulpwise check` in the folder then knows how.
    #[command(after_help = help::CAPTURE_EXAMPLES)]
    Capture(CaptureArguments),
    /// Spread an analysis of many functions over many cores or machines, as work units in a folder.
    #[command(after_help = help::CAMPAIGN_EXAMPLES)]
    Campaign(CampaignArguments),
    /// Give every floating-point operation a verdict: an input that makes it misbehave, a proof
    /// that none does, or unknown.
    #[command(after_help = help::CHECK_EXAMPLES)]
    Check(Box<CheckArguments>),
    /// Print a script that lets a shell complete commands and options.
    Completions(CompletionsArguments),
    /// Count how often lines and branches run in given calls, as text, JSON or a tracefile of
    /// lcov's.
    #[command(after_help = help::COVERAGE_EXAMPLES)]
    Coverage(CoverageArguments),
    /// Say whether two builds, versions or ports of a function give the same results: an input on
    /// which they do not, a proof that they do, or unknown.
    #[command(after_help = help::DIFF_EXAMPLES)]
    Diff(Box<DiffArguments>),
    /// Write witnesses as regression tests in C, C++, Rust or Fortran.
    #[command(after_help = help::EXPORT_EXAMPLES)]
    Export(ExportArguments),
    /// Propose a change of the source that makes an expression more accurate or takes its exceptions
    /// away, with what is known of it.
    #[command(after_help = help::FIX_EXAMPLES)]
    Fix(FixArguments),
    /// List the functions of a program: their inputs and their floating-point operations.
    #[command(after_help = help::LIST_EXAMPLES)]
    List(ListArguments),
    /// Show findings in the editor: a server of the language server protocol.
    #[command(after_help = help::LSP_EXAMPLES)]
    Lsp(LspArguments),
    /// Write pages of the manual, one for each command.
    Man(ManArguments),
    /// Make the call of a witness again, in a fresh program made of the original source.
    #[command(after_help = help::REPLAY_EXAMPLES)]
    Replay(ReplayArguments),
    /// Run a function and point at every floating-point exception it raises.
    #[command(after_help = help::RUN_EXAMPLES)]
    Run(RunArguments),
    /// Look for inputs of a function that raise floating-point exceptions, or try all inputs.
    #[command(after_help = help::SEARCH_EXAMPLES)]
    Search(SearchArguments),
    /// Answer an SMT-LIB script.
    #[command(after_help = help::SOLVE_EXAMPLES)]
    Solve(SolveArguments),
    /// Prove that precision is kept under any rounding, or show the run that loses it.
    #[command(after_help = help::STABILITY_EXAMPLES)]
    Stability(StabilityArguments),
    /// Propose ranges for the inputs of a program, as settings for ulpwise.toml.
    #[command(after_help = help::SUGGEST_EXAMPLES)]
    Suggest(SuggestArguments),
    /// Follow a program along every path that some input takes.
    #[command(after_help = help::TEST_EXAMPLES)]
    Test(TestArguments),
    /// Check certificates of proofs that `ulpwise check --certificates` wrote.
    #[command(after_help = help::VERIFY_EXAMPLES)]
    Verify(VerifyArguments),
}

/// Which program.
#[derive(Clone, Debug, Args)]
pub(crate) struct InputArguments {
    /// C, C++, Fortran, Rust, FPCore (.fpcore), bitcode (.bc) or LLVM IR (.ll) files, linked into one
    /// program; or the folder of a project, which is built. This folder unless it is said.
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// The program or library of a project's build: prog, libx.a or x. Otherwise its libraries, all
    /// together, or its largest program.
    #[arg(long, value_name = "NAME")]
    pub(crate) target: Option<String>,
    /// Flags for clang and flang, quoted as in a shell; they come after ulpwise's own.
    #[arg(long, value_name = "FLAGS", default_value = "", hide_default_value = true)]
    #[arg(allow_hyphen_values = true)]
    pub(crate) cflags: String,
    /// Flags for rustc, quoted as in a shell.
    #[arg(long, value_name = "FLAGS", default_value = "", hide_default_value = true)]
    #[arg(allow_hyphen_values = true)]
    pub(crate) rustflags: String,
    /// The folder of a compile_commands.json, or the file; says how --source files are compiled, or
    /// all of them.
    #[arg(short = 'p', long = "database", value_name = "DIR")]
    pub(crate) database: Option<PathBuf>,
    /// A source file of that compile_commands.json; may be repeated.
    #[arg(long, value_name = "FILE", requires = "database")]
    pub(crate) source: Vec<PathBuf>,
    /// Let ulpwise.toml and compile_commands.json name commands, libraries and compiler flags by
    /// which other code can run.
    #[arg(long)]
    pub(crate) trust_config: bool,
    #[command(flatten)]
    pub(crate) cargo: CargoArguments,
}

impl InputArguments {
    /// What the driver is asked for.
    pub(crate) fn program(&self) -> ProgramFiles {
        let InputArguments { mut files, target, cflags, rustflags, database, source, .. } = self.clone();
        if files.is_empty() && database.is_none() {
            files.push(PathBuf::from("."));
        }
        ProgramFiles {
            files,
            cflags,
            rustflags,
            database,
            source,
            trusts_database: self.trust_config,
            project: ProjectOptions { target, cargo: self.cargo.request() },
            built: BuiltProject::default(),
            compiled: None,
        }
    }
}

/// The arguments of `ulpwise suggest`.
#[derive(Debug, Args)]
pub(crate) struct SuggestArguments {
    #[command(flatten)]
    pub(crate) input: InputArguments,
}

/// The arguments of `ulpwise completions`.
#[derive(Debug, Args)]
pub(crate) struct CompletionsArguments {
    /// The shell.
    #[arg(value_enum, value_name = "SHELL")]
    pub(crate) shell: clap_complete::Shell,
}

/// The arguments of `ulpwise man`.
#[derive(Debug, Args)]
pub(crate) struct ManArguments {
    /// The folder that the pages are written into.
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
}

/// When to colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// When it goes to a terminal that can show it.
    Auto,
    /// In any case.
    Always,
    /// Not at all.
    Never,
}

impl Color {
    pub(crate) fn choice(self) -> anstream::ColorChoice {
        match self {
            Self::Auto => anstream::ColorChoice::Auto,
            Self::Always => anstream::ColorChoice::AlwaysAnsi,
            Self::Never => anstream::ColorChoice::Never,
        }
    }
}

/// A rounding mode by its name on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum RoundingArgument {
    /// To nearest, ties to even.
    Nearest,
    /// Towards plus infinity.
    Up,
    /// Towards minus infinity.
    Down,
    /// Towards zero.
    Zero,
    /// To nearest, ties away from zero.
    Away,
}

impl From<RoundingArgument> for Rounding {
    fn from(mode: RoundingArgument) -> Self {
        match mode {
            RoundingArgument::Nearest => Self::NearestEven,
            RoundingArgument::Up => Self::TowardPositive,
            RoundingArgument::Down => Self::TowardNegative,
            RoundingArgument::Zero => Self::TowardZero,
            RoundingArgument::Away => Self::NearestAway,
        }
    }
}

/// Reads words as a command line of `ulpwise check`.
///
/// # Errors
/// One sentence on what is wrong with them.
pub(crate) fn check_from(words: Vec<std::ffi::OsString>) -> Result<CheckArguments, String> {
    match Arguments::try_parse_from(argv::attach_values(words.into_iter())) {
        Ok(Arguments { command: Command::Check(arguments), .. }) => Ok(*arguments),
        Ok(_) => Err("that is another command".to_owned()),
        Err(error) => {
            let text = error.to_string();
            let first = text.lines().next().unwrap_or_default();
            Err(first.trim_start_matches("error: ").to_owned())
        }
    }
}

/// Reads the process's arguments. What clap answers itself (`--help`, a wrong option) ends the
/// process with clap's exit code, which is 0 or 2 as ours would be.
pub(crate) fn parse() -> Arguments {
    Arguments::parse_from(argv::attach_values(std::env::args_os()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    fn run_arguments(words: &[&str]) -> RunArguments {
        let words = words.iter().map(std::ffi::OsString::from);
        let arguments = Arguments::try_parse_from(argv::attach_values(words)).unwrap();
        let Command::Run(run) = arguments.command else { panic!("not `run`: {arguments:?}") };
        run
    }

    #[test]
    fn the_definitions_are_consistent() {
        Arguments::command().debug_assert();
    }

    /// What a shell would make of an example: everything before a redirection.
    #[test]
    fn examples_of_the_help_are_understood() {
        let mut examples = 0;
        let mut root = Arguments::command();
        root.build();
        let texts = root.get_subcommands().chain([&root]).filter_map(clap::Command::get_after_help);
        for text in texts.map(ToString::to_string) {
            for line in text.lines().filter_map(|line| line.strip_prefix("  ulpwise ")) {
                let words = shlex::split(&format!("ulpwise {line}")).unwrap();
                let words = words.into_iter().take_while(|word| word != "<").map(std::ffi::OsString::from);
                if let Err(error) = Arguments::try_parse_from(argv::attach_values(words)) {
                    panic!("{line}: {error}");
                }
                examples += 1;
            }
        }
        assert!(examples >= 30, "{examples}");
    }

    #[test]
    fn values_may_be_words_or_one_list_and_may_be_negative() {
        let separate = run_arguments(&["ulpwise", "run", "a.c", "--args", "-1", "2", "-inf", "--fn", "f"]);
        assert_eq!(separate.values, ["-1", "2", "-inf"]);
        assert_eq!(separate.function.as_deref(), Some("f"));
        let list =
            run_arguments(&["ulpwise", "run", "--fn=f", "--args", "-1,[2,3]", "-p", "d", "--source", "s"]);
        assert_eq!(list.values, ["-1,[2,3]"]);
        assert!(list.input.database.is_some());
    }

    #[test]
    fn flags_for_the_compiler_may_begin_with_a_hyphen() {
        let run = run_arguments(&["ulpwise", "run", "a.c", "--cflags", "-O2 -ffast-math"]);
        assert_eq!(run.input.cflags, "-O2 -ffast-math");
    }
}
