//! An interpreter between two instructions, for a symbolic executor: it looks at the next
//! instruction, carries it out itself, and lets the interpreter go on.
//!
//! While paused, every call under way has its frame in place, the innermost last, standing at the
//! instruction it is at.

use crate::frame::{Argument, CallFrame};
use crate::interpreter::Interpreter;
use crate::machine::Machine;
use crate::path_end::PathEnd;
use crate::program::Callee;
use crate::step;
use std::sync::Arc;
use ulpwise_base::Id;
use ulpwise_float::Flags;
use ulpwise_host::libm::LibmFunction;
use ulpwise_ir::{Body, EdgeId, FunctionId, Inst, InstId, Slot, SlotList};

/// Who carries a call out.
#[derive(Clone, Copy, Debug)]
pub enum CalleeKind {
    /// The program.
    Program,
    /// The host's mathematical library.
    Math(LibmFunction),
    /// A model of a function of the C library.
    Library,
    /// Nothing.
    Unknown,
}

impl<'p> Interpreter<'p> {
    /// A copy that goes its own way; what neither changes is shared.
    #[must_use]
    pub fn fork(&mut self) -> Self {
        self.machine.memory.share();
        let pool = std::mem::take(&mut self.pool);
        let copy = self.clone();
        self.pool = pool;
        copy
    }

    /// Pauses from now on before calls of these functions, which are not defined in the program.
    pub fn intercept(&mut self, functions: impl IntoIterator<Item = FunctionId>) {
        self.intercepted = Arc::new(functions.into_iter().collect());
    }

    /// Pauses from now on before every floating-point operation, whether its operands are marked or
    /// not, and before whatever asks for the rounding mode or sets it: for executors to whom the
    /// same bits are not the same value.
    pub fn pause_at_floats(&mut self) {
        self.pauses_at_floats = true;
    }

    /// Stands at the first instruction of a function of the program, with arguments as raw slots.
    ///
    /// # Errors
    /// The function has no body, or there is no room for its frame.
    pub fn enter(
        &mut self,
        function: FunctionId,
        arguments: &[u64],
        variadic: Vec<Argument>,
    ) -> Result<(), PathEnd> {
        let Callee::Body(ready) = self.program.callee(function) else {
            return Err(PathEnd::UnknownFunction(self.program.module().functions[function].name.clone()));
        };
        let frame = self.new_frame(ready, arguments.iter().copied(), variadic.into())?;
        self.frames.push(frame);
        Ok(())
    }

    /// Goes on until the outermost call returns; delivers what it returns.
    ///
    /// # Errors
    /// The run ended, or pauses with [`PathEnd::Marked`]: frames stand where they were.
    ///
    /// # Panics
    /// If no call is under way.
    pub fn resume(&mut self) -> Result<Vec<u64>, PathEnd> {
        self.resume_above(0)
    }

    /// As [`Interpreter::resume`], until the call returns that has `floor` others below it.
    ///
    /// # Errors
    /// As there.
    ///
    /// # Panics
    /// If no call is under way.
    pub fn resume_above(&mut self, floor: usize) -> Result<Vec<u64>, PathEnd> {
        Machine::discard_hardware_flags();
        let frame = self.frames.pop().expect("a call is under way");
        let outcome = self.run(frame, floor);
        self.machine.collect_hardware_flags();
        outcome
    }

    /// How many calls are under way.
    pub fn depth(&self) -> usize {
        self.frames.len()
    }

