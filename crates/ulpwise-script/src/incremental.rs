//! A solver that is kept between commands, for programs that ask questions one by one.

use crate::context::RunContext;
use crate::error::ScriptError;
use crate::options::SolveOptions;
use crate::script_engine;
use std::time::Duration;
use ulpwise_base::Budget;
use ulpwise_smtlib::{ScriptSource, Session};

/// A solver that is kept between commands.
///
/// ```
/// use ulpwise_script::{IncrementalSolver, SolveOptions};
///
/// let mut solver = IncrementalSolver::new(&SolveOptions::default())?;
/// solver.execute("(declare-const x Float64) (assert (fp.lt (fp.mul RNE x x) x))");
/// assert_eq!(solver.execute("(check-sat)").output, "sat\n");
/// solver.execute("(push 1) (assert (fp.gt x ((_ to_fp 11 53) RNE 1.0)))");
/// assert_eq!(solver.execute("(check-sat)").output, "unsat\n");
/// solver.execute("(pop 1)");
/// assert_eq!(solver.execute("(check-sat)").output, "sat\n");
/// # Ok::<(), ulpwise_script::ScriptError>(())
/// ```
#[derive(Debug)]
pub struct IncrementalSolver {
    session: Session<'static>,
    timeout: Option<Duration>,
}

/// What commands answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Executed {
    /// The answers, as SMT-LIB has them, errors included.
    pub output: String,
    /// Whether no command was answered with an error.
    pub is_accepted: bool,
}

impl IncrementalSolver {
    /// A solver before its first command.
    ///
    /// # Errors
    /// The options do not go together, or name a folder that cannot be made.
    pub fn new(options: &SolveOptions) -> Result<IncrementalSolver, ScriptError> {
        let engine = script_engine::script_engine(options, &RunContext::default().progress, None)?;
        let session = Session::owning(Box::new(engine), Budget::unlimited());
        Ok(IncrementalSolver { session, timeout: options.timeout })
    }

    /// How long each call of [`IncrementalSolver::execute`] may take.
    pub fn set_timeout(&mut self, timeout: Option<Duration>) {
        self.timeout = timeout;
    }

    /// Executes commands. What precedes an error in the text is done, what follows is not; later
    /// calls go on from there.
    pub fn execute(&mut self, commands: &str) -> Executed {
        let budget = Budget::unlimited();
        self.session.set_budget(match self.timeout {
            Some(limit) => budget.with_time(limit),
            None => budget,
        });
        let errors = self.session.statistics().errors;
        let mut output = Vec::new();
        self.session
            .run(&mut ScriptSource::new(commands.as_bytes()), &mut output)
            .expect("a vector takes everything");
        let is_accepted = self.session.statistics().errors == errors;
        Executed { output: String::from_utf8_lossy(&output).into_owned(), is_accepted }
    }
}
