//! Where an exploration begins: a function, and what is known of its arguments.
//!
//! Functions that say what is assumed of the arguments run first, along all their paths; only where
//! they return something other than zero does the path go on to the next.

use crate::bounds::Bounds;
use crate::decision::Script;
use crate::executor::Executor;
use crate::files::{FileName, Files};
use crate::inputs::SymbolicInput;
use crate::models;
use crate::outcomes::OutcomeRecorder;
use crate::path::End;
use crate::state::PathState;
use crate::step::{Next, Nexts};
use std::collections::BTreeMap;
use std::sync::Arc;
use ulpwise_expr::{Sort, Term};
use ulpwise_externals::{Effects, Environment, effects};
use ulpwise_interp::memory::{Access, Memory, MemoryFault, ObjectKind};
use ulpwise_interp::{InterpOptions, Interpreter, PathEnd, Program};
use ulpwise_ir::{Function, FunctionId, GlobalId, Module, Type};

/// Where an exploration begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntryPoint {
    /// The function.
    pub function: FunctionId,
    /// What is known of its arguments.
    pub given: Vec<Given>,
    /// Memory that arguments are taken from.
    pub objects: Vec<EntryObject>,
    /// Functions that must return something other than zero, with their arguments.
    pub assumptions: Vec<(FunctionId, Vec<Given>)>,
    /// Functions without parameters that run before all that.
    pub setup: Vec<FunctionId>,
    /// Files that the program may read, of so many bytes; each byte is any.
    pub files: Vec<(FileName, usize)>,
    /// What the call finds besides its arguments.
    pub state: EntryState,
    /// Whether calls of the library may fail for reasons that the program does not tell: no memory,
    /// no room on a disk.
    pub calls_may_fail: bool,
    /// How many elements the objects behind the parameters' pointers have.
    pub lengths: Vec<ArrayLength>,
    /// Integers that are limited because they say how far an array is used.
    pub limits: Vec<LengthLimit>,
}

/// The values of an integer that says how far an array is used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LengthLimit {
    /// The integer; of an array of integers its name with empty brackets.
    pub name: String,
    /// The least that it is, if that is assumed.
    pub least: Option<i64>,
    /// The most that it is.
    pub most: u64,
}

/// How many elements the object behind a pointer has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArrayLength {
    /// The pointer, as `--len` names it.
    pub name: String,
    /// How many elements.
    pub elements: u64,
    /// How many bytes these are.
    pub bytes: u64,
    /// Whether the language makes every caller pass as many.
    pub is_guaranteed: bool,
    /// In which of the entry's objects the pointer stands; nothing for one inside of another object
    /// that a pointer leads to.
    pub object: Option<usize>,
}

impl ArrayLength {
    /// Why a proof does not hold that would need more elements.
    pub fn exceeded(&self, verb: &str) -> String {
        let Self { name, elements, .. } = self;
        let plural = if *elements == 1 { "" } else { "s" };
        format!(
            "it {verb} {name} beyond the {elements} element{plural} assumed: give --len {name}=N, or limit \
             the index with --range"
        )
    }
}

/// What a call finds besides its arguments. `main` always finds the first state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EntryState {
    /// The state in which the program begins: variables as initialised, no IEEE flag raised, `errno`
    /// zero.
    First,
    /// Any IEEE flags, any `errno`, and anything in these variables.
    Any(Vec<GlobalId>),
}

impl EntryPoint {
    /// A function with arguments of which nothing is assumed.
    pub fn new(function: FunctionId, given: Vec<Given>) -> EntryPoint {
        let (objects, assumptions, setup, files) = Default::default();
        let state = EntryState::Any(Vec::new());
        let (lengths, limits) = Default::default();
        let calls_may_fail = false;
        EntryPoint {
            function,
            given,
            objects,
            assumptions,
            setup,
            files,
            state,
            calls_may_fail,
            lengths,
            limits,
        }
    }

    /// How many bytes there are behind an argument that is a parameter's pointer.
    pub fn bytes_behind(&self, given: &Given) -> Option<u64> {
        let length = |object| self.lengths.iter().find(|length| length.object == Some(object));
        match *given {
            Given::Part(object, _) => length(object).map(|length| length.bytes),
            Given::AddressOf(object) => self.objects.get(object).map(|object| object.size),
            Given::Any | Given::Bits(_) | Given::Array(..) => None,
        }
    }