    /// The calls under way, innermost first: the function and the instruction it is at.
    pub fn calls(&self) -> impl Iterator<Item = (FunctionId, InstId)> + '_ {
        self.frames.iter().rev().map(|frame| (frame.function(), InstId::from_index(frame.pc)))
    }

    /// The body of the innermost call.
    ///
    /// # Panics
    /// If no call is under way; so do the methods below.
    pub fn body(&self) -> &'p Body {
        self.top().ready.body
    }

    /// The next instruction.
    pub fn next_inst(&self) -> Inst {
        let frame = self.top();
        frame.ready.body.insts.as_slice()[frame.pc]
    }

    /// What a slot of the innermost call holds; without meaning if it is marked.
    pub fn register(&self, slot: Slot) -> u64 {
        self.top().registers[slot.index()]
    }

    /// Whether a slot of the innermost call is marked.
    pub fn is_marked(&self, slot: Slot) -> bool {
        self.top().marks.contains(slot)
    }

    /// Gives a slot of the innermost call a value.
    pub fn set_register(&mut self, slot: Slot, value: u64) {
        let frame = self.top_mut();
        frame.registers[slot.index()] = value;
        frame.marks.remove(slot);
    }

    /// Marks a slot of the innermost call.
    pub fn mark_register(&mut self, slot: Slot) {
        self.top_mut().marks.insert(slot);
    }

    /// Goes past the next instruction.
    pub fn advance(&mut self) {
        self.top_mut().pc += 1;
    }

    /// Stands at the target of an edge; the values that the edge carries are the caller's to move.
    ///
    /// # Errors
    /// The budget ended.
    pub fn jump(&mut self, edge: EdgeId) -> Result<(), PathEnd> {
        let body = self.top().ready;
        let ready = &body.edges[edge.index()];
        let (target, steps) = (ready.target, ready.steps);
        self.count_steps(steps)?;
        self.program.take(ready);
        self.top_mut().pc = target;
        Ok(())
    }

    /// Says where the results of the call that the innermost frame is about to make go. They are no
    /// longer marked: if the call returns known values, nothing else takes the marks of an earlier
    /// call's results away.
    pub fn expect_results(&mut self, results: SlotList) {
        let frame = self.top_mut();
        frame.results = results;
        for &slot in frame.ready.body.list(results) {
            frame.marks.remove(slot);
        }
    }

    /// Ends the innermost call; its caller stays where it stands.
    pub fn drop_call(&mut self) {
        let frame = self.frames.pop().expect("a call is under way");
        step::memory::release_stack(&mut self.machine, frame.stack_mark);
        self.pool.give_back(frame.registers);
    }

    /// Ends the innermost call. Where the results go in the caller, which then stands after its
    /// call; `None` if it was the last.
    pub fn leave(&mut self) -> Option<&'p [Slot]> {
        self.drop_call();
        let caller = self.frames.last_mut()?;
        caller.pc += 1;
        Some(caller.ready.body.list(caller.results))
    }

    /// The arguments beyond the parameters of the innermost call.
    pub fn variadic(&self) -> &[Argument] {
        &self.top().variadic
    }

    /// Says that some of them are not known: the innermost call pauses where it asks for them.
    pub fn mark_variadic(&mut self) {
        let top = self.frames.len() - 1;
        self.frames[top].has_marked_variadic = true;
    }

    /// Fills the `va_list` at an address for the innermost call, and tells where each argument
    /// beyond its parameters stands.
    ///
    /// # Errors
    /// The list is not there, or there is no room for the arguments.
    pub fn start_variadic(&mut self, list: u64) -> Result<Vec<u64>, PathEnd> {
        let top = self.frames.len() - 1;
        let frame = &self.frames[top];
        step::variadic::start(&mut self.machine, frame.ready, &frame.variadic, list)
    }

    /// Who carries out a call of a function.
    pub fn callee(&self, function: FunctionId) -> CalleeKind {
        match self.program.callee(function) {
            Callee::Body(_) => CalleeKind::Program,
            Callee::Math(math) => CalleeKind::Math(*math),
            Callee::Library(_) => CalleeKind::Library,
            Callee::Unknown => CalleeKind::Unknown,
        }
    }

    /// Calls a function that is not defined in the program; delivers its results as raw slots.
    ///
    /// # Errors
    /// As such a call ends a run; frames of what it called back are gone.
    pub fn call_outside(
        &mut self,
        function: FunctionId,
        arguments: &[Argument],
    ) -> Result<Vec<u64>, PathEnd> {
        // The code that runs while the program is paused computes with floats for its own ends.
        Machine::discard_hardware_flags();
        let depth = self.frames.len();
        let intercepted = std::mem::take(&mut self.intercepted);
        let outcome = step::call::outside(self, function, arguments, None);
        self.intercepted = intercepted;
        self.frames.truncate(depth);
        outcome.map(|returned| returned.as_slice().to_vec())
    }

    /// The IEEE flags that the program has up.
    pub fn paused_flags(&mut self) -> Flags {
        Machine::discard_hardware_flags();
        self.machine.sticky_flags()
    }

    /// Clears flags of the program.
    pub fn lower_paused_flags(&mut self, flags: Flags) {
        Machine::discard_hardware_flags();
        self.machine.clear_flags(flags);
    }

    /// The address of `errno`; `None` when memory is used up.
    pub fn errno_address(&mut self) -> Option<u64> {
        self.machine.library.errno_address(&mut self.machine.memory)
    }

    /// Where `strtok` goes on; 0 when its string is used up.
    pub fn token_rest(&self) -> u64 {
        self.machine.library.token_rest
    }

    /// Says where `strtok` goes on.
    pub fn set_token_rest(&mut self, address: u64) {
        self.machine.library.token_rest = address;
    }

    fn top(&self) -> &CallFrame<'p> {
        self.frames.last().expect("a call is under way")
    }

    fn top_mut(&mut self) -> &mut CallFrame<'p> {
        self.frames.last_mut().expect("a call is under way")
    }
}
