//! The interpreter: the calls under way and the state they share.
//!
//! The loop over the instructions of one frame is in `dispatch`; what an instruction does is in
//! `step/`. The host's own stack does not grow with the program's calls.

use crate::dispatch::{self, Transfer};
use crate::event::{Event, MAX_EVENT_CALLS};
use crate::flow::{FlowLog, FlowStep};
use crate::frame::{Argument, CallFrame, RegisterPool};
use crate::machine::Machine;
use crate::marks::SlotMarks;
use crate::options::InterpOptions;
use crate::path_end::{PathEnd, Stop};
use crate::program::{Callee, Program, ReadyBody};
use crate::step;
use std::collections::BTreeSet;
use std::sync::Arc;
use ulpwise_base::{Budget, Id};
use ulpwise_ir::{FunctionId, InstId, SlotList};

/// How many instructions run between two looks at the budget.
const STEPS_BETWEEN_CHECKS: u64 = 1 << 16;

/// How many library models that call back may be nested: each takes a piece of the host's own
/// stack.
const MAX_NESTING: usize = 200;

/// Runs functions of a program.
#[derive(Clone, Debug)]
pub struct Interpreter<'p> {
    pub(crate) program: &'p Program<'p>,
    /// The state of the run.
    pub machine: Machine,
    pub(crate) options: InterpOptions,
    pub(crate) frames: Vec<CallFrame<'p>>,
    pub(crate) pool: RegisterPool,
    /// A buffer for the arguments of calls that leave the program.
    pub(crate) arguments: Vec<Argument>,
    nesting: usize,
    /// Functions outside of the program whose calls another executor carries out.
    pub(crate) intercepted: Arc<BTreeSet<FunctionId>>,
    /// Whether another executor carries out every floating-point operation.
    pub(crate) pauses_at_floats: bool,
}

impl<'p> Interpreter<'p> {
    /// An interpreter at the start of a run.
    pub fn new(program: &'p Program<'p>, options: InterpOptions) -> Self {
        let mut machine = Machine::new(program.image().clone(), &options);
        if options.record_flow {
            machine.events.record_flow(FlowLog::new(program.module()));
        }
        Self {
            program,
            machine,
            options,
            frames: Vec::new(),
            pool: RegisterPool::default(),
            arguments: Vec::new(),
            nesting: 0,
            intercepted: Arc::default(),
            pauses_at_floats: false,
        }
    }

    /// Back to the start: fresh globals, no heap, no events, no output.
    pub fn reset(&mut self, options: InterpOptions) {
        let mut memory = std::mem::replace(&mut self.machine.memory, crate::memory::Memory::new(0));
        memory.reset_from(self.program.image());
        self.machine = Machine::new(memory, &options);
        if options.record_flow {
            self.machine.events.record_flow(FlowLog::new(self.program.module()));
        }
        self.options = options;
        self.frames.clear();
        self.nesting = 0;
    }

    /// From here on a run has this budget.
    pub fn limit(&mut self, budget: Budget) {
        self.options.budget = budget;
        self.machine.next_check = self.machine.steps;
    }

    /// The program that runs.
    pub fn program(&self) -> &'p Program<'p> {
        self.program
    }

    /// The events so far.
    pub fn events(&self) -> &[Event] {
        self.machine.events.events()
    }

    /// The way of infinities and NaN so far; empty unless [`InterpOptions::record_flow`] says that
    /// it is recorded.
    pub fn flow(&self) -> &[FlowStep] {
        self.machine.events.flow()
    }

    /// Calls a function with arguments given as raw slots: a wide value as its low and high half.
    ///
    /// # Errors
    /// The run ended before the function returned; says how and where.
    pub fn call(&mut self, function: FunctionId, arguments: &[u64]) -> Result<Vec<u64>, Stop> {
        Machine::discard_hardware_flags();
        let outcome = self.call_nested(function, arguments);
        self.machine.collect_hardware_flags();
        outcome.map_err(|end| {
            let calls =
                self.frames.drain(..).rev().map(|frame| (frame.function(), InstId::from_index(frame.pc)));
            Stop { end, calls: calls.collect() }
        })
    }

    /// Calls a function from a library model, such as the comparison of `qsort`.
    pub(crate) fn call_nested(
        &mut self,
        function: FunctionId,
        arguments: &[u64],
    ) -> Result<Vec<u64>, PathEnd> {
        if self.nesting >= MAX_NESTING {
            return Err(PathEnd::StackOverflow);
        }
        self.nesting += 1;
        let outcome = match self.program.callee(function) {
            Callee::Body(ready) => self
                .new_frame(ready, arguments.iter().copied(), Box::default())
                .and_then(|frame| self.run(frame, self.frames.len())),
            _ => {
                let types = &self.program.module().functions[function].parameters;
                let given = step::call::typed_arguments(types.iter().copied(), arguments);
                step::call::outside(self, function, &given, None).map(|returned| returned.as_slice().to_vec())
            }
        };
        self.nesting -= 1;
        // No other executor can carry an instruction out and come back into the middle of a model.
        outcome.map_err(|end| match end {
            PathEnd::Marked => {
                PathEnd::Unsupported("a symbolic value in a function that the C library calls".into())
            }
            end => end,
        })
    }

