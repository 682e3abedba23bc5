//! What somebody typed, as an engine: a name, `process:COMMAND`, or `portfolio` with processes added.

use crate::registry::{ENGINES, Entry};
use crate::schedule;
use std::path::PathBuf;
use std::sync::Arc;
use ulpwise_base::ProgressSink;
use ulpwise_real::{AriadneOptions, Nonlinear};
use ulpwise_smtlib_process::SmtlibProcess;
use ulpwise_solver::{SharedAnswers, Solver, TimeSliceEvent};

/// What names the engine of an outside program.
const PROCESS: &str = "process:";

/// What names the engine of an outside program that is asked over the reals.
const NONLINEAR: &str = "nra:";

/// What is said about engines, for those that care.
#[derive(Clone, Debug)]
pub struct Options {
    /// Where the proof of an `unsat` goes; of `bitblast`.
    pub proof: Option<PathBuf>,
    /// How many threads may work at once; of `portfolio`.
    pub jobs: usize,
    /// How many concretizations are tried before giving up; of `ariadne`.
    pub max_concretizations: u64,
    /// Answers to share with others who have them too; of `portfolio`.
    pub answers: Option<Arc<SharedAnswers>>,
    /// Who waits; of `portfolio`.
    pub progress_sink: ProgressSink<TimeSliceEvent>,
}

impl Default for Options {
    fn default() -> Options {
        let AriadneOptions { max_concretizations, .. } = AriadneOptions::default();
        Options { proof: None, jobs: 1, max_concretizations, answers: None, progress_sink: ProgressSink::default() }
    }
}

/// An engine that somebody named.
#[derive(Clone, Debug)]
pub struct Choice {
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    Known(&'static Entry),
    Process(String),
    /// A program that is asked over the reals.
    Nonlinear(String),
    /// The portfolio with these programs as further engines.
    PortfolioWith(Vec<Outside>),
}

/// A program outside of ulpwise, by its command, and what it is asked.
#[derive(Clone, Debug)]
enum Outside {
    /// The query as it is.
    Process(String),
    /// Where to look, over the reals.
    Nonlinear(String),
}

impl Outside {
    fn name(&self) -> String {
        match self {
            Outside::Process(command) => command.clone(),
            Outside::Nonlinear(command) => format!("{NONLINEAR}{command}"),
        }
    }

    fn make(&self) -> Box<dyn Solver> {
        match self {
            Outside::Process(command) => Box::new(process(command)),
            Outside::Nonlinear(command) => {
                let own = command.clone();
                let make = move || -> Box<dyn Solver> { Box::new(process(&own)) };
                Box::new(Nonlinear::new(&self.name(), Box::new(make)))
            }
        }
    }
}

fn process(command: &str) -> SmtlibProcess {
    SmtlibProcess::new(command).expect("the command was read before")
}

impl Choice {
    /// The engine with this name: one of ulpwise's, or `process:` and the command of an SMT-LIB solver.
    ///
    /// # Errors
    /// If there is none; the message lists those that there are.
    pub fn from_name(name: &str) -> Result<Choice, String> {
        if let Some(command) = name.strip_prefix(PROCESS) {
            return Choice::process(command);
        }
        let entry = ENGINES.iter().find(|entry| entry.name == name);
        entry.map(|entry| Choice { kind: Kind::Known(entry) }).ok_or_else(|| {
            let known: Vec<String> =
                ENGINES.iter().map(|entry| format!("{} ({})", entry.name, entry.what)).collect();
            format!(
                "there is no such engine; there are: {}, and {PROCESS}\"COMMAND\" (any SMT-LIB solver that reads its standard \
                 input)",
                known.join(", ")
            )
        })
    }

    /// An outside program, by its command.
    ///
    /// # Errors
    /// If that is no command. Whether the program is there is known when it is asked.
    pub fn process(command: &str) -> Result<Choice, String> {
        SmtlibProcess::new(command)?;
        Ok(Choice { kind: Kind::Process(command.to_owned()) })
    }

    /// An outside solver of nonlinear real arithmetic, by its command: its answers are places to look at.
    ///
    /// # Errors
    /// If that is no command. Whether the program is there is known when it is asked.
    pub fn nonlinear(command: &str) -> Result<Choice, String> {
        SmtlibProcess::new(command)?;
        Ok(Choice { kind: Kind::Nonlinear(command.to_owned()) })
    }

    /// Its name; of programs, their commands.
    pub fn name(&self) -> String {
        match &self.kind {
            Kind::Known(entry) => entry.name.to_owned(),
            Kind::Process(command) => format!("{PROCESS}{command}"),
            Kind::Nonlinear(command) => format!("{NONLINEAR}{command}"),
            Kind::PortfolioWith(others) => {
                let names: Vec<String> = others.iter().map(Outside::name).collect();
                format!("portfolio with {}", names.join(", "))
            }
        }
    }

    /// Whether it is the portfolio, which decides unless somebody names another.
    pub fn is_portfolio(&self) -> bool {
        match &self.kind {
            Kind::Known(entry) => entry.name == "portfolio",
            Kind::Process(_) | Kind::Nonlinear(_) => false,
            Kind::PortfolioWith(_) => true,
        }
    }

