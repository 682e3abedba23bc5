//! What explores a program: terms, a solver to ask, and the step from one state of a path to the
//! next. Which path is followed when is the driver's business.

use crate::goals::{Goals, Lookout};
use crate::inaccuracy::{CheckOptions, Combination};
use crate::outcomes::OutcomeRecorder;
use crate::path::{End, Path};
use crate::questions::Questions;
use crate::search::SearchStrategy;
use crate::state::PathState;
use crate::step::Next;
use crate::terms::{Terms, to_u128};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;
use ulpwise_base::Budget;
use ulpwise_expr::{Term, Value};
use ulpwise_interp::{PathEnd, Program};
use ulpwise_ir::{Dominators, FunctionId};
use ulpwise_solver::{Libm, Solver};

/// How a program is explored.
#[derive(Clone, Debug)]
pub struct SymexOptions {
    /// How the interpreter runs it.
    pub run: ulpwise_interp::InterpOptions,
    /// How long all of it may take.
    pub budget: Budget,
    /// How long one question to the solver may take where nothing else limits it.
    pub question_limit: Duration,
    /// After how many paths to stop.
    pub max_paths: u64,
    /// How many times a path may fork.
    pub max_forks: u32,
    /// How many times a path may fork at one branch of one call.
    pub loop_bound: Option<u32>,
    /// How many bytes of memory the process may hold.
    pub memory_limit: u64,
    /// Which path is followed next.
    pub search: SearchStrategy,
    /// Whether ways that only compute are joined where they meet.
    pub merge: bool,
    /// Makes other choices where they are free.
    pub seed: u64,
    /// Exceptions that are looked for along the paths. A conversion to an integer type that does
    /// not have the value is one of them, and does what compiled code does; without goals it ends a
    /// path.
    pub goals: Option<Arc<Goals>>,
    /// Inaccuracy that is looked for along the paths.
    pub checks: Option<CheckOptions>,
}

impl Default for SymexOptions {
    fn default() -> Self {
        Self {
            run: ulpwise_interp::InterpOptions::default(),
            budget: Budget::unlimited(),
            question_limit: Duration::from_secs(30),
            max_paths: u64::MAX,
            max_forks: u32::MAX,
            loop_bound: None,
            memory_limit: u64::MAX,
            search: SearchStrategy::default(),
            merge: true,
            seed: 1,
            goals: None,
            checks: None,
        }
    }
}

/// Explores one program.
pub struct Executor<'p, 's> {
    pub(crate) terms: Terms,
    pub(crate) questions: Questions<'s>,
    pub(crate) program: &'p Program<'p>,
    pub(crate) options: SymexOptions,
    pub(crate) lookout: Lookout,
    /// What is remembered of a call that is compared with another program's.
    pub(crate) recorder: Option<OutcomeRecorder>,
    /// Inputs for which checks tell, not yet reported.
    pub(crate) combinations: Vec<Combination>,
    /// Of functions in which ways were to be joined.
    pub(crate) dominators: HashMap<FunctionId, Dominators>,
}

impl<'p, 's> Executor<'p, 's> {
    /// An executor that asks a solver. It is given what libm delivers where the program runs.
    pub fn new(
        program: &'p Program<'p>,
        solver: &'s mut dyn Solver,
        libm: &'s Libm<'s>,
        options: SymexOptions,
    ) -> Self {
        let questions = Questions::new(solver, libm, options.budget.clone(), options.question_limit);
        let lookout = Lookout::new(options.goals.clone());
        let (combinations, dominators) = (Vec::new(), HashMap::new());
        Self {
            terms: Terms::new(),
            questions,
            program,
            options,
            lookout,
            recorder: None,
            combinations,
            dominators,
        }
    }

    /// Names another solver, which is asked first about paths that the usual one could not decide.
    #[must_use]
    pub fn with_resort(mut self, solver: &'s mut dyn Solver) -> Self {
        self.questions.set_resort(solver);
        self
    }

    /// Runs a path to its next fork or its end.
    pub(crate) fn advance(&mut self, mut state: PathState<'p>) -> Vec<Next<'p>> {
        match state.resume() {
            Ok(values) if !state.waiting.is_empty() => {
                let order = values.first().map(|&bits| self.terms.constant(32, (bits as u32).into()));
                self.compared(state, order.as_slice())
            }
            Ok(values) => {
                let returned: Vec<Term> =
                    values.into_iter().map(|slot| self.terms.constant(64, slot.into())).collect();
                self.finished(state, &returned)
            }
            // Functions that the interpreter does not know may be known here.
            Err(PathEnd::Marked | PathEnd::UnknownFunction(_)) => self.step(state),
            Err(end) => vec![Next::Ends(state, End::Stopped(end))],
        }
    }

    pub(crate) fn path(&mut self, state: &mut PathState<'p>, end: End) -> Path {
        Path {
            end,
            output: self.output(state),
            calls: state.interpreter.calls().collect(),
            inputs: state.inputs.iter().map(|input| input.value(&state.model)).collect(),
            instructions: state.interpreter.machine.steps,
            joins: state.joins,
        }
    }

    /// The bits of a value for the inputs of a path.
    pub(crate) fn bits_in_model(&mut self, state: &mut PathState<'p>, value: Term) -> u128 {
        let bits = self.terms.bits(value);
        match self.questions.pick(&self.terms, state, bits) {
            Some(Value::BitVec(bits)) => to_u128(bits.unsigned()),
            _ => 0,
        }
    }
}