    /// A frame for a call of `ready`, which has its arguments but has not begun.
    #[inline]
    pub(crate) fn new_frame(
        &mut self,
        ready: &'p ReadyBody<'p>,
        arguments: impl Iterator<Item = u64>,
        variadic: Box<[Argument]>,
    ) -> Result<CallFrame<'p>, PathEnd> {
        if self.frames.len() >= self.options.max_depth {
            return Err(PathEnd::StackOverflow);
        }
        self.count_steps(ready.entry_steps)?;
        let mut registers = self.pool.take(ready, arguments);
        if self.options.fresh_byte != 0 {
            RegisterPool::fill_undefined(ready, &mut registers, self.options.fresh_byte);
        }
        let stack_mark = self.machine.stack_objects.len();
        let mut marks = SlotMarks::default();
        if self.machine.marks_uninitialised {
            ready.undefined.iter().for_each(|&slot| marks.insert(slot));
        }
        Ok(CallFrame {
            ready,
            registers,
            pc: 0,
            results: SlotList::default(),
            stack_mark,
            variadic,
            has_marked_variadic: false,
            marks,
        })
    }

    /// Counts the instructions of a block about to run, and looks at the budget now and then.
    #[inline(always)]
    pub(crate) fn count_steps(&mut self, steps: u64) -> Result<(), PathEnd> {
        self.machine.steps += steps;
        if self.machine.steps >= self.machine.next_check { self.check_budget() } else { Ok(()) }
    }

    #[cold]
    fn check_budget(&mut self) -> Result<(), PathEnd> {
        let steps = self.machine.steps;
        self.options.budget.check(steps).map_err(PathEnd::Exhausted)?;
        let next_check = steps + STEPS_BETWEEN_CHECKS;
        self.machine.next_check =
            self.options.budget.step_limit().map_or(next_check, |limit| next_check.min(limit));
        Ok(())
    }

    /// Runs a frame, and all that it calls, until the call returns that has `floor` others below
    /// it.
    pub(crate) fn run(&mut self, mut frame: CallFrame<'p>, floor: usize) -> Result<Vec<u64>, PathEnd> {
        loop {
            let depth = self.frames.len();
            let watches = self.machine.events.records_flow() || self.pauses_at_floats;
            let transfer = if frame.marks.is_empty() && !watches {
                dispatch::run_until_transfer::<false>(self, &mut frame)
            } else {
                dispatch::run_until_transfer::<true>(self, &mut frame)
            };
            // What was recorded since the last transfer happened in this very frame.
            if self.machine.events.has_untraced() {
                self.trace_events();
            }
            match transfer {
                Ok(Transfer::Call { callee, arguments, results, variadic }) => {
                    let given =
                        frame.ready.body.list(arguments).iter().map(|slot| frame.registers[slot.index()]);
                    let entered = match self.new_frame(
                        callee,
                        given.take(callee.body.parameter_slots as usize),
                        variadic,
                    ) {
                        Ok(entered) => entered,
                        Err(end) => return Err(self.stopped(frame, depth, end)),
                    };
                    frame.results = results;
                    self.frames.push(std::mem::replace(&mut frame, entered));
                }
                Ok(Transfer::Return { values }) => {
                    step::memory::release_stack(&mut self.machine, frame.stack_mark);
                    let values =
                        frame.ready.body.list(values).iter().map(|slot| frame.registers[slot.index()]);
                    if depth == floor {
                        return Ok(values.collect());
                    }
                    let mut caller = self.frames.pop().expect("the caller is above the floor");
                    // Until here it stood at its call, which is where a stop inside that call finds
                    // it.
                    caller.pc += 1;
                    for (slot, value) in caller.ready.body.list(caller.results).iter().zip(values) {
                        caller.registers[slot.index()] = value;
                    }
                    self.pool.give_back(std::mem::replace(&mut frame, caller).registers);
                }
                Ok(Transfer::Unwind { exception }) => frame = self.unwind_from(frame, floor, exception)?,
                Err(end) => return Err(self.stopped(frame, depth, end)),
            }
        }
    }

    #[cold]
    fn trace_events(&mut self) {
        let callers = self.frames.iter().rev().take(MAX_EVENT_CALLS);
        let calls: Vec<_> = callers.map(|frame| (frame.function(), InstId::from_index(frame.pc))).collect();
        self.machine.events.trace(&calls);
    }

    /// Keeps the frame in which a run ended, below the frames of a nested call that ended it.
    pub(crate) fn stopped(&mut self, frame: CallFrame<'p>, depth: usize, end: PathEnd) -> PathEnd {
        self.frames.insert(depth, frame);
        end
    }
}