    /// Whether it only looks for models, and goes on for ever where there is none.
    pub fn never_ends(&self) -> bool {
        matches!(&self.kind, Kind::Known(entry) if entry.name == "search")
    }

    /// The same engine with outside programs beside it, each named `process:COMMAND`.
    ///
    /// # Errors
    /// If this engine is not the portfolio, or one of the others is not a process.
    pub fn with(self, others: &[Choice]) -> Result<Choice, String> {
        let mut commands = match (&self.kind, others) {
            (_, []) => return Ok(self),
            (Kind::Known(entry), _) if entry.name == "portfolio" => Vec::new(),
            (Kind::PortfolioWith(commands), _) => commands.clone(),
            _ => return Err("only the portfolio takes further engines".to_owned()),
        };
        for other in others {
            match &other.kind {
                Kind::Process(command) => commands.push(Outside::Process(command.clone())),
                Kind::Nonlinear(command) => commands.push(Outside::Nonlinear(command.clone())),
                _ => {
                    return Err(format!(
                        "the portfolio takes further engines of the form {PROCESS}\"COMMAND\""
                    ));
                }
            }
        }
        Ok(Choice { kind: Kind::PortfolioWith(commands) })
    }

    /// A new engine of this kind.
    pub fn make(&self, options: &Options) -> Box<dyn Solver> {
        match &self.kind {
            Kind::Known(entry) => (entry.make)(options),
            Kind::Process(command) => Box::new(process(command)),
            Kind::Nonlinear(command) => Outside::Nonlinear(command.clone()).make(),
            Kind::PortfolioWith(others) => {
                Box::new(schedule::portfolio(options, others.iter().map(Outside::make).collect()))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ulpwise_base::Budget;
    use ulpwise_expr::{Sort, TermStore};
    use ulpwise_float::{Float, Format, Rounding};
    use ulpwise_solver::{Query, Verdict};

    #[test]
    fn names_lead_to_engines_of_that_name() {
        for entry in ENGINES {
            let choice = Choice::from_name(entry.name).unwrap();
            // An engine that only differs in its options answers under its own name.
            let made = choice.make(&Options::default()).name().to_owned();
            assert!(
                entry.name == made || entry.name.starts_with(&format!("{made}-")),
                "{} is {made}",
                entry.name
            );
        }
        let process = Choice::from_name("process:z3 -in").unwrap();
        assert_eq!(process.make(&Options::default()).name(), "process:z3 -in");
        let message = Choice::from_name("magic").unwrap_err();
        assert!(message.contains("fold (rewriting") && message.contains("process:"), "{message}");
        assert!(Choice::from_name("process:").is_err());
        let endless = ENGINES.iter().filter(|entry| Choice::from_name(entry.name).unwrap().never_ends());
        assert_eq!(endless.map(|entry| entry.name).collect::<Vec<_>>(), ["search"]);
    }

    #[test]
    fn only_the_portfolio_takes_processes() {
        let choice = |name| Choice::from_name(name).unwrap();
        let z3 = choice("process:z3 -in");
        let both = choice("portfolio").with(std::slice::from_ref(&z3)).unwrap();
        let solver = both.make(&Options::default());
        assert!(solver.engine_statistics().iter().any(|(name, _)| *name == "process:z3 -in"));
        assert!(choice("bitblast").with(std::slice::from_ref(&z3)).is_err());
        assert!(choice("portfolio").with(&[choice("search")]).is_err());
        assert!(choice("bitblast").with(&[]).is_ok());
    }

    #[test]
    #[expect(clippy::print_stderr, reason = "a skipped test says so")]
    fn a_solver_of_the_reals_tells_where_to_look() {
        let beside = || std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../peers");
        let program =
            std::env::var_os("ULPWISE_PEERS").map_or_else(beside, PathBuf::from).join("bin").join("z3");
        if !program.is_file() {
            eprintln!("skipped: there is no ../peers/bin/z3 (or ULPWISE_PEERS)");
            return;
        }
        let mut store = TermStore::new();
        let [x, y] = ["x", "y"].map(|name| store.variable(name, Sort::Float(Format::F64)));
        let mode = store.rounding(Rounding::NearestEven);
        let square = store.fp_mul(mode, x, x);
        let product = store.fp_mul(mode, square, y);
        let [low, high, one] = [6.99, 7.01, 1.0].map(|value| store.float(Float::from_f64(value)));
        let assertions =
            [store.fp_lt(low, product), store.fp_lt(product, high), store.fp_lt(one, x), store.fp_lt(x, y)];
        let choice = Choice::nonlinear(&format!("'{}' -in", program.display())).unwrap();
        let mut solver = choice.make(&Options::default());
        assert!(solver.name().starts_with("nra:"));
        let verdict = solver.check(&mut store, &Query::new(&assertions), &Budget::unlimited());
        assert!(matches!(verdict, Verdict::Sat(_)), "{verdict:?}");
    }
}