    /// Which assumption about the length of an array a bad access exceeds, in words. Objects of one
    /// size look the same in a fault: then all that it may be are named.
    pub fn exceeded_length(&self, fault: &MemoryFault) -> Option<String> {
        let MemoryFault::OutOfBounds { access, kind: ObjectKind::Host, size, .. } = fault else {
            return None;
        };
        let verb = match access {
            Access::Read => "reads",
            Access::Write => "writes",
            Access::Free => return None,
        };
        let alike: Vec<&ArrayLength> = self.lengths.iter().filter(|length| length.bytes == *size).collect();
        let (first, others) = alike.split_first()?;
        let others: Vec<&str> = others.iter().map(|length| length.name.as_str()).collect();
        let or =
            if others.is_empty() { String::new() } else { format!(" (or that of {})", others.join(", ")) };
        Some(first.exceeded(verb) + &or)
    }

    /// The program as calls find it: its constructors ran, and then what sets it up.
    ///
    /// # Errors
    /// One of these does not return.
    pub fn interpreter<'p>(
        &self,
        program: &'p Program<'p>,
        options: InterpOptions,
    ) -> Result<Interpreter<'p>, PathEnd> {
        let mut interpreter = Interpreter::new(program, options);
        interpreter.run_constructors().map_err(|stop| stop.end)?;
        for &setup in &self.setup {
            interpreter.call(setup, &[]).map_err(|stop| stop.end)?;
        }
        Ok(interpreter)
    }
}

/// An argument of the function that is explored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Given {
    /// Any value.
    Any,
    /// These bits.
    Bits(u128),
    /// A pointer to this many elements of a type, each any value.
    Array(Type, usize),
    /// What stands in one of the entry's objects at an offset.
    Part(usize, u64),
    /// The address of one of the entry's objects.
    AddressOf(usize),
}

/// Memory that an argument points to, or is a part of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EntryObject {
    /// How many bytes.
    pub size: u64,
    /// What stands at which offset; everything else is zero.
    pub contents: Vec<(u64, Content)>,
}

/// A piece of memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// Any value of a type within bounds, as an input of this name.
    Any(String, Type, Bounds),
    /// These bytes.
    Bytes(Vec<u8>),
    /// The address of another object.
    Address(EntryObject),
    /// The address that stands before at this offset of the same object, plus so many bytes: the end
    /// of an array.
    Behind(u64, u64),
}

impl EntryObject {
    /// An object of known bytes.
    pub fn of_bytes(bytes: &[u8]) -> EntryObject {
        EntryObject { size: bytes.len() as u64, contents: vec![(0, Content::Bytes(bytes.to_vec()))] }
    }

    /// Memory for it, all zero; the address.
    ///
    /// # Errors
    /// There is no such memory left.
    pub fn allocate(&self, memory: &mut Memory) -> Result<u64, PathEnd> {
        let address = memory.allocate(self.size, ObjectKind::Host).ok_or(PathEnd::OutOfMemory)?;
        if self.size > 0 {
            memory.write(address, self.size as usize)?.fill(0);
        }
        Ok(address)
    }
}

/// The calls that a path makes one after the other, the assumptions' and then the function's, and
/// where the entry's objects lie.
#[derive(Debug, Default)]
pub(crate) struct Plan {
    calls: Vec<(FunctionId, Vec<Given>)>,
    addresses: Vec<u64>,
    /// As the entry says it.
    pub(crate) calls_may_fail: bool,
}

impl Plan {
    /// The function that is compared, tested or checked.
    pub(crate) fn last_function(&self) -> Option<FunctionId> {
        self.calls.last().map(|&(function, _)| function)
    }
}

/// How many bytes of variables may hold anything when a path begins.
const MAX_OPEN_BYTES: u64 = 1 << 14;

/// Whether one of these functions asks for IEEE flags or `errno`, as a caller may have left them.
pub fn asks_for_entry_state(module: &Module, functions: impl IntoIterator<Item = FunctionId>) -> bool {
    functions.into_iter().any(|function| {
        let Function { name, body, .. } = &module.functions[function];
        let asks = |effects: &Effects| effects.depends_on.intersects(Environment::ERRNO | Environment::FLAGS);
        body.is_none() && effects(name).is_some_and(asks)
    })
}

/// Whether a function of that name is what a program begins with, when flags and `errno` are clear.
pub fn is_beginning(function: &str) -> bool {
    // fail-closed: every other function may be called in any state.
    matches!(function, "main" | "_QQmain")
}

