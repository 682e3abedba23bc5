//! The engine that the command line names: a name, `process:COMMAND`, or `portfolio` with processes
//! added.

use crate::error::EngineError;
use crate::registry::{ENGINES, RegistryEntry};
use crate::schedule;
use std::path::PathBuf;
use std::sync::Arc;
use ulpwise_base::ProgressSink;
use ulpwise_real::{AriadneOptions, Nonlinear};
use ulpwise_smtlib_process::SmtlibProcess;
use ulpwise_solver::{SharedAnswers, Solver, TimeSliceEvent};

/// What names the engine of an outside program.
pub(crate) const PROCESS: &str = "process:";

/// What names the engine of an outside program that is asked over the reals.
const NONLINEAR: &str = "nra:";

/// Options of engines; each names the engine that reads it.
#[derive(Clone, Debug)]
pub struct SolverOptions {
    /// Where the proof of an `unsat` goes; of `bitblast`.
    pub proof: Option<PathBuf>,
    /// How many threads may work at once; of `portfolio`.
    pub jobs: usize,
    /// How many concretizations are tried before giving up; of `ariadne`.
    pub max_concretizations: u64,
    /// Answers that several portfolios share; of `portfolio`.
    pub answers: Option<Arc<SharedAnswers>>,
    /// Receives the time slices of the engines; of `portfolio`.
    pub progress_sink: ProgressSink<TimeSliceEvent>,
    /// How many bytes of memory each outside program may hold.
    pub process_memory: u64,
}

impl Default for SolverOptions {
    fn default() -> SolverOptions {
        let AriadneOptions { max_concretizations, .. } = AriadneOptions::default();
        SolverOptions {
            proof: None,
            jobs: 1,
            max_concretizations,
            answers: None,
            progress_sink: ProgressSink::default(),
            process_memory: ulpwise_smtlib_process::MEMORY_LIMIT,
        }
    }
}

/// An engine that is named, and not made yet.
#[derive(Clone, Debug)]
pub struct EngineChoice {
    kind: EngineKind,
}

#[derive(Clone, Debug)]
enum EngineKind {
    Known(&'static RegistryEntry),
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
    /// Points to try, over the reals.
    Nonlinear(String),
}

impl Outside {
    fn name(&self) -> String {
        match self {
            Outside::Process(command) => command.clone(),
            Outside::Nonlinear(command) => format!("{NONLINEAR}{command}"),
        }
    }

    fn make(&self, memory: u64) -> Box<dyn Solver> {
        match self {
            Outside::Process(command) => Box::new(process(command, memory)),
            Outside::Nonlinear(command) => {
                let own = command.clone();
                let make = move || -> Box<dyn Solver> { Box::new(process(&own, memory)) };
                Box::new(Nonlinear::new(&self.name(), Box::new(make)))
            }
        }
    }
}

fn process(command: &str, memory: u64) -> SmtlibProcess {
    SmtlibProcess::new(command).expect("the command was read before").with_memory_limit(memory)
}

impl Default for EngineChoice {
    /// The portfolio.
    fn default() -> EngineChoice {
        EngineChoice::from_name("portfolio").expect("the portfolio is registered")
    }
}

impl EngineChoice {
    /// The engine with this name: one of ulpwise's, or `process:` and the command of an SMT-LIB
    /// solver.
    ///
    /// # Errors
    /// If there is none; the message lists those that there are.
    pub fn from_name(name: &str) -> Result<EngineChoice, EngineError> {
        if let Some(command) = name.strip_prefix(PROCESS) {
            return EngineChoice::process(command);
        }
        let entry = ENGINES.iter().find(|entry| entry.name == name);
        entry.map(|entry| EngineChoice { kind: EngineKind::Known(entry) }).ok_or(EngineError::Unknown)
    }

    /// The engine that calls itself so; see [`EngineChoice::name`].
    ///
    /// # Errors
    /// If there is none. A portfolio with others beside it is made by [`EngineChoice::with`].
    pub fn from_own_name(name: &str) -> Result<EngineChoice, EngineError> {
        match name.strip_prefix(NONLINEAR) {
            Some(command) => EngineChoice::nonlinear(command),
            None => EngineChoice::from_name(name),
        }
    }

    /// An outside program, by its command.
    ///
    /// # Errors
    /// If that is no command. Whether the program is there is known when it is asked.
    pub fn process(command: &str) -> Result<EngineChoice, EngineError> {
        SmtlibProcess::new(command)?;
        Ok(EngineChoice { kind: EngineKind::Process(command.to_owned()) })
    }

    /// An outside solver of nonlinear real arithmetic, by its command: its answers are points to
    /// try.
    ///
    /// # Errors
    /// If that is no command. Whether the program is there is known when it is asked.
    pub fn nonlinear(command: &str) -> Result<EngineChoice, EngineError> {
        SmtlibProcess::new(command)?;
        Ok(EngineChoice { kind: EngineKind::Nonlinear(command.to_owned()) })
    }

    /// Its name; of programs, their commands.
    pub fn name(&self) -> String {
        match &self.kind {
            EngineKind::Known(entry) => entry.name.to_owned(),
            EngineKind::Process(command) => format!("{PROCESS}{command}"),
            EngineKind::Nonlinear(command) => format!("{NONLINEAR}{command}"),
            EngineKind::PortfolioWith(others) => {
                let names: Vec<String> = others.iter().map(Outside::name).collect();
                format!("portfolio with {}", names.join(", "))
            }
        }
    }

