//! Explores a program: runs paths until they end, and those that fork off them.

use crate::inputs::Input;
use crate::models;
use crate::path::{End, Path, Summary};
use crate::questions::Questions;
use crate::state::State;
use crate::step::Next;
use crate::terms::{Terms, to_u128};
use std::time::Duration;
use ulpwise_base::Budget;
use ulpwise_expr::{Sort, Term, Value};
use ulpwise_interp::memory::ObjectKind;
use ulpwise_interp::{Interpreter, PathEnd, Program};
use ulpwise_ir::{FunctionId, Type};
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

/// An argument of the function that is explored.
#[derive(Clone, Debug)]
pub enum Given {
    /// Any value.
    Any,
    /// These bits.
    Bits(u128),
    /// A pointer to this many elements of a type, each any value.
    Array(Type, usize),
}

/// Explores one program.
pub struct Executor<'p, 's> {
    pub(crate) terms: Terms,
    pub(crate) questions: Questions<'s>,
    program: &'p Program<'p>,
    options: Options,
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

    /// The path at the first instruction of a function.
    fn start(&mut self, function: FunctionId, given: &[Given]) -> Result<State<'p>, PathEnd> {
        let mut interpreter = Interpreter::new(self.program, self.options.run.clone());
        interpreter.intercept(models::intercepted(self.program));
        let target = &self.program.module().functions[function];
        let mut raw = Vec::new();
        let mut state = State::new(interpreter);
        let mut symbolic = Vec::new();
        for (at, (&ty, given)) in target.parameters.iter().zip(given).enumerate() {
            let name = format!("arg{at}");
            let bits = match given {
                Given::Bits(bits) => *bits,
                Given::Any => {
                    symbolic.push((at, self.input(&mut state, &name, ty, 1)[0]));
                    0
                }
                Given::Array(element, count) => self.array(&mut state, &name, *element, *count)?.into(),
            };
            raw.push(bits as u64);
            if ty.is_wide() {
                raw.push((bits >> 64) as u64);
            }
        }
        state.interpreter.enter(function, &raw, Vec::new())?;
        state.entered();
        let slots: Vec<_> = state.interpreter.body().parameters().map(|(slot, _)| slot).collect();
        for (at, value) in symbolic {
            state.set(&mut self.terms, slots[at], value);
        }
        Ok(state)
    }

    /// New inputs of a type.
    pub(crate) fn input(&mut self, state: &mut State<'p>, name: &str, ty: Type, count: usize) -> Vec<Term> {
        let sort = Sort::BitVec(u32::from(ty.bits()));
        let elements: Vec<Term> = (0..count).map(|_| self.terms.store.fresh_variable(name, sort)).collect();
        state.inputs.push(Input { name: name.to_owned(), ty, elements: elements.clone() });
        elements
    }

    /// An object whose elements are inputs.
    fn array(&mut self, state: &mut State<'p>, name: &str, ty: Type, count: usize) -> Result<u64, PathEnd> {
        // An x87 number takes 16 bytes of which it uses ten.
        let stride = ty.store_bytes().next_power_of_two();
        let memory = &mut state.interpreter.machine.memory;
        let address =
            memory.allocate((stride * count) as u64, ObjectKind::Host).ok_or(PathEnd::OutOfMemory)?;
        for (at, element) in self.input(state, name, ty, count).into_iter().enumerate() {
            state.store(&mut self.terms, address + (at * stride) as u64, ty, element)?;
        }
        Ok(address)
    }

    /// Runs a path to its next fork or its end.
    fn advance(&mut self, mut state: State<'p>) -> Vec<Next<'p>> {
        match state.interpreter.resume() {
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
