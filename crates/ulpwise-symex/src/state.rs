//! One path under way: the interpreter's state, and terms for what that does not know.
//!
//! The interpreter holds every value that is known, and runs by itself as long as it meets no
//! other. A slot or byte that is not known is *marked* there, and its term stands here. The marks
//! are what counts: a term left behind by a value that was overwritten is never read.

use crate::decision::{Decision, Script};
use crate::entry::Plan;
use crate::files::Files;
use crate::flags::FlagLog;
use crate::inaccuracy::Passed;
use crate::inputs::SymbolicInput;
use crate::models::Waiting;
use crate::output::PrintLog;
use crate::terms::Terms;
use crate::trail::Trail;
use std::collections::BTreeMap;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use ulpwise_expr::{Model, Term};
use ulpwise_interp::{Interpreter, MarkedRun, PathEnd, ValueDomain};
use ulpwise_ir::{SiteId, Slot, Type};

/// A path under way.
#[derive(Debug)]
pub(crate) struct PathState<'p> {
    /// The interpreter, and the terms of what is marked there.
    run: MarkedRun<'p, Term>,
    /// The arguments beyond the parameters of calls under way, of which some are not known, by the
    /// depth of the call.
    variadic: BTreeMap<usize, Arc<[Term]>>,
    /// What has to hold for this path to be taken.
    pub(crate) conditions: Trail<Term>,
    /// Values of the inputs that take this path, if it is verified.
    pub(crate) model: Arc<Model>,
    /// Whether the model is known to satisfy the conditions. If not, it is unknown whether there
    /// are inputs that take the path.
    pub(crate) verified: bool,
    /// What was decided so far.
    pub(crate) decisions: Trail<Decision>,
    /// The decisions to take, as long as a path is taken again that another executor found.
    pub(crate) script: Option<Script>,
    /// The inputs, in the order in which the program asked for them.
    pub(crate) inputs: Vec<SymbolicInput>,
    /// The files that it reads.
    pub(crate) files: Files,
    /// What it printed that the interpreter does not know.
    pub(crate) printed: PrintLog,
    /// Under which conditions no operation on terms has raised anything, if only the first
    /// exception of a path is looked for.
    pub(crate) untroubled: Trail<Term>,
    /// The inaccuracy checks that it came by, if inaccuracy is looked for.
    pub(crate) passed: Trail<Passed>,
    /// How often each sum of terms ran, if inaccuracy is looked for.
    pub(crate) runs: BTreeMap<SiteId, u32>,
    /// What operations on terms did to the IEEE flags.
    pub(crate) flags: FlagLog,
    /// Whether the program can look at `errno`.
    pub(crate) errno_is_read: bool,
    /// The function that left an unknown value in `errno`.
    pub(crate) errno_is_open: Option<String>,
    /// How many exceptions were raised before the call under way began.
    pub(crate) events_before: usize,
    /// The library functions that wait for a comparison, outermost first.
    pub(crate) waiting: Vec<Waiting>,
    /// The calls that the path makes.
    pub(crate) plan: Arc<Plan>,
    /// Which of them it is in.
    pub(crate) stage: usize,
    /// What the outermost call returned.
    pub(crate) returned: Arc<[Term]>,
    /// How many times the path forked.
    pub(crate) forks: u32,
    /// How many times two ways of the path were joined.
    pub(crate) joins: u32,
}