    /// Whether it is the portfolio, the default engine.
    pub fn is_portfolio(&self) -> bool {
        match &self.kind {
            EngineKind::Known(entry) => entry.name == "portfolio",
            EngineKind::Process(_) | EngineKind::Nonlinear(_) => false,
            EngineKind::PortfolioWith(_) => true,
        }
    }

    /// Whether it starts programs that its name gives.
    pub fn starts_programs(&self) -> bool {
        match &self.kind {
            EngineKind::Known(_) => false,
            EngineKind::Process(_) | EngineKind::Nonlinear(_) | EngineKind::PortfolioWith(_) => true,
        }
    }

    /// Whether it only looks for models, and goes on for ever where there is none.
    pub fn never_ends(&self) -> bool {
        matches!(&self.kind, EngineKind::Known(entry) if entry.name == "search")
    }

    /// The same engine with outside programs beside it, each named `process:COMMAND`.
    ///
    /// # Errors
    /// If this engine is not the portfolio, or one of the others is not a process.
    pub fn with(self, others: &[EngineChoice]) -> Result<EngineChoice, EngineError> {
        let mut commands = match (&self.kind, others) {
            (_, []) => return Ok(self),
            (EngineKind::Known(entry), _) if entry.name == "portfolio" => Vec::new(),
            (EngineKind::PortfolioWith(commands), _) => commands.clone(),
            _ => return Err(EngineError::NotPortfolio),
        };
        for other in others {
            match &other.kind {
                EngineKind::Process(command) => commands.push(Outside::Process(command.clone())),
                EngineKind::Nonlinear(command) => commands.push(Outside::Nonlinear(command.clone())),
                _ => return Err(EngineError::NotProcess),
            }
        }
        Ok(EngineChoice { kind: EngineKind::PortfolioWith(commands) })
    }

    /// A new engine of this kind.
    pub fn make(&self, options: &SolverOptions) -> Box<dyn Solver> {
        let memory = options.process_memory;
        match &self.kind {
            EngineKind::Known(entry) => (entry.make)(options),
            EngineKind::Process(command) => Box::new(process(command, memory)),
            EngineKind::Nonlinear(command) => Outside::Nonlinear(command.clone()).make(memory),
            EngineKind::PortfolioWith(others) => {
                let others = others.iter().map(|other| other.make(memory)).collect();
                Box::new(schedule::portfolio(options, others))
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
            let choice = EngineChoice::from_name(entry.name).unwrap();
            // An engine that only differs in its options answers under its own name.
            let made = choice.make(&SolverOptions::default()).name().to_owned();
            assert!(
                entry.name == made || entry.name.starts_with(&format!("{made}-")),
                "{} is {made}",
                entry.name
            );
        }
        let process = EngineChoice::from_name("process:z3 -in").unwrap();
        assert_eq!(process.make(&SolverOptions::default()).name(), "process:z3 -in");
        let message = EngineChoice::from_name("magic").unwrap_err().to_string();
        assert!(message.contains("fold (rewriting") && message.contains("process:"), "{message}");
        assert!(EngineChoice::from_name("process:").is_err());
        let endless =
            ENGINES.iter().filter(|entry| EngineChoice::from_name(entry.name).unwrap().never_ends());
        assert_eq!(endless.map(|entry| entry.name).collect::<Vec<_>>(), ["search"]);
    }

    #[test]
    fn only_the_portfolio_takes_processes() {
        let choice = |name| EngineChoice::from_name(name).unwrap();
        let z3 = choice("process:z3 -in");
        let both = choice("portfolio").with(std::slice::from_ref(&z3)).unwrap();
        let solver = both.make(&SolverOptions::default());
        assert!(solver.engine_statistics().iter().any(|(name, _)| *name == "process:z3 -in"));
        assert!(choice("bitblast").with(std::slice::from_ref(&z3)).is_err());
        assert!(choice("portfolio").with(&[choice("search")]).is_err());
        assert!(choice("bitblast").with(&[]).is_ok());
    }

    #[test]
    fn a_solver_of_the_reals_gives_points_to_try() {
        let Some(program) = ulpwise_testkit::material::peer("z3") else { return };
        let mut store = TermStore::new();
        let [x, y] = ["x", "y"].map(|name| store.variable(name, Sort::Float(Format::F64)));
        let mode = store.rounding(Rounding::NearestEven);
        let square = store.fp_mul(mode, x, x);
        let product = store.fp_mul(mode, square, y);
        let [low, high, one] = [6.99, 7.01, 1.0].map(|value| store.float(Float::from_f64(value)));
        let assertions =
            [store.fp_lt(low, product), store.fp_lt(product, high), store.fp_lt(one, x), store.fp_lt(x, y)];
        let choice = EngineChoice::nonlinear(&format!("'{}' -in", program.display())).unwrap();
        let mut solver = choice.make(&SolverOptions::default());
        assert!(solver.name().starts_with("nra:"));
        let verdict = solver.check(&mut store, &Query::new(&assertions), &Budget::unlimited());
        assert!(matches!(verdict, Verdict::Sat(_)), "{verdict:?}");
    }
}
