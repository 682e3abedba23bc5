//! Calls once more, in the interpreter: it does what native code does, and reports besides with
//! which operands each exception was raised, which functions called, and which way infinities and
//! NaN took.

use crate::ledger::{Goal, Ledger, Witness};
use std::collections::BTreeMap;
use std::time::Duration;
use ulpwise_base::Budget;
use ulpwise_externals::Exceptions;
use ulpwise_float::Rounding;
use ulpwise_harness::NativeInputs;
use ulpwise_interp::memory::{Memory, MemoryFault, ObjectKind};
use ulpwise_interp::{Event, FlowStep, InterpOptions, Interpreter, PathEnd, Program, Stop};
use ulpwise_ir::FunctionId;
use ulpwise_native::Passing;

/// How long a call may take.
const TIME: Duration = Duration::from_secs(1);

/// What a call did, as far as the interpreter comes in a short time.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reran {
    /// The exceptions in the order of their first occurrence.
    pub(crate) events: Vec<Event>,
    /// The way of exceptional values.
    pub(crate) flow: Vec<FlowStep>,
    /// The access to memory that it must not access, if it ended with one. What native code does
    /// after that follows from nothing.
    pub(crate) stray: Option<MemoryFault>,
}

impl Reran {
    /// Whether the call accesses memory that it must not access before it raises an exception:
    /// whatever follows natively is chance.
    pub(crate) fn strays_before(&self, goal: Goal) -> bool {
        self.stray.is_some() && self.event(goal).is_none()
    }

    /// The exception as it was first raised.
    pub(crate) fn event(&self, goal: Goal) -> Option<&Event> {
        self.events.iter().find(|event| (event.site, event.exception) == goal)
    }
}

/// Makes calls in the interpreter.
#[derive(Clone, Copy)]
pub struct Rerun<'p> {
    /// The program.
    pub program: &'p Program<'p>,
    /// Functions without parameters that are called first.
    pub setup: &'p [FunctionId],
    /// The rounding mode in which calls begin.
    pub rounding: Rounding,
    /// Which exceptions on request are looked for, too.
    pub on_request: Exceptions,
}

impl Rerun<'_> {
    /// Makes a call.
    pub(crate) fn call(self, function: FunctionId, inputs: &NativeInputs, words: &[u64]) -> Reran {
        self.call_within(function, inputs, words, &Budget::unlimited())
    }

    /// Makes a call that also ends with a budget.
    pub(crate) fn call_within(
        self,
        function: FunctionId,
        inputs: &NativeInputs,
        words: &[u64],
        budget: &Budget,
    ) -> Reran {
        let budget = budget.part(TIME);
        let Self { rounding, on_request, .. } = self;
        let options =
            InterpOptions { budget, record_flow: true, on_request, rounding, ..InterpOptions::default() };
        let mut interpreter = Interpreter::new(self.program, options);
        if interpreter.run_constructors().is_err() {
            return Reran::default();
        }
        if self.setup.iter().any(|&setup| interpreter.call(setup, &[]).is_err()) {
            return Reran::default();
        }
        let Some(arguments) = arguments(&mut interpreter, inputs, words) else { return Reran::default() };
        // Whatever the end of the call, it raised what it raised.
        let stray = match interpreter.call(function, &arguments) {
            Err(Stop { end: PathEnd::Memory(fault), .. }) => Some(fault),
            _ => None,
        };
        Reran { events: interpreter.events().to_vec(), flow: interpreter.flow().to_vec(), stray }
    }
}

/// Decides whether calls of a function may be witnesses.
#[derive(Clone, Copy)]
pub(crate) struct Judge<'p> {
    pub(crate) rerun: Rerun<'p>,
    pub(crate) function: FunctionId,
}

impl Judge<'_> {
    /// Whether a call accesses memory that it must not access.
    pub(crate) fn strays(self, inputs: &NativeInputs, words: &[u64]) -> bool {
        self.rerun.call(self.function, inputs, words).stray.is_some()
    }

    /// Whether a call raises something that is called proven only after it accessed memory that it
    /// must not access: then the proof stands, for it is about calls that do not.
    pub(crate) fn excuses(self, inputs: &NativeInputs, ledger: &Ledger, witness: &Witness) -> bool {
        if !ledger.contradicts(witness) {
            return false;
        }
        let reran = self.rerun.call(self.function, inputs, &witness.words);
        reran.stray.is_some()
            && !witness.events.iter().any(|&goal| ledger.is_proven(goal) && reran.event(goal).is_some())
    }
}

/// The arguments of a call: values, and the addresses of objects that are made for it, of as many bytes
/// as is assumed; words may have more.
fn arguments(interpreter: &mut Interpreter<'_>, inputs: &NativeInputs, words: &[u64]) -> Option<Vec<u64>> {
    let mut rest = words;
    let mut arguments = Vec::new();
    for (number, passing) in inputs.target.parameters.iter().enumerate() {
        match passing {
            Passing::Value => {
                let (&word, others) = rest.split_first()?;
                arguments.push(word);
                rest = others;
            }
            Passing::Buffer(count) => {
                let first = (words.len() - rest.len()) as u32;
                let (buffer, others) = rest.split_at_checked(*count as usize)?;
                let range = first..first + count;
                let within =
                    |(word, bytes): &(u32, u64)| range.contains(word).then(|| (word - first, *bytes));
                let parts: Vec<(u32, u64)> = inputs.objects.iter().filter_map(within).collect();
                let links = inputs.target.links.iter().filter(|(from, _)| range.contains(from));
                let links: Vec<(u32, u32)> = links.map(|(from, to)| (from - first, to - first)).collect();
                let assumed = inputs.buffer_bytes.get(number).copied().flatten();
                arguments.push(objects(&mut interpreter.machine.memory, buffer, &parts, &links, assumed)?);
                rest = others;
            }
        }
    }
    Some(arguments)
}

/// Makes the objects that lie one after the other in a buffer, each with its number of bytes, and
/// returns the address of the first, of which so many bytes are assumed. A link leads into an object,
/// or to its end.
fn objects(
    memory: &mut Memory,
    buffer: &[u64],
    parts: &[(u32, u64)],
    links: &[(u32, u32)],
    assumed: Option<u64>,
) -> Option<u64> {
    let mut addresses = BTreeMap::new();
    for &(start, bytes) in parts {
        let contents: Vec<u8> =
            buffer.get(start as usize..)?.iter().flat_map(|word| word.to_le_bytes()).collect();
        let size = assumed.filter(|_| start == 0).unwrap_or(bytes).min(contents.len() as u64);
        let address = memory.allocate(size, ObjectKind::Host)?;
        if size > 0 {
            memory.write(address, size as usize).ok()?.copy_from_slice(&contents[..size as usize]);
        }
        addresses.insert(start, address);
    }
    let address_of = |word: u32| {
        let (start, address) = addresses.range(..=word).next_back()?;
        Some(address + 8 * u64::from(word - start))
    };
    for &(from, to) in links {
        let pointed = address_of(to)?;
        memory.write(address_of(from)?, 8).ok()?.copy_from_slice(&pointed.to_le_bytes());
    }
    addresses.get(&0).copied()
}