impl<'p> Executor<'p, '_> {
    /// The path at its first instruction, after the program's constructors ran, perhaps to follow
    /// decisions that were taken before. `None` if the bounds of the inputs leave nothing.
    pub(crate) fn start(
        &mut self,
        entry: &EntryPoint,
        script: Option<Script>,
    ) -> Result<Option<PathState<'p>>, PathEnd> {
        let mut interpreter = entry.interpreter(self.program, self.options.run.clone())?;
        // Calls begin in the mode of the options, in whichever mode the program's own beginning
        // left off.
        if interpreter.machine.float.rounding != self.options.run.rounding {
            return Err(PathEnd::Unsupported("what runs before the call changes the rounding mode".into()));
        }
        interpreter.intercept(models::intercepted(self.program, entry.calls_may_fail));
        // A search for exceptions wants to know what comes after a conversion that has no value,
        // too.
        if !self.lookout.is_watching() {
            interpreter.end_at_undefined();
        }
        let mut state = PathState::new(interpreter);
        state.script = script;
        let mut contents = BTreeMap::new();
        for (name, bytes) in &entry.files {
            let elements = self.input(&mut state, name.text(), Type::Int(8), *bytes);
            if let Some(input) = state.inputs.last_mut() {
                input.file = Some(name.clone());
            }
            contents.insert(name.clone(), elements.into());
        }
        state.files = Files::new(contents);
        if let EntryState::Any(variables) = &entry.state
            && !is_beginning(&self.program.module().functions[entry.function].name)
        {
            self.leave_state_open(&mut state, variables)?;
        }
        let mut bounds = Vec::new();
        let mut addresses = Vec::new();
        for object in &entry.objects {
            addresses.push(self.object(&mut state, object, &mut bounds)?);
        }
        let mut calls = entry.assumptions.clone();
        calls.push((entry.function, entry.given.clone()));
        self.record_beginning(&mut state, &entry.objects, &addresses)?;
        state.plan = Arc::new(Plan { calls, addresses, calls_may_fail: entry.calls_may_fail });
        if let Some((conditions, model)) = self.recorder.as_mut().and_then(OutcomeRecorder::take_before) {
            conditions.to_vec().into_iter().for_each(|condition| state.assume(condition));
            state.model = model;
        }
        let within = self.terms.store.and(&bounds);
        let Some(mut state) = self.questions.only_if(&mut self.terms, state, within) else { return Ok(None) };
        self.begin(&mut state)?;
        Ok(Some(state))
    }

    /// Lets the IEEE flags, `errno` and variables hold anything: a function may be called at any
    /// moment of a program. A native call begins in the first state, so that what only another one
    /// leads to is not confirmed.
    fn leave_state_open(&mut self, state: &mut PathState<'p>, variables: &[GlobalId]) -> Result<(), PathEnd> {
        if state.flags.is_read() {
            let raised = self.terms.store.fresh_variable("flags at entry", Sort::BitVec(8));
            state.flags.raise_bits(raised);
        }
        models::open_errno(self, state)?;
        let mut left = MAX_OPEN_BYTES;
        for &variable in variables {
            let global = &self.program.module().globals[variable];
            left = left.checked_sub(global.size).ok_or_else(|| {
                PathEnd::Unsupported("variables that may hold anything and are very large".to_owned())
            })?;
            let (start, end) = (Memory::global_address(variable), global.size);
            let mut offset = 0;
            while offset < end {
                let ty = if end - offset >= 8 { Type::Int(64) } else { Type::Int(8) };
                let sort = Sort::BitVec(u32::from(ty.bits()));
                let store = &mut self.terms.store;
                let mut make = || store.fresh_variable(&global.name, sort);
                let word = match &mut self.recorder {
                    Some(recorder) => recorder.word(&global.name, offset, make),
                    None => make(),
                };
                state.store(&mut self.terms, start + offset, ty, word)?;
                offset += ty.store_bytes() as u64;
            }
        }
        Ok(())
    }

    /// Enters the function that is the path's next.
    fn begin(&mut self, state: &mut PathState<'p>) -> Result<(), PathEnd> {
        let plan = Arc::clone(&state.plan);
        let (function, given) = &plan.calls[state.stage];
        let types = &self.program.module().functions[*function].parameters;
        let mut values = Vec::new();
        for (at, (&ty, given)) in types.iter().zip(given).enumerate() {
            let name = format!("arg{at}");
            values.push(match given {
                Given::Bits(bits) => self.terms.constant(ty.bits(), *bits),
                Given::Any => self.input(state, &name, ty, 1)[0],
                Given::Array(element, count) => {
                    let address = self.array(state, &name, *element, *count)?;
                    self.terms.constant(64, address.into())
                }
                Given::Part(object, offset) => {
                    state.load(&mut self.terms, plan.addresses[*object] + offset, ty)?
                }
                Given::AddressOf(object) => self.terms.constant(64, plan.addresses[*object].into()),
            });
        }
        let mut raw = Vec::new();
        for (&value, ty) in values.iter().zip(types) {
            let bits = self.terms.known(value).unwrap_or(0);
            raw.push(bits as u64);
            if ty.is_wide() {
                raw.push((bits >> 64) as u64);
            }
        }
        if let Some(recorder) = &self.recorder {
            recorder.lower_flags(state);
        }
        state.events_before = state.interpreter.events().len();
        state.interpreter.enter(*function, &raw, Vec::new())?;
        state.entered();
        let slots: Vec<_> = state.interpreter.body().parameters().map(|(slot, _)| slot).collect();
        for (slot, value) in slots.into_iter().zip(values) {
            state.set(&mut self.terms, slot, value);
        }
        Ok(())
    }

    /// The outermost call of a path returned: it ends, or goes on to the next function if what was
    /// assumed holds.
    pub(crate) fn finished(&mut self, mut state: PathState<'p>, returned: &[Term]) -> Nexts<'p> {
        if state.is_in_last_call() {
            state.returned = returned.into();
            let bits = returned.iter().map(|&value| self.bits_in_model(&mut state, value)).collect();
            return vec![Next::Ends(state, End::Returned(bits))];
        }
        let Some(&value) = returned.first() else { return Vec::new() };
        let bits = self.terms.bits(value);
        let holds = self.terms.is_not_zero(bits);
        let Some(mut state) = self.questions.only_if(&mut self.terms, state, holds) else {
            return Vec::new();
        };
        state.stage += 1;
        match self.begin(&mut state) {
            Ok(()) => vec![Next::Goes(state)],
            Err(end) => vec![Next::stops(state, end)],
        }
    }

    /// New inputs of a type.
    pub(crate) fn input(
        &mut self,
        state: &mut PathState<'p>,
        name: &str,
        ty: Type,
        count: usize,
    ) -> Vec<Term> {
        let sort = Sort::BitVec(u32::from(ty.bits()));
        let elements: Vec<Term> = (0..count).map(|_| self.input_term(name, sort)).collect();
        let input = SymbolicInput {
            name: name.to_owned(),
            ty,
            is_typed: true,
            elements: elements.clone(),
            file: None,
        };
        state.inputs.push(input);
        state.scripted_input();
        elements
    }

    /// A new variable, or the term that another program has for the input.
    fn input_term(&mut self, name: &str, sort: Sort) -> Term {
        let shared = self.recorder.as_mut().and_then(OutcomeRecorder::next_input);
        shared.unwrap_or_else(|| self.terms.store.fresh_variable(name, sort))
    }

    /// An object whose elements are inputs.
    fn array(
        &mut self,
        state: &mut PathState<'p>,
        name: &str,
        ty: Type,
        count: usize,
    ) -> Result<u64, PathEnd> {
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

    /// An object, and those it points to, which are as deep as a declaration nests them; what its
    /// inputs are bound to is added to the others.
    fn object(
        &mut self,
        state: &mut PathState<'p>,
        object: &EntryObject,
        bounds: &mut Vec<Term>,
    ) -> Result<u64, PathEnd> {
        let address = object.allocate(&mut state.interpreter.machine.memory)?;
        let mut addresses = BTreeMap::new();
        for (offset, content) in &object.contents {
            let place = address + offset;
            match content {
                Content::Any(name, ty, within) => {
                    let value = self.input(state, name, *ty, 1)[0];
                    bounds.extend(within.condition(&mut self.terms, value));
                    state.store(&mut self.terms, place, *ty, value)?;
                }
                Content::Bytes(bytes) => {
                    let memory = &mut state.interpreter.machine.memory;
                    memory.write(place, bytes.len())?.copy_from_slice(bytes);
                }
                Content::Address(inner) => {
                    let inner = self.object(state, inner, bounds)?;
                    let memory = &mut state.interpreter.machine.memory;
                    memory.write(place, 8)?.copy_from_slice(&inner.to_le_bytes());
                    addresses.insert(*offset, inner);
                }
                Content::Behind(pointer, bytes) => {
                    let end = addresses.get(pointer).map_or(0, |start| start + bytes);
                    let memory = &mut state.interpreter.machine.memory;
                    memory.write(place, 8)?.copy_from_slice(&end.to_le_bytes());
                }
            }
        }
        Ok(address)
    }
}

impl PathState<'_> {
    /// Whether the path ends when its outermost call returns.
    pub(crate) fn is_in_last_call(&self) -> bool {
        self.stage + 1 >= self.plan.calls.len()
    }
}