impl<'p> PathState<'p> {
    /// A path that has not begun.
    pub(crate) fn new(mut interpreter: Interpreter<'p>) -> PathState<'p> {
        interpreter.mark_uninitialised();
        let module = interpreter.program().module();
        let asks = |function: &ulpwise_ir::Function| function.name == "__errno_location";
        PathState {
            flags: FlagLog::new(module),
            errno_is_read: module.functions.iter().any(asks),
            errno_is_open: None,
            events_before: 0,
            run: MarkedRun::new(interpreter),
            variadic: BTreeMap::new(),
            conditions: Trail::default(),
            model: Arc::new(Model::new()),
            verified: true,
            decisions: Trail::default(),
            script: None,
            inputs: Vec::new(),
            files: Files::default(),
            printed: PrintLog::default(),
            untroubled: Trail::default(),
            passed: Trail::default(),
            runs: BTreeMap::new(),
            waiting: Vec::new(),
            plan: Arc::default(),
            stage: 0,
            returned: Arc::default(),
            forks: 0,
            joins: 0,
        }
    }

    /// A copy that goes its own way.
    pub(crate) fn fork(&mut self) -> PathState<'p> {
        self.forks += 1;
        PathState {
            run: self.run.fork(),
            variadic: self.variadic.clone(),
            conditions: self.conditions.clone(),
            model: Arc::clone(&self.model),
            verified: self.verified,
            decisions: self.decisions.clone(),
            script: self.script.clone(),
            inputs: self.inputs.clone(),
            files: self.files.clone(),
            printed: self.printed.clone(),
            untroubled: self.untroubled.clone(),
            passed: self.passed.clone(),
            runs: self.runs.clone(),
            waiting: self.waiting.clone(),
            flags: self.flags.clone(),
            errno_is_read: self.errno_is_read,
            errno_is_open: self.errno_is_open.clone(),
            events_before: self.events_before,
            plan: Arc::clone(&self.plan),
            stage: self.stage,
            returned: Arc::clone(&self.returned),
            forks: self.forks,
            joins: self.joins,
        }
    }

    /// Lets the interpreter run until it pauses, the path ends, or a comparison returns that a
    /// library function waits for.
    pub(crate) fn resume(&mut self) -> Result<Vec<u64>, PathEnd> {
        let floor = self.floor();
        self.interpreter.resume_above(floor)
    }

    /// How many calls lie below the one that a library function waits for.
    pub(crate) fn floor(&self) -> usize {
        self.waiting.last().map_or(0, |waiting| waiting.depth)
    }

    /// Whether the innermost call is a comparison that a library function waits for.
    pub(crate) fn is_comparison(&self) -> bool {
        self.waiting.last().is_some_and(|waiting| waiting.depth + 1 == self.interpreter.depth())
    }

    /// The innermost call is a new one: the arguments of an earlier one at this depth are
    /// forgotten.
    pub(crate) fn entered(&mut self) {
        let depth = self.interpreter.depth();
        self.variadic.split_off(&depth);
    }

    /// Says what the arguments beyond the parameters of the innermost call are, if the interpreter
    /// does not know all of them.
    pub(crate) fn set_variadic(&mut self, terms: &mut Terms, arguments: &[Term]) {
        if arguments.iter().any(|&argument| terms.known(argument).is_none()) {
            self.variadic.insert(self.interpreter.depth(), arguments.into());
            self.interpreter.mark_variadic();
        }
    }

    /// These arguments; nothing if the interpreter knows all of them.
    pub(crate) fn variadic(&self) -> Arc<[Term]> {
        self.variadic.get(&self.interpreter.depth()).cloned().unwrap_or_default()
    }

    /// Adds what has to hold from now on; the model of a verified path must satisfy it already.
    pub(crate) fn assume(&mut self, condition: Term) {
        self.conditions.push(condition);
    }
}

impl<'p> Deref for PathState<'p> {
    type Target = MarkedRun<'p, Term>;

    fn deref(&self) -> &MarkedRun<'p, Term> {
        &self.run
    }
}

impl<'p> DerefMut for PathState<'p> {
    fn deref_mut(&mut self) -> &mut MarkedRun<'p, Term> {
        &mut self.run
    }
}

impl ValueDomain for Terms {
    type Value = Term;

    fn constant(&mut self, ty: Type, bits: u128) -> Term {
        self.constant(ty.bits(), bits)
    }

    fn known_bits(&mut self, value: Term) -> Option<u128> {
        self.known(value)
    }

    fn retyped(&mut self, value: Term, _: Type) -> Term {
        value
    }

    fn undefined_slot(&mut self, interpreter: &Interpreter<'_>, slot: Slot) -> Term {
        let function = interpreter.calls().next().map_or(0, |(function, _)| function.as_u32());
        let bits = interpreter.body().type_of(slot).bits();
        self.uninitialised(&format!("undefined {function} {slot:?} {}", interpreter.depth()), bits.into())
    }

    fn uninitialised_byte(&mut self, address: u64) -> Term {
        self.uninitialised(&format!("uninitialised {address:#x}"), 8)
    }
}
