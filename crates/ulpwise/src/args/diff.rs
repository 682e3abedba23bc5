//! The arguments of `ulpwise diff`.

use super::{DomainArguments, number};
use clap::Args;
use std::path::{Path, PathBuf};
use std::time::Duration;
use ulpwise_driver::{ComparedAspect, Criterion, DiffOptions, DriverError, EngineChoice, ProgramFiles};

/// The arguments of `ulpwise diff`.
#[derive(Debug, Args)]
pub(crate) struct DiffArguments {
    /// The old program: a C, C++, Fortran, Rust, bitcode (.bc) or LLVM IR (.ll) file.
    #[arg(value_name = "OLD")]
    pub(crate) old: PathBuf,
    /// The new program; the old file if it is not said, with other flags or another function.
    #[arg(value_name = "NEW")]
    pub(crate) new: Option<PathBuf>,
    /// A file that belongs to both programs; may be repeated.
    #[arg(long, value_name = "FILE")]
    pub(crate) with: Vec<PathBuf>,
    /// The old program is the file as it was in this revision of its git repository, and the new one
    /// the file as it is.
    #[arg(long, value_name = "REV", conflicts_with = "new")]
    pub(crate) git: Option<String>,
    /// Name the transformations that the operations of both show: contraction, reciprocals, other
    /// functions of the library, another order.
    #[arg(long)]
    pub(crate) explain: bool,
    /// The function: NAME in both, or old=NAME and new=NAME. Otherwise the only one.
    #[arg(long = "fn", value_name = "NAME")]
    pub(crate) function: Vec<String>,
    /// Flags for clang and flang, for both programs.
    #[arg(long, value_name = "FLAGS", default_value = "", hide_default_value = true)]
    #[arg(allow_hyphen_values = true)]
    pub(crate) cflags: String,
    /// Flags for clang and flang, for the old program.
    #[arg(long, value_name = "FLAGS", default_value = "", hide_default_value = true)]
    #[arg(allow_hyphen_values = true)]
    pub(crate) old_cflags: String,
    /// Flags for clang and flang, for the new program.
    #[arg(long, value_name = "FLAGS", default_value = "", hide_default_value = true)]
    #[arg(allow_hyphen_values = true)]
    pub(crate) new_cflags: String,
    /// Flags for rustc, for the old program.
    #[arg(long, value_name = "FLAGS", default_value = "", hide_default_value = true)]
    #[arg(allow_hyphen_values = true)]
    pub(crate) old_rustflags: String,
    /// Flags for rustc, for the new program.
    #[arg(long, value_name = "FLAGS", default_value = "", hide_default_value = true)]
    #[arg(allow_hyphen_values = true)]
    pub(crate) new_rustflags: String,
    #[command(flatten)]
    pub(crate) domain: DomainArguments,
    /// Inputs may be infinite and NaN.
    #[arg(long)]
    pub(crate) non_finite: bool,
    /// Results count as the same within so many ulps: 2ulp. With 0 the zeros are one value.
    #[arg(long, value_name = "ULPS", value_parser = Criterion::parse_ulps)]
    #[arg(conflicts_with_all = ["relative", "absolute"], allow_hyphen_values = true)]
    pub(crate) within: Option<Criterion>,
    /// Results count as the same if they differ by at most such a part of the old one: 1e-12.
    #[arg(long, value_name = "PART", value_parser = relative, conflicts_with = "absolute")]
    #[arg(allow_hyphen_values = true)]
    pub(crate) relative: Option<Criterion>,
    /// Results count as the same if they differ by at most so much: 1e-12.
    #[arg(long, value_name = "SIZE", value_parser = absolute, allow_hyphen_values = true)]
    pub(crate) absolute: Option<Criterion>,
    /// What is compared: results, exceptions (invalid, divide-by-zero and overflow, whether a call raises
    /// them), or only the outcome: how calls end, which always counts.
    #[arg(long, value_name = "WHAT", value_parser = aspect, value_delimiter = ',')]
    #[arg(default_value = "results")]
    pub(crate) compare: Vec<ComparedAspect>,
    /// When a call succeeds: 'return == 0'. Of two calls that fail only what they return is compared.
    #[arg(long, value_name = "CONDITION")]
    pub(crate) success: Option<String>,
    /// What is assumed of the old function's parameters, in C: 'x * x < y'. May be repeated.
    #[arg(long, value_name = "CONDITION")]
    pub(crate) assume: Vec<String>,
    /// The prototype in C of the function, if NEW is a shared library (.so): 'double f(double x)'.
    #[arg(long, value_name = "PROTOTYPE")]
    pub(crate) prototype: Option<String>,
    /// Leave out proofs that take more for granted than the language promises: lengths of arrays
    /// behind pointers, that pointers do not overlap.
    #[arg(long)]
    pub(crate) assume_nothing: bool,
    /// How much CPU time all of it may take.
    #[arg(long, value_name = "SECONDS", value_parser = number::duration, default_value = "10")]
    pub(crate) timeout: Duration,
    /// How many inputs are tried natively, at most.
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    pub(crate) calls: u64,
    /// How many times a path may fork at one branch of one call.
    #[arg(long, value_name = "N")]
    pub(crate) loop_bound: Option<u32>,
    /// Solver, as for `ulpwise solve`.
    #[arg(long, value_name = "NAME", default_value = "portfolio", value_parser = EngineChoice::from_name)]
    pub(crate) engine: EngineChoice,
    /// Random seed.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// How much CPU time a call may take.
    #[arg(long, value_name = "SECONDS", value_parser = number::duration, default_value = "0.025")]
    pub(crate) call_timeout: Duration,
    /// How much memory each process may take.
    #[arg(long, value_name = "MIB", default_value_t = 4096)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    pub(crate) memory: u64,
    /// A function without parameters that is called before any other. May be repeated.
    #[arg(long, value_name = "NAME")]
    pub(crate) setup: Vec<String>,
    /// A library (.so, .a) or object file (.o) that both programs need; may be repeated.
    #[arg(long, value_name = "FILE")]
    pub(crate) link: Vec<PathBuf>,
    /// Write what was found as SARIF 2.1.0, for code scanners.
    #[arg(long, value_name = "FILE")]
    pub(crate) sarif: Option<PathBuf>,
    /// Write a page to read in a browser.
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// As JSON, described in docs/commands/diff.md.
    #[arg(long)]
    pub(crate) json: bool,
}

