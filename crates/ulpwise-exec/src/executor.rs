//! Explores a program: runs paths until they end, and those that fork off them.

use crate::entry::Given;
use crate::path::{End, Path, Summary};
use crate::questions::Questions;
use crate::state::State;
use crate::step::Next;
use crate::terms::{Terms, to_u128};
use std::time::Duration;
use ulpwise_base::Budget;
use ulpwise_expr::{Term, Value};
use ulpwise_interp::{PathEnd, Program};
use ulpwise_ir::FunctionId;
use ulpwise_solver::{Libm, Solver};

/// How a program is explored.
#[derive(Clone, Debug)]
pub struct Options {
    /// How the interpreter runs it.
    pub run: ulpwise_interp::Options,
    /// How long all of it may take.
    pub budget: Budget,
    /// How long one question to the solver may take.
    pub question_limit: Duration,
    /// After how many paths to stop.
    pub max_paths: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            run: ulpwise_interp::Options::default(),
            budget: Budget::unlimited(),
            question_limit: Duration::from_secs(30),
            max_paths: u64::MAX,
        }
    }
}

/// Explores one program.
pub struct Executor<'p, 's> {
    pub(crate) terms: Terms,
    pub(crate) questions: Questions<'s>,
    pub(crate) program: &'p Program<'p>,
    pub(crate) options: Options,
}

impl<'p, 's> Executor<'p, 's> {
    /// An executor that asks a solver. It is told what libm delivers where the program runs.
    pub fn new(
        program: &'p Program<'p>,
        solver: &'s mut dyn Solver,
        libm: &'s Libm<'s>,
        options: Options,
    ) -> Self {
        let questions = Questions::new(solver, libm, options.budget.clone(), options.question_limit);
        Self { terms: Terms::new(), questions, program, options }
    }

    /// Explores a function from its first instruction.
    ///
    /// # Errors
    /// The function cannot be entered with these arguments.
    pub fn explore(
        &mut self,
        function: FunctionId,
        given: &[Given],
        on_path: &mut dyn FnMut(Path),
    ) -> Result<Summary, PathEnd> {
        let start = self.start(function, given)?;
        let mut summary = Summary::default();
        let mut open = vec![start];
        while let Some(state) = open.pop() {
            if summary.paths >= self.options.max_paths || self.options.budget.check(0).is_err() {
                summary.left = open.len() as u64 + 1;
                summary.missed.push("a limit was reached".to_owned());
                break;
            }
            for next in self.advance(state) {
                match next {
                    Next::Goes(state) => open.push(state),
                    Next::Ends(state, end) => {
                        summary.paths += 1;
                        on_path(self.path(&state, end));
                    }
                }
            }
        }
        summary.questions = self.questions.asked;
        summary.missed.extend(self.questions.unknown.iter().cloned());
        Ok(summary)
    }

    /// Runs a path to its next fork or its end.
    fn advance(&mut self, mut state: State<'p>) -> Vec<Next<'p>> {
        match state.resume() {
            Ok(values) if !state.waiting.is_empty() => {
                let order = values.first().map(|&bits| self.terms.constant(32, (bits as u32).into()));
                self.compared(state, order.as_slice())
            }
            Ok(values) => {
                vec![Next::Ends(state, End::Returned(values.into_iter().map(u128::from).collect()))]
            }
            // Functions that nobody else knows may be known here.
            Err(PathEnd::Marked | PathEnd::UnknownFunction(_)) => self.step(state),
            Err(end) => vec![Next::Ends(state, End::Stopped(end))],
        }
    }

    fn path(&self, state: &State<'p>, end: End) -> Path {
        Path {
            end,
            calls: state.interpreter.calls().collect(),
            inputs: state.inputs.iter().map(|input| input.value(&state.model)).collect(),
            instructions: state.interpreter.machine.steps,
        }
    }

    /// The bits of a value for the inputs of a path.
    pub(crate) fn bits_in_model(&mut self, state: &mut State<'p>, value: Term) -> u128 {
        let bits = self.terms.bits(value);
        match self.questions.value(&self.terms, state, bits) {
            Some(Value::BitVec(bits)) => to_u128(bits.unsigned()),
            _ => 0,
        }
    }
}