fn aspect(text: &str) -> Result<ComparedAspect, String> {
    let known = ComparedAspect::ALL.into_iter().find(|aspect| aspect.id() == text);
    known.ok_or_else(|| "results, exceptions or outcome is expected".to_owned())
}

fn relative(text: &str) -> Result<Criterion, String> {
    Criterion::parse_tolerance(text, Criterion::Relative).map_err(|error| error.to_string())
}

fn absolute(text: &str) -> Result<Criterion, String> {
    Criterion::parse_tolerance(text, Criterion::Absolute).map_err(|error| error.to_string())
}

impl DiffArguments {
    /// What the driver is asked for.
    pub(crate) fn options(&self) -> Result<DiffOptions, DriverError> {
        Ok(DiffOptions {
            programs: [
                self.program(&self.old, &self.old_cflags, &self.old_rustflags),
                self.program(self.new.as_ref().unwrap_or(&self.old), &self.new_cflags, &self.new_rustflags),
            ],
            revision: self.git.clone(),
            explains: self.explain,
            functions: self.functions()?,
            domain: self.domain.domain(),
            non_finite: self.non_finite,
            criterion: self.within.or(self.relative).or(self.absolute).unwrap_or_default(),
            compared: self.compare.clone(),
            success: self.success.clone(),
            assume: self.assume.clone(),
            prototype: self.prototype.clone(),
            assume_nothing: self.assume_nothing,
            timeout: self.timeout,
            calls: self.calls,
            loop_bound: self.loop_bound,
            engine: self.engine.clone(),
            seed: self.seed,
            call_timeout: self.call_timeout,
            memory: self.memory,
            setup: self.setup.clone(),
            links: self.link.clone(),
            ..DiffOptions::default()
        })
    }

    fn program(&self, file: &Path, cflags: &str, rustflags: &str) -> ProgramFiles {
        let files = [file].into_iter().chain(self.with.iter().map(PathBuf::as_path));
        let cflags = format!("{} {cflags}", self.cflags).trim().to_owned();
        ProgramFiles { cflags, rustflags: rustflags.to_owned(), ..ProgramFiles::new(files) }
    }

    /// The names of the functions; `old=` and `new=` say whose.
    fn functions(&self) -> Result<[Option<String>; 2], DriverError> {
        let mut names = [None, None];
        let mut set = |at: usize, name: &str| match names[at].replace(name.to_owned()) {
            None => Ok(()),
            Some(first) => Err(DriverError::refused(format!(
                "--fn names two functions of the {} program: `{first}` and `{name}`",
                ["old", "new"][at]
            ))),
        };
        for text in &self.function {
            match (text.strip_prefix("old="), text.strip_prefix("new=")) {
                (Some(name), _) => set(0, name)?,
                (_, Some(name)) => set(1, name)?,
                (None, None) => {
                    set(0, text)?;
                    set(1, text)?;
                }
            }
        }
        Ok(names)
    }
}
